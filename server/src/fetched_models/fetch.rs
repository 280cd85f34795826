//! Fetches one model into a folder: beside its place first, on from where an earlier attempt
//! ended, no more than its length, and into its place once its SHA-256 is the expected one.
//!
//! Blocks while it reads and writes files, so it runs on a thread of its own.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use providers::open_models::{MAX_FILE_BYTES, Model};
use reqwest::{Response, StatusCode, Url, header};
use sha2::{Digest, Sha256};

use super::{
    client::{Sender, refused_redirect},
    error::FetchError,
    folder::{lock_path, part_path},
};

/// How often the connection may break without a byte in between.
const MAX_BREAKS: u32 = 5;

/// How long to wait after a break, times the number of breaks. Tests wait less.
const PAUSE: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 2000 });

/// The bytes of a file that are read at a time.
const PIECE: usize = 1 << 20;

/// Fetches `model` into `folder`, see [`super::fetch_model`].
pub(super) async fn fetch(
    sender: &Sender,
    folder: &Path,
    model: &Model,
    come: &(dyn Fn(u64) + Sync),
) -> Result<PathBuf, FetchError> {
    let address = Url::parse(&model.address).ok().filter(|address| sender.may_send(address));
    let address = address.ok_or_else(|| FetchError::Address(model.address.clone()))?;
    if model.bytes > MAX_FILE_BYTES {
        return Err(FetchError::Address(model.address.clone()));
    }
    let target = folder.join(&model.file);
    let wrong = |path: &Path| {
        let path = path.to_owned();
        move |error| FetchError::File { path, error }
    };
    fs::create_dir_all(folder).map_err(wrong(folder))?;
    let lock = lock_path(folder);
    let held = OpenOptions::new().create(true).truncate(false).write(true).open(&lock);
    let held = held.map_err(wrong(&lock))?;
    match held.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(FetchError::Busy(folder.to_owned())),
        Err(TryLockError::Error(error)) => return Err(wrong(&lock)(error)),
    }
    if is_whole(&target, model) {
        return Ok(target);
    }
    let path = part_path(folder, model);
    let mut part = Part::open(&path, model).map_err(wrong(&path))?;
    come(part.bytes);
    let mut breaks = 0;
    while part.bytes < model.bytes {
        let before = part.bytes;
        match attempt(sender, &address, model, &mut part, come).await {
            Ok(()) => {}
            Err(Trouble::Passing(cause)) => {
                breaks = if part.bytes > before { 1 } else { breaks + 1 };
                if breaks > MAX_BREAKS {
                    let host = host(&address);
                    let (bytes, expected) = (part.bytes, model.bytes);
                    return Err(FetchError::Broken { host, bytes, expected, cause });
                }
                tokio::time::sleep(PAUSE * breaks).await;
            }
            Err(Trouble::Disk(error)) => return Err(wrong(&path)(error)),
            Err(Trouble::Final(error)) => {
                if matches!(error, FetchError::Different { .. }) {
                    part.discard(&path);
                }
                return Err(error);
            }
        }
    }
    let found = hexadecimal(&part.hash.clone().finalize());
    if found != model.sha256 {
        part.discard(&path);
        return Err(FetchError::Hash { found });
    }
    part.file.sync_all().map_err(wrong(&path))?;
    fs::rename(&path, &target).map_err(wrong(&target))?;
    Ok(target)
}

/// Why an attempt ended before the end of the file.
enum Trouble {
    /// Another attempt may get further.
    Passing(String),
    /// None does.
    Final(FetchError),
    /// The file cannot be written.
    Disk(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

/// Asks once, for what is missing, and writes what comes.
async fn attempt(
    sender: &Sender,
    address: &Url,
    model: &Model,
    part: &mut Part,
    come: &(dyn Fn(u64) + Sync),
) -> Result<(), Trouble> {
    // What is hashed are the bytes of the file, not those of a compressed form.
    let mut request =
        sender.client.get(address.clone()).header(header::ACCEPT_ENCODING, "identity");
    if part.bytes > 0 {
        request = request.header(header::RANGE, format!("bytes={}-", part.bytes));
    }
    let mut response = request.send().await.map_err(|error| match refused_redirect(&error) {
        Some(to) => Trouble::Final(FetchError::Redirected(to)),
        None => Trouble::Passing(cause(&error)),
    })?;
    let host = host(response.url());
    let different =
        |what: String| Trouble::Final(FetchError::Different { host: host.clone(), what });
    match response.status() {
        StatusCode::PARTIAL_CONTENT if part.bytes > 0 => {
            let expected = format!("bytes {}-{}/{}", part.bytes, model.bytes - 1, model.bytes);
            let sent = text(&response, header::CONTENT_RANGE);
            if sent != expected {
                return Err(different(format!("the part `{sent}` in place of `{expected}`")));
            }
        }
        StatusCode::OK => part.restart()?,
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            return Err(Trouble::Passing(format!("HTTP {}", status.as_u16())));
        }
        status => {
            return Err(Trouble::Final(FetchError::Refused { host, status: status.as_u16() }));
        }
    }
    let left = model.bytes - part.bytes;
    if response.content_length().is_some_and(|length| length != left) {
        let length = text(&response, header::CONTENT_LENGTH);
        return Err(different(format!("{length} bytes in place of {left}")));
    }
    loop {
        match response.chunk().await {
            Ok(Some(bytes)) => {
                if part.bytes + bytes.len() as u64 > model.bytes {
                    return Err(different(format!("more than its {} bytes", model.bytes)));
                }
                part.add(&bytes)?;
                come(part.bytes);
            }
            Ok(None) if part.bytes == model.bytes => return Ok(()),
            Ok(None) => return Err(Trouble::Passing("the end came early".to_owned())),
            Err(error) => return Err(Trouble::Passing(cause(&error))),
        }
    }
}

/// What has come of a model, with its hash.
struct Part {
    file: File,
    bytes: u64,
    hash: Sha256,
}

impl Part {
    /// Opens what an earlier attempt has left, or starts from the beginning.
    fn open(path: &Path, model: &Model) -> io::Result<Self> {
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path)?;
        if file.metadata()?.len() > model.bytes {
            file.set_len(0)?;
        }
        let mut hash = Sha256::new();
        let bytes = hash_into(&mut file, &mut hash)?;
        Ok(Self { file, bytes, hash })
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Starts from the beginning, as the host sends the file from its start.
    fn restart(&mut self) -> io::Result<()> {
        if self.bytes > 0 {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.hash = Sha256::new();
            self.bytes = 0;
        }
        Ok(())
    }

    /// Removes the file.
    fn discard(self, path: &Path) {
        drop(self.file);
        // If it cannot be removed, the next attempt finds the wrong hash again and says so.
        let _ = fs::remove_file(path);
    }
}

/// Returns whether the file at `path` is the model.
fn is_whole(path: &Path, model: &Model) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    if file.metadata().map(|about| about.len()).ok() != Some(model.bytes) {
        return false;
    }
    let mut hash = Sha256::new();
    hash_into(&mut file, &mut hash).is_ok() && hexadecimal(&hash.finalize()) == model.sha256
}

/// Hashes a file to its end; returns its length.
fn hash_into(file: &mut File, hash: &mut Sha256) -> io::Result<u64> {
    let (mut piece, mut bytes) = (vec![0; PIECE], 0);
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok(bytes);
        }
        hash.update(piece.get(..read).unwrap_or_default());
        bytes += read as u64;
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn host(address: &Url) -> String {
    address.host_str().unwrap_or_default().to_owned()
}

/// Returns a header's value; empty if there is none.
fn text(response: &Response, name: header::HeaderName) -> String {
    let value = response.headers().get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

/// Returns the innermost cause of a failure, which says most, without an address: that may have a
/// signature.
fn cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    if error.is_timeout() { "nothing came any more".to_owned() } else { cause.to_string() }
}
