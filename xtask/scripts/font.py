"""Makes a Python package of one font of an npm package, with the same bytes on every machine.

font.py < { "from": the npm package's archive, "to": wheel, "name", "version", "npm", "font": the
font's path in the archive }

The font and its licence are taken over unchanged.
"""

import base64
import hashlib
import json
import pathlib
import sys
import tarfile
import zipfile

# The folder of an npm archive, and the font's licence in it; `LICENSE` is that of the package's own
# scripts.
ROOT = "package/"
LICENCE = "LICENSE_FONT"


def files_of(archive: pathlib.Path, font: str) -> tuple[bytes, bytes]:
    """Returns the font and its licence."""
    with tarfile.open(archive) as packed:
        found = [packed.extractfile(ROOT + name) for name in (font, LICENCE)]
        contents = [file.read() if file else b"" for file in found]
    return contents[0], contents[1]


def wheel_files(job: dict[str, str], font: bytes, licence: bytes) -> dict[str, bytes]:
    """Returns the wheel's files."""
    module = job["name"].replace("-", "_")
    info = f"{module}-{job['version']}.dist-info"
    metadata = (
        f"Metadata-Version: 2.4\nName: {job['name']}\nVersion: {job['version']}\n"
        f"Summary: The font {pathlib.PurePosixPath(job['font']).name} of the npm package {job['npm']}\n"
        "License-Expression: OFL-1.1\nLicense-File: OFL.txt\n"
    )
    files = {
        f"{module}/__init__.py": b'"""A font, which the figures of Insitu use: regular.ttf."""\n',
        f"{module}/regular.ttf": font,
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: insitu\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/licenses/OFL.txt": licence,
    }
    lines = [
        f"{name},sha256={encoded(content)},{len(content)}\n" for name, content in files.items()
    ]
    files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()
    return files


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def write(wheel: pathlib.Path, files: dict[str, bytes]) -> None:
    """Writes an archive without compression and without times."""
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as packed:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, content)


def main() -> None:
    job = json.load(sys.stdin)
    font, licence = files_of(pathlib.Path(job["from"]), job["font"])
    write(pathlib.Path(job["to"]), wheel_files(job, font, licence))


if __name__ == "__main__":
    main()
