//! Whether code that ran again produced what it had produced before.
//!
//! Numbers are equal within [`TOLERANCE`], also those in text. What changes from run to run by its nature is not
//! compared: times, memory, the numbers of executions, standard error, addresses of objects, and random ids in markup.

use kernel::{Outcome, Shown, Status, TableData};
use serde_json::Value;

/// The largest relative difference of two numbers that are taken to be the same.
pub const TOLERANCE: f64 = 1e-9;

/// The fewest hexadecimal digits that are an id rather than a word or a number.
const ID_DIGITS: usize = 8;

/// Returns how an outcome differs from an earlier one of the same code, in words; empty where it does not.
pub fn differences(before: &Outcome, after: &Outcome) -> Vec<String> {
    if before.status != after.status {
        return vec![format!("it {} before, and {} now", ended(before), ended(after))];
    }
    let mut found = Vec::new();
    if let (Some(old), Some(new)) = (&before.error, &after.error)
        && (old.name != new.name || !same_text(&old.value, &new.value))
    {
        found.push(format!(
            "it ended with {}: {} before, and with {}: {} now",
            old.name, old.value, new.name, new.value
        ));
    }
    if !same_text(&printed(before), &printed(after)) {
        found.push("what it printed differs".to_owned());
    }
    if before.results.len() == after.results.len() {
        let pairs = before.results.iter().zip(&after.results).zip(1..);
        found.extend(
            pairs.filter_map(|((old, new), number)| {
                Some(format!("result {number}: {}", difference(old, new)?))
            }),
        );
    } else {
        found.push(format!("{} results before, {} now", before.results.len(), after.results.len()));
    }
    found.extend(files(before, after));
    found
}

/// Describes how an execution ended.
fn ended(outcome: &Outcome) -> String {
    match (outcome.status, &outcome.error) {
        (Status::Ok, _) => "succeeded".to_owned(),
        (_, Some(error)) => format!("ended with {}", error.name),
        (Status::Error, None) => "failed".to_owned(),
        (Status::Interrupted, None) => "was stopped".to_owned(),
        (Status::Timeout, None) => "exceeded its time limit".to_owned(),
        (Status::Killed, None) => "lost its interpreter".to_owned(),
    }
}

/// Returns standard output without the name of the file that has all of it, which counts the executions.
fn printed(outcome: &Outcome) -> String {
    match &outcome.output {
        Some(path) => outcome.stdout.replace(path.as_str(), "its file"),
        None => outcome.stdout.clone(),
    }
}

/// Returns how a result differs: by its data where it has data, else by what it looks like.
fn difference(old: &Shown, new: &Shown) -> Option<&'static str> {
    let table = match (&old.data, &new.data) {
        (Some(old), Some(new)) if same_table(old, new) => Some(true),
        (Some(_), Some(_)) => return Some("the table differs"),
        (None, None) => None,
        _ => return Some("it is a table only in one of them"),
    };
    let chart = match (&old.chart, &new.chart) {
        (Some(old), Some(new)) => {
            let same = json(old).zip(json(new)).is_some_and(|(old, new)| same_value(&old, &new));
            if !same {
                return Some("the data of the chart differs");
            }
            Some(true)
        }
        _ => None,
    };
    if !same_text(&old.text, &new.text) {
        return Some("its text differs");
    }
    if !old.mime.keys().eq(new.mime.keys()) {
        return Some("it has other forms");
    }
    let has_data = table.is_some() || chart.is_some();
    let picture = |form: &str| form.starts_with("image/");
    old.mime.iter().zip(new.mime.values()).find_map(|((form, old), new)| {
        // Of what has data the looks may change, for instance with a font.
        let same =
            old == new || has_data || (!picture(form) && same_text(&without_ids(old), &without_ids(new)));
        (!same).then_some(if picture(form) { "the picture differs" } else { "its content differs" })
    })
}

fn json(value: &impl serde::Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

fn same_table(old: &TableData, new: &TableData) -> bool {
    let rows = |old: &[Vec<Value>], new: &[Vec<Value>]| {
        let cells = |(old, new): (&Vec<Value>, &Vec<Value>)| {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same_value(old, new))
        };
        old.len() == new.len() && old.iter().zip(new).all(cells)
    };
    (&old.columns, &old.types, old.index_columns, old.total_rows)
        == (&new.columns, &new.types, new.index_columns, new.total_rows)
        && rows(&old.rows, &new.rows)
        && rows(&old.tail, &new.tail)
}

fn same_value(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Number(old), Value::Number(new)) => {
            old == new || old.as_f64().zip(new.as_f64()).is_some_and(|(old, new)| close(old, new))
        }
        (Value::String(old), Value::String(new)) => same_text(old, new),
        (Value::Array(old), Value::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same_value(old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            old.len() == new.len()
                && old.iter().all(|(key, old)| new.get(key).is_some_and(|new| same_value(old, new)))
        }
        _ => old == new,
    }
}

fn close(old: f64, new: f64) -> bool {
    (old - new).abs() <= TOLERANCE * old.abs().max(new.abs())
}

/// Returns whether two texts are the same, but for addresses of objects and differences of numbers within the tolerance.
fn same_text(old: &str, new: &str) -> bool {
    if old == new {
        return true;
    }
    let (mut old, mut new) = (Pieces(old), Pieces(new));
    loop {
        match (old.next(), new.next()) {
            (None, None) => return true,
            (Some(Piece::Text(old)), Some(Piece::Text(new))) if old == new => {}
            (Some(Piece::Address), Some(Piece::Address)) => {}
            (Some(Piece::Number(old)), Some(Piece::Number(new))) if same_number(old, new) => {}
            _ => return false,
        }
    }
}

/// Compares numbers as they are written. Those without a fraction are the same only digit by digit.
fn same_number(old: &str, new: &str) -> bool {
    let fraction = |text: &str| text.contains(['.', 'e', 'E']);
    old == new
        || ((fraction(old) || fraction(new))
            && old.parse().ok().zip(new.parse().ok()).is_some_and(|(old, new)| close(old, new)))
}

/// A piece of a text.
enum Piece<'a> {
    Text(&'a str),
    Number(&'a str),
    /// The address of an object, as in `<object at 0x1f2e3d>`.
    Address,
}

/// Splits a text into numbers and what is between them.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.0.is_empty() {
            return None;
        }
        if let Some(digits) = self.0.strip_prefix("0x") {
            self.0 = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
            return Some(Piece::Address);
        }
        let length = number(self.0);
        let (piece, rest) = if length > 0 {
            let (number, rest) = self.0.split_at(length);
            (Piece::Number(number), rest)
        } else {
            let end = self.0.find(|c: char| c.is_ascii_digit()).unwrap_or(self.0.len());
            let (text, rest) = self.0.split_at(end);
            (Piece::Text(text), rest)
        };
        self.0 = rest;
        Some(piece)
    }
}

/// Returns the length of the number at the beginning of a text, without a sign; 0 if there is none.
fn number(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(text);
    if length == 0 {
        return 0;
    }
    if let Some(fraction) = text.get(length..).and_then(|rest| rest.strip_prefix('.')) {
        length += 1 + digits(fraction);
    }
    let exponent = text.get(length..).and_then(|rest| rest.strip_prefix(['e', 'E'])).unwrap_or_default();
    let sign = usize::from(exponent.starts_with(['+', '-']));
    match exponent.get(sign..).map(digits) {
        Some(count) if count > 0 => length + 1 + sign + count,
        _ => length,
    }
}

/// Returns markup or JSON without random ids: runs of hexadecimal digits, as in a UUID.
fn without_ids(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (run, after) = rest.split_at(digits.max(first.len_utf8()));
        let is_id = digits >= ID_DIGITS && run.bytes().any(|byte| byte.is_ascii_alphabetic());
        kept.push_str(if is_id { "id" } else { run });
        rest = after;
    }
    kept
}

/// Returns which files under `/out` differ. Of a file the outcome has its size.
fn files(before: &Outcome, after: &Outcome) -> Vec<String> {
    let own = |outcome: &Outcome| -> Vec<(String, u64)> {
        let files = outcome.files.iter().filter(|file| outcome.output.as_deref() != Some(&file.path));
        files.map(|file| (file.path.clone(), file.bytes)).collect()
    };
    let (old, new) = (own(before), own(after));
    let size = |files: &[(String, u64)], path: &str| {
        files.iter().find(|(known, _)| known == path).map(|(_, bytes)| *bytes)
    };
    let mut found = Vec::new();
    for (path, bytes) in &old {
        match size(&new, path) {
            None => found.push(format!("{path} was not written again")),
            Some(now) if now != *bytes => {
                found.push(format!("{path} had {bytes} bytes before, and has {now} now"));
            }
            Some(_) => {}
        }
    }
    let added = new.iter().filter(|(path, _)| size(&old, path).is_none());
    found.extend(added.map(|(path, _)| format!("{path} was not written before")));
    found
}

#[cfg(test)]
mod tests;
