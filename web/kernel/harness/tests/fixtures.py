"""Shared by the tests: a kernel with a recording bridge, and files in a temporary folder."""

import asyncio
import builtins
import json
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

LIMITS = {
    "streamBytes": 1000,
    "results": 5,
    "figures": 3,
    "tableRows": 3,
    "imageBytes": 1_000_000,
    "newFiles": 20,
    "outBytes": 1 << 30,
    "memoryBytes": 0,
}

# The packages of the tests' runtime by module, and hints for modules that do not exist.
CATALOG = {
    "modules": {"late_package": "late-package", "pandas": "pandas", "sklearn": "scikit-learn"},
    "absent": {"torch": "Use sklearn."},
}


class Bridge:
    """Records the harness's calls to the worker. Without answers it reports no shared memory, so
    `time.sleep` is not replaced.
    """

    def __init__(self):
        self.emitted = []
        self.written = []
        self.listening = []
        self.sentences = []
        self.asked = []
        self.answers = []
        self.provided = []
        self.unreachable = {}

    def has(self, package):
        return package in self.provided

    def provide(self, package):
        self.provided.append(package)
        return self.unreachable.get(package, "")

    def emit(self, stream, text):
        self.emitted.append((stream, text))

    def raw(self):
        written, self.written = self.written, []
        return json.dumps(written)

    def listen(self, on):
        self.listening.append(on)

    def canWait(self):
        return bool(self.answers)

    def ask(self, prompt):
        self.asked.append(prompt)
        return self.answers.pop(0)

    def troubles(self):
        sentences, self.sentences = self.sentences, []
        return json.dumps(sentences)

    def memory(self):
        return json.dumps({"limit": 1 << 30, "size": 1 << 29, "free": 1 << 20})

    def wait(self, milliseconds):
        time.sleep(milliseconds / 1000)


class Session:
    """A kernel in a temporary folder. Restores the process's state on exit."""

    def __init__(self, answers=(), **limits):
        self.bridge = Bridge()
        self.bridge.answers = list(answers)
        self.limits = {**LIMITS, **limits}

    def __enter__(self):
        from insitu import kernel

        self.kept = (
            sys.stdout,
            sys.stderr,
            sys.modules["__main__"],
            os.getcwd(),
            list(sys.path),
            list(sys.meta_path),
            builtins.input,
            sys.stdin,
            time.sleep,
        )
        self.folder = tempfile.TemporaryDirectory()
        self.out = os.path.realpath(self.folder.name)
        os.chdir(self.out)
        self.kernel = kernel.start(
            json.dumps(self.limits), self.bridge, json.dumps(CATALOG), out=self.out
        )
        self.kernel.settle()
        return self

    def __exit__(self, *_):
        (
            sys.stdout,
            sys.stderr,
            sys.modules["__main__"],
            folder,
            sys.path[:],
            sys.meta_path[:],
            builtins.input,
            sys.stdin,
            time.sleep,
        ) = self.kept
        os.chdir(folder)
        self.folder.cleanup()

    def run(self, code, interactive=False):
        """Returns the outcome of `code`, as the worker gets it."""
        text = self.kernel.begin(code, interactive)
        return json.loads(text if text is not None else asyncio.run(self.kernel.finish()))


def calls(act):
    """Returns what `act` returns, and how many functions it calls: work, measured independently of
    the machine.
    """
    count = 0

    def seen(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        found = act()
    finally:
        sys.setprofile(None)
    return found, count


def profile_of(name, content, encoding=None):
    """Returns the profile of a file with this content."""
    from insitu import profile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        return json.loads(json.dumps(profile.describe(str(path), encoding), allow_nan=False))


def read_back(name, content, expression):
    """Evaluates the reader expression of a profile in the file's folder."""
    import pandas as pd

    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(content)
        os.chdir(folder)
        try:
            return eval(expression, {"pd": pd})
        finally:
            os.chdir(before)
