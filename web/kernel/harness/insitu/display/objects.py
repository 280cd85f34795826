"""The classes of `IPython.display`: values that are shown as HTML, Markdown, a picture, a formula
and so on.

All content is embedded. Classes that would need the network or scripts show a sentence that states
it.
"""

from __future__ import annotations

import base64
import errno
import json
import os
import re
from html import escape

from . import images
from .forms import NO_SCRIPTS, html_to_text, plain_json
from .sound import Audio, Video

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

NO_NETWORK = "{name} cannot load {url}: there is no network here. Put the content itself into the code, or drop the file onto the page and name it with filename=."
OUT_OF_SCOPE = "{name} is not shown here: {reason}"
REASONS = {
    "IFrame": "other pages are not embedded, since there is no network.",
}
NO_MAPS = "maps are not drawn, since their tiles need the network. Draw the shapes with matplotlib."


# A data URL of an image.
INLINE = re.compile(r"data:image/[\w.+-]+;base64,")


class DisplayObject:
    """A value with content: passed as `data`, or read from `filename`."""

    _read_flags = "r"
    _show_mem_addr = False
    metadata = None

    def __init__(
        self, data: Any = None, url: Any = None, filename: Any = None, metadata: Any = None
    ) -> None:
        if isinstance(data, os.PathLike):
            data = os.fspath(data)
        if isinstance(data, str) and url is None:
            if re.match(r"(https?|ftp)://\S+$", data):
                url = data
            elif filename is None and is_file(data):
                data, filename = None, data
        if url is not None and filename is None and is_file(str(url)):
            # A notebook's page can load files next to it; here they are read.
            filename, url = str(url), None
        if url is not None:
            raise ValueError(NO_NETWORK.format(name=type(self).__name__, url=str(url)[:200]))
        self.data, self.url, self.filename = (
            data,
            None,
            None if filename is None else os.fspath(filename),
        )
        self.metadata = metadata if metadata is not None else self.metadata or {}
        self.reload()
        self._check_data()

    def reload(self) -> None:
        """Reads the file again, if there is one."""
        if self.filename is not None:
            with open(
                self.filename,
                self._read_flags,
                encoding=None if "b" in self._read_flags else "utf-8",
            ) as file:
                self.data = file.read()

    def _check_data(self) -> None:
        pass

    def _data_and_metadata(self) -> Any:
        return (self.data, dict(self.metadata)) if self.metadata else self.data

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__qualname__} object>"


class TextDisplayObject(DisplayObject):
    """A display object whose content is text."""

    def _check_data(self) -> None:
        if self.data is not None and not isinstance(self.data, str):
            raise TypeError(f"{type(self).__name__} expects text, not {self.data!r:.100}")

    def _repr_pretty_(self, pp: Any, cycle: bool) -> None:
        # More informative than the name of the class.
        pp.text(self.data or "")


class Pretty(TextDisplayObject):
    """Text, shown as it is."""


class HTML(TextDisplayObject):
    """Markup. Scripts in it are not run."""

    def __init__(
        self, data: Any = None, url: Any = None, filename: Any = None, metadata: Any = None
    ) -> None:
        super().__init__(data, url, filename, metadata)

    def _repr_html_(self) -> Any:
        return self._data_and_metadata()

    def _repr_pretty_(self, pp: Any, cycle: bool) -> None:
        pp.text(html_to_text(self.data or "") or "HTML")

    def __html__(self) -> Any:
        return self._repr_html_()


class Markdown(TextDisplayObject):
    """Markdown."""

    def _repr_markdown_(self) -> Any:
        return self._data_and_metadata()


class Latex(TextDisplayObject):
    """LaTeX, formulas between dollars."""

    def _repr_latex_(self) -> Any:
        return self._data_and_metadata()


class Math(TextDisplayObject):
    """A formula in LaTeX, without dollars around it."""

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {(self.data or '').strip('$')}$"


class SVG(DisplayObject):
    """A drawing."""

    def _check_data(self) -> None:
        if isinstance(self.data, bytes):
            self.data = self.data.decode("utf-8")
        if self.data is not None and not isinstance(self.data, str):
            raise TypeError(f"SVG expects text, not {self.data!r:.100}")
        # Without the XML declaration, which is not valid in HTML.
        if self.data and (found := re.search(r"<svg[\s>]", self.data)):
            self.data = self.data[found.start() :]

    def _repr_svg_(self) -> Any:
        return self._data_and_metadata()


class JSON(DisplayObject):
    """A structure of dicts and lists, or the JSON of one."""

    def __init__(
        self,
        data: Any = None,
        url: Any = None,
        filename: Any = None,
        expanded: bool = False,
        metadata: Any = None,
        root: str = "root",
        **kwargs: Any,
    ) -> None:
        super().__init__(
            data, url, filename, {"expanded": expanded, "root": root, **(metadata or {}), **kwargs}
        )

    def reload(self) -> None:
        super().reload()
        if isinstance(self.data, str):
            self.data = json.loads(self.data)

    def _check_data(self) -> None:
        if self.data is not None and not isinstance(self.data, (dict, list)):
            raise TypeError(
                f"JSON expects a dict or a list, or the JSON of one, not {self.data!r:.100}"
            )

    def _repr_json_(self) -> Any:
        return self._data_and_metadata()

    def _repr_pretty_(self, pp: Any, cycle: bool) -> None:
        pp.text(
            json.dumps(plain_json(self.data, set(), 0, [100_000]), indent=2, ensure_ascii=False)
        )


class GeoJSON(JSON):
    """Shapes on a map, which is not drawn, since map tiles need the network."""

    def _repr_json_(self) -> None:
        return None

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {
            "text/plain": OUT_OF_SCOPE.format(name="GeoJSON", reason=NO_MAPS),
            "application/geo+json": self.data,
        }


class Code(TextDisplayObject):
    """A piece of a program in any language."""

    def __init__(
        self, data: Any = None, url: Any = None, filename: Any = None, language: str | None = None
    ) -> None:
        self.language = language
        super().__init__(data, url, filename)
        if language is None and self.filename:
            self.language = os.path.splitext(self.filename)[1].lstrip(".")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        language = "".join((self.language or "").split())
        return {"text/plain": self.data or "", "text/x-code": f"{language}\n{self.data or ''}"}


class Image(DisplayObject):
    """A picture in PNG, JPEG, GIF or WebP."""

    _read_flags = "rb"
    _FORMATS: ClassVar[dict[str, str]] = {
        "png": "image/png",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
    }

    def __init__(
        self,
        data: Any = None,
        url: Any = None,
        filename: Any = None,
        format: Any = None,
        embed: Any = None,
        width: Any = None,
        height: Any = None,
        retina: bool = False,
        unconfined: bool = False,
        metadata: Any = None,
        alt: Any = None,
    ) -> None:
        self.format, self.embed, self.width, self.height, self.retina, self.unconfined, self.alt = (
            format,
            True,
            width,
            height,
            retina,
            unconfined,
            alt,
        )
        for given in (url, data):
            if isinstance(given, str) and (found := INLINE.match(given)):
                data, url = base64.b64decode(given[found.end() :]), None
        super().__init__(data, url, filename, metadata)
        if self.data is None:
            raise ValueError("Image needs a picture: its bytes as data=, or a file as filename=.")
        name = (format or os.path.splitext(self.filename or "")[1].lstrip(".") or "").lower()
        self.mimetype = images.kind_of(self.data) or self._FORMATS.get(name)
        if self.mimetype is None:
            raise ValueError(
                "Image takes PNG, JPEG, GIF and WebP. For a drawing use SVG, for an array matplotlib's imshow."
            )
        self.format = self.mimetype.partition("/")[2]

    def _check_data(self) -> None:
        if isinstance(self.data, (bytearray, memoryview)):
            self.data = bytes(self.data)
        if isinstance(self.data, str) and len(self.data) < 1000 and os.path.splitext(self.data)[1]:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), self.data)
        if self.data is not None and not isinstance(self.data, bytes):
            raise TypeError(
                f"Image expects the picture's bytes, or the name of a file that is there, not {self.data!r:.100}"
            )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[Any, Any]:
        return {"text/plain": self.alt or repr(self), self.mimetype: self.data}


class ProgressBar:
    """A bar that is redrawn as its `progress` grows."""

    def __init__(self, total: Any) -> None:
        self.total, self._progress, self._display_id = total, 0, os.urandom(8).hex()

    def __repr__(self) -> str:
        share = self._progress / self.total if self.total else 1
        return f"[{'=' * int(60 * share):<60}] {self._progress}/{self.total}"

    def _repr_html_(self) -> str:
        return f"<progress style='width:60ex' max='{escape(str(self.total))}' value='{escape(str(self._progress))}'></progress>"

    def display(self) -> None:
        """Shows the bar."""
        from . import publish

        publish.display(self, display_id=self._display_id)

    def update(self) -> None:
        """Redraws the bar."""
        from . import publish

        publish.update_display(self, display_id=self._display_id)

    @property
    def progress(self) -> Any:
        """The current position."""
        return self._progress

    @progress.setter
    def progress(self, value: Any) -> None:
        self._progress = value
        self.update()

    def __iter__(self) -> ProgressBar:
        self.display()
        self._progress = -1
        return self

    def __next__(self) -> Any:
        self.progress += 1
        if self.progress < self.total:
            return self.progress
        raise StopIteration


class Javascript(TextDisplayObject):
    """A script, which is not run."""

    def __init__(
        self,
        data: Any = None,
        url: Any = None,
        filename: Any = None,
        lib: Any = None,
        css: Any = None,
    ) -> None:
        super().__init__(data, None, filename)

    def _repr_javascript_(self) -> str:
        return self.data or ""

    def _repr_pretty_(self, pp: Any, cycle: bool) -> None:
        pp.text(NO_SCRIPTS)


class FileLink:
    """The path of a file. Files under /out are offered for download anyway."""

    def __init__(self, path: str | os.PathLike[str], *_args: Any, **_options: Any) -> None:
        self.path = os.fspath(path)

    def __repr__(self) -> str:
        if not os.path.exists(self.path):
            return f"{self.path} does not exist (yet)"
        return f"{self.path} (files under /out are offered for download below the code)"


class FileLinks(FileLink):
    """The paths of a folder's files."""

    def __repr__(self) -> str:
        names = sorted(
            os.path.join(folder, name)
            for folder, _folders, files in os.walk(self.path)
            for name in files
        )
        return "\n".join(names[:200])


def is_file(text: str) -> bool:
    """Returns whether the text is the name of a file and not content."""
    try:
        return len(text) < 1000 and os.path.isfile(text)
    except (ValueError, OSError):
        return False


def refused(name: str, reason: str) -> type:
    """Creates a class whose instances show why their content is not shown."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        self.args = args

    def __repr__(self: Any) -> str:
        return OUT_OF_SCOPE.format(name=name, reason=reason)

    return type(
        name, (), {"__init__": __init__, "__repr__": __repr__, "__doc__": f"Not shown: {reason}"}
    )


(IFrame,) = (refused(name, reason) for name, reason in REASONS.items())
YouTubeVideo = VimeoVideo = ScribdDocument = IFrame
SHOWN = (
    DisplayObject,
    TextDisplayObject,
    Pretty,
    HTML,
    Markdown,
    Latex,
    Math,
    SVG,
    JSON,
    Code,
    Image,
    ProgressBar,
    Javascript,
    FileLink,
    FileLinks,
    Audio,
    Video,
    IFrame,
    GeoJSON,
)
for kind in SHOWN:
    # The module in IPython, which appears in the default repr.
    kind.__module__ = "IPython.core.display"
