"""Runs code in the project's harness with native Python; reports what the browser's worker reports.

Speaks JSON, one line a message: {"limits": …, "files": {name: text}} begins a session and answers
with the files' profiles, {"run": code} answers with an outcome. The folder in which the code runs
stands for `/out`, and holds the files.
"""

import json
import os
import sys
from contextlib import ExitStack
from pathlib import Path

HARNESS = Path(__file__).parents[3] / "web" / "kernel" / "harness"
sys.path.insert(0, str(HARNESS))
sys.path.insert(0, str(HARNESS / "tests"))
os.environ["MPLBACKEND"] = "module://insitu.backend"

import fixtures
from insitu import profile

# Code gets others.
questions, answers = sys.stdin, sys.stdout


def profiles(session, files):
    """Writes the files; returns their profiles."""
    for name, content in files.items():
        Path(session.out, name).write_text(content, encoding="utf-8")
    found = [profile.describe(str(Path(session.out, name))) for name in files]
    return [{**facts, "path": f"/data/{facts['name']}"} for facts in found]


def outcome(session, code):
    """Returns the outcome of code, with what the worker adds."""
    found = session.run(code.replace("/out/", f"{session.out}/"))
    return json.loads(json.dumps({**found, "durationMs": 0, "memoryBytes": 0}).replace(f"{session.out}/", "/out/"))


with ExitStack() as stack:
    session = None
    while line := questions.readline():
        message = json.loads(line)
        if "run" in message:
            answer = outcome(session, message["run"])
        else:
            stack.close()
            session = stack.enter_context(fixtures.Session(**message["limits"]))
            answer = profiles(session, message["files"])
        print(json.dumps(answer, ensure_ascii=False), file=answers, flush=True)
