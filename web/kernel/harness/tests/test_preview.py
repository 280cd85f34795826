"""Previews of documents by kind, with files that the usual libraries have written; no file makes
them raise.
"""

import base64
import gzip
import io
import json
import os
import sqlite3
import tempfile
import unittest
import zipfile
from unittest import mock

import docx
import openpyxl
import pandas as pd
import pptx
from fixtures import Session  # noqa: F401 - puts the harness on the path
from insitu import pandas_arrow, preview, profile, windows
from PIL import Image

PNG = io.BytesIO()
Image.new("RGB", (2, 3), "red").save(PNG, "PNG")
PNG = PNG.getvalue()
DATA = base64.b64encode(PNG).decode()


def written(save):
    buffer = io.BytesIO()
    save(buffer)
    return buffer.getvalue()


def letter():
    document = docx.Document()
    document.add_heading("Report <1>", 0)
    document.add_heading("Part", 2)
    line = document.add_paragraph("Plain & ")
    line.add_run("bold").bold = True
    document.add_paragraph("first", style="List Bullet")
    document.add_paragraph("second", style="List Bullet")
    document.add_paragraph("one", style="List Number")
    table = document.add_table(rows=1, cols=2)
    table.rows[0].cells[0].text, table.rows[0].cells[1].text = "a", "<script>"
    document.add_picture(io.BytesIO(PNG))
    return written(document.save)


def talk():
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Hello <b>", "one\ntwo"
    slide.shapes.add_picture(io.BytesIO(PNG), 0, 0)
    presentation.slides.add_slide(presentation.slide_layouts[6])
    return written(presentation.save)


def workbook():
    book = openpyxl.Workbook()
    book.active.title = "North"
    book.active.append(["month", "sum"])
    for month in range(1, 251):
        book.active.append([month, month * 1.5])
    book.create_sheet("South").append(["only"])
    return written(book.save)


def archive(**files):
    def save(buffer):
        with zipfile.ZipFile(buffer, "w") as packed:
            for name, content in files.items():
                packed.writestr(name, content)

    return written(save)


class Previews(unittest.TestCase):
    maxDiff = None

    def look(self, name, content):
        """Returns `(results, message)` of a file with this content; results as the page gets them."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, "wb") as file:
                file.write(content)
            results, message = preview.preview(path, (folder,))
            return json.loads(json.dumps(results, allow_nan=False)), message

    def test_a_workbook_is_a_table_per_sheet_with_windows(self):
        results, message = self.look("b.xlsx", workbook())
        self.assertEqual(message, None)
        self.assertEqual(
            [
                (
                    item["text"],
                    item["data"]["columns"],
                    item["data"]["totalRows"],
                    len(item["data"]["rows"]),
                )
                for item in results
            ],
            [("North", ["month", "sum"], 250, 100), ("South", ["only"], 0, 0)],
        )
        further = windows.window({"result": results[0]["id"], "offset": 249, "limit": 5})
        self.assertEqual((further["rows"], further["totalRows"]), ([[250, 375.0]], 250))
        self.assertRegex(results[0]["id"], r"^[0-9a-f]{8}-\d+$")

    def test_a_letter_is_escaped_markup(self):
        (result,), message = self.look("l.docx", letter())
        expected = [
            "<h1>Report &lt;1&gt;</h1>",
            "<h3>Part</h3>",
            "<p>Plain &amp; <strong>bold</strong></p>",
            "<ul>",
            "<li>first</li>",
            "<li>second</li>",
            "</ul>",
            "<ol>",
            "<li>one</li>",
            "</ol>",
            "<table><tr><th>a</th><th>&lt;script&gt;</th></tr></table>",
            f'<p><img alt="" style="max-width:100%" src="data:image/png;base64,{DATA}"></p>',
        ]
        self.assertEqual((result["mime"]["text/html"].split("\n"), message), (expected, None))
        self.assertEqual(
            result["text"], "Report <1>\nPart\nPlain & bold\n- first\n- second\n- one\na\t<script>"
        )

    def test_each_slide_is_a_result(self):
        results, message = self.look("t.pptx", talk())
        expected = [
            "<h2>1. Hello &lt;b&gt;</h2>",
            "<ul>",
            "<li>one</li>",
            "<li>two</li>",
            "</ul>",
            f'<img alt="Picture 3" style="max-width:100%" src="data:image/png;base64,{DATA}">',
        ]
        self.assertEqual(
            ([item["mime"]["text/html"].split("\n") for item in results], message),
            ([expected, ["<h2>2. </h2>"]], None),
        )

    def test_what_gzip_compressed_is_shown_as_its_kind_and_only_so_much_of_it_is_unpacked(self):
        rows = "a,b\n" + "".join(f"{n},text {n}\n" for n in range(250))
        (result,), message = self.look("sales.csv.gz", gzip.compress(rows.encode()))
        self.assertEqual(
            (result["text"], result["data"]["columns"], result["data"]["totalRows"], message),
            ("sales.csv", ["a", "b"], 250, None),
        )
        self.assertEqual(
            windows.window({"result": result["id"], "offset": 249, "limit": 5})["rows"],
            [[249, "text 249"]],
        )
        (result,), message = self.look("notes.gz", gzip.compress("Grüße\n".encode()))
        self.assertEqual((result["mime"]["text/plain"], message), ("Grüße\n", None))
        (result,), _message = self.look("p.png.gz", gzip.compress(PNG))
        self.assertEqual(result["mime"]["image/png"], DATA)
        # One level, so that archives within archives end; of a bomb the beginning.
        (result,), message = self.look("a.csv.gz.gz", gzip.compress(gzip.compress(rows.encode())))
        self.assertIn("1f 8b", result["text"])
        self.assertEqual(
            self.look("x.gz", gzip.compress(rows.encode())[:40]),
            ([], "The compressed data ends early or is damaged."),
        )
        self.assertEqual(self.look("x.gz", gzip.compress(b"")), ([], "The file is empty."))
        with mock.patch.object(preview, "MAX_DECOMPRESSED", 1_000):
            (result,), message = self.look("sales.csv.gz", gzip.compress(rows.encode()))
            whole = rows[:1_000].count("\n") - 1
            self.assertEqual(
                (result["data"]["totalRows"], message),
                (whole, "Only the first 0 MB of what is compressed are looked at."),
            )
            self.assertEqual(self.look("x.bin.gz", gzip.compress(bytes(5_000)))[0], [])
        reads = []
        with mock.patch.object(
            gzip.GzipFile,
            "read",
            autospec=True,
            side_effect=lambda _file, size=-1: reads.append(size) or b"a,b\n1,2\n",
        ):
            self.look("bomb.csv.gz", gzip.compress(rows.encode()))
        self.assertEqual(reads, [preview.MAX_DECOMPRESSED + 1])

    def test_files_of_other_kinds_are_shown_in_their_forms(self):
        records = [{"a": 1, "b": "ü"}, {"a": 2, "b": "y"}]
        table = {
            "columns": ["a", "b"],
            "types": ["integer", "text"],
            "indexColumns": 0,
            "rows": [[1, "ü"], [2, "y"]],
            "tail": [],
            "totalRows": 2,
        }
        cases = [
            ("a.csv", "a;b\n1;ü\n2;y\n".encode("cp1252"), [("table", table)]),
            ("a.tsv", "a\tb\n1\tü\n2\ty\n".encode(), [("table", table)]),
            ("a.jsonl", "\n".join(map(json.dumps, records)).encode(), [("table", table)]),
            (
                "a.json",
                json.dumps(records).encode(),
                [("table", table), ("application/json", json.dumps(records, ensure_ascii=False))],
            ),
            (
                "s.json",
                b'{"just": "a setting", "size": NaN}',
                [("application/json", '{"just": "a setting", "size": null}')],
            ),
            ("p.png", PNG, [("image/png", DATA)]),
            (
                "p.bmp",
                written(lambda to: Image.new("RGB", (2, 3), "red").save(to, "BMP")),
                [
                    (
                        "image/png",
                        base64.b64encode(
                            written(lambda to: Image.new("RGB", (2, 3), "red").save(to, "PNG"))
                        ).decode(),
                    )
                ],
            ),
            ("n.txt", "Grüße\n".encode(), [("text/plain", "Grüße\n")]),
            ("n.md", b"# Title\n", [("text/markdown", "# Title\n")]),
            (
                "n.html",
                b"<p>x</p><script>1</script>",
                [("text/html", "<p>x</p><script>1</script>")],
            ),
            ("n.py", b"x = 1\n", [("text/x-code", "python\nx = 1\n")]),
            (
                "z.zip",
                archive(**{"a/b.txt": "abc", "c": ""}),
                [
                    (
                        "text/plain",
                        "         bytes  name\n             3  a/b.txt\n             0  c",
                    )
                ],
            ),
            ("d.pdf", b"%PDF-1.7", []),
        ]
        for name, content, expected in cases:
            with self.subTest(name=name):
                results, message = self.look(name, content)
                got = []
                for (kind, _wanted), item in zip(expected, results):
                    got.append((kind, item["data"] if kind == "table" else item["mime"].get(kind)))
                self.assertEqual((got, len(results), message), (expected, len(expected), None))

    def test_files_that_state_their_columns_are_shown_by_their_first_rows(self):
        frame = pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})
        stata, parquet = io.BytesIO(), io.BytesIO()
        pandas_arrow.Engine().write(frame, parquet)
        frame.to_stata(stata, write_index=False)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.sqlite")
            connection = sqlite3.connect(path)
            frame.to_sql("things", connection, index=False)
            connection.execute("CREATE VIEW few AS SELECT * FROM things LIMIT 1")
            connection.commit()
            connection.close()
            with open(path, "rb") as file:
                database = file.read()
        cases = [
            ("x.parquet", parquet.getvalue(), [("x.parquet", 3)]),
            ("x.dta", stata.getvalue(), [("x.dta", 3)]),
            ("x.sqlite", database, [("things", 3), ("few", 1)]),
        ]
        for name, content, expected in cases:
            with self.subTest(name=name):
                results, message = self.look(name, content)
                found = [(item["text"], item["data"]["totalRows"]) for item in results]
                self.assertEqual((found, message), (expected, None))
        with mock.patch.object(preview, "MAX_ROWS", 2):
            (result,), message = self.look("x.parquet", parquet.getvalue())
            self.assertEqual(
                (result["data"]["totalRows"], message), (2, "Only the first 2 rows are shown.")
            )

    def test_json_that_is_nested_too_deeply_is_shown_as_text(self):
        deep = b"[" * 9_000 + b"]" * 9_000
        for name in ("x.json", "x.jsonl"):
            (result,), _message = self.look(name, deep)
            self.assertEqual(list(result["mime"]), ["text/plain"])

    def test_files_that_cannot_be_shown_are_explained(self):
        cases = [
            ("e.txt", b"", [], "The file is empty."),
            ("x.xlsx", b"PK\x03\x04 broken", [], "damaged or incomplete"),
            ("x.docx", b"PK\x03\x04 broken", [], "damaged or incomplete"),
            ("x.docx", archive(**{"word/document.xml": "<w"}), [], "could not be read"),
            ("x.json", b'{"a": ', [], "could not be read"),
            ("x.png", b"\x89PNG\r\n\x1a\n" + bytes(11 << 20), [], "more than 10 MB"),
            (
                "x.bin",
                b"\0\1\2AB\xff" * 100,
                [
                    "600 bytes\n00000000  00 01 02 41 42 ff 00 01 02 41 42 ff 00 01 02 41  ...AB....AB....A"
                ],
                "no preview",
            ),
            ("long.txt", b"word " * 50_000, ["word word"], "The first 200,000 characters"),
        ]
        for name, content, starts, sentence in cases:
            with self.subTest(name=name, content=content[:20]):
                results, message = self.look(name, content)
                self.assertEqual(
                    [item["text"].startswith(start) for start, item in zip(starts, results)],
                    [True] * len(starts),
                    results,
                )
                self.assertEqual(len(results), len(starts))
                self.assertIn(sentence, message)

    def test_only_files_below_the_given_folders_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/out")
            with open(f"{folder}/secret.txt", "w") as file:
                file.write("no")
            os.symlink(f"{folder}/secret.txt", f"{folder}/out/link.txt")
            for path in (
                f"{folder}/secret.txt",
                f"{folder}/out/../secret.txt",
                f"{folder}/out/link.txt",
                f"{folder}/out",
                "",
                None,
                7,
            ):
                with self.subTest(path=path):
                    self.assertEqual(
                        preview.preview(path, (f"{folder}/out",)),
                        ([], f"Only files below {folder}/out can be looked at."),
                    )
            self.assertEqual(
                preview.preview(f"{folder}/out/gone", (f"{folder}/out",)),
                ([], "There is no such file any more."),
            )

    def test_large_tables_are_truncated_with_a_message(self):
        results, message = self.look("a.csv", b"a,b\n" + b"1,x\n" * 60_000)
        self.assertEqual(
            (results[0]["data"]["totalRows"], message), (50_000, "The first 50,000 rows are shown.")
        )

    def test_a_table_is_shown_as_the_profile_of_its_file_reads_it(self):
        with tempfile.TemporaryDirectory() as folder:
            book = os.path.join(folder, "book.xlsx")
            with pd.ExcelWriter(book) as writer:
                pd.DataFrame({"n": [1, 2]}).to_excel(writer, sheet_name="May", index=False)
                pd.DataFrame({"m": [3]}).to_excel(writer, sheet_name="June", index=False)
            files = {
                "ids.csv": b"id;tag\n007;1,5\n008;2,5\n009;3,5\n",
                "notes.csv": b"a,b\n1,2\n3,4\n5,6\n\nSource: a long sentence about the data here.\n",
                "rows.jsonl": b'{"a": 1}\n{"a": 2}\n{"a": 3}\n',
            }
            database = sqlite3.connect(os.path.join(folder, "shop.db"))
            pd.DataFrame({"n": [1]}).to_sql("first", database, index=False)
            pd.DataFrame({"m": [5, 6]}).to_sql("second", database, index=False)
            database.close()
            for name, content in files.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(content)
            for name, at, rows, shown in (
                ("ids.csv", 0, 2, [["007", 1.5], ["008", 2.5]]),
                ("ids.csv", 0, 3, [["007", 1.5], ["008", 2.5], ["009", 3.5]]),
                ("notes.csv", 0, 9, [[1, 2], [3, 4], [5, 6]]),
                ("rows.jsonl", 0, 1, [[1]]),
                ("book.xlsx", 1, 9, [[3]]),
                ("shop.db", 1, 1, [[5]]),
            ):
                with self.subTest(name=name, rows=rows):
                    path = os.path.join(folder, name)
                    found = profile.describe(path)["tables"][at]
                    wanted = {"reader": found["reader"], "name": found["sheet"] or name}
                    results, message = preview.preview(path, (folder,), {**wanted, "rows": rows})
                    self.assertEqual((results[0]["data"]["rows"], message), (shown, None))

    def test_previews_do_not_evict_the_tables_of_the_session(self):
        from insitu import result_cache

        result_cache.keep("mine", pd.DataFrame({"n": [1]}))
        for number in range(30):
            self.look("a.csv", f"a,b\n{number},1\n".encode())
        self.assertIsNotNone(result_cache.get("mine"))
        self.assertLessEqual(len(windows.previews), windows.MAX_PREVIEWS)


if __name__ == "__main__":
    unittest.main()
