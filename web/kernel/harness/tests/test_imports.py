"""The modules that code needs and that are not available."""

import importlib.machinery
import sys
import types
import unittest
from unittest import mock

import fixtures  # noqa: F401 - puts the harness on the path
from insitu import imports, missing

# Installed on some machines that run these tests.
SCIPY = [] if imports.available("scipy") else ["scipy"]


class Imports(unittest.TestCase):
    def test_modules_are_found_in_every_form_of_import_and_of_implied_use(self):
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
            (
                "import pandas as pd\npd.read_excel('a.xlsx', engine='calamine')",
                ["python_calamine"],
            ),
            ("import pandas as pd\npd.read_excel('a.ods')", ["python_calamine"]),
            ("import pandas as pd\ndf.to_parquet('a.parquet')", ["arro3"]),
            ("import pandas as pd\npd.read_feather('a.feather')", ["arro3"]),
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
        # Packages that the tests have and that a session may not have loaded.
        absent, available = {"arro3", "python_calamine", "xlrd"}, imports.available
        for code, expected in cases:
            with (
                self.subTest(code=code),
                mock.patch.object(
                    imports, "available", lambda name: name not in absent and available(name)
                ),
            ):
                self.assertEqual(imports.missing(code), expected)

    def test_a_package_that_is_not_loaded_is_missing_even_where_a_finder_could_find_it(self):
        from fixtures import Session

        with Session() as session:
            self.assertEqual(
                imports.missing("import sklearn, late_package"), ["late_package", "sklearn"]
            )
            session.bridge.provided.append("late-package")
            self.assertNotIn("sklearn", imports.missing("import late_package"))

    def test_fonts_for_the_texts_in_the_code_are_missing_where_the_runtime_has_them(self):
        code = "import matplotlib.pyplot as plt\nplt.title('กรุงเทพฯ')"
        self.assertEqual(set(imports.missing(code)) & {"noto_sans_thai", "uharfbuzz"}, set())
        modules = {
            "noto_sans_thai": "noto-sans-thai",
            "noto_sans_sc": "noto-sans-sc",
            "uharfbuzz": "uharfbuzz",
        }
        finder = missing.FetchingFinder(modules, lambda package: False, lambda package: "")
        with (
            mock.patch.object(sys, "meta_path", [finder, *sys.meta_path]),
            mock.patch.dict(sys.modules),
        ):
            # Another test may have imported it.
            sys.modules.pop("uharfbuzz", None)
            for text, expected in (
                ("กรุงเทพฯ", ["noto_sans_thai", "uharfbuzz"]),
                ("北京", ["noto_sans_sc", "uharfbuzz"]),
                ("plain", []),
            ):
                with self.subTest(text=text):
                    found = imports.missing(
                        f"import matplotlib.pyplot as plt\nplt.title({text!r})  # 東京"
                    )
                    self.assertEqual([name for name in found if name in modules], expected)

    def test_a_namespace_is_missing_until_each_of_its_packages_is_loaded(self):
        from fixtures import Session

        space = types.ModuleType("space")
        space.__spec__ = importlib.machinery.ModuleSpec("space", None, is_package=True)
        space.__path__ = []
        with Session() as session, mock.patch.dict(sys.modules, {"space": space}):
            finder = next(
                finder for finder in sys.meta_path if isinstance(finder, missing.FetchingFinder)
            )
            finder.modules |= {"space.core": "space-core", "space.io": "space-io"}
            for loaded, expected in [
                ([], ["space"]),
                (["space-core"], ["space"]),
                (["space-core", "space-io"], []),
            ]:
                with self.subTest(loaded=loaded):
                    session.bridge.provided = loaded
                    self.assertEqual(imports.missing("from space import core"), expected)


if __name__ == "__main__":
    unittest.main()
