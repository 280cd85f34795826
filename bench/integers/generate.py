"""Writes the programs of the differential test: realistic analyses that print integers.

A set is a folder of text files, one per kind. A template starts with `=== name`, then has lines
`parameter: value | value`, a line `---`, and the code, in which `$parameter` and the words of a
field of work (`$df`, `$key`, `$qty` …) stand for their values. The programs are the same on every
machine and Python; each has its hash, by which `native-*.jsonl` knows it. Run as a script it prints
the programs of the sets that are named, as JSON lines.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from pathlib import Path
from string import Template

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypedDict

    class Program(TypedDict):
        kind: str
        name: str
        hash: str
        code: str


HERE = Path(__file__).parent

# How many programs a template becomes at most.
MAX_VARIANTS = 7

# Fields of work: what stands for `$df`, `$key`, `$names5`, `$item`, `$qty`, `$price` and `$amount`.
WORDS = ("df", "key", "names5", "item", "qty", "price", "amount")
FIELDS = """
sales; store; Nord, West, Mitte, Hafen, Markt; article; units; price; revenue
readings; plant; Alpha, Bravo, Delta, Echo, Foxtrot; meter; kwh; tariff; energy_cost
claims; region; North, South, East, Centre, Islands; policy; cases; premium; paid
shifts; ward; Surgery, Emergency, Children, Heart, Eye; nurse; hours; rate; wages
freight; port; Bremen, Rotterdam, Genoa, Valencia, Le Havre; container; tonnes; fee; charge
visits; channel; search, mail, social, direct, partner; page; clicks; cpc; spend
harvest; farm; Hill, Brook, Oak, Meadow, Stone; crop; kilos; kilo_price; income
calls; tariff; basic, plus, office, family, flat; number; minutes; minute_price; billed
grants; faculty; Law, Physics, Medicine, History, Music; project; months; monthly; budget
"""


def templates(folder: Path) -> Iterator[tuple[str, str, dict[str, list[str]], str]]:
    """Yields kind, name, parameters and code of each template of a set."""
    for file in sorted(folder.glob("*.txt")):
        for block in file.read_text(encoding="utf-8").split("=== ")[1:]:
            head, code = block.split("\n---\n", 1)
            name, *lines = head.strip().split("\n")
            parameters = {}
            for line in lines:
                key, values = line.split(": ", 1)
                parameters[key] = [value.strip() for value in values.split(" | ")]
            yield file.stem, name, parameters, code.strip() + "\n"


def words(field: str) -> dict[str, str]:
    """Returns what the placeholders of a field of work stand for."""
    named = dict(zip(WORDS, field.split("; ")))
    names = named["names5"].split(", ")
    return named | {"names5": json.dumps(names), "n1": names[0], "n2": names[1]}


def programs(folder: Path) -> Iterator[Program]:
    """Yields the programs of a set."""
    fields = FIELDS.strip().split("\n")
    for count, (kind, name, parameters, code) in enumerate(templates(folder)):
        combinations = list(itertools.product(*parameters.values()))
        for variant in range(MAX_VARIANTS):
            # Each combination comes with several fields of work.
            chosen = dict(zip(parameters, combinations[variant % len(combinations)]))
            field = words(fields[(count + variant) % len(fields)])
            text = Template(code).substitute(field | chosen)
            digest = hashlib.sha256(text.encode()).hexdigest()[:12]
            yield {"kind": kind, "name": f"{name} {variant + 1}", "hash": digest, "code": text}


def distinct(folder: Path) -> list[Program]:
    """Returns the programs of a set, each text once."""
    return list({program["hash"]: program for program in programs(folder)}.values())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for program in distinct(HERE / f"set-{name}"):
            print(json.dumps(program, ensure_ascii=False))
