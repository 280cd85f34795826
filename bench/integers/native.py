"""Runs the programs of the differential test in this Python and writes what each printed.

`python native.py a b` writes `native-a.jsonl` and `native-b.jsonl`: a line with the versions, then
one line per program, with its hash and its output. Needs CPython 3.12 or newer of 64 bits with the
versions of `requirements.txt`, and refuses others.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import json
import platform
import re
import sys
import traceback

from generate import HERE, distinct


def versions() -> dict[str, str]:
    """Returns the versions that the values belong to.

    Raises SystemExit if they are not those of `requirements.txt`.
    """
    pins = (HERE / "requirements.txt").read_text(encoding="utf-8")
    expected = dict(re.findall(r"^([\w-]+)==(\S+)$", pins, re.M))
    found = {name: importlib.metadata.version(name) for name in expected}
    if found != expected or sys.maxsize < 2**62 or sys.version_info < (3, 12):
        has = f"{platform.python_version()} with {found}"
        raise SystemExit(f"Needs CPython 3.12 or newer of 64 bits with {expected}, has {has}.")
    machine = f"{platform.system()} {platform.machine()}"
    return {"python": platform.python_version(), "machine": machine, **found}


def output(code: str) -> str:
    """Returns what a program prints. One that fails prints the last line of its error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(compile(code, "<program>", "exec"), {"__name__": "__main__"})
        except Exception as error:
            print(traceback.format_exception_only(error)[-1].strip())
    return printed.getvalue()


if __name__ == "__main__":
    described = versions()
    for name in sys.argv[1:]:
        programs = distinct(HERE / f"set-{name}")
        lines = [described, *({"hash": p["hash"], "out": output(p["code"])} for p in programs)]
        with (HERE / f"native-{name}.jsonl").open("w", encoding="utf-8") as file:
            for line in lines:
                file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
