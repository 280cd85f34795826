"""Files with all of an execution's output, which later code can read if the outcome holds only
the beginning and the end.

The files are in a folder that is neither listed nor offered for download, and the oldest are
deleted when there are too many.
"""

from __future__ import annotations

import os

FOLDER = ".outputs"
# Shorter outputs are complete in the outcome.
LEAST = 5_000
# The first characters of an output that are kept; about as many bytes in most scripts.
MOST = 20_000_000
# Limits of all files together.
MAX_FILES = 50
MAX_TOTAL_BYTES = 100_000_000


class OutputSpill:
    """Collects the output of one execution."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Discards the output."""
        self.parts: list[str] = []
        self.size = 0
        self.left_out = 0

    def add(self, text: str) -> None:
        """Adds a further piece."""
        room = MOST - self.size
        if room > 0:
            self.parts.append(text[:room])
            self.size += min(len(text), room)
        self.left_out += max(len(text) - max(room, 0), 0)

    def write(self, out: str, number: int) -> str | None:
        """Writes the output to a file if it is long. Returns the path, or None if there is no
        file.
        """
        if self.size <= LEAST:
            return None
        folder = os.path.join(out, FOLDER)
        path = os.path.join(folder, f"{number}.txt")
        try:
            if os.path.islink(folder) or not os.path.isdir(folder):
                if os.path.lexists(folder):
                    os.unlink(folder)
                os.mkdir(folder)
            make_room(folder, self.size)
            if os.path.lexists(path):
                os.unlink(path)
            with open(path, "w", encoding="utf-8", errors="replace", newline="") as file:
                file.writelines(self.parts)
                if self.left_out:
                    file.write(
                        f"\n… {self.left_out:,} further characters of output were not kept; a file holds at most {MOST:,} …\n"
                    )
        except OSError:
            return None
        return path


def make_room(folder: str, size: int) -> None:
    """Deletes the oldest outputs until there is room for another."""
    found = []
    for entry in os.scandir(folder):
        name = entry.name.removesuffix(".txt")
        if name.isdigit():
            found.append((int(name), entry.path, entry.stat(follow_symlinks=False).st_size))
    found.sort()
    total = sum(size for _number, _path, size in found)
    while found and (len(found) >= MAX_FILES or total + size > MAX_TOTAL_BYTES):
        _number, path, old = found.pop(0)
        os.unlink(path)
        total -= old
