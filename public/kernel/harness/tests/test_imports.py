"""Which modules code wants that are not there."""

import unittest

import fixtures  # noqa: F401 - puts the harness on the path
from insitu import imports

# Some machines that run these tests have it.
SCIPY = [] if imports.available("scipy") else ["scipy"]


class Imports(unittest.TestCase):
    def test_modules_are_found_however_they_are_named(self):
        cases = [
            ("import os, json, nosuch.deep as n", ["nosuch"]),
            ("from nosuch.a import b\nfrom . import c", ["nosuch"]),
            ("def f():\n    import inner_nosuch", ["inner_nosuch"]),
            ("__import__('nosuch')\nimportlib.import_module('other.part')", ["nosuch", "other"]),
            ("    import nosuch", ["nosuch"]),
            ("import pandas as pd\ndf.to_markdown()", ["tabulate"]),
            ("df.to_markdown_like()", []),
            ("import pandas as pd\npd.read_excel('a.xls')", ["xlrd"]),
            ("import pandas as pd\npd.read_excel('a.xlsx')", []),
            ("import pandas as pd\npd.read_excel('a.xlsx', engine='calamine')", ["python_calamine"]),
            ("import pandas as pd\ndf.to_parquet('a.parquet')", ["pyarrow"]),
            ("import seaborn as sns\nsns.clustermap(df)", SCIPY),
            ("import pandas as pd\ndf.plot.kde()", SCIPY),
            ("import pandas as pd\ndf.plot(kind='density')", SCIPY),
            ("import pandas as pd\ndf.interpolate(method='cubic')", SCIPY),
            ("import pandas as pd\ndf.rolling(3, win_type=w)", SCIPY),
            ("import pandas as pd\ndf.interpolate(method='linear')", []),
            ("import (", []),
            ("!pip install x", []),
            ("", []),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                self.assertEqual(imports.missing(code), expected)

    def test_a_package_that_has_still_to_come_is_wanted_though_it_could_be_found(self):
        from fixtures import Session

        with Session() as session:
            self.assertEqual(imports.missing("import sklearn, late_package"), ["late_package", "sklearn"])
            session.bridge.provided.append("late-package")
            self.assertNotIn("sklearn", imports.missing("import late_package"))


if __name__ == "__main__":
    unittest.main()
