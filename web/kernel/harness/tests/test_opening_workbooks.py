"""Workbooks of LibreOffice, and binary ones of Excel."""

import dataclasses
import datetime
import io
import struct
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from insitu import currencies, profile, workbook_formats
from opening_fixtures import Case, Opening, opened, zipped

OPEN = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'office:version="1.2"><office:body><office:spreadsheet>'
)


MANIFEST = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">{}</manifest:manifest>'


class Percent(float):
    """A share that is shown as a percentage."""


class Money(float):
    """An amount with a currency."""

    def __new__(cls, amount, currency):
        money = super().__new__(cls, amount)
        money.currency = currency
        return money


def ods_cell(value):
    if value is None:
        return "<table:table-cell/>"
    kind, text = "string", f"<text:p>{value}</text:p>"
    if isinstance(value, bool):
        return f'<table:table-cell office:value-type="boolean" office:boolean-value="{str(value).lower()}">{text}</table:table-cell>'
    if isinstance(value, datetime.date):
        return f'<table:table-cell office:value-type="date" office:date-value="{value.isoformat()}">{text}</table:table-cell>'
    if isinstance(value, (int, float)):
        kind = "percentage" if isinstance(value, Percent) else "float"
        if isinstance(value, Money):
            kind = f'currency" office:currency="{value.currency}'
        return f'<table:table-cell office:value-type="{kind}" office:value="{float(value)}">{text}</table:table-cell>'
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


FORMATS = ("yyyy-mm-dd", "0.0 %", "[$EUR]#,##0.00", "[$USD]#,##0.00")


def style_of(value):
    """Returns the number of the style that a cell of a binary workbook has."""
    if isinstance(value, Percent):
        return 1 if value < 0.2 else 3
    if isinstance(value, Money):
        return 4 if value.currency == "EUR" else 5
    return 2 if isinstance(value, datetime.date) else 0


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
                    style = style_of(value)
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
        formats = record(615, struct.pack("<I", len(FORMATS)))
        for at, form in enumerate(FORMATS):
            formats += record(44, struct.pack("<H", 164 + at) + wide(form))
        formats += record(616)
        # The second style is the built-in format of percentages.
        styles = b"".join(
            record(47, struct.pack("<HH", 0xFFFF, form) + bytes(12))
            for form in (0, 10, *range(164, 164 + len(FORMATS)))
        )
        archive.writestr(
            "xl/styles.bin",
            record(278)
            + formats
            + record(617, struct.pack("<I", 2 + len(FORMATS)))
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

    def test_percentages_and_currencies_are_told_by_the_formats_of_cells(self):
        shares = [
            ("Shares of 2025", None, None, None),
            (),
            ("team", "share", "rate", "price"),
            ("a", Percent(0.125), Percent(0.5), Money(1, "EUR")),
            ("b", Percent(0.25), 2, Money(2, "USD")),
            ("c", None, Percent(0.25), Money(3, "EUR")),
        ]
        doubts = ["the numbers are percentages", "some numbers are percentages and others are not"]
        forms = {
            ".ods": [{1: "0%", 2: "0", 3: "[$USD]0"}, {2: "0%", 3: "[$EUR]0"}],
            ".xlsb": [{1: "0.0 %", 2: "", 3: "[$USD]#,##0.00"}, {2: "0.0 %", 3: "[$EUR]#,##0.00"}],
        }
        for make, ending in ((ods, ".ods"), (xlsb, ".xlsb")):
            with self.subTest(ending=ending), tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "a")
                path.write_bytes(make(other=self.rows, shares=shares))
                found = workbook_formats.of_sheet(str(path), "shares", 5, 6)
                self.assertEqual(found, forms[ending])
                facts, frames = opened(f"a{ending}", make(other=self.rows, shares=shares))
                columns = facts["tables"][1]["columns"]
                self.assertEqual([column["doubt"] for column in columns[1:3]], doubts)
                self.assertEqual(columns[3]["doubt"], currencies.DOUBT)
                self.assertEqual((columns[1]["min"], columns[1]["max"]), (12.5, 25.0))
                self.assertEqual(frames[1]["share"].dropna().tolist(), [12.5, 25.0])
                self.assertEqual(frames[1]["rate"].tolist(), [0.5, 2.0, 0.25])
                self.assertEqual(facts["tables"][0]["columns"][2]["doubt"], None)

    def test_workbooks_of_excel_before_2007_are_read_with_the_formats_of_their_cells(self):
        # Written by xlwt: the rows above, and shares as above.
        content = Path(__file__).with_name("legacy.xls").read_bytes()
        case = Case("padded digits, NA as a value", "a.xls", content, 3, list(self.rows[0]), self.value, self.right, (), {"zip": "text", "day": "date"}, tables=2)  # fmt: skip
        names = ("a.xls", "orders", "a.xlsx", "a.ods")
        self.check([dataclasses.replace(case, name=name) for name in names])
        new = dataclasses.replace(case, tables=1, content=ods(orders=self.rows))
        self.check([dataclasses.replace(new, name=name) for name in names])
        facts, frames = opened("a.xls", content)
        columns = facts["tables"][1]["columns"]
        self.assertEqual(
            [column["doubt"] for column in columns[1:]],
            [
                "the numbers are percentages",
                "some numbers are percentages and others are not",
                currencies.DOUBT,
            ],
        )
        self.assertEqual(frames[1]["share"].dropna().tolist(), [12.5, 25.0])
        self.assertEqual((columns[1]["min"], columns[1]["max"]), (12.5, 25.0))

    def test_the_rows_of_a_table_are_read_once(self):
        from pandas.io.excel._calamine import CalamineReader

        read, numbers = CalamineReader.get_sheet_data, []

        def counted(reader, sheet, file_rows_needed=None):
            numbers.append(file_rows_needed)
            return read(reader, sheet, file_rows_needed)

        rows = [("code", "n"), *((f"0{n}", n) for n in range(100))]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.ods")
            path.write_bytes(ods(orders=rows))
            facts = {"name": "a.ods", "path": str(path), "tables": [], "notes": []}
            with mock.patch.object(CalamineReader, "get_sheet_data", counted):
                profile.workbook.describe(str(path), facts)
        self.assertIn("dtype", facts["tables"][0]["reader"])
        self.assertEqual(len(numbers), len(set(numbers)), numbers)

    def test_missing_formats_leave_the_values_as_they_are(self):
        with zipfile.ZipFile(io.BytesIO(xlsb(shares=[("n",), (Percent(0.5),), (1,)]))) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        del parts["xl/styles.bin"]
        facts, frames = opened("a.xlsb", zipped(parts))
        self.assertEqual((frames[0]["n"].tolist(), facts["error"]), ([0.5, 1.0], None))

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


if __name__ == "__main__":
    unittest.main()
