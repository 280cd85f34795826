"""What profiles say about files that are not plain tables: where the table is, and what stands
around it.
"""

import io
import unittest

from fixtures import profile_of, read_back

PARTS = ("titles", "units", "footnotes")
PROSE = "Dear all, this is a letter.\nIt has commas, and more than one line, as letters do.\nKind regards, and so on\n"
LOG = (
    "2024-03-01 12:00:01 INFO server started\n2024-03-01 12:00:02 WARN slow disk, retrying in 5 s\n"
    "2024-03-01 12:00:09 INFO request 17 served\n2024-03-01 12:01:00 ERROR disk failed: no space left on device\n"
)
FIXED = "name       amount  since\nAnna Lee      1.50   2001\nBo           22.00   2015\nCarla Diaz  103.25   1999\n"
REPORT = "Sales of 2024\nNorth only\n\nregion;weight;share\n;kg;%\nWest;1,5;10\nEast;2,5;90\nTotal;4,0;100\n\nSource: the books\n* preliminary\n"


def table_of(name, content):
    """Returns the only table of a file's profile with the frame that its reader returns, or None
    for a file without one.
    """
    content = content.encode() if isinstance(content, str) else content
    facts = profile_of(name, content)
    if not facts["tables"]:
        return None
    return facts["tables"][0], read_back(name, content, facts["tables"][0]["reader"])


class Shapes(unittest.TestCase):
    def test_the_content_decides_how_a_file_is_read(self):
        rows = "a;b\n1;x\n2;y\n"
        cases = [
            ("a.ssv", rows, 'sep=";"', (2, 2)),
            ("a", rows, 'sep=";"', (2, 2)),
            ("a.log", rows.replace(";", "|"), 'sep="|"', (2, 2)),
            ("a.csv", rows.replace(";", "\t"), 'sep="\\t"', (2, 2)),
            ("a", rows.replace(";", ","), '("a")', (2, 2)),
            ("a.csv", "x;y\n1,5;2\n2,25;3\n", 'sep=";", decimal=","', (2, 2)),
            ("a.csv", "a,b\r\n1,2\r\n3,4\r\n", '("a.csv")', (2, 2)),
            ("a.csv", "a,b\r1,2\r3,4\r", r'lineterminator="\r"', (2, 2)),
            ("a.csv", "a,b\n1,2\n3,4\n".encode("utf-16"), 'encoding="utf-16"', (2, 2)),
            ("a.csv", "\ufeffa,b\n1,2\n3,4\n", '("a.csv")', (2, 2)),
            ("a.csv", b"a,b\n\0,2\n3,4\n", '("a.csv")', (2, 2)),
            ("a.csv", "sep=;\na;b\n1;2\n3;4\n", 'sep=";", skiprows=1', (2, 2)),
            ("a.csv", "a, b\n1, x\n2, y\n", "skipinitialspace=True", (2, 2)),
            ("a.txt", "x y z\n1 2.5 a\n2 3.5 b\n3 4.5 c\n", 'sep="\\\\s+"', (3, 3)),
            ("a.txt", FIXED, "pd.read_fwf", (3, 3)),
            ("a.txt", "id   name\n---- ----------\n   1 Ann Lee\n   2 Bo\n", "pd.read_fwf", (2, 2)),
            (
                "a.txt",
                "| id | name |\n|----|------|\n| 1  | Ann  |\n| 2  | Bo   |\n",
                "usecols=[1, 2]",
                (2, 2),
            ),
            ("a.txt", "# units are metric\na b\n1 2\n3 4\n5 6\n", "skiprows=1", (3, 2)),
            ("a.dat", "# a b c\n1 2 3\n4 5 6\n", 'names=["a", "b", "c"]', (2, 3)),
            ("a.txt", "3,2\nid,value\n1,2.5\n2,3.5\n3,4.5\n", "skiprows=1", (3, 2)),
            ("a.csv", "a,b,c\n", '("a.csv")', (0, 3)),
            ("a.csv", "1,2,3\n", "header=None", (1, 3)),
        ]
        for name, content, part, shape in cases:
            with self.subTest(name=name, content=content):
                found = table_of(name, content)
                self.assertIsNotNone(found)
                table, frame = found
                self.assertIn(part, table["reader"])
                self.assertEqual(
                    (frame.shape, table["rows"], len(table["columns"])), (shape, shape[0], shape[1])
                )

    def test_text_that_is_no_table_stays_text(self):
        cases = [
            ("letter.txt", PROSE, "text"),
            ("letter", PROSE, "text"),
            ("server.log", LOG, "text"),
            ("one.txt", "just one line, with a comma\n", "text"),
            ("page.htm", "<html>\n<p>a, b</p>\n<p>c, d</p>\n</html>\n", "text"),
            ("code.py", "import os\n\ndef main(a, b):\n    return a, b\n", "text"),
            ("setup.ini", "[server]\nport = 80\nworkers = 4\ntimeout = 30\n", "text"),
            (
                "recipe.csv",
                "Boil the water in a large pot until it bubbles.\nThen add the noodles and a little bit of salt.\nServe it hot.\n",
                "text",
            ),
            ("noise.csv", bytes(range(256)) * 8, "binary"),
            ("noise.csv", b"\x89\x00\x01\x02 not text\n" * 9, "binary"),
            ("noise.csv", bytes(at % 255 + 1 for at in range(3_000)), "binary"),
            ("nothing.csv", b"", "empty"),
        ]
        for name, content, kind in cases:
            with self.subTest(name=name):
                facts = profile_of(name, content.encode() if isinstance(content, str) else content)
                self.assertEqual((facts["kind"], facts["tables"]), (kind, []))

    def test_names_of_a_fixed_width_file_may_be_wider_than_its_values(self):
        _table, frame = table_of("a.txt", FIXED)
        self.assertEqual(list(frame.columns), ["name", "amount", "since"])
        self.assertEqual(
            (list(frame["name"]), list(frame["amount"])),
            (["Anna Lee", "Bo", "Carla Diaz"], [1.5, 22.0, 103.25]),
        )


class Parts(unittest.TestCase):
    def test_titles_units_and_notes_are_named_and_left_out(self):
        table, frame = table_of("report.ssv", REPORT)
        self.assertEqual(
            [table[part] for part in PARTS],
            [
                ["Sales of 2024", "North only"],
                ["", "kg", "%"],
                ["Source: the books", "* preliminary"],
            ],
        )
        self.assertEqual(
            table["reader"],
            'pd.read_csv("report.ssv", sep=";", skiprows=[0, 1, 2, 4], decimal=",", nrows=3)',
        )
        self.assertEqual(
            (list(frame["weight"]), list(frame["region"])),
            ([1.5, 2.5, 4.0], ["West", "East", "Total"]),
        )

    def test_each_part_is_found_by_itself(self):
        cases = [
            ("Report\n\na,b\n1,2\n3,4\n", (["Report"], [], [])),
            ("Report,,\n,,\na,b,c\n1,2,3\n4,5,6\n", (["Report"], [], [])),
            ("Report\nof two lines\na,b,c\n1,2,3\n4,5,6\n", (["Report", "of two lines"], [], [])),
            (
                "Region:,West\nYear:,2024\n\na,b,c,d\nx,1,2,3\ny,4,5,6\n",
                (["Region: West", "Year: 2024"], [], []),
            ),
            ("a,b,c\nx,(kg),(USD)\ny,1,2\nz,3,4\n", ([], ["x", "(kg)", "(USD)"], [])),
            ("a,b,c\n,USD m,1/V\ny,1,2\nz,3,4\n", ([], ["", "USD m", "1/V"], [])),
            ("a,b,c\nx,1,2\ny,3,4\nSource: nobody knows\n", ([], [], ["Source: nobody knows"])),
            (
                "a,b,c\nx,1,2\ny,3,4\n,,\nNote: figures are rounded,,\n",
                ([], [], ["Note: figures are rounded"]),
            ),
            (
                "a,b,c\nx,1,2\ny,3,4\n\nNote: rounded, and partly, if not wholly, estimated\n",
                ([], [], ["Note: rounded and partly if not wholly estimated"]),
            ),
            ("a,b\nx,1\ny,2\n\n1) without islands\n", ([], [], ["1) without islands"])),
        ]
        for content, expected in cases:
            with self.subTest(content=content):
                table, frame = table_of("a.csv", content)
                self.assertEqual(tuple(table[part] for part in PARTS), expected)
                self.assertEqual((len(frame), frame.columns[0]), (2, "a"))

    def test_plain_tables_have_no_such_parts(self):
        cases = [
            "a,b\n1,2\n3,4\n",
            "name,city\nAnn,Rome\nBo,Oslo\nCy,Bern\n",
            "year,2019,2020\nA,1,2\nB,3,4\n",
            "id,unit,amount\n1,kg,5\n2,m,6\n3,s,7\n",
            "code,value\nx,n/a\ny,1\nz,2\n",
            "a,b,c\nx,,\ny,1,2\nz,3,4\n",
            "a,b,c\nx,1,2\ny,3,4\nz,,\n",
            "product,price\nNote pad,3\nSource code,5\nTotal war,8\n",
            "comment,n\nlong sentence about this and that and more,1\nanother sentence of which there are many,2\nthird one,3\n",
            "1,2,x\n3,4,y\n5,6,z\n",
            "a,b\n1,2\n3,4,5\n6,7\n8,9\n",
            '"","x"\n"1",5\n"2",7\n"3",6\n',
        ]
        for content in cases:
            with self.subTest(content=content):
                table, _frame = table_of("a.csv", content)
                said = {
                    part: table[part]
                    for part in (*PARTS, "totals", "withoutTotals", "uncertain")
                    if table[part]
                }
                self.assertEqual(said, {})

    def test_notes_at_the_end_of_a_large_file_are_left_out(self):
        body = "a,b\n" + "".join(f"row {at},{at}\n" for at in range(20_000))
        table, frame = table_of("a.csv", body + "\nSource: the books\n")
        self.assertEqual(
            (table["footnotes"], table["rows"], frame["b"].sum()),
            (["Source: the books"], 20_000, sum(range(20_000))),
        )

    def test_uncertainty_is_said(self):
        cases = [
            (
                "Group one,Group two,Both\nalpha,beta,gamma\n" + "1,2,3\n4,5,6\n" * 8,
                "taken from line 1; line 2 beneath it may belong to them",
            ),
            ("a,b\n1,2\n3,4\n\nc,d\n5,6\n7,8\n", "Another table seems to begin in line 5"),
        ]
        for content, part in cases:
            with self.subTest(content=content):
                facts = profile_of("a.csv", content.encode())
                self.assertIn(part, facts["tables"][0]["uncertain"] or "")
                self.assertTrue(any(part in note for note in facts["notes"]), facts["notes"])

    def test_the_notes_say_it_in_english(self):
        notes = profile_of("report.ssv", REPORT.encode())["notes"]
        expected = [
            "delimiter ;",
            "3 lines above the table",
            "decimal comma",
            "above the table: “Sales of 2024”, “North only”",
            "units beneath the header: “kg”, “%”",
            "row 3 of the data is a total (Total): leave it out of sums",
            "beneath the table: “Source: the books”, “* preliminary”",
        ]
        self.assertEqual(notes, expected)


class Workbooks(unittest.TestCase):
    def test_a_sheet_is_read_like_a_text_file(self):
        import openpyxl

        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Data"
        for row in [
            ["Sales"],
            ["of 2024"],
            [],
            ["region", "weight", "price"],
            [None, "kg", "USD"],
            ["West", 1, 10],
            ["East", 2, 20],
            ["North", 3, 5],
        ]:
            sheet.append(row)
        for row in [["Total", 6, 35], [], ["Source: the books"]]:
            sheet.append(row)
        book.create_sheet("About").append(["This workbook has the sales of a year, by region."])
        buffer = io.BytesIO()
        book.save(buffer)
        facts = profile_of("b.xlsx", buffer.getvalue())
        self.assertEqual(len(facts["tables"]), 1, facts)
        table = facts["tables"][0]
        self.assertEqual(
            [table[part] for part in PARTS],
            [["Sales", "of 2024"], ["", "kg", "USD"], ["Source: the books"]],
        )
        self.assertEqual(
            table["totals"],
            [{"column": "region", "labels": ["Total"], "rows": [3], "kind": "total", "how": "sum"}],
        )
        self.assertIn("sheet About has text and no table", facts["notes"])
        frame = read_back("b.xlsx", buffer.getvalue(), table["reader"])
        self.assertEqual((frame.shape, list(frame["weight"])), ((4, 3), [1, 2, 3, 6]))


if __name__ == "__main__":
    unittest.main()
