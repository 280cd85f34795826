//! Writes the exports of a transcript, given as JSON on standard input, into a folder:
//! `session.ipynb`, `.py`, `.md`, `.html` and
//! `.report.html`.

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder =
        PathBuf::from(std::env::args_os().nth(1).ok_or("usage: export FOLDER < transcript.json")?);
    let transcript: exports::Transcript = serde_json::from_reader(std::io::stdin())?;
    std::fs::write(folder.join("session.ipynb"), exports::notebook(&transcript))?;
    std::fs::write(folder.join("session.py"), exports::script(&transcript))?;
    std::fs::write(folder.join("session.md"), exports::markdown(&transcript))?;
    std::fs::write(folder.join("session.html"), exports::audit(&transcript))?;
    std::fs::write(folder.join("session.report.html"), exports::report(&transcript))?;
    Ok(())
}
