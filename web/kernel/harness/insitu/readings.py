"""One reading of a file for all code: what the file's profile says is added to the cell's calls
that leave it out, and what a call reads otherwise is noted.

The profile's reader is the only source. Arguments that the code states are never changed, and
pandas reads as it does anywhere: calls are completed in the cell's text before it is compiled. What
only shows when the code runs is compared after each read.
"""

from __future__ import annotations

import ast
import codecs
import functools
import inspect
import json
import os
import re
from dataclasses import dataclass

from .pandas_calls import FUNCTIONS, UNKNOWN, ReadCall, may_read, read_calls, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Characters of code that is completed; longer code is compared only when it reads.
MAX_CODE_LENGTH = 200_000
MAX_ADDITIONS = 50
MAX_DEVIATIONS = 20

# What pandas assumes if a call does not say. Of other arguments that the profile does not have,
# every value is the caller's choice.
DEFAULTS = {
    "sep": ",",
    "decimal": ".",
    "thousands": None,
    "header": "infer",
    "skiprows": None,
    "encoding": "utf-8",
    "quoting": 0,
    "quotechar": '"',
    "comment": None,
}
# Arguments that say together where the table is: with another value of one, the others of the
# profile would mean other lines.
LAYOUT = {"skiprows", "header", "names", "skipfooter", "comment", "colspecs", "widths", "nrows"}
# Arguments that name columns, which a call that chooses or renames columns may not have.
OF_COLUMNS = {"parse_dates", "date_format", "dtype", "converters"}
# What is missing is said by these together.
OF_MISSING = {"na_values", "keep_default_na", "na_filter"}
# Of what a table has, a call may take a part, and choose the index.
CHOICES = {"usecols", "index_col"}
# Engines of pandas take different arguments. This one refuses all but these.
OF_PYARROW = {"sep", "encoding", "decimal", "header", "dtype"}
# A comment that keeps a call, or the whole cell if it has a line of its own, as it is written.
AS_WRITTEN = re.compile(r"#\s*as written\s*$", re.IGNORECASE)
# The name of what a profile's reader does besides calling one function.
STEPS = "further steps"


@dataclass
class Reading:
    """How the profile says that a table is read: the function of pandas, and its arguments as
    source and as values.
    """

    path: str
    name: str
    sheet: str | None
    function: str
    sources: dict[str, str]
    values: dict[str, Any]
    more: bool
    reader: str


def parse(path: str, name: str, sheet: str | None, reader: str) -> Reading | None:
    """Reads a profile's reader; None if it does not call a function of pandas that reads a file."""
    outer = ast.parse(reader, mode="eval").body
    calls = [
        node
        for node in ast.walk(outer)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in FUNCTIONS
    ]
    if (
        len(calls) != 1
        or not isinstance(calls[0].func, ast.Attribute)
        or any(word.arg is None for word in calls[0].keywords)
    ):
        return None
    call, function = calls[0], calls[0].func.attr
    words = {word.arg: word.value for word in call.keywords if word.arg}
    sources = {
        key: f"{key}={ast.get_source_segment(reader, value)}" for key, value in words.items()
    }
    plain = call is outer and len(call.args) == 1 and isinstance(call.args[0], ast.Constant)
    return Reading(
        path,
        name,
        sheet,
        function,
        sources,
        {key: value_of(value) for key, value in words.items()},
        not plain,
        reader,
    )


class Readings:
    """The readings of the session's files, by their real paths, and what the current execution has
    to say of them.
    """

    def __init__(self) -> None:
        self.tables: dict[str, list[Reading]] = {}
        self.text = ""
        self.inside = False
        self.additions: list[dict[str, Any]] = []
        self.deviations: list[dict[str, Any]] = []

    def begin(self, readings_json: str | None) -> None:
        """Takes the readings of the profiles, as the page has them now. Without any, nothing is
        completed or noted.
        """
        self.additions, self.deviations = [], []
        text = readings_json or "[]"
        if text == self.text:
            return
        self.text, self.tables = text, {}
        for one in json.loads(text):
            try:
                reading = parse(one["path"], one["name"], one["sheet"], one["reader"])
            except (SyntaxError, ValueError, RecursionError):
                continue
            if reading is not None:
                self.tables.setdefault(os.path.realpath(reading.path), []).append(reading)

    def said(self) -> dict[str, Any]:
        """Returns what the outcome has of the execution's readings."""
        said = {"additions": self.additions, "deviations": self.deviations}
        return {name: found for name, found in said.items() if found}

    def complete(self, code: str, names: dict[str, Any]) -> str:
        """Returns the code with the arguments that its calls leave out. Code that cannot be read is
        returned unchanged.
        """
        if not self.tables or len(code) > MAX_CODE_LENGTH or not may_read(code, names):
            return code
        try:
            return self.completed(code, names)
        except Exception:
            # Code that has run may have spoilt what reads it; the comparison after each read
            # remains.
            self.additions = []
            return code

    def completed(self, code: str, names: dict[str, Any]) -> str:
        from . import source

        lines = code.split("\n")
        if any(AS_WRITTEN.match(line.strip()) for line in lines):
            return code
        text = source.dedent(code)
        tree = ast.parse(text)
        edits = []
        for call in read_calls(tree, names)[:MAX_ADDITIONS]:
            first, last = call.node.lineno - 1, call.node.end_lineno or call.node.lineno
            added = self.missing(call)
            if added and not any(AS_WRITTEN.search(line) for line in lines[first:last]):
                edits.append((call, added))
        places = []
        for call, (reading, added) in edits:
            place = insertion(text, call.node, list(added.values()))
            if place is not None:
                places.append((*place, {"file": reading.name, "arguments": list(added)}))
        completed = self.insert(code, text, places)
        ast.parse(source.dedent(completed))
        return completed

    def insert(
        self, code: str, text: str, places: list[tuple[int, int, str, dict[str, Any]]]
    ) -> str:
        """Inserts texts at places of the dedented `text` into `code`, whose lines have the same
        ends.
        """
        lines, dedented = (
            [line.encode() for line in code.split("\n")],
            [line.encode() for line in text.split("\n")],
        )
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        found = []
        for line, column, words, facts in places:
            whole = lines[line].removesuffix(b"\r")
            found.append(
                {
                    "at": starts[line] + len(whole) - (len(dedented[line]) - column),
                    "text": words,
                    **facts,
                }
            )
        found.sort(key=lambda one: one["at"])
        content = code.encode()
        for one in reversed(found):
            content = content[: one["at"]] + one["text"].encode() + content[one["at"] :]
        self.additions = found
        return content.decode()

    def missing(self, call: ReadCall) -> tuple[Reading, dict[str, str]] | None:
        """Returns the reading of the call's file, and the arguments to add, each as source."""
        reading = self.choose(call.path, call.function, call.given)
        if reading is None:
            return None
        _unlike, absent, implied = compare(reading, call.function, call.given)
        addable = [name for name in absent if can_add(name, reading, call.given)]
        sources = {name: reading.sources.get(name, implied.get(name, "")) for name in addable}
        return (reading, sources) if sources else None

    def choose(self, path: str, function: str, given: dict[str, Any]) -> Reading | None:
        """Returns the reading that a call means; None if there is none, or several that differ."""
        tables = self.tables.get(os.path.realpath(path), [])
        if function != "read_excel" or "sheet_name" not in given or len(tables) == 0:
            return (
                tables[0]
                if len(tables) == 1 or (tables and tables[0].function == "read_excel" == function)
                else None
            )
        sheet = given["sheet_name"]
        if isinstance(sheet, str):
            return next((table for table in tables if table.sheet == sheet), None)
        # Sheets by number, or several at once: the same arguments have to suit all.
        others = [
            {key: value for key, value in table.sources.items() if key != "sheet_name"}
            for table in tables
        ]
        return tables[0] if all(other == others[0] for other in others) else None

    def note(self, function: str, source: Any, given: dict[str, Any]) -> None:
        """Compares a read that has succeeded with the profile."""
        path, opened = path_of(source)
        if path is None or len(self.deviations) >= MAX_DEVIATIONS:
            return
        given = {name: plain(value) for name, value in {**opened, **given}.items()}
        tables = self.tables.get(os.path.realpath(path), [])
        chosen = self.choose(path, function, given)
        unlike: list[str] = []
        if chosen is not None:
            tables = [chosen]
        elif function == "read_excel" and isinstance(given.get("sheet_name"), str):
            # A sheet without a table in the profile.
            tables = []
        for table in tables:
            different, absent, _implied = compare(table, function, given)
            several = chosen is None or not isinstance(given.get("sheet_name", 0), str)
            unlike += [
                name
                for name in [*different, *absent]
                if name not in unlike
                and not (several and name == "sheet_name" and "sheet_name" in given)
            ]
        if unlike and tables:
            one = {"file": tables[0].name, "arguments": unlike}
            if one not in self.deviations:
                self.deviations.append(one)


current = Readings()


def compare(
    reading: Reading, function: str, given: dict[str, Any]
) -> tuple[list[str], list[str], dict[str, str]]:
    """Compares a call with the profile. Returns the arguments that say something else, those that
    the call leaves out, and sources of those among them that the profile's reader does not have.
    """
    if (function == "read_table") != (reading.function == "read_table") and {
        function,
        reading.function,
    } <= {"read_csv", "read_table"}:
        default = {"sep": "\t" if function == "read_table" else ","}
    elif function != reading.function:
        return [reading.function], [], {}
    else:
        default = {"sep": DEFAULTS["sep"] if function == "read_csv" else "\t"}
    theirs = {"sep": "\t" if reading.function == "read_table" else DEFAULTS["sep"]}
    expected = chosen(
        {**({} if function in ("read_excel", "read_fwf") else theirs), **reading.values},
        given.get("usecols"),
    )
    given = {"sep" if name == "delimiter" else name: value for name, value in given.items()}
    unlike = [
        name
        for name, value in given.items()
        if (name in expected or name in DEFAULTS)
        and name not in CHOICES
        and not is_same(name, value, expected.get(name, DEFAULTS.get(name)))
    ]
    if (
        "names" in given
        and "names" not in expected
        and "header" not in given
        and expected.get("header", "infer") is not None
    ):
        # pandas then takes the line with the names for a row.
        unlike.append("names")
    if reading.more:
        unlike.append(STEPS)
    absent = [
        name
        for name in expected
        if name not in given
        and not (name == "sep" and is_same("sep", default["sep"], expected["sep"]))
    ]
    implied = {} if "sep" in reading.sources else {"sep": f"sep={json.dumps(expected.get('sep'))}"}
    return unlike, absent, implied


def chosen(expected: dict[str, Any], columns: Any) -> dict[str, Any]:
    """Returns the expected arguments without what they say of columns that a call does not take."""
    if not isinstance(columns, list) or not all(isinstance(column, str) for column in columns):
        return expected
    left = dict(expected)
    if isinstance(dtype := left.get("dtype"), dict):
        left["dtype"] = {column: kind for column, kind in dtype.items() if column in columns}
    if isinstance(dates := left.get("parse_dates"), list):
        left["parse_dates"] = [column for column in dates if column in columns]
        if not left["parse_dates"]:
            left.pop("date_format", None)
    return {
        name: value for name, value in left.items() if name not in ("dtype", "parse_dates") or value
    }


def has_dates(expected: dict[str, Any], columns: Any) -> bool:
    """Returns whether a call takes all columns that are parsed as dates: pandas refuses the names
    of others.
    """
    dates = expected.get("parse_dates")
    return (
        isinstance(columns, list)
        and isinstance(dates, list)
        and all(column in columns for column in dates)
    )


def can_add(name: str, reading: Reading, given: dict[str, Any]) -> bool:
    """Returns whether an argument of the profile means the same beside those that the call has."""
    expected = reading.values
    if name in LAYOUT and any(
        word in LAYOUT
        and word != "nrows"
        and not is_same(word, value, expected.get(word, DEFAULTS.get(word)))
        for word, value in given.items()
    ):
        return False
    if name in OF_COLUMNS and ({"names", "header"} & given.keys()):
        return False
    if (
        name in ("parse_dates", "date_format")
        and "usecols" in given
        and not has_dates(expected, given["usecols"])
    ):
        return False
    if name in OF_MISSING and OF_MISSING & given.keys():
        return False
    if given.get("engine", "c") == "pyarrow" and name not in OF_PYARROW:
        return False
    return not (name == "engine" and "low_memory" in given)


def is_same(name: str, given: Any, expected: Any) -> bool:
    """Returns whether two values of an argument read the same."""
    if given is UNKNOWN or expected is UNKNOWN:
        # What the profile has is not a literal: it was added as it is there.
        return expected is UNKNOWN
    if name == "encoding":
        return codec(given) == codec(expected)
    if name == "header":
        return (0 if given in ("infer", [0]) else given) == (0 if expected == "infer" else expected)
    if name == "skiprows":
        return lines_of(given) == lines_of(expected)
    if name == "parse_dates" and isinstance(given, list) and isinstance(expected, list):
        return all(column in given for column in expected)
    if name == "nrows" and type(given) is int and type(expected) is int:
        return given <= expected
    if name == "dtype" and isinstance(expected, dict):
        return all(
            type_name(given.get(key) if isinstance(given, dict) else given) == type_name(value)
            for key, value in expected.items()
        )
    return type(given) is type(expected) and given == expected


def codec(name: Any) -> str:
    try:
        found = codecs.lookup(name or "utf-8").name
    except (LookupError, TypeError):
        return str(name)
    # pandas leaves out the mark at the beginning of either.
    return "utf-8" if found in ("utf-8-sig", "ascii") else found


def lines_of(value: Any) -> Any:
    """Returns the lines that `skiprows` leaves out."""
    if type(value) is int:
        return list(range(value))
    return (
        sorted(value)
        if isinstance(value, list) and all(type(one) is int for one in value)
        else []
        if value is None
        else value
    )


def type_name(value: Any) -> str:
    name = value.__name__ if isinstance(value, type) else str(value)
    return "str" if name in ("string", "object", "O") else name


def plain(value: Any) -> Any:
    """Returns a value of Python's own types, or `UNKNOWN`: the methods of others are the user's
    code.
    """
    if value is None or type(value) in (str, int, float, bool, type):
        return value
    if type(value) in (list, tuple, set, range, frozenset):
        values = [plain(one) for one in value]
        return UNKNOWN if UNKNOWN in values else values
    if type(value) is dict and all(type(key) in (str, int) for key in value):
        values = {key: plain(one) for key, one in value.items()}
        return UNKNOWN if UNKNOWN in values.values() else values
    return UNKNOWN


def path_of(source: Any) -> tuple[str | None, dict[str, Any]]:
    """Returns the path of what a call reads, and what opening it has decided already."""
    if type(source).__name__ == "ExcelFile":
        source = getattr(source, "_io", None)
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source), {}
    name, encoding = getattr(source, "name", None), getattr(source, "encoding", None)
    return (
        (name, {"encoding": encoding} if isinstance(encoding, str) else {})
        if isinstance(name, str)
        else (None, {})
    )


def insertion(text: str, call: ast.Call, sources: list[str]) -> tuple[int, int, str] | None:
    """Returns where to insert the arguments so that the call has them and nothing else changes:
    line and column from zero, the latter in bytes, and the text.
    """
    lines = [line.encode() for line in text.split("\n")]
    written = [*call.args, *(word.value for word in call.keywords)]
    after = max((one.end_lineno or 0, one.end_col_offset or 0) for one in written)
    end = (call.end_lineno or 0, (call.end_col_offset or 0) - 1)
    words = ", ".join(sources)
    expected = ast.parse(f"f({words})", mode="eval").body
    more = [ast.dump(word) for word in expected.keywords] if isinstance(expected, ast.Call) else []
    for line, column, inserted in ((*after, f", {words}"), (*end, f", {words}"), (*end, words)):
        changed = lines[line - 1][:column] + inserted.encode() + lines[line - 1][column:]
        start = (call.lineno, call.col_offset)
        try:
            again = ast.parse(b"\n".join([*lines[: line - 1], changed, *lines[line:]]))
        except SyntaxError:
            continue
        # The call begins at the same place, and so do the calls that it is the beginning of.
        found = (
            one
            for one in ast.walk(again)
            if isinstance(one, ast.Call) and (one.lineno, one.col_offset) == start
        )
        if any(is_completed(one, call, more) for one in found):
            return line - 1, column, inserted
    return None


def is_completed(found: ast.Call, call: ast.Call, more: list[str]) -> bool:
    """Returns whether a call is another one with more arguments at its end."""
    words = [ast.dump(word) for word in found.keywords]
    return (
        ast.dump(found.func) == ast.dump(call.func)
        and [ast.dump(one) for one in found.args] == [ast.dump(one) for one in call.args]
        and words == [ast.dump(word) for word in call.keywords] + more
    )


def watch(pandas: Any) -> None:
    """Has pandas' readers report what they have read. What they return, and how they are called,
    stays.
    """
    for name in FUNCTIONS:
        setattr(pandas, name, watched(name, getattr(pandas, name)))
    pandas.ExcelFile.parse = watched("read_excel", pandas.ExcelFile.parse)


def watched(name: str, read: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(read)
    first = next(iter(signature.parameters))

    @functools.wraps(read)
    def reported(*args: Any, **options: Any) -> Any:
        # Readers call each other, with arguments that nobody has written.
        outer, current.inside = current.inside, True
        try:
            found = read(*args, **options)
        finally:
            current.inside = outer
        if not outer and current.tables:
            report(name, signature, first, args, options)
        return found

    return reported


def report(
    name: str,
    signature: inspect.Signature,
    first: str,
    args: tuple[Any, ...],
    options: dict[str, Any],
) -> None:
    """Notes a read. Never raises: it has succeeded."""
    try:
        given = dict(signature.bind_partial(*args, **options).arguments)
        source = given.pop(first)
        given.update(given.pop("kwds", {}))
        current.note(name, source, given)
    except Exception:
        pass
