"""Values and figures in an outcome."""

import base64
import json
import unittest

from fixtures import Session


class Shown(unittest.TestCase):
    def table(self, session, code):
        outcome = session.run("import pandas as pd, numpy as np, datetime\n" + code)
        self.assertEqual(outcome["status"], "ok", outcome["error"])
        return outcome["results"][0]["data"]

    def test_tables_are_sent_as_json_values(self):
        with Session() as session:
            cases = [
                (
                    "pd.DataFrame({'i': [1, 2**60], 'f': [1.5, float('nan')], 'g': [float('inf'), 0.0], 'd': pd.to_datetime(['2025-01-31', None]),"
                    " 's': ['a', None], 'b': [True, False], 'o': [b'x', [1]]})",
                    {
                        "columns": ["i", "f", "g", "d", "s", "b", "o"],
                        "types": [
                            "integer",
                            "number",
                            "number",
                            "date",
                            "text",
                            "boolean",
                            "other",
                        ],
                        "indexColumns": 0,
                        "rows": [
                            [1, 1.5, "inf", "2025-01-31", "a", True, "b'x'"],
                            [str(2**60), None, 0.0, None, None, False, "[1]"],
                        ],
                        "totalRows": 2,
                    },
                ),
                (
                    "pd.DataFrame({'k': ['a', 'b', 'a'], 'v': [1, 2, 3]}).groupby('k')['v'].sum()",
                    {
                        "columns": ["k", "v"],
                        "types": ["text", "integer"],
                        "indexColumns": 1,
                        "rows": [["a", 4], ["b", 2]],
                        "totalRows": 2,
                    },
                ),
                (
                    "pd.Series(range(10), name='n')",
                    {
                        "columns": ["n"],
                        "types": ["integer"],
                        "indexColumns": 0,
                        "rows": [[0], [1], [2]],
                        "tail": [[5], [6], [7], [8], [9]],
                        "totalRows": 10,
                    },
                ),
                (
                    "np.eye(2)",
                    {
                        "columns": ["0", "1"],
                        "types": ["number", "number"],
                        "indexColumns": 0,
                        "rows": [[1.0, 0.0], [0.0, 1.0]],
                        "totalRows": 2,
                    },
                ),
                (
                    "pd.Index(['x', 'y'], name='letters')",
                    {
                        "columns": ["letters"],
                        "types": ["text"],
                        "indexColumns": 0,
                        "rows": [["x"], ["y"]],
                        "totalRows": 2,
                    },
                ),
                (
                    "pd.DataFrame({('a', 'min'): [1]}, index=pd.MultiIndex.from_tuples([('x', 2)], names=['p', 'q']))",
                    {
                        "columns": ["p", "q", "a / min"],
                        "types": ["text", "integer", "integer"],
                        "indexColumns": 2,
                        "rows": [["x", 2, 1]],
                        "totalRows": 1,
                    },
                ),
                (
                    "pd.DataFrame({'t': [datetime.datetime(2025, 1, 2, 3, 4)], 'l': ['x' * 600]})",
                    {
                        "columns": ["t", "l"],
                        "types": ["datetime", "text"],
                        "indexColumns": 0,
                        "rows": [["2025-01-02T03:04:00", "x" * 499 + "…"]],
                        "totalRows": 1,
                    },
                ),
                (
                    "pd.DataFrame()",
                    {"columns": [], "types": [], "indexColumns": 0, "rows": [], "totalRows": 0},
                ),
                (
                    "pd.DataFrame([[1, 2]], columns=['same', 'same'])",
                    {
                        "columns": ["same", "same"],
                        "types": ["integer", "integer"],
                        "indexColumns": 0,
                        "rows": [[1, 2]],
                        "totalRows": 1,
                    },
                ),
                ("[1, 2]", None),
                *(
                    (
                        code,
                        {
                            "columns": columns,
                            "types": types,
                            "indexColumns": levels,
                            "rows": rows,
                            "tail": tail,
                            "totalRows": len(rows) + len(tail),
                        },
                    )
                    for code, columns, types, levels, rows, tail in [
                        (
                            "pd.DataFrame({'v': [1, 2, 3, 4]}, index=list('abcd')).rename_axis('k')",
                            ["k", "v"],
                            ["text", "integer"],
                            1,
                            [["a", 1], ["b", 2], ["c", 3]],
                            [["d", 4]],
                        ),
                        (
                            "pd.DataFrame({'v': [1, 2, 3, 4, 5]}).style",
                            ["v"],
                            ["integer"],
                            0,
                            [[1], [2], [3]],
                            [[4], [5]],
                        ),
                        (
                            "pd.date_range('2025-01-30', periods=4, name='d')",
                            ["d"],
                            ["date"],
                            0,
                            [["2025-01-30"], ["2025-01-31"], ["2025-02-01"]],
                            [["2025-02-02"]],
                        ),
                        (
                            "pd.MultiIndex.from_product([[1, 2], ['a', 'b']], names=['n', 'l'])",
                            ["n", "l"],
                            ["integer", "text"],
                            0,
                            [[1, "a"], [1, "b"], [2, "a"]],
                            [[2, "b"]],
                        ),
                        (
                            "np.arange(8).reshape(4, 2)",
                            ["0", "1"],
                            ["integer", "integer"],
                            0,
                            [[0, 1], [2, 3], [4, 5]],
                            [[6, 7]],
                        ),
                    ]
                ),
            ]
            for code, expected in cases:
                with self.subTest(code=code):
                    got = self.table(session, code)
                    json.dumps(got, allow_nan=False)
                    self.assertEqual(got, expected and {"tail": [], **expected})

    def test_a_wide_table_states_how_many_columns_it_has(self):
        with Session() as session:
            outcome = session.run(
                "import pandas as pd, numpy as np\ndisplay(np.zeros((2, 200)))\npd.DataFrame(np.zeros((2, 5000)))"
            )
            self.assertEqual(
                [len(item["data"]["columns"]) for item in outcome["results"]], [200, 200]
            )
            self.assertEqual(
                [item["data"].get("allColumns") for item in outcome["results"]], [None, 5000]
            )
            self.assertEqual(outcome["stderr"], "")

    def test_values_that_cannot_be_printed_do_not_break_the_outcome(self):
        with Session() as session:
            outcome = session.run(
                "class Bad:\n    def __repr__(self): raise ValueError('no')\n    def _repr_html_(self): raise ValueError\nBad()"
            )
            self.assertEqual(
                [item["text"] for item in outcome["results"]],
                ["<Bad: its repr raised ValueError: no>"],
            )

    def test_results_are_limited(self):
        with Session() as session:
            self.assertEqual(len(session.run("for i in range(50): display(i)")["results"]), 5)

    def test_pictures_are_sent_as_png(self):
        with Session() as session:
            shown = session.run("from PIL import Image\nImage.new('RGB', (2, 3), 'red')")[
                "results"
            ][0]
            self.assertTrue(base64.b64decode(shown["mime"]["image/png"]).startswith(b"\x89PNG"))


class Figures(unittest.TestCase):
    def check(self, code, expected):
        with Session() as session:
            session.run(
                "import matplotlib, os\nos.environ['MPLBACKEND'] = 'module://insitu.backend'\nmatplotlib.use('module://insitu.backend')\nimport matplotlib.pyplot as plt, pandas as pd"
            )
            outcome = session.run(code)
            got = [
                item["text"] if "image/png" in item["mime"] else ("value", item["text"])
                for item in outcome["results"]
            ]
            self.assertEqual(got, expected, outcome["error"])
            self.assertEqual(session.run("plt.get_fignums()")["results"][0]["text"], "[]")

    def test_a_figure_is_shown_once(self):
        cases = [
            ("plt.plot([1, 2])\nplt.title('A')\nplt.show()", ["Figure: A"]),
            ("plt.plot([1, 2])\nplt.title('A')", ["Figure: A"]),
            (
                "fig, ax = plt.subplots()\nax.plot([1])\nax.set_title('A')\nplt.show()\nfig",
                ["Figure: A"],
            ),
            (
                "fig, ax = plt.subplots()\nax.plot([1], label='s')\nax.set_xlabel('t')\nax.legend()\nfig",
                ["Figure: (x: t) [s]"],
            ),
            ("pd.DataFrame({'a': [1, 2]}).plot(title='P')", ["Figure: P [a]"]),
            ("pd.DataFrame({'a': [1, 2]}).hist()", ["Figure: a"]),
            ("plt.hist([1, 2, 2])", ["Figure"]),
            (
                "plt.figure(); plt.plot([1]); plt.title('1')\nplt.figure(); plt.plot([1]); plt.title('2')\nplt.show()",
                ["Figure: 1", "Figure: 2"],
            ),
            (
                "for i in range(2):\n    plt.plot([i]); plt.title(str(i)); plt.show()",
                ["Figure: 0", "Figure: 1"],
            ),
            ("for i in range(9):\n    plt.figure(); plt.plot([1])", ["Figure"] * 3),
            (
                "plt.figure(figsize=(8, 4))\npd.DataFrame({'a': [1, 2]}).plot(title='P')",
                [("value", "Figure of 800 × 400 pixels with nothing in it"), "Figure: P [a]"],
            ),
            ("plt.imshow([[1, 2]]); plt.colorbar()", ["Figure"]),
            (
                "pd.DataFrame({'a': [1, 2], 'g': ['x', 'y']}).groupby('g').plot()",
                ["Figure: [a]", "Figure: [a]"],
            ),
            ("plt.plot([1]); plt.title('A'); plt.savefig('a.png'); plt.close()", []),
            ("plt.plot([1]); plt.title('half')\n1/0", ["Figure: half"]),
            ("plt.figure()\n1/0", []),
            (
                "plt.plot([1]); plt.title('A'); plt.show()\nlen('abc')",
                ["Figure: A", ("value", "3")],
            ),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                self.check(code, expected)


if __name__ == "__main__":
    unittest.main()
