//! The console of a session: runs the user's code, and lists what the log has of it with its stored
//! outcomes.

use std::rc::Rc;
use std::sync::Arc;

use app::actions::{ConsoleActions, Place};
use app::session::{ConsoleEntry, Id, MAX_ENTRIES, Produced, python_of};
use kernel::protocol::StreamName;
use kernel::{Outcome, Status};
use leptos::prelude::{Get, GetUntracked, Set, Update, WithUntracked, untrack};
use leptos::task::spawn_local;
use text::visible;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::clock;
use crate::foreign::storage;
use crate::host::Author;
use crate::live::Live;
use crate::notices::next_id;
use crate::recorder::Origin;
use crate::session_controller::SessionController;

/// The key under which the tab keeps whether the console is open.
const KEPT: &str = "insitu-console";
const OPEN: &str = "open";

/// How long the views of results may take until the end of what ran is scrolled to, in
/// milliseconds.
const SHOWN_MS: u32 = 100;

impl ConsoleActions for SessionController {
    fn toggle_console(&self) {
        let console = self.session.console;
        let open = !console.open.get_untracked();
        // If the tab cannot keep it, the console is closed after a reload.
        storage::write(storage::tab(), KEPT, if open { OPEN } else { "closed" }).ok();
        if open {
            console.focus.set(true);
            self.open_console();
        } else {
            console.open.set(false);
        }
    }

    fn run_in_console(&self, code: String, follow: Option<Place>) -> bool {
        let console = self.session.console;
        let why = if console.running.get_untracked() {
            Some(words::console_wait_until_this_code().to_owned())
        } else {
            self.recorder.refusal().or_else(|| {
                untrack(|| self.session.busy())
                    .then(|| words::console_wait_until_the_answer().to_owned())
            })
        };
        if let Some(why) = why {
            console.status.set(why);
            return false;
        }
        let code = python_of(&code);
        let entry = self.owned(|| ConsoleEntry::new(next_id(), self.last_turn(), code.clone()));
        console.entries.update(|entries| entries.push(entry));
        console.status.set(words::console_running().to_owned());
        console.running.set(true);
        let controller = self.clone();
        spawn_local(async move {
            let outcome = controller.run_entry(entry, &code).await;
            let ended = match outcome.status {
                Status::Ok => words::console_it_has_run(),
                Status::Error => words::console_it_ended_with_an(),
                Status::Interrupted | Status::Timeout | Status::Killed => {
                    words::console_it_was_stopped()
                }
            };
            entry.doubts.set(Some(controller.doubts_of(entry, &outcome)));
            entry.produced.set(Produced::Outcome(Arc::new(outcome)));
            console.status.set(ended.to_owned());
            console.running.set(false);
            if let Some(place) = follow {
                clock::sleep(SHOWN_MS).await;
                reveal(&place);
            }
        });
        true
    }

    fn list_console(&self) {
        let console = self.session.console;
        if !console.open.get_untracked() {
            return;
        }
        if self.recorder.is_reading() != console.reading.get_untracked() {
            self.show_reading();
        }
        let listed = self.recorder.consoles(console.most.get_untracked());
        let before = console.entries.get_untracked();
        let mut unread = Vec::new();
        let mut entries: Vec<ConsoleEntry> = Vec::new();
        for stored in listed.entries {
            let known =
                before.iter().find(|entry| entry.execution == Some(stored.execution)).copied();
            let entry = known.unwrap_or_else(|| {
                self.owned(|| ConsoleEntry::new(next_id(), stored.after, stored.code))
            });
            let is_open = entry.produced.with_untracked(|produced| match produced {
                Produced::Running => known.is_none(),
                Produced::Nothing(_) => true,
                Produced::Reading | Produced::Outcome(_) | Produced::Unreadable(_) => false,
            });
            if is_open && stored.has_outcome {
                entry.produced.set(Produced::Reading);
                unread.push((entry, stored.execution));
            } else if is_open {
                let lost = words::console_python_was_lost_before();
                entry.produced.set(Produced::Nothing(if stored.cut_off {
                    lost
                } else {
                    words::console_it_has_no_result()
                }));
            }
            if entry.reran.with_untracked(|reran| *reran != stored.reran) {
                entry.reran.set(stored.reran);
            }
            entries.push(ConsoleEntry { execution: Some(stored.execution), stored: true, ..entry });
        }
        let is_listed = |key| entries.iter().any(|entry| entry.key == key);
        let more: Vec<_> =
            before.into_iter().filter(|entry| !entry.stored && !is_listed(entry.key)).collect();
        entries.extend(more);
        console.entries.set(entries);
        console.earlier.set(listed.earlier);
        let controller = self.clone();
        // The newest first: they may be large.
        spawn_local(async move {
            for (entry, execution) in unread.into_iter().rev() {
                entry.produced.set(match controller.stored_outcome(execution).await {
                    Ok(outcome) => Produced::Outcome(Arc::new(outcome)),
                    Err(why) => {
                        Produced::Unreadable(words::console_what_it_produced_cannot(&visible(&why)))
                    }
                });
            }
        });
    }
}

impl SessionController {
    /// Offers the console once the session is restored, and shows it if the tab has it open.
    pub(crate) fn offer_console(&self) {
        if !self.session.console.offered.get_untracked() {
            self.session.console.offered.set(true);
            self.keep_console();
        }
    }

    /// Opens or closes the console as the tab has it, also after a reload, and in each session that
    /// is shown.
    pub(crate) fn keep_console(&self) {
        if storage::read(storage::tab(), KEPT).is_some_and(|kept| kept == OPEN) {
            self.open_console();
        } else {
            self.session.console.open.set(false);
        }
    }

    fn open_console(&self) {
        let console = self.session.console;
        console.most.set(MAX_ENTRIES);
        console.open.set(true);
        self.show_reading();
        self.list_console();
    }

    /// Shows whether another tab has the session.
    fn show_reading(&self) {
        let console = self.session.console;
        let reading = self.recorder.is_reading();
        console.reading.set(reading);
        let why = self.recorder.refusal().filter(|_| reading);
        let running = if console.running.get_untracked() { words::console_running() } else { "" };
        console.status.set(why.unwrap_or_else(|| running.to_owned()));
    }

    /// Runs code of the console, after what has to run before it, and returns once that is stored.
    async fn run_entry(&self, entry: ConsoleEntry, code: &str) -> Outcome {
        let _work = self.work().await;
        let origin = Origin::Console { after: entry.after };
        let stopped = self.host.cancellation();
        let definitions = self.definitions(code).await;
        if !definitions.is_empty() && !stopped.is_cancelled() {
            self.run(&definitions, None, Author::User, Some(origin), Rc::new(|_, _| {})).await;
        }
        if stopped.is_cancelled() {
            return Outcome { status: Status::Interrupted, ..Outcome::default() };
        }
        let execution = self.recorder.began(origin, code);
        self.session.console.entries.update(|entries| {
            let own = entries.iter_mut().find(|one| one.key == entry.key);
            own.into_iter().for_each(|own| own.execution = Some(execution));
        });
        let live = Live::new(entry.live);
        // Displays are in the outcome too.
        let on_stream = move |name, text: &str| {
            if name != StreamName::Display {
                live.push(text);
            }
        };
        let outcome = self.host.execute(code, None, Author::User, Rc::new(on_stream)).await;
        self.recorder.ended(execution, &outcome, &self.host);
        self.recorder.stored().await;
        outcome
    }

    /// Returns what is doubtful about what code of the console used, by the profiles as they are.
    fn doubts_of(&self, entry: ConsoleEntry, outcome: &Outcome) -> Vec<String> {
        let session = self.session;
        untrack(|| {
            let (files, turns) = (session.files.get(), session.turns.get());
            entry.doubts_of(outcome, &files, &turns, &session.console.entries.get())
        })
    }

    /// Reads a stored outcome.
    async fn stored_outcome(&self, execution: Id) -> Result<Outcome, String> {
        let (mut outcome, files) = self.recorder.whole_outcome(execution).await?;
        self.host.add_stored(&mut outcome.files, files);
        Ok(outcome)
    }
}

/// Scrolls an element into view, unless it is.
fn reveal(place: &Place) {
    let how = ScrollIntoViewOptions::new();
    how.set_block(ScrollLogicalPosition::Nearest);
    place.scroll_into_view_with_scroll_into_view_options(&how);
}
