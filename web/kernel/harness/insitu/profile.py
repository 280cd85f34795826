"""The profile of a file: its kind, its tables and their columns, or why it cannot be read. Never
raises.
"""

from __future__ import annotations

import os
import warnings
import zipfile

from . import (
    choices,
    containers,
    delimited,
    documents,
    encoding,
    file_kinds,
    unreadable,
    workbook,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEAD = 65_536
# Kinds of files that state their columns.
STATED = {"parquet", "arrow", "sqlite", "sas", "stata"}
# The name of the part of a workbook that Excel encrypts.
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
PASSWORD = (
    "The workbook is protected by a password. Open it in Excel, remove the password (File, Info, Protect Workbook, Encrypt with Password: leave it empty), save it, "
    "and drop the new copy."
)

IMAGES = (
    (b"\x89PNG\r\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
)
# Names that promise a table, so that less evidence for one is needed.
TABULAR = {".csv", ".ssv", ".tsv", ".tab", ".psv", ".dat"}
WORKBOOKS = {".xlsx", ".xlsm", ".xltx", ".xls", ".xlt", ".xlsb", ".ods"}
# What calamine raises for workbooks that it cannot read.
CALAMINE_ERRORS = {"CalamineError", "XmlError", "ZipError", "WorksheetNotFound"}
# Zip archives that are documents to a user, and the packages that read them.
OFFICE = {
    ".docx": "Word document; read it with python-docx",
    ".pptx": "PowerPoint file; read it with python-pptx",
    ".odt": "text document of LibreOffice; its text is in content.xml",
    ".odp": "presentation of LibreOffice; its text is in content.xml",
}


PANIC = "The file is damaged, or has something that cannot be read here. Open it in the program that wrote it, save it again, or save it as CSV."


def describe(
    path: str, chosen: str | None = None, wanted: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """Returns the profile of the file at `path` as JSON values. `chosen` is the encoding that the
    user has chosen, `wanted` how else the user has its tables read, as far as that is possible.
    """
    facts = described(path, chosen, wanted or [])
    if wanted:
        left, refused = choices.left(facts, wanted)
        if left != wanted:
            facts = described(path, chosen, left)
            choices.refuse(facts, refused)
    del facts["choices"]
    return facts


def described(path: str, chosen: str | None, wanted: list[dict[str, Any]]) -> dict[str, Any]:
    """Returns the profile with these choices of the user, which it has as `choices`."""
    facts = {
        "path": path,
        "name": os.path.basename(path),
        "bytes": 0,
        "kind": "binary",
        "tables": [],
        "notes": [],
        "error": None,
        "encodings": [],
        "chosenEncoding": None,
        "choices": wanted,
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            facts["bytes"] = os.path.getsize(path)
            look(path, facts, chosen)
    except MemoryError:
        facts["error"] = (
            "The file does not fit into the memory that a browser grants to a page. Split it, or save it as CSV, which is read piece by piece."
        )
    except Exception as error:
        facts["error"] = explain(error, facts["kind"])
    except BaseException as error:
        # How a library in Rust reports a fault of its own.
        if type(error).__name__ != "PanicException":
            raise
        facts["error"] = PANIC
    return facts


def look(path: str, facts: dict[str, Any], chosen: str | None) -> None:
    name = facts["name"]
    ending = os.path.splitext(name)[1].lower()
    if facts["bytes"] == 0:
        facts["kind"] = "empty"
        facts["error"] = "The file is empty."
        return
    with open(path, "rb") as file:
        head = file.read(HEAD)
    if sentence := unreadable.explain(head, ending):
        facts["error"] = sentence
        return
    facts["kind"] = kind = kind_of(head, ending, path)
    if kind == "locked":
        facts["kind"] = "excel"
        facts["error"] = PASSWORD
    elif kind == "excel":
        workbook.describe(path, facts)
    elif kind in STATED:
        describe_stated(path, kind, facts, head)
    elif kind == "image":
        documents.describe_image(path, head, facts)
    elif kind == "zip":
        describe_zip(path, ending, facts, chosen)
    elif kind in containers.OPENED_BY:
        found = containers.describe_compressed(path, kind, facts, TABULAR, chosen)
        facts["kind"] = found or "binary"
        if facts["kind"] == "binary":
            facts["notes"].append(
                f"compressed by {kind}; no CSV and no JSON was found in it: unpack other files before you drop them"
            )
    elif kind == "pdf":
        from . import pdf_files

        pdf_files.describe(path, facts)
    elif kind in ("json", "jsonl", "html", "xml", "text"):
        found = encoding.find(path, facts["bytes"], chosen)
        if found is None:
            facts["kind"] = "binary"
            facts["notes"].append("not text")
            facts["error"] = unreadable.in_spite_of_its_name(ending)
            return
        codec = found.name
        if ending in WORKBOOKS:
            facts["notes"].append(
                f"not a workbook in spite of its name: a text file that ends in {ending}"
            )
        encoding.state(found, facts)
        if kind in ("json", "jsonl"):
            from . import json_files

            source = json_files.Source.of_file(path, name, codec)
            json_files.describe(source, facts, kind == "jsonl")
        elif kind in ("html", "xml"):
            from . import markup

            is_table = (
                markup.describe_html(path, codec, facts)
                if kind == "html"
                else markup.describe_xml(path, facts)
            )
            if not is_table:
                facts["kind"] = "text"
                documents.describe_text(path, codec, facts)
        elif delimited.describe(path, found, facts, named=ending in TABULAR):
            facts["kind"] = "csv"
        else:
            facts["kind"] = "text"
            documents.describe_text(path, codec, facts)


def describe_stated(path: str, kind: str, facts: dict[str, Any], head: bytes) -> None:
    """Adds the tables of a file that states its columns."""
    if kind == "sqlite":
        from . import databases

        databases.describe(path, facts)
    elif kind in ("stata", "sas"):
        from . import statistics_files

        if kind == "stata":
            statistics_files.describe_stata(path, facts)
        else:
            statistics_files.describe_sas(path, facts, head)
    else:
        from . import column_files

        column_files.describe(path, kind, facts)


def kind_of(head: bytes, ending: str, path: str) -> str:
    """Determines the kind by content, and by file extension where the content is ambiguous."""
    if head.startswith(b"PK\x03\x04"):
        named = ending in WORKBOOKS and not zipfile.is_zipfile(path)
        return "excel" if named or workbook.form_of(path) is not None else "zip"
    if head.startswith(workbook.LEGACY):
        if is_locked(path):
            return "locked"
        return "excel" if not ending or ending in WORKBOOKS or ending in TABULAR else "binary"
    if compression := containers.compression_of(head):
        return compression
    if head.startswith(b"%PDF"):
        return "pdf"
    if stated := file_kinds.stated_kind(head, ending):
        return stated
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "image"
    for magic, _name in IMAGES:
        if head.startswith(magic) and (magic != b"BM" or ending == ".bmp"):
            return "image"
    return file_kinds.json_kind(head, ending) or file_kinds.markup_kind(head, ending) or "text"


def is_locked(path: str) -> bool:
    """Returns whether a file of Office is encrypted: its parts are listed in sectors anywhere in
    it.
    """
    with open(path, "rb") as file:
        tail = b""
        while piece := file.read(1 << 20):
            if ENCRYPTED in tail + piece:
                return True
            tail = piece[-len(ENCRYPTED) :]
    return False


def describe_zip(path: str, ending: str, facts: dict[str, Any], chosen: str | None) -> None:
    if ending in OFFICE:
        facts["notes"].append(OFFICE[ending])
        return
    containers.describe_zip(path, facts, TABULAR, chosen)


def explain(error: BaseException, kind: str) -> str:
    """Returns a sentence that explains the error and what to do."""
    name = type(error).__name__
    if kind == "excel" and ("encrypted" in str(error).lower() or name == "PasswordError"):
        return PASSWORD
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        return f"Reading this file needs the package {error.name or 'that is missing'}, which is not loaded. Save the file as CSV, or import the package first."
    if isinstance(error, zipfile.BadZipFile) or name in CALAMINE_ERRORS:
        return "The file is damaged or incomplete: it starts like a zip archive or workbook but cannot be opened. Save it again and drop the new copy."
    if isinstance(error, OSError):
        return f"The file could not be read ({text}). If it was moved or changed after it was dropped, drop it again."
    return f"The file could not be read as {kind}: {text}. Check that it opens elsewhere, and save it as CSV in UTF-8."
