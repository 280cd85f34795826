"""SQL as text: its statements, the values of its parameters, and the files that it names. Runs
nothing. What it does not recognise, the engine refuses.
"""

from __future__ import annotations

import datetime
import decimal
import os
import re
import uuid
from dataclasses import dataclass, field

from ._errors import InvalidInputException

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

TOKEN = re.compile(
    r"""
      (?P<blank>\s+|--[^\n]*|/\*.*?(?:\*/|\Z))
    | (?P<string>'(?:[^']|'')*')
    | (?P<escaped>[eE]'(?:[^'\\]|\\.|'')*'|(?P<dollar>\$(?:[^\W\d]\w*)?\$).*?(?P=dollar))
    | (?P<name>"(?:[^"]|"")*")
    | (?P<parameter>\?\d*|\$\w+)
    | (?P<word>[^\W\d]\w*)
    | (?P<number>\d[\w.]*)
    | (?P<sign>.)
    """,
    re.VERBOSE | re.DOTALL,
)
READERS = {
    "read_csv", "read_csv_auto", "read_parquet", "parquet_scan", "read_json", "read_json_auto",
    "read_xlsx", "sqlite_scan",
}  # fmt: skip
# What may follow a table that has no alias.
AFTER_TABLE = {
    "where", "join", "inner", "left", "right", "full", "cross", "natural", "asof", "positional",
    "semi", "anti", "on", "using", "group", "order", "having", "qualify", "window", "limit",
    "offset", "fetch", "union", "except", "intersect", "select", "sample", "tablesample", "pivot",
    "unpivot", "returning",
}  # fmt: skip
# Statements that return rows for whoever runs them.
ASKING = {
    "select", "from", "with", "values", "show", "describe", "desc", "summarize", "explain", "pivot",
    "unpivot", "table", "call", "pragma", "execute",
}  # fmt: skip
READING = {"select", "from", "with", "values", "show", "describe", "summarize", "pivot", "table"}
MAX_INT64 = 2**63
MAX_DIGITS = 38


@dataclass
class Token:
    kind: str
    text: str


@dataclass
class Statement:
    """One statement."""

    tokens: list[Token] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(token.text for token in self.tokens).strip()

    @property
    def first(self) -> str:
        """The first word, in lower case; an opening bracket counts for a query."""
        for token in self.tokens:
            if token.kind != "blank":
                return "select" if token.text == "(" else token.text.lower()
        return ""

    @property
    def asks(self) -> bool:
        return self.first in ASKING

    @property
    def only_reads(self) -> bool:
        words = {token.text.lower() for token in self.tokens if token.kind == "word"}
        return self.first in READING and not words & {"insert", "update", "delete", "merge"}


def statements(sql: str) -> list[Statement]:
    """Splits SQL into its statements; empty ones are left out."""
    found = [Statement()]
    for match in TOKEN.finditer(sql):
        if match["sign"] == ";":
            found.append(Statement())
        else:
            found[-1].tokens.append(Token(match.lastgroup or "sign", match[0]))
    for statement in found:
        for token in statement.tokens:
            if token.kind == "dollar":
                token.kind = "escaped"
    return [statement for statement in found if statement.first]


def bound(statement: Statement, values: Sequence[Any] | Mapping[str, Any]) -> Statement:
    """Returns the statement with values in place of its parameters. Raises InvalidInputException
    if there are more or fewer.
    """
    taken: set[Any] = set()
    given = dict(values) if hasattr(values, "keys") else dict(enumerate(values, 1))  # pyright: ignore[reportArgumentType, reportCallIssue]
    count = 0

    def value_of(token: Token) -> Token:
        nonlocal count
        if token.kind != "parameter":
            return token
        name = token.text[1:]
        if not name:
            count += 1
        key: Any = count if not name else int(name) if name.isdigit() else name
        if key not in given:
            raise InvalidInputException(
                f"Invalid Input Error: No value was given for the parameter {token.text}."
            )
        taken.add(key)
        return Token("value", literal(given[key]))

    tokens = [value_of(token) for token in statement.tokens]
    if len(taken) != len(given):
        raise InvalidInputException(
            f"Invalid Input Error: The statement has {len(taken)} parameters, and {len(given)} values were given."
        )
    return Statement(tokens)


def literal(value: Any) -> str:
    """Returns a value as SQL."""
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        # A scalar of numpy.
        value = value.item()
    if value is None or is_missing(value):
        return "NULL"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int):
        return f"({value})" if -MAX_INT64 <= value < MAX_INT64 else f"'{value}'::HUGEINT"
    if isinstance(value, float):
        return f"'{value!r}'::DOUBLE"
    if isinstance(value, decimal.Decimal):
        text = format(value, "f")
        scale = len(text.partition(".")[2])
        digits = max(sum(sign.isdigit() for sign in text), scale + 1)
        if not value.is_finite() or digits > MAX_DIGITS:
            raise InvalidInputException(
                f"Invalid Input Error: {value} has no form as DECIMAL, which has {MAX_DIGITS} digits."
            )
        return f"'{text}'::DECIMAL({digits}, {scale})"
    if isinstance(value, str):
        return string(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "'" + "".join(f"\\x{byte:02X}" for byte in bytes(value)) + "'::BLOB"
    if isinstance(value, datetime.datetime):
        kind = "TIMESTAMP" if value.tzinfo is None else "TIMESTAMPTZ"
        return f"'{value.isoformat(' ')}'::{kind}"
    if isinstance(value, datetime.date):
        return f"'{value.isoformat()}'::DATE"
    if isinstance(value, datetime.time):
        return f"'{value.isoformat()}'::TIME"
    if isinstance(value, datetime.timedelta):
        return f"to_microseconds({value // datetime.timedelta(microseconds=1)})"
    if isinstance(value, uuid.UUID):
        return f"'{value}'::UUID"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{string(str(key))}: {literal(one)}" for key, one in value.items())
            + "}"
        )
    raise InvalidInputException(
        f"Invalid Input Error: A value of the type {type(value).__name__} cannot be a parameter of SQL."
    )


def is_missing(value: Any) -> bool:
    """Returns whether a value is one of pandas' for what is missing; NaN is a number."""
    return type(value).__name__ in ("NAType", "NaTType")


def string(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def plain(token: Token) -> str:
    """Returns the text of a string or of a quoted name."""
    quote = token.text[0]
    return token.text[1:-1].replace(quote * 2, quote)


def with_files(
    statement: Statement,
    is_file: Callable[[str], bool],
    table_of: Callable[[str, dict[str, Any]], str],
) -> Statement:
    """Returns the statement with tables in place of the files that it names after FROM or JOIN, and
    in place of calls of functions that read files. `table_of` returns the name of a table as SQL
    has it, for a file and options.
    """
    tokens: list[Token] = []
    solid = [at for at, token in enumerate(statement.tokens) if token.kind != "blank"]
    following = dict(zip(solid, [*solid[1:], len(statement.tokens)]))
    before, at = "", 0
    while at < len(statement.tokens):
        token = statement.tokens[at]
        if token.kind == "word" and token.text.lower() in READERS:
            called = call(statement.tokens, following, following[at])
            if called is not None:
                names, options, after = called
                tables = " UNION ALL ".join(f"FROM {table_of(name, options)}" for name in names)
                tokens.append(Token("table", f"({tables})"))
                before, at = ")", after
                continue
        if token.kind == "string" and before in ("from", "join") and is_file(plain(token)):
            name = plain(token)
            rest = statement.tokens[following[at] : following[at] + 1]
            alias = rest and (rest[0].kind == "name" or (rest[0].kind == "word" and rest[0].text.lower() not in AFTER_TABLE))  # fmt: skip
            stem = os.path.splitext(os.path.basename(name))[0]
            named = "" if alias else f" AS {quoted(stem)}"
            tokens.append(Token("table", f"(FROM {table_of(name, {})}){named}"))
        else:
            tokens.append(token)
        if token.kind != "blank":
            before = token.text.lower()
        at += 1
    return Statement(tokens)


def call(
    tokens: list[Token], following: dict[int, int], at: int
) -> tuple[list[str], dict[str, Any], int] | None:
    """Reads the arguments of a function that reads files, from its bracket at `at`. Returns the
    files, the options, and the position after the call; None if the arguments are not literals. A
    second text is the name of a table of the file.
    """

    def text_at(place: int) -> str:
        return tokens[place].text if place < len(tokens) else ""

    def value_at(place: int) -> tuple[Any, int]:
        if place >= len(tokens):
            return None, place
        token = tokens[place]
        if token.kind == "string":
            return plain(token), following[place]
        if token.kind == "number":
            return float(token.text) if "." in token.text else int(token.text), following[place]
        if token.text.lower() in ("true", "false"):
            return token.text.lower() == "true", following[place]
        if token.text == "[":
            found, place = [], following[place]
            while text_at(place) not in ("]", ""):
                one, place = value_at(place)
                if one is None:
                    return None, place
                found.append(one)
                place = following[place] if text_at(place) == "," else place
            return found, following.get(place, place)
        return None, place

    if text_at(at) != "(":
        return None
    first, at = value_at(following[at])
    names = first if isinstance(first, list) else [first]
    if not names or not all(isinstance(name, str) for name in names):
        return None
    options: dict[str, Any] = {}
    while text_at(at) == ",":
        word = following[at]
        if word < len(tokens) and tokens[word].kind == "string" and not options:
            options["sheet"], at = value_at(word)
            continue
        at = following.get(word, word)
        if text_at(at) == ":":
            at = following[at]
        if text_at(at) != "=":
            return None
        options[text_at(word).lower()], at = value_at(following[at])
    return (names, options, at + 1) if text_at(at) == ")" else None
