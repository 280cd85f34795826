//! The dialog with the interpreter's variables: name, type, shape and size of each, and the value
//! of one that is chosen.

use leptos::prelude::*;
use text::visible;

use super::{
    actions,
    modal::modal,
    result::{ResultRef, ResultView},
    session,
};
use crate::{
    actions::{ActionsHandle, VariableActions},
    session::Variable,
};

/// A modal dialog, there while [`crate::session::Variables::shown`] is set.
#[component]
pub(super) fn VariablesDialog() -> impl IntoView {
    let variables = session().variables;
    let shown = Memo::new(move |_| variables.with(|variables| variables.shown));
    (move || shown.get().then(dialog)).into_any()
}

fn dialog() -> AnyView {
    let (variables, acts) = (session().variables, actions::<dyn VariableActions>());
    let dialog = modal(|| true);
    let close = move || {
        if variables.with_untracked(|variables| variables.shown) {
            variables.update(|variables| variables.shown = false);
        }
    };
    // Also where another session is shown in place of this one, which has the dialog closed before
    // it can say so.
    on_cleanup(close);
    let status = Memo::new(move |_| variables.with(|variables| visible(&variables.status)));
    let list = Memo::new(move |_| variables.with(|variables| variables.list.clone()));
    let value = Memo::new(move |_| variables.with(|variables| variables.value.clone()));
    view! {
        <dialog
            class="sheet"
            node_ref=dialog
            aria-labelledby="variables-title"
            data-testid="variables"
            on:close=move |_| close()
        >
            <div class="sheet-head">
                <h2 id="variables-title">{words::variables_variables()}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| close()>{words::variables_close()}</button>
            </div>
            <p class="sheet-text" role="status" data-testid="variables-status">{status}</p>
            <div class="variables-list">
                {move || list.with(|list| (!list.is_empty()).then(|| table(list, acts)))}
            </div>
            <div class="variables-value" data-testid="variable-value">
                {move || value.get().map(|(outcome, index)| view! { <ResultView result=ResultRef::Of(outcome, index) /> })}
            </div>
        </dialog>
    }
    .into_any()
}

fn table(list: &[Variable], acts: ActionsHandle<dyn VariableActions>) -> AnyView {
    let head: Vec<_> = [
        words::variables_name(),
        words::variables_type(),
        words::variables_shape(),
        words::variables_size(),
    ]
    .into_iter()
    .map(|name| view! { <th scope="col">{name}</th> })
    .collect();
    let row = |variable: &Variable| {
        let Variable { name, kind, shape, size } = variable.clone();
        let shown = visible(&name);
        view! {
            <tr data-testid="variable">
                <th scope="row">
                    <button
                        class="button is-quiet"
                        type="button"
                        on:click=move |_| { acts.with(|acts| acts.show_variable(name.clone())); }
                    >
                        {shown}
                    </button>
                </th>
                <td>{visible(&kind)}</td>
                <td>{visible(&shape)}</td>
                <td>{size}</td>
            </tr>
        }
        .into_any()
    };
    let rows: Vec<_> = list.iter().map(row).collect();
    view! {
        <table class="variables-table">
            <thead><tr>{head}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
