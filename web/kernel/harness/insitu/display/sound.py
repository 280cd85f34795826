"""`Audio` and `Video` of `IPython.display`. The page plays neither: it receives the content as a
form of its own and offers it as a file.
"""

from __future__ import annotations

import io
import os
import re
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NO_NETWORK = "{name} cannot load {url}: there is no network here. Put the file into the session and name it with filename=."
# File signatures: the first bytes, and those at offset 8.
MAGIC = (
    (b"RIFF", b"WAVE", "audio/wav"),
    (b"ID3", b"", "audio/mpeg"),
    (b"\xff\xfb", b"", "audio/mpeg"),
    (b"OggS", b"", "audio/ogg"),
    (b"fLaC", b"", "audio/flac"),
    (b"\x1aE\xdf\xa3", b"", "video/webm"),
)
# Samples of one file: ten minutes of stereo at 44.1 kHz.
MAX_SAMPLES = 2 * 600 * 44_100


class Media:
    """A recording: its bytes as `data`, or the name of a file as `data` or `filename`."""

    usual = ""

    def __init__(
        self, data: Any = None, filename: Any = None, url: Any = None, mimetype: Any = None
    ) -> None:
        if isinstance(data, os.PathLike):
            data = os.fspath(data)
        if isinstance(data, str) and filename is None and url is None:
            filename, url, data = (
                (None, data, None) if re.match(r"(https?|ftp)://", data) else (data, None, None)
            )
        if url is not None and filename is None and os.path.isfile(url):
            filename, url = url, None
        if url is not None:
            raise ValueError(NO_NETWORK.format(name=type(self).__name__, url=str(url)[:200]))
        self.filename = None if filename is None else os.fspath(filename)
        if self.filename is not None:
            with open(self.filename, "rb") as file:
                data = file.read()
        self.data = data
        self.mimetype = mimetype or kind_of(self.data) or self.usual

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {"text/plain": repr(self), self.mimetype: self.data}

    def __repr__(self) -> str:
        return f"{type(self).__name__} ({self.mimetype}, {len(self.data):,} bytes): it is not played here, and can be saved as a file."


class Audio(Media):
    """Sound: the bytes of a file, or samples (one list, or one for each channel) with their `rate`."""

    usual = "audio/wav"

    def __init__(
        self,
        data: Any = None,
        filename: Any = None,
        url: Any = None,
        embed: Any = None,
        rate: Any = None,
        autoplay: bool = False,
        normalize: bool = True,
        *,
        element_id: Any = None,
    ) -> None:
        if filename is None and url is None and data is None:
            raise ValueError(
                "Audio needs samples with their rate=, the bytes of a file, or filename=."
            )
        if data is not None and not isinstance(data, (str, bytes, os.PathLike)):
            if rate is None:
                raise ValueError(
                    "rate must be specified when data is a numpy array or list of audio samples."
                )
            data = wav(data, int(rate), normalize)
        super().__init__(data, filename, url)


class Video(Media):
    """A video: the bytes of a file, or its name."""

    usual = "video/mp4"

    def __init__(
        self,
        data: Any = None,
        url: Any = None,
        filename: Any = None,
        embed: bool = False,
        mimetype: Any = None,
        width: Any = None,
        height: Any = None,
        html_attributes: str = "controls",
    ) -> None:
        if filename is None and url is None and data is None:
            raise ValueError("Video needs the bytes of a file, or filename=.")
        super().__init__(data, filename, url, mimetype)


def kind_of(content: Any) -> str | None:
    """Returns the MIME type of a recording's bytes, or None."""
    for start, then, kind in MAGIC:
        if content[: len(start)] == start and content[8 : 8 + len(then)] == then:
            return kind
    return "video/mp4" if content[4:8] == b"ftyp" else None


def wav(samples: Any, rate: int, normalize: bool) -> bytes:
    """Encodes samples as a 16-bit WAV file. Raises ValueError for invalid samples."""
    import wave

    channels = samples.tolist() if hasattr(samples, "tolist") else list(samples)
    if not channels or not isinstance(channels[0], (list, tuple)):
        channels = [channels]
    lengths = {len(channel) for channel in channels}
    if len(lengths) != 1 or sum(map(len, channels)) > MAX_SAMPLES:
        raise ValueError(
            f"Audio takes channels of one length, of at most {MAX_SAMPLES:,} samples together."
        )
    flat = [float(sample) for frame in zip(*channels) for sample in frame]
    peak = max(map(abs, flat), default=0.0)
    if not normalize and peak > 1:
        raise ValueError("Audio data must be between -1 and 1 when normalize=False.")
    scale = 32767 / (peak if normalize and peak else 1)
    whole = [int(sample * scale) if sample == sample else 0 for sample in flat]
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(len(channels))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(whole)}h", *whole))
    return buffer.getvalue()
