"""Python literals as they stand in generated code."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


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
    texts = isinstance(value, str) or (
        isinstance(value, list) and all(isinstance(item, str) for item in value)
    )
    return json.dumps(value, ensure_ascii=False) if texts else repr(value)


def column_of(name: Any) -> str:
    """Returns the expression of a column of `df`."""
    return f"df[{quoted(name)}]"
