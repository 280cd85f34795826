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
