//! Writes the functions of [`catalogue`] from the files of `locales/`, one for each language.

#[path = "build/catalogue.rs"]
mod catalogue;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

/// The language in which the page was written first; its file decides which messages there are.
const FIRST: &str = "en";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=locales");
    let mut languages = Vec::new();
    for entry in fs::read_dir("locales")? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        languages.push((name, fs::read_to_string(&path)?));
    }
    languages.sort_by_key(|(name, _)| (name != FIRST, name.clone()));
    let out = env::var_os("OUT_DIR").ok_or("cargo names no folder to write to")?;
    fs::write(PathBuf::from(out).join("catalogue.rs"), catalogue::functions(&languages)?)?;
    Ok(())
}
