"""The profiles of files, and that their reader expressions read the files."""

import gzip
import io
import json
import struct
import unittest
import zlib

from fixtures import profile_of, read_back

SALES = "Datum;Region;Umsatz;Anteil\n31.01.2025;Süd;1.234,50;12%\n28.02.2025;West;99,00;7%\n"


GERMAN = "Straße;Betrag;Tag\nMünchener Allee;1.234,50;31.01.2026\nÖlweg;99,90;01.02.2026\nAm Hügel;10,00;15.02.2026\n"


def png(width, height):
    """Returns a grey image of that size."""

    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def column(name, kind, dtype, **facts):
    return {
        "name": name,
        "type": kind,
        "dtype": dtype,
        "missing": 0,
        "bad": 0,
        "min": None,
        "max": None,
        "conversion": None,
        "doubt": None,
        "reading": {},
        **facts,
    }


class Delimited(unittest.TestCase):
    def test_the_reader_has_exactly_the_arguments_that_the_file_needs(self):
        cases = [
            ("a.csv", "a,b\n1,2\n3,4\n", 'pd.read_csv("a.csv")', (2, 2)),
            ("a.csv", "\ufeffa,b\n1,2\n", 'pd.read_csv("a.csv")', (1, 2)),
            ("a.csv", "a;b\n1,5;x\n2,25;y\n", 'pd.read_csv("a.csv", sep=";", decimal=",")', (2, 2)),
            ("a.tsv", "a\tb\n1\t2\n", 'pd.read_csv("a.tsv", sep="\\t")', (1, 2)),
            ("a.txt", "a|b|c\n1|2|3\n4|5|6\n", 'pd.read_csv("a.txt", sep="|")', (2, 3)),
            ("a.csv", "1,2,x\n3,4,y\n5,6,z\n", 'pd.read_csv("a.csv", header=None)', (3, 3)),
            ("a.csv", "country,2019,2020\nA,1,2\nB,3,4\n", 'pd.read_csv("a.csv")', (2, 3)),
            (
                "a.csv",
                "Report of June\n\nname,sum\nA,1\nB,2\nC,3\n",
                'pd.read_csv("a.csv", skiprows=2)',
                (3, 2),
            ),
            ("a.csv", 'a,b\n"x,\ny",1\n"z",2\n', 'pd.read_csv("a.csv")', (2, 2)),
            (
                "a.csv",
                'n,v\nA,"1,200"\nB,"12,300"\n',
                'pd.read_csv("a.csv", thousands=",")',
                (2, 2),
            ),
            (
                "a.csv",
                "n;v\nA;1.234,50\nB;12.300,00\n",
                'pd.read_csv("a.csv", sep=";", decimal=",", thousands=".")',
                (2, 2),
            ),
            (
                "a.csv",
                "n;v\nA;1.242.123\nB;872.367\nC;930\n",
                'pd.read_csv("a.csv", sep=";", decimal=",", thousands=".")',
                (3, 2),
            ),
            ("a.csv", "only\n1\n2\n", 'pd.read_csv("a.csv")', (2, 1)),
            ('q"uote.csv', "a,b\n1,2\n", 'pd.read_csv("q\\"uote.csv")', (1, 2)),
        ]
        for name, text, reader, shape in cases:
            with self.subTest(reader=reader, text=text):
                facts = profile_of(name, text.encode())
                self.assertEqual([facts["error"], facts["kind"]], [None, "csv"])
                table = facts["tables"][0]
                self.assertEqual(
                    (table["reader"], table["rows"], table["rowsExact"]), (reader, shape[0], True)
                )
                self.assertEqual(read_back(name, text.encode(), reader).shape, shape)

    def test_points_are_thousands_separators_only_where_no_other_column_has_points(self):
        text = "n;v;w\nA;1.242.123;x\nB;872.367;y\nC;930;z\n"
        self.assertEqual(
            list(
                read_back(
                    "a.csv",
                    text.encode(),
                    profile_of("a.csv", text.encode())["tables"][0]["reader"],
                )["v"]
            ),
            [1242123, 872367, 930],
        )
        for other in ("1.5", "31.12.2025"):
            content = text.replace("x", other).replace("y", other).replace("z", other).encode()
            self.assertNotIn("thousands", profile_of("a.csv", content)["tables"][0]["reader"])

    def test_encodings_are_detected_and_named_in_the_reader(self):
        text = "name;preis\nMüller;1,5\nCafé;2,5\n"
        cases = [("utf-8", None), ("cp1252", "cp1252"), ("utf-16", "utf-16"), ("utf-8-sig", None)]
        for codec, named in cases:
            with self.subTest(codec=codec):
                content = text.encode(codec)
                facts = profile_of("a.csv", content)
                reader = facts["tables"][0]["reader"]
                self.assertEqual(f'encoding="{named}"' in reader, named is not None, reader)
                frame = read_back("a.csv", content, reader)
                self.assertEqual(
                    (list(frame["name"]), list(frame["preis"])), (["Müller", "Café"], [1.5, 2.5])
                )

    def test_a_doubtful_encoding_is_offered_with_a_line_in_each_and_read_as_chosen(self):
        content = "prénom;n\nJosé;1\nZoë;2\n".encode("cp1254")
        plain = profile_of("a.csv", content)
        names = [one["name"] for one in plain["encodings"]]
        self.assertGreater(len(names), 1)
        self.assertLessEqual(len(names), 3)
        for one in plain["encodings"]:
            self.assertIn(one["sample"], content.decode(one["name"]))
        self.assertIn(f"the encoding may be {' or '.join(names[1:])} instead", plain["notes"])
        self.assertIsNone(plain["chosenEncoding"])
        for name in names:
            with self.subTest(name=name):
                facts = profile_of("a.csv", content, name)
                reader = facts["tables"][0]["reader"]
                self.assertIn(f'encoding="{name}"', reader)
                frame = read_back("a.csv", content, reader)
                self.assertEqual(
                    list(frame.iloc[:, 0]),
                    [line.split(";")[0] for line in content.decode(name).split()[1:]],
                )
                self.assertEqual(
                    (facts["chosenEncoding"], facts["encodings"]), (name, plain["encodings"])
                )
                self.assertIn(f"encoding {name}, which you chose", facts["notes"])
                self.assertFalse([note for note in facts["notes"] if "instead" in note])
        # What does not fit the text is not a choice, nor is there one without a doubt.
        self.assertEqual(
            {**profile_of("a.csv", content, "utf-8"), "path": ""}, {**plain, "path": ""}
        )
        self.assertEqual(
            profile_of("a.csv", "a;b\né;1\n".encode(), "cp1252")["chosenEncoding"], None
        )
        zipped = profile_of("a.csv.gz", gzip.compress(content), names[1])
        self.assertIn(f'encoding="{names[1]}"', zipped["tables"][0]["reader"])

    def test_a_line_that_shows_the_difference_is_short(self):
        long = "x" * 500 + "é" + "y" * 500
        content = f"name;n\n{long};1\nZoë;2\n".encode("cp1254")
        for one in profile_of("a.csv", content)["encodings"]:
            self.assertRegex(one["sample"], r"^…x+[^x]y+…$")
            self.assertLessEqual(len(one["sample"]), 62)

    def test_latin_text_far_into_the_file_is_detected(self):
        content = b"name,n\n" + b"plain,1\n" * 20_000 + "Müller,2\n".encode("latin-1")
        facts = profile_of("a.csv", content)
        self.assertIn('encoding="cp1252"', facts["tables"][0]["reader"])

    def test_columns_are_described_with_type_range_and_examples(self):
        facts = profile_of("a.csv", SALES.encode())
        got = facts["tables"][0]
        self.assertEqual(
            got["reader"],
            'pd.read_csv("a.csv", sep=";", decimal=",", parse_dates=["Datum"], date_format="%d.%m.%Y")',
        )
        amount = r'pd.to_numeric(df["Umsatz"].str.replace(r"(?<=\d)\.(?=\d{3}(?!\d))", "", regex=True).str.replace(",", "."), errors="coerce")'
        share = r'pd.to_numeric(df["Anteil"].str.replace(r"^(\(?[-+]?)\s?(?:%)\s?|\s?(?:%)(\)?)$", r"\1\2", regex=True), errors="coerce")'
        expected = [
            column(
                "Datum",
                "date",
                "datetime64[us]",
                distinct=2,
                examples=["31.01.2025", "28.02.2025"],
                min="2025-01-31",
                max="2025-02-28",
                reading={"dayFirst": True},
            ),
            column("Region", "text", "str", distinct=2, examples=["Süd", "West"]),
            column(
                "Umsatz",
                "numbertext",
                "str",
                distinct=2,
                examples=["1.234,50", "99,00"],
                min=99.0,
                max=1234.5,
                conversion=amount,
                reading={"decimal": "comma"},
            ),
            column(
                "Anteil",
                "numbertext",
                "str",
                distinct=2,
                examples=["12%", "7%"],
                min=7.0,
                max=12.0,
                conversion=share,
            ),
        ]
        self.assertEqual(got["columns"], expected)

    def test_the_type_of_a_column_is_detected(self):
        cases = [
            (["1", "2", ""], ("integer", 1, 0)),
            (["1.5", "2", ""], ("number", 1, 0)),
            (["True", "False", "True"], ("boolean", 0, 0)),
            (["True", "", "False"], ("boolean", 1, 0)),
            (["", "", ""], ("empty", 3, 0)),
            (["2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04", "soon"], ("date", 0, 1)),
            (
                ["2025-01-01", "2025-13-40", "2025-01-03", "2025-01-04", "2025-02-04 10:30"],
                ("date", 0, 1),
            ),
            (["1/31/2025", "2/1/2025", "3/1/2025"], ("date", 0, 0)),
            (["$1", "$1200", "$3", "$4", "none known"], ("numbertext", 0, 1)),
            (["1", "4", "7", "1", "4", "N2", "7", "1", "4"] * 3, ("category", 0, 0)),
            (["1", "4", "7", "1", "4", "9", "7", "1", "4", "none known"] * 3, ("numbertext", 0, 3)),
            (["a", "b"] * 10, ("category", 0, 0)),
            ([f"text {i}" for i in range(20)], ("text", 0, 0)),
        ]
        for values, expected in cases:
            with self.subTest(values=values):
                text = "id,value\n" + "".join(f"r{at},{value}\n" for at, value in enumerate(values))
                got = profile_of("a.csv", text.encode())["tables"][0]["columns"][1]
                self.assertEqual((got["type"], got["missing"], got["bad"]), expected, got)

    def test_spellings_that_differ_only_in_case_or_spaces_are_counted(self):
        content = "kind,other\nurgent,a\nUrgent,b\n Urgent ,c\nlow,d\nlow,e\n"
        kind, other = profile_of("a.csv", content.encode())["tables"][0]["columns"]
        self.assertEqual((kind["spellings"], other.get("spellings")), (2, None))

    def test_duplicates_and_the_rows_of_large_files_are_counted(self):
        self.assertEqual(profile_of("a.csv", b"a,b\n1,2\n1,2\n1,3\n")["tables"][0]["duplicates"], 1)
        many = b"a,b\n" + b"1,x\n" * 60_000
        table = profile_of("a.csv", many)["tables"][0]
        self.assertEqual(
            (table["rows"], table["rowsExact"], table["sampled"]), (60_000, True, True)
        )

    def test_lines_with_too_many_fields_are_skipped(self):
        facts = profile_of("a.csv", b"a,b\n1,2\n3,4,5\n6,7\n8,9\n")
        self.assertEqual(facts["tables"][0]["reader"], 'pd.read_csv("a.csv", on_bad_lines="skip")')


class OtherFiles(unittest.TestCase):
    def test_the_kind_of_a_file_is_detected(self):
        records = [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]
        nested = [{"a": 1, "b": {"c": 2}}]
        lines = "\n".join(json.dumps(record) for record in records)
        cases = [
            ("a.json", json.dumps(records), "json", 'pd.read_json("a.json")'),
            (
                "a.json",
                json.dumps(nested),
                "json",
                'pd.json_normalize(__import__("json").load(open("a.json", encoding="utf-8-sig")))',
            ),
            (
                "a.json",
                json.dumps({"meta": 1, "rows": records}),
                "json",
                'pd.json_normalize(__import__("json").load(open("a.json", encoding="utf-8-sig"))["rows"])',
            ),
            (
                "a.json",
                json.dumps({"a": [1, 2], "b": [3, 4]}),
                "json",
                'pd.DataFrame(__import__("json").load(open("a.json", encoding="utf-8-sig")))',
            ),
            ("a.jsonl", lines, "jsonl", 'pd.read_json("a.jsonl", lines=True)'),
            ("a.json", '{"just": "a setting"}', "json", None),
            (
                "notes.txt",
                "Dear all, this is prose, as people write it.\nIt has commas, too.\nNot everywhere\n",
                "text",
                None,
            ),
            ("a.md", "# Title\n", "text", None),
            ("a.bin", "\0\1\2\3", "binary", None),
        ]
        for name, text, kind, reader in cases:
            with self.subTest(name=name, text=text):
                facts = profile_of(name, text.encode())
                self.assertEqual(
                    (facts["kind"], [table["reader"] for table in facts["tables"]], facts["error"]),
                    (kind, [reader] if reader else [], None),
                )
                if reader:
                    self.assertEqual(
                        len(read_back(name, text.encode(), reader)), facts["tables"][0]["rows"]
                    )

    def test_workbooks_have_a_table_per_sheet(self):
        import pandas as pd

        buffer = io.BytesIO()
        with pd.ExcelWriter(buffer, engine="openpyxl") as book:
            pd.DataFrame({"a": [1, 2]}).to_excel(book, sheet_name="First", index=False)
            pd.DataFrame({"name": ["x"], "sum": [2.5]}).to_excel(
                book, sheet_name="Second", index=False, startrow=3
            )
            book.sheets["Second"]["A1"] = "Report"
        facts = profile_of("b.xlsx", buffer.getvalue())
        self.assertEqual((facts["kind"], facts["error"]), ("excel", None))
        readers = [table["reader"] for table in facts["tables"]]
        self.assertEqual(
            readers,
            [
                'pd.read_excel("b.xlsx", sheet_name="First")',
                'pd.read_excel("b.xlsx", sheet_name="Second", skiprows=3)',
            ],
        )
        self.assertEqual(
            [read_back("b.xlsx", buffer.getvalue(), reader).shape for reader in readers],
            [(2, 1), (1, 2)],
        )

    def test_unreadable_files_are_reported_with_a_reason(self):
        cases = [
            ("a.csv", b"", "empty", "The file is empty."),
            ("a.xlsx", b"PK\x03\x04 broken", "excel", "The file is damaged or incomplete"),
            ("a.json", b'{"a": ', "json", "The file could not be read as json"),
        ]
        for name, content, kind, start in cases:
            with self.subTest(name=name, content=content):
                facts = profile_of(name, content)
                self.assertEqual(facts["kind"], kind)
                self.assertTrue(facts["error"].startswith(start), facts["error"])

    def test_a_deleted_file_is_reported_as_an_error(self):
        from insitu import profile

        self.assertIn("drop it again", profile.describe("/nowhere/a.csv")["error"])


class FilesOfUsers(unittest.TestCase):
    """Whole profiles of small files: what the user reads of each."""

    def test_tables_of_every_encoding_delimiter_and_format_are_profiled(self):
        cases = [
            (
                "utf16.csv",
                "\ufeffcity,people\nŁódź,670\nKøge,38\n".encode("utf-16-le"),
                "csv",
                2,
                ["city text", "people integer"],
                ["encoding utf-16"],
            ),
            (
                "latin.csv",
                GERMAN.encode("latin-1"),
                "csv",
                3,
                ["Straße text", "Betrag numbertext", "Tag date"],
                ["encoding cp1252", "delimiter ;", "decimal comma"],
            ),
            (
                "bom.csv",
                "\ufeffname,n\nZoë,1\n".encode(),
                "csv",
                1,
                ["name category", "n integer"],
                [],
            ),
            (
                "tabs.tsv",
                b"a\tb\n1\t2\n3\t4\n5\t6\n",
                "csv",
                3,
                ["a integer", "b integer"],
                ["delimiter tab"],
            ),
            (
                "pipes.csv",
                b"left|right\n1|2\n3|4\n",
                "csv",
                2,
                ["left integer", "right integer"],
                ["delimiter |"],
            ),
            (
                "records.json",
                b'[{"x":1,"y":"a"},{"x":2,"y":"b"}]',
                "json",
                2,
                ["x integer", "y text"],
                [],
            ),
            (
                "lines.jsonl",
                b'{"x": 1, "y": "a"}\n{"x": 2, "y": "b"}\n{"x": 3, "y": null}\n',
                "jsonl",
                3,
                ["x integer", "y text"],
                [],
            ),
            ("header-only.csv", b"a,b,c\n", "csv", 0, ["a empty", "b empty", "c empty"], []),
        ]
        for name, content, kind, rows, columns, notes in cases:
            with self.subTest(name=name):
                facts = profile_of(name, content)
                self.assertEqual(
                    (facts["name"], facts["bytes"], facts["kind"], facts["error"]),
                    (name, len(content), kind, None),
                )
                [table] = facts["tables"]
                self.assertEqual(
                    (table["rows"], table["rowsExact"], table["sampled"]), (rows, True, False)
                )
                self.assertEqual(
                    [f"{column['name']} {column['type']}" for column in table["columns"]], columns
                )
                self.assertEqual(facts["notes"], notes)
                self.assertEqual(
                    read_back(name, content, table["reader"]).shape, (rows, len(columns))
                )

    def test_a_file_that_is_not_a_table_says_what_it_is_or_why_it_cannot_be_read(self):
        broken = (
            "The file could not be read as json: Expecting ',' delimiter: line 1 column 12 (char 11). "
            "Check that it opens elsewhere, and save it as CSV in UTF-8."
        )
        spite = "not a workbook in spite of its name: a text file that ends in .xlsx"
        cases = [
            ("notes.txt", b"Just a note.\nWith two lines.\n", "text", ["2 lines of text"], None),
            ("dot.png", png(40, 30), "image", ["40 × 30 pixels"], None),
            ("empty.csv", b"", "empty", [], "The file is empty."),
            (
                "garbage.csv",
                bytes(at * 7919 % 256 for at in range(4096)),
                "binary",
                ["not text"],
                None,
            ),
            ("fake.xlsx", b"this is not a workbook", "text", [spite, "1 line of text"], None),
            ("broken.json", b'{"a": [1, 2', "json", [], broken),
        ]
        for name, content, kind, notes, error in cases:
            with self.subTest(name=name):
                facts = profile_of(name, content)
                self.assertEqual(
                    (facts["kind"], facts["tables"], facts["notes"], facts["error"]),
                    (kind, [], notes, error),
                )


if __name__ == "__main__":
    unittest.main()
