"""Word and PowerPoint files (`.docx`, `.pptx`) as plain markup: headings, paragraphs, lists,
tables, pictures. Keeps the content, not the layout. All tags are written here: every text is
escaped, and pictures are data URLs of four types.
"""

from __future__ import annotations

import base64
import html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_BLOCKS = 3_000
MAX_SLIDES = 100
MAX_MARKUP_BYTES = 12 << 20
MAX_PICTURE_BYTES = 8 << 20
MAX_ROWS = 300
MAX_CELLS = 60
MAX_DEPTH = 5
PICTURES = {"image/png", "image/jpeg", "image/gif", "image/webp"}
TRUNCATED = "The document is longer than what is shown."


class Page:
    """Markup up to a limit, and the same content as plain text."""

    def __init__(self) -> None:
        self.markup, self.plain = [], []
        self.size = self.pictures = 0
        self.list = None
        self.full = False

    def add(self, markup: str, plain: str = "", list: str | None = None) -> None:
        """Adds a block; consecutive blocks of the same `list` ("ul" or "ol") form one list."""
        if (
            self.full
            or self.size + len(markup) > MAX_MARKUP_BYTES
            or len(self.markup) > 2 * MAX_BLOCKS
        ):
            self.full = True
            return
        if list != self.list:
            self.end_list()
            if list:
                self.markup.append(f"<{list}>")
            self.list = list
        self.markup.append(f"<li>{markup}</li>" if list else markup)
        self.size += len(markup)
        if plain:
            self.plain.append(plain)

    def end_list(self) -> None:
        if self.list:
            self.markup.append(f"</{self.list}>")
            self.list = None

    def picture(self, content: bytes, kind: str, words: str = "") -> str:
        """Returns the tag of a picture, or a placeholder for one that is not shown."""
        if kind not in PICTURES or self.pictures + len(content) > MAX_PICTURE_BYTES:
            return f"<p>[picture: {html.escape(str(kind)[:40])}]</p>"
        self.pictures += len(content)
        return f'<img alt="{html.escape(words[:200], quote=True)}" style="max-width:100%" src="data:{kind};base64,{base64.b64encode(content).decode("ascii")}">'

    def done(self) -> tuple[str, str]:
        self.end_list()
        return "\n".join(self.markup), "\n".join(self.plain)


def letter(path: str) -> tuple[str, str, str | None]:
    """Returns `(markup, plain text, message)` of a `.docx`."""
    import docx
    from docx.table import Table

    document = docx.Document(path)
    page = Page()
    for block in document.iter_inner_content():
        if page.full:
            break
        if isinstance(block, Table):
            add_table(
                page,
                [[cell.text for cell in row.cells[:MAX_CELLS]] for row in block.rows[:MAX_ROWS]],
            )
        else:
            paragraph(page, block)
    return (*page.done(), TRUNCATED if page.full else None)


def paragraph(page: Page, block: Any) -> None:
    style = block.style.name if block.style is not None else ""
    markup = "".join(piece(page, item) for item in block.iter_inner_content())
    plain = block.text
    if not markup.strip():
        return
    level = {"Title": 1, "Subtitle": 2}.get(style) or (
        min(int(style[8:]) + 1, 6) if style.startswith("Heading ") and style[8:].isdigit() else None
    )
    if level:
        page.add(f"<h{level}>{markup}</h{level}>", plain)
    elif style.startswith("List") or (block._p.pPr is not None and block._p.pPr.numPr is not None):
        page.add(markup, f"- {plain}", list="ol" if "Number" in style else "ul")
    else:
        page.add(f"<p>{markup}</p>", plain)


def piece(page: Page, item: Any) -> str:
    """Returns the markup of a run, or of a link's text, since links cannot be followed here."""
    runs = getattr(item, "runs", None)
    if runs is not None:
        return "".join(piece(page, run) for run in runs)
    markup = html.escape(item.text).replace("\n", "<br>")
    for tag, wanted in (("strong", item.bold), ("em", item.italic), ("u", item.underline)):
        if wanted and markup:
            markup = f"<{tag}>{markup}</{tag}>"
    for name in item._element.xpath(".//a:blip/@r:embed"):
        part = item.part.related_parts.get(name)
        if part is not None:
            markup += page.picture(part.blob, part.content_type)
    return markup


def add_table(page: Page, rows: list[list[str]]) -> None:
    if not rows:
        return
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        lines.append(
            "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>"
        )
    page.add(f"<table>{''.join(lines)}</table>", "\n".join("\t".join(row) for row in rows))


def slides(path: str) -> tuple[list[tuple[str, str]], str | None]:
    """Returns `([(markup, plain text)], message)` of a `.pptx`, one pair per slide."""
    import pptx

    found, truncated, pictures = [], False, 0
    presentation = pptx.Presentation(path)
    for number, slide in enumerate(presentation.slides, 1):
        if number > MAX_SLIDES:
            truncated = True
            break
        page = Page()
        page.pictures = pictures
        title = slide.shapes.title
        heading = (
            title.text_frame.text.strip() if title is not None and title.has_text_frame else ""
        )
        page.add(f"<h2>{number}. {html.escape(heading)}</h2>", f"{number}. {heading}")
        for shape in slide.shapes:
            if title is None or shape.shape_id != title.shape_id:
                add_shape(page, shape)
        pictures = page.pictures
        truncated = truncated or page.full
        found.append(page.done())
    return found, TRUNCATED if truncated else None if found else "The presentation has no slides."


def add_shape(page: Page, shape: Any, depth: int = 0) -> None:
    if hasattr(shape, "shapes") and depth < MAX_DEPTH:
        for inner in shape.shapes:
            add_shape(page, inner, depth + 1)
    elif getattr(shape, "has_table", False):
        add_table(
            page,
            [
                [cell.text for cell in list(row.cells)[:MAX_CELLS]]
                for row in list(shape.table.rows)[:MAX_ROWS]
            ],
        )
    elif getattr(shape, "has_chart", False):
        page.add("<p>[chart]</p>", "[chart]")
    elif getattr(shape, "has_text_frame", False):
        lines = [line for line in shape.text_frame.paragraphs if line.text.strip()]
        for line in lines:
            text = html.escape(line.text).replace("\v", "<br>")
            page.add(
                text if len(lines) > 1 else f"<p>{text}</p>",
                line.text,
                list="ul" if len(lines) > 1 else None,
            )
    elif hasattr(shape, "image"):
        page.add(page.picture(shape.image.blob, shape.image.content_type, shape.name), "[picture]")
