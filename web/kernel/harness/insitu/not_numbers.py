"""Text where numbers are expected: which columns of a failing statement hold values that are not
numbers, and of what form these are.
"""

from __future__ import annotations

import ast
import re
import sys

from .selections import short
from .source import dedent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Any

# Words of the messages of exceptions that text in the place of numbers raises.
MESSAGES = (
    "dtype",
    "could not convert string",
    "agg function failed",
    "unsupported operand type",
    "not supported between instances of",
    "can only concatenate str",
    "no numeric data",
    "must be real number",
    "invalid literal for int",
    "unable to parse string",
    "cannot perform",
)
# Columns of one failure, rows that are looked at, and values that are named.
MAX_COLUMNS, MAX_ROWS, MAX_EXAMPLES = 3, 200_000, 5
# Tables of the session that are looked at.
MAX_TABLES = 20
# Methods whose arguments name columns by which rows are grouped or sorted.
KEYED = frozenset({"groupby", "set_index", "sort_values"})
# The forms of values, the first that fits.
FORMS = (
    ("blank", re.compile(r"\s*")),
    ("thousands", re.compile(r"\s*[-+]?\d{1,3}(,\d{3})+(\.\d+)?\s*")),
    ("decimalComma", re.compile(r"\s*[-+]?(\d{1,3}(\.\d{3})+|\d+),\d+\s*")),
    ("percent", re.compile(r"\s*[-+]?[\d.,]+\s*%\s*")),
    (
        "currency",
        re.compile(r"\s*[-+(]?\s*[$€£¥]\s*[-+]?[\d.,\s]+\)?\s*|\s*[-+]?[\d.,\s]+[$€£¥]\s*"),
    ),
    ("range", re.compile(r"\s*[\d.,]+\s*(-|–|to)\s*[\d.,]+\s*")),
    ("unit", re.compile(r"\s*[-+<>~≈]?\s*[\d.,]+\s*[^\d\s][^\d]*")),
    ("words", re.compile(r"[^\d]+")),
)


def find(error: BaseException, code: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the columns of text in the failing statement of a cell."""
    pandas = sys.modules.get("pandas")
    message = str(error).lower()
    if pandas is None or not any(words in message for words in MESSAGES):
        return []
    statement = statement_at(ast.parse(dedent(code)), line_of(error.__traceback__))
    if statement is None:
        return []
    tables = list(tables_of(names, pandas))
    mentioned = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    # A column stands in the statement, or all columns of a table that stands there are used.
    keys = keys_of(statement)
    sought = set(strings(statement)) - keys
    used = columns(sought, tables) or columns(
        None, [(name, table) for name, table in tables if name in mentioned]
    )
    found = [(name, column) for name, column in used if name not in keys]
    return [
        described for name, column in found if (described := described_column(name, column, pandas))
    ][:MAX_COLUMNS]


def tables_of(names: dict[str, Any], pandas: Any) -> Iterator[tuple[str, Any]]:
    """Yields the session's tables, the newest first."""
    tables = [
        (name, value)
        for name, value in names.items()
        if type(value) is pandas.DataFrame and not name.startswith("_")
    ]
    yield from tables[::-1][:MAX_TABLES]


def columns(sought: set[str] | None, tables: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Returns the columns of text, each name once; only the sought ones if these are given."""
    found: dict[str, Any] = {}
    for _, table in tables:
        for at, name in enumerate(table.columns):
            if type(name) is str and name not in found and (sought is None or name in sought):
                column = table.iloc[:, at]
                if column.dtype.kind not in "biufcmM" and str(column.dtype) in (
                    "object",
                    "str",
                    "string",
                    "category",
                ):
                    found[name] = column
    return list(found.items())


def described_column(name: str, column: Any, pandas: Any) -> dict[str, Any] | None:
    texts = column.dropna().iloc[:MAX_ROWS].astype(str)
    bad = texts[pandas.to_numeric(texts, errors="coerce").isna()]
    if not len(bad):
        # Numbers that are stored as text.
        return (
            {
                "kind": "notNumbers",
                "column": short(name),
                "count": 0,
                "of": len(texts),
                "forms": [],
                "examples": [],
            }
            if len(texts)
            else None
        )
    distinct = list(bad.unique()[:1000])
    forms = [form for form, _ in FORMS if any(form_of(value) == form for value in distinct)]
    examples = [short(value) for value in distinct[:MAX_EXAMPLES]]
    return {
        "kind": "notNumbers",
        "column": short(name),
        "count": len(bad),
        "of": len(texts),
        "forms": forms,
        "examples": examples,
    }


def form_of(value: str) -> str:
    return next((form for form, pattern in FORMS if pattern.fullmatch(value)), "")


def line_of(trace: TracebackType | None) -> int:
    """Returns the line of the last frame in a cell's own code."""
    line = 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.startswith("Cell ["):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def statement_at(tree: ast.AST, line: int) -> ast.AST | None:
    """Returns the innermost statement that has this line."""
    found = None
    for node in ast.walk(tree):
        if isinstance(node, (ast.stmt, ast.Expression)):
            first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or line
            if first <= line <= last and not isinstance(
                node, (ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.If, ast.With, ast.Try)
            ):
                found = node
    return found


def keys_of(statement: ast.AST) -> set[str]:
    """Returns the columns by which a statement groups or sorts, whose values need not be numbers."""
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    by = [
        part
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr in KEYED
        for part in [*call.args, *call.keywords]
    ]
    return {
        node.value
        for part in by
        for node in ast.walk(part)
        if isinstance(node, ast.Constant) and type(node.value) is str
    }


def strings(statement: ast.AST) -> Iterator[str]:
    """Yields the texts and the attributes of a statement, which may be names of columns."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and type(node.value) is str:
            yield node.value
        elif isinstance(node, ast.Attribute):
            yield node.attr
