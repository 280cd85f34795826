//! Outcomes with their large parts by reference.
//!
//! Knows which parts of an outcome can be large and how they become bytes; not where bytes are
//! stored, nor how they are hashed: a browser hashes asynchronously, so the caller does it between
//! [`large_parts`] and [`detach`].

#[cfg(test)]
mod tests;

use base64::{Engine, prelude::BASE64_STANDARD};
use kernel::Outcome;
use serde::{Deserialize, Serialize};

/// The most bytes of a part that stays in the record.
pub const MAX_INLINE_BYTES: usize = 4 << 10;

/// A reference to bytes that are stored elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BlobRef {
    /// SHA-256 of the bytes in hexadecimal.
    pub sha256: String,
    /// Their media type.
    pub media_type: String,
    /// How many they are.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub bytes: u64,
}

/// What an execution produced, as the log has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredOutcome {
    /// The outcome, without the parts that are blobs.
    pub inline: Outcome,
    /// The parts that are blobs.
    #[serde(default)]
    pub parts: Vec<StoredPart>,
}

/// A part of an outcome that is a blob.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredPart {
    /// Which part.
    pub place: Place,
    /// Its bytes.
    pub blob: BlobRef,
}

/// A part of an outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "in", rename_all = "lowercase")]
pub enum Place {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A form of the result with this index.
    Form {
        /// The result's index.
        result: usize,
        /// The form's media type.
        form: String,
        /// Whether the outcome has it in base64, and the blob the decoded bytes.
        base64: bool,
    },
    /// The rows of the result with this index, as JSON.
    Table {
        /// The result's index.
        result: usize,
    },
    /// The chart of the result with this index, as JSON.
    Chart {
        /// The result's index.
        result: usize,
    },
    /// A file under `/out`, the output spill among them. Its bytes are not part of the outcome.
    File {
        /// Its path.
        path: String,
    },
}

/// A part of an outcome that is too large for a record, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargePart {
    /// Which part.
    pub place: Place,
    /// The media type of the bytes.
    pub media_type: String,
    /// The bytes to store.
    pub bytes: Vec<u8>,
}

/// Returns the parts of an outcome that are longer than [`MAX_INLINE_BYTES`]. Files under `/out`
/// are not among them, since an outcome has only their paths: the caller adds those that it stores.
pub fn large_parts(outcome: &Outcome) -> Vec<LargePart> {
    let mut parts = Vec::new();
    for (place, text) in [(Place::Stdout, &outcome.stdout), (Place::Stderr, &outcome.stderr)] {
        if text.len() > MAX_INLINE_BYTES {
            let bytes = text.clone().into_bytes();
            parts.push(LargePart { place, media_type: "text/plain".to_owned(), bytes });
        }
    }
    for (result, shown) in outcome.results.iter().enumerate() {
        for (form, content) in
            shown.mime.iter().filter(|(_, content)| content.len() > MAX_INLINE_BYTES)
        {
            let decoded = is_binary(form).then(|| BASE64_STANDARD.decode(content).ok()).flatten();
            let base64 = decoded.is_some();
            let place = Place::Form { result, form: form.clone(), base64 };
            let bytes = decoded.unwrap_or_else(|| content.clone().into_bytes());
            parts.push(LargePart { place, media_type: form.clone(), bytes });
        }
        let table = shown.data.as_ref().and_then(|data| serde_json::to_vec(data).ok());
        let chart = shown.chart.as_ref().and_then(|chart| serde_json::to_vec(chart).ok());
        for (place, json) in [(Place::Table { result }, table), (Place::Chart { result }, chart)] {
            if let Some(bytes) = json.filter(|json| json.len() > MAX_INLINE_BYTES) {
                parts.push(LargePart { place, media_type: "application/json".to_owned(), bytes });
            }
        }
    }
    parts
}

/// Returns the outcome as a record has it: without these parts, which the caller has stored.
pub fn detach(mut outcome: Outcome, parts: Vec<StoredPart>) -> StoredOutcome {
    for part in &parts {
        match &part.place {
            Place::Stdout => outcome.stdout.clear(),
            Place::Stderr => outcome.stderr.clear(),
            Place::Form { result, form, .. } => {
                outcome.results.get_mut(*result).and_then(|shown| shown.mime.remove(form));
            }
            Place::Table { result } => {
                outcome.results.get_mut(*result).and_then(|shown| shown.data.take());
            }
            Place::Chart { result } => {
                outcome.results.get_mut(*result).and_then(|shown| shown.chart.take());
            }
            Place::File { .. } => {}
        }
    }
    StoredOutcome { inline: outcome, parts }
}

/// Returns the outcome with the parts whose bytes are found, and the parts that stay without: their
/// bytes were dropped, or are not what the place needs.
pub fn attach(
    stored: &StoredOutcome,
    find: impl Fn(&BlobRef) -> Option<Vec<u8>>,
) -> (Outcome, Vec<&StoredPart>) {
    let mut outcome = stored.inline.clone();
    let missing = stored.parts.iter().filter(|part| {
        let placed = match &part.place {
            Place::File { .. } => Some(()),
            _ => find(&part.blob).and_then(|bytes| put(&mut outcome, &part.place, bytes)),
        };
        placed.is_none()
    });
    let missing = missing.collect();
    (outcome, missing)
}

/// Returns whether outcomes have forms of this type in base64.
fn is_binary(media_type: &str) -> bool {
    media_type == "application/pdf"
        || ["image/", "audio/", "video/"].iter().any(|kind| media_type.starts_with(kind))
            && media_type != "image/svg+xml"
}

fn put(outcome: &mut Outcome, place: &Place, bytes: Vec<u8>) -> Option<()> {
    match place {
        Place::Stdout => outcome.stdout = String::from_utf8(bytes).ok()?,
        Place::Stderr => outcome.stderr = String::from_utf8(bytes).ok()?,
        Place::Form { result, form, base64 } => {
            let content = if *base64 {
                BASE64_STANDARD.encode(bytes)
            } else {
                String::from_utf8(bytes).ok()?
            };
            outcome.results.get_mut(*result)?.mime.insert(form.clone(), content);
        }
        Place::Table { result } => {
            outcome.results.get_mut(*result)?.data = Some(serde_json::from_slice(&bytes).ok()?);
        }
        Place::Chart { result } => {
            let shown = outcome.results.get_mut(*result)?;
            shown.chart = Some(serde_json::from_slice(&bytes).ok()?);
        }
        Place::File { .. } => {}
    }
    Some(())
}
