"""Makes the files of `bench/tables.mjs`, and reads them with native pandas and DuckDB.

python3 native.py make KIND MEGABYTES FILE
python3 native.py pandas|duckdb KIND FILE   (prints {"seconds", "answer"} as JSON)

Needs duckdb, pandas, pyarrow, openpyxl, python-calamine and odfpy.
"""

import json
import math
import os
import sqlite3
import sys
import tempfile
import time

import duckdb
import pandas as pd

# Values follow from a row's number, so that every machine makes the same file.
ROWS = """select i as id, (date '2020-01-01' + (hash(i + 17) % 1800)::int)::varchar as day,
    ['north', 'south', 'east', 'west', 'middle'][(hash(i + 23) % 5 + 1)::int] as region,
    'Customer ' || (hash(i + 19) % 1000) as customer, (hash(i + 11) % 100)::int as units,
    (hash(i + 13) % 100000) / 100.0 as amount
from range({rows}) t(i)"""

# The rows of a sheet, below its header.
SHEET = 1_048_575

# The rows of the first try, from whose size the number of rows follows.
SAMPLE = 20_000

WRITERS = {
    "csv": lambda rows, file: copy(rows, file, "header"),
    "csv.gz": lambda rows, file: copy(rows, file, "header, compression gzip"),
    "jsonl": lambda rows, file: copy(rows, file, "format json"),
    "parquet": lambda rows, file: copy(rows, file, "format parquet"),
    "feather": lambda rows, file: frame(rows).to_feather(file),
    "xlsx": lambda rows, file: frame(min(rows, SHEET)).to_excel(file, index=False),
    "ods": lambda rows, file: frame(rows).to_excel(file, index=False),
    "dta": lambda rows, file: frame(rows).to_stata(file, write_index=False),
    "sqlite": lambda rows, file: to_sqlite(rows, file),
}

PANDAS = {
    "csv": pd.read_csv,
    "csv.gz": pd.read_csv,
    "jsonl": lambda file: pd.read_json(file, lines=True),
    "parquet": pd.read_parquet,
    "feather": pd.read_feather,
    "xlsx": lambda file: pd.read_excel(file, engine="calamine"),
    "ods": lambda file: pd.read_excel(file, engine="calamine"),
    "dta": pd.read_stata,
    "sqlite": lambda file: pd.read_sql("select * from sales", sqlite3.connect(file)),
}

# The kinds that DuckDB reads without an extension from the network.
DUCKDB = {"csv": "read_csv", "csv.gz": "read_csv", "jsonl": "read_json", "parquet": "read_parquet"}


def frame(rows: int) -> pd.DataFrame:
    return duckdb.sql(ROWS.format(rows=rows)).df()


def copy(rows: int, file: str, options: str) -> None:
    duckdb.sql(f"copy ({ROWS.format(rows=rows)}) to '{file}' ({options})")


def to_sqlite(rows: int, file: str) -> None:
    with sqlite3.connect(file) as connection:
        for since in range(0, rows, 500_000):
            part = frame(rows) if rows <= 500_000 else part_of(rows, since)
            part.to_sql("sales", connection, index=False, if_exists="append")


def part_of(rows: int, since: int) -> pd.DataFrame:
    query = (
        f"select * from ({ROWS.format(rows=rows)}) where id >= {since} and id < {since + 500_000}"
    )
    return duckdb.sql(query).df()


def make(kind: str, megabytes: float, file: str) -> None:
    """Writes a file of about `megabytes`."""
    with tempfile.TemporaryDirectory() as folder:
        sample = os.path.join(folder, f"sample.{kind}")
        WRITERS[kind](SAMPLE, sample)
        each = os.path.getsize(sample) / SAMPLE
    WRITERS[kind](math.ceil(megabytes * 1e6 / each), file)


def read(engine: str, kind: str, file: str) -> str:
    """Returns the sum of `amount` by region, in the order of regions."""
    if engine == "pandas":
        sums = PANDAS[kind](file).groupby("region")["amount"].sum()
    else:
        query = f"select region, sum(amount) from {DUCKDB[kind]}('{file}') group by 1 order by 1"
        sums = dict(duckdb.sql(query).fetchall())
    return " ".join(f"{region} {value:.2f}" for region, value in sums.items())


def main() -> None:
    match sys.argv[1:]:
        case ["make", kind, megabytes, file]:
            make(kind, float(megabytes), file)
        case ["pandas" | "duckdb" as engine, kind, file]:
            since = time.perf_counter()
            answer = read(engine, kind, file)
            print(json.dumps({"seconds": time.perf_counter() - since, "answer": answer}))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
