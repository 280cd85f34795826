"""A large text file that the engine reads itself, from the user's file: its profile as SQL. Nothing
is guessed: every option is stated, and what SQL cannot say is read by pandas.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from . import _conversions
from ._sql import quoted, string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# How a file is read whose profile names no other words for what is missing.
ENCODINGS = {"utf-8": "utf-8", "latin-1": "latin-1"}
# Arguments of pandas that SQL can say.
KNOWN = {
    "sep", "skiprows", "header", "names", "decimal", "thousands", "encoding", "nrows", "dtype",
    "na_values", "keep_default_na", "parse_dates", "date_format",
}  # fmt: skip
# How the values of a column are read: at first as the profile says, and after a value that does not
# fit by the next that follows.
NEXT = {"whole": "exact", "exact": "number", "number": "text", "boolean": "text"}
KINDS = {"int64": "whole", "float64": "number", "bool": "boolean", "str": "text", "object": "text"}
# The bytes of a file that the engine reads at a time. Its default, 32 MB, is not faster here.
BUFFER = 8 << 20
# Whole numbers up to here are exact as floating-point numbers.
EXACT = 2**53 - 1
TRUE, FALSE = "('True', 'TRUE', 'true')", "('False', 'FALSE', 'false')"
# The message of a value that does not fit: the file's number, and the column's position.
MARK = re.compile(r"^Invalid Input Error: insitu:(\d+):(\d+)$")
# DuckDB's own message of such a value, and the file of any of its messages about a text file.
CAST = re.compile(r'^Error when converting column "c(\d+)"', re.MULTILINE)
FILE = re.compile(r"^\s*file = insitu-files/(\d+)$", re.MULTILINE)


@dataclass
class Column:
    """A column, and how its values are read."""

    name: str
    kind: str
    # Words that are missing values in this column and not in all.
    missing: list[str]
    # The conversion of the profile, as SQL.
    conversion: str | None
    # Whether texts that cannot be converted are NULL instead of an error.
    lenient: bool = False
    # Whether such a text means that SQL cannot read the column as pandas does.
    strict: bool = False


@dataclass
class Reference:
    """How the engine reads a file."""

    columns: list[Column]
    options: dict[str, str]
    rows: int | None
    decimal: str
    # The arguments by which pandas reads the file, and the profile of the table.
    arguments: dict[str, Any]
    table: dict[str, Any]
    # The name by which the engine knows the file.
    source: str = ""
    warnings: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return int(self.source.rpartition("/")[2])

    def sql(self) -> str:
        """Returns the query of the table."""
        columns = ", ".join(
            f"c{at}: '{'DOUBLE' if is_float(one) else 'VARCHAR'}'"
            for at, one in enumerate(self.columns)
        )
        options = "".join(f", {name} = {value}" for name, value in self.options.items())
        shown = ", ".join(
            f"{self._value(at)} AS {quoted(name)}"
            for at, name in enumerate(distinct([one.name for one in self.columns]))
        )
        limit = "" if self.rows is None else f" LIMIT {self.rows}"
        return f"SELECT {shown} FROM (FROM read_csv({string(self.source)}, columns = {{{columns}}}{options}){limit})"

    def _value(self, at: int) -> str:
        """Returns the expression of a column."""
        column, cell = self.columns[at], f"c{at}"
        otherwise = f"error('insitu:{self.number}:{at}')"
        if is_float(column):
            value = cell
        elif column.missing:
            words = ", ".join(map(string, column.missing))
            value = f"CASE WHEN {cell} NOT IN ({words}) THEN {cell} END"
        else:
            value = cell
        if column.kind == "whole":
            value = f"CASE WHEN {cell} = trunc({cell}) AND abs({cell}) <= {EXACT} THEN {cell}::BIGINT WHEN {cell} IS NULL THEN NULL ELSE {otherwise} END"
        elif column.kind == "exact":
            value = f"CASE WHEN {value} IS NULL THEN NULL WHEN regexp_full_match({cell}, '\\s*[-+]?\\d+\\s*') AND try_cast({cell} AS BIGINT) IS NOT NULL THEN {cell}::BIGINT ELSE {otherwise} END"
        elif column.kind == "number" and column.missing:
            value = f"({value})::DOUBLE"
        elif column.kind == "boolean":
            value = f"CASE WHEN {value} IS NULL THEN NULL WHEN {cell} IN {TRUE} THEN true WHEN {cell} IN {FALSE} THEN false ELSE {otherwise} END"
        if column.conversion:
            converted = column.conversion.replace("{column}", f"({value})")
            value = (
                converted
                if column.lenient
                else f"CASE WHEN ({value}) IS NULL THEN NULL ELSE coalesce({converted}, {otherwise}) END"
            )
        return value

    def adapt(self, message: str, name: str) -> bool:
        """Changes how the column is read in which the engine has found a value that does not fit.
        Returns whether that is what the message says, and possible.
        """
        marked, cast = MARK.match(message), CAST.search(message)
        if marked is None and cast is None:
            return False
        column = self.columns[int(marked[2] if marked else cast[1])]  # pyright: ignore[reportOptionalSubscript]
        if column.conversion:
            if column.lenient or column.strict or not marked:
                return False
            column.lenient = True
            self.warnings.append(
                f"{name}: some texts in the column {column.name} are not values of its type, and are NULL in SQL."
            )
            return True
        if column.kind not in NEXT:
            return False
        column.kind = NEXT[column.kind]
        if column.kind == "exact" and self.decimal == "," and "thousands" in self.options:
            column.kind = "number"
        if column.kind == "text":
            self.warnings.append(
                f"{name}: the column {column.name} has texts beyond the first rows, and is text in SQL."
            )
        return True


def agrees(ours: Any, pandas: Any) -> bool:
    """Returns whether two tables have the same names and values."""
    if distinct(list(map(str, pandas.columns))) != list(ours.columns) or len(ours) != len(pandas):
        return False
    for at in range(pandas.shape[1]):
        one, other = (
            column.astype(object).where(column.notna(), None).tolist()
            for column in (ours.iloc[:, at], pandas.iloc[:, at])
        )
        if one != other:
            return False
    return True


def is_float(column: Column) -> bool:
    """Returns whether the engine itself makes numbers of a column's cells."""
    return column.kind in ("whole", "number") and not column.missing


def number_of(message: str) -> int | None:
    """Returns the number of the file that one of the engine's messages is about."""
    if match := MARK.match(message):
        return int(match[1])
    found = FILE.findall(message)
    return int(found[-1]) if found else None


def distinct(names: list[str]) -> list[str]:
    """Returns names that do not differ by their case alone."""
    taken: set[str] = set()
    found = []
    for name in names:
        unique, count = name, 0
        while unique.lower() in taken:
            count += 1
            unique = f"{name}_{count}"
        taken.add(unique.lower())
        found.append(unique)
    return found


def of_profile(table: dict[str, Any], values: dict[str, Any]) -> Reference | None:
    """Returns how the engine reads a table of a profile as pandas would with these arguments; None if
    it cannot.
    """
    from insitu.pandas_calls import UNKNOWN
    from insitu.raw_cells import MISSING

    skipped = values.get("skiprows", 0)
    header = table["header"]["line"]
    if (
        set(values) - KNOWN
        or any(value is UNKNOWN for value in values.values())
        or not isinstance(skipped, int)
        or values.get("encoding", "utf-8") not in ENCODINGS
        or len(values.get("sep", ",")) != 1
        or values.get("sep") == " "
        or len(table["columns"]) < 2
        or values.get("header", 0) not in (0, None)
        or ("header" not in values) != (header is not None)
    ):
        return None
    # Blank lines above the header are lines of the file.
    skip = skipped if "header" in values else header - 1
    words = values.get("na_values", [])
    everywhere = MISSING if values.get("keep_default_na", True) else []
    by_column = words if isinstance(words, dict) else {}
    if not isinstance(words, dict):
        everywhere = [*everywhere, *words]
    elif words:
        lists = [set(one) for one in words.values()]
        everywhere = [*everywhere, *set.intersection(*lists)]
    decimal = values.get("decimal", ".")
    columns = []
    for facts in table["columns"]:
        found = column_of(facts, values)
        if found is None:
            return None
        found.missing = [one for one in by_column.get(found.name, []) if one not in everywhere]
        if found.missing and found.kind in ("whole", "number") and decimal != ".":
            return None
        if found.missing and found.kind == "whole":
            found.kind = "exact"
        columns.append(found)
    options = {
        "auto_detect": "false",
        "header": "false" if "header" in values else "true",
        "skip": str(skip),
        "delim": string(values.get("sep", ",")),
        "quote": "'\"'",
        "escape": "'\"'",
        "comment": "''",
        "nullstr": f"[{', '.join(map(string, everywhere or ['']))}]",
        "decimal_separator": string(decimal),
        "encoding": string(ENCODINGS[values.get("encoding", "utf-8")]),
        "strict_mode": "true",
        "null_padding": "false",
        "ignore_errors": "false",
        "buffer_size": str(BUFFER),
    }
    if "thousands" in values:
        options["thousands"] = string(values["thousands"])
    return Reference(columns, options, values.get("nrows"), decimal, values, table)


def column_of(facts: dict[str, Any], values: dict[str, Any]) -> Column | None:
    """Returns how a column is read that a profile describes."""
    name, dtype = facts["name"], facts["dtype"]
    formats = values.get("date_format")
    if name in values.get("parse_dates", []):
        how = formats.get(name) if isinstance(formats, dict) else formats
        code = f'pd.to_datetime(df[""], format={how!r}, errors="coerce")'
        conversion = _conversions.sql_of(code, "{column}", "")
        # pandas leaves the column as text then.
        return Column(name, "text", [], conversion, strict=True) if conversion else None
    kind = KINDS.get(dtype)
    if kind is None:
        return None
    if facts["type"] == "empty":
        kind = "number"
    largest = [facts["min"], facts["max"]]
    if kind == "whole" and any(isinstance(value, str) for value in largest):
        kind = "exact"
    if not facts["conversion"]:
        return Column(name, kind, [], None)
    of_text = "{column}" if kind == "text" else ""
    of_whole = "{column}" if kind in ("whole", "exact") else "{column}::BIGINT"
    conversion = _conversions.sql_of(facts["conversion"], of_text, of_whole)
    # The engine has microseconds.
    strict = "%f" in facts["conversion"]
    return Column(name, kind, [], conversion, strict=strict) if conversion else None
