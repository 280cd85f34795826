"""Profiles the benchmark's files with the harness, natively, and compares what it says with
expected.jsonl, which was written by looking at the files.

    python3 bench/files/fetch.py && python3 bench/files/run.py [--all] [WORD …]

Prints each file that is read wrongly and why, and how many are read right. `--all` prints the
others too; words select files whose path contains one. A file is right if its table has the
expected delimiter, columns, rows and names when its reader expression is evaluated, and the profile
names the expected title lines, units, totals and footnotes; or if it has no table and none was
expected. docs/files.md explains the fields of expected.jsonl.
"""

import json
import os
import sys
import time
import warnings
from typing import Any

from fetch import HERE, LIBRARY, place

ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "web/kernel/harness"), str(ROOT / "target/python"), str(LIBRARY)]

Entry = dict[str, Any]


def delimiter(reader: str) -> str:
    """Returns the delimiter of a reader expression; `space` for columns that spaces separate or
    align.
    """
    if "read_fwf(" in reader:
        return "space"
    for word, sep in [
        ("\\\\s+", "space"),
        ("\\\\s{2,}", "space"),
        (" ", "space"),
        ("\\t", "\t"),
        (";", ";"),
        ("|", "|"),
        ("\\\\s*\\\\|\\\\s*", "|"),
    ]:
        if f'sep="{word}"' in reader:
            return sep
    return ","


def table_of(entry: Entry, profile: Entry) -> Entry | None:
    tables = [
        table
        for table in profile["tables"]
        if "sheet" not in entry or table["sheet"] in (None, entry["sheet"])
    ]
    return tables[0] if tables else None


def problems(entry: Entry, profile: Entry, table: Entry | None) -> list[str]:
    """Returns what is wrong."""
    if entry.get("table") is False:
        return [] if table is None else [f"read as a table of {len(table['columns'])} columns"]
    if table is None:
        return [f"no table: {profile['error'] or profile['kind']}"]
    import pandas as pd

    wrong = []
    frame = eval(table["reader"], {"pd": pd})
    columns = entry["columns"] if isinstance(entry["columns"], list) else [entry["columns"]]
    if "sep" in entry and (got := delimiter(table["reader"])) != entry["sep"]:
        wrong.append(f"delimiter {got!r}")
    if frame.shape[1] not in columns or len(frame) != entry["rows"] or table["rows"] != len(frame):
        wrong.append(
            f"{frame.shape[1]} columns, {len(frame)} rows (said {table['rows']}), not {entry['columns']}, {entry['rows']}"
        )
    elif (
        entry["name"] and (got := str(frame.columns[entry["name"][0]]).strip()) != entry["name"][1]
    ):
        wrong.append(f"a column is called {got!r}")
    elif (
        "cell" in entry
        and (got := frame.iloc[entry["cell"][0], entry["cell"][1]]) != entry["cell"][2]
    ):
        wrong.append(f"a cell is {got!r}")
    found = {
        "titles": len(table.get("titles", [])),
        "units": int(bool(table.get("units"))),
        "totals": sorted(row for total in table.get("totals", []) for row in total["rows"]),
        "footnotes": len(table.get("footnotes", [])),
    }
    for field, value in found.items():
        if value != entry.get(field, [] if field == "totals" else 0):
            wrong.append(f"{field} {value}, not {entry.get(field, 0)}")
    return wrong


def judge(entry: Entry) -> tuple[list[str], Entry | None, float]:
    from insitu import profile

    path = place(entry)
    os.chdir(path.parent)
    since = time.perf_counter()
    facts = profile.describe(str(path))
    seconds = time.perf_counter() - since
    table = table_of(entry, facts)
    try:
        return problems(entry, facts, table), table, seconds
    except Exception as error:
        return [f"the reader fails: {type(error).__name__}: {str(error)[:120]}"], table, seconds


def main() -> None:
    warnings.simplefilter("ignore")
    everything = "--all" in sys.argv
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    entries: list[Entry] = [
        json.loads(line) for line in (HERE / "expected.jsonl").read_text().splitlines()
    ]
    chosen = [
        entry for entry in entries if not words or any(word in str(place(entry)) for word in words)
    ]
    right = 0
    for entry in chosen:
        wrong, table, seconds = judge(entry)
        right += not wrong
        if wrong or everything:
            sheet = f" [{entry['sheet']}]" if "sheet" in entry else ""
            print(
                f"{'wrong' if wrong else 'right'} {entry['package']}/{place(entry).name}{sheet}: {'; '.join(wrong) or f'{seconds:.2f} s'}"
            )
            if table:
                print(f"      {table['reader']}")
    print(f"{right} of {len(chosen)} read right")


if __name__ == "__main__":
    main()
