"""Computes every expected answer of questions.jsonl twice, and fails where the two or the stored one differ.

    INSITU_PYTHONPATH=target/python python3 bench/answers/first_sight/verify.py [--write | --install]

`program` is pandas (what ../expected.py runs), `check` is the same question in plain Python over the cells as text, without pandas or numpy.
The tables are those of tables/ and, of licences that are not the project's, those that fetch.py has written to target/answers/first-sight-tables; it
names the missing ones and stops. `--write` stores what `program` computes as `expected`. `--install` makes the set ready for ../run.mjs: it copies
the tables to target/answers/tables and adds the answers to target/answers/expected.json (right is the main reading or an alternative).
"""

import csv
import importlib.util
import json
import math
import shutil
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE.parents[2] / "target" / "answers"
FOLDERS = (HERE / "tables", TARGET / "first-sight-tables")
TOLERANCE = 1e-6  # relative; the two computations add in different orders

Row = dict[str, str]
Key = str | Callable[[Row], Any]


def place(name: str) -> Path:
    """Returns the file of a table, in the folder that has it."""
    return next((file for folder in FOLDERS if (file := folder / f"{name}.csv").exists()), FOLDERS[-1] / f"{name}.csv")


def gather(target: Path) -> None:
    """Copies all tables to one folder, where a program finds the others of its question; ends here if tables are missing."""
    with (HERE / "sources.csv").open(newline="", encoding="utf-8") as file:
        names = [source["table"] for source in csv.DictReader(file)]
    if missing := [name for name in names if not place(name).exists()]:
        sys.exit(f"{len(missing)} tables are missing; fetch.py makes them (README.md says how): {', '.join(missing)}")
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        shutil.copy(place(name), target)


def table(name: str) -> list[Row]:
    """Returns the rows of a table, all cells as text."""
    with place(name).open(newline="", encoding="utf-8") as file:
        head = file.readline()
        file.seek(0)
        return list(csv.DictReader(file, delimiter=";" if head.count(";") > head.count(",") else ","))


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


def agg(rows: Iterable[Row], key: Key, value: Key, how: Callable[[list[float]], float]) -> dict[Any, float]:
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
    return sum((x - mx) * (y - my) for x, y in full) / math.sqrt(sum((x - mx) ** 2 for x, _ in full) * sum((y - my) ** 2 for _, y in full))


def days(first: str, last: str) -> int | None:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days if first and last else None


def leaves(fact: Any) -> list[Any]:
    """Returns the values of facts, or of a check's result, as numbers, texts and tuples."""
    if isinstance(fact, dict):
        if "any" in fact:
            return leaves(fact["any"][0])
        if "row" in fact:
            return [tuple(str(cell) if not isinstance(cell, float | int) else cell for cell in fact["row"])]
        if "first" in fact:
            return leaves(fact["first"][0])
        return leaves(next(iter(fact[name] for name in ("percent", "date", "listed", "all", "chart", "histogram", "box") if name in fact)))
    if isinstance(fact, list | set):
        return [leaf for part in fact for leaf in leaves(part)]
    return [fact]


def checked(value: Any) -> list[Any]:
    """Returns the values of a check's result; a dict holds rows."""
    if isinstance(value, dict):
        return [(*(name if isinstance(name, tuple) else (name,)), part) for name, part in value.items()]
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
        x[0] == y[0] and len(x[1]) == len(y[1]) and all(math.isclose(m, n, rel_tol=TOLERANCE, abs_tol=1e-9) for m, n in zip(x[1], y[1], strict=True))
        for x, y in zip(a, b, strict=True)
    )


def install(questions: list[dict[str, Any]]) -> None:
    """Makes the set ready for ../run.mjs."""
    gather(TARGET / "tables")
    file = TARGET / "expected.json"
    expected = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for question in questions:
        readings = [part["expected"] for part in (question, *question.get("alternatives", [])) if "expected" in part]
        facts = readings[0] if len(readings) == 1 else [{"any": [{"all": reading} for reading in readings]}]
        expected[question["id"]] = {"program": facts} if readings else {}
    file.write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def main(tables: Path) -> None:
    spec = importlib.util.spec_from_file_location("expected", HERE.parent / "expected.py")
    assert spec and spec.loader
    makers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(makers)
    gather(tables)
    file = HERE / "questions.jsonl"
    questions = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    names = ("percent", "date", "first", "row", "rows", "listed", "any_of", "all_of", "chart", "series", "box", "histogram", "distribution", "monthly")
    faults = []
    for question in questions:
        if question.get("expect"):
            continue
        path = tables / f"{question['table']}.csv"
        plain_scope = {**globals(), "T": table(question["table"]), "date": date, "datetime": datetime, "Counter": Counter}
        for part in (question, *question.get("alternatives", [])):
            try:
                # A file with semicolons is read by its program.
                comma = path.open(encoding="utf-8").readline().count(";") == 0
                scope = {
                    "df": makers.pd.read_csv(path) if comma else None,
                    "path": path,
                    "pd": makers.pd,
                    "np": makers.np,
                    **{name: getattr(makers, name) for name in names},
                }
                facts = json.loads(json.dumps(makers.plain(makers.evaluated(part["program"], scope))))
                again = makers.evaluated(part["check"], dict(plain_scope))
                if not same([leaf for fact in facts for leaf in leaves(fact)], checked(again)):
                    faults.append(f"{question['id']}: program {str(facts)[:300]}\n    check {str(again)[:300]}")
                if "--write" in sys.argv:
                    part["expected"] = facts
                elif part.get("expected") != facts:
                    faults.append(f"{question['id']}: the stored answer differs from the computed one")
            except Exception as error:
                faults.append(f"{question['id']}: {type(error).__name__}: {error}")
    if "--write" in sys.argv:
        file.write_text("".join(json.dumps(question, ensure_ascii=False) + "\n" for question in questions), encoding="utf-8")
    if "--install" in sys.argv and not faults:
        install(questions)
    print("\n".join([*faults, f"{len(questions)} questions, {len(faults)} faults"]))
    sys.exit(bool(faults))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
