"""Exceptions as a user reads them: class, message, and a traceback that starts in their own code.

Frames of the user's code show the lines around the one that failed, which is marked; those of libraries are folded into a
line that counts them.
"""

import linecache
import os
import re
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
# A recursion error or an exception with a table in its message must not flood whoever reads it.
LONGEST_NAME = 200
LONGEST_MESSAGE = 20_000
LONGEST_TRACEBACK = 40_000
# Lines before and behind the one that failed, and what is read of one.
AROUND = 2
LONGEST_LINE = 300
# The same place again and again, as in a recursion without end, is told so often; of different ones the first and last.
MOST_ALIKE = 3
MOST_FRAMES = 40
# Exceptions of a chain or a group that are rendered.
MOST_EXCEPTIONS = 12
CELL = re.compile(r'File "(Cell \[\d+\])", line')
MARKS = re.compile(r"\s*[~^][~^\s]*")
# Folder or archive of Python's own library.
STANDARD = re.compile(r"/python3\.?\d+(\.zip)?/")
# What Python says of things that a browser does not have, and what to do instead.
EXPLAINED = {
    "can't start new thread": "There are no threads here: call the function directly, or use asyncio.",
    "WebAssembly stack switching not supported in this JavaScript runtime": (
        "This browser cannot wait inside a function: write `await …` in the cell itself, outside of any function, in the place of `asyncio.run(…)`."
    ),
}


def describe(error, interrupted=False, sentences=()):
    """`{name, value, traceback}` of an exception, whatever it does when it is printed. `sentences` say more about it."""
    name = cut(type(error).__name__, LONGEST_NAME)
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
    return {"name": name, "value": cut(value, LONGEST_MESSAGE), "traceback": cut(trace, LONGEST_TRACEBACK)}


def text_of(error):
    """`str(error)`, or a sentence where that raises. An interrupt goes through: making the text is the code's own doing."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        return f"<the exception's own text could not be made: {type(failure).__name__}>"


def render(error, name, value):
    try:
        described = traceback.TracebackException(type(error), error, error.__traceback__, compact=True, max_group_width=10)
        fold(described)
        text = "".join(described.format()).rstrip("\n")
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"{name}: {value}"
    # `Cell [3]` is a name, not a file.
    return CELL.sub(r"\1, line", text)


def fold(described):
    """Has each exception of a chain or group tell its frames in the way of `Frames`."""
    left, seen = [described], set()
    single = described.__cause__ is None and described.__context__ is None
    while left:
        current = left.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        stack = [frame for frame in current.stack or () if not own(frame.filename)]
        # A syntax error in a cell is raised by what compiles it, and says itself where it is.
        current.stack = Frames(stack) if stack else None
        if single and stack:
            current.stack.alone = True
        if len(seen) >= MOST_EXCEPTIONS:
            current.__cause__ = current.__context__ = current.exceptions = None
        left += [current.__cause__, current.__context__, *(getattr(current, "exceptions", None) or ())]


def own(filename):
    """Whether this is code of the harness."""
    return os.path.abspath(filename).startswith(HERE + os.sep)


def of_person(filename):
    """Whether the user wrote this code: a cell, or a module in the working directory."""
    here = os.path.join(os.getcwd(), "")
    return filename.startswith(("Cell [", "<string>")) or (len(here) > 1 and filename.startswith(here))


class Frames(list):
    """The frames of one traceback. Stands for `traceback.StackSummary`, of which only `format` is used."""

    # Whether there is nothing else to read than these.
    alone = False

    def format(self, **_options):
        """The frames as texts, each with its end of line."""
        texts, foreign, alike = [], [], 0
        frames = list(self)
        if self.alone and not any(of_person(frame.filename) for frame in frames):
            # What runs in a timer or a task of a library: its last frame says the most.
            return [*folded(frames[:-1]), told(frames[-1])]
        before = None
        for frame in frames:
            if not of_person(frame.filename):
                foreign.append(frame)
                continue
            texts += folded(foreign)
            foreign = []
            place = frame.filename, frame.lineno, frame.name
            alike = alike + 1 if place == before else 0
            before = place
            if alike < MOST_ALIKE:
                texts.append(told(frame))
            elif alike == MOST_ALIKE:
                texts.append([place, 1])
            else:
                texts[-1][1] += 1
        texts += folded(foreign)
        texts = [text if isinstance(text, str) else f"  … the same line {text[1]:,} more times …\n" for text in texts]
        if len(texts) > MOST_FRAMES:
            half = MOST_FRAMES // 2
            texts[half:-half] = [f"  … {len(texts) - 2 * half:,} further frames …\n"]
        return texts


def folded(frames):
    """A line that stands for frames of libraries, if there are any."""
    if not frames:
        return []
    names = list(dict.fromkeys(library(frame.filename) for frame in frames))
    rest = ", …" if len(names) > 3 else ""
    return [f"  … {len(frames)} frame{'' if len(frames) == 1 else 's'} in {', '.join(names[:3])}{rest} …\n"]


def library(filename):
    """The name of the library that a file belongs to."""
    if filename.startswith("<"):
        return "Python" if "frozen" in filename else "code made at run time"
    if STANDARD.search(filename) and "/site-packages/" not in filename:
        return "Python's library"
    entries = sorted((entry.rstrip("/") + "/" for entry in sys.path if isinstance(entry, str) and len(entry) > 1), key=len, reverse=True)
    for folder in ("site-packages/", "dist-packages/", *entries):
        if folder in filename:
            filename = filename.partition(folder)[2]
            break
    return filename.strip("/").split("/")[0].removesuffix(".py")


def told(frame):
    """A frame with the line that failed marked, and what stands around it."""
    head = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
    lines = linecache.getlines(frame.filename)
    number = frame.lineno or 0
    if not 0 < number <= len(lines):
        return head
    first, last = max(number - AROUND, 1), min(number + AROUND, len(lines))
    width = len(str(last))
    texts = []
    for at in range(first, last + 1):
        line = lines[at - 1].rstrip("\n")[:LONGEST_LINE].rstrip()
        sign = "-->" if at == number else "   "
        texts.append(f"    {sign} {at:>{width}} {line}".rstrip() + "\n")
        if at == number and (marks := marks_of(frame)):
            indent = len(line) - len(line.lstrip())
            texts.append(f"{' ' * (9 + width + indent)}{marks}\n")
    return head + "".join(texts)


def marks_of(frame):
    """What Python puts under the line to point at its part that failed, or nothing."""
    lines = traceback.StackSummary.from_list([frame]).format()[0].split("\n")[1:]
    for line in lines[1:2]:
        if MARKS.fullmatch(line):
            return line[4:].rstrip()[:LONGEST_LINE]
    return ""


def cut(text, longest):
    """The text, or its head and tail with what was left out said in between."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
