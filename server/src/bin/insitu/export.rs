//! `insitu export`: the site as a folder for a static host.

use std::path::Path;

use server::{Config, Exported, MAX_FILE_BYTES};

use crate::{cli::Options, print, problems};

/// Writes the site into a folder.
pub(crate) async fn run(folder: &Path, options: &Options) -> Result<(), String> {
    let config = Config::read(|name| options.variable(name)).map_err(|error| problems(&error))?;
    let exported = server::export(&config.server, folder).await;
    let Exported { files, bytes, large } = exported.map_err(|error| error.to_string())?;
    let megabytes = bytes / 1_000_000;
    print(&format!(
        "{}: {files} files, {megabytes} MB. Copy it to any static host.",
        folder.display()
    ));
    for (path, bytes) in large {
        print(&format!(
            "{path} has {} MB. Some hosts refuse files over {} MiB (Cloudflare Pages); look up the limit of yours.",
            bytes / 1_000_000,
            MAX_FILE_BYTES >> 20
        ));
    }
    Ok(())
}
