//! Names and versions of packages: which texts are any, and which are the same.

use crate::wheels::inspection::bounds::{MAX_NAME_LENGTH, MAX_VERSION_LENGTH};

/// Returns a package's name as the package index compares it.
pub(crate) fn normalised(name: &str) -> String {
    let mut words = name.split(['-', '_', '.']).filter(|word| !word.is_empty()).peekable();
    let mut text = String::new();
    while let Some(word) = words.next() {
        text.push_str(&word.to_ascii_lowercase());
        if words.peek().is_some() {
            text.push('-');
        }
    }
    text
}

/// Returns whether a text may be the name of a package.
pub(crate) fn is_name(text: &str) -> bool {
    text.len() <= MAX_NAME_LENGTH
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Returns whether a text may be a version.
pub(crate) fn is_version(text: &str) -> bool {
    (1..=MAX_VERSION_LENGTH).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.!+".contains(&byte))
}

/// Returns whether two versions are the same; file names have `_` where versions have `-`.
pub(crate) fn same_version(one: &str, other: &str) -> bool {
    one.replace('-', "_").eq_ignore_ascii_case(&other.replace('-', "_"))
}
