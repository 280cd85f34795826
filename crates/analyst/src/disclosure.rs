//! The gate: the only path from what Python produced to text that a model receives.
//!
//! [`Disclosed`] has private fields and is constructed in this file alone; a tool result enters a
//! turn only as one. The lists of fixed words are in [`vocabulary`]. [`crate::hints`] suggests
//! names; it sees profiles and names that have already passed.
//!
//! **Printed** (and **Ask**, whose text the user reads first): what the code printed and showed,
//! capped, as [`printed`] writes it with [`mod@table`], [`forms`] and [`traceback`]; and pictures,
//! as scaled by the page, up to a size and number.
//!
//! **Shape**: facts about the outcome without any cell value, as [`shape`] writes them. Nothing
//! that the execution could choose freely is passed on:
//! - streams, values, pictures and their descriptions: not at all, only their amount, to one
//!   significant digit;
//! - charts: their type, from a fixed list, and their number of series or elements, to one
//!   significant digit;
//! - names of columns, index levels and files: only those that the model already knows (columns of
//!   the dropped files, whole names or strings in its own code) or that pandas generates; a pivot
//!   turns cells into names;
//! - types: only words of a fixed list, and likewise an exception's class; durations in four steps;
//! - how the code read the session's files: names of files that have a profile, and names of the
//!   arguments of pandas' readers, from a fixed list;
//! - selections that match no row: those whose column and constant the model knows; columns of text
//!   in the place of numbers: known names, how many of their values are not numbers, to one
//!   significant digit, and of which forms, from a fixed list;
//! - an exception's message: only words of the code, of column names and of a fixed list, at most
//!   25 of them, without digits.
//!
//! What remains in shape mode. Code written to smuggle data can still choose *which* of the
//! permitted facts it shows: the number of rows and columns of a table, which known names it uses
//! and in which order, which known exception it raises, which of its constants match no row, at
//! which line, with which permitted words, roughly how much it prints, how large a file is, whether
//! it takes long. That is some dozens to a few hundred bits per execution: enough to pass on a
//! short value bit by bit with effort, not enough to pass on a table unnoticed, and each request
//! can be read in the ledger. The code itself, being the model's own words, is not secret. A file
//! without a header row whose first row was taken for one has cells as column names; the page shows
//! these names. Profiles and outcomes are made in the interpreter that also runs the code, so
//! hostile code could forge them: outcomes are treated as forged here, while a profile made after
//! such code ran is trusted, and shown to the user as the model receives it.

mod coarse;
mod findings;
mod forms;
mod known;
mod printed;
mod readings;
mod shape;
mod table;
#[cfg(test)]
mod tests;
mod traceback;
mod vocabulary;

use std::sync::Arc;

use chat::Image;
use kernel::{Outcome, Profile, Status, TableData};

use text::clip;

/// The most characters of one result. About 3,000 tokens, so that eight results fit a context of
/// 32k.
const MAX_RESULT_LENGTH: usize = 10_000;
/// The most characters of one value or traceback.
const MAX_VALUE_LENGTH: usize = 3_000;
/// The most results that are described.
const MAX_RESULTS: usize = 12;
/// The most pictures of one result.
pub const MAX_IMAGES: usize = 4;
/// The most bytes of a picture: the page scales it to fewer, with sides of at most 1,024 pixels.
const MAX_IMAGE_BYTES: usize = 200_000;
/// The media types of pictures that may be sent.
const IMAGE_TYPES: [&str; 2] = ["image/png", "image/jpeg"];

/// What the model may see of an outcome, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Columns, types, counts and errors without cell values.
    Shape,
    /// Everything printed, after the user has seen it and agreed; the text is the same as in
    /// [`Mode::Printed`].
    Ask,
    /// Everything printed, capped.
    Printed,
}

/// The inputs of a disclosure besides the outcome.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The code that was run, which the model knows, since it wrote it.
    pub code: &'a str,
    /// The question of the turn.
    pub question: &'a str,
    /// The session's files; their column names are known to the model.
    pub profiles: &'a [Arc<Profile>],
    /// Whether the model understands pictures.
    pub images_allowed: bool,
    /// The outcome's pictures scaled for a model, each with the index of its result. No others are
    /// sent, and these only if allowed.
    pub pictures: &'a [(usize, Image)],
}

/// What the model may read of an execution. Only this file can construct one.
///
/// ```compile_fail
/// let mode = analyst::Mode::Shape;
/// let forged = analyst::Disclosed { mode, text: "cells".into(), images: vec![], failed: false };
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosed {
    mode: Mode,
    text: String,
    images: Vec<Image>,
    failed: bool,
    /// Whether the code ran.
    ran: bool,
    error: Option<String>,
    remedy: Option<String>,
}

/// Why there is no outcome to disclose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The kernel could not be started, or died before it took the code.
    NoKernel,
    /// The user declined to run it, or to send its result.
    Declined,
}

impl Disclosed {
    /// Returns the text for code that has no outcome.
    pub fn not_run(why: NotRun) -> Self {
        let text = match why {
            NotRun::NoKernel => "The code was not run: Python is not available at the moment.",
            NotRun::Declined => "The user declined to share the result of this code.",
        };
        Self {
            mode: Mode::Shape,
            text: text.to_owned(),
            images: Vec::new(),
            failed: true,
            ran: why != NotRun::NoKernel,
            error: None,
            remedy: None,
        }
    }

    /// Returns the text exactly as it goes into the request.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the figures that are sent with it.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// Returns whether the execution failed.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Returns the mode under which it was made.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns whether the code ran, or the user declined it.
    pub(crate) fn ran(&self) -> bool {
        self.ran
    }

    /// Returns the exception that ended it, as far as the text has it.
    pub(crate) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Returns what to do if the same error comes again. It has no value that the text does not
    /// have.
    pub(crate) fn remedy(&self) -> Option<&str> {
        self.remedy.as_deref()
    }

    pub(crate) fn into_parts(self) -> (String, Vec<Image>, bool) {
        (self.text, self.images, self.failed)
    }
}

/// Decides what the model may read of an outcome.
pub fn disclose(mode: Mode, outcome: &Outcome, facts: &Facts) -> Disclosed {
    let (sections, images) = match mode {
        Mode::Printed | Mode::Ask => {
            let mut images = Vec::new();
            let sections =
                printed::sections(outcome, facts, |result| attach(result, facts, &mut images));
            (sections, images)
        }
        Mode::Shape => (shape::sections(outcome, facts), Vec::new()),
    };
    let text = clip(&sections.join("\n\n"), MAX_RESULT_LENGTH);
    let (error, remedy) = outcome
        .error
        .as_ref()
        .map(|error| match mode {
            Mode::Printed | Mode::Ask => printed::remedy(error, outcome, facts),
            Mode::Shape => shape::remedy(error, outcome, facts),
        })
        .unzip();
    Disclosed {
        mode,
        text,
        images,
        failed: outcome.status != Status::Ok,
        ran: true,
        error,
        remedy: remedy.flatten(),
    }
}

/// Describes how it ended, in words that do not depend on the data.
fn status(outcome: &Outcome) -> &'static str {
    match outcome.status {
        Status::Ok => "The code ran.",
        Status::Error => "The code failed.",
        Status::Interrupted => "The user stopped the code. Variables are kept.",
        Status::Timeout => {
            "The code took too long and was stopped. Variables are kept. Use less data or a faster way."
        }
        Status::Killed => {
            "Python had to be restarted. All variables are lost; read the files again."
        }
    }
}

const NOTHING_SHOWN: &str =
    "It showed nothing. Print a value or end the code with an expression to see it.";

fn shows_nothing(outcome: &Outcome) -> bool {
    outcome.status == Status::Ok
        && outcome.stdout.is_empty()
        && outcome.stderr.is_empty()
        && outcome.results.is_empty()
        && outcome.files.is_empty()
}

/// Attaches the result's picture if it may be sent. Returns a note if it should be attached but
/// cannot be.
fn attach(result: usize, facts: &Facts, images: &mut Vec<Image>) -> &'static str {
    if !facts.images_allowed {
        return "";
    }
    let fits = |image: &&Image| {
        IMAGE_TYPES.contains(&image.media_type.as_str())
            && image.base64.len() <= MAX_IMAGE_BYTES.div_ceil(3) * 4
    };
    let scaled = facts.pictures.iter().find(|(index, _)| *index == result).map(|(_, image)| image);
    match scaled.filter(fits).filter(|_| images.len() < MAX_IMAGES) {
        Some(image) => {
            images.push(image.clone());
            ""
        }
        None => " (not attached: too large or too many)",
    }
}

fn type_at(data: &TableData, at: usize) -> &str {
    data.types.get(at).map_or("other", String::as_str)
}

fn beyond(results: usize) -> Option<String> {
    (results > MAX_RESULTS)
        .then(|| format!("({} further results are not described here.)", results - MAX_RESULTS))
}
