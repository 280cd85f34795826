"""Files of every kind, each with one thing that goes wrong in files like it: their rows, columns,
one value, and what the profile says. The reader has to return the same in any Python.
"""

import base64
import bz2
import contextlib
import datetime
import decimal
import gzip
import io
import json
import lzma
import os
import sqlite3
import struct
import tempfile
import unittest
import warnings
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from unittest import mock

import pandas as pd
from insitu import containers, databases, json_files, library_defaults, pandas_arrow, profile

# As the harness does where pandas is imported.
pandas_arrow.install(pd)
library_defaults.read_by_calamine(pd)


@dataclass
class Case:
    """A file with its table; `value` is an expression over `df`, whose text is `right`."""

    messiness: str
    name: str
    content: bytes
    rows: int
    columns: list
    value: str
    right: str
    notes: tuple = ()
    types: dict = field(default_factory=dict)
    tables: int = 1
    table: int = 0


def facts_of(name, content):
    """Returns the profile of a file, and no tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        return profile.describe(str(path)), []


def opened(name, content):
    """Returns the profile of a file, and its tables as their readers and conversions read them."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        os.chdir(folder)
        try:
            facts = profile.describe(str(path))
            frames = []
            for table in facts["tables"]:
                names = {"pd": pd, "df": eval(table["reader"], {"pd": pd})}
                for column in table["columns"]:
                    if column["conversion"]:
                        names["df"][column["name"]] = eval(column["conversion"], names)
                frames.append(names["df"])
            return facts, frames
        finally:
            os.chdir(before)


class Opening(unittest.TestCase):
    maxDiff = None

    def check(self, cases):
        for case in cases:
            with (
                self.subTest(file=case.name, messiness=case.messiness),
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("error")
                # The readers leave it to Python to close their files.
                warnings.simplefilter("ignore", ResourceWarning)
                facts, frames = opened(case.name, case.content)
                self.assertEqual((facts["error"], len(frames)), (None, case.tables), facts)
                table, df = facts["tables"][case.table], frames[case.table]
                self.assertEqual(
                    (table["rows"], len(df), [column["name"] for column in table["columns"]]),
                    (case.rows, case.rows, case.columns),
                )
                self.assertEqual(list(map(str, df.columns)), case.columns)
                self.assertEqual(str(eval(case.value, {"df": df, "pd": pd})), case.right, table)
                types = {column["name"]: column["type"] for column in table["columns"]}
                self.assertEqual({name: types[name] for name in case.types}, case.types)
                said = " / ".join(facts["notes"])
                for note in case.notes:
                    self.assertIn(note, said)

    def refused(self, cases):
        """Checks files that cannot be read: `(name, content, words of the error)`."""
        for name, content, words in cases:
            with self.subTest(name=name, words=words):
                facts, _frames = opened(name, content)
                self.assertEqual(facts["tables"], [])
                self.assertIn(words, facts["error"] or "no error")


ORDERS = "zip;amount;day\n00501;1,5;13.02.2025\n02139;2,5;14.02.2025\n10001;4;15.02.2025\n"
NAMES = ["zip", "amount", "day"]


class Compressed(Opening):
    def test_what_is_compressed_is_read_like_the_table_itself(self):
        value = "(df['zip'].tolist(), df['amount'].sum(), str(df['day'].max().date()))"
        right = "(['00501', '02139', '10001'], np.float64(8.0), '2025-02-15')"
        latin = "name;n\nJosé;1\nZoë;2\nÅsa;3\n".encode("latin-1")
        self.check(
            [
                Case("decimal commas", "a.csv.bz2", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("decimal commas", "a.csv.xz", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a.csv", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("an encoding of before 2000", "b.csv.xz", lzma.compress(latin), 3, ["name", "n"], "df['name'][1]", "Zoë"),
                Case(
                    "several streams after each other", "c.csv.bz2",
                    bz2.compress(b"a,b\n1,2\n3,4\n") + bz2.compress(b"5,6\n"), 3, ["a", "b"], "df['b'].sum()", "12",
                ),
            ]
        )  # fmt: skip

    def test_damage_is_stated_and_what_is_too_much_is_not_unpacked(self):
        rows = b"a,b\n" + b"1,2\n" * 5000
        self.refused(
            [
                ("a.csv.gz", gzip.compress(rows)[:-40], "ends early"),
                ("a.csv.bz2", bz2.compress(rows)[:-4], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:-40], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:30] + bytes(60), "damaged"),
            ]
        )
        for name, content in (("a.csv.bz2", bz2.compress(rows)), ("a.csv.xz", lzma.compress(rows))):
            with self.subTest(name=name), mock.patch.object(containers, "MAX_BYTES", 1000):
                facts, frames = opened(name, content)
                self.assertEqual(frames, [])
                self.assertIn("too large to be read in its compressed form", facts["notes"][0])

    def test_text_that_begins_like_a_compressed_file_stays_text(self):
        facts, _frames = opened("notes.txt", b"BZh is how files of bzip2 begin.\n")
        self.assertEqual(facts["kind"], "text")


# A transport file of SAS with a padded identifier, a day, a zero and a missing value; as
# base85 of xz.
VISITS_XPT = (
    "{Wp48S^xk9=GL@E0stWa761SMbT8$j-~~?sAYA|?5kw~q1;2`f+Zz=!?t(p=JF}t6r>%z@#@!g~ct^cI*hEx}`XY+Wc_)Bo926s"
    "Vi?q#N3-&Txwn{)`qYZBY7FgH~QInlRo?#7a9u}cZhcNs^SLi0xfCBfIEKL}+$;hI`-Tq0ebF=X(c<M@aN%jDnGT=7bv{ne^M@*"
    "u$X1@!UQq7BQf#)X3A9Qqx7Kb^L!>bt$?Kh136iabuE!jb1Y}Uo-BGQMs-Fn4Dn?8?$*15E6HtZw(cTR3xFi-jI#X9xKT1&A>t~"
    "|os`A9J3R|J7xsDOlmYTA;OGYxPp!|aN1u{k$M>N^0OU=-6gMdKRxwU}K(*no=m-q5N^6TOtTRNEhcrWL1nhJ~r)e4ev7>fg6V?"
    "P>r39VJwE7Y&sf00F!L&<X$m{AgbPvBYQl0ssI200dcD"
)


def stata(frame, **options):
    """Returns the bytes of a Stata file."""
    file = io.BytesIO()
    frame.to_stata(file, write_index=False, **options)
    return file.getvalue()


def sas7bdat(names, labels, formats, widths, rows):
    """Returns the bytes of a data set of SAS, with texts of these widths and numbers (width 0)."""
    sizes = [width or 8 for width in widths]
    places = [sum(sizes[:at]) for at in range(len(sizes))]
    data = b"".join(
        b"".join(
            struct.pack("<d", value) if not width else value.encode().ljust(width)
            for value, width in zip(row, widths)
        )
        for row in rows
    )
    # The texts begin behind the size of their block, at a multiple of four.
    text, spots = bytearray(60), {}
    for word in [*names, *labels, *formats]:
        spots[word] = (len(text), len(word.encode()))
        text += word.encode() + bytes(4 + -len(word.encode()) % 4)
    text[:2] = struct.pack("<H", len(text))
    many = len(names)
    size = bytearray(480)
    size[:4] = b"\xf7" * 4
    for at, value in ((20, sum(sizes)), (24, len(rows)), (36, many), (60, len(rows))):
        size[at : at + 4] = struct.pack("<I", value)
    spelled = bytearray(20 + 8 * many)
    spelled[:4] = b"\xff" * 4
    kept = bytearray(20 + 12 * many)
    kept[:4] = b"\xfc\xff\xff\xff"
    parts = [
        bytes(size),
        b"\xf6" * 4 + struct.pack("<II", many, 0),
        b"\xfd\xff\xff\xff" + bytes(text),
    ]
    shown = []
    for at, name in enumerate(names):
        spelled[12 + 8 * at : 18 + 8 * at] = struct.pack("<HHH", 0, *spots[name])
        kept[12 + 12 * at : 20 + 12 * at] = struct.pack("<II", places[at], sizes[at])
        kept[22 + 12 * at] = 2 if widths[at] else 1
        form = bytearray(52)
        form[:4] = b"\xfe\xfb\xff\xff"
        form[34:40] = struct.pack("<HHH", 0, *spots[formats[at]])
        form[40:46] = struct.pack("<HHH", 0, *spots[labels[at]])
        shown.append(bytes(form))
    parts += [bytes(spelled), bytes(kept), *shown]
    page = bytearray(4096)
    page[16:22] = struct.pack("<HHH", 0x200, len(parts) + len(rows), len(parts))
    end = 4096
    for at, part in enumerate(parts):
        end = (end - len(part)) & ~3
        page[end : end + len(part)] = part
        page[24 + 12 * at : 32 + 12 * at] = struct.pack("<II", end, len(part))
    start = 24 + 12 * len(parts) + (24 + 12 * len(parts)) % 8
    page[start : start + len(data)] = data
    head = bytearray(1024)
    head[:32] = profile.statistics_files.SAS_MAGIC
    head[37:40], head[70] = b"\x01\x001", 20
    head[84:92], head[156:164] = b"SAS FILE", b"DATA    "
    head[92:156] = b"VISITS".ljust(64)
    head[196:208] = struct.pack("<III", 1024, 4096, 1)
    head[216:224] = b"9.0401M1"
    return bytes(head + page)


class OfStatisticsPrograms(Opening):
    def test_files_of_stata_keep_labels_and_dates(self):
        visits = pd.DataFrame(
            {
                "id": ["00501", "02139", "10001"],
                "sex": pd.Categorical(["female", "male", "female"]),
                "age": [34.0, None, 51.0],
                "day": pd.to_datetime(["2025-02-13", "2025-02-14", None]),
            }
        )
        labels = {"age": "Age in years", "sex": "Sex of the patient"}
        value = "(df['id'].tolist(), df['sex'].astype(str).tolist(), df['age'].sum(), str(df['day'].min().date()))"
        right = "(['00501', '02139', '10001'], ['female', 'male', 'female'], np.float64(85.0), '2025-02-13')"
        content = stata(visits, variable_labels=labels, convert_dates={"day": "td"})
        newest = stata(visits, version=118, convert_dates={"day": "td"})
        said = ("numbers are read as their labels: `sex`", "`age` “Age in years”")
        codes = stata(
            pd.DataFrame({"answer": [1, 2, 3], "n": [5, 6, 7]}),
            value_labels={"answer": {1: "yes", 2: "no", 3: "no"}},
        )
        greek = pd.DataFrame({"πόλη": ["Αθήνα", "Πάτρα"], "n": [1, 2]})
        self.check(
            [
                Case(
                    "labels, days, missing values", "a.dta", content, 3, list(visits), value, right, said,
                    {"id": "text", "sex": "category", "age": "integer", "day": "date"},
                ),
                Case("the newest format", "a.dta", newest, 3, list(visits), value, right, said[:1]),
                Case("no ending", "visits", newest, 3, list(visits), value, right),
                Case(
                    "labels that are not unique", "b.dta", codes, 3, ["answer", "n"], "df['answer'].tolist()", "[1, 2, 3]",
                    ("labels that are not unique stay numbers: `answer`",),
                ),
                Case("names outside of ASCII", "c.dta", stata(greek, version=118), 2, list(greek), "df['πόλη'][0]", "Αθήνα"),
                Case("no rows", "d.dta", stata(visits.iloc[:0, [0, 2]]), 0, ["id", "age"], "len(df)", "0"),
            ]
        )  # fmt: skip

    def test_data_sets_of_sas_keep_labels_and_days(self):
        rows = [
            ("00501", 23785.0, 0.0, "Köln"),
            ("02139", 23786.0, 2.5, "Graz"),
            ("10001", 23787.0, 4.0, ""),
        ]
        names = ["ID", "VISIT", "DOSE", "CITY"]
        content = sas7bdat(
            names,
            ["Patient", "Day of visit", "", "City"],
            ["$", "DATE", "", "$"],
            [5, 0, 0, 8],
            rows,
        )
        value = "(df['ID'].tolist(), str(df['VISIT'].max().date()), df['DOSE'].sum(), df['CITY'].tolist()[:2])"
        right = "(['00501', '02139', '10001'], '2025-02-15', np.float64(6.5), ['Köln', 'Graz'])"
        said = ("labels of the columns: `ID` “Patient”, `VISIT` “Day of visit”",)
        types = {"ID": "text", "VISIT": "date", "DOSE": "number"}
        self.check(
            [
                Case("labels, days, a missing text", "visits.sas7bdat", content, 3, names, value, right, said, types),
                Case("no ending", "visits", content, 3, names, value, right),
            ]
        )  # fmt: skip
        self.refused([("a.sas7bdat", content[:3000], "could not be read")])

    def test_files_of_sas_have_days_and_zeros(self):
        content = lzma.decompress(base64.b85decode(VISITS_XPT))
        latin = content.replace("Köln".encode(), "Köln ".encode("latin-1"))
        names = ["ID", "VISIT", "DOSE", "CITY"]
        value = (
            "(df['ID'].tolist(), str(df['VISIT'].max().date()), df['DOSE'].tolist(), df['CITY'][0])"
        )
        right = "(['00501', '02139', '10001'], '2025-02-14', [0.0, 2.5, nan], 'Köln')"
        self.check(
            [
                Case(
                    "zeros, days as numbers", "visits.xpt", content, 3, names, value, right,
                    ("zeros that pandas reads as 5.4e-79 become zeros: `DOSE`", "`DOSE` “Dose in mg”"),
                    {"VISIT": "date", "DOSE": "number", "ID": "text"},
                ),
                Case("an encoding of before 2000", "visits.xpt", latin, 3, names, value, right),
                Case("no ending", "visits", content, 3, names, value, right),
            ]
        )  # fmt: skip
        self.refused(
            [
                ("a.xpt", content.replace(b"LIBRARY HEADER", b"LIBV8   HEADER"), "version 8"),
                ("a.xpt", content[:300], "could not be read"),
                ("a.sas7bdat", profile.statistics_files.SAS_MAGIC + bytes(200), "could not be read"),
                ("a.dta", stata(pd.DataFrame({"a": [1, 2]}))[:300], "could not be read"),
            ]
        )  # fmt: skip


def database(*statements):
    """Returns the bytes of an SQLite database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        return path.read_bytes()


class Databases(Opening):
    def test_each_table_and_view_is_a_table(self):
        shop = database(
            "CREATE TABLE orders(id INTEGER PRIMARY KEY, zip TEXT, day TEXT, amount REAL, note TEXT)",
            "INSERT INTO orders VALUES (1, '00501', '2025-02-13', 1.5, NULL), (2, '02139', '2025-02-14', NULL, 'x'), (3, '10001', '2025-02-14', 4, NULL)",
            "CREATE VIEW [by day] AS SELECT day, sum(amount) AS total FROM orders GROUP BY day",
            "CREATE TABLE log(at INTEGER, text TEXT)",
            "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM orders; END",
            "INSERT INTO log VALUES (1739400000, 'x')",
            "DELETE FROM log",
            "INSERT INTO orders VALUES (1, '00501', '2025-02-13', 1.5, NULL), (2, '02139', '2025-02-14', NULL, 'x'), (3, '10001', '2025-02-14', 4, NULL)",
        )
        columns = ["id", "zip", "day", "amount", "note"]
        value = "(df['zip'].tolist(), str(df['day'].max().date()), df['amount'].sum(), df['note'].isna().sum())"
        right = "(['00501', '02139', '10001'], '2025-02-14', np.float64(5.5), np.int64(2))"
        names = database(
            """CREATE TABLE "it's a ""table"" \\ %" ("the day" TEXT, "a""b" INTEGER, "select" REAL)""",
            """INSERT INTO "it's a ""table"" \\ %" VALUES ('13.02.2025', 1, 2.5), ('14.02.2025', 2, 3.5)""",
        )
        mixed = database(
            "CREATE TABLE t(a, b BLOB, c)",
            "INSERT INTO t VALUES (1, x'00ff', 'x'), ('n/a', x'01', 'y'), (3, NULL, 'z')",
        )
        large = database(
            "CREATE TABLE t(n INTEGER, text TEXT)",
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 60000) INSERT INTO t SELECT n, 'text ' || n FROM c",
        )
        words = database(
            "CREATE VIRTUAL TABLE docs USING fts4(body)",
            "INSERT INTO docs VALUES ('one two'), ('three')",
            "CREATE TABLE docs_archive(body TEXT)",
            "INSERT INTO docs_archive VALUES ('kept'), ('too')",
        )
        waiting = bytearray(shop)
        waiting[18:20] = b"\2\2"
        self.check(
            [
                Case(
                    "padded digits, missing values, a trigger", "shop.sqlite", shop, 3, columns, value, right,
                    types={"zip": "text", "day": "date", "note": "category"}, tables=3,
                ),
                Case("a view", "shop.db", shop, 2, ["day", "total"], "df['total'].tolist()", "[1.5, 4.0]", tables=3, table=2),
                Case("a table without rows", "shop.db", shop, 0, ["at", "text"], "len(df)", "0", tables=3, table=1),
                Case("no ending, a name with spaces and marks", "50% of #1?", shop, 3, columns, value, right, tables=3),
                Case(
                    "names with quotes and words of SQL", "a.sqlite", names, 2, ["the day", 'a"b', "select"],
                    "(str(df['the day'].max().date()), df['select'].sum())", "('2025-02-14', np.float64(6.0))",
                ),
                Case(
                    "several types in a column, bytes", "a.sqlite", mixed, 3, ["a", "b", "c"], "df['c'].tolist()", "['x', 'y', 'z']",
                    ("t: bytes and no values: `b`",),
                ),
                Case("more rows than are looked at", "a.sqlite", large, 60_000, ["n", "text"], "df['n'].sum()", "1800030000"),
                Case("an index of words", "a.sqlite", words, 2, ["body"], "df['body'][0]", "one two", tables=2),
                Case(
                    "a log beside it", "shop.db", bytes(waiting), 3, columns, value, right,
                    ("rows that are only in the log are not read",), tables=3,
                ),
            ]
        )  # fmt: skip

    def test_a_damaged_or_hostile_database_ends_in_a_sentence(self):
        rows = database(
            "CREATE TABLE t(n INTEGER, text TEXT)",
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000) INSERT INTO t SELECT n, 'text ' || n FROM c",
        )
        broken = bytearray(rows)
        broken[100:4096] = bytes(3996)
        self.refused(
            [
                ("a.sqlite", rows[:-5000], "5,000 bytes are missing"),
                ("a.sqlite", rows[:60], "bytes are missing"),
                ("a.sqlite", bytes(broken), "damaged or encrypted"),
                ("a.sqlite", bytes(at * 7919 % 256 for at in range(4096)), "damaged or encrypted"),
                ("a.sqlite", database("CREATE TABLE t(a)", "DROP TABLE t"), "no table"),
            ]
        )
        hostile = database(
            "CREATE TABLE good(a INTEGER)",
            "INSERT INTO good VALUES (1)",
            "CREATE VIEW endless AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) AS n FROM c",
            "CREATE VIEW huge AS SELECT zeroblob(1000000000) AS b",
            "CREATE VIEW gone AS SELECT * FROM missing",
        )
        with mock.patch.object(databases, "MAX_SECONDS", 0.2):
            facts, _frames = facts_of("a.sqlite", hostile)
        self.assertEqual([table["sheet"] for table in facts["tables"]], ["good"])
        said = " / ".join(facts["notes"])
        for words in (
            "view endless could not be read: it takes too long",
            "view huge could",
            "view gone could",
        ):
            self.assertIn(words, said)


OPEN = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'office:version="1.2"><office:body><office:spreadsheet>'
)
MANIFEST = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{}</manifest:manifest>'


def ods_cell(value):
    if value is None:
        return "<table:table-cell/>"
    kind, text = "string", f"<text:p>{value}</text:p>"
    if isinstance(value, bool):
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}">{text}</table:table-cell>'
    if isinstance(value, datetime.date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value.isoformat()}">{text}</table:table-cell>'
    if isinstance(value, (int, float)):
        kind = "float"
        return f'<table:table-cell office:value-type="{kind}" office:value="{value}">{text}</table:table-cell>'
    return f'<table:table-cell office:value-type="{kind}">{text}</table:table-cell>'


def ods(manifest="", **sheets):
    """Returns the bytes of a workbook of LibreOffice."""
    tables = "".join(
        f'<table:table table:name="{name}">'
        + "".join(
            f"<table:table-row>{''.join(map(ods_cell, row))}</table:table-row>" for row in rows
        )
        # As LibreOffice writes what follows the last row.
        + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>'
        + "</table:table>"
        for name, rows in sheets.items()
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED
        )
        archive.writestr("META-INF/manifest.xml", MANIFEST.format(manifest))
        archive.writestr(
            "content.xml",
            f"{OPEN}{tables}</office:spreadsheet></office:body></office:document-content>",
        )
    return file.getvalue()


def record(kind, content=b""):
    """Returns a record of a binary workbook."""

    def number(value):
        found = bytearray()
        while True:
            value, low = value >> 7, value & 127
            found.append(low | (128 if value else 0))
            if not value:
                return bytes(found)

    name = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    return name + number(len(content)) + content


def wide(text):
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(**sheets):
    """Returns the bytes of a binary workbook of Excel, with texts, numbers, truth and days."""
    rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>'
    links, bundles = [], b""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", types)
        for at, (name, rows) in enumerate(sheets.items(), 1):
            links.append(
                f'<Relationship Id="rId{at}" Type="{rel}/worksheet" Target="worksheets/sheet{at}.bin"/>'
            )
            bundles += record(156, struct.pack("<II", 0, at) + wide(f"rId{at}") + wide(name))
            body = (
                record(129)
                + record(148, struct.pack("<IIII", 0, len(rows) - 1, 0, max(map(len, rows)) - 1))
                + record(145)
            )
            for line, row in enumerate(rows):
                body += record(0, struct.pack("<I", line) + bytes(17))
                for column, value in enumerate(row):
                    style = 1 if isinstance(value, datetime.date) else 0
                    head = struct.pack("<II", column, style)
                    if isinstance(value, bool):
                        body += record(4, head + bytes([value]))
                    elif isinstance(value, datetime.date):
                        body += record(
                            5, head + struct.pack("<d", (value - datetime.date(1899, 12, 30)).days)
                        )
                    elif isinstance(value, (int, float)):
                        body += record(5, head + struct.pack("<d", value))
                    elif value is not None:
                        body += record(6, head + wide(value))
            archive.writestr(f"xl/worksheets/sheet{at}.bin", body + record(146) + record(130))
        formats = (
            record(615, struct.pack("<I", 1))
            + record(44, struct.pack("<H", 164) + wide("yyyy-mm-dd"))
            + record(616)
        )
        styles = b"".join(
            record(47, struct.pack("<HH", 0xFFFF, form) + bytes(12)) for form in (0, 164)
        )
        archive.writestr(
            "xl/styles.bin",
            record(278)
            + formats
            + record(617, struct.pack("<I", 2))
            + styles
            + record(618)
            + record(279),
        )
        archive.writestr(
            "xl/workbook.bin", record(131) + record(143) + bundles + record(144) + record(132)
        )
        links.append(f'<Relationship Id="rId99" Type="{rel}/styles" Target="styles.bin"/>')
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{"".join(links)}</Relationships>',
        )
    return file.getvalue()


class Workbooks(Opening):
    rows = (
        ("zip", "country", "n", "day", "ok"),
        ("00501", "NA", 1.5, datetime.date(2025, 2, 13), True),
        ("02139", "ZA", None, datetime.date(2025, 2, 14), False),
        ("10001", "BW", 4.0, datetime.date(2025, 2, 15), True),
    )
    value = "(df['zip'].tolist(), df['country'].tolist(), df['n'].sum(), str(df['day'].max().date()), df['ok'].tolist())"
    right = "(['00501', '02139', '10001'], ['NA', 'ZA', 'BW'], np.float64(5.5), '2025-02-15', [True, False, True])"

    def test_workbooks_of_libreoffice_and_binary_ones_are_read_like_those_of_excel(self):
        names = list(self.rows[0])
        titled = [("Orders of 2025",), (), *self.rows]
        texts = [
            ("day", "price"),
            ("13.02.2025", "1.234,50 €"),
            ("14.02.2025", "2,00 €"),
            ("15.02.2025", "3,00 €"),
        ]
        cases = []
        for make, ending in ((ods, ".ods"), (xlsb, ".xlsb")):
            cases += [
                Case("padded digits, NA as a value", f"a{ending}", make(orders=self.rows), 3, names, self.value, self.right, (), {"zip": "text", "day": "date"}),
                Case("a title, several sheets", f"a{ending}", make(orders=titled, other=texts), 3, names, self.value, self.right, ("Orders of 2025",), tables=2),
                Case(
                    "texts of days and prices", f"a{ending}", make(orders=self.rows, other=texts), 3, ["day", "price"],
                    "(str(df['day'].max().date()), df['price'].sum())", "('2025-02-15', np.float64(1239.5))", tables=2, table=1,
                ),
                Case("no ending", "orders", make(orders=self.rows), 3, names, self.value, self.right),
            ]  # fmt: skip
        self.check(cases)

    def test_what_cannot_be_read_says_why(self):
        locked = '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'
        self.refused(
            [
                ("a.ods", ods(locked, orders=self.rows), "protected by a password"),
                ("a.ods", ods(orders=self.rows)[:-300], "damaged or incomplete"),
                ("a.xlsb", xlsb(orders=self.rows)[:-300], "damaged or incomplete"),
                ("a.ods", ods(orders=[]), "no sheet with a table"),
            ]
        )
        with mock.patch.object(profile.workbook, "MAX_UNPACKED_BYTES", 1000):
            self.refused([("a.ods", ods(orders=self.rows), "too much to be read here")])


HERE = Path(__file__).parent / "reading"
# Those that pyarrow wrote, with its types and what pandas notes.
VISITS, FEATHER, STREAM, SALES, PIVOT, FILTERED = (
    (HERE / name).read_bytes()
    for name in (
        "visits.parquet",
        "visits.feather",
        "zips.arrows",
        "sales.parquet",
        "pivot.parquet",
        "filtered.parquet",
    )
)


def parquet(frame, **options):
    """Returns the bytes of a Parquet file as pandas writes it here."""
    return frame.to_parquet(**options)


class ColumnFiles(Opening):
    def test_files_of_pyarrow_have_the_types_that_pandas_gives_them(self):
        columns = [
            "key",
            "id",
            "n",
            "when",
            "day",
            "amount",
            "kind",
            "ok",
            "price",
            "tags",
            "place",
            "raw",
            "nothing",
            "precise",
            "took",
        ]
        value = "[str(df[name].dtype) for name in ('n', 'kind', 'ok', 'price', 'tags', 'took', 'precise')]"
        right = "['float64', 'category', 'object', 'Int64', 'object', 'float64', 'datetime64[ns]']"
        said = (
            "the index of the table is read as columns: `key`",
            "`when`: the times are those of the time zone Europe/Berlin",
            "lists within cells: `tags`, `place`",
        )
        types = {
            "id": "text", "n": "integer", "when": "date", "day": "date", "amount": "numbertext", "kind": "category",
            "ok": "boolean", "nothing": "empty", "took": "number",
        }  # fmt: skip
        sums = "(df['id'].tolist(), df['amount'].sum(), str(df['when'].max()), df['kind'].cat.categories.tolist(), df['took'].sum(), df['tags'][0].tolist(), df['place'][0], df['raw'][0], str(df['day'].max().date()))"
        found = "(['00501', '02139', '10001'], np.float64(-98.75), '2025-07-14 11:00:00', ['b', 'a', 'never'], np.float64(4.0), ['x', 'y'], {'lat': 1.5, 'name': 'A'}, b'\\x00\\x01', '2025-02-15')"
        self.check(
            [
                Case("an index, zones, decimals, lists", "visits.parquet", VISITS, 3, columns, value, right, said, types),
                Case("values", "visits.parquet", VISITS, 3, columns, sums, found),
                Case("Feather with zstd", "visits.feather", FEATHER, 3, columns, sums, found, said, types),
                Case("no ending", "visits", FEATHER, 3, columns, value, right),
                Case(
                    "a stream in pieces", "zips.arrows", STREAM, 300, ["zip", "n"], "(df['zip'][0], df['n'].sum())",
                    "('00501', np.int64(44850))", ("3 record batches", "a stream of Arrow"), {"zip": "category"},
                ),
                Case(
                    "texts with dates and prices, row groups", "sales.parquet", SALES, 120, ["day", "price", "units", "at"],
                    "(str(df['day'].max().date()), df['price'].sum(), df['units'].sum(), str(df['at'][0]))",
                    "('2025-02-15', np.float64(49580.0), np.float64(120.0), '2025-02-12 22:40:00')", ("3 row groups",),
                    {"day": "date", "price": "numbertext", "units": "integer", "at": "date"},
                ),
                Case(
                    "levels of names", "pivot.parquet", PIVOT, 2, ["k", "m", "x lo", "x hi"], "df['x hi'].tolist()", "[2, 4]",
                    ("several levels", "columns: `k`, `m`"),
                ),
                Case("numbers of rows, a number as a name", "f.parquet", FILTERED, 2, ["id", "5"], "df['5'].tolist()", "[3.0, 1.0]"),
            ]
        )  # fmt: skip

    def test_what_pandas_writes_here_is_read_here(self):
        frame = pd.DataFrame(
            {
                "zip": ["00501", None, "10001"],
                "n": pd.Series([1, 2, 3], dtype="int8"),
                "share": [0.5, None, 1.5],
                "day": pd.to_datetime(["2025-02-13", None, "2025-02-15"]).as_unit("s"),
                "tags": [["x"], None, []],
                "date": [datetime.date(1850, 2, 3), None, datetime.date(2025, 1, 1)],
                "price": [decimal.Decimal("1.20"), decimal.Decimal("1E2"), None],
                "kind": pd.Categorical(["b", None, "a"], ["b", "a", "never"], ordered=True),
            }
        )
        for form in ("parquet", "feather"):
            with self.subTest(form=form):
                file = io.BytesIO()
                getattr(frame, f"to_{form}")(file)
                read = getattr(pd, f"read_{form}")(io.BytesIO(file.getvalue()))
                expected = frame.assign(
                    price=[decimal.Decimal("1.20"), decimal.Decimal("100.00"), None]
                )
                expected["tags"] = [
                    list(tags) if tags is not None else None for tags in read["tags"]
                ]
                read["tags"] = expected["tags"]
                if form == "parquet":
                    # Parquet has no seconds.
                    expected["day"] = expected["day"].dt.as_unit("ms")
                pd.testing.assert_frame_equal(read, expected)
        for compression in ("gzip", "brotli", "zstd", "lz4", None):
            with self.subTest(compression=compression):
                file = io.BytesIO(parquet(frame, compression=compression))
                self.assertEqual(pd.read_parquet(file)["zip"].tolist()[2], "10001")
        file = io.BytesIO(parquet(frame))
        read = pd.read_parquet(
            file, columns=["zip", "n"], filters=[("n", ">=", 2), ("zip", "!=", "x")]
        )
        self.assertEqual(read.values.tolist(), [["10001", 3]])
        nullable = pd.read_parquet(io.BytesIO(parquet(frame)), dtype_backend="numpy_nullable")
        self.assertEqual(str(nullable["n"].dtype), "Int8")
        rows = pd.DataFrame(
            {"n": range(100_000), "text": [f"text {at % 7}" for at in range(100_000)]}
        )
        self.check(
            [
                Case(
                    "more rows than are looked at", "a.parquet", parquet(rows, row_group_size=30_000), 100_000, ["n", "text"],
                    "df['n'].sum()", "4999950000", ("4 row groups",),
                ),
                Case("no rows", "a.parquet", parquet(frame.iloc[:0, :3]), 0, ["zip", "n", "share"], "len(df)", "0"),
                Case("an engine by name, no index", "a.parquet", parquet(frame[["n"]], engine="pyarrow", index=False), 3, ["n"], "df['n'].sum()", "6"),
                Case("a column of nothing, names outside of ASCII", "a.parquet", parquet(pd.DataFrame({"größe": [None, None], "名": ["x", "y"]})), 2, ["größe", "名"], "df['名'][1]", "y"),
            ]
        )  # fmt: skip

    def test_what_has_no_meaning_here_is_an_error_that_says_what_to_write(self):
        frame = pd.DataFrame({"a": [1, 2], "b": ["x", 3]})
        cases = [
            (lambda: frame.to_parquet(io.BytesIO()), ValueError, "astype(str)"),
            (lambda: frame[["a"]].to_parquet("x", partition_cols=["a"]), NotImplementedError, "groupby"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), columns=["z"]), KeyError, "has no column 'z'"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), dtype_backend="pyarrow"), ImportError, "numpy_nullable"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), filters="n > 1"), TypeError, "takes a list"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), schema=1), TypeError, "argument of pyarrow"),
            (lambda: pd.read_parquet("."), NotImplementedError, "one by one"),
        ]  # fmt: skip
        for act, kind, words in cases:
            with self.subTest(words=words), self.assertRaises(kind) as caught:
                act()
            self.assertIn(words, str(caught.exception))

    def test_damage_is_stated(self):
        text = bytearray(VISITS)
        text[VISITS.rfind(b'"pandas_type"') + 3] = 0xFF
        self.refused(
            [
                ("a.parquet", VISITS[:-20], "its end is missing"),
                ("a.parquet", VISITS[:10], "it ends early"),
                (
                    "a.parquet",
                    VISITS[:-8] + b"\xff\xff\xff\x7fPAR1",
                    "its footer has a wrong length",
                ),
                ("a.parquet", VISITS[:-100] + bytes(92) + VISITS[-8:], "damaged or incomplete"),
                ("a.parquet", bytes(text), "its content cannot be read"),
                ("a.parquet", b"PARE" + VISITS[4:-4] + b"PARE", "without encryption"),
                ("a.parquet", bytes(2000), "damaged, encrypted or of another kind"),
                ("a.feather", FEATHER[:-50], "its end is missing"),
                ("a.feather", FEATHER[:200] + FEATHER[700:], "damaged or incomplete"),
                ("a.feather", b"FEA1" + bytes(200), "version 1"),
                ("a.arrows", STREAM[:-200], "it ends early"),
            ]
        )

    def test_a_large_file_is_not_read_whole(self):
        rows = pd.DataFrame({"n": range(400_000), "text": [f"text {at}" for at in range(400_000)]})
        content = parquet(rows, row_group_size=50_000, compression=None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.parquet")
            path.write_bytes(content)
            read = []
            real = open

            class Counting(io.BufferedReader):
                def read(self, size=-1):
                    found = super().read(size)
                    read.append(len(found))
                    return found

            with mock.patch(
                "builtins.open",
                lambda name, mode="r", *rest, **more: (
                    Counting(io.FileIO(name))
                    if str(name).endswith(".parquet")
                    else real(name, mode, *rest, **more)
                ),
            ):
                facts = profile.describe(str(path))
        self.assertEqual(facts["tables"][0]["rows"], 400_000)
        self.assertLess(sum(read), len(content) / 4)


def as_json(value):
    return json.dumps(value, ensure_ascii=False).encode()


class NestedJson(Opening):
    def test_the_records_are_found_at_any_depth(self):
        records = [
            {"id": "007", "day": "13.02.2025", "price": {"amount": "1.234,50 €", "unit": "EUR"}},
            {"id": "010", "day": "14.02.2025", "price": {"amount": "2,00 €", "unit": None}},
        ]
        columns = ["id", "day", "price.amount", "price.unit"]
        value = "(df['id'].tolist(), str(df['day'].max().date()), df['price.amount'].sum())"
        right = "(['007', '010'], '2025-02-14', np.float64(1236.5))"
        deep = {"meta": {"tags": ["x"], "page": 1}, "response": {"data": {"orders": records}}}
        orders = [
            {
                "order": at,
                "city": "Bern",
                "items": [{"sku": f"0{at}", "n": at}, {"sku": "10", "n": 1}],
            }
            for at in (1, 2, 3)
        ]
        same = [
            {"id": 1, "items": [{"id": "a"}, {"id": "b"}]},
            {"id": 2},
            {"id": 3, "note": "x", "items": [{"id": "c"}]},
        ]
        lines = b"\n".join(map(as_json, records)) + b"\n\n"
        said = ("objects within the records are columns: `price.amount`, `price.unit`",)
        self.check(
            [
                Case("objects within records", "a.json", as_json(records), 2, columns, value, right, said, {"id": "text", "day": "date"}),
                Case("three levels above the records", "a.json", as_json(deep), 2, columns, value, right, ("the records are at response.data.orders", *said)),
                Case("a byte order mark, no ending", "a", b"\xef\xbb\xbf" + as_json(deep), 2, columns, value, right),
                Case("UTF-16", "a.json", json.dumps(records).encode("utf-16"), 2, columns, value, right),
                Case("lines with objects, blank lines", "a.jsonl", lines, 2, columns, value, right, said),
                Case("lines that gzip compressed", "a.jsonl.gz", gzip.compress(lines), 2, columns, value, right, said),
                Case("compressed", "a.json.xz", lzma.compress(as_json(deep)), 2, columns, value, right, said),
                Case("in an archive", "a.zip", zipped({"x/a.json": as_json(deep), "b.jsonl": lines}), 2, columns, value, right, tables=2, table=1),
                Case(
                    "lists of objects within records", "a.json", as_json({"orders": orders}), 6, ["sku", "n", "order", "city"],
                    "(df['n'].sum(), df['order'].tolist())", "(np.int64(9), [1, 1, 2, 2, 3, 3])",
                    ("a row for each object in the lists at orders.items", "lists within cells: `items`"), tables=2, table=1,
                ),
                Case(
                    "the same key in both, records without a list", "a.json", as_json(same), 3, ["id", "record.id", "record.note"],
                    "df['record.id'].tolist()", "[1, 1, 3]", tables=2, table=1,
                ),
                Case("several lists", "a.json", as_json({"users": records, "log": orders}), 2, columns, value, right, tables=3, table=2),
                Case("lists of values in cells", "a.json", as_json([{"a": 1, "tags": ["x", "y"]}, {"a": 2, "tags": []}]), 2, ["a", "tags"], "df['tags'][0]", "['x', 'y']", ("lists within cells: `tags`",)),
                Case("keys that differ", "a.json", as_json([{"a": 1}, {"b": {"c": 2}}, {"a": 3}]), 3, ["a", "b.c"], "df['a'].sum()", "4.0"),
            ]
        )  # fmt: skip

    def test_tables_in_other_forms_are_found(self):
        census = [["NAME", "POP", "state"], ["Ohio", 11, "39"], ["Utah", 3, "49"]]
        split = {"columns": ["a", "b"], "index": [0, 1], "data": [[1, "x"], [2, "y"]]}
        keyed = {"007": {"n": 1, "at": {"x": 2}}, "010": {"n": 3, "at": {"x": 4}}}
        self.check(
            [
                Case("rows with a header", "a.json", as_json(census), 2, census[0], "(df['POP'].sum(), df['state'].tolist())", "(np.int64(14), [39, 49])"),
                Case("rows without one", "a.json", as_json([[1, 2], [3, 4]]), 2, ["0", "1"], "df['1'].sum()", "6", ("the columns have no names",)),
                Case("as pandas splits it", "a.json", as_json(split), 2, ["a", "b"], "df['a'].sum()", "3"),
                Case("an object of objects", "a.json", as_json(keyed), 2, ["key", "n", "at.x"], "(df['key'].tolist(), df['at.x'].sum())", "(['007', '010'], np.int64(6))", ("keys of the objects are the column `key`",)),
                Case("an object of objects below others", "a.json", as_json({"ok": True, "result": keyed}), 2, ["key", "n", "at.x"], "df['n'].sum()", "4"),
                Case("a list for each column", "a.json", as_json({"a": [1, 2], "b": ["x", "y"]}), 2, ["a", "b"], "df['a'].sum()", "3"),
            ]
        )  # fmt: skip

    def test_geojson_has_properties_and_geometries(self):
        def collection(*geometries, **more):
            features = [
                {
                    "type": "Feature",
                    "properties": {"name": f"n{at}", "plz": f"0{at}"},
                    "geometry": geometry,
                    **more,
                }
                for at, geometry in enumerate(geometries)
            ]
            return as_json({"type": "FeatureCollection", "features": features})

        points = [
            {"type": "Point", "coordinates": [8.5, 47.25, 400]},
            {"type": "Point", "coordinates": [7.5, 46.5]},
        ]
        area = {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 3], [0, 0]]]}
        parts = {"type": "GeometryCollection", "geometries": [points[0], area]}
        self.check(
            [
                Case("points with heights", "a.geojson", collection(*points), 2, ["name", "plz", "longitude", "latitude"], "(df['latitude'].sum(), df['plz'].tolist())", "(np.float64(93.75), ['00', '01'])", ("GeoJSON: Point", "bounds: 7.5 to 8.5 and 46.5 to 47.25")),
                Case("several types, one missing", "a.json", collection(area, None, parts), 3, ["name", "plz", "geometry_type", "geometry"], "(df['geometry_type'].tolist()[0], pd.isna(df['geometry_type'][1]), df['geometry'][0][:18])", "('Polygon', True, '{\"type\": \"Polygon\"')", ("GeoJSON: GeometryCollection, Polygon, none", "bounds: 0 to 8.5 and 0 to 47.25")),
                Case("identifiers beside the properties", "a.geojson", collection(*points, id="x1"), 2, ["name", "plz", "id", "longitude", "latitude"], "df['id'][0]", "x1"),
            ]
        )  # fmt: skip

    def test_the_nesting_is_counted_outside_of_texts_and_across_pieces(self):
        text = json.dumps({"a": ["]]}}", "\\", '"', {"b": ["[[[[", [1]]}], "c": '\\\\"'})
        for size in (1, 2, 3, 7, 1000):
            pieces = [text[at : at + size] for at in range(0, len(text), size)]
            self.assertEqual(json_files.nesting_of(pieces), 5, size)

    def test_json_that_is_no_table_or_too_deep_says_so(self):
        self.refused(
            [
                ("a.json", b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
                (
                    "a.jsonl",
                    b'{"a": "]]]]", "b": ' + b"[" * 9_000 + b"]" * 9_000 + b"}\n",
                    "nested too deeply",
                ),
                ("a.json", b'{"a": [1, 2', "could not be read as json"),
            ]
        )
        for content in ({"name": "x", "size": 3}, [1, 2, 3], "text", [], {"a": {"b": {"c": 1}}}):
            with self.subTest(content=content):
                facts, frames = opened("a.json", as_json(content))
                self.assertEqual((frames, facts["error"]), ([], None))
                self.assertIn("JSON that is not a table", facts["notes"][0])


def page(*tables, head="", before=""):
    """Returns the text of a page with tables of rows; the cells of a first row in a tuple are
    headers.
    """
    text = f"<!DOCTYPE html>\n<html><head>{head}</head><body><p>Some words.</p>{before}"
    for rows in tables:
        lines = []
        for row in rows:
            tag = "th" if isinstance(row, tuple) else "td"
            lines.append("<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in row) + "</tr>")
        text += f"<table>{''.join(lines)}</table>"
    return text + "</body></html>"


class Markup(Opening):
    rows = (
        ("PLZ", "Land", "Betrag", "Tag"),
        ["00501", "NA", "1.234,50", "13.02.2025"],
        ["02139", "ZA", "2,00", "14.02.2025"],
        ["10001", "BW", "3,00", "15.02.2025"],
    )
    names: ClassVar = list(rows[0])
    value = (
        "(df['PLZ'].tolist(), df['Land'].tolist(), df['Betrag'].sum(), str(df['Tag'].max().date()))"
    )
    right = "(['00501', '02139', '10001'], ['NA', 'ZA', 'BW'], np.float64(1239.5), '2025-02-15')"

    def test_each_table_of_a_page_that_has_data_is_a_table(self):
        plain = [list(self.rows[0]), *self.rows[1:]]
        menu = [["Home"], ["About"]]
        titled = page(self.rows, menu, before="<h2>Umsätze</h2>")
        caption = page([("a", "b"), [1, "x"], [2, "y"]]).replace(
            "<table>", "<table><caption>Stock</caption>"
        )
        spans = "<table><tr><th rowspan=2>city</th><th colspan=2>sales</th></tr><tr><th>2024</th><th>2025</th></tr><tr><td>Bern</td><td>1</td><td>2</td></tr><tr><td>Graz</td><td>3</td><td>4</td></tr></table>"
        latin = (
            page(self.rows, head='<meta charset="iso-8859-1">')
            .replace("Some words.", "Größe")
            .encode("latin-1")
        )
        spaces = page([("n", "price"), ["1\u00a0234", "€\u00a05"], ["7", "€\u00a06"]])
        self.check(
            [
                Case("decimal commas, padded digits, NA", "a.html", page(self.rows).encode(), 3, self.names, self.value, self.right, types={"PLZ": "text", "Betrag": "numbertext", "Tag": "date"}),
                Case("no cells marked as headers", "a.htm", page(plain).encode(), 3, self.names, self.value, self.right),
                Case("a table that is a menu, a heading above", "a.html", titled.encode(), 3, self.names, self.value, self.right, ("1 more table has no data",)),
                Case("several tables", "a.html", page(self.rows, [("a", "b"), [1, "x"], [2, "y"]]).encode(), 2, ["a", "b"], "df['a'].sum()", "3", tables=2, table=1),
                Case("a caption", "a.html", caption.encode(), 2, ["a", "b"], "df['a'].sum()", "3"),
                Case("headers over several cells", "a.html", spans.encode(), 2, ["city", "sales 2024", "sales 2025"], "df['sales 2025'].sum()", "6"),
                Case("an old encoding", "a.html", latin, 3, self.names, self.value, self.right),
                Case("UTF-8 that the page does not state", "a.html", titled.encode(), 3, self.names, self.value, self.right),
                Case("a byte order mark, no ending", "a", b"\xef\xbb\xbf" + titled.encode(), 3, self.names, self.value, self.right),
                Case("a page called a workbook", "a.xls", page(self.rows).encode(), 3, self.names, self.value, self.right, ("not a workbook in spite of its name",)),
                Case("spaces that do not break", "a.html", spaces.encode(), 2, ["n", "price"], "(df['n'].sum(), df['price'].sum())", "(np.int64(1241), np.int64(11))"),
                Case("tags that are not closed", "a.html", b"<html><body><table><tr><th>a<th>b<tr><td>1<td>x<tr><td>2<td>y</table>", 2, ["a", "b"], "df['a'].sum()", "3"),
            ]
        )  # fmt: skip

    def test_the_elements_of_xml_that_repeat_are_tables(self):
        items = "<items><item sku='01'><n>1</n></item><item sku='02'><n>3</n></item></items>"
        order = "<order id='00{0}'><day>1{0}.02.2025</day><total>{0},50</total>{1}</order>"
        orders = "".join(order.format(at, items) for at in (3, 4))
        shop = f"<?xml version='1.0'?><!-- made by hand --><shop xmlns='urn:shop'><info><name>S</name></info><orders>{orders}</orders></shop>"
        flat = "<rows>" + "".join(f"<row a='{at}' b='x'/>" for at in range(3)) + "</rows>"
        latin = "<?xml version='1.0' encoding='ISO-8859-1'?><r><c><name>Zoë</name><n>1</n></c><c><name>Åsa</name><n>2</n></c></r>"
        value = "(df['id'].tolist(), str(df['day'].max().date()), df['total'].sum())"
        right = "(['003', '004'], '2025-02-14', np.float64(8.0))"
        columns = ["id", "day", "total", "items"]
        self.check(
            [
                Case("a namespace, elements within", "a.xml", shop.encode(), 2, columns, value, right, ("order: elements with further ones within them are not columns: `items`",), {"id": "text", "day": "date"}, tables=2),
                Case("the elements within", "a.xml", shop.encode(), 4, ["sku", "n"], "(df['sku'][0], df['n'].sum())", "('01', np.int64(8))", tables=2, table=1),
                Case("attributes alone", "a.xml", flat.encode(), 3, ["a", "b"], "df['a'].sum()", "3", ("a row for each element row",)),
                Case("an old encoding", "a.xml", latin.encode("latin-1"), 2, ["name", "n"], "df['name'].tolist()", "['Zoë', 'Åsa']"),
                Case("no ending, fields that lack", "a", b"<?xml version='1.0'?><r><c><a>1</a></c><c><b>2</b></c><c><a>3</a><b>4</b></c></r>", 3, ["a", "b"], "df['b'].sum()", "6.0"),
            ]
        )  # fmt: skip

    def test_pages_and_xml_without_a_table_stay_text(self):
        entity = "".join(
            f'<!ENTITY e{at} "{f"&e{at - 1};" * 10 if at else "x"}">' for at in range(9)
        )
        bomb = (
            f"<?xml version='1.0'?><!DOCTYPE r [{entity}]><r><a><b>&e8;</b></a><a><b>y</b></a></r>"
        )
        file = "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY f SYSTEM 'file:///etc/hostname'>]><r><a><b>&f;</b><c>1</c></a><a><b>y</b><c>2</c></a></r>"
        deep = "<?xml version='1.0'?>" + "<a>" * 5_000 + "</a>" * 5_000
        for name, content in (
            ("a.html", page([["Home"], ["About"]])),
            ("a.html", "<html><body>" + "<div>" * 5_000),
            ("a.xml", "<?xml version='1.0'?><a><b>1</b></a>"),
            ("a.xml", "<?xml version='1.0'?><a><b>1</a>"),
            ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><g a='1'/><g a='2'/></svg>"),
            ("a.xml", deep),
            ("a.xml", bomb),
        ):
            with self.subTest(name=name, content=content[:60]):
                facts, frames = opened(name, content.encode())
                self.assertEqual((frames, facts["kind"], facts["error"]), ([], "text", None), facts)
        _facts, frames = opened("a.xml", file.encode())
        self.assertNotIn(
            Path("/etc/hostname").read_text().strip() if os.path.exists("/etc/hostname") else "\0",
            str(frames),
        )


def zipped(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


if __name__ == "__main__":
    unittest.main()
