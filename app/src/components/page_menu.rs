//! The menu at the end of the header: Python, what can be done with its code, the theme, and the
//! keyboard shortcuts.

use leptos::{attr::popovertarget, html, prelude::*};

use super::{Dialogs, actions, dialogs, icon::Icon, kernel_badge, session, theme::ThemeChoice};
use crate::actions::{
    ActionsHandle, ConsoleActions, FunctionActions, RerunActions, VariableActions,
};

/// The button with its menu.
#[component]
pub(super) fn PageMenu() -> impl IntoView {
    let (session, dialogs) = (session(), dialogs());
    let (consoles, variables) = (actions::<dyn ConsoleActions>(), actions::<dyn VariableActions>());
    let (functions, reruns) = (actions::<dyn FunctionActions>(), actions::<dyn RerunActions>());
    let menu = NodeRef::<html::Div>::new();
    // Before anything is opened, so that the focus is on the menu's button when that is closed.
    let entry = move |act: fn(&Acts)| {
        let acts = Acts { dialogs, consoles, variables, functions, reruns };
        move |_| {
            if let Some(menu) = menu.get_untracked() {
                // It fails only if the menu is closed already.
                drop(menu.hide_popover());
            }
            act(&acts);
        }
    };
    let kernel = session.kernel;
    let has_run = Memo::new(move |_| session.ending.with(|ending| ending.has_run()));
    let checks = Memo::new(move |_| session.ending.with(|ending| ending.progress.is_some()));
    let offered = session.console.offered;
    let open = session.console.open;
    let opener = NodeRef::<html::Button>::new();
    // The console is opened here, and its own button goes with it.
    Effect::new(move |was: Option<bool>| {
        let is = open.get();
        if let (Some(true), false, Some(opener)) = (was, is, opener.get_untracked()) {
            // It fails only if the button is not in the page; then there is nothing to focus.
            drop(opener.focus());
        }
        is
    });
    view! {
        <div class="page-menu">
            <button
                class="chip page-menu-open"
                type="button"
                {..popovertarget("page-menu")}
                node_ref=opener
                aria-label=words::page_menu_more()
                title=words::page_menu_more()
                data-testid="more-open"
            >
                <Icon name="more" />
                <span class="page-menu-dot" aria-hidden="true" data-state=move || kernel.with(kernel_badge::name)></span>
            </button>
            <div
                class="menu"
                id="page-menu"
                popover="auto"
                role="group"
                aria-label=words::page_menu_more()
                node_ref=menu
                data-testid="more"
            >
                <button
                    class="menu-entry"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="more-python"
                    on:click=entry(|acts| acts.dialogs.python.set(true))
                >
                    <span>{words::page_menu_python()}</span>
                    <span class="menu-state" data-state=move || kernel.with(kernel_badge::name)>
                        <span class={"badge-dot"} aria-hidden="true"></span>
                        {move || kernel.with(kernel_badge::short_word)}
                    </span>
                </button>
                <button
                    class="menu-entry"
                    type="button"
                    data-testid="more-console"
                    disabled=move || !offered.get()
                    on:click=entry(|acts| { acts.consoles.with(|acts| acts.toggle_console()); })
                >
                    {move || if offered.get() && open.get() { words::page_menu_close_the_console() } else { words::page_menu_console() }}
                </button>
                <button
                    class="menu-entry"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="more-variables"
                    on:click=entry(|acts| { acts.variables.with(|acts| acts.show_variables()); })
                >
                    {words::page_menu_variables()}
                </button>
                <button
                    class="menu-entry"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="more-functions"
                    on:click=entry(|acts| { acts.functions.with(|acts| acts.show_functions()); })
                >
                    {words::page_menu_functions()}
                </button>
                <button
                    class="menu-entry"
                    type="button"
                    title=words::page_menu_run_all_code_again()
                    data-testid="more-check"
                    hidden=move || !has_run.get()
                    disabled=checks
                    on:click=entry(check)
                >
                    {words::page_menu_check_by_running_again()}
                </button>
                <hr class={"menu-line"} />
                <ThemeChoice />
                <hr class={"menu-line"} />
                <button
                    class="menu-entry"
                    type="button"
                    aria-haspopup="dialog"
                    data-testid="more-shortcuts"
                    on:click=entry(|acts| acts.dialogs.shortcuts.set(true))
                >
                    <span>{words::page_menu_keyboard_shortcuts()}</span>
                    <kbd aria-hidden="true">{"?"}</kbd>
                </button>
                <a
                    class="menu-entry"
                    href="./THIRD-PARTY-NOTICES.txt"
                    target="_blank"
                    rel="noopener"
                >
                    {words::page_menu_licences()}
                </a>
            </div>
        </div>
    }
    .into_any()
}

/// Runs all code again, and shows how far that is.
fn check(acts: &Acts) {
    acts.reruns.with(|acts| acts.check());
    if let Some(end) = document().get_element_by_id("turn-undone") {
        end.scroll_into_view();
    }
}

/// What the entries do.
struct Acts {
    dialogs: Dialogs,
    consoles: ActionsHandle<dyn ConsoleActions>,
    variables: ActionsHandle<dyn VariableActions>,
    functions: ActionsHandle<dyn FunctionActions>,
    reruns: ActionsHandle<dyn RerunActions>,
}
