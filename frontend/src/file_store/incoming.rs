//! How files come to the store: dropped, picked, pasted, or a sample.

use app::actions::{FileActions, Later};
use app::session::{Id, TableId, WheelVerdict};
use js_sys::Array;
use kernel::Key;
use leptos::ev;
use leptos::task::spawn_local;
use text::pasted::{self, PastedTable};
use wasm_bindgen::JsCast;
use web_sys::{DataTransfer, File, FileList, HtmlInputElement};

use super::{FileStore, MAX_FILES_AT_ONCE, own_name};
use crate::foreign::picked_file::PickedFile;
use crate::{folders, notices};

impl FileActions for FileStore {
    fn carries_files(&self, event: &ev::DragEvent) -> bool {
        event
            .data_transfer()
            .is_some_and(|transfer| transfer.types().iter().any(|kind| kind == "Files"))
    }

    fn drop_files(&self, event: ev::DragEvent) {
        let Some(transfer) = event.data_transfer() else { return };
        match folders::dropped(&transfer) {
            Some(entries) => {
                let store = self.clone();
                notices::attempt(self.0.session, async move {
                    store.add_all(folders::files(entries, MAX_FILES_AT_ONCE).await?);
                    Ok(())
                });
            }
            None => self.add_all(listed(transfer.files())),
        }
    }

    fn pick_files(&self, event: ev::Event) {
        let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        if let Some(input) = input {
            self.add_all(listed(input.files()));
            // So that the same file can be picked again.
            input.set_value("");
        }
    }

    fn paste(&self, event: ev::ClipboardEvent) -> bool {
        let found = event.clipboard_data().map(|transfer| carried(&transfer)).unwrap_or_default();
        if found.is_empty() {
            return false;
        }
        event.prevent_default();
        self.add_all(found);
        true
    }

    fn add_sample(&self, name: &'static str) {
        let store = self.clone();
        spawn_local(async move { store.fetch_sample(name).await });
    }

    fn remove_file(&self, file: Id) {
        self.remove(file);
    }

    fn choose_encoding(&self, file: Id, encoding: String) {
        let store = self.clone();
        spawn_local(
            async move { store.read_again(file, |held| held.encoding = Some(encoding)).await },
        );
    }

    fn dismiss_key(&self, file: Id, key: Key, dismissed: bool) {
        self.set_dismissed(file, &key, dismissed);
    }

    fn search_keys(&self, file: Id) {
        let store = self.clone();
        spawn_local(async move { store.search_again(file).await });
    }

    fn show_table(&self, table: TableId, rows: u32) {
        self.read_table(table, rows);
    }

    fn decide_wheel(&self, verdict: WheelVerdict) {
        self.answer_about_wheel(verdict);
    }

    fn read_waiting(&self, files: Vec<Id>, accept: bool) -> Later<()> {
        let reading = self.0.recorder.read_waiting(&files, accept);
        Box::pin(async move {
            reading.await;
            Ok(())
        })
    }

    fn keep_copies(&self, keep: bool) {
        self.0.recorder.keep_copies(keep);
    }

    fn delete_copy(&self, file: Id) {
        if let Some(name) = self.with(file, |held| held.stored.clone()) {
            self.0.recorder.delete_copy(file, name);
        }
    }
}

/// Returns the files of a picker or a clipboard.
fn listed(list: Option<FileList>) -> Vec<(String, File)> {
    let Some(list) = list else { return Vec::new() };
    let named = |file: File| {
        // Empty unless a folder was picked.
        let path = file.unchecked_ref::<PickedFile>().relative_path();
        let path = path.filter(|path| !path.is_empty());
        (path.unwrap_or_else(|| own_name(&file)), file)
    };
    (0..list.length()).filter_map(|at| list.get(at)).map(named).collect()
}

/// Returns the files that were dropped or pasted; a pasted table counts as one.
fn carried(transfer: &DataTransfer) -> Vec<(String, File)> {
    let files = listed(transfer.files());
    // A spreadsheet puts a picture of its cells on the clipboard as well.
    if !files.iter().all(|(_, file)| file.type_().starts_with("image/")) {
        return files;
    }
    let data = |kind| transfer.get_data(kind).unwrap_or_default();
    let Some(PastedTable { name, content }) =
        pasted::table(&data("text/plain"), &data("text/html"))
    else {
        return files;
    };
    let part = Array::of1(&content.into());
    File::new_with_str_sequence(&part, name)
        .into_iter()
        .map(|file| (name.to_owned(), file))
        .collect()
}
