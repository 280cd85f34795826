//! What a model that writes its code as text is asked to do after an execution, by what the
//! execution showed.
//!
//! Small models take the next step that stands before them, so it is one sentence about one thing.
//! It may depend on the outcome, and so is for models that may see it alone.

use kernel::{Finding, Outcome, Status};

use crate::{Disclosed, answer_format::AnswerFormat, hints};

const AGAIN: &str = "Write the whole corrected code in one ```python block.";

const MISSING: &str = "The result is nan, so what you selected is empty or has missing values. A label may be spelled otherwise in the file: \
print df[column].unique() of the columns that you compare with, and nothing else yet.";

const UNMATCHED: &str = "A comparison in the code matched no row; the nearest values of its column are named above. If one of them is meant, \
write the whole code again in one ```python block, and compare with it exactly as it is written there. If none is meant, answer my question \
without code.";

/// What is said the second time that the same error comes, and from the third on.
const TWICE: &str = "The same error again.";
const OFTENER: &str = "The same error again, so this way does not work. Do not correct that program: take another approach, with \
fewer and simpler steps, from the reading of the file on.";

/// What the executions of a turn were like.
#[derive(Debug, Default)]
pub(crate) struct Guidance {
    latest: Latest,
    /// The latest exception, as the model may know it.
    error: Option<String>,
    /// What to do about it.
    remedy: Option<String>,
    /// How often in a row it came.
    repeated: usize,
    /// Whether an answer was doubted since a selection matched no row.
    doubted: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Latest {
    #[default]
    Failed,
    Silent,
    Figure,
    Missing,
    Unmatched,
    Shown,
}

impl Guidance {
    /// Takes in an outcome.
    pub(crate) fn executed(&mut self, outcome: &Outcome) {
        let printed = !outcome.stdout.trim().is_empty();
        let is_figure =
            |shown: &kernel::Shown| shown.mime.keys().any(|kind| kind.starts_with("image/"));
        self.latest = match outcome.status {
            Status::Ok if misspelt(outcome) && !self.doubted => {
                self.doubted = true;
                Latest::Unmatched
            }
            Status::Ok if printed && is_missing(&outcome.stdout) => Latest::Missing,
            Status::Ok if printed => Latest::Shown,
            Status::Ok if outcome.results.is_empty() && outcome.files.is_empty() => Latest::Silent,
            Status::Ok if !outcome.results.is_empty() && outcome.results.iter().all(is_figure) => {
                Latest::Figure
            }
            Status::Ok => Latest::Shown,
            _ => Latest::Failed,
        };
    }

    /// Takes in what the model may know of that outcome; `refused` is how many programs were not
    /// run before it since the same one had failed.
    pub(crate) fn disclosed(&mut self, disclosed: &Disclosed, refused: usize) {
        let error = disclosed.error().map(str::to_owned);
        let again = error.is_some() && error == self.error;
        self.repeated = if again { self.repeated + refused + 1 } else { 1 };
        self.error = error;
        self.remedy = disclosed.remedy().map(str::to_owned);
    }

    /// Returns whether what the latest execution printed is not an answer yet, since a selection
    /// matched no row where a value of the column is spelt nearly so.
    pub(crate) fn doubts(&self) -> bool {
        self.latest == Latest::Unmatched
    }

    /// Returns what the result of a failure has besides it, for a model that calls tools.
    pub(crate) fn remedy(&self) -> Option<String> {
        (self.error.is_some() && self.repeated > 1).then(|| self.way_out(self.repeated))
    }

    /// Returns what to do if the program that failed is written again, the first time and later.
    pub(crate) fn if_repeated(&self, format: Option<&AnswerFormat>) -> Vec<String> {
        let ending = format.map(AnswerFormat::asks_for_statement);
        let said = |times| {
            let way_out = self.way_out(times);
            [way_out.as_str(), AGAIN]
                .into_iter()
                .chain(ending.as_deref())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let times = self.repeated.max(1);
        vec![said(times + 1), said(times + 2)]
    }

    fn way_out(&self, times: usize) -> String {
        match &self.remedy {
            _ if times > 2 => OFTENER.to_owned(),
            Some(remedy) => format!("{TWICE} {remedy}"),
            None => format!("{TWICE} Solve it in another way, with simpler steps."),
        }
    }

    /// Returns what to do next; `None` if nothing in particular has to be said. `answered` is
    /// whether the execution printed the answer in the format, `open` whether the model may see
    /// what it printed.
    pub(crate) fn next(
        &self,
        format: Option<&AnswerFormat>,
        answered: bool,
        open: bool,
    ) -> Option<String> {
        let ending = format.map(AnswerFormat::asks_for_statement);
        let way_out = (self.latest == Latest::Failed && self.error.is_some() && self.repeated > 1)
            .then(|| self.way_out(self.repeated));
        let said = match self.latest {
            Latest::Failed => way_out.as_deref()?,
            // What follows depends on the outcome.
            _ if !open => return None,
            Latest::Silent => "The code printed nothing. Print the result.",
            Latest::Figure if format.is_some() => {
                "That is a figure, but the question asks for a value. Print the value."
            }
            Latest::Unmatched => UNMATCHED,
            Latest::Missing if !answered => MISSING,
            Latest::Shown if format.is_some() && !answered => {
                "That is not the answer in the format that I asked for."
            }
            Latest::Shown | Latest::Figure | Latest::Missing => return None,
        };
        if said == UNMATCHED {
            return Some([said].into_iter().chain(ending.as_deref()).collect::<Vec<_>>().join(" "));
        }
        if said == MISSING {
            return Some(format!("{said} Write that in one ```python block."));
        }
        Some([said, AGAIN].into_iter().chain(ending.as_deref()).collect::<Vec<_>>().join(" "))
    }
}

/// Returns whether a selection matched no row, and a value of its column differs from the constant
/// in case, punctuation or a few letters, or contains it.
fn misspelt(outcome: &Outcome) -> bool {
    outcome.findings.iter().any(|finding| match finding {
        Finding::NoMatch { value, nearest, .. } => {
            nearest.first().is_some_and(|nearest| hints::is_near(value, nearest))
        }
        Finding::NotNumbers { .. } | Finding::Join { .. } => false,
    })
}

/// Returns whether the last line that was printed has a missing value.
fn is_missing(printed: &str) -> bool {
    let last = printed.trim_end().lines().next_back().unwrap_or_default();
    last.split(|c: char| !c.is_alphanumeric()).any(|word| matches!(word, "nan" | "NaN" | "NaT"))
}
