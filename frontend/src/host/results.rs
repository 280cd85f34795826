//! What the kernel keeps of results: windows of tables, files of them, figures as vector graphics;
//! and documents as results.

use js_sys::Array;
use kernel::automation::{RowQuery, SaveQuery, TableQuery};
use kernel::protocol::TableOf;
use kernel::{Reply, Request, RequestId, Shown};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::Blob;

use super::Host;
use super::requests::{RequestOptions, unexpected};
use crate::cancellation::CancellationToken;

impl Host {
    /// Returns a window of a table, as `docs/protocol.md` has it. The columns of the query are
    /// given by position.
    ///
    /// # Errors
    /// Why the result is not available, as a sentence.
    pub(crate) async fn table(&self, result: String, query: TableQuery) -> Result<Value, String> {
        let TableQuery { offset, limit, stats, whole, first_column, rows } = query;
        let RowQuery { sort, filter, search } = rows;
        let (offset, limit, stats) = (offset.into(), limit.into(), stats.into());
        let request = |id| Request::Table {
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
        };
        match self.about_result("", request).await? {
            (Reply::Tabled { window, .. }, _) => Ok(window),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Returns a table as a file, with its name.
    ///
    /// # Errors
    /// Why the result is not available, as a sentence.
    pub(crate) async fn save_table(
        &self,
        result: String,
        query: SaveQuery,
    ) -> Result<(String, Blob), String> {
        let import = query.import();
        let SaveQuery { format, rows: RowQuery { sort, filter, search } } = query;
        let request = |id| Request::Save { id, result, format, sort, filter, search };
        match self.about_result(import, request).await? {
            (Reply::Saved { name, .. }, attachments) => Ok((name, first(&attachments)?)),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Returns a figure as an SVG.
    ///
    /// # Errors
    /// Why the result is not available, as a sentence.
    pub(crate) async fn vectors(&self, result: String) -> Result<Blob, String> {
        match self.about_result("", |id| Request::Vectors { id, result }).await? {
            (Reply::Vectored { .. }, attachments) => first(&attachments),
            (other, _) => Err(unexpected(&other)),
        }
    }

    /// Returns the content of a document as results, and what is to be said of it, once the code of
    /// `import` has loaded what reads it. Of a table, that is known.
    ///
    /// # Errors
    /// Why the document cannot be read, as a sentence.
    pub(crate) async fn preview(
        &self,
        path: String,
        table: Option<TableOf>,
        import: &str,
    ) -> Result<(Vec<Shown>, Option<String>), String> {
        let import = reader(&path).unwrap_or(import);
        match self.about_result(import, |id| Request::Preview { id, path, table }).await? {
            (Reply::Previewed { results, message, .. }, _) => Ok((results, message)),
            (other, _) => Err(unexpected(&other)),
        }
    }

    async fn about_result(
        &self,
        import: &str,
        request: impl FnOnce(RequestId) -> Request,
    ) -> Result<(Reply, Array), String> {
        if !import.is_empty() {
            self.provide(import, &CancellationToken::new()).await?;
        }
        self.ask_with(request, RequestOptions::default()).await
    }
}

fn first(attachments: &Array) -> Result<Blob, String> {
    attachments
        .get(0)
        .dyn_into()
        .map_err(|_| words::host_results_python_has_returned_no().to_owned())
}

/// Returns the import that reads a table of this name, if its package is not loaded at the start:
/// most sessions have no such file.
pub(super) fn reader(path: &str) -> Option<&'static str> {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "xlsx" | "xlsm" | "xltx" => Some("import openpyxl"),
        "xls" => Some("import xlrd"),
        "ods" | "xlsb" => Some("import python_calamine"),
        "parquet" | "feather" | "arrow" | "arrows" => Some("import arro3"),
        "html" | "htm" | "xml" => Some("import lxml"),
        "pdf" => Some("import pypdfium2"),
        _ => None,
    }
}
