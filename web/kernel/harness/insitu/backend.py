"""The kernel's matplotlib backend: draws with Agg, and shows figures on the page instead of in
windows.
"""

from __future__ import annotations

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import figures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A figure of this size takes 400 MB while it is drawn.
MAX_PIXELS = 100_000_000


class FigureManager(FigureManagerBase):
    """Replaces a window's manager."""

    def show(self) -> None:
        """Shows this figure, which stays open for further drawing. Called by `figure.show()`."""
        if figures.store is not None:
            figures.store.figure(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *args: Any, **kwargs: Any) -> None:
        """Shows and closes all open figures. Called by `plt.show()`."""
        figures.show_open()


class FigureCanvas(FigureCanvasAgg):
    """Agg's canvas with the manager above."""

    manager_class = FigureManager  # pyright: ignore[reportAssignmentType] - declared as a property of the class.

    def get_renderer(self) -> Any:
        width, height = self.figure.bbox.size
        if width * height > MAX_PIXELS:
            # Agg does not check that the memory suffices, and would crash the interpreter.
            raise ValueError(
                f"A figure of {width:,.0f} × {height:,.0f} pixels is too large to be drawn; at most {MAX_PIXELS:,} are possible. Use a smaller figsize or dpi."
            )
        return super().get_renderer()
