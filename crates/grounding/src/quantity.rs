//! Reads the quantities that a text states: numbers with their precision and unit, and dates.

use std::ops::Range;

mod date;

pub use date::Date;

/// A quantity in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Where it stands in the text, in bytes, with its sign and the words that scale it.
    pub span: Range<usize>,
    /// What it says.
    pub value: Value,
}

/// What a quantity says.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// A date, or a part of one.
    Date(Date),
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its value; that of `1.2 million` is 1,200,000, that of `38 %` is 38.
    pub value: f64,
    /// The unit of its last digit: 0.1 for `3.4`, 100,000 for `1.2 million`, 1 for `45,000`.
    pub resolution: f64,
    /// What a word such as `million` multiplies it with, else 1.
    pub scale: f64,
    /// How many digits carry its value, without leading zeros.
    pub digits: usize,
    /// Whether it has a sign.
    pub signed: bool,
    /// Whether a percent sign or the word follows.
    pub percent: bool,
    /// Whether `x`, `×` or `times` follows.
    pub factor: bool,
    /// Whether a word such as `about` precedes it, so that zeros at its end need not be exact.
    pub about: bool,
}

/// Words after a number that multiply it.
const SCALES: [(&str, f64); 12] = [
    ("thousand", 1e3),
    ("million", 1e6),
    ("millions", 1e6),
    ("billion", 1e9),
    ("trillion", 1e12),
    ("mn", 1e6),
    ("bn", 1e9),
    ("k", 1e3),
    ("K", 1e3),
    ("M", 1e6),
    ("B", 1e9),
    ("T", 1e12),
];

/// Words before a number that make it approximate.
const ABOUT: [&str; 14] = [
    "about",
    "almost",
    "approx",
    "approx.",
    "approximately",
    "around",
    "circa",
    "close to",
    "just over",
    "just under",
    "nearly",
    "over",
    "roughly",
    "some",
];

/// Returns the quantities of an answer in their order. Numbers of lists, ordinals, versions and
/// parts of names such as `Q1` do not count.
pub fn stated(text: &str) -> Vec<Quantity> {
    Reader { text, prose: true, commas: has_decimal_commas(text) }.read()
}

/// Returns the quantities of a program's output, in which every number counts.
pub fn printed(text: &str) -> Vec<Quantity> {
    Reader { text, prose: false, commas: false }.read()
}

struct Reader<'a> {
    text: &'a str,
    /// Whether it is prose, with numbered lists and ordinals.
    prose: bool,
    /// Whether its decimal marks are commas, so that its points stand between thousands.
    commas: bool,
}

impl Reader<'_> {
    fn read(&self) -> Vec<Quantity> {
        let bytes = self.text.as_bytes();
        let mut found = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            let dated = byte.is_ascii_digit() || byte.is_ascii_uppercase();
            if let Some((date, end)) = dated.then(|| date::at(self.text, at)).flatten() {
                found.push(Quantity { span: at..end, value: Value::Date(date) });
                at = end;
            } else if bytes[at].is_ascii_digit()
                || (bytes[at] == b'.' && starts_fraction(self.text, at))
            {
                let end = self.token_end(at);
                if let Some(quantity) = self.number(at, end) {
                    at = quantity.span.end.max(end);
                    found.push(quantity);
                } else {
                    at = end;
                }
            } else if is_word(self.text, at) {
                // A number inside a word belongs to a name: `Q1`, `col_2`.
                at = word_end(self.text, at);
            } else {
                at += 1;
            }
        }
        found
    }

    /// Returns the end of the digits from `at`, with the separators and the fraction among them.
    fn token_end(&self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let mut end = at;
        while end < bytes.len() {
            match bytes[end] {
                b'0'..=b'9' => end += 1,
                b'.' | b',' if digit(end + 1) => end += 1,
                b'e' | b'E' if end > at && digit(end + 1) => end += 2,
                b'e' | b'E'
                    if end > at
                        && matches!(bytes.get(end + 1), Some(b'+' | b'-'))
                        && digit(end + 2) =>
                {
                    end += 3
                }
                _ => {
                    let rest = &self.text[end..];
                    let space = ["\u{202f}", "\u{a0}", "\u{2009}", "'", "’"]
                        .iter()
                        .find(|space| rest.starts_with(**space));
                    match space {
                        Some(space) if three_digits(&rest[space.len()..]) => end += space.len(),
                        _ => break,
                    }
                }
            }
        }
        end
    }

    fn number(&self, start: usize, end: usize) -> Option<Quantity> {
        let token = &self.text[start..end];
        let grouped = self.commas && !token.starts_with('0') && is_grouped(token);
        let (mut value, decimals, digits) =
            if grouped { decimal(&token.replace('.', ""))? } else { decimal(token)? };
        let mut span = start..end;
        let before = &self.text[..start];
        let rest = &self.text[end..];
        if self.prose
            && (is_marker(before, rest)
                || is_ordinal(rest)
                || is_unit(before, value)
                || is_name_part(self.text, start..end)
                || rest.starts_with(['D', 'd']) && !longer_word(rest))
        {
            return None;
        }
        let mut signed = false;
        let money = before.trim_end_matches(['$', '€', '£', '¥']);
        for sign in ["-", "−", "+"] {
            let Some(left) = money.strip_suffix(sign) else { continue };
            if !left.ends_with(|last: char| last.is_alphanumeric() || last == ')') {
                signed = true;
                span.start = left.len();
                if sign != "+" {
                    value = -value;
                }
            }
        }
        let mut resolution = 10f64.powi(-(decimals as i32));
        let (mut percent, mut factor, mut scale) = (false, false, 1.0);
        let after = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let gap = rest.len() - after.len();
        if gap <= 2 {
            let word: &str =
                &after[..after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len())];
            if after.starts_with('%') {
                percent = true;
                span.end = end + gap + 1;
            } else if ["percent", "percentage"].contains(&word) || after.starts_with("per cent") {
                percent = true;
                span.end = end + gap + if word == "per" { 8 } else { word.len() };
            } else if after.starts_with('×') || ["x", "times"].contains(&word) {
                factor = true;
            } else if let Some((_, times)) = SCALES
                .iter()
                .find(|(name, _)| *name == word && (name.len() > 1 || gap == 0) && self.prose)
            {
                scale = *times;
                value *= scale;
                resolution *= scale;
                span.end = end + gap + word.len();
            }
        }
        let about = self.prose && is_about(&self.text[..span.start]);
        Some(Quantity {
            span,
            value: Value::Number(Number {
                value,
                resolution,
                scale,
                digits,
                signed,
                percent,
                factor,
                about,
            }),
        })
    }
}

/// Returns whether a text writes decimal commas and no decimal points.
fn has_decimal_commas(text: &str) -> bool {
    let decimals = |mark: char| {
        text.match_indices(mark).any(|(at, _)| {
            let after = &text[at + 1..];
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            // A mark before further digits divides groups; any other ends a clause.
            let rest = after[digits..].strip_prefix([',', '.']);
            let is_divided =
                rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
            text[..at].ends_with(|c: char| c.is_ascii_digit())
                && (1..=2).contains(&digits)
                && !is_divided
        })
    };
    decimals(',') && !decimals('.')
}

/// Returns whether a number is written with one point before three digits.
fn is_grouped(token: &str) -> bool {
    token.split_once('.').is_some_and(|(whole, rest)| {
        (1..=3).contains(&whole.len())
            && rest.len() == 3
            && whole.bytes().chain(rest.bytes()).all(|byte| byte.is_ascii_digit())
    })
}

/// Returns whether digits with separators can be read as a number.
pub(crate) fn is_number(token: &str) -> bool {
    decimal(token).is_some()
}

/// Parses digits with separators: returns the value, the number of decimals, and that of
/// significant digits. `None` for versions and addresses such as `1.2.3`.
fn decimal(token: &str) -> Option<(f64, usize, usize)> {
    if let Some(plain) = plain_decimal(token) {
        return Some(plain);
    }
    let (mantissa, exponent) = match token.find(['e', 'E']) {
        Some(at) => (&token[..at], token[at + 1..].parse::<i32>().ok()?),
        None => (token, 0),
    };
    let plain: String =
        mantissa.chars().map(|c| if c.is_ascii_digit() || c == '.' { c } else { ',' }).collect();
    let dots = plain.matches('.').count();
    let grouped = |text: &str, separator: char| {
        let mut groups = text.split(separator);
        groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.all(|group| group.len() == 3)
    };
    let (whole, fraction) = match (dots, plain.contains(',')) {
        (0, false) => (plain.clone(), ""),
        (1, _) if plain.rfind(',') < plain.find('.') => {
            let (whole, fraction) = plain.split_once('.')?;
            if whole.contains(',') && !grouped(whole, ',') {
                return None;
            }
            (whole.replace(',', ""), fraction)
        }
        (0, true) if grouped(&plain, ',') => (plain.replace(',', ""), ""),
        // A list without spaces, or a decimal comma.
        (0, true) if plain.matches(',').count() == 1 => {
            let (whole, fraction) = plain.split_once(',')?;
            (whole.to_owned(), fraction)
        }
        // Points between thousands, perhaps with a decimal comma.
        (1.., true) if plain.matches(',').count() == 1 => {
            let (whole, fraction) = plain.split_once(',')?;
            if !grouped(whole, '.') {
                return None;
            }
            (whole.replace('.', ""), fraction)
        }
        (2.., false) if grouped(&plain, '.') => (plain.replace('.', ""), ""),
        _ => return None,
    };
    let value: f64 = format!("{whole}.{fraction}0e{exponent}").parse().ok()?;
    let digits = format!("{whole}{fraction}").trim_start_matches('0').len();
    let decimals = i32::try_from(fraction.len()).ok()? - exponent;
    Some((value, usize::try_from(decimals).unwrap_or(0), digits))
}

/// Parses digits with at most one point, which most numbers of an output are.
fn plain_decimal(token: &str) -> Option<(f64, usize, usize)> {
    let (whole, fraction) = token.split_once('.').unwrap_or((token, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value: f64 = token.parse().ok()?;
    let zeros = whole.bytes().chain(fraction.bytes()).take_while(|byte| *byte == b'0').count();
    Some((value, fraction.len(), whole.len() + fraction.len() - zeros))
}

fn starts_fraction(text: &str, at: usize) -> bool {
    let digit = text.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
    digit && !text[..at].ends_with(|last: char| last.is_alphanumeric())
}

fn three_digits(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3
}

fn is_word(text: &str, at: usize) -> bool {
    text.is_char_boundary(at) && text[at..].starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn word_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    at + rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

/// Returns whether a number is the marker of a list's item: first on its line, followed by a point
/// or a bracket and a space.
fn is_marker(before: &str, rest: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or(before);
    line.trim().is_empty() && (rest.starts_with(". ") || rest.starts_with(") "))
}

fn is_ordinal(rest: &str) -> bool {
    ["st", "nd", "rd", "th"].iter().any(|ending| {
        rest.strip_prefix(ending)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// Returns whether a number is the unit of a rate: `per 1,000`.
fn is_unit(before: &str, value: f64) -> bool {
    let end = before.len().checked_sub(4).and_then(|at| before.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case("per "))
        && [100.0, 1e3, 1e4, 1e5, 1e6].contains(&value)
}

/// Returns whether a number is part of a name with hyphens: `DC-9`, `737-7H4`, but not `5-year`.
fn is_name_part(text: &str, span: Range<usize>) -> bool {
    let joined = |c: char| c.is_alphanumeric() || c == '-';
    let (before, after) = (&text[..span.start], &text[span.end..]);
    let before = &before[before.trim_end_matches(joined).len()..];
    let after = &after[..after.len() - after.trim_start_matches(joined).len()];
    let named = |part: &str| {
        part.starts_with(char::is_uppercase)
            || part.contains(|c: char| c.is_ascii_digit()) && part.contains(char::is_alphabetic)
    };
    (before.ends_with('-') || after.starts_with('-'))
        && [before, after].iter().any(|side| side.split('-').any(named))
}

/// Returns whether the word that `rest` begins with has more than one letter.
fn longer_word(rest: &str) -> bool {
    rest.chars().nth(1).is_some_and(char::is_alphanumeric)
}

fn is_about(before: &str) -> bool {
    let before = before.trim_end_matches(['$', '€', '£', '¥', ' ', '*', '\u{a0}']);
    before.ends_with(['~', '≈'])
        || ABOUT.iter().any(|word| {
            before.len().checked_sub(word.len()).is_some_and(|at| {
                before.is_char_boundary(at)
                    && before[at..].eq_ignore_ascii_case(word)
                    && !before[..at].ends_with(char::is_alphanumeric)
            })
        })
}

#[cfg(test)]
mod tests;
