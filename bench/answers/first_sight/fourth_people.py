"""Generates the tables of the fourth set that are about people: staff, customers, patients,
students, sport, money and leisure. Knows neither files nor questions.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from dirt import R, day, german, maybe, pick

Rows = Iterator[list[Any]]


def hr_exits() -> Rows:
    reasons = {
        "Better offer": 6,
        "Relocation": 2,
        "Retirement": 2,
        "Workload": 4,
        "better offer": 1,
    }
    for number in range(210):
        joined = day("2008-01-07", "2023-06-26")
        left = max(day("2023-01-09", "2025-06-27"), joined + dt.timedelta(R.randint(60, 200)))
        yield [
            4000 + number * 3,
            pick({"Finance": 2, "Nursing": 7, "Estates": 2, "Catering": 3, "IT": 1.5}),
            f"{joined:%d.%m.%Y}",
            f"{left:%d.%m.%Y}",
            maybe(pick(reasons), 0.08),
            R.choice([14, 28, 28, 56, 84]),
            maybe(R.choices([1, 2, 3, 4, 5], [2, 3, 5, 6, 3])[0], 0.2),
            pick({"Y": 5, "N": 2, "?": 0.6}),
            pick({"perm": 7, "fixed": 2, "agency": 1}),
        ]


def call_centre() -> Rows:
    pace = {"Priya": 240, "Tom": 330, "Leila": 290, "Marcin": 380, "Joy": 260, "Sven": 310}
    for number in range(820):
        queue = pick({"Billing": 5, "Tech": 6, "Sales": 3, "Moves": 1})
        wait = round(
            R.expovariate(1 / {"Billing": 95, "Tech": 150, "Sales": 40, "Moves": 70}[queue])
        )
        gone = R.random() < min(0.6, wait / 900)
        agent = R.choice(list(pace))
        yield [
            f"C{70210 + number}",
            f"{day('2025-03-03', '2025-04-27'):%d/%m/%Y} {R.randint(8, 19):02}:{R.randrange(60):02}",
            queue,
            "" if gone else agent,
            wait,
            "" if gone else max(20, round(R.gauss(pace[agent], 110))),
            "AB" if gone else pick({"RS": 8, "CB": 2, "TR": 2, "ES": 1}),
            "" if gone else maybe(R.choices([1, 2, 3, 4, 5], [2, 2, 4, 8, 9])[0], 0.45),
        ]


def ausgangsrechnungen() -> Rows:
    firms = ["Bäckerei Kern", "Hotel Adler", "Stadtwerke Aalen", "Metzgerei Roth", "Kita Sonnenhof"]
    for number in range(360):
        issued = day("2025-01-02", "2025-10-31")
        due = issued + dt.timedelta(R.choice([14, 30, 30]))
        status = pick({"bezahlt": 9, "offen": 2, "storniert": 0.5})
        paid = due + dt.timedelta(round(R.gauss(-3, 9)))
        net = R.lognormvariate(6.2, 0.9)
        yield [
            f"RE-25-{number + 1:04}",
            pick(dict(zip(firms, [5, 4, 2, 3, 1], strict=True))),
            f"{issued:%d.%m.%Y}",
            f"{due:%d.%m.%Y}",
            f"{max(paid, issued):%d.%m.%Y}" if status == "bezahlt" else "",
            german(net),
            pick({"19": 5, "7": 2}),
            status,
            maybe(R.choice(["Brandt", "Yilmaz", "Vogel"]), 0.04),
        ]


def restaurant_checks() -> Rows:
    for number in range(640):
        covers = pick({1: 1, 2: 8, 3: 3, 4: 5, 6: 2, 8: 0.6})
        food = covers * R.uniform(13, 34)
        drinks = covers * R.uniform(0, 17)
        card = pick({"VISA": 6, "MC": 4, "Cash": 3, "AMEX": 1, "visa": 0.6})
        yield [
            20451 + number,
            f"{day('2025-05-02', '2025-07-31'):%m/%d/%y}",
            pick({"Lunch": 3, "Dinner": 5, "Brunch": 1}),
            R.randint(1, 22),
            covers,
            f"${food:,.2f}",
            f"${drinks:,.2f}",
            ""
            if card == "Cash"
            else round((food + drinks) * R.choice([0, 0.1, 0.15, 0.18, 0.2]), 2),
            card,
            R.choice(["Ava", "Diego", "Kemi", "Ruth", "Tomas"]),
        ]


def ad_campaigns() -> Rows:
    rates = {"Search": 0.045, "Social": 0.012, "Display": 0.004, "Email": 0.03, "Video": 0.007}
    for week in range(26):
        start = dt.date(2025, 1, 6) + dt.timedelta(7 * week)
        for name, channel in (
            ("Spring Sale", "Search"),
            ("Spring Sale", "Social"),
            ("Always On", "Search"),
            ("Always On", "Display"),
            ("Newsletter", "Email"),
            ("Brand Film", "Video"),
        ):
            if name == "Spring Sale" and not 6 <= week <= 17:
                continue
            seen = round(R.lognormvariate(10.6, 0.5))
            clicks = round(seen * rates[channel] * R.uniform(0.7, 1.3))
            bought = round(clicks * R.uniform(0.01, 0.06))
            yield [
                start,
                name,
                channel,
                f"${clicks * R.uniform(0.3, 1.4) + 60:,.2f}",
                f"{seen:,}",
                clicks,
                maybe(bought, 0.03),
                round(bought * R.uniform(35, 80), 2),
            ]


def physio_sessions() -> Rows:
    for number in range(430):
        before = R.randint(3, 9)
        came = pick({"yes": 12, "no-show": 1, "cancelled": 1})
        yield [
            number + 1,
            f"PT-{R.randint(1, 95):03}",
            f"{day('2025-02-03', '2025-06-27'):%d-%b-%Y}",
            R.choice(["Hanna", "Owen", "Ritu"]),
            maybe(pick({"knee": 5, "lower back": 6, "shoulder": 4, "ankle": 2, "neck": 3}), 0.02),
            before if came == "yes" else "",
            max(0, before - R.randint(-1, 4)) if came == "yes" else "",
            came,
            {"yes": R.choice([45, 60, 60]), "no-show": 30, "cancelled": 0}[came],
            pick({"NHS": 3, "private": 5, "insurer": 2}),
        ]


def glucose_diary() -> Rows:
    slots = {"fasting": ("07", 112, 22), "after lunch": ("14", 158, 38), "bedtime": ("22", 138, 30)}
    for number in range(150):
        now = dt.date(2025, 1, 13) + dt.timedelta(number)
        for slot, (hour, level, spread) in slots.items():
            value = round(R.gauss(level, spread))
            shown = R.choice(["HI", "LO"]) if R.random() < 0.015 else value
            yield [
                f"{now:%Y/%m/%d}",
                f"{hour}:{R.randrange(60):02}",
                slot,
                maybe(shown, 0.05),
                pick({0: 4, 2: 2, 4: 3, 6: 2}) if slot != "bedtime" else R.randint(10, 14),
                maybe(R.randint(15, 90), 0.3) if slot == "after lunch" else "",
                maybe(R.choice(["walk", "sick", "party", "gym"]), 0.85),
            ]


def module_results() -> Rows:
    hard = {"Calculus I": 52, "Statistics": 58, "Databases": 66, "Ethics": 71, "Networks": 61}
    for _ in range(520):
        module = R.choice(list(hard))
        attempt = pick({1: 8, 2: 2, 3: 0.4})
        mark = min(100, max(4, round(R.gauss(hard[module] - 4 * (attempt - 1), 14))))
        absent = R.random() < 0.04
        yield [
            f"s{R.randint(1, 190):04}",
            module,
            pick({"WS23": 3, "SS24": 4, "WS24": 4}),
            attempt,
            "AB" if absent else maybe(mark, 0.015),
            pick({"Computing": 5, "Business": 4, "Maths": 2}),
            R.choice(["A", "B", "C"]),
            pick({"N": 14, "Y": 1}),
        ]


def club_season() -> Rows:
    rivals = ["Thornby", "Ashwick", "Calder Utd", "Portmere", "Redhill", "Swanley", "Eastgate Town"]
    start = dt.date(2023, 8, 12)
    for number in range(96):
        home = number % 2 == 0
        scored, conceded = (min(6, int(R.expovariate(1 / (1.9 if home else 1.3)))) for _ in "fa")
        cup = R.random() < 0.12
        yield [
            start + dt.timedelta(7 * number + R.choice([0, 0, 1, 3])),
            "Cup" if cup else "League",
            R.choice(rivals),
            "H" if home else "A",
            scored,
            max(0, conceded - home),
            f"{round(R.gauss(7400 if home else 5200, 1100)):,}" if R.random() > 0.04 else "n/a",
            R.choice(["4-4-2", "4-3-3", "3-5-2"]),
            R.randint(0, 5),
            pick({0: 12, 1: 2}),
            R.choice(["K. Doyle", "P. Almeida", "", "J. Osei", "R. Lund"]) if scored else "",
        ]


def running_log() -> Rows:
    shoes = ["Pegasus 39", "Ghost 15", "Speedgoat"]
    when = dt.date(2024, 1, 2)
    for _ in range(250):
        when += dt.timedelta(R.choice([1, 1, 2, 2, 3, 4]))
        kind = pick({"easy": 6, "tempo": 2, "long": 2, "intervals": 2, "race": 0.3})
        km = round(
            {"easy": 7, "tempo": 9, "long": 19, "intervals": 8, "race": 12}[kind]
            * R.uniform(0.7, 1.3),
            2,
        )
        pace = {"easy": 352, "tempo": 302, "long": 348, "intervals": 318, "race": 276}[kind]
        total = round(km * pace * R.uniform(0.95, 1.05))
        yield [
            f"{when:%d %b %Y}",
            kind,
            km,
            f"{total // 3600}:{total % 3600 // 60:02}:{total % 60:02}",
            maybe(round(R.gauss({"easy": 141, "long": 146}.get(kind, 165), 6)), 0.1),
            round(abs(R.gauss(60, 50))),
            R.choice(shoes),
            maybe(R.choice(["sun", "rain", "wind", "snow", "Rain"]), 0.05),
        ]


def viviendas_venta() -> Rows:
    barrios = {
        "Ruzafa": 3300,
        "Benimaclet": 2300,
        "El Carmen": 3000,
        "Campanar": 2600,
        "Patraix": 1900,
    }
    for number in range(310):
        barrio = R.choice(list(barrios))
        area = max(34, round(R.gauss(92, 27)))
        price = round(barrios[barrio] * area * R.uniform(0.8, 1.25), -3)
        yield [
            f"V{8000 + number}",
            barrio,
            f"{price:,.0f}".replace(",", ".") + " €",
            area,
            max(1, min(5, round(area / 31 + R.gauss(0, 0.5)))),
            R.choice(["bajo", "1", "2", "3", "4", "5", "ático"]),
            maybe(pick({"sí": 3, "no": 2}), 0.06),
            f"{day('2025-01-07', '2025-09-30'):%d/%m/%Y}",
            maybe(german(R.uniform(30, 260)), 0.35),
            pick({"nuevo": 1, "bueno": 5, "a reformar": 3}),
        ]


def staff_pulse() -> Rows:
    remarks = [
        "More parking please",
        "Workload is too high",
        "Great team, love the team days",
        "Pay is below market",
        "Manager listens",
        "Too many meetings",
        "The canteen could be better, and parking",
        "n/a",
    ]
    lean = {"Ops": 3.1, "R&D": 3.9, "Admin": 3.5, "Field": 2.8}
    for number in range(388):
        team = pick({"Ops": 5, "R&D": 3, "Admin": 2, "Field": 4})
        score = [
            min(5, max(1, round(R.gauss(lean[team] + shift, 1)))) for shift in (0, 0.3, -0.5, 0.1)
        ]
        yield [
            number + 1,
            team,
            pick({"<1": 2, "1-3": 4, "4-9": 4, "10+": 3}),
            pick({"office": 4, "hybrid": 5, "remote": 2}),
            *(maybe(value, 0.04) for value in score[:2]),
            "99" if R.random() < 0.06 else score[2],
            score[3],
            min(10, max(0, round(R.gauss(lean[team] * 2, 2)))),
            maybe(R.choice(remarks), 0.55),
        ]
