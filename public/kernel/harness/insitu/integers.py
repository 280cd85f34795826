"""Integers of 64 bits: widens the indexes that functions of numpy, pandas, scipy and scikit-learn return to the user's code.

In this runtime numpy's default integer has 64 bits, as elsewhere, but the integer of indexes, `numpy.intp`, has the 32 bits of
WebAssembly's addresses. Arithmetic with an array of it would overflow where it does not elsewhere. Compiled code of libraries
relies on its size, so only what reaches the user's code is widened: `x.argsort()` is compiled as `__wide__(x.argsort())`. Where
indexes have 64 bits anyway, as under CPython, nothing is changed.

The names are those of functions that return indexes. A value that is not an array, a Series, an Index or a scalar of `intp`, or a
tuple or list of these, is passed on as it is, so a function of the user with one of these names is not affected.
"""

from __future__ import annotations

import ast
import operator
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The functions that user code is compiled to call, by the names that it calls them by.
WIDE, WIDE_REST = "__wide__", "__wide_rest__"
# Functions and methods that return indexes, counts, or tuples of them; `factorial` and some of scikit-learn return C longs.
NAMES = (  # noqa: SIM905 - a list would take a line per word.
    "argmax argmin argpartition argrelextrema argrelmax argrelmin argsort argwhere asof_locs bincount binned_statistic binned_statistic_2d "
    "binned_statistic_dd cut dbscan diag_indices diag_indices_from digitize factorial factorial2 factorialk factorize find_peaks find_peaks_cwt "
    "fit_predict fit_transform flatnonzero get_indexer get_indexer_for get_indexer_non_unique get_loc get_slice_bound indexer_at_time "
    "indexer_between_time ix_ kneighbors lexsort linear_sum_assignment mask_indices mean_shift multilabel_confusion_matrix nanargmax nanargmin "
    "nonzero peak_prominences precision_recall_fscore_support predict qcut query query_radius radius_neighbors ravel_multi_index "
    "sample_without_replacement searchsorted slice_locs sortlevel str_len tril_indices tril_indices_from triu_indices triu_indices_from "
    "unique_all unique_counts unique_inverse unravel_index value_indices ward_tree"
).split()
INDEXES = frozenset(NAMES)
# Functions that return indexes after their result where an argument `return_…` asks for them.
ASKED = frozenset({"intersect1d", "join", "sort_values", "unique"})
# Functions of `numpy.char` and `numpy.strings` that return positions or counts.
OF_TEXTS = frozenset({"count", "find", "index", "rfind", "rindex"})
TEXTS = frozenset({"char", "strings"})
# Parts of a longer tuple or list are not looked at.
MAX_RESULTS = 64
# The number of numpy's type `long`, which is `intp`, and of whatever else has C longs.
LONG = 7
# A sum beyond 32 bits.
TERMS, SUM = 70_000, 2_449_965_000


def widen(tree: ast.AST) -> None:
    """Puts the calls of functions that return indexes into calls of the functions of `given`. All positions stay."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := widener(node)):
            # A node of its own for the call, since this one has to stay where it is in the tree.
            call = ast.copy_location(ast.Call(node.func, node.args, node.keywords), node)
            node.func = ast.copy_location(ast.Name(name, ast.Load()), node)
            node.args, node.keywords = [call], []


def widener(node: ast.Call) -> str:
    """Returns the name of the function that widens what this call returns, and an empty text where none has to."""
    called = node.func
    name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
    # With one argument, `where` returns indexes.
    if name in INDEXES or (name == "where" and len(node.args) == 1 and not node.keywords):
        return WIDE
    if name in ASKED and any(word.arg and word.arg.startswith("return_") for word in node.keywords):
        return WIDE_REST
    if name in OF_TEXTS and isinstance(called, ast.Attribute) and isinstance(called.value, ast.Attribute) and called.value.attr in TEXTS:
        return WIDE
    return ""


def given() -> dict[str, Callable[[Any], Any]]:
    """Returns the functions that compiled user code calls, by their names."""
    return {WIDE: wide, WIDE_REST: wide_rest}


def wide(value: Any) -> Any:
    """Returns indexes with 64 bits, and anything else as it is."""
    if len(WIDENERS) < COMPLETE:
        learn()
    kind = type(value)
    # A named tuple has the methods of its library's class.
    widen_value = WIDENERS.get(kind) or (wide_parts if tuple in kind.__bases__ and hasattr(kind, "_make") else None)
    return value if widen_value is None else widen_value(value)


def wide_rest(value: Any) -> Any:
    """Widens what follows the first part of a tuple, which holds the caller's own values."""
    return (value[0], *[wide(part) for part in value[1:]]) if type(value) is tuple and value else value


def wide_parts(value: Any) -> Any:
    """Widens the parts of a tuple or a list. One without indexes stays the same object."""
    if len(value) > MAX_RESULTS:
        return value
    parts = [wide(part) for part in value]
    return value if all(map(operator.is_, parts, value)) else getattr(value, "_make", type(value))(parts)


def wide_array(value: Any) -> Any:
    return value.astype("int64") if getattr(value.dtype, "num", None) == LONG else value


# By the exact type of a value; the types of numpy and pandas are added once these are imported.
WIDENERS: dict[type, Callable[[Any], Any]] = {tuple: wide_parts, list: wide_parts}
COMPLETE = 9


def learn() -> None:
    """Adds the types of numpy and pandas, where these are imported and indexes have 32 bits."""
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if numpy is None or not hasattr(numpy, "intp") or numpy.dtype(numpy.intp).itemsize == numpy.dtype(numpy.int64).itemsize:
        return
    WIDENERS.update({numpy.ndarray: wide_array, numpy.intp: numpy.int64})
    for function in ("unique_all", "unique_counts", "unique_inverse"):
        # The first of these named tuples is the caller's own values.
        WIDENERS[type(getattr(numpy, function)([0]))] = lambda value: type(value)(*wide_rest(tuple(value)))
    if pandas is not None and hasattr(pandas, "Series"):
        WIDENERS.update({pandas.Series: wide_array, pandas.Index: wide_array})


def fault() -> str:
    """Returns what is wrong where numpy is imported and its integers have 32 bits, and otherwise an empty text. Takes less than a millisecond."""
    numpy = sys.modules.get("numpy")
    if numpy is None or int(numpy.arange(TERMS).sum()) == SUM:
        return ""
    return "Integers have 32 bits in this build of numpy, and sums would be wrong. `cargo xtask runtime` makes the right one."


def require() -> None:
    """Raises RuntimeError where `fault` returns one, so that no code runs with such integers."""
    if found := fault():
        raise RuntimeError(found)
