//! Forms that only a sealed frame may show: laid-out markup, formulas and interactive charts.

use std::rc::Rc;

use leptos::{html, prelude::*, task::spawn_local};
use text::visible;

use crate::actions::{Frame, Rendered, ResultActions};
use crate::components::actions;

/// Returns what names a frame of this kind for screen readers, with the beginning of the result's
/// text.
pub(super) fn title(kind: &str, text: &str) -> String {
    let kind = match kind {
        "html" => words::result_frame_laid_out_result(),
        "svg" => words::result_frame_drawing(),
        "mathml" | "latex" => words::result_frame_formula(),
        _ => words::result_frame_interactive_chart(),
    };
    let first: String = text.lines().next().unwrap_or_default().chars().take(120).collect();
    if text.trim().is_empty() { kind.to_owned() } else { format!("{kind}: {}", visible(&first)) }
}

/// Content in a sealed frame. It begins when it comes into view.
#[component]
pub(super) fn FrameView(
    /// What is drawn.
    content: Rendered,
    /// Where the frame is left for others.
    handle: StoredValue<Option<Rc<dyn Frame>>, LocalStorage>,
    /// Is called with the reason if nothing can be drawn.
    failed: Callback<String>,
    /// Whether it is hidden; a frame that is removed from the page starts again.
    #[prop(optional, into)]
    hidden: Signal<bool>,
) -> impl IntoView {
    let results = actions::<dyn ResultActions>();
    let place = NodeRef::<html::Div>::new();
    // Ends with this view, which removes its frame: a failure after that does not matter.
    let alive = StoredValue::new(());
    let kind = content.kind;
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let Some(frame) = results.with(|results| results.render(place, content.clone())) else {
            return;
        };
        spawn_local(async move {
            let drawn = async {
                let frame = frame.await?;
                if alive.try_get_value().is_none()
                    || handle.try_set_value(Some(frame.clone())).is_some()
                {
                    frame.remove();
                    return Ok(());
                }
                frame.drawn().await
            };
            let why = drawn.await.err();
            if let Some(why) = why.filter(|_| alive.try_get_value().is_some()) {
                failed.try_run(why);
            }
        });
    });
    view! {
        <div
            class=format!("result-frame is-{kind}")
            data-testid="result-frame"
            data-kind=kind
            hidden=hidden
            node_ref=place
        ></div>
    }
    .into_any()
}
