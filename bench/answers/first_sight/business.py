"""Generates tables of shops, offices and services."""

import datetime as dt

from dirt import FIRST, R, day, german, maybe, person, pick, write


def bestellungen() -> None:
    goods = {
        "Akkuschrauber": ("Werkzeug", 89.9),
        "Hammer 300g": ("Werkzeug", 14.5),
        "Wandfarbe 10L": ("Farben", 39.95),
        "Lasur 2,5L": ("Farben", 27.9),
        "Rosendünger": ("Garten", 9.99),
        "Gartenschlauch": ("Garten", 24.5),
        "LED-Strahler": ("Elektro", 32.0),
        "Steckdose": ("Elektro", 4.79),
    }
    kunden = [
        f"{n} {f}"
        for n, f in zip(
            [
                "Baumann",
                "Krüger",
                "Lehmann",
                "Öztürk",
                "Schäfer",
                "Vogt",
                "Weiß",
                "Zander",
                "Möller",
                "Albers",
            ],
            ["GmbH", "KG", "AG", "GbR", "e.K.", "GmbH", "OHG", "GmbH", "KG", "AG"],
            strict=True,
        )
    ]
    rows = []
    for number in range(640):
        artikel = R.choice(list(goods))
        gruppe, preis = goods[artikel]
        rows.append(
            [
                f"B-{20240 + number}",
                f"{day('2024-01-02', '2024-12-30'):%d.%m.%Y}",
                R.choice(kunden),
                pick({"Köln": 3, "Bonn": 2, "Düsseldorf": 2, "Aachen": 1}),
                artikel,
                gruppe,
                R.randint(1, 25),
                german(preis),
                pick({0: 6, 5: 2, 10: 1}),
                maybe(pick({"DHL": 5, "Spedition": 2, "Abholung": 2}), 0.04),
                pick({"bezahlt": 8, "offen": 2, "storniert": 1}),
            ]
        )
    write(
        "bestellungen_2024",
        "BestellNr|Datum|Kunde|Ort|Artikel|Warengruppe|Menge|Einzelpreis|Rabatt_%|Versandart|Status",
        rows,
        ";",
    )


def librairie() -> None:
    livres = [
        (
            f"{a} {b}",
            person(),
            R.choice(["roman", "polar", "jeunesse", "BD", "essai"]),
            R.choice([7.9, 9.5, 14.9, 18.0, 21.5, 24.9]),
        )
        for a in ["Le", "Une", "La", "Les"]
        for b in ("jardin", "nuit blanche", "rivière", "silence", "héritage", "étoile", "voyage")
    ]
    rows = []
    for _ in range(520):
        titre, auteur, genre, prix = R.choice(livres)
        rows.append(
            [
                f"{day('2025-01-02', '2025-09-30'):%d/%m/%Y}",
                titre,
                auteur,
                genre,
                prix,
                pick({1: 8, 2: 2, 3: 1}),
                R.choice(["Camille", "Léa", "Théo"]),
                pick({"CB": 6, "espèces": 3, "chèque": 1}),
                maybe(R.randint(1, 140), 0.35),
            ]
        )
    write(
        "ventes_librairie",
        "date|titre|auteur|genre|prix_ttc|qte|vendeur|mode_paiement|carte_fidelite",
        rows,
    )


def ventas() -> None:
    productos = {
        "Aceite 1L": ("Despensa", 7.2, 5.1),
        "Queso curado": ("Frescos", 12.4, 8.8),
        "Jamón 100g": ("Frescos", 6.5, 4.0),
        "Turrón": ("Dulces", 9.9, 4.9),
        "Café molido": ("Despensa", 4.3, 2.6),
        "Vino tinto": ("Bebidas", 8.75, 5.3),
        "Agua 6x1,5": ("Bebidas", 2.4, 1.7),
    }
    rows = []
    for _ in range(610):
        producto = R.choice(list(productos))
        categoria, precio, coste = productos[producto]
        tienda, provincia = R.choice(
            [
                ("Centro", "Madrid"),
                ("Norte", "Madrid"),
                ("Triana", "Sevilla"),
                ("Ruzafa", "Valencia"),
                ("Gràcia", "Barcelona"),
            ]
        )
        rows.append(
            [
                day("2024-01-01", "2025-06-30"),
                tienda,
                provincia,
                producto,
                categoria,
                R.randint(1, 40),
                f"{precio * R.choice([1, 1, 1.05, 0.9]):.2f}",
                coste,
                R.choice(FIRST[:7]),
            ]
        )
    write(
        "ventas_tiendas",
        "fecha|tienda|provincia|producto|categoria|unidades|precio_unit|coste_unit|vendedor",
        rows,
    )


def shipments() -> None:
    rows = []
    for number in range(900):
        sent = day("2024-07-01", "2025-06-30")
        carrier = pick({"UPS": 4, "DHL": 3, "FedEx": 2, "GLS": 2})
        status = pick({"delivered": 17, "in transit": 2, "returned": 1, "lost": 0.4})
        took = max(
            1, round(R.gauss({"UPS": 3.2, "DHL": 3.9, "FedEx": 2.6, "GLS": 5.1}[carrier], 1.4))
        )
        weight = round(R.lognormvariate(1.4, 0.9), 1)
        rows.append(
            [
                f"SH{100200 + number}",
                carrier,
                pick({"express": 3, "standard": 7}),
                R.choice(["Rotterdam", "Hamburg", "Lyon"]),
                R.choice(["Vienna", "Madrid", "Oslo", "Warsaw", "Milan", "Prague", "Dublin"]),
                sent,
                sent + dt.timedelta(took) if status == "delivered" else "",
                weight,
                R.randint(1, 9),
                round(6 + 1.7 * weight * R.uniform(0.8, 1.4), 2),
                status,
            ]
        )
    write(
        "shipments_fy25",
        "shipment_id|carrier|service|from_hub|dest|ship_dt|deliv_dt|wt_kg|pcs|freight_eur|status",
        rows,
    )


def invoices() -> None:
    rows = []
    clients = [
        "Northwind",
        "Acme Ltd",
        "Bluebird",
        "Cobalt Labs",
        "Dune & Co",
        "Elm Street Bakery",
        "Ferris",
        "Granite",
    ]
    for number in range(410):
        issued = day("2024-01-01", "2025-08-31")
        net = round(R.lognormvariate(6.8, 0.8), 2)
        rate = pick({0.2: 7, 0.05: 1, 0.0: 1})
        status = pick({"paid": 7, "overdue": 2, "open": 2})
        rows.append(
            [
                f"INV-{number + 1:04}",
                R.choice(clients),
                issued,
                issued + dt.timedelta(R.choice([14, 30, 30])),
                issued + dt.timedelta(R.randint(3, 70)) if status == "paid" else "",
                net,
                rate,
                round(net * rate, 2),
                round(net * (1 + rate), 2),
                pick({"GBP": 5, "EUR": 2}),
                status,
            ]
        )
    rows += [list(row) for row in R.sample(rows, 7)]
    write(
        "invoices", "invoice_no|client|issued|due|paid_on|net|vat_rate|vat|gross|cur|status", rows
    )


def staff() -> None:
    rows = []
    for number in range(312):
        dept = pick({"ENG": 9, "OPS": 6, "SAL": 5, "FIN": 2, "HR": 2, "MKT": 3})
        hired = day("2008-01-01", "2025-05-31")
        left = R.random() < 0.22
        rows.append(
            [
                f"E{1000 + number}",
                person(),
                dept,
                R.choice(["I", "II", "III", "IV", "V"]),
                hired,
                R.choice([hired + dt.timedelta(R.randint(120, 1500))]) if left else "",
                pick({"F": 9, "M": 10, "X": 0.4}),
                R.randint(1960, 2003),
                round(
                    R.gauss(
                        {"ENG": 78, "OPS": 52, "SAL": 61, "FIN": 66, "HR": 55, "MKT": 58}[dept], 9
                    )
                )
                * 1000,
                pick({1.0: 8, 0.8: 2, 0.5: 1}),
                R.choice(["Leeds", "Cork", "Porto", "Gdańsk"]),
                pick({"Y": 3, "N": 5}),
                maybe(R.randint(1, 5), 0.1),
            ]
        )
    write(
        "staff_list",
        "emp_id|name|dept|grade|hire_dt|leave_dt|sex|yob|base_sal|fte|site|wfh|perf",
        rows,
    )


def hotel() -> None:
    rows = []
    for number in range(880):
        room = pick({"DBL": 6, "SGL": 3, "FAM": 2, "STE": 1})
        rows.append(
            [
                f"BK{number + 1:05}",
                R.choice(["Seaview", "Old Town"]),
                day("2024-05-01", "2025-04-30"),
                max(1, round(R.lognormvariate(0.9, 0.6))),
                pick({1: 3, 2: 7}),
                pick({0: 8, 1: 1, 2: 1}),
                room,
                pick({"OTA": 6, "direct": 3, "corporate": 2}),
                round(R.gauss({"DBL": 118, "SGL": 84, "FAM": 149, "STE": 231}[room], 18), 1),
                pick({0: 7, 1: 2}),
                pick({"PT": 4, "ES": 3, "GB": 4, "DE": 3, "FR": 2, "US": 1}),
                maybe(R.randint(0, 260), 0.03),
            ]
        )
    write(
        "hotel_bookings_h1",
        "ref|hotel|arrival|nights|ad|ch|room|channel|adr|is_canceled|ctry|lead_days",
        rows,
    )


def fuel() -> None:
    rows = []
    meter = {f"KA-{n}": R.randint(20000, 160000) for n in range(101, 119)}
    for when in sorted(day("2025-01-01", "2025-09-30") for _ in range(690)):
        plate = R.choice(list(meter))
        kind = "E" if plate in ("KA-103", "KA-111") else "D" if plate < "KA-112" else "P"
        meter[plate] += R.randint(180, 820)
        rows.append(
            [
                plate,
                when,
                R.choice(["Okafor", "Brandt", "Silva", "Lund", "Adeyemi"]),
                meter[plate],
                round(R.uniform(18, 62), 1),
                {"D": 1.58, "P": 1.72, "E": 0.49}[kind] + round(R.uniform(-0.08, 0.1), 3),
                maybe(R.choice(["Shell", "Aral", "shell ", "Depot", "Esso"]), 0.03),
                kind,
            ]
        )
    write("fleet_fuel", "plate|date|driver|odo_km|qty|unit_price|station|fuel", rows)


def crm() -> None:
    people = [
        [
            f"C{n + 1:03}",
            f"{person()}",
            pick({"SMB": 5, "Mid": 3, "Ent": 1}),
            R.choice(["North", "South", "East", "West"]),
            maybe(R.choice(["retail", "health", "edu", "manufacturing"]), 0.08),
            day("2019-01-01", "2024-12-31"),
        ]
        for n in range(140)
    ]
    write("crm_accounts", "acct|contact|segment|region|industry|since", people)
    orders = [
        [
            f"O{9000 + n}",
            R.choice(people)[0] if R.random() > 0.02 else "C999",
            day("2025-01-01", "2025-12-15"),
            R.choice(["Starter", "Pro", "Team", "Add-on"]),
            R.randint(1, 30),
            R.choice([19.0, 49.0, 99.0, 9.5]),
            pick({"won": 6, "lost": 3, "open": 2}),
        ]
        for n in range(820)
    ]
    write("crm_deals", "deal|acct|closed_on|product|seats|price_per_seat|stage", orders)


def donations() -> None:
    rows = []
    donors = [person() for _ in range(150)]
    for number in range(560):
        name = R.choice(donors)
        amount = R.choice([10, 20, 25, 50, 100, 250, 1000, 1500])
        rows.append(
            [
                number + 1,
                R.choice([name, name, name, name.upper(), f"{name} "]),
                day("2023-01-01", "2025-06-30"),
                f"${amount:,.2f}",
                maybe(R.choice(["Spring Gala", "Year-End", "Food Drive", "Web"]), 0.05),
                pick({"card": 5, "check": 2, "cash": 1, "Card": 1}),
                pick({"Y": 2, "N": 5}),
            ]
        )
    write("donations", "gift_id|donor|gift_date|amount|campaign|method|recurring", rows)


def gym() -> None:
    rows = []
    for number in range(590):
        joined = day("2021-01-01", "2025-09-30")
        status = pick({"A": 7, "C": 3, "P": 1})
        plan = pick({"Basic": 5, "Plus": 3, "Family": 1, "Student": 2})
        rows.append(
            [
                f"G{number + 1:04}",
                plan,
                joined,
                joined + dt.timedelta(R.randint(25, 900)) if status == "C" else "",
                R.choice(["Leith", "Morningside", "City"]),
                maybe(R.randint(16, 78), 0.06),
                pick({"F": 5, "M": 5}),
                0 if status != "A" else max(0, round(R.gauss(8, 5))),
                {"Basic": 24.99, "Plus": 39.99, "Family": 64.5, "Student": 19.0}[plan],
                maybe(R.choice(["friend", "flyer", "google", "instagram"]), 0.15),
                status,
            ]
        )
    write(
        "gym_members",
        "mbr_no|plan|joined|cancelled|club|age|sex|visits_30d|fee_gbp|source|st",
        rows,
    )


def tickets() -> None:
    subjects = [
        "Cannot log in",
        "login loop after update",
        "Invoice is wrong",
        "Refund request",
        "App crashes on start",
        "Export to PDF fails",
        "Slow dashboard",
        "Password reset mail missing",
        "Billing address change",
        "PDF has blank page",
    ]
    rows = []
    for number in range(760):
        severity = pick({"S1": 1, "S2": 3, "S3": 6, "S4": 3})
        at = dt.datetime(2025, 1, 1) + dt.timedelta(minutes=R.randrange(270 * 1440))
        rows.append(
            [
                f"T-{number + 1}",
                f"{at:%Y-%m-%d %H:%M}",
                R.choice(["priya", "marco", "lena", "tom", "unassigned"]),
                R.choice(["web", "ios", "android", "api"]),
                severity,
                R.choice(subjects),
                round(R.lognormvariate(3.2, 0.9)),
                maybe(round(R.lognormvariate(2.6, 1), 1), 0.14),
                maybe(pick({1: 1, 2: 1, 3: 2, 4: 5, 5: 6}), 0.4),
                pick({"no": 9, "yes": 1}),
            ]
        )
    write(
        "helpdesk_q1_q3",
        "ticket|created_at|agent|product|sev|subject|frt_min|ttr_h|csat|reopened",
        rows,
    )


def loyers() -> None:
    rows = []
    for number in range(505):
        ville = pick({"Lyon": 4, "Nantes": 3, "Lille": 3, "Bordeaux": 3})
        pieces = pick({1: 3, 2: 4, 3: 3, 4: 2, 5: 1})
        surface = round(14 + 17 * pieces + R.gauss(0, 5))
        rows.append(
            [
                f"A{number + 1}",
                ville,
                f"T{pieces}",
                surface,
                round(
                    surface
                    * {"Lyon": 14.8, "Nantes": 13.1, "Lille": 13.6, "Bordeaux": 14.1}[ville]
                    * R.uniform(0.82, 1.2)
                ),
                R.choice([30, 45, 60, 80, 110]),
                pick({"oui": 1, "non": 2}),
                maybe(pick({"A": 1, "B": 2, "C": 5, "D": 7, "E": 4, "F": 2, "G": 1}), 0.07),
                maybe(R.randint(1880, 2023), 0.2),
                R.randint(0, 9),
                day("2025-01-01", "2025-06-30"),
            ]
        )
    write(
        "loyers_annonces",
        "ref|ville|typologie|surface_m2|loyer_hc|charges|meuble|dpe|annee_constr|etage|publiee_le",
        rows,
    )
