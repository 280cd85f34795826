"""Counts the rows of a text file without reading them as a table."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Files up to this size have their rows counted; larger ones are estimated.
COUNTED = 64 << 20


def count_rows(path: str, size: int, codec: str, options: dict[str, Any]) -> tuple[int, bool]:
    """Returns `(rows, whether they were counted)`, without the header and the lines above it."""
    skipped = options.get("skiprows", 0)
    above = (len(skipped) if isinstance(skipped, list) else skipped) + (
        0 if "header" in options else 1
    )
    end = options.get("lineterminator", "\n").encode()
    wide = 2 if codec.startswith("utf-16") else 4 if codec.startswith("utf-32") else 1
    with open(path, "rb") as file:
        if size > COUNTED:
            head = file.read(8 << 20)
            lines, _open = newlines(head, False, end)
            return max(round(size * lines / len(head)) - above, 0), False
        lines, inside, last = 0, False, end
        while chunk := file.read(4 << 20):
            found, inside = newlines(chunk, inside, end)
            lines += found
            last = chunk[-wide:]
    return max(lines + (end not in last) - above, 0), True


def newlines(chunk: bytes, inside: bool, end: bytes) -> tuple[int, bool]:
    """Counts the line ends, each of which is `end`, outside quotes. Returns the count, and whether the chunk ends inside
    quotes.
    """
    if b'"' not in chunk:
        return (0 if inside else chunk.count(end)), inside
    parts = chunk.split(b'"')
    return sum(part.count(end) for part in parts[1 if inside else 0 :: 2]), inside ^ (
        len(parts) % 2 == 0
    )
