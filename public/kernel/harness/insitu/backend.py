"""The matplotlib backend of the kernel: draws like Agg, and shows figures on the page instead of in windows."""

from matplotlib.backend_bases import FigureManagerBase
from matplotlib.backends.backend_agg import FigureCanvasAgg

from . import figures


class FigureManager(FigureManagerBase):
    """Stands for a window."""

    def show(self):
        """`figure.show()`: shows this figure, which stays open for further drawing."""
        if figures.shelf is not None:
            figures.shelf.figure(self.canvas.figure)

    @classmethod
    def pyplot_show(cls, *args, **kwargs):
        """`plt.show()`: shows and closes all open figures."""
        figures.show_open()


class FigureCanvas(FigureCanvasAgg):
    """Agg's canvas with the manager above."""

    manager_class = FigureManager
