//! What a model that writes its code as text is asked to do after an execution, by what the execution showed.
//!
//! Small models take the next step that stands before them, so it is one sentence about one thing. It may depend on the
//! outcome, and so is for models that may see it alone.

use kernel::{Outcome, Status};

use crate::answer_format::AnswerFormat;

const AGAIN: &str = "Write the whole corrected code in one ```python block.";

const MISSING: &str = "The result is nan, so what you selected is empty or has missing values. A label may be spelled otherwise in the file: \
print df[column].unique() of the columns that you compare with, and nothing else yet.";

/// What the executions of a turn were like.
#[derive(Debug, Default)]
pub(crate) struct Guidance {
    latest: Latest,
    /// Class and message of the latest exception.
    error: Option<(String, String)>,
    /// How often in a row it was raised.
    repeated: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Latest {
    #[default]
    Failed,
    Silent,
    Figure,
    Missing,
    Shown,
}

impl Guidance {
    /// Takes in an outcome.
    pub(crate) fn executed(&mut self, outcome: &Outcome) {
        let printed = !outcome.stdout.trim().is_empty();
        let is_figure = |shown: &kernel::Shown| shown.mime.keys().any(|kind| kind.starts_with("image/"));
        self.latest = match outcome.status {
            Status::Ok if printed && is_missing(&outcome.stdout) => Latest::Missing,
            Status::Ok if printed => Latest::Shown,
            Status::Ok if outcome.results.is_empty() && outcome.files.is_empty() => Latest::Silent,
            Status::Ok if !outcome.results.is_empty() && outcome.results.iter().all(is_figure) => {
                Latest::Figure
            }
            Status::Ok => Latest::Shown,
            _ => Latest::Failed,
        };
        let error = outcome.error.as_ref().map(|error| (error.name.clone(), error.value.clone()));
        self.repeated = if error.is_some() && error == self.error { self.repeated + 1 } else { 1 };
        self.error = error;
    }

    /// Returns what to do next; `None` where nothing in particular has to be said. `answered` is whether the
    /// execution printed the answer in the format.
    pub(crate) fn next(&self, format: Option<&AnswerFormat>, answered: bool) -> Option<String> {
        let ending = format.map(AnswerFormat::asks_for_statement);
        let said = match self.latest {
            Latest::Failed if self.repeated > 1 => {
                "The same error again, so this way does not work. Solve it in another way, with simpler steps."
            }
            Latest::Failed => return None,
            Latest::Silent => "The code printed nothing. Print the result.",
            Latest::Figure if format.is_some() => {
                "That is a figure, but the question asks for a value. Print the value."
            }
            Latest::Missing if !answered => MISSING,
            Latest::Shown if format.is_some() && !answered => {
                "That is not the answer in the format that I asked for."
            }
            Latest::Shown | Latest::Figure | Latest::Missing => return None,
        };
        if said == MISSING {
            return Some(format!("{said} Write that in one ```python block."));
        }
        Some([said, AGAIN].into_iter().chain(ending.as_deref()).collect::<Vec<_>>().join(" "))
    }
}

/// Returns whether the last line that was printed has a missing value.
fn is_missing(printed: &str) -> bool {
    let last = printed.trim_end().lines().next_back().unwrap_or_default();
    last.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "nan" | "NaN" | "NaT"))
}
