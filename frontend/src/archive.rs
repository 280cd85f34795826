//! Several files as one zip archive.

use app::session::{Archive, LocalTime};
use js_sys::{Array, Date, Uint8Array};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

use crate::foreign::message;

/// Returns an archive of files, given by name and content.
///
/// # Errors
/// The message of the browser, or a sentence if they are too large.
pub(crate) async fn of(files: &[(String, Blob)]) -> Result<Blob, String> {
    let mut archive = Archive::new(now());
    let parts = Array::new();
    for (name, content) in files {
        let bytes = JsFuture::from(content.array_buffer()).await;
        let bytes = Uint8Array::new(&bytes.map_err(|thrown| message(&thrown))?).to_vec();
        let header = archive.add(name, crc32fast::hash(&bytes), bytes.len() as u64)?;
        parts.push(&Uint8Array::from(header.as_slice()));
        parts.push(content);
    }
    parts.push(&Uint8Array::from(archive.end()?.as_slice()));
    let options = BlobPropertyBag::new();
    options.set_type("application/zip");
    Blob::new_with_blob_sequence_and_options(&parts, &options).map_err(|thrown| message(&thrown))
}

#[expect(clippy::cast_possible_truncation, reason = "the parts of a date are small")]
fn now() -> LocalTime {
    let now = Date::new_0();
    LocalTime {
        year: now.get_full_year() as u16,
        month: now.get_month() as u16 + 1,
        day: now.get_date() as u16,
        hour: now.get_hours() as u16,
        minute: now.get_minutes() as u16,
        second: now.get_seconds() as u16,
    }
}
