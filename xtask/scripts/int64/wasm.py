"""Edits the code and the data of a WebAssembly module whose functions have no names.

Knows the binary format as far as it is needed, and nothing of numpy. A function is named by its
index; an edit is bound to the bytes that it replaces and to how often they occur in the function,
so another module is refused and not edited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

# Section numbers of the binary format, and the kinds of imports.
IMPORTS, CODE, DATA = 2, 10, 11
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
# Bytes of the magic number and the version, before the first section.
HEADER = 8
END = 0x0B


class Refused(Exception):
    """The input is not what the edits were made for."""


@dataclass(frozen=True)
class CodeEdit:
    """Replaces `old` by `new` within a function that holds `old` exactly `count` times."""

    old: bytes
    new: bytes
    count: int = 1


@dataclass(frozen=True)
class DataEdit:
    """Replaces `old` by `new`, which is as long, at `offset` in the module's only data segment."""

    offset: int
    old: bytes
    new: bytes


def edit_module(module: bytes, code: dict[int, list[CodeEdit]], data: list[DataEdit]) -> bytes:
    """Returns the module with all edits. Raises `Refused` if one of them does not fit."""
    first = imported_functions(module)
    edits: dict[int, Callable[[bytes], bytes]] = {
        CODE: lambda body: edit_code(body, first, code),
        DATA: lambda body: edit_data(body, data),
    }
    edited = bytearray(module[:HEADER])
    for section, body in sections(module):
        body = edits.get(section, bytes)(body)
        edited += bytes([section]) + leb(len(body)) + body
    return bytes(edited)


def edit_code(body: bytes, first: int, edits: dict[int, list[CodeEdit]]) -> bytes:
    """Returns the code section with the edits; `first` is the index of its first function."""
    count, at = read_leb(body, 0)
    edited = bytearray(leb(count))
    missing = set(edits)
    for index in range(first, first + count):
        size, start = read_leb(body, at)
        at = start + size
        function = body[start:at]
        for edit in edits.get(index, ()):
            if (found := function.count(edit.old)) != edit.count:
                raise Refused(
                    f"function {index} holds {edit.old.hex()} {found} times, and not {edit.count}"
                )
            function = function.replace(edit.old, edit.new)
        missing.discard(index)
        edited += leb(len(function)) + function
    if missing:
        raise Refused(f"the module has no functions {sorted(missing)}")
    return bytes(edited)


def edit_data(body: bytes, edits: list[DataEdit]) -> bytes:
    """Returns the data section with the edits."""
    count, at = read_leb(body, 0)
    flags, at = read_leb(body, at)
    if (count, flags) != (1, 0):
        raise Refused("the module's data is not one active segment")
    # The segment's address is an expression, which has no such byte before its end.
    _size, start = read_leb(body, body.index(END, at) + 1)
    edited = bytearray(body)
    for edit in edits:
        place = slice(start + edit.offset, start + edit.offset + len(edit.old))
        if edited[place] != edit.old or len(edit.new) != len(edit.old):
            raise Refused(f"the data at {edit.offset} is not {edit.old.hex()}")
        edited[place] = edit.new
    return bytes(edited)


def imported_functions(module: bytes) -> int:
    """Returns how many functions a module imports, which is the index of its own first one."""
    body = next((body for section, body in sections(module) if section == IMPORTS), b"\0")
    count, at = read_leb(body, 0)
    functions = 0
    for _ in range(count):
        for _name in ("module", "field"):
            length, at = read_leb(body, at)
            at += length
        kind = body[at]
        at += 1
        if kind == FUNCTION:
            functions += 1
            _type, at = read_leb(body, at)
        elif kind in (TABLE, MEMORY):
            # A table has the type of its elements first.
            at += kind == TABLE
            limited, at = read_leb(body, at)
            for _limit in range(1 + (limited & 1)):
                _value, at = read_leb(body, at)
        elif kind == GLOBAL:
            at += 2
        elif kind == TAG:
            _type, at = read_leb(body, at + 1)
        else:
            raise Refused(f"the module has an import of the unknown kind {kind}")
    return functions


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields the number and the content of each section."""
    at = HEADER
    while at < len(module):
        section = module[at]
        size, start = read_leb(module, at + 1)
        at = start + size
        yield section, module[start:at]


def read_leb(content: bytes, at: int) -> tuple[int, int]:
    """Reads an unsigned LEB128 number. Returns it and the position after it."""
    number = shift = 0
    while True:
        byte = content[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def leb(number: int) -> bytes:
    """Writes an unsigned LEB128 number."""
    written = bytearray()
    while True:
        number, byte = number >> 7, number & 0x7F
        if not number:
            return bytes([*written, byte])
        written.append(byte | 0x80)
