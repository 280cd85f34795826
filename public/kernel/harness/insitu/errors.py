"""Exceptions as a person reads them: class, message, and a traceback that starts in their own code."""

import os
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
# A recursion error or an exception with a table in its message must not flood whoever reads it.
LONGEST_NAME = 200
LONGEST_MESSAGE = 20_000
LONGEST_TRACEBACK = 40_000


def describe(error, interrupted=False, sentences=()):
    """`{name, value, traceback}` of an exception, whatever it does when it is printed. `sentences` say more about it."""
    name = cut(type(error).__name__, LONGEST_NAME)
    value = text_of(error)
    if interrupted:
        name, value = "KeyboardInterrupt", "Stopped before it was done. The variables are kept."
    elif isinstance(error, SystemExit):
        value = f"The code called exit ({value or 'no status'}); the session goes on."
    trace = render(error, name, value)
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
        seen = set()
        current = error
        while current is not None and id(current) not in seen:
            seen.add(id(current))
            current.__traceback__ = own_frames(current.__traceback__)
            current = current.__cause__ or current.__context__
        if isinstance(error, SyntaxError) and error.__traceback__ is None:
            lines = traceback.format_exception_only(error)
        else:
            lines = traceback.format_exception(error)
        text = "".join(lines).rstrip("\n")
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"{name}: {value}"
    # `Cell [3]` is a name, not a file.
    return text.replace('File "Cell [', "Cell [").replace(']", line', "], line")


def own_frames(frames):
    """The traceback without the harness's frames at its outer end and wherever else they stand."""
    kept = []
    while frames is not None:
        if not os.path.abspath(frames.tb_frame.f_code.co_filename).startswith(HERE + os.sep):
            kept.append(frames)
        frames = frames.tb_next
    result = None
    for frame in reversed(kept):
        frame.tb_next = result
        result = frame
    return result


def cut(text, longest):
    """The text, or its head and tail with what was left out said in between."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
