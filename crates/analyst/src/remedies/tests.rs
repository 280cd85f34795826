use kernel::Form;

use super::{Failure, of};
use crate::fixtures::sales;

const READER: &str = r#"pd.read_csv("sales.csv", sep=";", decimal=",", encoding="latin-1")"#;

fn failure<'a>(class: &'a str, message: &'a str, code: &'a str) -> Failure<'a> {
    Failure {
        class,
        message,
        missing: None,
        code,
        question: "",
        profiles: &[],
        not_numbers: Vec::new(),
    }
}

#[test]
fn each_kind_of_error_has_its_remedy() {
    let numbers = r#"Columns of numbers: "quantity", "revenue"."#;
    for (class, message, missing, code, expected) in [
        ("TypeError", "dtype 'str' does not support operation 'mean'", None, "df.mean()", numbers),
        (
            "TypeError",
            "agg function failed [how->mean,dtype->object]",
            None,
            "df.groupby('customer').mean()",
            numbers,
        ),
        (
            "ValueError",
            "could not convert string to float: '1,2'",
            None,
            "df['unit_price'].astype(float)",
            r#"convert it: df["unit_price"] = pd.to_numeric(df["unit_price"], errors="coerce")"#,
        ),
        ("TypeError", "unsupported operand type(s) for +: 'int' and 'str'", None, "x", numbers),
        ("TypeError", "'<' not supported between instances of 'str' and 'int'", None, "x", numbers),
        (
            "TypeError",
            "Invalid comparison between dtype=datetime64[ns] and date",
            None,
            "df['order date'] > d",
            r#"df["order date"] = pd.to_datetime(df["order date"], errors="coerce")"#,
        ),
        (
            "AttributeError",
            "Can only use .dt accessor with datetimelike values",
            None,
            "df.x.dt.year",
            "df[column] = pd.to_datetime",
        ),
        (
            "TypeError",
            "can't compare offset-naive and offset-aware datetimes",
            None,
            "x",
            "tz_localize(None)",
        ),
        (
            "KeyError",
            "'Region'",
            Some("Region"),
            "df['Region']",
            "There is no such column. Use only these names, exactly as written here:",
        ),
        (
            "KeyError",
            "'price'",
            Some("price"),
            "df['price']",
            r#"exactly as written here: "unit_price"."#,
        ),
        ("KeyError", "'revenue'", Some("revenue"), "t['revenue']", ".reset_index() after groupby"),
        (
            "AttributeError",
            "'DataFrame' object has no attribute 'price'",
            Some("DataFrame"),
            "df.price",
            "Use only these names",
        ),
        (
            "AttributeError",
            "'Series' object has no attribute 'foo'",
            None,
            "x.foo",
            "print(type(x))",
        ),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a.csv'", None, "x", READER),
        (
            "NameError",
            "name 'df2' is not defined",
            Some("df2"),
            "df2",
            "The name df2 does not exist in this program.",
        ),
        (
            "ValueError",
            "x and y must have same first dimension, but have shapes (3,) and (4,)",
            None,
            "x",
            "different numbers of rows",
        ),
        (
            "ValueError",
            "All arrays must be of the same length",
            None,
            "x",
            "different numbers of rows",
        ),
        (
            "ValueError",
            "operands could not be broadcast together",
            None,
            "x",
            "different numbers of rows",
        ),
        (
            "IndexError",
            "single positional indexer is out-of-bounds",
            None,
            "x",
            "What you selected has no rows.",
        ),
        (
            "ValueError",
            "The truth value of a Series is ambiguous.",
            None,
            "x",
            "each condition in parentheses",
        ),
        (
            "SyntaxError",
            "unterminated string literal",
            None,
            "x",
            "one short statement on each line",
        ),
        ("ModuleNotFoundError", "No module named 'polars'", None, "x", "Use only pandas"),
        (
            "ValueError",
            "Input X contains NaN.",
            None,
            "df['quantity']",
            r#"df.dropna(subset=["quantity"])"#,
        ),
        ("ValueError", "Input X contains NaN.", None, "x", "the columns that you use"),
        (
            "TypeError",
            "unsupported format string passed to Series.__format__",
            None,
            "x",
            "Take one value",
        ),
        (
            "TypeError",
            "f() got an unexpected keyword argument 'how'",
            None,
            "x",
            "Leave that argument out",
        ),
        ("TypeError", "'DataFrame' object is not callable", None, "x", "square brackets"),
    ] {
        let files = [sales("CELL")];
        let failure = Failure { missing, profiles: &files, ..failure(class, message, code) };
        let remedy = of(&failure).unwrap_or_default();
        assert!(remedy.contains(expected), "{class}: {message}\n{remedy}");
        assert!(!remedy.contains("CELL"), "{remedy}");
    }
    assert_eq!(of(&failure("ZeroDivisionError", "division by zero", "1 / 0")), None);
    assert_eq!(of(&failure("KeyError", "'a'", "x")), None, "there are no files");
}

#[test]
fn text_is_converted_by_the_form_of_its_values_or_looked_at_first() {
    for (forms, expected) in [
        (
            &[Form::Thousands][..],
            r#"pd.to_numeric(df["a"].astype(str).str.replace(r"[,\s]", "", regex=True), errors="coerce")"#,
        ),
        (&[Form::Currency, Form::Words], r#"str.replace(r"[,$€£¥\s]", "", regex=True)"#),
        (&[Form::Percent], r#"str.replace(r"[%\s]", "", regex=True)"#),
        (&[Form::DecimalComma], r#".str.replace(".", "").str.replace(",", ".")"#),
        (&[], r#"df["a"] = pd.to_numeric(df["a"], errors="coerce")"#),
        (&[Form::Words, Form::Blank], "if they are names, count them instead"),
        (&[Form::Unit, Form::Thousands], "cannot be converted by one rule. Look at them first"),
        (&[Form::Range], "cannot be converted by one rule. Look at them first"),
        (
            &[Form::Thousands, Form::DecimalComma],
            "cannot be converted by one rule. Look at them first",
        ),
    ] {
        let failure = Failure {
            not_numbers: vec![("a", forms)],
            ..failure(
                "TypeError",
                "dtype 'str' does not support operation 'mean'",
                "df['a'].mean()",
            )
        };
        let remedy = of(&failure).unwrap_or_default();
        assert!(remedy.contains(expected), "{forms:?}\n{remedy}");
    }
}
