"""Tables in files that are compressed."""

import bz2
import gzip
import lzma
import unittest
from unittest import mock

from insitu import containers
from opening_fixtures import Case, Opening, opened

ORDERS = "zip;amount;day\n00501;1,5;13.02.2025\n02139;2,5;14.02.2025\n10001;4;15.02.2025\n"


NAMES = ["zip", "amount", "day"]


class Compressed(Opening):
    def test_what_is_compressed_is_read_like_the_table_itself(self):
        value = "(df['zip'].tolist(), df['amount'].sum(), str(df['day'].max().date()))"
        right = "(['00501', '02139', '10001'], np.float64(8.0), '2025-02-15')"
        latin = "name;n\nJosé;1\nZoë;2\nÅsa;3\n".encode("latin-1")
        self.check(
            [
                Case("decimal commas", "a.csv.bz2", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("decimal commas", "a.csv.xz", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a.csv", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("an encoding of before 2000", "b.csv.xz", lzma.compress(latin), 3, ["name", "n"], "df['name'][1]", "Zoë"),
                Case(
                    "several streams after each other", "c.csv.bz2",
                    bz2.compress(b"a,b\n1,2\n3,4\n") + bz2.compress(b"5,6\n"), 3, ["a", "b"], "df['b'].sum()", "12",
                ),
            ]
        )  # fmt: skip

    def test_damage_is_stated_and_what_is_too_much_is_not_unpacked(self):
        rows = b"a,b\n" + b"1,2\n" * 5000
        self.refused(
            [
                ("a.csv.gz", gzip.compress(rows)[:-40], "ends early"),
                ("a.csv.bz2", bz2.compress(rows)[:-4], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:-40], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:30] + bytes(60), "damaged"),
            ]
        )
        for name, content in (("a.csv.bz2", bz2.compress(rows)), ("a.csv.xz", lzma.compress(rows))):
            with self.subTest(name=name), mock.patch.object(containers, "MAX_BYTES", 1000):
                facts, frames = opened(name, content)
                self.assertEqual(frames, [])
                self.assertIn("too large to be read in its compressed form", facts["notes"][0])

    def test_text_that_begins_like_a_compressed_file_stays_text(self):
        facts, _frames = opened("notes.txt", b"BZh is how files of bzip2 begin.\n")
        self.assertEqual(facts["kind"], "text")


if __name__ == "__main__":
    unittest.main()
