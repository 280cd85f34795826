//! The values of a format: what a slot wants, and whether printed text is that.

/// The longest value, in bytes.
pub(super) const MAX_VALUE_BYTES: usize = 120;

/// A slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    /// What the question says about it.
    pub(super) about: String,
    /// The decimals that it wants; `None` if it need not be a number.
    pub(super) decimals: Option<usize>,
    /// The decimals that it wants if it is a number.
    pub(super) rounding: Option<usize>,
}

impl Value {
    pub(super) fn about(text: &str) -> Self {
        Self { about: text.trim().to_owned(), decimals: decimals(text), rounding: None }
    }

    /// Returns the value as the format wants it, or `None` if the text is not one: the slot itself,
    /// an expression that was not evaluated, or no number if one is wanted.
    pub(super) fn taken(&self, text: &str) -> Option<String> {
        let text = bare(text);
        if text.is_empty()
            || text.len() > MAX_VALUE_BYTES
            || text.eq_ignore_ascii_case(&self.about)
            || text.contains(['{', '}'])
        {
            return None;
        }
        match self.decimals {
            Some(places) => rounded(single_number(text)?, places),
            None if matches!(text, "nan" | "NaN" | "None" | "NaT" | "<NA>") => None,
            None => {
                let places = self.rounding.filter(|_| text.parse::<f64>().is_ok());
                Some(
                    places
                        .and_then(|places| rounded(text.to_owned(), places))
                        .unwrap_or_else(|| text.to_owned()),
                )
            }
        }
    }
}

/// Returns the decimals that a text asks for: "two decimals", "2 decimal places", "an integer".
pub(super) fn decimals(text: &str) -> Option<usize> {
    let text = text.to_ascii_lowercase();
    let whole = || ["integer", "whole number"].iter().any(|word| text.contains(word)).then_some(0);
    roundings(&text).next().or_else(whole)
}

/// Returns the decimals that a text asks for if all places that say something say the same.
pub(super) fn agreed(text: &str) -> Option<usize> {
    let text = text.to_ascii_lowercase();
    let mut all = roundings(&text);
    let first = all.next()?;
    all.all(|places| places == first).then_some(first)
}

fn roundings(text: &str) -> impl Iterator<Item = usize> {
    const NUMBERS: [&str; 7] = ["zero", "one", "two", "three", "four", "five", "six"];
    const NEAREST: [(&str, usize); 5] =
        [("integer", 0), ("whole number", 0), ("tenth", 1), ("hundredth", 2), ("thousandth", 3)];
    let stated = text.match_indices("decimal").filter_map(|(at, _)| {
        let before = text[..at].trim_end_matches([' ', '-']);
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let digits = word.parse().ok().filter(|places| *places <= 12);
        digits.or_else(|| NUMBERS.iter().position(|number| *number == word))
    });
    let nearest = text.match_indices("nearest ").filter_map(|(at, head)| {
        NEAREST
            .iter()
            .find(|(word, _)| text[at + head.len()..].starts_with(word))
            .map(|(_, places)| *places)
    });
    stated.chain(nearest)
}

/// Returns whether the text can name a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns the identifier at the end of a text, as a name for a variable.
pub(super) fn name(text: &str) -> Option<String> {
    let text = text.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    let name = text[start..].trim_matches('_').to_lowercase();
    (!name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

/// Returns the text without quotes, Markdown, and the type that numpy writes around a scalar.
fn bare(text: &str) -> &str {
    let text = text.trim().trim_matches(['*', '`', '"', '\'']).trim();
    let inner = text
        .strip_prefix("np.")
        .and_then(|rest| rest.split_once('('))
        .and_then(|(_, rest)| rest.strip_suffix(')'));
    inner.unwrap_or(text).trim_matches(['"', '\''])
}

/// Returns the one number of a text, as it is written but without thousands separators. Digits in a
/// word, such as "Q1", are not numbers.
fn single_number(text: &str) -> Option<String> {
    let characters: Vec<char> = text.replace('−', "-").chars().collect();
    let at = |index: usize| characters.get(index).copied().unwrap_or(' ');
    let digit = |index: usize| at(index).is_ascii_digit();
    let mut found = None;
    let mut index = 0;
    while index < characters.len() {
        if at(index).is_alphabetic() || at(index) == '_' {
            while at(index).is_alphanumeric() || at(index) == '_' {
                index += 1;
            }
            continue;
        }
        if !(digit(index) || at(index) == '.' && digit(index + 1)) {
            index += 1;
            continue;
        }
        let signed =
            index > 0 && at(index - 1) == '-' && (index < 2 || !at(index - 2).is_alphanumeric());
        let mut number = String::from(if signed { "-" } else { "" });
        loop {
            let grouped =
                at(index) == ',' && (1..=3).all(|next| digit(index + next)) && !digit(index + 4);
            let point = at(index) == '.' && digit(index + 1) && !number.contains('.');
            let exponent = matches!(at(index), 'e' | 'E')
                && (digit(index + 1) || matches!(at(index + 1), '-' | '+') && digit(index + 2));
            let sign = matches!(at(index), '-' | '+') && number.ends_with(['e', 'E']);
            if digit(index) || point || exponent || sign {
                number.push(at(index));
            } else if !grouped {
                break;
            }
            index += 1;
        }
        if found.replace(number).is_some() {
            return None;
        }
    }
    found
}

/// Returns the number with at most that many decimals.
fn rounded(written: String, places: usize) -> Option<String> {
    let value: f64 = written.parse().ok().filter(|value: &f64| value.is_finite())?;
    let fraction = written.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if fraction <= places && !written.contains(['e', 'E']) {
        return Some(written);
    }
    let text = format!("{value:.places$}");
    let zero = text.trim_matches(['-', '0', '.']).is_empty();
    Some(if zero { text.trim_start_matches('-').to_owned() } else { text })
}
