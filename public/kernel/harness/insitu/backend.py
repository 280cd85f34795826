"""The matplotlib backend of the kernel: draws like Agg, and shows figures on the page instead of in windows."""

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import figures

# 400 MB while it is drawn.
MOST_PIXELS = 100_000_000


class FigureManager(FigureManagerBase):
    """Stands for a window."""

    def show(self):
        """`figure.show()`: shows this figure, which stays open for further drawing."""
        if figures.store is not None:
            figures.store.figure(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *args, **kwargs):
        """`plt.show()`: shows and closes all open figures."""
        figures.show_open()


class FigureCanvas(FigureCanvasAgg):
    """Agg's canvas with the manager above."""

    manager_class = FigureManager

    def get_renderer(self):
        width, height = self.figure.bbox.size
        if width * height > MOST_PIXELS:
            # Agg does not notice that so much does not fit, and ends the interpreter.
            raise ValueError(
                f"A figure of {width:,.0f} × {height:,.0f} pixels is too large to be drawn; at most {MOST_PIXELS:,} are possible. "
                "Use a smaller figsize or dpi."
            )
        return super().get_renderer()
