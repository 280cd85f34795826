"""Generates the tables of the third set that are about people: shops, work, health, schools, sport,
opinions and leisure. Knows neither files nor questions.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from dirt import R, day, maybe, person, pick

Rows = Iterator[list[Any]]


def clock(first: int, last: int) -> str:
    return f"{R.randint(first, last):02}:{R.randrange(60):02}"


def webshop_orders() -> Rows:
    for number in range(620):
        items = pick({1: 6, 2: 4, 3: 2, 5: 1})
        subtotal = round(items * R.lognormvariate(3.1, 0.5), 2)
        yield [
            f"W-{24001 + number}",
            f"{day('2024-01-02', '2024-12-30'):%d/%m/%Y}",
            f"cust{R.randint(1, 260):03}",
            maybe(pick({"UK": 9, "Ireland": 3, "France": 2, "uk": 1, "Germany": 2}), 0.01),
            pick({"web": 6, "app": 5, "phone": 1}),
            items,
            subtotal,
            0 if subtotal > 50 else 4.95,
            maybe(pick({"SPRING10": 3, "WELCOME": 4, "VIP20": 1}), 0.7),
            pick({0: 11, 1: 1}),
        ]


def bike_repairs() -> Rows:
    prices = {"Service": 55, "Brakes": 28, "Puncture": 14, "Gears": 36, "Wheel true": 24}
    for number in range(330):
        work = pick({"Service": 4, "Brakes": 3, "Puncture": 5, "Gears": 2, "Wheel true": 1})
        received = day("2025-03-01", "2025-09-27")
        waiting = R.random() < 0.06
        yield [
            3100 + number,
            received,
            "" if waiting else received + dt.timedelta(R.choice([0, 1, 1, 2, 3, 5, 9])),
            pick({"road": 3, "MTB": 3, "city": 5, "e-bike": 3, "E-Bike": 1}),
            work,
            R.choice(["Lou", "Marek", "Sibel"]),
            f"£{prices[work] * R.uniform(0.3, 1.4):,.2f}",
            round(R.uniform(0.25, 3), 2),
            "N" if waiting else pick({"Y": 12, "N": 1}),
        ]


def payroll_march() -> Rows:
    base = {"Production": 2750, "Sales": 3150, "IT": 3900, "HR": 3000, "Logistics": 2600}
    for number in range(164):
        dept = pick({"Production": 6, "Sales": 3, "IT": 2, "HR": 1, "Logistics": 3, "sales": 0.5})
        salary = base[dept.capitalize() if dept == "sales" else dept] * R.uniform(0.85, 1.6)
        yield [
            f"E{1001 + number}",
            person(),
            dept,
            R.choice(["A1", "A2", "B1", "B2", "C1"]),
            day("2004-01-01", "2025-02-01"),
            pick({1.0: 8, 0.8: 2, 0.5: 2}),
            f"€{salary:,.2f}",
            maybe(round(R.uniform(100, 2500), 2), 0.55),
            pick({0: 7, 1: 3, 2: 2, 5: 1, 12: 0.5}),
            pick({"f": 5, "m": 5, "x": 0.2}),
        ]


def ed_visits() -> Rows:
    pain = ["Chest pain", "Fall", "Fever", "Abdominal pain", "Cut / laceration", "Headache"]
    for number in range(720):
        triage = R.choices([1, 2, 3, 4, 5], [1, 4, 9, 8, 3])[0]
        wait = max(0, round(R.gauss((0, 14, 55, 95, 120)[triage - 1], 20)))
        end = pick({"DIS": 12, "ADM": 9 - triage * 1.5, "LWBS": triage * 0.3, "TRF": 0.6})
        yield [
            8800 + number,
            f"{day('2025-01-01', '2025-03-31')} {clock(0, 23)}",
            R.randint(0, 96),
            pick({"F": 1, "M": 1}),
            triage,
            maybe(R.choice(pain), 0.03),
            wait,
            "" if end == "LWBS" else wait + R.randint(30, 420),
            end,
        ]


def vet_visits() -> Rows:
    weights = {"Dog": (18, 8), "Cat": (4.5, 0.8), "Rabbit": (2.2, 0.4)}
    fees = {"Vaccination": 48, "Check-up": 42, "Dental": 190, "Injury": 135, "Neutering": 160}
    for _ in range(380):
        kind = pick({"Dog": 6, "Cat": 5, "Rabbit": 1})
        why = pick({"Vaccination": 5, "Check-up": 5, "Dental": 2, "Injury": 2, "Neutering": 1})
        mean, spread = weights[kind]
        yield [
            day("2024-07-01", "2025-06-30"),
            R.choice(["Bella", "Max", "Luna", "Rocky", "Milo", "Coco", "Nala", "Simba", "Poppy"]),
            kind,
            R.randint(0, 16),
            maybe(round(max(0.6, R.gauss(mean, spread)), 1), 0.07),
            why,
            R.choice(["Dr Okafor", "Dr Lind", "Dr Pereira"]),
            round(fees[why] * R.uniform(0.8, 1.3), 2),
            pick({"Y": 2, "N": 3}),
        ]


def school_absence() -> Rows:
    pupils = [
        (f"P{number:03}", year, f"{year}{R.choice('ABC')}")
        for number in range(1, 131)
        for year in [R.randint(7, 11)]
    ]
    for _ in range(560):
        pupil, year, form = R.choice(pupils)
        when = day("2024-09-03", "2025-04-04")
        when -= dt.timedelta(max(0, when.weekday() - 4))
        yield [
            pupil,
            year,
            form,
            when,
            pick({"AM": 6, "PM": 4}),
            pick({"I": 9, "M": 4, "H": 2, "O": 3, "L": 5}),
            maybe(pick({"Y": 3, "N": 1}), 0.08),
        ]


def student_register() -> Rows:
    for number in range(430):
        start = R.randint(2018, 2024)
        status = pick(
            {"active": max(0.3, start - 2019), "graduated": max(0.1, 2023 - start), "dropped": 1}
        )
        years = 3 if status == "graduated" else max(0.2, min(3, 2025 - start) * R.uniform(0.4, 1))
        yield [
            210000 + number * 7,
            R.choice(["BSc Biology", "BSc Computing", "BA History", "LLB Law", "BEng Civil"]),
            start,
            R.randint(17, 34),
            pick({"UK": 9, "India": 2, "China": 2, "Nigeria": 1, "Germany": 1, "U.K.": 0.6}),
            min(180, round(years * 60 / 5) * 5),
            maybe(round(min(4, max(0.8, R.gauss(2.9, 0.5))), 2), 0.05),
            status,
            pick({"full-time": 5, "part-time": 1}),
            9250 if R.random() < 0.7 else 18400,
        ]


def athletics_meet() -> Rows:
    marks = {"100m": 10.6, "200m": 21.5, "400m": 48.2, "Long jump": 7.1, "Shot put": 17.2}
    for event, mark in marks.items():
        for number in range(48):
            absent = R.random() < 0.06
            spread = 0.035 if event.endswith("m") else 0.07
            windy = event in ("100m", "200m", "Long jump")
            yield [
                event,
                "final" if number < 8 else "heat",
                person(),
                R.choice(["KEN", "GBR", "USA", "JAM", "GER", "FRA", "JPN"]),
                R.randint(18, 35),
                R.choice(["DNS", "NM"]) if absent else f"{R.gauss(mark, mark * spread):.2f}",
                f"{R.gauss(0.6, 1.1):+.1f}" if windy and not absent else "",
            ]


def basketball_box() -> Rows:
    squad = ["Abara", "Brandt", "Cole", "Dacosta", "Ekholm", "Fox", "Grant", "Hale", "Ito", "Jovic"]
    for game in range(34):
        played = dt.date(2024, 10, 5) + dt.timedelta(5 * game)
        other = R.choice(["Hawks", "Pirates", "Giants", "Comets", "Rangers", "Wolves"])
        for place, name in enumerate(squad):
            if R.random() < 0.12:
                continue
            minutes = max(2, round(R.gauss(30 - place * 2, 5)))
            shots = max(1, round(minutes * R.uniform(0.2, 0.55)))
            made = sum(R.random() < 0.45 for _ in range(shots))
            yield [
                game + 1,
                played,
                other,
                "H" if game % 2 else "A",
                name,
                minutes,
                made * 2 + R.randint(0, 5),
                R.randint(0, 4 + place),
                R.randint(0, 9 - place // 2),
                pick({0: 4, 1: 3, 2: 2, 4: 1}),
                f"{made}/{shots}",
            ]


def commute_survey() -> Rows:
    remarks = [
        "Bus is always late",
        "more bike lanes please!",
        "too crowded in the morning",
        "parking is too expensive",
        "train delays again",
        "Love the new bike path",
        "no direct bus",
    ]
    for number in range(340):
        mode = pick({"Car": 6, "Bus": 4, "Bike": 3, "Train": 3, "Walk": 2, "car": 1})
        yield [
            number + 1,
            R.choice(["18-24", "25-34", "35-49", "50-64", "65+"]),
            R.choice(["North", "East", "South", "West", "Centre"]),
            mode,
            R.randint(1, 5),
            max(3, round(R.gauss(28, 13))),
            maybe(R.choices([1, 2, 3, 4, 5], [2, 3, 5, 6, 3])[0], 0.06),
            pick({"Yes": 5, "No": 3, "Don't know": 1}),
            maybe(R.choice(remarks), 0.6),
        ]


def town_poll() -> Rows:
    for number in range(510):
        age = R.randint(18, 89)
        green = 3 if age < 40 else 1.5
        party = pick({"Green": green, "Labour": 4, "Liberal": 2, "Tory": 1 + age / 25})
        yield [
            number + 1,
            day("2025-04-01", "2025-04-21"),
            pick({"Riverside": 3, "Old Town": 2, "Hillcrest": 2, "Docks": 1}),
            age,
            pick({"F": 11, "M": 10}),
            maybe(party, 0.14),
            R.randint(1, 10),
            pick({"Y": 4, "N": 5, "DK": 2}),
            round(R.uniform(0.4, 2.2), 2),
        ]


def council_votes() -> Rows:
    for number in range(96):
        yes = R.randint(4, 40)
        no = R.randint(0, 45 - yes)
        yield [
            f"M{number + 1:03}",
            day("2023-01-10", "2024-12-17"),
            R.choice(["Housing", "Transport", "Budget", "Parks", "Schools", "Licensing"]),
            R.choice(["Cllr Amin", "Cllr Bright", "Cllr Cho", "Cllr Davies", "Cllr Egan"]),
            yes,
            no,
            45 - yes - no,
            "carried" if yes > no else "rejected",
        ]


def board_games() -> Rows:
    first = ["Castles", "Islands", "Trains", "Dragons", "Merchants", "Robots", "Gardens", "Empires"]
    second = ["of Venice", "at Sea", "& Coins", "Reborn", "of the North", "Express", "Duel", "1890"]
    for number, title in enumerate(f"{a} {b}" for a in first for b in second):
        least = pick({1: 3, 2: 6, 3: 1})
        votes = round(R.lognormvariate(6.5, 1.2))
        yield [
            number + 1,
            title,
            R.randint(1995, 2024),
            least,
            least + R.randint(1, 5),
            R.choice([20, 30, 45, 60, 90, 120, 180]),
            round(min(9.2, max(4.5, R.gauss(7.1, 0.8))), 2),
            votes,
            maybe(R.choice(["Strategy", "Family", "Party", "Card game", "Co-op"]), 0.05),
            pick({"yes": 2, "no": 5}),
        ]


def esports_matches() -> Rows:
    teams = ["Nova", "Hydra", "Pulse", "Orbit", "Vikings", "Zenith"]
    for number in range(240):
        one, other = R.sample(teams, 2)
        loser = R.randint(2, 11)
        a, b = (13, loser) if R.random() < 0.5 + 0.06 * (teams.index(other) - 2.5) else (loser, 13)
        yield [
            number + 1,
            f"{day('2025-02-01', '2025-07-31'):%Y/%m/%d}",
            one,
            other,
            R.choice(["Dust", "Harbor", "Ruins", "Summit"]),
            a,
            b,
            f"{R.randint(24, 58)}:{R.randrange(60):02}",
            pick({"LAN": 1, "online": 3}),
        ]


def cinema_shows() -> Rows:
    films = {"The Long Winter": 1.1, "Rocket Mice 2": 1.5, "Nightfall": 0.8, "Amélie's Garden": 0.6}
    films |= {"Fast Lane": 1.2, "Quiet Waters": 0.4}
    for _ in range(460):
        film = R.choice(list(films))
        screen, capacity = R.choice([(1, 220), (2, 140), (3, 80)])
        shown = day("2025-05-01", "2025-06-30")
        demand = films[film] * (1.5 if shown.weekday() > 4 else 0.8) * R.uniform(20, 110)
        yield [
            shown,
            R.choice(["14:00", "17:15", "20:00", "22:30"]),
            film,
            screen,
            min(capacity, round(demand)),
            capacity,
            R.choice([8.5, 10, 12.5]),
            maybe(round(demand * R.uniform(1.2, 3.4), 2), 0.04),
            pick({"2D": 5, "3D": 1}),
        ]


def ausleihen_bibliothek() -> Rows:
    titles = {"Der Prozess": "Roman", "Momo": "Kinderbuch", "Faust": "Drama", "Dune": "Roman"}
    titles |= {"Emil und die Detektive": "Kinderbuch", "Kochen für alle": "Sachbuch"}
    titles |= {"Steuern 2024": "Sachbuch", "Tintenherz": "Kinderbuch", "Der Knochenmann": "Krimi"}
    for number in range(540):
        title = R.choice(list(titles))
        lent = day("2024-01-02", "2024-12-20")
        back = lent + dt.timedelta(R.randint(1, 45))
        late = max(0, (back - lent).days - 28)
        away = R.random() < 0.05
        yield [
            60001 + number,
            f"L{R.randint(1, 190):03}",
            title,
            titles[title],
            f"{lent:%d.%m.%Y}",
            "" if away else f"{back:%d.%m.%Y}",
            0 if away else (late > 0) + (late > 10),
            "" if away else f"{late * 0.25:.2f}".replace(".", ","),
            pick({"Zentrale": 5, "Nord": 2, "Süd": 3, "nord": 0.4}),
        ]
