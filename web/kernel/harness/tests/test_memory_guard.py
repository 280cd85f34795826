"""Files that do not fit into memory are refused before they are read."""

import json
import os
import tempfile
import unittest
from pathlib import Path

import fixtures  # noqa: F401 - puts the package on the path
import pandas as pd
from insitu import memory_guard


def memory(free):
    return lambda: json.dumps({"limit": free, "size": 0, "free": 0})


class Room(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "big.csv")
        line = "".join(f"{i % 97},{i * 0.5},name {i % 13}\n" for i in range(10_000))
        self.path.write_text("a,b,c\n" + line * 110)
        self.size = os.path.getsize(self.path)
        self.assertGreater(self.size, memory_guard.SMALL)

    def read(self, free, name="read_csv", **options):
        return memory_guard.guarded(name, getattr(pd, name), memory(free))(
            str(self.path), **options
        )

    def test_a_read_that_cannot_fit_reports_size_free_memory_and_what_to_do(self):
        with self.assertRaises(MemoryError) as caught:
            self.read(20 << 20)
        self.assertRegex(
            str(caught.exception),
            r"^big\.csv \(1\d MB\) would take about \d+ MB of memory when it is read whole, and 20 MB are free\. Read it in pieces with chunksize=",
        )

    def test_partial_reads_are_not_checked(self):
        self.assertEqual(len(self.read(1 << 20, nrows=5)), 5)
        self.assertEqual(len(next(self.read(1 << 20, chunksize=7))), 7)

    def test_the_estimate_uses_the_arguments_of_the_call(self):
        frame = self.read(60 << 20, usecols=["a"], dtype={"a": "int8"})
        self.assertEqual(frame.shape, (1_100_000, 1))

    def test_the_estimate_is_close_to_the_size_of_the_table(self):
        estimated = memory_guard.estimate(
            pd.read_csv, str(self.path), (str(self.path),), {}, self.size
        )
        taken = pd.read_csv(self.path).memory_usage(deep=True).sum()
        self.assertTrue(0.8 < estimated / taken < 1.25, (estimated, taken))

    def test_small_and_missing_files_are_left_to_pandas(self):
        small = self.path.with_name("small.csv")
        small.write_text("a\n1\n")
        self.assertEqual(len(memory_guard.guarded("read_csv", pd.read_csv, memory(1))(small)), 1)
        with self.assertRaises(FileNotFoundError):
            memory_guard.guarded("read_csv", pd.read_csv, memory(1))("nowhere.csv")

    def test_formats_that_cannot_be_read_in_part_are_estimated_from_the_file_size(self):
        with self.assertRaisesRegex(MemoryError, r"Save it as lines"):
            self.read(20 << 20, "read_json")
        with self.assertRaisesRegex(MemoryError, r"columns= or filters="):
            self.read(10 << 20, "read_parquet")


if __name__ == "__main__":
    unittest.main()
