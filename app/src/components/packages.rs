//! The packages that code can import, in the kernel's menu; those that an operator added to the
//! build, apart.

use kernel::manifest::Package;
use leptos::prelude::*;

use super::{actions, session};
use crate::actions::TurnActions;

/// The list, which is fetched when it is opened.
#[component]
pub(super) fn Packages() -> impl IntoView {
    let (packages, turns) = (session().packages, actions::<dyn TurnActions>());
    let list = move |untested| packages.with(|packages| listed(packages, untested));
    let added = Memo::new(move |_| list(true));
    view! {
        <details
            class="menu-details"
            data-testid="packages"
            on:toggle=move |_| { turns.with(|turns| turns.list_packages()); }
        >
            <summary>{"Packages"}</summary>
            <p class="menu-note">
                {"Code can import these, and Python’s standard library. Nothing can be installed: there is no network."}
            </p>
            <p class="menu-note" hidden=move || added.with(String::is_empty) data-testid="packages-untested">
                {move || added.with(|added| {
                    format!("Added by whoever built this page, and not tested with Insitu: {added}")
                })}
            </p>
            <p class="menu-note" data-testid="packages-tested">{move || list(false)}</p>
            <p class="menu-note">
                <a href="./THIRD-PARTY-NOTICES.txt" target="_blank" rel="noopener">{"Licences of all that Insitu contains"}</a>
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
}
