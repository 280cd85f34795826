"""Files of programs whose tables cannot be read here, by their first bytes, and what to do instead."""

from __future__ import annotations

# By first bytes: where they begin, what kind of file that is, and what to do.
KINDS = (
    (0, b"$FL2", "an SPSS file", "Save the data in SPSS as CSV or Stata (File, Save As), and drop that."),
    (0, b"$FL3", "an SPSS file", "Save the data in SPSS as CSV or Stata (File, Save As), and drop that."),
    (0, b"\x89HDF\r\n\x1a\n", "an HDF5 file", "Write its table as Parquet or CSV with the program that made it, and drop that."),
    (0, b"ORC", "an ORC file", "Write it as Parquet with the program that made it, and drop that."),
    (0, b"Obj\x01", "an Avro file", "Write it as Parquet with the program that made it, and drop that."),
    (0, b"FEA1", "a Feather file of version 1", "Write it again with a newer pyarrow or arrow (version 2), and drop that."),
    (0, b"PARE", "a Parquet file whose schema is encrypted", "Write it without encryption, and drop that."),
    (8, b"DUCK", "a DuckDB database", "Write its tables as Parquet or CSV (EXPORT DATABASE), and drop those."),
    (0, b"\0\1\0\0Standard Jet DB", "an Access database", "Export its tables as Excel or CSV (External Data, Export), and drop those."),
    (0, b"\0\1\0\0Standard ACE DB", "an Access database", "Export its tables as Excel or CSV (External Data, Export), and drop those."),
    (0, b"RDX", "a file of R", "Save the table in R with write.csv or arrow::write_parquet, and drop that."),
    (0, b"\x28\xb5\x2f\xfd", "a file that zstd compressed", "Unpack it (zstd -d), and drop what is in it."),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive", "Unpack it, and drop the files in it."),
    (0, b"Rar!\x1a\x07", "a RAR archive", "Unpack it, and drop the files in it."),
)  # fmt: skip
# By the end of the name, for files that have no first bytes of their own.
ENDINGS = {
    ".pkl": "a pickle, which may run code when it is read. Write the table as Parquet or CSV (df.to_parquet), and drop that.",
    ".pickle": "a pickle, which may run code when it is read. Write the table as Parquet or CSV (df.to_parquet), and drop that.",
    ".dbf": "a table of dBase, as beside a shapefile. Open it in LibreOffice or Excel, save it as CSV, and drop that.",
    ".arff": "a file of Weka. Save the table there as CSV, or read it with scipy.io.arff.loadarff.",
    ".rds": "a file of R. Save the table in R with write.csv or arrow::write_parquet, and drop that.",
    ".rda": "a file of R. Save the table in R with write.csv or arrow::write_parquet, and drop that.",
    ".rdata": "a file of R. Save the table in R with write.csv or arrow::write_parquet, and drop that.",
}
# Names of databases and what may be wrong with a file that is none.
DATABASES = {".sqlite", ".sqlite3", ".db3", ".gpkg"}


def explain(head: bytes, ending: str) -> str | None:
    """Returns why the tables of a file cannot be read and what to do, or None where they may be."""
    # Letters alone may begin a text.
    binary = b"\0" in head[:4096]
    for start, magic, what, instead in KINDS:
        if head[start:].startswith(magic) and (binary or not magic.isalnum()):
            return f"This is {what}, whose tables cannot be read here. {instead}"
    if ending in ENDINGS:
        return f"This is {ENDINGS[ending]}"
    return None


def in_spite_of_its_name(ending: str) -> str | None:
    """Returns what may be wrong with a file of bytes that its name does not explain."""
    if ending in DATABASES:
        return "The file is not a readable SQLite database: it is damaged or encrypted. Save it without a password, and drop the copy."
    if ending in {".parquet", ".feather", ".arrow", ".dta", ".sas7bdat", ".xlsx", ".xlsb", ".ods"}:
        return f"The file does not begin like one that ends in {ending}: it is damaged, encrypted or of another kind. Save it again, and drop the new copy."
    return None
