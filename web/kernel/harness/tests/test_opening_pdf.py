"""Tables of PDF files: what is read, how sure, and what is refused rather than read wrongly."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from insitu import pdf_files, preview, profile
from opening_fixtures import Case, Opening, facts_of, opened
from pdf_fixtures import Paper, encrypted, pdf, ruled

ROWS = [
    ["zip", "city", "amount"],
    ["00501", "Bern", "1,234.50"],
    ["02139", "New York", "2.00"],
    ["10001", "Graz", "3.00"],
]
VALUE = "(df['zip'].tolist(), df['city'][1], df['amount'].sum())"
RIGHT = "(['00501', '02139', '10001'], 'New York', np.float64(1239.5))"
PLACES = [60, 160, 345]
SPACES = "spaces divide columns and rows (likely)"
SURE = "lines divide columns and rows (sure)"


def spaced(rows, places=PLACES, top=700, step=16, paper=None, right=(2,)):
    """Returns a page with a table that only spaces divide."""
    return (paper or Paper()).rows(places, top, rows, step, right)


class Pdf(Opening):
    def test_tables_between_drawn_lines_are_read(self):
        names = ROWS[0]
        lines = [
            [*row[:2], f"{row[2]}\n(sum)" if at == 0 else row[2]] for at, row in enumerate(ROWS)
        ]
        lines[2][1] = "New\nYork"
        german = [["PLZ", "Betrag", "Tag"], ["00501", "1.234,50", "13.02.2025"], ["02139", "2,00", "14.02.2025"]]  # fmt: skip
        numbered = [ROWS[0], ["1", "2", "3"], *ROWS[1:]]
        # A header of two rows, whose cell above three columns has no line within it.
        groups = (
            Paper()
            .grid((50, 150, 250, 350), [660, 640, 620, 600])
            .line(50, 700, 350, 700)
            .line(150, 680, 350, 680)
        )
        for x in (50, 150, 350):
            groups.line(x, 700, x, 660)
        groups.line(250, 680, 250, 660).text(55, 686, "city").text(230, 686, "sales").text(155, 666, "2024").text(255, 666, "2025")  # fmt: skip
        groups.rows([55, 155, 255], 646, [["Bern", 1, 2], ["Graz", 3, 4], ["Wien", 5, 6]])
        frame = Paper().grid((50, 150, 250, 350), [700, 680, 600]).rows([55, 155, 345], 686, ROWS, 20, (2,))  # fmt: skip
        loose = ruled(ROWS, right=(2,)).text(50, 720, "Table 1: Sales")
        total = ruled(ROWS, right=(2,)).line(50, 620, 50, 600).line(350, 620, 350, 600)
        total.line(50, 600, 350, 600).text(60, 606, "Total of everything sold: 1,239.50")
        self.check(
            [
                Case("a title above", "a.pdf", pdf(loose), 3, names, VALUE, RIGHT, (f"page 1, table 1: {SURE}", "above the table: “Table 1: Sales”"), {"zip": "text", "amount": "number"}),
                Case("lines that are thin areas, no ending", "a", pdf(ruled(ROWS, right=(2,), thin=True)), 3, names, VALUE, RIGHT, (SURE,)),
                Case("cells of several lines", "a.pdf", pdf(ruled(lines, step=30)), 3, ["zip", "city", "amount (sum)"], "(df['city'][1], df['amount (sum)'].sum())", "('New York', np.float64(1239.5))"),
                Case("decimal commas, padded digits, days", "a.pdf", pdf(ruled(german)), 2, german[0], "(df['PLZ'][0], df['Betrag'].sum(), str(df['Tag'].max().date()))", "('00501', np.float64(1236.5), '2025-02-14')", ("decimal comma",), {"Tag": "date"}),
                Case("numbers of the columns beneath the header", "a.pdf", pdf(ruled(numbered)), 3, names, VALUE, RIGHT),
                Case("a header of two rows", "a.pdf", pdf(groups), 3, ["city", "sales 2024", "sales 2025"], "(df['city'].tolist(), df['sales 2025'].sum())", "(['Bern', 'Graz', 'Wien'], np.int64(12))"),
                Case("no lines between the rows", "a.pdf", pdf(frame), 3, names, VALUE, RIGHT, ("lines divide the columns only (likely)",)),
                Case("a total over all columns", "a.pdf", pdf(total), 3, names, VALUE, RIGHT, ("beneath the table: “Total of everything sold: 1,239.50”", "Rows at the end whose cells span columns are left out.")),
                Case("no header", "a.pdf", pdf(ruled([["Bern", "1"], ["Graz", "2"]])), 2, ["0", "1"], "df.iloc[:, 1].sum()", "3", ("no header row",)),
            ]
        )  # fmt: skip

    def test_tables_that_only_spaces_divide_are_read_if_these_are_clear(self):
        names = ROWS[0]
        wrapped = spaced(ROWS[:2]).text(160, 675, "on the Aare")
        wrapped.rows(PLACES, 650, ROWS[2:], 16, (2,))
        years = [["", "2024", "2025"], ["Bern", "1", "2"], ["Graz", "3", "4"], ["Wien", "5", "6"]]
        grouped = [
            ["name", "people"],
            ["Bern", "1 234"],
            ["Graz", "291 072"],
            ["Wien", "2 000 000"],
        ]
        named = Paper().text(160, 714, "Unit").text(160, 702, "price")
        # A line is drawn beneath the text over two columns, and none beneath the other one.
        places, numbers = (
            [60, 245, 345],
            [["Bern", "1", "2"], ["Graz", "3", "4"], ["Wien", "5", "6"]],
        )
        lined = Paper().text(276, 714, "sales").line(220, 711, 350, 711)
        lined.rows(places, 700, [["city", "2024", "2025"], *numbers], 16, (1, 2))
        above = Paper().text(276, 714, "sales")
        above.rows(places, 700, [["city", "euros", "dollars"], *numbers], 16, (1, 2))
        named.rows([60, 160], 702, [["item", ""], ["A", "1.50"], ["B", "2.50"], ["C", "3.50"]])
        self.check(
            [
                Case("no lines at all", "a.pdf", pdf(spaced(ROWS)), 3, names, VALUE, RIGHT, (f"page 1, table 1: {SPACES}",)),
                Case("a heading and sentences around it", "a.pdf", pdf(spaced(ROWS).text(60, 760, "Sales of the year", 14).text(60, 560, "These are the sales of the whole year.")), 3, names, VALUE, RIGHT),
                Case("a cell of two lines, closer than the rows", "a.pdf", pdf(wrapped), 3, names, "(df['city'][0], df['amount'].sum())", "('Bern on the Aare', np.float64(1239.5))"),
                Case("years as names", "a.pdf", pdf(spaced(years, right=(1, 2))), 3, ["Unnamed: 0", "2024", "2025"], "df['2025'].sum()", "12"),
                Case("spaces between thousands", "a.pdf", pdf(spaced(grouped, right=(1,))), 3, grouped[0], "df['people'].sum()", "2292306"),
                Case("a text over a line over two columns", "a.pdf", pdf(lined), 3, ["city", "sales 2024", "sales 2025"], "df['sales 2025'].sum()", "12"),
                Case("a text over two columns", "a.pdf", pdf(above), 3, ["city", "euros", "dollars"], "df['dollars'].sum()", "12", ("above the table: “sales”",)),
                Case("a line beneath that may belong to the last row", "a.pdf", pdf(spaced(ROWS).text(160, 636, "(Styria)")), 3, names, VALUE, RIGHT, ("The line of text beneath the last row may belong to it.",)),
                Case("a line beneath that belongs to the last row", "a.pdf", pdf(spaced(ROWS).text(160, 641, "(Styria)")), 3, names, "(df['city'][2], df['amount'].sum())", "('Graz (Styria)', np.float64(1239.5))"),
                Case("a name of two lines", "a.pdf", pdf(named), 3, ["item", "Unit price"], "df['Unit price'].sum()", "7.5"),
            ]
        )  # fmt: skip

    def test_a_page_has_several_tables_and_a_table_several_pages(self):
        other = [["a", "b"], ["1", "x"], ["2", "y"]]
        both = ruled(ROWS, right=(2,))
        ruled(other, top=500, paper=both)
        mixed = ruled(other, top=500, paper=spaced(ROWS))
        parts = [[["day", "n"], *[[f"{day:02}.01.2025", str(day)] for day in days]] for days in (range(1, 14), range(14, 26))]  # fmt: skip
        repeated = pdf(*(ruled(part) for part in parts))
        headless = pdf(ruled(parts[0]), ruled(parts[1][1:]))
        apart = pdf(ruled(parts[0]), Paper().text(60, 700, "Nothing."), ruled(parts[1]))
        whole = [["place", "people", "euros"], *[[f"place {at}", str(at), str(10 * at)] for at in range(1, 17)]]  # fmt: skip
        days = "(df['n'].sum(), str(df['day'].max().date()))"
        self.check(
            [
                Case("two between lines", "a.pdf", pdf(both), 3, ROWS[0], VALUE, RIGHT, tables=2),
                Case("the second of them", "a.pdf", pdf(both), 2, ["a", "b"], "df['a'].sum()", "3", ("page 1, table 2",), tables=2, table=1),
                Case("one with lines, one without", "a.pdf", pdf(mixed), 3, ROWS[0], VALUE, RIGHT, (f"page 1, table 1: {SPACES}", f"page 1, table 2: {SURE}"), tables=2),
                Case("a header on each page", "a.pdf", repeated, 25, ["day", "n"], days, "(np.int64(325), '2025-01-25')", ("pages 1–2, table 1",)),
                Case("no header on the second page", "a.pdf", headless, 25, ["day", "n"], days, "(np.int64(325), '2025-01-25')", ("pages 1–2, table 1",)),
                Case("spaces alone, no header on the second page", "a.pdf", pdf(spaced(whole[:9], right=(1, 2)), spaced(whole[9:], right=(1, 2))), 16, whole[0], "df['euros'].sum()", "1360"),
                Case("a page between them", "a.pdf", apart, 13, ["day", "n"], days, "(np.int64(91), '2025-01-13')", ("page 2: no table",), tables=2),
            ]
        )  # fmt: skip
        many = pdf(*(ruled(part) for part in parts * 3))
        with mock.patch.object(pdf_files, "MAX_PAGES", 4):
            facts, frames = opened("a.pdf", many)
        self.assertEqual(([len(df) for df in frames], facts["notes"][0]), ([50], "6 pages, of which the first 4 were looked at"))  # fmt: skip
        going_on = "The next page, which is not read, may continue it."
        self.assertIn(going_on, facts["tables"][0]["uncertain"])
        unread = ruled([["", ""], *parts[1]]).text(120, 686, "words over the lines of a table")
        for second, expected in ((unread, going_on), (ruled(parts[1]), None)):
            facts, _frames = opened("a.pdf", pdf(ruled(parts[0]), second))
            self.assertEqual(facts["tables"][0]["uncertain"], expected)

    def test_rows_that_stand_apart_are_not_left_out_silently(self):
        numbers = [[f"place {at}", str(at), str(10 * at)] for at in range(1, 9)]
        whole = [["place", "people", "euros"], *numbers]
        halves = spaced(whole[:5], right=(1, 2))
        spaced(whole[5:], top=560, paper=halves, right=(1, 2))
        named = spaced(whole[:5], right=(1, 2))
        spaced([whole[0], *whole[5:]], top=560, paper=named, right=(1, 2))
        total = spaced(whole, right=(1, 2)).rows(
            PLACES, 500, [["Total", "36", "360"]], right=(1, 2)
        )
        for paper, rows, note in (
            (halves, [], "some of its rows stand apart from others"),
            (named, [4, 4], "page 1, table 2"),
            (total, [8], "page 1, table 1"),
        ):
            with self.subTest(note=note):
                facts, frames = opened("a.pdf", pdf(paper))
                self.assertEqual([len(frame) for frame in frames], rows, facts["notes"])
                self.assertIn(note, " / ".join(facts["notes"]))

    def test_what_cannot_be_divided_surely_is_no_table_and_says_why(self):
        text = Paper()
        for at in range(20):
            text.text(60, 700 - 14 * at, "Sentences that go on and on from line to line of a page.")
        newspaper = Paper()
        for at in range(20):
            newspaper.text(60, 700 - 14 * at, "a column of text in 2025 or so on")
            newspaper.text(320, 700 - 14 * at, "and another column beside it, too")
        points = Paper()
        for at in range(6):
            points.text(60, 700 - 14 * at, f"{at + 1}.").text(
                90, 700 - 14 * at, "A point of a list"
            )
        close = Paper()
        for at in range(8):
            close.text(60, 700 - 14 * at, "Bern").text(200, 700 - 14 * at, f"{at + 11}")
            close.text(215, 700 - 14 * at, f"{at + 110}")
        narrow = Paper().rows([60, 84], 700, [["from", "to"], *[["Bern", str(at)] for at in range(9)]])  # fmt: skip
        raised = ruled(ROWS, right=(2,)).text(346, 650, "2", 6)
        over = ruled([*ROWS[:2], ["a name that is too long for it", "", ""], *ROWS[2:]])
        rows = Paper().grid((50, 150, 250), [700, 680, 640]).line(50, 660, 150, 660)
        rows.rows([55, 155], 686, [["a", "b"], ["x", "1"], ["y", ""]])
        twice = ruled(ROWS, right=(2,)).text(326, 646.5, "3.00")
        turned = ruled(ROWS, right=(2,)).text(170, 690, "up", matrix="0 1 -1 0")
        spanning = Paper().grid((50, 150, 250), [700, 680, 660]).line(50, 640, 250, 640)
        spanning.line(50, 660, 50, 640).line(250, 660, 250, 640)
        spanning.grid((50, 150, 250), [640, 620, 600]).text(
            100, 646, "a heading of the rows beneath"
        )
        spanning.rows([55, 155], 686, [["a", "b"], ["x", "1"], ["", ""], ["y", "2"], ["z", "3"]])
        near = Paper()
        for at in range(8):
            near.text(60, 700 - 14 * at, "aa").text(76.6, 700 - 14 * at, "bb")
            near.text(95.5, 700 - 14 * at, str(at))
        loose = spaced(ROWS[:2]).text(160, 666, "New").rows(PLACES, 656, ROWS[2:], 16, (2,))
        swapped = ruled([*ROWS, ["4051", "", "1"]], step=30, right=(2,))
        swapped.text(155, 555, "am Rhein").text(155, 566, "Basel")
        sideways = Paper()
        for at in range(10):
            sideways.text(60 + 16 * at, 100, "turned by a quarter", matrix="0 1 -1 0")
        wide = [[f"c{column}" for column in range(40)], *[[7] * 40 for _ in range(80)]]
        large = ruled(wide, range(50, 1_690, 40), 2_150, paper=Paper(1_700, 2_200))
        for paper, note in (
            (text, "page 1: no table"),
            (large, "it has more cells than are read"),
            (points, "page 1: no table"),
            (newspaper, "page 1: no table"),
            (close, "its columns are too close to each other"),
            (narrow, "page 1: no table"),
            (raised, "it has numbers with raised marks"),
            (over, "words cross its lines"),
            (rows, "some of its cells span rows"),
            (twice, "some of its words are drawn upon each other"),
            (turned, "it has text that is turned"),
            (spanning, "some of its cells span columns"),
            (near, "the spaces between its columns are like those between words"),
            (loose, "it cannot be told which rows some of its lines belong to"),
            (swapped, "its letters are stored in another order than they are read"),
            (sideways, "page 1: not read, since the text is turned"),
            (Paper(), "page 1: no table"),
        ):
            with self.subTest(note=note):
                facts, frames = opened("a.pdf", pdf(paper))
                self.assertEqual((frames, facts["kind"], facts["error"]), ([], "pdf", None), facts)
                self.assertIn(note, " / ".join(facts["notes"]))

    def test_scans_and_files_that_do_not_open_say_what_to_do(self):
        scan = Paper().picture(0, 0, 595, 842)
        whole = pdf(ruled(ROWS, right=(2,)))
        self.refused(
            [
                ("a.pdf", pdf(scan, scan), "pictures, as of a scanner"),
                ("a.pdf", encrypted(ruled(ROWS)), "protected by a password"),
                ("a.pdf", whole[:-300], "damaged or incomplete"),
                ("a.pdf", whole[:-8], "damaged or incomplete"),
                ("a.pdf", whole[:20] + b"%%EOF", "damaged or incomplete"),
                ("a.pdf", b"%PDF-1.7", "damaged or incomplete"),
            ]
        )
        facts, frames = opened("a.pdf", pdf(ruled(ROWS, right=(2,)), scan))
        self.assertEqual((len(frames), facts["error"]), (1, None))
        self.assertIn("page 2: a picture without text, as of a scanner", facts["notes"])
        lost = pdf(ruled(ROWS, right=(2,)), ruled(ROWS)).replace(b"[4 0 R 6 0 R]", b"[4 0 R 9 0 R]")
        facts, frames = opened("a.pdf", lost)
        self.assertEqual((len(frames), facts["error"]), (1, None))
        self.assertIn("page 2: not read, since it is damaged", facts["notes"])
        recognised = Paper().picture(0, 0, 595, 842)
        for at, row in enumerate(ROWS):
            for x, words in zip(PLACES, row):
                recognised.text(x, 700 - 16 * at, words, mode=3)
        facts, frames = opened("a.pdf", pdf(recognised))
        self.assertEqual(len(frames), 1, facts)
        self.assertIn("as a program has recognised it", facts["tables"][0]["uncertain"])

    def test_the_rows_of_a_table_are_shown_as_its_reader_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.pdf")
            path.write_bytes(pdf(ruled(ROWS, right=(2,))))
            table = profile.describe(str(path))["tables"][0]
            wanted = {"reader": table["reader"], "name": table["sheet"], "rows": 2}
            results, message = preview.preview(str(path), (folder,), wanted)
        shown = [["00501", "Bern", 1234.5], ["02139", "New York", 2.0]]
        self.assertEqual((results[0]["data"]["rows"], message), (shown, None))

    def test_rows_of_one_height_are_stated_by_it(self):
        rows = [["n"] * 2, *[[str(at), str(at)] for at in range(30)]]
        reader = facts_of("a.pdf", pdf(ruled(rows)))[0]["tables"][0]["reader"]
        self.assertIn("for at in range(32)]", reader)
        self.assertLess(len(reader), 600)


if __name__ == "__main__":
    unittest.main()
