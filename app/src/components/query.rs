//! The query of an answer as a line of chips, each with a menu of what it can become; and the same
//! without a question.

mod menu;
mod part;

use leptos::{ev, html, prelude::*};
use serde_json::Value;
use text::visible;

use self::menu::MenuView;
use self::part::Part;
use super::{actions, icon::Icon, session};
use crate::actions::{ModelActions, ReadingActions, TurnActions};
use crate::session::{Asked, Bar, Chip, Choice, FileState, Id, Phase, Reading, Session, Turn};

/// The first key of the words that a query does not use; the parts of a query have lower ones.
const WORDS: u32 = 1_000_000;

/// What is open in a line, and where the focus is to go.
#[derive(Clone, Copy)]
struct Line {
    bar: Bar,
    /// The part or word whose menu is open, by its key.
    open: RwSignal<Option<u32>>,
    /// What was typed into the menu.
    typed: RwSignal<String>,
    /// The entry that Enter chooses.
    active: RwSignal<usize>,
    /// The part that takes the focus next.
    focus: RwSignal<Option<u32>>,
    /// The part that the Tab key reaches.
    reached: RwSignal<u32>,
    /// Whether nothing can be changed, since something is under way.
    busy: Memo<bool>,
    session: Session,
    readings: crate::actions::ActionsHandle<dyn ReadingActions>,
    /// The turn, unless there is none yet.
    turn: Option<Turn>,
    /// The query as it ran, with what is said of it.
    reading: RwSignal<Option<Reading>>,
}

impl Line {
    fn words(self) -> Vec<String> {
        self.reading.with(|reading| {
            reading.as_ref().map(|reading| reading.unused.clone()).unwrap_or_default()
        })
    }

    /// Returns the word that a key stands for.
    fn word(self, key: u32) -> Option<String> {
        let at = key.checked_sub(WORDS)? as usize;
        self.reading.with_untracked(|reading| reading.as_ref()?.unused.get(at).cloned())
    }

    /// Opens or closes the menu of a part.
    fn toggle(self, key: u32) {
        if self.open.get_untracked() == Some(key) {
            return self.close(true);
        }
        self.bar.choices.set(Vec::new());
        self.typed.set(String::new());
        self.open.set(Some(key));
        self.reached.set(key);
        self.list();
    }

    /// Lists what the open part can become.
    fn list(self) {
        let Some(key) = self.open.get_untracked() else { return };
        self.active.set(0);
        let (word, typed) = (self.word(key), self.typed.get_untracked());
        self.readings.with(|readings| readings.menu(self.bar, key, word, &typed));
    }

    /// Closes the menu; a query that is not complete becomes what it was.
    fn close(self, return_focus: bool) {
        let open = self.open.get_untracked();
        self.open.set(None);
        self.reset();
        if return_focus {
            let known = |key: u32| {
                key >= WORDS
                    || self
                        .bar
                        .chips
                        .with_untracked(|chips| chips.iter().any(|chip| chip.id == key))
            };
            self.focus.set(open.map(|key| if known(key) { key } else { 0 }));
        }
    }

    /// Shows the query that ran.
    fn reset(self) {
        let Some(Reading { query, chips, .. }) = self.reading.get_untracked() else { return };
        if self.bar.query.with_untracked(|known| *known != query) {
            self.bar.query.set(query);
        }
        self.bar.chips.set(chips);
    }

    /// Takes an entry of the open menu.
    fn choose(self, at: usize) {
        let Some(choice) = self.bar.choices.with_untracked(|choices| choices.get(at).cloned())
        else {
            return;
        };
        let key = self.open.get_untracked();
        if let Some(next) = choice.opens {
            self.bar.query.set(choice.query);
            self.readings.with(|readings| readings.chips(self.bar));
            self.bar.choices.set(Vec::new());
            self.typed.set(String::new());
            self.open.set(Some(next));
            return self.list();
        }
        self.open.set(None);
        self.run(choice, key);
    }

    /// Carries out a changed query, or puts it into the bar.
    fn run(self, choice: Choice, key: Option<u32>) {
        let Choice { query, explained, .. } = choice;
        let Some(turn) = self.turn else {
            self.reading.update(|reading| {
                if let Some(reading) = reading {
                    reading.query = query.clone();
                }
            });
            self.bar.query.set(query);
            self.readings.with(|readings| readings.chips(self.bar));
            return self.focus.set(key);
        };
        let known = self.reading.with_untracked(|reading| {
            reading.as_ref().map(|reading| reading.explained.clone()).unwrap_or_default()
        });
        self.session.refocus.set(key.map(|key| if key < WORDS { key } else { 0 }));
        let asked = Asked {
            of: Some(turn.id),
            question: turn.question.get_value(),
            query,
            explained: known.into_iter().chain(explained).collect(),
        };
        self.readings.with(|readings| readings.ask_query(asked));
    }

    /// Moves the focus among the parts.
    fn walk(self, from: u32, key: &str) -> bool {
        let mut keys: Vec<u32> =
            self.bar.chips.with_untracked(|chips| chips.iter().map(|chip| chip.id).collect());
        let words = self
            .reading
            .with_untracked(|reading| reading.as_ref().map_or(0, |reading| reading.unused.len()));
        keys.extend((0..words).map(|at| WORDS + at as u32));
        let at = keys.iter().position(|key| *key == from).unwrap_or(0);
        let next = match key {
            "ArrowRight" => (at + 1) % keys.len().max(1),
            "ArrowLeft" => (at + keys.len().saturating_sub(1)) % keys.len().max(1),
            "Home" => 0,
            "End" => keys.len().saturating_sub(1),
            _ => return false,
        };
        if let Some(next) = keys.get(next) {
            self.reached.set(*next);
            self.focus.set(Some(*next));
        }
        true
    }
}

/// Returns a line whose signals live as long as the current owner.
fn line(turn: Option<Turn>, reading: RwSignal<Option<Reading>>) -> Line {
    let (session, readings) = (session(), actions::<dyn ReadingActions>());
    let now = reading.get_untracked().unwrap_or_default();
    let bar = Bar {
        query: RwSignal::new(now.query),
        chips: RwSignal::new(now.chips),
        choices: RwSignal::new(Vec::new()),
    };
    let line = Line {
        bar,
        open: RwSignal::new(None),
        typed: RwSignal::new(String::new()),
        active: RwSignal::new(0),
        focus: RwSignal::new(None),
        reached: RwSignal::new(0),
        busy: Memo::new(move |_| session.busy()),
        session,
        readings,
        turn,
        reading,
    };
    Effect::new(move |_| {
        reading.track();
        if line.open.get_untracked().is_none() && turn.is_some() {
            line.reset();
        }
    });
    // Of a turn that the user has just changed, the chip that was changed takes the focus.
    Effect::new(move |_| {
        let there =
            line.bar.chips.with(|chips| chips.iter().map(|chip| chip.id).collect::<Vec<_>>());
        let last = turn.is_none_or(|turn| {
            session
                .turns
                .with_untracked(|turns| turns.last().is_some_and(|last| last.id == turn.id))
        });
        if let Some(key) =
            session.refocus.get_untracked().filter(|_| last && !there.is_empty() && turn.is_some())
        {
            session.refocus.set(None);
            let key = if there.contains(&key) { key } else { 0 };
            line.reached.set(key);
            line.focus.set(Some(key));
        }
    });
    line
}

/// The chips of a line.
#[component]
fn Chips(line: Line, label: &'static str) -> impl IntoView {
    view! {
        <div class="query-chips" role="toolbar" aria-label=label>
            <For
                each=move || line.bar.chips.get()
                key=|chip| (chip.id, chip.label.clone(), chip.before.clone())
                let(chip)
            >
                <Part line=line chip=chip />
            </For>
        </div>
    }
    .into_any()
}

/// The query of a turn, above its answer.
#[component]
pub(super) fn TurnQuery(turn: Turn) -> impl IntoView {
    let turns = actions::<dyn TurnActions>();
    let models = actions::<dyn ModelActions>();
    let reading = turn.reading;
    let shown = Memo::new(move |_| reading.with(Option::is_some));
    let line = StoredValue::new(line(Some(turn), reading));
    // A model may read what rules do not.
    let offers = Memo::new(move |_| turn.phase.get() == Phase::Done && doubtful(reading));
    move || {
        shown.get().then(|| {
            let line = line.get_value();
            view! {
                <div class="query" class:is-doubtful=move || doubtful(reading) role="group" aria-label=words::query_how_the_question_was() data-testid="query">
                    <Chips line=line label=words::query_parts_of_the_query() />
                    <Unused line=line />
                    <SecondReading line=line />
                    <div class="query-models" hidden=move || !offers.get()>
                        <button
                            class="button is-quiet"
                            type="button"
                            data-testid="query-connect"
                            on:click=move |_| { turns.with(|turns| turns.connect_endpoint()); }
                        >
                            {words::query_connect_a_model()}
                        </button>
                        <button
                            class="button is-quiet"
                            type="button"
                            data-testid="query-open-model"
                            on:click=move |_| { models.with(|models| models.show_open_models()); }
                        >
                            {words::query_use_an_open_model()}
                        </button>
                    </div>
                </div>
            }
            .into_any()
        })
    }
}

fn doubtful(reading: RwSignal<Option<Reading>>) -> bool {
    reading.with(|reading| reading.as_ref().is_some_and(|reading| reading.doubtful))
}

/// The words that a query does not use, each with what it may mean.
#[component]
fn Unused(line: Line) -> impl IntoView {
    let words = move || {
        let chip = |(at, word): (usize, String)| Chip {
            id: WORDS + at as u32,
            part: words::query_word_that_was_not().to_owned(),
            label: word,
            ..Chip::default()
        };
        line.words().into_iter().enumerate().map(chip).collect::<Vec<_>>()
    };
    view! {
        <div class="query-unused" hidden=move || line.words().is_empty() data-testid="query-unused">
            <span class={"query-before"}>{words::query_not_used()}</span>
            <For each=words key=|chip| (chip.id, chip.label.clone()) let(chip)>
                <Part line=line chip=chip />
            </For>
        </div>
    }
    .into_any()
}

/// Another reading that is nearly as good.
#[component]
fn SecondReading(line: Line) -> impl IntoView {
    let second = move || {
        line.reading.with(|reading| reading.as_ref().and_then(|reading| reading.second.clone()))
    };
    move || {
        second().map(|second| {
            let label = visible(&second.label);
            view! {
                <p class="query-second">
                    <span class={"query-before"}>{words::query_or_did_you_mean()}</span>
                    <button
                        class="query-chip"
                        type="button"
                        data-testid="query-second"
                        disabled=line.busy
                        on:click=move |_| line.run(Choice { query: second.query.clone(), ..Choice::default() }, Some(0))
                    >
                        {label}
                    </button>
                </p>
            }
            .into_any()
        })
    }
}

/// The query without a question: the button that opens it, and the bar.
#[component]
pub(super) fn QueryBar() -> impl IntoView {
    let (session, readings) = (session(), actions::<dyn ReadingActions>());
    let opener = NodeRef::<html::Button>::new();
    let has_table = Memo::new(move |_| {
        session.files.with(|files| files.iter().any(|file| file.state.with(has_table)))
    });
    let shown = Memo::new(move |_| session.bar.with(Option::is_some));
    let close = move || {
        session.bar.set(None);
        if let Some(opener) = opener.get_untracked() {
            opener.focus().ok();
        }
    };
    let ask = move || {
        let Some(Reading { query, explained, .. }) = session.bar.get_untracked() else { return };
        if query != Value::Null && !session.busy() {
            readings.with(|readings| {
                readings.ask_query(Asked { query, explained, ..Asked::default() })
            });
        }
    };
    view! {
        <div class="query-bar" hidden=move || !has_table.get()>
            <button
                class="query-open"
                type="button"
                node_ref=opener
                data-testid="query-open"
                hidden=shown
                disabled=move || session.busy()
                on:click=move |_| { readings.with(|readings| readings.show_bar()); }
            >
                <Icon name="plus" />
                {words::query_put_a_question_together()}
            </button>
            {move || shown.get().then(|| {
                let line = line(None, session.bar);
                line.focus.set(Some(0));
                view! {
                    <section
                        class="query is-bar"
                        aria-label=words::query_put_a_question_together()
                        data-testid="query-bar"
                        on:keydown=move |event: ev::KeyboardEvent| {
                            if event.key() == "Escape" {
                                event.stop_propagation();
                                close();
                            }
                        }
                    >
                        <Chips line=line label=words::query_parts_of_the_query() />
                        <div class={"query-run"}>
                            <button class="button" type="button" data-testid="query-run" disabled=move || session.busy() on:click=move |_| ask()>
                                {words::query_show_the_answer()}
                            </button>
                            <button class="button is-quiet" type="button" on:click=move |_| close()>
                                {words::query_close()}
                            </button>
                        </div>
                    </section>
                }
                .into_any()
            })}
        </div>
    }
    .into_any()
}

/// Returns whether a file has a table that can be asked about.
fn has_table(state: &FileState) -> bool {
    match state {
        FileState::Ready(profile) => profile.tables.iter().any(|table| !table.columns.is_empty()),
        _ => false,
    }
}

/// Returns the id of a part's menu in the document.
fn menu_id(turn: Option<Turn>) -> String {
    let turn: Id = turn.map_or(0, |turn| turn.id);
    format!("query-menu-{turn}")
}
