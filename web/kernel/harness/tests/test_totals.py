"""Rows that sum up others: found by label and arithmetic, and never by a label that the numbers
contradict.
"""

import unittest

from fixtures import profile_of, read_back


def found(text, name="a.csv"):
    """Returns the table's totals as `(labels, rows, kind, how)`, and the sums of its second column
    without them.
    """
    table = profile_of(name, text.encode())["tables"][0]
    frame = read_back(name, text.encode(), table["reader"])
    rest = eval(table["withoutTotals"], {"df": frame}) if table["withoutTotals"] else frame
    return (
        [
            (total["labels"], total["rows"], total["kind"], total["how"])
            for total in table["totals"]
        ],
        len(rest),
        table,
    )


class Totals(unittest.TestCase):
    def test_totals_are_found_where_the_numbers_add_up(self):
        cases = [
            ("at the end", "r,n\nA,1\nB,2\nC,4\nTotal,7\n", [(["Total"], [3], "total", "sum")], 3),
            (
                "at the beginning",
                "r,n\nAll regions,7\nA,1\nB,2\nC,4\n",
                [(["All regions"], [0], "total", "sum")],
                3,
            ),
            (
                "in capitals with a colon",
                "r,n\nA,1\nB,2\nC,4\nGRAND TOTAL:,7\n",
                [(["GRAND TOTAL:"], [3], "total", "sum")],
                3,
            ),
            (
                "in German",
                "r;n\nA;1,5\nB;2\nC;4\nSumme;7,5\n",
                [(["Summe"], [3], "total", "sum")],
                3,
            ),
            (
                "of numbers as text",
                'r,n\nA,"$1,000"\nB,"$2,000"\nC,"$4,000"\nTotal,"$7,000"\n',
                [(["Total"], [3], "total", "sum")],
                3,
            ),
            (
                "of rounded numbers",
                "r,n\nA,10.4\nB,20.4\nC,40.4\nTotal,71.3\n",
                [(["Total"], [3], "total", "sum")],
                3,
            ),
            (
                "with an average beside",
                "r,n,price\nA,100,5\nB,200,6\nC,400,7\nTotal,700,6.4\n",
                [(["Total"], [3], "total", "sum")],
                3,
            ),
            (
                "without a label",
                "r,n,m\nA,11,5\nB,22,7\nC,41,9\nD,17,11\n,91,32\n",
                [([], [4], "total", "sum")],
                4,
            ),
            ("a mean", "r,n\nA,1\nB,2\nC,6\nAverage,3\n", [(["Average"], [3], "mean", "sum")], 3),
            (
                "of parts",
                "r,n\nA,1\nB,2\nSubtotal,3\nC,4\nD,5\nSubtotal,9\nTotal,12\n",
                [(["Subtotal"], [2, 5], "subtotal", "sum"), (["Total"], [6], "total", "sum")],
                4,
            ),
            (
                "in each group of a key",
                "year,sex,n\n2020,Men,10\n2020,Women,12\n2020,Both,22\n2021,Men,11\n2021,Women,14\n2021,Both,25\n",
                [(["Both"], [2, 5], "subtotal", "sum")],
                4,
            ),
            (
                "of parts and of all, in two columns",
                "year,month,n\n2023,Jan,10\n2023,Feb,20\n2023,Total,30\n2024,Jan,11\n2024,Feb,22\n2024,Total,33\nGrand total,,63\n",
                [(["Total"], [2, 5], "subtotal", "sum"), (["Grand total"], [6], "total", "sum")],
                4,
            ),
            (
                "of regions and the world",
                "region,n,m\nEurope,30,33\nFrance,10,11\nGermany,20,22\nAsia,70,80\nChina,40,45\nIndia,30,35\nWorld,100,113\n",
                [(["Europe", "Asia"], [0, 3], "subtotal", "sum"), (["World"], [6], "total", "sum")],
                4,
            ),
            (
                "of two rows, in two columns",
                "segment,n,m\nAll,100,1000\nA,60,700\nB,40,300\n",
                [(["All"], [0], "total", "sum")],
                2,
            ),
            (
                "of the world",
                "country,n\nA,100\nB,250\nC,40\nD,31\nWorld,421\n",
                [(["World"], [4], "total", "sum")],
                4,
            ),
        ]
        for what, text, expected, rest in cases:
            with self.subTest(what):
                totals, left, _table = found(text)
                self.assertEqual((totals, left), (expected, rest))

    def test_a_label_is_no_total_where_the_numbers_contradict(self):
        cases = [
            ("r,n\nA,1\nB,2\nC,4\nTotal,9\n", "Row 4 of the data is labelled as a total"),
            ("team,points\nWorld,31\nAll Blacks,28\nAll Stars,9\n", None),
            ("film,gross\nTotal Recall,100\nThe Sum of All Fears,50\nTotal Eclipse,7\n", None),
            ("place,rate\nNational,4.5\nA,4.1\nB,4.9\nC,5.5\n", None),
            ("n,m\n1,1\n1,2\n2,3\n3,5\n5,8\n8,13\n", None),
            ("a,b,c\n1,1,2\n1,2,3\n2,3,5\n", None),
            ("learner,days\nslow,10\naverage,16\nslow,22\naverage,15\nfast,17\n", None),
            ("company,country,sales\nBP,UK,232\nTotal,France,131\nShell,UK,133\n", None),
        ]
        for text, doubt in cases:
            with self.subTest(text=text):
                totals, _left, table = found(text)
                self.assertEqual((totals, table["withoutTotals"]), ([], None))
                self.assertEqual(
                    (table["uncertain"] or "").startswith(doubt) if doubt else table["uncertain"],
                    True if doubt else None,
                )

    def test_a_label_stands_alone_where_there_is_nothing_to_add_up(self):
        totals, left, _table = found("name,n\nA,1\nB,2\nTotal,\n")
        self.assertEqual((totals, left), ([(["Total"], [2], "total", "label")], 2))

    def test_the_expression_names_labels_or_positions(self):
        cases = [
            ("r,n\nA,1\nB,2\nC,4\nTotal,7\n", 'df[~df["r"].isin(["Total"])]'),
            ("r,n,m\nA,11,5\nB,22,7\nC,41,9\nD,17,11\n,91,32\n", "df.drop(index=df.index[[4]])"),
            ('"a ""b""",n\nA,1\nB,2\nC,4\nTotal,7\n', 'df[~df["a \\"b\\""].isin(["Total"])]'),
        ]
        for text, expected in cases:
            with self.subTest(text=text):
                self.assertEqual(found(text)[2]["withoutTotals"], expected)

    def test_totals_of_records_are_found(self):
        records = (
            '[{"r": "A", "n": 1}, {"r": "B", "n": 2}, {"r": "C", "n": 4}, {"r": "Total", "n": 7}]'
        )
        totals, left, _table = found(records, "a.json")
        self.assertEqual((totals, left), ([(["Total"], [3], "total", "sum")], 3))

    def test_a_total_at_the_end_of_a_large_file_is_found(self):
        rows = [(f"R{at % 7}", at % 50) for at in range(60_000)]
        text = (
            "r,n\n"
            + "".join(f"{name},{value}\n" for name, value in rows)
            + f"Total,{sum(value for _name, value in rows)}\n"
        )
        totals, left, _table = found(text)
        self.assertEqual((totals, left), ([(["Total"], [60_000], "total", "sum")], 60_000))


if __name__ == "__main__":
    unittest.main()
