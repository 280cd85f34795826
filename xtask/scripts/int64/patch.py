"""Patches the wheel of numpy, pandas, scikit-learn or scipy so that numpy's default integer has 64
bits on wasm32.

python3 patch.py <package> <wheel> <target>

Refuses every wheel but the one whose SHA-256 `xtask/data/modified.json` has, and a result with
another SHA-256 than it has. The result is an uncompressed archive, so that it has the same bytes on
every machine. Called by `cargo xtask runtime`; runs on any Python 3, without further packages.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import pathlib
import sys
import zipfile

import numpy_module
from texts import ADDED, EDITS, TextEdit
from wasm import Refused, edit_module

HERE = pathlib.Path(__file__).parent
PINS = HERE.parent.parent / "data" / "modified.json"
# The earliest time that a zip archive can represent.
MOMENT = (1980, 1, 1, 0, 0, 0)
UNIX = 3


def patched(package: str, wheel: bytes) -> bytes:
    """Returns the patched wheel. Raises `Refused` if an edit does not fit."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        files = {
            entry.filename: archive.read(entry)
            for entry in archive.infolist()
            if not entry.is_dir()
        }
    if package == "numpy":
        files[numpy_module.PATH] = edit_module(
            files[numpy_module.PATH], numpy_module.CODE, numpy_module.DATA
        )
    for path, edits in EDITS[package].items():
        files[path] = edited(path, files[path].decode(), edits).encode()
    for path in ADDED[package]:
        if path in files:
            raise Refused(f"{path} is in the wheel already")
        # As text, since git may have changed the line ends.
        files[path] = (HERE / "added" / path).read_text(encoding="utf-8").encode()
    name = next(path for path in files if path.endswith(".dist-info/RECORD"))
    files[name] = record(files, name)
    return packed(files)


def edited(path: str, text: str, edits: list[TextEdit]) -> str:
    """Returns the text of a file with its edits."""
    for edit in edits:
        if not edit.old:
            text += edit.new
            continue
        if (found := text.count(edit.old)) != edit.count:
            raise Refused(f"{path} holds {edit.old!r} {found} times, and not {edit.count}")
        text = text.replace(edit.old, edit.new)
    return text


def record(files: dict[str, bytes], name: str) -> bytes:
    """Returns a wheel's RECORD, which is the file of this name, for these files."""
    lines = []
    for path, content in files.items():
        if path != name:
            digest = (
                base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            )
            lines.append(f"{path},sha256={digest},{len(content)}\n")
    return ("".join(lines) + f"{name},,\n").encode()


def packed(files: dict[str, bytes]) -> bytes:
    """Returns an archive of the files, with the same bytes on every machine."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as target:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, MOMENT)
            entry.create_system = UNIX
            entry.external_attr = 0o644 << 16
            target.writestr(entry, files[path])
    return archive.getvalue()


def main(package: str, source: pathlib.Path, target: pathlib.Path) -> None:
    pins = {pin["name"]: pin for pin in json.loads(PINS.read_text(encoding="utf-8"))}
    if package not in pins:
        raise Refused(f"there are no edits of {package}")
    pin = pins[package]
    wheel = source.read_bytes()
    expect(source.name, wheel, pin["upstream"])
    result = patched(package, wheel)
    expect(f"the patched {source.name}", result, pin["patched"])
    target.write_bytes(result)


def expect(name: str, content: bytes, sha256: str) -> None:
    """Raises `Refused` if the content has another hash."""
    if (found := hashlib.sha256(content).hexdigest()) != sha256:
        raise Refused(
            f"{name} has the SHA-256 {found}, and not {sha256}, which {PINS.name} has. The edits are made for that file alone;"
            " docs/decisions/0029-integers-of-64-bits.md says how to follow a new version."
        )


if __name__ == "__main__":
    try:
        main(sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    except Refused as refusal:
        sys.exit(f"{refusal}")
