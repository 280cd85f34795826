"""Parquet and Arrow files, read and written."""

import datetime
import decimal
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import pandas as pd
from insitu import profile
from opening_fixtures import Case, Opening

HERE = Path(__file__).parent / "reading"


# Those that pyarrow wrote, with its types and what pandas notes.
VISITS, FEATHER, STREAM, SALES, PIVOT, FILTERED = (
    (HERE / name).read_bytes()
    for name in (
        "visits.parquet",
        "visits.feather",
        "zips.arrows",
        "sales.parquet",
        "pivot.parquet",
        "filtered.parquet",
    )
)


def parquet(frame, **options):
    """Returns the bytes of a Parquet file as pandas writes it here."""
    return frame.to_parquet(**options)


class ColumnFiles(Opening):
    def test_files_of_pyarrow_have_the_types_that_pandas_gives_them(self):
        columns = [
            "key",
            "id",
            "n",
            "when",
            "day",
            "amount",
            "kind",
            "ok",
            "price",
            "tags",
            "place",
            "raw",
            "nothing",
            "precise",
            "took",
        ]
        value = "[str(df[name].dtype) for name in ('n', 'kind', 'ok', 'price', 'tags', 'took', 'precise')]"
        right = "['float64', 'category', 'object', 'Int64', 'object', 'float64', 'datetime64[ns]']"
        said = (
            "the index of the table is read as columns: `key`",
            "`when`: the times are those of the time zone Europe/Berlin",
            "lists within cells: `tags`, `place`",
        )
        types = {
            "id": "text", "n": "integer", "when": "date", "day": "date", "amount": "numbertext", "kind": "category",
            "ok": "boolean", "nothing": "empty", "took": "number",
        }  # fmt: skip
        sums = "(df['id'].tolist(), df['amount'].sum(), str(df['when'].max()), df['kind'].cat.categories.tolist(), df['took'].sum(), df['tags'][0].tolist(), df['place'][0], df['raw'][0], str(df['day'].max().date()))"
        found = "(['00501', '02139', '10001'], np.float64(-98.75), '2025-07-14 11:00:00', ['b', 'a', 'never'], np.float64(4.0), ['x', 'y'], {'lat': 1.5, 'name': 'A'}, b'\\x00\\x01', '2025-02-15')"
        self.check(
            [
                Case("an index, zones, decimals, lists", "visits.parquet", VISITS, 3, columns, value, right, said, types),
                Case("values", "visits.parquet", VISITS, 3, columns, sums, found),
                Case("Feather with zstd", "visits.feather", FEATHER, 3, columns, sums, found, said, types),
                Case("no ending", "visits", FEATHER, 3, columns, value, right),
                Case(
                    "a stream in pieces", "zips.arrows", STREAM, 300, ["zip", "n"], "(df['zip'][0], df['n'].sum())",
                    "('00501', np.int64(44850))", ("3 record batches", "a stream of Arrow"), {"zip": "category"},
                ),
                Case(
                    "texts with dates and prices, row groups", "sales.parquet", SALES, 120, ["day", "price", "units", "at"],
                    "(str(df['day'].max().date()), df['price'].sum(), df['units'].sum(), str(df['at'][0]))",
                    "('2025-02-15', np.float64(49580.0), np.float64(120.0), '2025-02-12 22:40:00')", ("3 row groups",),
                    {"day": "date", "price": "numbertext", "units": "integer", "at": "date"},
                ),
                Case(
                    "levels of names", "pivot.parquet", PIVOT, 2, ["k", "m", "x lo", "x hi"], "df['x hi'].tolist()", "[2, 4]",
                    ("several levels", "columns: `k`, `m`"),
                ),
                Case("numbers of rows, a number as a name", "f.parquet", FILTERED, 2, ["id", "5"], "df['5'].tolist()", "[3.0, 1.0]"),
            ]
        )  # fmt: skip

    def test_what_pandas_writes_here_is_read_here(self):
        frame = pd.DataFrame(
            {
                "zip": ["00501", None, "10001"],
                "n": pd.Series([1, 2, 3], dtype="int8"),
                "share": [0.5, None, 1.5],
                "day": pd.to_datetime(["2025-02-13", None, "2025-02-15"]).as_unit("s"),
                "tags": [["x"], None, []],
                "date": [datetime.date(1850, 2, 3), None, datetime.date(2025, 1, 1)],
                "price": [decimal.Decimal("1.20"), decimal.Decimal("1E2"), None],
                "kind": pd.Categorical(["b", None, "a"], ["b", "a", "never"], ordered=True),
            }
        )
        for form in ("parquet", "feather"):
            with self.subTest(form=form):
                file = io.BytesIO()
                getattr(frame, f"to_{form}")(file)
                read = getattr(pd, f"read_{form}")(io.BytesIO(file.getvalue()))
                expected = frame.assign(
                    price=[decimal.Decimal("1.20"), decimal.Decimal("100.00"), None]
                )
                expected["tags"] = [
                    list(tags) if tags is not None else None for tags in read["tags"]
                ]
                read["tags"] = expected["tags"]
                if form == "parquet":
                    # Parquet has no seconds.
                    expected["day"] = expected["day"].dt.as_unit("ms")
                pd.testing.assert_frame_equal(read, expected)
        for compression in ("gzip", "brotli", "zstd", "lz4", None):
            with self.subTest(compression=compression):
                file = io.BytesIO(parquet(frame, compression=compression))
                self.assertEqual(pd.read_parquet(file)["zip"].tolist()[2], "10001")
        file = io.BytesIO(parquet(frame))
        read = pd.read_parquet(
            file, columns=["zip", "n"], filters=[("n", ">=", 2), ("zip", "!=", "x")]
        )
        self.assertEqual(read.values.tolist(), [["10001", 3]])
        nullable = pd.read_parquet(io.BytesIO(parquet(frame)), dtype_backend="numpy_nullable")
        self.assertEqual(str(nullable["n"].dtype), "Int8")
        rows = pd.DataFrame(
            {"n": range(100_000), "text": [f"text {at % 7}" for at in range(100_000)]}
        )
        self.check(
            [
                Case(
                    "more rows than are looked at", "a.parquet", parquet(rows, row_group_size=30_000), 100_000, ["n", "text"],
                    "df['n'].sum()", "4999950000", ("4 row groups",),
                ),
                Case("no rows", "a.parquet", parquet(frame.iloc[:0, :3]), 0, ["zip", "n", "share"], "len(df)", "0"),
                Case("an engine by name, no index", "a.parquet", parquet(frame[["n"]], engine="pyarrow", index=False), 3, ["n"], "df['n'].sum()", "6"),
                Case("a column of nothing, names outside of ASCII", "a.parquet", parquet(pd.DataFrame({"größe": [None, None], "名": ["x", "y"]})), 2, ["größe", "名"], "df['名'][1]", "y"),
            ]
        )  # fmt: skip

    def test_what_has_no_meaning_here_is_an_error_that_says_what_to_write(self):
        frame = pd.DataFrame({"a": [1, 2], "b": ["x", 3]})
        cases = [
            (lambda: frame.to_parquet(io.BytesIO()), ValueError, "astype(str)"),
            (lambda: frame[["a"]].to_parquet("x", partition_cols=["a"]), NotImplementedError, "groupby"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), columns=["z"]), KeyError, "has no column 'z'"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), dtype_backend="pyarrow"), ImportError, "numpy_nullable"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), filters="n > 1"), TypeError, "takes a list"),
            (lambda: pd.read_parquet(io.BytesIO(VISITS), schema=1), TypeError, "argument of pyarrow"),
            (lambda: pd.read_parquet("."), NotImplementedError, "one by one"),
        ]  # fmt: skip
        for act, kind, words in cases:
            with self.subTest(words=words), self.assertRaises(kind) as caught:
                act()
            self.assertIn(words, str(caught.exception))

    def test_damage_is_stated(self):
        text = bytearray(VISITS)
        text[VISITS.rfind(b'"pandas_type"') + 3] = 0xFF
        self.refused(
            [
                ("a.parquet", VISITS[:-20], "its end is missing"),
                ("a.parquet", VISITS[:10], "it ends early"),
                (
                    "a.parquet",
                    VISITS[:-8] + b"\xff\xff\xff\x7fPAR1",
                    "its footer has a wrong length",
                ),
                ("a.parquet", VISITS[:-100] + bytes(92) + VISITS[-8:], "damaged or incomplete"),
                ("a.parquet", bytes(text), "its content cannot be read"),
                ("a.parquet", b"PARE" + VISITS[4:-4] + b"PARE", "without encryption"),
                ("a.parquet", bytes(2000), "damaged, encrypted or of another kind"),
                ("a.feather", FEATHER[:-50], "its end is missing"),
                ("a.feather", FEATHER[:200] + FEATHER[700:], "damaged or incomplete"),
                ("a.feather", b"FEA1" + bytes(200), "version 1"),
                ("a.arrows", STREAM[:-200], "it ends early"),
            ]
        )

    def test_a_large_file_is_not_read_whole(self):
        rows = pd.DataFrame({"n": range(400_000), "text": [f"text {at}" for at in range(400_000)]})
        content = parquet(rows, row_group_size=50_000, compression=None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.parquet")
            path.write_bytes(content)
            read = []
            real = open

            class Counting(io.BufferedReader):
                def read(self, size=-1):
                    found = super().read(size)
                    read.append(len(found))
                    return found

            with mock.patch(
                "builtins.open",
                lambda name, mode="r", *rest, **more: (
                    Counting(io.FileIO(name))
                    if str(name).endswith(".parquet")
                    else real(name, mode, *rest, **more)
                ),
            ):
                facts = profile.describe(str(path))
        self.assertEqual(facts["tables"][0]["rows"], 400_000)
        self.assertLess(sum(read), len(content) / 4)


if __name__ == "__main__":
    unittest.main()
