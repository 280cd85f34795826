//! `insitu model`: fetches an open model into the folder of models, and lists which there are.

use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use providers::open_models::{Model, size};
use server::Config;

use crate::{cli::Options, print, problems};

/// Fetches a model, the default one without a name.
pub(crate) async fn get(name: Option<&str>, options: &Options) -> Result<(), String> {
    let model = providers::open_models::find(name).ok_or_else(|| {
        let names: Vec<_> =
            providers::open_models::all().iter().map(|model| model.name.as_str()).collect();
        format!(
            "There is no model `{}`; name one of these: {}.",
            name.unwrap_or_default(),
            names.join(", ")
        )
    })?;
    let folder = folder(options)?.ok_or(
        "There is no folder for models. Name one with --model-folder or INSITU_MODEL_FOLDER.",
    )?;
    let Model { label, licence, .. } = model;
    print(&format!("{label} ({licence}), {}, into {}", size(model.bytes), folder.display()));
    let shown = AtomicU64::new(u64::MAX);
    let fetched = server::fetch_model(&folder, model, |come| progress(model, come, &shown)).await;
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    let file = fetched.map_err(|error| error.to_string())?;
    print(&format!(
        "{} is there, and its SHA-256 is {}. A server that is started with this folder offers it.",
        file.display(),
        model.sha256
    ));
    Ok(())
}

/// Lists the models.
pub(crate) fn list(options: &Options) -> Result<(), String> {
    let folder = folder(options)?;
    for Model { name, label, licence, quantisation, bytes, memory, about, file, .. } in
        providers::open_models::all()
    {
        let path = folder.as_ref().map(|folder| folder.join(file));
        let there =
            path.is_some_and(|path| path.metadata().is_ok_and(|about| about.len() == *bytes));
        let there = if there { ", fetched" } else { "" };
        print(&format!(
            "{name}: {label} {quantisation}, {licence}, {}, needs about {} of memory{there}\n  {about}",
            size(*bytes),
            size(*memory),
        ));
    }
    Ok(())
}

fn folder(options: &Options) -> Result<Option<PathBuf>, String> {
    let config = Config::read(|name| options.variable(name)).map_err(|error| problems(&error))?;
    Ok(config.server.model_folder)
}

/// Says how much has come: on a terminal in one line, else a line for each tenth.
fn progress(model: &Model, come: u64, shown: &AtomicU64) {
    let mut err = std::io::stderr();
    let terminal = err.is_terminal();
    let parts = if terminal { 1000 } else { 10 };
    let part = come * parts / model.bytes.max(1);
    if shown.swap(part, Ordering::Relaxed) != part {
        let text = format!("{} of {}", size(come), size(model.bytes));
        // Without a reader of it, the fetch goes on.
        let _ = if terminal { write!(err, "\r{text}   ") } else { writeln!(err, "{text}") };
    }
}
