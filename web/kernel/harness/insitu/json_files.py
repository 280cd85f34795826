"""Profiles of JSON of any nesting. The largest lists of objects are the tables, objects within them
become dotted columns, and lists of objects within them become tables of their own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from . import records
from .delimited import SAMPLE_ROWS
from .quoting import quoted, uncompressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeGuard

    # Keys of objects, and 0 for the only object of a list.
    Path = tuple[str | int, ...]

# JSON has to be read whole; a larger file would exhaust the page's memory.
MAX_JSON_BYTES = 256 << 20
MAX_TABLES = 10
# Objects within objects in which tables are looked for, and records whose keys are looked at.
MAX_DEPTH = 12
LOOKED_AT = 1_000
# The least number of objects that make a table of what is not the only list of a file.
MIN_RECORDS = 2
# Keys of the names of columns beside a list of rows.
NAMES_BESIDE = (
    "columns",
    "fields",
    "header",
    "headers",
    "names",
    "cols",
    "column_names",
    "columnNames",
)
# Bytes of one line of a file of lines.
MAX_LINE_BYTES = 64 << 20
# Lists and objects within each other that are loaded: Python's own reader needs the stack of the
# browser for each, which ends the interpreter where it is used up.
MAX_NESTING = 200
PIECE = 4 << 20
TOO_DEEP = "The JSON file has lists or objects that are nested too deeply to be read. Save the records as CSV."
# The arguments by which texts stay texts, and how they are written.
AS_WRITTEN: dict[str, Any] = {"dtype": False, "convert_dates": False}
AS_WRITTEN_WORDS = ", dtype=False, convert_dates=False"


@dataclass
class Source:
    """Where the JSON is: the file that is read, how code names it for pandas and how code opens it,
    and its name among several.
    """

    path: str
    codec: str
    source: str
    opened: str
    member: str | None = None

    @classmethod
    def of_file(cls, path: str, name: str, codec: str) -> Source:
        codec = "utf-8-sig" if codec == "utf-8" else codec
        return cls(path, codec, uncompressed(name), f'open({quoted(name)}, encoding="{codec}")')

    def words(self) -> str:
        """Returns the argument for an encoding that pandas does not assume."""
        return "" if self.encoding() == "utf-8" else f', encoding="{self.codec}"'

    def encoding(self) -> str:
        """Returns what pandas reads the file as: it drops a byte order mark only if it is told."""
        with open(self.path, "rb") as file:
            marked = file.read(3) == b"\xef\xbb\xbf"
        return self.codec if marked else self.codec.removesuffix("-sig")

    def loaded(self) -> str:
        return f'__import__("json").load({self.opened})'

    def lines(self) -> str:
        return f'[__import__("json").loads(line) for line in {self.opened} if line.strip()]'


@dataclass
class Plan:
    """A table of a JSON file: its name, the first rows, the expression that reads it, how many rows
    it has, and notes.
    """

    name: str
    frame: Any
    expression: str
    rows: int
    notes: list[str] = field(default_factory=list)


def describe(source: Source, facts: dict[str, Any], lines: bool) -> bool:
    """Adds the tables that a JSON file holds. Returns whether there is one."""
    if lines:
        if any(is_deep(line) for line in first_lines(source, SAMPLE_ROWS)):
            facts["error"] = TOO_DEEP
            return False
        plans = [plan_of_lines(source)]
    else:
        with open(source.path, "rb") as file:
            if file.seek(0, 2) > MAX_JSON_BYTES:
                facts["error"] = (
                    "The JSON file is too large to be read at once. Save it as one record per line (JSONL) or as CSV."
                )
                return False
        with open(source.path, encoding=source.codec) as file:
            if nesting_of(iter(lambda: file.read(PIECE), "")) > MAX_NESTING:
                facts["error"] = TOO_DEEP
                return False
            file.seek(0)
            content = json.load(file)
        plans = plans_of(content, source)
        if not plans:
            facts["notes"].append(f"JSON that is not a table: {shape_of(content)}")
            return False
    several = len(plans) > 1 or source.member is not None
    for plan in plans[:MAX_TABLES]:
        name = " ".join(filter(None, (source.member, plan.name))) or "records"
        before = f"{name}: " if several else ""
        facts["notes"].extend(before + note for note in plan.notes)
        sheet = name if several else None
        records.add(facts, plan.frame, plan.expression, plan.rows, sheet=sheet)
    if len(plans) > MAX_TABLES:
        facts["notes"].append(f"{len(plans)} lists of objects, of which the largest are tables")
    return True


def is_deep(line: str) -> bool:
    """Returns whether a line is nested too deeply."""
    return line.count("[") + line.count("{") > MAX_NESTING and nesting_of([line]) > MAX_NESTING


def nesting_of(pieces: Iterable[str]) -> int:
    """Returns how many lists and objects of a JSON text are within each other, without loading it."""
    import numpy

    depth = deepest = 0
    in_text, rest = False, ""
    for piece in pieces:
        text = rest + piece
        # A piece may end within an escape.
        kept = len(text) - len(text.rstrip("\\"))
        rest, text = text[len(text) - kept :], text[: len(text) - kept]
        plain = text.replace("\\\\", "").replace('\\"', "").encode("utf-8", "replace")
        marks = numpy.frombuffer(plain, dtype=numpy.uint8)
        quotes = numpy.cumsum(marks == ord('"'), dtype=numpy.int64) + in_text
        outside = quotes % 2 == 0
        opened = ((marks == ord("[")) | (marks == ord("{"))) & outside
        closed = ((marks == ord("]")) | (marks == ord("}"))) & outside
        levels = numpy.cumsum(opened.astype("i8") - closed.astype("i8")) + depth
        if len(levels):
            deepest = max(deepest, int(levels.max()))
            depth, in_text = int(levels[-1]), bool(quotes[-1] % 2)
    return deepest


def shape_of(content: Any) -> str:
    if isinstance(content, dict):
        return f"object with the keys {', '.join(list(content)[:10])}"
    return type(content).__name__


def plan_of_lines(source: Source) -> Plan:
    """Returns the table of a file with an object per line."""
    import pandas

    arguments = {"lines": True, "encoding": source.encoding()}
    first = [json.loads(line) for line in first_lines(source, LOOKED_AT)]
    if any(
        isinstance(value, dict) for row in first if isinstance(row, dict) for value in row.values()
    ):
        rows = [json.loads(line) for line in first_lines(source, SAMPLE_ROWS)]
        count = len(rows) if len(rows) < SAMPLE_ROWS else count_lines(source.path)
        frame = pandas.json_normalize(rows)
        return Plan("", frame, f"pd.json_normalize({source.lines()})", count, nesting(frame))
    frame = pandas.read_json(source.path, nrows=SAMPLE_ROWS, compression=None, **arguments)
    kept = pandas.read_json(
        source.path, nrows=SAMPLE_ROWS, compression=None, **arguments, **AS_WRITTEN
    )
    words = source.words()
    if changes_texts(frame, kept):
        frame, words = kept, words + AS_WRITTEN_WORDS
    count = count_lines(source.path) if len(frame) >= SAMPLE_ROWS else len(frame)
    return Plan("", frame, f"pd.read_json({source.source}, lines=True{words})", count)


def first_lines(source: Source, many: int) -> Iterator[str]:
    """Yields the first lines that are not blank."""
    with open(source.path, encoding=source.codec) as file:
        while many > 0 and (line := file.readline(MAX_LINE_BYTES)):
            if line.strip():
                many -= 1
                yield line


def count_lines(path: str) -> int:
    lines, last = 0, b"\n"
    with open(path, "rb") as file:
        while chunk := file.read(4 << 20):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return lines + (last != b"\n")


def plans_of(content: Any, source: Source) -> list[Plan]:
    """Returns the tables of loaded JSON, the largest first."""
    if is_records(content):
        return [plan_of_records(content, (), source), *within(content, (), source)]
    if isinstance(content, dict) and content.get("type") == "FeatureCollection":
        plan = plan_of_features(content, source)
        return [] if plan is None else [plan]
    if rows_of_lists(content):
        return [plan_of_rows(content, (), source)]
    if not isinstance(content, dict) or not content:
        return []
    lists = {key: value for key, value in content.items() if isinstance(value, list)}
    if len(lists) == len(content) and len({len(value) for value in lists.values()}) == 1:
        plain = not any(isinstance(item, (dict, list)) for row in lists.values() for item in row)
        if plain:
            return [plan_of_columns(content, source)]
    found = sorted(lists_of(content, ()), key=lambda one: -len(one[1]))
    plans: list[Plan] = []
    for path, rows in found:
        if plans and len(rows) < MIN_RECORDS:
            plans[0].notes.append(f"{called(path)} has one record and is not a table of its own")
            continue
        if is_records(rows):
            plans += [plan_of_records(rows, path, source), *within(rows, path, source)]
        else:
            plans.append(plan_of_rows(rows, path, source, columns_beside(content, path)))
    if not plans and (keyed := plan_of_keys(content, source)) is not None:
        plans.append(keyed)
    return plans


def is_records(content: Any) -> TypeGuard[list[dict[str, Any]]]:
    return (
        isinstance(content, list)
        and bool(content)
        and all(isinstance(row, dict) for row in content)
    )


def rows_of_lists(content: Any) -> TypeGuard[list[list[Any]]]:
    """Returns whether JSON is a list of rows, each a list of plain values."""
    return (
        isinstance(content, list)
        and bool(content)
        and all(isinstance(row, list) for row in content)
        and any(content)
        and not any(isinstance(value, (list, dict)) for row in content[:LOOKED_AT] for value in row)
    )


def lists_of(content: dict[str, Any], path: Path) -> Iterator[tuple[Path, list[Any]]]:
    """Yields the lists of objects and of rows within objects, with the keys that lead to them."""
    for key, value in content.items():
        if is_records(value) and len(value) == 1 and len(path) < MAX_DEPTH:
            # A list of one object is that object, if there are lists within it.
            inner = list(lists_of(value[0], (*path, key, 0)))
            yield from inner or [((*path, key), value)]
        elif is_records(value) or (rows_of_lists(value) and len(value) >= MIN_RECORDS):
            yield (*path, key), value
        elif isinstance(value, dict) and len(path) < MAX_DEPTH:
            yield from lists_of(value, (*path, key))


def called(path: Path) -> str:
    """Names the place of a table by the keys that lead to it."""
    return ".".join(key for key in path if isinstance(key, str))


def place(path: Path, source: Source) -> str:
    return source.loaded() + "".join(f"[{quoted(key)}]" for key in path)


def plan_of_records(rows: list[dict[str, Any]], path: Path, source: Source) -> Plan:
    """Returns the table of a list of objects."""
    import pandas

    name, notes = called(path), []
    if len(path) > 1:
        notes.append(f"the records are at {name}")
    is_plain = not any(
        isinstance(value, (dict, list)) for row in rows[:LOOKED_AT] for value in row.values()
    )
    if is_plain and not path:
        encoding = source.encoding()
        frame, kept = (
            pandas.read_json(source.path, encoding=encoding, compression=None),
            pandas.read_json(source.path, encoding=encoding, compression=None, **AS_WRITTEN),
        )
        words = source.words()
        if changes_texts(frame, kept):
            frame, words = kept, words + AS_WRITTEN_WORDS
        return Plan(name, frame, f"pd.read_json({source.source}{words})", len(frame))
    frame = pandas.json_normalize(rows[:SAMPLE_ROWS])
    expression = f"pd.json_normalize({place(path, source)})"
    return Plan(name, frame, expression, len(rows), notes + nesting(frame))


def nesting(frame: Any) -> list[str]:
    """Returns a note about columns that come from objects within objects."""
    dotted = [str(name) for name in frame.columns if "." in str(name)]
    return [f"objects within the records are columns: {records.named(dotted)}"] if dotted else []


def within(rows: list[dict[str, Any]], path: Path, source: Source) -> list[Plan]:
    """Returns the tables of lists of objects within records, with the plain values of the record
    that each belongs to.
    """
    import pandas

    keys = dict.fromkeys(
        key for row in rows[:LOOKED_AT] for key, value in row.items() if is_records(value)
    )
    plans = []
    for key in keys:
        holders = [row for row in rows if is_records(row.get(key))]
        count = sum(len(row[key]) for row in holders)
        if count < MIN_RECORDS:
            continue
        inner = {name for row in holders[:LOOKED_AT] for item in row[key] for name in item}
        meta = [
            name
            for name in dict.fromkeys(name for row in holders[:LOOKED_AT] for name in row)
            if not any(isinstance(row.get(name), (dict, list)) for row in holders[:LOOKED_AT])
        ]
        options: dict[str, Any] = {"record_path": key}
        if meta:
            options["meta"] = meta
            if inner & set(meta):
                options["meta_prefix"] = f"{called(path[-2:]).split('.')[-1] or 'record'}."
            if any(name not in row for row in holders for name in meta):
                options["errors"] = "ignore"
        few = holders[:SAMPLE_ROWS]
        try:
            frame = pandas.json_normalize(few, **options)
        except (KeyError, TypeError, ValueError):
            continue
        words = "".join(f", {name}={quoted(value)}" for name, value in options.items())
        # Records without the list are left out, since pandas asks for it in each.
        chosen = place(path, source)
        if len(holders) < len(rows):
            chosen = f"[row for row in {chosen} if row.get({quoted(key)})]"
        name = called((*path, key))
        notes = [f"a row for each object in the lists at {name}, with the values of its record"]
        plans.append(Plan(name, frame, f"pd.json_normalize({chosen}{words})", count, notes))
    return plans


def columns_beside(content: Any, path: Path) -> tuple[list[str], str] | None:
    """Returns the names of columns beside a list of rows, as pandas and others write them, and
    their key.
    """
    for key in path[:-1]:
        content = content[key]
    width = max(map(len, content[path[-1]]))
    for key in NAMES_BESIDE:
        names = content.get(key)
        if (
            isinstance(names, list)
            and len(names) == width
            and all(isinstance(name, str) for name in names)
        ):
            return names, key
    return None


def plan_of_rows(
    rows: list[list[Any]], path: Path, source: Source, named: tuple[list[str], str] | None = None
) -> Plan:
    """Returns the table of a list of rows, whose first one may have the names of the columns."""
    import pandas

    where, name = place(path, source), called(path)
    if named is not None:
        names, key = named
        frame = pandas.DataFrame(rows[:SAMPLE_ROWS], columns=names)
        beside = place((*path[:-1], key), source)
        return Plan(name, frame, f"pd.DataFrame({where}, columns={beside})", len(rows))
    head = rows[0]
    is_header = (
        len(rows) > 1
        and len(set(map(str, head))) == len(head)
        and all(isinstance(name, str) and name.strip() for name in head)
        and max(map(len, rows)) == len(head)
        and any(not isinstance(value, str) for row in rows[1:LOOKED_AT] for value in row)
    )
    if is_header:
        frame = pandas.DataFrame(rows[1 : SAMPLE_ROWS + 1], columns=head)
        expression = f"(lambda rows: pd.DataFrame(rows[1:], columns=rows[0]))({where})"
        return Plan(name, frame, expression, len(rows) - 1)
    frame = pandas.DataFrame(rows[:SAMPLE_ROWS]).rename(columns=str)
    note = ["the columns have no names: they are numbered"]
    return Plan(name, frame, f"pd.DataFrame({where}).rename(columns=str)", len(rows), note)


def plan_of_columns(content: dict[str, list[Any]], source: Source) -> Plan:
    """Returns the table of an object of lists of equal length, a column each."""
    import pandas

    frame = pandas.DataFrame(content)
    return Plan("", frame, f"pd.DataFrame({source.loaded()})", len(frame))


def plan_of_keys(content: dict[str, Any], source: Source) -> Plan | None:
    """Returns the table of an object of objects that have the same keys, or of one that an object
    leads to.
    """
    import pandas

    path: Path = ()
    while len(path) < MAX_DEPTH:
        values = list(content.values())
        if len(values) >= MIN_RECORDS and all(isinstance(value, dict) for value in values):
            break
        if len(values) != 1 or not isinstance(values[0], dict):
            inner = [key for key, value in content.items() if is_keyed(value)]
            if len(inner) != 1:
                return None
            path, content = (*path, inner[0]), content[inner[0]]
            break
        path, content = (*path, next(iter(content))), values[0]
    if not is_keyed(content) and not (
        not path and all(isinstance(v, dict) for v in content.values())
    ):
        return None
    names = {name for row in content.values() for name in row}
    label = next((word for word in ("key", "name", "label") if word not in names), "object key")
    rows = [{label: key, **row} for key, row in content.items()]
    frame = pandas.json_normalize(rows[:SAMPLE_ROWS])
    expression = f"pd.json_normalize([{{{quoted(label)}: key, **row}} for key, row in {place(path, source)}.items()])"
    notes = [f"the keys of the objects are the column `{label}`", *nesting(frame)]
    return Plan(called(path), frame, expression, len(rows), notes)


def is_keyed(value: Any) -> bool:
    """Returns whether an object has objects with mostly the same keys."""
    if not isinstance(value, dict) or len(value) < MIN_RECORDS:
        return False
    rows = list(value.values())[:LOOKED_AT]
    if not all(isinstance(row, dict) and row for row in rows):
        return False
    every = {name for row in rows for name in row}
    return sum(map(len, rows)) >= 0.5 * len(rows) * len(every)


def plan_of_features(content: dict[str, Any], source: Source) -> Plan | None:
    """Returns the table of a GeoJSON file: the properties, and the geometries as text, or as
    coordinates if all are points.
    """
    import pandas

    features = content.get("features")
    if not is_records(features):
        return None
    geometries = [feature.get("geometry") or {} for feature in features]
    kinds = sorted({str(geometry.get("type", "none")) for geometry in geometries})
    names = {name for feature in features for name in feature.get("properties") or {}}
    are_points = kinds == ["Point"] and all(
        is_position(one.get("coordinates")) for one in geometries
    )
    labels = {key: key if key not in names else f"geometry_{key}" for key in ("id", "geometry_type", "geometry", "longitude", "latitude")}  # fmt: skip
    added: list[tuple[str, str, Callable[[dict[str, Any]], Any]]] = []
    if any("id" in feature for feature in features):
        added.append((labels["id"], 'f.get("id")', lambda f: f.get("id")))
    if are_points:
        added += [
            (labels["longitude"], 'f["geometry"]["coordinates"][0]', lambda f: f["geometry"]["coordinates"][0]),
            (labels["latitude"], 'f["geometry"]["coordinates"][1]', lambda f: f["geometry"]["coordinates"][1]),
        ]  # fmt: skip
    else:
        added += [
            (labels["geometry_type"], '(f.get("geometry") or {}).get("type")', lambda f: (f.get("geometry") or {}).get("type")),
            (labels["geometry"], '__import__("json").dumps(f.get("geometry"))', lambda f: json.dumps(f.get("geometry"))),
        ]  # fmt: skip
    rows = [
        {**(feature.get("properties") or {}), **{name: act(feature) for name, _text, act in added}}
        for feature in features[:SAMPLE_ROWS]
    ]
    frame = pandas.json_normalize(rows)
    words = "".join(f", {quoted(name)}: {text}" for name, text, _act in added)
    expression = f'pd.json_normalize([{{**(f.get("properties") or {{}}){words}}} for f in {source.loaded()}["features"]])'
    notes = [f"GeoJSON: {', '.join(kinds)}", *bounds(geometries)]
    if "crs" in content:
        notes.append(
            "the file states a coordinate system of its own: coordinates may not be degrees"
        )
    return Plan("", frame, expression, len(features), notes + nesting(frame))


def is_position(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= 2
        and all(isinstance(part, (int, float)) for part in value[:2])
    )


def bounds(geometries: list[dict[str, Any]]) -> list[str]:
    """Returns a note with the rectangle that all geometries lie in."""
    low, high = [float("inf")] * 2, [float("-inf")] * 2
    open_parts: list[Any] = [
        part
        for one in geometries
        for part in (one.get("coordinates"), one.get("geometries"))
        if part
    ]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, dict):
            open_parts += [part.get("coordinates"), part.get("geometries")]
        elif is_position(part):
            low = [min(low[at], part[at]) for at in range(2)]
            high = [max(high[at], part[at]) for at in range(2)]
        elif isinstance(part, list):
            open_parts.extend(part)
    if low[0] > high[0]:
        return []
    return [f"bounds: {low[0]:.6g} to {high[0]:.6g} and {low[1]:.6g} to {high[1]:.6g}"]


def changes_texts(frame: Any, kept: Any) -> bool:
    """Returns whether pandas makes numbers or dates of texts, which may have zeros before them or
    the day first.
    """
    if list(frame.columns) != list(kept.columns):
        return False
    pairs = [(frame.iloc[:, at], kept.iloc[:, at]) for at in range(frame.shape[1])]
    texts = [
        read
        for read, written in pairs
        if not read.equals(written) and written.map(lambda value: isinstance(value, str)).any()
    ]
    return any(read.dtype.kind in "iufM" for read in texts)


def first_table(content: Any, path: str, codec: str) -> Any:
    """Returns the first rows of the largest table of loaded JSON for its preview, or None."""
    plans = plans_of(content, Source.of_file(path, path, codec))
    return plans[0].frame if plans else None
