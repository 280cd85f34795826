"""Records the outcomes of the turns again: runs the code of each with the harness under CPython and
writes what it produced into the file.

    INSITU_PYTHONPATH=target/python python bench/grounding/record.py target/answers/tables bench/grounding/turns.jsonl

The tables are those of `bench/answers/tables.py`. Answers, labels and inventions stay as they are.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "web/kernel/harness/tests"))
sys.path.insert(0, str(ROOT / os.environ.get("INSITU_PYTHONPATH", "target/python")))

from fixtures import Session  # noqa: E402 - found by the paths above.

# As the page sets them, see `Limits` in crates/kernel.
LIMITS = {"streamBytes": 1 << 20, "results": 100, "figures": 20, "tableRows": 100}
# The forms of a result that are text; pictures have no numbers.
TEXT = {"text/plain", "text/html", "text/markdown", "text/latex"}


def record(turn: dict, tables: Path) -> dict:
    """Returns the turn with the outcomes of its code, and the profile of its table without cells."""
    from insitu import profile

    name = f"{turn['table']}.csv"
    with Session(**LIMITS) as session:
        os.symlink(tables / name, Path(session.out, name))
        described = profile.describe(str(Path(session.out, name)))
        described["path"] = f"/data/{name}"
        for column in (column for table in described["tables"] for column in table["columns"]):
            column["examples"] = []
            column["min"] = column["max"] = None
        for step in turn["steps"]:
            outcome = session.run(step["code"])
            for shown in outcome["results"]:
                shown["mime"] = {
                    kind: form
                    for kind, form in shown["mime"].items()
                    if kind in TEXT and not (kind == "text/html" and shown["data"])
                }
            step["outcome"] = {
                **outcome,
                "stderr": "",
                "files": [],
                "removed": [],
                "output": None,
                "lineage": {"files": True, "made": []},
            }
    return {**turn, "profile": described}


def main(tables: str, *files: str) -> None:
    for file in map(Path, files):
        turns = [
            record(json.loads(line), Path(tables).resolve())
            for line in file.read_text().splitlines()
        ]
        file.write_text(
            "".join(
                json.dumps(turn, ensure_ascii=False, separators=(",", ":")) + "\n" for turn in turns
            )
        )


main(*sys.argv[1:])
