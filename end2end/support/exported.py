"""Runs what a session was exported as, natively: prints, as JSON, the numbers of each cell as
exported and as executed, and those that the script prints.

Called with the folder of `session.ipynb`, `session.py` and the data files.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def produced(notebook: Any) -> list[list[str]]:
    """Returns the numbers that each code cell printed and showed as its value."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.id != "setup"]
    return [NUMBER.findall("\n".join(map(text_of, cell.outputs))) for cell in cells]


def text_of(output: Any) -> str:
    if output.output_type == "stream" and output.name == "stdout":
        return output.text
    return output.data["text/plain"] if output.output_type == "execute_result" else ""


def main(folder: Path) -> None:
    notebook = nbformat.read(folder / "session.ipynb", as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    exported = produced(notebook)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    script = subprocess.run([sys.executable, "-B", "session.py"], cwd=folder, capture_output=True, text=True, timeout=120, check=True)
    lines = [line for line in script.stdout.splitlines() if not line.startswith("[saved ")]
    print(json.dumps({"exported": exported, "executed": produced(notebook), "script": NUMBER.findall("\n".join(lines)), "warnings": script.stderr}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
