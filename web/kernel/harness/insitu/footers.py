"""What the footers of Parquet and Arrow files say: how many rows and columns there are, and in how
many parts. Reads nothing else of the file.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass

from .file_kinds import ARROW_STREAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

MAX_FOOTER_BYTES = 64 << 20
# Record batches whose rows are counted, one read for each.
MAX_BATCHES = 20_000
# Bytes that a compressed part of a batch may have when it is unpacked.
MAX_UNPACKED_BYTES = 1 << 30
MAX_DEPTH = 32
# The numbers of Arrow's messages.
SCHEMA, DICTIONARY, RECORD_BATCH = 1, 2, 3


class DamagedError(ValueError):
    """A file whose footer cannot be read, with the reason."""


@dataclass
class Counted:
    """How many rows a file has (None if they are not counted), and in how many parts; the columns
    count fields within fields too.
    """

    rows: int | None
    columns: int
    groups: int


def parquet(file: BinaryIO) -> Counted:
    """Returns what the footer of a Parquet file says."""
    size = file.seek(0, os.SEEK_END)
    if size < 12:
        raise DamagedError("it ends early")
    file.seek(size - 8)
    length, magic = struct.unpack("<I4s", file.read(8))
    if magic != b"PAR1":
        raise DamagedError("its end is missing")
    if length > min(size - 12, MAX_FOOTER_BYTES):
        raise DamagedError("its footer has a wrong length")
    file.seek(size - 8 - length)
    compact = Compact(file.read(length))
    file.seek(0)
    try:
        return compact.file_metadata()
    except (IndexError, struct.error, RecursionError) as error:
        raise DamagedError("its footer cannot be read") from error


class Compact:
    """Reads Thrift's compact protocol, in which the footer of a Parquet file is written."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def file_metadata(self) -> Counted:
        rows, columns, groups, field = None, 0, 0, 0
        while (head := self.byte()) != 0:
            kind = head & 15
            field = field + (head >> 4) if head >> 4 else self.zigzag()
            if field == 2 and kind == 9:
                columns = self.elements()
            elif field == 3 and kind == 6:
                rows = self.zigzag()
            elif field == 4 and kind == 9:
                # The parts of the file follow, which are many; their number is enough.
                groups, _kind = self.list_head()
                break
            else:
                self.skip(kind)
        if rows is None or rows < 0:
            raise DamagedError("its footer does not say how many rows there are")
        return Counted(rows, columns, groups)

    def elements(self) -> int:
        """Skips the list of the fields, and returns how many there are below the root."""
        count, kind = self.list_head()
        for _ in range(count):
            self.skip(kind)
        return max(count - 1, 0)

    def byte(self) -> int:
        self.at += 1
        return self.content[self.at - 1]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7
            if shift > 70:
                raise DamagedError("its footer has a number that is too long")

    def zigzag(self) -> int:
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def list_head(self) -> tuple[int, int]:
        head = self.byte()
        count = head >> 4
        return (self.varint() if count == 15 else count), head & 15

    def skip(self, kind: int, depth: int = 0) -> None:
        if depth > MAX_DEPTH:
            raise DamagedError("its footer is nested too deeply")
        if kind in (1, 2):
            return
        if kind == 3:
            self.at += 1
        elif kind in (4, 5, 6):
            self.varint()
        elif kind == 7:
            self.at += 8
        elif kind == 8:
            length = self.varint()
            self.at += length
        elif kind in (9, 10):
            count, inner = self.list_head()
            for _ in range(count):
                # Truth values within a list have a byte each.
                self.skip(3 if inner in (1, 2) else inner, depth + 1)
        elif kind == 12:
            while (head := self.byte()) != 0:
                if not head >> 4:
                    self.zigzag()
                self.skip(head & 15, depth + 1)
        else:
            raise DamagedError("its footer has a field of an unknown kind")
        if self.at > len(self.content):
            raise IndexError


def arrow(file: BinaryIO) -> Counted:
    """Returns what the parts of an Arrow file, or of a stream of Arrow's messages, say. Checks that
    the parts lie within the file, since the library that reads them does not survive others.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    try:
        return stream(file, size) if file.read(4) == ARROW_STREAM else blocks(file, size)
    except (struct.error, IndexError) as error:
        raise DamagedError("its footer cannot be read") from error
    finally:
        file.seek(0)


def blocks(file: BinaryIO, size: int) -> Counted:
    file.seek(max(size - 10, 0))
    length, magic = struct.unpack("<i6s", file.read(10))
    if magic != b"ARROW1":
        raise DamagedError("its end is missing")
    if not 0 < length <= min(size - 10, MAX_FOOTER_BYTES):
        raise DamagedError("its footer has a wrong length")
    file.seek(size - 10 - length)
    footer = Flat(file.read(length))
    root = footer.root()
    schema = footer.table(root, 1)
    columns = 0 if schema is None else footer.vector(schema, 1)[1]
    for part in (2, 3):
        rows, (start, count) = 0, footer.vector(root, part)
        for at in range(min(count, MAX_BATCHES)):
            offset, metadata, body = struct.unpack_from("<qi4xq", footer.content, start + 24 * at)
            if min(offset, metadata - 8, body) < 0 or offset + metadata + body > size:
                raise DamagedError("a part of it lies beyond its end")
            file.seek(offset)
            message = file.read(min(metadata, MAX_FOOTER_BYTES))
            message = message[8 if message.startswith(ARROW_STREAM) else 4 :]
            rows += checked(Flat(message), file, offset + metadata, body)[1]
    return Counted(rows if count <= MAX_BATCHES else None, columns, count)


def stream(file: BinaryIO, size: int) -> Counted:
    """Counts the rows of a stream, whose messages follow each other."""
    at, rows, groups, columns = 0, 0, 0, 0
    for _ in range(MAX_BATCHES):
        if at + 8 > size:
            return Counted(rows, columns, groups)
        file.seek(at)
        mark, length = struct.unpack("<4si", file.read(8))
        if mark != ARROW_STREAM or not 0 <= length <= MAX_FOOTER_BYTES:
            raise DamagedError("a message in it cannot be read")
        if length == 0:
            return Counted(rows, columns, groups)
        message = Flat(file.read(length))
        root = message.root()
        body = message.number(root, 3, "<q")
        if body < 0 or at + 8 + length + body > size:
            raise DamagedError("it ends early")
        kind, found = checked(message, file, at + 8 + length, body)
        if kind == SCHEMA and (schema := message.table(root, 2)) is not None:
            columns = message.vector(schema, 1)[1]
        elif kind == RECORD_BATCH:
            rows, groups = rows + found, groups + 1
        at += 8 + length + body
    return Counted(None, columns, groups)


def checked(message: Flat, file: BinaryIO, start: int, body: int) -> tuple[int, int]:
    """Returns the kind of a message and the rows that it has, whose parts lie within its body."""
    root = message.root()
    kind, batch = message.number(root, 1, "<B"), message.table(root, 2)
    if kind == DICTIONARY and batch is not None:
        batch = message.table(batch, 1)
    if kind not in (DICTIONARY, RECORD_BATCH) or batch is None:
        return kind, 0
    rows = message.number(batch, 0, "<q")
    is_packed = message.table(batch, 3) is not None
    nodes, count = message.vector(batch, 1)
    for at in range(count):
        length, nulls = struct.unpack_from("<qq", message.content, nodes + 16 * at)
        if not 0 <= nulls <= length < 1 << 31:
            raise DamagedError("a column of a batch has a wrong length")
    places, count = message.vector(batch, 2)
    if not 0 <= rows < 1 << 31:
        raise DamagedError("a batch has a wrong number of rows")
    for at in range(count):
        offset, length = struct.unpack_from("<qq", message.content, places + 16 * at)
        if offset < 0 or length < 0 or offset + length > body:
            raise DamagedError("a part of a batch lies beyond its end")
        if is_packed and length:
            file.seek(start + offset)
            (unpacked,) = struct.unpack("<q", file.read(8))
            if not -1 <= unpacked <= MAX_UNPACKED_BYTES:
                raise DamagedError("a compressed part has a wrong length")
    return kind, rows


class Flat:
    """Reads FlatBuffers, in which Arrow describes its data."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def unpack(self, form: str, at: int) -> Any:
        if at < 0:
            raise IndexError
        return struct.unpack_from(form, self.content, at)[0]

    def root(self) -> int:
        return self.unpack("<I", 0)

    def field(self, table: int, number: int) -> int | None:
        """Returns where a field of a table is, or None if it has its default."""
        layout = table - self.unpack("<i", table)
        if 4 + 2 * number >= self.unpack("<H", layout):
            return None
        offset = self.unpack("<H", layout + 4 + 2 * number)
        return table + offset if offset else None

    def number(self, table: int, number: int, form: str) -> int:
        at = self.field(table, number)
        return 0 if at is None else self.unpack(form, at)

    def table(self, table: int, number: int) -> int | None:
        at = self.field(table, number)
        return None if at is None else at + self.unpack("<I", at)

    def vector(self, table: int, number: int) -> tuple[int, int]:
        """Returns where the items of a list begin, and how many there are."""
        at = self.table(table, number)
        return (0, 0) if at is None else (at + 4, self.unpack("<I", at))
