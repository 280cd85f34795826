"""Tables inside of compressed files and archives. Their text is written to a temporary file, by
which it is profiled; the reading expression names the file of the user.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import tempfile
import zipfile
import zlib

from . import delimited, encoding
from .file_kinds import JSON_ENDINGS, JSON_LINES
from .quoting import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any, BinaryIO

# Bytes of a table inside that are read; a small archive may hold very much.
MAX_BYTES = 256 << 20
# Tables of an archive that are described.
MAX_TABLES = 30
PIECE = 1 << 20
# The first bytes of files that hold one other file, compressed, with the name of the compression in
# pandas.
COMPRESSIONS = (
    (b"\x1f\x8b\x08", "gzip"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
)
# The ending that pandas knows each by, and the module that opens it.
OPENED_BY = {"gzip": (".gz", "gzip"), "bz2": (".bz2", "bz2"), "xz": (".xz", "lzma")}


def compression_of(head: bytes) -> str | None:
    """Returns how a file that begins with `head` is compressed, as pandas calls it."""
    found = next((name for magic, name in COMPRESSIONS if head.startswith(magic)), None)
    # Text may begin with the three letters; a block or the end of the file follows the level.
    blocks = (b"1AY&SY", b"\x17rE8P\x90")
    return None if found == "bz2" and not head[4:].startswith(blocks) else found


def opened(path: str, compression: str) -> BinaryIO:
    """Opens what is compressed in a file."""
    return importlib.import_module(OPENED_BY[compression][1]).open(path)


def inner_name(name: str, compression: str) -> str:
    """Returns the name of what is compressed in a file of this name."""
    ending = OPENED_BY[compression][0]
    return name[: -len(ending)] if name.lower().endswith(ending) and len(name) > 3 else name


def is_damage(error: BaseException) -> bool:
    """Returns whether an error says that compressed data is damaged or ends early."""
    # What `bz2` raises is an OSError without a number, and `lzma` has an exception of its own.
    return (
        isinstance(error, (EOFError, zlib.error))
        or type(error).__name__ in ("LZMAError", "BadGzipFile")
        or (isinstance(error, OSError) and error.errno is None)
    )


@contextlib.contextmanager
def unpacked(source: IO[bytes]) -> Iterator[str | None]:
    """Writes what can be read of `source` to a temporary file; None where it is too much."""
    handle, path = tempfile.mkstemp()
    try:
        size = 0
        with os.fdopen(handle, "wb") as file:
            while size <= MAX_BYTES and (piece := source.read(PIECE)):
                size += file.write(piece)
        yield path if size <= MAX_BYTES else None
    finally:
        os.unlink(path)


def is_table(name: str, endings: set[str]) -> bool:
    """Returns whether a member of an archive may be a table of the user's: systems add files of
    their own.
    """
    base = os.path.basename(name)
    return (
        not name.startswith("__MACOSX/")
        and not base.startswith("._")
        and base not in (".DS_Store", "Thumbs.db")
        and ending_of(name) in {*endings, ".txt", ".log", *JSON_ENDINGS, *JSON_LINES}
    )


def ending_of(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def describe_compressed(
    path: str, compression: str, facts: dict[str, Any], endings: set[str], chosen: str | None
) -> str | None:
    """Adds the table of a file that is compressed. Returns its kind, or None if there is none."""
    name = facts["name"]
    inner = inner_name(name, compression)
    source = quoted(name) + ("" if inner != name else f', compression="{compression}"')
    try:
        with opened(path, compression) as file, unpacked(file) as text:
            opener = (
                f'__import__("{OPENED_BY[compression][1]}").open({quoted(name)}, "rt", encoding='
            )
            return describe_text(
                text,
                facts,
                ending_of(inner),
                endings,
                source,
                lambda codec: f"{opener}{quoted(codec)})",
                None,
                chosen,
            )
    except Exception as error:
        if not is_damage(error):
            raise
        raise OSError(
            f"the compressed data ends early or is damaged: {type(error).__name__}"
        ) from error


def describe_zip(path: str, facts: dict[str, Any], endings: set[str], chosen: str | None) -> None:
    """Adds the tables of an archive."""
    with zipfile.ZipFile(path) as archive:
        members = [item for item in archive.infolist() if not item.is_dir()]
        tables = [item for item in members if is_table(item.filename, endings)]
        for item in tables[:MAX_TABLES]:
            if item.flag_bits & 1:
                facts["error"] = (
                    "The archive is protected by a password. Unpack it on your device, and drop the files in it."
                )
                return
            alone = len(members) == 1 and facts["name"].lower().endswith(".zip")
            opener = f'__import__("zipfile").ZipFile({quoted(facts["name"])}).open({quoted(item.filename)})'
            source = quoted(facts["name"]) if alone else opener
            with archive.open(item) as file, unpacked(file) as text:
                describe_text(
                    text,
                    facts,
                    ending_of(item.filename),
                    endings,
                    source,
                    lambda _codec, opener=opener: opener,
                    item.filename if len(tables) > 1 else None,
                    chosen,
                )
        names = [item.filename for item in members if not item.filename.startswith("__MACOSX/")]
    listed = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    facts["notes"].append(f"archive of {len(names)} file{'s' if len(names) > 1 else ''}: {listed}")


def describe_text(
    path: str | None,
    facts: dict[str, Any],
    ending: str,
    endings: set[str],
    source: str,
    opener: Callable[[str], str],
    member: str | None,
    chosen: str | None,
) -> str | None:
    """Adds the table of an unpacked text, and returns its kind. `source` is the expression by which
    pandas reads it, `opener` returns the one that opens it in an encoding.
    """
    if path is None:
        facts["notes"].append(
            "too large to be read in its compressed form: unpack it, and drop the table"
        )
        return None
    if not os.path.getsize(path):
        return None
    found = encoding.find(path, os.path.getsize(path), chosen)
    if found is None:
        return None
    encoding.state(found, facts)
    if ending in JSON_ENDINGS | JSON_LINES:
        from . import json_files

        codec = "utf-8-sig" if found.name == "utf-8" else found.name
        text = json_files.Source(path, codec, source, opener(codec), member)
        is_lines = ending in JSON_LINES
        if json_files.describe(text, facts, is_lines):
            return "jsonl" if is_lines else "json"
        return None
    is_table = delimited.describe(path, found, facts, ending in endings, source, member)
    return "csv" if is_table else None
