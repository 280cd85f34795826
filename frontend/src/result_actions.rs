//! What the user does with results: sees them, and previews and saves the files that code wrote.

use std::sync::Arc;

use app::actions::{Place, ResultActions};
use app::session::Session;
use js_sys::Array;
use kernel::{FileRef, Outcome};
use text::file_name;
use wasm_bindgen::JsValue;
use web_sys::Blob;

use crate::host::Host;
use crate::results::Views;
use crate::{dialogs, notices, save};

/// The results: their views, and the kernel's host, which has the files.
pub(crate) struct Results {
    session: Session,
    host: Host,
    views: Views,
}

impl Results {
    /// Returns the results of this session.
    pub(crate) fn new(session: Session, host: Host, views: Views) -> Self {
        Self { session, host, views }
    }
}

impl ResultActions for Results {
    fn download(&self, file: FileRef) {
        let host = self.host.clone();
        notices::attempt(self.session, async move {
            let blob = content(&host, &file)?;
            save::blob(&blob, file.path.rsplit('/').next().unwrap_or(&file.path))
        });
    }

    fn download_all(&self, files: Vec<FileRef>) {
        let host = self.host.clone();
        notices::attempt(self.session, async move {
            let parts = Array::new();
            for file in &files {
                parts.push(&JsValue::from(file.path.strip_prefix("/out/").unwrap_or(&file.path)));
                let blob = content(&host, file)?;
                parts.push(&blob);
            }
            save::blob(&dialogs::zip(&parts).await?, "insitu.zip")
        });
    }

    fn preview(&self, file: FileRef) {
        let (host, views) = (self.host.clone(), self.views.clone());
        notices::attempt(self.session, async move {
            let blob = content(&host, &file)?;
            let name = file.path.rsplit('/').next().unwrap_or(&file.path);
            views.preview(name, &file.path, &blob).await
        });
    }

    fn show_result(&self, place: Place, outcome: Arc<Outcome>, index: usize) {
        self.views.show(place, outcome, index);
    }
}

/// Returns the content of a file that Python wrote.
fn content(host: &Host, file: &FileRef) -> Result<Blob, String> {
    host.written_file(file).ok_or_else(|| {
        let name = file_name(file.path.rsplit('/').next().unwrap_or(&file.path));
        format!("{name} is not stored here. Run the code again to write it.")
    })
}
