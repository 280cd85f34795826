"""Profiles of HTML, with a table for each of its tables that has data, and of XML, with a table for
each element that repeats.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from . import columns, layout, raw_cells, records, totals, workbook
from .delimited import arrange, remarks, table
from .quoting import quoted, uncompressed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Bytes of a file that is read as a tree, which takes many times of them.
MAX_BYTES = 32 << 20
MAX_TABLES = 30
# Elements and attributes of an element that are told apart, and paths of elements.
MAX_FIELDS = 500
MAX_PATHS = 2_000
# Elements within each other.
MAX_DEPTH = 100
MIN_ROWS = 2
NO_XML = {"svg", "html"}
SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet"
# What stands before a table and may be its title.
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
JOINED = '.pipe(lambda df: df.set_axis([" ".join(dict.fromkeys(str(part) for part in label if not str(part).startswith("Unnamed:"))) for label in df.columns], axis=1))'


def describe_html(path: str, codec: str, facts: dict[str, Any]) -> bool:
    """Adds the tables of an HTML file that have data. Returns whether there is one."""
    if facts["bytes"] > MAX_BYTES:
        facts["notes"].append(f"HTML of more than {MAX_BYTES >> 20} MB, whose tables are not read")
        return False
    # Imported by name, so that an error names the package if it is missing.
    __import__("lxml.html")
    page = Page(path, facts["name"], codec)
    try:
        frames = page.read()
        titles = page.titles()
    except ImportError:
        # pandas looks for another parser where the first one gives up.
        facts["notes"].append("HTML that is damaged or nested too deeply to be read as tables")
        return False
    if len(titles) != len(frames):
        titles = [""] * len(frames)
    found = [(at, frame) for at, frame in enumerate(frames) if has_data(frame)]
    for at, frame in found[:MAX_TABLES]:
        describe_table(page, at, frame, titles[at], len(found) > 1, facts)
    if len(found) > MAX_TABLES:
        facts["notes"].append(
            f"{len(found)} tables, of which the first {MAX_TABLES} were looked at"
        )
    if left := len(frames) - len(found):
        facts["notes"].append(f"{left} more table{'s have' if left > 1 else ' has'} no data")
    return bool(found)


@dataclass
class Page:
    """An HTML file, and how pandas reads it."""

    path: str
    name: str
    codec: str

    @functools.cached_property
    def is_ascii(self) -> bool:
        with open(self.path, "rb") as file:
            return all(piece.isascii() for piece in iter(lambda: file.read(1 << 20), b""))

    def read(self, **options: Any) -> list[Any]:
        """Returns the tables as pandas reads them, with numbers as they are written."""
        import pandas

        # pandas passes texts on as UTF-8.
        with open(self.path, encoding=self.codec) as file:
            try:
                return pandas.read_html(file, thousands=None, encoding="utf-8", **options)
            except ValueError as error:
                if "No tables found" in str(error):
                    return []
                raise

    def expression(self, at: int, options: dict[str, Any]) -> str:
        text, words = (
            quoted(self.name),
            "".join(f", {key}={quoted(value)}" for key, value in options.items()),
        )
        if self.codec != "utf-8":
            text = f'open({text}, encoding="{self.codec}")'
        if not self.is_ascii:
            # Without it, the parser takes the encoding that the page states, or an old one.
            words = f', encoding="utf-8"{words}'
        return f"pd.read_html({text}, thousands=None{words})[{at}]"

    def titles(self) -> list[str]:
        """Returns the captions of the tables, or the headings before them."""
        from lxml import html

        with open(self.path, encoding=self.codec, errors="replace") as file:
            text = file.read().lstrip("\ufeff")
        # The parser refuses texts that state an encoding.
        root = html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
        titles, heading = [], ""
        for element in root.iter():
            if element.tag in HEADINGS:
                heading = " ".join(element.text_content().split())
            elif element.tag == "table":
                if not element.text_content().strip():
                    continue
                caption = element.find("caption")
                own = " ".join(caption.text_content().split()) if caption is not None else ""
                titles.append(own or heading)
        return titles


def has_data(frame: Any) -> bool:
    """Returns whether a table has rows of values and not the parts of a page."""
    if frame.shape[1] < 2 or len(frame) < 1:
        return False
    rows = workbook.rows_of(frame)
    return bool(rows) and not workbook.is_prose(rows, len(frame))


def describe_table(
    page: Page, at: int, frame: Any, title: str, several: bool, facts: dict[str, Any]
) -> None:
    import pandas

    options: dict[str, Any] = {}
    steps = ""
    found = layout.Layout(0, True, 0)
    rows: list[Any] = []
    if isinstance(frame.columns, pandas.MultiIndex):
        steps = JOINED
        frame = eval(f"df{steps}", {"df": frame})
    elif all(isinstance(name, int) for name in frame.columns):
        # No cell is marked as a header.
        rows = workbook.rows_of(frame)
        found, options = workbook.plan(rows, frame.shape[1])
        if found.header:
            options["header"] = 0
            frame = page.read(**options)[at]
        else:
            options = {}
            frame, steps = frame.rename(columns=str), ".rename(columns=str)"
    identifiers: list[int] = []
    if not steps:
        options, frame, identifiers = as_written(page, at, frame, options)
    expression = page.expression(at, options) + steps
    described = [facts for facts, _read in columns.describe_all(frame, identifiers=identifiers)]
    name = title or f"table {at + 1}"
    if several and any(other["sheet"] == name for other in facts["tables"]):
        name = f"{name} ({at + 1})"
    entry = table(
        frame,
        expression,
        len(frame),
        True,
        False,
        sheet=name if several else None,
        described=described,
    )
    arrange(entry, found, rows, totals.find(frame))
    if title and not several:
        entry["titles"] = [title, *entry["titles"]]
    before = f"{name}: " if several else ""
    notes = [] if found.header else ["no header row"]
    facts["notes"].extend(before + note for note in [*notes, *remarks(entry, found)])
    facts["tables"].append(entry)


def as_written(
    page: Page, at: int, frame: Any, options: dict[str, Any]
) -> tuple[dict[str, Any], Any, list[int]]:
    """Returns the arguments that keep identifiers and words as texts, the table, and the positions
    of identifiers.
    """
    if len(set(frame.columns)) < frame.shape[1]:
        return options, frame, []
    plain = dict.fromkeys(frame.columns, str)
    texts = page.read(**options, converters=plain, keep_default_na=False)[at]
    if texts.shape != frame.shape:
        return options, frame, []
    kept = raw_cells.look(frame, lambda _rows, positions: iter([texts.iloc[:, positions]]), False)
    more = raw_cells.arguments(kept, list(frame.columns), True)
    if "dtype" in more:
        more["converters"] = more.pop("dtype")
    if more:
        options = {**options, **more}
        frame = page.read(**options)[at]
    return options, frame, kept.identifiers


@dataclass
class Element:
    """The elements at one path: how many there are, and what they have."""

    path: tuple[str, ...]
    count: int = 0
    fields: dict[str, None] = field(default_factory=dict)
    nested: dict[str, None] = field(default_factory=dict)


def describe_xml(path: str, facts: dict[str, Any]) -> bool:
    """Adds a table for each element of an XML file that repeats. Returns whether there is one."""
    if facts["bytes"] > MAX_BYTES:
        facts["notes"].append(
            f"XML of more than {MAX_BYTES >> 20} MB, which is not read as a table"
        )
        return False
    from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

    try:
        elements = elements_of(path)
    except etree.XMLSyntaxError as error:
        facts["notes"].append(f"XML that is not well-formed: {str(error).splitlines()[0]}")
        return False
    root = next(iter(elements), ("",))[0]
    if local(root).lower() in NO_XML:
        return False
    if root == f"{{{SPREADSHEET}}}Workbook":
        facts["notes"].append(
            "a workbook of Excel 2003 in XML: open it in Excel, save it as XLSX, and drop that"
        )
        return False
    found = [
        element
        for element in elements.values()
        if element.count >= MIN_ROWS and len(element.fields) >= 1 and len(element.path) > 1
        and (len(element.fields) > 1 or not is_leaf(element, elements))
    ]  # fmt: skip
    found.sort(key=lambda element: (len(element.path), -element.count))
    for element in found[:MAX_TABLES]:
        describe_element(path, element, elements, len(found) > 1, facts)
    if len(found) > MAX_TABLES:
        facts["notes"].append(f"{len(found)} elements repeat, of which {MAX_TABLES} were looked at")
    return bool(facts["tables"])


def is_leaf(element: Element, elements: dict[tuple[str, ...], Element]) -> bool:
    """Returns whether an element is a value of the element around it."""
    return not element.nested and not any(
        other.path[:-1] == element.path for other in elements.values()
    )


def elements_of(path: str) -> dict[tuple[str, ...], Element]:
    """Returns the elements of a file by their paths, read as a stream."""
    from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

    found: dict[tuple[str, ...], Element] = {}
    place: list[str] = []
    events = etree.iterparse(
        path, events=("start", "end"), resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )  # fmt: skip
    for event, node in events:
        if event == "start":
            place.append(node.tag)
            if len(place) > MAX_DEPTH or len(found) > MAX_PATHS:
                break
            element = found.setdefault(tuple(place), Element(tuple(place)))
            element.count += 1
            for name in node.attrib:
                if len(element.fields) < MAX_FIELDS:
                    element.fields.setdefault(local(name))
            continue
        place.pop()
        if place:
            around = found[tuple(place)]
            where = around.nested if len(node) else around.fields
            if len(where) < MAX_FIELDS:
                where.setdefault(local(node.tag))
        if len(place) <= 1:
            # What has been counted is not kept.
            node.clear()
    return found


def encoding_of(path: str) -> str:
    """Returns the encoding that an XML file states."""
    with open(path, "rb") as file:
        head = file.read(400)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    found = re.match(rb"[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)", head)
    return found[1].decode().lower() if found else "utf-8"


def local(tag: str) -> str:
    return tag.rpartition("}")[2]


def describe_element(
    path: str,
    element: Element,
    elements: dict[tuple[str, ...], Element],
    several: bool,
    facts: dict[str, Any],
) -> None:
    import pandas

    spaces: dict[str, str] = {}
    alone = sum(other.path[-1] == element.path[-1] for other in elements.values()) == 1
    parts = element.path[-1:] if alone else element.path
    steps = [prefixed(tag, spaces) for tag in parts]
    options: dict[str, Any] = {"xpath": ("//" if alone else "/") + "/".join(steps)}
    if (stated := encoding_of(path)) not in ("utf-8", "utf8"):
        options["encoding"] = stated
    if spaces:
        options["namespaces"] = spaces
    try:
        frame = pandas.read_xml(path, compression=None, **options)
        texts = pandas.read_xml(path, compression=None, **options, dtype=str)
    except (ValueError, TypeError, SyntaxError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        facts["notes"].append(f"{local(element.path[-1])}: not read as a table ({reason})")
        return
    if frame.shape[1] < 1 or len(frame) < MIN_ROWS:
        return
    identifiers: list[int] = []
    if texts.shape == frame.shape:
        kept = raw_cells.look(
            frame, lambda _rows, positions: iter([texts.iloc[:, positions]]), False
        )
        identifiers = kept.identifiers
        if identifiers:
            options["dtype"] = {frame.columns[at]: str for at in identifiers}
            frame = pandas.read_xml(path, compression=None, **options)
    words = "".join(f", {key}={quoted(value)}" for key, value in options.items())
    name = local(element.path[-1])
    if any(other["sheet"] == name for other in facts["tables"]):
        name = ".".join(map(local, element.path))
    if not several:
        facts["notes"].append(f"a row for each element {name}")
    if element.nested:
        before = f"{name}: " if several else ""
        facts["notes"].append(
            f"{before}elements with further ones within them are not columns: {records.named(list(element.nested))}"
        )
    around = elements.get(element.path[:-1])
    left = [name for name in around.fields if name != local(element.path[-1])] if around else []
    if around and around.count > 1 and left:
        facts["notes"].append(
            f"{name}: what the elements {local(around.path[-1])} around them say is not a column: {records.named(left)}"
        )
    expression = f"pd.read_xml({uncompressed(facts['name'])}{words})"
    records.add(facts, frame, expression, len(frame), sheet=name if several else None)


def prefixed(tag: str, spaces: dict[str, str]) -> str:
    """Returns a tag with a prefix for its namespace, which is added to `spaces`."""
    if not tag.startswith("{"):
        return tag
    space, name = tag[1:].split("}", 1)
    prefix = next((key for key, value in spaces.items() if value == space), f"n{len(spaces) + 1}")
    spaces[prefix] = space
    return f"{prefix}:{name}"
