"""The results of one execution: values, figures and whatever code passes to `display`, in order.

Enforces the limits on results, figures and bytes; what is left out is counted and named. Knows the
forms of a value only through `display.forms`.
"""

from __future__ import annotations

import itertools
import json
import os
import time

from . import figures, result_cache, tables
from .display import forms, images
from .display.pretty import STOPS, pretty, text_of_error, unprintable
from .live import Live
from .streams import RateLimit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .display.forms import Forms
    from .streams import Streams

# Identifies this interpreter in the ids of its results, so that the result of an earlier
# interpreter is never mistaken for one of this.
INTERPRETER = os.urandom(4).hex()
numbers = itertools.count(1)
# Bytes of all results together; the page accepts no more in one message, which has other parts too.
MAX_TOTAL_BYTES = 40 << 20
# Names that a sentence about omitted results lists.
NAMED = 5
MAX_NAME_LENGTH = 300


class ResultStore:
    """The results of one execution. `streams` are the execution's streams."""

    def __init__(self, limits: dict[str, int], streams: Streams) -> None:
        self.limits = limits
        self.streams = streams
        # While an object's `_ipython_display_` runs: `(main, display, update, object)` of the call
        # that shows it.
        self.asked: tuple[bool, str | None, bool, Any] | None = None
        self.live = Live(streams, RateLimit(time.monotonic))
        self.empty()

    def empty(self) -> None:
        """Discards all results."""
        self.waiting = False
        self.results: list[dict[str, Any]] = []
        self.sizes: dict[str, int] = {}
        self.figures: set[str] = set()
        self.drawn: list[tuple[Any, dict[str, Any]]] = []
        self.pictures: dict[Any, dict[str, Any]] = {}
        self.values_left_out = Omitted()
        self.figures_left_out = Omitted()
        self.pictures_left_out = Omitted()
        self.forms_left_out = Omitted()
        self.forms_failed = Omitted()
        self.bytes_left_out = Omitted()
        # Matplotlib's warnings while it drew, each once.
        self.warnings: dict[str, None] = {}

    def display(self, *values: Any) -> None:
        """Shows values."""
        for value in values:
            self.add(value)

    def main(self, value: Any) -> None:
        """Shows the value of the last expression."""
        if attempt(figures.is_artist, value) and (
            self.drawn or self.figures_left_out.count or figures.any_open()
        ):
            # A plotting call returns a handle; the figure itself is shown when it is complete.
            return
        shown = self.shown_already(value)
        if shown is not None:
            shown["main"] = True
        else:
            self.add(value, main=True)

    def shown_already(self, value: Any) -> dict[str, Any] | None:
        """Returns the result of this same figure or picture, or None."""
        if figures.is_figure(value):
            return next((result for figure, result in self.drawn if figure is value), None)
        return (
            self.pictures.get(images.digest(value))
            if self.pictures and images.is_image(value)
            else None
        )

    def add(
        self,
        value: Any,
        main: bool = False,
        include: Any = None,
        exclude: Any = None,
        display: str | None = None,
        update: bool = False,
    ) -> None:
        """Shows a value; with `update` it replaces the result under the name `display`."""
        if self.streams.foreign():
            return
        if self.asked is not None:
            main, display, update = (
                main or self.asked[0],
                display or self.asked[1],
                update or self.asked[2],
            )
        if figures.is_figure(value):
            self.figure(value, main, display, update)
        elif not self.has_room(display, update):
            self.values_left_out.add(type(value).__name__[:60])
        elif include or exclude or not self.shows_itself(value, main, display, update):
            found = forms_of(value, self.limits["imageBytes"], include, exclude)
            self.put(value, main, found, display, update)

    def add_bundle(
        self,
        bundle: Any,
        include: Any = None,
        exclude: Any = None,
        display: str | None = None,
        update: bool = False,
    ) -> None:
        """Shows ready-made forms."""
        if self.streams.foreign():
            return
        main = False
        if self.asked is not None:
            main, display, update = self.asked[0], display or self.asked[1], update or self.asked[2]
        if self.has_room(display, update):
            self.put(
                None,
                main,
                forms.of_bundle(bundle, self.limits["imageBytes"], include, exclude),
                display,
                update,
            )
        else:
            self.values_left_out.add("ready-made forms")

    def shows_itself(self, value: Any, main: bool, display: str | None, update: bool) -> bool:
        """Calls the value's `_ipython_display_`, if it has one. Returns whether the value has shown
        itself.
        """
        try:
            method = (
                None
                if issubclass(type(value), type)
                else getattr(type(value), "_ipython_display_", None)
            )
        except STOPS:
            raise
        except BaseException:
            return False
        if (
            method is None
            or not callable(method)
            or (self.asked is not None and self.asked[3] is value)
        ):
            return False
        before, self.asked = self.asked, (main, display, update, value)
        try:
            method(value)
            return True
        except STOPS:
            raise
        except NotImplementedError:
            return False
        except BaseException as error:
            self.forms_failed.add(
                f"_ipython_display_ ({type(error).__name__[:60]}: {text_of_error(error)[:200]}) of {type(value).__name__[:60]}"
            )
            return False
        finally:
            self.asked = before

    def picture(self, image: Any, path: str | os.PathLike[str] | None) -> None:
        """Shows an image that code shows or has saved to `path`, unless it is shown already."""
        if self.streams.foreign():
            return
        digest = images.digest(image)
        if digest is not None and digest in self.pictures:
            return
        if not self.has_room():
            self.values_left_out.add(type(image).__name__)
            return
        found = forms.Forms(self.limits["imageBytes"])
        found.add("text/plain", pretty(image))
        form = (
            images.content_of(path, self.limits["imageBytes"]) if path is not None else None
        ) or images.form(image, self.limits["imageBytes"])
        if form is not None:
            found.add(*form)
        result = self.put(image, False, found, None, False)
        if digest is not None:
            self.pictures[digest] = result

    def figure(
        self, figure: Any, main: bool = False, display: str | None = None, update: bool = False
    ) -> None:
        """Shows a figure, once in an execution unless it is an update."""
        if self.streams.foreign() or (
            display is None and any(figure is other for other, _result in self.drawn)
        ):
            return
        self.begin()
        if (
            len(self.figures) >= self.limits["figures"] and not (update and display in self.named())
        ) or not self.has_room(display, update):
            self.figures_left_out.add(figures.description(figure).removeprefix("Figure: ")[:60])
            return
        text, picture, warned = figures.picture(figure, self.limits["imageBytes"])
        self.warnings.update(dict.fromkeys(warned))
        found = forms.Forms(self.limits["imageBytes"])
        found.add("text/plain", text)
        found.add("image/png", picture)
        result = self.put(figure, main, found, display, update, chart_of(figure))
        self.figures.add(result["id"])
        if not any(figure is other for other, _result in self.drawn):
            self.drawn.append((figure, result))

    def put(
        self,
        value: Any,
        main: bool,
        found: Forms,
        display: str | None,
        update: bool,
        chart: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Adds the result, or replaces those with its name. Returns it."""
        self.begin()
        text = found.text
        for kind, size in found.too_large:
            what = (text or found.mime.get("text/plain", ""))[:60]
            if forms.is_binary(kind):
                self.pictures_left_out.add(f"{what} ({size / 1e6:.1f} MB)")
            else:
                self.forms_left_out.add(f"{kind} of {what} ({size / 1e6:.1f} MB)")
        for what in found.failed:
            self.forms_failed.add(
                f"{what} of {type(value).__name__[:60]}" if value is not None else what
            )
        result = {
            "id": f"{INTERPRETER}-{next(numbers)}",
            "main": main,
            "text": text if text is not None else found.mime.get("text/plain", ""),
            "mime": found.mime,
            "data": table_of(value, self.limits["tableRows"]),
            "chart": chart,
            "display": display,
        }
        replaced = [
            other
            for other in self.results
            if update and display is not None and other["display"] == display
        ]
        for other in replaced:
            # The position and the id stay, so requests by the id get the new state.
            other.update({**result, "id": other["id"], "main": other["main"] or main})
            self.figures.discard(other["id"])
        if not replaced:
            self.results.append(result)
            replaced = [result]
        for other in replaced:
            self.limit_total(other)
            # If that fails, the result can be shown anyway.
            attempt(result_cache.keep, other["id"], value)
            if not main:
                # The value of the cell arrives with the outcome, which follows at once.
                self.live.update(
                    next(at for at, one in enumerate(self.results) if one is other), other
                )
        return replaced[-1]

    def limit_total(self, result: dict[str, Any]) -> None:
        """Reduces the result to its text if all results together would exceed `MAX_TOTAL_BYTES`."""
        self.sizes.pop(result["id"], None)
        size = size_of(result)
        if sum(self.sizes.values()) + size > MAX_TOTAL_BYTES:
            self.bytes_left_out.add(result["text"][:60])
            result["mime"] = {"text/plain": result["mime"].get("text/plain", "")}
            result["data"] = result["chart"] = None
            size = size_of(result)
        self.sizes[result["id"]] = size

    def named(self) -> set[str]:
        return {result["display"] for result in self.results if result["display"] is not None}

    def has_room(self, display: str | None = None, update: bool = False) -> bool:
        self.begin()
        return len(self.results) < self.limits["results"] or (update and display in self.named())

    def clear(self, wait: bool) -> None:
        """Removes results and output: now, or with `wait` before the next result or output."""
        if self.streams.foreign():
            return
        if wait:
            self.waiting = True
            self.streams.before = self.begin
        else:
            self.waiting = True
            self.begin()

    def begin(self) -> None:
        """Performs a clear that was requested with `wait`. Called before anything is shown or
        printed.
        """
        if self.waiting:
            self.empty()
            self.streams.forget()
            self.live.clear()

    def left_out(self) -> list[str]:
        """Returns sentences about what is not shown."""
        limits = self.limits
        sentences = [
            f"Not shown: {left.count} more {what}, since at most {most} are shown at once: {left}."
            for what, most, left in (
                ("results", limits["results"], self.values_left_out),
                ("figures", limits["figures"], self.figures_left_out),
            )
            if left.count
        ]
        for left, what in (
            (self.pictures_left_out, f"pictures of more than {limits['imageBytes'] / 1e6:.1f} MB"),
            (self.forms_left_out, "forms that are too large"),
            (self.forms_failed, "forms that could not be made"),
            (
                self.bytes_left_out,
                f"results but for their text, since all together hold at most {MAX_TOTAL_BYTES >> 20} MB",
            ),
        ):
            if left.count:
                sentences.append(f"Not shown: {left.count} {what}: {left}.")
        return sentences + list(self.warnings)[: figures.MAX_WARNINGS]

    def figures_left_open(self, only_drawn: bool = False) -> None:
        """Shows and closes the figures that are still open. With `only_drawn`, empty ones are only
        closed.
        """
        self.live.end()
        figures.collect(self, only_drawn)


class Omitted:
    """Counts what was left out and keeps the first few names."""

    def __init__(self) -> None:
        self.count = 0
        self.names: list[str] = []

    def add(self, name: str) -> None:
        self.count += 1
        if len(self.names) < NAMED:
            self.names.append(name[:MAX_NAME_LENGTH])

    def __str__(self) -> str:
        return ", ".join(self.names) + (", …" if self.count > len(self.names) else "")


def forms_of(value: Any, most: int, include: Any, exclude: Any) -> Forms:
    """Returns the value's forms; if even looking for them raises, a text that says so."""
    try:
        return forms.of_value(value, most, include, exclude)
    except STOPS:
        raise
    except BaseException as error:
        found = forms.Forms(most)
        found.add("text/plain", unprintable(value, error))
        return found


def chart_of(figure: Any) -> dict[str, Any] | None:
    """Returns the figure's chart as data, or None."""

    def chart() -> dict[str, Any] | None:
        from . import charts

        return charts.chart(figure)

    return attempt(valid, chart)


def table_of(value: Any, rows: int) -> dict[str, Any] | None:
    """Returns the head of a table as data, or None."""
    return attempt(valid, tables.table_data, value, rows)


def valid(make: Callable[..., Any], *arguments: Any) -> Any:
    """Returns what `make` returns. Raises an exception if that is not valid JSON, which would
    make the whole outcome fail.
    """
    found = make(*arguments)
    json.dumps(found, allow_nan=False)
    return found


def attempt(function: Callable[..., Any], *arguments: Any) -> Any:
    """Returns what the function returns, or None if it raises an exception: values and their
    methods are the user's.
    """
    try:
        return function(*arguments)
    except STOPS:
        raise
    except BaseException:
        return None


def size_of(result: dict[str, Any]) -> int:
    """Estimates the bytes of a result in its message to the page."""
    size = sum(len(form) for form in result["mime"].values()) + len(result["text"])
    for part in (result["data"], result["chart"]):
        if part is not None:
            size += len(json.dumps(part, ensure_ascii=False))
    return size
