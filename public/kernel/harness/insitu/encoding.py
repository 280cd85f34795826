"""Detects the encoding of a text file."""

from __future__ import annotations

import codecs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

# Files up to this size are checked completely; of larger ones, pieces that are spread over the file.
CHECKED_WHOLE = 64 << 20
PIECE = 1 << 20

BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
# Characters that texts do not have: all below the space but white space, escape and zero.
CONTROLS = bytes([*range(1, 9), *range(14, 27), *range(28, 32), 127])
# Bytes that are undefined in cp1252.
NOT_CP1252 = bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D])


def detect(path: str, size: int) -> str | None:
    """Returns Python's name of the encoding, or None where the file is not text. UTF-8 with a byte order mark is "utf-8" too, since pandas drops
    the mark."""
    with open(path, "rb") as file:
        head = file.read(4096)
        for mark, name in BOMS:
            if head.startswith(mark):
                return name
        if b"\0" in head and (wide := utf16_without_mark(head)):
            return wide
        if not is_text(head):
            return None
        file.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")()
        western = True
        for piece, fresh in pieces(file, size):
            if fresh:
                decoder.reset()
                # A piece may begin inside a character, of which at most three continuation bytes are left.
                piece = piece.lstrip(bytes(range(0x80, 0xC0)))
            try:
                decoder.decode(piece)
                continue
            except UnicodeDecodeError:
                pass
            if any(byte in piece for byte in NOT_CP1252):
                western = False
            return "cp1252" if western else "latin-1"
    return "utf-8"


def is_text(head: bytes) -> bool:
    """Returns whether the bytes have few control characters. A zero byte among the cells of a damaged table does not make it binary."""
    zeros = head.count(0)
    controls = len(head) - len(head.translate(None, CONTROLS))
    return not controls and zeros <= 1 + len(head) // 500 if zeros else controls <= 0.1 * len(head)


def pieces(file: BinaryIO, size: int) -> Iterator[tuple[bytes, bool]]:
    if size <= CHECKED_WHOLE:
        while piece := file.read(PIECE):
            yield piece, False
        return
    for number in range(16):
        file.seek(number * (size - PIECE) // 15)
        yield file.read(PIECE), True


def utf16_without_mark(head: bytes) -> str | None:
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half < 8:
        return None
    if odd > half * 0.4 and even < half * 0.05:
        return "utf-16-le"
    if even > half * 0.4 and odd < half * 0.05:
        return "utf-16-be"
    return None
