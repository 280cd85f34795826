//! The files of dropped folders.

use app::session::is_of_system;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use js_sys::{Array, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

use crate::foreign::message;

/// Returns what was dropped, if a folder is among it. Must be called during the event: the browser
/// forgets it afterwards.
pub(crate) fn dropped(transfer: &DataTransfer) -> Option<Vec<FileSystemEntry>> {
    let items = transfer.items();
    let entries: Vec<FileSystemEntry> = (0..items.length())
        .filter_map(|at| items.get(at)?.webkit_get_as_entry().ok().flatten())
        .collect();
    entries.iter().any(FileSystemEntry::is_directory).then_some(entries)
}

/// Returns the files in dropped `entries` by their paths, at any depth: at most one more than
/// `most`.
///
/// # Errors
/// The message of the browser.
pub(crate) async fn files(
    entries: Vec<FileSystemEntry>,
    most: usize,
) -> Result<Vec<(String, File)>, String> {
    let mut found = Vec::new();
    for entry in entries {
        visit(entry, most, &mut found).await.map_err(|thrown| message(&thrown))?;
    }
    Ok(found)
}

fn visit(
    entry: FileSystemEntry,
    most: usize,
    found: &mut Vec<(String, File)>,
) -> LocalBoxFuture<'_, Result<(), JsValue>> {
    async move {
        if found.len() > most {
            return Ok(());
        }
        if entry.is_file() {
            let entry: FileSystemFileEntry = entry.unchecked_into();
            let file = Promise::new(&mut |resolve, reject| {
                entry.file_with_callback_and_callback(&resolve, &reject);
            });
            let file = JsFuture::from(file).await?;
            let path = entry.full_path().trim_start_matches('/').to_owned();
            found.push((path, file.unchecked_into()));
            return Ok(());
        }
        let reader = entry.unchecked_into::<FileSystemDirectoryEntry>().create_reader();
        // Entries come in batches, and an empty batch at the end.
        loop {
            let some = Promise::new(&mut |resolve, reject| {
                if let Err(thrown) =
                    reader.read_entries_with_callback_and_callback(&resolve, &reject)
                {
                    reject.call1(&JsValue::UNDEFINED, &thrown).ok();
                }
            });
            let some: Array = JsFuture::from(some).await?.unchecked_into();
            if some.length() == 0 {
                return Ok(());
            }
            for inner in some.iter().map(JsCast::unchecked_into::<FileSystemEntry>) {
                if !is_of_system(&inner.name()) {
                    visit(inner, most, found).await?;
                }
            }
        }
    }
    .boxed_local()
}
