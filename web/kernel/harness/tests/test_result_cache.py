"""Which results can be requested later, and for how long."""

import unittest

from fixtures import Session


class ResultCache(unittest.TestCase):
    def setUp(self):
        from insitu import result_cache

        result_cache.tables.clear()
        result_cache.figures.clear()
        self.cache = result_cache

    def test_each_result_of_a_session_has_a_unique_id(self):
        with Session() as session:
            names = [
                item["id"]
                for code in ("display(1, 2)\n3", "4")
                for item in session.run(code)["results"]
            ]
            self.assertEqual(len(set(names)), 4)
            for name in names:
                self.assertRegex(name, r"^[0-9a-f]{8}-\d+$")

    def test_tables_and_figures_are_kept_and_other_values_are_not(self):
        cases = [
            ("pd.DataFrame({'a': [1]})", "DataFrame"),
            ("pd.Series([1])", "Series"),
            ("pd.Index(['a'])", "Index"),
            ("np.eye(2)", "ndarray"),
            ("np.arange(3)", None),
            ("[[1, 2]]", None),
            ("from matplotlib.figure import Figure\nFigure()", "Figure"),
        ]
        with Session() as session:
            session.run("import pandas as pd, numpy as np")
            for code, kind in cases:
                with self.subTest(code=code):
                    value = self.cache.get(session.run(code)["results"][0]["id"])
                    self.assertEqual(kind, None if value is None else type(value).__name__)

    def test_a_table_is_kept_as_it_was_shown(self):
        with Session() as session:
            session.run("import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})")
            name = session.run("df")["results"][0]["id"]
            session.run("df.loc[0, 'a'] = 9\ndf['b'] = 1")
            self.assertEqual(self.cache.get(name).to_dict("list"), {"a": [1, 2]})
            name = session.run("import numpy\na = numpy.array([[1, 2]])\na")["results"][0]["id"]
            session.run("a[0, 0] = 9")
            self.assertEqual(self.cache.get(name).tolist(), [[1, 2]])

    def test_the_last_twenty_are_kept_within_the_limit_of_bytes(self):
        with Session(results=100) as session:
            names = [
                item["id"]
                for item in session.run(
                    "import pandas as pd\nfor i in range(25): display(pd.Series([i]))"
                )["results"]
            ]
            self.assertEqual(
                [self.cache.get(name) is not None for name in names], [False] * 5 + [True] * 20
            )
        import numpy

        self.addCleanup(setattr, self.cache, "MAX_TABLE_BYTES", self.cache.MAX_TABLE_BYTES)
        self.cache.MAX_TABLE_BYTES = 2_000_000
        for name in "abcd":
            self.cache.keep(name, numpy.zeros((1000, 100)))
        self.assertEqual(list(self.cache.tables), ["c", "d"])


if __name__ == "__main__":
    unittest.main()
