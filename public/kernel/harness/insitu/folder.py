"""What appears in the working directory."""

import os

from .output_spill import FOLDER

# By-products.
LEFT_OUT = {"__pycache__", ".git"}


def snapshot(root):
    """Path → (size, time of change) of every file below `root`. Links, which stand for inputs, are left out."""
    found = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in LEFT_OUT and not (name == FOLDER and folder == root)]
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


def removed(before, after):
    """Paths of the files that are no longer there."""
    return sorted(before.keys() - after.keys())


def changes(before, after):
    """Files that are new or different, as `{path, bytes}`, by path."""
    return [{"path": path, "bytes": facts[0]} for path, facts in sorted(after.items()) if before.get(path) != facts]
