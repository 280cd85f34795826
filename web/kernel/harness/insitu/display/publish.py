"""`display` and related functions for the user's code. Passes everything to the store of the
running execution.
"""

from __future__ import annotations

import base64
import itertools
import os

from .. import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    class Store(Protocol):
        """Receives what is shown: `insitu.result_store.ResultStore`."""

        def display(self, *values: Any) -> None: ...
        def add(
            self,
            value: Any,
            main: bool = False,
            include: Any = None,
            exclude: Any = None,
            display: str | None = None,
            update: bool = False,
        ) -> None: ...
        def add_bundle(
            self,
            bundle: Any,
            include: Any = None,
            exclude: Any = None,
            display: str | None = None,
            update: bool = False,
        ) -> None: ...
        def picture(self, image: Any, path: Any, /) -> None: ...
        def figure(self, figure: Any) -> None: ...
        def clear(self, wait: bool, /) -> None: ...


store: Store | None = None
# Characters of a display id. Longer ones are truncated, since each result contains its id.
MAX_ID_LENGTH = 200
numbers = itertools.count(1)


def attach(current: Store | None) -> None:
    """Sets the store of the running execution."""
    global store
    store = current


def fresh_id() -> str:
    return f"{os.urandom(8).hex()}{next(numbers):x}"


def display_name(display_id: Any) -> str | None:
    return str(display_id)[:MAX_ID_LENGTH]


def display(
    *objs: Any,
    include: Any = None,
    exclude: Any = None,
    metadata: Any = None,
    transient: Any = None,
    display_id: Any = None,
    raw: bool = False,
    clear: bool = False,
    **kwargs: Any,
) -> DisplayHandle | None:
    """Shows values: each in all its forms, or (`raw=True`) a ready-made dict of MIME type → form.

    With `display_id` (a name, or True for a new one) returns a handle whose `update` replaces what
    is shown.
    """
    handle = None
    if display_id is not None and display_id is not False:
        handle = DisplayHandle(None if display_id is True else display_id)
    if clear:
        clear_output(wait=True)
    if store is None:
        return handle
    name = handle.display_id if handle is not None else None
    if name is None and isinstance(transient, dict) and transient.get("display_id") is not None:
        # An id that is passed in `transient` does not request a handle.
        name = display_name(transient["display_id"])
    if not objs and handle is not None and raw is False:
        store.add_bundle({"text/plain": ""}, display=handle.display_id)
    for value in objs:
        if raw:
            store.add_bundle(
                value,
                include=include,
                exclude=exclude,
                display=name,
                update=bool(kwargs.get("update")),
            )
        else:
            store.add(
                tables.shown(value),
                main=False,
                include=include,
                exclude=exclude,
                display=name,
                update=bool(kwargs.get("update")),
            )
    return handle


def update_display(obj: Any, *, display_id: Any, **kwargs: Any) -> None:
    """Shows `obj` in place of what is shown under `display_id`."""
    kwargs["update"] = True
    display(obj, display_id=display_id, **kwargs)


def publish_display_data(
    data: Any, metadata: Any = None, source: Any = None, *, transient: Any = None, **kwargs: Any
) -> None:
    """Shows a ready-made dict of MIME type → form."""
    name = transient.get("display_id") if isinstance(transient, dict) else None
    if store is not None:
        store.add_bundle(
            data,
            display=None if name is None else display_name(name),
            update=bool(kwargs.get("update")),
        )


def clear_output(wait: bool = False) -> None:
    """Removes what the execution has printed and shown so far; with `wait`, when the next output or
    result appears.
    """
    if store is not None:
        store.clear(bool(wait))


def picture(image: Any, path: str | os.PathLike[str] | None = None) -> None:
    """Shows a PIL image, once while its pixels stay the same. `path` is the file that it was saved
    to.
    """
    if store is not None:
        store.picture(image, path)


class DisplayHandle:
    """A handle to displayed results, which can replace them later."""

    def __init__(self, display_id: Any = None) -> None:
        self.display_id = fresh_id() if display_id is None else display_name(display_id)

    def __repr__(self) -> str:
        return f"<DisplayHandle display_id={self.display_id}>"

    def display(self, obj: Any, **kwargs: Any) -> None:
        """Shows a further value under this id."""
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj: Any, **kwargs: Any) -> None:
        """Replaces what is shown under this id."""
        update_display(obj, display_id=self.display_id, **kwargs)


def of_kind(kind: str, binary: bool = False) -> Callable[..., Any]:
    """Returns a function such as `display_html`, which shows one form only."""

    def show(*objs: Any, raw: bool = False, metadata: Any = None, **_options: Any) -> None:
        for value in objs:
            if raw:
                display(
                    {
                        kind: base64.b64encode(value).decode("ascii")
                        if binary and isinstance(value, bytes)
                        else value
                    },
                    raw=True,
                )
            else:
                display(value, include=("text/plain", kind))

    show.__doc__ = f"Shows values as {kind}; with `raw=True` they are of this type already."
    return show
