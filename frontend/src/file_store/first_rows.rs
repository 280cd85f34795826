//! Reads the first rows of files while Python cannot read them.

use std::sync::Arc;

use app::session::{FileState, Id, KernelState};
use futures::StreamExt;
use js_sys::Uint8Array;
use leptos::prelude::{Set, WithUntracked};
use leptos::task::spawn_local;
use text::first_rows::{Compression, HEAD_BYTES, compression, first_rows};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableWritablePair};

use super::FileStore;
use crate::foreign::decompression::DecompressionStream;

impl FileStore {
    /// Reads the first rows of a file, if it has delimited text and Python is not ready.
    pub(super) fn read_first_rows(&self, id: Id) {
        if self.0.session.kernel.with_untracked(|kernel| *kernel == KernelState::Idle) {
            return;
        }
        let found = self.with(id, |held| Some((held.file.clone(), compression(&held.name)?)));
        let Some((file, compression)) = found.flatten() else { return };
        let store = self.clone();
        spawn_local(async move {
            let Some((head, is_whole)) = head(&file, compression).await else { return };
            let Some(rows) = first_rows(&head, is_whole) else { return };
            let entry = store.with(id, |held| held.entry);
            let is_read =
                |state: &FileState| !matches!(state, FileState::Waiting | FileState::Reading);
            if let Some(entry) = entry.filter(|entry| !entry.state.with_untracked(is_read)) {
                entry.first_rows.set(Some(Arc::new(rows)));
            }
        });
    }

    /// Forgets the first rows of a file, whose table is shown.
    pub(super) fn forget_first_rows(&self, id: Id) {
        if let Some(entry) = self.with(id, |held| held.entry) {
            entry.first_rows.set(None);
        }
    }
}

/// Returns the beginning of a file's content, and whether that is all of it; none if the browser
/// cannot read it.
async fn head(file: &Blob, compression: Compression) -> Option<(Vec<u8>, bool)> {
    let is_plain = compression == Compression::Plain;
    // Text is several times as long as it is compressed.
    let end = if is_plain { HEAD_BYTES } else { HEAD_BYTES / 4 };
    #[expect(clippy::cast_precision_loss, reason = "far from 2^53")]
    let end = end as f64;
    let part = file.slice_with_f64_and_f64(0.0, end).ok()?;
    let is_whole = file.size() <= end;
    if is_plain {
        let buffer = JsFuture::from(part.array_buffer()).await.ok()?;
        return Some((Uint8Array::new(&buffer).to_vec(), is_whole));
    }
    let unpacker = DecompressionStream::new("gzip").ok()?;
    let pair: &ReadableWritablePair = unpacker.unchecked_ref();
    let unpacked = wasm_streams::ReadableStream::from_raw(part.stream().pipe_through(pair));
    // It is cancelled where it is dropped, so that no more is unpacked.
    let mut chunks = unpacked.into_stream();
    let mut bytes = Vec::new();
    while bytes.len() <= HEAD_BYTES {
        match chunks.next().await {
            Some(Ok(chunk)) => bytes.extend(chunk.unchecked_into::<Uint8Array>().to_vec()),
            // What could be unpacked before that is the beginning all the same.
            Some(Err(_)) => return Some((bytes, false)),
            None => return Some((bytes, is_whole)),
        }
    }
    bytes.truncate(HEAD_BYTES);
    Some((bytes, false))
}
