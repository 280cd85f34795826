//! Several files as one zip archive.

use app::session::{Archive, LocalTime};
use js_sys::{Array, Date, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

use crate::foreign::{message, size};

/// How much of a file is read at a time, in bytes.
const PIECE: f64 = 4_194_304.0;

/// Returns an archive of files, given by name and content.
///
/// # Errors
/// The message of the browser, or a sentence if they are too large.
pub(crate) async fn of(files: &[(String, Blob)]) -> Result<Blob, String> {
    let mut archive = Archive::new(now());
    let parts = Array::new();
    for (name, content) in files {
        let checksum = checksum(content).await.map_err(|thrown| message(&thrown))?;
        let header = archive.add(name, checksum, size(content))?;
        parts.push(&Uint8Array::from(header.as_slice()));
        parts.push(content);
    }
    parts.push(&Uint8Array::from(archive.end()?.as_slice()));
    let options = BlobPropertyBag::new();
    options.set_type("application/zip");
    Blob::new_with_blob_sequence_and_options(&parts, &options).map_err(|thrown| message(&thrown))
}

/// Returns the CRC-32 of a file, of which one piece at a time is in the program's memory.
async fn checksum(content: &Blob) -> Result<u32, JsValue> {
    let (mut checksum, mut at) = (crc32fast::Hasher::new(), 0.0);
    while at < content.size() {
        let piece = content.slice_with_f64_and_f64(at, at + PIECE)?;
        let bytes = JsFuture::from(piece.array_buffer()).await?;
        checksum.update(&Uint8Array::new(&bytes).to_vec());
        at += PIECE;
    }
    Ok(checksum.finalize())
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
