//! The stylesheet and the views name the same classes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Classes that views put together from a prefix and a value.
const COMPOSED: [&str; 3] = ["ansi-", "is-top-", "is-unproven"];

#[test]
fn every_class_of_the_stylesheet_is_used_by_a_view() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let styles: String = read(&root.join("style"), "css");
    let views: String = ["app/src", "frontend/src", "crates/terminal/src"]
        .iter()
        .map(|folder| read(&root.join(folder), "rs"))
        .collect::<String>()
        + &["public/results", "public/dialogs"]
            .iter()
            .map(|folder| read(&root.join(folder), "js"))
            .collect::<String>();
    let words: BTreeSet<&str> =
        views.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').collect();
    let classes = classes(&styles);
    assert!(classes.len() > 100, "the stylesheet was read");
    let unused: Vec<_> = classes
        .iter()
        .filter(|class| {
            !words.contains(class.as_str()) && !COMPOSED.iter().any(|prefix| class.starts_with(prefix))
        })
        .collect();
    assert!(unused.is_empty(), "no view has these classes: {unused:?}");
}

/// Returns the names after points that no digit precedes or follows.
fn classes(styles: &str) -> BTreeSet<String> {
    let uncommented: String = styles
        .split("/*")
        .enumerate()
        .map(|(at, part)| if at == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) })
        .collect();
    let name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    uncommented
        .split('.')
        .skip(1)
        .map(|rest| rest.chars().take_while(|c| name(*c)).collect::<String>())
        .filter(|class| class.starts_with(|c: char| c.is_ascii_alphabetic()) && class != "css")
        .collect()
}

fn read(folder: &Path, extension: &str) -> String {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| match path.extension() {
            _ if path.is_dir() => read(&path, extension),
            Some(found) if found == extension => fs::read_to_string(&path).unwrap(),
            _ => String::new(),
        })
        .collect()
}
