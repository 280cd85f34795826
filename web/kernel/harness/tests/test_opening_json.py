"""JSON of any nesting, and GeoJSON."""

import gzip
import json
import lzma
import unittest

from insitu import json_files
from opening_fixtures import Case, Opening, opened, zipped


def as_json(value):
    return json.dumps(value, ensure_ascii=False).encode()


class NestedJson(Opening):
    def test_the_records_are_found_at_any_depth(self):
        records = [
            {"id": "007", "day": "13.02.2025", "price": {"amount": "1.234,50 €", "unit": "EUR"}},
            {"id": "010", "day": "14.02.2025", "price": {"amount": "2,00 €", "unit": None}},
        ]
        columns = ["id", "day", "price.amount", "price.unit"]
        value = "(df['id'].tolist(), str(df['day'].max().date()), df['price.amount'].sum())"
        right = "(['007', '010'], '2025-02-14', np.float64(1236.5))"
        deep = {"meta": {"tags": ["x"], "page": 1}, "response": {"data": {"orders": records}}}
        orders = [
            {
                "order": at,
                "city": "Bern",
                "items": [{"sku": f"0{at}", "n": at}, {"sku": "10", "n": 1}],
            }
            for at in (1, 2, 3)
        ]
        same = [
            {"id": 1, "items": [{"id": "a"}, {"id": "b"}]},
            {"id": 2},
            {"id": 3, "note": "x", "items": [{"id": "c"}]},
        ]
        lines = b"\n".join(map(as_json, records)) + b"\n\n"
        said = ("objects within the records are columns: `price.amount`, `price.unit`",)
        self.check(
            [
                Case("objects within records", "a.json", as_json(records), 2, columns, value, right, said, {"id": "text", "day": "date"}),
                Case("three levels above the records", "a.json", as_json(deep), 2, columns, value, right, ("the records are at response.data.orders", *said)),
                Case("a byte order mark, no ending", "a", b"\xef\xbb\xbf" + as_json(deep), 2, columns, value, right),
                Case("UTF-16", "a.json", json.dumps(records).encode("utf-16"), 2, columns, value, right),
                Case("lines with objects, blank lines", "a.jsonl", lines, 2, columns, value, right, said),
                Case("lines that gzip compressed", "a.jsonl.gz", gzip.compress(lines), 2, columns, value, right, said),
                Case("compressed", "a.json.xz", lzma.compress(as_json(deep)), 2, columns, value, right, said),
                Case("in an archive", "a.zip", zipped({"x/a.json": as_json(deep), "b.jsonl": lines}), 2, columns, value, right, tables=2, table=1),
                Case(
                    "lists of objects within records", "a.json", as_json({"orders": orders}), 6, ["sku", "n", "order", "city"],
                    "(df['n'].sum(), df['order'].tolist())", "(np.int64(9), [1, 1, 2, 2, 3, 3])",
                    ("a row for each object in the lists at orders.items", "lists within cells: `items`"), tables=2, table=1,
                ),
                Case(
                    "the same key in both, records without a list", "a.json", as_json(same), 3, ["id", "record.id", "record.note"],
                    "df['record.id'].tolist()", "[1, 1, 3]", tables=2, table=1,
                ),
                Case("several lists", "a.json", as_json({"users": records, "log": orders}), 2, columns, value, right, tables=3, table=2),
                Case("lists of values in cells", "a.json", as_json([{"a": 1, "tags": ["x", "y"]}, {"a": 2, "tags": []}]), 2, ["a", "tags"], "df['tags'][0]", "['x', 'y']", ("lists within cells: `tags`",)),
                Case("keys that differ", "a.json", as_json([{"a": 1}, {"b": {"c": 2}}, {"a": 3}]), 3, ["a", "b.c"], "df['a'].sum()", "4.0"),
            ]
        )  # fmt: skip

    def test_tables_in_other_forms_are_found(self):
        census = [["NAME", "POP", "state"], ["Ohio", 11, "39"], ["Utah", 3, "49"]]
        split = {"columns": ["a", "b"], "index": [0, 1], "data": [[1, "x"], [2, "y"]]}
        keyed = {"007": {"n": 1, "at": {"x": 2}}, "010": {"n": 3, "at": {"x": 4}}}
        self.check(
            [
                Case("rows with a header", "a.json", as_json(census), 2, census[0], "(df['POP'].sum(), df['state'].tolist())", "(np.int64(14), [39, 49])"),
                Case("rows without one", "a.json", as_json([[1, 2], [3, 4]]), 2, ["0", "1"], "df['1'].sum()", "6", ("the columns have no names",)),
                Case("as pandas splits it", "a.json", as_json(split), 2, ["a", "b"], "df['a'].sum()", "3"),
                Case("an object of objects", "a.json", as_json(keyed), 2, ["key", "n", "at.x"], "(df['key'].tolist(), df['at.x'].sum())", "(['007', '010'], np.int64(6))", ("keys of the objects are the column `key`",)),
                Case("an object of objects below others", "a.json", as_json({"ok": True, "result": keyed}), 2, ["key", "n", "at.x"], "df['n'].sum()", "4"),
                Case("a list for each column", "a.json", as_json({"a": [1, 2], "b": ["x", "y"]}), 2, ["a", "b"], "df['a'].sum()", "3"),
            ]
        )  # fmt: skip

    def test_geojson_has_properties_and_geometries(self):
        def collection(*geometries, **more):
            features = [
                {
                    "type": "Feature",
                    "properties": {"name": f"n{at}", "plz": f"0{at}"},
                    "geometry": geometry,
                    **more,
                }
                for at, geometry in enumerate(geometries)
            ]
            return as_json({"type": "FeatureCollection", "features": features})

        points = [
            {"type": "Point", "coordinates": [8.5, 47.25, 400]},
            {"type": "Point", "coordinates": [7.5, 46.5]},
        ]
        area = {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 3], [0, 0]]]}
        parts = {"type": "GeometryCollection", "geometries": [points[0], area]}
        self.check(
            [
                Case("points with heights", "a.geojson", collection(*points), 2, ["name", "plz", "longitude", "latitude"], "(df['latitude'].sum(), df['plz'].tolist())", "(np.float64(93.75), ['00', '01'])", ("GeoJSON: Point", "bounds: 7.5 to 8.5 and 46.5 to 47.25")),
                Case("several types, one missing", "a.json", collection(area, None, parts), 3, ["name", "plz", "geometry_type", "geometry"], "(df['geometry_type'].tolist()[0], pd.isna(df['geometry_type'][1]), df['geometry'][0][:18])", "('Polygon', True, '{\"type\": \"Polygon\"')", ("GeoJSON: GeometryCollection, Polygon, none", "bounds: 0 to 8.5 and 0 to 47.25")),
                Case("identifiers beside the properties", "a.geojson", collection(*points, id="x1"), 2, ["name", "plz", "id", "longitude", "latitude"], "df['id'][0]", "x1"),
            ]
        )  # fmt: skip

    def test_the_nesting_is_counted_outside_of_texts_and_across_pieces(self):
        text = json.dumps({"a": ["]]}}", "\\", '"', {"b": ["[[[[", [1]]}], "c": '\\\\"'})
        for size in (1, 2, 3, 7, 1000):
            pieces = [text[at : at + size] for at in range(0, len(text), size)]
            self.assertEqual(json_files.nesting_of(pieces), 5, size)

    def test_json_that_is_no_table_or_too_deep_says_so(self):
        self.refused(
            [
                ("a.json", b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
                (
                    "a.jsonl",
                    b'{"a": "]]]]", "b": ' + b"[" * 9_000 + b"]" * 9_000 + b"}\n",
                    "nested too deeply",
                ),
                ("a.json", b'{"a": [1, 2', "could not be read as json"),
            ]
        )
        for content in ({"name": "x", "size": 3}, [1, 2, 3], "text", [], {"a": {"b": {"c": 1}}}):
            with self.subTest(content=content):
                facts, frames = opened("a.json", as_json(content))
                self.assertEqual((frames, facts["error"]), ([], None))
                self.assertIn("JSON that is not a table", facts["notes"][0])


if __name__ == "__main__":
    unittest.main()
