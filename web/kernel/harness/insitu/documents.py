"""Profiles of JSON, image and plain text files."""

from __future__ import annotations

import json

from .delimited import SAMPLE_ROWS
from .quoting import quoted
from .records import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# JSON has to be read whole; a larger file would exhaust the page's memory.
MAX_JSON_BYTES = 256 << 20
# The arguments by which texts stay texts, and how they are written.
AS_WRITTEN: dict[str, Any] = {"dtype": False, "convert_dates": False}
AS_WRITTEN_WORDS = ", dtype=False, convert_dates=False"


def describe_json(path: str, codec: str, facts: dict[str, Any]) -> None:
    """Adds the table that a JSON file holds, if it holds one."""
    import pandas

    name = quoted(facts["name"])
    words = "" if codec == "utf-8" else f', encoding="{codec}"'
    if facts["kind"] == "jsonl":
        arguments = {"lines": True, **({} if codec == "utf-8" else {"encoding": codec})}
        frame = pandas.read_json(path, nrows=SAMPLE_ROWS, **arguments)
        kept = pandas.read_json(path, nrows=SAMPLE_ROWS, **arguments, **AS_WRITTEN)
        if changes_texts(frame, kept):
            frame, words = kept, words + AS_WRITTEN_WORDS
        sampled = len(frame) >= SAMPLE_ROWS
        rows = count_lines(path) if sampled else len(frame)
        add(facts, frame, f"pd.read_json({name}, lines=True{words})", rows)
        return
    if facts["bytes"] > MAX_JSON_BYTES:
        facts["error"] = (
            "The JSON file is too large to be read at once. Save it as one record per line (JSONL) or as CSV."
        )
        return
    with open(path, encoding="utf-8-sig" if codec == "utf-8" else codec) as file:
        content = json.load(file)
    loaded = f'__import__("json").load(open({name}, encoding="{"utf-8-sig" if codec == "utf-8" else codec}"))'
    frame, expression = as_table(
        pandas, content, f"pd.read_json({name}{words})", loaded, path, codec
    )
    if frame is None or expression is None:
        shape = (
            f"object with the keys {', '.join(list(content)[:10])}"
            if isinstance(content, dict)
            else type(content).__name__
        )
        facts["notes"].append(f"JSON that is not a table: {shape}")
        return
    add(facts, frame, expression, len(frame))


def changes_texts(frame: Any, kept: Any) -> bool:
    """Returns whether pandas makes numbers or dates of texts, which may have zeros before them or
    the day first.
    """
    if list(frame.columns) != list(kept.columns):
        return False
    pairs = [(frame.iloc[:, at], kept.iloc[:, at]) for at in range(frame.shape[1])]
    texts = [
        read
        for read, written in pairs
        if not read.equals(written) and written.map(lambda value: isinstance(value, str)).any()
    ]
    return any(read.dtype.kind in "iufM" for read in texts)


def as_table(
    pandas: Any, content: Any, plain: str, loaded: str, path: str, codec: str
) -> tuple[Any, str | None]:
    """Returns the frame and the expression that creates it, or `(None, None)`."""
    if isinstance(content, list) and content and all(isinstance(row, dict) for row in content):
        if any(isinstance(value, (dict, list)) for row in content[:1000] for value in row.values()):
            return pandas.json_normalize(content), f"pd.json_normalize({loaded})"
        frame, kept = (
            pandas.read_json(path, encoding=codec),
            pandas.read_json(path, encoding=codec, **AS_WRITTEN),
        )
        return (
            (kept, plain[:-1] + AS_WRITTEN_WORDS + ")")
            if changes_texts(frame, kept)
            else (frame, plain)
        )
    if isinstance(content, list) and content and all(isinstance(row, list) for row in content):
        return pandas.DataFrame(content), f"pd.DataFrame({loaded})"
    if isinstance(content, dict) and content:
        lists = {key: value for key, value in content.items() if isinstance(value, list)}
        if len(lists) == len(content) and len({len(value) for value in lists.values()}) == 1:
            return pandas.DataFrame(content), f"pd.DataFrame({loaded})"
        records = [
            key
            for key, value in lists.items()
            if value and all(isinstance(row, dict) for row in value)
        ]
        if records:
            key = max(records, key=lambda name: len(lists[name]))
            return pandas.json_normalize(lists[key]), f"pd.json_normalize({loaded}[{quoted(key)}])"
        if all(isinstance(value, dict) for value in content.values()):
            return pandas.DataFrame.from_dict(
                content, orient="index"
            ), f'pd.DataFrame.from_dict({loaded}, orient="index")'
    return None, None


def count_lines(path: str) -> int:
    lines, last = 0, b"\n"
    with open(path, "rb") as file:
        while chunk := file.read(4 << 20):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
    return lines + (last != b"\n")


def describe_image(path: str, head: bytes, facts: dict[str, Any]) -> None:
    if head.startswith(b"\x89PNG"):
        size = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    else:
        from PIL import Image

        with Image.open(path) as picture:
            size = picture.size
    facts["notes"].append(f"{size[0]} × {size[1]} pixels")


def describe_text(path: str, codec: str, facts: dict[str, Any]) -> None:
    lines = count_lines(path)
    facts["notes"].append(f"{lines:,} line{'' if lines == 1 else 's'} of text")
