//! The gate: the only path from what Python produced to text that a model receives.
//!
//! [`Disclosed`] has private fields and is made in this file alone; a tool result enters a turn only as one. The lists of
//! fixed words are in [`vocabulary`], proposals of names in [`crate::hints`], which sees profiles and names already let through.
//!
//! **Printed** (and **Ask**, whose text the person reads first): what the code printed and showed, capped, as [`printed`] writes it
//! with [`mod@table`], [`forms`] and [`traceback`]; and pictures, as the page has scaled them, up to a size and number.
//!
//! **Shape**: facts about the outcome, no value of a cell. Nothing that the execution could choose freely is passed on:
//! - streams, values, pictures and their descriptions: not at all, only how much there was, to one significant digit;
//! - charts: their type, from a fixed list, and how many series or elements they have, to one significant digit;
//! - names of columns, index levels and files: only those that the model knows already, since they are columns of the
//!   dropped files or stand as a whole name or string in its own code, or that pandas makes up; a pivot turns cells into names;
//! - types: only words of a fixed list; an exception's class likewise; durations in four steps;
//! - an exception's message: only words of the code, of column names and of a fixed list, 25 of them, no digits.
//!
//! What remains in shape mode. Code written to smuggle can still choose *which* of the permitted things it shows: the number of
//! rows and columns of a table, which known names it uses and in which order, which known exception it raises, at which line,
//! with which permitted words, roughly how much it prints, how large a file is, whether it takes long. That is some dozens to
//! a few hundred bits per execution, enough to pass on a short value bit by bit with effort; not enough to pass on a table
//! unnoticed, and each request can be read in the ledger. The code itself, being the model's own words, is not secret.
//! A file without a header row whose first row was taken for one has cells as column names; the page shows these names.
//! Profiles and outcomes are made in the interpreter that also runs the code, so hostile code could forge them: outcomes are
//! treated as forged here, while a profile made after such code ran is believed, and shown to the person as the model gets it.

mod forms;
mod printed;
mod table;
#[cfg(test)]
mod tests;
mod traceback;
mod vocabulary;

pub use forms::worth_words;

use std::{collections::BTreeSet, sync::Arc};

use chat::Image;
use kernel::{Outcome, Profile, PythonError, Status, TableData};
use serde_json::Value;

use crate::{
    hints,
    text::{clip, line, thousands},
};
use table::{MOST_CELL, MOST_COLUMNS};

/// The most characters of one result. About 3,000 tokens, so that eight results fit a context of 32k.
const MOST: usize = 10_000;
/// The most characters of one value or traceback.
const MOST_VALUE: usize = 3_000;
/// The most results that are described.
pub const MOST_RESULTS: usize = 12;
/// The most words of an error message in shape mode.
const MOST_WORDS: usize = 25;
/// The most pictures of one result.
pub const MOST_IMAGES: usize = 4;
/// The most bytes of a picture: the page scales it to fewer, with sides of at most 1,024 pixels.
const MOST_IMAGE_BYTES: usize = 200_000;
/// The types of pictures that go.
const IMAGE_TYPES: [&str; 2] = ["image/png", "image/jpeg"];

/// What stands for a name that may be a value.
const WITHHELD: &str = "(name withheld)";

/// What the model may see of an outcome, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Columns, types, counts and errors without cell values.
    Shape,
    /// Everything printed, after the person has seen it and agreed; the text is the same as in [`Mode::Printed`].
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
    /// The outcome's pictures scaled for a model, each with the index of its result. Only these go, and only where they may.
    pub pictures: &'a [(usize, Image)],
    /// What the outcome's charts say in words, each with the index of its result, as [`worth_words`] has it. Only these go, bounded, and
    /// only where everything printed may.
    pub captions: &'a [(usize, String)],
}

/// What the model is told of an execution. Only this file can make one.
///
/// ```compile_fail
/// let forged = analyst::Disclosed { mode: analyst::Mode::Shape, text: "cells".into(), images: vec![], failed: false };
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosed {
    mode: Mode,
    text: String,
    images: Vec<Image>,
    failed: bool,
}

/// Why there is no outcome to tell of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The kernel could not be started, or died before it took the code.
    NoKernel,
    /// The person did not want it run, or its result sent.
    Declined,
}

impl Disclosed {
    /// What the model is told about code that has no outcome.
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
    let (sections, images) = match mode {
        Mode::Printed | Mode::Ask => {
            let mut images = Vec::new();
            let sections = printed::sections(outcome, facts, |result| attach(result, facts, &mut images));
            (sections, images)
        }
        Mode::Shape => (shape(outcome, facts), Vec::new()),
    };
    let text = clip(&sections.join("\n\n"), MOST);
    Disclosed { mode, text, images, failed: outcome.status != Status::Ok }
}

/// How it ended, in words that do not depend on the data.
fn status(outcome: &Outcome) -> &'static str {
    match outcome.status {
        Status::Ok => "The code ran.",
        Status::Error => "The code failed.",
        Status::Interrupted => "The person stopped the code. Variables are kept.",
        Status::Timeout => {
            "The code took too long and was stopped. Variables are kept. Use less data or a faster way."
        }
        Status::Killed => "Python had to be restarted. All variables are lost; read the files again.",
    }
}

const NOTHING_SHOWN: &str = "It showed nothing. Print a value or end the code with an expression to see it.";

fn shows_nothing(outcome: &Outcome) -> bool {
    outcome.status == Status::Ok
        && outcome.stdout.is_empty()
        && outcome.stderr.is_empty()
        && outcome.results.is_empty()
        && outcome.files.is_empty()
}

/// Sends the picture of the result along, if it may go; what to note where it should and cannot.
fn attach(result: usize, facts: &Facts, images: &mut Vec<Image>) -> &'static str {
    if !facts.images_allowed {
        return "";
    }
    let fits = |image: &&Image| {
        IMAGE_TYPES.contains(&image.media_type.as_str()) && image.base64.len() / 4 * 3 <= MOST_IMAGE_BYTES
    };
    let scaled = facts.pictures.iter().find(|(index, _)| *index == result).map(|(_, image)| image);
    match scaled.filter(fits).filter(|_| images.len() < MOST_IMAGES) {
        Some(image) => {
            images.push(image.clone());
            ""
        }
        None => " (not attached: too large or too many)",
    }
}

// Shape

fn shape(outcome: &Outcome, facts: &Facts) -> Vec<String> {
    let known = Known::new(facts);
    let mut sections = vec![
        format!("{} ({})", status(outcome), coarse_duration(outcome.duration_ms)),
        "The person shares only the shape of results, not their values. Do not ask for values.".to_owned(),
    ];
    for (name, text) in [("standard output", &outcome.stdout), ("standard error", &outcome.stderr)] {
        if !text.is_empty() {
            let lines = coarse(text.lines().count() as u64, 1);
            let characters = coarse(text.chars().count() as u64, 1);
            sections.push(format!(
                "It printed {lines} lines ({characters} characters) to {name}. (text withheld)"
            ));
        }
    }
    for (at, shown) in outcome.results.iter().take(MOST_RESULTS).enumerate() {
        let what = match &shown.data {
            _ if shown.mime.keys().any(|kind| kind.starts_with("image/")) || forms::interactive(shown) => {
                figure(shown.chart.as_ref())
            }
            Some(data) => known.table(data),
            None => "A value, shown to the person. (withheld)".to_owned(),
        };
        sections.push(format!("[{}] {what}", at + 1));
    }
    sections.extend(beyond(outcome.results.len()));
    if !outcome.files.is_empty() {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let files = outcome.files.iter().take(MOST_RESULTS).map(|file| {
            let whole = known.in_code(&file.path).then(|| file.path.clone());
            let file_name = whole.or_else(|| Some(name(&file.path)).filter(|name| known.in_code(name)));
            let file_name = file_name.unwrap_or_else(|| WITHHELD.to_owned());
            format!("{file_name} ({} bytes)", coarse(file.bytes, 1))
        });
        sections.push(format!("Files written: {}", files.collect::<Vec<_>>().join(", ")));
    }
    if let Some(error) = &outcome.error {
        sections.push(known.error(error, facts.code));
        let class = known.class(&error.name).unwrap_or_default();
        let wanted = hints::wanted(&error.value).filter(|name| known.in_code(name));
        // Names of variables are chosen by the code that ran.
        let names = hints::Names { profiles: facts.profiles, variables: &[] };
        sections.extend(hints::for_error(class, wanted.as_deref(), &names));
    }
    if shows_nothing(outcome) {
        sections.push("It showed nothing.".to_owned());
    }
    sections
}

/// That a figure was shown and, of a chart, its type and about how many series it has.
fn figure(chart: Option<&Value>) -> String {
    let what = chart.map(|chart| {
        let (kind, elements) = forms::outline(chart);
        format!(" ({kind} chart, {} elements)", coarse(elements as u64, 1))
    });
    format!("Figure{}, shown to the person.", what.unwrap_or_default())
}

/// What the model knows without having seen a value.
struct Known<'a> {
    /// Names of columns of the dropped files.
    columns: BTreeSet<&'a str>,
    /// Names and whole strings that stand in the code.
    code: BTreeSet<String>,
    /// Words of the code and of column names, in lower case.
    words: BTreeSet<String>,
}

impl<'a> Known<'a> {
    fn new(facts: &Facts<'a>) -> Self {
        let tables = facts.profiles.iter().flat_map(|profile| &profile.tables);
        let columns: BTreeSet<&str> =
            tables.flat_map(|table| &table.columns).map(|column| column.name.as_str()).collect();
        let texts = columns.iter().copied().chain([facts.code]);
        // One letter at a time, or digit by digit, any value could be spelt.
        let telling = |word: &&str| word.chars().count() > 2 && word.chars().any(char::is_alphabetic);
        let words = texts.flat_map(words).filter(telling).map(str::to_lowercase).collect();
        Self { code: names_and_strings(facts.code), columns, words }
    }

    fn in_code(&self, name: &str) -> bool {
        self.code.contains(name)
    }

    /// The name, or what of it is known: the levels of a column's name come joined by " / ".
    fn column(&self, name: &str) -> String {
        let known = |name: &str| {
            self.columns.contains(name) || self.in_code(name) || vocabulary::MADE_BY_PANDAS.contains(&name)
        };
        let part = |part| if known(part) { part } else { WITHHELD };
        if known(name) {
            name.to_owned()
        } else {
            name.split(" / ").map(part).collect::<Vec<_>>().join(" / ")
        }
    }

    fn class<'b>(&self, name: &'b str) -> Option<&'b str> {
        vocabulary::EXCEPTIONS.contains(&name).then_some(name)
    }

    fn table(&self, data: &TableData) -> String {
        let complete = data.rows.len() as u64 == data.total_rows;
        let columns = data.columns.iter().take(MOST_COLUMNS).enumerate().map(|(at, name)| {
            let kind =
                Some(type_at(data, at)).filter(|kind| vocabulary::TYPES.contains(kind)).unwrap_or("other");
            let missing = data.rows.iter().filter(|row| row.get(at).is_none_or(Value::is_null)).count();
            let missing =
                if complete && missing > 0 { format!(", {missing} missing") } else { String::new() };
            format!("{} ({kind}{missing})", line(&self.column(name), MOST_CELL))
        });
        let columns: Vec<String> = columns.collect();
        let rows = coarse(data.total_rows, 3);
        format!(
            "Table of {rows} rows and {} columns (cells withheld): {}",
            data.columns.len(),
            columns.join(", ")
        )
    }

    fn error(&self, error: &PythonError, code: &str) -> String {
        let class = self.class(&error.name).unwrap_or("An exception of another class");
        let mut text = format!("{class}: {}", self.message(&error.value));
        let lines: Vec<&str> = code.lines().collect();
        if let Some(number) = line_of(&error.traceback)
            && let Some(line) = number.checked_sub(1).and_then(|at| lines.get(at))
        {
            text.push_str(&format!("\nat line {number} of the code: {}", clip(line.trim(), 200)));
        }
        text
    }

    /// The message with every word that the model could not have written itself replaced.
    fn message(&self, message: &str) -> String {
        let mut shown: Vec<&str> = Vec::new();
        for word in words(message).take(4 * MOST_WORDS) {
            let lower = word.to_lowercase();
            let known = self.words.contains(&lower) || vocabulary::MESSAGE_WORDS.contains(&lower.as_str());
            match known {
                true => shown.push(word),
                false if shown.last() != Some(&"…") => shown.push("…"),
                false => {}
            }
            if shown.len() == MOST_WORDS {
                break;
            }
        }
        // In lower case: capitals would spell one bit a letter.
        shown.join(" ").to_lowercase()
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Identifiers and the contents of string literals. Read without a grammar: an apostrophe in a comment yields a string too
/// many, which is the model's own text all the same.
fn names_and_strings(code: &str) -> BTreeSet<String> {
    let identifiers = words(code).filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let mut found: BTreeSet<String> = identifiers.map(str::to_owned).collect();
    for line in code.lines() {
        let mut rest = line;
        while let Some(start) = rest.find(['"', '\'']) {
            let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
            let body = &rest[start + 1..];
            let Some(end) = body.find(quote) else { break };
            found.insert(body[..end].to_owned());
            rest = &body[end + 1..];
        }
    }
    found
}

/// The line of the code at which a traceback ends: that of the last frame in a cell, `Cell [3], line 2, in <module>`.
fn line_of(traceback: &str) -> Option<usize> {
    traceback.lines().rev().find_map(|line| {
        let (_, rest) = line.trim_start().strip_prefix("Cell [")?.split_once("], line ")?;
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    })
}

fn coarse_duration(milliseconds: f64) -> &'static str {
    match milliseconds {
        ms if ms < 1_000.0 => "under 1 s",
        ms if ms < 10_000.0 => "under 10 s",
        ms if ms < 60_000.0 => "under 1 min",
        _ => "over 1 min",
    }
}

/// The number to so many significant digits.
fn coarse(number: u64, digits: u32) -> String {
    let length = number.checked_ilog10().unwrap_or(0) + 1;
    let unit = 10_u64.pow(length.saturating_sub(digits));
    let rounded = number / unit * unit;
    if rounded == number { thousands(number) } else { format!("about {}", thousands(rounded)) }
}

// Both

fn type_at(data: &TableData, at: usize) -> &str {
    data.types.get(at).map_or("other", String::as_str)
}

fn beyond(results: usize) -> Option<String> {
    (results > MOST_RESULTS)
        .then(|| format!("({} further results are not described here.)", results - MOST_RESULTS))
}
