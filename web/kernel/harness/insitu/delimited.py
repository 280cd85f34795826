"""Text files with a table: writes the pandas call that reads it, and describes what stands above,
beneath and between its rows.
"""

from __future__ import annotations

import itertools
import os
from dataclasses import dataclass

from . import choices, columns, layout, ragged, raw_cells, sniffing, totals
from .columns import assumed as add_doubt
from .encoding import Encoding
from .number_marks import groups_by_points, has_points, number_format
from .quoting import COMPRESSING, quoted, uncompressed
from .row_count import COUNTED, count_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAMPLE = 65_536
# Rows that the columns are described from; about a second of reading.
SAMPLE_ROWS = 50_000
# The end of a file that is larger than the sample, in which notes and totals are looked for.
TAIL = 8_192
# Lines inside the table that are left out one by one.
MAX_SKIPPED_LINES = 50
# What is tried if rows cannot be read.
SKIPPING: list[dict[str, Any]] = [
    {"on_bad_lines": "skip"},
    {"on_bad_lines": "skip", "quoting": 3},
    {"on_bad_lines": "skip", "engine": "python"},
]
# How much longer than most rows others may be in a file without a header.
MAX_WIDENED = 2
# Columns whose assumptions are listed among the notes of the file.
MAX_DOUBTS = 10


def sample_of(path: str, codec: str) -> tuple[str, bool]:
    """Returns the beginning of the text, and whether it is all of it."""
    with open(path, encoding=codec, errors="replace", newline="") as file:
        text = file.read(SAMPLE + 1)
    whole = len(text) <= SAMPLE
    # Zeros that fill a file's last block.
    return text[:SAMPLE].lstrip("\ufeff").rstrip("\0"), whole


def is_padded(path: str, codec: str) -> bool:
    """Returns whether zeros follow the last row."""
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\0" and not codec.startswith(("utf-16", "utf-32"))


@dataclass
class Plan:
    """How a text file is read as a table: the arguments of the reading function, and what was found
    around the table.
    """

    shape: sniffing.Shape
    found: layout.Layout
    options: dict[str, Any]
    notes: list[str]


def plan(path: str, codec: str, named: bool, choice: dict[str, Any] | None = None) -> Plan | None:
    """Returns how the file is read, or None if it is not a table; `named` says that its name promises
    one, `choice` is what the user has chosen.
    """
    sample, whole = sample_of(path, codec)
    shape = sniffing.sniff(sample, whole, named)
    if shape is None:
        return None
    unclosed = whole and sample.count('"') % 2 and sniffing.swallows(shape.rows[-1:], shape)
    if unclosed and (again := sniffing.sniff(sample.replace('"', ""), whole, named)):
        shape = again
    found = layout.find(
        shape.rows, shape.width, tail=whole, strict=shape.delimiter == " " and not shape.fixed
    )
    found = choices.lay_out(found, shape.rows, shape.width, choice or {})
    padded = is_padded(path, codec)
    options, notes = find_options(shape, found, whole, padded)
    found.merged = bool(unclosed) or sniffing.swallows(shape.rows, shape)
    if unclosed:
        options["quoting"] = 3
    if "\r" in sample and "\n" not in sample and "engine" not in options and not shape.fixed:
        # Lines as the first Macs ended them, which pandas takes for one another without this.
        options["lineterminator"] = "\r"
    if padded and not whole:
        # The line of zeros counts as one.
        options["nrows"] = count_rows(path, os.path.getsize(path), codec, options)[0] - 1
    if codec != "utf-8":
        options["encoding"] = codec
    if not whole:
        notes_of_tail(path, codec, shape, found, options)
    return Plan(shape, found, options, notes)


def describe(
    path: str,
    encoded: Encoding,
    facts: dict[str, Any],
    named: bool,
    source: str | None = None,
    sheet: str | None = None,
) -> bool:
    """Adds the table to the profile. Returns whether the file has one. `source` is the expression
    of the file if it is not its name, `sheet` the name of one table among several.
    """
    planned = plan(path, encoded.name, named, choices.of(facts, sheet))
    if planned is None:
        return False
    if encoded.damaged:
        planned.options["encoding_errors"] = "replace"
    describe_plan(path, encoded.name, planned, facts, source or uncompressed(facts["name"]), sheet)
    return True


def describe_plan(
    path: str, codec: str, planned: Plan, facts: dict[str, Any], source: str, sheet: str | None
) -> None:
    """Adds a table that is read as planned to the profile. `source` is the expression of the file."""
    import pandas

    choice = choices.of(facts, sheet)
    shape, found = planned.shape, planned.found
    facts["notes"].extend(planned.notes)
    size = os.path.getsize(path)
    options = planned.options
    unread = 0
    delimited = (
        found.header
        and not shape.fixed
        and len(shape.delimiter) == 1
        and shape.delimiter != " "
        and "engine" not in options
        and "names" not in options
    )
    if delimited and has_surplus(shape, found):
        unread = fit_rows(path, codec, planned, size, facts["notes"])
    try:
        frame, options = read(
            pandas, path, options, facts["notes"], more=[] if delimited else SKIPPING
        )
    except pandas.errors.ParserError:
        # A row beyond the sample has more cells, or its quotes are damaged.
        unread = fit_rows(path, codec, planned, size, facts["notes"]) if delimited else 0
        frame, options = read(pandas, path, options, facts["notes"])
    if "decimal" not in options and "thousands" not in options and groups_by_points(frame):
        grouped = {**options, "decimal": ",", "thousands": "."}
        frame, options = read(pandas, path, grouped, facts["notes"])
        facts["notes"].append("points between thousands")
    sampled = len(frame) >= SAMPLE_ROWS
    comma = options.get("decimal") == "," or (
        shape.delimiter == ";" and not has_points(shape.rows, found)
    )
    frame, options, described = as_written(pandas, path, frame, options, comma, sampled, choice)
    rows, exact = (
        (len(frame), True)
        if not sampled
        else (options["nrows"], True)
        if "nrows" in options
        else count_rows(path, size, codec, options)
    )
    rows -= unread if sampled and "nrows" not in options else 0
    entry = table(
        frame,
        reader(source, options),
        max(rows, len(frame)),
        exact,
        sampled,
        sheet=sheet,
        described=described,
    )
    entry["unread"] = unread
    entry["header"] = choices.header(found, shape.rows, shape.width, choice)
    sums = (
        totals_of_tail(pandas, path, codec, size, shape, options) if sampled else totals.find(frame)
    )
    arrange(entry, found, shape.rows, sums)
    facts["notes"].extend(remarks(entry, found))
    facts["tables"].append(entry)


def are_comments(rows: Any, inner: list[int]) -> bool:
    """Returns whether these rows begin with a number sign, and no cell of the others has one."""
    others = set(range(len(rows))) - set(inner)
    return all(rows[at].cells[0].startswith("#") for at in inner) and not any(
        "#" in cell for at in others for cell in rows[at].cells
    )


def has_surplus(shape: sniffing.Shape, found: layout.Layout) -> bool:
    """Returns whether rows of the sample have more cells than the header, or had empty ones that
    were dropped.
    """
    width = len(shape.rows[found.start].cells)
    return shape.narrowed or any(len(row.cells) > width for row in shape.rows[found.start + 1 :])


def fit_rows(path: str, codec: str, planned: Plan, size: int, notes: list[str]) -> int:
    """Adds the arguments for rows with more cells than the header. Returns how many rows are left
    out.
    """
    shape, found, options = planned.shape, planned.found, planned.options
    header = shape.rows[found.start].line
    width = len(shape.rows[found.start].cells)
    end = shape.rows[found.end].line if "nrows" in options and found.end < len(shape.rows) else None
    skipped = {shape.rows[at].line for at in found.skipped}
    in_sample = ragged.find(
        ((row.line, row.cells) for row in shape.rows), header, end, width, skipped
    )
    if in_sample.named:
        # As R writes it: the header has no name for the names of the rows, which are a column of
        # their own.
        names = ["row", *(cell.strip() for cell in shape.rows[found.start].cells)]
        if len(set(names)) == len(names):
            above = options.pop("skiprows", 0)
            options["skiprows"] = (
                [*range(header + 1), *(line for line in above if line > header)]
                if isinstance(above, list)
                else header + 1
            )
            options.update({"header": None, "names": names})
            notes.append("the header has no name for the first column")
        return 0
    rows = itertools.islice(
        ragged.rows_of(path, codec, shape.delimiter),
        None if size <= COUNTED else shape.rows[-1].line,
    )
    everything = ragged.find(rows, header, end, width, skipped)
    unread = ragged.apply(everything, options, width, header)
    if everything.empty and not unread:
        notes.append("some rows have empty cells beyond the header")
    if unread:
        notes.append(
            f"{unread} line{'s have' if unread > 1 else ' has'} more cells than the header and {'are' if unread > 1 else 'is'} left out"
        )
    return unread


def as_written(
    pandas: Any,
    path: str,
    frame: Any,
    options: dict[str, Any],
    comma: bool,
    sampled: bool,
    choice: dict[str, Any],
) -> tuple[Any, dict[str, Any], list[dict[str, Any]]]:
    """Returns the table as its cells, and the user, say it, the arguments that read it so, and the
    descriptions of its columns.
    """
    decimal = "comma" if options.get("decimal") == "," else "point"
    untyped = {key: value for key, value in options.items() if key not in ("decimal", "thousands")}

    def pieces(rows: int, positions: list[int]) -> Any:
        kept = {
            "nrows": min(untyped.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS),
            "dtype": str,
            "keep_default_na": False,
        }
        if "colspecs" in options or options.get("engine") == "python":
            return (
                piece.iloc[:, positions]
                for piece in [reading(pandas, path, {**untyped, **kept})]
                if piece.shape[1] == frame.shape[1]
            )
        if "usecols" in untyped:
            positions = [untyped["usecols"][at] for at in positions]
        kept["usecols"] = positions
        return reading(pandas, path, {**untyped, **kept, "chunksize": rows})

    kept = raw_cells.look(frame, pieces, comma)
    chosen = choices.of_columns(frame, choice)
    choices.keep(kept, frame, chosen, decimal)
    if more := raw_cells.arguments(kept, list(frame.columns), not sampled):
        options = {**options, **more}
        limit = min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)
        frame = reading(pandas, path, {**options, "nrows": limit})
    described = []
    formats = {}
    # Whether the order of day and month is an assumption, which a user may change without those
    # that are known.
    assumed = set()
    for at, (facts, read_as) in enumerate(
        columns.describe_all(
            frame, comma, True if comma else None, kept.identifiers, choices.judges(chosen)
        )
    ):
        kind = frame.iloc[:, at].dtype.kind
        if facts["type"] in ("integer", "number") and (kind == "f" or "thousands" in options):
            facts["reading"].setdefault("decimal", decimal)
        if at in kept.words:
            add_doubt(
                facts,
                f"{' and '.join(sorted(kept.words[at]))} is read as a value and not as a missing one",
            )
        elif at in kept.missing and facts["type"] in ("category", "text"):
            add_doubt(facts, f"{' and '.join(sorted(kept.missing[at]))} is read as missing")
        if at in kept.doubts:
            add_doubt(facts, kept.doubts[at])
        if read_as and read_as.format and read_as.format[:2] != "%Y" and not sampled:
            # What needs no conversion reaches code that does not know of it.
            formats[frame.columns[at]] = read_as.format
            assumed.add(read_as.undecided)
            facts.update({"dtype": "datetime64[us]", "conversion": None})
        if read_as and read_as.undecided and sampled and os.path.getsize(path) <= COUNTED:
            facts.update(over_all_rows(pandas, path, untyped, frame, at, comma))
        described.append(facts)
    if formats:
        same = len(set(formats.values())) == 1 and len(assumed) == 1
        options = {
            **options,
            "parse_dates": list(formats),
            "date_format": next(iter(formats.values())) if same else formats,
        }
    return frame, options, described


def over_all_rows(
    pandas: Any, path: str, options: dict[str, Any], frame: Any, at: int, comma: bool
) -> dict[str, Any]:
    """Returns how dates are read whose order the first rows do not show: by all rows of the file."""
    at_file = options["usecols"][at] if "usecols" in options else at
    texts: dict[str, None] = {}
    for piece in reading(
        pandas, path, {**options, "usecols": [at_file], "dtype": str, "chunksize": SAMPLE_ROWS}
    ):
        texts.update(dict.fromkeys(piece.iloc[:, 0].dropna()))
    facts, _read = columns.describe(
        frame.columns[at], pandas.Series(list(texts)), comma, True if comma else None
    )
    return (
        {key: facts[key] for key in ("conversion", "doubt", "min", "max")}
        if facts["type"] == "date"
        else {}
    )


def arrange(entry: dict[str, Any], found: layout.Layout, rows: Any, sums: totals.Found) -> None:
    """Adds the parts of the layout and the totals to a table of a profile."""
    doubts = []
    if found.other_start is not None:
        taken, other = rows[found.start].line + 1, rows[found.other_start].line + 1
        place = "above" if other < taken else "beneath"
        doubts.append(
            f"The names of the columns are taken from line {taken}; line {other} {place} it may belong to them."
        )
    if found.second is not None:
        doubts.append(
            f"Another table seems to begin in line {rows[found.second].line + 1}; it is read as rows of the first."
        )
    if found.merged:
        doubts.append(
            "A quotation mark is missing or too many: cells have lines that look like rows."
        )
    if found.repeated:
        doubts.append(
            f"The header is repeated in {len(found.repeated)} of the first lines; where it is not left out, it is read as a row."
        )
    if sums.doubtful:
        doubts.append(sums.doubtful)
    units = found.units + [""] * (len(entry["columns"]) - len(found.units)) if found.units else []
    entry.update(
        {
            "titles": found.titles[:MAX_SKIPPED_LINES],
            "units": units[: len(entry["columns"])],
            "totals": sums.totals,
            "withoutTotals": sums.without,
            "footnotes": found.footnotes[:MAX_SKIPPED_LINES],
            "uncertain": " ".join(doubts) or None,
        }
    )


def remarks(entry: dict[str, Any], found: layout.Layout) -> list[str]:
    """Returns sentences about what belongs to the file and not to the table's rows."""
    notes = []
    if entry["titles"]:
        notes.append(f"above the table: {shortened(entry['titles'])}")
    if entry["units"]:
        notes.append(
            f"units beneath the header: {shortened([unit for unit in entry['units'] if unit])}"
        )
    if found.described:
        notes.append(
            f"{found.described} more row{'s' if found.described > 1 else ''} beneath the header that describe the columns"
        )
    notes.extend(totals.sentences(entry["totals"]))
    if entry["footnotes"]:
        notes.append(f"beneath the table: {shortened(entry['footnotes'])}")
    if entry["uncertain"]:
        notes.append(entry["uncertain"])
    doubtful = [column for column in entry["columns"] if column["doubt"]]
    notes.extend(f"`{column['name']}`: {column['doubt']}" for column in doubtful[:MAX_DOUBTS])
    if len(doubtful) > MAX_DOUBTS:
        notes.append(f"{len(doubtful) - MAX_DOUBTS} more columns with something that was assumed")
    return notes


def shortened(texts: list[str]) -> str:
    """Returns the first texts in quotation marks."""
    shown = ", ".join(f"“{text if len(text) <= 90 else text[:89] + '…'}”" for text in texts[:4])
    return shown + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")


def tail_rows(path: str, codec: str, shape: sniffing.Shape) -> list[sniffing.Row]:
    """Returns the last rows of a large file."""
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - TAIL, 0) & ~3)
        text = file.read().decode(codec, errors="replace")
    text = text[text.find("\n") + 1 :]
    if shape.fixed:
        parts = [
            (text_line, [text_line[start:end] for start, end in shape.options["colspecs"]])
            for text_line in text.splitlines()
        ]
        return [
            sniffing.Row(cells, at, sniffing.is_ruler(cells))
            for at, (line, cells) in enumerate(parts)
            if line.strip()
        ]
    if shape.delimiter == " ":
        again = sniffing.by_spaces(text.splitlines())
        return again.rows if again else []
    return sniffing.parse(text, shape.delimiter, True)


def notes_of_tail(
    path: str, codec: str, shape: sniffing.Shape, found: layout.Layout, options: dict[str, Any]
) -> None:
    """Finds the notes at the end of a file that is larger than the sample, and leaves them out by
    the number of rows before them.
    """
    rows = tail_rows(path, codec, shape)
    if len(rows) < 4:
        return
    columns_found = layout.columns_of(shape.rows[found.start :], shape.width)
    end = layout.notes_start(rows, 0, shape.width, columns_found)
    notes = [row for row in rows[end:] if row.filled() and not row.ruler]
    if not notes or os.path.getsize(path) > COUNTED:
        return
    import pandas

    first = [cell.strip() for cell in rows[end - 1].cells]
    wanted = {key: value for key, value in options.items() if key not in ("decimal", "thousands")}
    wanted = {**wanted, "dtype": str, "on_bad_lines": "skip", "keep_default_na": False}
    count, last = 0, pandas.DataFrame()
    # In pieces, since the texts of a large file would take much memory.
    for piece in reading(pandas, path, {**wanted, "chunksize": SAMPLE_ROWS}):
        count += len(piece)
        last = pandas.concat([last, piece]).iloc[-len(rows) - 1 :]
    # The last row of data, from the end.
    for at in range(len(last) - 1, -1, -1):
        cells = [cell.strip() for cell in last.iloc[at].fillna("") if cell.strip()]
        if cells and cells == [cell for cell in first if cell][-len(cells) :]:
            options["nrows"] = count - len(last) + at + 1
            found.footnotes = [layout.text_of(row) for row in notes]
            return


def totals_of_tail(
    pandas: Any, path: str, codec: str, size: int, shape: sniffing.Shape, options: dict[str, Any]
) -> totals.Found:
    """Looks for a total at the end of a file of which only the first rows were read; reads all of
    it if a label says so.
    """
    rows = [row for row in tail_rows(path, codec, shape) if row.filled()][-3:]
    if size > COUNTED or not any(
        totals.kind_of(cell) == "strong" for row in rows for cell in row.cells
    ):
        return totals.Found()
    return totals.find(reading(pandas, path, options))


def table(
    frame: Any,
    expression: str,
    rows: int,
    exact: bool,
    sampled: bool,
    sheet: str | None = None,
    described: list[dict[str, Any]] | None = None,
    choice: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns one table of a profile, with the descriptions of its columns if there are some
    already; `choice` is what the user has chosen of others.
    """
    try:
        duplicates = int(frame.duplicated().sum())
    except TypeError:
        duplicates = int(frame.astype(str).duplicated().sum())
    return {
        "sheet": sheet,
        "reader": expression,
        "rows": int(rows),
        "rowsExact": exact,
        "sampled": sampled,
        "duplicates": duplicates,
        "columns": described
        if described is not None
        else [
            facts
            for facts, _read in columns.describe_all(
                frame, judges=choices.judges(choices.of_columns(frame, choice or {}))
            )
        ],
        "titles": [],
        "units": [],
        "totals": [],
        "withoutTotals": None,
        "footnotes": [],
        "uncertain": None,
        "unread": 0,
        "header": {"line": None, "chosen": False, "lines": []},
    }


def reader(source: str, options: dict[str, Any]) -> str:
    """Returns the expression that reads the file, which is an expression too."""
    words = "".join(f", {key}={quoted(value)}" for key, value in options.items())
    if "colspecs" not in options:
        return f"pd.read_csv({source}{words})"
    # Only `read_csv` infers it.
    packed = source.strip('"').lower().endswith(COMPRESSING)
    inferred = ', compression="infer"' if packed else ""
    return f"pd.read_fwf({source}{inferred}{words})"


def reading(pandas: Any, path: str, options: dict[str, Any]) -> Any:
    """Reads the file as the expression does."""
    return (
        pandas.read_fwf(path, compression=None, **options)
        if "colspecs" in options
        else pandas.read_csv(path, compression=None, **options)
    )


def read(
    pandas: Any,
    path: str,
    options: dict[str, Any],
    notes: list[str],
    more: list[dict[str, Any]] = SKIPPING,
) -> tuple[Any, dict[str, Any]]:
    """Reads the first rows; tries again with each of `more`. Returns them with the options that
    worked.
    """
    attempts = [{}, *more]
    most = min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)
    for number, added in enumerate(attempts):
        tried = {**options, **added}
        try:
            frame = reading(pandas, path, {**tried, "nrows": most})
        except UnicodeDecodeError:
            tried["encoding"] = "cp1252"
            notes.append("encoding cp1252")
            try:
                frame = reading(pandas, path, {**tried, "nrows": most})
            except UnicodeDecodeError:
                tried["encoding"] = "latin-1"
                frame = reading(pandas, path, {**tried, "nrows": most})
        except pandas.errors.ParserError:
            if number == len(attempts) - 1:
                raise
            continue
        if added:
            notes.append("some lines have more fields than the header and are skipped")
        return frame, tried
    raise AssertionError("unreachable")


def find_options(
    shape: sniffing.Shape, found: layout.Layout, whole: bool, padded: bool = False
) -> tuple[dict[str, Any], list[str]]:
    """Returns the arguments that the reading function needs, and notes about them."""
    rows, delimiter = shape.rows, shape.delimiter
    options, notes = dict(shape.options), []
    if shape.fixed:
        notes.append("columns of fixed width")
    elif delimiter == " ":
        notes.append("columns separated by spaces")
    elif delimiter != ",":
        notes.append(f"delimiter {shape.name()}")
    above = rows[found.start].line if found.start else 0
    inner = [at for at in found.skipped if at < found.end]
    grid = [at for at in inner if "".join(rows[at].cells).strip().startswith("+")]
    if len(grid) > 2:
        options["comment"] = "+"
        inner = [at for at in inner if at not in grid]
        above = (
            0
            if all("".join(row.cells).strip().startswith("+") for row in rows[: found.start])
            else above
        )
    if whole and len(inner) > MAX_SKIPPED_LINES and are_comments(rows, inner):
        options["comment"] = "#"
        notes.append(f"{len(inner)} lines of comments within the table")
        inner = []
    if not whole:
        inner = [at for at in inner if at <= found.start + layout.TOO_MANY_DESCRIBING_ROWS + 2]
    if inner and len(inner) <= MAX_SKIPPED_LINES:
        options["skiprows"] = [*range(above), *(rows[at].line for at in inner)]
    elif above:
        options["skiprows"] = above
    if above:
        notes.append(f"{above} line{'s' if above > 1 else ''} above the table")
    body = [
        row.cells
        for at, row in enumerate(rows)
        if found.start <= at < found.end and at not in inner
    ]
    if not found.header:
        options["header"] = None
        notes.append("no header row")
        widest = max((len(cells) for cells in body), default=0)
        first = len(body[0]) if body else 0
        if first < widest <= MAX_WIDENED * shape.width and not shape.fixed and whole:
            # pandas takes the width of the first row, and leaves longer ones out.
            options["names"] = list(range(widest))
    content = body[1:] if found.header else body
    names = None
    if found.header and body[0][0] == "#" and len(body[0]) == shape.width + 1:
        names = body[0][1:]
    elif found.header and delimiter == " " and not shape.fixed and len(body[0]) < shape.width:
        # pandas would make the first columns an index and give their names to the others.
        unnamed = ["row", *(f"row {at}" for at in range(2, shape.width))]
        names = [*unnamed[: shape.width - len(body[0])], *body[0]]
        names = names if len(set(names)) == len(names) else None
        notes += ["the header has no name for the first column"] if names else []
    if names:
        options.update({"header": None, "names": names})
        options["skiprows"] = (
            [*range(rows[found.start].line + 1), *(rows[at].line for at in inner)]
            if inner
            else rows[found.start].line + 1
        )
    decimal, thousands = number_format(
        [cells for cells in content if len(cells) == shape.width], delimiter
    )
    if decimal == ",":
        options["decimal"] = ","
        notes.append("decimal comma")
    if thousands:
        options["thousands"] = thousands
    if found.repeated and {*found.repeated} <= {*inner} and len(inner) <= MAX_SKIPPED_LINES:
        notes.append(f"lines that repeat the header, which are left out: {len(found.repeated)}")
        found.repeated = []
    if whole and (found.end < len(rows) or padded):
        options["nrows"] = len(content)
    return options, notes
