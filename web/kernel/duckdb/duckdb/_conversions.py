"""The expressions by which a profile converts a column, as SQL. What is not known here is None, and
the file is then read by pandas.
"""

from __future__ import annotations

import ast

from ._sql import string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# What Python's `strip` takes away.
BLANK = r"[\s\p{Z}\x0b\x1c-\x1f\x85]+"
# Parts of patterns that the engine's regular expressions do not have.
AROUND = ("(?<", "(?=", "(?!", "\\1\\2")
EPOCH = {"s": "{} * 1000000", "ms": "{} * 1000", "us": "{}"}
MICROSECONDS = r"(\.\d{6})\d+"


def sql_of(conversion: str, column: str, whole: str) -> str | None:
    """Returns SQL for a conversion, which is NULL where pandas has a missing value; `column` is the
    column as text, and `whole` as whole numbers.
    """
    return _sql(ast.parse(conversion, mode="eval").body, column, whole)


def _sql(node: ast.AST, column: str, whole: str) -> str | None:
    if isinstance(node, ast.Subscript):
        return column if isinstance(node.value, ast.Name) and node.value.id == "df" else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    method, owner = node.func.attr, node.func.value
    words = {word.arg: word.value for word in node.keywords}
    if isinstance(owner, ast.Name) and owner.id == "pd" and len(node.args) == 1:
        return _of_pandas(method, node.args[0], words, column, whole)
    if method == "fillna" and len(node.args) == 1 and not words:
        first, second = _sql(owner, column, whole), _sql(node.args[0], column, whole)
        return f"coalesce({first}, {second})" if first and second else None
    if not (isinstance(owner, ast.Attribute) and owner.attr == "str"):
        return None
    text = _sql(owner.value, column, whole)
    given = [constant(argument) for argument in node.args]
    if text is None or not all(isinstance(value, str) for value in given):
        return None
    if method == "strip" and not given:
        return f"regexp_replace({text}, {string(f'^{BLANK}|{BLANK}$')}, '', 'g')"
    if method == "replace" and len(given) == 2:
        old, new = map(str, given)
        if not words:
            return f"replace({text}, {string(old)}, {string(new)})"
        if set(words) == {"regex"} and not any(part in old + new for part in AROUND):
            return f"regexp_replace({text}, {string(old)}, {string(new)}, 'g')"
    return None


def _of_pandas(
    method: str, value: ast.AST, words: Mapping[Any, ast.AST], column: str, whole: str
) -> str | None:
    options = {name: constant(word) for name, word in words.items()}
    if method == "to_numeric" and options == {"errors": "coerce"}:
        text = _sql(value, column, whole)
        # The engine takes 1_000 for a number.
        return f"CASE WHEN NOT contains({text}, '_') THEN try_cast({text} AS DOUBLE) END" if text else None  # fmt: skip
    if method != "to_datetime":
        return None
    if set(options) == {"unit"}:
        number = EPOCH.get(str(options["unit"]))
        is_column = isinstance(value, ast.Subscript)
        return f"make_timestamp({number.format(whole)})" if number and is_column else None
    if set(options) != {"format", "errors"} or options["errors"] != "coerce":
        return None
    how = str(options["format"])
    if how == "%Y%m%d" and ast.unparse(value).endswith(".astype('Int64').astype(str)"):
        return f"try_strptime({whole}::VARCHAR, {string(how)})"
    text = _sql(value, column, whole)
    if text is None or "%z" in how:
        return None
    if "%f" in how:
        text = f"regexp_replace({text}, {string(MICROSECONDS)}, '\\1')"
    return f"try_strptime({text}, {string(how)})"


def constant(node: ast.AST) -> Any:
    return node.value if isinstance(node, ast.Constant) else None
