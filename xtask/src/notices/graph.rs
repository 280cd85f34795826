//! What a set of packages needs, directly or not. Does not know what a package is.

use std::collections::BTreeSet;

use anyhow::Result;

/// The roots and all that they need; `needs` returns what one of them needs directly.
pub(super) fn closure(
    roots: impl IntoIterator<Item = String>,
    mut needs: impl FnMut(&str) -> Result<Vec<String>>,
) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = roots.into_iter().collect();
    while let Some(next) = open.pop() {
        if !found.contains(&next) {
            open.extend(needs(&next)?);
            found.insert(next);
        }
    }
    Ok(found)
}
