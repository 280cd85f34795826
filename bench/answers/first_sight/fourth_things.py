"""Generates the tables of the fourth set that are about things: stock, transport, energy,
incidents, production, nature, shares and media. Knows neither files nor questions.
"""

import datetime as dt
import math
from collections.abc import Iterator
from typing import Any

from dirt import R, day, german, maybe, person, pick

Rows = Iterator[list[Any]]


def spare_parts() -> Rows:
    names = ["Bearing", "Gasket", "Belt", "Filter", "Valve", "Fuse", "Relay", "Pump seal", "Hose"]
    for number in range(240):
        name = R.choice(names)
        used = R.random() > 0.15
        yield [
            f"{name[:2].upper()}-{1000 + number}",
            f"{name} {R.choice(['S', 'M', 'L', 'XL'])}",
            f"{R.choice('ABCD')}{R.randint(1, 24):02}",
            R.randint(0, 160) if R.random() > 0.07 else 0,
            R.choice([5, 10, 20, 40]),
            f"$ {R.lognormvariate(3.2, 1.1):,.2f}",
            f"{day('2023-09-04', '2025-09-26'):%Y%m%d}" if used else "",
            maybe(pick({"Norgate": 4, "Halden AS": 3, "Tekko": 3, "NORGATE": 0.5}), 0.03),
            pick({"A": 2, "B": 3, "C": 5}),
        ]


def departures_eas() -> Rows:
    seats = {"VY": 180, "LH": 150, "FR": 189, "KL": 100, "U2": 186}
    for _ in range(780):
        carrier = pick({"VY": 4, "LH": 3, "FR": 5, "KL": 2, "U2": 3})
        late = (
            round(R.expovariate(1 / {"VY": 18, "LH": 9, "FR": 14, "KL": 7, "U2": 22}[carrier])) - 4
        )
        off = R.random() < 0.02
        yield [
            day("2025-06-01", "2025-08-31"),
            f"{carrier}{R.randint(100, 999)}",
            carrier,
            pick({"AMS": 3, "FRA": 3, "BCN": 4, "STN": 4, "PMI": 2, "GVA": 1}),
            f"{R.randint(5, 22):02}{R.choice(['00', '15', '25', '40', '55'])}",
            "CNX" if off else late,
            "" if off or late <= 15 else pick({"93": 5, "81": 3, "41": 2, "11": 1}),
            "" if off else round(seats[carrier] * min(1, R.gauss(0.82, 0.12))),
            seats[carrier],
            R.choice(["A1", "A2", "B1", "B2", "B3"]),
        ]


def heat_pump_log() -> Rows:
    for number in range(365):
        now = dt.date(2024, 7, 1) + dt.timedelta(number)
        outside = 10.5 + 8.5 * math.cos(2 * math.pi * (number - 20) / 365) + R.gauss(0, 3)
        heat = max(3.5, (17.5 - outside) * 4.4 + R.gauss(0, 6))
        cop = min(5.2, max(1.9, 3 + outside * 0.09 + R.gauss(0, 0.2)))
        fault = R.random() < 0.02
        yield [
            f"{now:%d.%m.%y}",
            round(outside, 1),
            "-" if fault else round(heat / cop, 2),
            "-" if fault else round(heat, 1),
            round(R.gauss(21.1, 0.4), 1),
            round(R.uniform(0.24, 0.36), 3),
            R.choice(["E4", "E9", "E4"]) if fault else "",
            "DHW" if heat < 12 else "heat+DHW",
        ]


def ferry_trips() -> Rows:
    boats = {"Loch Arran": 45, "Isle of Moy": 80, "Clansman": 110}
    for _ in range(560):
        route, minutes = R.choice([("Oban-Moy", 46), ("Oban-Kerra", 95), ("Moy-Kerra", 40)])
        boat = R.choice(list(boats))
        off = R.random() < 0.05
        late = max(-2, round(R.gauss(5, 8)))
        leaves = dt.datetime(2025, 1, 1, R.randint(6, 19), R.choice([0, 20, 40]))
        yield [
            f"{day('2025-04-01', '2025-09-30'):%d %B %Y}",
            route,
            boat,
            f"{leaves:%H:%M}",
            "" if off else f"{leaves + dt.timedelta(minutes=late):%H:%M}",
            "" if off else minutes + R.randint(-3, 9),
            0 if off else round(boats[boat] * R.uniform(0.5, 3.2)),
            0 if off else min(boats[boat] // 3, R.randint(2, 40)),
            pick({"W": 5, "T": 3, "C": 1}) if off else "",
        ]


def incidents_ops() -> Rows:
    for number in range(330):
        level = pick({"P1": 1, "P2": 3, "P3": 7, "P4": 5})
        opened = dt.datetime.combine(
            day("2024-01-02", "2025-06-30"), dt.time(R.randrange(24), R.randrange(60))
        )
        hours = R.lognormvariate({"P1": 0.7, "P2": 1.7, "P3": 3, "P4": 3.9}[level], 0.6)
        still = R.random() < 0.05
        yield [
            f"INC{9100 + number * 2}",
            f"{opened:%Y-%m-%d %H:%M}",
            "" if still else f"{opened + dt.timedelta(hours=hours):%Y-%m-%d %H:%M}",
            level,
            pick({"payments": 3, "search": 2, "auth": 3, "mail": 2, "Auth": 0.4}),
            maybe(pick({"deploy": 5, "hardware": 2, "config": 4, "third party": 2}), 0.12),
            R.choice(["red", "blue", "green"]),
            maybe(round(R.lognormvariate(4, 1.5)), 0.25),
            pick({0: 9, 1: 2, 2: 0.5}),
        ]


def moth_traps() -> Rows:
    species = {
        "Heart & Dart": 7,
        "Large Yellow Underwing": 9,
        "Setaceous Hebrew Character": 4,
        "Elephant Hawk-moth": 1,
        "Brimstone": 3,
        "Silver Y": 2,
    }
    for night in range(75):
        now = dt.date(2025, 5, 1) + dt.timedelta(2 * night)
        warm = round(9 + 6 * math.sin(math.pi * night / 75) + R.gauss(0, 2), 1)
        for site in ("Mill Copse", "Allotment", "Fen edge"):
            for name, weight in species.items():
                caught = (
                    int(R.expovariate(1 / (weight * max(0.2, warm / 13))))
                    if R.random() < 0.6
                    else 0
                )
                if caught:
                    yield [
                        f"{now:%d/%m/%Y}",
                        site,
                        "MV" if site == "Fen edge" else "LED",
                        name if R.random() > 0.02 else name.lower(),
                        caught,
                        maybe(warm, 0.04),
                        R.randint(0, 5),
                        pick({"BW": 3, "LT": 2, "SR": 2}),
                    ]


def soil_cores() -> Rows:
    carbon = {"arable": 1.7, "pasture": 3.2, "wood": 4.4}
    for plot in range(1, 41):
        use = R.choice(list(carbon))
        for depth, share in (("0-10", 1), ("10-30", 0.65), ("30-60", 0.3)):
            organic = max(0.1, carbon[use] * share * R.uniform(0.7, 1.3))
            total = organic / R.uniform(9, 13)
            yield [
                f"P{plot:02}",
                use,
                depth,
                round(R.gauss(5.2 if use == "wood" else 6.6, 0.4), 2),
                -9999 if R.random() < 0.03 else round(organic, 2),
                "<0.05" if total < 0.05 else round(total, 3),
                maybe(round(1.55 - organic * 0.09 + R.gauss(0, 0.05), 2), 0.06),
                pick({"L1": 2, "L2": 3}),
                f"{day('2024-10-01', '2024-11-15'):%d-%m-%Y}",
            ]


def share_trades() -> Rows:
    price = {"ORLO": 42.0, "BRTX": 118.0, "NVLA": 9.6, "KEPP": 240.0, "SUND": 27.5}
    for number in range(290):
        name = R.choice(list(price))
        price[name] *= math.exp(R.gauss(0.002, 0.03))
        traded = dt.date(2024, 1, 3) + dt.timedelta(round(number * 2.3))
        yield [
            number + 1,
            f"{traded:%b %d, %Y}",
            name,
            pick({"B": 6, "S": 4}),
            R.choice([10, 20, 25, 50, 100, 200]),
            round(price[name], 2),
            pick({4.9: 5, 9.9: 2, 0: 1}),
            pick({"ISA": 3, "SIPP": 2, "GIA": 2}),
            maybe(R.choice(["limit", "market", "Market"]), 0.04),
        ]


def batch_records() -> Rows:
    goal = {"Oat bar": 820, "Granola": 640, "Muesli": 700, "Protein mix": 410}
    for number in range(410):
        product = R.choice(list(goal))
        line = R.choice([1, 2, 3])
        made = max(50, R.gauss(goal[product], 60))
        bad = made * abs(R.gauss(0.02 + 0.012 * (line == 3), 0.012))
        yield [
            f"B{250000 + number * 11}",
            dt.date(2025, 2, 3) + dt.timedelta(number // 4),
            f"L{line}",
            product,
            pick({"early": 4, "late": 4, "night": 2, "Early": 0.3}),
            f"{made:,.1f} kg",
            round(bad, 1),
            maybe(round(R.gauss(3.4, 0.5), 2), 0.05),
            pick({"P": 17, "F": 1.2, "R": 1}),
            person(),
        ]


def residuos_municipio() -> Rows:
    places = {"Almada": 177, "Barreiro": 78, "Moita": 66, "Seixal": 166, "Sesimbra": 53}
    for year in (2022, 2023, 2024):
        for month in range(1, 13):
            for place, people in places.items():
                mixed = people * R.uniform(30, 38)
                yield [
                    f"{month:02}/{year}",
                    place,
                    people * 1000,
                    german(mixed),
                    german(mixed * R.uniform(0.05, 0.09)),
                    german(mixed * R.uniform(0.04, 0.08)),
                    "" if R.random() < 0.05 else german(mixed * R.uniform(0.06, 0.1)),
                    pick({"S": 5, "E": 1}),
                ]


def fire_calls() -> Rows:
    far = {"Central": 5.2, "North": 7.5, "Harbour": 6.4, "Hill Rd": 9.8}
    for number in range(610):
        when = dt.datetime.combine(
            day("2024-01-01", "2024-12-31"), dt.time(R.randrange(24), R.randrange(60))
        )
        station = pick({"Central": 5, "North": 3, "Harbour": 2, "Hill Rd": 2})
        kind = pick({"AFA": 6, "RTC": 3, "Dwelling fire": 2, "Refuse": 3, "Special service": 4})
        hurt = pick({0: 5, 1: 2, 2: 1}) if kind in ("RTC", "Dwelling fire") else 0
        yield [
            f"24-{number + 1:05}",
            f"{when:%d/%m/%Y %H:%M}",
            station,
            kind,
            maybe(round(max(2, R.gauss(far[station], 2.1)), 1), 0.04),
            pick({1: 5, 2: 4, 3: 1, 5: 0.3}),
            hurt,
            "Y" if kind == "AFA" and R.random() < 0.9 else pick({"N": 9, "Y": 1}),
        ]


def podcast_episodes() -> Rows:
    topics = ["History", "Science", "Money", "Travel"]
    for number in range(130):
        topic = R.choice(topics)
        minutes = R.randint(18, 85)
        plays = round(R.lognormvariate(8.6 + number / 200 + 0.3 * (topic == "Money"), 0.35))
        yield [
            number + 1,
            f"{R.choice(['Why', 'How', 'Inside', 'The end of', 'Meet'])} {R.choice(['tulips', 'banks', 'comets', 'trains', 'salt', 'maps'])} #{number + 1}",
            f"{dt.date(2023, 1, 5) + dt.timedelta(7 * number):%d.%m.%Y}",
            f"{minutes}:{R.randrange(60):02}",
            topic,
            f"{plays:,}",
            f"{R.uniform(48, 91):.1f}%",
            maybe(round(R.uniform(3.6, 5), 1), 0.09),
            pick({"": 3, "MealKit": 2, "VPNow": 2, "Mattress Co": 1}),
        ]
