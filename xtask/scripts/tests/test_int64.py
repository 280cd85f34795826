"""The edits of wheels (`int64`), on small modules and wheels: what is edited, and that nothing else
gets through.
"""

import hashlib
import io
import json
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "int64"))

import patch
import wasm
from texts import ADDED, EDITS, TextEdit
from wasm import CodeEdit, DataEdit, Refused

# `i32.const 7` and `i32.const 9`, and the end of a function.
SEVEN, NINE, END = b"\x41\x07", b"\x41\x09", b"\x0b"


def vector(*parts):
    return wasm.leb(len(parts)) + b"".join(parts)


def sized(content):
    return wasm.leb(len(content)) + content


def module(functions, data=b"abcdef", segments=1):
    """Returns a module with one import of each kind, two of them functions."""
    name = sized(b"env") + sized(b"x")
    imports = vector(
        name + b"\x00\x00",
        name + b"\x01\x70\x01\x01\x02",
        name + b"\x02\x00\x01",
        name + b"\x03\x7f\x00",
        name + b"\x04\x00\x00",
        name + b"\x00\x00",
    )
    bodies = vector(*[sized(b"\x00" + body + END) for body in functions])
    segment = b"\x00\x23\x00\x0b" + sized(data)
    parts = [
        (wasm.IMPORTS, imports),
        (wasm.CODE, bodies),
        (wasm.DATA, vector(*[segment] * segments)),
    ]
    return b"\0asm\x01\0\0\0" + b"".join(bytes([section]) + sized(body) for section, body in parts)


class Modules(unittest.TestCase):
    def test_functions_are_counted_after_the_imported_ones_and_keep_their_place(self):
        before = module([SEVEN, SEVEN + SEVEN, SEVEN])
        after = wasm.edit_module(
            before, {3: [CodeEdit(SEVEN, NINE + NINE, 2)]}, [DataEdit(2, b"cd", b"CD")]
        )
        self.assertEqual(after, module([SEVEN, NINE * 4, SEVEN], b"abCDef"))

    def test_a_function_whose_length_takes_another_byte_is_written_right(self):
        after = wasm.edit_module(
            module([SEVEN * 60, SEVEN]), {2: [CodeEdit(SEVEN, NINE + NINE, 60)]}, []
        )
        self.assertEqual(after, module([NINE * 120, SEVEN]))

    def test_what_does_not_fit_is_refused(self):
        cases = [
            (
                module([SEVEN]),
                {2: [CodeEdit(NINE, SEVEN)]},
                [],
                "function 2 holds 4109 0 times, and not 1",
            ),
            (
                module([SEVEN + SEVEN]),
                {2: [CodeEdit(SEVEN, NINE)]},
                [],
                "function 2 holds 4107 2 times, and not 1",
            ),
            (module([SEVEN]), {9: [CodeEdit(SEVEN, NINE)]}, [], "the module has no functions [9]"),
            (module([SEVEN]), {}, [DataEdit(0, b"b", b"B")], "the data at 0 is not 62"),
            (module([SEVEN]), {}, [DataEdit(0, b"a", b"AB")], "the data at 0 is not 61"),
            (module([SEVEN], segments=2), {}, [], "the module's data is not one active segment"),
        ]
        for content, code, data, message in cases:
            with self.subTest(message=message), self.assertRaises(Refused) as refused:
                wasm.edit_module(content, code, data)
            self.assertEqual(str(refused.exception), message)


class Wheels(unittest.TestCase):
    FILES = {  # noqa: RUF012 - never changed.
        "table/one.py": "one = 1\n",
        "table/two.py": "two = 2\n",
        "table-1.dist-info/RECORD": "old",
    }

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.source, self.target = self.folder / "table-1.whl", self.folder / "edited.whl"
        with zipfile.ZipFile(self.source, "w", zipfile.ZIP_DEFLATED) as wheel:
            for path, content in self.FILES.items():
                wheel.writestr(path, content)
        edits = {"table": {"table/one.py": [TextEdit("1", "11"), TextEdit("", "more = 3\n")]}}
        for table, content in (
            (EDITS, edits),
            (ADDED, {"table": ["scipy/special/_takes_long.py"]}),
        ):
            patcher = mock.patch.dict(table, content)
            patcher.start()
            self.addCleanup(patcher.stop)

    def pin(self, upstream, patched):
        pins = self.folder / "modified.json"
        pins.write_text(json.dumps([{"name": "table", "upstream": upstream, "patched": patched}]))
        patcher = mock.patch.object(patch, "PINS", pins)
        patcher.start()
        self.addCleanup(patcher.stop)

    def test_the_pinned_wheel_becomes_the_pinned_result(self):
        upstream = hashlib.sha256(self.source.read_bytes()).hexdigest()
        result = patch.patched("table", self.source.read_bytes())
        self.pin(upstream, hashlib.sha256(result).hexdigest())
        patch.main("table", self.source, self.target)
        with zipfile.ZipFile(io.BytesIO(self.target.read_bytes())) as wheel:
            found = {entry.filename: wheel.read(entry) for entry in wheel.infolist()}
            self.assertEqual(
                {
                    (entry.compress_type, entry.date_time, entry.create_system)
                    for entry in wheel.infolist()
                },
                {(0, patch.MOMENT, 3)},
            )
        self.assertEqual(
            (found["table/one.py"], found["table/two.py"]), (b"one = 11\nmore = 3\n", b"two = 2\n")
        )
        self.assertEqual(
            found["scipy/special/_takes_long.py"],
            (patch.HERE / "added/scipy/special/_takes_long.py").read_bytes(),
        )
        lines = found["table-1.dist-info/RECORD"].decode().splitlines()
        self.assertEqual(sorted(line.split(",")[0] for line in lines), sorted(found))
        self.assertIn("table/one.py,sha256=", lines[0])

    def test_another_wheel_or_another_result_is_refused_and_nothing_is_written(self):
        upstream = hashlib.sha256(self.source.read_bytes()).hexdigest()
        for pins, name in (("00", "table-1.whl"), (upstream, "the patched table-1.whl")):
            self.pin(pins, "01")
            with (
                self.subTest(name=name),
                self.assertRaisesRegex(
                    Refused,
                    f"^{name} has the SHA-256 [0-9a-f]{{64}}, and not 0[01], which modified.json has",
                ),
            ):
                patch.main("table", self.source, self.target)
            self.assertFalse(self.target.exists())

    def test_a_text_that_is_not_as_expected_is_refused(self):
        for edit, message in (
            (TextEdit("x", "y"), "'x' 0 times, and not 1"),
            (TextEdit("1", "2"), "'1' 2 times, and not 1"),
        ):
            with self.subTest(message=message), self.assertRaisesRegex(Refused, message):
                patch.edited("one.py", "1 + 1", [edit])

    def test_a_package_without_edits_is_refused(self):
        self.pin("00", "01")
        with self.assertRaisesRegex(Refused, "^there are no edits of chart$"):
            patch.main("chart", self.source, self.target)


if __name__ == "__main__":
    unittest.main()
