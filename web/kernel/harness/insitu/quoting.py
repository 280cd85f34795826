"""Python literals as they stand in generated code."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Endings by which pandas takes a file for a compressed one, whatever it holds.
COMPRESSING = (".gz", ".bz2", ".xz", ".zip", ".zst", ".tar")


def quoted(value: Any) -> str:
    """Returns a Python literal, with text in double quotes."""
    if isinstance(value, dict):
        return (
            "{" + ", ".join(f"{quoted(key)}: {quoted(item)}" for key, item in value.items()) + "}"
        )
    if value is str:
        return "str"
    if type(value).__module__ == "numpy":
        return repr(value.item())
    if isinstance(value, list):
        return "[" + ", ".join(map(quoted, value)) + "]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def uncompressed(name: str) -> str:
    """Returns the first arguments of a reader of pandas for a file that is not compressed: as many
    are not that were decompressed on their way, and kept their names.
    """
    return quoted(name) + (", compression=None" if name.lower().endswith(COMPRESSING) else "")


def column_of(name: Any) -> str:
    """Returns the expression of a column of `df`."""
    return f"df[{quoted(name)}]"
