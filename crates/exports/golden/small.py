# -*- coding: utf-8 -*-
# Revenue by region
#
# Data files:
#   sales.csv (146 bytes), SHA-256 3711c034d09f80bfdb87c7b8122a7e80499c4ebda34db43b6db4a7addda75c8a
#   more/notes.txt (20 KB), SHA-256 not known
#
# Created: 2026-02-25 06:13 UTC
# Updated: 2026-02-25 06:23 UTC
# Python: 3.13.2
# Packages: numpy 2.4.3, pandas 3.0.2
# Random seed: 20260301
# The model may see: Column info only
# Models: planner, a-model-7b
# Tokens: at least 2,480 tokens (2,000 read, 480 written), 0.0038 USD
# Replay check: 2024-12-31 23:59 UTC: 3 results compared, 1 different (numbers compared to nine digits); 1 not compared
#
# The code opens data files by their bare names, as in the session: run it in the folder that contains them.
# Files that it writes, and its figures, are created in the same folder.

from __future__ import annotations

import hashlib
import sys
from pathlib import Path


def _check_files(digests):
    """Warns where a data file is missing or is not the one that the session read."""
    for name, digest in digests.items():
        try:
            found = hashlib.sha256(Path(name).read_bytes()).hexdigest()
        except OSError as error:
            print(f"Warning: {name} cannot be read: {error}", file=sys.stderr)
        else:
            if found != digest:
                print(f"Warning: {name} differs from the session's file: its SHA-256 is {found}", file=sys.stderr)


import ast
import asyncio
import inspect
import traceback

_loop = asyncio.new_event_loop()


def _run_cell(name, source, *, may_fail=False):
    """Runs a step that a plain script cannot contain: one that awaits outside of functions, or one
    that failed in the session.
    """
    try:
        code = compile(source, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        pending = eval(code, globals())
        if inspect.iscoroutine(pending):
            _loop.run_until_complete(pending)
    except (Exception, SystemExit):
        if not may_fail:
            raise
        traceback.print_exc()


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


def _show(value):
    """Prints the value of a step's last expression, as a notebook shows it; a figure is saved
    instead.
    """
    if value is None or type(value).__module__.startswith("matplotlib."):
        return
    print(value if isinstance(value, str) else repr(value))


def display(*values, **_):
    """Prints values, in the place of the function of this name in notebooks."""
    for value in values:
        _show(value)


_check_files(
    {
        "sales.csv": "3711c034d09f80bfdb87c7b8122a7e80499c4ebda34db43b6db4a7addda75c8a",
    }
)

# Tables are as wide as in the session.
import pandas

pandas.set_option("display.width", 140)
pandas.set_option("display.max_columns", 40)

# The random numbers of the session.
import random

random.seed(20260301)

import numpy

numpy.random.seed(20260301)


# %% 1. Which region has the highest revenue?

# %% 1.1 Read the sales
# from __future__ import annotations
import pandas as pd

sales = pd.read_csv("sales.csv")
print(len(sales), "rows")

# %% 1.2 Total by region
sales["revenue"] = sales.units * sales.unit_price
totals = sales.groupby("region").revenue.sum()
totals.plot.bar()
_show(totals.reset_index())  # as a table
_save_figures()

# %% 2. And the profit?
# Please by month.
# (You stopped this turn.)
# (The answer was cut off at the model's limit.)
# (Not computed: the answer states what no code has produced.)

# %% 2.1 Sum the profit
# This step failed in the session. Its error is printed, and the script goes on.
_run_cell("<step 2.1>", """\
sales["profit"].sum()
""", may_fail=True)

# %% 2.2
# The user stopped this code. It does not run here; remove the comment signs to run it.
#
# while True:
#     pass

# %% 3. Console
# This step uses what notebooks add to Python, such as `await` outside of functions.
_run_cell("<step 3>", """\
import asyncio
_show(await asyncio.sleep(0, "done ```"))
""")
