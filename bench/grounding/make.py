"""Makes turns whose numbers are labelled by rule: programs as models write them run with the
harness, answers are written over their real outcomes, and what each number has to be is computed
from the file itself in plain Python, without pandas and without what the program showed.

    INSITU_PYTHONPATH=target/python python bench/grounding/make.py target/answers/tables bench/grounding

Writes `made.jsonl` and `made-held-out.jsonl`: the tables of the second are not in the first. Needs
`bench/answers/tables.py`, and for the turns of the planner `cargo build -p planner --example
json_lines`.
"""

from __future__ import annotations

import csv
import json
import math
import random
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# Files larger than this take long to read again for each program.
MAX_FILE_BYTES = 1_500_000
# The most inventions of one turn.
MAX_CHANGES = 10
# The fewest and the most groups of a column that an answer compares.
GROUPS = (3, 9)
# The forms of a result that are text.
TEXT = {"text/plain", "text/html", "text/markdown", "text/latex"}


@dataclass
class Slot:
    """A number of an answer: what it has to be, how it is written, and other values that somebody
    may state in its place.
    """

    value: float
    form: str
    wrong: dict[str, float] = field(default_factory=dict)

    def written(self, value: float) -> str:
        return write(value, self.form)


Answer = list["str | Slot"]


def write(value: float, form: str) -> str:
    """Writes a number: `0` to `3` decimals, `%1` a percentage, `M` in millions, `x` a factor."""
    if form.startswith("%"):
        return f"{value:.{form[1:]}f}%"
    if form == "M":
        return f"{value / 1e6:.2f} million"
    if form == "x":
        return f"{value:.1f} times"
    return f"{value:,.{form}f}"


@dataclass
class Table:
    """A file with the columns that the programs use, read in plain Python."""

    name: str
    rows: list[dict[str, str]]
    group: str
    measures: list[str]

    def numbers(self, measure: str, group: str | None = None) -> list[float]:
        chosen = (row for row in self.rows if group is None or row[self.group] == group)
        return [float(row[measure]) for row in chosen if row[measure] != ""]

    def groups(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for row in self.rows:
            if row[self.group] != "":
                counts[row[self.group]] = counts.get(row[self.group], 0) + 1
        return counts

    def per_group(self, measure: str, of: Any) -> dict[str, float]:
        """Returns a statistic of each group, the highest first."""
        found = {
            group: of(self.numbers(measure, group))
            for group in self.groups()
            if self.numbers(measure, group)
        }
        return dict(sorted(found.items(), key=lambda entry: -entry[1]))


def is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text)) and text.strip() == text and not text.startswith("+")
    except ValueError:
        return False


def read(path: Path) -> Table | None:
    """Returns a table if it has a column of few groups and two of numbers, and nothing that is read
    in more than one way.
    """
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) < 30 or None in rows[0] or any(None in row.values() for row in rows):
        return None
    group, measures = None, []
    for name in rows[0]:
        values = [row[name] for row in rows]
        filled = [value for value in values if value != ""]
        plain = (
            name.replace("_", "").replace(" ", "").isalnum() and name.isascii() and len(name) > 2
        )
        if not plain or len(filled) < 0.8 * len(values):
            continue
        if all(is_number(value) for value in filled):
            floats = [float(value) for value in filled]
            years = all(1000 < value < 3000 for value in floats)
            if (
                len(set(floats)) > 20
                and not years
                and "id" not in name.lower()
                and min(floats) >= 0
                and max(floats) >= 10
            ):
                measures.append(name)
        elif (
            group is None
            and not any(is_number(value) for value in filled)
            and not any(value.lower() in ("na", "n/a", "nan", "null", "none") for value in filled)
        ):
            kinds = set(filled)
            if GROUPS[0] <= len(kinds) <= GROUPS[1] and all(
                value.replace(" ", "").isalpha() and len(value) > 2 and value not in rows[0]
                for value in kinds
            ):
                group = name
    return Table(path.stem, rows, group, measures[:2]) if group and len(measures) > 1 else None


def others(values: dict[str, float], key: str) -> dict[str, float]:
    """Returns the value of the row after this one, as the wrong row."""
    names = list(values)
    return {"row": values[names[(names.index(key) + 1) % len(names)]]}


def share_wrong(part: float, whole: float, chance: random.Random) -> dict[str, float]:
    return {"percent": part / whole * 100 + chance.choice((-1, 1)) * chance.uniform(2, 9)}


def form_of(value: float, chance: random.Random) -> str:
    if abs(value) >= 1e6 and chance.random() < 0.4:
        return "M"
    return chance.choice(("0", "1", "2")) if abs(value) >= 100 else chance.choice(("1", "2"))


def grouped_series(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[0]
    sums = t.per_group(m, math.fsum)
    (a, x), (b, y) = list(sums.items())[:2]
    total = math.fsum(sums.values())
    form = form_of(min(sums.values()), chance)
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\ndf.groupby('{t.group}')['{m}'].sum().sort_values(ascending=False)"
    answer: Answer = [
        f"**{a}** has the highest total {m} with ",
        Slot(x, form, others(sums, a)),
        f", followed by {b} with ",
        Slot(y, form, others(sums, b)),
        ".\n\n- Together they make up ",
        Slot((x + y) / total * 100, "%1", share_wrong(x + y, total, chance)),
        f" of the total.\n- {a} is ahead by ",
        Slot(x - y, form, {"difference": (x - y) * 1.13}),
        f".\n- All {t.group} values together: ",
        Slot(total, form, {"total": total * 0.93}),
        ".",
    ]
    return f"Which {t.group} has the highest total {m}?", [code], answer


def grouped_table(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[0]
    sums, means = t.per_group(m, math.fsum), t.per_group(m, statistics.fmean)
    counts = {group: float(len(t.numbers(m, group))) for group in sums}
    names = chance.choice((("total", "average", "entries"), ("sum", "mean", "count")))
    code = (
        f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\n"
        f"summary = df.groupby('{t.group}')['{m}'].agg({names[0]}='sum', {names[1]}='mean', {names[2]}='count').reset_index()\nsummary"
    )
    form = form_of(min(sums.values()), chance)
    answer: Answer = [f"Here is the {m} by {t.group}:\n\n"]
    for group in list(sums)[:4]:
        mean_form = "2" if means[group] < 1000 else "0"
        answer += [
            f"- **{group}**: {names[0]} ",
            Slot(sums[group], form, others(sums, group) | {"column": means[group]}),
            f", {names[1]} ",
            Slot(means[group], mean_form, others(means, group) | {"column": sums[group]}),
            ", ",
            Slot(
                counts[group],
                "0",
                others(counts, group) | {"count": counts[group] + chance.randint(3, 9)},
            ),
            f" {names[2]}\n" if names[2] != "count" else " rows\n",
        ]
    return f"Summarise {m} by {t.group}", [code], answer


def printed_totals(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m, n = t.measures
    one, two = math.fsum(t.numbers(m)), math.fsum(t.numbers(n))
    one, two, m, n = (one, two, m, n) if one < two else (two, one, n, m)
    code = (
        f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\nprint(f'Rows: {{len(df)}}')\n"
        f"print(f'Total {m}: {{df[\"{m}\"].sum():.2f}}')\nprint(f'Total {n}: {{df[\"{n}\"].sum():.2f}}')"
    )
    rows = float(len(t.rows))
    answer: Answer = [
        "The file has ",
        Slot(rows, "0", {"count": rows + chance.randint(2, 9)}),
        f" rows. The total {m} is ",
        Slot(one, form_of(one, chance), {"column": two}),
        f" and the total {n} is ",
        Slot(two, form_of(two, chance), {"column": one}),
        f", so {m} is ",
        Slot(
            one / two * 100, "%1", share_wrong(one, two, chance) | {"base": one / (one + two) * 100}
        ),
        f" of {n}.",
    ]
    return f"What are the totals of {m} and {n}, and what is their ratio?", [code], answer


def scalars_of_two_steps(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m, n = t.measures
    one, two = math.fsum(t.numbers(m)), math.fsum(t.numbers(n))
    one, two, m, n = (one, two, m, n) if one < two else (two, one, n, m)
    first = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\ndf['{m}'].sum()"
    wrong = share_wrong(one, two, chance) | {"base": one / (one + two) * 100}
    style = chance.randrange(3)
    if style == 0:
        answer: Answer = [
            f"{m} is ",
            Slot(one / two * 100, "%1", wrong),
            f" of {n} (",
            Slot(one, "0"),
            " / ",
            Slot(two, "0"),
            ").",
        ]
    elif style == 1:
        answer = [
            f"The total {m} is ",
            Slot(one, "1"),
            f" and the total {n} is ",
            Slot(two, "1"),
            ": a rate of ",
            Slot(one / two * 100, "%1", wrong),
            ".",
        ]
    else:
        answer = [
            "`",
            Slot(one, "1"),
            " / ",
            Slot(two, "1"),
            "` = ",
            Slot(one / two * 100, "%1", wrong),
        ]
    for slot in answer:
        if isinstance(slot, Slot) and not slot.wrong:
            slot.wrong = {"digit": slot.value * 1.07}
    return f"What share of {n} is {m}?", [first, f"df['{n}'].sum()"], answer


def described(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[chance.randrange(2)]
    values = sorted(t.numbers(m))
    mean, median, spread = (
        statistics.fmean(values),
        statistics.median(values),
        statistics.stdev(values),
    )
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\ndf['{m}'].describe()"
    answer: Answer = [
        f"The mean {m} is ",
        Slot(mean, "2", {"row": spread}),
        " and the median is ",
        Slot(median, "2", {"row": mean}),
        ". Values range from ",
        Slot(values[0], "2", {"digit": values[0] + 3.1}),
        " to ",
        Slot(values[-1], "2", {"digit": values[-1] * 1.08}),
        ", with a standard deviation of ",
        Slot(spread, "2", {"row": median}),
        f". There are {len(values):,} values.",
    ]
    return f"Describe {m}", [code], answer


def counted(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    counts = dict(sorted(t.groups().items(), key=lambda entry: -entry[1]))
    floats = {group: float(count) for group, count in counts.items()}
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\nprint(len(df))\nprint(df['{t.group}'].value_counts())"
    rows = float(len(t.rows))
    answer: Answer = [
        "Of the ",
        Slot(rows, "0", {"count": rows + chance.randint(2, 9)}),
        " rows:\n\n",
    ]
    for group in list(counts)[:3]:
        part = floats[group]
        answer += [
            f"- **{group}**: ",
            Slot(part, "0", others(floats, group)),
            " (",
            Slot(part / rows * 100, "%1", share_wrong(part, rows, chance)),
            ")\n",
        ]
    return f"How often does each {t.group} occur?", [code], answer


def dictionary(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[1]
    means = t.per_group(m, statistics.fmean)
    (a, x), (b, y) = next(iter(means.items())), list(means.items())[-1]
    code = (
        f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\n"
        f"means = df.groupby('{t.group}')['{m}'].mean()\nprint({{name: round(float(value), 3) for name, value in means.items()}})"
    )
    answer: Answer = [
        f"On average {a} has the highest {m} (",
        Slot(x, "2", others(means, a)),
        f") and {b} the lowest (",
        Slot(y, "2", others(means, b)),
        "), which is a difference of ",
        Slot(x - y, "2", {"difference": (x - y) * 0.87}),
        ".",
    ]
    if y > 0 and x / y >= 1.15:
        answer += [f" {a} has ", Slot(x / y, "x", {"ratio": x / y + 0.7}), f" the average of {b}."]
    return f"Which {t.group} has the highest average {m}, and which the lowest?", [code], answer


def answer_table(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[0]
    sums = t.per_group(m, math.fsum)
    total = math.fsum(sums.values())
    form = form_of(min(sums.values()), chance)
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\nprint(df.groupby('{t.group}')['{m}'].sum().to_string())"
    answer: Answer = [f"| {t.group} | total {m} | share |\n| --- | ---: | ---: |\n"]
    for group, value in sums.items():
        answer += [
            f"| {group} | ",
            Slot(value, form, others(sums, group)),
            " | ",
            Slot(value / total * 100, "%1", share_wrong(value, total, chance)),
            " |\n",
        ]
    answer += ["| Total | ", Slot(total, form, {"total": total * 1.04}), " | 100% |\n"]
    return f"Show the share of each {t.group} in {m}", [code], answer


def filtered(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m = t.measures[0]
    values = t.numbers(m)
    limit = float(f"{statistics.quantiles(values, n=5)[3]:.1g}")
    above = float(sum(value > limit for value in values))
    rows = float(len(t.rows))
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\nhigh = df[df['{m}'] > {limit:g}]\nlen(high), len(df)"
    answer: Answer = [
        Slot(above, "0", {"count": above + chance.randint(2, 9)}),
        " of ",
        Slot(rows, "0", {"count": rows - chance.randint(2, 9)}),
        " rows have a ",
        f"{m} above {limit:g}; that is ",
        Slot(above / rows * 100, "%1", share_wrong(above, rows, chance)),
        " of all. The other ",
        Slot(rows - above, "0", {"difference": rows - above + chance.randint(11, 19)}),
        " rows do not.",
    ]
    return f"How many rows have a {m} above {limit:g}?", [code], answer


def two_measures(t: Table, chance: random.Random) -> tuple[str, list[str], Answer]:
    m, n = t.measures
    one, two = t.per_group(m, math.fsum), t.per_group(n, math.fsum)
    code = f"import pandas as pd\ndf = pd.read_csv('{t.name}.csv')\nby = df.groupby('{t.group}')[['{m}', '{n}']].sum()\nby.sort_values('{m}', ascending=False)"
    a, b = next(iter(one)), list(one)[-1]
    answer: Answer = [f"{a} leads in {m}:\n\n"]
    for group in (a, b):
        answer += [
            f"- {group}: {m} of ",
            Slot(
                one[group], form_of(one[group], chance), others(one, group) | {"column": two[group]}
            ),
            f" and {n} of ",
            Slot(
                two[group], form_of(two[group], chance), others(two, group) | {"column": one[group]}
            ),
        ]
        if two[group] and one[group] < two[group]:
            answer += [
                f", {m} per {n}: ",
                Slot(
                    one[group] / two[group] * 100, "%1", share_wrong(one[group], two[group], chance)
                ),
            ]
        answer += ["\n"]
    return f"Compare {m} and {n} by {t.group}", [code], answer


PROGRAMS = [
    grouped_series,
    grouped_table,
    printed_totals,
    scalars_of_two_steps,
    described,
    counted,
    dictionary,
    answer_table,
    filtered,
    two_measures,
]


def with_digit(text: str, chance: random.Random) -> str:
    """Returns the number with another digit in one of its first three places."""
    places = [at for at, character in enumerate(text) if character.isdigit()][:3]
    at = chance.choice(places)
    digit = chance.choice([other for other in "123456789" if other != text[at]])
    return text[:at] + digit + text[at + 1 :]


def joined(
    answer: Answer, chance: random.Random
) -> tuple[str, list[list[int]], list[dict[str, Any]]]:
    """Returns the answer, where its labelled numbers stand in bytes, and the inventions."""
    text, spans, changes = "", [], []
    for part in answer:
        start = len(text.encode())
        if isinstance(part, str):
            text += part
            continue
        right = part.written(part.value)
        text += right
        end = len(text.encode())
        spans.append([start, end])
        wrong = {kind: part.written(value) for kind, value in part.wrong.items()} | {
            "any digit": with_digit(right, chance)
        }
        changes += [
            {"kind": kind, "edits": [[start, end, other]]}
            for kind, other in wrong.items()
            if other != right
        ]
    if len(changes) > MAX_CHANGES:
        changes = chance.sample(changes, MAX_CHANGES)
    return text, spans, changes


class Process:
    """A process that speaks JSON, one line a message."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, message: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def kept(outcome: dict[str, Any]) -> dict[str, Any]:
    """Returns an outcome without what has no numbers or differs from run to run."""
    for shown in outcome["results"]:
        shown["mime"] = {
            kind: form
            for kind, form in shown["mime"].items()
            if kind in TEXT and not (kind == "text/html" and shown["data"])
        }
    fixed = {"durationMs": 0.0, "files": [], "removed": [], "output": None, "variables": []}
    return {**outcome, **{key: value for key, value in fixed.items() if key in outcome}}


def without_cells(profile: dict[str, Any]) -> dict[str, Any]:
    for column in (column for table in profile["tables"] for column in table["columns"]):
        column |= {"examples": [], "min": None, "max": None}
    return profile


def turns(paths: list[Path], python: Process) -> list[dict[str, Any]]:
    """Returns the turns on these tables."""
    made = []
    for path in paths:
        table = read(path)
        assert table is not None
        chance = random.Random(path.stem)
        profile = python.ask({"open": str(path)})
        chosen = chance.sample(PROGRAMS, 7)
        for program in chosen:
            question, codes, answer = program(table, chance)
            outcomes = [python.ask({"run": code, "seconds": 60}) for code in codes]
            if any(outcome["status"] != "ok" for outcome in outcomes):
                raise ValueError(f"{path.stem} {program.__name__}: {outcomes[-1]['error']}")
            text, spans, changes = joined(answer, chance)
            steps = [
                {"code": code, "outcome": kept(outcome)}
                for code, outcome in zip(codes, outcomes, strict=True)
            ]
            turn = {
                "id": f"{path.stem}-{program.__name__}",
                "table": path.stem,
                "maker": "rule",
                "question": question,
                "steps": steps,
                "answer": text,
            }
            made.append(
                {**turn, "right": spans, "changes": changes, "profile": without_cells(profile)}
            )
        python.ask({"close": True})
    return made


def main(tables: str, folder: str) -> None:
    python = Process(sys.executable, str(ROOT / "bench/answers/native.py"))
    paths = [
        path
        for path in sorted(Path(tables).resolve().glob("*.csv"))
        if path.stat().st_size < MAX_FILE_BYTES and read(path)
    ]
    half = {"made.jsonl": paths[0::2], "made-held-out.jsonl": paths[1::2]}
    for name, chosen in half.items():
        lines = [
            json.dumps(turn, ensure_ascii=False, separators=(",", ":")) + "\n"
            for turn in turns(chosen, python)
        ]
        Path(folder, name).write_text("".join(lines))
        print(f"{name}: {len(chosen)} tables, {len(lines)} turns")


if __name__ == "__main__":
    main(*sys.argv[1:])
