"""Compares what the cells of a text file say with what pandas makes of them, and decides the
arguments that keep it: identifiers stay text, and words that pandas takes for missing values stay
if a column shows that they are values.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .numbers import POINT_GROUPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# Cells that are read at once.
CELLS_AT_ONCE = 500_000
# The words that pandas takes for missing values.
MISSING = [
    "",
    "#N/A",
    "#N/A N/A",
    "#NA",
    "-1.#IND",
    "-1.#QNAN",
    "-NaN",
    "-nan",
    "1.#IND",
    "1.#QNAN",
    "<NA>",
    "N/A",
    "NA",
    "NULL",
    "NaN",
    "None",
    "n/a",
    "nan",
    "null",
]
# Codes such as those of countries, regions and currencies.
SHORT_CODE = re.compile(r"[A-Z]{2,5}")
# Names of columns that hold such codes, of columns in which a state may lack, and of columns of
# people's names.
CODES = re.compile(
    r"country|nation|iso|region|land|pais|país|pays|market|continent|currency|symbol|ticker|element|code",
    re.IGNORECASE,
)
STATES = re.compile(r"state|province", re.IGNORECASE)
SURNAMES = re.compile(
    r"surname|last ?_?name|family ?_?name|nachname|apellido|nom\b|cognome|^name$", re.IGNORECASE
)
# Names of columns of versions, of numbers that are called, and of parts of dates, which are padded
# with zeros. Words such as "conversion", "building" and "build time" are not versions.
VERSIONS = re.compile(
    r"(^|[_\s.-]|(?-i:(?<=[a-z])(?=[A-Z])))"
    r"(version|release|ver|build|firmware|chapter|section|kapitel)"
    r"([_\s.-]*(no|nr|num|number|nummer|id|name|code|tag|string))?\W*$",
    re.IGNORECASE,
)
PARTS = re.compile(
    r"(^|[_ ])(month|day|hour|minute|second|week|quarter|monat|tag|stunde|woche|mois|jour|heure|mes|dia)($|[_ ])",
    re.IGNORECASE,
)
# Names of columns that measure places, which often have three decimals.
PLACES = re.compile(r"lat|lon|lng|coord|east|north|(^|[_ ])[xyz]($|[_ ])", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_].*")

ZERO = re.compile(r"^\s*[+-]?0\d+\s*$", re.MULTILINE)
PADDED_DECIMAL = re.compile(r"[+-]?0\d+\.\d+")
PLUS = re.compile(r"^\s*\+\d{7,}\s*$", re.MULTILINE)
LONG = re.compile(r"^\s*[+-]?\d{16,}\s*$", re.MULTILINE)
POWER = re.compile(r"^\s*(\d+)([eE])(\d+)\s*$", re.MULTILINE)
# As spreadsheets write long numbers, such as those of articles and accounts.
SHORTENED = re.compile(r"[+-]?\d([.,]\d{1,5})?E\+(0?[9]|[1-9]\d)")
DOTTED = re.compile(r"\d+(\.\d+)+")


@dataclass
class Kept:
    """The arguments that the reading function needs."""

    # Positions of columns that identify something and stay text.
    identifiers: list[int] = field(default_factory=list)
    # Positions of columns whose marks between thousands pandas would take for decimal points.
    grouped: list[int] = field(default_factory=list)
    # Words that are values, by the position of their column.
    words: dict[int, list[str]] = field(default_factory=dict)
    # Words that are missing values, by the position of their column.
    missing: dict[int, list[str]] = field(default_factory=dict)
    # What was assumed of a column, without any value of the file.
    doubts: dict[int, str] = field(default_factory=dict)


class Column:
    """The different cells of a column, and how often each word for a missing value occurs."""

    def __init__(self) -> None:
        self.cells: set[str] = set()
        self.words: dict[str, int] = {}

    def take(self, texts: Any) -> None:
        # Rows with fewer cells than the others.
        texts = texts.dropna()
        self.cells.update(texts.unique())
        if not self.cells.isdisjoint(MISSING):
            for word, count in texts[texts.isin(MISSING)].value_counts().items():
                self.words[word] = self.words.get(word, 0) + int(count)


def look(frame: Any, pieces: Callable[[int, list[int]], Iterator[Any]], comma: bool) -> Kept:
    """Returns what to keep. `frame` is the table as pandas reads it, `pieces` reads the cells of
    columns as texts, so many rows at a time, `comma` says that the file has decimal commas.
    """
    kinds = [
        frame.iloc[:, at].dtype.kind if frame.iloc[:, at].dtype.kind in "iuf" else "O"
        for at in range(frame.shape[1])
    ]
    texts = [at for at, kind in enumerate(kinds) if kind == "O" and frame.iloc[:, at].isna().any()]
    at_all = [at for at, kind in enumerate(kinds) if kind in "iuf" or at in texts]
    kept = Kept()
    if not at_all:
        return kept
    columns = {at: Column() for at in at_all}
    for piece in pieces(max(CELLS_AT_ONCE // len(at_all), 1_000), at_all):
        if piece.shape[1] != len(at_all):
            return kept
        for position, column in enumerate(columns.values()):
            column.take(piece.iloc[:, position])
    for at, column in columns.items():
        name = str(frame.columns[at])
        if kinds[at] in "iuf":
            if stays_text(name, column.cells, kinds[at]):
                kept.identifiers.append(at)
            elif kinds[at] == "f" and not PLACES.search(name) and grouped(column.cells, "."):
                if comma:
                    kept.grouped.append(at)
                else:
                    kept.doubts[at] = (
                        "points are read as decimal points; they may be marks between thousands"
                    )
            elif kinds[at] == "f" and are_shortened(column.cells):
                kept.doubts[at] = (
                    "the numbers were shortened to powers of ten before; digits are lost"
                )
            elif kinds[at] == "f" and comma and grouped(column.cells, ","):
                kept.doubts[at] = (
                    "commas are read as decimal marks; they may be marks between thousands"
                )
    numbers_miss = {
        word
        for at, column in columns.items()
        if kinds[at] in "iuf" and at not in kept.identifiers
        for word in column.words
        if word
    }
    for at, column in columns.items():
        values = [
            word
            for word in column.words
            if at in texts and is_value(word, str(frame.columns[at]), column, numbers_miss)
        ]
        if values:
            kept.words[at] = values
        missing = [word for word in column.words if word and word not in values]
        if missing:
            kept.missing[at] = missing
    return kept


def stays_text(name: str, cells: set[str], kind: str) -> bool:
    """Returns whether the cells of a column that pandas reads as numbers identify something."""
    joined = "\n".join(cells)
    if ZERO.search(joined):
        padded = {cell.strip() for cell in cells if cell.strip() not in MISSING}
        if any(map(PADDED_DECIMAL.fullmatch, padded)) and all(
            set(cell.lstrip("+-")) == {"0"} for cell in map(str.strip, ZERO.findall(joined))
        ):
            # Amounts of as many digits throughout, of which some are zero.
            return False
        if not (PARTS.search(name) and max(map(len, padded)) <= 2):
            return True
    if PLUS.search(joined):
        return True
    if kind != "f" and not LONG.search(joined):
        return False
    present = [cell.strip() for cell in cells if cell.strip() not in MISSING]
    if (
        LONG.search(joined)
        and all(re.fullmatch(r"[+-]?\d+", cell) for cell in present)
        and (kind == "f" or len({len(cell) for cell in present}) == 1)
    ):
        # With a missing value, pandas would make them floats of 53 bits.
        return True
    if (
        kind == "f"
        and (powers := POWER.findall(joined))
        and not any("." in cell or "-" in cell for cell in present)
    ):
        # Numbers are written with one digit before the power, or with the same sign throughout;
        # 12E4 beside 1234 is a code.
        others = len(present) - len(powers)
        longer = any(len(digits) > 1 for digits, _mark, _power in powers)
        if any(int(power) > 308 for _digits, _mark, power in powers):
            # No float has such a size.
            return True
        return all(mark == "E" for _digits, mark, _power in powers) and (
            longer or (others > 0 and len({len(cell) for cell in present}) == 1)
        )
    return (
        kind == "f"
        and bool(VERSIONS.search(name))
        and all(DOTTED.fullmatch(cell) or cell.isdigit() for cell in present)
    )


def are_shortened(cells: set[str]) -> bool:
    """Returns whether all numbers are written as powers of ten, as spreadsheets shorten long ones."""
    present = [cell.strip() for cell in cells if cell.strip() not in MISSING]
    return bool(present) and all(map(SHORTENED.fullmatch, present))


def grouped(cells: set[str], mark: str) -> bool:
    """Returns whether all cells may be whole numbers with this mark between thousands."""
    present = [cell.strip().lstrip("+-") for cell in cells if cell.strip() not in MISSING]
    return (
        len(present) > 1
        and all(
            POINT_GROUPS.fullmatch(cell.replace(mark, ".")) or (cell.isdigit() and len(cell) < 4)
            for cell in present
        )
        and any(mark in cell for cell in present)
    )


def is_value(word: str, name: str, column: Column, missing_elsewhere: set[str]) -> bool:
    """Returns whether a word that pandas takes for a missing value is a value in a column of texts."""
    others = [cell.strip() for cell in column.cells if cell not in MISSING and cell.strip()]
    if not word or not others:
        return False
    if word == "NA":
        codes = [cell for cell in others if SHORT_CODE.fullmatch(cell)]
        if STATES.search(name) and not CODES.search(name):
            return False
        return len(codes) >= 0.9 * len(others) and (
            bool(CODES.search(name))
            or ("" not in column.words and word not in missing_elsewhere and len(others) > 1)
        )
    if word == "None":
        # A word that stands for missing numbers is not an answer.
        words = all(WORD.fullmatch(cell) for cell in others)
        return (
            words
            and word not in missing_elsewhere
            and not {"NaN", "nan", "NULL", "null", "<NA>"} & column.words.keys()
        )
    if word in ("NULL", "null", "nan", "NaN"):
        words = all(WORD.fullmatch(cell) and (cell.isupper() == word.isupper()) for cell in others)
        return (
            bool(SURNAMES.search(name))
            and words
            and word not in missing_elsewhere
            and column.words[word] <= 3
        )
    return False


def arguments(kept: Kept, names: list[Any], whole: bool) -> dict[str, Any]:
    """Returns the arguments of the reading function; `whole` says that all rows were looked at."""
    options: dict[str, Any] = {}
    if texts := sorted([*kept.identifiers, *kept.grouped]):
        options["dtype"] = {names[at]: str for at in texts}
    if not kept.words:
        return options
    options["keep_default_na"] = False
    values = {word for words in kept.words.values() for word in words}
    missing = {word for words in kept.missing.values() for word in words}
    if values & missing:
        # A word is a value in one column and missing in another.
        options["na_values"] = {
            name: [
                word
                for word in MISSING
                if word not in kept.words.get(at, [])
                and (not whole or not word or word in kept.missing.get(at, []))
            ]
            for at, name in enumerate(names)
        }
    else:
        options["na_values"] = [
            word
            for word in MISSING
            if word not in values and (not whole or not word or word in missing)
        ]
    return options
