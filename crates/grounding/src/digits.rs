//! Numbers of an answer whose digits are grouped wrongly: `101,250,5879` for 1012505879. If
//! exactly one number of the results has these digits, it is written as the result has it. A number
//! that can be read as it stands is never changed, whatever its value, and no digit is.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::evidence::{Evidence, Known};
use crate::{prose, quantity};

#[cfg(test)]
mod tests;

/// The fewest digits of a number that is corrected: fewer may be a list, or be in a result by
/// chance.
const MIN_DIGITS: usize = 6;
/// The most digits that a number has exactly.
const MAX_DIGITS: usize = 15;
/// The most decimals that are looked for in a value of which all digits are known.
const MAX_DECIMALS: usize = 6;
/// What stands between groups of digits.
const SEPARATORS: &[char] = &[',', '.', '\'', '’', '\u{a0}', '\u{202f}', '\u{2009}'];

/// Returns the answer with the numbers as the results have them whose digits are grouped wrongly;
/// `None` if there are none.
pub fn as_printed(answer: &str, evidence: &Evidence) -> Option<String> {
    let text = prose::without_code(answer);
    let mut corrected = String::new();
    let mut copied = 0;
    for span in tokens(&text) {
        if let Some(number) = Misgrouped::read(&text[span.clone()])
            && let Some(right) = number.as_known(evidence)
        {
            corrected.push_str(&answer[copied..span.start]);
            corrected.push_str(&right);
            copied = span.end;
        }
    }
    (copied > 0).then(|| corrected + &answer[copied..])
}

/// Returns where digits with separators among them stand that no letter touches.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|found| at + found) {
        let mut end = start;
        for (offset, c) in text[start..].char_indices() {
            let next = &text[start + offset + c.len_utf8()..];
            let separates =
                SEPARATORS.contains(&c) && next.starts_with(|c: char| c.is_ascii_digit());
            if !c.is_ascii_digit() && !separates {
                break;
            }
            end = start + offset + c.len_utf8();
        }
        let touches = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | ':' | '-');
        let apart = !text[..start]
            .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | ':' | '.' | ','))
            && !text[end..].starts_with(touches);
        if apart {
            found.push(start..end);
        }
        at = end;
    }
    found
}

/// A number whose digits are grouped wrongly.
struct Misgrouped<'a> {
    /// Its digits, without zeros before them.
    digits: String,
    /// The groups of its whole part.
    groups: Vec<&'a str>,
    separator: char,
    point: char,
    /// Number of digits after its decimal mark; `None` if it has none.
    decimals: Option<usize>,
}

impl<'a> Misgrouped<'a> {
    /// Reads a token that cannot be read as a number.
    fn read(token: &'a str) -> Option<Self> {
        let marks: Vec<(usize, char)> =
            token.char_indices().filter(|(_, c)| !c.is_ascii_digit()).collect();
        let (&(_, separator), &(last, mark)) = (marks.first()?, marks.last()?);
        // The last mark is a decimal mark if it is another than those before it.
        let has_point = mark != separator && matches!(mark, '.' | ',');
        let between = &marks[..marks.len() - usize::from(has_point)];
        // Points alone separate the parts of dates, versions and addresses.
        if between.iter().any(|(_, c)| *c != separator) || !has_point && separator == '.' {
            return None;
        }
        let whole = if has_point { &token[..last] } else { token };
        let groups: Vec<&str> = whole.split(separator).collect();
        let digits: String = token.chars().filter(char::is_ascii_digit).collect();
        let digits = digits.trim_start_matches('0').to_owned();
        let grouped = groups.iter().skip(1).any(|group| group.len() == 3);
        let right = groups[0].len() <= 3 && groups.iter().skip(1).all(|group| group.len() == 3);
        let read = right || quantity::is_number(token);
        let decimals = has_point.then(|| token.len() - last - mark.len_utf8());
        let point = if separator == '.' { ',' } else { '.' };
        ((MIN_DIGITS..=MAX_DIGITS).contains(&digits.len()) && grouped && !read).then_some(Self {
            digits,
            groups,
            separator,
            point,
            decimals,
        })
    }

    /// Returns how the one number of the results that has these digits is written; `None` if there
    /// is none, or several.
    fn as_known(&self, evidence: &Evidence) -> Option<String> {
        let known =
            || evidence.all().flat_map(|values| values.numbers()).filter(|known| !known.typed);
        // A list without spaces.
        let is_listed = |group: &&str| {
            group.parse::<f64>().is_ok_and(|value| known().any(|known| known.value.abs() == value))
        };
        let found: BTreeSet<String> = known().filter_map(|known| self.written(known)).collect();
        let mut found = found.into_iter();
        match (found.next(), found.next()) {
            (Some(one), None) if !self.groups.iter().all(is_listed) => Some(self.formatted(&one)),
            _ => None,
        }
    }

    /// Returns a value with as many decimals as make its digits these.
    fn written(&self, known: &Known) -> Option<String> {
        let value = known.value.abs();
        let most = if value.fract() == 0.0 {
            0
        } else if known.resolution > 0.0 {
            (-known.resolution.log10()).round().clamp(0.0, MAX_DECIMALS as f64) as usize
        } else {
            MAX_DECIMALS
        };
        let mut decimals = match self.decimals {
            Some(decimals) => decimals..decimals + 1,
            None => 0..most + 1,
        };
        decimals.find_map(|decimals| {
            let text = format!("{value:.decimals$}");
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            (decimals <= most.max(2) && digits.trim_start_matches('0') == self.digits)
                .then_some(text)
        })
    }

    /// Writes a number with the marks that the answer uses.
    fn formatted(&self, number: &str) -> String {
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut text = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at) % 3 == 0 {
                text.push(self.separator);
            }
            text.push(digit);
        }
        if !fraction.is_empty() {
            text.push(self.point);
            text.push_str(fraction);
        }
        text
    }
}
