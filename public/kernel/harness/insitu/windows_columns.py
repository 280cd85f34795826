"""One column of a table: how its values are ordered, found and summed up, by the array and never cell by cell where it is long.

Texts are looked at once for each different one; what is no text, number or date goes by the text that its cell shows.
"""

import math
import re

import numpy
import pandas
import pandas.api.types as kinds

from . import tables

BINS = 20
TOP = 3
LONGEST_TOP = 100
# Rows of a column of mixed values from which its type is told.
LOOKED_AT = 1_000
# Numbers with more different values than this are searched by value, and moments by their day, since to write them all would take
# seconds.
MOST_WRITTEN = 200_000
# Of more rows than the first, what takes long is told from so many of them, spread over all.
EXACT_ROWS = 200_000
PART = 50_000
# A prime, so that steps of it come to every row once, in no rhythm that the rows could have.
STEP = 2_654_435_761
IN_NUMBERS = set("0123456789.,-+einf ")
ZONE = re.compile(r"(?<=:\d\d)(z|[+-]\d\d:\d\d)$")
IN_DATES = set("0123456789-:.t+z ")

OPS = ("contains", "equals", "atLeast", "atMost", "missing", "present")


class Column:
    """`part` is a Series or an Index. `kind` says how it is compared: "number", "date", "duration" or "text"."""

    def __init__(self, name, part):
        self.name = name
        self.part = part
        self.type = tables.type_of(part[:LOOKED_AT] if kinds.is_object_dtype(part.dtype) else part)
        self.known = {}

    def at(self, place):
        """The part of the column at these positions."""
        return self.part.iloc[place] if hasattr(self.part, "iloc") else self.part[place]

    def once(self, what, make):
        if what not in self.known:
            self.known[what] = make()
        return self.known[what]

    @property
    def missing(self):
        return self.once("missing", lambda: numpy.asarray(self.part.isna(), dtype=bool))

    @property
    def kind(self):
        dtype = self.part.dtype
        if kinds.is_bool_dtype(dtype) or kinds.is_integer_dtype(dtype) or kinds.is_float_dtype(dtype):
            return "number" if not isinstance(dtype, pandas.CategoricalDtype) else "text"
        if kinds.is_datetime64_any_dtype(dtype):
            return "date"
        return "duration" if kinds.is_timedelta64_dtype(dtype) else "text"

    def values(self):
        """An array of numbers to compare by: of a text column, each text's rank."""
        return self.once("values", self.find_values)

    def find_values(self):
        if self.kind == "number":
            dtype = self.part.dtype
            if isinstance(dtype, numpy.dtype):
                return self.part.to_numpy()
            exact = "float64" if kinds.is_float_dtype(dtype) else "int64"
            return numpy.asarray(self.part.fillna(False if kinds.is_bool_dtype(dtype) else 0).astype(exact))
        if self.kind in ("date", "duration"):
            return numpy.asarray(self.part.array.asi8 if hasattr(self.part.array, "asi8") else self.part.astype("int64"))
        codes = self.texts()[0]
        # Of an ordered category the order is what was said, otherwise that of its texts.
        dtype = self.part.dtype
        if isinstance(dtype, pandas.CategoricalDtype) and dtype.ordered:
            return codes
        return numpy.append(self.once("ranks", self.find_ranks), -1)[codes]

    def find_ranks(self):
        _codes, texts, different = self.texts()
        ranks = numpy.empty(len(texts), dtype="int32")
        ranks[natural(self.part.dtype, different) or ordered(different, texts)] = numpy.arange(len(texts), dtype="int32")
        return ranks

    def texts(self):
        """`(codes, texts, values)`: for each row which of the different texts it has, -1 where it is missing, and what each text is of."""
        return self.once("texts", self.find_texts)

    def find_texts(self):
        if isinstance(self.part.dtype, pandas.CategoricalDtype):
            array = self.part.array
            codes, different = array.codes, list(array.categories)
        else:
            codes, different = factorized(self.part)
            if self.part.dtype == object and not all(type(value) is str for value in different[:LOOKED_AT]):
                different = list(different)
            else:
                different = different.tolist() if hasattr(different, "tolist") else list(different)
        texts = [value if type(value) is str else written(value) for value in different]
        return numpy.asarray(codes, dtype="int32"), texts, different

    def folded(self):
        texts = self.texts()[1]
        # Each is a second copy of the text.
        return self.once("folded", lambda: fold(texts)) if len(texts) <= MOST_WRITTEN else fold(texts)

    def sort_keys(self, descending):
        """Arrays to sort by, the first being the foremost: what is missing comes last, whichever way."""
        values = self.values()
        if descending:
            # A number's complement turns the order round where its negative may not exist.
            values = ~values if values.dtype.kind in "iub" else -values
        return [self.missing, values] if self.missing.any() else [values]

    def matches(self, op, value):
        """Which rows hold what a filter asks for."""
        from .windows import Refused

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
        low, high = self.reach(value)
        values = self.values()
        found = (values >= low) & (values <= high) if op == "equals" else values >= low if op == "atLeast" else values <= high
        return found & ~self.missing

    def reach(self, value):
        """The smallest and the largest of the column's numbers that `value` stands for; a day without a time is all of that day."""
        from .windows import Refused

        try:
            if self.kind == "number":
                number = {"true": 1, "false": 0}.get(str(value).strip().casefold(), value)
                number = number if isinstance(number, (int, float)) else float(number)
                return number, number
            if self.kind == "duration":
                moment = pandas.Timedelta(value)
                return (numpy.timedelta64(moment.value, "ns").astype(f"m8[{unit_of(self.part.dtype)}]").astype("int64"),) * 2
            first, whole = pandas.Timestamp(value), len(str(value).strip()) <= 10
            # In seconds, which reach further than what is finer; and before it is of a zone, where a day may have 23 hours.
            then = first.as_unit("s") + pandas.Timedelta(days=1).as_unit("s") if whole else first
            ends = [self.of_zone(moment).as_unit(unit_of(self.part.dtype), round_ok=True)._value for moment in (first, then)]
            return ends[0], ends[1] - whole
        except (ValueError, TypeError, OverflowError):
            what = {"number": "numbers", "date": "dates", "duration": "durations"}[self.kind]
            raise Refused(f'The column "{self.name}" holds {what}, and "{str(value)[:50]}" is none.') from None

    def of_zone(self, moment):
        """The moment in the column's time zone, in which it is meant where it names none."""
        zone = getattr(self.part.dtype, "tz", None)
        return moment if moment.tzinfo is not None or zone is None else moment.tz_localize(zone, ambiguous=True, nonexistent="shift_forward")

    def matches_text(self, op, value):
        codes, texts, _values = self.texts()
        wanted = tables.text(value)
        if op == "equals":
            good = [text == wanted for text in texts]
        else:
            number = as_number(value)
            folded = wanted.casefold()
            compare = (lambda found, bound: found >= bound) if op == "atLeast" else (lambda found, bound: found <= bound)
            # Numbers among other things are compared as numbers where the bound is one.
            numbers = [as_number(text) for text in texts] if number is not None else [None] * len(texts)
            good = [compare(of, number) if of is not None else number is None and compare(text, folded) for of, text in zip(numbers, self.folded())]
        return numpy.append(numpy.array(good, dtype=bool), False)[codes]

    def contains(self, text):
        """Which rows show this text somewhere in their cell, whatever its case."""
        wanted = text.casefold()
        if self.kind == "number":
            return self.number_contains(wanted)
        if self.kind == "date":
            return self.date_contains(wanted)
        codes = self.texts()[0]
        return numpy.append(numpy.array([wanted in folded for folded in self.folded()], dtype=bool), False)[codes]

    def number_contains(self, wanted):
        none = numpy.zeros(len(self.part), dtype=bool)
        if self.type != "boolean" and not set(wanted) <= IN_NUMBERS:
            return none
        codes, different = self.once("codes", lambda: few(*pandas.factorize(self.part)))
        if codes is None:
            number = as_number(wanted)
            return none if number is None else (self.values() == number) & ~self.missing
        good = [wanted in written(value).casefold() for value in different.tolist()]
        return numpy.append(numpy.array(good, dtype=bool), False)[codes]

    def date_contains(self, wanted):
        if not set(wanted) <= IN_DATES:
            return numpy.zeros(len(self.part), dtype=bool)
        codes, texts = self.once("dates", self.written_dates)
        # As it is written in the cell, but for the zone, which is the same in all.
        wanted = ZONE.sub("", wanted) if getattr(self.part.dtype, "tz", None) is not None else wanted
        good = numpy.strings.find(texts, wanted.upper().replace(" ", "T")) >= 0
        return numpy.append(good, False)[codes]

    def written_dates(self):
        """`(codes, texts)` of the moments, or of their days where there are too many."""
        moments = pandas.DatetimeIndex(self.part)
        if moments.tz is not None:
            moments = moments.tz_localize(None)
        codes, different = few(*pandas.factorize(moments))
        unit = "D" if self.type == "date" else "s"
        if codes is None:
            unit = "D"
            codes, different = pandas.factorize(moments.normalize())
        return codes, numpy.datetime_as_string(different.to_numpy().astype(f"M8[{unit}]"))

    def stats(self, rows):
        """What is in these rows (None: in all): how much is missing, how many different values, their range and distribution. With `more`
        there are more different values than `distinct`; with `sampled` so many rows were counted for `bins`."""
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
        part = spread(values)
        finite = values if values.dtype.kind != "f" or numpy.isfinite(values).all() else values[numpy.isfinite(values)]
        low, high = (finite.min(), finite.max()) if len(finite) else (None, None)
        facts |= distinct_of(values, part, low, high)
        if len(finite):
            facts["min"], facts["max"] = self.cell(low), self.cell(high)
            # The whole range of floats, say, is wider than a float.
            with numpy.errstate(over="ignore"):
                width = float(high) - float(low)
            if 0 < width < math.inf:
                counted = spread(finite)
                facts["bins"] = numpy.histogram(counted, bins=BINS, range=(float(low), float(high)))[0].tolist()
                facts |= {"sampled": len(counted)} if len(counted) < len(finite) else {}
            elif low == high:
                facts["bins"] = [len(finite)]
        return facts

    def text_stats(self, rows, missing):
        size = len(missing)
        if size > EXACT_ROWS and "texts" not in self.known and not isinstance(self.part.dtype, pandas.CategoricalDtype):
            places = spread(numpy.arange(size) if rows is None else rows)
            different = factorized(self.at(places))[1]
            if len(different) > PART // 2:
                return {"distinct": len(different), "more": True}
        codes, texts, _values = self.texts()
        present = ~missing if rows is None else rows[~missing]
        counts = numpy.bincount(codes[present], minlength=len(texts))
        top = sorted(numpy.argpartition(-counts, min(TOP, len(counts) - 1))[:TOP].tolist(), key=lambda at: -counts[at]) if len(counts) else []
        return {"distinct": int((counts > 0).sum()), "top": [[texts[at][:LONGEST_TOP], int(counts[at])] for at in top if counts[at]]}

    def cell(self, value):
        """A number of this column as its cell shows it."""
        if self.kind == "date":
            moment = pandas.Timestamp(int(value), unit=unit_of(self.part.dtype))
            zone = getattr(self.part.dtype, "tz", None)
            return tables.cell(moment if zone is None else moment.tz_localize("UTC").tz_convert(zone))
        if self.kind == "duration":
            return tables.cell(pandas.Timedelta(int(value), unit=unit_of(self.part.dtype)))
        return tables.cell(value)


def factorized(part):
    """`(codes, different)` of a column that is no category; what is missing has the code -1."""
    try:
        return pandas.factorize(part)
    except TypeError:
        # Lists and the like cannot be told apart quickly; their texts can.
        shown = [None if gone else tables.text(value) for value, gone in zip(part, part.isna().tolist())]
        return pandas.factorize(numpy.array(shown, dtype=object))


def spread(values):
    """The values, or a part of them, each at most once, from all over where they are very many; the same each time."""
    size = len(values)
    return values if size <= EXACT_ROWS else values[numpy.arange(PART, dtype="int64") * STEP % size]


def distinct_of(values, part, low, high):
    """`{ distinct }` of numbers, and `more` where they are so many that they were not counted to the end."""
    if len(part) < len(values) and (values[1:] >= values[:-1]).all():
        return {"distinct": 1 + int((values[1:] != values[:-1]).sum())}
    if values.dtype.kind in "iu" and int(high) - int(low) <= 2 * len(values) + 1_000:
        # The difference is right even where it takes more bits than the type has.
        return {"distinct": int((numpy.bincount(values.astype("int64") - numpy.int64(int(low) - (1 << 64) if int(low) >= 1 << 63 else int(low))) > 0).sum())}
    if len(part) < len(values):
        found = len(pandas.unique(part))
        if found > PART // 2:
            return {"distinct": found, "more": True}
    return {"distinct": int(len(pandas.unique(values)))}


def few(codes, different):
    """What `factorize` gives, where it is worth writing out and keeping."""
    return (codes, different) if len(different) <= MOST_WRITTEN else (None, None)


def unit_of(dtype):
    return getattr(dtype, "unit", None) or numpy.datetime_data(dtype)[0]


def natural(dtype, different):
    """Positions of values in an order of their own: of intervals by where they begin, of complex numbers by their real parts. None for
    all others."""
    if isinstance(dtype, pandas.CategoricalDtype):
        dtype = dtype.categories.dtype
    if isinstance(dtype, pandas.IntervalDtype):
        return sorted(range(len(different)), key=lambda at: (different[at].left, different[at].right))
    if kinds.is_complex_dtype(dtype):
        return sorted(range(len(different)), key=lambda at: (different[at].real, different[at].imag))
    return None


def ordered(different, texts):
    """Positions of the different values in their order: numbers before words, words as a dictionary has them."""
    if all(type(value) is str for value in different):
        return sorted(range(len(texts)), key=fold(texts).__getitem__)
    keys = []
    for value, text in zip(different, texts):
        number = None if isinstance(value, str) else as_number(value)
        keys.append((1, 0.0, text.casefold()) if number is None else (0, number, ""))
    return sorted(range(len(texts)), key=keys.__getitem__)


def fold(texts):
    return [text.casefold() for text in texts]


def as_number(value):
    """The number that a value or a text is, or None."""
    try:
        number = float(value)
    except Exception:
        return None
    return None if math.isnan(number) else number


def written(value):
    """A value as its cell shows it."""
    shown = tables.cell(value)
    return shown if isinstance(shown, str) else "" if shown is None else ("true" if shown else "false") if isinstance(shown, bool) else f"{shown:.15g}" if isinstance(shown, float) else str(shown)
