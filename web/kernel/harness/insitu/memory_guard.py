"""Checks whether a file that is to be read whole fits into memory, since the attempt itself takes
minutes to fail.
"""

from __future__ import annotations

import functools
import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Smaller files are not checked.
SMALL = 16 << 20
# Rows that are read for an estimate, and bytes from which the average row length is computed.
ROWS = 2_000
HEAD = 1 << 20
# While pandas concatenates the chunks of a table, a part of it is in memory twice.
PEAK = 1.25
# Minimum size of the table as a multiple of the file, for formats that cannot be read in part.
LEAST = {"read_json": 3.0, "read_excel": 5.0, "read_parquet": 1.5, "read_feather": 1.0}
# Arguments with which only a part is read.
PARTIAL = ("chunksize", "iterator", "nrows", "columns", "filters")
PACKED = (".gz", ".bz2", ".zip", ".xz", ".zst", ".tar")
ADVICE = {
    "read_csv": "Read it in pieces with chunksize=, or less of it with usecols= or nrows=, or smaller types with dtype=.",
    "read_json": "Save it as lines and read those in pieces (lines=True, chunksize=), or save it as CSV.",
    "read_excel": "Read less of it with usecols= or nrows=, or save it as CSV, which can be read in pieces.",
    "read_parquet": "Read less of it with columns= or filters=.",
    "read_feather": "Read less of it with columns=.",
}


def guard(pandas: Any, memory: Callable[[], str]) -> None:
    """Makes pandas' readers check first. `memory()` returns `{limit, size, free}` of the
    interpreter as JSON.
    """
    for name in ("read_csv", "read_table", *LEAST):
        setattr(pandas, name, guarded(name, getattr(pandas, name), memory))


def guarded(name: str, read: Callable[..., Any], memory: Callable[[], str]) -> Callable[..., Any]:
    @functools.wraps(read)
    def checked(*args: Any, **options: Any) -> Any:
        if args:
            check(name, read, args, options, memory)
        return read(*args, **options)

    return checked


def check(
    name: str,
    read: Callable[..., Any],
    args: tuple[Any, ...],
    options: dict[str, Any],
    memory: Callable[[], str],
) -> None:
    """Raises MemoryError if the file's content cannot fit. Other errors are left to the reader."""
    try:
        path = os.fspath(args[0])
        size = os.path.getsize(path)
        if (
            size < SMALL
            or any(options.get(word) for word in PARTIAL)
            or path.lower().endswith(PACKED)
        ):
            return
        facts = json.loads(memory())
        room = facts["limit"] - facts["size"] + facts["free"]
        need = (
            size * LEAST[name]
            if name in LEAST
            else PEAK * estimate(read, path, args, options, size)
        )
    except Exception:
        return
    if need > room:
        advice = ADVICE.get(name, ADVICE["read_csv"])
        raise MemoryError(
            f"{os.path.basename(path)} ({amount(size)}) would take about {amount(need)} of memory when it is read whole, "
            f"and {amount(max(room, 0))} are free. {advice}"
        )


def estimate(
    read: Callable[..., Any], path: str, args: tuple[Any, ...], options: dict[str, Any], size: int
) -> float:
    with open(path, "rb") as file:
        head = file.read(HEAD)
    lines = head.count(b"\n")
    if lines < 2:
        return 0
    frame = read(*args, **{**options, "nrows": ROWS})
    if len(frame) == 0:
        return 0
    rows = size / (len(head) / lines)
    return frame.memory_usage(deep=True, index=False).sum() / len(frame) * rows


def amount(count: float) -> str:
    return f"{count / (1 << 30):.1f} GB" if count >= 1 << 30 else f"{count / (1 << 20):.0f} MB"
