"""Makes `files.json`: one table as files of every kind that the page opens, by name, in base64.

python3 end2end/kinds/make.py

Needs pandas, pyarrow, openpyxl, odfpy and xlwt. The files that these do not write are made as the
harness's tests make them.
"""

import base64
import bz2
import gzip
import io
import json
import lzma
import sqlite3
import sys
import tempfile
import zipfile
from pathlib import Path

import pandas as pd
import pyarrow
import pyarrow.ipc
import xlwt

HERE = Path(__file__).parent
HARNESS = HERE.parent.parent / "web/kernel/harness"
sys.path[:0] = [str(HARNESS), str(HARNESS / "tests")]

from pdf_fixtures import pdf, ruled
from test_opening_statistics import sas7bdat
from test_opening_workbooks import xlsb

NAMES = ["region", "amount", "units"]
ROWS = [
    ("North", 10.5, 3),
    ("South", 20.0, 1),
    ("North", 4.5, 2),
    ("East", 7.0, 5),
    ("South", 1.25, 4),
    ("West", 12.0, 1),
]
FRAME = pd.DataFrame(ROWS, columns=NAMES)
RECORDS = [dict(zip(NAMES, row)) for row in ROWS]
CSV = FRAME.to_csv(index=False).encode()


def written(write, ending):
    """Returns the bytes of a file that a function writes by its path."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "orders" + ending)
        write(path)
        return path.read_bytes()


def xls():
    book = xlwt.Workbook()
    sheet = book.add_sheet("orders")
    for at, row in enumerate([NAMES, *ROWS]):
        for column, value in enumerate(row):
            sheet.write(at, column, value)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def stream():
    table = pyarrow.Table.from_pandas(FRAME, preserve_index=False)
    file = io.BytesIO()
    with pyarrow.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def sqlite(path):
    with sqlite3.connect(path) as database:
        FRAME.to_sql("orders", database, index=False)
    database.close()


def mac_zip():
    """Returns an archive as a Mac makes it, with a second file that has no table."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.csv", CSV)
        archive.writestr("__MACOSX/._orders.csv", b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X" + bytes(60))
    return file.getvalue()


def xml():
    rows = "".join(
        "<order>" + "".join(f"<{name}>{value}</{name}>" for name, value in one.items()) + "</order>"
        for one in RECORDS
    )
    return f'<?xml version="1.0"?><orders>{rows}</orders>'.encode()


def geojson():
    features = [
        {
            "type": "Feature",
            "properties": one,
            "geometry": {"type": "Point", "coordinates": [8.5 + at, 47.0 + at]},
        }
        for at, one in enumerate(RECORDS)
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


FILES = {
    "orders.csv": CSV,
    "orders.tsv": FRAME.to_csv(index=False, sep="\t").encode(),
    "orders.csv.gz": gzip.compress(CSV, mtime=0),
    "orders.csv.bz2": bz2.compress(CSV),
    "orders.csv.xz": lzma.compress(CSV),
    "orders.zip": mac_zip(),
    "orders.xlsx": written(lambda path: FRAME.to_excel(path, index=False), ".xlsx"),
    "orders.ods": written(lambda path: FRAME.to_excel(str(path), index=False), ".ods"),
    "orders.xlsb": xlsb(orders=[tuple(NAMES), *ROWS]),
    "orders.xls": xls(),
    "orders.parquet": written(lambda path: FRAME.to_parquet(path, index=False), ".parquet"),
    "orders.feather": written(FRAME.to_feather, ".feather"),
    "orders.arrow": stream(),
    "orders.sqlite": written(sqlite, ".sqlite"),
    "orders.dta": written(lambda path: FRAME.to_stata(path, write_index=False), ".dta"),
    "orders.sas7bdat": sas7bdat(
        NAMES, ["", "", ""], ["", "BEST", "BEST"], [8, 0, 0], [(a, b, float(c)) for a, b, c in ROWS]
    ),
    "orders.json": json.dumps({"meta": {"page": 1}, "result": {"orders": RECORDS}}).encode(),
    "orders.jsonl": "".join(json.dumps(one) + "\n" for one in RECORDS).encode(),
    "orders.geojson": geojson(),
    "orders.html": f"<h1>Orders</h1>{FRAME.to_html(index=False)}".encode(),
    "orders.xml": xml(),
    "orders.pdf": pdf(ruled([tuple(NAMES), *((a, f"{b:.2f}", c) for a, b, c in ROWS)])),
}

if __name__ == "__main__":
    text = {name: base64.b64encode(content).decode() for name, content in FILES.items()}
    (HERE / "files.json").write_text(json.dumps(text, indent=1) + "\n")
    print({name: len(content) for name, content in FILES.items()})
