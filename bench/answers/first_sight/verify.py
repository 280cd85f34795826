"""Computes every expected answer of questions.jsonl, closed.jsonl, second.jsonl, third.jsonl,
fourth.jsonl and fifth.jsonl twice, and fails if the two or the stored one differ.

    INSITU_PYTHONPATH=target/python python3 bench/answers/first_sight/verify.py [--write | --install] [SET …]

SET is questions, closed, second, third, fourth or fifth; without one it verifies all. `program` is
pandas (what ../expected.py runs), `check` is the same question in plain Python over the cells as
text, without pandas or numpy. The tables are those of tables/ and, of licences that are not the
project's, those that fetch.py has written to target/answers/first-sight-tables; it names the missing
ones and stops. Only questions.jsonl needs the latter. `--write` stores what `program` computes as `expected`.
`--install` makes the sets ready for ../run.mjs: it copies the tables to target/answers/tables and
adds the answers to target/answers/expected.json (of a plain question, right is the main reading or
an alternative).
"""

import csv
import importlib.util
import json
import math
import re
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import measures

HERE = Path(__file__).parent
TARGET = HERE.parents[2] / "target" / "answers"
FOLDERS = (HERE / "tables", TARGET / "first-sight-tables")
TOLERANCE = 1e-6  # relative; the two computations add in different orders
# The decimals that a format states for a number, as ../judge.mjs reads them.
DECIMALS = {
    "an integer": 0,
    "one decimal": 1,
    "two decimals": 2,
    "three decimals": 3,
    "four decimals": 4,
}
# In units of the last decimal: an expected value is no nearer to the middle between two roundings,
# which the order of an addition could decide.
MARGIN = 0.02

Row = dict[str, str]
Key = str | Callable[[Row], Any]


def place(name: str) -> Path:
    """Returns the file of a table, in the folder that has it."""
    return next(
        (file for folder in FOLDERS if (file := folder / f"{name}.csv").exists()),
        FOLDERS[-1] / f"{name}.csv",
    )


def sources() -> list[str]:
    """Returns the names of the tables of questions.jsonl."""
    with (HERE / "sources.csv").open(newline="", encoding="utf-8") as file:
        return [source["table"] for source in csv.DictReader(file)]


def gather(target: Path, names: list[str]) -> None:
    """Copies the tables to one folder, where a program finds the others of its question; ends here
    if tables are missing.
    """
    if missing := [name for name in names if not place(name).exists()]:
        sys.exit(
            f"{len(missing)} tables are missing; fetch.py makes them (README.md says how): {', '.join(missing)}"
        )
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        shutil.copy(place(name), target)


def table(name: str) -> list[Row]:
    """Returns the rows of a table, all cells as text."""
    with place(name).open(newline="", encoding="utf-8") as file:
        head = file.readline()
        file.seek(0)
        return list(
            csv.DictReader(file, delimiter=";" if head.count(";") > head.count(",") else ",")
        )


def N(text: str) -> float | None:
    """Returns the number of a cell, with a decimal comma or point; None for a missing or other one."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None


def col(rows: Iterable[Row], key: Key) -> list[float]:
    """Returns the numbers of a column, without missing ones; a function may return numbers or None."""
    found = (key(row) if callable(key) else N(row[key]) for row in rows)
    return [value for value in found if value is not None]


def get(row: Row, key: Key) -> Any:
    return key(row) if callable(key) else row[key]


def by(rows: Iterable[Row], key: Key) -> dict[Any, list[Row]]:
    """Returns the rows by the value of a column, without those where it is missing."""
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        value = get(row, key)
        if value not in ("", None):
            groups.setdefault(value, []).append(row)
    return groups


def cnt(rows: Iterable[Row], key: Key) -> dict[Any, int]:
    return {value: len(group) for value, group in by(rows, key).items()}


def agg(
    rows: Iterable[Row], key: Key, value: Key, how: Callable[[list[float]], float]
) -> dict[Any, float]:
    """Returns an aggregate of a column for each group that has a number."""
    numbers = {name: col(group, value) for name, group in by(rows, key).items()}
    return {name: how(found) for name, found in numbers.items() if found}


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed)


def med(values: Iterable[float]) -> float:
    return statistics.median(values)


def top(values: dict[Any, float], n: int) -> dict[Any, float]:
    return dict(sorted(values.items(), key=lambda pair: -pair[1])[:n])


def low(values: dict[Any, float], n: int) -> dict[Any, float]:
    return dict(sorted(values.items(), key=lambda pair: pair[1])[:n])


def amax(values: dict[Any, float]) -> list[Any]:
    """Returns the name of the largest value, and the value."""
    return list(max(values.items(), key=lambda pair: pair[1]))


def amin(values: dict[Any, float]) -> list[Any]:
    return list(min(values.items(), key=lambda pair: pair[1]))


def uniq(rows: Iterable[Row], key: Key) -> set[Any]:
    return {value for row in rows if (value := get(row, key)) not in ("", None)}


def corr(pairs: Iterable[tuple[float | None, float | None]]) -> float:
    """Returns Pearson's coefficient of the complete pairs."""
    full = [(x, y) for x, y in pairs if x is not None and y is not None]
    mx, my = mean(x for x, _ in full), mean(y for _, y in full)
    return sum((x - mx) * (y - my) for x, y in full) / math.sqrt(
        sum((x - mx) ** 2 for x, _ in full) * sum((y - my) ** 2 for _, y in full)
    )


def days(first: str, last: str) -> int | None:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days if first and last else None


def leaves(fact: Any) -> list[Any]:
    """Returns the values of facts, or of a check's result, as numbers, texts and tuples."""
    if isinstance(fact, dict):
        if "any" in fact:
            return leaves(fact["any"][0])
        if "row" in fact:
            return [
                tuple(
                    str(cell) if not isinstance(cell, float | int) else cell for cell in fact["row"]
                )
            ]
        if "first" in fact:
            return leaves(fact["first"][0])
        return leaves(
            next(
                iter(
                    fact[name]
                    for name in ("percent", "date", "listed", "all", "chart", "histogram", "box")
                    if name in fact
                )
            )
        )
    if isinstance(fact, list | set):
        return [leaf for part in fact for leaf in leaves(part)]
    return [fact]


def checked(value: Any) -> list[Any]:
    """Returns the values of a check's result; a dict holds rows."""
    if isinstance(value, dict):
        return [
            (*(name if isinstance(name, tuple) else (name,)), part) for name, part in value.items()
        ]
    if isinstance(value, list | set):
        return [leaf for part in value for leaf in checked(part)]
    return [value]


def comparable(values: list[Any]) -> list[tuple[list[str], list[float]]]:
    pairs = []
    for value in values:
        parts = value if isinstance(value, tuple) else (value,)
        cells: list[str] = []
        numbers: list[float] = []
        for part in parts:
            number = N(str(part)) if not isinstance(part, float | int) else float(part)
            (numbers.append(number) if number is not None else cells.append(str(part).strip()))
        pairs.append((cells, numbers))
    return sorted(pairs, key=lambda pair: (pair[0], [float(f"{number:.6g}") for number in pair[1]]))


def same(one: list[Any], other: list[Any]) -> bool:
    a, b = comparable(one), comparable(other)
    return len(a) == len(b) and all(
        x[0] == y[0]
        and len(x[1]) == len(y[1])
        and all(
            math.isclose(m, n, rel_tol=TOLERANCE, abs_tol=1e-9)
            for m, n in zip(x[1], y[1], strict=True)
        )
        for x, y in zip(a, b, strict=True)
    )


def alike(one: Any, other: Any) -> bool:
    """Returns whether two stored facts are the same; the last digits of their numbers depend on the
    machine.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=1e-9)
    return type(one) is type(other) and one == other


def differences(
    question: dict[str, Any], values: dict[str, Any], again: dict[str, Any]
) -> list[str]:
    """Returns what is wrong with the values of a closed question: their names, the second
    computation, or how they are to be rounded.
    """
    described = dict(re.findall(r"@(\w+)\[([^\]]*)\]", question["format"]))
    if not list(described) == list(values) == list(again):
        return [
            f"the names are {list(described)} in the format, {list(values)} in program, {list(again)} in check"
        ]
    faults = []
    for name, value in values.items():
        places = next(
            (number for words, number in DECIMALS.items() if described[name].endswith(words)), None
        )
        if isinstance(value, str):
            if value != again[name] or places is not None:
                faults.append(f"{name}: program {value}, check {again[name]}, decimals {places}")
            continue
        if not math.isclose(value, again[name], rel_tol=TOLERANCE, abs_tol=1e-9):
            faults.append(f"{name}: program {value}, check {again[name]}")
        if places is None:
            faults.append(f"{name}: the format states no decimals")
        elif abs(value * 10**places % 1 - 0.5) < MARGIN or (
            described[name].endswith(", an integer") and value % 1 != 0
        ):
            faults.append(f"{name}: {value} is not safely rounded to {places} decimals")
    return faults


def expected_module() -> Any:
    """Returns ../expected.py, which is not in a package."""
    spec = importlib.util.spec_from_file_location("expected", HERE.parent / "expected.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def computed(makers: Any, part: dict[str, Any], name: str, path: Path) -> tuple[Any, Any]:
    """Returns what `program` and `check` compute; `makers` is ../expected.py."""
    # A file with semicolons is read by its program.
    comma = path.open(encoding="utf-8").readline().count(";") == 0
    fact_makers = (
        "percent",
        "date",
        "first",
        "row",
        "rows",
        "listed",
        "any_of",
        "all_of",
        "chart",
        "series",
        "box",
        "histogram",
        "distribution",
        "monthly",
    )
    scope = {
        "df": makers.pd.read_csv(path) if comma else None,
        "path": path,
        "pd": makers.pd,
        "np": makers.np,
        **{maker: getattr(makers, maker) for maker in fact_makers},
    }
    plain_scope = {
        **vars(measures),
        **globals(),
        "T": table(name),
        "date": date,
        "datetime": datetime,
        "Counter": Counter,
    }
    return json.loads(
        json.dumps(makers.plain(makers.evaluated(part["program"], scope)))
    ), makers.evaluated(part["check"], plain_scope)


def verified(makers: Any, questions: list[dict[str, Any]], tables: Path, write: bool) -> list[str]:
    """Returns the faults of a set; with `write` stores the answers instead of comparing them with
    the stored ones.
    """
    faults = []
    for question in questions:
        if question.get("expect"):
            continue
        for part in (question, *question.get("alternatives", [])):
            try:
                facts, again = computed(
                    makers, part, question["table"], tables / f"{question['table']}.csv"
                )
                if "format" in question:
                    faults += [
                        f"{question['id']}: {fault}"
                        for fault in differences(question, facts, again)
                    ]
                elif not same([leaf for fact in facts for leaf in leaves(fact)], checked(again)):
                    faults.append(
                        f"{question['id']}: program {str(facts)[:300]}\n    check {str(again)[:300]}"
                    )
                if write:
                    part["expected"] = facts
                elif not alike(part.get("expected"), facts):
                    faults.append(
                        f"{question['id']}: the stored answer differs from the computed one"
                    )
            except Exception as error:
                faults.append(f"{question['id']}: {type(error).__name__}: {error}")
    return faults


def install(questions: list[dict[str, Any]], names: list[str]) -> None:
    """Makes the questions ready for ../run.mjs."""
    gather(TARGET / "tables", names)
    file = TARGET / "expected.json"
    expected = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for question in questions:
        readings = [
            part["expected"]
            for part in (question, *question.get("alternatives", []))
            if "expected" in part
        ]
        facts = (
            readings[0]
            if len(readings) == 1
            else [{"any": [{"all": reading} for reading in readings]}]
        )
        expected[question["id"]] = {"program": facts} if readings else {}
    file.write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main(tables: Path, options: list[str]) -> None:
    sets = [option for option in options if not option.startswith("--")] or [
        "questions",
        "closed",
        "second",
        "third",
        "fourth",
        "fifth",
    ]
    read = {
        name: [
            json.loads(line)
            for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        for name in sets
    }
    questions = [question for of_set in read.values() for question in of_set]
    names = sorted(
        {
            *(sources() if "questions" in sets else ()),
            *(question["table"] for question in questions),
        }
    )
    gather(tables, names)
    faults = verified(expected_module(), questions, tables, "--write" in options)
    if "--write" in options:
        for name, of_set in read.items():
            (HERE / f"{name}.jsonl").write_text(
                "".join(json.dumps(question, ensure_ascii=False) + "\n" for question in of_set),
                encoding="utf-8",
            )
    if "--install" in options and not faults:
        install(questions, names)
    print("\n".join([*faults, f"{len(questions)} questions, {len(faults)} faults"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder), sys.argv[1:])
