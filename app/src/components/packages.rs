//! The packages that code can import, in the kernel's menu; those that an operator added to the
//! build, those that the user has dropped, and how some differ from what their projects publish,
//! apart.

use kernel::manifest::{Modification, Package};
use leptos::prelude::*;

use super::{actions, session};
use crate::actions::TurnActions;
use crate::session::FileState;

/// The list, which is fetched when it is opened.
#[component]
pub(super) fn Packages() -> impl IntoView {
    let (packages, turns) = (session().packages, actions::<dyn TurnActions>());
    let list = move |untested| packages.with(|packages| listed(packages, untested));
    let added = Memo::new(move |_| list(true));
    let edits = move || packages.with(|packages| edited(packages));
    let files = session().files;
    let dropped = Memo::new(move |_| {
        let package = |state: FileState| match state {
            FileState::Installed(facts) => Some(format!("{} {}", facts.name, facts.version)),
            _ => None,
        };
        let names: Vec<String> =
            files.with(|files| files.iter().filter_map(|file| package(file.state.get())).collect());
        names.join(", ")
    });
    view! {
        <details
            class="menu-details"
            data-testid="packages"
            on:toggle=move |_| { turns.with(|turns| turns.list_packages()); }
        >
            <summary>{words::packages_packages()}</summary>
            <p class="menu-note">
                {words::packages_code_can_import_these()}
            </p>
            <p class="menu-note" hidden=move || dropped.with(String::is_empty) data-testid="packages-dropped">
                {move || dropped.with(|dropped| words::packages_dropped_by_you_for(&dropped))}
            </p>
            <p class="menu-note" hidden=move || added.with(String::is_empty) data-testid="packages-untested">
                {move || added.with(|added| {
                    words::packages_added_by_whoever_built(&added)
                })}
            </p>
            <p class="menu-note" data-testid="packages-tested">{move || list(false)}</p>
            <div data-testid="packages-modified">
                {move || edits().into_iter().map(|edit| view! { <p class="menu-note">{edit}</p> }).collect_view()}
            </div>
            <p class="menu-note">
                <a href="./THIRD-PARTY-NOTICES.txt" target="_blank" rel="noopener">{words::packages_licences_of_all_that()}</a>
            </p>
        </details>
    }
    .into_any()
}

/// Names packages with their versions.
fn listed(packages: &[Package], untested: bool) -> String {
    let names: Vec<String> = packages
        .iter()
        .filter(|package| package.untested == untested)
        .map(|Package { name, version, .. }| format!("{name} {version}"))
        .collect();
    names.join(", ")
}

/// Says of each edited package why it is edited, and the hashes of its wheel before and after.
fn edited(packages: &[Package]) -> Vec<String> {
    let sentence = |Package { name, version, modified, .. }: &Package| {
        let Modification { why, upstream, patched } = modified.as_ref()?;
        Some(words::packages_modified_sha_256_as(&name, &patched, &upstream, &version, &why))
    };
    packages.iter().filter_map(sentence).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_that_an_operator_added_are_listed_apart() {
        let package = |name: &str, untested: bool| {
            let asset = serde_json::json!({ "url": "/runtime/a.whl", "bytes": 1, "sha256": "00" });
            let package = serde_json::json!({
                "name": name, "version": "1.2", "asset": asset, "depends": [], "imports": [],
                "upFront": false, "rank": null, "untested": untested,
            });
            serde_json::from_value::<Package>(package).unwrap()
        };
        let packages = [package("array", false), package("maps", true), package("table", false)];
        assert_eq!(listed(&packages, false), "array 1.2, table 1.2");
        assert_eq!(listed(&packages, true), "maps 1.2");
        assert_eq!(listed(&packages[..1], true), "");
    }

    #[test]
    fn an_edited_package_says_why_and_of_which_file() {
        let package = |name: &str, modified: serde_json::Value| {
            let asset = serde_json::json!({ "url": "/runtime/a.whl", "bytes": 1, "sha256": "00" });
            let package = serde_json::json!({
                "name": name, "version": "1.2", "asset": asset, "depends": [], "imports": [],
                "upFront": false, "rank": null, "modified": modified,
            });
            serde_json::from_value::<Package>(package).unwrap()
        };
        let edits =
            serde_json::json!({ "why": "It was wrong.", "upstream": "01", "patched": "02" });
        let packages = [package("array", edits), package("table", serde_json::Value::Null)];
        assert_eq!(
            edited(&packages),
            ["array 1.2, modified: It was wrong. SHA-256 as published 01, as edited 02."]
        );
    }
}
