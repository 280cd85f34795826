"""One column of a table: sorts, searches and summarizes its values with array operations, without a
loop over the cells of a long column.

Each distinct text is processed once; values that are not text, numbers or dates are handled as the
text of their cells.
"""

from __future__ import annotations

import math
import re

import numpy
import pandas
import pandas.api.types as kinds

from . import tables
from .open_views import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BINS = 20
TOP = 3
MAX_TOP_VALUES = 100
# Rows that determine the type of a column of mixed values.
LOOKED_AT = 1_000
# Numbers with more distinct values than this are searched by value, and moments by day, since
# formatting all of them takes seconds.
MAX_FORMATTED_VALUES = 200_000
# Beyond `EXACT_ROWS` rows, expensive statistics use a sample of `PART` rows that is spread over all
# of them.
EXACT_ROWS = 200_000
PART = 50_000
# A prime, so that multiples of it reach every row once and do not follow a period of the rows.
STEP = 2_654_435_761
IN_NUMBERS = set("0123456789.,-+einf ")
# Longer texts than any number that a column can have are not integers, since reading them takes
# time.
INTEGER = re.compile(r"\s*[+-]?\d{1,400}\s*")
ZONE = re.compile(r"(?<=:\d\d)(z|[+-]\d\d:\d\d)$")
IN_DATES = set("0123456789-:.t+z ")

OPS = ("contains", "equals", "atLeast", "atMost", "missing", "present")


class Column:
    """A column of a table: `part` is a Series or an Index. Values are compared by `kind`: "number",
    "date", "duration" or "text".
    """

    def __init__(self, name: str, part: Any) -> None:
        self.name = name
        self.part = part
        self.type = tables.type_of(part[:LOOKED_AT] if kinds.is_object_dtype(part.dtype) else part)
        self.known: dict[str, Any] = {}

    def at(self, place: Any) -> Any:
        """Returns the part of the column at these positions."""
        return self.part.iloc[place] if hasattr(self.part, "iloc") else self.part[place]

    def cached(self, what: str, make: Callable[[], Any]) -> Any:
        if what not in self.known:
            self.known[what] = make()
        return self.known[what]

    @property
    def missing(self) -> numpy.ndarray:
        return self.cached("missing", lambda: numpy.asarray(self.part.isna(), dtype=bool))

    @property
    def kind(self) -> str:
        dtype = self.part.dtype
        if (
            kinds.is_bool_dtype(dtype)
            or kinds.is_integer_dtype(dtype)
            or kinds.is_float_dtype(dtype)
        ):
            return "number" if not isinstance(dtype, pandas.CategoricalDtype) else "text"
        if kinds.is_datetime64_any_dtype(dtype):
            return "date"
        return "duration" if kinds.is_timedelta64_dtype(dtype) else "text"

    def values(self) -> numpy.ndarray:
        """Returns an array of numbers to compare by; for a text column, the rank of each text."""
        return self.cached("values", self.find_values)

    def find_values(self) -> numpy.ndarray:
        if self.kind == "number":
            dtype = self.part.dtype
            if isinstance(dtype, numpy.dtype):
                return self.part.to_numpy()
            exact = (
                "float64"
                if kinds.is_float_dtype(dtype)
                else "uint64"
                if kinds.is_unsigned_integer_dtype(dtype)
                else "int64"
            )
            return numpy.asarray(
                self.part.fillna(False if kinds.is_bool_dtype(dtype) else 0).astype(exact)
            )
        if self.kind in ("date", "duration"):
            return numpy.asarray(
                self.part.array.asi8
                if hasattr(self.part.array, "asi8")
                else self.part.astype("int64")
            )
        codes = self.texts()[0]
        # An ordered category has its own order, others are ordered by their texts.
        dtype = self.part.dtype
        if isinstance(dtype, pandas.CategoricalDtype) and dtype.ordered:
            return codes
        return numpy.append(self.cached("ranks", self.find_ranks), -1)[codes]

    def find_ranks(self) -> numpy.ndarray:
        _codes, texts, different = self.texts()
        ranks = numpy.empty(len(texts), dtype="int32")
        ranks[natural_order(self.part.dtype, different) or text_order(different, texts)] = (
            numpy.arange(len(texts), dtype="int32")
        )
        return ranks

    def texts(self) -> tuple[numpy.ndarray, list[str], Any]:
        """Returns `(codes, texts, values)`: for each row the index of its text or -1 if it is
        missing, the distinct texts, and their values.
        """
        return self.cached("texts", self.find_texts)

    def find_texts(self) -> tuple[numpy.ndarray, list[str], Any]:
        if isinstance(self.part.dtype, pandas.CategoricalDtype):
            array = self.part.array
            codes, different = array.codes, list(array.categories)
        else:
            codes, different = factorized(self.part)
            if self.part.dtype == object and not all(
                type(value) is str for value in different[:LOOKED_AT]
            ):
                different = list(different)
            else:
                different = different.tolist() if hasattr(different, "tolist") else list(different)
        texts = [value if type(value) is str else written(value) for value in different]
        return numpy.asarray(codes, dtype="int32"), texts, different

    def folded(self) -> list[str]:
        texts = self.texts()[1]
        # Cached only if it is short, since it is a second copy of all texts.
        return (
            self.cached("folded", lambda: fold(texts))
            if len(texts) <= MAX_FORMATTED_VALUES
            else fold(texts)
        )

    def sort_keys(self, descending: bool) -> list[numpy.ndarray]:
        """Returns arrays to sort by, the primary key first. Missing values come last in both
        directions.
        """
        values = self.values()
        if descending:
            # The complement reverses the order of integers whose negative may not exist.
            values = ~values if values.dtype.kind in "iub" else -values
        return [self.missing, values] if self.missing.any() else [values]

    def matches(self, op: str, value: Any) -> numpy.ndarray:
        """Returns which rows match a filter, as a boolean array."""
        if op == "missing":
            return self.missing
        if op == "present":
            return ~self.missing
        if op not in OPS:
            raise Refused(f'There is no filter "{op}"; there are {", ".join(OPS)}.')
        if op == "contains":
            return self.contains(tables.text(value))
        if self.kind == "text":
            return self.matches_text(op, value)
        values = self.values()
        low, high = self.bounds(value)
        if values.dtype.kind in "iu" and self.kind == "number":
            # Next to a float, numpy compares integers as floats, which have 53 bits: so the bounds
            # are integers.
            low, high = up(low), down(high)
        found = (
            (values >= low) & (values <= high)
            if op == "equals"
            else values >= low
            if op == "atLeast"
            else values <= high
        )
        return found & ~self.missing

    def bounds(self, value: Any) -> tuple[Any, Any]:
        """Returns the smallest and the largest number of the column that equal `value`; a date
        without a time covers the whole day.
        """
        try:
            if self.kind == "number":
                booleans: dict[str, Any] = {"true": 1, "false": 0}
                number = booleans.get(str(value).strip().casefold(), value)
                number = as_number(number)
                if number is None:
                    raise ValueError
                return number, number
            if self.kind == "duration":
                moment = pandas.Timedelta(value)
                return (
                    numpy.timedelta64(moment.value, "ns")
                    .astype(f"m8[{unit_of(self.part.dtype)}]")
                    .astype("int64"),
                ) * 2
            first, whole = pandas.Timestamp(value), len(str(value).strip()) <= 10
            # In seconds, which have a wider range than finer units; and before the time zone
            # applies, in which a day may have 23 hours.
            then = first.as_unit("s") + pandas.Timedelta(days=1).as_unit("s") if whole else first
            ends = [
                self.of_zone(moment).as_unit(unit_of(self.part.dtype), round_ok=True)._value
                for moment in (first, then)
            ]
            return ends[0], ends[1] - whole
        except (ValueError, TypeError, OverflowError):
            what = {"number": "numbers", "date": "dates", "duration": "durations"}[self.kind]
            raise Refused(
                f'The column "{self.name}" holds {what}, not "{str(value)[:50]}".'
            ) from None

    def of_zone(self, moment: Any) -> Any:
        """Returns the moment in the column's time zone; a moment without a zone is taken as local
        to it.
        """
        zone = getattr(self.part.dtype, "tz", None)
        return (
            moment
            if moment.tzinfo is not None or zone is None
            else moment.tz_localize(zone, ambiguous=True, nonexistent="shift_forward")
        )

    def matches_text(self, op: str, value: Any) -> numpy.ndarray:
        codes, texts, _values = self.texts()
        wanted = tables.text(value)
        if op == "equals":
            good = [text == wanted for text in texts]
        else:
            number = as_number(value)
            folded = wanted.casefold()
            compare = (
                (lambda found, bound: found >= bound)
                if op == "atLeast"
                else (lambda found, bound: found <= bound)
            )
            # Numbers among other values are compared as numbers if the bound is a number.
            numbers = (
                [as_number(text) for text in texts] if number is not None else [None] * len(texts)
            )
            good = [
                compare(of, number) if of is not None else number is None and compare(text, folded)
                for of, text in zip(numbers, self.folded())
            ]
        return numpy.append(numpy.array(good, dtype=bool), False)[codes]

    def contains(self, text: str) -> numpy.ndarray:
        """Returns which rows contain the text in their cell, ignoring case."""
        wanted = text.casefold()
        if self.kind == "number":
            return self.number_contains(wanted)
        if self.kind == "date":
            return self.date_contains(wanted)
        codes = self.texts()[0]
        return numpy.append(
            numpy.array([wanted in folded for folded in self.folded()], dtype=bool), False
        )[codes]

    def number_contains(self, wanted: str) -> numpy.ndarray:
        none = numpy.zeros(len(self.part), dtype=bool)
        if self.type != "boolean" and not set(wanted) <= IN_NUMBERS:
            return none
        codes, different = self.cached(
            "codes", lambda: unless_too_many(*pandas.factorize(self.part))
        )
        if codes is None:
            number = as_number(wanted)
            return none if number is None else self.matches("equals", number)
        good = [wanted in written(value).casefold() for value in different.tolist()]
        return numpy.append(numpy.array(good, dtype=bool), False)[codes]

    def date_contains(self, wanted: str) -> numpy.ndarray:
        if not set(wanted) <= IN_DATES:
            return numpy.zeros(len(self.part), dtype=bool)
        codes, texts = self.cached("dates", self.written_dates)
        # In the format of the cell, without the time zone, which is not part of the texts.
        wanted = (
            ZONE.sub("", wanted) if getattr(self.part.dtype, "tz", None) is not None else wanted
        )
        good = numpy.strings.find(texts, wanted.upper().replace(" ", "T")) >= 0
        return numpy.append(good, False)[codes]

    def written_dates(self) -> tuple[numpy.ndarray, numpy.ndarray]:
        """Returns `(codes, texts)` of the moments, or of their days if there are too many."""
        moments = pandas.DatetimeIndex(self.part)
        if moments.tz is not None:
            moments = moments.tz_localize(None)
        codes, different = unless_too_many(*factorized(moments))
        unit = "D" if self.type == "date" else "s"
        if codes is None:
            unit = "D"
            codes, different = factorized(moments.normalize())  # pyright: ignore[reportAttributeAccessIssue] - a method of the array, added by pandas.
        return codes, numpy.datetime_as_string(different.to_numpy().astype(f"M8[{unit}]"))

    def stats(self, rows: numpy.ndarray | None) -> dict[str, Any]:
        """Returns statistics of these rows (None: all): missing and distinct values, their range
        and distribution. `more` means that there are more distinct values than `distinct`;
        `sampled` is the number of rows counted for `bins`.
        """
        missing = self.missing if rows is None else self.missing[rows]
        gone = int(missing.sum())
        facts = {"missing": gone, "distinct": 0, "min": None, "max": None, "bins": None, "top": []}
        if self.kind == "text" or self.type == "boolean":
            return facts | self.text_stats(rows, missing)
        values = self.values()
        if rows is not None or gone:
            values = values[~missing if rows is None else rows[~missing]]
        if not len(values):
            return facts
        part = sample(values)
        finite = (
            values
            if values.dtype.kind != "f" or numpy.isfinite(values).all()
            else values[numpy.isfinite(values)]
        )
        low, high = ends_of(finite)
        facts |= distinct_of(values, part, low, high)
        if len(finite):
            facts["min"], facts["max"] = self.cell(low), self.cell(high)
            # The difference of two floats may exceed the range of floats.
            with numpy.errstate(over="ignore"):
                width = float(high) - float(low)
            if 0 < width < math.inf:
                counted = sample(finite)
                facts["bins"] = numpy.histogram(
                    counted, bins=BINS, range=(float(low), float(high))
                )[0].tolist()
                facts |= {"sampled": len(counted)} if len(counted) < len(finite) else {}
            elif low == high:
                facts["bins"] = [len(finite)]
        return facts

    def text_stats(self, rows: numpy.ndarray | None, missing: numpy.ndarray) -> dict[str, Any]:
        size = len(missing)
        if (
            size > EXACT_ROWS
            and "texts" not in self.known
            and not isinstance(self.part.dtype, pandas.CategoricalDtype)
        ):
            places = sample(numpy.arange(size) if rows is None else rows)
            different = factorized(self.at(places))[1]
            if len(different) > PART // 2:
                return {"distinct": len(different), "more": True}
        codes, texts, _values = self.texts()
        present = ~missing if rows is None else rows[~missing]
        counts = numpy.bincount(codes[present], minlength=len(texts))
        top = (
            sorted(
                numpy.argpartition(-counts, min(TOP, len(counts) - 1))[:TOP].tolist(),
                key=lambda at: -counts[at],
            )
            if len(counts)
            else []
        )
        return {
            "distinct": int((counts > 0).sum()),
            "top": [[texts[at][:MAX_TOP_VALUES], int(counts[at])] for at in top if counts[at]],
        }

    def cell(self, value: Any) -> Any:
        """Converts a number of this column to the value that its cell shows."""
        if self.kind == "date":
            moment = pandas.Timestamp(int(value), unit=unit_of(self.part.dtype))
            zone = getattr(self.part.dtype, "tz", None)
            return tables.cell(
                moment if zone is None else moment.tz_localize("UTC").tz_convert(zone)
            )
        if self.kind == "duration":
            return tables.cell(pandas.Timedelta(int(value), unit=unit_of(self.part.dtype)))
        return tables.cell(value)


def factorized(part: Any) -> tuple[numpy.ndarray, Any]:
    """Returns `(codes, distinct values)` of a column that is not a category; missing values have
    the code -1.
    """
    try:
        return pandas.factorize(part)
    except TypeError:
        # Unhashable values such as lists are compared by their texts.
        shown = [
            None if gone else tables.text(value) for value, gone in zip(part, part.isna().tolist())
        ]
        return pandas.factorize(numpy.array(shown, dtype=object))


def sample(values: numpy.ndarray) -> numpy.ndarray:
    """Returns the values, or a sample without replacement if there are more than `EXACT_ROWS`;
    the same each time.
    """
    size = len(values)
    return values if size <= EXACT_ROWS else values[numpy.arange(PART, dtype="int64") * STEP % size]


def ends_of(values: numpy.ndarray) -> tuple[Any, Any]:
    """Returns the smallest and the largest number, None if there are none."""
    return (values.min(), values.max()) if len(values) else (None, None)


def distinct_of(values: numpy.ndarray, part: numpy.ndarray, low: Any, high: Any) -> dict[str, Any]:
    """Returns `{ distinct }` of numbers, with `more` if only a sample was counted."""
    if len(part) < len(values) and (values[1:] >= values[:-1]).all():
        return {"distinct": 1 + int((values[1:] != values[:-1]).sum())}
    if values.dtype.kind in "iu" and int(high) - int(low) <= 2 * len(values) + 1_000:
        # Subtraction wraps around, so the difference is correct even for values beyond the range of
        # int64.
        return {
            "distinct": int(
                (
                    numpy.bincount(
                        values.astype("int64")
                        - numpy.int64(int(low) - (1 << 64) if int(low) >= 1 << 63 else int(low))
                    )
                    > 0
                ).sum()
            )
        }
    if len(part) < len(values):
        found = len(pandas.unique(part))
        if found > PART // 2:
            return {"distinct": found, "more": True}
    return {"distinct": len(pandas.unique(values))}


def unless_too_many(codes: numpy.ndarray, different: Any) -> tuple[Any, Any]:
    """Returns the result of `factorize`, or `(None, None)` if there are more than `MAX_FORMATTED_VALUES`
    distinct values.
    """
    return (codes, different) if len(different) <= MAX_FORMATTED_VALUES else (None, None)


def unit_of(dtype: Any) -> str:
    return getattr(dtype, "unit", None) or numpy.datetime_data(dtype)[0]


def natural_order(dtype: Any, different: list[Any]) -> list[int] | None:
    """Returns the positions of values in the order of their type: intervals by their left ends,
    complex numbers by their real parts. Returns None for all other types.
    """
    if isinstance(dtype, pandas.CategoricalDtype):
        dtype = dtype.categories.dtype
    if isinstance(dtype, pandas.IntervalDtype):
        return sorted(
            range(len(different)), key=lambda at: (different[at].left, different[at].right)
        )
    if kinds.is_complex_dtype(dtype):
        return sorted(
            range(len(different)), key=lambda at: (different[at].real, different[at].imag)
        )
    return None


def text_order(different: list[Any], texts: list[str]) -> list[int]:
    """Returns the positions of the distinct values in order: numbers before texts, texts
    alphabetically ignoring case.
    """
    if all(type(value) is str for value in different):
        return sorted(range(len(texts)), key=fold(texts).__getitem__)
    keys = []
    for value, text in zip(different, texts):
        number = None if isinstance(value, str) else as_number(value)
        keys.append((1, 0.0, text.casefold()) if number is None else (0, number, ""))
    return sorted(range(len(texts)), key=keys.__getitem__)


def fold(texts: list[str]) -> list[str]:
    return [text.casefold() for text in texts]


def as_number(value: Any) -> float | int | None:
    """Converts a value or a text to a number, or returns None. An integer of any length stays what
    it is.
    """
    try:
        if isinstance(value, (int, numpy.integer)):
            return int(value)
        if isinstance(value, str) and INTEGER.fullmatch(value):
            return int(value)
        number = float(value)
    except Exception:
        return None
    return None if math.isnan(number) else number


def up(number: float) -> float:
    """Returns the smallest integer that is not below a number."""
    return math.ceil(number) if math.isfinite(number) else number


def down(number: float) -> float:
    """Returns the largest integer that is not above a number."""
    return math.floor(number) if math.isfinite(number) else number


def written(value: Any) -> str:
    """Returns the text of a value as its cell shows it."""
    shown = tables.cell(value)
    if isinstance(shown, str):
        return shown
    if shown is None:
        return ""
    if isinstance(shown, bool):
        return "true" if shown else "false"
    return f"{shown:.15g}" if isinstance(shown, float) else str(shown)
