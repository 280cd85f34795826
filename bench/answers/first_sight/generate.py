"""Writes the tables of this folder that are not out of packages, from a fixed seed, with the dirt
of real files.

    python3 bench/answers/first_sight/generate.py

Dirt: missing cells, several spellings of a value, stray spaces, numbers with units, limits or thousands separators, exact duplicates of rows,
codes without a legend, several formats of dates (one to a file), decimal commas, semicolons.
"""

import business
from dirt import TABLES

import public


def main() -> None:
    TABLES.mkdir(exist_ok=True)
    for make in (
        business.bestellungen,
        public.termine,
        business.librairie,
        business.ventas,
        public.grades,
        public.greenhouse,
        business.shipments,
        business.invoices,
        business.staff,
        public.requests,
        public.library,
        public.lab,
        public.meters,
        public.survey,
        public.weblog,
        public.gemeinden,
        business.gym,
        business.hotel,
        business.tickets,
        public.hockey,
        business.fuel,
        business.loyers,
        business.crm,
        public.trial,
        public.marathon,
        public.trams,
        business.donations,
    ):
        make()


if __name__ == "__main__":
    main()
