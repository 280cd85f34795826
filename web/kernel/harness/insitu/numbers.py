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
]
TOKEN = "|".join(re.escape(token) for token in AROUND)
SPACE = "[\u00a0\u202f\u2009 '’]"
# A number with what is around it; digits may be in groups.
NUMBER = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+−])?\s?(?:(?P<before>{TOKEN})\s?)?(?P<sign2>[-+−])?"
    rf"(?P<digits>\d+(?:{SPACE}\d{{3}})*(?:[.,]\d+)*[.,]?|[.,]\d+)(?P<power>[eE][-+]?\d+)?(?P<trailing>-)?\s?(?P<after>{TOKEN})?(?P<close>\))?",
    re.IGNORECASE,
)
PLAIN = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
COMMA_DECIMAL = re.compile(r"\d+,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(\.\d{3})+,\d+|,\d+")
POINT_DECIMAL = re.compile(r"\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+|\d{1,3}(,\d{3})+\.\d+|\.\d+")
COMMA_GROUPS = re.compile(r"[1-9]\d{0,2}((,\d{2})*,\d{3})+")
POINT_GROUPS = re.compile(r"[1-9]\d{0,2}(\.\d{3})+")
# Texts of digits that are not quantities: a leading zero, the sign of a country's code, groups of
# other than three digits.
CODE = re.compile(r"[-+]?0\d+|\+\d{7,}|0\d*( \d+)+")


@dataclass
class Numbers:
    """How a column's texts are read as numbers."""

    # The expression that reads them, given `df`.
    conversion: str
    # What was assumed, without any value.
    doubt: str | None
    # "%" if all values are percentages.
    unit: str | None


def decide(name: Any, texts: Sequence[str], comma: bool, mixed: bool) -> Numbers | None:
    """Returns how the texts are read, or None if they are not quantities. `texts` are the different
    ones, `comma` says that other columns of the file have decimal commas, `mixed` that some values
    are not texts.
    """
    stripped = [text.strip() for text in texts]
    found = [
        match
        for text in stripped
        if (match := NUMBER.fullmatch(text)) and bool(match["open"]) == bool(match["close"])
    ]
    if not found or any(CODE.fullmatch(text) for text in stripped):
        return None
    doubts: list[str] = []
    source = column_of(name) + (".astype(str)" if mixed else "")
    if (
        all(PLAIN.fullmatch(match[0]) for match in found)
        and not comma
        and not all(POINT_GROUPS.fullmatch(match["digits"]) for match in found)
    ):
        return Numbers(f'pd.to_numeric({source}, errors="coerce")', None, None)
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
    source += marks(found, comma, doubts)
    unit = units(found, tokens, doubts)
    return Numbers(f'pd.to_numeric({source}, errors="coerce")', "; ".join(doubts) or None, unit)


def marks(found: Sequence[re.Match[str]], comma: bool, doubts: list[str]) -> str:
    """Returns what has to be done with points and commas."""
    digits = [re.sub(SPACE, "", match["digits"]) for match in found]
    commas = sum(bool(COMMA_DECIMAL.fullmatch(text)) for text in digits)
    points = sum(bool(POINT_DECIMAL.fullmatch(text)) for text in digits)
    comma_groups = [text for text in digits if COMMA_GROUPS.fullmatch(text)]
    point_groups = [text for text in digits if POINT_GROUPS.fullmatch(text)]
    sure_commas = any(text.count(",") > 1 for text in comma_groups)
    sure_points = any(text.count(".") > 1 for text in point_groups)
    without_points = r'.str.replace(r"(?<=\d)\.(?=\d{3}(?!\d))", "", regex=True)'
    without_commas = r'.str.replace(r"(?<=\d),(?=(?:\d{2},)*\d{3}(?!\d))", "", regex=True)'
    if commas and points:
        doubts.append("decimal points and decimal commas are mixed")
    if commas > points:
        return (
            without_points if any("." in text for text in digits) else ""
        ) + '.str.replace(",", ".")'
    if points:
        return without_commas if comma_groups or any("," in text for text in digits) else ""
    if sure_points and not sure_commas:
        return without_points + (
            '.str.replace(",", ".")' if any("," in text for text in digits) else ""
        )
    if sure_commas:
        return without_commas
    if comma_groups:
        if comma:
            doubts.append("commas are read as decimal marks; they may be marks between thousands")
            return '.str.replace(",", ".")'
        if not any(re.search(SPACE, match["digits"]) for match in found):
            doubts.append("commas are read as marks between thousands; they may be decimal commas")
        return without_commas
    if point_groups:
        if comma:
            doubts.append("points are read as marks between thousands; they may be decimal points")
            return without_points
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
