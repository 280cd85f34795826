//! The stylesheet and the views name the same classes.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// The sources of the views, by folder and extension.
const VIEWS: [(&str, &str); 6] = [
    ("app/src", "rs"),
    ("frontend/src", "rs"),
    ("crates/text/src/terminal", "rs"),
    ("web/results", "ts"),
    ("web/elements", "ts"),
    ("web/local_model", "ts"),
];

/// Classes that views put together from a prefix and a value.
const COMPOSED: [&str; 2] = ["ansi-", "is-top-"];

#[test]
fn every_class_of_the_stylesheet_is_used_by_a_view() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut views = String::new();
    for (folder, extension) in VIEWS {
        views += &read(&root.join(folder), extension)?;
    }
    let words: BTreeSet<&str> =
        views.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').collect();
    let classes = classes(&read(&root.join("style"), "css")?);
    assert!(classes.len() > 100, "the stylesheet was read");
    let composed = |class: &str| COMPOSED.iter().any(|prefix| class.starts_with(prefix));
    let unused: Vec<&String> = classes
        .iter()
        .filter(|class| !words.contains(class.as_str()) && !composed(class))
        .collect();
    assert!(unused.is_empty(), "no view has these classes: {unused:?}");
    Ok(())
}

/// Returns the names of classes, outside comments.
fn classes(styles: &str) -> BTreeSet<String> {
    let comments =
        styles.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, rest)| rest));
    let uncommented: String = comments.collect();
    let name = |rest: &str| {
        rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_')
            .next()
            .map(str::to_owned)
    };
    let names = uncommented.split('.').skip(1).filter_map(name);
    names
        .filter(|class| class.starts_with(|c: char| c.is_ascii_alphabetic()) && class != "css")
        .collect()
}

/// Returns the content of all files with this extension.
fn read(folder: &Path, extension: &str) -> io::Result<String> {
    let mut content = String::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            content += &read(&path, extension)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            content += &fs::read_to_string(&path)?;
        }
    }
    Ok(content)
}
