//! A figure that Python drew: the picture and, if its chart is known, an interactive chart, its
//! numbers and a description.

use leptos::{prelude::*, task::spawn_local};
use text::visible;
use words::Message;

use super::frame::{self, FrameView};
use super::table::Numbers;
use super::{Handles, ResultRef};
use crate::actions::{Later, Rendered};
use crate::components::icon::Icon;
use crate::session::forms::{Picture, file_of, is_drawable, picture, result_file_name};

/// How a figure is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Figure,
    Interactive,
    Numbers,
    Description,
}

/// Each side with its label, and its name in the page.
const SIDES: [(Side, Message, &str); 4] = [
    (Side::Figure, words::result_figure_figure, "figure"),
    (Side::Interactive, words::result_figure_interactive, "interactive"),
    (Side::Numbers, words::result_figure_numbers, "numbers"),
    (Side::Description, words::result_figure_description, "description"),
];

/// A result that is a figure, with the result's menu in its bar.
#[component]
pub(super) fn FigureView(result: ResultRef, handles: Handles, menu: AnyView) -> impl IntoView {
    let Some(drawn) = picture(&result) else { return ().into_any() };
    let chart = result.chart.as_ref();
    let is_complete = chart.is_some_and(|chart| chart.axes().complete && is_drawable(chart));
    let side = RwSignal::new(if is_complete { Side::Interactive } else { Side::Figure });
    let is_open = RwSignal::new(is_complete);
    let was_chosen = StoredValue::new(false);
    let was_opened = Memo::new(move |_| is_open.get());
    let description =
        StoredValue::new(chart.map(charts::summaries::description).unwrap_or_default());
    let tabs = SIDES.into_iter().filter(|(side, ..)| match side {
        Side::Interactive => chart.is_some_and(is_drawable),
        _ => chart.is_some(),
    });
    let tabs = tabs.map(|(one, label, _)| {
        let turn = move |_| {
            was_chosen.set_value(true);
            if one == Side::Interactive {
                is_open.set(true);
            }
            side.set(one);
        };
        let pressed = move || (side.get() == one).to_string();
        view! { <button class="button is-quiet" type="button" aria-pressed=pressed on:click=turn>{label()}</button> }
    });
    let tabs = tabs.collect_view();
    let alt = match result.text.trim() {
        "" => description.with_value(|sentences| {
            sentences.iter().take(3).cloned().collect::<Vec<_>>().join(" ")
        }),
        _ => result.text.clone(),
    };
    let shown = StoredValue::new(drawn.clone());
    let of = StoredValue::new(result.clone());
    let chosen = move || match side.get() {
        // The picture goes on paper, which has no dark background.
        side @ (Side::Interactive | Side::Figure) => view! {
            <div class="figure-picture" class:is-for-paper=side == Side::Interactive>
                <PictureView picture=shown.get_value() alt=alt.clone() />
            </div>
        }
        .into_any(),
        Side::Numbers => {
            let tables = of.with_value(|result| result.chart.as_ref().map(charts::Chart::tables));
            let tables = tables.unwrap_or_default().into_iter();
            let tables = tables
                .map(|table| view! { <Numbers table=table notify=handles.notify /> })
                .collect_view();
            view! { <div class="figure-numbers">{tables}</div> }.into_any()
        }
        Side::Description => {
            let sentence = |sentence: &String| view! { <p>{visible(sentence)}</p> };
            let sentences = description.with_value(|all| all.iter().map(sentence).collect_view());
            view! {
                <div class="figure-words" tabindex="0" role="group" aria-label=words::result_figure_description_of_the_figure()>
                    {sentences}
                </div>
            }
            .into_any()
        }
    };
    // The chart failed: the picture says what it can, and why is for who chose the chart.
    let failed = Callback::new(move |why: String| {
        side.set(Side::Figure);
        is_open.set(false);
        if was_chosen.get_value() {
            handles.notify.run(why);
        }
    });
    let interactive = move || {
        was_opened.get().then(|| {
            let content = of.with_value(|result| Rendered {
                kind: "chart",
                content: serde_json::to_string(&result.chart).unwrap_or_default(),
                title: frame::title("chart", &result.text),
            });
            on_cleanup(move || handles.release());
            let hidden = Signal::derive(move || side.get() != Side::Interactive);
            view! { <FrameView content=content handle=handles.frame failed=failed hidden=hidden /> }
        })
    };
    let (extension, _) = file_of(drawn.media_type);
    let name_of = move |extension: &str| {
        let session = handles.title.get_untracked();
        of.with_value(|result| result_file_name(result, &session, "figure", extension))
    };
    let label = extension.to_uppercase();
    let raster = {
        move || -> Option<Later<()>> {
            let name = name_of(&extension);
            let saved = handles.results.with(|results| {
                shown.with_value(|drawn| results.save(&name, drawn.media_type, &drawn.base64))
            })?;
            Some(Box::pin(async move { saved }))
        }
    };
    // The kernel can draw a figure again as SVG; a photograph cannot be converted.
    let is_drawn = chart.is_some() || result.text == "Figure" || result.text.starts_with("Figure:");
    let has_vector = result.mime.contains_key("image/svg+xml");
    let vector = (!result.id.is_empty() && is_drawn && !has_vector).then(|| {
        let id = result.id.clone();
        let save = move || {
            let name = name_of("svg");
            handles.results.with(|results| results.save_vector(id.clone(), name))
        };
        keep("SVG".to_owned(), handles.notify, save)
    });
    let name = move || SIDES.iter().find(|(one, ..)| *one == side.get()).map(|(.., name)| *name);
    view! {
        <figure class="figure" data-testid="figure" data-side=name>
            <div class="figure-stage">{chosen}{interactive}</div>
            <div class="figure-bar">
                <div class="figure-sides" role="group" aria-label=words::result_figure_show_the_figure_as()>{tabs}</div>
                <div class={"figure-saves"}>{keep(label, handles.notify, raster)}{vector}{menu}</div>
            </div>
        </figure>
    }
    .into_any()
}

/// Returns the button that saves a figure, which cannot be pressed again until that is done.
fn keep(
    label: String,
    notify: Callback<String>,
    save: impl Fn() -> Option<Later<()>> + 'static,
) -> AnyView {
    let is_saving = RwSignal::new(false);
    let click = move |_| {
        let Some(saving) = save() else { return };
        is_saving.set(true);
        spawn_local(async move {
            if let Err(why) = saving.await {
                notify.try_run(why);
            }
            is_saving.try_set(false);
        });
    };
    let name = words::result_figure_save(&label);
    view! {
        <button
            class="button is-quiet figure-save"
            type="button"
            aria-label=name
            disabled=is_saving
            on:click=click
        >
            <Icon name="save" />
            {label}
        </button>
    }
    .into_any()
}

/// A picture with its alternative text.
#[component]
pub(super) fn PictureView(picture: Picture, alt: String) -> impl IntoView {
    let source = format!("data:{};base64,{}", picture.media_type, picture.base64);
    let alt = if alt.trim().is_empty() {
        words::result_figure_figure_without_a_title().to_owned()
    } else {
        visible(&alt)
    };
    view! { <img src=source alt=alt /> }.into_any()
}
