//! Modal dialogs, which the browser opens over the page.

use leptos::{html, prelude::*};

/// Returns the reference to a dialog that is open as a modal one while `is_shown` says so. When it
/// closes, the element that had the focus before has it again.
pub(super) fn modal(is_shown: impl Fn() -> bool + 'static) -> NodeRef<html::Dialog> {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (is_shown(), dialog.open()) {
            // It fails only if the dialog is not in the page; then there is nothing to open.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    dialog
}

/// Closes a dialog, if it is in the page.
pub(super) fn close(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}
