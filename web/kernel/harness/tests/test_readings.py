"""Cells read files as the profile says: what calls leave out is added to the code, and what they
read otherwise is said.
"""

import json
import unittest
from pathlib import Path
from typing import ClassVar

import fixtures
import pandas as pd
from insitu import profile, readings

SEMICOLONS = "name;price\nÄpfel;1,5\nBirnen;2,25\n".encode("cp1252")
TITLED = b"Report of the year\n\nname,price\nApples,1.5\nPears,2.25\n"
PLAIN = b"name,price\nApples,1.5\nPears,2.25\n"
TABS = b"name\tprice\nApples\t1.5\nPears\t2.25\n"
FIXED = b"name        price\nGreen apple  1.50\nOld pear     2.25\nPlum        10.00\n"


class Files(unittest.TestCase):
    """A session whose working directory has links to the files, as in the page."""

    files: ClassVar = {
        "s.csv": SEMICOLONS,
        "t.csv": TITLED,
        "p.csv": PLAIN,
        "tab.csv": TABS,
        "it's.csv": SEMICOLONS,
    }

    def setUp(self):
        self.session = fixtures.Session()
        self.session.__enter__()
        self.addCleanup(self.session.__exit__, None, None, None)
        self.data = Path(self.session.out, ".data")
        self.data.mkdir()
        self.readings = []
        self.readers = {}
        for name, content in self.files.items():
            self.add(name, content)
        readings_before = {name: getattr(pd, name) for name in readings.FUNCTIONS}
        parse = pd.ExcelFile.parse
        readings.watch(pd)

        def restore():
            for name, function in readings_before.items():
                setattr(pd, name, function)
            pd.ExcelFile.parse = parse

        self.addCleanup(restore)

    def add(self, name, content):
        path = self.data / name
        path.write_bytes(content)
        Path(self.session.out, name).symlink_to(path)
        described = profile.describe(str(path))
        for table in described["tables"]:
            self.readers.setdefault(name, []).append(table["reader"])
            self.readings.append(
                {
                    "path": str(path),
                    "name": name,
                    "sheet": table["sheet"],
                    "reader": table["reader"],
                }
            )

    def run_cell(self, code):
        text = self.session.kernel.begin(code, False, json.dumps(self.readings))
        outcome = {"additions": [], "deviations": [], **json.loads(text)}
        self.assertIsNone(outcome["error"], outcome["error"])
        return outcome

    def completed(self, code, outcome):
        content = code.encode()
        for one in reversed(outcome["additions"]):
            content = content[: one["at"]] + one["text"].encode() + content[one["at"] :]
        return content.decode()

    def profiled(self, name, at=0):
        return eval(self.readers[name][at], {"pd": pd})


class Completed(Files):
    def check(self, code, expected, deviations=()):
        outcome = self.run_cell(code)
        self.assertEqual(self.completed(code, outcome), expected)
        self.assertEqual(outcome["deviations"], list(deviations))
        # The text is what has run, and it is complete.
        again = self.run_cell(expected)
        self.assertEqual(
            (again["additions"], [one["text"] for one in again["results"]]),
            ([], [one["text"] for one in outcome["results"]]),
        )
        return outcome

    def test_each_way_to_write_a_call(self):
        more = ', sep=";", decimal=",", encoding="cp1252"'
        path = str(self.data / "s.csv")
        cases = [
            ('import pandas as pd\npd.read_csv("s.csv"§)', more),
            ("import pandas\npandas.read_csv('s.csv'§)", more),
            ('from pandas import read_csv\nread_csv("s.csv"§)', more),
            ('from pandas import read_csv as rc\nrc("s.csv"§)', more),
            ('import pandas as frames\nframes.read_csv("s.csv"§)', more),
            ('import pandas as pd\nload = pd.read_csv\nload("s.csv"§)', more),
            (f'import pandas as pd\npd.read_csv("{path}"§)', more),
            ('import pandas as pd\npd.read_csv("./s.csv"§)', more),
            ('import pandas as pd\nfrom pathlib import Path\npd.read_csv(Path("s.csv")§)', more),
            (
                f'import pandas as pd\nfrom pathlib import Path\npd.read_csv(Path("{self.data}") / "s.csv"§)',
                more,
            ),
            (f'import pandas as pd, os\npd.read_csv(os.path.join("{self.data}", "s.csv")§)', more),
            ('import pandas as pd\npath = "s.csv"\npd.read_csv(path§)', more),
            (
                f'import pandas as pd\nfolder = "{self.data}"\npd.read_csv(f"{{folder}}/s.csv"§)',
                more,
            ),
            (f'import pandas as pd\nfolder = "{self.data}"\npd.read_csv(folder + "/s.csv"§)', more),
            ('import pandas as pd\npd.read_csv(filepath_or_buffer="s.csv"§)', more),
            ('import pandas as pd\npd.read_csv(\n    "s.csv"§,  # the prices\n)', more),
            ('import pandas as pd\npd.read_csv("s.csv"§,)', more),
            ('import pandas as pd\npd.read_csv(("s.csv")§)', more),
            ('import pandas as pd\npd.read_csv(("s.csv")  # (\n§)', more),
            ('import pandas as pd\npd.read_csv(("s.csv"),  # (\n§)', more[2:]),
            ('import pandas as pd\nä = "ö"; pd.read_csv("s.csv"§).head(1)', more),
            ('  import pandas as pd\n  pd.read_csv("s.csv"§)', more),
            ('import pandas as pd\r\npd.read_csv(\r\n  "s.csv"§\r\n)\r\n', more),
            (
                'import pandas as pd\ndef load():\n    path = "s.csv"\n    return pd.read_csv(path§)\nload()',
                more,
            ),
            ('import pandas as pd\n[pd.read_csv("s.csv"§) for _ in "ab"][1]', more),
            (
                'import pandas as pd\n(pd.read_csv("s.csv"§).price.sum(), pd.read_csv("s.csv"§).price.max())',
                more,
            ),
            ('import pandas as pd\npd.read_csv("it\'s.csv"§)', more),
            (
                'import pandas as pd\npd.read_csv("s.csv", sep=";"§)',
                ', decimal=",", encoding="cp1252"',
            ),
            (
                'import pandas as pd\npd.read_csv("s.csv", delimiter=";"§)',
                ', decimal=",", encoding="cp1252"',
            ),
            (
                'import pandas as pd\npd.read_csv("s.csv", encoding="windows-1252"§)',
                ', sep=";", decimal=","',
            ),
            ('import pandas as pd\npd.read_csv("s.csv", nrows=1, usecols=["name"]§)', more),
            ('import pandas as pd\npd.read_table("s.csv"§)', more),
            ('import pandas as pd\npd.read_table("tab.csv"§)', ""),
            ('import pandas as pd\npd.read_table("p.csv"§)', ', sep=","'),
            ('import pandas as pd\npd.read_csv("tab.csv"§)', ', sep="\\t"'),
            ('import pandas as pd\npd.read_csv("t.csv"§)', ", skiprows=2"),
            ('import pandas as pd\npd.read_csv("t.csv", nrows=1§)', ", skiprows=2"),
            ('import pandas as pd\npd.read_csv("p.csv"§)', ""),
            ('import pandas as pd\npd.read_csv("p.csv", sep=","§)', ""),
        ]
        for code, added in cases:
            with self.subTest(code=code):
                self.check(code.replace("§", ""), code.replace("§", added))

    def test_variables_of_earlier_cells_are_known(self):
        self.run_cell(
            'import pandas as pd\nfrom pathlib import Path\npath, other = "s.csv", Path("t.csv")\nread = pd.read_csv'
        )
        self.check(
            "pd.read_csv(path)", 'pd.read_csv(path, sep=";", decimal=",", encoding="cp1252")'
        )
        self.check("read(other)", "read(other, skiprows=2)")

    def test_the_result_is_that_of_the_profile(self):
        for name in self.files:
            with self.subTest(name=name):
                self.run_cell(f"import pandas as pd\ndf = pd.read_csv({name!r})")
                pd.testing.assert_frame_equal(self.session.kernel.names["df"], self.profiled(name))

    def test_what_the_caller_states_is_kept_and_what_contradicts_the_profile_is_said(self):
        said = [{"file": "s.csv", "arguments": ["sep"]}]
        code = 'import pandas as pd\npd.read_csv("s.csv", sep=","§)'
        self.check(
            code.replace("§", ""), code.replace("§", ', decimal=",", encoding="cp1252"'), said
        )
        # If a line is the first one to read, the profile's lines would be others.
        code = 'import pandas as pd\npd.read_csv("t.csv", header=None, names=["a", "b"])'
        self.check(code, code, [{"file": "t.csv", "arguments": ["header", "skiprows"]}])
        code = 'import pandas as pd\npd.read_csv("t.csv", skiprows=3)'
        self.check(code, code, [{"file": "t.csv", "arguments": ["skiprows"]}])
        code = 'import pandas as pd\npd.read_csv("p.csv", sep=";")'
        self.check(code, code, [{"file": "p.csv", "arguments": ["sep"]}])
        code = 'import pandas as pd\npd.read_csv("p.csv", names=["a", "b"])'
        self.check(code, code, [{"file": "p.csv", "arguments": ["names"]}])
        for choice in (
            'index_col="name"',
            'usecols=["name"]',
            'dtype={"price": str}',
            "nrows=1",
            'names=["a", "b"], header=0',
            'na_values=["x"]',
        ):
            code = f'import pandas as pd\npd.read_csv("p.csv", {choice})'
            self.check(code, code)

    def test_a_comment_keeps_a_call_or_a_cell_as_written(self):
        said = [{"file": "t.csv", "arguments": ["skiprows"]}]
        for code in (
            '# as written\nimport pandas as pd\npd.read_csv("t.csv")',
            'import pandas as pd\npd.read_csv("t.csv")  # As written',
        ):
            self.check(code, code, said)
        code = 'import pandas as pd\npd.read_csv("t.csv")  # as written\npd.read_csv("t.csv"§)'
        self.check(code.replace("§", ""), code.replace("§", ", skiprows=2"), said)


class Said(Files):
    def check(self, code, *deviations):
        outcome = self.run_cell("import pandas as pd, glob, io\n" + code)
        self.assertEqual(
            (outcome["additions"], outcome["deviations"]),
            ([], [{"file": file, "arguments": names} for file, names in deviations]),
        )

    def test_what_only_shows_when_it_runs(self):
        cases = [
            ('for name in ["p.csv", "t.csv"]:\n    pd.read_csv(name)', ("t.csv", ["skiprows"])),
            (
                'for name in sorted(glob.glob("t*.csv")):\n    pd.read_csv(name)',
                ("t.csv", ["skiprows"]),
                ("tab.csv", ["sep"]),
            ),
            (
                'def load(path):\n    return pd.read_csv(path)\nload("t.csv")',
                ("t.csv", ["skiprows"]),
            ),
            ('options = {"nrows": 1}\npd.read_csv("t.csv", **options)', ("t.csv", ["skiprows"])),
            ('arguments = ["t.csv"]\npd.read_csv(*arguments)', ("t.csv", ["skiprows"])),
            ('getattr(pd, "read_csv")("t.csv")', ("t.csv", ["skiprows"])),
            ('pd.read_csv(open("t.csv"))', ("t.csv", ["skiprows"])),
            (
                'path = "p.csv"\nif path:\n    path = "t.csv"\npd.read_csv(path)',
                ("t.csv", ["skiprows"]),
            ),
            ('pd.read_csv(later) if (later := "t.csv") else 0', ("t.csv", ["skiprows"])),
            ('pd.read_fwf("p.csv")', ("p.csv", ["read_csv"])),
            ('for name in ["t.csv"]:\n    pd.read_csv(name, skiprows=range(2))',),
            ('for name in ["t.csv", "t.csv"]:\n    pd.read_csv(name)', ("t.csv", ["skiprows"])),
            ('pd.read_csv(io.StringIO("a,b\\n1,2"))',),
            (
                'for name in ["s.csv"]:\n    try:\n        pd.read_csv(name)\n    except UnicodeDecodeError:\n        pass',
            ),
        ]
        for code, *deviations in cases:
            with self.subTest(code=code):
                self.check(code, *deviations)

    def test_a_name_that_is_bound_later_or_elsewhere_completes_nothing(self):
        cases = [
            ('path = "p.csv"\npd.read_csv(path)\npath = "t.csv"',),
            ('class pd:\n    read_csv = len\npd.read_csv("t.csv")',),
            ('def read_csv(path):\n    return path\nread_csv("t.csv")',),
            ('import csv as pd2\nread = print\nread("t.csv")',),
        ]
        for (code,) in cases:
            with self.subTest(code=code):
                self.check(code)

    def test_without_readings_nothing_is_completed_or_said(self):
        outcome = self.session.run('import pandas as pd\npd.read_csv("p.csv", header=None)')
        self.assertEqual(
            (outcome.keys() & {"additions", "deviations"}, outcome["error"]), (set(), None)
        )

    def test_code_that_fails_to_parse_fails_as_it_does_elsewhere(self):
        text = self.session.kernel.begin("pd.read_csv('t.csv'", False, json.dumps(self.readings))
        outcome = json.loads(text)
        self.assertEqual((outcome["error"]["name"], "additions" in outcome), ("SyntaxError", False))

    def test_a_reader_that_does_more_than_one_call_says_so(self):
        self.readings = [
            {**one, "reader": one["reader"] + ".dropna()"}
            for one in self.readings
            if one["name"] == "t.csv"
        ]
        outcome = self.run_cell('import pandas as pd\npd.read_csv("t.csv")')
        self.assertEqual([one["text"] for one in outcome["additions"]], [", skiprows=2"])
        self.assertEqual(outcome["deviations"], [{"file": "t.csv", "arguments": ["further steps"]}])


class Workbooks(Files):
    files: ClassVar = {}

    def setUp(self):
        super().setUp()
        path = self.data / "made.xlsx"
        with pd.ExcelWriter(path) as writer:
            pd.DataFrame({"a": [1, 2], "b": ["x", "y"]}).to_excel(
                writer, sheet_name="First", index=False
            )
            pd.DataFrame({"c": [3, 4], "d": ["z", "w"]}).to_excel(
                writer, sheet_name="Second", index=False, startrow=3
            )
        self.add("book.xlsx", path.read_bytes())

    def test_sheets_are_read_as_the_profile_says(self):
        before, after = "import pandas as pd\n", ', sheet_name="First"'
        cases = [
            ('pd.read_excel("book.xlsx"§)', after, []),
            ('pd.read_excel("book.xlsx", "Second"§)', ", skiprows=3", []),
            ('pd.read_excel("book.xlsx", sheet_name="First"§)', "", []),
            ('pd.read_excel("book.xlsx", sheet_name=1§)', "", [["skiprows"]]),
            ('pd.read_excel("book.xlsx", sheet_name=None§)', "", [["skiprows"]]),
            ('pd.ExcelFile("book.xlsx").parse("Second"§)', "", [["skiprows"]]),
            ('pd.ExcelFile("book.xlsx").parse("Second", skiprows=3§)', "", []),
        ]
        for code, added, said in cases:
            with self.subTest(code=code):
                code = before + code
                outcome = self.run_cell(code.replace("§", ""))
                self.assertEqual(
                    self.completed(code.replace("§", ""), outcome), code.replace("§", added)
                )
                self.assertEqual([one["arguments"] for one in outcome["deviations"]], said)

    def test_the_result_is_that_of_the_profile(self):
        self.run_cell(
            'import pandas as pd\nfirst = pd.read_excel("book.xlsx")\nsecond = pd.read_excel("book.xlsx", "Second")'
        )
        names = self.session.kernel.names
        pd.testing.assert_frame_equal(names["first"], self.profiled("book.xlsx"))
        pd.testing.assert_frame_equal(names["second"], self.profiled("book.xlsx", 1))


class FixedWidth(Files):
    files: ClassVar = {"f.txt": FIXED}

    def test_columns_of_fixed_width(self):
        self.assertIn("read_fwf", self.readers["f.txt"][0])
        outcome = self.run_cell('import pandas as pd\npd.read_fwf("f.txt")')
        self.assertEqual(
            [one["text"].split("=")[0] for one in outcome["additions"]], [", colspecs"]
        )
        outcome = self.run_cell('import pandas as pd\npd.read_csv("f.txt")')
        self.assertEqual(
            (outcome["additions"], outcome["deviations"]),
            ([], [{"file": "f.txt", "arguments": ["read_fwf"]}]),
        )


class Reader(unittest.TestCase):
    def test_a_reader_of_another_form_is_left_out(self):
        current = readings.Readings()
        made = [
            {"path": "/data/a", "name": "a", "sheet": None, "reader": reader}
            for reader in ('pd.read_json("a")', "1 +", "open('a')", "pd.read_csv(**x)")
        ]
        current.begin(json.dumps(made))
        self.assertEqual(current.tables, {})

    def test_arguments_are_taken_as_the_profile_writes_them(self):
        reader = 'pd.read_csv("a.csv", sep=";", dtype={"id": str}, skiprows=[0, 1, 2, 4], nrows=3)'
        reading = readings.parse("/data/a.csv", "a.csv", None, reader)
        self.assertEqual(reading.sources["dtype"], 'dtype={"id": str}')
        self.assertEqual(
            reading.values, {"sep": ";", "dtype": {"id": str}, "skiprows": [0, 1, 2, 4], "nrows": 3}
        )
        cases = [
            ({"dtype": "str"}, []),
            ({"dtype": {"id": "object", "n": int}}, []),
            ({"dtype": {"n": int}}, ["dtype"]),
            ({"nrows": 2}, []),
            ({"nrows": 4}, ["nrows"]),
            ({"skiprows": (0, 1, 2, 4)}, []),
            ({"skiprows": readings.UNKNOWN}, ["skiprows"]),
        ]
        for given, unlike in cases:
            given = {
                name: readings.plain(value) if value is not readings.UNKNOWN else value
                for name, value in given.items()
            }
            self.assertEqual(readings.compare(reading, "read_csv", given)[0], unlike, given)

    def test_arguments_of_columns_and_of_missing_values(self):
        reader = 'pd.read_csv("a", dtype={"zip": str}, parse_dates=["day"], date_format="%d/%m/%Y", keep_default_na=False, na_values=[""], usecols=range(0, 3))'
        reading = readings.parse("/a", "a", None, reader)
        names = ["dtype", "parse_dates", "date_format", "keep_default_na", "na_values", "usecols"]
        # What the call states, what is added, and what is said if nothing can be added.
        cases = [
            ({}, names, []),
            ({"usecols": ["zip"]}, ["dtype", "keep_default_na", "na_values"], []),
            (
                {"usecols": ["day"]},
                ["parse_dates", "date_format", "keep_default_na", "na_values"],
                [],
            ),
            ({"usecols": ["zip", "day"]}, names[:5], []),
            ({"usecols": ["n"]}, ["keep_default_na", "na_values"], []),
            ({"usecols": readings.UNKNOWN}, ["dtype", "keep_default_na", "na_values"], []),
            ({"usecols": [0, 1]}, ["dtype", "keep_default_na", "na_values"], []),
            ({"parse_dates": ["day"]}, ["dtype", *names[2:]], []),
            ({"parse_dates": ["n", "day"]}, ["dtype", *names[2:]], []),
            ({"parse_dates": ["n"]}, ["dtype", *names[2:]], ["parse_dates"]),
            (
                {"na_values": ["-"]},
                ["dtype", "parse_dates", "date_format", "usecols"],
                ["na_values"],
            ),
            ({"index_col": "zip"}, names, []),
        ]
        for given, added, said in cases:
            with self.subTest(given=given):
                unlike, absent, _ = readings.compare(reading, "read_csv", given)
                self.assertEqual(
                    ([name for name in absent if readings.can_add(name, reading, given)], unlike),
                    (added, said),
                )

    def test_a_table_in_an_archive_is_not_that_of_the_archives_path(self):
        reading = readings.parse(
            "/a.zip",
            "a.zip",
            None,
            'pd.read_csv(__import__("zipfile").ZipFile("a.zip").open("b.csv"), sep=";")',
        )
        self.assertEqual(
            (reading.function, reading.values, reading.more), ("read_csv", {"sep": ";"}, True)
        )

    def test_what_an_engine_or_a_choice_of_columns_refuses_is_not_added(self):
        reading = readings.parse(
            "/a",
            "a",
            None,
            'pd.read_csv("a", sep=";", on_bad_lines="skip", engine="python", parse_dates=["d"], skiprows=2)',
        )
        cases = [
            ({}, ["sep", "on_bad_lines", "engine", "parse_dates", "skiprows"]),
            ({"engine": "pyarrow"}, ["sep"]),
            ({"low_memory": False}, ["sep", "on_bad_lines", "parse_dates", "skiprows"]),
            ({"usecols": ["a"]}, ["sep", "on_bad_lines", "engine", "skiprows"]),
            ({"usecols": ["a", "d"]}, ["sep", "on_bad_lines", "engine", "parse_dates", "skiprows"]),
            ({"header": None}, ["sep", "on_bad_lines", "engine"]),
        ]
        for given, expected in cases:
            absent = readings.compare(reading, "read_csv", given)[1]
            self.assertEqual(
                [name for name in absent if readings.can_add(name, reading, given)], expected, given
            )


if __name__ == "__main__":
    unittest.main()
