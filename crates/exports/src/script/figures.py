import itertools

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot

_figure_numbers = itertools.count(1)


def _save_figures(*_, **__):
    """Saves the open figures as figure-1.png and so on, and closes them, where a notebook shows
    them.
    """
    for number in matplotlib.pyplot.get_fignums():
        name = f"figure-{next(_figure_numbers)}.png"
        matplotlib.pyplot.figure(number).savefig(name, dpi=144, bbox_inches="tight")
        matplotlib.pyplot.close(number)
        print(f"[saved {name}]")


matplotlib.pyplot.show = _save_figures
