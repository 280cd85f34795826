"""Integers of 64 bits: widens the indexes that functions of numpy, pandas, scipy and scikit-learn
return to the user's code.

In this runtime numpy's default integer has 64 bits, as elsewhere, but the integer of indexes,
`numpy.intp`, has the 32 bits of WebAssembly's addresses. Arithmetic with an array of it would
overflow although it does not elsewhere. Compiled code of libraries relies on its size, so only what
reaches the user's code is widened: `x.argsort()` is compiled as `__wide__(x.argsort())`. If
indexes have 64 bits anyway, as under CPython, nothing is changed.

The names are those of functions that return indexes. A value that is not an array, a Series, an
Index or a scalar of `intp`, or a tuple or list of these, is passed on as it is, so a function of
the user with one of these names is not affected.

Attributes with indexes are widened in their objects, if these are of one of the libraries'
classes: `model.labels_` is compiled as `__wide_owner__(model, "labels_").labels_`. The object then
has what it has elsewhere: the same array at each load, which a write changes. What is written or
deleted, `model.labels_[0] = 5`, is compiled as it stands.
"""

from __future__ import annotations

import ast
import copy
import functools
import operator
import sys
import types
import weakref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The functions that user code is compiled to call, by the names that it calls them by.
WIDE, WIDE_REST, WIDE_VALUES, WIDE_OWNER = (
    "__wide__",
    "__wide_rest__",
    "__wide_values__",
    "__wide_owner__",
)
# Functions and methods that return indexes, counts, or tuples of them; `factorial` and some of
# scikit-learn return C longs.
NAMES = (  # noqa: SIM905 - a list would take a line per word.
    "argmax argmin argpartition argrelextrema argrelmax argrelmin argsort argwhere asof_locs bincount binned_statistic binned_statistic_2d "
    "binned_statistic_dd cut dbscan diag_indices diag_indices_from digitize factorial factorial2 factorialk factorize find_peaks find_peaks_cwt "
    "fit_predict fit_transform flatnonzero get_indexer get_indexer_for get_indexer_non_unique get_loc get_slice_bound get_support getnnz "
    "indexer_at_time indexer_between_time ix_ kneighbors lexsort linear_sum_assignment make_circles make_moons mask_indices mean_shift multilabel_confusion_matrix nanargmax nanargmin "
    "nonzero pairwise_distances_argmin pairwise_distances_argmin_min peak_prominences precision_recall_fscore_support predict qcut query query_pairs query_radius radius_neighbors ravel_multi_index "
    "sample_without_replacement searchsorted slice_locs sortlevel str_len tril_indices tril_indices_from triu_indices triu_indices_from "
    "unique_all unique_counts unique_inverse unravel_index value_indices ward_tree"
).split()
INDEXES = frozenset(NAMES)
# Functions that return indexes after their result if an argument `return_…` asks for them.
ASKED = frozenset({"intersect1d", "join", "sort_values", "unique"})
# Functions of `numpy.char` and `numpy.strings` that return positions or counts.
OF_TEXTS = frozenset({"count", "find", "index", "rfind", "rindex"})
TEXTS = frozenset({"char", "strings"})
# Functions that return dictionaries of indexes, alone or after indexes.
DICTIONARIES = frozenset({"find_peaks", "value_indices"})
# The libraries that have indexes in attributes, and the names of these, by a look at all of
# scikit-learn's estimators and at the objects of scipy and pandas with CPython: what has 64 bits
# there, and is not the caller's own values, as `classes_` is.
LIBRARIES = frozenset({"numpy", "pandas", "scipy", "sklearn"})
ATTRIBUTES = frozenset(
    (  # noqa: SIM905
        "active_ best_index_ children_ children_left children_right cluster_centers_indices_ cluster_hierarchy_ component_indices_ "
        "core_sample_indices_ estimators_features_ feature features_ indices labeled_iter_ labels_ n_bins_ n_categories_ n_classes n_classes_ "
        "n_features_ n_features_to_select_ n_leaves n_node_samples n_nonzero_coefs_ ordering_ point_region powers_ predecessor_ rank_ ranking_ "
        "subcluster_labels_"
    ).split()
)
# The libraries whose objects have arrays of indexes in them. An attribute of a DataFrame or of a
# structured array is a column of the caller's own.
HOLDERS = ("scipy.", "sklearn.")
# Attributes of these names that have 32 bits everywhere.
NARROW = frozenset(
    (kind, "labels_")
    for kind in ("BisectingKMeans", "KMeans", "MiniBatchKMeans", "SpectralClustering")
)
# Methods of estimators that return indexes, and whose names are those of other libraries' methods
# that do not.
METHODS = frozenset({"apply", "decision_path", "transform"})
# Of the methods `transform`, the one that returns indexes. Others return the caller's values, of
# types that the caller has chosen.
ENCODER = "LabelEncoder"
# Parts of a longer tuple or list are not looked at.
MAX_RESULT_PARTS = 64
# The number of numpy's type `long`, which is `intp`, and of whatever else has C longs.
LONG = 7
# A sum beyond 32 bits.
TERMS, SUM = 70_000, 2_449_965_000


def widen(nodes: list[ast.AST]) -> None:
    """Puts those of a tree's nodes that call functions that return indexes into calls of the
    functions of `given`. All positions stay.
    """
    kept, called = written(nodes), {node.func for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Call) and (name := widener(node)):
            # A node of its own for the call, since this one has to stay where it is in the tree.
            call = ast.copy_location(ast.Call(node.func, node.args, node.keywords), node)
            node.func = ast.copy_location(ast.Name(name, ast.Load()), node)
            node.args, node.keywords = [call], []
        elif isinstance(node, ast.Attribute) and node not in kept and loads_indexes(node, called):
            owner = [node.value, ast.copy_location(ast.Constant(node.attr), node.value)]
            function = ast.copy_location(ast.Name(WIDE_OWNER, ast.Load()), node.value)
            node.value = ast.copy_location(ast.Call(function, owner, []), node.value)


def written(nodes: list[ast.AST]) -> set[ast.AST]:
    """Returns those of a tree's nodes through which a target of an assignment or of `del` is reached, in
    `a.b[0].c = 1` those of `a.b[0].c`, `a.b[0]` and `a.b`; and those of patterns, which hold no
    calls.
    """
    found: set[ast.AST] = set()
    for node in nodes:
        part: Any = node
        if isinstance(node, (ast.MatchValue, ast.MatchClass, ast.MatchMapping)):
            found.update(ast.walk(node))
        while isinstance(part, (ast.Attribute, ast.Subscript)) and (
            part is not node or not isinstance(part.ctx, ast.Load)
        ):
            found.add(part)
            part = part.value
    return found


def loads_indexes(node: ast.Attribute, called: set[ast.expr]) -> bool:
    """Returns whether an attribute may hold indexes, or a function that returns them and is passed
    on.
    """
    return (
        node.attr in ATTRIBUTES
        or node.attr in METHODS
        or (node.attr in INDEXES and node not in called)
    )


def widener(node: ast.Call) -> str:
    """Returns the name of the function that widens what this call returns, and an empty text if
    none has to.
    """
    called = node.func
    name = (
        called.id
        if isinstance(called, ast.Name)
        else called.attr
        if isinstance(called, ast.Attribute)
        else ""
    )
    # With one argument, `where` returns indexes.
    if name in DICTIONARIES:
        return WIDE_VALUES
    if name in INDEXES or (name == "where" and len(node.args) == 1 and not node.keywords):
        return WIDE
    # The first part of what an index returns is an index of the caller's labels; a table returns a
    # table.
    if name == "reindex":
        return WIDE_REST
    if name in ASKED and any(word.arg and word.arg.startswith("return_") for word in node.keywords):
        return WIDE_REST
    if (
        name in OF_TEXTS
        and isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Attribute)
        and called.value.attr in TEXTS
    ):
        return WIDE
    return ""


def given() -> dict[str, Callable[..., Any]]:
    """Returns the functions that compiled user code calls, by their names."""
    return {WIDE: wide, WIDE_REST: wide_rest, WIDE_VALUES: wide_values, WIDE_OWNER: wide_owner}


def wide(value: Any) -> Any:
    """Returns indexes with 64 bits, and anything else as it is."""
    if len(WIDENERS) < COMPLETE:
        learn()
    kind = type(value)
    # A named tuple has the methods of its library's class.
    widen_value = WIDENERS.get(kind) or (
        wide_parts if tuple in kind.__bases__ and hasattr(kind, "_make") else None
    )
    return value if widen_value is None else widen_value(value)


def wide_rest(value: Any) -> Any:
    """Widens what follows the first part of a tuple, which holds the caller's own values."""
    return (
        (value[0], *[wide(part) for part in value[1:]]) if type(value) is tuple and value else value
    )


def wide_values(value: Any) -> Any:
    """Widens a result with the values of the dictionaries in it."""
    if type(value) is dict:
        parts = {key: wide(part) for key, part in value.items()}
        return value if all(parts[key] is part for key, part in value.items()) else parts
    return tuple(map(wide_values, value)) if type(value) is tuple else wide(value)


def wide_owner(owner: Any, name: str) -> Any:
    """Returns what the attribute `name` is loaded from: `owner`, or if its indexes cannot be
    widened there, an object with them alone."""
    kind = type(owner)
    module = getattr(
        owner if kind is types.ModuleType else kind,
        "__name__" if kind is types.ModuleType else "__module__",
        None,
    )
    if (
        not isinstance(module, str)
        or module.partition(".")[0] not in LIBRARIES
        or not indexes_are_narrow()
    ):
        return owner
    if name == "transform" and kind.__name__ != ENCODER:
        return owner
    if (
        module.startswith("scipy.sparse")
        or (kind.__name__, name) in NARROW
        or (name in METHODS and not module.startswith("sklearn"))
    ):
        return owner
    try:
        found = getattr(owner, name)
    except Exception:
        # The caller's own load raises it.
        return owner
    if name in INDEXES or name in METHODS:
        if not callable(found) or isinstance(found, type):
            return owner
        return types.SimpleNamespace(
            **{name: wide_function(found) if kind is types.ModuleType else WideFunction(found)}
        )
    if type(found) is dict:
        return wide_dictionary(owner, name, found)
    if not module.startswith(HOLDERS):
        return owner
    if (value := wide_structure(found)) is found:
        return owner
    if name in getattr(owner, "__dict__", ()):
        setattr(owner, name, value)
        return owner
    if hasattr(value, "setflags"):
        # A write would be lost.
        value.setflags(write=False)
    return types.SimpleNamespace(**{name: value})


def wide_structure(value: Any) -> Any:
    """Widens an attribute with indexes. Fields of a tree's nodes have another type of 32 bits than
    `intp`.
    """
    numpy = sys.modules["numpy"]
    if type(value) is numpy.ndarray and value.dtype == numpy.int32:
        return value.astype(numpy.int64)
    return wide(value)


# The dictionary that was widened last: its owner, itself, and what stands for the owner. Loops load
# it again and again.
last: list[Any] = [lambda: None, None, None]


def wide_dictionary(owner: Any, name: str, found: dict[Any, Any]) -> Any:
    """Returns an object with a dictionary of indexes, widened, as its attribute `name`."""
    if last[0]() is not owner or last[1] is not found:
        last[:] = [weakref.ref(owner), found, types.SimpleNamespace(**{name: wide_values(found)})]
    return last[2]


class WideFunction:
    """A function whose result is widened. It is equal to that function, and saved as it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return wide_result(self.function(*args, **keywords))

    def __eq__(self, other: object) -> bool:
        return self.function == (other.function if isinstance(other, WideFunction) else other)

    def __hash__(self) -> int:
        return hash(self.function)

    def __repr__(self) -> str:
        return repr(self.function)

    def __reduce__(self) -> Any:
        return copy.copy, (self.function,)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["function"], name)

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        bind = getattr(type(self.function), "__get__", None)
        return (
            self
            if bind is None or owner is None
            else WideFunction(bind(self.function, owner, kind))
        )


# For the functions of modules, so that each stays one object.
wide_function = functools.lru_cache(maxsize=None)(WideFunction)


def wide_result(value: Any) -> Any:
    """Widens what a function or a method of an estimator returns, and what a sparse matrix that it
    returns holds.
    """
    if type(value) is tuple:
        return tuple(map(wide_result, value))
    if hasattr(value, "indptr") and type(value).__module__.startswith("scipy.sparse"):
        value.data = wide(value.data)
        return value
    return wide(value)


def wide_parts(value: Any) -> Any:
    """Widens the parts of a tuple or a list. One without indexes stays the same object."""
    if len(value) > MAX_RESULT_PARTS:
        return value
    parts = [wide(part) for part in value]
    return (
        value
        if all(map(operator.is_, parts, value))
        else getattr(value, "_make", type(value))(parts)
    )


def wide_array(value: Any) -> Any:
    return value.astype("int64") if getattr(value.dtype, "num", None) == LONG else value


# By the exact type of a value; the types of numpy and pandas are added once these are imported.
PLAIN: dict[type, Callable[[Any], Any]] = {tuple: wide_parts, list: wide_parts}
WIDENERS = dict(PLAIN)
COMPLETE = 9


def indexes_are_narrow() -> bool:
    """Returns whether numpy is imported and indexes have 32 bits."""
    if len(WIDENERS) < COMPLETE:
        learn()
    return len(WIDENERS) > len(PLAIN)


def learn() -> None:
    """Adds the types of numpy and pandas, if these are imported and indexes have 32 bits."""
    numpy, pandas = sys.modules.get("numpy"), sys.modules.get("pandas")
    if (
        numpy is None
        or not hasattr(numpy, "intp")
        or numpy.dtype(numpy.intp).itemsize == numpy.dtype(numpy.int64).itemsize
    ):
        return
    WIDENERS.update({numpy.ndarray: wide_array, numpy.intp: numpy.int64})
    for function in ("unique_all", "unique_counts", "unique_inverse"):
        # The first of these named tuples is the caller's own values.
        WIDENERS[type(getattr(numpy, function)([0]))] = lambda value: type(value)(
            *wide_rest(tuple(value))
        )
    if pandas is not None and hasattr(pandas, "Series"):
        WIDENERS.update({pandas.Series: wide_array, pandas.Index: wide_array})


# `numpy.arange` as it was at the start, before code could replace it.
arange: list[Callable[..., Any]] = []


def fault() -> str:
    """Returns what is wrong if numpy was imported at the start and its integers have 32 bits,
    and otherwise an empty text. Takes less than a millisecond.
    """
    if not arange or int(arange[0](TERMS).sum()) == SUM:
        return ""
    return "Integers have 32 bits in this build of numpy, and sums would be wrong. `cargo xtask runtime` makes the right one."


def require() -> None:
    """Raises RuntimeError if `fault` returns one, so that no code runs with such integers."""
    numpy = sys.modules.get("numpy")
    arange[:] = [numpy.arange] if numpy is not None else []
    if found := fault():
        raise RuntimeError(found)
