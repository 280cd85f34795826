//! `export`: the site as a folder that works on any static host, in any folder there, without this server.
//!
//! Writes the page as this server renders it, with its policy in the document, the frames' documents, the site's files, a service worker, and files that say
//! which headers common hosts should send. Knows nothing of providers: such a page asks the user's endpoint, a model in the tab or the planner.

mod document;
mod frame;
mod hosts;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::header,
};
use serde_json::json;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tower::ServiceExt;

use crate::{
    Config, Live, StartError, assets::HASH_DIGITS, config::Server, digest::integrity, router, site::Site,
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
    /// The page's document is not of the form that this version renders.
    #[error("The page could not be written as a document of its own: {0}.")]
    Document(String),
}

/// What was exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

/// The largest page, in bytes.
const MAX_PAGE: usize = 4 << 20;
/// Folders of the site that a static host serves as they are.
const FOLDERS: [&str; 6] = ["icons", "kernel", "pkg", "render", "runtime", "samples"];

/// Writes the page as `server` would serve it, with its site and its models for tabs, into the folder `to`, which must be empty or missing.
///
/// # Errors
/// The folder is not empty or cannot be written to, or the site is missing or incomplete.
pub async fn export(server: &Server, to: &Path) -> Result<Exported, ExportError> {
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(ExportError::NotEmpty(to.to_owned()));
    }
    let mut folder = Folder { root: to.to_owned(), done: Exported { files: 0, bytes: 0 } };
    let page = rendered(server).await?;
    let site = &Site::find(server.site.as_deref())?;
    let mut page_files = Vec::new();
    for name in FOLDERS {
        folder.copy(site, name, &mut page_files)?;
    }
    let manifest =
        folder.write_hashed("render/manifest", "json", site.text("render/manifest.json")?.as_bytes())?;
    let kernel = folder.write_hashed("kernel/frame", "html", frame::kernel(site)?.as_bytes())?;
    let render = folder.write_hashed("render/frame", "html", frame::render(site)?.as_bytes())?;
    page_files.extend([manifest.clone(), kernel.clone(), render.clone()]);

    let first = crate::assets::inline_script(site, "static_host/first.js")?;
    let index = document::standalone(&page, &first, &document::Names { kernel, render, manifest })
        .map_err(ExportError::Document)?;
    folder.write("index.html", index.as_bytes())?;
    folder.write("manifest.webmanifest", document::MANIFEST.as_bytes())?;
    page_files.extend(["index.html".to_owned(), "manifest.webmanifest".to_owned()]);

    let worker = site.text("static_host/service_worker.js")?;
    // With their hashes, so that an installation that meets another version of the folder fails as a whole.
    let mut files = BTreeMap::new();
    for path in page_files {
        let integrity = folder.integrity(&path)?;
        files.insert(path, integrity);
    }
    let version = hash(format!("{}{worker}", json!(files)).as_bytes());
    let build = json!({ "version": version, "files": files });
    folder.write("service-worker.js", format!("globalThis.insituBuild = {build};\n{worker}").as_bytes())?;
    let list = tab_models::list(&server.tab_models).to_string();
    folder.write(&format!("{}/{}", tab_models::FOLDER, tab_models::LIST), list.as_bytes())?;
    for path in &server.tab_models {
        folder.copy_model(path)?;
    }
    folder.write("embed.js", site.text("embed.js")?.as_bytes())?;
    for (name, content) in hosts::files(&server.embed_in) {
        folder.write(name, content.as_bytes())?;
    }
    // GitHub Pages would leave out files whose names begin with an underscore.
    folder.write(".nojekyll", b"")?;
    Ok(folder.done)
}

/// Returns the document of the page as this server renders it, without providers.
async fn rendered(server: &Server) -> Result<String, ExportError> {
    let mut config = Config::default();
    config.server.site.clone_from(&server.site);
    config.server.embed_in.clone_from(&server.embed_in);
    let router = router(&Live::new(config)?)?;
    let request = Request::get("/").header(header::HOST, "localhost").body(Body::empty());
    let request = request.map_err(|error| ExportError::Document(error.to_string()))?;
    let Ok(response) = router.oneshot(request).await;
    let body = to_bytes(response.into_body(), MAX_PAGE).await;
    let body = body.map_err(|error| ExportError::Document(error.to_string()))?;
    String::from_utf8(body.into()).map_err(|error| ExportError::Document(error.to_string()))
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
        self.count(content.len() as u64);
        Ok(())
    }

    /// Copies a model for tabs.
    fn copy_model(&mut self, path: &Path) -> Result<(), ExportError> {
        let Some(name) = tab_models::name(path) else { return Ok(()) };
        let copied = fs::copy(path, self.root.join(tab_models::FOLDER).join(name));
        self.count(copied.map_err(|error| ExportError::File { path: path.to_owned(), error })?);
        Ok(())
    }

    /// Returns the `integrity` of a file that was written.
    fn integrity(&self, path: &str) -> Result<String, ExportError> {
        let path = self.root.join(path);
        match fs::read(&path) {
            Ok(content) => Ok(integrity(content)),
            Err(error) => Err(ExportError::File { path, error }),
        }
    }

    /// Writes a file under a name with its hash, and returns its path.
    fn write_hashed(&mut self, stem: &str, extension: &str, content: &[u8]) -> Result<String, ExportError> {
        let path = format!("{stem}.{}.{extension}", hash(content));
        self.write(&path, content)?;
        Ok(path)
    }

    /// Copies a folder of the site, and adds to `page` what the page needs to start, without the runtime.
    fn copy(&mut self, site: &Site, name: &str, page: &mut Vec<String>) -> Result<(), ExportError> {
        let to = self.root.join(name);
        fs::create_dir_all(&to).map_err(|error| ExportError::File { path: to.clone(), error })?;
        for file in site.files(name)? {
            // The frame's script is in its document, and its list of files is written under another name.
            if matches!(name, "kernel" | "render")
                && (file.starts_with("frame.js") || file.starts_with("manifest.json"))
            {
                continue;
            }
            let (from, to) = (format!("{name}/{file}"), to.join(&file));
            let mut reader = site.reader(&from).map_err(|error| site.wrong(&from, error.to_string()))?;
            let bytes = File::create(&to).and_then(|mut target| io::copy(&mut reader, &mut target));
            self.count(bytes.map_err(|error| ExportError::File { path: to, error })?);
            // Compressed forms are for hosts that send them for the file.
            let compressed = [".br", ".gz", ".zst"].iter().any(|form| file.ends_with(form));
            // The engine of models in the tab is large; it is stored when it is first used.
            let engine = file.starts_with("local_model_");
            if !compressed && !engine && matches!(name, "icons" | "kernel" | "pkg" | "samples") {
                page.push(from);
            }
        }
        Ok(())
    }

    const fn count(&mut self, bytes: u64) {
        self.done.files += 1;
        self.done.bytes += bytes;
    }
}

/// Returns the beginning of the SHA-256 of `content`, in hexadecimal, for a name.
fn hash(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.chars().take(HASH_DIGITS).collect()
}
