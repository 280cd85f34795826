"""Writes Insitu's two sample data sets: sales.csv and funnel.csv.

    python3 samples/generate.py <folder>

All data is invented. The output has the same bytes on every machine: it uses one seed, and of
`random.Random` only `random()`, whose sequence Python keeps between versions; all choices are
derived from it below.

The defects of the data are intended, since real exports have them: some rows are duplicated, some
cells are blank, and a few dates are invalid. Sums over `revenue` are exact to the cent in every
valid row.
"""

import csv
import datetime
import math
import pathlib
import random
import sys

SEED = 20260117
ROWS = 45_000
REPEATED = 120
BAD_DATES = 25
FIRST_DAY = datetime.date(2025, 1, 1)
LAST_DAY = datetime.date(2026, 10, 31)

# Product, category, list price in cents, popularity.
PRODUCTS = [
    ("Harbor Desk Lamp", "Lighting", 4900, 30),
    ("Ember Floor Lamp", "Lighting", 12900, 12),
    ("Dusk String Lights", "Lighting", 2450, 26),
    ("Beacon Ceiling Light", "Lighting", 18900, 6),
    ("Oakline Desk", "Furniture", 38900, 14),
    ("Oakline Bookcase", "Furniture", 24900, 11),
    ("Fjord Armchair", "Furniture", 45900, 7),
    ("Tern Dining Chair", "Furniture", 11900, 20),
    ("Alder Side Table", "Furniture", 8900, 17),
    ("Moss Wool Throw", "Textiles", 6900, 24),
    ("Linen Curtain Pair", "Textiles", 7950, 13),
    ("Pebble Cushion", "Textiles", 2990, 34),
    ("Tideway Rug", "Textiles", 21900, 8),
    ("Stoneware Mug Set", "Kitchen", 3650, 38),
    ("Copper Kettle", "Kitchen", 8450, 15),
    ("Cedar Cutting Board", "Kitchen", 4250, 22),
    ("Cast Iron Pan", "Kitchen", 5990, 19),
    ("Glass Storage Jars", "Kitchen", 2790, 28),
    ("Fern Planter", "Garden", 3490, 16),
    ("Willow Bench", "Garden", 27900, 5),
    ("Rain Barrel", "Garden", 9900, 6),
    ("Canvas Hammock", "Garden", 10900, 7),
]

# Region, share of sales, growth per year.
REGIONS = [
    ("North", 0.23, 0.10),
    ("South", 0.19, 0.22),
    ("East", 0.16, -0.06),
    ("West", 0.31, 0.28),
    ("Central", 0.11, 0.12),
]

# Customers are companies; the two lists give 30 * 12 names.
FIRST_WORDS = (  # noqa: SIM905 - a list would take a line per word.
    "Alpine Amber Birch Bluewater Brightside Cobalt Copperfield Driftwood Eastgate Evergreen Fairmont Foxglove "
    "Granite Hawthorn Ironbridge Juniper Kingfisher Lakeshore Larkspur Marigold Northwind Orchard Pinecrest "
    "Quayside Redwood Silverline Thornbury Umber Westbrook Yarrow"
).split()
SECOND_WORDS = "Interiors Hotels Studio Offices Trading Homes Cafes Supply Partners Living Retail Gardens".split()  # noqa: SIM905 - a list would take a line per word.

# Sales by month relative to the year's average: a slow start and a strong end; garden products sell
# in summer.
SEASON = [0.78, 0.80, 0.94, 1.00, 1.05, 1.04, 0.93, 0.88, 1.02, 1.08, 1.28, 1.20]
GARDEN_SEASON = [0.25, 0.40, 1.00, 1.80, 2.10, 1.90, 1.60, 1.20, 0.80, 0.50, 0.25, 0.20]

# Minimum quantity, discount in percent.
DISCOUNTS = [(20, 10), (10, 5), (5, 2)]

BAD_DATE_FORMS = ["2025-13-45", "n/a", "2026-02-30", "31.06.2025", "unknown"]


class Dice:
    """Random choices that depend only on `random()`."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def below(self, limit):
        """Returns an integer from 0 to limit - 1."""
        return int(self.random() * limit)

    def weighted(self, cumulated):
        """Returns a random index, given the running totals of the weights."""
        mark = self.random() * cumulated[-1]
        low, high = 0, len(cumulated) - 1
        while low < high:
            middle = (low + high) // 2
            if cumulated[middle] > mark:
                high = middle
            else:
                low = middle + 1
        return low

    def sample(self, count, limit):
        """Returns `count` distinct integers below the limit, in the order drawn."""
        drawn = {}
        while len(drawn) < count:
            drawn[self.below(limit)] = True
        return list(drawn)


def running_totals(weights):
    totals, total = [], 0.0
    for weight in weights:
        total += weight
        totals.append(total)
    return totals


def money(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def sales(dice):
    """Returns the table's rows, header first."""
    days = [FIRST_DAY + datetime.timedelta(days=n) for n in range((LAST_DAY - FIRST_DAY).days + 1)]
    # Weekends are slower, and total sales grow by about a sixth per year.
    day_weights = running_totals(
        SEASON[day.month - 1] * (0.55 if day.weekday() >= 5 else 1.0) * (1 + 0.16 * n / 365)
        for n, day in enumerate(days)
    )
    names = [f"{first} {second}" for second in SECOND_WORDS for first in FIRST_WORDS]
    customers = [names[index] for index in dice.sample(240, len(names))]
    # A few customers buy most (Pareto); no two have the same weight, so that rankings have no ties.
    customer_weights = running_totals(1 / (rank + 6) ** 0.9 for rank in range(len(customers)))
    homes = [dice.weighted(running_totals(share for _, share, _ in REGIONS)) for _ in customers]

    rows, seen = [], set()
    while len(rows) < ROWS - REPEATED:
        number = dice.weighted(day_weights)
        day = days[number]
        customer = dice.weighted(customer_weights)
        region_weights = [share * (1 + growth * number / 365) for _, share, growth in REGIONS]
        region_weights[homes[customer]] *= 9
        region = REGIONS[dice.weighted(running_totals(region_weights))][0]
        product, category, list_price, _ = PRODUCTS[
            dice.weighted(
                running_totals(
                    popularity * (GARDEN_SEASON[day.month - 1] if category == "Garden" else 1.0)
                    for _, category, _, popularity in PRODUCTS
                )
            )
        ]
        # Small orders are common, large ones rare; expensive products sell in smaller quantities.
        quantity = 1 + int(-math.log(1 - dice.random()) * (6.0 if list_price < 10_000 else 2.2))
        quantity = min(quantity, 60)
        price = list_price * 104 // 100 if day.year == 2026 else list_price
        percent = next((percent for least, percent in DISCOUNTS if quantity >= least), 0)
        revenue = (quantity * price * (100 - percent) + 50) // 100
        row = [
            day.isoformat(),
            customers[customer],
            product,
            category,
            region,
            quantity,
            money(price),
            money(revenue),
        ]
        # Only the rows repeated below are duplicated, so that the number of duplicates is known.
        if tuple(row) not in seen:
            seen.add(tuple(row))
            rows.append(row)
    rows.sort(key=lambda row: row[0])

    for column, blanks in ((1, 180), (3, 140), (4, 420), (5, 90), (6, 110)):
        for index in dice.sample(blanks, len(rows)):
            rows[index][column] = ""
    for index in dice.sample(BAD_DATES, len(rows)):
        rows[index][0] = BAD_DATE_FORMS[dice.below(len(BAD_DATE_FORMS))]
    # A duplicate follows its original directly, like a form that was submitted twice. Inserted from
    # the end, so that the other indices stay valid.
    for index in sorted(dice.sample(REPEATED, len(rows)), reverse=True):
        rows.insert(index, list(rows[index]))
    return [
        ["date", "customer", "product", "category", "region", "quantity", "price", "revenue"],
        *rows,
    ]


# Channel, visits in the first week, conversion rates to cart, checkout and payment.
CHANNELS = [
    ("Search", 8200, 0.118, 0.52, 0.71),
    ("Social", 6100, 0.064, 0.41, 0.62),
    ("Email", 2300, 0.187, 0.63, 0.80),
    ("Direct", 3900, 0.142, 0.58, 0.77),
]
STAGES = ["visit", "cart", "checkout", "paid"]


def funnel(dice):
    """Returns the users per stage, week and channel. From the tenth week on, the checkout rate of
    social traffic is lower.
    """
    rows = [["week", "channel", "stage", "users"]]
    for week in range(16):
        monday = datetime.date(2026, 7, 6) + datetime.timedelta(weeks=week)
        for channel, visits, *shares in CHANNELS:
            if channel == "Social" and week >= 9:
                shares[1] *= 0.7
            users = int(visits * (1 + 0.012 * week) * (0.93 + 0.14 * dice.random()))
            rows.append([monday.isoformat(), channel, STAGES[0], users])
            for stage, share in zip(STAGES[1:], shares):
                users = int(users * share * (0.96 + 0.08 * dice.random()))
                rows.append([monday.isoformat(), channel, stage, users])
    return rows


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, make, seed in (("sales.csv", sales, SEED), ("funnel.csv", funnel, SEED + 1)):
        with open(folder / name, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(make(Dice(seed)))


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: generate.py <folder>")
    main(pathlib.Path(sys.argv[1]))
