//! What the answers of a session are compared with.
//!
//! The comparison itself is [`grounding`]. It is behind a trait, since the page runs it in a module of its own.

use std::fmt::Debug;
use std::sync::Arc;

use grounding::{Claim, Evidence, Readable};
use kernel::{Outcome, Profile};

/// The values that executions have produced and files are known to have, with which answers are compared.
pub trait Grounding: Debug {
    /// Returns a copy that changes on its own.
    fn copied(&self) -> Box<dyn Grounding>;

    /// Forgets everything.
    fn clear(&mut self);

    /// Begins a turn: sets the files that exist.
    fn set_files(&mut self, files: &[Arc<Profile>]);

    /// Adds the outcome of an execution, which ran `code`; `at` identifies it in claims.
    fn add_outcome(&mut self, at: usize, code: &str, outcome: &Outcome);

    /// Records that a model has read what the newest execution produced.
    fn set_disclosed(&mut self);

    /// Returns whether no execution has produced a value.
    fn is_empty(&self) -> bool;

    /// Returns the numbers, dates and unknown names of an answer, each with what supports it.
    fn claims(&self, answer: &str, question: &str) -> Vec<Claim>;

    /// Returns the answer with those numbers as the results have them whose digits are grouped wrongly; `None` if there
    /// are none. See [`grounding::as_printed`].
    fn as_printed(&self, answer: &str) -> Option<String>;

    /// Returns whether an answer, in a turn in which nothing ran, states something that no execution can have
    /// produced; see [`grounding::unsupported`]. Only what the model may know counts.
    fn unsupported(&self, answer: &str, question: &str, known: Readable) -> bool;
}

impl Clone for Box<dyn Grounding> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

impl Grounding for Evidence {
    fn copied(&self) -> Box<dyn Grounding> {
        Box::new(self.clone())
    }

    fn clear(&mut self) {
        *self = Self::default();
    }

    fn set_files(&mut self, files: &[Arc<Profile>]) {
        self.set_files(files.iter().map(AsRef::as_ref));
    }

    fn add_outcome(&mut self, at: usize, code: &str, outcome: &Outcome) {
        self.add_outcome(at, code, outcome);
    }

    fn set_disclosed(&mut self) {
        self.set_disclosed();
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }

    fn claims(&self, answer: &str, question: &str) -> Vec<Claim> {
        grounding::check(answer, question, self)
    }

    fn as_printed(&self, answer: &str) -> Option<String> {
        grounding::as_printed(answer, self)
    }

    fn unsupported(&self, answer: &str, question: &str, known: Readable) -> bool {
        grounding::unsupported(answer, question, &self.readable(known))
    }
}
