//! The colour scheme that the user chooses, for the whole page and for later visits.
//!
//! `web/runtime/theme.ts` sets it before the page is drawn.

use app::actions::ThemeActions;
use app::session::Theme;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::foreign::storage::{browser, remove, write};
use crate::foreign::window;

/// The name under which the browser stores it.
const NAME: &str = "insitu-theme";
/// The attribute of the document's element that `style/tokens.css` reads.
const ATTRIBUTE: &str = "data-theme";
/// The media queries of the colours that the browser itself is to have.
const BARS: [(Theme, &str); 2] = [
    (Theme::Light, "(prefers-color-scheme: light)"),
    (Theme::Dark, "(prefers-color-scheme: dark)"),
];

/// The actions of the theme.
pub(crate) struct PageTheme;

/// Applies what was chosen before to the browser's own bars.
pub(crate) fn begin() {
    colour_bars(PageTheme.theme());
}

impl ThemeActions for PageTheme {
    fn theme(&self) -> Theme {
        Theme::from_word(root().and_then(|root| root.get_attribute(ATTRIBUTE)).as_deref())
    }

    fn choose_theme(&self, theme: Theme) {
        // Where nothing can be stored, it holds until the page is closed.
        match theme.word() {
            Some(word) => write(browser(), NAME, word).unwrap_or_default(),
            None => remove(browser(), NAME),
        }
        if let Some(root) = root() {
            match theme.word() {
                Some(word) => root.set_attribute(ATTRIBUTE, word).unwrap_or_default(),
                None => root.remove_attribute(ATTRIBUTE).unwrap_or_default(),
            }
        }
        colour_bars(theme);
    }
}

/// Has the browser's bars follow the theme: of the two colours that the document names, the one for
/// the chosen scheme always counts.
fn colour_bars(theme: Theme) {
    let Some(document) = window().document() else { return };
    let Ok(found) = document.query_selector_all("meta[name=theme-color]") else { return };
    for (at, (scheme, query)) in BARS.into_iter().enumerate() {
        let meta = u32::try_from(at).ok().and_then(|at| found.get(at));
        if let Some(meta) = meta.and_then(|meta| meta.dyn_into::<Element>().ok()) {
            let media = match theme {
                Theme::System => query,
                chosen if chosen == scheme => "all",
                _ => "not all",
            };
            meta.set_attribute("media", media).unwrap_or_default();
        }
    }
}

fn root() -> Option<Element> {
    window().document()?.document_element()
}
