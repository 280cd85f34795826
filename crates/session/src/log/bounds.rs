//! How large a log's texts may be. What is larger has to be shortened or stored as a blob by the
//! caller, since a record is written and read as a whole.

use thiserror::Error;

use crate::log::{Body, Runtime, Setting, StoredOutcome, Wheel};

/// The most bytes of a record. Storage has to take one in a few milliseconds.
pub const MAX_RECORD: usize = 4 << 20;
/// The most bytes of a question, a title, a name or a message.
pub const MAX_QUESTION: usize = 256 << 10;
/// The most bytes of a package's name, of its version and of its hash.
pub const MAX_PACKAGE: usize = 100;
/// The most bytes of additions to the system prompt: 4,000 characters of four bytes.
pub const MAX_INSTRUCTIONS: usize = 16_000;
/// The most bytes of code, of an answer, and of what was disclosed of one execution.
pub const MAX_TEXT: usize = 1 << 20;
/// The most bytes of a model's thoughts in one turn; what follows is left out.
pub const MAX_THOUGHTS: usize = 64 << 10;
/// The most bytes of the query of a turn: those of the longest questions have a few thousand.
pub const MAX_READING: usize = 64 << 10;
/// The most blobs of one outcome: an execution shows a few dozen results at most, each with a few
/// forms.
pub const MAX_BLOBS: usize = 512;
/// The most bytes of one blob.
pub const MAX_BLOB: u64 = 256 << 20;
/// The most bytes of the hash of a runtime, and of a package's name and version. The longest are
/// below 40.
pub const MAX_VERSION: usize = 100;
/// The most packages of a runtime. A distribution has some hundreds.
pub const MAX_PACKAGES: usize = 2_000;

/// An event exceeds a bound.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the {what} is too large to be saved: {size} where {most} is the most")]
pub struct TooLarge {
    /// What.
    pub what: &'static str,
    /// Its size: bytes, or a number of blobs.
    pub size: usize,
    /// The most that is possible.
    pub most: usize,
}

/// Checks the sizes of an event.
///
/// # Errors
/// The first bound that it exceeds.
pub fn check(body: &Body) -> Result<(), TooLarge> {
    let texts: Vec<(&'static str, &String, usize)> = match body {
        Body::Created { id } => vec![("id", id, MAX_QUESTION)],
        Body::Renamed { title } => vec![("title", title, MAX_QUESTION)],
        Body::SettingChanged { setting: Setting::Instructions { value } } => {
            vec![("addition to the system prompt", value, MAX_INSTRUCTIONS)]
        }
        Body::FileAdded { name, wheel, .. } => {
            let mut texts = vec![("file's name", name, MAX_QUESTION)];
            if let Some(Wheel { name, version, sha256, .. }) = wheel {
                texts.extend(
                    [name, version, sha256].map(|text| ("package's name", text, MAX_PACKAGE)),
                );
            }
            texts
        }
        Body::QuestionAsked { text, .. } | Body::QuestionEdited { text, .. } => {
            vec![("question", text, MAX_QUESTION)]
        }
        Body::TextReceived { text, .. } => vec![("text", text, MAX_TEXT)],
        Body::ThoughtsReceived { text, .. } => vec![("thoughts", text, MAX_THOUGHTS)],
        Body::QueryRead { reading, .. } => vec![("query", reading, MAX_READING)],
        Body::FallbackAnswered { model, .. } => vec![("model's name", model, MAX_QUESTION)],
        Body::RequestFitted { text, .. } => vec![("note", text, MAX_QUESTION)],
        Body::StepCalled { remark, purpose, code, .. } => {
            vec![
                ("code", code, MAX_TEXT),
                ("remark", remark, MAX_TEXT),
                ("purpose", purpose, MAX_QUESTION),
            ]
        }
        Body::StepRefused { why, .. } => vec![("reason", why, MAX_QUESTION)],
        Body::ExecutionBegan { code, runtime, .. } => {
            check_runtime(runtime.as_ref())?;
            vec![("code", code, MAX_TEXT)]
        }
        Body::CodeEdited { code, .. } => vec![("code", code, MAX_TEXT)],
        Body::ResultDisclosed { text, .. } => vec![("disclosed result", text, MAX_TEXT)],
        Body::AnswerFinished { text, for_model, .. } => {
            std::iter::once(text).chain(for_model).map(|text| ("answer", text, MAX_TEXT)).collect()
        }
        Body::TurnEnded { message: Some(message), .. } => vec![("message", message, MAX_QUESTION)],
        Body::Replayed { compared, runtime, .. } => {
            check_runtime(runtime.as_ref())?;
            let differences = compared.iter().flat_map(|one| &one.differences);
            differences.map(|text| ("difference", text, MAX_QUESTION)).collect()
        }
        Body::ExecutionEnded { outcome, .. } => return check_outcome(outcome),
        _ => Vec::new(),
    };
    match texts.iter().find(|(_, text, most)| text.len() > *most) {
        Some(&(what, text, most)) => Err(TooLarge { what, size: text.len(), most }),
        None => Ok(()),
    }
}

fn check_runtime(runtime: Option<&Runtime>) -> Result<(), TooLarge> {
    let Some(Runtime { manifest, versions }) = runtime else { return Ok(()) };
    if versions.len() > MAX_PACKAGES {
        return Err(TooLarge {
            what: "number of packages",
            size: versions.len(),
            most: MAX_PACKAGES,
        });
    }
    let mut texts = std::iter::once(manifest).chain(versions.keys()).chain(versions.values());
    match texts.find(|text| text.len() > MAX_VERSION) {
        Some(text) => Err(TooLarge { what: "version", size: text.len(), most: MAX_VERSION }),
        None => Ok(()),
    }
}

fn check_outcome(outcome: &StoredOutcome) -> Result<(), TooLarge> {
    let count = outcome.parts.len();
    if count > MAX_BLOBS {
        return Err(TooLarge { what: "number of outputs", size: count, most: MAX_BLOBS });
    }
    let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    match outcome.parts.iter().find(|part| part.blob.bytes > MAX_BLOB) {
        Some(part) => {
            Err(TooLarge { what: "output", size: size(part.blob.bytes), most: size(MAX_BLOB) })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::testing::{called, every_kind, figure, runtime, wheel};
    use crate::log::{Origin, WriteError, Writer};

    fn began_in(manifest: &str, versions: &[(&str, &str)]) -> Body {
        let origin = Origin::Console { after: None };
        Body::ExecutionBegan {
            execution: 1,
            origin,
            code: String::new(),
            runtime: runtime(manifest, versions),
        }
    }

    #[test]
    fn what_exceeds_a_bound_is_named_and_takes_no_number() {
        let long = |size: usize| "x".repeat(size);
        let cases = [
            (
                Body::Renamed { title: long(MAX_QUESTION + 1) },
                "title",
                MAX_QUESTION + 1,
                MAX_QUESTION,
            ),
            (
                Body::SettingChanged {
                    setting: Setting::Instructions { value: long(MAX_INSTRUCTIONS + 1) },
                },
                "addition to the system prompt",
                MAX_INSTRUCTIONS + 1,
                MAX_INSTRUCTIONS,
            ),
            (wheel(&long(MAX_PACKAGE + 1)), "package's name", MAX_PACKAGE + 1, MAX_PACKAGE),
            (called(1, 2, &long(MAX_TEXT + 1)), "code", MAX_TEXT + 1, MAX_TEXT),
            (
                Body::ThoughtsReceived { turn: 1, text: long(MAX_THOUGHTS + 1) },
                "thoughts",
                MAX_THOUGHTS + 1,
                MAX_THOUGHTS,
            ),
            (
                Body::QueryRead { turn: 1, reading: long(MAX_READING + 1) },
                "query",
                MAX_READING + 1,
                MAX_READING,
            ),
            (began_in(&long(MAX_VERSION + 1), &[]), "version", MAX_VERSION + 1, MAX_VERSION),
            (
                began_in("a", &[("b", &long(MAX_VERSION + 1))]),
                "version",
                MAX_VERSION + 1,
                MAX_VERSION,
            ),
            (figure(1, "a", MAX_BLOB + 1), "output", (256 << 20) + 1, 256 << 20),
            (
                Body::RequestSent {
                    turn: Some(1),
                    to: long(MAX_RECORD),
                    bytes: 0,
                    sha256: String::new(),
                    body: None,
                },
                "record",
                MAX_RECORD + 132,
                MAX_RECORD,
            ),
        ];
        let mut writer = Writer::after(4);
        for (body, what, size, most) in cases {
            let Err(WriteError::TooLarge(error)) = writer.append(0, body) else { panic!("{what}") };
            assert_eq!(error, TooLarge { what, size, most });
        }
        let (event, record) =
            writer.append(7, Body::Renamed { title: long(MAX_QUESTION) }).unwrap();
        assert_eq!((event.seq, event.ms), (5, 7));
        assert_eq!(crate::log::record::encode(&event, 4).unwrap(), record);
    }

    #[test]
    fn ordinary_events_are_within_the_bounds() {
        for event in every_kind() {
            assert_eq!(check(&event.body), Ok(()));
        }
    }
}
