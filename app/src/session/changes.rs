//! What the user can change of the code that is shown, and run again: how each step relates to its
//! code, how running again ended, and what stands after the last turn.

use kernel::{Outcome, Status};
use text::visible;

use super::Id;

/// The versions of a turn that can be corrected: its question was edited, or asked again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// The ids of the turns, oldest first; the one that is shown is among them.
    pub turns: Vec<Id>,
    /// Whether its answer relies on code that was changed since.
    pub stale: bool,
}

/// What has come of a correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correction {
    /// A turn is under way, so that nothing can be corrected.
    Refused,
    /// Other turns are about to be shown.
    Begun,
    /// It failed, with the reason as a sentence.
    Failed(String),
}

/// How a step's outcome relates to the code that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It has no outcome.
    NotRun,
    /// It runs.
    Running,
    /// The outcome is that of the code.
    Current,
    /// The code was edited since it ran.
    Edited,
    /// Code before it was changed since it ran.
    Stale,
    /// It was made from other files than there are now.
    Former,
}

impl Freshness {
    /// Returns what is said of an outcome that is not that of the code, with the state in a word;
    /// none of others.
    pub fn sentence(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Edited => Some(("edited", words::changes_the_code_was_changed())),
            Self::Stale => Some(("stale", words::changes_out_of_date_code())),
            Self::Former => Some(("former", words::changes_made_from_a_former_file())),
            Self::NotRun | Self::Running | Self::Current => None,
        }
    }
}

/// The code of a step, as the log has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepCode {
    /// The code.
    pub code: String,
    /// How its outcome relates to it.
    pub freshness: Freshness,
    /// Whether arguments from the files' profiles were added to it.
    pub completed: bool,
    /// The names of its outputs that are no longer stored.
    pub dropped: Vec<String>,
}

impl StepCode {
    /// Says which outputs are no longer stored; none if all are.
    pub fn dropped_sentence(&self) -> Option<String> {
        let names: Vec<_> = self.dropped.iter().map(|name| visible(name)).collect();
        (!names.is_empty()).then(|| words::changes_not_stored_any_more(&names.join(", ")))
    }

    /// Returns the code with a comment that keeps it as it is; what it then reads otherwise is
    /// said.
    pub fn as_written(&self) -> String {
        format!("# as written\n{}", self.code)
    }
}

/// Code that the user edits, and how running it is going.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum EditedRun {
    /// It was not run yet.
    #[default]
    Editing,
    /// It begins to run.
    Begun,
    /// This piece of so many runs, from 1.
    Running(usize, usize),
    /// Not all of it has run, with the reason as a sentence.
    Ended(String),
    /// All of it has run as it should.
    Done,
}

impl EditedRun {
    /// Returns whether code runs.
    pub fn is_under_way(&self) -> bool {
        matches!(self, Self::Begun | Self::Running(..))
    }

    /// Says how it is going.
    pub fn words(&self) -> String {
        match self {
            Self::Running(at, of) => words::changes_running_piece_of(&at, &of),
            Self::Ended(why) => why.clone(),
            Self::Editing | Self::Begun | Self::Done => {
                words::changes_python_restarts_the_code().to_owned()
            }
        }
    }
}

/// Returns whether a kernel can be relied on after an execution that ended like this.
pub fn is_reliable(status: Status) -> bool {
    matches!(status, Status::Ok | Status::Error)
}

/// Returns why the pieces of code after one do not run, as a sentence; none if they do. `before` is
/// how the piece ended when it ran first, `console` says whether it is the console's; its place is
/// its number among so many, from 1.
pub fn ended_by(
    outcome: &Outcome,
    before: Option<Status>,
    console: bool,
    (at, of): (usize, usize),
) -> Option<String> {
    let status = outcome.status;
    // Code that had failed before may fail again; and what the console showed ends nothing.
    if status == Status::Ok || (console && status == Status::Error) || before == Some(status) {
        return None;
    }
    let why = if is_reliable(status) {
        let name = outcome
            .error
            .as_ref()
            .map_or(words::changes_an_error().to_owned(), |error| visible(&error.name));
        words::changes_ended_it(&name)
    } else {
        words::changes_it_was_stopped().to_owned()
    };
    Some(words::changes_at_piece_of_those(&at, &of, &why))
}

/// The code of the turns that are shown, step by step.
pub type Codes = Vec<(Id, Vec<(String, Freshness)>)>;

/// What stands after the last turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The newest turn that was undone after those that are shown.
    pub undone: Option<Id>,
    /// The code of the turns; none while one is under way, or another tab has the session.
    pub codes: Option<Codes>,
    /// What has come of showing the undone turn again, until the turns are shown.
    pub redo: Option<Correction>,
    /// How far running all code again is, as a sentence.
    pub progress: Option<String>,
    /// What that has found, as a sentence, and the code that ran again.
    verdict: Option<(String, Option<Codes>)>,
}

impl Ending {
    /// Returns whether any code of the turns has run.
    pub fn has_run(&self) -> bool {
        let mut steps = self.codes.iter().flatten().flat_map(|(_, steps)| steps);
        steps.any(|(_, freshness)| *freshness != Freshness::NotRun)
    }

    /// Returns what running all code again has found, while the code is still that.
    pub fn verdict(&self) -> Option<&str> {
        let (words, codes) = self.verdict.as_ref()?;
        (*codes == self.codes).then_some(words)
    }

    /// Sets what running this code again has found.
    pub fn judge(&mut self, words: String, codes: Option<Codes>) {
        self.progress = None;
        self.verdict = Some((words, codes));
    }
}

#[cfg(test)]
mod tests {
    use kernel::PythonError;

    use super::*;

    fn outcome(status: Status, error: &str) -> Outcome {
        let error =
            PythonError { name: error.to_owned(), value: String::new(), traceback: String::new() };
        Outcome { status, error: (status == Status::Error).then_some(error), ..Outcome::default() }
    }

    #[test]
    fn code_runs_on_until_something_new_goes_wrong() {
        let cases = [
            (Status::Ok, None, false, None),
            (Status::Error, None, true, None),
            (Status::Error, Some(Status::Error), false, None),
            (
                Status::Error,
                Some(Status::Ok),
                false,
                Some("NameError ended it at piece 2 of 3; those after it did not run."),
            ),
            (
                Status::Error,
                None,
                false,
                Some("NameError ended it at piece 2 of 3; those after it did not run."),
            ),
            (
                Status::Interrupted,
                None,
                true,
                Some("It was stopped at piece 2 of 3; those after it did not run."),
            ),
            (
                Status::Killed,
                Some(Status::Ok),
                false,
                Some("It was stopped at piece 2 of 3; those after it did not run."),
            ),
        ];
        for (status, before, console, expected) in cases {
            let found = ended_by(&outcome(status, "NameError"), before, console, (2, 3));
            assert_eq!(found.as_deref(), expected, "{status:?} {before:?} {console}");
        }
    }

    #[test]
    fn outputs_that_are_gone_are_named_with_hidden_characters_written_out() {
        let code = |dropped: &[&str]| StepCode {
            code: "a".to_owned(),
            freshness: Freshness::Current,
            completed: false,
            dropped: dropped.iter().map(|&name| name.to_owned()).collect(),
        };
        assert_eq!(code(&[]).dropped_sentence(), None);
        assert_eq!(
            code(&["a\u{202e}b", "a figure"]).dropped_sentence().as_deref(),
            Some(
                "Not stored any more: a⟨U+202E⟩b, a figure. Run the code again to see it after a reload."
            )
        );
        assert_eq!(code(&[]).as_written(), "# as written\na");
    }

    #[test]
    fn a_verdict_stands_while_the_code_is_what_was_compared() {
        let codes = |freshness| Some(vec![(1, vec![("a".to_owned(), freshness)])]);
        let mut ending = Ending { codes: codes(Freshness::Current), ..Ending::default() };
        assert!(ending.has_run());
        ending.judge("Checked.".to_owned(), codes(Freshness::Current));
        assert_eq!(ending.verdict(), Some("Checked."));
        ending.codes = codes(Freshness::NotRun);
        assert_eq!((ending.verdict(), ending.has_run()), (None, false));
        ending.codes = None;
        assert_eq!((ending.verdict(), ending.has_run()), (None, false));
        ending.judge(words::changes_wait_until_the_answer().to_owned(), None);
        assert_eq!(ending.verdict(), Some(words::changes_wait_until_the_answer()));
    }
}
