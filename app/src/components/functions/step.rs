//! Under each step: the button that saves a function of its code, and what the model proposes to
//! keep. Nothing is saved without the user, since what is saved is sent to models in every later
//! session.

use leptos::{html, prelude::*};
use text::visible;

use crate::actions::{ActionsHandle, FunctionActions};
use crate::components::{actions, session};
use crate::session::{Edited, Step};

type Handle = ActionsHandle<dyn FunctionActions>;

/// What is said under a step, and the button.
#[component]
pub(in crate::components) fn StepFunctions(step: Step) -> impl IntoView {
    let (list, saved) = (session().functions, session().saved_functions);
    let acts: Handle = actions();
    let Step { id, savable, .. } = step;
    let can_save = Memo::new(move |_| savable.with(Option::is_some));
    let kept = Memo::new(move |_| list.with(|list| list.kept(id).map(str::to_owned)));
    let proposes = Memo::new(move |_| {
        savable.with(|of| of.as_ref().is_some_and(|of| !of.proposals.is_empty()))
    });
    Effect::new(move |_| {
        if proposes.get() {
            acts.with(|acts| acts.read_proposals());
        }
    });
    let proposals = Memo::new(move |_| {
        let open = saved.with(|saved| {
            savable.with(|of| {
                list.with(|list| Some(list.proposals(id, of.as_ref()?, saved.as_deref()?)))
            })
        });
        open.unwrap_or_default()
    });
    let save = NodeRef::<html::Button>::new();
    Effect::new(move |before: Option<Option<String>>| {
        let now = kept.get();
        if let Some(save) =
            save.get_untracked().filter(|_| before.is_some_and(|before| before != now))
        {
            drop(save.focus());
        }
        now
    });
    let note = move || {
        kept.get().filter(|_| can_save.get()).map(|name| {
            let sentence = words::functions_step_saved_as_the_function(&visible(&name));
            view! { <p class="step-freshness" role="status" data-testid="function-saved">{sentence}</p> }
                .into_any()
        })
    };
    let button = move || {
        can_save.get().then(|| {
            view! {
                <button
                    class="button is-quiet"
                    type="button"
                    node_ref=save
                    aria-label=words::functions_step_save_a_function_of()
                    data-testid="save-function"
                    on:click=move |_| keep(acts, step, String::new())
                >
                    {words::functions_step_save_as_function()}
                </button>
            }
            .into_any()
        })
    };
    view! {
        <div class="step-changes step-functions">
            {note}
            <For each=move || proposals.get() key=String::clone children=move |name| proposal(acts, step, name) />
            {button}
        </div>
    }
    .into_any()
}

/// Opens the dialog with the code of a step, with the function of this name.
fn keep(acts: Handle, step: Step, name: String) {
    if let Some(of) = step.savable.get_untracked() {
        acts.with(|acts| {
            acts.edit_function(Edited::Code { code: of.code, name, step: Some(step.id) })
        });
    }
}

fn proposal(acts: Handle, step: Step, name: String) -> AnyView {
    let shown = visible(&name);
    let dismiss = {
        let name = name.clone();
        move |_| {
            if let Some(of) = step.savable.get_untracked() {
                acts.with(|acts| acts.dismiss_proposal(step.id, &of, &name));
            }
        }
    };
    view! {
        <div
            class="function-proposal"
            role="group"
            aria-label=words::functions_step_the_model_proposes_to(&shown)
            data-testid="function-proposal"
        >
            <span>{words::functions_step_the_model_proposes_to_keep()}<code>{shown.clone()}</code>"."</span>
            <button
                class="button"
                type="button"
                aria-label=words::functions_step_look_at_and_save(&shown)
                data-testid="keep-proposal"
                on:click=move |_| keep(acts, step, name.clone())
            >
                {words::functions_step_save()}
            </button>
            <button
                class="button is-quiet"
                type="button"
                aria-label=words::functions_step_dismiss_the_proposal_to(&shown)
                data-testid="dismiss-proposal"
                on:click=dismiss
            >
                {words::functions_step_dismiss()}
            </button>
        </div>
    }
    .into_any()
}
