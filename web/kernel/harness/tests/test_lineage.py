"""Where what executions show comes from."""

import os
import tempfile
import unittest
from pathlib import Path

from fixtures import Session
from insitu.lineage import Lineage

FILE = (True, [])
READ = "import pandas as pd\ndf = pd.read_csv('orders.csv')\n"


class Origins(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name, "data")
        self.data.mkdir()
        Path(self.data, "orders.csv").write_text("item,amount\nlamp,12.5\n")
        out = Path(folder.name, "out")
        out.mkdir()
        os.symlink(self.data / "orders.csv", out / "orders.csv")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(out)

    def check(self, *cells):
        """Compares, for each code, whether it shows data of files, and what else it shows."""
        lineage = Lineage(str(self.data))
        for code, expected in cells:
            with self.subTest(code=code):
                found = lineage.read(code)
                self.assertEqual((found["files"], found["made"]), expected)

    def test_what_is_read_from_the_files_comes_from_them_in_later_cells_too(self):
        self.check(
            (READ + "df.head()", FILE),
            ("top = df.groupby('item')['amount'].sum()\nprint(top)", FILE),
            ("print(df.set_index('day')['amount'].resample('MS').sum())", FILE),
            (
                "import matplotlib.pyplot as plt\nfig, ax = plt.subplots(figsize=(8, 4))\nax.bar(top.index, top)\nax.set_xticks([0, 1, 2])",
                FILE,
            ),
            ("print(pd.cut(df.amount, [0, 10, 20, 30]))", FILE),
            ("with open('orders.csv') as file:\n    print(file.read())", FILE),
            (f"path = '{self.data}/orders.csv'\nprint(pd.read_csv(path))", FILE),
            ("name = 'orders' + '.csv'\nx = pd.read_csv(name)\nx", FILE),
            ("df.to_csv('copy.csv')\npd.read_csv('copy.csv')", FILE),
        )

    def test_typed_data_is_known_as_such(self):
        typed = (False, ["typed"])
        self.check(
            (
                "import pandas as pd\ndf = pd.DataFrame({'item': ['a', 'b', 'c'], 'amount': [1, 2, 3]})\ndf",
                typed,
            ),
            (
                "two = pd.DataFrame({'item': ['a', 'b'], 'amount': [260, 170]})\nprint(two.to_string())",
                typed,
            ),
            ("pd.Series(data=[-5])", typed),
            ("total = df['amount'].sum()\nprint(f'Total: {total}')", typed),
            ("import io\npd.read_csv(io.StringIO('a,b\\n1,2\\n3,4\\n'))", typed),
            (
                "rows = []\nfor n in [3, 5, 7]:\n    rows.append({'n': n})\nprint(pd.DataFrame(rows))",
                typed,
            ),
            (
                "try:\n    t = pd.read_csv('missing.csv')\nexcept FileNotFoundError:\n    t = pd.DataFrame({'a': [4, 5, 6]})\nt.describe()",
                typed,
            ),
            ("df.to_csv('own.csv')\npd.read_csv('own.csv')", typed),
            ("def made():\n    return pd.Series([7, 8, 9])\nmade().mean()", typed),
        )

    def test_random_numbers_are_known_as_such(self):
        random = (False, ["random"])
        self.check(
            (
                "import numpy as np\nnp.random.seed(1)\nx = np.random.normal(size=100)\nx.mean()",
                random,
            ),
            ("rng = np.random.default_rng(0)\nprint(rng.integers(0, 9, 5))", random),
            ("import random\nprint([random.random() for _ in range(5)])", random),
            ("from random import gauss as g\ng(0, 1)", random),
            ("from sklearn.datasets import make_blobs\nX, y = make_blobs(50)\nX.shape", random),
            ("import pandas as pd\npd.DataFrame({'a': np.random.rand(9)}).plot()", random),
        )

    def test_samples_of_libraries_are_known_as_such(self):
        sample = (False, ["sample"])
        self.check(
            (
                "from sklearn.datasets import load_iris\niris = load_iris(as_frame=True)\niris.frame.head()",
                sample,
            ),
            ("import seaborn as sns\nsns.load_dataset('tips').mean()", sample),
        )

    def test_random_parts_of_files_data_come_from_files_and_involve_random_numbers(self):
        both = (True, ["random"])
        self.check(
            (READ + "df.sample(5)", both),
            (
                "from sklearn.model_selection import train_test_split\na, b = train_test_split(df, test_size=0.2)\nprint(len(a))",
                both,
            ),
            ("from sklearn.utils import resample\nprint(resample(df))", both),
            ("from sklearn.cluster import KMeans\nKMeans(3, random_state=0).fit(df).labels_", both),
            ("df.describe()", FILE),
        )

    def test_typed_data_beside_that_of_files_is_said_to_be_a_part(self):
        self.check(
            (READ + "print(df)\nshare = pd.Series([20, 30, 50])\nprint(share)", (True, ["typed"]))
        )

    def test_what_is_not_known_is_not_called_made_up(self):
        self.check(
            ("1 + 1", FILE),
            ("print('Hello')", FILE),
            ("x = eval('[1, 2, 3]')\nx", FILE),
            ("print(unknown)", FILE),
            ("def broken(:", FILE),
            ("(" * 5000, FILE),
            ("data = [1, 2, 3]", FILE),
        )


class Outcomes(unittest.TestCase):
    def test_an_outcome_says_where_it_comes_from(self):
        with Session() as session:
            self.assertEqual(
                session.run("data = {'a': [1, 2, 3]}\ndata")["lineage"],
                {"files": False, "made": ["typed"]},
            )
            self.assertEqual(
                session.run("sum(data['a'])")["lineage"], {"files": False, "made": ["typed"]}
            )
            self.assertEqual(session.run("1 / 0")["lineage"], {"files": True, "made": []})


if __name__ == "__main__":
    unittest.main()
