use super::{Names, for_error, wanted};
use crate::fixtures::sales;

const COLUMNS: &str =
    r#"Columns of "sales.csv": "order date", "customer", "unit_price", "quantity", "revenue""#;

const READER: &str =
    r#"To read it: pd.read_csv("sales.csv", sep=";", decimal=",", encoding="latin-1")"#;

#[test]
fn errors_about_names_list_existing_names() {
    let near = |name: &str| Some(format!("Nearest column names: {name:?}\n{COLUMNS}"));
    let cases = [
        ("KeyError", Some("'price'"), near("unit_price")),
        (
            "KeyError",
            Some("'revenue'"),
            Some(format!(
                "The file has that column, but the table here does not: it was not selected, was renamed, or became the index.\n{COLUMNS}"
            )),
        ),
        ("KeyError", Some("'Order_Date'"), near("order date")),
        (
            "AttributeError",
            Some("'DataFrame' object has no attribute 'x'"),
            Some(COLUMNS.to_owned()),
        ),
        (
            "NameError",
            Some("name 'revenu' is not defined"),
            near("revenue").map(|text| format!("{text}\n{READER}")),
        ),
        ("NameError", Some("name 'df' is not defined"), Some(format!("{COLUMNS}\n{READER}"))),
        ("KeyError", None, Some(COLUMNS.to_owned())),
        (
            "ValueError",
            Some("Missing column provided to 'parse_dates': 'day'"),
            Some(COLUMNS.to_owned()),
        ),
        (
            "ValueError",
            Some("could not convert string to float: '1,5'"),
            Some(format!(
                "{READER}\nConvert text with pd.to_numeric(…, errors=\"coerce\"), after removing everything that is not a digit."
            )),
        ),
        (
            "KeyError",
            Some("'Men'"),
            Some(format!(
                "There is no such column. If it is a value, look for its spelling first: print(df[column].unique()).\n{COLUMNS}"
            )),
        ),
        ("ValueError", Some("no"), None),
        (
            "UnicodeDecodeError",
            Some("'utf-8' codec can't decode byte 0xfc"),
            Some(READER.to_owned()),
        ),
        (
            "TypeError",
            Some("dtype 'str' does not support operation 'mean'"),
            Some(READER.to_owned()),
        ),
        ("TypeError", Some("f() takes no arguments"), None),
        ("FileNotFoundError", Some("'sale.csv'"), Some(r#"Files: "sales.csv""#.to_owned())),
        ("ZeroDivisionError", Some("division by zero"), None),
    ];
    let names = Names { profiles: &[sales("cell")], variables: &[], question: "" };
    for (class, message, expected) in cases {
        assert_eq!(for_error(class, message, &names), expected, "{class} {message:?}");
    }
}

#[test]
fn the_wanted_name_is_read_between_quotes() {
    let cases = [
        ("'a'", Some("a")),
        ("column \"it's\" is missing", Some("it's")),
        ("none", None),
        ("'open", None),
    ];
    for (message, expected) in cases {
        assert_eq!(wanted(message).as_deref(), expected);
    }
}

#[test]
fn an_undefined_name_lists_the_nearest_variables() {
    let variables = ["totals", "total_by_month", "df", "x"].map(str::to_owned);
    let hint = |class: &str, name: &str| {
        let message = format!("name '{name}' is not defined");
        for_error(
            class,
            Some(&message),
            &Names { profiles: &[], variables: &variables, question: "" },
        )
    };
    assert_eq!(
        hint("NameError", "total"),
        Some(r#"Nearest variables: "total_by_month", "totals""#.to_owned())
    );
    assert_eq!(hint("NameError", "unrelated"), None);
    assert_eq!(hint("KeyError", "total"), None);
}
