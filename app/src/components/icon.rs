//! The icons of the page and of its results, in one sprite of the document. They decorate; the
//! control that holds one has a label.

use leptos::prelude::*;

/// Names, and paths on a 16 by 16 grid.
const ICONS: [(&str, &str); 18] = [
    ("check", "M3.5 8.5l3 3 6-7"),
    ("close", "M4 4l8 8M12 4l-8 8"),
    ("copy", "M5.5 5.5h7v7h-7zM3.5 10.5v-7h7"),
    ("doubt", "M8 2.75l5.75 10.5h-11.5zM8 6.75v3M8 11.5h.01"),
    ("edit", "M3 13l.75-3 6.75-6.75 2.25 2.25L6 12.25zM9 4.75L11.25 7"),
    ("external", "M6 4h6v6M12 4l-8 8"),
    ("file", "M4 1.75h5.25L12.5 5v9.25h-8.5zM9 2v3.25h3.25"),
    ("lock", "M4.25 7.5h7.5v5.75h-7.5zM5.75 7.5v-2a2.25 2.25 0 0 1 4.5 0v2"),
    ("more", "M3.5 8h.01M8 8h.01M12.5 8h.01"),
    ("open", "M4 6.25l4 4 4-4"),
    ("plus", "M8 3v10M3 8h10"),
    ("save", "M8 2.5v8M4.5 7.5L8 11l3.5-3.5M3 13.5h10"),
    ("search", "M7 2.75a4.25 4.25 0 1 0 .01 0zM10.25 10.25l3.25 3.25"),
    ("send", "M8 13V3.5M3.75 7.5L8 3.25l4.25 4.25"),
    ("shield", "M8 1.75l5 2v4c0 3-2 5.25-5 6.5-3-1.25-5-3.5-5-6.5v-4zM5.75 7.9l1.6 1.6 2.9-3"),
    ("side", "M2.5 3.5h11v9h-11zM6.25 3.5v9"),
    ("stop", "M4.5 4.5h7v7h-7z"),
    ("table", "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.25 6.5v6"),
];

/// An icon in the colour of the text around it, by its name in the sprite. Like
/// `web/results/icon.ts`.
#[component]
pub(super) fn Icon(name: &'static str) -> impl IntoView {
    view! {
        <svg class="icon" aria-hidden="true" focusable="false">
            <use_ href=format!("#icon-{name}")></use_>
        </svg>
    }
    .into_any()
}

/// The sprite, which shows nothing itself. Only the server renders it: it is beside the page's
/// views.
#[component]
pub fn Sprite() -> impl IntoView {
    let symbol = |(name, path)| {
        view! { <symbol id=format!("icon-{name}") viewBox="0 0 16 16"><path d={path}></path></symbol> }
    };
    view! {
        <svg class="icon-sprite" width="0" height="0" aria-hidden="true" focusable="false">
            {ICONS.map(symbol).collect_view()}
        </svg>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, error::Error, fs, path::Path};

    use super::ICONS;

    /// Returns the texts in quotes between `before` and the next `after`, in every other file of a
    /// folder and of those in it.
    fn quoted(folder: &str, before: &str, after: &str) -> Result<BTreeSet<String>, Box<dyn Error>> {
        let mut found = BTreeSet::new();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder))? {
            let path = entry?.path();
            if path.is_dir() {
                found.extend(quoted(&path.to_string_lossy(), before, after)?);
                continue;
            }
            let is_other = path.is_file() && !path.ends_with("icon.rs");
            let source = if is_other { fs::read_to_string(path)? } else { String::new() };
            for place in source.split(before).skip(1) {
                let (names, _) = place.split_once(after).ok_or("an icon without an end")?;
                found.extend(names.split('"').skip(1).step_by(2).map(str::to_owned));
            }
        }
        Ok(found)
    }

    #[test]
    fn the_sprite_has_every_icon_that_is_used_and_no_other() -> Result<(), Box<dyn Error>> {
        let page = quoted("app/src/components", "<Icon name=", "/>")?;
        let results = quoted("web/results", "icon(", ")")?;
        assert!(page.contains("check") && results.contains("search"));
        assert_eq!(&page | &results, ICONS.map(|(name, _)| name.to_owned()).into());
        Ok(())
    }
}
