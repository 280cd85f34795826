"""Snapshots of the working directory, which show what an execution has created, changed and
removed.
"""

from __future__ import annotations

import os

from .output_spill import FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Folders that are by-products.
LEFT_OUT = {"__pycache__", ".git"}


def snapshot(root: str) -> dict[str, tuple[int, int]]:
    """Returns `{path: (size, modification time)}` of every file below `root`. Links, which
    represent inputs, are left out.
    """
    found = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [
            name
            for name in folders
            if name not in LEFT_OUT and not (name == FOLDER and folder == root)
        ]
        for name in files:
            if name == FOLDER and folder == root:
                continue
            path = os.path.join(folder, name)
            try:
                if not os.path.islink(path):
                    facts = os.stat(path)
                    found[path] = (facts.st_size, facts.st_mtime_ns)
            except OSError:
                continue
    return found


def removed(before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]) -> list[str]:
    """Returns the paths of the files that no longer exist."""
    return sorted(before.keys() - after.keys())


def changes(
    before: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> list[dict[str, Any]]:
    """Returns the files that are new or different, as `{path, bytes}`, sorted by path."""
    return [
        {"path": path, "bytes": facts[0]}
        for path, facts in sorted(after.items())
        if before.get(path) != facts
    ]
