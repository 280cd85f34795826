"""What an execution shows: values, figures and whatever it hands to `display`, in forms a page can render."""

import base64
import io
import itertools
import os
import sys

from . import figures, kept, tables
from .errors import cut

# Beyond this a form is not worth moving: nobody reads it, and a browser struggles to render it.
LONGEST_TEXT = 20_000
LONGEST_MARKUP = 1_000_000


# Names this interpreter in the ids of its results, so that one of an earlier interpreter is never taken for one of this.
INTERPRETER = os.urandom(4).hex()
numbers = itertools.count(1)


class Shelf:
    """The results of one execution, in order. `foreign()` says whether other code than its own is running."""

    def __init__(self, limits, foreign):
        self.limits = limits
        self.foreign = foreign
        self.results = []
        self.figures = 0
        self.drawn = []
        self.values_left_out = []
        self.figures_left_out = []
        self.pictures_left_out = []

    def main(self, value):
        """The value of the last expression."""
        if figures.is_artist(value):
            # What a plotting call returns is a handle; the figure itself is shown when it is complete.
            return
        self.add(value, main=True)

    def display(self, *values, **_options):
        """The builtin `display`."""
        for value in values:
            self.add(value, main=False)

    def add(self, value, main):
        if self.foreign():
            return
        if figures.is_figure(value):
            self.figure(value, main)
        elif self.room():
            self.put(value, shown(value, main, self.limits["tableRows"]))
        else:
            self.values_left_out.append(type(value).__name__)

    def figure(self, figure, main=False):
        """Shows a figure, each of one execution once."""
        if self.foreign() or any(figure is other for other in self.drawn):
            return
        self.drawn.append(figure)
        if self.figures >= self.limits["figures"] or not self.room():
            self.figures_left_out.append(figures.description(figure).removeprefix("Figure: "))
            return
        self.figures += 1
        result = figures.picture(figure, main, self.limits["imageBytes"])
        result["chart"] = chart_of(figure)
        self.put(figure, result)

    def put(self, value, result):
        """The result gets its id, under which the value can be asked for later."""
        name = f"{INTERPRETER}-{next(numbers)}"
        try:
            kept.keep(name, value)
        except Exception:
            # It can be shown all the same.
            pass
        self.results.append({"id": name, "chart": None, "display": None, **self.within(result)})

    def within(self, result):
        """The result, without a picture that is too large to be shown."""
        picture = result["mime"].get("image/png", "")
        # Three bytes are four letters.
        if len(picture) // 4 * 3 > self.limits["imageBytes"]:
            del result["mime"]["image/png"]
            self.pictures_left_out.append(f"{result['text'][:60]} ({len(picture) // 4 * 3 / 1e6:.1f} MB)")
        return result

    def left_out(self):
        """Sentences about what is not shown."""
        limits = self.limits
        return [
            f"Not shown: {len(names)} more {what}, since at most {most} are shown at once: {listed(names)}."
            for what, most, names in (
                ("results", limits["results"], self.values_left_out),
                ("figures", limits["figures"], self.figures_left_out),
            )
            if names
        ] + [
            f"Not shown: {len(names)} pictures of more than {limits['imageBytes'] / 1e6:.1f} MB: {listed(names)}."
            for names in [self.pictures_left_out]
            if names
        ]

    def figures_left_open(self, only_drawn=False):
        """Shows and closes the figures that nothing has shown. With `only_drawn`, empty ones are closed unseen."""
        figures.collect(self, only_drawn)

    def room(self):
        return len(self.results) < self.limits["results"]


def listed(names):
    """The first few names, each cut to a readable length."""
    return ", ".join(name[:60] for name in names[:5]) + (", …" if len(names) > 5 else "")


def chart_of(figure):
    """The figure's chart as data, or None."""
    try:
        from . import charts

        return charts.chart(figure)
    except Exception:
        return None


def shown(value, main, table_rows):
    """A value as text and, where it has them, as HTML, picture and table."""
    mime = {}
    text = cut(text_of(value), LONGEST_TEXT)
    mime["text/plain"] = text
    markup = call(value, "_repr_html_")
    if isinstance(markup, str) and len(markup) <= LONGEST_MARKUP:
        mime["text/html"] = markup
    for method, kind in (("_repr_svg_", "image/svg+xml"), ("_repr_markdown_", "text/markdown"), ("_repr_latex_", "text/latex")):
        form = call(value, method)
        if isinstance(form, str) and len(form) <= LONGEST_MARKUP:
            mime[kind] = form
    if picture := png_of(value):
        mime["image/png"] = base64.b64encode(picture).decode("ascii")
    try:
        data = tables.table_data(value, table_rows)
    except Exception:
        data = None
    return {"main": main, "text": text, "mime": mime, "data": data}


def text_of(value):
    try:
        text = repr(value)
        return text if isinstance(text, str) else str(text)
    except Exception as error:
        return f"<{type(value).__name__}: its repr raised {type(error).__name__}: {text_of_error(error)}>"


def text_of_error(error):
    try:
        return str(error)
    except Exception:
        return "…"


def call(value, method):
    # A class has the method too, but nothing to call it on; a Mock has every method there is.
    if isinstance(value, type) or not callable(getattr(type(value), method, None)):
        return None
    try:
        return getattr(value, method)()
    except Exception:
        return None


def png_of(value):
    pillow = sys.modules.get("PIL.Image")
    if pillow and isinstance(value, pillow.Image):
        try:
            buffer = io.BytesIO()
            picture = value if value.mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16") else value.convert("RGB")
            picture.save(buffer, "PNG")
            return buffer.getvalue()
        except Exception:
            return None
    picture = call(value, "_repr_png_")
    if isinstance(picture, tuple):
        picture = picture[0]
    return picture if isinstance(picture, bytes) else None
