"""Decides how the texts of a column are dates: their forms, and whether the day or the month is
first, over the whole column. The decision is a pandas expression, which the profile evaluates
itself, so that code which repeats it reads the same dates.
"""

from __future__ import annotations

import collections
import itertools
import re
import time
from dataclasses import dataclass

from .month_names import NAMES, language_of, numbers_of
from .quoting import column_of, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# Forms of dates in one column; a column with more of them has texts and no dates.
MAX_FORMS = 8
# Texts in the order of the rows in which an order is looked for.
MAX_ORDERED_TEXTS = 5_000
# From this share of rising or falling steps on, a column is in order.
ORDERED = 0.9

TIME = r"(?:(?P<gap>T| |, )(?P<hour>\d{1,2}):\d{2}(?P<seconds>:\d{2})?(?P<fraction>\.\d{1,9})?(?P<half> ?[AaPp][Mm])?(?P<zone> ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?"
YEAR_FIRST = re.compile(
    r"\d{4}(?P<mark>[-/.])(?P<month>\d{1,2})(?:(?P=mark)(?P<day>\d{1,2}))?" + TIME
)
NUMBERS = re.compile(
    r"(?P<first>\d{1,2})(?P<mark>[-/]|\. ?)(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})" + TIME
)
NAMED = re.compile(
    r"(?:(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?[ -](?:de )?)?(?P<name>[^\W\d_]{3,12})(?P<point>\.?)(?:[ -](?P<after>\d{1,2})(?:st|nd|rd|th)?(?:,|(?=[ -]\d{4}(?!\d))))?(?:[ -]|, )(?:de )?(?P<year>\d{4}|\d{2})"
    + TIME
)
ZONE = r" ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$"
BIRTH = re.compile(
    r"birth|born|dob\b|geburt|geb\b|naissance|nacimiento|nascita|nascimento|geboren", re.IGNORECASE
)


@dataclass
class Dates:
    """How a column's texts are read as dates."""

    # The expression that reads them, given `df`.
    conversion: str
    # The one format that reads them all without a preparation, for arguments of the reading
    # function.
    format: str | None
    # What was assumed, without any value.
    doubt: str | None
    # Whether the values themselves show the order of day and month; None if no text has numbers
    # alone.
    day_first: bool | None
    # Whether no value shows the order of day and month.
    undecided: bool = False
    # Whether most are read with the day first; None if no text has numbers alone.
    order: bool | None = None


@dataclass
class Form:
    """One form of a date: the format of its day, and of its time."""

    kind: str
    day: str
    clock: str


def matched(text: str) -> tuple[str, re.Match[str]] | None:
    """Returns which of the patterns a text fits."""
    for kind, pattern in (("year", YEAR_FIRST), ("numbers", NUMBERS), ("named", NAMED)):
        if (match := pattern.fullmatch(text)) and (
            kind != "named" or match["name"].lower() in NAMES
        ):
            return kind, match
    return None


def decide(
    name: Any,
    texts: Sequence[str],
    ordered: Sequence[str],
    hint: bool | None,
    mixed: bool,
    chosen: bool | None = None,
) -> Dates | None:
    """Returns how the texts are read, or None if none of them is a date. `texts` are the different
    ones, `ordered` some in the order of the rows, `hint` says whether other columns have the day
    first, `mixed` that some values are not texts, `chosen` whether the user has the day first.
    """
    found = [(text, *fit) for text in texts if (fit := matched(text.strip()))]
    if not found:
        return None
    words = {match["name"].lower() for _text, kind, match in found if kind == "named"}
    language = language_of(words)
    if words and language is None:
        found = [
            one
            for one in found
            if one[1] != "named" or language_of({one[2]["name"].lower()}) == "English"
        ]
        language = "English"
    translated = bool(words) and (language != "English" or not plain_english(found))
    orders, doubts = orders_of(found, ordered, hint)
    if chosen is not None:
        for form in orders:
            orders[form] = (chosen, False)
        doubts.clear()
    forms: dict[tuple[str, str, str], int] = {}
    for _text, kind, match in found:
        for form in forms_of(kind, match, orders, translated, chosen is not None):
            forms[form.kind, form.day, form.clock] = (
                forms.get((form.kind, form.day, form.clock), 0) + 1
            )
    if not forms or len(forms) > MAX_FORMS:
        return None
    source = column_of(name) + (".astype(str)" if mixed else "")
    stripped = any(text != text.strip() for text in texts)
    source += ".str.strip()" if stripped else ""
    zones = {match["zone"].strip() for _text, _kind, match in found if match["zone"]}
    several_zones = (
        len({minutes(zone) for zone in zones}) > 1
        and max(map(minutes, zones)) - min(map(minutes, zones)) > 60
    )
    if zones and not several_zones:
        source += f'.str.replace(r"{ZONE}", "", regex=True)'
        if zones - {"Z", "UTC", "GMT"}:
            doubts.append("times are read as they are written, without their distance from UTC")
    if several_zones:
        doubts.append("times of several time zones are read as UTC")
    named = source
    if translated and language is not None:
        named = (
            f"{source}.str.lower().replace({numbers_of(language)!r}, regex=True)"
            + r'.str.replace(r"(?<=\d)(?:st|nd|rd|th)?[-., ]+(?:de )?(?=\d)|[.,]$", " ", regex=True)'
        )
    parts = [
        f'pd.to_datetime({named if kind == "named" else source}, format={quoted(day + clock + ("%z" if several_zones else ""))}, errors="coerce"{", utc=True" if several_zones else ""})'
        for kind, day, clock in sorted(forms, key=lambda form: -forms[form])
    ]
    conversion = (
        parts[0]
        + "".join(f".fillna({part})" for part in parts[1:])
        + (".dt.tz_localize(None)" if several_zones else "")
    )
    single = (
        next(iter(forms))
        if len(forms) == 1 and not zones and not stripped and not mixed and not translated
        else None
    )
    if any(len(match["year"]) == 2 for _text, kind, match in found if kind != "year"):
        conversion, single = centuries(name, conversion, single, found, doubts)
    decided = {first for first, sure in orders.values() if sure}
    return Dates(
        conversion,
        single[1] + single[2] if single else None,
        "; ".join(doubts) or None,
        decided.pop() if len(decided) == 1 else None,
        any("no value shows it" in doubt for doubt in doubts),
        next((first for first, _sure in orders.values()), None),
    )


def plain_english(found: Sequence[tuple[str, str, re.Match[str]]]) -> bool:
    """Returns whether pandas knows the names: all are whole, or all have three letters, without
    points and ordinals.
    """
    named = [match for _text, kind, match in found if kind == "named"]
    short = {len(match["name"]) == 3 for match in named if match["name"].lower() != "may"}
    return len(short) < 2 and not any(
        match["point"]
        or re.search(r"\d(st|nd|rd|th)|de |\d\.", match[0])
        or match["name"].lower() == "sept"
        for match in named
    )


def forms_of(
    kind: str,
    match: re.Match[str],
    orders: dict[tuple[str, int], tuple[bool, bool]],
    translated: bool,
    strict: bool,
) -> list[Form]:
    """Returns the form of a date; `strict` says that a day above 12 does not change the order."""
    clock = ""
    if match["gap"] is not None:
        clock = (
            match["gap"]
            + ("%I" if match["half"] else "%H")
            + ":%M"
            + (":%S" if match["seconds"] else "")
            + (".%f" if match["fraction"] else "")
        )
        clock += match["half"][:-2] + "%p" if match["half"] else ""
    if kind == "year":
        mark = match["mark"]
        return [Form(kind, f"%Y{mark}%m" + (f"{mark}%d" if match["day"] else ""), clock)]
    year = "%Y" if len(match["year"]) == 4 else "%y"
    if kind == "named":
        if translated:
            first = "%d %m " if match["day"] else "%m %d " if match["after"] else "%m "
            return [Form(kind, first + year, clock)]
        month = "%b" if len(match["name"]) == 3 else "%B"
        text = match[0][: match.start("gap")] if match["gap"] is not None else match[0]
        shape = re.sub(r"\d{4}$|\d{2}$", year, text)
        return [
            Form(
                kind, re.sub(r"(?<!%)\b\d{1,2}\b", "%d", shape.replace(match["name"], month)), clock
            )
        ]
    mark, first, second = match["mark"], int(match["first"]), int(match["second"])
    day_first = orders[mark, len(match["year"])][0]
    # A day above 12 says itself which of both it is.
    if not strict and (first > 12 >= second or second > 12 >= first):
        day_first = first > 12
    return [
        Form(kind, f"%d{mark}%m{mark}{year}" if day_first else f"%m{mark}%d{mark}{year}", clock)
    ]


def orders_of(
    found: Sequence[tuple[str, str, re.Match[str]]], ordered: Sequence[str], hint: bool | None
) -> tuple[dict[tuple[str, int], tuple[bool, bool]], list[str]]:
    """Returns for each kind of date in numbers whether the day is first, and whether its values
    show that; and what was assumed.
    """
    pairs: dict[tuple[str, int], list[tuple[int, int]]] = collections.defaultdict(list)
    for _text, kind, match in found:
        if kind == "numbers":
            pairs[match["mark"], len(match["year"])].append(
                (int(match["first"]), int(match["second"]))
            )
    orders: dict[tuple[str, int], tuple[bool, bool]] = {}
    doubts: list[str] = []
    for form, values in pairs.items():
        days = sum(first > 12 >= second for first, second in values)
        months = sum(second > 12 >= first for first, second in values)
        if days and months:
            doubts.append(
                "some dates have the day first and others the month; those that fit both are read like most of the others"
            )
        if days or months:
            orders[form] = (days >= months, not (days and months))
    known = {first for first, _sure in orders.values()}
    for form in pairs:
        if form in orders:
            continue
        assumed = known == {True} if len(known) == 1 else in_order(ordered, form)
        if assumed is None:
            assumed = hint
        if assumed is None:
            assumed = form[0] != "/"
        orders[form] = (assumed, False)
        if form[0].startswith("."):
            # If points divide, the day is first in all languages.
            orders[form] = (True, True)
        elif any(first != second for first, second in pairs[form]):
            one, other = ("day", "month") if assumed else ("month", "day")
            doubts.append(
                f"dates are read with the {one} first; no value shows it, and the {other} may be first instead"
            )
    return orders, doubts


def in_order(ordered: Sequence[str], form: tuple[str, int]) -> bool | None:
    """Returns whether the rows are in order of time if the day is first (True) or if the month is
    (False); None if that does not decide.
    """
    keys: list[tuple[int, int, int]] = []
    for text in ordered[:MAX_ORDERED_TEXTS]:
        match = NUMBERS.fullmatch(text.strip())
        if match and (match["mark"], len(match["year"])) == form:
            keys.append((int(match["year"]), int(match["first"]), int(match["second"])))
    if len(keys) < 4:
        return None

    def share(day_first: bool) -> float:
        moments = [
            (year, second, first) if day_first else (year, first, second)
            for year, first, second in keys
        ]
        steps = [
            (one < other) - (one > other)
            for one, other in itertools.pairwise(moments)
            if one != other
        ]
        return max(steps.count(1), steps.count(-1)) / len(steps) if steps else 0.0

    by_day, by_month = share(True), share(False)
    if max(by_day, by_month) < ORDERED or abs(by_day - by_month) < 0.05:
        return None
    return by_day > by_month


def minutes(zone: str) -> int:
    """Returns the minutes between a zone and UTC."""
    if zone in ("Z", "UTC", "GMT"):
        return 0
    digits = zone[1:].replace(":", "")
    return (int(digits[:2]) * 60 + int(digits[2:])) * (-1 if zone[0] == "-" else 1)


def centuries(
    name: Any,
    conversion: str,
    single: Any,
    found: Sequence[tuple[str, str, re.Match[str]]],
    doubts: list[str],
) -> tuple[str, Any]:
    """Decides which century two digits mean: of births the past one; otherwise as pandas, which is
    said if years lie ahead.
    """
    now = time.localtime()
    late = any(
        now.tm_year % 100 + 1 < int(match["year"]) < 69
        for _text, kind, match in found
        if kind != "year" and len(match["year"]) == 2
    )
    if BIRTH.search(str(name)):
        doubts.append("years of two digits are read as past ones")
        today = f"{now.tm_year}-{now.tm_mon:02}-{now.tm_mday:02}"
        return (
            f'(lambda day: day.where(~(day > "{today}"), day - pd.DateOffset(years=100)))({conversion})',
            None,
        )
    if late:
        doubts.append("years of two digits are read as those of this century up to 68")
    return conversion, single
