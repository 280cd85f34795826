"""Makes the file of `bench/sql.mjs`, and runs its queries by native DuckDB.

python3 native.py make FILE ROWS
python3 native.py run FILE THREADS QUERY   (THREADS 0: as many as DuckDB takes by itself)
"""

import json
import sys
import time

import duckdb

# Values follow from a row's number, so that every machine makes the same file.
TABLE = """select i as id, 'k' || lpad((hash(i + 7) % 1000)::varchar, 3, '0') as key,
    (hash(i + 11) % 100000)::int as units, round((hash(i + 13) % 100000000) / 100.0, 2) as amount,
    (date '2020-01-01' + (hash(i + 17) % 1800)::int) as day,
    'Customer ' || (hash(i + 19) % 1000000) || ', '
        || (['Berlin', 'Paris', 'Rome', 'Oslo', 'Wien'])[(hash(i + 23) % 5 + 1)::int] as customer,
    md5((hash(i + 29) % 5000000)::varchar) as note
from range({rows}) t(i)"""


def main() -> None:
    match sys.argv[1:]:
        case ["make", file, rows]:
            duckdb.sql(f"copy ({TABLE.format(rows=int(rows))}) to '{file}' (header, delimiter ',')")
        case ["run", file, threads, query]:
            settings = {"threads": int(threads)} if int(threads) else {}
            connection = duckdb.connect(config=settings)
            since, processor = time.perf_counter(), time.process_time()
            answer = connection.sql(query.replace("FILE", f"'{file}'")).fetchall()
            seconds = time.perf_counter() - since
            processor = time.process_time() - processor
            print(json.dumps({"seconds": seconds, "processor": processor, "answer": repr(answer)}))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
