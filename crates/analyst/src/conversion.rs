//! The expressions by which a profile converts columns, as far as they contain nothing but code:
//! names of functions, formats of dates and signs of currencies.

use kernel::Column;

/// The words of such expressions. An expression with another word, such as the names of months, is
/// not shown, since it might quote a cell.
const CODE: &[&str] = &[
    "pd",
    "df",
    "to_datetime",
    "to_numeric",
    "to_timedelta",
    "format",
    "errors",
    "coerce",
    "utc",
    "UTC",
    "GMT",
    "True",
    "None",
    "str",
    "strip",
    "replace",
    "regex",
    "astype",
    "Int64",
    "fillna",
    "dt",
    "tz_localize",
    "total_seconds",
    "unit",
    "s",
    "ms",
    "us",
    "ns",
    "lambda",
    "day",
    "where",
    "DateOffset",
    "years",
    "d",
    "Z",
    "Y",
    "m",
    "y",
    "b",
    "B",
    "H",
    "I",
    "M",
    "S",
    "f",
    "p",
    "z",
    "dT",
    "mT",
    // What precedes a pattern.
    "r",
];

/// The words of the currencies that `web/kernel/harness/insitu/numbers.py` takes away.
const CURRENCIES: &[&str] = &[
    "US", "R", "C", "A", "HK", "NZ", "Ft", "Rs", "kr", "Kč", "zł", "CHF", "Fr", "EUR", "USD",
    "GBP", "JPY", "CNY", "RMB", "INR", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK",
    "HUF", "RON", "TRY", "BRL", "MXN", "ZAR", "SGD", "HKD", "KRW",
];

/// How a column is converted, as a model may see it.
pub(crate) enum Conversion<'a> {
    /// The reader converts it, or it needs none.
    None,
    /// The expression.
    Code(&'a str),
    /// An expression that has words of a language.
    Hidden,
}

/// Returns the conversion of a column.
pub(crate) fn of(column: &Column) -> Conversion<'_> {
    let Some(code) = &column.conversion else { return Conversion::None };
    let bare = code.replace(&format!("df[{}]", quoted(&column.name)), "df");
    let known = bare
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty() && !word.chars().all(|c| c.is_ascii_digit()))
        .all(|word| CODE.contains(&word) || CURRENCIES.contains(&word));
    if known { Conversion::Code(code) } else { Conversion::Hidden }
}

/// Returns a name as the profile writes it.
fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

#[cfg(test)]
mod tests {
    use kernel::ColumnType;

    use super::*;

    #[test]
    fn code_is_shown_and_words_that_may_be_cells_are_not() {
        let date = r#"pd.to_datetime(df["day"], format="%d.%m.%Y %H:%M", errors="coerce")"#;
        let amount = r#"pd.to_numeric(df["day"].str.replace(r"^(\(?[-+]?)\s?(?:€|EUR)\s?", r"\1", regex=True), errors="coerce")"#;
        let months =
            r#"pd.to_datetime(df["day"].str.lower().replace({"\\bjanuar\\b": "1"}, regex=True))"#;
        let cell = r#"df["day"].replace("Ms Jones", None)"#;
        for (code, shown) in [(date, true), (amount, true), (months, false), (cell, false)] {
            let column = column(code);
            assert_eq!(
                matches!(of(&column), Conversion::Code(given) if given == code),
                shown,
                "{code}"
            );
        }
    }

    #[test]
    fn the_currencies_are_those_of_the_harness() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/kernel/harness/insitu/numbers.py");
        let source = std::fs::read_to_string(path).unwrap();
        let (_, list) = source.split_once("AROUND = [").unwrap();
        let (list, _) = list.split_once("\n]").unwrap();
        let mut theirs: Vec<&str> = list
            .split('"')
            .skip(1)
            .step_by(2)
            .flat_map(|token| token.split(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .collect();
        let mut ours = CURRENCIES.to_vec();
        for words in [&mut theirs, &mut ours] {
            words.sort_unstable();
            words.dedup();
        }
        assert!(theirs.len() > 30, "{theirs:?}");
        assert_eq!(ours, theirs);
    }

    fn column(conversion: &str) -> Column {
        Column {
            name: "day".to_owned(),
            r#type: ColumnType::Date,
            dtype: "str".to_owned(),
            missing: 0,
            distinct: 1,
            bad: 0,
            examples: Vec::new(),
            min: None,
            max: None,
            conversion: Some(conversion.to_owned()),
            doubt: None,
            reading: kernel::choices::ColumnReading::default(),
            spellings: 0,
        }
    }
}
