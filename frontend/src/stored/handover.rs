//! Hands a session on: writes it down as a document or a session file, and makes a session of a
//! file. The export module knows the forms; it is started for each of them. Shows nothing and runs
//! nothing.

use std::collections::HashMap;

use app::session::ExportForm;
use app::session::stored::{
    MAX_FILE, MAX_OUTPUT, environment, left_out, lines, number_of, renamed,
};
use futures::future::join_all;
use js_sys::{Array, Map};
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, FilePropertyBag};

use super::contents;
use crate::exports::{Exports, Unpacked};
use crate::foreign::device::new_id;
use crate::foreign::page::page;
use crate::foreign::{get, message, size, text};
use crate::runtime;
use crate::storage::{OpenSession, SessionStorage, done, error_of, object, session_infos};

/// What a form needs of the storage; `Needs` in `export_module/src/lib.rs`.
#[derive(Deserialize)]
struct Needs {
    title: String,
    blobs: Vec<Needed>,
    /// The files that the user has not removed.
    files: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Needed {
    sha256: String,
    media_type: String,
    bytes: u64,
}

/// What reports something to the user.
type Notify<'a> = &'a dyn Fn(String);

/// Exports a stored session.
///
/// # Errors
/// A sentence for the user.
pub(super) async fn export(
    storage: &SessionStorage,
    id: &str,
    form: ExportForm,
    notify: Notify<'_>,
) -> Result<File, String> {
    write(&Exports::start().await?, storage, (id, form), notify).await
}

async fn write(
    exports: &Exports,
    storage: &SessionStorage,
    (id, form): (&str, ExportForm),
    notify: Notify<'_>,
) -> Result<File, String> {
    let mut log = records(storage, id, notify).await?;
    let needs = exports.needs(form.kind(), &log).await?;
    let mut needs: Needs = serde_json::from_str(&needs).map_err(|error| error.to_string())?;
    // The list has the title that the user chose, the records may have an earlier one.
    let listed = session_infos(&done(storage.sessions().list()).await?);
    let listed = listed.into_iter().find(|session| session.id == id);
    if let Some(info) = listed.filter(|info| !info.title.is_empty() && info.title != needs.title) {
        log.push_str(&renamed(&log, &info)?);
        needs.title = info.title;
    }
    let mut found: HashMap<&str, Blob> = HashMap::new();
    for Needed { sha256, bytes, .. } in &needs.blobs {
        if form.is_file() || *bytes <= MAX_OUTPUT {
            match done(storage.blobs().get(sha256)).await {
                Ok(blob) => drop(found.insert(sha256, blob.unchecked_into())),
                Err(error) if error.kind == "gone" => {}
                Err(error) => return Err(error.message),
            }
        }
    }
    let absent = needs.blobs.iter().filter(|blob| !found.contains_key(blob.sha256.as_str()));
    if let Some(left_out) = left_out(absent.count()) {
        notify(left_out);
    }
    let written = if form.is_file() {
        let blobs = Array::new();
        for Needed { sha256, media_type, .. } in &needs.blobs {
            if let Some(content) = found.get(sha256.as_str()) {
                blobs.push(&media_type.as_str().into());
                blobs.push(content);
            }
        }
        let files = match form {
            ExportForm::FileWithData => data_files(storage, id, needs.files, notify).await,
            _ => Array::new(),
        };
        exports.pack_file(&log, &blobs, &files).await?
    } else {
        let blobs = Map::new();
        for (sha256, content) in &found {
            blobs.set(&(*sha256).into(), content);
        }
        // Without the manifest nothing is said of the interpreter.
        let interpreter = match runtime::manifest().await {
            Ok(manifest) => environment(&manifest, &log).to_string(),
            Err(_) => "{}".to_owned(),
        };
        let written = exports.export_as(form.kind(), &log, &blobs, &interpreter).await?;
        match form {
            ExportForm::Report | ExportForm::Audit => drawn(&written).await?,
            _ => written,
        }
    };
    file(&written, &form.file_name(&needs.title), form.media_type())
}

async fn drawn(report: &JsValue) -> Result<JsValue, String> {
    let results =
        page().results().await.map_err(|_| words::stored_handover_what_draws_the_figures())?;
    results.drawn_report(report).await.map_err(|thrown| message(&thrown))
}

fn file(content: &JsValue, name: &str, media_type: &str) -> Result<File, String> {
    let options = FilePropertyBag::new();
    options.set_type(media_type);
    File::new_with_blob_sequence_and_options(&Array::of1(content), name, &options)
        .map_err(|thrown| message(&thrown))
}

/// Returns the records of a session, as one text.
async fn records(storage: &SessionStorage, id: &str, notify: Notify<'_>) -> Result<String, String> {
    let (mut records, mut from, mut more) = (String::new(), 0.0, true);
    while more {
        let part = done(storage.read(id, &object(&[("from", &from.into())]))).await?;
        let part = contents::part(part.unchecked_ref());
        records.push_str(&part.text);
        if let Some(damage) = part.damage {
            notify(damage.message);
        }
        (from, more) = (part.last + 1.0, part.more);
    }
    Ok(records)
}

/// Returns the data files of a session as `packFile` takes them. The browser may ask the user for
/// permission to read one.
async fn data_files(
    storage: &SessionStorage,
    id: &str,
    mut names: Vec<String>,
    notify: Notify<'_>,
) -> Array {
    let files = Array::new();
    let mut known = std::collections::HashSet::new();
    names.retain(|name| known.insert(name.clone()));
    for name in names {
        let options = object(&[("ask", &true.into())]);
        match done(storage.files().open(id, &name, &options)).await {
            Ok(found) => {
                files.push(&name.into());
                files.push(&text(&found, "type").into());
                files.push(&found);
            }
            Err(error) => notify(words::stored_handover_is_not_part_of(&error.message, &name)),
        }
    }
    files
}

/// Stores a session file as a new session, with its outputs and data files, and returns its id.
/// Nothing of it runs.
///
/// # Errors
/// A sentence for the user; nothing is left of the session then.
pub(super) async fn import(
    storage: &SessionStorage,
    file: &Blob,
    notify: Notify<'_>,
) -> Result<String, String> {
    if size(file) > MAX_FILE {
        return Err(words::stored_handover_the_file_is_larger().to_owned());
    }
    let unpacked = Exports::start().await?.unpack_file(file).await?;
    // The id that the log has may be that of a session that is stored here.
    let id = new_id()?;
    let title = js_sys::JSON::parse(&unpacked.manifest).map_err(|thrown| message(&thrown))?;
    let made = object(&[("id", &id.as_str().into()), ("title", &get(&title, "title"))]);
    done(storage.sessions().create(&made)).await?;
    if let Err(why) = fill(storage, &id, &unpacked).await {
        done(storage.sessions().remove(&id)).await.ok();
        return Err(why);
    }
    if !unpacked.damage.is_empty() {
        let damage = unpacked.damage.join(" ");
        notify(words::stored_handover_a_part_of_the(&damage));
    }
    Ok(id)
}

/// Stores what a file contains; the records last, since they refer to the rest.
async fn fill(storage: &SessionStorage, id: &str, unpacked: &Unpacked) -> Result<(), String> {
    for blob in unpacked.blobs.chunks_exact(2) {
        let [media_type, content] = blob else { continue };
        let media_type = media_type.as_string().unwrap_or_default();
        done(storage.blobs().put(id, content.unchecked_ref(), &media_type)).await?;
    }
    for data in unpacked.files.chunks_exact(3) {
        let [name, media_type, content] = data else { continue };
        let name = name.as_string().unwrap_or_default();
        let media_type = media_type.as_string().unwrap_or_default();
        let added = file(content, &name, &media_type)?;
        let added = object(&[("file", &added), ("copy", &true.into())]);
        let kept = done(storage.files().add(id, &added)).await?;
        if text(&kept, "keeping") != "copy" {
            let reason = error_of(&get(&kept, "reason"));
            let none = || words::stored_handover_there_is_no_copy(&name);
            return Err(reason.map_or_else(none, |reason| reason.message));
        }
    }
    let opened: OpenSession = done(storage.open(id, &object(&[]))).await?.unchecked_into();
    let written = append(&opened, &unpacked.log).await;
    done(opened.close_promise()).await.ok();
    written
}

async fn append(opened: &OpenSession, log: &str) -> Result<(), String> {
    let writer = opened.writer().ok_or(words::stored_handover_the_new_session_is())?;
    let appended: Vec<_> = lines(log).map(|line| writer.append(number_of(line), line)).collect();
    for stored in join_all(appended.into_iter().map(done)).await {
        stored?;
    }
    done(writer.flush()).await?;
    Ok(())
}
