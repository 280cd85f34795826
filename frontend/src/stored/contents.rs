//! The records of a stored session, and what belongs to them.

use app::session::stored::{LogPart, StorageError};
use app::session::{LedgerEntry, Question};
use futures::future::join_all;
use js_sys::{Array, Date, Uint8Array};
use kernel::Outcome;
use leptos::prelude::ArcRwSignal;
use session::log::{BlobRef, LargePart, Place, Sent, StoredOutcome, StoredPart};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::digest::sha256;
use crate::foreign::{number, size, text};
use crate::storage::{self, done, error_of};

/// The largest part of an outcome that is restored with its session, and the largest file that code
/// wrote which is stored, in bytes.
const MAX_PART: u64 = 64 << 20;

/// The largest part that stays in a record for lack of space, in bytes.
const MAX_INLINE: u64 = 256 << 10;

/// Returns a stored outcome with its large parts: `blobs` has the bytes of each in order, none if
/// they are gone.
fn attached(stored: &StoredOutcome, blobs: &[Option<Uint8Array>]) -> Outcome {
    session::log::attach(stored, |blob| part_bytes(stored, blobs, blob)).0
}

/// Returns the bytes of a part of a stored outcome, of whose parts `blobs` has the bytes in order.
pub(crate) fn part_bytes(
    stored: &StoredOutcome,
    blobs: &[Option<Uint8Array>],
    blob: &BlobRef,
) -> Option<Vec<u8>> {
    let at = stored.parts.iter().position(|part| part.blob == *blob)?;
    blobs.get(at)?.as_ref().map(Uint8Array::to_vec)
}

/// Returns milliseconds since 1970, which JavaScript has as a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are positive and whole"
)]
pub(crate) fn time(ms: f64) -> u64 {
    ms.max(0.0) as u64
}

/// Returns a part of a log.
pub(super) fn part(part: &storage::LogPart) -> LogPart {
    let mut read =
        LogPart { more: part.more(), damage: error_of(&part.damage()), ..LogPart::default() };
    for record in part.records().iter() {
        read.text.push_str(&text(&record, "text"));
        read.last = number(&record, "seq");
    }
    read
}

/// Copies the outputs and the files of a session to another one, without outputs that are gone.
///
/// # Errors
/// If one of them cannot be stored.
pub(super) async fn copy(old: String, fresh: String) -> Result<(), StorageError> {
    let storage = storage::current().ok_or_else(StorageError::default)?;
    let blobs = done(storage.blobs().list_of(&old)).await?;
    for info in blobs.dyn_into::<Array>().unwrap_or_default().iter() {
        if let Ok(content) = done(storage.blobs().get(&text(&info, "digest"))).await {
            let media_type = text(&info, "mediaType");
            put(&fresh, content.unchecked_ref(), &media_type).await?;
        }
    }
    done(storage.files().share(&old, &fresh)).await?;
    Ok(())
}

/// Stores bytes of a session, and returns their SHA-256.
///
/// # Errors
/// If they cannot be stored.
pub(super) async fn put(
    session: &str,
    content: &Blob,
    media_type: &str,
) -> Result<String, StorageError> {
    let storage = storage::current().ok_or_else(StorageError::default)?;
    Ok(text(&done(storage.blobs().put(session, content, media_type)).await?, "digest"))
}

/// Stores a text of a session.
///
/// # Errors
/// If it cannot be stored.
pub(super) async fn put_text(
    session: String,
    text: String,
    media_type: String,
) -> Result<BlobRef, StorageError> {
    let content = storage::blob(text.as_bytes())
        .map_err(|message| StorageError { message, ..StorageError::default() })?;
    let sha256 = put(&session, &content, &media_type).await?;
    Ok(BlobRef { sha256, media_type, bytes: text.len() as u64 })
}

/// Returns requests and their questions with their bodies where they are kept.
pub(crate) async fn with_bodies(requests: Vec<(Sent, Option<String>)>) -> Vec<LedgerEntry> {
    let entry = async |(sent, question): (Sent, Option<String>)| {
        let Sent { turn, ms, to, bytes, sha256, body } = sent;
        let kept = match &body {
            Some(body) => text_of(&body.sha256).await,
            None => None,
        };
        let body = kept.unwrap_or_else(|| words::stored_contents_the_content_of_this().to_owned());
        #[expect(clippy::cast_precision_loss, reason = "a time is less than 2^53")]
        let date = Date::new(&JsValue::from(ms as f64));
        // A time that a file claims may be none of the calendar's.
        let at = if date.get_time().is_nan() { String::new() } else { date.to_iso_string().into() };
        LedgerEntry {
            at,
            to,
            bytes: usize::try_from(bytes).unwrap_or_default(),
            sha256,
            body: body.into(),
            question: turn.zip(question).map(|(turn, text)| Question { turn, text: text.into() }),
            confirmed: ArcRwSignal::default(),
        }
    };
    join_all(requests.into_iter().map(entry)).await
}

async fn text_of(digest: &str) -> Option<String> {
    let blob = blob_of(digest).await?;
    JsFuture::from(blob.text()).await.ok()?.as_string()
}

/// Returns stored bytes, if they are there.
async fn blob_of(digest: &str) -> Option<Blob> {
    done(storage::current()?.blobs().get(digest)).await.ok()?.dyn_into().ok()
}

/// Stores the large parts of an outcome, and the files that it wrote. What is not stored stays in
/// the record where it is small; otherwise its digest is among the lost.
///
/// # Errors
/// The message of the browser.
pub(super) async fn store_parts(
    session: &str,
    outcome: &Outcome,
    contents: Vec<Option<Blob>>,
    notify: impl Fn(String),
) -> Result<(Vec<StoredPart>, Vec<String>), String> {
    let (mut parts, mut lost) = (Vec::new(), Vec::new());
    let mut large = Vec::new();
    for LargePart { place, media_type, bytes } in session::log::large_parts(outcome) {
        large.push((place, media_type, storage::blob(&bytes)?));
    }
    for (file, content) in outcome.files.iter().zip(contents) {
        if let Some(content) = content {
            let place = Place::File { path: file.path.clone() };
            large.push((place, "application/octet-stream".to_owned(), content));
        }
    }
    for (place, media_type, blob) in large {
        let bytes = size(&blob);
        let path = if let Place::File { path } = &place { Some(path.as_str()) } else { None };
        if let Some(path) = path.filter(|_| bytes > MAX_PART) {
            notify(words::stored_contents_is_not_kept_for(&(MAX_PART >> 20), &path));
            continue;
        }
        let sha256 = match put(session, &blob, &media_type).await {
            Ok(sha256) => sha256,
            Err(_) if path.is_none() && bytes <= MAX_INLINE => continue,
            Err(error) => {
                let sha256 = digest_of(&blob).await?;
                lost.push(sha256.clone());
                let what = path.unwrap_or(words::stored_contents_a_result());
                notify(words::stored_contents_is_not_kept_for_later(&error.message, &what));
                sha256
            }
        };
        parts.push(StoredPart { place, blob: BlobRef { sha256, media_type, bytes } });
    }
    Ok((parts, lost))
}

async fn digest_of(blob: &Blob) -> Result<String, String> {
    sha256(&bytes_of(blob).await.ok_or(words::stored_contents_the_bytes_cannot_be())?).await
}

async fn bytes_of(blob: &Blob) -> Option<Uint8Array> {
    JsFuture::from(blob.array_buffer()).await.ok().map(|bytes| Uint8Array::new(&bytes))
}

/// Returns a stored outcome with its large parts, and the files that its code wrote, in the order
/// of the outcome, as far as they are stored.
pub(crate) async fn whole_outcome(outcome: &StoredOutcome) -> (Outcome, Vec<Option<Blob>>) {
    let parts = parts_of(outcome).await;
    (attached(outcome, &parts), written_files(outcome).await)
}

async fn written_files(outcome: &StoredOutcome) -> Vec<Option<Blob>> {
    let written = async |path: &str| {
        let is = |part: &&StoredPart| matches!(&part.place, Place::File { path: of } if of == path);
        blob_of(&outcome.parts.iter().find(is)?.blob.sha256).await
    };
    join_all(outcome.inline.files.iter().map(|file| written(&file.path))).await
}

/// Returns the bytes of the large parts of an outcome in their order, none for those that are not
/// there.
pub(crate) async fn parts_of(outcome: &StoredOutcome) -> Vec<Option<Uint8Array>> {
    let part = async |StoredPart { place, blob }: &StoredPart| {
        if matches!(place, Place::File { .. }) || blob.bytes > MAX_PART {
            return None;
        }
        bytes_of(&blob_of(&blob.sha256).await?).await
    };
    join_all(outcome.parts.iter().map(part)).await
}
