"""What files of some kinds begin with, and how their names end: by this the modules that read them
are chosen, which are loaded with the first such file.
"""

from __future__ import annotations

import re

ARROW_MAGIC = b"ARROW1"
# Streams of Arrow have no first bytes of their own.
ARROW_STREAM = b"\xff\xff\xff\xff"
ARROW_ENDINGS = {".arrow", ".arrows", ".feather", ".ipc"}
SQLITE_MAGIC = b"SQLite format 3\0"
SAS_MAGIC = bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011")
XPORT_MAGIC = b"HEADER RECORD*******LIB"
JSON_ENDINGS = {".json", ".geojson", ".topojson"}
JSON_LINES = {".jsonl", ".ndjson", ".geojsonl"}
# An object, or a list of them: its first key.
JSON_RECORDS = re.compile(rb'\s*(\[\s*)?\{\s*"(?:[^"\\]|\\.)*"\s*:')
JSON_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"\s*\Z')
HTML = re.compile(
    rb"\s*(<!--.*?-->\s*)*(<!doctype\s+html|<html|<head|<body|<table|<div)", re.I | re.S
)
HTML_ENDINGS = {".html", ".htm", ".xhtml"}


def stated_kind(head: bytes, ending: str) -> str | None:
    """Returns the kind of a file that states its columns."""
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(ARROW_MAGIC) or (head.startswith(ARROW_STREAM) and ending in ARROW_ENDINGS):
        return "arrow"
    if head.startswith(SQLITE_MAGIC):
        return "sqlite"
    if head.startswith((SAS_MAGIC, XPORT_MAGIC)):
        return "sas"
    return "stata" if is_stata(head, ending) else None


def is_stata(head: bytes, ending: str) -> bool:
    """Returns whether a file is one of Stata: older ones begin with their version, the order of
    their bytes and a constant.
    """
    old = len(head) > 3 and 102 <= head[0] <= 115 and head[1] in (1, 2) and head[2] == 1
    return head.startswith(b"<stata_dta>") or (old and ending == ".dta")


def json_kind(head: bytes, ending: str) -> str | None:
    """Returns whether a text is JSON, in lines or as a whole, by its beginning."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", "ignore").encode()
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    named = ending in JSON_ENDINGS or ending in JSON_LINES
    is_json = (
        JSON_RECORDS.match(text)
        or (named and (text[:1] in (b"{", b"[") or JSON_TEXT.match(text)))
        or (ending in ("", ".txt") and text[:1] in (b"{", b"[") and text[1:2] in b'{["\r\n \t')
    )
    if not is_json:
        return None
    lines = [line.strip() for line in text.split(b"\n")[:3] if line.strip()]
    # A list of rows may have a row in each line.
    if ending in JSON_LINES and (len(lines) < 2 or not lines[0].endswith((b",", b"["))):
        return "jsonl" if not text.startswith(b"[{") else "json"
    complete = len(lines) > 1 and all(
        line.startswith(b"{") and line.endswith(b"}") for line in lines[:2]
    )
    return "jsonl" if complete else "json"


def markup_kind(head: bytes, ending: str) -> str | None:
    """Returns whether a text is HTML or XML, by its beginning."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if HTML.match(text) or (ending in HTML_ENDINGS and b"<" in text):
        return "html"
    return (
        "xml" if text.lstrip().startswith(b"<?xml") or (ending == ".xml" and b"<" in text) else None
    )
