//! One result: its best form, and a menu with the others. Each form has a view of its own; one that
//! cannot be shown says why, and the next best form takes its place.

mod acts;
mod figure;
mod frame;
mod menu;
mod table;
mod texts;

use std::ops::Deref;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use kernel::{Outcome, Shown};
use leptos::{html, prelude::*, task::spawn_local};
use text::visible;

use self::acts::Act;
use self::figure::{FigureView, PictureView};
use self::frame::FrameView;
use self::menu::Menu;
pub(super) use self::table::WholeTable;
use self::table::{JsonView, TableResult};
pub(super) use self::texts::source;
use self::texts::{CodeView, MarkdownView, TextView};
use super::{actions, session};
use crate::actions::{ActionsHandle, Frame, Rendered, ResultActions, TableView};
use crate::session::forms::{Form, Kind, forms, picture, unshown};
use crate::session::{Reveal, Spot};

/// How long a notice about an action is shown.
const NOTICE_TIME: Duration = Duration::from_secs(4);

/// A result of an outcome, or one that belongs to none.
#[derive(Clone)]
pub(crate) enum ResultRef {
    /// The one at this index of the outcome's results.
    Of(Arc<Outcome>, usize),
    /// A result of code that runs, or a part of a document.
    Alone(Arc<Shown>),
}

impl Deref for ResultRef {
    type Target = Shown;

    fn deref(&self) -> &Shown {
        static NONE: LazyLock<Shown> = LazyLock::new(Shown::default);
        match self {
            Self::Of(outcome, index) => outcome.results.get(*index).unwrap_or(&NONE),
            Self::Alone(shown) => shown,
        }
    }
}

/// What the view of a form calls, and where it leaves what the menu uses. Copied freely.
#[derive(Clone, Copy)]
struct Handles {
    results: ActionsHandle<dyn ResultActions>,
    /// The session's title, after which a result without one is saved.
    title: RwSignal<String>,
    /// The table or the frame that is shown.
    table: StoredValue<Option<Rc<dyn TableView>>, LocalStorage>,
    frame: StoredValue<Option<Rc<dyn Frame>>, LocalStorage>,
    /// Says something beside the view.
    notify: Callback<String>,
    /// Shows another form instead, with the reason.
    failed: Callback<String>,
}

impl Handles {
    /// Releases what is shown.
    fn release(self) {
        if let Some(table) = self.table.try_update_value(Option::take).flatten() {
            table.remove();
        }
        if let Some(frame) = self.frame.try_update_value(Option::take).flatten() {
            frame.remove();
        }
    }
}

/// One result. What it shows is drawn in a task of its own, since some results are large.
#[component]
pub(super) fn ResultView(
    result: ResultRef,
    /// The place that a mark of the answer points to, which may be in it.
    #[prop(optional)]
    reveal: Option<RwSignal<Option<Reveal>>>,
) -> impl IntoView {
    let results = actions::<dyn ResultActions>();
    let known = StoredValue::new(forms(&result));
    let chosen = RwSignal::new(None::<usize>);
    // Those that could not be shown, and the last of them with the reason.
    let failing = StoredValue::new(Vec::<usize>::new());
    let problem = RwSignal::new(None::<(usize, String)>);
    let is_drawn = RwSignal::new(false);
    Effect::new(move |_| {
        let draw = move || {
            let first = known.try_with_value(|known| (!known.is_empty()).then_some(0));
            let _ = chosen.try_set(first.flatten());
            let _ = is_drawn.try_set(true);
        };
        results.with(|results| results.schedule(Box::new(draw)));
    });
    let (notice, notify) = notices();
    let failed = Callback::new(move |why: String| {
        let Some(at) = chosen.try_get_untracked().flatten() else { return };
        failing.update_value(|failing| failing.push(at));
        problem.set(Some((at, why)));
        let is_left = |at: &usize| failing.with_value(|failing| !failing.contains(at));
        chosen.set((0..known.with_value(Vec::len)).find(is_left));
    });
    let form = Memo::new(move |_| {
        chosen.get().and_then(|at| known.with_value(|known| known.get(at).cloned()))
    });
    let kind = move || form.with(|form| form.as_ref().map(|form| form.kind));
    let has_bar = Memo::new(move |_| matches!(kind(), Some(Kind::Figure | Kind::Table)));
    let shown = StoredValue::new(result);
    let (table, frame) = (StoredValue::new_local(None), StoredValue::new_local(None));
    let title = session().title;
    let handles = Handles { results, title, table, frame, notify, failed };
    let root = NodeRef::<html::Div>::new();
    if let Some(reveal) = reveal {
        Effect::new(move |_| {
            let place = reveal.with(|reveal| reveal.as_ref().and_then(|one| pointed(one, shown)));
            // What it is folded away in opens first.
            match place {
                Some(Some((row, column))) => request_animation_frame(move || {
                    if let Some(Some(table)) = table.try_get_value() {
                        let table: Rc<dyn TableView> = table;
                        table.go(row, column);
                    }
                }),
                Some(None) => request_animation_frame(move || {
                    if let Some(root) = root.try_get_untracked().flatten() {
                        drop(root.focus());
                    }
                }),
                None => {}
            }
        });
    }
    let menu_groups = Callback::new(move |()| {
        let at = chosen.get_untracked();
        shown.with_value(|shown| known.with_value(|known| acts::groups(shown, known, at, handles)))
    });
    let run = Callback::new(move |act: Act| {
        if let Act::Show(at) = act {
            problem.set(None);
            chosen.set(Some(at));
            return;
        }
        if matches!(act, Act::FullScreen) {
            let shown = root.get_untracked().map(|root| root.request_fullscreen());
            if let Some(Err(_)) = shown {
                notify.run(words::result_the_browser_does_not().to_owned());
            }
            return;
        }
        let form = form.get_untracked();
        let begun = shown.with_value(|shown| acts::begin(&act, shown, form.as_ref(), handles));
        let Some(doing) = begun else { return };
        spawn_local(async move {
            match doing.await {
                Ok("") => {}
                // The result may be gone by then.
                Ok(sentence) => drop(notify.try_run(sentence.to_owned())),
                Err(why) => drop(notify.try_run(why)),
            }
        });
    });
    let body = move || {
        let menu = move || view! { <Menu groups=menu_groups run=run /> }.into_any();
        let Some(form) = form.get() else { return is_drawn.get().then(menu) };
        on_cleanup(move || handles.release());
        Some(shown.with_value(|shown| view_of(shown, &form, handles, menu)))
    };
    let note = move || {
        let (at, why) = problem.get()?;
        let form = known.with_value(|known| known.get(at).cloned())?;
        let label = form.kind.label();
        let words = words::result_it_has_the_form(&label, &visible(&why));
        let keeper =
            form.media_type.map(|media_type| keeper(shown, media_type.to_owned(), handles));
        Some(view! { <p class="result-note">{words}{keeper}</p> })
    };
    view! {
        <div
            class="result"
            class:has-bar=has_bar
            tabindex="-1"
            node_ref=root
            data-testid="result"
            data-form=move || is_drawn.get().then(|| kind().map_or("none", Kind::name))
        >
            {note}
            {body}
            {move || is_drawn.get().then(|| notes(shown, known, handles))}
            <p class="result-notice" role="status">{move || notice.get()}</p>
        </div>
    }
    .into_any()
}

/// Returns the cell of a result's table that a mark points to, by row and column, or none of them
/// if it points to the result as a whole; `None` if it points elsewhere.
fn pointed(reveal: &Reveal, result: StoredValue<ResultRef>) -> Option<Option<(usize, usize)>> {
    let own = result.try_with_value(|result| match result {
        ResultRef::Of(outcome, index) if Arc::ptr_eq(outcome, &reveal.outcome) => Some(*index),
        _ => None,
    });
    let own = own.flatten()?;
    match reveal.spot {
        Spot::Cell { result, row, column } if result == own => Some(Some((row, column))),
        Spot::Result(result) if result == own => Some(None),
        _ => None,
    }
}

/// Returns a text that is shown for a while, and what sets it.
pub(super) fn notices() -> (RwSignal<String>, Callback<String>) {
    let notice = RwSignal::new(String::new());
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let notify = Callback::new(move |sentence: String| {
        let forget = move || {
            let _ = notice.try_set(String::new());
        };
        if notice.try_set(visible(&sentence)).is_some() {
            return;
        }
        let next = set_timeout_with_handle(forget, NOTICE_TIME).ok();
        if let Some(before) =
            timer.try_update_value(|timer| std::mem::replace(timer, next)).flatten()
        {
            before.clear();
        }
    });
    (notice, notify)
}

/// Returns the view of a form. One with a bar of its own has the menu in it.
fn view_of(
    shown: &ResultRef,
    form: &Form,
    handles: Handles,
    menu: impl Fn() -> AnyView,
) -> AnyView {
    let result = shown.clone();
    let content = || form.content(shown).to_owned();
    match form.kind {
        Kind::Figure => {
            return view! { <FigureView result=result handles=handles menu=menu() /> }.into_any();
        }
        Kind::Table => {
            return view! { <TableResult result=result handles=handles menu=menu() /> }.into_any();
        }
        _ => {}
    }
    let view = match form.kind {
        Kind::Picture | Kind::Figure => picture(shown).map_or(().into_any(), |picture| {
            view! {
                <div class={"figure"} data-testid="picture"><PictureView picture=picture alt=shown.text.clone() /></div>
            }
            .into_any()
        }),
        Kind::Markdown => view! { <MarkdownView content=content() /> }.into_any(),
        Kind::Code => view! { <CodeView content=content() /> }.into_any(),
        Kind::Json => view! { <JsonView content=content() /> }.into_any(),
        Kind::Text | Kind::Table => view! { <TextView content=content() /> }.into_any(),
        kind => {
            let content = Rendered { kind: kind.name(), content: content(), title: frame::title(kind.name(), &shown.text) };
            view! { <FrameView content=content handle=handles.frame failed=handles.failed /> }.into_any()
        }
    };
    view! {
        {view}
        {menu()}
    }
    .into_any()
}

/// Returns the notes about types that cannot be shown, if there is no better form than text.
fn notes(
    shown: StoredValue<ResultRef>,
    known: StoredValue<Vec<Form>>,
    handles: Handles,
) -> Vec<AnyView> {
    if known.with_value(|known| known.iter().any(|form| form.kind != Kind::Text)) {
        return Vec::new();
    }
    let strange: Vec<String> =
        shown.with_value(|shown| unshown(shown).into_iter().map(str::to_owned).collect());
    let note = |media_type: String| {
        let words = words::result_it_has_the_form_which(&visible(&media_type));
        view! { <p class="result-note">{words}{keeper(shown, media_type, handles)}</p> }.into_any()
    };
    strange.into_iter().map(note).collect()
}

/// Returns the button that saves one type of a result unchanged.
fn keeper(shown: StoredValue<ResultRef>, media_type: String, handles: Handles) -> AnyView {
    let keep = move |_| {
        let saved = shown.with_value(|shown| acts::save(shown, &media_type, handles));
        if let Some(Err(why)) = saved {
            handles.notify.run(why);
        }
    };
    view! { <button class="button" type="button" on:click=keep>{words::result_save_it_as_a()}</button> }
        .into_any()
}
