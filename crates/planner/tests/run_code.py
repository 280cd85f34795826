"""Runs generated code with native pandas and matplotlib and reports the outcome in the kernel's
format.

Speaks JSON, one line a message: {"make": folder} answers with the test tables' profiles, {"run":
code, "in": folder} with an outcome, {"value": expression, "in": folder} with the text of an
expression, which the tests compute answers with. {"take": path, "in": folder} copies a real file
into the folder and answers with its profile as the harness makes it.
"""

import ast
import contextlib
import io
import json
import os
import runpy
import shutil
import sys
import traceback
import warnings
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[3] / "web" / "kernel" / "harness"))
sys.path.insert(0, str(Path(__file__).parent))
import tables
from insitu import profile

warnings.simplefilter("ignore")


def cell(value):
    if (
        value is None
        or value is pd.NaT
        or (isinstance(value, float) and value != value)
        or value is pd.NA
    ):
        return None
    if isinstance(value, pd.Timestamp):
        return value.isoformat()
    if hasattr(value, "item"):
        value = value.item()
    return value if isinstance(value, (bool, int, float, str)) else str(value)


def shown(value) -> dict:
    result = {"main": True, "text": repr(value), "mime": {"text/plain": repr(value)}, "data": None}
    if isinstance(value, pd.DataFrame):
        plain = isinstance(value.index, pd.RangeIndex) and value.index.name is None
        table = value if plain else value.reset_index()
        result["data"] = {
            "columns": [str(name) for name in table.columns],
            "types": [str(t) for t in table.dtypes],
            "indexColumns": 0 if plain else value.index.nlevels,
            "rows": [
                [cell(v) for v in row] for row in table.head(100).itertuples(index=False, name=None)
            ],
            "totalRows": len(value),
        }
    return result


def run(code: str) -> dict:
    out, results, error, names = io.StringIO(), [], None, {}
    plt.rcdefaults()
    plt.show = lambda *_, **__: figures(results)
    try:
        tree = ast.parse(code)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(out):
            exec(compile(tree, "<cell>", "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
                if value is not None:
                    results.append(shown(value))
    except BaseException as raised:
        error = {
            "name": type(raised).__name__,
            "value": str(raised),
            "traceback": traceback.format_exc(),
        }
    plt.close("all")
    return {
        "status": "error" if error else "ok",
        "stdout": out.getvalue(),
        "stderr": "",
        "results": results,
        "error": error,
        "files": [],
    }


def figures(results) -> None:
    for number in plt.get_fignums():
        image = io.BytesIO()
        figure = plt.figure(number)
        figure.savefig(image, format="png")
        if os.environ.get("INSITU_FIGURES"):
            folder = Path(os.environ["INSITU_FIGURES"])
            (folder / f"{len(list(folder.iterdir())):03}.png").write_bytes(image.getvalue())
        title = " / ".join(ax.get_title() for ax in figure.axes)
        results.append(
            {
                "main": False,
                "text": title,
                "mime": {"image/png": f"{len(image.getvalue())} bytes"},
                "data": None,
            }
        )
        plt.close(figure)


def answer(message: dict):
    folder = Path(message.get("in") or message["make"])
    os.chdir(folder)
    if "make" in message:
        if message.get("tables") == "sample":
            runpy.run_path(str(Path(__file__).parents[3] / "samples" / "generate.py"))["main"](
                folder
            )
        elif message.get("tables") != "none":
            tables.make(folder)
        return json.loads(tables.profiles(folder))
    if "take" in message:
        facts = profile.describe(shutil.copy(message["take"], folder), None, message.get("choices"))
        tables.READERS[facts["name"]] = facts["tables"][0]["reader"]
        return facts
    if "run" in message:
        return run(message["run"])
    names = {"pd": pd, "np": np}
    for path in folder.glob("*.csv"):
        names[path.stem] = eval(tables.reader(path.name), {"pd": pd})
    return str(eval(message["value"], names))


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line)), ensure_ascii=False), flush=True)
