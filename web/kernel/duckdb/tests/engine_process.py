"""The SQL engine in a process of its own, in place of the worker: the same engine and the same
checks of messages, under Node.
"""

import json
import os
import pathlib
import struct
import subprocess

from insitu import sql_engine

ROOT = pathlib.Path(__file__).resolve().parents[4]


class EngineProcess:
    def __init__(self, memory=None):
        program = ["node", "--import", "tsx", "web/kernel/duckdb/tests/engine.ts"]
        program += [] if memory is None else [str(memory)]
        self.process = subprocess.Popen(
            program, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def ask(self, request, payload=b""):
        text = request.encode()
        self.process.stdin.write(struct.pack(">II", len(text), len(payload)) + text + payload)
        self.process.stdin.flush()
        failed, length = struct.unpack(">BI", self.take(5))
        content = self.take(length)
        return json.dumps({"failed": content.decode()}) if failed else content

    def take(self, length):
        content = self.process.stdout.read(length)
        if len(content) != length:
            raise EOFError("The engine has ended.")
        return content

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def with_engine(case):
    """Has a class of tests run with an engine of its own."""

    def begin(cls):
        cls.engine, cls.before = EngineProcess(), os.getcwd()
        sql_engine.ask = cls.engine.ask

    def end(cls):
        sql_engine.ask = None
        cls.engine.close()
        os.chdir(cls.before)

    case.setUpClass, case.tearDownClass = classmethod(begin), classmethod(end)
    return case
