"""`display` and its relatives, as code calls them. Hands everything to the store of the execution under way."""

import base64
import itertools
import os

# Takes what is shown; see `insitu.result_store.ResultStore`.
store = None
# What code may name a display: longer names are cut, since they travel with each result.
LONGEST_ID = 200
numbers = itertools.count(1)


def attach(current):
    """Names the store of the execution under way."""
    global store
    store = current


def fresh_id():
    return f"{os.urandom(8).hex()}{next(numbers):x}"


def display_name(display_id):
    return str(display_id)[:LONGEST_ID]


def display(*objs, include=None, exclude=None, metadata=None, transient=None, display_id=None, raw=False, clear=False, **kwargs):
    """Shows values: each in all its forms, or (`raw=True`) a ready-made dict of MIME type → form.

    With `display_id` (a name, or True for a new one) returns a handle whose `update` replaces what is shown.
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
        # Code that names it in this way asks for no handle.
        name = display_name(transient["display_id"])
    if not objs and handle is not None and raw is False:
        store.add_bundle({"text/plain": ""}, display=handle.display_id)
    for value in objs:
        if raw:
            store.add_bundle(value, include=include, exclude=exclude, display=name, update=bool(kwargs.get("update")))
        else:
            store.add(value, main=False, include=include, exclude=exclude, display=name, update=bool(kwargs.get("update")))
    return handle


def update_display(obj, *, display_id, **kwargs):
    """Shows `obj` in place of what is shown under `display_id`."""
    kwargs["update"] = True
    display(obj, display_id=display_id, **kwargs)


def publish_display_data(data, metadata=None, source=None, *, transient=None, **kwargs):
    """Shows a ready-made dict of MIME type → form."""
    name = transient.get("display_id") if isinstance(transient, dict) else None
    if store is not None:
        store.add_bundle(data, display=None if name is None else display_name(name), update=bool(kwargs.get("update")))


def clear_output(wait=False):
    """Takes away what the execution has printed and shown so far; with `wait`, when the next thing comes."""
    if store is not None:
        store.clear(bool(wait))


def picture(image, path=None):
    """Shows an image of PIL, once as long as it is the same. `path` names the file that it was saved to."""
    if store is not None:
        store.picture(image, path)


class DisplayHandle:
    """Names something shown, to replace it later."""

    def __init__(self, display_id=None):
        self.display_id = fresh_id() if display_id is None else display_name(display_id)

    def __repr__(self):
        return f"<DisplayHandle display_id={self.display_id}>"

    def display(self, obj, **kwargs):
        """Shows a further value under this name."""
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        """Shows a value in place of what is shown under this name."""
        update_display(obj, display_id=self.display_id, **kwargs)


def of_kind(kind, binary=False):
    """`display_html` and the like: shows one form only."""

    def show(*objs, raw=False, metadata=None, **_options):
        for value in objs:
            if raw:
                display({kind: base64.b64encode(value).decode("ascii") if binary and isinstance(value, bytes) else value}, raw=True)
            else:
                display(value, include=("text/plain", kind))

    show.__doc__ = f"Shows values as {kind}; with `raw=True` they are that already."
    return show
