"""Profiles of the files that statistics programs write: Stata and SAS."""

from __future__ import annotations

from . import columns, records
from .file_kinds import SAS_MAGIC, XPORT_MAGIC
from .quoting import column_of, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Texts of labels that a note quotes.
MAX_LABELS = 10
# What pandas makes of a zero of a transport file.
TINY = 16.0**-65
# The formats by which SAS shows numbers as days or moments since 1960.
DAYS = ("DATE", "MMDDYY", "DDMMYY", "YYMMDD", "MONYY", "WEEKDATE", "WORDDATE", "JULIAN", "E8601DA")
MOMENTS = ("DATETIME", "E8601DT", "DATEAMPM")


def describe_stata(path: str, facts: dict[str, Any]) -> None:
    """Adds the table of a Stata file."""
    import pandas

    options: dict[str, Any] = {}
    try:
        frame, rows, labels, texts = read_stata(pandas, path, options)
    except ValueError as error:
        if "categor" not in str(error).lower() and "label" not in str(error).lower():
            raise
        # Several numbers have the same label, which categories do not allow.
        options["convert_categoricals"] = False
        frame, rows, labels, texts = read_stata(pandas, path, options)
    words = "".join(f", {key}={quoted(value)}" for key, value in options.items())
    expression = f"pd.read_stata({quoted(facts['name'])}{words})"
    if extended := with_missing_codes(pandas, path, frame):
        facts["notes"].append(
            f"missing values of several kinds (.a to .z) are read as missing: {records.named(extended)}"
        )
    if labels:
        facts["notes"].append(
            "numbers with labels that are not unique stay numbers: "
            if options
            else "numbers are read as their labels: "
        )
        facts["notes"][-1] += records.named(labels)
    state_labels(facts, texts)
    records.add(facts, frame, expression, rows)


def read_stata(
    pandas: Any, path: str, options: dict[str, Any]
) -> tuple[Any, int, list[str], dict[str, str]]:
    """Returns the first rows, how many there are, the columns whose values have labels, and the
    labels of the columns.
    """
    with pandas.read_stata(path, iterator=True, **options) as reader:
        texts = reader.variable_labels()
        rows = int(reader._nobs)
        frame = reader.read(records.sample_rows(len(texts)) if rows else None)
        known = reader.value_labels()
        labels = [name for name, label in zip(texts, reader._lbllist) if label and label in known]
    return frame, rows, labels, texts


def with_missing_codes(pandas: Any, path: str, frame: Any) -> list[str]:
    """Returns the columns that say by a letter why a value is missing."""
    names = [
        name for name in frame.columns if frame[name].dtype.kind == "f" and frame[name].isna().any()
    ]
    if not names:
        return []
    with pandas.read_stata(
        path, iterator=True, columns=names, convert_missing=True, convert_categoricals=False
    ) as reader:
        again = reader.read(len(frame))
    return [
        name
        for name in names
        if again[name].map(lambda value: len(getattr(value, "string", "")) > 1).any()
    ]


def describe_sas(path: str, facts: dict[str, Any], head: bytes) -> None:
    """Adds the table of a SAS data set (`.sas7bdat`) or transport file (`.xpt`)."""
    import pandas

    reader: Any
    if head.startswith(SAS_MAGIC):
        with pandas.read_sas(path, format="sas7bdat", encoding="infer", iterator=True) as reader:
            rows = int(reader.row_count)
            frame = reader.read(records.sample_rows(int(reader.column_count))) if rows else None
            texts = {
                column.name: column.label
                for column in reader.columns
                if isinstance(column.label, str)
            }
            names = [column.name for column in reader.columns]
        if frame is None:
            frame = pandas.DataFrame(columns=names)
        named = facts["name"].lower().endswith(".sas7bdat")
        words = ', encoding="infer"' if named else ', format="sas7bdat", encoding="infer"'
        state_labels(facts, texts)
        records.add(facts, frame, f"pd.read_sas({quoted(facts['name'])}{words})", rows)
        return
    if not head.startswith(XPORT_MAGIC + b"RARY"):
        facts["error"] = (
            "The file is a SAS transport file of version 8, which cannot be read here. Save it in SAS as version 5 (libname … xport), or as CSV."
        )
        return
    encoding = encoding_of(pandas, path)
    with pandas.read_sas(path, format="xport", encoding=encoding, iterator=True) as reader:
        rows, fields = int(reader.nobs), reader.fields
        frame = reader.read(records.sample_rows(len(fields)))
    named = facts["name"].lower().endswith((".xpt", ".xport"))
    words = f', encoding="{encoding}"' if named else f', format="xport", encoding="{encoding}"'
    texts = {name: as_text(field["label"]) for name, field in zip(frame.columns, fields)}
    state_labels(facts, texts)
    entry = records.add(facts, frame, f"pd.read_sas({quoted(facts['name'])}{words})", rows)
    formats = [as_text(field["nform"]).upper() for field in fields]
    for at, form in enumerate(formats):
        zeros(frame, at, entry["columns"][at], entry["sampled"])
        dates_of_format(pandas, frame, at, form, entry["columns"][at])
    if tiny := [
        column["name"] for column in entry["columns"] if "16.0**-65" in (column["conversion"] or "")
    ]:
        facts["notes"].append(
            f"zeros that pandas reads as 5.4e-79 become zeros: {records.named(tiny)}"
        )
    if several_members(path):
        facts["notes"].append("the transport file holds several tables, of which the first is read")


def tables(path: str, kind: str, rows: int) -> Iterator[tuple[None, Any]]:
    """Yields the first rows of the table for its preview."""
    import pandas

    reader: Any
    if kind == "stata":
        # The types of pandas do not tell that this is a reader.
        opened: Any = pandas.read_stata
        with opened(path, iterator=True, convert_categoricals=False) as reader:
            yield None, reader.read(rows)
        return
    with open(path, "rb") as file:
        form = "sas7bdat" if file.read(len(SAS_MAGIC)) == SAS_MAGIC else "xport"
    encoding = "infer" if form == "sas7bdat" else encoding_of(pandas, path)
    with pandas.read_sas(path, format=form, encoding=encoding, iterator=True) as reader:
        yield None, reader.read(rows)


def as_text(value: Any) -> str:
    return (value.decode("cp1252") if isinstance(value, bytes) else str(value)).strip("\0 ")


def encoding_of(pandas: Any, path: str) -> str:
    """Returns the encoding of a transport file, which does not state it."""
    with pandas.read_sas(path, format="xport", iterator=True) as reader:
        frame = reader.read(records.sample_rows(len(reader.fields)))
    try:
        for at in range(frame.shape[1]):
            if frame.iloc[:, at].dtype == object:
                for value in frame.iloc[:, at].dropna():
                    value.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def zeros(frame: Any, at: int, facts: dict[str, Any], sampled: bool) -> None:
    """Adds how the zeros of a transport file are read: pandas makes the smallest number of them
    that the file's floats can be.
    """
    values = frame.iloc[:, at]
    if values.dtype.kind != "f":
        return
    found = values == TINY
    if not found.any() and not sampled:
        return
    column = column_of(facts["name"])
    facts["conversion"] = f"{column}.mask({column} == 16.0**-65, 0.0)"
    fixed = values.mask(found, 0.0)
    described, _dates = columns.describe(facts["name"], fixed)
    facts.update({key: described[key] for key in ("type", "examples", "min", "max")})


def dates_of_format(pandas: Any, frame: Any, at: int, form: str, facts: dict[str, Any]) -> None:
    """Adds how numbers that SAS shows as dates are converted."""
    unit = "s" if form.startswith(MOMENTS) else "D" if form.startswith(DAYS) else None
    if unit is None or facts["type"] not in ("integer", "number"):
        return
    read = facts["conversion"] or column_of(facts["name"])
    conversion = f'pd.to_datetime({read}, unit="{unit}", origin="1960-01-01", errors="coerce")'
    times = eval(conversion, {"pd": pandas, "df": frame})
    good = times.dropna()
    if not len(good):
        return
    facts.update(
        {
            "type": "date",
            "conversion": conversion,
            "min": columns.moment(good.min()),
            "max": columns.moment(good.max()),
            "bad": int(times.isna().sum()) - facts["missing"],
            "examples": [columns.moment(time) for time in good.drop_duplicates().iloc[:5]],
        }
    )


def several_members(path: str) -> bool:
    """Returns whether a transport file has more than one table."""
    mark, found, tail = b"HEADER RECORD*******MEMBER  HEADER", 0, b""
    with open(path, "rb") as file:
        # A file of many gigabytes is not searched to its end.
        for _ in range(64):
            if not (piece := file.read(1 << 20)):
                break
            found += (tail + piece).count(mark)
            tail = piece[-(len(mark) - 1) :]
    return found > 1


def state_labels(facts: dict[str, Any], texts: dict[str, str]) -> None:
    """Notes what the columns are called in words."""
    labelled = [
        (str(name), text.strip())
        for name, text in texts.items()
        if text and text.strip() and text.strip() != str(name)
    ]
    if labelled:
        shown = ", ".join(f"`{name}` “{text[:90]}”" for name, text in labelled[:MAX_LABELS])
        more = f" and {len(labelled) - MAX_LABELS} more" if len(labelled) > MAX_LABELS else ""
        facts["notes"].append(f"labels of the columns: {shown}{more}")
