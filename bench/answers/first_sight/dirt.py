"""Holds what the generators of tables share: the source of chance, names, and how a table is
written.
"""

import csv
import datetime as dt
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parent / "tables"
R = random.Random(20261127)
FIRST = [
    "Anna",
    "Ben",
    "Clara",
    "David",
    "Emma",
    "Finn",
    "Grace",
    "Hugo",
    "Ines",
    "Jonas",
    "Karla",
    "Liam",
    "Mia",
    "Noah",
    "Olga",
    "Paul",
    "Rosa",
    "Sam",
    "Tara",
    "Umar",
    "Vera",
    "Will",
    "Yara",
    "Zoe",
]
LAST = [
    "Abt",
    "Berger",
    "Costa",
    "Dufour",
    "Evans",
    "Fischer",
    "Garcia",
    "Huber",
    "Ivanov",
    "Jansen",
    "Keller",
    "Lopez",
    "Meyer",
    "Novak",
    "Olsen",
    "Petit",
    "Quinn",
    "Rossi",
    "Schmid",
    "Turner",
]


def day(first: str, last: str) -> dt.date:
    start, end = dt.date.fromisoformat(first), dt.date.fromisoformat(last)
    return start + dt.timedelta(R.randrange((end - start).days + 1))


def pick(weights: dict[Any, float]) -> Any:
    return R.choices(list(weights), list(weights.values()))[0]


def maybe(value: Any, missing: float) -> Any:
    return "" if R.random() < missing else value


def person() -> str:
    return f"{R.choice(FIRST)} {R.choice(LAST)}"


def german(value: float) -> str:
    return f"{value:.2f}".replace(".", ",")


def generate(
    which: str,
    tables: Mapping[Callable[[], Iterable[Sequence[Any]]], tuple[str, str]],
    repeated: Mapping[str, int],
) -> None:
    """Writes the generated tables of a set: `tables` has the columns of each, and what separates
    them, `repeated` how many of its rows stand twice.
    """
    for make, (header, separator) in tables.items():
        name = make.__name__
        R.seed(f"{which} set: {name}")
        rows = [list(row) for row in make()]
        rows += [list(row) for row in R.sample(rows, repeated.get(name, 0))]
        write(name, header, rows, separator)


def write(name: str, header: str, rows: Iterable[Iterable[Any]], sep: str = ",") -> None:
    with (TABLES / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=sep, lineterminator="\n")
        writer.writerow(header.split("|"))
        writer.writerows(rows)
