//! Numbers and texts of an outcome, formatted for English readers of Markdown.

use crate::wording;
use serde_json::Value;

use crate::label::escape;
use crate::terms::Unit;

/// Formats one cell. Money and averages have two decimals, other numbers as many as they need, at
/// most two from 1 on.
pub(super) fn say(value: &Value, unit: Unit) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) if unit == Unit::Text => whole.to_string(),
            (_, Some(value)) if unit == Unit::Text && value.fract() == 0.0 => format!("{value:.0}"),
            (_, Some(value)) if unit == Unit::Percent => {
                wording::group_digits(&format!("{value:.1}"))
            }
            (Some(whole), _) if unit != Unit::Decimal => wording::group_digits(&whole.to_string()),
            (_, value) => decimal(value.unwrap_or(f64::NAN), unit == Unit::Decimal),
        },
        Value::String(text) => escape(&moment(text)),
        other => escape(&other.to_string()),
    }
}

/// Returns a point in time as readers write it: without midnight, without zeros after the minutes;
/// other text is unchanged.
fn moment(text: &str) -> String {
    let is_day = |day: &str| {
        day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let Some((day, time)) =
        text.split_once('T').filter(|(day, time)| is_day(day) && time.len() >= 8)
    else {
        return text.to_owned();
    };
    let time = time.split('.').next().unwrap_or(time).trim_end_matches('Z');
    match time.strip_suffix(":00").unwrap_or(time) {
        "00:00" => day.to_owned(),
        time => format!("{day} {time}"),
    }
}

fn decimal(value: f64, money: bool) -> String {
    let text = match value.abs() {
        size if money && size >= 0.1 => format!("{value:.2}"),
        size if size >= 1.0 || size == 0.0 => format!("{value:.2}"),
        size => {
            let places = (-size.log10()).ceil().clamp(0.0, 12.0) as usize + 3;
            format!("{value:.places$}")
        }
    };
    let text = if (money && text.len() > 3 && value.abs() >= 0.1) || !text.contains('.') {
        text
    } else {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    wording::group_digits(&text)
}

/// Formats a percentage out of 100.
pub(super) fn percent(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |part| format!("{part:.1}%"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_formatted_for_english_readers() {
        let cases = [
            (json!(1234567), Unit::Number, "1,234,567"),
            (json!(1234567.891), Unit::Decimal, "1,234,567.89"),
            (json!(12), Unit::Decimal, "12.00"),
            (json!(0.5), Unit::Number, "0.5"),
            (json!(0.012345), Unit::Number, "0.01235"),
            (json!(-1234.5), Unit::Number, "-1,234.5"),
            (json!("a|b\n*c*"), Unit::Number, "a\\|b \\*c\\*"),
            (json!(null), Unit::Number, "–"),
            (json!(2024), Unit::Text, "2024"),
            (json!(37.25), Unit::Percent, "37.2"),
            (json!("2025-01-31T00:00:00.000"), Unit::Date, "2025-01-31"),
            (json!("2025-01-31T07:30:00.000"), Unit::Text, "2025-01-31 07:30"),
            (json!("STARTTOEND"), Unit::Text, "STARTTOEND"),
        ];
        for (value, unit, expected) in cases {
            assert_eq!(say(&value, unit), expected);
        }
    }
}
