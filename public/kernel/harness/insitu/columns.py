"""Describes the columns of a table for a profile: type, range, examples."""

from __future__ import annotations

import math
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Distinct values that are examined where examining is slow.
LOOKED_AT = 3_000
EXAMPLES = 5
LONGEST_EXAMPLE = 80
# From this share of dates or numbers on, a text column has that type, and the other values count as bad.
MOSTLY = 0.8
# A column with more distinct texts than this is not a category.
MOST_CATEGORIES = 50

DATE_SHAPE = re.compile(
    r"(\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?|\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})|\d{1,2}[ -][A-Za-zÀ-ÿ]{3,9}\.?[ -]\d{2,4}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4})"
    r"([T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AaPp][Mm])?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?)?"
)
DAY_MONTH = re.compile(r"(\d{1,2})([-/.])(\d{1,2})[-/.]\d{2,4}")
AROUND_NUMBER = re.compile(r"[\s\u00a0\u202f'’$€£¥₹%]|USD|EUR|GBP|CHF|kr\.?|Rs\.?", re.IGNORECASE)
NUMBER_SHAPE = re.compile(r"\(?[-+−]?(\d+([.,]\d+)?|\d{1,3}([.,]\d{3})+([.,]\d+)?|[.,]\d+)([eE][-+]?\d+)?-?\)?")


def describe(name: Any, series: Any) -> dict[str, Any]:
    """Returns the column's entry in a profile."""
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
    }
    if len(present) == 0:
        return facts
    try:
        counts = present.value_counts()
    except TypeError:
        present = present.astype(str)
        counts = present.value_counts()
    facts["distinct"] = len(counts)
    facts.update(judge(present, counts))
    values = counts.index[:EXAMPLES] if facts["type"] == "category" else present.drop_duplicates().iloc[:EXAMPLES]
    facts["examples"] = [example(int(value) if facts["type"] == "integer" else value) for value in values if not infinite(value)]
    return facts


def judge(present: Any, counts: Any) -> dict[str, Any]:
    """Returns type, bad values, minimum and maximum."""
    import pandas.api.types as kinds

    dtype = present.dtype
    if kinds.is_bool_dtype(dtype):
        return {"type": "boolean"}
    if kinds.is_integer_dtype(dtype):
        return {"type": "integer", "min": number(present.min()), "max": number(present.max())}
    if kinds.is_float_dtype(dtype):
        finite = present[present.abs() != math.inf]
        # Integers become floats in pandas where some are missing.
        whole = len(finite) > 0 and bool((finite % 1 == 0).all()) and finite.abs().max() < 2**53
        low, high = (finite.min(), finite.max()) if len(finite) else (None, None)
        return {"type": "integer" if whole else "number", "min": number(low, whole), "max": number(high, whole)}
    if kinds.is_datetime64_any_dtype(dtype):
        return {"type": "date", "min": moment(present.min()), "max": moment(present.max())}
    if all(isinstance(value, bool) for value in counts.index[:LOOKED_AT]):
        return {"type": "boolean"}
    return judge_text(counts)


def judge_text(counts: Any) -> dict[str, Any]:
    import pandas

    looked = counts.iloc[:LOOKED_AT]
    texts = looked.index.map(lambda value: str(value).strip())
    total = int(looked.sum())
    dated = [bool(DATE_SHAPE.fullmatch(text)) for text in texts]
    if int(looked[dated].sum()) >= MOSTLY * total:
        parsed = to_dates(pandas, texts)
        good = parsed.notna()
        if int(looked[good].sum()) >= MOSTLY * total:
            bad = int(looked[~good].sum())
            times = parsed[good]
            return {"type": "date", "bad": bad, "min": moment(times.min()), "max": moment(times.max())}
    values = [to_number(text) for text in texts]
    good = [value is not None for value in values]
    if int(looked[good].sum()) >= MOSTLY * total:
        numbers = [value for value in values if value is not None]
        bad = total - int(looked[good].sum())
        return {"type": "numbertext", "bad": bad, "min": number(min(numbers)), "max": number(max(numbers))}
    few = len(counts) <= MOST_CATEGORIES and len(counts) <= max(counts.sum() * 0.5, 1)
    return {"type": "category" if few else "text"}


def to_dates(pandas: Any, texts: Any) -> Any:
    """Parses texts as moments, NaT for those that are not. Whether day or month comes first is decided for all texts together."""
    day_first = False
    for text in texts:
        if (match := DAY_MONTH.match(text)) and (match[2] == "." or int(match[1]) > 12):
            day_first = True
            break
    return pandas.to_datetime(list(texts), errors="coerce", format="mixed", dayfirst=day_first, utc=True).tz_localize(None)


def to_number(text: str) -> float | None:
    """Parses the number in a text such as "1.234,50 €", "$1,200" or "12%", or returns None."""
    bare = AROUND_NUMBER.sub("", text)
    if not bare or not NUMBER_SHAPE.fullmatch(bare):
        return None
    negative = bare.startswith(("-", "−", "(")) or bare.endswith("-")
    digits = bare.strip("()+-−")
    comma, dot = digits.rfind(","), digits.rfind(".")
    if comma > dot:
        groups = digits.count(",") > 1 or (dot < 0 and len(digits) - comma == 4 and not digits.startswith("0"))
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
    text = value.date().isoformat() if hasattr(value, "date") and hasattr(value, "hour") and value.hour == value.minute == value.second == 0 else str(value)
    return text if len(text) <= LONGEST_EXAMPLE else text[: LONGEST_EXAMPLE - 1] + "…"
