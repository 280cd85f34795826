"""Computes the expected answers of closed, plain, more, unseen, blind and fresh.jsonl with native
pandas, into target/answers/expected.json.

    INSITU_PYTHONPATH=target/python python3 bench/answers/expected.py [file.jsonl …]

A question's `program` is Python whose last line is an expression: a dict of names and values for a
closed question, a list of facts for a plain one. It sees `df` (the table as `pd.read_csv` reads
it), `path`, `pd`, `np` and the functions of this file that make facts. `wrong`, in a plain
question, is the same for what the answer must not state. Fails when a program fails, and when a
value is empty or missing.
"""

import ast
import json
import math
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = ROOT / "target" / "answers"
sys.path.insert(0, str(ROOT / os.environ.get("INSITU_PYTHONPATH", "target/python")))

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402

Fact = Any  # A number, a text, or a dict as one of the functions below returns it.


def percent(share: float) -> Fact:
    """Returns the fact that a share has this size, as a percentage or as a part of one."""
    return {"percent": share * 100}


def date(day: str) -> Fact:
    """Returns the fact that a day (`YYYY-MM-DD`) is named, in any usual notation."""
    return {"date": day}


def first(winner: str, among: Iterable[str], *aliases: str) -> Fact:
    """Returns the fact that `winner` is the first of the candidates that the answer names."""
    return {"first": [winner, *aliases], "among": sorted(set(among))}


def row(*cells: Any) -> Fact:
    """Returns the fact that these cells belong together: on one line of the answer, or in one row
    of a table that the turn shows.
    """
    return {"row": list(cells)}


def rows(values: pd.Series) -> list[Fact]:
    """Returns one fact for each value of a series: its labels and the value."""
    return [
        row(*(label if isinstance(label, tuple) else (label,)), value)
        for label, value in values.items()
    ]


def listed(members: Iterable[str], among: Iterable[str]) -> Fact:
    """Returns the fact that these members, and no others of `among`, are the list that was asked
    for: in the answer, or in a table that the turn shows.
    """
    wanted = sorted(set(members))
    return {"listed": wanted, "others": sorted(set(among) - set(wanted))}


def any_of(*facts: Fact) -> Fact:
    return {"any": list(facts)}


def all_of(*facts: Fact) -> Fact:
    return {"all": list(facts)}


def chart(*values: float) -> Fact:
    """Returns the fact that the turn shows a figure with these values among its data."""
    return {"chart": list(values)}


def series(values: Iterable[float]) -> Fact:
    """Returns the fact that the turn shows a figure of these values and not many others, such as
    those of every row.
    """
    drawn = list(values)
    return {"chart": drawn, "most": 3 * len(drawn) + 10}


def box(values: pd.Series) -> Fact:
    """Returns the fact that the turn shows a box plot of these values."""
    return {"box": list(values.quantile([0.25, 0.5, 0.75]))}


def histogram(values: pd.Series) -> Fact:
    """Returns the fact that the turn shows a histogram of these values, whatever its bins."""
    return {"histogram": int(values.count())}


def distribution(values: pd.Series) -> Fact:
    """Returns the fact that the turn shows how these values are distributed: in a histogram or a
    box plot, or by their quartiles.
    """
    return any_of(histogram(values), box(values), all_of(*box(values)["box"]))


def monthly(values: pd.Series) -> Fact:
    """Returns the fact that the turn shows these values, by months `YYYY-MM` of one year: in a
    chart, or with the months' numbers or names.
    """
    months = {str(month): pd.Timestamp(f"{month}-01") for month in values.index}
    named = [
        any_of(
            *(
                row(form, value)
                for form in (
                    month,
                    f"{months[month]:%B}",
                    f"{months[month]:%b}",
                    f"{months[month]:%B %Y}",
                )
            )
        )
        for month, value in values.items()
    ]
    return any_of(series(values), all_of(*named))


def evaluated(program: str, scope: dict[str, Any]) -> Any:
    """Runs the program and returns the value of its last line."""
    tree = ast.parse(program)
    last = tree.body.pop()
    assert isinstance(last, ast.Expr), "the last line is not an expression"
    exec(compile(tree, "program", "exec"), scope)
    return eval(compile(ast.Expression(last.value), "program", "eval"), scope)


def plain(value: Any) -> Any:
    """Returns the value with numpy's types replaced by Python's; raises ValueError for an empty or
    missing one.
    """
    if isinstance(value, dict):
        value = {str(name): plain(part) for name, part in value.items()}
    elif isinstance(value, list | tuple):
        value = [plain(part) for part in value]
    elif isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("a value is not a number")
    if (
        value is None
        or value in ("", [], {})
        or (isinstance(value, dict) and value.get("listed") == [])
    ):
        raise ValueError("a value is empty")
    return value


def answer(question: dict[str, Any], tables: dict[str, pd.DataFrame]) -> dict[str, Any]:
    """Returns the expected value of a question's program, and of its `wrong`."""
    path = TARGET / "tables" / f"{question['table']}.csv"
    if question["table"] not in tables:
        tables[question["table"]] = pd.read_csv(path)
    facts = (
        percent,
        date,
        first,
        row,
        rows,
        listed,
        any_of,
        all_of,
        chart,
        series,
        box,
        histogram,
        distribution,
        monthly,
    )
    makers = {maker.__name__: maker for maker in facts}
    found = {}
    for part in ("program", "wrong"):
        if part in question:
            scope = {
                "df": tables[question["table"]].copy(),
                "path": path,
                "pd": pd,
                "np": np,
                **makers,
            }
            found[part] = plain(evaluated(question[part], scope))
    return found


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or [
        HERE / f"{name}.jsonl" for name in ("closed", "plain", "more", "unseen", "blind", "fresh")
    ]
    tables: dict[str, pd.DataFrame] = {}
    expected: dict[str, Any] = {}
    failed = []
    for question in (json.loads(line) for file in files for line in file.read_text().splitlines()):
        if question["id"] in expected:
            failed.append(f"{question['id']}: two questions have this id")
        if "program" not in question and question.get("expect") not in ("ask", "decline"):
            failed.append(f"{question['id']}: has neither a program nor an expected reaction")
        try:
            expected[question["id"]] = answer(question, tables)
        except Exception as error:
            failed.append(f"{question['id']}: {type(error).__name__}: {error}")
    if failed:
        sys.exit("\n".join(failed))
    (TARGET / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
    print(f"{len(expected)} expected answers in {TARGET / 'expected.json'}")


if __name__ == "__main__":
    main()
