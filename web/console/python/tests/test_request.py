"""Requests as the page sends them, answered in a session's interpreter."""

import base64
import json
import pathlib
import sys
import unittest

from fixtures import Session

FOLDER = pathlib.Path(__file__).parent.parent
PACKAGE = "insitu_completion"
# Each after those that it imports.
MODULES = ["text", "values", "calls", "completion", "request"]


def packed(value):
    return base64.b64encode(json.dumps(value).encode()).decode()


def load():
    sources = [
        (PACKAGE, ""),
        *(
            (f"{PACKAGE}.{name}", (FOLDER / PACKAGE / f"{name}.py").read_text(encoding="utf-8"))
            for name in MODULES
        ),
    ]
    return (FOLDER / "loader.py").read_text(
        encoding="utf-8"
    ) + f'\n__insitu_load__("{packed(sources)}")\ndel __insitu_load__'


def request(code, kind="complete", cursor=None):
    asked = packed({"kind": kind, "code": code, "cursor": len(code) if cursor is None else cursor})
    return f'__builtins__.__import__("sys").modules["{PACKAGE}.request"].answer("{asked}", __builtins__.globals())'


class Requests(unittest.TestCase):
    def setUp(self):
        self.before = {
            name: sys.modules.pop(name)
            for name in list(sys.modules)
            if name.partition(".")[0] == PACKAGE
        }

    def tearDown(self):
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]
        sys.modules.update(self.before)

    def asked(self, session, code, **options):
        outcome = session.run(request(code, **options))
        self.assertEqual(
            (outcome["status"], outcome["stdout"], outcome["results"], outcome["files"]),
            ("ok", "", [], []),
            outcome["error"],
        )
        return json.loads(outcome["stderr"])

    def test_a_request_is_answered_from_the_live_variables(self):
        with Session(streamBytes=1 << 20) as session:
            session.run(
                "import pandas as pd\ndf = pd.DataFrame({'region': ['a']})\ndef scale(factor, by=2): pass"
            )
            self.assertEqual(session.run(request("df."))["error"]["name"], "KeyError")
            self.assertEqual(session.run(load())["status"], "ok")
            self.assertEqual(
                self.asked(session, 'df["')["candidates"],
                [{"label": "region", "type": "column", "detail": self.dtype(session)}],
            )
            self.assertEqual(
                self.asked(session, "scale(", kind="signature")["text"], "scale(factor, by=2)"
            )
            self.assertIsNone(self.asked(session, "# nothing"))

    def dtype(self, session):
        return session.run("print(df.region.dtype)")["stdout"].strip()

    def test_the_text_of_a_request_is_no_code(self):
        with Session(streamBytes=1 << 20) as session:
            session.run(load())
            for code in ['")\nhostile = 1\n("', "'\"\\\n\0", "\ud800x", "x = '🎉'; pri"]:
                self.asked(session, code)
            self.assertEqual(session.run("hostile")["error"]["name"], "NameError")

    def test_nothing_of_a_request_stays(self):
        with Session(streamBytes=1 << 20) as session:
            session.run("1 + 1")
            session.run("value = 5")
            look = "[In[-2], In[1], Out.get(1), _, _i, _ii, _iii, sorted(name for name in globals() if name.startswith('_i'))]"
            before = session.run(look)["results"][0]["text"]
            with Session(streamBytes=1 << 20) as other:
                other.run("1 + 1")
                other.run("value = 5")
                # The outcome lists the names that the execution itself sees.
                variables = other.run(load())["variables"]
                other.run(request("val"))
                other.run(request("unknown(", kind="signature"))
                other.run(request("val", kind="strange"))
                after = other.run(look)
            self.assertEqual(variables, ["value"])
            self.assertEqual(
                (after["results"][0]["text"], after["executionCount"], after["variables"]),
                (before, 3, ["value"]),
            )

    def test_a_long_answer_makes_no_file(self):
        with Session(streamBytes=1 << 20) as session:
            session.run(load())
            session.run("for at in range(300): globals()[f'long_name_of_a_variable_{at}'] = at")
            self.assertGreater(len(self.asked(session, "long")["candidates"]), 250)
            self.assertEqual(list(pathlib.Path(session.out).iterdir()), [])

    def test_hostile_variables_are_neither_run_nor_in_the_way(self):
        with Session(streamBytes=1 << 20) as session:
            session.run(
                "print = globals = json = sys = base64 = 5\nclass Bad:\n  def __getattr__(self, name): raise SystemExit\n  __repr__ = __dir__ = __getattr__\nself = Bad()"
            )
            session.run(load())
            self.assertIn("Bad", [one["label"] for one in self.asked(session, "B")["candidates"]])
            self.assertIn("self", [one["label"] for one in self.asked(session, "s")["candidates"]])
            self.asked(session, "self.")
            self.asked(session, "self(", kind="signature")


if __name__ == "__main__":
    unittest.main()
