"""Default settings for figures and printed tables. Applied when the library is imported; code can
change all of them.
"""

from __future__ import annotations

import os
import re
import sys

from . import (
    chart_library_hooks,
    figure_text,
    memory_guard,
    pandas_arrow,
    pools,
    readings,
    workbook_texts,
)
from .display import images

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Returns how much memory the interpreter has, as JSON; set by the kernel.
memory: Any = None

# Backends that draw to a file format of their own; the others show a window, which is the page
# here.
FILE_BACKENDS = {"pdf", "svg", "ps", "pgf", "template", "cairo"}

# Colours that are distinguishable on white with most kinds of colour vision, and dark enough for
# thin lines.
CYCLE = [
    "#2563ab",
    "#d9730d",
    "#2a8c5f",
    "#b3344a",
    "#7a5bb5",
    "#8a6a4f",
    "#c24f9c",
    "#5f6b7a",
    "#8a8f1f",
    "#1795a8",
]

STYLE = {
    "figure.figsize": (7.2, 4.3),
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "savefig.facecolor": "white",
    "savefig.dpi": 144,
    "font.size": 11,
    "axes.titlesize": 13,
    "axes.titleweight": "semibold",
    "axes.titlepad": 10,
    "axes.labelsize": 11,
    "axes.labelcolor": "#333b45",
    "axes.edgecolor": "#8a939e",
    "xtick.color": "#4a535e",
    "ytick.color": "#4a535e",
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "legend.fontsize": 10,
    "legend.framealpha": 0.85,
    "legend.edgecolor": "white",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#e3e6ea",
    "lines.linewidth": 1.9,
    # 1,250,000 rather than 1.25 with a "1e6" in the corner.
    "axes.formatter.limits": (-5, 12),
    "axes.formatter.useoffset": False,
    # Figures are shown and closed at the end of each execution, so many open figures are not a
    # leak.
    "figure.max_open_warning": 0,
}

PLAIN_NUMBER = re.compile(r"([−-]?)(\d{5,})((?:\.\d+)?)")


def prepare_matplotlib(matplotlib: Any) -> None:
    from cycler import cycler

    matplotlib.rcParams.update(STYLE)
    matplotlib.rcParams["axes.prop_cycle"] = cycler(color=CYCLE)
    original = matplotlib.use

    def use(backend: Any, *, force: bool = True) -> None:
        # Code written for servers selects Agg, and code for desktops a window; with either no
        # figure would reach the page.
        if str(backend).lower() in FILE_BACKENDS or str(backend).startswith("module://"):
            return original(backend, force=force)
        return original(os.environ.get("MPLBACKEND", "module://insitu.backend"), force=force)

    use.__doc__ = original.__doc__
    matplotlib.use = use


def prepare_ticker(ticker: Any) -> None:
    """Groups the digits of large numbers on axes: 45,000."""
    original = ticker.ScalarFormatter.__call__

    def call(self: Any, x: Any, pos: Any = None) -> str:
        text = original(self, x, pos)
        match = PLAIN_NUMBER.fullmatch(text)
        return f"{match[1]}{int(match[2]):,}{match[3]}" if match else text

    ticker.ScalarFormatter.__call__ = call


def prepare_pandas(pandas: Any) -> None:
    # Printed tables otherwise hide columns beyond 80 characters behind "...".
    pandas.set_option("display.width", 140)
    pandas.set_option("display.max_columns", 40)
    pandas_arrow.install(pandas)
    # Looked up at each call, since a snapshot is taken before the interpreter has its memory.
    memory_guard.guard(pandas, lambda: memory())
    read_by_calamine(pandas)
    workbook_texts.install(pandas)
    readings.watch(pandas)


def read_by_calamine(pandas: Any) -> None:
    """Has pandas read workbooks by calamine where its own choice is a package that does not exist
    here.
    """
    for form in ("ods", "xlsb"):
        pandas.set_option(f"io.excel.{form}.reader", "calamine")


def prepare_tqdm_notebook(notebook: Any) -> None:
    # Its bars are widgets; the plain ones are redrawn in place here.
    from tqdm import std

    notebook.tqdm = notebook.tqdm_notebook = std.tqdm
    notebook.trange = notebook.tnrange = std.trange


def prepare_tqdm(std: Any) -> None:
    if sys.platform == "emscripten":
        # tqdm monitors slow bars in a thread, and warns if threads do not exist.
        std.tqdm.monitor_interval = 0


PREPARE = {
    "matplotlib": prepare_matplotlib,
    "matplotlib.ticker": prepare_ticker,
    "pandas": prepare_pandas,
    "PIL.Image": images.prepare,
    "tqdm.std": prepare_tqdm,
    "tqdm.notebook": prepare_tqdm_notebook,
    **chart_library_hooks.PREPARE,
    **figure_text.PREPARE,
    **pools.PREPARE,
}
