//! Repair: what to do differently after an execution that failed, or that left out almost every row.

use crate::answer::Record;
use crate::code::Fixes;
use crate::input::{Attempt, Raised, Seen};

/// The most programs that a turn may try.
pub(crate) const TRIES: usize = 3;

/// What to do after an execution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// It succeeded.
    Done,
    /// Try again, for this reason.
    Again(&'static str),
    /// No correction is left.
    Failed,
}

/// Reads the attempts of a turn in order: returns the corrections, and what to do after the last one.
pub(crate) fn review(attempts: &[Attempt]) -> (Fixes, Verdict) {
    let mut fixes = Fixes::default();
    let mut verdict = Verdict::Failed;
    for attempt in attempts {
        verdict = one(&attempt.outcome, &mut fixes);
    }
    if attempts.len() >= TRIES && matches!(verdict, Verdict::Again(_)) {
        let ran = attempts.last().is_some_and(|attempt| attempt.outcome.status == "ok");
        verdict = if ran { Verdict::Done } else { Verdict::Failed };
    }
    (fixes, verdict)
}

fn one(seen: &Seen, fixes: &mut Fixes) -> Verdict {
    match (seen.status.as_str(), &seen.error) {
        ("ok", _) => poor(seen, fixes),
        ("error", Some(error)) => match correct(error, fixes) {
            Some(why) => Verdict::Again(why),
            None => Verdict::Failed,
        },
        _ => Verdict::Failed,
    }
}

/// Adds the correction that the error calls for; returns `None` if that was tried before.
fn correct(error: &Raised, fixes: &mut Fixes) -> Option<&'static str> {
    let value = error.value.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| value.contains(word));
    match error.name.as_str() {
        "UnicodeDecodeError" | "UnicodeError" => {
            let next = match fixes.encoding {
                None => "latin-1",
                Some("latin-1") => "utf-16",
                Some(_) => return None,
            };
            fixes.encoding = Some(next);
            Some("The file's text is encoded differently, so I read it as such.")
        }
        "ParserError" => {
            fixes.separator = Some(fixes.separator.is_some());
            Some("The lines do not all fit, so I let pandas find the separator.")
        }
        "KeyError" if !fixes.names => {
            fixes.names = true;
            Some("A column was not found under its name, so I trim the names.")
        }
        "MemoryError" if !fixes.pieces => {
            fixes.pieces = true;
            Some("The table is too large at once, so I read it in pieces and only what is needed.")
        }
        "ModuleNotFoundError" | "ImportError" if !fixes.no_figure && says(&["matplotlib"]) => {
            fixes.no_figure = true;
            Some("There is no matplotlib here, so I leave the figure out.")
        }
        "FileNotFoundError" => None,
        "DateParseError" | "OutOfBoundsDatetime" | "AttributeError"
            if !fixes.dates && (error.name != "AttributeError" || says(&[".dt"])) =>
        {
            fixes.dates = true;
            Some("Some dates are written differently, so I read each by itself.")
        }
        _ if says(&[
            "time data",
            "unconverted data",
            "datetimeindex",
            "not datetime",
            "unknown datetime",
        ]) && !fixes.dates =>
        {
            fixes.dates = true;
            Some("Some dates are written differently, so I read each by itself.")
        }
        "ValueError" | "TypeError" | "DataError" if !fixes.numbers => {
            fixes.numbers = true;
            Some("Some numbers are stored as text, so I clean them first.")
        }
        _ if !fixes.no_figure => {
            fixes.no_figure = true;
            Some("That failed, so I try without the figure.")
        }
        _ => None,
    }
}

/// Corrects an outcome that leaves out most rows, once.
fn poor(seen: &Seen, fixes: &mut Fixes) -> Verdict {
    let notes = seen.record::<Record>().map(|record| record.notes).unwrap_or_default();
    for note in notes.iter().filter(|note| note.contains(" rows have no readable ")) {
        let mut numbers = note.split(' ').filter_map(|word| word.replace(',', "").parse::<f64>().ok());
        if let (Some(left_out), Some(of)) = (numbers.next(), numbers.next())
            && left_out * 2.0 > of
            && !fixes.dates
        {
            fixes.dates = true;
            return Verdict::Again("Most dates could not be read, so I read each by itself, day first.");
        }
    }
    Verdict::Done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(status: &str, error: Option<(&str, &str)>, stdout: &str) -> Attempt {
        let error = error.map(|(name, value)| Raised { name: name.to_owned(), value: value.to_owned() });
        let call =
            chat::ToolCall { id: "1".to_owned(), name: "run_python".to_owned(), arguments: String::new() };
        let outcome = Seen { status: status.to_owned(), error, stdout: stdout.to_owned(), ..Seen::default() };
        Attempt { call, outcome }
    }

    #[test]
    fn each_error_has_its_own_correction_and_attempts_are_limited_to_three() {
        let decode = || attempt("error", Some(("UnicodeDecodeError", "invalid start byte")), "");
        let memory = attempt("error", Some(("MemoryError", "")), "");
        let text = attempt("error", Some(("ValueError", "could not convert string to float")), "");
        let undated =
            attempt("ok", None, "{\"notes\": [\"90 of 100 rows have no readable date and are left out.\"]}");
        let cases = [
            (vec![decode()], Fixes { encoding: Some("latin-1"), ..Fixes::default() }, true),
            (vec![decode(), decode()], Fixes { encoding: Some("utf-16"), ..Fixes::default() }, true),
            (
                vec![decode(), decode(), decode()],
                Fixes { encoding: Some("utf-16"), ..Fixes::default() },
                false,
            ),
            (vec![memory], Fixes { pieces: true, ..Fixes::default() }, true),
            (vec![text], Fixes { numbers: true, ..Fixes::default() }, true),
            (vec![undated], Fixes { dates: true, ..Fixes::default() }, true),
            (vec![attempt("killed", None, "")], Fixes::default(), false),
        ];
        for (attempts, wanted, again) in cases {
            let (fixes, verdict) = review(&attempts);
            assert_eq!((fixes, matches!(verdict, Verdict::Again(_))), (wanted, again), "{attempts:?}");
        }
    }
}
