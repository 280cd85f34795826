"""Records a session with the project's harness and native pandas, and checks what the exports of
its transcript compute.

`session.py record FOLDER` runs the steps below in the harness, writes the data file into the folder
and prints the transcript as JSON. `session.py check FOLDER` executes `session.ipynb` and
`session.py` of the folder and compares their numbers with those of `session.json`. `session.py
parse FOLDER` parses the folder's scripts and validates its notebooks, which were made from hostile
texts.
"""

import ast
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
HARNESS = ROOT / "web" / "kernel" / "harness"

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")

SALES = """region,product,units,unit_price
North,Lamp,12,19.5
South,Desk,3,240.0
North,Desk,5,235.5
East,Lamp,30,18.25
South,Chair,14,79.9
East,Chair,9,82.0
"""

# Question, answer, and steps: each a purpose and its code.
TURNS: list[tuple[str, str, list[tuple[str, str]]]] = [
    (
        "Which region has the highest revenue?",
        "**North** has a revenue of **1,411.5**; the table lists all three.\n\n| region | revenue |\n| --- | ---: |\n| South | 1,838.6 |",
        [
            (
                "Read the sales and compute revenue",
                "from __future__ import annotations\n"
                "import pandas as pd\n\n"
                'sales = pd.read_csv("sales.csv")\n'
                'sales["revenue"] = sales.units * sales.unit_price\n'
                "print(f\"{len(sales)} rows, revenue {sales['revenue'].sum():.2f}\")",
            ),
            (
                "Total by region",
                'totals = sales.groupby("region", as_index=False).revenue.sum()  # all of them\ntotals.sort_values("revenue")',
            ),
        ],
    ),
    (
        "Draw it as a chart.",
        "The chart shows revenue by region.",
        [
            ("A column that does not exist", 'print(sales.units.max())\nsales["profit"].sum()'),
            (
                "Bars by region",
                "import matplotlib.pyplot as plt\n\n"
                "fig, ax = plt.subplots()\n"
                "ax.bar(totals.region, totals.revenue)\n"
                'ax.set_title("Revenue by region")\n'
                "plt.show()\n"
                "len(ax.patches)",
            ),
        ],
    ),
    (
        "How far do the means of random samples differ?",
        "By a few units.",
        [
            (
                "Sample with a seed",
                "import numpy as np\n\nrng = np.random.default_rng(7)\nrng.normal(100, 15, size=1000).mean()",
            ),
            (
                "Wait for two results",
                "import asyncio\n\nasync def double(x):\n    await asyncio.sleep(0)\n    return 2 * x\n\nawait double(21)",
            ),
            ("Run a loop", "asyncio.run(double(4.25))"),
            ("Two values", "sales.units.min(), sales.units.max()"),
            (
                "Quotes of all kinds",
                "text = '''a \"\"\" b'''\nprint(f\"{text!r} {sales['units'].sum()}\"); text.count('\"')",
            ),
        ],
    ),
]


def record(folder: Path) -> None:
    sys.path[:0] = [str(HARNESS), str(HARNESS / "tests")]
    os.environ["MPLBACKEND"] = "module://insitu.backend"
    import fixtures
    import numpy
    import pandas

    (folder / "sales.csv").write_text(SALES)
    digest = hashlib.sha256((folder / "sales.csv").read_bytes()).hexdigest()
    entries: list[dict[str, Any]] = []
    with fixtures.Session(tableRows=100, imageBytes=1 << 20) as session:
        shutil.copy(folder / "sales.csv", session.out)
        for question, answer, steps in TURNS:
            recorded = [
                {"purpose": purpose, "code": code, "outcome": session.run(code)}
                for purpose, code in steps
            ]
            entries.append(
                {
                    "type": "turn",
                    "question": question,
                    "answer": answer,
                    "model": "planner",
                    "steps": recorded,
                }
            )
        code = "sales.unit_price.median()"
        entries.append(
            {"type": "console", "purpose": "", "code": code, "outcome": session.run(code)}
        )
    versions = {"pandas": pandas.__version__, "numpy": numpy.__version__}
    transcript = {
        "title": "Revenue by region",
        "created": 1_772_000_000_000,
        "updated": 1_772_000_600_000,
        "files": [
            {"name": "sales.csv", "path": "/data/sales.csv", "bytes": len(SALES), "sha256": digest}
        ],
        "environment": {
            "python": sys.version.split()[0],
            "packages": versions,
            "seed": 7,
            "disclosure": "Column info only",
            "models": ["planner"],
        },
        "entries": entries,
    }
    print(json.dumps(transcript))


def outcomes(transcript: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the outcomes of all steps, in order."""
    found = []
    for entry in transcript["entries"]:
        found += [step["outcome"] for step in entry.get("steps", [entry])]
    return found


def numbers(outcome: dict[str, Any]) -> list[str]:
    """Returns the numbers that an outcome printed and showed as the value of its last expression."""
    values = [result["mime"]["text/plain"] for result in outcome["results"] if result["main"]]
    return NUMBER.findall("\n".join([outcome["stdout"], *values]))


def check(folder: Path) -> None:
    transcript = json.loads((folder / "session.json").read_text())
    expected = [numbers(outcome) for outcome in outcomes(transcript)]
    assert sum(map(len, expected)) > 15, "the session printed numbers"
    check_notebook(folder, transcript, expected)
    check_script(folder, expected)


def check_notebook(folder: Path, transcript: dict[str, Any], expected: list[list[str]]) -> None:
    from nbclient import NotebookClient

    notebook = valid(folder / "session.ipynb")
    exported = [produced(cell) for cell in code_cells(notebook)]
    assert exported == expected, f"outputs of the export:\n{exported}\n{expected}"
    NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    executed = [produced(cell) for cell in code_cells(notebook)]
    assert executed == expected, f"outputs of the execution:\n{executed}\n{expected}"
    for cell, outcome in zip(code_cells(notebook), outcomes(transcript), strict=True):
        raised = [output.ename for output in cell.outputs if output.output_type == "error"]
        assert raised == ([outcome["error"]["name"]] if outcome["error"] else []), raised
        drawn = any("image/png" in output.get("data", {}) for output in cell.outputs)
        assert drawn == any("image/png" in result["mime"] for result in outcome["results"])


def valid(path: Path) -> Any:
    """Returns a notebook that is valid as it stands."""
    import nbformat

    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    with warnings.catch_warnings():
        # A notebook that needs a repair is reported by a warning.
        warnings.simplefilter("error")
        nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    return notebook


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.id != "setup"]


def produced(cell: Any) -> list[str]:
    streams = [
        output.text
        for output in cell.outputs
        if output.output_type == "stream" and output.name == "stdout"
    ]
    values = [
        output.data["text/plain"]
        for output in cell.outputs
        if output.output_type == "execute_result"
    ]
    return NUMBER.findall("\n".join([*streams, *values]))


def check_script(folder: Path, expected: list[list[str]]) -> None:
    run = subprocess.run(
        [sys.executable, "-B", "session.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    lines = [line for line in run.stdout.splitlines() if not line.startswith("[saved ")]
    printed = NUMBER.findall("\n".join(lines))
    assert printed == list(itertools.chain(*expected)), f"{run.stdout}\n{expected}"
    assert "KeyError: 'profit'" in run.stderr and "Warning" not in run.stderr, run.stderr
    assert (folder / "figure-1.png").read_bytes().startswith(b"\x89PNG")
    # Other data are reported, and the numbers with them are others.
    with (folder / "sales.csv").open("a") as table:
        table.write("West,Lamp,1,20.0\n")
    run = subprocess.run(
        [sys.executable, "-B", "session.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Warning: sales.csv differs from the session's file" in run.stderr, run.stderr
    assert run.stdout.startswith("7 rows"), run.stdout


def parse(folder: Path) -> None:
    scripts = sorted(folder.glob("*.py"))
    assert scripts
    for notebook in folder.glob("*.ipynb"):
        valid(notebook)
    for script in scripts:
        tree = ast.parse(script.read_bytes(), str(script))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert "_run_cell" in names and "INJECTED" not in names, script.read_text()


if __name__ == "__main__":
    {"record": record, "check": check, "parse": parse}[sys.argv[1]](Path(sys.argv[2]))
