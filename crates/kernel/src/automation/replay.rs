//! What running all code of a session again has shown.

use serde::{Deserialize, Serialize};
use text::format;

/// What `insitu.replay` has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReplayVerdict {
    /// The verdict.
    pub verdict: ReplayWord,
    /// How many outcomes there are to compare.
    pub executions: usize,
    /// How many were compared.
    pub compared: usize,
    /// Those that differ.
    pub differences: Vec<ReplayDifference>,
    /// The largest relative difference of two numbers that are taken to be the same.
    pub tolerance: f64,
    /// The time that running and comparing took, in milliseconds.
    pub duration_ms: f64,
}

/// The verdict in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ReplayWord {
    /// Every outcome is the same.
    Same,
    /// At least one is not.
    Different,
    /// It was stopped, or the interpreter was lost, before all code had run.
    Incomplete,
}

/// An outcome that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReplayDifference {
    /// Its turn, counted from 0 in what the page shows; null for the console.
    pub turn: Option<usize>,
    /// Its step, counted from 0 in its turn; null for the console.
    pub step: Option<usize>,
    /// Its code.
    pub code: String,
    /// How it differs, with the old and the new values.
    pub differences: Vec<String>,
    /// Whether the runtime has changed since, as a sentence.
    pub why: String,
}

impl ReplayVerdict {
    /// Returns the verdict as sentences for the user.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { executions, compared, .. } = self;
        let differing = self.differences.len();
        let different = format!(
            "{differing} of {compared} {}; the steps say how.",
            if differing == 1 { "differs" } else { "differ" }
        );
        match self.verdict {
            ReplayWord::Same => {
                let all = if *executions == 1 {
                    "the result".to_owned()
                } else {
                    format!("all {executions} results")
                };
                let digits = format::to_digits(self.tolerance);
                format!("Checked: the code produced {all} again (numbers compared {digits}).")
            }
            ReplayWord::Different => format!("Checked: {different}"),
            ReplayWord::Incomplete => {
                let different = if differing > 0 { format!(" {different}") } else { String::new() };
                format!(
                    "Not all code has run: {compared} of {executions} results were compared.{different}"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_says_how_many_results_are_the_same() {
        let cases = [
            (
                ReplayWord::Same,
                1,
                1,
                0,
                "Checked: the code produced the result again (numbers compared to nine digits).",
            ),
            (
                ReplayWord::Same,
                3,
                3,
                0,
                "Checked: the code produced all 3 results again (numbers compared to nine digits).",
            ),
            (ReplayWord::Different, 5, 5, 1, "Checked: 1 of 5 differs; the steps say how."),
            (ReplayWord::Different, 5, 5, 2, "Checked: 2 of 5 differ; the steps say how."),
            (
                ReplayWord::Incomplete,
                5,
                2,
                0,
                "Not all code has run: 2 of 5 results were compared.",
            ),
            (
                ReplayWord::Incomplete,
                5,
                2,
                1,
                "Not all code has run: 2 of 5 results were compared. 1 of 2 differs; the steps say how.",
            ),
        ];
        let difference = ReplayDifference {
            turn: None,
            step: None,
            code: String::new(),
            differences: Vec::new(),
            why: String::new(),
        };
        for (verdict, executions, compared, differing, expected) in cases {
            let differences = vec![difference.clone(); differing];
            let verdict = ReplayVerdict {
                verdict,
                executions,
                compared,
                differences,
                tolerance: 1e-9,
                duration_ms: 1.0,
            };
            assert_eq!(verdict.sentence(), expected);
        }
    }
}
