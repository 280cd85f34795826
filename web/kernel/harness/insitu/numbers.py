"""Decides how the texts of a column are numbers: the decimal mark, marks between thousands,
currencies and percent signs around them. The decision is a pandas expression. A text is a number as
a whole or not at all: nothing is cut out of "<100" or "3 of 50".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import currencies
from .quoting import column_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# What may stand before or after a number without changing its digits. Longer ones come first.
AROUND = [
    *(
        "US$",
        "R$",
        "C$",
        "A$",
        "HK$",
        "NZ$",
        "$",
        "€",
        "£",
        "¥",
        "₹",
        "₩",
        "₽",
        "₺",
        "₪",
        "₫",
        "฿",
        "zł",
        "Kč",
        "kr.",
        "kr",
        "Ft",
        "Rs.",
        "Rs",
        "CHF",
        "Fr.",
        "EUR",
    ),
    *(
        "USD",
        "GBP",
        "JPY",
        "CNY",
        "RMB",
        "INR",
        "CAD",
        "AUD",
        "NZD",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "CZK",
        "HUF",
        "RON",
        "TRY",
        "BRL",
        "MXN",
        "ZAR",
        "SGD",
        "HKD",
        "KRW",
    ),
    "%",
    "°",
]
TOKEN = "|".join(re.escape(token) for token in AROUND)
SPACE = "[\u00a0\u202f\u2009 '’]"
# A number with what is around it; digits may be in groups.
NUMBER = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+−])?\s?(?:(?P<before>{TOKEN})\s?)?(?P<sign2>[-+−])?"
    rf"(?P<digits>\d+(?:{SPACE}\d{{3}})*(?:[.,]\d+)*[.,]?|[.,]\d+)(?P<power>[eE][-+]?\d+)?(?P<trailing>-)?\s?(?P<after>{TOKEN})?(?P<close>\))?",
    re.IGNORECASE,
)
# Small letters right before a digit, which are a name and no currency: “rs12” is a gene.
NAMED = re.compile(r"\W*(rs|kr|ft|fr)\d")
PLAIN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COMMA_DECIMAL = re.compile(r"\d+,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(\.\d{3})+,\d+|,\d+")
POINT_DECIMAL = re.compile(r"\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(,\d{3})+\.\d+|\.\d+")
COMMA_GROUPS = re.compile(r"[1-9]\d{0,2}((,\d{2})*,\d{3})+")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")
# Texts of digits that are not quantities: a leading zero, the sign of a country's code, groups of
# other than three digits.
CODE = re.compile(r"[-+]?0\d+|\+\d{7,}|0\d*( \d+)+")

# What takes marks between thousands away, and makes points of decimal commas.
WITHOUT_POINTS = r'.str.replace(r"(?<=\d)\.(?=\d{3}(?!\d))", "", regex=True)'
WITHOUT_COMMAS = r'.str.replace(r"(?<=\d),(?=(?:\d{2},)*\d{3}(?!\d))", "", regex=True)'
TO_POINTS = '.str.replace(",", ".")'


@dataclass
class Numbers:
    """How a column's texts are read as numbers."""

    # The expression that reads them, given `df`.
    conversion: str
    # What was assumed, without any value.
    doubt: str | None
    # "%" if all values are percentages.
    unit: str | None
    # The decimal mark, `point` or `comma`; None if no text has a point or a comma.
    decimal: str | None = None


def number(text: str) -> re.Match[str] | None:
    """Returns the parts of a text that is a number with what is around it, or None."""
    return None if NAMED.match(text) else NUMBER.fullmatch(text)


def decide(
    name: Any,
    texts: Sequence[str],
    comma: bool,
    mixed: bool,
    forced: bool = False,
    mark: str | None = None,
) -> Numbers | None:
    """Returns how the texts are read, or None if they are not quantities. `texts` are the different
    ones, `comma` says that other columns of the file have decimal commas, `mixed` that some values
    are not texts, `forced` that the user has them read as numbers, `mark` which decimal mark the
    user has chosen.
    """
    stripped = [text.strip() for text in texts]
    found = [
        match
        for text in stripped
        if (match := number(text)) and bool(match["open"]) == bool(match["close"])
    ]
    if not found or (not forced and any(CODE.fullmatch(text) for text in stripped)):
        return None
    doubts: list[str] = []
    source = column_of(name) + (".astype(str)" if mixed else "")
    if (
        all(PLAIN.fullmatch(match[0]) for match in found)
        and not comma
        and mark != "comma"
        and not all(POINT_GROUPS.fullmatch(match["digits"]) for match in found)
    ):
        decimal = "point" if any("." in match["digits"] for match in found) else None
        return Numbers(f'pd.to_numeric({source}, errors="coerce")', None, None, decimal)
    source += ".str.strip()" if any(text != shown for text, shown in zip(texts, stripped)) else ""
    if any("−" in match[0] for match in found):
        source += '.str.replace("−", "-")'
    tokens = {token for match in found for token in (match["before"], match["after"]) if token}
    if tokens:
        either = "|".join(
            re.escape(token) for token in sorted(tokens, key=lambda token: (-len(token), token))
        )
        source += rf'.str.replace(r"^(\(?[-+]?)\s?(?:{either})\s?|\s?(?:{either})(\)?)$", r"\1\2", regex=True)'
    if any(match["open"] for match in found):
        source += r'.str.replace(r"^\((.*)\)$", r"-\1", regex=True)'
    if any(match["trailing"] for match in found):
        source += r'.str.replace(r"^(.*\d)-$", r"-\1", regex=True)'
    if any(re.search(SPACE, match["digits"]) for match in found):
        source += rf'.str.replace(r"(?<=\d){SPACE}(?=\d{{3}}(?!\d))", "", regex=True)'
    digits = [re.sub(SPACE, "", match["digits"]) for match in found]
    prepared = chosen_marks(digits, mark) if mark else marks(found, digits, comma, doubts)
    source += prepared
    has_marks = any(character in text for text in digits for character in ".,")
    decimal = mark or (
        "comma"
        if TO_POINTS in prepared or WITHOUT_POINTS in prepared
        else "point"
        if has_marks
        else None
    )
    unit = units(found, tokens, doubts)
    return Numbers(
        f'pd.to_numeric({source}, errors="coerce")', "; ".join(doubts) or None, unit, decimal
    )


def chosen_marks(digits: Sequence[str], mark: str) -> str:
    """Returns what has to be done with points and commas if the user has chosen the decimal mark.
    What is then written otherwise is no number.
    """
    if mark == "point":
        return WITHOUT_COMMAS if any("," in text for text in digits) else ""
    code = WITHOUT_POINTS if any("." in text for text in digits) else ""
    if any("." in re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "", text) for text in digits):
        # With two points, a text is no number.
        code += '.str.replace(".", "..")'
    return code + (TO_POINTS if any("," in text for text in digits) else "")


def marks(
    found: Sequence[re.Match[str]], digits: Sequence[str], comma: bool, doubts: list[str]
) -> str:
    """Returns what has to be done with points and commas."""
    commas = sum(bool(COMMA_DECIMAL.fullmatch(text)) for text in digits)
    points = sum(bool(POINT_DECIMAL.fullmatch(text)) for text in digits)
    comma_groups = [text for text in digits if COMMA_GROUPS.fullmatch(text)]
    point_groups = [text for text in digits if POINT_GROUPS.fullmatch(text)]
    sure_commas = any(text.count(",") > 1 for text in comma_groups)
    sure_points = any(text.count(".") > 1 for text in point_groups)
    if commas and points:
        doubts.append("decimal points and decimal commas are mixed")
    if commas > points:
        return (WITHOUT_POINTS if any("." in text for text in digits) else "") + TO_POINTS
    if points:
        return WITHOUT_COMMAS if comma_groups or any("," in text for text in digits) else ""
    if sure_points and not sure_commas:
        return WITHOUT_POINTS + (TO_POINTS if any("," in text for text in digits) else "")
    if sure_commas:
        return WITHOUT_COMMAS
    if comma_groups:
        if comma:
            doubts.append("commas are read as decimal marks; they may be marks between thousands")
            return TO_POINTS
        if not any(re.search(SPACE, match["digits"]) for match in found):
            doubts.append("commas are read as marks between thousands; they may be decimal commas")
        return WITHOUT_COMMAS
    if point_groups:
        if comma:
            doubts.append("points are read as marks between thousands; they may be decimal points")
            return WITHOUT_POINTS
        doubts.append("points are read as decimal points; they may be marks between thousands")
    return ""


def units(found: Sequence[re.Match[str]], tokens: set[str], doubts: list[str]) -> str | None:
    """Returns the unit of all numbers if it is the percent sign, and notes units that differ."""
    if currencies.are_several(tokens - {"%"}):
        doubts.append(f"{currencies.DOUBT}: group them by the currency in the texts")
    percents = sum("%" in (match["before"], match["after"]) for match in found)
    if percents == len(found):
        return "%"
    if percents:
        doubts.append("some numbers are percentages and others are not")
    return None
