"""Files as programs export them, each with one thing that was read wrong."""

import json
import unittest
from unittest import mock

from insitu import alphabets, profile, workbook
from opening_fixtures import Case, Opening, facts_of, opened


class Signs(unittest.TestCase):
    def test_signs_where_signs_are_say_that_a_text_is_of_windows(self):
        for text in (
            "Datum;Temperatur (°C)\n01.02.;12,5",
            "item,price\nTea,£2.50",
            "item,price\nTea,€2.50\nJam,3.20 €",
            "site,NO2 (µg/m³)\nA,12.5",
            "name,area (m²)\nFlat,70",
            "a,note\n1,©",
            "place,lat\nNice,43.7° N",
            "who,what\nAnn,don’t\nBo,“yes”",
        ):
            with self.subTest(text=text):
                name, _others = alphabets.guess(alphabets.sample(text.encode("cp1252")))
                self.assertEqual(name, "cp1252")

    def test_letters_of_other_encodings_are_not_signs(self):
        for name, word in (
            ("cp1250", "Michał"),
            ("cp1250", "Łomża"),
            ("cp932", "大阪"),
            ("big5", "臺北"),
            ("cp949", "서울"),
            ("cp1251", "Москва"),
            ("mac_roman", "Größe"),
        ):
            with self.subTest(word=word):
                data = f"name,price\n{word},3\n".encode(name)
                found, _others = alphabets.guess(alphabets.sample(data))
                self.assertEqual(data.decode(found).split("\n")[1], f"{word},3")


class Exports(Opening):
    def test_texts(self):
        lists = "numbers with commas between them are read as lists"
        labels = "the header has no name for the first column"
        comments = "".join(f"# group {at}\nA{at},{at}.5\n" for at in range(51))
        above = "".join(f"# licence, line {at}\n" for at in range(60))
        bank = b'"10:48 16/04/2010",,,,,\n,,,,,\n"Client Name:","Mr Joe Bloggs",,,,\n"Account","Funds",,,,\n"Total Transactions",14,,,,\n,,,,,\n"Account","Deal Date","Type","Units","Amount","Status"\n"A1",28/12/2001,"Buy",54.71,547.10,"Completed"\n"A1",25/06/2002,"Buy",46.88,468.80,"Completed"\n"A1",25/05/2003,"Dividend",,0.08,"Completed"\n'
        virus = b"name,numdate,Location\nA/Hawaii/02|KF789866|05/28/2013|USA,2013.405,Hawaii\nA/Boston/DOA2|CY148382|11/01/2012|USA,2012.837,Boston\nA/Oregon/15|GQ895004|06/25/2009|USA,2009.481,Oregon\n"
        self.check(
            [
                Case("lists of numbers beside decimal points", "a.csv", b'id,tags,score\n1,"1,2",3.5\n2,"3",4.5\n3,"4,5",1.5\n', 3, ["id", "tags", "score"], "df['tags'][2]", "4,5", (lists,), {"tags": "text"}),
                Case("decimal commas beside decimal points", "a.csv", b'id,price,score\n1,"1,20",3.5\n2,"3,40",4.5\n3,"4,55",1.5\n', 3, ["id", "price", "score"], "round(df['price'].sum(), 2)", "9.15"),
                Case("lines that end in a carriage return, with a comma in quotes", "a.csv", b'"x,y",1\rz,2\rw,3\r', 3, ["0", "1"], "df[1].sum()", "6"),
                Case("lines that end in a carriage return", "a.csv", b"name,v\rAnn,1\rBob,2\rCy,3\rDan,4\r", 4, ["name", "v"], "df['v'].sum()", "10"),
                Case("more comments within the table than are left out one by one", "a.csv", f"name,v\n{comments}".encode(), 51, ["name", "v"], "df['v'].sum()", "1300.5", ("51 lines of comments",)),
                Case("more comments above the table than rows are searched", "a.csv", f"{above}code,name,v\n1,a,2\n2,b,3\n3,c,4\n".encode(), 3, ["code", "name", "v"], "df['v'].sum()", "9", ("60 lines above",)),
                Case("names with commas between tabs", "a.tsv", b"who\ttown\nSmith, John\tBerlin\nDoe, Jane\tParis\nRoe, Max\tRome\n", 3, ["who", "town"], "df['who'][1]", "Doe, Jane"),
                Case("decimal commas beneath a title without any delimiter", "a.csv", "Report\n\nname;price\nä;1,5\nb;2,25\n".encode(), 2, ["name", "price"], "df['price'].sum()", "3.75"),
                Case("bars within names", "a.csv", virus, 3, ["name", "numdate", "Location"], "df['Location'][2]", "Oregon"),
                Case("numbers as names beside names of rows", "a.txt", b'"8336" "8337" "8315"\n"1" 0 0 0\n"2" 0 4 0\n"3" 1 0 0\n"4" 0 0 2\n', 4, ["row", "8336", "8337", "8315"], "df['8337'].sum()", "4", (labels,)),
                Case("the same between commas", "a.csv", b"8336,8337,8315\n1,0,0,0\n2,0,4,0\n3,1,0,0\n4,0,0,2\n", 4, ["row", "8336", "8337", "8315"], "df['8315'].sum()", "2", (labels,)),
                Case("a preamble with a number", "a.csv", bank, 3, ["Account", "Deal Date", "Type", "Units", "Amount", "Status"], "round(df['Amount'].sum(), 2)", "1015.98", ("6 lines above",), {"Deal Date": "date"}),
                Case("codes that begin as a currency does", "a.csv", b"id,v\nrs12,1\nrs7,2\nrs901,3\n", 3, ["id", "v"], "df['id'][0]", "rs12", (), {"id": "text"}),
                Case("longer rows without a header", "a.csv", b"AD,+4230,Andorra\nAE,+2518,Dubai\nAQ,-7750,McMurdo,New Zealand time\nAQ,-6617,Casey,Casey\nAR,-3436,Buenos Aires,BA\nAS,-1416,Pago Pago\n", 6, ["0", "1", "2", "3"], "df[3][4]", "BA"),
                Case("lines that end in the delimiter, whatever the name", "a.txt", b"Date;Libelle;Montant;\n01/02/2023;Loyer;-700,00;\n15/02/2023;Salaire;2100,50;\n17/02/2023;Pain;-3,20;\n", 3, ["Date", "Libelle", "Montant", "Unnamed: 3"], "df['Montant'].sum()", "1397.3", (), {"Date": "date"}),
                Case("texts without a header", "a.csv", b"Ann,red,Paris\nBob,blue,Rome\nCy,red,Rome\nDi,red,Nice\n", 4, ["0", "1", "2"], "(df[1] == 'red').sum()", "3"),
                Case("a survey's answers, named as they are ticked", "a.csv", b"who,Email,Post\nAnn,Email,\nBob,Email,Post\nCy,,Post\nDi,Email,\n", 4, ["who", "Email", "Post"], "(df['Email'] == 'Email').sum()", "3"),
                Case("a header that is repeated", "a.csv", b"who,town\nAnn,Rome\nwho,town\nBob,Oslo\nwho,town\nCy,Bern\n", 3, ["who", "town"], "df['town'][2]", "Bern", ("repeat",)),
                Case("degrees", "a.csv", "city,lat\nParis,48.86°\nNice,43.70°\nLyon,45.76°\n".encode(), 3, ["city", "lat"], "df['lat'].max()", "48.86"),
            ]
        )  # fmt: skip

    def test_the_rows_of_a_large_file_with_carriage_returns_are_counted(self):
        content = b"id,v\r" + b"".join(b"%d,%d\r" % (at, at % 7) for at in range(60_000))
        facts, frames = opened("a.csv", content)
        self.assertEqual((facts["tables"][0]["rows"], len(frames[0])), (60_000, 60_000))

    def test_a_first_row_with_a_name_of_its_own_is_no_total(self):
        content = b"category,Pass,Fail\nNo operator,18,0\nCompare a number,6,0\nCompare a boolean,6,0\nCompare a string,6,0\n"
        facts, _frames = opened("a.csv", content)
        self.assertEqual(facts["tables"][0]["totals"], [])

    def test_json(self):
        rows = [["1 Ceres", "3.33"], ["2 Pallas", None], ["3 Juno", "5.12"]]
        named = {"fields": ["full_name", "H"], "data": rows}
        records = [
            {"t": "x", "a": 1.5, "d": "2020-01-31", "n": 40},
            {"t": "y", "a": 2.5, "d": "2020-02-29", "n": 63},
            {"t": "z", "a": "", "d": "", "n": ""},
        ]
        self.check(
            [
                Case("names of columns under another key", "a.json", json.dumps(named).encode(), 3, ["full_name", "H"], "df['H'].sum()", "8.45"),
                Case("empty texts for missing numbers", "a.json", json.dumps(records).encode(), 3, ["t", "a", "d", "n"], "f'{df.a.sum()} {df.n.sum()} {df.d.max():%Y-%m-%d}'", "4.0 103.0 2020-02-29"),
            ]
        )  # fmt: skip

    def test_a_fault_of_a_library_in_rust_is_an_error_of_the_file(self):
        class PanicException(BaseException):
            pass

        with mock.patch.object(workbook, "describe", side_effect=PanicException("no entry")):
            facts, _tables = facts_of("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
        self.assertEqual(facts["error"], profile.PANIC)


if __name__ == "__main__":
    unittest.main()
