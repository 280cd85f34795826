"""Detects the encoding of a text file."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from . import alphabets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, BinaryIO

# Files up to this size are checked completely; of larger ones, pieces that are spread over the
# file.
CHECKED_WHOLE = 64 << 20
PIECE = 1 << 20

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Characters that texts do not have: all below the space but white space, escape and zero.
CONTROLS = bytes([*range(1, 9), *range(14, 27), *range(28, 32), 127])
BEYOND = bytes(range(128, 256))
# Encodings that a user is asked to choose among.
MAX_CANDIDATES = 3
# Text in UTF-8 with damaged bytes has at least so many intact characters beyond ASCII for each of
# them.
INTACT = 3


@dataclass
class Encoding:
    """How the bytes of a file are text."""

    # Python's name of the encoding.
    name: str
    # Number of damaged bytes, which are read as U+FFFD.
    damaged: int = 0
    # Other encodings that fit nearly as well, the most likely first.
    others: tuple[str, ...] = ()
    # What the user may choose among, each with a line of the file as it reads it.
    candidates: tuple[tuple[str, str], ...] = ()
    # Whether the user has chosen it.
    chosen: bool = False


def detect(path: str, size: int) -> str | None:
    """Returns Python's name of the encoding, or None if the file is not text."""
    found = find(path, size)
    return found.name if found else None


def find(path: str, size: int, chosen: str | None = None) -> Encoding | None:
    """Returns the encoding, or None if the file is not text. UTF-8 with a byte order mark is
    "utf-8" too, since pandas drops the mark. `chosen` is what the user has decided, which is taken
    if it is among those that fit.
    """
    with open(path, "rb") as file:
        head = file.read(4096)
        for mark, name in BOMS:
            if head.startswith(mark):
                return Encoding(name)
        if b"\0" in head and (wide := utf16_without_mark(head)):
            return Encoding(wide)
        # Zeros fill the last block of some files.
        if not is_text(head.rstrip(b"\0") or head):
            return None
        file.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        damaged = intact = 0
        beyond = b""
        for piece, fresh in pieces(file, size):
            if fresh:
                decoder.reset()
                # A piece may begin inside a character, of which at most three continuation bytes
                # are left.
                piece = piece.lstrip(bytes(range(0x80, 0xC0)))
            if piece.isascii():
                continue
            text = decoder.decode(piece)
            wrong = text.count("\ufffd") - piece.count("\ufffd".encode())
            damaged += wrong
            intact += len(text) - wrong - len(piece.translate(None, BEYOND))
            if len(beyond) < alphabets.LOOKED_AT:
                beyond += alphabets.sample(piece)
    if not damaged:
        return Encoding("utf-8")
    if intact >= INTACT * damaged:
        return Encoding("utf-8", damaged)
    if guessed := alphabets.guess(beyond):
        return decided(guessed[0], guessed[1][: MAX_CANDIDATES - 1], beyond, chosen)
    try:
        beyond.decode("cp1252")
    except UnicodeDecodeError:
        return decided("latin-1", ["cp1252"], beyond, chosen)
    return Encoding("cp1252")


def decided(name: str, others: list[str], beyond: bytes, chosen: str | None) -> Encoding:
    """Returns the most likely encoding, or the one that the user has chosen."""
    names = [name, *others]
    if not others:
        return Encoding(name)
    lines = tuple(alphabets.compared(beyond, names))
    if chosen in names:
        return Encoding(chosen, 0, (), lines, True)
    return Encoding(name, 0, tuple(others), lines)


def state(found: Encoding, facts: dict[str, Any]) -> None:
    """Adds what is to be said of the encoding to a profile, and what the user may choose among."""
    facts["notes"].extend(notes(found))
    if found.candidates and not facts["encodings"]:
        facts["encodings"] = [{"name": name, "sample": sample} for name, sample in found.candidates]
    if found.chosen:
        facts["chosenEncoding"] = found.name


def notes(found: Encoding) -> list[str]:
    """Returns what is to be said of the encoding."""
    said = (
        [f"encoding {found.name}{', which you chose' if found.chosen else ''}"]
        if found.name != "utf-8"
        else []
    )
    if found.others:
        said.append(f"the encoding may be {' or '.join(found.others)} instead")
    if found.damaged:
        said.append(
            f"{found.damaged} damaged byte{'s' if found.damaged > 1 else ''} in UTF-8, read as “\ufffd”"
        )
    return said


def is_text(head: bytes) -> bool:
    """Returns whether the bytes have few control characters. A zero byte among the cells of a
    damaged table does not make it binary.
    """
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
