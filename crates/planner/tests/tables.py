"""The tables of the planner's tests: typical files of users, generated from a seed.

Also profiles them, as far as the tests need it. Does not know the questions.
"""

import csv
import json
import random
from datetime import date, timedelta
from pathlib import Path

import pandas as pd
from insitu import columns


def make(folder: Path) -> None:
    rng = random.Random(7)
    sales(folder, rng)
    funnel(folder, rng)
    german(folder, rng)
    weather(folder, rng)
    people(folder, rng)
    awkward(folder, rng)
    shop(folder, rng)
    stages(folder, rng)
    years(folder, rng)
    flags(folder, rng)
    wide(folder, rng)
    account(folder, rng)
    coarse(folder)


def write(path: Path, head, rows, sep=",", encoding="utf-8") -> None:
    with open(path, "w", newline="", encoding=encoding) as out:
        writer = csv.writer(out, delimiter=sep)
        writer.writerow(head)
        writer.writerows(rows)


def coarse(folder):
    """Writes tables with dates at the start of a year or a month that stand for the whole period."""
    sources = {"Coal": -700, "Wind": 1100, "Water": 10}
    rows = [
        [f"{year}-01-01", source, 30_000 + slope * (year - 2001)]
        for year in range(2001, 2018)
        for source, slope in sources.items()
    ]
    write(folder / "power.csv", ["year", "source", "output"], rows)
    level = [6000 + 15 * ((at * 37) % 101) for at in range(120)]
    kinds = ["calm", "calm", "busy", "odd"]
    rows = [
        [
            f"{2006 + at // 12}-{at % 12 + 1:02}-01",
            value,
            9000 + 3 * at,
            kinds[at % 4] if at else "",
        ]
        for at, value in enumerate(level)
    ]
    write(folder / "jobs.csv", ["month", "building", "factories", "mood"], rows)


def sales(folder, rng):
    products = {
        "Tea Pot": ("Kitchen", 24.5),
        "Mug": ("Kitchen", 8.25),
        "Novel": ("Books", 14.0),
        "Atlas": ("Books", 49.9),
        "Lamp": ("Home", 39.0),
        "Rug": ("Home", 120.0),
    }
    customers = [
        "Acme Corp",
        "Globex",
        "Initech",
        "Umbrella",
        "Stark & Sons",
        "Wayne Ltd",
        "Hooli",
        "Vehement",
    ]
    rows = []
    for _ in range(3000):
        day = date(2024, 7, 1) + timedelta(days=rng.randrange(700))
        product = rng.choice(list(products))
        category, price = products[product]
        price = round(price * rng.uniform(0.9, 1.1), 2)
        quantity = rng.randint(1, 9)
        rows.append(
            [
                day.isoformat(),
                rng.choice(customers),
                product,
                category,
                rng.choice(["North", "South", "East", "West"]),
                quantity,
                price,
                round(quantity * price, 2),
            ]
        )
    for i in range(0, 3000, 211):
        rows[i][0] = "not a date"
    for i in range(5, 3000, 307):
        rows[i][1] = ""
    for i in range(9, 3000, 401):
        rows[i][7] = ""
    rows += rows[100:120]
    write(
        folder / "sales.csv",
        ["date", "customer", "product", "category", "region", "quantity", "price", "revenue"],
        rows,
    )


def funnel(folder, rng):
    rows = []
    for user in range(1000):
        for stage, chance in [("visit", 1.0), ("cart", 0.42), ("checkout", 0.6), ("paid", 0.8)]:
            if rng.random() > chance:
                break
            rows.append(
                [
                    user,
                    stage,
                    rng.choice(["mobile", "desktop"]),
                    f"2025-03-{1 + user % 28:02d} 10:{user % 60:02d}:00",
                ]
            )
    write(folder / "funnel.csv", ["user_id", "stage", "device", "timestamp"], rows)


def german(folder, rng):
    rows = []
    for i in range(400):
        day = date(2025, 1, 1) + timedelta(days=i % 365)
        betrag = rng.uniform(5, 5000)
        text = f"{betrag:,.2f}".replace(",", "x").replace(".", ",").replace("x", ".") + " EUR"
        rows.append(
            [
                f"{day:%d.%m.%Y}",
                rng.choice(["Müller GmbH", "Bäcker Söhne", "Özil KG"]),
                rng.choice(["München", "Köln", "Berlin"]),
                text,
                rng.randint(1, 20),
            ]
        )
    write(
        folder / "umsätze.csv",
        ["Datum", "Kundenname", "Stadt", "Umsatz (brutto)", "Stückzahl"],
        rows,
        ";",
        "latin-1",
    )


def weather(folder, rng):
    rows = []
    for i in range(1100):
        day = date(2022, 1, 1) + timedelta(days=i)
        for station in ("Oslo", "Rome"):
            rows.append(
                [
                    day.isoformat(),
                    station,
                    round(rng.gauss(5 if station == "Oslo" else 17, 6), 1),
                    round(max(0, rng.gauss(0, 4)), 1),
                    rng.randint(20, 100),
                    round(rng.uniform(0, 25), 1),
                ]
            )
    write(
        folder / "weather.csv",
        ["day", "station", "temperature_c", "precipitation_mm", "humidity", "windSpeed"],
        rows,
    )


def people(folder, rng):
    rows = []
    for i in range(300):
        department = rng.choice(["Sales", "Engineering", "Finance", "Human Resources"])
        years = rng.randint(0, 30)
        rows.append(
            [
                1000 + i,
                f"Person {i}",
                department,
                rng.choice(["female", "male"]),
                22 + years + rng.randint(0, 12),
                30000 + 1500 * years + rng.randint(0, 20000),
                years,
                rng.choice([True, False]),
                (date(2025, 1, 1) - timedelta(days=365 * years)).isoformat(),
            ]
        )
    write(
        folder / "people.csv",
        [
            "EmployeeID",
            "FullName",
            "Department",
            "Gender",
            "Age",
            "Salary",
            "YearsEmployed",
            "Remote",
            "HireDate",
        ],
        rows,
    )


def awkward(folder, rng):
    head = ['a"]; import os #', "line\nbreak", "Größe $x$", "count", "{name}", "売上"]
    rows = [
        [
            rng.choice(["x'y", 'q"r', "{z}", "$a$b$"]),
            rng.choice(["one", "two\nlines"]),
            round(rng.uniform(0, 10), 3),
            rng.randint(1, 5),
            rng.choice(["red", "blue|green", "*bold*"]),
            rng.randint(1, 1000),
        ]
        for _ in range(200)
    ]
    write(folder / "awkward.csv", head, rows)


def shop(folder, rng):
    """Writes two tables that share a column; some orders refer to a customer that is not in the
    list.
    """
    customers = [
        [
            i,
            f"Client {i}",
            rng.choice(["retail", "wholesale", "public"]),
            rng.choice(["gold", "silver"]),
        ]
        for i in range(1, 41)
    ]
    write(folder / "clients.csv", ["id", "client", "segment", "level"], customers)
    rows = [
        [
            n,
            rng.randint(1, 44),
            (date(2025, 1, 1) + timedelta(days=n % 500)).isoformat(),
            round(rng.uniform(5, 500), 2),
        ]
        for n in range(900)
    ]
    write(folder / "purchases.csv", ["order_no", "clients_id", "day", "amount"], rows)


def stages(folder, rng):
    """Writes the same customers into two tables with differently named ids, some only into the
    orders; and a table with a column per stage.
    """
    visits = [
        [
            rng.randint(1, 400),
            (date(2025, 1, 1) + timedelta(days=n % 300)).isoformat(),
            rng.choice(["mobile", "desktop"]),
        ]
        for n in range(900)
    ]
    write(folder / "visits.csv", ["visitor_id", "day", "device"], visits)
    orders = [[n, rng.randint(200, 460), round(rng.uniform(5, 200), 2)] for n in range(1, 181)]
    write(folder / "orders.csv", ["order_no", "customer_id", "amount"], orders)
    days = [
        [
            (date(2025, 1, 1) + timedelta(days=n)).isoformat(),
            rng.choice(["ads", "mail"]),
            500 + n,
            150 + n % 40,
            20 + n % 9,
            0.04,
        ]
        for n in range(90)
    ]
    write(
        folder / "campaign.csv",
        ["day", "channel", "Visits", "Added to cart", "Orders", "conversion rate"],
        days,
    )


def years(folder, rng):
    """Writes a column of years with gaps, and measures that must not be summed."""
    rows = [
        [
            f"Land {n}",
            ["North", "South"][n % 2],
            year,
            round(55 + n / 4 + (year - 1990) * (0.2 + n % 3 / 10), 2),
            900 + 40 * n + year,
            round(rng.uniform(900, 60_000), 2),
        ]
        for n in range(24)
        for year in (1990, 1995, 2000, 2005)
    ]
    write(
        folder / "lands.csv", ["country", "area", "year", "lifeExp", "pop", "gdp_per_capita"], rows
    )


def flags(folder, rng):
    """Writes boolean columns in two notations, negative amounts in brackets, abbreviated days of
    the week.
    """

    def amount(value):
        return f"(${-value:,.2f})" if value < 0 else f"${value:,.2f}"

    rows = [
        [
            f"Guest {n}",
            rng.choice(["male", "female"]),
            rng.choice([0, 1, 1]),
            rng.choice(["yes", "no"]),
            rng.choice(["Thur", "Fri", "Sat", "Sun"]),
            rng.randint(18, 80),
            amount(round(rng.uniform(-400, 900), 2)),
            round(rng.uniform(1, 9), 2),
        ]
        for n in range(300)
    ]
    write(
        folder / "guests.csv",
        ["guest", "sex", "survived", "paid", "day", "age", "balance", "tip"],
        rows,
    )


def wide(folder, rng):
    """Writes a table with a column per month."""
    head = [
        f"{month} {year}"
        for year in (2024, 2025)
        for month in ("Jan", "Feb", "Mar", "Apr", "May", "Jun")
    ]
    write(
        folder / "wide.csv",
        ["branch", "manager", *head],
        [
            [f"Branch {n}", rng.choice(["Ada", "Bo"])] + [rng.randint(10, 900) for _ in head]
            for n in range(12)
        ],
    )


READERS = {
    "umsätze.csv": 'pd.read_csv("umsätze.csv", sep=";", encoding="latin-1")',
}


def account(folder, rng):
    """Money in and out, of which each row has one; kinds in several spellings."""
    kinds = ["Food", "food", "FOOD ", "Rent", "Travel", "travel"]
    rows = []
    for at in range(180):
        day = pd.Timestamp("2024-01-03") + pd.Timedelta(days=2 * at)
        amount = round(rng.uniform(3, 400), 2)
        into = rng.random() < 0.2
        rows.append(
            [
                day.date(),
                rng.choices(kinds, [8, 2, 2, 4, 3, 1])[0],
                amount if into else "",
                "" if into else amount,
                round(rng.uniform(100, 9000), 2),
            ]
        )
    write(folder / "account.csv", ["date", "kind", "money in", "money out", "balance"], rows)


def reader(name: str) -> str:
    """Returns the expression that reads the table of that name."""
    return READERS.get(name, f'pd.read_csv("{name}")')


def profile(path: Path) -> dict:
    df = eval(reader(path.name).replace(f'"{path.name}"', "path"), {"pd": pd, "path": path})
    columns = [column(name, df[name]) for name in df.columns]
    table = {
        "sheet": None,
        "reader": reader(path.name),
        "rows": len(df),
        "rowsExact": True,
        "sampled": False,
        "duplicates": int(df.duplicated().sum()),
        "columns": columns,
    }
    return {
        "name": path.name,
        "path": f"/data/{path.name}",
        "bytes": path.stat().st_size,
        "kind": "csv",
        "tables": [table],
        "notes": [],
        "error": None,
    }


def column(name, series) -> dict:
    filled = series.dropna()
    described, _read = columns.describe(name, series)
    about = {
        "conversion": described["conversion"],
        "doubt": described["doubt"],
        "name": str(name),
        "dtype": str(series.dtype),
        "missing": int(series.isna().sum()),
        "distinct": int(series.nunique()),
        "bad": 0,
        "min": None,
        "max": None,
        "examples": [str(value) for value in filled.astype(str).value_counts().index[:8]],
    } | {key: described[key] for key in ["spellings"] if key in described}
    if pd.api.types.is_bool_dtype(series):
        return about | {"type": "boolean"}
    if pd.api.types.is_numeric_dtype(series):
        whole = bool((filled % 1 == 0).all())
        return about | {
            "type": "integer" if whole else "number",
            "min": float(filled.min()),
            "max": float(filled.max()),
        }
    dates = pd.to_datetime(filled, errors="coerce", dayfirst="." in str(filled.iloc[0]))
    if dates.notna().mean() > 0.8:
        return about | {
            "type": "date",
            "bad": int(dates.isna().sum()),
            "min": dates.min().isoformat(),
            "max": dates.max().isoformat(),
            "examples": [str(value) for value in filled[:5]],
        }
    if filled.astype(str).str.fullmatch(r"[\d.,\sEUR$%()-]+").mean() > 0.9:
        return about | {"type": "numbertext"}
    return about | {"type": "category" if series.nunique() <= 50 else "text"}


def profiles(folder: Path) -> str:
    return json.dumps([profile(path) for path in sorted(folder.glob("*.csv"))], ensure_ascii=False)
