"""Previews of documents as results: the tables of a workbook, the text of a letter, the picture in
a file. Never raises; what cannot be shown is a sentence. Reads only below the given folders, and
only the beginning of large files. Word and PowerPoint files are in `preview_office`; the page
renders PDF itself.
"""

from __future__ import annotations

import ast
import base64
import json
import os
import tempfile
import warnings
import zipfile

from . import (
    column_files,
    containers,
    databases,
    delimited,
    encoding,
    json_files,
    profile,
    result_store,
    statistics_files,
    tables,
    windows,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEAD = 65_536
# Rows of a table that are sent at once; the page asks for further ones by the id.
SHOWN_ROWS = 100
# Rows of a delimited file, and of all sheets of a workbook together, which are slow to read.
MAX_ROWS = 50_000
MAX_SHEET_ROWS = 10_000
MAX_SHEETS = 20
MAX_NAMES = 2_000
MAX_TEXT_LENGTH = 200_000
MAX_JSON_BYTES = 2 << 20
MAX_PICTURE_BYTES = 10 << 20
MAX_UNPACKED_BYTES = 256 << 20
# Bytes that are unpacked of a compressed file, whatever it says it holds: a small one may hold very
# much.
MAX_DECOMPRESSED = 16 << 20
HEX_BYTES = 256
# Functions of pandas that can end after some rows.
LIMITED = {"read_csv", "read_table", "read_fwf", "read_excel"}

# How the first rows of the tables of a file are read, by its kind.
STATED = {
    "parquet": column_files.tables,
    "arrow": column_files.tables,
    "stata": statistics_files.tables,
    "sas": statistics_files.tables,
    "sqlite": databases.tables,
}

# Kinds of files that are shown as text.
OF_TEXT = ("text", "html", "xml")
PICTURES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
MARKUP = {
    ".html": "text/html",
    ".htm": "text/html",
    ".svg": "image/svg+xml",
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".tex": "text/latex",
}
CODE = {
    ".py": "python", ".js": "javascript", ".mjs": "javascript", ".ts": "typescript", ".sql": "sql", ".r": "r", ".css": "css", ".xml": "xml", ".sh": "bash",
    ".yml": "yaml", ".yaml": "yaml", ".toml": "toml", ".ini": "ini", ".rs": "rust", ".c": "c", ".java": "java",
}  # fmt: skip


def preview(
    path: Any, roots: tuple[str, ...], wanted: dict[str, Any] | None = None
) -> tuple[list[dict[str, Any]], str | None]:
    """Returns `(results, message)` of the file at `path`, which has to be below one of `roots`; of
    the table that `wanted` describes (`kernel::protocol::TableOf`), if there is one.
    """
    if not isinstance(path, str) or not within(path, roots):
        return [], f"Only files below {' and '.join(roots)} can be looked at."
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if not os.path.isfile(path):
                return [], "There is no such file any more."
            return look(path) if wanted is None else read_as_profiled(path, **wanted)
    except MemoryError:
        return [], "The file does not fit into the memory that a browser grants to a page."
    except Exception as error:
        return [], profile.explain(error, "a document")


def within(path: str, roots: tuple[str, ...]) -> bool:
    real = os.path.realpath(path)
    return any(real.startswith(os.path.join(os.path.realpath(root), "")) for root in roots)


def look(path: str, unpacked: bool = False) -> tuple[list[dict[str, Any]], str | None]:
    """Returns the preview of a file; `unpacked` says that it comes out of another one, of which
    there is no further level.
    """
    size = os.path.getsize(path)
    ending = os.path.splitext(path)[1].lower()
    if size == 0:
        return [], "The file is empty."
    with open(path, "rb") as file:
        head = file.read(HEAD)
    kind = profile.kind_of(head, ending, path)
    if kind == "pdf":
        return [], None
    if kind in ("excel", "zip"):
        return packed(path, kind)
    if kind in containers.OPENED_BY and not unpacked:
        return decompressed(path, kind)
    if kind in STATED:
        return stated_tables(path, kind)
    if kind == "image":
        return picture(path, head, size)
    codec = encoding.detect(path, size) if kind in (*OF_TEXT, "json", "jsonl") else None
    if codec is None:
        return (
            [of_text(hex_view(head[:HEX_BYTES], size))],
            f"There is no preview of this kind of file; these are its first {min(size, HEX_BYTES)} bytes.",
        )
    if kind == "jsonl":
        return json_lines(path, codec)
    if kind == "json":
        return json_text(path, codec, size)
    shown_as_text = ending in MARKUP or ending in CODE
    return (
        None if shown_as_text else delimited_text(path, codec, ending in profile.TABULAR)
    ) or text(path, codec, size, ending)


def stated_tables(path: str, kind: str) -> tuple[list[dict[str, Any]], str | None]:
    """Returns the first rows of the tables of a file that states its columns."""
    found, part = [], False
    for name, frame in STATED[kind](path, kind, MAX_ROWS):
        found.append(table(frame, name or os.path.basename(path)))
        part = part or len(frame) >= MAX_ROWS
    return found, f"Only the first {MAX_ROWS:,} rows are shown." if part else None


def table(frame: Any, name: str) -> dict[str, Any]:
    """Returns a table as a result, and keeps it so that the page can ask for windows of it."""
    result = named({"text/plain": name})
    windows.offer(result["id"], frame)
    return {**result, "data": tables.table_data(frame, SHOWN_ROWS)}


def read_as_profiled(
    path: str, reader: str, name: str, rows: int, conversions: dict[str, str] | None = None
) -> tuple[list[dict[str, Any]], str | None]:
    """Returns the first `rows` rows of a table of the file, which may be a sheet with this name, as
    its profile's `reader` and `conversions` of columns read them.
    """
    import pandas

    with open(path, "rb") as file:
        kind = profile.kind_of(file.read(HEAD), os.path.splitext(path)[1].lower(), path)
    if kind in STATED and rows <= MAX_ROWS:
        # Files of any size, since their reader would read all of it.
        for found, frame in STATED[kind](path, kind, rows):
            if found is None or found == name:
                return [table(converted(frame, conversions or {}), name)], None
    tree = ast.parse(reader, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value == os.path.basename(path):
            # The session's code may have changed the working directory.
            node.value = path
        elif isinstance(node, ast.Call) and takes_rows(node):
            limit_rows(node, rows)
    names = {"pd": pandas, "__builtins__": __builtins__}
    frame = eval(compile(ast.fix_missing_locations(tree), "<reader>", "eval"), names)
    return [table(converted(frame.head(rows), conversions or {}), name)], None


def converted(frame: Any, conversions: dict[str, str]) -> Any:
    """Returns a frame with columns as the expressions of a profile convert them."""
    import pandas

    names = {"pd": pandas, "df": frame, "__builtins__": __builtins__}
    changed = frame.copy(deep=False)
    for at, name in enumerate(frame.columns):
        if str(name) in conversions:
            changed.isetitem(at, eval(conversions[str(name)], names))
    return changed


def takes_rows(call: ast.Call) -> bool:
    """Returns whether a call of pandas can end after some rows."""
    if not isinstance(call.func, ast.Attribute):
        return False
    function = call.func.attr
    return function in LIMITED or (
        function == "read_json" and any(word.arg == "lines" for word in call.keywords)
    )


def limit_rows(call: ast.Call, rows: int) -> None:
    """Lets a call read at most `rows` rows."""
    for word in call.keywords:
        if word.arg == "nrows":
            if isinstance(word.value, ast.Constant) and isinstance(word.value.value, int):
                word.value.value = min(word.value.value, rows)
            return
    if not any(word.arg == "skipfooter" for word in call.keywords):
        call.keywords.append(ast.keyword("nrows", ast.Constant(rows)))


def of_text(content: str, kind: str = "text/plain") -> dict[str, Any]:
    return named({"text/plain": content, kind: content})


def named(mime: dict[str, str]) -> dict[str, Any]:
    name = f"{result_store.INTERPRETER}-{next(result_store.numbers)}"
    return {
        "id": name,
        "main": False,
        "text": mime["text/plain"],
        "mime": mime,
        "data": None,
        "chart": None,
        "display": None,
    }


def packed(path: str, kind: str) -> tuple[list[dict[str, Any]], str | None]:
    from .workbook import is_legacy

    items = []
    if not is_legacy(path):
        with zipfile.ZipFile(path) as archive:
            items = archive.infolist()
    names = {item.filename for item in items}
    if sum(item.file_size for item in items) > MAX_UNPACKED_BYTES and (
        kind == "excel" or names & {"word/document.xml", "ppt/presentation.xml"}
    ):
        return (
            [],
            f"Unpacked, the file would have more than {MAX_UNPACKED_BYTES >> 20} MB, which is too much to look at here.",
        )
    if kind == "excel":
        return workbook(path)
    if "word/document.xml" in names or "ppt/presentation.xml" in names:
        from . import preview_office

        if "word/document.xml" in names:
            markup, plain, message = preview_office.letter(path)
            return [named({"text/plain": plain, "text/html": markup})], message
        slides, message = preview_office.slides(path)
        return [
            named({"text/plain": plain, "text/html": markup}) for markup, plain in slides
        ], message
    listed = [f"{item.file_size:>14,}  {item.filename}" for item in items if not item.is_dir()]
    more = (
        f"The archive holds {len(listed):,} files, of which the first {MAX_NAMES:,} are listed."
        if len(listed) > MAX_NAMES
        else None
    )
    return [of_text("\n".join([f"{'bytes':>14}  name", *listed[:MAX_NAMES]]))], more


def decompressed(path: str, kind: str) -> tuple[list[dict[str, Any]], str | None]:
    """Returns the preview of what is compressed in a file, of a long text of its first lines."""
    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, containers.inner_name(os.path.basename(path), kind))
        try:
            with containers.opened(path, kind) as file:
                content = file.read(MAX_DECOMPRESSED + 1)
        except Exception as error:
            if not containers.is_damage(error):
                raise
            return [], "The compressed data ends early or is damaged."
        if not content:
            return [], "The file is empty."
        cut = len(content) > MAX_DECOMPRESSED
        # A row that is not whole would have other values.
        content = (
            content[: content.rfind(b"\n", 0, MAX_DECOMPRESSED) + 1] or content[:MAX_DECOMPRESSED]
            if cut
            else content
        )
        with open(inner, "wb") as file:
            file.write(content)
        if cut and encoding.detect(inner, len(content)) is None:
            return (
                [],
                f"Unpacked, the file has more than {MAX_DECOMPRESSED >> 20} MB, which is too much to look at here.",
            )
        results, message = look(inner, unpacked=True)
    part = (
        f"Only the first {MAX_DECOMPRESSED >> 20} MB of what is compressed are looked at."
        if cut
        else None
    )
    return results, " ".join(filter(None, (part, message))) or None


def workbook(path: str) -> tuple[list[dict[str, Any]], str | None]:
    import pandas

    from .workbook import SEARCHED, engine_of, plan, rows_of, too_much

    if (reason := too_much(path)) is not None:
        return [], reason
    engine: Any = engine_of(path)
    results, notes, left = [], [], MAX_SHEET_ROWS
    book: Any
    with pandas.ExcelFile(path, engine=engine) as book:
        names = book.sheet_names
        for number, name in enumerate(names[:MAX_SHEETS]):
            most = max(left // (min(len(names), MAX_SHEETS) - number), SHOWN_ROWS)
            try:
                head = book.parse(name, header=None, nrows=SEARCHED)
                frame = (
                    head
                    if head.empty
                    else book.parse(name, **plan(rows_of(head), head.shape[1])[1], nrows=most)
                )
            except Exception as error:
                results.append(
                    of_text(f"{name}: this sheet cannot be shown ({type(error).__name__}).")
                )
                continue
            frame.columns = [
                "" if str(column).startswith("Unnamed: ") else column for column in frame.columns
            ]
            left -= len(frame)
            if len(frame) == most:
                notes.append(f"Of the sheet {name} the first {most:,} rows are shown.")
            results.append(table(frame, name))
    if len(names) > MAX_SHEETS:
        notes.append(
            f"The workbook has {len(names)} sheets, of which the first {MAX_SHEETS} are shown."
        )
    return results, " ".join(notes) or None


def delimited_text(
    path: str, codec: str, named: bool
) -> tuple[list[dict[str, Any]], str | None] | None:
    """Returns the table of a text file, or None if it has none."""
    import pandas

    planned = delimited.plan(path, codec, named)
    if planned is None:
        return None
    notes = []
    frame, _options = delimited.read(pandas, path, planned.options, notes)
    if len(frame) >= MAX_ROWS:
        notes.append(f"the first {MAX_ROWS:,} rows are shown")
    message = "; ".join(notes)
    return [
        table(frame, os.path.basename(path))
    ], f"{message[0].upper()}{message[1:]}." if message else None


def json_lines(path: str, codec: str) -> tuple[list[dict[str, Any]], str | None]:
    import pandas

    source = json_files.Source.of_file(path, path, codec)
    if any(map(json_files.is_deep, json_files.first_lines(source, MAX_ROWS))):
        return text(path, codec, os.path.getsize(path), "")
    frame = pandas.read_json(path, lines=True, nrows=MAX_ROWS, encoding=codec)
    return [table(frame, os.path.basename(path))], f"The first {MAX_ROWS:,} rows are shown." if len(
        frame
    ) == MAX_ROWS else None


def json_text(path: str, codec: str, size: int) -> tuple[list[dict[str, Any]], str | None]:
    if size > MAX_JSON_BYTES:
        return text(path, codec, size, "")
    with open(path, encoding="utf-8-sig" if codec == "utf-8" else codec) as file:
        written = file.read()
    if json_files.nesting_of([written]) > json_files.MAX_NESTING:
        return text(path, codec, size, "")
    content = json.loads(written, parse_constant=lambda _name: None)
    pretty = json.dumps(content, indent=2, ensure_ascii=False)
    results = [
        named(
            {
                "text/plain": pretty[:MAX_TEXT_LENGTH],
                "application/json": json.dumps(content, ensure_ascii=False),
            }
        )
    ]
    try:
        frame = json_files.first_table(content, path, codec)
    except Exception:
        frame = None
    if frame is not None and len(frame.columns):
        results.insert(0, table(frame, os.path.basename(path)))
    return results, None


def text(path: str, codec: str, size: int, ending: str) -> tuple[list[dict[str, Any]], str | None]:
    with open(path, encoding=codec, errors="replace") as file:
        content = file.read(MAX_TEXT_LENGTH + 1).lstrip("\ufeff")
    truncated = len(content) > MAX_TEXT_LENGTH
    content = content[:MAX_TEXT_LENGTH]
    message = f"The first {MAX_TEXT_LENGTH:,} characters are shown." if truncated else None
    # Truncated markup may be invalid, so it is shown as text.
    if ending in MARKUP and not truncated:
        return [of_text(content, MARKUP[ending])], message
    if ending in CODE:
        return [
            named({"text/plain": content, "text/x-code": f"{CODE[ending]}\n{content}"})
        ], message
    return [of_text(content)], message


def picture(path: str, head: bytes, size: int) -> tuple[list[dict[str, Any]], str | None]:
    kind = next(
        (kind for magic, kind in PICTURES.items() if head.startswith(magic)),
        "image/webp" if head[8:12] == b"WEBP" else None,
    )
    if kind is not None:
        if size > MAX_PICTURE_BYTES:
            return (
                [],
                f"The picture has more than {MAX_PICTURE_BYTES >> 20} MB, which is too much to show here.",
            )
        with open(path, "rb") as file:
            content = file.read()
    else:
        import io

        from PIL import Image

        with Image.open(path) as opened:
            opened.thumbnail((2_000, 2_000))
            buffer = io.BytesIO()
            (
                opened
                if opened.mode in ("1", "L", "LA", "P", "RGB", "RGBA")
                else opened.convert("RGB")
            ).save(buffer, "PNG")
        kind, content = "image/png", buffer.getvalue()
    return [
        named(
            {"text/plain": os.path.basename(path), kind: base64.b64encode(content).decode("ascii")}
        )
    ], None


def hex_view(head: bytes, size: int) -> str:
    lines = [f"{size:,} bytes"]
    for start in range(0, len(head), 16):
        piece = head[start : start + 16]
        printable = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in piece)
        lines.append(f"{start:08x}  {piece.hex(' '):<47}  {printable}")
    return "\n".join(lines)
