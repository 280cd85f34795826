//! Numbers, formatted for users.
//!
//! English conventions throughout, whatever the browser's language, so that server and browser write the same
//! text.

/// Formats a count: `45,000`.
pub fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Formats a count with its noun: `1 row`, `45,000 rows`.
pub fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

/// Formats a size in decimal units: `812 bytes`, `12 KB`, `3.4 MB`.
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
    format!("{} {}", fixed(scaled, digits).0, UNITS[unit])
}

/// Formats a time span: `40 ms`, `1.2 s`, `2 min 5 s`.
pub fn duration(milliseconds: f64) -> String {
    let milliseconds = milliseconds.max(0.0);
    if milliseconds < 999.5 {
        return format!("{} ms", fixed(milliseconds, 0).0);
    }
    let seconds = milliseconds / 1000.0;
    if seconds < 9.95 {
        return format!("{} s", fixed(seconds, 1).0);
    }
    let whole = seconds.round() as u64;
    if whole < 60 { format!("{whole} s") } else { format!("{} min {} s", whole / 60, whole % 60) }
}

/// Formats a number with `digits` decimals, and returns whether that is exact.
pub fn fixed(number: f64, digits: usize) -> (String, bool) {
    let text = format!("{number:.digits$}");
    let written = text.parse();
    // What is rounded to zero has no sign.
    let text = if written == Ok(0.0) { text.trim_start_matches('-').to_owned() } else { text };
    (text, written == Ok(number))
}

/// Inserts commas between the thousands of a decimal number's text; sign and fraction are unchanged.
pub fn grouped(number: &str) -> String {
    let (sign, rest) = match number.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", number),
    };
    let (whole, fraction) = match rest.find('.') {
        Some(point) => rest.split_at(point),
        None => (rest, ""),
    };
    let mut text = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text.push_str(fraction);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Copy + std::fmt::Debug>(write: impl Fn(T) -> String, cases: &[(T, &str)]) {
        for (value, text) in cases {
            assert_eq!(write(*value), *text, "{value:?}");
        }
    }

    #[test]
    fn counts_are_grouped_in_thousands() {
        check(
            count,
            &[(0, "0"), (999, "999"), (1000, "1,000"), (45_000, "45,000"), (1_234_567, "1,234,567")],
        );
    }

    #[test]
    fn one_is_singular() {
        check(|n| plural(n, "row"), &[(0, "0 rows"), (1, "1 row"), (45_000, "45,000 rows")]);
    }

    #[test]
    fn sizes_have_a_unit_that_keeps_them_short() {
        check(
            bytes,
            &[
                (0, "0 bytes"),
                (1, "1 byte"),
                (999, "999 bytes"),
                (1000, "1 KB"),
                (12_345, "12 KB"),
                (999_499, "999 KB"),
                (999_500, "1.0 MB"),
                (3_449_000, "3.4 MB"),
                (38_000_000, "38 MB"),
                (2_100_000_000, "2.1 GB"),
            ],
        );
    }

    #[test]
    fn durations_grow_coarser_as_they_grow_longer() {
        check(
            duration,
            &[
                (-1.0, "0 ms"),
                (40.4, "40 ms"),
                (999.6, "1.0 s"),
                (1234.0, "1.2 s"),
                (9960.0, "10 s"),
                (125_000.0, "2 min 5 s"),
            ],
        );
    }

    #[test]
    fn decimals_are_rounded_and_report_whether_they_are_exact() {
        let cases = [
            ((20.5, 2), ("20.50", true)),
            ((-3.0, 2), ("-3.00", true)),
            ((-0.001, 2), ("0.00", false)),
            ((0.07, 2), ("0.07", true)),
            ((1_234_567.891, 2), ("1234567.89", false)),
            ((99.996, 2), ("100.00", false)),
            ((5.0, 0), ("5", true)),
        ];
        for ((number, digits), (text, all)) in cases {
            assert_eq!(fixed(number, digits), (text.to_owned(), all), "{number}");
        }
    }

    #[test]
    fn grouping_keeps_sign_and_fraction() {
        check(grouped, &[("-1234.5678", "-1,234.5678"), ("12", "12"), ("-100000", "-100,000")]);
    }
}
