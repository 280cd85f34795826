//! What an export is made from. The page fills it; nothing in it is trusted.

use std::collections::BTreeMap;
use std::ops::Range;

use kernel::Outcome;
use serde::{Deserialize, Serialize};

/// A session as a record: its files, its environment, and what was asked and run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Transcript {
    /// The title, in a few words.
    pub title: String,
    /// When the session began, in milliseconds since 1970 (UTC).
    pub created: Option<i64>,
    /// When it was last changed, in the same unit.
    pub updated: Option<i64>,
    /// The user's data files.
    pub files: Vec<DataFile>,
    /// The packages that the user has added to Python, as wheels.
    pub wheels: Vec<Wheel>,
    /// What the code ran with.
    pub environment: Environment,
    /// What running all code again has shown, if it was done.
    pub check: Option<Check>,
    /// What models have used in the whole session, with what is not shown of it.
    pub usage: Option<Usage>,
    /// Turns and executions of the console, in the order in which they ran.
    pub entries: Vec<Entry>,
}

/// How the outcomes compared to those of the same code in a clean interpreter.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Check {
    /// When, in milliseconds since 1970 (UTC).
    pub ms: i64,
    /// How many outcomes were compared.
    pub compared: usize,
    /// How many of them differ.
    pub different: usize,
    /// How many of those that differ were first produced in another runtime than that of the check.
    pub other_runtime: usize,
    /// How many were not compared, for instance since they are newer.
    pub left_out: usize,
    /// The largest relative difference of two numbers that were taken to be the same.
    pub tolerance: f64,
}

/// What replies of models have used, as their providers reported it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Tokens of requests.
    pub input: u64,
    /// Tokens of replies.
    pub output: u64,
    /// What they have cost, by currency.
    pub costs: BTreeMap<String, f64>,
    /// Whether tokens or prices of some replies are not known.
    pub incomplete: bool,
}

/// A data file of the user.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DataFile {
    /// Its name, as the user sees it.
    pub name: String,
    /// Its path in the interpreter, `/data/sales.csv` for instance.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its content, as 64 hexadecimal digits, if it is known.
    #[serde(default)]
    pub sha256: Option<String>,
    /// The files in whose place it came, the last one first.
    #[serde(default)]
    pub former: Vec<FormerFile>,
}

/// A data file that another one has replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerFile {
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its content, if it is known.
    pub sha256: Option<String>,
}

/// A package that the user has added as a wheel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Wheel {
    /// The package's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The name of the wheel's file.
    pub file: String,
    /// The wheel's size.
    pub bytes: u64,
    /// The SHA-256 of the wheel in hexadecimal.
    pub sha256: String,
}

/// What the code ran with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Environment {
    /// The version of Python.
    pub python: Option<String>,
    /// The versions of the packages that were imported, by name.
    pub packages: BTreeMap<String, String>,
    /// The seed of the generators of `random` and `numpy.random`, if it is known.
    pub seed: Option<u32>,
    /// The disclosure level, in the page's words.
    pub disclosure: String,
    /// The models that answered.
    pub models: Vec<String>,
}

/// One thing that happened in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "a transcript is made once and read in its order")]
pub enum Entry {
    /// A question and its answer.
    Turn(Turn),
    /// Code that the user ran.
    Console(Step),
}

/// A question with everything until its answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Turn {
    /// The question, as plain text.
    pub question: String,
    /// What the built-in rules understood it to ask, as a sentence without a full stop; none if
    /// they did not answer.
    pub read_as: Option<String>,
    /// The model that answered, and in whose place if that was another one.
    pub model: Option<String>,
    /// What the model has used; none if no model elsewhere answered.
    pub usage: Option<Usage>,
    /// The answer, in Markdown.
    pub answer: String,
    /// Why the turn ended early, in a sentence.
    pub stopped: Option<String>,
    /// Whether the answer was cut off by the model's limit.
    pub cut_off: bool,
    /// Whether the answer states what no execution has computed.
    pub not_computed: bool,
    /// What supports the numbers of the answer.
    pub claims: Vec<Claim>,
    /// The executions, in order.
    pub steps: Vec<Step>,
}

/// A number or a date in an answer, and what supports it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// Where it stands in the answer, in bytes.
    pub span: Range<usize>,
    /// What supports it, in a sentence.
    pub note: String,
    /// Whether nothing that was computed supports it.
    #[serde(default)]
    pub marked: bool,
    /// What is doubtful about it although a result supports it, each as a sentence, which the note
    /// has too: rows that were left out, values that were guessed, data that is not from files.
    #[serde(default)]
    pub doubts: Vec<String>,
    /// Whether it is a name rather than a number or a date.
    #[serde(default)]
    pub is_name: bool,
}

/// An execution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Step {
    /// What the code is for, in a few words; may be empty.
    pub purpose: String,
    /// The code.
    pub code: String,
    /// What it produced.
    pub outcome: Outcome,
    /// Which of its results a later step of the turn drew again or corrected.
    pub superseded: Vec<usize>,
    /// Whether its code, or code before it, was changed since it ran, or gave something else when
    /// it ran again.
    pub outdated: bool,
}
