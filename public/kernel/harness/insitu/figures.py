"""Matplotlib's figures: how they come to be shown, once each, without code having to ask. Imports matplotlib never by itself."""

import importlib.abc
import importlib.machinery
import io
import re
import sys
import warnings

from . import library_defaults

# Twice the pixels of a plain screen's 72 dots per inch: sharp on dense screens, and about 50 to 100 KB a figure.
DPI = 144
# Backends that draw to a file in a format of its own; the others stand for a window, which is the page here.
# What drawing calls return that is no artist itself: bars, colour bars, stream plots.
HANDLES = ("matplotlib.container", "matplotlib.colorbar", "matplotlib.streamplot")
FILE_BACKENDS = {"pdf", "svg", "ps", "pgf", "template", "cairo"}

# How matplotlib says that a font lacks a sign.
GLYPH = re.compile(r"Glyph (\d+) ")
MOST_WARNINGS = 5

store = None


def attach(current):
    """Names the store on which figures of the execution under way are put."""
    global store
    store = current


def install():
    """Has matplotlib and pandas set up whenever they come to be imported."""
    if not any(isinstance(finder, AfterImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, AfterImport())


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls `library_defaults.PREPARE[name]` once the module of that name has been imported."""

    def find_spec(self, fullname, path=None, target=None):
        prepare = library_defaults.PREPARE.get(fullname)
        if prepare is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                try:
                    prepare(module)
                except Exception:
                    # Its looks are not worth a failing import.
                    pass

            spec.loader.exec_module = exec_module
        return spec


def is_figure(value):
    module = sys.modules.get("matplotlib.figure")
    # By its own class: what it says of itself may be anything.
    return module is not None and issubclass(type(value), module.Figure)


def is_artist(value, depth=0):
    """Whether `value` is what drawing calls return: artists, or a container of hardly anything else."""
    module = sys.modules.get("matplotlib.artist")
    if module is None or is_figure(value):
        # A figure that is no longer open is shown again; one that is open is shown anyway.
        return False
    kind = type(value)
    if issubclass(kind, module.Artist) or kind.__module__.startswith(HANDLES):
        return True
    if depth == 2:
        return False
    if issubclass(kind, (list, tuple)):
        return any(is_artist(item, depth + 1) for item in value[:50])
    if issubclass(kind, dict):
        return bool(value) and all(is_artist(item, depth + 1) for item in value.values())
    if type(value).__name__ == "ndarray" and value.dtype == object and 0 < value.size <= 1000:
        return all(isinstance(item, module.Artist) for item in value.flat)
    if type(value).__name__ == "Series" and value.dtype == object and 0 < len(value) <= 1000:
        # What plotting the groups of a table returns.
        return all(is_artist(item, depth + 1) for item in value.array)
    # Seaborn's grids hold a figure and draw into it.
    return type(value).__module__.startswith("seaborn.") and hasattr(value, "figure")


def to_be_seen():
    """Whether a figure is open, and so about to be shown."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return helpers is not None and helpers.Gcf.get_num_fig_managers() > 0


def is_blank(figure):
    """Whether there is nothing in it at all, as where `plt.figure()` came before a call that makes a figure of its own."""
    return not (figure.axes or figure.lines or figure.patches or figure.texts or figure.images or figure.artists or figure.subfigs or figure.legends)


def show_open(only_drawn=False):
    """Shows and closes every open figure of pyplot."""
    if store is not None:
        collect(store, only_drawn)


def collect(target, only_drawn):
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    if helpers is None:
        return
    try:
        for manager in sorted(helpers.Gcf.get_all_fig_managers(), key=lambda manager: manager.num):
            figure = manager.canvas.figure
            if not only_drawn or any(axes.has_data() for axes in figure.axes):
                target.figure(figure)
    finally:
        helpers.Gcf.destroy_all()


def picture(figure, most):
    """A figure's description, its PNG, with fewer pixels where it would else have more than `most` bytes, and what matplotlib warns of,
    as sentences; of a blank one a description alone."""
    if is_blank(figure):
        width, height = figure.get_size_inches() * figure.dpi
        return f"Figure of {width:.0f} × {height:.0f} pixels with nothing in it", None, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arrange(figure)
    for dpi in (DPI, DPI // 2):
        buffer = io.BytesIO()
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always", UserWarning)
            figure.savefig(buffer, format="png", dpi=dpi, bbox_inches="tight", facecolor="white")
        if buffer.tell() <= most:
            break
    return description(figure), buffer.getvalue(), told(warned)


def told(warned):
    """What these warnings say, each once, in the words of what can be done about it where that is known."""
    sentences, missing = [], []
    for text in dict.fromkeys(str(warning.message) for warning in warned if issubclass(warning.category, UserWarning)):
        glyph = GLYPH.match(text)
        if glyph is not None:
            missing.append(chr(int(glyph[1])))
        elif not text.startswith(("Tight layout not applied", "This figure includes Axes that are not compatible")):
            sentences.append(f"Figure: {text[:300]}")
    if missing:
        sentences.append(f"The figure's font has no signs for {' '.join(missing[:20])}{' …' if len(missing) > 20 else ''}, so boxes stand for them.")
    return sentences[:MOST_WARNINGS]


def arrange(figure):
    """Keeps the labels of neighbouring axes apart where the code left the arrangement alone."""
    import matplotlib

    names = ("left", "right", "bottom", "top", "wspace", "hspace")
    untouched = all(getattr(figure.subplotpars, name) == matplotlib.rcParams[f"figure.subplot.{name}"] for name in names)
    if len(figure.axes) > 1 and figure.get_layout_engine() is None and untouched:
        try:
            figure.tight_layout()
        except Exception:
            pass


def description(figure):
    """The figure in words: titles, axis labels, and what the legend names."""
    parts = []
    heading = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    if heading:
        parts.append(heading)
    for axes in figure.axes:
        if axes.get_label() == "<colorbar>":
            continue
        words = [axes.get_title() or axes.get_title(loc="left") or axes.get_title(loc="right")]
        labels = [f"{name}: {text}" for name, text in (("x", axes.get_xlabel()), ("y", axes.get_ylabel())) if text]
        if labels:
            words.append(f"({', '.join(labels)})")
        legend = axes.get_legend()
        if legend is not None:
            entries = [entry.get_text() for entry in legend.get_texts()][:12]
            words.append(f"[{', '.join(entries)}]")
        if line := " ".join(word for word in words if word):
            parts.append(line)
    return f"Figure: {'; '.join(parts)}" if parts else "Figure"
