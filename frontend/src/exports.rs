//! The export module, which runs in a worker of a sealed frame: `web/exporting`.

use js_sys::{Array, Map, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use crate::foreign::exports::Jobs;
use crate::foreign::page::page;
use crate::foreign::{get, list, message, text};

/// A worker that has started, and ends with this. A job that fails returns a sentence for the user.
pub(crate) struct Exports(Jobs);

/// What a session file contains.
pub(crate) struct Unpacked {
    /// JSON with its title.
    pub(crate) manifest: String,
    /// Its records.
    pub(crate) log: String,
    /// What could not be read, as sentences.
    pub(crate) damage: Vec<String>,
    /// Media type and bytes of each output.
    pub(crate) blobs: Vec<JsValue>,
    /// Name, media type and bytes of each data file.
    pub(crate) files: Vec<JsValue>,
}

impl Exports {
    /// Starts a worker.
    pub(crate) async fn start() -> Result<Self, String> {
        page().exports().await.map(Self).map_err(|thrown| message(&thrown))
    }

    /// Returns what a kind of file needs of the storage, as JSON.
    pub(crate) async fn needs(&self, kind: &str, log: &str) -> Result<String, String> {
        Ok(done(self.0.needs(kind, log)).await?.as_string().unwrap_or_default())
    }

    /// Returns a document; `blobs` has bytes by their SHA-256.
    pub(crate) async fn export_as(
        &self,
        kind: &str,
        log: &str,
        blobs: &Map,
        interpreter: &str,
    ) -> Result<JsValue, String> {
        done(self.0.export_as(kind, log, blobs, interpreter)).await
    }

    /// Returns a session file: `blobs` has media type and bytes of each output, `files` name, media
    /// type and bytes of each data file.
    pub(crate) async fn pack_file(
        &self,
        log: &str,
        blobs: &Array,
        files: &Array,
    ) -> Result<JsValue, String> {
        done(self.0.pack_file(log, blobs, files)).await
    }

    /// Returns what a session file contains.
    pub(crate) async fn unpack_file(&self, file: &Blob) -> Result<Unpacked, String> {
        let unpacked = done(self.0.unpack_file(file)).await?;
        let parts = |key| list(&unpacked, key, JsValue::clone);
        Ok(Unpacked {
            manifest: text(&unpacked, "manifest"),
            log: text(&unpacked, "log"),
            damage: parts("damage").iter().filter_map(JsValue::as_string).collect(),
            blobs: parts("blobs"),
            files: parts("files"),
        })
    }

    /// Returns the facts of a wheel as JSON, and its files as the kernel takes them.
    pub(crate) async fn inspect_wheel(
        &self,
        (name, wheel): (&str, &File),
        (manifest, index): (&str, &Blob),
        dropped: &str,
    ) -> Result<(String, Blob), String> {
        let read = done(self.0.inspect_wheel(name, wheel, manifest, index, dropped)).await?;
        Ok((text(&read, "facts"), get(&read, "archive").unchecked_into()))
    }
}

impl Drop for Exports {
    fn drop(&mut self) {
        self.0.close();
    }
}

async fn done(job: Promise) -> Result<JsValue, String> {
    JsFuture::from(job).await.map_err(|thrown| message(&thrown))
}
