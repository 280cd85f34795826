//! Numbers and texts of an outcome, formatted for English readers of Markdown.

use serde_json::Value;

use crate::label::escape;

/// Formats one cell. Money has two decimals, other numbers as many as they need, at most two from 1 on.
pub(super) fn say(value: &Value, money: bool) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) if !money => group_digits(&whole.to_string()),
            _ => decimal(number.as_f64().unwrap_or(f64::NAN), money),
        },
        // A date without a time needs no midnight.
        Value::String(text) => escape(text.strip_suffix("T00:00:00").unwrap_or(text)),
        other => escape(&other.to_string()),
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
    group_digits(&text)
}

/// Formats a percentage out of 100.
pub(super) fn percent(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |part| format!("{part:.1}%"))
}

/// Inserts commas between the thousands of a number's text; other text is unchanged.
pub(crate) fn group_digits(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_formatted_for_english_readers() {
        let cases = [
            (json!(1234567), false, "1,234,567"),
            (json!(1234567.891), true, "1,234,567.89"),
            (json!(12), true, "12.00"),
            (json!(0.5), false, "0.5"),
            (json!(0.012345), false, "0.01235"),
            (json!(-1234.5), false, "-1,234.5"),
            (json!("a|b\n*c*"), false, "a\\|b \\*c\\*"),
            (json!(null), false, "–"),
        ];
        for (value, money, wanted) in cases {
            assert_eq!(say(&value, money), wanted);
        }
    }
}
