//! Files that were added again under their names with other content: what is other about them, and
//! what is done with them. On a phone too this stands above the list, which is folded there.

use leptos::prelude::*;
use text::visible;

use super::{actions, icon::Icon, session};
use crate::actions::{RerunActions, TurnActions};
use crate::session::{FileDifference, NewFile, NewFileStage};

/// The notices, one for each such file.
#[component]
pub(super) fn NewFiles() -> impl IntoView {
    let files = session().new_files;
    let names = Memo::new(move |_| {
        files.with(|files| {
            files.iter().map(|file| (file.file, file.name.clone())).collect::<Vec<_>>()
        })
    });
    view! {
        <div class="new-files" role="status" aria-live="polite">
            <For each=move || names.get() key=|known| known.clone() let((file, name))>
                {
                    // Drawn again only for another stage: the user may be about to click.
                    let stage = Memo::new(move |_| {
                        files.with(|files| {
                            let known = files.iter().find(|known| known.file == file);
                            known.map(|known| known.stage.clone())
                        })
                    });
                    move || stage.get().map(|stage| {
                        notice(NewFile { file, name: name.clone(), stage })
                    })
                }
            </For>
        </div>
    }
    .into_any()
}

fn notice(NewFile { file, name, stage }: NewFile) -> AnyView {
    let name = visible(&name);
    let dismissable = matches!(stage, NewFileStage::Done(_) | NewFileStage::Failed(_));
    let acts = actions::<dyn RerunActions>();
    let text = match stage {
        NewFileStage::Reading => paragraph(words::new_files_being_compared(&name)),
        NewFileStage::Offered(difference) => offer(file, &name, &difference),
        NewFileStage::Begun => running(words::new_files_python_is_restarting().to_owned()),
        NewFileStage::Running(at, of) => running(words::new_files_running_piece(&at, &name, &of)),
        NewFileStage::Done(text) => paragraph(text),
        NewFileStage::Failed(why) => {
            view! { <p class="file-problem" role="alert">{visible(&why)}</p> }.into_any()
        }
    };
    view! {
        <div class="new-file" role="group" aria-label=words::new_files_the_new(&name) data-testid="new-file">
            <div class="new-file-text">{text}</div>
            {dismissable.then(|| view! {
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=words::new_files_dismiss()
                    on:click=move |_| { acts.with(|acts| acts.dismiss_new(file)); }
                >
                    <Icon name="close" />
                </button>
            })}
        </div>
    }
    .into_any()
}

fn paragraph(text: String) -> AnyView {
    view! { <p>{text}</p> }.into_any()
}

/// What is other about the file, and the buttons that decide.
fn offer(file: u32, name: &str, difference: &FileDifference) -> AnyView {
    let session = session();
    let acts = actions::<dyn RerunActions>();
    let has_run = Memo::new(move |_| session.ending.with(|ending| ending.has_run()));
    let said = if difference.facts.is_empty() {
        words::new_files_another_was_added(&name)
    } else {
        words::new_files_another_was_added_with(&difference.facts, &name)
    };
    let warnings: Vec<_> =
        difference.warnings.iter().map(|text| view! { <li>{text.clone()}</li> }).collect();
    view! {
        <p>{said}</p>
        {(!warnings.is_empty()).then(|| view! {
            <ul class="new-file-warnings" data-testid="new-file-warnings">{warnings}</ul>
        })}
        <p class="new-file-note">{words::new_files_until_you_decide()}</p>
        <div class="new-file-buttons">
            <button
                class="button"
                type="button"
                data-testid="run-with-new"
                disabled=move || session.busy()
                on:click=move |_| { acts.with(|acts| acts.run_with_new(file)); }
            >
                {move || if has_run.get() { words::new_files_run_again() } else { words::new_files_use() }}
            </button>
            <button
                class="button is-quiet"
                type="button"
                data-testid="keep-both"
                on:click=move |_| { acts.with(|acts| acts.keep_both(file)); }
            >
                {words::new_files_keep_both()}
            </button>
            <button
                class="button is-quiet"
                type="button"
                aria-label=words::new_files_leave_out(&name)
                data-testid="dismiss-new"
                on:click=move |_| { acts.with(|acts| acts.dismiss_new(file)); }
            >
                {words::new_files_undo()}
            </button>
        </div>
    }
    .into_any()
}

/// How far running again is.
fn running(text: String) -> AnyView {
    let turns = actions::<dyn TurnActions>();
    let stop = move |_| {
        turns.with(|turns| turns.stop());
    };
    view! {
        <p data-testid="new-file-progress">{text}</p>
        <div class="new-file-buttons">
            <button class="button" type="button" on:click=stop>{words::new_files_stop()}</button>
        </div>
    }
    .into_any()
}
