"""Generates the tables of the third set that are about things: sensors, freight, energy, money,
land, traffic, weather, software and nature. Knows neither files nor questions.
"""

import datetime as dt
import math
from collections.abc import Iterator
from typing import Any

from dirt import R, day, german, maybe, pick

Rows = Iterator[list[Any]]


def office_sensors() -> Rows:
    start = dt.datetime(2025, 2, 3, 7, 0)
    for step in range(240):
        now = start + dt.timedelta(minutes=30 * step)
        busy = now.weekday() < 5 and 8 <= now.hour < 18
        for room, size in (("Attic", 1.3), ("Board room", 1.6), ("Lab 2", 1.0), ("Lobby", 0.7)):
            co2 = round(R.gauss(430 + 420 * size * busy, 70 * size))
            yield [
                f"{now:%Y-%m-%dT%H:%M}",
                room,
                maybe(co2, 0.02),
                round(R.gauss(21.5 + busy * 0.8 - (room == "Lobby") * 1.7, 0.7), 1),
                R.randint(28, 55),
                int(busy and R.random() < 0.6),
                pick({"ok": 30, "low": 2}),
            ]


def river_gauges() -> Rows:
    base = {"Alder Bridge": 82, "Millbrook": 145, "Weir 3": 60}
    for number in range(212):
        now = dt.date(2024, 4, 1) + dt.timedelta(number)
        rain = R.random() < 0.2
        for station, level in base.items():
            value = level + 14 * math.cos(number / 60) + R.gauss(0, 6) + rain * R.uniform(5, 60)
            broken = R.random() < 0.012
            yield [
                now,
                station,
                -999 if broken else round(value),
                "" if broken else round(value * R.uniform(0.09, 0.12), 2),
                round(R.gauss(13 + 5 * math.sin(number / 70), 1.2), 1),
                pick({"G": 15, "E": 2, "S": 1}),
            ]


def parcels() -> Rows:
    for number in range(760):
        shipped = day("2025-01-06", "2025-05-30")
        carrier = pick({"DPD": 4, "UPS": 3, "DHL": 5, "GLS": 2, "dhl": 0.5})
        service = pick({"standard": 6, "express": 2, "economy": 2})
        slow = {"standard": 4, "express": 1, "economy": 7}[service]
        weight = round(R.lognormvariate(0.8, 0.8), 2)
        lost = R.random() < 0.03
        yield [
            f"PX{500000 + number * 3}",
            shipped,
            "" if lost else shipped + dt.timedelta(max(1, round(R.gauss(slow, 1.4)))),
            carrier,
            service,
            R.choice(["HAM", "LYS", "MIL"]),
            pick({"DE": 5, "FR": 4, "IT": 3, "ES": 2, "AT": 1, "PL": 1}),
            weight,
            f"{3.9 + weight * 0.8 + (6 if service == 'express' else 0):.2f} EUR",
            pick({"N": 25, "Y": 1}),
        ]


def pv_plant_daily() -> Rows:
    for number in range(366):
        now = dt.date(2024, 1, 1) + dt.timedelta(number)
        season = 3.1 - 2.3 * math.cos(2 * math.pi * (number + 10) / 366)
        sun = max(0.3, season * R.uniform(0.45, 1.25))
        down = pick({0: 20, 0.5: 1, 3: 0.6})
        yield [
            now,
            maybe(round(sun * 49 * (1 - down / 12) * R.uniform(0.95, 1.03), 1), 0.015),
            round(sun, 2),
            round(8 + sun * 5 + R.gauss(0, 3), 1),
            down,
            round(0.28 * R.uniform(40, 100), 2),
            R.choice(["clear", "cloudy", "mixed"]) if sun > 1 else "overcast",
        ]


def ev_charging() -> Rows:
    for number in range(590):
        plug = pick({"CCS": 6, "Type 2": 5, "CHAdeMO": 1})
        minutes = R.randint(12, 55) if plug != "Type 2" else R.randint(40, 480)
        kwh = minutes * (0.9 if plug != "Type 2" else 0.11) * R.uniform(0.6, 1.1)
        start = f"{R.randint(0, 23):02}:{R.choice(['00', '10', '25', '40', '55'])}"
        failed = R.random() < 0.04
        yield [
            number + 1,
            R.choice(["Market Sq", "Station P+R", "Harbour", "Mall North"]),
            f"{day('2025-06-01', '2025-08-31')} {start}",
            0 if failed else minutes,
            0 if failed else round(kwh, 2),
            0 if failed else round(kwh * (0.59 if plug != "Type 2" else 0.42), 2),
            plug,
            pick({"subscriber": 5, "guest": 4, "staff": 1}),
            pick({"E12": 2, "E07": 1}) if failed else "",
        ]


def api_requests() -> Rows:
    for _ in range(960):
        path = R.choice(["/login", "/search", "/cart", "/users/42", "/export", "/health"])
        status = pick({200: 30, 201: 3, 304: 3, 404: 2, 401: 1, 500: 1.2, 503: 0.4})
        slow = {"/export": 6.9, "/search": 5.2}.get(path, 3.6)
        now = dt.datetime(2025, 9, 8) + dt.timedelta(seconds=R.randrange(5 * 86400))
        yield [
            f"{now:%Y-%m-%d %H:%M:%S}",
            f"10.0.{R.randint(0, 3)}.{R.randint(1, 30)}",
            pick({"GET": 8, "POST": 3, "DELETE": 0.3}),
            path,
            status,
            "" if status == 304 else round(R.lognormvariate(7, 1.1)),
            round(R.lognormvariate(slow, 0.5)),
            pick({"iOS": 4, "Android": 5, "Firefox": 2, "Chrome": 6, "curl": 0.7}),
        ]


def property_sales() -> Rows:
    for number in range(410):
        kind, rooms = R.choice([("D", 4), ("S", 3), ("T", 3), ("F", 2)])
        floor = max(28, round(R.gauss(rooms * 29, 14)))
        area = pick({"LS1": 2, "LS6": 4, "LS8": 3, "LS17": 2})
        price = floor * {"LS1": 3900, "LS6": 2900, "LS8": 3200, "LS17": 3600}[area]
        yield [
            number + 1,
            day("2021-01-04", "2024-12-20"),
            area,
            kind,
            max(1, rooms + R.choice([-1, 0, 0, 1])),
            maybe(floor, 0.06),
            f"£{round(price * R.uniform(0.8, 1.25), -2):,.0f}",
            pick({"N": 7, "Y": 1}),
            "L" if kind == "F" else pick({"F": 12, "L": 1}),
        ]


def ruches_miel() -> Rows:
    for number in range(84):
        site = R.choice(["Les Prés", "La Forêt", "Le Moulin"])
        for year in (2022, 2023, 2024):
            dead = R.random() < 0.08
            kilos = max(0.5, R.gauss({"Les Prés": 21, "La Forêt": 16, "Le Moulin": 24}[site], 6))
            yield [
                f"R{number + 1:02}",
                site,
                year,
                "" if dead else german(kilos * (0.7 if year == 2023 else 1)),
                R.choice(["Buckfast", "Carnica", "Noire"]),
                R.randint(0, 3),
                maybe(R.randint(0, 60), 0.1),
                "morte" if dead else "vivante",
            ]


def movimientos_banco() -> Rows:
    kinds = {"Supermercado": -58, "Alquiler": -820, "Nómina": 2150, "Transporte": -22}
    kinds |= {"Restaurantes": -31, "Luz y gas": -95, "Bizum": 25}
    balance = 2400.0
    for number in range(420):
        now = dt.date(2024, 1, 1) + dt.timedelta(number * 365 // 420)
        kind = R.choices(list(kinds), [9, 1, 1.2, 6, 5, 2, 2])[0]
        amount = round(kinds[kind] * R.uniform(0.6, 1.5), 2)
        balance += amount
        yield [
            f"{now:%d/%m/%Y}",
            kind,
            german(amount),
            german(balance),
            pick({"tarjeta": 6, "recibo": 2, "transferencia": 3}),
            maybe(R.choice(["Sevilla", "Madrid", "Cádiz"]), 0.2),
        ]


def dairy_cows() -> Rows:
    for number in range(260):
        lactation = R.choices([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1])[0]
        breed = pick({"Holstein": 6, "Jersey": 2, "Brown Swiss": 1, "holstein": 0.6})
        milk = R.gauss(29 if breed.lower() == "holstein" else 21, 4) + min(lactation, 4)
        fat = R.gauss(3.9 if breed.lower() == "holstein" else 4.8, 0.3)
        yield [
            f"NL{4410 + number}",
            breed,
            lactation,
            day("2024-09-01", "2025-05-31"),
            maybe(round(milk, 1), 0.03),
            round(fat, 2),
            round(R.gauss(3.4, 0.2), 2),
            round(R.lognormvariate(4.7, 0.8)),
            pick({"": 12, "mastitis": 2, "lameness": 1}),
        ]


def harvest_fields() -> Rows:
    yields = {"wheat": 7.8, "barley": 6.4, "oilseed rape": 3.3, "oats": 5.6, "Wheat": 7.8}
    for number in range(58):
        hectares = round(R.uniform(1.5, 24), 1)
        for year in (2022, 2023, 2024):
            crop = pick({"wheat": 5, "barley": 3, "oilseed rape": 2, "oats": 1, "Wheat": 0.5})
            per_ha = R.gauss(yields[crop], 0.9) * (0.85 if year == 2022 else 1)
            yield [
                f"F{number + 1:02}",
                year,
                crop,
                hectares,
                maybe(round(hectares * per_ha, 1), 0.03),
                round(R.gauss(15.4, 1.8), 1),
                pick({"Y": 1, "N": 4}),
                R.choice(["clay", "loam", "sand"]),
            ]


def loan_book() -> Rows:
    for number in range(310):
        score = round(min(850, max(420, R.gauss(665, 75))))
        risk = max(0.2, (700 - score) / 60)
        yield [
            f"LN-{7000 + number}",
            day("2019-01-02", "2024-12-31"),
            R.choice(["Bath", "Derby", "Hull", "York"]),
            pick({"auto": 4, "home improvement": 2, "personal": 5}),
            f"${R.randint(2, 45) * 500 + R.choice([0, 250]):,}",
            f"{max(3.1, R.gauss(7 + risk, 1.2)):.2f}%",
            R.choice([12, 24, 36, 48, 60]),
            pick({"C": 8, "L": risk * 0.6, "D": risk * 0.4, "P": 3}),
            maybe(score, 0.04),
        ]


def traffic_counts() -> Rows:
    for number in range(10):
        now = dt.date(2025, 5, 12) + dt.timedelta(number)
        for hour in range(6, 22):
            peak = 1.9 if hour in (7, 8, 16, 17) and now.weekday() < 5 else 1
            for site, size in (("A12 North", 420), ("Elm Street", 130)):
                for way in ("in", "out"):
                    cars = round(R.gauss(size * peak, size * 0.12))
                    yield [
                        now,
                        hour,
                        site,
                        way,
                        maybe(cars, 0.01),
                        round(cars * R.uniform(0.03, 0.11)),
                        R.randint(0, 38 if site == "Elm Street" else 6),
                    ]


def road_crashes() -> Rows:
    for number in range(540):
        limit = R.choices([20, 30, 40, 60, 70], [1, 6, 2, 3, 1])[0]
        yield [
            f"C25-{number + 1:04}",
            f"{day('2024-01-01', '2024-12-31'):%m/%d/%Y}",
            R.choices(range(24), [1] * 6 + [2, 5, 6] + [3] * 6 + [5, 6, 7, 5, 3, 2, 2, 1, 1])[0],
            R.choices([1, 2, 3], [1, 5 + limit / 20, 28])[0],
            R.choices([1, 2, 3, 4], [5, 9, 2, 1])[0],
            R.choices([1, 2, 3, 5], [12, 4, 2, 0.5])[0],
            limit,
            maybe(pick({"fine": 10, "rain": 4, "snow": 0.7, "fog": 0.5, "Rain": 0.8}), 0.03),
            pick({"day": 7, "dark": 3}),
        ]


def garden_weather() -> Rows:
    for number in range(365):
        now = dt.date(2023, 1, 1) + dt.timedelta(number)
        high = R.gauss(13.5 - 8.5 * math.cos(2 * math.pi * (number - 18) / 365), 3.2)
        rain = pick({"0": 11, "tr": 2, "wet": 8})
        yield [
            now,
            round(high, 1),
            round(high - R.uniform(3, 11), 1),
            f"{R.expovariate(0.2):.1f}" if rain == "wet" else rain,
            maybe(round(max(0, R.gauss(5 - 3 * math.cos(2 * math.pi * number / 365), 3)), 1), 0.03),
            pick({"W": 5, "SW": 6, "NE": 2, "E": 1, "N": 1, "S": 2}),
            R.randint(12, 88),
        ]


def fish_survey() -> Rows:
    sizes = {"Brown trout": 240, "Perch": 190, "Roach": 170, "Pike": 520, "Grayling": 300}
    for number in range(520):
        species = pick({"Brown trout": 5, "Perch": 4, "Roach": 6, "Pike": 1, "Grayling": 2})
        length = max(60, round(R.gauss(sizes[species], sizes[species] * 0.18)))
        yield [
            day("2023-05-02", "2025-09-28"),
            R.choice(["Upper Weir", "Ford", "Mill Pool", "Confluence"]),
            species,
            length,
            maybe(round(length**3 * 1.05e-5 * R.uniform(0.85, 1.15)), 0.06),
            pick({"M": 4, "F": 4, "U": 2}),
            maybe(f"T{number + 300}", 0.8),
        ]


def titrations() -> Rows:
    for number in range(126):
        sample = R.choice(["Well A", "Well B", "Tap", "Pond"])
        nitrate = R.gauss({"Well A": 18, "Well B": 31, "Tap": 6, "Pond": 4}[sample], 2.5)
        yield [
            number + 1,
            day("2025-01-13", "2025-03-28"),
            R.choice(["JK", "MS", "RB"]),
            sample,
            round(R.gauss(7.3, 0.35), 2),
            "<2" if nitrate < 2 else f"{nitrate:.1f}",
            round(R.uniform(8, 26), 2),
            maybe(R.choice(["repeat", "cloudy", "new buret"]), 0.85),
        ]


def pull_requests() -> Rows:
    for number in range(360):
        opened = day("2024-06-01", "2025-05-31")
        state = pick({"merged": 9, "closed": 2, "open": 1})
        yield [
            1200 + number,
            R.choice(["api", "web", "mobile", "docs"]),
            R.choice(["aisha", "bjorn", "carlos", "dmitri", "elena", "renovate[bot]"]),
            opened,
            opened + dt.timedelta(round(R.expovariate(0.25))) if state == "merged" else "",
            round(R.lognormvariate(3.8, 1.4)),
            round(R.lognormvariate(3.0, 1.4)),
            R.randint(0, 6),
            maybe(pick({"bug": 4, "feature": 4, "chore": 3, "Bug": 0.6}), 0.1),
            state,
        ]
