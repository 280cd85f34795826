"""Messy files as others have written them, each with one thing that was read wrong."""

import gzip
import io
import json
import sqlite3
import tempfile
import unittest
import zipfile
from pathlib import Path

import openpyxl
from insitu import alphabets
from opening_fixtures import Case, Opening, opened


def xlsx(rows):
    """Returns the bytes of a workbook with a sheet of these rows."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


class Texts(Opening):
    def test_a_mark_of_the_byte_order_hides_no_row_of_a_file_larger_than_the_sample(self):
        rows = b"".join(
            b"Extraction of crop %05d in the country,kt,%d\n" % (i, i) for i in range(3000)
        )
        for length in range(20):
            head = b"\xef\xbb\xbfname%s,unit,scale\n" % (b"x" * length)
            facts, frames = opened("a.csv", head + rows)
            self.assertEqual((len(frames[0]), int(frames[0]["scale"].sum())), (3000, 4_498_500))
            self.assertEqual(facts["tables"][0]["footnotes"], [])

    def test_columns_keep_their_places(self):
        rows = "the header has no name for the first column"
        spaced = b"name year value\nAnna Lee 1990 0.5\nBo Ek 1991 3.5\nCara Mo 1992 7.0\nDan Oh 1993 10.5\nEva Poe 1994 14.0\n"
        aligned = b"name      year   value\nAnna Lee  1990    0.00\nBo Ek     1991    3.50\nCara Mo   1992    7.00\nDan Oh    1993   10.50\n"
        mixed = (
            b"month\tppt a\tppt b\truns c runs d\nmai \t61\t\t42.2\t \t15.8\t \t5.7\njun \t57.7            69.2     \t10.4     \t1.2\njul \t61.7            68.4     \t3.2      \t5.7\n".replace(
                b"ppt a", b"ppt(a)"
            )
            .replace(b"ppt b", b"ppt(b)")
            .replace(b"runs c", b"runs(c)")
            .replace(b"runs d", b"runs(d)")
        )
        short = b"id\tcol1\tcol2\tcol3\nid1\t1\ta\nid2\t2\tb\tbar\nid3\t3\n"
        fixed = b"".join(
            b"%-12s%6d%8.2f\n" % (name, at, at / 4)
            for at, name in enumerate(
                [b"Alpha One", b"Beta", b"Gamma Ray", b"Delta", b"Eps", b"Zeta Two", b"Eta"]
            )
        )
        head = b"name            n   value\n"
        self.check(
            [
                Case("names of two words between single spaces", "a.txt", spaced, 5, ["row", "name", "year", "value"], "df['value'].sum()", "35.5", (rows,)),
                Case("rows with names of their own", "a.dat", b"x y\n1 10 0.5\n2 20 3.5\n3 30 7.0\n4 40 10.5\n", 4, ["row", "x", "y"], "df['x'].sum()", "100", (rows,)),
                Case("names of two words in columns that spaces align", "a.txt", aligned, 4, ["name", "year", "value"], "df['name'].tolist()", "['Anna Lee', 'Bo Ek', 'Cara Mo', 'Dan Oh']"),
                Case("tabs and spaces", "table.dat", mixed, 3, ["month", "ppt(a)", "ppt(b)", "runs(c)", "runs(d)"], "(df['ppt(b)'].tolist(), df['runs(d)'].tolist())", "([42.2, 69.2, 68.4], [5.7, 1.2, 5.7])"),
                Case("short rows between tabs", "a.tsv", short, 3, ["id", "col1", "col2", "col3"], "df['col1'].tolist()", "[1, 2, 3]"),
                Case("columns of fixed width, compressed", "a.txt.gz", gzip.compress(head + fixed), 7, ["name", "n", "value"], "df['value'].sum()", "5.25"),
            ]
        )  # fmt: skip

    def test_a_first_row_of_values_is_data_and_numbers_may_be_names(self):
        dates = b"D,BCS,250000,4/23/2019\nD,MS,92000,4/24/2019\nD,MD,74000,4/25/2019\n"
        codes = b"0,??,all,Total,1998,46991171\n0,??,0 - 4,0 ,1998,3390678\n0,??,5 - 9,5 ,1998,3428387\n0,??,10 - 14,10 ,1998,3500000\n"
        ages = b"region,0,10,20,30\nA,10,20,30,7\nB,11,21,31,9\nC,12,22,32,4\n"
        months = b"name,1,2,3,total\nA,4,5,6,15\nB,1,2,3,6\nC,9,9,9,27\n"
        no_header = ("no header row",)
        self.check(
            [
                Case("dates without a header", "a.csv", dates, 3, ["0", "1", "2", "3"], "str(df[3].max().date())", "2019-04-25", no_header),
                Case("codes without a header", "a.csv", codes, 4, ["0", "1", "2", "3", "4", "5"], "df[5].sum()", "57310236", no_header),
                Case("rows of numbers", "a.csv", b"1,2,3\n2,4,7\n3,6,8\n", 3, ["0", "1", "2"], "df[0].sum()", "6", no_header),
                Case("rows that rise alike", "a.csv", b"a,1,2,3\nb,2,3,4\nc,5,6,7\n", 3, ["0", "1", "2", "3"], "df[1].sum()", "8", no_header),
                Case("ages as names", "a.csv", ages, 3, ["region", "0", "10", "20", "30"], "df['30'].sum()", "20"),
                Case("months as names", "a.csv", months, 3, ["name", "1", "2", "3", "total"], "df['1'].sum()", "14"),
                Case("a sheet without a header", "a.xlsx", xlsx([[1, 0.2, "A"], [2, 0.29, "B"], [3, 0.35, "C"], [4, 0.4, "C"]]), 4, ["0", "1", "2"], "df[0].sum()", "10", no_header),
                Case("a sheet with sizes as names", "a.xlsx", xlsx([["shop", 38, 39, 42, 46], ["a", 3, 1, 0, 2], ["b", 5, 5, 1, 0]]), 2, ["shop", "38", "39", "42", "46"], "df[42].sum()", "1"),
                Case("a sheet with one year as a name", "a.xlsx", xlsx([["country", 2013], ["Canada", 35160000], ["Mali", 17]]), 2, ["country", "2013"], "df[2013].sum()", "35160017"),
                Case("a sheet with days as names", "a.xlsx", xlsx([["item", "2024-01-01", "2024-02-01"], ["a", 1, 2], ["b", 3, 5]]), 2, ["item", "2024-01-01", "2024-02-01"], "df['2024-02-01'].sum()", "7"),
            ]
        )  # fmt: skip

    def test_only_versions_are_versions(self):
        content = b"conversion_rate,Building cost,app_version,buildNumber,build_time\n0.10,1.50,1.10,2.10,0.10\n0.55,2.50,1.9,2.9,0.20\n0.20,0.75,1.20,2.20,0.30\n"
        facts, frames = opened("a.csv", content)
        types = {column["name"]: column["type"] for column in facts["tables"][0]["columns"]}
        texts = {name for name, kind in types.items() if kind == "text"}
        self.assertEqual(texts, {"app_version", "buildNumber"})
        self.assertEqual(frames[0]["app_version"].tolist(), ["1.10", "1.9", "1.20"])

    def test_dates_amounts_and_marks_of_missing_values_are_what_they_say(self):
        counts = b"decade,Austria,Czech\n1891-1900,234081,-\n1901-1910,668209,-\n1911-1920,453649,3426\n1921-1930,32868,102194\n1931-1940,3563,14393\n1941-50,24860,8347\n1951-60,67106,918\n1961-70,20621,3273\n"
        days = b"date,n\nApr 1 2010,1\nApr 2 2010,2\nMay 12 2010,2\n"
        months = b"month,n\nApr 10,1\nMay 10,2\nJun 10,2\n"
        prices = b"DATE\tCOM\tOPEN\n20121206\tAP\t000879.17\n20121207\tEX\t002598.11\n20121208\tZS\t000000000\n"
        codes = b"code,n\n000879,1\n000000,2\n002598,3\n"
        self.check(
            [
                Case("dashes in a quarter of the rows", "a.csv", counts, 8, ["decade", "Austria", "Czech"], "df['Czech'].sum()", "132551.0", types={"Czech": "numbertext"}),
                Case("days after names of months, without commas", "a.csv", days, 3, ["date", "n"], "str(df['date'].max().date())", "2010-05-12", types={"date": "date"}),
                Case("months with years of two digits", "a.csv", months, 3, ["month", "n"], "str(df['month'].max().date())", "2010-06-01", types={"month": "date"}),
                Case("amounts with as many digits throughout", "a.tsv", prices, 3, ["DATE", "COM", "OPEN"], "round(df['OPEN'].sum(), 2)", "3477.28", types={"OPEN": "number"}),
                Case("codes with zeros", "a.csv", codes, 3, ["code", "n"], "df['code'].tolist()", "['000879', '000000', '002598']", types={"code": "text"}),
            ]
        )  # fmt: skip

    def test_nines_with_zeros_are_marks_of_missing_values(self):
        for mark, doubtful in (
            (b"-9900", True),
            (b"-99900", True),
            (b"9900", False),
            (b"-9000", False),
        ):
            rows = b"".join(
                b"a%d,%s\n" % (i, mark if i % 10 == 0 else str(1000 + i * 37).encode())
                for i in range(60)
            )
            doubt = opened("a.csv", b"station,vis\n" + rows)[0]["tables"][0]["columns"][1]["doubt"]
            self.assertEqual(bool(doubt), doubtful, mark)


class Encodings(unittest.TestCase):
    TEXTS = (
        ("id;nazwa\n0;Bank Ochrony Środowiska\n1;ING Bank Śląski\n2;Łódź Miasto\n3;Zażółć gęślą jaźń\n", ("iso8859_2", "cp852", "cp1250")),
        ("id;jméno\n1;Příliš žluťoučký kůň\n2;Děčín\n3;Česká Třebová\n", ("iso8859_2", "cp852", "cp1250")),
        ("id;имя\n1;Москва\n2;Санкт-Петербург\n3;Нижний Новгород\n4;Екатеринбург\n", ("iso8859_5", "cp1251", "koi8_r", "cp866")),
        ("id;όνομα\n1;Αθήνα\n2;Θεσσαλονίκη\n3;Πάτρα\n4;Ηράκλειο\n5;Άργος\n", ("iso8859_7", "cp737", "cp1253")),
        ("id;nom;prix\n1;Cœur de bœuf;3,50 €\n2;Œuf à la coque;1,20 €\n3;Crème brûlée;4,00 €\n", ("iso8859_15", "cp1252")),
        ("id;name\n1;Müller\n2;Größe\n3;Straße\n4;Köln\n", ("cp1252", "iso8859_15", "cp850", "mac_roman")),
    )  # fmt: skip

    def test_names_of_windows_dos_and_other_systems_are_decoded(self):
        for text, encodings in self.TEXTS:
            for encoding in encodings:
                data = text.encode(encoding)
                found = alphabets.guess(data)
                self.assertEqual(found and data.decode(found[0]), text, encoding)


class Structures(Opening):
    def test_a_total_of_the_table_beside_removes_no_row(self):
        rows = [
            ["Length", "Species", None, "Row Labels", "Sum"],
            [6.4, "virginica", None, "setosa", 10.5],
            [4.4, "setosa", None, "versicolor", 5.7],
            [5.7, "virginica", None, "virginica", 6.4],
            [6.1, "setosa", None, "Grand Total", 22.6],
            [5.0, "versicolor", None, None, None],
            [5.5, "setosa", None, None, None],
        ]
        table = opened("a.xlsx", xlsx(rows))[0]["tables"][0]
        self.assertEqual((table["totals"], table["withoutTotals"]), ([], None))

    def test_workbooks_that_openpyxl_does_not_read_are_read_by_calamine(self):
        rows = [["region", "amount"], ["North", 10.5], ["South", 20], ["East", 7]]
        spaces = {
            b"http://schemas.openxmlformats.org/spreadsheetml/2006/main": b"http://purl.oclc.org/ooxml/spreadsheetml/main",
            b"http://schemas.openxmlformats.org/officeDocument/2006/relationships": b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        }
        strict = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(xlsx(rows))) as plain, zipfile.ZipFile(strict, "w") as made:
            for part in plain.namelist():
                content = plain.read(part)
                for space, other in spaces.items():
                    content = content.replace(space, other)
                made.writestr(part, content)
        facts, frames = opened("a.xlsx", strict.getvalue())
        self.assertEqual((facts["error"], facts["tables"][0]["rows"]), (None, 3))
        self.assertIn('engine="calamine"', facts["tables"][0]["reader"])
        self.assertEqual(frames[0]["amount"].sum(), 37.5)

    def test_a_table_of_dbase_says_what_to_do(self):
        facts, _frames = opened("a.dbf", b"\x03\x5f\x07\x1a" + bytes(100))
        self.assertIn("save it as CSV", facts["error"])

    def test_bytes_in_a_database_are_not_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.gpkg")
            database = sqlite3.connect(path)
            database.execute("create table t(geom blob, name text, k text, pop real)")
            rows = [("A", "x", 1.0), ("B", "x", 2.0), ("All", "x", 3.0), ("A", "y", 2.0), ("B", "y", 3.0), ("All", "y", 5.0)]  # fmt: skip
            for at, row in enumerate(rows):
                database.execute("insert into t values(?, ?, ?, ?)", (b"GP\xff\xfe%d" % at, *row))
            database.commit()
            database.close()
            facts, frames = opened("a.gpkg", path.read_bytes())
        self.assertEqual((facts["error"], frames[0]["pop"].sum()), (None, 16.0))

    def test_records_behind_lists_of_one_object_are_a_table(self):
        values = [{"value": f"0.{at}", "dateTime": f"2018-01-0{at}"} for at in (1, 2, 3)]
        content = {
            "value": {
                "queryInfo": {"note": [{"value": "a"}, {"value": "b"}]},
                "timeSeries": [{"name": "s", "values": [{"value": values}]}],
            }
        }
        facts, frames = opened("a.json", json.dumps(content).encode())
        self.assertEqual(facts["tables"][0]["sheet"], "value.timeSeries.values.value")
        self.assertEqual(
            (len(frames[0]), str(frames[0]["dateTime"].max().date())), (3, "2018-01-03")
        )
        facts, frames = opened(
            "a.json", json.dumps({"a": [{"x": 1}], "b": [{"y": 1}, {"y": 2}]}).encode()
        )
        self.assertEqual([len(frame) for frame in frames], [2])
        self.assertIn("a has one record and is not a table of its own", facts["notes"])

    def test_what_elements_around_rows_say_is_named_if_it_is_not_a_column(self):
        content = b"<d><Cube time='2006-10-06'><R cur='USD' rate='1.26'/><R cur='JPY' rate='149'/></Cube><Cube time='2006-10-05'><R cur='USD' rate='1.27'/><R cur='JPY' rate='148'/></Cube></d>"
        notes = opened("a.xml", content)[0]["notes"]
        self.assertIn("R: what the elements Cube around them say is not a column: `time`", notes)
