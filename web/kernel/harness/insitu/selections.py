"""Selections that match no row: which comparison of the code with a constant it was, and which
values of the column are nearest.

`df[df["type"] == "criminal"]` is compiled as `df[__matched__("==", df["type"], "criminal")]`, which
compares, and looks at the column only if no row is equal. The same holds for the methods that
compare a column with texts, and for `query`. Values that are compared in conditions of `if` and
`while`, in comprehensions and in lambdas stay as they are written: those are not selections of
rows, and run often.
"""

from __future__ import annotations

import ast
import difflib
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# The function that user code is compiled to call.
MATCHED = "__matched__"
# Methods of a Series or of its texts that return whether each value matches the first argument.
METHODS = frozenset({"contains", "endswith", "eq", "fullmatch", "isin", "match", "startswith"})
# Findings of one execution, and the comparisons without a match that are looked at: a loop may make
# thousands.
MAX_FINDINGS, MAX_LOOKS = 5, 25
# Values of a column that are looked at, those of them that are compared letter by letter, and those
# that a finding names.
MAX_VALUES, MAX_COMPARED_VALUES, MAX_NAMED_VALUES = 20_000, 3_000, 8
# Of a column with no more values than this, all are named, as far as `MAX_NAMED_VALUES` allows:
# any may be meant.
MAX_VALUES_TO_NAME_ALL = 12
# Characters of a name or a value.
MAX_NAME_LENGTH = 80
# How alike two texts have to be, from 0 to 1.
ALIKE = 0.6
BETWEEN_BACKTICKS = re.compile(r"`([^`]+)`")


class Finder:
    """The findings of the current execution."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []
        self.looks = 0

    def begin(self) -> None:
        self.found, self.looks = [], 0

    def add(self, column: Any, test: str, value: Any, values: Any) -> None:
        """Adds that no value of `values`, a Series or an Index, passes the test."""
        if len(self.found) >= MAX_FINDINGS:
            return
        distinct = list(values.dropna().unique()[:MAX_VALUES])
        if not distinct:
            return
        finding = {
            "kind": "noMatch",
            "column": short(column),
            "test": test,
            "value": short(value),
            "nearest": [short(one) for one in nearest(value, distinct)],
            "distinct": len(distinct),
        }
        if finding not in self.found:
            self.found.append(finding)

    def look(self, test: str, tested: Any, value: Any, result: Any) -> None:
        """Looks at the result of a comparison."""
        pandas = sys.modules.get("pandas")
        if pandas is None or self.looks >= MAX_LOOKS:
            return
        if test == "query":
            if (
                type(tested) is pandas.DataFrame
                and type(result) is pandas.DataFrame
                and len(tested)
                and not len(result)
            ):
                self.looks += 1
                for column, constant in conditions(value, tested):
                    if not (tested[column] == constant).any():
                        self.add(column, "==", constant, tested[column])
            return
        if (
            type(result) is not pandas.Series
            or not len(result)
            or result.dtype.kind not in "bO"
            or result.any()
        ):
            return
        # Methods of texts belong to an object that holds the Series.
        series = tested if isinstance(tested, pandas.Series) else getattr(tested, "_parent", None)
        if series is None or not isinstance(series, pandas.Series):
            return
        self.looks += 1
        constants = list(value)[:MAX_FINDINGS] if isinstance(value, (list, tuple, set)) else [value]
        for constant in constants:
            if isinstance(constant, (str, int, float)):
                self.add(series.name, test, constant, series)


current = Finder()


def matched(test: str, tested: Any, *arguments: Any, **keywords: Any) -> Any:
    """Compares as the code says, and looks at the result."""
    result = (
        tested == arguments[0] if test == "==" else getattr(tested, test)(*arguments, **keywords)
    )
    try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
        current.look(test, tested, arguments[0], result)
    except Exception:
        # What the code compares may be of any class, and its own result is what counts.
        pass
    return result


def given() -> dict[str, Callable[..., Any]]:
    """Returns the functions that compiled user code calls, by their names."""
    return {MATCHED: matched}


def watch(tree: ast.Module) -> None:
    """Puts comparisons of a column with constants into calls of `matched`. All positions stay."""
    for node in selecting(tree):
        if isinstance(node, ast.Compare):
            replace(node, "==", node.left, [node.comparators[0]], [])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            replace(node, node.func.attr, node.func.value, node.args, node.keywords)


def selecting(tree: ast.AST) -> list[ast.AST]:
    """Returns the nodes that compare a column with constants."""
    found: list[ast.AST] = []
    left: list[Any] = [tree]
    while left:
        node = left.pop()
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            left += [child for child in ast.iter_child_nodes(node) if child is not node.test]
            continue
        if isinstance(
            node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.Match)
        ):
            continue
        left += ast.iter_child_nodes(node)
        if isinstance(node, ast.Compare):
            if (
                len(node.ops) == 1
                and isinstance(node.ops[0], ast.Eq)
                and is_column(node.left)
                and is_constant(node.comparators[0])
            ):
                found.append(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            name, first = node.func.attr, node.args[0]
            listed = isinstance(first, (ast.List, ast.Tuple, ast.Set)) and all(
                map(is_constant, first.elts)
            )
            if (
                name in METHODS and is_column(node.func.value) and (listed or is_constant(first))
            ) or (name == "query" and is_constant(first)):
                found.append(node)
    return found


def is_column(node: ast.AST) -> bool:
    """Returns whether an expression may be a column: `df["a"]`, `df.a`, and what a method makes of
    one.
    """
    return isinstance(node, (ast.Subscript, ast.Attribute, ast.Call))


def is_constant(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) in (str, int, float)


def replace(
    node: Any, test: str, tested: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword]
) -> None:
    """Makes a node the call of `matched`."""
    function = ast.copy_location(ast.Name(MATCHED, ast.Load()), tested)
    name = ast.copy_location(ast.Constant(test), tested)
    node.__class__ = ast.Call
    node.__dict__.update(func=function, args=[name, tested, *arguments], keywords=keywords)


def conditions(query: Any, frame: Any) -> Iterable[tuple[str, Any]]:
    """Yields the columns that a query compares with constants."""
    quoted: list[str] = []

    def plain(match: re.Match[str]) -> str:
        quoted.append(match[1])
        return f"quoted_{len(quoted) - 1}_"

    for node in ast.walk(ast.parse(BETWEEN_BACKTICKS.sub(plain, query).strip(), mode="eval")):
        if (
            not isinstance(node, ast.Compare)
            or not isinstance(node.ops[0], ast.Eq)
            or not isinstance(node.left, ast.Name)
        ):
            continue
        name, constant = node.left.id, node.comparators[0]
        if name.startswith("quoted_") and name.endswith("_"):
            name = quoted[int(name[7:-1])]
        if name in frame.columns and is_constant(constant):
            yield name, constant.value  # pyright: ignore[reportAttributeAccessIssue]


def short(value: Any) -> str:
    """Returns a name or a value as text."""
    text = value if type(value) is str else "" if value is None else str(value)
    return text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 1]}…"


def nearest(value: Any, distinct: list[Any]) -> list[Any]:
    """Returns the values that are nearest to one, the nearest first; of a few, all."""
    if not isinstance(value, str) and all(
        isinstance(one, (int, float)) or hasattr(one, "__float__") for one in distinct
    ):
        return sorted(distinct, key=lambda one: abs(float(one) - value))[:MAX_NAMED_VALUES]
    sought = folded(str(value))
    scored = []
    for at, one in enumerate(distinct):
        if (score := likeness(sought, folded(str(one)), at < MAX_COMPARED_VALUES)) >= ALIKE:
            scored.append((-score, at))
    near = [distinct[at] for _, at in sorted(scored)[:MAX_NAMED_VALUES]]
    if len(distinct) <= MAX_VALUES_TO_NAME_ALL:
        near += [one for one in distinct if one not in near]
    return near[:MAX_NAMED_VALUES]


def folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def likeness(sought: str, other: str, thoroughly: bool) -> float:
    """Returns how alike two folded texts are, from 0 to 1. Equal ones differ in case or in
    punctuation.
    """
    if not sought or not other:
        return 0.0
    if sought == other:
        return 1.0
    shorter, longer = sorted((sought, other), key=len)
    if len(shorter) > 2 and shorter in longer:
        return 0.9 if f" {shorter} " in f" {longer} " else 0.8
    if not thoroughly:
        return 0.0
    matcher = difflib.SequenceMatcher(None, sought, other)
    return (
        matcher.ratio()
        if matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE
        else 0.0
    )
