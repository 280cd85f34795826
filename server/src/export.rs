//! `export`: the site as a folder that works on any static host, in any folder there, without this
//! server.
//!
//! Writes the page as this server renders it, with its policy in the document, the frames'
//! documents, the site's files, a service worker, and files that say which headers common hosts
//! should send. Knows nothing of providers: such a page asks the user's endpoint, a model in the
//! tab or the planner.

mod hosts;

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use thiserror::Error;

use crate::{
    StartError,
    config::Server,
    fetched_models, models_folder,
    site::Site,
    standalone::{self, FORMS, Form, StandaloneError},
    tab_models,
};

/// The reason why nothing, or not everything, was exported. `Display` is for the user.
#[derive(Debug, Error)]
pub enum ExportError {
    /// The folder has something in it.
    #[error("{0} is not empty. Choose a folder that does not exist yet, or an empty one.")]
    NotEmpty(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {error}. Check that the disk has room and that the folder can be written to.")]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The site cannot be used.
    #[error(transparent)]
    Site(#[from] StartError),
    /// The page cannot be written as files.
    #[error(transparent)]
    Page(#[from] StandaloneError),
}

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// The number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// Paths within the folder and sizes of the files over [`MAX_FILE_BYTES`].
    pub large: Vec<(String, u64)>,
}

/// The largest file that Cloudflare Pages takes, in bytes.
pub const MAX_FILE_BYTES: u64 = 25 << 20;

/// Folders of the site that a static host serves as they are.
const FOLDERS: [&str; 5] = ["icons", "kernel", "pkg", "render", "samples"];
/// Files beside them that it serves as they are.
const FILES: [&str; 2] = ["THIRD-PARTY-NOTICES.txt", "embed.js"];
/// The folder of the runtime's files.
const RUNTIME: &str = "runtime";
/// The first bytes of every gzip file (RFC 1952), which `web/runtime/gzip.ts` looks for.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Writes the page as `server` would serve it, with its site and its models for tabs, into the
/// folder `to`, which must be empty or missing.
///
/// # Errors
/// The folder is not empty or cannot be written to, or the site is missing or incomplete.
pub async fn export(server: &Server, to: &Path) -> Result<Exported, ExportError> {
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(ExportError::NotEmpty(to.to_owned()));
    }
    let mut folder = Folder { root: to.to_owned(), done: Exported::default() };
    let site = &Site::find(server.site.as_deref())?;
    let direct = server.direct_endpoints;
    let page = standalone::rendered(site, direct, &server.embed_in).await?;
    for name in FOLDERS {
        folder.copy(site, name)?;
    }
    let gzipped = folder.copy_runtime(site)?;
    let form = Form::Exported { gzipped, embedded: !server.embed_in.is_empty(), direct };
    for (path, content) in standalone::compose(site, &page, form)? {
        folder.write(&path, &content)?;
    }
    let list = tab_models::list(&server.tab_models).to_string();
    folder.write(&format!("{}/{}", models_folder::FOLDER, tab_models::LIST), list.as_bytes())?;
    // The folder of fetched models is not copied: it may be one that the operator never named.
    let chosen = Server { model_folder: None, ..server.clone() };
    let open = serde_json::to_vec(&fetched_models::listing(&chosen)).unwrap_or_default();
    folder.write(&format!("{}/{}", models_folder::FOLDER, fetched_models::OPEN_LIST), &open)?;
    for path in &server.tab_models {
        folder.copy_model(path)?;
    }
    for name in FILES {
        folder.write(name, &site.bytes(name)?)?;
    }
    for (name, content) in hosts::files(&server.embed_in) {
        folder.write(name, content.as_bytes())?;
    }
    // GitHub Pages would leave out files whose names begin with an underscore.
    folder.write(".nojekyll", b"")?;
    Ok(folder.done)
}

/// The folder that is written.
struct Folder {
    root: PathBuf,
    done: Exported,
}

impl Folder {
    /// Writes a file under a `/`-separated path.
    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), ExportError> {
        let file = self.root.join(path);
        let wrong = |error| ExportError::File { path: file.clone(), error };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(wrong)?;
        }
        fs::write(&file, content).map_err(wrong)?;
        self.count(path, content.len() as u64);
        Ok(())
    }

    /// Copies a model for tabs.
    fn copy_model(&mut self, path: &Path) -> Result<(), ExportError> {
        let Some(name) = models_folder::name(path) else { return Ok(()) };
        let to = format!("{}/{name}", models_folder::FOLDER);
        let copied = fs::copy(path, self.root.join(&to));
        self.count(
            &to,
            copied.map_err(|error| ExportError::File { path: path.to_owned(), error })?,
        );
        Ok(())
    }

    /// Copies a folder of the site, without what is in documents.
    fn copy(&mut self, site: &Site, name: &str) -> Result<(), ExportError> {
        for file in site.files(name)? {
            if !standalone::is_within_documents(name, &file) {
                self.copy_file(site, &format!("{name}/{file}"))?;
            }
        }
        Ok(())
    }

    /// Copies the runtime's files, those that have a gzip form in this form alone, which the page
    /// decompresses: few hosts compress such files or send a compressed form, and some take no file
    /// as large as the largest. Returns the names of the files that are there as gzip only.
    fn copy_runtime(&mut self, site: &Site) -> Result<Vec<String>, ExportError> {
        let files: BTreeSet<String> = site.files(RUNTIME)?.into_iter().collect();
        let mut gzipped = Vec::new();
        for file in &files {
            let gzip = format!("{file}.gz");
            if files.contains(&gzip) && !begins_as_gzip(site, &format!("{RUNTIME}/{file}"))? {
                self.copy_file(site, &format!("{RUNTIME}/{gzip}"))?;
                gzipped.push(file.clone());
            }
        }
        let of_gzipped = |file: &str| {
            let plain = FORMS.iter().find_map(|form| file.strip_suffix(form)).unwrap_or(file);
            gzipped.iter().any(|name| name == plain)
        };
        for file in files.iter().filter(|file| !of_gzipped(file)) {
            self.copy_file(site, &format!("{RUNTIME}/{file}"))?;
        }
        Ok(gzipped)
    }

    /// Copies a file of the site to the same path.
    fn copy_file(&mut self, site: &Site, path: &str) -> Result<(), ExportError> {
        let to = self.root.join(path);
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| ExportError::File { path: folder.to_owned(), error })?;
        }
        let mut reader = site.reader(path).map_err(|error| site.wrong(path, error.to_string()))?;
        let bytes = File::create(&to).and_then(|mut target| io::copy(&mut reader, &mut target));
        self.count(path, bytes.map_err(|error| ExportError::File { path: to, error })?);
        Ok(())
    }

    fn count(&mut self, path: &str, bytes: u64) {
        self.done.files += 1;
        self.done.bytes += bytes;
        if bytes > MAX_FILE_BYTES {
            self.done.large.push((path.to_owned(), bytes));
        }
    }
}

/// Returns whether a file of the site is gzip itself. The page could not know whether a host has
/// decompressed its gzip form.
fn begins_as_gzip(site: &Site, path: &str) -> Result<bool, StartError> {
    let mut start = Vec::new();
    let read =
        site.reader(path).and_then(|reader| reader.take(GZIP.len() as u64).read_to_end(&mut start));
    read.map_err(|error| site.wrong(path, error.to_string()))?;
    Ok(start == GZIP)
}
