"""Amounts in several currencies: pandas adds them as if they were in one. The profile says so of
each column whose amounts are, and what to group by.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import Any

# Signs of one currency: amounts that have some of the same group are in one currency.
SAME = [
    {"€", "EUR"},
    {"$", "US$", "USD"},
    {"£", "GBP"},
    {"¥", "JPY", "CNY", "RMB"},
    {"₹", "Rs", "Rs.", "INR"},
    {"CHF", "Fr."},
    {"kr", "kr."},
    {"zł", "PLN"},
]
DOUBT = "the amounts are in several currencies, which are not converted"
# Codes of ISO 4217 that tables have. Three capitals are a currency only if all of a column's texts
# are.
CODES = set(
    re.findall(
        "[A-Z]{3}",
        "AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNY COP CRC CZK DKK DOP EGP EUR GBP GEL GHS HKD HRK HUF IDR ILS INR ISK JOD JPY KES KRW KWD KZT LKR MAD MXN MYR "
        "NGN NOK NPR NZD OMR PEN PHP PKR PLN QAR RMB RON RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH UGX USD UYU VND ZAR",
    )
)
SIGNS = {
    "$",
    "US$",
    "R$",
    "C$",
    "A$",
    "HK$",
    "NZ$",
    "€",
    "£",
    "¥",
    "₹",
    "₩",
    "₽",
    "₺",
    "₪",
    "₫",
    "฿",
    "zł",
    "Kč",
}
NAME = re.compile(
    r"curr|ccy|w(ä|ae)hrung|devise|divisa|moneda|moeda|monnaie|valuta|валюта|通貨|币种|货币",
    re.IGNORECASE,
)
# Names of columns with amounts of money, in the languages that tables are in.
# Names of columns with units of measurement or powers of ten, and of columns in such units.
UNITS = re.compile(
    r"^(units?|uom|einheit(en)?|unités?|unidad(es)?|unità|scale|multiplier|unit ?(code|name|mult.*)|measure ?unit|unit[_ ]of[_ ]measure(ment)?)$",
    re.IGNORECASE,
)
AMOUNT = re.compile(
    r"^(obs_?)?val(ue)?s?$|^v$|quantity|qty|menge|volume|weight|gewicht", re.IGNORECASE
)
# “Credit card” does not say a direction.
CARD = re.compile(r"card|karte|carte|tarjeta|carta|method|means|paid (by|with)", re.IGNORECASE)
# Words for both ways that an amount may go.
WAYS = (
    ({"dr", "debit", "d"}, {"cr", "credit", "c"}),
    (
        {"s", "soll", "belastung", "ausgabe", "ausgaben"},
        {"h", "haben", "gutschrift", "einnahme", "einnahmen"},
    ),
    (
        {"out", "outgoing", "outflow", "expense", "withdrawal", "payment"},
        {"in", "incoming", "inflow", "income", "deposit"},
    ),
    ({"débit", "dépense"}, {"crédit", "recette"}),
    ({"buy", "purchase", "refund", "-"}, {"sell", "sale", "+"}),
)
MONEY = re.compile(
    r"amount|price|total|sum\b|value|cost|revenue|sales|turnover|income|profit|spend|budget|balance|fee|salary|wage|paid|payment|gross|net\b|debit|credit|"
    r"betrag|preis|umsatz|summe|wert|kosten|gehalt|saldo|montant|prix|co[uû]t|chiffre|salaire|importe|precio|coste|ventas|monto|valor|pre[çc]o|custo|"
    r"importo|prezzo|bedrag|prijs|kwota|cena|сумма|цена|金額|金额|价格|価格",
    re.IGNORECASE,
)


def are_several(signs: Iterable[str]) -> bool:
    """Returns whether signs or codes are of more than one currency."""
    return (
        len(
            {
                next((number for number, same in enumerate(SAME) if sign in same), sign)
                for sign in signs
            }
        )
        > 1
    )


def state(frame: Any, entries: list[dict[str, Any]]) -> None:
    """Adds the doubt to the columns of a table whose amounts have their currency in another column."""
    columns = [
        facts["name"]
        for at, facts in enumerate(entries)
        if facts["type"] in ("category", "text") and is_currency(facts["name"], frame.iloc[:, at])
    ]
    numbers = [
        facts
        for facts in entries
        if facts["type"] in ("integer", "number", "numbertext")
        and "percent" not in (facts["doubt"] or "")
    ]
    money = [facts for facts in numbers if MONEY.search(facts["name"])] or [
        facts for facts in numbers if facts["type"] != "integer"
    ]
    if len(columns) != 1:
        # With two of them, as for an exchange, no column is known to be in the currency of one.
        return
    for facts in money:
        if DOUBT not in (facts["doubt"] or ""):
            doubt = f"{DOUBT}: group them by “{columns[0]}”"
            facts["doubt"] = f"{facts['doubt']}; {doubt}" if facts["doubt"] else doubt


def directions(frame: Any, entries: list[dict[str, Any]]) -> None:
    """Adds the doubt to amounts without signs if another column says which way each went."""
    for at, facts in enumerate(entries):
        is_kind_of_card = CARD.search(facts["name"])
        if facts["type"] != "category" or not 1 < facts["distinct"] <= 4 or is_kind_of_card:
            continue
        found = {
            str(value).strip().casefold().rstrip(".")
            for value in frame.iloc[:, at].dropna().unique()
        }
        if not any(
            found <= {*one, *other} and found & one and found & other for one, other in WAYS
        ):
            continue
        for other in entries:
            low = other["min"]
            if (
                other["type"] in ("integer", "number", "numbertext")
                and MONEY.search(other["name"])
                and isinstance(low, (int, float))
                and low >= 0
            ):
                doubt = f"no amount has a sign, “{facts['name']}” says which way it went: a sum adds both"
                other["doubt"] = f"{other['doubt']}; {doubt}" if other["doubt"] else doubt


def units(frame: Any, entries: list[dict[str, Any]]) -> None:
    """Adds the doubt to the columns of amounts whose units another column states."""
    for at, facts in enumerate(entries):
        if facts["type"] != "category" or not UNITS.search(facts["name"]) or facts["distinct"] < 2:
            continue
        for place, other in enumerate(entries):
            beside = (
                abs(place - at) == 1 or AMOUNT.search(other["name"]) or MONEY.search(other["name"])
            )
            if other["type"] in ("integer", "number", "numbertext") and beside:
                doubt = f"the amounts are in several units, which are not converted: group them by “{facts['name']}”"
                other["doubt"] = f"{other['doubt']}; {doubt}" if other["doubt"] else doubt


def is_currency(name: str, series: Any) -> bool:
    """Returns whether the texts of a column are several currencies."""
    found: Collection[str] = {
        str(value).strip() for value in series.dropna().unique()[: 2 * len(CODES)]
    }
    codes = {text.upper() for text in found}
    if not codes <= CODES | SIGNS | {sign.upper() for sign in SIGNS}:
        return False
    # A column of countries or units may have the letters of currencies by chance.
    return are_several(codes) and (
        bool(NAME.search(name))
        or len(codes & {"EUR", "USD", "GBP", "JPY", "CHF", "$", "€", "£"}) > 0
    )
