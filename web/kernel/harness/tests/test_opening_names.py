"""Files whose names say another kind than their content: what they hold decides how they are read."""

import base64
import json
import tempfile
import unittest
import warnings
from pathlib import Path

from insitu import profile
from opening_fixtures import opened

KINDS = Path(__file__).parents[4] / "end2end/kinds/files.json"
FILES = {
    name.removeprefix("orders"): base64.b64decode(content)
    for name, content in json.loads(KINDS.read_text()).items()
}
ENDINGS = [*FILES, "", ".txt", ".dat", ".XLSX", ".db"]
# Kinds that only their names tell: the content has no beginning of its own.
NAMED = {".arrow", ".dta"}
# Other endings with which a kind is not looked for.
UNREAD = {
    # Documents of Word and others begin like an old workbook.
    ".xls": set(ENDINGS) - {"", ".csv", ".tsv", ".dat", ".xls", ".xlsx", ".xlsb", ".ods", ".XLSX"},
    # The content of one that is compressed is told by its inner name.
    **{key: {".json", ".jsonl", ".geojson"} for key in (".csv.gz", ".csv.bz2", ".csv.xz")},
    # pandas decompresses a file of this name, whatever it holds.
    ".sas7bdat": {".csv.gz", ".csv.bz2", ".csv.xz", ".zip"},
    # One record in one line.
    ".json": {".jsonl"},
    ".geojson": {".jsonl"},
    # A fragment that does not begin like a page.
    ".html": set(ENDINGS) - {".html"},
    ".xml": {".html"},
}


class OtherNames(unittest.TestCase):
    def test_a_file_is_read_by_its_content_whatever_its_name_says(self):
        for kind, content in FILES.items():
            endings = [kind] if kind in NAMED else [*ENDINGS]
            for ending in endings:
                if ending in UNREAD.get(kind, ()):
                    continue
                with self.subTest(kind=kind, ending=ending), warnings.catch_warnings():
                    warnings.simplefilter("ignore", ResourceWarning)
                    facts, frames = opened(f"orders{ending}", content)
                    self.assertIsNone(facts["error"])
                    self.assertEqual(len(frames[0]), 6)
                    self.assertAlmostEqual(float(frames[0]["amount"].sum()), 55.25)

    def test_text_that_begins_like_json_is_json_only_if_a_key_follows(self):
        cases = [
            (b'{"a": 1, "b": [2]}', ".csv", "json"),
            (b'[{"a": 1}, {"a": 2}]', ".dat", "json"),
            (b'{"a": 1}\n{"a": 2}\n', ".csv", "jsonl"),
            (b"[[1, 2], [3, 4]]", ".json", "json"),
            (b"[[1, 2], [3, 4]]", "", "json"),
            (b"[1, 2]\n[3, 4]\n", ".jsonl", "jsonl"),
            (b'[{"a": 1},\n{"a": 2}]', ".jsonl", "json"),
            ('{"a": 1}'.encode("utf-16"), ".json", "json"),
            (b'{"a",1\n"b",2\n', ".csv", "csv"),
            (b"[id],value\n1,2\n3,4\n", ".csv", "csv"),
            (b"id,value\n1,2\n3,4\n", ".json", "csv"),
            (b"<!DOCTYPE html><p>Sign in</p>", ".json", "text"),
        ]
        for content, ending, expected in cases:
            with self.subTest(content=content), tempfile.TemporaryDirectory() as folder:
                path = Path(folder, f"a{ending}")
                path.write_bytes(content)
                self.assertEqual(profile.describe(str(path))["kind"], expected)

    def test_an_archive_that_is_called_a_workbook_is_opened_as_an_archive(self):
        facts, frames = opened("orders.xlsx", FILES[".zip"])
        self.assertEqual((facts["error"], len(frames)), (None, 1))
        damaged = opened("orders.xlsx", FILES[".xlsx"][:-300])[0]
        self.assertIn("damaged or incomplete", damaged["error"])
