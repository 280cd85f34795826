"""Describes the columns of a table for a profile: type, range, examples."""

from __future__ import annotations

import datetime
import math
import re
from dataclasses import dataclass, field

from . import currencies, dates, numbers, sentinels
from .number_marks import COMMA_GROUPS
from .quoting import column_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

# Texts by which a column is recognised as one of plain texts, without looking at all of them.
LOOKED_AT = 300
EXAMPLES = 5
# Up to this many distinct texts are compared with each other.
MAX_SPELLED = 2000
MAX_EXAMPLE_LENGTH = 80
# Values of a column that are shown because they do not fit its type.
MAX_UNREADABLE = 3
# From this share of dates or numbers on, a text column has that type, and the other values count as
# bad.
MOSTLY = 0.8
# Texts for a missing value, which speak neither for a type nor against it.
BLANK = {"", "-", "--", "---", "–", "—", ".", "..", "...", "n/a", "na", "n.a.", "nil"}
# A column with more distinct texts than this is not a category.
MAX_CATEGORIES = 50
# Names of columns whose whole numbers are moments: seconds or more since 1970, or year, month and
# day as digits.
EPOCH = re.compile(
    r"epoch|unix|timestamp|(^|[_ ])ts$|[_ ]at$|[a-z]At$|(^|[_ ])time$|[a-z]Time$", re.IGNORECASE
)
DAY_NAME = re.compile(
    r"date|datum|fecha|(^|[_ ])(day|tag|dia|jour|data)($|[_ ])|[a-z]Date$", re.IGNORECASE
)
# Names of columns whose whole numbers are days as workbooks count them, and the numbers from 1954
# to 2119.
SERIAL_NAME = re.compile(r"(?<!up)dates?$|date[_ ]|datum|fecha", re.IGNORECASE)
SERIALS = (20_000, 80_000)
EPOCH_UNITS = (
    ("s", 10**9, 3 * 10**9),
    ("ms", 10**12, 3 * 10**12),
    ("us", 10**15, 3 * 10**15),
    ("ns", 10**18, 3 * 10**18),
)

# In fewer rows, empty cells show no pattern.
MANY_ROWS = 4
# The types of columns with numbers and dates.
MEASURED = {"integer", "number", "numbertext", "date"}

AROUND_NUMBER = re.compile(r"[\s\u00a0\u202f'’$€£¥₹%]|USD|EUR|GBP|CHF|kr\.?|Rs\.?", re.IGNORECASE)
# A whole number, or several with commas between them.
NUMBERS = re.compile(r"\d+(,\s?\d+)*")
# A name of a thing among others that are called by numbers: the line N2.
CODE = re.compile(r"[A-Za-z]{1,3}-?\d{1,4}")
NUMBER_SHAPE = re.compile(
    r"\(?[-+−]?(\d+([.,]\d+)?|\d{1,3}([.,]\d{3})+([.,]\d+)?|[.,]\d+)([eE][-+]?\d+)?-?\)?"
)


@dataclass
class Judged:
    """What a column's values are, beyond what a profile says."""

    # Facts of the profile: type, bad, min, max, conversion, doubt.
    facts: dict[str, Any]
    dates: dates.Dates | None = None
    # How the values are read, and which cannot be (`kernel::choices::ColumnReading`).
    reading: dict[str, Any] = field(default_factory=dict)


def describe_all(
    frame: Any,
    comma: bool = False,
    day_first: bool | None = None,
    identifiers: Collection[int] = (),
    judges: Mapping[int, Callable[..., Judged]] | None = None,
) -> list[tuple[dict[str, Any], dates.Dates | None]]:
    """Returns the entries of a table's columns, and how the dates among them are read. `comma` says
    that the file has decimal commas, `day_first` what is assumed if neither the dates of a
    column nor those of another one show their order, `identifiers` are the positions of columns
    whose digits are not quantities, `judges` decide the types of some instead of `judge`.
    """
    judges = judges or {}
    lists = set() if comma else lists_of_numbers(frame) - set(judges)
    found = [
        describe(
            frame.columns[at],
            frame.iloc[:, at],
            comma,
            day_first,
            at in identifiers or at in lists,
            judges.get(at, judge),
        )
        for at in range(frame.shape[1])
    ]
    for at in lists:
        assumed(
            found[at][0],
            "numbers with commas between them are read as lists; the commas may be decimal marks",
        )
    known = {read.day_first for _facts, read in found if read and read.day_first is not None}
    if len(known) == 1:
        (first,) = known
        undecided = [
            at
            for at, (_facts, read) in enumerate(found)
            if read and read.day_first is None and read.doubt and at not in judges
        ]
        for at in undecided if first != day_first else []:
            found[at] = describe(frame.columns[at], frame.iloc[:, at], comma, first)
    entries = [facts for facts, _read in found]
    same_names(entries)
    currencies.state(frame, entries)
    currencies.directions(frame, entries)
    currencies.units(frame, entries)
    layouts(frame, entries)
    return found


def layouts(frame: Any, entries: list[dict[str, Any]]) -> None:
    """Notes columns in which an empty cell stands for the one above it, as merged cells do, and
    those of a table beside another one.
    """
    kinds = [facts["type"] for facts in entries]
    full = next((at for at, facts in enumerate(entries) if not facts["missing"]), 0)
    for at, facts in enumerate(entries[:full]):
        series = frame.iloc[:, at]
        starts = series.notna().to_numpy().nonzero()[0]
        if (
            facts["type"] in ("text", "category")
            and len(starts) > 1
            and starts[0] == 0
            and len(frame) > MANY_ROWS
            and facts["missing"] >= 0.3 * len(frame)
            and facts["distinct"] >= 0.5 * len(starts)
        ):
            assumed(
                facts, "empty cells may stand for the value above them; they are read as missing"
            )
    for at in range(1, len(entries) - 1):
        if (
            kinds[at] == "empty"
            and entries[at]["name"].startswith("Unnamed: ")
            and "empty" not in (kinds[at - 1], kinds[at + 1])
        ):
            for facts in entries[at + 1 :]:
                assumed(facts, "an empty column divides the table; beside it may be another one")


def assumed(facts: dict[str, Any], doubt: str) -> None:
    """Adds what was assumed of a column."""
    if doubt not in (facts["doubt"] or ""):
        facts["doubt"] = f"{facts['doubt']}; {doubt}" if facts["doubt"] else doubt


def same_names(entries: list[dict[str, Any]]) -> None:
    """Notes columns whose names are one name to a user: pandas numbers repeated headers, and others
    differ in case or spaces alone.
    """
    groups: dict[str, list[dict[str, Any]]] = {}
    for facts in entries:
        plain = re.sub(r"\.\d+$", "", facts["name"])
        base = (
            plain
            if plain != facts["name"] and any(other["name"] == plain for other in entries)
            else facts["name"]
        )
        groups.setdefault(" ".join(base.split()).casefold(), []).append(facts)
    for group in groups.values():
        for facts in group if len(group) > 1 else []:
            others = ", ".join(f"“{other['name']}”" for other in group if other is not facts)
            assumed(facts, f"other columns have the same name: {others}")


def lists_of_numbers(frame: Any) -> set[int]:
    """Returns the columns of texts such as “1,2”, beside others whose numbers have decimal points:
    unless the commas group thousands, they separate numbers.
    """
    kinds = [frame.iloc[:, at].dtype.kind for at in range(frame.shape[1])]
    if not any(
        kind == "f" and (frame.iloc[:, at].dropna() % 1 != 0).any() for at, kind in enumerate(kinds)
    ):
        return set()
    found = set()
    for at in (at for at, kind in enumerate(kinds) if kind in "OU"):
        texts = frame.iloc[:, at].dropna()
        if not all(isinstance(text, str) for text in texts.head(LOOKED_AT)):
            continue
        texts = texts.drop_duplicates().head(LOOKED_AT)
        parted = [text for text in texts if "," in text]
        places = {len(text) - text.rfind(",") for text in texts}
        if (
            parted
            and all(NUMBERS.fullmatch(text) for text in texts)
            and not all(COMMA_GROUPS.fullmatch(text) for text in parted)
            # As many digits behind a comma in each text: rather fractions after all.
            and not (len(parted) == len(texts) > 2 and len(places) == 1)
        ):
            found.add(at)
    return found


def describe(
    name: Any,
    series: Any,
    comma: bool = False,
    day_first: bool | None = None,
    identifier: bool = False,
    judging: Callable[..., Judged] | None = None,
) -> tuple[dict[str, Any], dates.Dates | None]:
    """Returns the column's entry in a profile, and how it is read if its texts are dates."""
    present = series.dropna()
    facts = {
        "name": str(name),
        "type": "empty",
        "dtype": str(series.dtype),
        "missing": int(series.isna().sum()),
        "distinct": 0,
        "bad": 0,
        "examples": [],
        "min": None,
        "max": None,
        "conversion": None,
        "doubt": None,
        "reading": {},
    }
    if len(present) == 0:
        return facts, None
    stated = hasattr(present.dtype, "categories")
    if stated:
        # Categories that no row has would count as values.
        present = present.astype(present.dtype.categories.dtype)
    original = present
    try:
        counts = present.value_counts()
    except TypeError:
        present = present.astype(str)
        counts = present.value_counts()
    facts["distinct"] = len(counts)
    judged = (
        as_text(counts)
        if identifier
        else (judging or judge)(name, present, counts, original, comma, day_first)
    )
    facts.update(judged.facts)
    if facts["type"] in MEASURED and (doubt := marks_of(name, counts, facts)):
        assumed(facts, doubt)
    facts["reading"] = {
        key: value for key, value in judged.reading.items() if value not in (None, [])
    }
    if stated and facts["type"] == "text" and len(counts) <= MAX_CATEGORIES:
        facts["type"] = "category"
    if facts["type"] in ("category", "text") and (found := spellings(counts.index)):
        facts["spellings"] = found
    values = (
        counts.index[:EXAMPLES]
        if facts["type"] == "category"
        else present.drop_duplicates().iloc[:EXAMPLES]
    )
    facts["examples"] = [
        example(int(value) if facts["type"] == "integer" else value)
        for value in values
        if not infinite(value)
    ]
    return facts, judged.dates


def spellings(values: Any) -> int:
    """Returns how many of a column's texts differ from another one only in case or spaces; 0 if
    there are too many to look at, or something else than texts among them.
    """
    if len(values) > MAX_SPELLED or not all(isinstance(value, str) for value in values):
        return 0
    return len(values) - len({" ".join(text.split()).casefold() for text in values})


def marks_of(name: Any, counts: Any, facts: dict[str, Any]) -> str | None:
    """Returns what is to be said of numbers and dates that do not mean themselves."""
    import pandas

    if facts["conversion"]:
        weights, values = (
            counts.to_numpy(),
            converted(pandas, name, counts.index, facts["conversion"]),
        )
        weighed = pandas.Series(weights, values)
        counts = weighed.loc[values.notna().to_numpy()].groupby(level=0).sum()
    elif counts.index.dtype.kind == "f" and facts["missing"] and (numbers_beyond(counts.index)):
        return "whole numbers of so many digits have lost the last ones, since some are missing"
    return sentinels.doubt(name, counts) if counts.index.dtype.kind in "iufM" else None


def numbers_beyond(values: Any) -> bool:
    """Returns whether whole numbers have more digits than floats keep."""
    sizes = abs(values[abs(values) != math.inf])
    return bool((sizes % 1 == 0).all()) and 2**53 < sizes.max() < 2**64


def judge(
    name: Any, present: Any, counts: Any, original: Any, comma: bool, day_first: bool | None
) -> Judged:
    """Returns type, bad values, minimum and maximum, and how the values are converted."""
    import pandas.api.types as kinds

    dtype = present.dtype
    if kinds.is_bool_dtype(dtype):
        return Judged({"type": "boolean"})
    if kinds.is_integer_dtype(dtype):
        return moments_of_integers(name, present) or Judged(
            {"type": "integer", "min": number(present.min()), "max": number(present.max())}
        )
    if kinds.is_float_dtype(dtype):
        finite = present[present.abs() != math.inf]
        # Integers become floats in pandas if some are missing.
        whole = len(finite) > 0 and bool((finite % 1 == 0).all()) and finite.abs().max() < 2**53
        low, high = (finite.min(), finite.max()) if len(finite) else (None, None)
        if whole and (judged := moments_of_integers(name, finite)):
            return judged
        return Judged(
            {
                "type": "integer" if whole else "number",
                "min": number(low, whole),
                "max": number(high, whole),
            }
        )
    if kinds.is_datetime64_any_dtype(dtype):
        if getattr(dtype, "tz", None) is not None:
            times = present.dt.tz_localize(None)
            return Judged(
                {
                    "type": "date",
                    "min": moment(times.min()),
                    "max": moment(times.max()),
                    "conversion": f"{column_of(name)}.dt.tz_localize(None)",
                    "doubt": f"the times are those of the time zone {dtype.tz}",
                }
            )
        return Judged({"type": "date", "min": moment(present.min()), "max": moment(present.max())})
    if kinds.is_timedelta64_dtype(dtype) or any(
        isinstance(value, datetime.timedelta) for value in original.iloc[:LOOKED_AT]
    ):
        return durations(name, present)
    if all(isinstance(value, bool) for value in counts.index[:LOOKED_AT]):
        return Judged({"type": "boolean"})
    return judge_text(name, present, counts, comma, day_first)


def moments_of_integers(name: Any, present: Any, chosen: bool = False) -> Judged | None:
    """Returns how whole numbers are read as moments, if the column's name says that they are some,
    or the user has chosen it, and all of them may be.
    """
    import pandas

    low, high = int(present.min()), int(present.max())
    conversion = doubt = None
    if chosen or EPOCH.search(str(name)):
        unit = next(
            (unit for unit, least, most in EPOCH_UNITS if least <= low and high < most), None
        )
        words = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}
        if unit is not None:
            conversion = f'pd.to_datetime({column_of(name)}, unit="{unit}")'
            doubt = f"the numbers are read as {words[unit]} since 1970, in UTC"
    if (
        conversion is None
        and (chosen or DAY_NAME.search(str(name)))
        and low >= 19_000_101
        and high <= 21_001_231
    ):
        conversion = f'pd.to_datetime({column_of(name)}.astype("Int64").astype(str), format="%Y%m%d", errors="coerce")'
    if (
        conversion is None
        and SERIAL_NAME.search(str(name))
        and SERIALS[0] <= low < high < SERIALS[1]
    ):
        conversion = f'pd.to_datetime({column_of(name)}, unit="D", origin="1899-12-30")'
        doubt = "the numbers are read as days since 1900, as workbooks count them"
    if conversion is None:
        return None
    times = converted(pandas, name, present, conversion)
    if not times.notna().all():
        return None
    return Judged(
        {
            "type": "date",
            "min": moment(times.min()),
            "max": moment(times.max()),
            "conversion": conversion,
            "doubt": doubt,
        }
    )


def durations(name: Any, present: Any) -> Judged:
    """Returns how durations, and the times of day that openpyxl makes of short ones, are read as
    hours.
    """
    import pandas

    conversion = f'pd.to_timedelta({column_of(name)}.astype(str).str.replace(",", ""), errors="coerce").dt.total_seconds() / 3600'
    hours = converted(pandas, name, present, conversion)
    good = hours.dropna()
    return Judged(
        {
            "type": "number",
            "bad": int(hours.isna().sum()),
            "min": number(good.min()) if len(good) else None,
            "max": number(good.max()) if len(good) else None,
            "conversion": conversion,
            "doubt": "the durations are in hours",
        }
    )


def converted(pandas: Any, name: Any, values: Any, conversion: str) -> Any:
    """Returns the values as the conversion of a profile reads them."""
    return eval(conversion, {"pd": pandas, "df": pandas.DataFrame({name: values})})


def as_text(counts: Any) -> Judged:
    """Returns the type of a column of texts."""
    few = len(counts) <= MAX_CATEGORIES and len(counts) <= max(counts.sum() * 0.5, 1)
    return Judged({"type": "category" if few else "text"})


def judge_text(name: Any, present: Any, counts: Any, comma: bool, day_first: bool | None) -> Judged:
    import pandas

    texts = [str(value) for value in counts.index]
    mixed = any(not isinstance(value, str) for value in counts.index)
    weights = counts.to_numpy()
    total = int(weights.sum())
    blank = sum(
        int(weight) for text, weight in zip(texts, weights) if text.strip().lower() in BLANK
    )

    def mostly(judged: Judged) -> bool:
        read = total - judged.facts["bad"]
        return read >= MOSTLY * (total - blank) and read >= MOSTLY / 2 * total

    def share(fits: Any) -> float:
        """Returns the share of the rows among those of the texts that are looked at first."""
        looked = range(0, len(texts), max(len(texts) // LOOKED_AT, 1))
        return sum(int(weights[at]) for at in looked if fits(texts[at].strip())) / sum(
            int(weights[at]) for at in looked
        )

    if share(lambda text: dates.matched(text) is not None) >= MOSTLY / 2:
        read = dates.decide(
            name,
            texts,
            [str(value) for value in present.iloc[: dates.MAX_ORDERED_TEXTS]],
            day_first,
            mixed,
        )
        judged = of_dates(name, counts, read) if read else None
        if judged and mostly(judged):
            return judged
    if share(lambda text: numbers.number(text) is not None) >= MOSTLY / 2:
        how = numbers.decide(name, texts, comma, mixed)
        judged = of_numbers(name, counts, how) if how else None
        if judged and mostly(judged):
            if judged.facts["bad"] and len(texts) <= MAX_CATEGORIES:
                values = converted(pandas, name, counts.index, judged.facts["conversion"])
                if are_codes(list(counts.index[values.isna()]), values.dropna(), total):
                    return as_text(counts)
            return judged
    return as_text(counts)


def of_dates(name: Any, counts: Any, read: dates.Dates) -> Judged | None:
    """Returns what the texts are as dates, or None if none is one."""
    import pandas

    times = converted(pandas, name, counts.index, read.conversion)
    good = times.dropna()
    if not len(good):
        return None
    bad = counts[times.isna().to_numpy()]
    if len(bad):
        read.format = None
    facts = {
        "type": "date",
        "bad": int(bad.sum()),
        "min": moment(good.min()),
        "max": moment(good.max()),
        "conversion": read.conversion,
        "doubt": read.doubt,
    }
    return Judged(facts, read, {"dayFirst": read.order, "unreadable": unreadable(bad)})


def of_numbers(name: Any, counts: Any, how: numbers.Numbers) -> Judged | None:
    """Returns what the texts are as numbers, or None if none is one."""
    import pandas

    values = converted(pandas, name, counts.index, how.conversion)
    good = values.dropna()
    if not len(good):
        return None
    bad = counts[values.isna().to_numpy()]
    facts = {
        "type": "numbertext",
        "bad": int(bad.sum()),
        "min": number(float(good.min())),
        "max": number(float(good.max())),
        "conversion": how.conversion,
        "doubt": how.doubt,
    }
    return Judged(facts, None, {"decimal": how.decimal, "unreadable": unreadable(bad)})


def unreadable(bad: Any) -> list[str]:
    """Returns some of the values that do not fit, the most frequent first."""
    return [example(value) for value in bad.index[:MAX_UNREADABLE]]


def are_codes(others: list[Any], good: Any, total: int) -> bool:
    """Returns whether numbers name things, such as the lines 1, 4 and N2 of trams: the other texts
    are letters and digits, and few values recur.
    """
    recur = total >= 3 * (len(good) + len(others))
    return (
        recur
        and all(CODE.fullmatch(str(text).strip()) for text in others)
        and bool((good % 1 == 0).all())
    )


def to_number(text: str) -> float | None:
    """Parses the number in a text such as "1.234,50 €", "$1,200" or "12%", or returns None."""
    bare = AROUND_NUMBER.sub("", text)
    if not bare or not NUMBER_SHAPE.fullmatch(bare):
        return None
    negative = bare.startswith(("-", "−", "(")) or bare.endswith("-")
    digits = bare.strip("()+-−")
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma > dot:
        groups = digits.count(",") > 1 or (
            dot < 0 and len(digits) - comma == 4 and not digits.startswith("0")
        )
        digits = digits.replace(",", "") if groups else digits.replace(".", "").replace(",", ".")
    elif dot > comma and digits.count(".") > 1:
        digits = digits.replace(".", "")
    else:
        digits = digits.replace(",", "")
    try:
        value = float(digits)
    except ValueError:
        return None
    return -value if negative else value


def number(value: Any, whole: bool = False) -> float | str | None:
    if value is None:
        return None
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        if whole:
            return int(value)
        return value
    return value if abs(value) < 2**53 else str(value)


def moment(value: Any) -> str:
    if value.hour == value.minute == value.second == value.microsecond == 0:
        return value.date().isoformat()
    return value.isoformat()


def infinite(value: Any) -> bool:
    return isinstance(value, float) and math.isinf(value)


def example(value: Any) -> str:
    text = (
        value.date().isoformat()
        if hasattr(value, "date")
        and hasattr(value, "hour")
        and value.hour == value.minute == value.second == 0
        else str(value)
    )
    return text if len(text) <= MAX_EXAMPLE_LENGTH else text[: MAX_EXAMPLE_LENGTH - 1] + "…"
