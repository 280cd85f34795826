"""Reads the data of an installed R package, writes a table as R's write.csv does, and draws rows as
R's sample does.
"""

import lzma
import random
import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import rdata
from rdata.conversion import DEFAULT_CLASS_MAP


def times(unit: str) -> Any:
    """Returns what converts a vector of days or seconds since 1970."""
    return lambda values, _: (
        np.asarray(values, dtype="float64").astype(f"datetime64[{unit}]").astype("datetime64[s]")
    )


CLASSES = {**DEFAULT_CLASS_MAP, "Date": times("D"), "POSIXct": times("s")}


def converted(data: bytes) -> Any:
    """Returns the value of serialized data."""
    # rdata warns of classes (sf, tbl_df) that it reads as what they are made of.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return rdata.conversion.convert(rdata.parser.parse_data(data), constructor_dict=CLASSES)


def r_frame(folder: Path, member: str) -> pd.DataFrame:
    """Returns a table of an unpacked package, out of FILE.rda if it has one, else out of its
    database.

    `member` is NAME, or `FILE (NAME)` if the file has another name.
    """
    file, _, name = member.rstrip(")").partition(" (")
    name = name or file
    data = next(folder.glob("usr/lib/R/site-library/*/data"))
    if (data / f"{file}.rda").exists():
        return converted((data / f"{file}.rda").read_bytes())[name]
    start, length = converted((data / "Rdata.rdx").read_bytes())["variables"][name]
    with (data / "Rdata.rdb").open("rb") as database:
        database.seek(start)
        packed = database.read(length)
    # Four bytes of length; then zlib's data, or a Z and xz's without its container.
    size = struct.unpack(">I", packed[:4])[0]
    raw = (
        lzma.decompress(packed[5:], lzma.FORMAT_RAW, None, [{"id": lzma.FILTER_LZMA2}])
        if packed[4:5] == b"Z"
        else zlib.decompress(packed[4:])
    )
    if len(raw) != size:
        raise ValueError(f"{name} has {len(raw)} bytes in place of {size}")
    return converted(raw)


def r_number(value: float) -> str:
    """Returns a number with at most 15 digits, in the shorter of both notations, as R does."""
    mantissa, exponent = f"{value:.14e}".split("e")
    mantissa = mantissa.rstrip("0").rstrip(".")
    power = int(exponent)
    digits = len(mantissa.lstrip("-").replace(".", ""))
    fixed = f"{value:.{max(0, digits - power - 1)}f}"
    scientific = f"{mantissa}e{power:+03d}"
    return fixed if len(fixed) <= len(scientific) else scientific


def quoted(text: Any) -> str:
    return '"' + str(text).replace('"', '""') + '"'


def r_cells(column: pd.Series, text: Callable[[Any], str]) -> list[str]:
    kind = column.dtype.kind
    if kind == "M":
        clock = (
            "%Y-%m-%d"
            if (column.dropna() == column.dropna().dt.normalize()).all()
            else "%Y-%m-%d %H:%M:%S"
        )
        return ["" if pd.isna(value) else value.strftime(clock) for value in column]
    if kind in "iuf":
        text = r_number if kind == "f" else str
    return ["" if pd.isna(value) else text(value) for value in column]


def r_text(frame: pd.DataFrame, quotes: bool = True) -> str:
    """Returns a table as R's write.csv(row.names = FALSE, na = "", quote = quotes)."""
    text = quoted if quotes else str
    lines = [
        [text(name) for name in frame.columns],
        *zip(*(r_cells(frame[name], text) for name in frame.columns), strict=True),
    ]
    return "".join(",".join(line) + "\n" for line in lines)


def r_source(seed: int) -> random.Random:
    """Returns a source of chance in the state of R's set.seed: both have the same Mersenne Twister."""
    state = []
    for number in range(50 + 1 + 624):
        seed = (69069 * seed + 1) % 2**32
        if number > 50:
            state.append(seed)
    source = random.Random()
    source.setstate((3, (*state, 624), None))
    return source


def r_below(source: random.Random, limit: int) -> int:
    """Returns a whole number from 0 to below the limit, at most 2^15, as R draws it since 3.6.

    It takes the low bits of the upper 16 of a draw, and draws again while they are too large.
    """
    while True:
        value = source.getrandbits(32) >> 16 & (1 << (limit - 1).bit_length()) - 1
        if value < limit:
            return value


def drawn(frame: pd.DataFrame, count: int, seed: int) -> pd.DataFrame:
    """Returns the rows of R's sort(sample(nrow(frame), count)) after set.seed(seed)."""
    source = r_source(seed)
    left = list(range(len(frame)))
    rows = []
    for _ in range(count):
        place = r_below(source, len(left))
        rows.append(left[place])
        left[place] = left[-1]
        left.pop()
    return frame.iloc[sorted(rows)]
