"""Shows Matplotlib's figures once each, without an explicit call in the code. Never imports
matplotlib by itself.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import io
import re
import sys
import warnings

from . import library_defaults, shaping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

    from .display.publish import Store

# Twice a plain screen's 72 dots per inch: sharp on dense screens, and about 50 to 100 KB per
# figure.
DPI = 144
# Modules of what drawing calls return besides artists: bars, colour bars, stream plots.
HANDLES = ("matplotlib.container", "matplotlib.colorbar", "matplotlib.streamplot")

# Matplotlib's warning that a font lacks a glyph.
GLYPH = re.compile(r"Glyph (\d+) ")
MAX_WARNINGS = 5

store: Store | None = None


def attach(current: Store | None) -> None:
    """Sets the store that receives the figures of the running execution."""
    global store
    store = current
    shaping.forget()


def install() -> None:
    """Adds the import hook that applies the default settings of libraries."""
    if not any(isinstance(finder, AfterImport) for finder in sys.meta_path):
        sys.meta_path.insert(0, AfterImport())


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls `library_defaults.PREPARE[name]` once the module of that name has been imported."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        prepare = library_defaults.PREPARE.get(fullname)
        if prepare is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
                    prepare(module)
                except Exception:
                    # A failed default must not fail the import.
                    pass

            spec.loader.exec_module = exec_module
        return spec


def is_figure(value: Any) -> bool:
    module = sys.modules.get("matplotlib.figure")
    # By its type, since `__class__` may be overridden.
    return module is not None and issubclass(type(value), module.Figure)


def is_artist(value: Any, depth: int = 0) -> bool:
    """Returns whether `value` is what drawing calls return: artists, or a container of them."""
    module = sys.modules.get("matplotlib.artist")
    if module is None or is_figure(value):
        # A closed figure is shown again; an open one is shown anyway.
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
        # Plotting the groups of a table returns this.
        return all(is_artist(item, depth + 1) for item in value.array)
    # Seaborn's grids hold a figure and draw into it.
    return type(value).__module__.startswith("seaborn.") and hasattr(value, "figure")


def any_open() -> bool:
    """Returns whether a figure is open, and therefore will be shown."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return helpers is not None and helpers.Gcf.get_num_fig_managers() > 0


def is_blank(figure: Any) -> bool:
    """Returns whether the figure is empty, as when `plt.figure()` precedes a call that creates its
    own figure.
    """
    return not (
        figure.axes
        or figure.lines
        or figure.patches
        or figure.texts
        or figure.images
        or figure.artists
        or figure.subfigs
        or figure.legends
    )


def show_open(only_drawn: bool = False) -> None:
    """Shows and closes every open figure of pyplot."""
    if store is not None:
        collect(store, only_drawn)


def collect(target: Store, only_drawn: bool) -> None:
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


def picture(figure: Any, most: int) -> tuple[str, bytes | None, list[str]]:
    """Returns a figure's description, its PNG, and matplotlib's warnings as sentences. The PNG has
    fewer pixels if it would exceed `most` bytes; a blank figure has none.
    """
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
    return description(figure), buffer.getvalue(), warning_sentences(warned)


def warning_sentences(warned: list[warnings.WarningMessage]) -> list[str]:
    """Returns a sentence for each different warning; missing glyphs are summed up in one that
    states the consequence.
    """
    sentences, missing = [], []
    for text in dict.fromkeys(
        str(warning.message) for warning in warned if issubclass(warning.category, UserWarning)
    ):
        glyph = GLYPH.match(text)
        if glyph is not None:
            missing.append(chr(int(glyph[1])))
        elif not text.startswith(
            ("Tight layout not applied", "This figure includes Axes that are not compatible")
        ):
            sentences.append(f"Figure: {text[:300]}")
    if missing:
        sentences.append(
            f"The figure's font has no signs for {' '.join(missing[:20])}{' …' if len(missing) > 20 else ''}, so boxes stand for them."
        )
    return sentences[:MAX_WARNINGS]


def arrange(figure: Any) -> None:
    """Keeps the labels of neighbouring axes apart if the code left the arrangement alone."""
    import matplotlib

    names = ("left", "right", "bottom", "top", "wspace", "hspace")
    untouched = all(
        getattr(figure.subplotpars, name) == matplotlib.rcParams[f"figure.subplot.{name}"]
        for name in names
    )
    if len(figure.axes) > 1 and figure.get_layout_engine() is None and untouched:
        try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
            figure.tight_layout()
        except Exception:
            pass


def description(figure: Any) -> str:
    """Describes the figure in words: titles, axis labels, and the entries of the legend."""
    parts = []
    heading = figure.get_suptitle() if hasattr(figure, "get_suptitle") else ""
    if heading:
        parts.append(heading)
    for axes in figure.axes:
        if axes.get_label() == "<colorbar>":
            continue
        words = [axes.get_title() or axes.get_title(loc="left") or axes.get_title(loc="right")]
        labels = [
            f"{name}: {text}"
            for name, text in (("x", axes.get_xlabel()), ("y", axes.get_ylabel()))
            if text
        ]
        if labels:
            words.append(f"({', '.join(labels)})")
        legend = axes.get_legend()
        if legend is not None:
            entries = [entry.get_text() for entry in legend.get_texts()][:12]
            words.append(f"[{', '.join(entries)}]")
        if line := " ".join(word for word in words if word):
            parts.append(line)
    return f"Figure: {'; '.join(parts)}" if parts else "Figure"
