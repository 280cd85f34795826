"""Renders printed text as a terminal would: `\\r`, `\\b` and the escape sequences of progress bars
overwrite earlier text.

Colour sequences stay in the text. Lines that scroll off the top of the screen are final.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Lines that can still be overwritten. Nested progress bars need far fewer.
ROWS = 40
# A line without a line break becomes final at this length, in characters.
MAX_LINE_LENGTH = 20_000
# Text with more carriage returns than this is redrawn at once instead of piece by piece.
MANY_RETURNS = 20
# Matches what moves the cursor or erases. Text without a match is appended as it is.
MOVES = re.compile(r"[\r\x08]|\x1b\[\d*[ABCDGJK]")
PIECES = re.compile(r"\r\n|[\r\n\x08]|\x1b\[[0-9;?]*[A-Za-z]|[^\r\n\x08\x1b]+|\x1b")


class Screen:
    """The last lines of a text. `settle(text)` is called with text that is final."""

    def __init__(self, settle: Callable[[str], object]) -> None:
        self.settle = settle
        self.clear()

    def clear(self) -> None:
        """Discards the lines that are not final."""
        # Each line is a text, or a list of (colour sequences, character) once the cursor has moved
        # in it.
        self.lines: list[Any] = [""]
        self.row = 0
        # The cursor's column; None at the end of the line.
        self.column: int | None = None
        self.colour = ""

    def write(self, text: str) -> None:
        """Processes printed text."""
        if "\r\n" in text:
            text = text.replace("\r\n", "\n")
        at_end = (
            self.column is None and self.row == len(self.lines) - 1 and type(self.lines[-1]) is str
        )
        if at_end and MOVES.search(text) is None:
            self.append(text)
            return
        if text.count("\r") > MANY_RETURNS and "\x1b" not in text and "\x08" not in text:
            for at, line in enumerate(text.split("\n")):
                if at:
                    self.put("\n")
                self.redraw(line)
            return
        for piece in PIECES.findall(text):
            self.put(piece)

    def redraw(self, text: str) -> None:
        """Overwrites the line with a text of many carriage returns: each column shows the last text
        that reached it.
        """
        first, *others = text.split("\r")
        self.overwrite(first)
        if others:
            seen = others[-1]
            for other in reversed(others):
                if len(other) > len(seen):
                    seen += other[len(seen) :]
            self.column = 0
            self.overwrite(seen)
            self.column = len(others[-1])

    def append(self, text: str) -> None:
        """Appends text without cursor movements."""
        lines = text.split("\n")
        self.lines[-1] += lines[0]
        self.lines.extend(lines[1:])
        self.row = len(self.lines) - 1
        if "\x1b" in text:
            for code in re.findall(r"\x1b\[([0-9;]*)m", text):
                self.set_colour(code)
        self.scroll()

    def put(self, piece: str) -> None:
        """Processes one match of `PIECES`."""
        if piece == "\n":
            self.row += 1
            self.column = None
            if self.row == len(self.lines):
                self.lines.append("")
                self.scroll()
            elif self.row < len(self.lines):
                self.column = 0
        elif piece in ("\r", "\r\n"):
            self.column = 0
        elif piece == "\x08":
            self.column = max(self.cursor() - 1, 0)
        elif piece.startswith("\x1b[") and len(piece) > 2:
            self.escape(piece[2:-1], piece[-1])
        elif piece != "\x1b":
            self.overwrite(piece)

    def cursor(self) -> int:
        """Returns the cursor's column as a number."""
        return self.length() if self.column is None else self.column

    def length(self) -> int:
        line = self.lines[self.row]
        return len(line) if type(line) is list or "\x1b" not in line else len(self.cells())

    def cells(self) -> list[tuple[str, str]]:
        """Converts the cursor's line to cells and returns it."""
        line = self.lines[self.row]
        if type(line) is str:
            line = self.lines[self.row] = cells_of(line)
        return line

    def overwrite(self, text: str) -> None:
        if not text:
            return
        line = self.lines[self.row]
        at = self.cursor()
        if type(line) is str and not self.colour and "\x1b" not in line:
            line = line.ljust(at)[:at] + text + line[at + len(text) :]
            # Trailing blanks are dropped.
            self.lines[self.row] = line.rstrip(" ") if text[-1] == " " else line
            end = at + len(text)
            self.column = end if end != len(self.lines[self.row]) else None
            if len(line) > MAX_LINE_LENGTH:
                self.scroll()
            return
        line = self.cells()
        if at > len(line):
            line.extend([("", " ")] * (at - len(line)))
        line[at : at + len(text)] = [(self.colour, character) for character in text]
        self.column = at + len(text) if at + len(text) < len(line) else None
        if len(line) > MAX_LINE_LENGTH:
            self.scroll()

    def escape(self, numbers: str, kind: str) -> None:
        first = numbers.split(";")[0]
        count = min(int(first), MAX_LINE_LENGTH) if first.isdigit() else None
        if kind == "m":
            self.set_colour(numbers)
        elif kind == "K":
            line, at = self.cells(), self.cursor()
            if count == 2:
                line.clear()
            elif count == 1:
                line[:at] = [("", " ")] * min(at, len(line))
            else:
                del line[at:]
        elif kind == "J" and count in (2, 3):
            self.lines[:] = [""]
            self.row, self.column = 0, None
        elif kind in "AB":
            at = self.cursor()
            step = count or 1
            self.row = (
                max(self.row - step, 0)
                if kind == "A"
                else min(self.row + step, len(self.lines) - 1)
            )
            self.column = at
        elif kind in "CD":
            self.column = max(self.cursor() + (count or 1) * (1 if kind == "C" else -1), 0)
        elif kind == "G":
            self.column = max((count or 1) - 1, 0)

    def set_colour(self, numbers: str) -> None:
        self.colour = add_colour(self.colour, numbers)

    def scroll(self) -> None:
        """Settles the lines above the screen, and a line that is too long."""
        over = len(self.lines) - ROWS
        if over > 0 and self.row >= over:
            self.settle("".join(text_of(line) + "\n" for line in self.lines[:over]))
            del self.lines[:over]
            self.row -= over
        if len(self.lines[self.row]) > MAX_LINE_LENGTH and self.column is None:
            last = self.row == len(self.lines) - 1
            if last:
                self.settle(
                    "".join(text_of(line) + "\n" for line in self.lines[:-1])
                    + text_of(self.lines[-1])
                )
                self.lines, self.row = [""], 0
            else:
                self.lines[self.row] = self.lines[self.row][:MAX_LINE_LENGTH]

    def ends_line(self) -> bool:
        """Returns whether the last line is empty."""
        return not self.lines[-1]

    def rest(self) -> str:
        """Returns the lines that are not final, as text."""
        return "\n".join(text_of(line) for line in self.lines)


def add_colour(colour: str, numbers: str) -> str:
    """Returns the colour sequences that are active after another one."""
    if numbers in ("", "0"):
        return ""
    colour += f"\x1b[{numbers}m"
    # Bounded, since code may change colours without ever resetting them.
    return colour if len(colour) < 200 else f"\x1b[{numbers}m"


def cells_of(line: str) -> list[tuple[str, str]]:
    cells, colour = [], ""
    for piece in PIECES.findall(line):
        if piece.startswith("\x1b["):
            if piece.endswith("m"):
                colour = add_colour(colour, piece[2:-1])
        else:
            cells.extend((colour, character) for character in piece)
    return cells


def text_of(line: str | list[tuple[str, str]]) -> str:
    """Returns the line's text without the trailing blanks that overwriting left."""
    if type(line) is str:
        return line
    parts, before = [], ""
    end = len(line)
    while end and line[end - 1] == ("", " "):
        end -= 1
    for colour, character in line[:end]:
        if colour != before:
            parts.append(colour if not before else "\x1b[0m" + colour)
            before = colour
        parts.append(character)
    return "".join(parts) + ("\x1b[0m" if before else "")
