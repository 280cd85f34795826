//! A turn of the conversation and its steps, as signals.

use std::sync::Arc;

use grounding::Claim;
use kernel::{Outcome, Shown, Status};
use leptos::prelude::*;
use serde::Serialize;
use session::log::{PAGE_CLOSED, Usage};

use super::{Correction, FormerRun, Id, Reading, Savable, StepCode, Versions};

/// One question and everything until its answer is complete.
#[derive(Clone, Copy)]
pub struct Turn {
    /// The turn's id.
    pub id: Id,
    /// What the user asked.
    pub question: StoredValue<String>,
    /// The name of the model that answers.
    pub model: StoredValue<String>,
    /// The answer as Markdown, growing while it streams. Text that the model wrote before its tool
    /// calls is a step's `remark`.
    pub answer: RwSignal<String>,
    /// Its steps.
    pub steps: RwSignal<Vec<Step>>,
    /// What it is doing now.
    pub phase: RwSignal<Phase>,
    /// Why it ended early, as a sentence that says what to do.
    pub stopped: RwSignal<Option<String>>,
    /// The numbers and dates of the complete answer, each with what supports it; a step's id
    /// identifies the execution.
    pub claims: RwSignal<Vec<Claim>>,
    /// Whether the answer states something although nothing has been computed for it.
    pub not_computed: RwSignal<bool>,
    /// The query that it is about, once it is known; models have none.
    pub reading: RwSignal<Option<Reading>>,
    /// The questions that may be meant, if the answer asks back.
    pub choices: RwSignal<Vec<String>>,
    /// Whether the answer was made from other files than there are now.
    pub is_former: RwSignal<bool>,
    /// Whether the turn failed, or the page was closed before it was complete, so that it can be
    /// continued.
    pub cut_off: RwSignal<bool>,
    /// What models have thought, growing while it streams.
    pub thoughts: RwSignal<String>,
    /// How its requests were shortened so that they fit into what the model can read, as a
    /// sentence; empty if they were not.
    pub fitted: RwSignal<String>,
    /// The name of the model that answered, if the chosen one did not.
    pub fallback: RwSignal<Option<String>>,
    /// What its models have used; none until it is known, and if no model elsewhere answers.
    pub usage: RwSignal<Option<Usage>>,
    /// Its versions, while it can be corrected.
    pub versions: RwSignal<Option<Versions>>,
    /// What has come of the last correction, until the turns are shown again.
    pub correction: RwSignal<Option<Correction>>,
}

/// Says how a turn has ended: `stopped` is why it ended early, `cut_off` whether it can be
/// continued.
pub fn ended_as(stopped: Option<&str>, cut_off: bool) -> &'static str {
    match stopped {
        None => words::turn_answer_complete(),
        Some(why) if cut_off && why != PAGE_CLOSED => words::turn_failed(),
        Some(_) => words::turn_stopped(),
    }
}

impl Turn {
    /// Returns a turn in which nothing has happened. Its signals live as long as the current owner.
    pub fn new(id: Id, question: String, model: String) -> Self {
        Self {
            id,
            question: StoredValue::new(question),
            model: StoredValue::new(model),
            answer: RwSignal::new(String::new()),
            steps: RwSignal::new(Vec::new()),
            phase: RwSignal::new(Phase::WaitingForKernel),
            stopped: RwSignal::new(None),
            claims: RwSignal::new(Vec::new()),
            not_computed: RwSignal::new(false),
            reading: RwSignal::new(None),
            choices: RwSignal::new(Vec::new()),
            is_former: RwSignal::new(false),
            cut_off: RwSignal::new(false),
            thoughts: RwSignal::new(String::new()),
            fitted: RwSignal::new(String::new()),
            fallback: RwSignal::new(None),
            usage: RwSignal::new(None),
            versions: RwSignal::new(None),
            correction: RwSignal::new(None),
        }
    }
}

/// What a turn is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It waits for the kernel to be ready.
    WaitingForKernel,
    /// The model is writing.
    Thinking,
    /// Python runs.
    Running,
    /// The user is asked whether the model may see a result.
    AwaitingConsent,
    /// It is over.
    Done,
}

/// One tool call of a turn.
#[derive(Clone, Copy)]
pub struct Step {
    /// The step's id.
    pub id: Id,
    /// What the model wrote before it, as Markdown.
    pub remark: StoredValue<String>,
    /// The numbers and dates of the remark, each with what supports it, once the turn is over.
    pub claims: RwSignal<Vec<Claim>>,
    /// What the code is for, in a few words.
    pub purpose: RwSignal<String>,
    /// The code, growing while the model writes it.
    pub code: RwSignal<String>,
    /// What was printed so far while it runs: stdout and stderr in the order of arrival, capped.
    pub live: RwSignal<String>,
    /// The results that it has shown so far while it runs.
    pub showing: RwSignal<Vec<Arc<Shown>>>,
    /// Its outcome, once it is over.
    pub outcome: RwSignal<Option<Arc<Outcome>>>,
    /// Why the tool was not run (unknown tool, unreadable arguments), if so.
    pub refused: RwSignal<Option<String>>,
    /// How its outcome differed when its code ran again, if it did.
    pub reran: RwSignal<Option<Reran>>,
    /// What it had produced before its code ran with other files, if it has.
    pub former: RwSignal<Option<Arc<FormerRun>>>,
    /// What of it can be saved as a function; none until its code has run.
    pub savable: RwSignal<Option<Savable>>,
    /// Its code as the log has it, while the user can change it.
    pub stored: RwSignal<Option<StepCode>>,
}

impl Step {
    /// Returns a step without code. Its signals live as long as the current owner.
    pub fn new(id: Id, remark: String) -> Self {
        Self {
            id,
            remark: StoredValue::new(remark),
            claims: RwSignal::new(Vec::new()),
            purpose: RwSignal::new(String::new()),
            code: RwSignal::new(String::new()),
            live: RwSignal::new(String::new()),
            showing: RwSignal::new(Vec::new()),
            outcome: RwSignal::new(None),
            refused: RwSignal::new(None),
            reran: RwSignal::new(None),
            former: RwSignal::new(None),
            savable: RwSignal::new(None),
            stored: RwSignal::new(None),
        }
    }
}

impl Step {
    /// Returns whether its code failed, was stopped, or was not run.
    pub fn is_over_badly(&self) -> bool {
        let is_bad = |outcome: &Arc<Outcome>| outcome.status != Status::Ok;
        self.outcome.with(|outcome| match outcome {
            Some(outcome) => is_bad(outcome),
            None => self.refused.with(Option::is_some),
        })
    }

    /// Returns whether its outcome is not that of its code, differed when that ran again, or is not
    /// stored any more.
    pub fn has_changed(&self) -> bool {
        let is_changed =
            |stored: &StepCode| stored.freshness.sentence().is_some() || !stored.dropped.is_empty();
        self.reran.with(Option::is_some)
            || self.stored.with(|stored| stored.as_ref().is_some_and(is_changed))
    }
}

/// How an outcome differed when its code ran again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reran {
    /// The differences, at least one.
    pub differences: Vec<Difference>,
    /// What the runtimes of both runs say of that, as a sentence.
    pub why: String,
}

/// One difference between the outcomes of the same code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The index of the result that it is about, if it is about one.
    pub result: Option<usize>,
    /// The difference in words, with the old and the new value.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::{PAGE_CLOSED, ended_as};

    #[test]
    fn only_a_turn_that_was_neither_stopped_nor_failed_is_complete() {
        let cases = [
            (None, false, "Answer complete"),
            (Some("You stopped it."), false, "Stopped"),
            (Some("It took all of its steps."), false, "Stopped"),
            (Some("The key was refused."), true, "Failed"),
            (Some(PAGE_CLOSED), true, "Stopped"),
        ];
        for (stopped, cut_off, words) in cases {
            assert_eq!(ended_as(stopped, cut_off), words, "{stopped:?}");
        }
    }
}
