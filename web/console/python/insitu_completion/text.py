"""The text before the cursor, as far as completion needs it: whether it is in a string or a
comment, and which brackets are open.

Reads incomplete code, which Python's own tokenizer refuses.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

QUOTE = re.compile(r"(?i)([rbuft]{0,2})('''|\"\"\"|'|\")")
CLOSING = {")": "(", "]": "[", "}": "{"}
NAMED = re.compile(r"\s*(\w+)\s*=(?!=)")
CALLEE = re.compile(r"[\w)\]]$")
DEFINITION = re.compile(r"\b(?:def|class)\s+\w+$")


@dataclass
class String:
    """A string that is not closed: where its content starts, its quote and its prefix."""

    start: int
    quote: str
    prefix: str
    # Where its prefix starts.
    at: int


@dataclass
class Bracket:
    """An open bracket, and where its elements so far start."""

    character: str
    at: int
    elements: list[int] = field(default_factory=list)


@dataclass
class Call:
    """A call that is being written: its parenthesis, the keywords it has, the number of positional
    arguments before the cursor, and the keyword at the cursor.
    """

    at: int
    given: set[str]
    positional: int
    current: str | None


class Text:
    def __init__(self, code: str) -> None:
        self.code = code
        self.string: String | None = None
        self.comment = False
        self.open: list[Bracket] = []
        # Where each closed bracket was opened, and each closed string began.
        self.pairs: dict[int, int] = {}
        self.scan()

    def scan(self) -> None:
        code, at = self.code, 0
        while at < len(code):
            character = code[at]
            # A prefix belongs to a string only if no name ends with it.
            if (match := QUOTE.match(code, at)) and (
                not match[1] or at == 0 or not (code[at - 1].isalnum() or code[at - 1] == "_")
            ):
                end = closing(code, match.end(), match[2])
                if end is None:
                    self.string = String(match.end(), match[2], match[1], at)
                    return
                self.pairs[end - 1] = at
                at = end
                continue
            if character == "#":
                end = code.find("\n", at)
                if end < 0:
                    self.comment = True
                    return
                at = end
                continue
            if character in "([{":
                self.open.append(Bracket(character, at, [at + 1]))
            elif (
                character in CLOSING and self.open and self.open[-1].character == CLOSING[character]
            ):
                self.pairs[at] = self.open.pop().at
            elif character == "," and self.open:
                self.open[-1].elements.append(at + 1)
            at += 1

    def line(self) -> str:
        """The logical line up to the cursor, as far as imports need it."""
        start = self.open[0].at if self.open else len(self.code)
        start = max(self.code.rfind("\n", 0, start), self.code.rfind(";", 0, start)) + 1
        return self.code[start:]

    def word(self) -> int:
        """Returns where the name at the cursor starts."""
        at = len(self.code)
        while at > 0 and (self.code[at - 1].isalnum() or self.code[at - 1] == "_"):
            at -= 1
        return at

    def before(self, end: int) -> str:
        """Returns the names, attributes, subscripts and calls that end at a position."""
        at = end = len(self.code[:end].rstrip(" \t"))
        while at > 0:
            character = self.code[at - 1]
            if at - 1 in self.pairs:
                at = self.pairs[at - 1]
                if at > 0 and self.code[at] in "[(" and CALLEE.search(self.code[:at]):
                    continue
                break
            start = at
            while start > 0 and (self.code[start - 1].isalnum() or self.code[start - 1] == "_"):
                start -= 1
            if start == at or keyword.iskeyword(self.code[start:at]):
                break
            at = start
            if at == 0 or self.code[at - 1] != ".":
                break
            at -= 1
            if at > 0 and not CALLEE.search(self.code[:at]) and self.code[at - 1] not in "'\"":
                return ""
            character = self.code[at - 1] if at else character
        return self.code[at:end]

    def innermost(self) -> int | None:
        return self.open[-1].at if self.open else None

    def call(self) -> Call | None:
        """Returns the innermost call."""
        for bracket in reversed(self.open):
            before = self.code[: bracket.at]
            if (
                bracket.character != "("
                or not CALLEE.search(before)
                or DEFINITION.search(before[-200:])
            ):
                continue
            word = re.search(r"\w*$", before)
            if word and keyword.iskeyword(word[0]):
                continue
            elements = [
                self.code[start:end]
                for start, end in zip(bracket.elements, [*bracket.elements[1:], len(self.code)])
            ]
            named = [match[1] if (match := NAMED.match(element)) else None for element in elements]
            return Call(
                bracket.at, {name for name in named[:-1] if name}, named[:-1].count(None), named[-1]
            )
        return None

    def subscripted(
        self, names: dict[str, Any], resolve: Callable[[str, dict[str, Any]], Any]
    ) -> list[Any]:
        """Returns the values that the string at the cursor may be a key of: what its subscript is
        taken of, else what a call's method belongs to, as in `df.groupby("`.
        """
        found = []
        for bracket in reversed(self.open):
            before = self.code[: bracket.at]
            if not CALLEE.search(before):
                # A list of keys, or parentheses around one.
                continue
            expression = self.before(bracket.at)
            if bracket.character == "(" and "." in expression:
                expression = expression.rpartition(".")[0]
            elif bracket.character != "[":
                break
            found.append(resolve(expression, names))
            break
        return found


def closing(code: str, at: int, quote: str) -> int | None:
    """Returns the position after the end of a string, or None if it is open at the end of the
    code. A short string ends with its line.
    """
    while at < len(code):
        if code[at] == "\\":
            at += 2
        elif code.startswith(quote, at):
            return at + len(quote)
        elif code[at] == "\n" and len(quote) == 1:
            return at
        else:
            at += 1
    return None
