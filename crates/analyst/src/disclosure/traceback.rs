//! An exception in the form that a model can use: the frames of its own code, where in a library it
//! was raised, and the message.

use kernel::PythonError;
use text::clip;

use super::MAX_VALUE_LENGTH;
use crate::plain::plain;

/// Renders the whole exception.
pub(super) fn cleaned(error: &PythonError) -> String {
    let last =
        format!("{}: {}", plain(&error.name), clip(plain(&error.value).trim(), MAX_VALUE_LENGTH));
    let traceback = own_frames(&plain(&error.traceback));
    let traceback = traceback.trim();
    if traceback.is_empty() || traceback == last {
        last
    } else if traceback.ends_with(&last) {
        clip(traceback, MAX_VALUE_LENGTH)
    } else {
        format!("{}\n{last}", clip(traceback, MAX_VALUE_LENGTH))
    }
}

/// Returns the last traceback of a chain. Modules under `/out` are the user's own. Of the frames of
/// libraries only the place of the innermost is kept, since they say little about the code to
/// correct.
fn own_frames(traceback: &str) -> String {
    const HEAD: &str = "Traceback (most recent call last):";
    let last = traceback.rfind(HEAD).map_or(traceback, |at| &traceback[at..]);
    let mut foreign = None;
    let mut kept = String::new();
    for line in last.lines().filter(|line| !is_around(line)) {
        let frame = line.starts_with("  ");
        if let Some(place) =
            line.strip_prefix("  File \"").filter(|place| !place.starts_with("/out/"))
        {
            foreign = Some(place);
        } else if foreign.is_some() && !line.starts_with("    ") {
            // The library's frames end here; if the exception's line follows, it was raised there.
            if let Some(place) = foreign.take().filter(|_| !frame) {
                kept.push_str(&raised_in(place));
            }
            keep(&mut kept, line);
        } else if foreign.is_none() {
            keep(&mut kept, line);
        }
    }
    kept
}

fn keep(kept: &mut String, line: &str) {
    kept.push_str(line);
    kept.push('\n');
}

/// Returns whether it is a line of code around the failing one, `        2 total = 0`; the model
/// knows the code.
fn is_around(line: &str) -> bool {
    line.strip_prefix("        ")
        .is_some_and(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Shortens `/lib/python3.14/site-packages/pandas/core/frame.py", line 4102, in __getitem__` to one
/// line.
fn raised_in(place: &str) -> String {
    let place = ["site-packages/", "/lib/"]
        .iter()
        .find_map(|part| place.split_once(part))
        .map_or(place, |(_, rest)| rest);
    format!("  (raised in {})\n", place.replacen('"', "", 1))
}
