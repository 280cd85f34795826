//! Finds the literals of Python source.

use crate::quantity::{Date, Quantity, Value, printed};

/// Returns what the code compares values with: dates, and numbers of at most two significant
/// digits, as thresholds have; and the limits that it sets, such as quantiles and how many rows.
pub(crate) fn parameters(code: &str) -> (Vec<f64>, Vec<Date>) {
    let (mut numbers, mut dates) = (Vec::new(), Vec::new());
    for Quantity { span, value } in printed(code) {
        match value {
            Value::Date(date) => dates.push(date),
            Value::Number(number) => {
                let digits = format!("{:e}", number.value.abs());
                let significant = digits
                    .bytes()
                    .take_while(|byte| *byte != b'e')
                    .filter(u8::is_ascii_digit)
                    .count();
                let before = code[..span.start].trim_end();
                if significant <= 2 && before.ends_with(['<', '>'])
                    || ["==", "<=", ">=", "!="].iter().any(|sign| before.ends_with(sign))
                {
                    numbers.push(number.value.abs());
                }
            }
        }
    }
    numbers.extend(limits(code));
    (numbers, dates)
}

/// Calls whose arguments are parts of what they return: quantiles, and how many rows.
const LIMITS: [&str; 7] =
    [".quantile(", "percentiles=", ".head(", ".tail(", ".nlargest(", ".nsmallest(", ".sample("];

/// Returns the numbers that such calls have, and of two quantiles that leave out as much at each
/// end what lies between them.
fn limits(code: &str) -> Vec<f64> {
    let mut found = Vec::new();
    for (at, call) in LIMITS.iter().flat_map(|call| code.match_indices(call)) {
        let arguments = &code[at + call.len()..];
        let end = arguments.find([')', ']', '\n']).unwrap_or(arguments.len());
        found.extend(printed(&arguments[..end]).into_iter().filter_map(|quantity| {
            match quantity.value {
                Value::Number(number) => Some(number.value.abs()),
                Value::Date(_) => None,
            }
        }));
    }
    let between = |low: &f64| {
        let high = 1.0 - low;
        (*low > 0.0 && *low < 0.5 && found.iter().any(|other| (other - high).abs() < 1e-9))
            .then_some(high - low)
    };
    let inner: Vec<f64> = found.iter().filter_map(between).collect();
    found.extend(inner);
    found
}

/// Returns the contents of the string literals, without what stands in braces, which an f-string
/// computes. Comments are not literals.
pub(crate) fn strings(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['#', '"', '\'']) {
        let tail = &rest[at..];
        if tail.starts_with('#') {
            rest = tail.find('\n').map_or("", |end| &tail[end..]);
            continue;
        }
        let quote = ["\"\"\"", "'''", "\"", "'"]
            .into_iter()
            .find(|quote| tail.starts_with(quote))
            .unwrap_or("\"");
        let (text, after) = literal(&tail[quote.len()..], quote);
        found.push(text);
        rest = after;
    }
    found
}

/// Returns the text up to the closing quote, and what follows it.
fn literal<'a>(body: &'a str, quote: &str) -> (String, &'a str) {
    let mut text = String::new();
    let mut depth = 0usize;
    let mut characters = body.char_indices();
    while let Some((at, character)) = characters.next() {
        if body[at..].starts_with(quote) {
            return (text, &body[at + quote.len()..]);
        }
        match character {
            '\\' => _ = characters.next(),
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                text.push(' ');
            }
            '\n' if quote.len() == 1 => return (text, &body[at..]),
            other if depth == 0 => text.push(other),
            _ => {}
        }
    }
    (text, "")
}
