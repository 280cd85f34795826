//! The dialog that shows a document over the page.

use std::rc::Rc;

use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;
use leptos::{html, prelude::*, task::spawn_local};
use text::{file_name, visible};

use super::modal::{close, modal};
use super::result::{ResultRef, ResultView, source};
use super::{actions, session};
use crate::actions::{Frame, ResultActions};
use crate::session::{Preview, PreviewContent};

/// The least height of a document, in CSS pixels.
const MIN_HEIGHT: f64 = 240.0;

/// The margin between dialog and window, and the height of the line above the document, which is
/// still empty, in CSS pixels.
const MARGINS: f64 = 64.0 + 32.0;

/// A modal dialog, there while [`crate::session::Session::preview`] is set.
#[component]
pub(super) fn PreviewDialog() -> impl IntoView {
    let preview = session().preview;
    let is_shown = Memo::new(move |_| preview.with(Option::is_some));
    (move || is_shown.get().then(dialog)).into_any()
}

fn dialog() -> AnyView {
    let (preview, results) = (session().preview, actions::<dyn ResultActions>());
    let dialog = modal(|| true);
    let with = move |read: fn(&Preview) -> String| {
        preview.with(|preview| preview.as_ref().map(read).unwrap_or_default())
    };
    let content = Memo::new(move |_| {
        preview.with(|preview| preview.as_ref().map(|preview| preview.content.clone()))
    });
    view! {
        <dialog
            class="sheet preview"
            node_ref=dialog
            aria-labelledby="preview-title"
            data-testid="preview"
            on:close=move |_| { results.with(|results| results.close_preview()); }
        >
            <div class="sheet-head">
                <h2 id="preview-title">{move || with(|preview| file_name(&preview.name))}</h2>
                <div class="preview-tools">
                    <button
                        class="button"
                        type="button"
                        on:click=move |_| { results.with(|results| results.save_preview()); }
                    >
                        {words::preview_save()}
                    </button>
                    <button class="button is-quiet" type="button" autofocus on:click=move |_| close(dialog)>{words::preview_close()}</button>
                </div>
            </div>
            <p class="sheet-text" role="status">{move || with(|preview| visible(&preview.status))}</p>
            <div class="preview-body" data-testid="preview-body">{move || content.get().map(body)}</div>
        </dialog>
    }
    .into_any()
}

fn body(content: PreviewContent) -> AnyView {
    let (preview, results) = (session().preview, actions::<dyn ResultActions>());
    let failed = move |why: String| {
        preview.update(|preview| {
            if let Some(preview) = preview {
                preview.fail(&why);
            }
        });
    };
    match content {
        PreviewContent::Reading | PreviewContent::Nothing => ().into_any(),
        PreviewContent::Frame => {
            let place = NodeRef::<html::Div>::new();
            let slot = StoredValue::new_local(None);
            on_cleanup(move || {
                if let Some(frame) = slot.try_update_value(Option::take).flatten() {
                    let frame: Rc<dyn Frame> = frame;
                    frame.remove();
                }
            });
            Effect::new(move |_| {
                let Some(place) = place.get() else { return };
                let height = height_within(&place);
                let Some(frame) = results.with(|results| results.render_preview(place, height))
                else {
                    return;
                };
                spawn_local(async move {
                    let drawn = async {
                        let frame = frame.await?;
                        if slot.try_set_value(Some(frame.clone())).is_some() {
                            frame.remove();
                            return Err(String::new());
                        }
                        frame.drawn().await
                    };
                    match drawn.await {
                        Ok(()) => {
                            results.with(|results| results.preview_drawn()).unwrap_or_default()
                        }
                        // After it is closed, a failure no longer matters.
                        Err(why) if slot.try_with_value(Option::is_some).is_some() => failed(why),
                        Err(_) => {}
                    }
                });
            });
            view! { <div class="result-frame" data-testid="result-frame" node_ref=place></div> }
                .into_any()
        }
        PreviewContent::Picture(address) => {
            let name = preview.with_untracked(|preview| {
                preview.as_ref().map(|preview| visible(&preview.name)).unwrap_or_default()
            });
            view! {
                <div class={"figure"}>
                    <img
                        src=address
                        alt=name
                        on:load=move |_| { results.with(|results| results.preview_drawn()); }
                        on:error=move |_| failed(words::preview_the_picture_cannot_be().to_owned())
                    />
                </div>
            }
            .into_any()
        }
        PreviewContent::Text { language, text } => source(text, language),
        PreviewContent::Results(parts) => {
            let is_one = parts.len() < 2;
            let parts = parts.into_iter().enumerate().map(|(at, part)| {
                // Sheets and slides have names, which their text contains.
                let name = (!is_one && part.data.is_some() && !part.text.is_empty()).then(|| {
                    let name = visible(part.text.lines().next().unwrap_or_default());
                    let name = if name.is_empty() { words::preview_part(&(at + 1)) } else { name };
                    view! { <h3 class={"preview-part"}>{name}</h3> }
                });
                view! {
                    {name}
                    <ResultView result=ResultRef::Alone(part) />
                }
            });
            parts.collect_view().into_any()
        }
    }
}

/// Returns how high a document may be within the dialog, so that only one of the two scrolls.
fn height_within(place: &<html::Div as html::ElementType>::Output) -> f64 {
    let height = |selector: &str| match place.closest(selector) {
        Ok(Some(element)) => f64::from(element.unchecked_into::<HtmlElement>().offset_height()),
        _ => 0.0,
    };
    let inner = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
    (inner - MARGINS - (height("dialog") - height(".preview-body"))).floor().max(MIN_HEIGHT)
}
