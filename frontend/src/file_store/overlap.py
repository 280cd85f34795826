"""Counts how many values the columns of two tables have in common.

It runs in the kernel, apart from the session's variables: the page executes this text with
`REQUEST`, a JSON object as `kernel::keys::request` makes it, and reads one JSON line, a
`kernel::keys::Overlaps`: for each pair the counts, or null if the two cannot be compared or were
not read in time.

Of each column it keeps the hashes of at most `MOST` distinct values, with the number of their rows.
Of more, those with the lowest hashes are kept. The same values are kept of both columns, so their
part in common is that of all values, as far as chance allows.
"""

import json
import time
import warnings

import numpy as np
import pandas as pd

# The most distinct values of a column.
MOST = 300_000
# Seconds after which no further rows are read.
PATIENCE = 10


class Sketch:
    """The hashes of a column's values, in ascending order, each with its number of rows."""

    def __init__(self):
        self.kind = None
        self.hashes = np.empty(0, np.uint64)
        self.rows = np.empty(0, np.int64)
        self.limit = np.uint64(2**64 - 1)

    def add(self, values):
        """Adds the values of further rows. Raises ValueError if they are of another kind."""
        kind, hashes = hashed(values.dropna())
        if kind is None:
            return
        if self.kind not in (None, kind):
            raise ValueError(f"{self.kind} and {kind} in one column")
        self.kind = kind
        hashes, rows = np.unique(hashes[hashes <= self.limit], return_counts=True)
        self.hashes, places = np.unique(np.concatenate([self.hashes, hashes]), return_inverse=True)
        self.rows = np.bincount(places, np.concatenate([self.rows, rows])).astype(np.int64)
        while len(self.hashes) > MOST:
            self.limit //= np.uint64(2)
            self.hashes, self.rows = self.up_to(self.limit)

    def up_to(self, limit):
        """Returns the hashes up to a limit, and their rows."""
        kept = self.hashes <= limit
        return self.hashes[kept], self.rows[kept]


def hashed(values):
    """Returns the kind of values without missing ones, and their hashes; no kind if there are
    none.
    """
    if not len(values):
        return None, None
    if pd.api.types.is_datetime64_any_dtype(values):
        return "date", pd.util.hash_array(values.to_numpy("datetime64[ns]"))
    if pd.api.types.is_bool_dtype(values):
        raise ValueError("truth values")
    if pd.api.types.is_numeric_dtype(values):
        return "number", hashed_numbers(values.to_numpy())
    texts = values.to_numpy(object)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("several types")
    return "text", pd.util.hash_array(texts, categorize=False)


def hashed_numbers(numbers):
    """Returns the hashes of numbers, the same for the same number in any type: a column of whole
    numbers is one of floats if a value is missing, and one part of a file may have no fraction.
    """
    if numbers.dtype.kind == "u":
        return pd.util.hash_array(numbers.astype(np.uint64))
    if numbers.dtype.kind == "i":
        return pd.util.hash_array(numbers.astype(np.int64))
    numbers = numbers.astype(np.float64)
    hashes = pd.util.hash_array(numbers)
    whole = (numbers == np.floor(numbers)) & (np.abs(numbers) < 2**53)
    hashes[whole] = pd.util.hash_array(numbers[whole].astype(np.int64))
    return hashes


def sketches(table, until):
    """Returns the sketches of a table's columns by their names, and whether all rows were read. A
    column that cannot be compared has none.
    """
    found = {name: Sketch() for name in table["columns"]}
    whole = not table["first"]
    for frame in eval(table["frames"], {"pd": pd}):
        for name in list(found):
            try:
                found[name].add(frame[name])
            except (KeyError, TypeError, ValueError):
                del found[name]
        if time.monotonic() > until:
            return found, False
    return found, whole


def overlap(own, other, whole):
    """Returns what two columns have in common; None if their values are of different kinds."""
    if own.kind is None or own.kind != other.kind:
        return None
    limit = min(own.limit, other.limit)
    (hashes, rows), (others, other_rows) = own.up_to(limit), other.up_to(limit)
    shared = np.isin(hashes, others, assume_unique=True)
    counts = {
        "rows": rows.sum(),
        "found": rows[shared].sum(),
        "distinct": len(hashes),
        "shared": shared.sum(),
        "others": len(others),
        "ownRepeated": (rows > 1).sum(),
        "repeated": (other_rows > 1).sum(),
    }
    all_hashes = limit == np.uint64(2**64 - 1)
    return {name: int(count) for name, count in counts.items()} | {
        "sampled": not (whole and all_hashes)
    }


def answer(request):
    """Returns the overlap of each pair, and whether time ran out. A table that cannot be read, or not
    in time, has none.
    """
    until = time.monotonic() + PATIENCE
    tables = []
    for table in request["tables"]:
        try:
            if time.monotonic() > until:
                raise TimeoutError
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tables.append(sketches(table, until))
        except Exception:
            tables.append(({}, False))
    late = time.monotonic() > until
    found = []
    for table, column, other_table, other_column in request["pairs"]:
        (own, whole), (others, other_whole) = tables[table], tables[other_table]
        one, other = own.get(column), others.get(other_column)
        # Of a table that was not read to its end it is not known what it lacks.
        known = one and other and other_whole
        found.append(overlap(one, other, whole) if known else None)
    return {"overlaps": found, "late": late}


if "REQUEST" in globals():
    print(json.dumps(answer(json.loads(globals()["REQUEST"]))))
