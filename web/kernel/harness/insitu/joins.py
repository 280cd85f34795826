"""Joins that multiply rows or leave rows without a match.

`orders.merge(customers)` is compiled as `__joined__("merge", orders, customers)`, which joins as
the code says, and counts the rows of both tables that have no match. The same holds for `pd.merge`
and `join`.
"""

from __future__ import annotations

import ast
import sys
import warnings

from . import selections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The function that user code is compiled to call.
JOINED = "__joined__"
# The most rows of both tables.
MAX_ROWS = 2_000_000
ARGUMENTS = ("right", "how", "on", "left_on", "right_on", "left_index", "right_index")


def joined(name: str, called: Any, *arguments: Any, **keywords: Any) -> Any:
    """Joins as the code says, and looks at the result."""
    method = getattr(called, name)
    pandas = sys.modules.get("pandas")
    if pandas is None or (called is not pandas and type(called) is not pandas.DataFrame):
        return method(*arguments, **keywords)
    with warnings.catch_warnings(record=True) as given:
        result = method(*arguments, **keywords)
    warn(given, sys._getframe(1))
    try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
        look(name, called, arguments, keywords, result)
    except Exception:
        # What the code joins may be of any class, and its own result is what counts.
        pass
    return result


def warn(kept: list[Any], place: Any) -> None:
    """Gives warnings as if the code at `place`, a frame, had called the method itself."""
    registry = place.f_globals.setdefault("__warningregistry__", {})
    for one in kept:
        if (str(one.message), one.category, place.f_lineno) not in registry:
            warnings.warn_explicit(
                one.message,
                one.category,
                place.f_code.co_filename,
                place.f_lineno,
                registry=registry,
            )


def given() -> dict[str, Callable[..., Any]]:
    """Returns the functions that compiled user code calls, by their names."""
    return {JOINED: joined}


def watch(nodes: list[ast.AST]) -> None:
    """Puts joins among a tree's nodes into calls of `joined`. All positions stay."""
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, called = node.func.attr, node.func.value
        # `", ".join`, `os.path.join`
        text = isinstance(called, (ast.Constant, ast.JoinedStr)) or (
            isinstance(called, ast.Attribute) and called.attr == "path"
        )
        if name == "merge" or (name == "join" and not text):
            function = ast.copy_location(ast.Name(JOINED, ast.Load()), called)
            attribute = ast.copy_location(ast.Constant(name), called)
            node.func, node.args = function, [attribute, called, *node.args]


def look(name: str, called: Any, arguments: Any, keywords: Any, result: Any) -> None:
    """Adds a finding if a join multiplies rows, or leaves more than 1 % of them without a match."""
    pandas = sys.modules.get("pandas")
    finder = selections.current
    if pandas is None or type(result) is not pandas.DataFrame:
        return
    if len(finder.found) >= selections.MAX_FINDINGS or finder.looks >= selections.MAX_LOOKS:
        return
    if called is pandas:
        options = {**dict(zip(("left", *ARGUMENTS), arguments)), **keywords}
    elif name == "merge":
        options = {"left": called, **dict(zip(ARGUMENTS, arguments)), **keywords}
    else:
        options = {"how": "left", **dict(zip(("right", "on", "how"), arguments)), **keywords}
        options |= {"left": called, "right": options.get("right", options.get("other"))}
        on = options.pop("on", None)
        options |= {"left_on": on, "left_index": on is None, "right_index": True}
    left: Any = options.get("left")
    right: Any = options.get("right")
    how = options.get("how", "inner")
    if (
        type(left) is not pandas.DataFrame
        or type(right) is not pandas.DataFrame
        or how not in ("inner", "left", "right", "outer")
        or len(left) + len(right) > MAX_ROWS
    ):
        return
    finder.looks += 1
    # A column may be called 0.
    common = options.get("on")
    if common is None:
        common = [name for name in left.columns if name in right.columns]
    left_on, right_on = options.get("left_on"), options.get("right_on")
    own = keys(left, common if left_on is None else left_on, options.get("left_index"))
    other = keys(right, common if right_on is None else right_on, options.get("right_index"))
    if len(own.columns) != len(other.columns):
        return
    with warnings.catch_warnings():
        # The join itself has given them.
        warnings.simplefilter("ignore")
        left_alone, right_alone = alone(own, other), alone(other, own)
    # Rows of the table that is kept, with a match: in the result, and before.
    kept, lost = (len(right), right_alone) if how == "right" else (len(left), left_alone)
    matched = len(result)
    matched -= left_alone if how in ("left", "outer") else 0
    matched -= right_alone if how in ("right", "outer") else 0
    # Code that asks pandas to check or to mark the rows looks at them itself.
    multiplied = matched > kept - lost and options.get("validate") is None
    loses = lost * 100 > kept and how != "outer" and not options.get("indicator")
    finding = {
        "kind": "join",
        "how": how,
        "left": len(left),
        "right": len(right),
        "rows": len(result),
        "leftAlone": left_alone,
        "rightAlone": right_alone,
    }
    if (multiplied or loses) and finding not in finder.found:
        finder.found.append(finding)


def keys(frame: Any, on: Any, index: Any) -> Any:
    """Returns the values by which the rows of a table are joined, as a table whose columns are
    numbered.
    """
    names = list(on) if isinstance(on, (list, tuple)) else [on]
    if index:
        values = frame.index.to_frame(index=False)
    elif frame.index.name in names:
        values = frame.reset_index()[names]
    else:
        values = frame[names]
    return values.set_axis(range(len(values.columns)), axis=1)


def alone(own: Any, other: Any) -> int:
    """Returns how many rows of a table of keys have no match in another one. pandas decides, since
    what it takes for equal depends on both types, above all of missing values.
    """
    marked = own.merge(other.drop_duplicates(), how="left", indicator=True)
    return int((marked["_merge"] == "left_only").sum())
