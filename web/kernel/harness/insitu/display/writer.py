"""The printer that `_repr_pretty_(p, cycle)` and registered functions write to: IPython's printer
as far as code uses it.

Accepts texts, groups and possible line breaks between them; a group that does not fit into its line
is broken at all of these. Knows values only through the printer that it was given.
"""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol, TypeAlias

    Node: TypeAlias = "str | Group"
    Part: TypeAlias = "str | Span | Break"

    class Printer(Protocol):
        """What makes the nodes of values."""

        def node(self, value: Any, depth: int, /) -> Node: ...


# Parts of one writer; further ones are dropped.
MAX_PARTS = 20_000


class Span:
    """A group: texts, breaks and further groups, in their order."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def flat(self) -> int | None:
        """Returns the width on one line, None if it contains a mandatory break."""
        total = 0
        for part in self.parts:
            size = part.flat() if isinstance(part, (Span, Break)) else len(part)
            if size is None or (not isinstance(part, (Span, Break)) and "\n" in part):
                return None
            total += size
        return total


class Break:
    """A possible line break: `separator` is written if the line is not broken, None makes the
    break mandatory.
    """

    def __init__(self, separator: str | None, indentation: int) -> None:
        self.separator, self.indentation = separator, indentation

    def flat(self) -> int | None:
        return None if self.separator is None else len(self.separator)


class Group:
    """Parts between brackets. Each part is a list of adjacent texts and groups."""

    def __init__(self, opening: str, parts: list[list[Node]], closing: str, indent: int) -> None:
        self.opening, self.parts, self.closing, self.indent = opening, parts, closing, indent
        self.size = len(opening) + len(closing) + 2 * max(len(parts) - 1, 0)
        self.breaks = False
        for part in parts:
            for piece in part:
                if isinstance(piece, Group):
                    self.size += piece.size
                    self.breaks = self.breaks or piece.breaks
                else:
                    self.size += len(piece)
                    self.breaks = self.breaks or "\n" in piece


class Writer:
    """Collects what is written. `printer` creates the nodes of further values, at the given depth."""

    verbose = False
    newline = "\n"

    def __init__(self, printer: Printer, depth: int, width: int) -> None:
        self.printer, self.depth = printer, depth
        self.max_width = width
        self.indentation = 0
        self.spans = [Span()]
        self.count = 0

    def take(self, part: Part) -> None:
        self.count += 1
        if self.count <= MAX_PARTS:
            self.spans[-1].parts.append(part)

    def text(self, text: Any) -> None:
        """Writes text as it is."""
        self.take(str(text))

    def breakable(self, sep: str = " ") -> None:
        """Writes `sep`, or a new line if the group does not fit."""
        self.take(Break(str(sep), self.indentation))

    def break_(self) -> None:
        """Writes a new line."""
        self.take(Break(None, self.indentation))

    def pretty(self, value: Any) -> None:
        """Writes a further value."""
        self.node(self.printer.node(value, self.depth + 1))

    def node(self, node: Node) -> None:
        if isinstance(node, str):
            lines = node.split("\n")
            for at, line in enumerate(lines):
                if at:
                    self.break_()
                self.take(line)
            return
        self.begin_group(node.indent, node.opening)
        for at, part in enumerate(node.parts):
            if at:
                self.take(",")
                self.breakable()
            for piece in part:
                self.node(piece)
        self.end_group(node.indent, node.closing)

    def begin_group(self, indent: int = 0, open: str = "") -> None:
        """Begins a group with the text `open`."""
        if open:
            self.text(open)
        span = Span()
        self.take(span)
        self.spans.append(span)
        self.indentation += indent

    def end_group(self, dedent: int = 0, close: str = "") -> None:
        """Ends the group with the text `close`."""
        self.indentation -= dedent
        if len(self.spans) > 1:
            self.spans.pop()
        if close:
            self.text(close)

    @contextmanager
    def group(self, indent: int = 0, open: str = "", close: str = "") -> Iterator[None]:
        """Writes a group around the body of a `with` statement."""
        self.begin_group(indent, open)
        try:
            yield
        finally:
            self.end_group(indent, close)

    @contextmanager
    def indent(self, indent: int) -> Iterator[None]:
        """Indents new lines by so many further columns."""
        self.indentation += indent
        try:
            yield
        finally:
            self.indentation -= indent

    def flush(self) -> None:
        """Does nothing, since nothing is buffered."""

    def getvalue(self) -> str:
        """Returns what was written, broken into lines."""
        written = []
        self.put(self.spans[0], 0, 0, written)
        return "".join(written)

    def put(self, span: Span, column: int, after: int, written: list[str]) -> int:
        """Writes a group that begins at `column` and is followed by `after` columns on its last
        line. Returns the column of its end.
        """
        size = span.flat()
        whole = size is not None and column + size + after <= self.max_width
        for at, part in enumerate(span.parts):
            if isinstance(part, Span):
                column = self.put(
                    part, column, 0 if whole else self.behind(span.parts, at + 1, after), written
                )
            elif isinstance(part, Break):
                if whole and part.separator is not None:
                    written.append(part.separator)
                    column += len(part.separator)
                else:
                    written.append("\n" + " " * part.indentation)
                    column = part.indentation
            else:
                written.append(part)
                column += len(part)
        return column

    @staticmethod
    def behind(parts: list[Part], start: int, after: int) -> int:
        """Returns the width of the parts from `start` to the next break."""
        total = 0
        for part in parts[start:]:
            if isinstance(part, Break):
                return total
            total += (part.flat() or 0) if isinstance(part, Span) else len(part)
        return total + after
