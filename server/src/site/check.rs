//! Whether a site is what its list of files says: every file there, none besides, each with its
//! hash.

use std::{collections::BTreeSet, fs, io, path::Path};

use super::{
    INDEX, Kind, Site,
    archive::is_left_out,
    index::{self, Index, Listed},
};

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of files that have the hash of the list.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
}

/// Compares every file of the site with the list.
///
/// # Errors
/// What does not agree, one sentence each.
pub fn check(site: &Site) -> Result<Checked, Vec<String>> {
    let text = site.text(INDEX).map_err(|error| vec![error.to_string()])?;
    let index = index::parse(&text).map_err(|problem| vec![problem])?;
    let names = names(site).map_err(|error| vec![format!("The site cannot be read: {error}.")])?;
    let mut problems: Vec<String> = names
        .iter()
        .filter(|name| name.as_str() != INDEX && !index.contains_key(*name))
        .map(|name| format!("{name} is not in {INDEX}; build the site again."))
        .collect();
    let mut checked = Checked { files: 0, bytes: 0 };
    for (name, listed) in expected(site, &index) {
        match site.reader(name).and_then(index::listed) {
            Ok(found) if found == *listed => {
                checked.files += 1;
                checked.bytes = checked.bytes.saturating_add(found.bytes);
            }
            Ok(_) => {
                problems.push(format!(
                    "{name} is not what {INDEX} lists; get the site or the program again."
                ));
            }
            Err(error) => {
                problems.push(format!(
                    "{name} cannot be read ({error}); get the site or the program again."
                ));
            }
        }
    }
    if problems.is_empty() { Ok(checked) } else { Err(problems) }
}

/// Returns what has to be there.
fn expected<'a>(site: &Site, index: &'a Index) -> impl Iterator<Item = (&'a String, &'a Listed)> {
    let archive = matches!(site.0, Kind::Archive(_));
    index.iter().filter(move |(name, _)| !archive || !is_left_out(name, index))
}

/// Returns the names of the files that are there.
fn names(site: &Site) -> io::Result<BTreeSet<String>> {
    match &site.0 {
        Kind::Archive(archive) => Ok(archive.names().map(str::to_owned).collect()),
        Kind::Folder(folder) => {
            let mut names = BTreeSet::new();
            collect(folder, "", &mut names)?;
            Ok(names)
        }
    }
}

fn collect(folder: &Path, before: &str, names: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.insert(name);
        }
    }
    Ok(())
}
