//! The built site: a folder, or an archive that a program carries at its own end. Both are read and
//! served through [`Site`].
//!
//! Knows where files are and what [`index`] says of them, not what they mean; `assets` does.

mod archive;
pub mod check;
mod index;
mod negotiation;
pub mod pack;
mod serving;

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::Router;
use tower_http::services::ServeDir;

use self::archive::Archive;
use crate::StartError;

/// The list of every file with its hash, in the site itself.
pub(crate) const INDEX: &str = "files.json";

/// A built site.
#[derive(Clone, Debug)]
pub struct Site(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Folder(PathBuf),
    Archive(Arc<Archive>),
}

impl Site {
    /// Opens the site at `named`, a folder or an archive, or without one the archive in this
    /// program.
    ///
    /// # Errors
    /// There is no site, or its archive cannot be read.
    pub fn find(named: Option<&Path>) -> Result<Self, StartError> {
        match named {
            Some(path) if path.is_file() => Self::archive(path),
            Some(path) => Ok(Self(Kind::Folder(path.to_owned()))),
            None => Self::archive(&program()?),
        }
    }

    /// Opens the archive at the end of a file.
    fn archive(path: &Path) -> Result<Self, StartError> {
        match Archive::open(path) {
            Ok(Some(archive)) => Ok(Self(Kind::Archive(Arc::new(archive)))),
            Ok(None) => Err(StartError::NoSite { path: path.display().to_string() }),
            Err(problem) => Err(StartError::Archive { path: path.display().to_string(), problem }),
        }
    }

    /// Returns a file of the site as text.
    pub(crate) fn text(&self, path: &str) -> Result<String, StartError> {
        let mut text = String::new();
        let read = self.reader(path).and_then(|mut reader| reader.read_to_string(&mut text));
        read.map_err(|error| self.wrong(path, error.to_string()))?;
        Ok(text)
    }

    /// Returns the content of a file of the site.
    pub(crate) fn bytes(&self, path: &str) -> Result<Vec<u8>, StartError> {
        let mut content = Vec::new();
        let read = self.reader(path).and_then(|mut reader| reader.read_to_end(&mut content));
        read.map_err(|error| self.wrong(path, error.to_string()))?;
        Ok(content)
    }

    /// Returns a reader of a file of the site.
    pub(crate) fn reader(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        match &self.0 {
            Kind::Folder(folder) => Ok(Box::new(File::open(folder.join(path))?)),
            Kind::Archive(archive) => archive.reader(path),
        }
    }

    /// Returns the names of the files in a folder of the site, in alphabetical order.
    pub(crate) fn files(&self, folder: &str) -> Result<Vec<String>, StartError> {
        let mut names: Vec<String> = match &self.0 {
            Kind::Folder(site) => fs::read_dir(site.join(folder))
                .and_then(|entries| {
                    entries
                        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                        .collect()
                })
                .map_err(|error| self.wrong(folder, error.to_string()))?,
            Kind::Archive(archive) => {
                let within = archive
                    .index()
                    .keys()
                    .filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
                within.map(str::to_owned).collect()
            }
        };
        names.sort();
        Ok(names)
    }

    /// Returns the error that says what is wrong with a file of the site.
    pub(crate) fn wrong(&self, path: &str, problem: String) -> StartError {
        match &self.0 {
            Kind::Folder(folder) => {
                StartError::Site { path: folder.join(path).display().to_string(), problem }
            }
            Kind::Archive(archive) => StartError::Archive {
                path: archive.path().display().to_string(),
                problem: format!("{path}: {problem}"),
            },
        }
    }

    /// Creates the service of its files, for GET and HEAD.
    pub(crate) fn service(&self) -> Router {
        match &self.0 {
            Kind::Folder(folder) => Router::new().fallback_service(
                ServeDir::new(folder)
                    .append_index_html_on_directories(false)
                    .precompressed_zstd()
                    .precompressed_br()
                    .precompressed_gzip(),
            ),
            Kind::Archive(archive) => {
                let archive = Arc::clone(archive);
                Router::new().fallback(move |request| {
                    let archive = Arc::clone(&archive);
                    async move { serving::answer(&archive, &request) }
                })
            }
        }
    }
}

/// Returns the path of this program: what the system says, or, if it says nothing (Linux without
/// `/proc`), the path by which it was started.
fn program() -> Result<PathBuf, StartError> {
    std::env::current_exe().or_else(|error| {
        let started = std::env::args_os().next().map(PathBuf::from);
        started.filter(|path| path.is_file()).ok_or_else(|| StartError::Archive {
            path: "this program".to_owned(),
            problem: format!("its own file cannot be found ({error})"),
        })
    })
}
