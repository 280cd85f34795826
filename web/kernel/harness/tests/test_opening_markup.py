"""Tables in HTML and XML."""

import os
import unittest
from pathlib import Path
from typing import ClassVar

from opening_fixtures import Case, Opening, opened


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


if __name__ == "__main__":
    unittest.main()
