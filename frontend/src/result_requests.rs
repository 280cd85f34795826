//! Requests of scripts about results: functions of `window.insitu` that ask the kernel.

use js_sys::{Array, Function, JSON};
use kernel::automation::{
    ColumnNames, Preview, SaveQuery, TableQuery, document_import, document_path, result_id,
};
use serde_json::Value;
use wasm_bindgen::{JsValue, closure::Closure};
use web_sys::{Blob, File, FilePropertyBag};

use crate::foreign::{self, message, plain, promise};
use crate::host::Host;

/// Returns the functions by their names, which are also those of `window.insitu`.
pub(crate) fn functions(host: &Host) -> [(&'static str, Function); 4] {
    [
        (
            "table",
            function(host, async |host, result, options| {
                plain(&table(&host, &result, &options).await?)
            }),
        ),
        (
            "saveTable",
            function(host, async |host, result, options| {
                Ok(save_table(&host, &result, &options).await?.into())
            }),
        ),
        (
            "saveVector",
            function(host, async |host, result, _| {
                let drawn = host.vectors(result_id(result.as_string().as_deref())?).await?;
                Ok(file(&drawn, "figure.svg", "image/svg+xml")?.into())
            }),
        ),
        (
            "preview",
            function(host, async |host, path, _| {
                let path = document_path(path.as_string().as_deref())?;
                let import = document_import(&path);
                let (results, message) = host.preview(path, None, import).await?;
                plain(&Preview { results, message })
            }),
        ),
    ]
}

fn function(
    host: &Host,
    act: impl AsyncFn(Host, JsValue, JsValue) -> Result<JsValue, String> + Copy + 'static,
) -> Function {
    let host = host.clone();
    let function = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |first, second| {
        let host = host.clone();
        promise(async move { act(host, first, second).await })
    });
    foreign::function(function)
}

async fn table(host: &Host, result: &JsValue, options: &JsValue) -> Result<Value, String> {
    let mut query = TableQuery::of(&read(options)?)?;
    let result = result_id(result.as_string().as_deref())?;
    if query.names_columns() {
        query.resolve(&columns(host, &result).await?)?;
    }
    host.table(result, query).await
}

async fn save_table(host: &Host, result: &JsValue, options: &JsValue) -> Result<File, String> {
    let mut query = SaveQuery::of(&read(options)?)?;
    let result = result_id(result.as_string().as_deref())?;
    if query.rows.names_columns() {
        query.rows.resolve(&columns(host, &result).await?)?;
    }
    let (name, blob) = host.save_table(result, query).await?;
    file(&blob, &name, &blob.type_())
}

async fn columns(host: &Host, result: &str) -> Result<ColumnNames, String> {
    let mut names = ColumnNames::default();
    while let Some(query) = names.next() {
        names.add(&host.table(result.to_owned(), query).await?);
    }
    Ok(names)
}

/// Reads options as JSON; null if there are none.
fn read(options: &JsValue) -> Result<Value, String> {
    if options.is_undefined() {
        return Ok(Value::Null);
    }
    let text = JSON::stringify(options).map_err(|thrown| message(&thrown))?;
    // A function is not text either.
    let text = text.as_string().ok_or(words::result_requests_the_options_are_an())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn file(content: &Blob, name: &str, media_type: &str) -> Result<File, String> {
    let options = FilePropertyBag::new();
    options.set_type(media_type);
    File::new_with_blob_sequence_and_options(&Array::of1(content), name, &options)
        .map_err(|thrown| message(&thrown))
}
