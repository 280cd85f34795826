"""All forms of a value by MIME type: the checked results of its `_repr_*_` methods, its MIME bundle
and registered functions.

A form that raises, has the wrong type or is too large is left out; the text is always present.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import math
import re

from . import custom, images, maths, titles
from .pretty import STOPS, is_a, on_one_line, plain, pretty, text_of_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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
# Longer forms are not sent: nobody reads them, and browsers render them slowly.
MAX_TEXT_LENGTH = 20_000
MAX_MARKUP_LENGTH = 1_000_000
MAX_FORMS = 20
# Values and depth of JSON.
MAX_VALUES = 1_000_000
MAX_DEPTH = 200
MIME = re.compile(r"[a-zA-Z0-9][\w.-]{0,60}/[a-zA-Z0-9][\w.+-]{0,90}")
SCRIPTS = {"application/javascript", "text/javascript", "application/ecmascript"}
NO_SCRIPTS = (
    "JavaScript is not run here: what code shows has no scripts, so that it reaches neither the page nor the network. "
    "Show HTML, a table or a figure instead (matplotlib, plotly and altair figures are interactive)."
)
WIDGETS = "application/vnd.jupyter.widget-view+json"


class Forms:
    """The forms of one value. `most` is the largest picture in bytes; `too_large` collects `(form,
    bytes)` that are left out.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.mime: dict[str, str] = {}
        # The text on one line, if `text/plain` is wrapped; None if both are the same.
        self.text: str | None = None
        self.too_large: list[tuple[str, int]] = []
        # Forms that the value's methods failed to return, each with the reason.
        self.failed: list[str] = []
        self.refused = False

    def add(self, kind: Any, content: Any) -> None:
        """Adds a form if it is valid."""
        if (
            not isinstance(kind, str)
            or not MIME.fullmatch(kind)
            or content is None
            or len(self.mime) >= MAX_FORMS
        ):
            return
        kind = str.__str__(kind)
        if kind in SCRIPTS:
            self.refused = True
            return
        if isinstance(content, tuple) and len(content) == 2 and isinstance(content[1], dict):
            # A form with its metadata.
            content = content[0]
            if content is None:
                return
        text = checked(kind, content)
        if text is None:
            self.failed.append(f"{kind} ({type(content).__name__[:60]}, which it cannot be)")
            return
        if kind == "text/plain":
            self.mime[kind] = truncate(text, MAX_TEXT_LENGTH)
            return
        if kind == "text/html":
            text = images.with_files(text)
        most = MAX_MARKUP_LENGTH if kind.startswith("text/") else self.most
        # Base64 encodes three bytes in four characters.
        size = len(text) // 4 * 3 if is_binary(kind) else len(text)
        if size > most:
            self.too_large.append((kind, size))
        else:
            self.mime[kind] = text


def of_value(value: Any, most: int, include: Any = None, exclude: Any = None) -> Forms:
    """Returns the forms of a value, `text/plain` first."""
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
                        # Sympy would render a picture of the formula, which takes seconds.
                        continue
                    forms.add(
                        kind,
                        guarded(own, value)
                        if own is not None
                        else call(value, method, forms.failed),
                    )
        if "application/mathml+xml" not in forms.mime:
            forms.add("application/mathml+xml", maths.form(value))
    given = forms.mime.pop("text/plain", None)
    if given is None and forms.refused and not forms.mime:
        given = NO_SCRIPTS
    if given is None:
        given = pretty(value)
        forms.text = truncate(valid_text(on_one_line(value, given)), MAX_TEXT_LENGTH)
    # A string shows its content, unless that is empty or blank.
    text = (
        str.__str__(value)
        if is_a(value, str) and not str.isspace(value) and str.__len__(value)
        else given
    )
    forms.mime = {"text/plain": truncate(valid_text(text), MAX_TEXT_LENGTH), **forms.mime}
    return selected(forms, include, exclude)


def fallback_text(forms: Forms) -> str:
    """Returns a text for forms without `text/plain`."""
    if (title := titles.described(forms.mime)) is not None:
        return title
    for kind in ("text/markdown", "text/latex"):
        if kind in forms.mime:
            return truncate(forms.mime[kind], MAX_TEXT_LENGTH)
    if "text/html" in forms.mime:
        return html_to_text(forms.mime["text/html"]) or "HTML"
    return (
        NO_SCRIPTS
        if forms.refused and not forms.mime
        else ", ".join(forms.mime) or "Nothing that can be shown"
    )


def html_to_text(markup: str) -> str:
    """Returns the text of HTML on one line."""
    text = re.sub(
        r"(?is)<(script|style)\b.*?(</\1\s*>|$)|<!--.*?(-->|$)|<[^>]*(>|$)", " ", markup[:50_000]
    )
    return " ".join(html.unescape(text).split())[:2000]


def has_chart(mime: dict[str, str]) -> bool:
    """Returns whether there is a form that the page draws itself; the HTML form of such a chart
    loads a library from the network.
    """
    return any(kind.startswith("application/vnd.") for kind in mime)


def of_bundle(bundle: Any, most: int, include: Any = None, exclude: Any = None) -> Forms:
    """Returns the forms of a ready-made bundle."""
    forms = Forms(most)
    for kind, content in items(bundle):
        forms.add(kind, content)
    if "text/plain" not in forms.mime:
        forms.mime = {"text/plain": fallback_text(forms), **forms.mime}
    return selected(forms, include, exclude)


def selected(forms: Forms, include: Any, exclude: Any) -> Forms:
    """Keeps the forms that `include` and `exclude` select, and the text."""
    wanted, unwanted = names(include), names(exclude)
    if wanted:
        forms.mime = {
            kind: form
            for kind, form in forms.mime.items()
            if kind in wanted or kind == "text/plain"
        }
    forms.mime = {
        kind: form
        for kind, form in forms.mime.items()
        if kind not in unwanted or kind == "text/plain"
    }
    if WIDGETS in forms.mime:
        # Widgets need a library that the page does not have.
        del forms.mime[WIDGETS]
    return forms


def names(kinds: Any) -> set[str]:
    if isinstance(kinds, str):
        return {kinds}
    try:
        return {kind for kind in kinds or () if isinstance(kind, str)}
    except TypeError:
        return set()


def items(bundle: Any) -> list[tuple[Any, Any]]:
    """Returns the entries of a bundle, which may be paired with metadata."""
    if isinstance(bundle, tuple) and bundle:
        bundle = bundle[0]
    try:
        return list(bundle.items())[: 2 * MAX_FORMS] if isinstance(bundle, dict) else []
    except STOPS:
        raise
    except BaseException:
        return []


def call(value: Any, method: str, failed: list[str], **arguments: Any) -> Any:
    """Returns the method's result, or None; if it raises, an entry is added to `failed`. Classes
    are skipped, since the method needs an instance; and the method is looked up on the type, since
    a mock instance has every attribute.
    """

    def attempt() -> Any:
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

    return guarded(attempt)


def guarded(function: Callable[..., Any], *values: Any, **arguments: Any) -> Any:
    try:
        return function(*values, **arguments)
    except STOPS:
        raise
    except BaseException:
        return None


def is_binary(kind: str) -> bool:
    return kind == "application/pdf" or (
        kind.startswith(("image/", "audio/", "video/")) and kind != "image/svg+xml"
    )


def checked(kind: str, content: Any) -> str | None:
    """Returns the form as text: pictures in base64, JSON serialized. Returns None if the content
    does not fit the type.
    """
    try:
        if is_binary(kind):
            return in_base64(content)
        if kind == "application/json" or kind.endswith("+json"):
            return json_text(content)
        if isinstance(content, (bytes, bytearray)):
            content = bytes(content).decode("utf-8")
        return (
            valid_text(content)
            if isinstance(content, str)
            else json_text(content)
            if isinstance(content, (dict, list))
            else None
        )
    except STOPS:
        raise
    except BaseException:
        return None


def in_base64(content: Any) -> str | None:
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


def json_text(content: Any) -> str:
    """Serializes a value, or the value of a JSON text."""
    if isinstance(content, (str, bytes)):
        try:  # noqa: SIM105 - `contextlib.suppress` is Python code, which the user's code can replace.
            content = json.loads(content)
        except ValueError:
            pass
    return json.dumps(
        plain_json(content, set(), 0, [MAX_VALUES]), allow_nan=False, ensure_ascii=False
    )


def plain_json(value: Any, within: set[int], depth: int, left: list[int]) -> Any:
    """Converts a value for JSON: non-finite numbers and cycles become null, other values without a
    JSON type become text.
    """
    left[0] -= 1
    if left[0] < 0:
        raise ValueError("too many values")
    if value is None or value is True or value is False:
        return value
    if isinstance(value, str):
        return valid_text(str.__str__(value))
    if isinstance(value, int):
        return int(value) if abs(value) < 2**53 else plain(int(value))
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, (dict, list, tuple, set, frozenset)):
        if id(value) in within or depth > MAX_DEPTH:
            return None
        within.add(id(value))
        try:
            if isinstance(value, dict):
                return {
                    valid_text(key if isinstance(key, str) else plain(key)): plain_json(
                        item, within, depth + 1, left
                    )
                    for key, item in value.items()
                }
            return [plain_json(item, within, depth + 1, left) for item in value]
        finally:
            within.discard(id(value))
    if hasattr(value, "tolist") and getattr(type(value), "__module__", "") == "numpy":
        return plain_json(value.tolist(), within, depth + 1, left)
    if hasattr(value, "isoformat"):
        text = value.isoformat()
        return None if text == "NaT" else text
    return valid_text(plain(value))


def valid_text(text: str) -> str:
    """Returns a plain `str` without lone surrogates."""
    text = str.__str__(text)
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def truncate(text: str, longest: int) -> str:
    """Returns the text, or its head and tail with the number of characters left out between them."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
