//! Shows another session in the page; `app::session::stored` decides when.

use app::session::stored::Switching;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};

use super::browser::Browser;
use super::choice::{choose, mark_stored};
use super::page::{sessions, settled};
use crate::foreign::window;
use crate::{runtime, storage};

/// Shows a session in this tab: that of an id, or "new".
///
/// # Errors
/// A sentence, where that is not possible at present.
pub(crate) async fn leave_for(id: &str) -> Result<(), String> {
    settled().await?;
    if storage::current().is_none() {
        // Nothing is stored, so nothing else can be shown, and the page begins anew.
        choose(id);
        window().location().reload().ok();
        return Ok(());
    }
    sessions().leave_for(id).await
}

impl Switching for Browser {
    fn show(&self) {
        self.program().show();
    }

    fn begin_another(&self, id: &str) {
        if id != "new" {
            mark_stored();
        }
        self.program().begin_another();
    }

    fn close_dialogs(&self) {
        let page = window().document();
        let Some(found) = page.and_then(|page| page.query_selector_all("dialog[open]").ok()) else {
            return;
        };
        for at in 0..found.length() {
            if let Some(Ok(dialog)) = found.get(at).map(JsCast::dyn_into::<HtmlDialogElement>) {
                dialog.close();
            }
        }
    }

    fn focus(&self) {
        focus();
    }

    fn has_little_memory(&self) -> bool {
        runtime::little_memory().is_some()
    }
}

/// Moves the focus to where a question is asked; on touch devices to the conversation, since a
/// keyboard on the screen would hide it.
fn focus() {
    let on_page = |selector| {
        let element = window().document()?.query_selector(selector).ok()??;
        element.dyn_into::<HtmlElement>().ok()
    };
    let field = if runtime::touch() {
        let main = on_page("main");
        if let Some(main) = &main {
            main.set_attribute("tabindex", "-1").ok();
        }
        main
    } else {
        on_page("#question")
    };
    if let Some(field) = field {
        field.focus().ok();
    }
}
