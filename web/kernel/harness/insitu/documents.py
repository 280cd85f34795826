"""Profiles of image and plain text files."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def describe_image(path: str, head: bytes, facts: dict[str, Any]) -> None:
    if head.startswith(b"\x89PNG"):
        size = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    else:
        from PIL import Image

        with Image.open(path) as picture:
            size = picture.size
    facts["notes"].append(f"{size[0]} × {size[1]} pixels")


def describe_text(path: str, codec: str, facts: dict[str, Any]) -> None:
    from .json_files import count_lines

    lines = count_lines(path)
    facts["notes"].append(f"{lines:,} line{'' if lines == 1 else 's'} of text")
