"""Files of Stata and SAS."""

import base64
import io
import lzma
import struct
import unittest

import pandas as pd
from insitu import profile
from opening_fixtures import Case, Opening

# A transport file of SAS with a padded identifier, a day, a zero and a missing value; as
# base85 of xz.
VISITS_XPT = (
    "{Wp48S^xk9=GL@E0stWa761SMbT8$j-~~?sAYA|?5kw~q1;2`f+Zz=!?t(p=JF}t6r>%z@#@!g~ct^cI*hEx}`XY+Wc_)Bo926s"
    "Vi?q#N3-&Txwn{)`qYZBY7FgH~QInlRo?#7a9u}cZhcNs^SLi0xfCBfIEKL}+$;hI`-Tq0ebF=X(c<M@aN%jDnGT=7bv{ne^M@*"
    "u$X1@!UQq7BQf#)X3A9Qqx7Kb^L!>bt$?Kh136iabuE!jb1Y}Uo-BGQMs-Fn4Dn?8?$*15E6HtZw(cTR3xFi-jI#X9xKT1&A>t~"
    "|os`A9J3R|J7xsDOlmYTA;OGYxPp!|aN1u{k$M>N^0OU=-6gMdKRxwU}K(*no=m-q5N^6TOtTRNEhcrWL1nhJ~r)e4ev7>fg6V?"
    "P>r39VJwE7Y&sf00F!L&<X$m{AgbPvBYQl0ssI200dcD"
)


def stata(frame, **options):
    """Returns the bytes of a Stata file."""
    file = io.BytesIO()
    frame.to_stata(file, write_index=False, **options)
    return file.getvalue()


def sas7bdat(names, labels, formats, widths, rows):
    """Returns the bytes of a data set of SAS, with texts of these widths and numbers (width 0)."""
    sizes = [width or 8 for width in widths]
    places = [sum(sizes[:at]) for at in range(len(sizes))]
    data = b"".join(
        b"".join(
            struct.pack("<d", value) if not width else value.encode().ljust(width)
            for value, width in zip(row, widths)
        )
        for row in rows
    )
    # The texts begin behind the size of their block, at a multiple of four.
    text, spots = bytearray(60), {}
    for word in [*names, *labels, *formats]:
        spots[word] = (len(text), len(word.encode()))
        text += word.encode() + bytes(4 + -len(word.encode()) % 4)
    text[:2] = struct.pack("<H", len(text))
    many = len(names)
    size = bytearray(480)
    size[:4] = b"\xf7" * 4
    for at, value in ((20, sum(sizes)), (24, len(rows)), (36, many), (60, len(rows))):
        size[at : at + 4] = struct.pack("<I", value)
    spelled = bytearray(20 + 8 * many)
    spelled[:4] = b"\xff" * 4
    kept = bytearray(20 + 12 * many)
    kept[:4] = b"\xfc\xff\xff\xff"
    parts = [
        bytes(size),
        b"\xf6" * 4 + struct.pack("<II", many, 0),
        b"\xfd\xff\xff\xff" + bytes(text),
    ]
    shown = []
    for at, name in enumerate(names):
        spelled[12 + 8 * at : 18 + 8 * at] = struct.pack("<HHH", 0, *spots[name])
        kept[12 + 12 * at : 20 + 12 * at] = struct.pack("<II", places[at], sizes[at])
        kept[22 + 12 * at] = 2 if widths[at] else 1
        form = bytearray(52)
        form[:4] = b"\xfe\xfb\xff\xff"
        form[34:40] = struct.pack("<HHH", 0, *spots[formats[at]])
        form[40:46] = struct.pack("<HHH", 0, *spots[labels[at]])
        shown.append(bytes(form))
    parts += [bytes(spelled), bytes(kept), *shown]
    page = bytearray(4096)
    page[16:22] = struct.pack("<HHH", 0x200, len(parts) + len(rows), len(parts))
    end = 4096
    for at, part in enumerate(parts):
        end = (end - len(part)) & ~3
        page[end : end + len(part)] = part
        page[24 + 12 * at : 32 + 12 * at] = struct.pack("<II", end, len(part))
    start = 24 + 12 * len(parts) + (24 + 12 * len(parts)) % 8
    page[start : start + len(data)] = data
    head = bytearray(1024)
    head[:32] = profile.file_kinds.SAS_MAGIC
    head[37:40], head[70] = b"\x01\x001", 20
    head[84:92], head[156:164] = b"SAS FILE", b"DATA    "
    head[92:156] = b"VISITS".ljust(64)
    head[196:208] = struct.pack("<III", 1024, 4096, 1)
    head[216:224] = b"9.0401M1"
    return bytes(head + page)


class OfStatisticsPrograms(Opening):
    def test_files_of_stata_keep_labels_and_dates(self):
        visits = pd.DataFrame(
            {
                "id": ["00501", "02139", "10001"],
                "sex": pd.Categorical(["female", "male", "female"]),
                "age": [34.0, None, 51.0],
                "day": pd.to_datetime(["2025-02-13", "2025-02-14", None]),
            }
        )
        labels = {"age": "Age in years", "sex": "Sex of the patient"}
        value = "(df['id'].tolist(), df['sex'].astype(str).tolist(), df['age'].sum(), str(df['day'].min().date()))"
        right = "(['00501', '02139', '10001'], ['female', 'male', 'female'], np.float64(85.0), '2025-02-13')"
        content = stata(visits, variable_labels=labels, convert_dates={"day": "td"})
        newest = stata(visits, version=118, convert_dates={"day": "td"})
        said = ("numbers are read as their labels: `sex`", "`age` “Age in years”")
        codes = stata(
            pd.DataFrame({"answer": [1, 2, 3], "n": [5, 6, 7]}),
            value_labels={"answer": {1: "yes", 2: "no", 3: "no"}},
        )
        greek = pd.DataFrame({"πόλη": ["Αθήνα", "Πάτρα"], "n": [1, 2]})
        self.check(
            [
                Case(
                    "labels, days, missing values", "a.dta", content, 3, list(visits), value, right, said,
                    {"id": "text", "sex": "category", "age": "integer", "day": "date"},
                ),
                Case("the newest format", "a.dta", newest, 3, list(visits), value, right, said[:1]),
                Case("no ending", "visits", newest, 3, list(visits), value, right),
                Case(
                    "labels that are not unique", "b.dta", codes, 3, ["answer", "n"], "df['answer'].tolist()", "[1, 2, 3]",
                    ("labels that are not unique stay numbers: `answer`",),
                ),
                Case("names outside of ASCII", "c.dta", stata(greek, version=118), 2, list(greek), "df['πόλη'][0]", "Αθήνα"),
                Case("no rows", "d.dta", stata(visits.iloc[:0, [0, 2]]), 0, ["id", "age"], "len(df)", "0"),
            ]
        )  # fmt: skip

    def test_data_sets_of_sas_keep_labels_and_days(self):
        rows = [
            ("00501", 23785.0, 0.0, "Köln"),
            ("02139", 23786.0, 2.5, "Graz"),
            ("10001", 23787.0, 4.0, ""),
        ]
        names = ["ID", "VISIT", "DOSE", "CITY"]
        content = sas7bdat(
            names,
            ["Patient", "Day of visit", "", "City"],
            ["$", "DATE", "", "$"],
            [5, 0, 0, 8],
            rows,
        )
        value = "(df['ID'].tolist(), str(df['VISIT'].max().date()), df['DOSE'].sum(), df['CITY'].tolist()[:2])"
        right = "(['00501', '02139', '10001'], '2025-02-15', np.float64(6.5), ['Köln', 'Graz'])"
        said = ("labels of the columns: `ID` “Patient”, `VISIT` “Day of visit”",)
        types = {"ID": "text", "VISIT": "date", "DOSE": "number"}
        self.check(
            [
                Case("labels, days, a missing text", "visits.sas7bdat", content, 3, names, value, right, said, types),
                Case("no ending", "visits", content, 3, names, value, right),
            ]
        )  # fmt: skip
        self.refused([("a.sas7bdat", content[:3000], "could not be read")])

    def test_files_of_sas_have_days_and_zeros(self):
        content = lzma.decompress(base64.b85decode(VISITS_XPT))
        latin = content.replace("Köln".encode(), "Köln ".encode("latin-1"))
        names = ["ID", "VISIT", "DOSE", "CITY"]
        value = (
            "(df['ID'].tolist(), str(df['VISIT'].max().date()), df['DOSE'].tolist(), df['CITY'][0])"
        )
        right = "(['00501', '02139', '10001'], '2025-02-14', [0.0, 2.5, nan], 'Köln')"
        self.check(
            [
                Case(
                    "zeros, days as numbers", "visits.xpt", content, 3, names, value, right,
                    ("zeros that pandas reads as 5.4e-79 become zeros: `DOSE`", "`DOSE` “Dose in mg”"),
                    {"VISIT": "date", "DOSE": "number", "ID": "text"},
                ),
                Case("an encoding of before 2000", "visits.xpt", latin, 3, names, value, right),
                Case("no ending", "visits", content, 3, names, value, right),
            ]
        )  # fmt: skip
        self.refused(
            [
                ("a.xpt", content.replace(b"LIBRARY HEADER", b"LIBV8   HEADER"), "version 8"),
                ("a.xpt", content[:300], "could not be read"),
                ("a.sas7bdat", profile.file_kinds.SAS_MAGIC + bytes(200), "could not be read"),
                ("a.dta", stata(pd.DataFrame({"a": [1, 2]}))[:300], "could not be read"),
            ]
        )  # fmt: skip


if __name__ == "__main__":
    unittest.main()
