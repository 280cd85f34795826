//! Printed text as a terminal shows it: runs of text in one style, and lines in their last state.
//!
//! The interpreter has redrawn most of its output already, with the cursor's moves. Here remain the
//! styles, and text that a program wrote elsewhere, such as a cell's value. Knows no elements, no
//! colours of a theme and no models; hidden characters other than escapes stay in the text.

mod escape;
mod style;

pub use style::Style;

use escape::Escape;

const ESCAPE: char = '\u{1b}';

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The text, without escapes.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

/// Splits a text into runs; adjacent runs differ in their style. A carriage return starts its line
/// again, as in progress bars; styles before it stay in effect. All other codes are dropped, also
/// one that is cut off at the end of the text.
#[must_use]
pub fn runs(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut style = Style::default();
    let mut rest = text;
    loop {
        let (piece, after) = rest.split_at(rest.find([ESCAPE, '\r']).unwrap_or(rest.len()));
        push(&mut runs, piece, style);
        if let Some(after) = after.strip_prefix('\r') {
            rest = after.trim_start_matches('\r');
            // At the end of its line it overwrites nothing.
            if !rest.is_empty() && !rest.starts_with('\n') {
                restart_line(&mut runs);
            }
        } else if let Some(after) = after.strip_prefix(ESCAPE) {
            let (escape, after) = escape::read(after);
            if let Escape::Style(parameters) = escape {
                style.change(parameters);
            }
            rest = after;
        } else {
            return runs;
        }
    }
}

/// Returns the text of all runs.
#[must_use]
pub fn plain(text: &str) -> String {
    runs(text).into_iter().map(|run| run.text).collect()
}

/// Drops the part of the last line of a text that is still being printed, which a carriage return
/// has overwritten, so that a progress bar does not grow with each of its states.
pub fn drop_overwritten(text: &mut String) {
    let line = text.rfind('\n').map_or(0, |end| end + 1);
    if let Some(end) = text[line..].trim_end_matches('\r').rfind('\r') {
        text.drain(line..=line + end);
    }
}

fn push(runs: &mut Vec<Run>, text: &str, style: Style) {
    match runs.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.style == style => last.text.push_str(text),
        _ => runs.push(Run { text: text.to_owned(), style }),
    }
}

fn restart_line(runs: &mut Vec<Run>) {
    while let Some(last) = runs.last_mut() {
        if let Some(end) = last.text.rfind('\n') {
            last.text.truncate(end + 1);
            return;
        }
        runs.pop();
    }
}

#[cfg(test)]
mod tests;
