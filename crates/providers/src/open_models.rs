//! Open models that a user may fetch with one click: which ones, what each needs, and what the
//! server and the page tell each other about it.
//!
//! Knows neither the network nor the browser, neither files nor the clock. The list is
//! `models.json`; each entry's address, length and SHA-256 are those that its maker published.

mod expectation;

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

pub use expectation::{Device, expectation, size};

/// The hosts that may send a model, over HTTPS at the usual port: the one of the addresses, and
/// those to which it is known to redirect downloads.
pub const HOSTS: [&str; 10] = [
    "huggingface.co",
    "cdn-lfs.huggingface.co",
    "cdn-lfs-us-1.huggingface.co",
    "cdn-lfs-eu-1.huggingface.co",
    "cdn-lfs.hf.co",
    "cdn-lfs-us-1.hf.co",
    "cdn-lfs-eu-1.hf.co",
    "cas-bridge.xethub.hf.co",
    "us.aws.cdn.hf.co",
    "us.gcp.cdn.hf.co",
];

/// The largest file that is fetched, in bytes: a browser loads no larger one.
pub const MAX_FILE_BYTES: u64 = 2 << 30;

/// The command by which an operator fetches a model.
pub const COMMAND: &str = "insitu model get";

/// An open model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// What a user types to name it.
    pub name: String,
    /// Its name as shown.
    pub label: String,
    /// Who published it.
    pub maker: String,
    /// Its licence, as SPDX writes it.
    pub licence: String,
    /// How its weights are stored.
    pub quantisation: String,
    /// Where it is fetched from: one revision of one file.
    pub address: String,
    /// The name of its file.
    pub file: String,
    /// The length of its file.
    pub bytes: u64,
    /// The SHA-256 of its file, in lower-case hexadecimal.
    pub sha256: String,
    /// The memory in bytes that it needs in a tab, with a window of 8,192 tokens.
    pub memory: u64,
    /// Tokens a second that it writes in a tab with two threads.
    pub tokens_a_second: f64,
    /// Whether that was measured (`docs/performance.md`), rather than estimated by its size.
    pub measured: bool,
    /// What it is good for, in a sentence or two.
    pub about: String,
}

/// Returns the models, the default one first.
pub fn all() -> &'static [Model] {
    static MODELS: LazyLock<Vec<Model>> =
        // A test reads the file too, so that it cannot be one that is not understood.
        LazyLock::new(|| {
            serde_json::from_str(include_str!("open_models/models.json")).unwrap_or_default()
        });
    &MODELS
}

/// Returns the model of that name, the default one without a name.
pub fn find(name: Option<&str>) -> Option<&'static Model> {
    match name {
        Some(name) => all().iter().find(|model| model.name == name),
        None => all().first(),
    }
}

/// Returns the model whose file has that name.
pub fn of_file(file: &str) -> Option<&'static Model> {
    all().iter().find(|model| model.file == file)
}

/// What a page gets: the models, where each is, and what the server does. On a static host the
/// file `models/open.json` has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// The models, the default one first.
    pub models: Vec<Listed>,
    /// Whether this page may have its server fetch one.
    pub may_fetch: bool,
    /// The model that the server is fetching.
    pub fetching: Option<Fetching>,
    /// Why the last one could not be fetched.
    pub problem: Option<Problem>,
}

/// A model, and how much of it is there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// The model.
    #[serde(flatten)]
    pub model: Model,
    /// When the file of the host was changed, in milliseconds since 1970; `None` if it has none.
    pub modified: Option<u64>,
    /// How many bytes of it an earlier attempt has left.
    pub partial: u64,
}

/// A model that is being fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fetching {
    /// Its name.
    pub name: String,
    /// How many of its bytes have come.
    pub bytes: u64,
}

/// Why a model could not be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The reason, as a sentence that says what to do.
    pub text: String,
}

impl Listing {
    /// Returns the models with nothing of them here.
    pub fn of_all() -> Self {
        let listed = |model: &Model| Listed { model: model.clone(), modified: None, partial: 0 };
        Self { models: all().iter().map(listed).collect(), ..Self::default() }
    }

    /// Returns the model of that name.
    pub fn find(&self, name: &str) -> Option<&Listed> {
        self.models.iter().find(|listed| listed.model.name == name)
    }
}

#[cfg(test)]
mod tests;
