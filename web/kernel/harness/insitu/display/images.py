"""PIL images: as a value, and where code shows or saves them. Never imports PIL by itself."""

from __future__ import annotations

import asyncio
import base64
import functools
import io
import os
import re
import sys
import zlib

from .custom import loaded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

# File signatures.
MAGIC = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
)
# Pixels beyond which PNG compression is fast instead of strong, and beyond which an image is not
# compared with others.
FAST_COMPRESSION = 2_000_000
MAX_COMPARED_PIXELS = 25_000_000
# An image in HTML whose source is a path, not a URL with a scheme; and the characters of markup
# with images embedded.
SOURCE = re.compile(r"""(<img\b[^<>]{0,1000}?\ssrc=)(["'])([^"':<>?#]{1,500})\2""")
MAX_INLINE_LENGTH = 900_000
MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")


def kind_of(content: bytes) -> str | None:
    """Returns the MIME type of a picture's bytes, or None."""
    for start, kind in MAGIC:
        if content.startswith(start):
            return kind
    return "image/webp" if content[:4] == b"RIFF" and content[8:12] == b"WEBP" else None


def is_image(value: Any) -> bool:
    pillow = loaded("PIL.Image")
    return pillow is not None and issubclass(type(value), getattr(pillow, "Image", ()))


def form(value: Any, most: int) -> tuple[str | None, str] | None:
    """Returns `(type, base64)` of a PIL image in at most `most` bytes, None for everything else."""
    if not is_image(value):
        return None
    try:
        picture = (
            value
            if value.mode in MODES
            else value.convert("RGBA" if "A" in value.mode or "a" in value.mode else "RGB")
        )
        content = encoded(
            picture,
            "PNG",
            compress_level=1 if picture.width * picture.height > FAST_COMPRESSION else 6,
        )
        # As PNG a photograph takes several times the bytes of a JPEG.
        if len(content) > most and picture.mode in ("L", "RGB"):
            content = encoded(picture, "JPEG")
        while len(content) > most and min(picture.size) > 64:
            picture = picture.resize((max(picture.width // 2, 1), max(picture.height // 2, 1)))
            content = encoded(picture, "PNG")
        return kind_of(content), base64.b64encode(content).decode("ascii")
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise
    except BaseException:
        return None


def encoded(picture: Any, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    # Without the wrapper that `prepare` adds.
    save = type(picture).save
    getattr(save, "__wrapped__", save)(picture, buffer, kind, **options)
    return buffer.getvalue()


def digest(value: Any) -> tuple[Any, ...] | None:
    """Returns a checksum that changes with the image; None if its pixels are not available."""
    try:
        if value.width * value.height > MAX_COMPARED_PIXELS:
            return None
        return zlib.crc32(value.tobytes()), value.size, value.mode
    except Exception:
        return None


def content_of(path: str | os.PathLike[str], most: int) -> tuple[str, str] | None:
    """Returns `(type, base64)` of the picture in a file, None if a page cannot show it or it is
    too large.
    """
    try:
        if os.path.getsize(path) > most:
            return None
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    kind = kind_of(content)
    return None if kind is None else (kind, base64.b64encode(content).decode("ascii"))


def with_files(markup: str) -> str:
    """Embeds pictures into HTML that are files next to the code, which a notebook's page could
    load. At most `MAX_INLINE_LENGTH` characters.
    """
    room = MAX_INLINE_LENGTH - len(markup)

    def embed(match: re.Match[str]) -> str:
        nonlocal room
        content = content_of(match[3], max(room, 0) * 3 // 4)
        if content is None:
            return match[0]
        address = f"data:{content[0]};base64,{content[1]}"
        room -= len(address)
        return f"{match[1]}{match[2]}{address}{match[2]}"

    return SOURCE.sub(embed, markup) if "<img" in markup else markup


def prepare(pillow: Any) -> None:
    """Makes `Image.show` show the image on the page, and `Image.save` too if the user's code
    saves to a file.
    """
    from . import publish

    save = pillow.Image.save

    @functools.wraps(save)
    def saved(self: Any, fp: Any, format: str | None = None, **params: Any) -> Any:
        result = save(self, fp, format, **params)
        if isinstance(fp, (str, os.PathLike)) and from_cell(sys._getframe(1)):
            publish.picture(self, fp)
        return result

    def show(self: Any, title: Any = None) -> None:
        publish.picture(self)

    show.__doc__ = pillow.Image.show.__doc__
    pillow.Image.save = saved
    pillow.Image.show = show


def from_cell(frame: FrameType) -> bool:
    """Returns whether this frame is of the user's code. What libraries save is not shown."""
    return frame.f_code.co_filename.startswith("Cell [")
