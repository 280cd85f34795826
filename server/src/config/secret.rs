//! Secrets: text that is never shown, read from a variable or a file and never from the
//! configuration itself.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use toml::de::DeValue;

use super::section::Section;

/// The largest file of a secret in bytes. Keys are some hundred bytes; a larger file is the wrong
/// one.
const MAX_SECRET_FILE_BYTES: u64 = 64 * 1024;

/// Text that must not be shown; its `Debug` output hides it.
#[derive(Clone)]
pub struct Secret {
    text: String,
    /// Whether the configuration's file holds it, so that it is hardly one.
    open: bool,
}

impl Secret {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: false }
    }

    /// Wraps text that the configuration's file holds, a header's value for instance.
    pub(super) fn open(text: impl Into<String>) -> Self {
        Self { text: text.into(), open: true }
    }

    /// Returns whether the configuration's file holds it. An answer may then quote it: it may be a
    /// word of any text.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// Returns the text, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// Where secrets come from.
pub(super) struct Sources<'a> {
    /// Returns a variable of the environment that is not empty.
    pub(super) variable: &'a dyn Fn(&str) -> Option<String>,
    /// The folder that relative paths begin at: that of the configuration file.
    pub(super) folder: PathBuf,
}

impl Sources<'_> {
    /// Returns the secret that `key` of `section` refers to. What is wrong with it is reported
    /// without its text.
    pub(super) fn secret(&self, section: &Section<'_>, key: &str) -> Option<Secret> {
        match section.value(key)?.get_ref() {
            DeValue::Table(_) => {}
            _ => {
                section.problem(
                    key,
                    "holds the secret itself; move it out of this file and write { env = \"NAME\" } or { file = \"/path\" }",
                );
                return None;
            }
        }
        let place = section.table(key);
        let (variable, file) = (place.string("env"), place.string("file"));
        place.finish();
        let read =
            match (variable, file) {
                (Some(name), None) => (self.variable)(&name).ok_or_else(|| {
                    format!(
                        "the variable {name} is not set; set it before the server starts, or name another one"
                    )
                }),
                (None, Some(path)) => self.file(&path),
                // What is wrong with either was reported.
                (None, None) if place.has("env") || place.has("file") => return None,
                _ => Err("needs either `env` or `file`; write { env = \"NAME\" } or { file = \"/path\" }"
                    .to_owned()),
            };
        match read {
            Ok(text) => return Some(Secret::new(text)),
            Err(problem) => section.problem(key, problem),
        }
        None
    }

    /// Returns a secret that a header can carry.
    pub(super) fn header(&self, section: &Section<'_>, key: &str) -> Option<Secret> {
        let secret = self.secret(section, key)?;
        if graphic(secret.reveal()) {
            return Some(secret);
        }
        section.problem(
            key,
            "holds characters that no key has, such as spaces or line breaks; copy it again",
        );
        None
    }

    fn file(&self, path: &str) -> Result<String, String> {
        let path = self.folder.join(Path::new(path));
        let shown = path.display();
        let size = std::fs::metadata(&path).map_err(|error| {
            format!(
                "the file {shown} cannot be read ({}); create it or name another one",
                reason(&error)
            )
        })?;
        if size.len() > MAX_SECRET_FILE_BYTES {
            return Err(format!("the file {shown} is too large for a secret; name the right one"));
        }
        let bytes = std::fs::read(&path).map_err(|error| {
            format!(
                "the file {shown} cannot be read ({}); let the server's user read it",
                reason(&error)
            )
        })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("the file {shown} is not text; name the right one"))?;
        match text.trim() {
            "" => Err(format!("the file {shown} is empty; put the secret into it")),
            text => Ok(text.to_owned()),
        }
    }
}

/// Returns whether all of `text` is visible ASCII, as keys are.
pub(super) fn graphic(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns the reason of an error in words.
pub(super) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "it does not exist".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission is missing".to_owned(),
        _ => error.to_string(),
    }
}
