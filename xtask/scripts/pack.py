"""Packs a Python package's folder into an archive for `sys.path`, with the same bytes on every
machine.

pack.py <folder of the package> <archive>
"""

import pathlib
import sys
import zipfile

folder, archive = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
files = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
if not any(file.suffix == ".py" for file in files):
    sys.exit(f"{folder} holds no Python")
with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as packed:
    for file in sorted(files):
        entry = zipfile.ZipInfo(file.relative_to(folder.parent).as_posix(), (1980, 1, 1, 0, 0, 0))
        entry.external_attr = 0o644 << 16
        packed.writestr(entry, file.read_bytes())
