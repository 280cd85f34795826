"""Formats exceptions for the user: class, message, and a traceback that starts in the user's code.

Frames of the user's code show the lines around the failing one, which is marked; frames of
libraries are folded into a line that counts them.
"""

from __future__ import annotations

import linecache
import os
import re
import sys
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
# Bounds for recursion errors and for exceptions with a table in their message.
MAX_NAME_LENGTH = 200
MAX_MESSAGE_LENGTH = 20_000
MAX_TRACEBACK_LENGTH = 40_000
# Lines shown before and after the failing one, and characters of each.
AROUND = 2
MAX_LINE_LENGTH = 300
# Equal frames in a row that are rendered, as in an endless recursion. Of more than `MAX_FRAMES`
# frames the first and last are.
MAX_EQUAL_FRAMES = 3
MAX_FRAMES = 40
# Exceptions of a chain or a group that are rendered.
MAX_EXCEPTIONS = 12
CELL = re.compile(r'File "(Cell \[\d+\])", line')
MARKS = re.compile(r"\s*[~^][~^\s]*")
# Folder or archive of the standard library.
STANDARD = re.compile(r"/python3\.?\d+(\.zip)?/")
# Python's messages about features that a browser lacks, and what to do instead.
EXPLAINED = {
    "can't start new thread": "There are no threads here: call the function directly, use a pool, whose work is done in order, or use asyncio.",
    "WebAssembly stack switching not supported in this JavaScript runtime": (
        "This browser cannot wait inside a function: write `await …` in the cell itself, outside of any function, in the place of `asyncio.run(…)`."
    ),
}


def describe(
    error: BaseException, interrupted: bool = False, sentences: Sequence[str] = ()
) -> dict[str, str]:
    """Returns `{name, value, traceback}` of an exception, even if its own methods raise.
    `sentences` explain it further.
    """
    name = truncate(type(error).__name__, MAX_NAME_LENGTH)
    value = text_of(error)
    if interrupted:
        name, value = "KeyboardInterrupt", "Stopped before it was done. The variables are kept."
    elif issubclass(type(error), SystemExit):
        value = f"The code called exit ({value or 'no status'}); the session goes on."
    trace = render(error, name, value)
    if type(value) is str and value in EXPLAINED:
        sentences = [*sentences, EXPLAINED[value]]
    if sentences and not interrupted:
        value = f"{' '.join(sentences)} ({value})"
        trace = "\n".join([trace, *sentences])
    return {
        "name": name,
        "value": truncate(value, MAX_MESSAGE_LENGTH),
        "traceback": truncate(trace, MAX_TRACEBACK_LENGTH),
    }


def text_of(error: BaseException) -> str:
    """Returns `str(error)`, or a sentence if that raises. An interrupt propagates, since
    `__str__` is the user's code.
    """
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        return f"<the exception's own text could not be made: {type(failure).__name__}>"


def render(error: BaseException, name: str, value: str) -> str:
    try:
        described = traceback.TracebackException(
            type(error), error, error.__traceback__, compact=True, max_group_width=10
        )
        fold(described)
        text = "".join(described.format()).rstrip("\n")
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"{name}: {value}"
    # `Cell [3]` is a name, not a file.
    return CELL.sub(r"\1, line", text)


def fold(described: traceback.TracebackException) -> None:
    """Replaces the stack of each exception in a chain or group with `Frames`."""
    left: list[Any] = [described]
    seen: set[int] = set()
    single = described.__cause__ is None and described.__context__ is None
    while left:
        current = left.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        stack = [frame for frame in current.stack or () if not is_harness_code(frame.filename)]
        # A syntax error in a cell is raised by the harness's compile call, and contains its own
        # position.
        current.stack = frames = Frames(stack) if stack else None
        if single and frames is not None:
            frames.alone = True
        if len(seen) >= MAX_EXCEPTIONS:
            current.__cause__ = current.__context__ = current.exceptions = None
        left += [
            current.__cause__,
            current.__context__,
            *(getattr(current, "exceptions", None) or ()),
        ]


def is_harness_code(filename: str) -> bool:
    """Returns whether this is code of the harness."""
    return os.path.abspath(filename).startswith(HERE + os.sep)


def is_user_code(filename: str) -> bool:
    """Returns whether the user wrote this code: a cell, or a module in the working directory."""
    here = os.path.join(os.getcwd(), "")
    return filename.startswith(("Cell [", "<string>")) or (
        len(here) > 1 and filename.startswith(here)
    )


class Frames(list):
    """The frames of one traceback. Replaces `traceback.StackSummary`, of which only `format` is
    used.
    """

    # Whether the exception is the only one, without a chain or a group.
    alone = False

    def format(self, **_options: Any) -> list[str]:
        """Returns the frames as texts, each with its line end."""
        texts, foreign, alike = [], [], 0
        frames = list(self)
        if self.alone and not any(is_user_code(frame.filename) for frame in frames):
            # Code in a timer or a task of a library: its last frame is the most informative.
            return [*folded(frames[:-1]), format_frame(frames[-1])]
        before = None
        for frame in frames:
            if not is_user_code(frame.filename):
                foreign.append(frame)
                continue
            texts += folded(foreign)
            foreign = []
            place = frame.filename, frame.lineno, frame.name
            alike = alike + 1 if place == before else 0
            before = place
            if alike < MAX_EQUAL_FRAMES:
                texts.append(format_frame(frame))
            elif alike == MAX_EQUAL_FRAMES:
                texts.append([place, 1])
            else:
                texts[-1][1] += 1
        texts += folded(foreign)
        texts = [
            text if isinstance(text, str) else f"  … the same line {text[1]:,} more times …\n"
            for text in texts
        ]
        if len(texts) > MAX_FRAMES:
            half = MAX_FRAMES // 2
            texts[half:-half] = [f"  … {len(texts) - 2 * half:,} further frames …\n"]
        return texts


def folded(frames: list[traceback.FrameSummary]) -> list[str]:
    """Returns a line that stands for frames of libraries, if there are any."""
    if not frames:
        return []
    names = list(dict.fromkeys(library(frame.filename) for frame in frames))
    rest = ", …" if len(names) > 3 else ""
    return [
        f"  … {len(frames)} frame{'' if len(frames) == 1 else 's'} in {', '.join(names[:3])}{rest} …\n"
    ]


def library(filename: str) -> str:
    """Returns the name of the library that a file belongs to."""
    if filename.startswith("<"):
        return "Python" if "frozen" in filename else "code made at run time"
    if STANDARD.search(filename) and "/site-packages/" not in filename:
        return "Python's library"
    entries = sorted(
        (
            entry.rstrip("/") + "/"
            for entry in sys.path
            if isinstance(entry, str) and len(entry) > 1
        ),
        key=len,
        reverse=True,
    )
    for folder in ("site-packages/", "dist-packages/", *entries):
        if folder in filename:
            filename = filename.partition(folder)[2]
            break
    return filename.strip("/").split("/")[0].removesuffix(".py")


def format_frame(frame: traceback.FrameSummary) -> str:
    """Formats a frame with the lines around the failing one, which is marked."""
    head = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
    lines = linecache.getlines(frame.filename)
    number = frame.lineno or 0
    if not 0 < number <= len(lines):
        return head
    first, last = max(number - AROUND, 1), min(number + AROUND, len(lines))
    width = len(str(last))
    texts = []
    for at in range(first, last + 1):
        line = lines[at - 1].rstrip("\n")[:MAX_LINE_LENGTH].rstrip()
        sign = "-->" if at == number else "   "
        texts.append(f"    {sign} {at:>{width}} {line}".rstrip() + "\n")
        if at == number and (marks := marks_of(frame)):
            indent = len(line) - len(line.lstrip())
            texts.append(f"{' ' * (9 + width + indent)}{marks}\n")
    return head + "".join(texts)


def marks_of(frame: traceback.FrameSummary) -> str:
    """Returns the marks that Python writes under the failing part of the line, or an empty text."""
    lines = traceback.StackSummary.from_list([frame]).format()[0].split("\n")[1:]
    for line in lines[1:2]:
        if MARKS.fullmatch(line):
            return line[4:].rstrip()[:MAX_LINE_LENGTH]
    return ""


def truncate(text: str, longest: int) -> str:
    """Returns the text, or its head and tail with the number of characters left out between them."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
