"""Finds numbers and dates that stand for missing values: nines far from all others, such as -999,
the ends of a type's range, coordinates of zero, days such as 9999-12-31. They stay as they are,
and the profile says so, since a sum or a mean over them says nothing.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NINES = re.compile(r"9{2,}")
# As weather services write it, only with a minus.
HUNDREDS = re.compile(r"9{2,}00")
# The ends of ranges of integers.
ENDS = {-32768, 32767, -2147483648, 2147483647}
DAYS = "0001-01-01 1753-01-01 1899-12-30 1899-12-31 1900-01-01 1901-01-01 1970-01-01 2099-12-31 2999-12-31 9999-12-31"
PLACES = re.compile(r"(^|[_ ])(lat|lon|lng)|latitude|longitude", re.IGNORECASE)
# Names of columns in which nines are prices, and the largest value of a scale beside 99.
PRICES = re.compile(r"price|preis|prix|precio|pre[çc]o|prezzo|prijs|cost|fee", re.IGNORECASE)
MAX_OF_SCALE = 20
# Codes beside one of nines, such as 97 and 98 for other reasons than that of 99.
BESIDE = 3
DAYS_OF_DECADE = 3650
READ = "far from the others, and read as written"


def doubt(name: Any, counts: Any) -> str | None:
    """Returns what is to be said of a column, without any value; `counts` has how often each of its
    numbers or moments occurs.
    """
    import numpy

    dates = counts.index.dtype.kind == "M"
    marks = numpy.array(DAYS.split(), dtype="M8[D]").astype(float)
    if dates:
        values = counts.index.to_numpy().astype("M8[D]").astype(float)
    else:
        values = counts.index.to_numpy(dtype=float, na_value=numpy.nan)
    weights = counts.to_numpy()[numpy.isfinite(values)]
    values = values[numpy.isfinite(values)]
    if len(values) < 4:
        return None
    is_price = bool(PRICES.search(str(name)))
    found = set()
    for value in {values.min(), values.max()}:
        digits = "" if dates else f"{abs(value):.12g}".replace(".", "")
        nines = bool(NINES.fullmatch(digits) or (value < 0 and HUNDREDS.fullmatch(digits)))
        block = numpy.abs(values - value) <= (BESIDE if nines else 0)
        others, count = values[~block], int(weights[values == value].sum())
        if len(others) < 3:
            continue
        spread = others.max() - others.min()
        gap = numpy.abs(others - value).min()
        if value > 0 and ((len(digits) == 2 and others.max() > MAX_OF_SCALE) or is_price):
            nines = False
        far = gap > spread
        if dates:
            is_mark = value in marks and far and gap > DAYS_OF_DECADE
        else:
            is_mark = (
                (nines and (len(digits) > 2 or count > 1) and (far or (value < 0 <= others.min())))
                or (value in (-1, -9) and others.min() >= 1 and count > 1)
                or (far and (value in ENDS or (value == 0 and bool(PLACES.search(str(name))))))
            )
        if is_mark:
            found.update(values[block])
    total = int(sum(weights[values == value].sum() for value in found))
    if total == 1:
        return f"1 value looks like a mark of a missing value, {READ}"
    return f"{total:,} values look like marks of missing values, {READ}" if total else None
