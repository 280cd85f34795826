"""Results that can be asked for later: tables by window, figures as vectors. Knows neither how they are shown nor what asks.

The last few of each kind, and no more tables than so many bytes: what code has let go of would otherwise stay in memory.
"""

import sys
from collections import OrderedDict

MOST_TABLES = 20
MOST_FIGURES = 20
# Of all kept tables together. The last one is kept whatever it takes, since its name usually keeps it anyway.
MOST_BYTES = 512 << 20
# A larger array is kept as it is, and so shows what becomes of it.
MOST_COPIED = 64 << 20

tables = OrderedDict()
figures = OrderedDict()


def keep(name, value):
    """Keeps `value` under the id `name` where it is a figure or a table (for a Styler its frame); says whether it is."""
    if is_figure(value):
        put(figures, name, value, MOST_FIGURES)
        return True
    table = as_table(value)
    if table is None:
        return False
    put(tables, name, (table, size_of(table)), MOST_TABLES)
    while len(tables) > 1 and sum(size for _table, size in tables.values()) > MOST_BYTES:
        tables.popitem(last=False)
    return True


def get(name):
    """What was kept under this id, or None where it is not there (any more)."""
    if name in figures:
        return figures[name]
    found = tables.get(name)
    return None if found is None else found[0]


def forget():
    """Keeps nothing any more."""
    tables.clear()
    figures.clear()


def put(kind, name, value, most):
    kind.pop(name, None)
    kind[name] = value
    while len(kind) > most:
        kind.popitem(last=False)


def is_figure(value):
    module = sys.modules.get("matplotlib.figure")
    return module is not None and issubclass(type(value), getattr(module, "Figure", ()))


def as_table(value):
    """The DataFrame, Series, Index or two-dimensional array that `value` is, as it is now; None for everything else."""
    pandas, numpy = sys.modules.get("pandas"), sys.modules.get("numpy")
    if pandas is not None and hasattr(pandas, "DataFrame"):
        if type(value).__name__ == "Styler" and isinstance(getattr(value, "data", None), pandas.DataFrame):
            value = value.data
        if isinstance(value, (pandas.DataFrame, pandas.Series)):
            # Copies nothing; a column is copied when code changes it, and the table shown stays what it was.
            return value.copy(deep=False)
        if isinstance(value, pandas.Index):
            return value
    if numpy is not None and isinstance(value, getattr(numpy, "ndarray", ())) and value.ndim == 2 and value.dtype.names is None:
        # An array knows no copy that is made when it is changed.
        return value.copy() if value.nbytes <= MOST_COPIED else value
    return None


def size_of(table):
    """About how many bytes it takes; texts that are objects of their own are not looked at."""
    try:
        if hasattr(table, "memory_usage"):
            used = table.memory_usage(deep=False)
            return int(used.sum() if hasattr(used, "sum") else used)
        return int(table.nbytes)
    except Exception:
        return 0
