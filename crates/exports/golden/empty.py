# -*- coding: utf-8 -*-
# Untitled analysis
#
# Data files:
#   none
#
# Created: not known
# Updated: not known
# Python: not known
# Packages: none
# Random seed: not set
# The model may see: not known
# Models: none
# Tokens: none
# Replay check: not done
#
# The code opens data files by their bare names, as in the session: run it in the folder that contains them.
# Files that it writes, and its figures, are created in the same folder.

import hashlib
import sys
from pathlib import Path


def _check_files(digests):
    """Warns where a data file is missing or is not the one that the session read."""
    for name, digest in digests.items():
        try:
            found = hashlib.sha256(Path(name).read_bytes()).hexdigest()
        except OSError as error:
            print(f"Warning: {name} cannot be read: {error}", file=sys.stderr)
        else:
            if found != digest:
                print(f"Warning: {name} differs from the session's file: its SHA-256 is {found}", file=sys.stderr)


def _show(value):
    """Prints the value of a step's last expression, as a notebook shows it; a figure is saved
    instead.
    """
    if value is None or type(value).__module__.startswith("matplotlib."):
        return
    print(value if isinstance(value, str) else repr(value))


def display(*values, **_):
    """Prints values, in the place of the function of this name in notebooks."""
    for value in values:
        _show(value)


