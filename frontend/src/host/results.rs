//! What the kernel keeps of results: windows of tables, files of them, figures as vector graphics;
//! and documents as results.
//!
//! Requests and replies are in JSON, since both ends are scripts: `public/dialogs/data.js` writes
//! the requests, as specified in `docs/protocol.md`.

use js_sys::Array;
use kernel::{Reply, Request};
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use super::Host;
use super::requests::{RequestOptions, unexpected};
use crate::cancellation::CancellationToken;

impl Host {
    /// Carries out the request of this kind (`table`, `save`, `preview`, `vectors`): returns the
    /// reply as text, then its attachments.
    ///
    /// # Errors
    /// Why the result is not available, as a sentence.
    pub(crate) async fn ask_about(&self, kind: String, request: &str) -> Result<Array, String> {
        let mut fields: Map<String, Value> =
            serde_json::from_str(request).map_err(|error| error.to_string())?;
        let mut take = |name: &str| fields.remove(name).unwrap_or_default();
        let [result, path, format, search, imports] =
            ["result", "path", "format", "search", "imports"].map(|name| text(take(name)));
        let [sort, filter, offset, limit, stats, whole, first_column] =
            ["sort", "filter", "offset", "limit", "stats", "whole", "firstColumn"].map(&mut take);
        let needed = reader(&path).unwrap_or(&imports);
        if !needed.is_empty() {
            self.provide(needed, &CancellationToken::new()).await?;
        }
        let request = |id| match kind.as_str() {
            "table" => Request::Table {
                id,
                result,
                offset,
                limit,
                sort,
                filter,
                search,
                stats,
                whole,
                first_column,
            },
            "save" => Request::Save { id, result, format, sort, filter, search },
            "preview" => Request::Preview { id, path },
            _ => Request::Vectors { id, result },
        };
        let (reply, attachments) = self.ask_with(request, RequestOptions::default()).await?;
        let text = match reply {
            Reply::Tabled { window, .. } => window.to_string(),
            Reply::Saved { name, .. } => name,
            Reply::Previewed { results, message, .. } => {
                serde_json::to_string(&(results, message)).map_err(|error| error.to_string())?
            }
            Reply::Vectored { .. } => String::new(),
            other => return Err(unexpected(&other)),
        };
        attachments.unshift(&JsValue::from(text));
        Ok(attachments)
    }
}

fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        _ => String::new(),
    }
}

/// Returns the import that reads a table of this name, if its package is not loaded at the start:
/// most sessions have no such file.
pub(super) fn reader(path: &str) -> Option<&'static str> {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "xlsx" | "xlsm" | "xltx" => Some("import openpyxl"),
        "xls" => Some("import xlrd"),
        "parquet" => Some("import pyarrow"),
        _ => None,
    }
}
