"""SQL as text: statements, parameters, and the files that it names."""

import datetime
import decimal
import unittest

from duckdb import InvalidInputException, _sql


def rewritten(sql, files=("sales.csv", "more.csv")):
    """Returns a statement with tables in place of files, and what they were asked for."""
    asked = []

    def table_of(name, options):
        asked.append((name, options))
        return f"t{len(asked)}"

    (statement,) = _sql.statements(sql)
    return _sql.with_files(statement, files.__contains__, table_of).text, asked


def bound(sql, values):
    return _sql.bound(_sql.statements(sql)[0], values).text


class Statements(unittest.TestCase):
    def test_a_semicolon_ends_a_statement_only_where_it_is_sql(self):
        sql = """select ';' -- ; not here
            ; /* ; nor here */ select $$;$$, "a;b", e'\\';' ;; """
        found = _sql.statements(sql)
        self.assertEqual([one.first for one in found], ["select", "select"])
        self.assertEqual(found[1].text, """/* ; nor here */ select $$;$$, "a;b", e'\\';'""")

    def test_what_returns_rows_is_known_by_its_first_word(self):
        cases = {
            "SELECT 1": True,
            "-- why\nfrom t": True,
            "(select 1) union (select 2)": True,
            "create table t as select 1": False,
            "insert into t select 1": False,
        }
        for sql, expected in cases.items():
            self.assertEqual(_sql.statements(sql)[0].asks, expected, sql)

    def test_a_statement_that_changes_tables_is_not_run_twice(self):
        for sql, expected in {
            "with x as (select 1) select * from x": True,
            "with x as (select 1) insert into t from x returning *": False,
            "insert into t select 1 returning *": False,
        }.items():
            self.assertEqual(_sql.statements(sql)[0].only_reads, expected, sql)


class Parameters(unittest.TestCase):
    def test_values_stand_where_the_parameters_were(self):
        self.assertEqual(
            bound("select ?, '?', ? -- ?", [1, "it's"]), "select (1), '?', 'it''s' -- ?"
        )
        self.assertEqual(bound("select $2, $1, $2", [1, None]), "select NULL, (1), NULL")
        self.assertEqual(
            bound("select $a, $b", {"a": True, "b": b"\x00'"}), "select TRUE, '\\x00\\x27'::BLOB"
        )

    def test_too_few_and_too_many_values_are_refused(self):
        for sql, values in [("select ?", []), ("select 1", [1]), ("select $a", {"b": 1})]:
            with self.assertRaises(InvalidInputException):
                bound(sql, values)

    def test_values_keep_their_types_and_digits(self):
        for value, expected in [
            (-5, "(-5)"),
            (2**70, "'1180591620717411303424'::HUGEINT"),
            (0.1, "'0.1'::DOUBLE"),
            (float("inf"), "'inf'::DOUBLE"),
            (decimal.Decimal("-1.50"), "'-1.50'::DECIMAL(3, 2)"),
            (decimal.Decimal("0.001"), "'0.001'::DECIMAL(4, 3)"),
            (datetime.datetime(2025, 2, 3, 4, 5), "'2025-02-03 04:05:00'::TIMESTAMP"),
            (datetime.date(2025, 2, 3), "'2025-02-03'::DATE"),
            ([1, "a"], "[(1), 'a']"),
            ({"a": None}, "{'a': NULL}"),
        ]:
            self.assertEqual(_sql.literal(value), expected)
        with self.assertRaises(InvalidInputException):
            _sql.literal(object())


class Files(unittest.TestCase):
    def test_a_file_after_from_or_join_is_a_table_under_its_name_or_its_alias(self):
        for sql, expected in [
            ("select * from 'sales.csv'", 'select * from (FROM t1) AS "sales"'),
            (
                "from 'sales.csv' where a = 'sales.csv'",
                "from (FROM t1) AS \"sales\" where a = 'sales.csv'",
            ),
            (
                "from 'sales.csv' s join 'more.csv' as m using (a)",
                "from (FROM t1) s join (FROM t2) as m using (a)",
            ),
            ("from 'other.csv'", "from 'other.csv'"),
            ("select 'sales.csv'", "select 'sales.csv'"),
        ]:
            self.assertEqual(rewritten(sql)[0], expected)

    def test_a_function_that_reads_files_is_a_table_with_its_options(self):
        self.assertEqual(
            rewritten("select a from read_csv('x.csv', delim = ';', skip := 2, header=true) t"),
            ("select a from (FROM t1) t", [("x.csv", {"delim": ";", "skip": 2, "header": True})]),
        )
        self.assertEqual(
            rewritten("from READ_PARQUET(['a.parquet', 'b.parquet'])"),
            ("from (FROM t1 UNION ALL FROM t2)", [("a.parquet", {}), ("b.parquet", {})]),
        )

    def test_what_is_not_literal_is_left_to_the_engine(self):
        for sql in (
            "from read_csv(name)",
            "from read_csv('a' || 'b')",
            "from read_csv('a', columns={'a': 'INT'})",
            "select read_csv",
        ):
            self.assertEqual(rewritten(sql), (sql, []))
