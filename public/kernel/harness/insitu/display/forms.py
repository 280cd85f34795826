"""All forms of a value by MIME type: what its `_repr_*_` methods, its bundle and registered functions give, checked.

A form that raises, has another type than it should or is too large is left out; the value always has its text.
"""

import asyncio
import base64
import binascii
import html
import json
import math
import re

from . import custom, images, maths, titles
from .pretty import is_a, on_one_line, plain, pretty, text_of_error

STOPS = (KeyboardInterrupt, asyncio.CancelledError)
METHODS = (
    ("_repr_html_", "text/html"),
    ("_repr_markdown_", "text/markdown"),
    ("_repr_latex_", "text/latex"),
    ("_repr_svg_", "image/svg+xml"),
    ("_repr_png_", "image/png"),
    ("_repr_jpeg_", "image/jpeg"),
    ("_repr_json_", "application/json"),
    ("_repr_pdf_", "application/pdf"),
    ("_repr_javascript_", "application/javascript"),
)
# Beyond this a form is not worth moving: nobody reads it, and a browser struggles to render it.
LONGEST_TEXT = 20_000
LONGEST_MARKUP = 1_000_000
MOST_FORMS = 20
# JSON holds no more than so many values and goes no deeper.
MOST_VALUES = 1_000_000
DEEPEST = 200
MIME = re.compile(r"[a-zA-Z0-9][\w.-]{0,60}/[a-zA-Z0-9][\w.+-]{0,90}")
SCRIPTS = {"application/javascript", "text/javascript", "application/ecmascript"}
NO_SCRIPTS = (
    "JavaScript is not run here: what code shows has no scripts, so that it reaches neither the page nor the network. "
    "Show HTML, a table or a figure instead (matplotlib, plotly and altair figures are interactive)."
)
WIDGETS = "application/vnd.jupyter.widget-view+json"


class Forms:
    """The forms of one value. `most` is the largest picture in bytes; `too_large` collects `(form, bytes)` that are left out."""

    def __init__(self, most):
        self.most = most
        self.mime = {}
        # On one line, where `text/plain` is wrapped; None where there is no other.
        self.text = None
        self.too_large = []
        # Forms that the value's own methods failed to give, each with why.
        self.failed = []
        self.refused = False

    def add(self, kind, content):
        """Takes a form if it is one."""
        if not isinstance(kind, str) or not MIME.fullmatch(kind) or content is None or len(self.mime) >= MOST_FORMS:
            return
        kind = str.__str__(kind)
        if kind in SCRIPTS:
            self.refused = True
            return
        if isinstance(content, tuple) and len(content) == 2 and isinstance(content[1], dict):
            # A form and what is said about it.
            content = content[0]
            if content is None:
                return
        text = checked(kind, content)
        if text is None:
            self.failed.append(f"{kind} ({type(content).__name__[:60]}, which it cannot be)")
            return
        if kind == "text/plain":
            self.mime[kind] = cut(text, LONGEST_TEXT)
            return
        if kind == "text/html":
            text = images.with_files(text)
        most = LONGEST_MARKUP if kind.startswith("text/") else self.most
        # Three bytes are four letters.
        size = len(text) // 4 * 3 if is_binary(kind) else len(text)
        if size > most:
            self.too_large.append((kind, size))
        else:
            self.mime[kind] = text


def of_value(value, most, include=None, exclude=None):
    """The forms of a value, `text/plain` first."""
    forms = Forms(most)
    if not is_a(value, type):
        bundle = call(value, "_repr_mimebundle_", forms.failed, include=include, exclude=exclude)
        for kind, content in items(bundle):
            forms.add(kind, content)
        if (picture := images.form(value, most)) is not None:
            forms.add(*picture)
        else:
            for method, kind in METHODS:
                if kind not in forms.mime and not (kind == "text/html" and has_chart(forms.mime)):
                    own = custom.formatters(kind).of(value)
                    if own is not None and kind == "image/png" and "text/latex" in forms.mime:
                        # Sympy would draw a picture of the formula, which takes seconds.
                        continue
                    forms.add(kind, guarded(own, value) if own is not None else call(value, method, forms.failed))
        if "application/mathml+xml" not in forms.mime:
            forms.add("application/mathml+xml", maths.form(value))
    given = forms.mime.pop("text/plain", None)
    if given is None and forms.refused and not forms.mime:
        given = NO_SCRIPTS
    if given is None:
        given = pretty(value)
        forms.text = cut(sound(on_one_line(value, given)), LONGEST_TEXT)
    # A text shows its content, unless there would be nothing to see.
    text = str.__str__(value) if is_a(value, str) and not str.isspace(value) and str.__len__(value) else given
    forms.mime = {"text/plain": cut(sound(text), LONGEST_TEXT), **forms.mime}
    return within(forms, include, exclude)


def words(forms):
    """A text for forms that come without one."""
    if (title := titles.described(forms.mime)) is not None:
        return title
    for kind in ("text/markdown", "text/latex"):
        if kind in forms.mime:
            return cut(forms.mime[kind], LONGEST_TEXT)
    if "text/html" in forms.mime:
        return words_of(forms.mime["text/html"]) or "HTML"
    return NO_SCRIPTS if forms.refused and not forms.mime else ", ".join(forms.mime) or "Nothing that can be shown"


def words_of(markup):
    """What can be read of HTML, on one line."""
    text = re.sub(r"(?is)<(script|style)\b.*?(</\1\s*>|$)|<!--.*?(-->|$)|<[^>]*(>|$)", " ", markup[:50_000])
    return " ".join(html.unescape(text).split())[:2000]


def has_chart(mime):
    """Whether there is a form that the page draws; the HTML beside it loads a library from the network."""
    return any(kind.startswith("application/vnd.") for kind in mime)


def of_bundle(bundle, most, include=None, exclude=None):
    """The forms that code hands over ready-made."""
    forms = Forms(most)
    for kind, content in items(bundle):
        forms.add(kind, content)
    if "text/plain" not in forms.mime:
        forms.mime = {"text/plain": words(forms), **forms.mime}
    return within(forms, include, exclude)


def within(forms, include, exclude):
    wanted, unwanted = names(include), names(exclude)
    if wanted:
        forms.mime = {kind: form for kind, form in forms.mime.items() if kind in wanted or kind == "text/plain"}
    forms.mime = {kind: form for kind, form in forms.mime.items() if kind not in unwanted or kind == "text/plain"}
    if WIDGETS in forms.mime:
        # Its code lives in a library that the page does not have.
        del forms.mime[WIDGETS]
    return forms


def names(kinds):
    if isinstance(kinds, str):
        return {kinds}
    try:
        return {kind for kind in kinds or () if isinstance(kind, str)}
    except TypeError:
        return set()


def items(bundle):
    """The entries of a bundle, which may come with a second one about it."""
    if isinstance(bundle, tuple) and bundle:
        bundle = bundle[0]
    try:
        return list(bundle.items())[: 2 * MOST_FORMS] if isinstance(bundle, dict) else []
    except STOPS:
        raise
    except BaseException:
        return []


def call(value, method, failed, **arguments):
    """What the method gives, or None; where it raises, `failed` is told. A class has the method too, but nothing to call it on; a mock
    has every method there is."""
    def ask():
        if is_a(value, type) or not callable(getattr(type(value), method, None)):
            return None
        function = getattr(value, method)
        try:
            return function(**arguments)
        except (*STOPS, NotImplementedError):
            raise
        except BaseException as error:
            failed.append(f"{method} ({type(error).__name__[:60]}: {text_of_error(error)[:200]})")
            raise

    return guarded(ask)


def guarded(function, *values, **arguments):
    try:
        return function(*values, **arguments)
    except STOPS:
        raise
    except BaseException:
        return None


def is_binary(kind):
    return kind == "application/pdf" or (kind.startswith(("image/", "audio/", "video/")) and kind != "image/svg+xml")


def checked(kind, content):
    """The form as text: pictures in base64, JSON written out. None where it is not what its type says."""
    try:
        if is_binary(kind):
            return in_base64(content)
        if kind == "application/json" or kind.endswith("+json"):
            return json_text(content)
        if isinstance(content, (bytes, bytearray)):
            content = bytes(content).decode("utf-8")
        return sound(content) if isinstance(content, str) else json_text(content) if isinstance(content, (dict, list)) else None
    except STOPS:
        raise
    except BaseException:
        return None


def in_base64(content):
    if isinstance(content, (bytes, bytearray, memoryview)):
        return base64.b64encode(content).decode("ascii")
    if not isinstance(content, str):
        return None
    text = "".join(content.split())
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return text


def json_text(content):
    """JSON of a value, or of the JSON that a text holds."""
    if isinstance(content, (str, bytes)):
        try:
            content = json.loads(content)
        except ValueError:
            pass
    return json.dumps(plain_json(content, set(), 0, [MOST_VALUES]), allow_nan=False, ensure_ascii=False)


def plain_json(value, within, depth, left):
    """The value as JSON holds it: what is not finite is null, what is no JSON is its text, and what holds itself is null."""
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("too many values")
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return sound(str.__str__(value))
    if isinstance(value, int):
        return int(value) if abs(value) < 2**53 else plain(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        if id(value) in within or depth > DEEPEST:
            return None
        within.add(id(value))
        try:
            if isinstance(value, dict):
                return {sound(key if isinstance(key, str) else plain(key)): plain_json(item, within, depth + 1, left) for key, item in value.items()}
            return [plain_json(item, within, depth + 1, left) for item in value]
        finally:
            within.discard(id(value))
    if hasattr(value, "tolist") and getattr(type(value), "__module__", "") == "numpy":
        return plain_json(value.tolist(), within, depth + 1, left)
    if hasattr(value, "isoformat"):
        text = value.isoformat()
        return None if text == "NaT" else text
    return sound(plain(value))


def sound(text):
    """A plain `str` without halves of characters."""
    text = str.__str__(text)
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def cut(text, longest):
    """The text, or its head and tail with what was left out said in between."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
