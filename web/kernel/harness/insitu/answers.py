"""Answers the page's requests about results and documents: windows of tables, files, previews. Each
request gets one answer as data; an error is a sentence in it. Knows neither ports nor workers.
"""

from __future__ import annotations

import os

from . import errors
from .open_views import views

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DAMAGED = (
    "There is no answer, since a value's own code took parts of Python away while it was looked at."
)
STOPPED = "It was stopped, since it took too long or somebody pressed Stop."


def answer(kind: str, request: dict[str, Any], roots: tuple[str, ...]) -> dict[str, Any]:
    """Answers a request with the fields of the reply, and under `file` the path of an attachment,
    which the caller removes; or with `{ failed }`. `roots` are the folders whose files may be
    previewed.
    """
    try:
        return KINDS[kind](request, roots)
    except KeyboardInterrupt:
        return {"failed": STOPPED}
    except MemoryError:
        return {
            "failed": "There is not enough memory left in Python for this. Filter the table, delete variables, or restart Python."
        }
    except BaseException as error:
        return {"failed": sentence(error)}


def sentence(error: BaseException) -> str:
    """Describes the exception; its `__str__` may be the session's code."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:
        text = ""
    return errors.truncate(
        text if name == "Refused" else f"{name}: {text}" if text else name, 1_000
    )


def table(request: dict[str, Any], _roots: tuple[str, ...]) -> dict[str, Any]:
    from . import windows

    return {"window": windows.window(request)}


def save(request: dict[str, Any], _roots: tuple[str, ...]) -> dict[str, Any]:
    from . import saving

    path = fresh_path()
    try:
        return {"name": saving.save(request, path), "file": path}
    except BaseException:
        os.unlink(path)
        raise


def vectors(request: dict[str, Any], _roots: tuple[str, ...]) -> dict[str, Any]:
    from . import saving

    content = saving.vectors(request.get("result"))
    path = fresh_path()
    with open(path, "wb") as file:
        file.write(content)
    return {"file": path}


def preview(request: dict[str, Any], roots: tuple[str, ...]) -> dict[str, Any]:
    from . import preview

    results, message = preview.preview(request.get("path"), roots, request.get("table"))
    return {"results": results, "message": message}


def forget() -> None:
    """Discards computed views. Called before each execution, which may change the tables."""
    views.clear()


def fresh_path() -> str:
    # Imported late, since users wait for the start.
    import tempfile

    handle, path = tempfile.mkstemp(prefix="insitu-")
    os.close(handle)
    return path


KINDS = {"table": table, "save": save, "vectors": vectors, "preview": preview}
