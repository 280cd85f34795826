"""Generates tables of schools, clinics, laboratories, cities, sports and devices."""

import datetime as dt

from dirt import FIRST, LAST, R, day, maybe, person, pick, write


def termine() -> None:
    aerzte = {
        "Dr. Brandt": "Innere",
        "Dr. Yilmaz": "Innere",
        "Dr. Sommer": "Ortho",
        "Dr. Thiel": "Derma",
        "Dr. Nguyen": "Päd",
    }
    rows = []
    for number in range(780):
        arzt = R.choice(list(aerzte))
        rows.append(
            [
                7000 + number,
                day("2025-01-06", "2025-06-27"),
                f"{R.randint(8, 17):02}:{R.choice(['00', '15', '30', '45'])}",
                arzt,
                aerzte[arzt],
                R.randint(100, 420),
                pick({"w": 11, "m": 10}),
                R.randint(1, 14) if arzt == "Dr. Nguyen" else R.randint(18, 91),
                pick({"GKV": 8, "PKV": 2}),
                R.choice([10, 15, 15, 20, 30, 45]),
                pick({"ja": 9, "nein": 1}),
                maybe(R.choice(["J06.9", "I10", "M54.5", "L20.8", "E11.9", "K29.7"]), 0.12),
            ]
        )
    write(
        "praxis_termine",
        "TerminID|Datum|Uhrzeit|Arzt|Fachrichtung|PatNr|Geschl|Alter|Vers|Dauer_min|erschienen|ICD10",
        rows,
    )


def grades() -> None:
    rows = []
    for number in range(96):
        level = R.gauss(70, 11)
        marks = [
            maybe(max(20, min(100, round(R.gauss(level + 2 * (i % 4), 7)))), 0.03)
            for i in range(12)
        ]
        rows.append(
            [
                f"S{number + 1:03}",
                person(),
                R.choice(["7A", "7B", "7C", "7D"]),
                pick({"F": 1, "M": 1}),
                *marks,
                R.choice([0, 0, 0, 1, 2, 3, 5, 8, 14]),
                pick({"Y": 1, "N": 3}),
            ]
        )
    subjects = "|".join(f"{s}_T{t}" for s in ("Math", "Eng", "Sci") for t in range(1, 5))
    write("year7_marks", f"stu_id|name|form|sex|{subjects}|abs_days|FSM", rows)


def greenhouse() -> None:
    rows = []
    start = dt.datetime(2025, 3, 1)
    for hour in range(0, 24 * 40, 2):
        for zone, warm in (("A1", 0), ("A2", 1.2), ("B1", -0.8)):
            now = start + dt.timedelta(hours=hour)
            sun = max(0.0, 12 - abs(now.hour - 13)) / 12
            rows.append(
                [
                    f"{now:%Y-%m-%d %H:%M}",
                    zone,
                    maybe(round(17 + warm + 9 * sun + R.gauss(0, 1), 1), 0.02),
                    maybe(round(78 - 20 * sun + R.gauss(0, 4), 1), 0.03),
                    round(420 + 300 * (1 - sun) + R.gauss(0, 30)),
                    round(R.uniform(18, 42), 1),
                    round(48000 * sun * R.uniform(0.5, 1)),
                    pick({0: 9, 1: 1}),
                ]
            )
    write("greenhouse_log", "ts|zone|T_air_C|RH_%|CO2_ppm|soil_vwc|lux|door", rows)


def requests() -> None:
    rows = []
    for number in range(1150):
        opened = day("2025-01-01", "2025-08-31")
        category = pick(
            {
                "Pothole": 5,
                "Graffiti": 3,
                "Street light": 4,
                "Missed bin": 6,
                "Noise": 3,
                "Fly tipping": 2,
            }
        )
        notes = {
            "Pothole": ["deep hole near bus stop", "cyclist fell", "hole is back again", ""],
            "Graffiti": ["on school wall", "underpass", ""],
            "Street light": ["flickering", "light out near school", "dark since monday", ""],
            "Missed bin": ["recycling not taken", "bin not emptied 2nd time", ""],
            "Noise": ["construction before 7am", "bar music", "dog barking", ""],
            "Fly tipping": ["mattress", "tyres dumped", "fridge and mattress"],
        }[category]
        rows.append(
            [
                f"R{30000 + number}",
                f"{opened:%m/%d/%Y}",
                maybe(f"{opened + dt.timedelta(R.randint(0, 40)):%m/%d/%Y}", 0.18),
                category,
                R.choice(["North", "South", "East", "West", "Centre", "centre"]),
                pick({"app": 5, "phone": 3, "web": 4, "email": 1}),
                pick({"P1": 1, "P2": 4, "P3": 6}),
                R.choice(notes),
            ]
        )
    write("city_311", "req_id|opened|closed|category|ward|channel|prio|notes", rows)


def library() -> None:
    books = [
        (
            f"978{R.randrange(10**9, 10**10)}",
            f"{R.choice(['The', 'A', 'My', 'Our'])} {R.choice(['Lost', 'Quiet', 'Blue', 'Last', 'Hidden'])} {w}",
            person(),
            R.randint(1950, 2024),
            pick({"fiction": 5, "science": 2, "history": 2, "kids": 3, "travel": 1}),
            pick({"en": 8, "es": 1, "fr": 1}),
            R.randint(60, 720),
        )
        for w in [
            "Harbor",
            "Orchard",
            "Empire",
            "Signal",
            "Garden",
            "Winter",
            "Island",
            "Theory",
            "Map",
            "Letter",
            "Bridge",
            "Forest",
            "River",
            "Clock",
            "Machine",
            "Mirror",
            "Storm",
            "Kitchen",
            "Planet",
            "Wolf",
        ]
        for _ in range(7)
    ]
    write("lib_books", "isbn|title|author|pub_year|genre|lang|pages", books)
    rows = []
    for number in range(1300):
        out = day("2024-09-01", "2025-08-31")
        late = R.randint(-18, 16)
        back = out + dt.timedelta(21 + late)
        returned = R.random() > 0.06
        rows.append(
            [
                50000 + number,
                f"M{R.randint(1, 260):04}",
                R.choice(books[:-9])[0],
                R.choice(["Main", "Eastside", "Riverside"]),
                out,
                out + dt.timedelta(21),
                back if returned else "",
                pick({0: 7, 1: 2, 2: 1}),
                round(0.25 * max(0, late), 2) if returned else 0,
            ]
        )
    write("lib_loans", "loan_id|member|isbn|branch|loaned|due|returned|renewals|fine_usd", rows)


def lab() -> None:
    rows = []
    for number in range(480):
        lead = R.lognormvariate(0.2, 1)
        nitrate = round(R.lognormvariate(2.6, 0.7), 1)
        rows.append(
            [
                f"W25-{number + 1:04}",
                pick({"river": 3, "well": 4, "tap": 5}),
                R.choice(["AK", "JS", "MR", "TP"]),
                day("2025-02-01", "2025-07-31"),
                round(R.gauss(7.3, 0.4), 2),
                maybe(round(R.gauss(540, 130)), 0.05),
                nitrate,
                "<0.5" if lead < 0.5 else round(lead, 1),
                maybe(round(R.lognormvariate(0, 1), 2), 0.08),
                "FAIL" if lead > 5 or nitrate > 50 else "pass",
            ]
        )
    write("water_lab", "sample|source|analyst|recvd|pH|EC_uS|NO3_mgL|Pb_ugL|turb_NTU|result", rows)


def meters() -> None:
    rows = []
    for house in range(42):
        tariff, heat, size, people = (
            pick({"flat": 3, "ToU": 2}),
            pick({"gas": 4, "heat pump": 2, "electric": 1}),
            R.randint(38, 190),
            R.randint(1, 5),
        )
        for month in range(24):
            cold = abs((month % 12) - 6) / 6
            use = (70 + 45 * people + 0.6 * size) * (
                1 + {"gas": 0.1, "heat pump": 0.9, "electric": 1.6}[heat] * cold
            )
            rows.append(
                [
                    f"H{house + 1:02}",
                    f"{2023 + month // 12}-{month % 12 + 1:02}",
                    tariff,
                    heat,
                    size,
                    people,
                    maybe(round(use * 0.7 * R.uniform(0.85, 1.15), 1), 0.01),
                    round(use * 0.3 * R.uniform(0.8, 1.2), 1),
                ]
            )
    write("smart_meter_monthly", "hh|month|tariff|heating|sqm|occup|kwh_day|kwh_night", rows)


def survey() -> None:
    comments = [
        "great service",
        "too expensive",
        "delivery was late",
        "love the app",
        "app crashes",
        "friendly staff",
        "price went up again",
        "ok",
        "support never answered",
        "late delivery but nice staff",
    ]
    rows = []
    for number in range(460):
        mood = R.gauss(3.6, 0.8)
        answers = [maybe(max(1, min(5, round(R.gauss(mood, 0.8)))), 0.05) for _ in range(6)]
        rows.append(
            [
                number + 1,
                pick({"18-24": 2, "25-34": 4, "35-44": 3, "45-54": 3, "55+": 3}),
                pick({"Female": 9, "Male": 8, "Non-binary": 0.4, "Prefer not to say": 0.6}),
                R.choice(["Midlands", "London", "Scotland", "Wales", "North"]),
                *answers,
                max(0, min(10, round(mood * 2 + R.gauss(0, 1.3)))),
                maybe(R.choice(comments), 0.45),
            ]
        )
    write(
        "customer_survey",
        "resp|age_grp|gender|region|Q1_overall|Q2_price|Q3_delivery|Q4_app|Q5_support|Q6_range|nps|comment",
        rows,
    )


def weblog() -> None:
    rows = []
    agents = {
        "Chrome/131 Windows": 5,
        "Safari/18 iPhone": 4,
        "Firefox/132 Linux": 1,
        "Googlebot/2.1": 2,
        "curl/8.5": 0.4,
    }
    for _ in range(2100):
        path = pick(
            {
                "/": 6,
                "/pricing": 3,
                "/docs": 4,
                "/blog/hello": 2,
                "/login": 3,
                "/api/v1/items": 5,
                "/wp-login.php": 1,
                "/img/logo.png": 4,
            }
        )
        status = (
            404
            if path == "/wp-login.php"
            else pick({200: 40, 304: 6, 301: 2, 404: 2, 500: 1, 503: 0.5})
        )
        at = dt.datetime(2025, 10, 6) + dt.timedelta(seconds=R.randrange(7 * 86400))
        rows.append(
            [
                f"{at:%Y-%m-%dT%H:%M:%SZ}",
                f"10.{R.randint(0, 3)}.{R.randint(0, 9)}.{R.randint(1, 40)}",
                pick({"GET": 12, "POST": 1}),
                path,
                status,
                R.randint(180, 65000) if status == 200 else 0,
                round(R.lognormvariate(4, 0.8)),
                maybe(R.choice(["google", "newsletter", "direct", "bing"]), 0.2),
                pick(agents),
            ]
        )
    rows.sort()
    write("access_log", "time|ip|method|path|status|bytes|ms|ref|ua", rows)


def gemeinden() -> None:
    rows = []
    names = [
        f"{a}{b}{c}"
        for a in ("Ober", "Unter", "Neu", "Alt")
        for b in ["bach", "dorf", "wald", "berg", "feld", "see", "tal", "kirch", "stein", "moos"]
        for c in ("", "-Süd", "-Nord")
    ]
    for number, name in enumerate(R.sample(names, 118)):
        people = R.lognormvariate(8, 1)
        counts = [round(people := people * R.uniform(0.93, 1.22)) for _ in range(5)]
        rows.append(
            [
                1000 + 7 * number,
                name,
                R.choice(["ZH", "BE", "SG", "AG", "TG"]),
                *counts,
                round(R.uniform(2, 60), 2),
                round(R.uniform(4, 41), 1),
            ]
        )
    write(
        "gemeinden_bev",
        "bfs_nr|gemeinde|kt|bev_1980|bev_1990|bev_2000|bev_2010|bev_2020|flaeche_km2|ausl_anteil",
        rows,
    )


def hockey() -> None:
    rows = []
    for number in range(388):
        position = pick({"C": 3, "LW": 2, "RW": 2, "D": 4, "G": 1})
        played = R.randint(4, 82)
        goals = (
            0 if position == "G" else round(played * R.uniform(0, 0.12 if position == "D" else 0.5))
        )
        rows.append(
            [
                f"{R.choice(FIRST)[0]}. {R.choice(LAST)}{number % 7 or ''}",
                R.choice(["BOS", "TOR", "MTL", "EDM", "NYR", "CHI"]),
                position,
                played,
                goals,
                0 if position == "G" else round(played * R.uniform(0, 0.6)),
                R.randint(-25, 30) if position != "G" else "",
                R.randint(0, 90),
                maybe(R.choice(["L", "R"]), 0.02),
                R.randint(1985, 2006),
                R.choice(["CAN", "USA", "SWE", "FIN", "CZE"]),
                round(R.uniform(0.8, 11.5), 2),
            ]
        )
    write("hockey_roster", "player|tm|pos|gp|g|a|plus_minus|pim|shoots|born|nat|cap_hit_m", rows)


def trial() -> None:
    rows = []
    for number in range(264):
        arm = number % 2
        before = round(R.gauss(148, 12))
        rows.append(
            [
                f"{R.randint(1, 6):02}-{number + 1:03}",
                arm,
                R.choice([1, 2]),
                R.randint(35, 79),
                round(R.gauss(28, 4), 1),
                before,
                maybe(round(before - R.gauss(12 if arm else 4, 9)), 0.09),
                pick({0: 6, 1: 3, 2: 1, 3: 0.5}),
                pick({0: 9, 1: 1}),
                pick({"never": 5, "former": 3, "current": 2}),
            ]
        )
    write("bp_trial", "subjid|trt|sex|age|bmi|sbp_bl|sbp_w12|n_ae|dropout|smoke", rows)


def marathon() -> None:
    rows = []
    for number in range(640):
        sex = pick({"M": 6, "W": 4})
        seconds = round(R.gauss(13900 if sex == "M" else 15300, 2100))
        half = round(seconds * R.uniform(0.46, 0.5))
        finished = R.random() > 0.05

        def clock(s: int) -> str:
            return f"{s // 3600}:{s // 60 % 60:02}:{s % 60:02}"

        rows.append(
            [
                number + 1,
                person(),
                sex,
                pick({"18-34": 4, "35-44": 4, "45-54": 3, "55+": 2}),
                pick({"GER": 6, "NED": 2, "POL": 2, "KEN": 0.3, "USA": 1}),
                maybe(R.choice(["LG Nord", "Run Club", "TV Altona", "Tri Team"]), 0.4),
                clock(half),
                clock(seconds) if finished else "DNF",
            ]
        )
    write("marathon_results", "bib|name|sex|ag|nat|club|half|finish", rows)


def trams() -> None:
    rows = []
    for _ in range(1600):
        line = pick({"1": 4, "4": 3, "7": 3, "N2": 1})
        when = day("2025-09-01", "2025-10-31")
        rows.append(
            [
                when,
                f"{when:%a}",
                line,
                R.choice(["Hbf", "Marktplatz", "Uni", "Zoo", "Messe"]),
                R.choice(["in", "out"]),
                f"{R.randint(5, 23):02}:{R.randint(0, 59):02}",
                round(R.gauss({"1": 60, "4": 110, "7": 40, "N2": 20}[line], 70)),
                maybe(R.randint(0, 140), 0.05),
            ]
        )
    write("tram_delays", "date|dow|line|stop|dir|sched|delay_s|pax", rows)
