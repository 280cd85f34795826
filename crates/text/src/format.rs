//! Numbers, formatted for users.
//!
//! English conventions throughout, whatever the browser's language, so that server and browser
//! write the same text.

/// Formats a count: `45,000`.
#[must_use]
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Formats a count with its noun: `1 row`, `45,000 rows`.
#[must_use]
pub fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Formats a size in decimal units: `812 bytes`, `12 KB`, `3.4 MB`.
#[must_use]
pub fn bytes(size: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if size < 1000 {
        return plural(size, "byte");
    }
    let mut scaled = size as f64 / 1000.0;
    let mut unit = 0;
    // 999.5 would be written as "1000" in this unit.
    while scaled >= 999.5 && unit + 1 < UNITS.len() {
        scaled /= 1000.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && scaled < 9.95);
    format!("{} {}", fixed(scaled, digits), UNITS[unit])
}

/// Formats a time span: `40 ms`, `1.2 s`, `2 min 5 s`.
#[must_use]
pub fn duration(milliseconds: f64) -> String {
    let milliseconds = milliseconds.max(0.0);
    if milliseconds < 999.5 {
        return format!("{} ms", fixed(milliseconds, 0));
    }
    let seconds = milliseconds / 1000.0;
    if seconds < 9.95 {
        return format!("{} s", fixed(seconds, 1));
    }
    let whole = seconds.round() as u64;
    if whole < 60 { format!("{whole} s") } else { format!("{} min {} s", whole / 60, whole % 60) }
}

/// Formats a number with `digits` decimals. A tie goes to the even digit, as in Python; what is
/// rounded to zero has no sign.
#[must_use]
pub fn fixed(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'0'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// Formats a share of one as a percentage that never rounds a small part to zero: `0 %`, `< 1 %`,
/// `12 %`, `> 99 %`, `100 %`.
#[must_use]
pub fn share(part: f64) -> String {
    let percent = (part * 100.0).round();
    if part > 0.0 && percent == 0.0 {
        return "< 1 %".to_owned();
    }
    if part < 1.0 && percent == 100.0 { "> 99 %".to_owned() } else { format!("{percent} %") }
}

/// Says how closely numbers are compared whose relative difference is at most this: `to nine
/// digits`.
#[must_use]
pub fn to_digits(tolerance: f64) -> String {
    const WORDS: [&str; 9] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let digits = (-tolerance.log10()).round();
    let word = WORDS.iter().zip(1_u32..).find(|(_, count)| f64::from(*count) == digits);
    match word {
        Some((word, 1)) => format!("to {word} digit"),
        Some((word, _)) => format!("to {word} digits"),
        None if digits.is_finite() && digits > 0.0 => format!("to {digits} digits"),
        None => "exactly".to_owned(),
    }
}

/// Formats a number of any size in about four digits, for axes and summaries: `0.0312`, `1,234`,
/// `1.2e+9`.
#[must_use]
pub fn short(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e12).contains(&size) {
        let text = format!("{number:.2e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let sign = if exponent.starts_with('-') { "" } else { "+" };
        return format!("{}e{sign}{exponent}", without_zeros(digits));
    }
    let digits = (3.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    grouped(without_zeros(&fixed(number, digits)))
}

/// Cuts the zeros at the end of a fraction.
fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// Inserts commas between the thousands of a decimal number's text; sign and fraction are
/// unchanged, and so is a number with an exponent.
#[must_use]
pub fn grouped(number: &str) -> String {
    let (sign, rest) = number.split_at(usize::from(number.starts_with('-')));
    let (whole, fraction) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut text = sign.to_owned();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text + fraction
}

#[cfg(test)]
mod tests {
    use super::{duration, to_digits};

    #[test]
    fn a_tolerance_is_said_in_digits() {
        for (tolerance, text) in [
            (1e-9, "to nine digits"),
            (1e-12, "to 12 digits"),
            (0.1, "to one digit"),
            (0.0, "exactly"),
        ] {
            assert_eq!(to_digits(tolerance), text, "{tolerance}");
        }
    }

    #[test]
    fn durations_grow_coarser_as_they_grow_longer() {
        for (milliseconds, text) in [
            (-1.0, "0 ms"),
            (40.4, "40 ms"),
            (999.6, "1.0 s"),
            (1234.0, "1.2 s"),
            (9960.0, "10 s"),
            (125_000.0, "2 min 5 s"),
        ] {
            assert_eq!(duration(milliseconds), text, "{milliseconds}");
        }
    }
}
