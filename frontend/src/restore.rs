//! Restores a stored session: its turns, its files, what models remember of it, and the code that
//! makes its variables.
//!
//! The session comes from [`crate::stored`].

use std::sync::Arc;

use analyst::{Mode, Past};
use app::actions::ConsoleActions;
use app::session::stored::{
    FormerOutcome, ReadSession, RestoredTurn, StoredFile, released, show_reran,
};
use app::session::{Disclosure, FormerRun, NamedWheel, Rerun, Settings, Turn};
use kernel::Outcome;
use kernel::activity::Task;
use kernel::automation::{Happening, SessionWord};
use leptos::prelude::{GetUntracked, GetValue, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use session::log::{self, Kept, PastTurn, Wheel};

use crate::file_store::{Chosen, Names, StoredWheel};
use crate::host::Host;
use crate::planner::Exchange;
use crate::program::SessionProgram;
use crate::session_controller::SessionController;
use crate::stored::{self, Restored, RestoredFile, Shown};
use crate::{activity, notices};

impl SessionController {
    /// Restores the session that is stored, if there is one, and lets what happens be stored.
    pub(crate) async fn restore(&self) {
        let controller = self.clone();
        self.comparer.on_compared(move || controller.show_reran());
        // On a first visit, nothing that it needs waits for the storage.
        let at_once = stored::is_stored();
        let no_turn = if at_once { Some(self.no_turn().await) } else { None };
        if !at_once {
            self.host.ready().await.ok();
        }
        let program = Box::new(SessionProgram(self.clone()));
        if let Some(stored) = self.recorder.restore(program).await {
            let _no_turn = match no_turn {
                Some(no_turn) => no_turn,
                None => self.no_turn().await,
            };
            self.show(Shown::Session(Box::new(stored))).await;
        }
        self.offer_console();
        let session = self.session;
        spawn_local(async move {
            let count = stored::list::release_unused().await;
            if count > 0 {
                notices::notify(session, released(count), false);
            }
        });
        let state = SessionWord::Restored;
        activity::happened(self.session, None, Happening::Session { state });
    }

    /// Shows a stored session, or only adds files of the one that is shown.
    pub(crate) async fn show(&self, shown: Shown) {
        let Restored { read, files, reading, why } = match shown {
            Shown::Session(restored) => *restored,
            Shown::Files(files) => return self.restore_files(files),
        };
        let ReadSession { turns: stored, history, replay, settings, next_id } = read;
        notices::continue_ids(next_id);
        let session = self.session;
        self.recorder.set_reading(reading);
        let turns = self.owned(|| {
            let before = session.turns.get_untracked();
            stored.iter().map(|stored| stored.turn(&before)).collect::<Vec<_>>()
        });
        session.turns.set(turns.clone());
        self.offer_console();
        self.list_console();
        restore_outcomes(&turns, &stored, &self.host).await;
        if reading {
            return;
        }
        let pieces = replay.len();
        // Where other turns of the same session are shown, the settings stay.
        let model = settings.and_then(|settings| self.set_settings(settings));
        self.recorder.keep(model, pieces > 0);
        self.choose_stored_model();
        {
            let mut conversation = self.conversation.borrow_mut();
            conversation.clear();
            conversation.resume(history.into_iter().map(past));
            for step in turns.iter().flat_map(|turn| turn.steps.get_untracked()) {
                if let Some(outcome) = step.outcome.get_untracked() {
                    conversation.recall(step.id as usize, &step.code.get_untracked(), &outcome);
                }
            }
        }
        self.show_chips();
        let exchange = |turn: &Turn| {
            let reading = turn.reading.get_untracked().unwrap_or_default();
            Exchange {
                question: turn.question.get_value(),
                answer: turn.answer.get_untracked(),
                query: Some(reading.query).filter(|query| !query.is_null()),
                explained: reading.explained,
            }
        };
        *self.exchanges.borrow_mut() = turns.iter().map(exchange).collect();
        self.restore_files(files);
        // What it says of the variables is no longer so.
        notices::remove(session, session.rerun.get_untracked().notice);
        if pieces > 0 {
            let notice = notices::notify(session, why, false);
            self.host.record_stored(replay);
            session.rerun.set(Rerun { notice, pieces, ..Rerun::default() });
        } else {
            // Nothing is missing that these turns have made.
            self.host.take_unreported_loss();
            session.rerun.set(Rerun::default());
        }
        session.ledger.set(self.recorder.stored_requests().await);
        self.recorder.turns_shown();
    }

    /// Shows at each step how its outcome differed when its code ran again, once no turn is under
    /// way.
    pub(crate) fn show_reran(&self) {
        let (controller, doing) = (self.clone(), activity::begin(self.session, Task::Restoring));
        spawn_local(async move {
            let _doing = doing;
            let _no_turn = controller.no_turn().await;
            show_reran(
                &controller.session.turns.get_untracked(),
                &controller.recorder.log().reran(),
            );
        });
    }

    /// Sets the settings that the session had, and returns its model.
    fn set_settings(&self, settings: log::Settings) -> Option<String> {
        let log::Settings { model, disclosure, seconds, memory, .. } = settings;
        let session = self.session;
        if let Some(disclosure) = disclosure {
            session.disclosure.set(match disclosure {
                log::Disclosure::Shape => Disclosure::Shape,
                log::Disclosure::Ask => Disclosure::Ask,
                log::Disclosure::Printed => Disclosure::Printed,
            });
        }
        session.limits.update(|limits| {
            limits.seconds = seconds.unwrap_or(limits.seconds);
            limits.memory = memory.unwrap_or(limits.memory);
        });
        let log::Settings { temperature, effort, steps, instructions, .. } = settings;
        session.settings.set(Some(Settings { temperature, effort, steps, instructions }));
        model
    }

    /// Adds the stored files that the page does not have.
    fn restore_files(&self, files: Vec<RestoredFile>) {
        for RestoredFile { file, content } in files {
            let StoredFile { id, name, own_name, former, bytes, kept, wheel, absent, .. } = file;
            let StoredFile { encoding, choices, dismissed, .. } = file;
            let why = absent.map(|absent| absent.why).unwrap_or_default();
            let wheel = wheel.map(|Wheel { name: package, version, sha256, confirmed }| {
                let named = NamedWheel { file: name.clone(), name: package, version, sha256 };
                StoredWheel { named, confirmed }
            });
            let is_kept = kept == Kept::Copy && content.is_some();
            let chosen = Chosen { encoding, choices, dismissed };
            let names = Names { own: own_name, stored: name };
            self.store.add_stored(id, names, (bytes, chosen), (wheel, content.ok_or(why)));
            let files = self.session.files.get_untracked();
            if let Some(file) = files.iter().find(|file| file.id == id) {
                file.kept.set(is_kept);
                file.former.set(former);
            }
        }
    }
}

/// Restores the outcomes of steps, those of the last turn first: they may be large, and the turns
/// are shown meanwhile.
async fn restore_outcomes(turns: &[Turn], stored: &[RestoredTurn], host: &Host) {
    for (turn, stored) in turns.iter().zip(stored).rev() {
        for (step, stored) in turn.steps.get_untracked().iter().zip(&stored.steps) {
            let read = step.outcome.with_untracked(Option::is_none);
            if let Some(outcome) = stored.outcome.as_ref().filter(|_| read) {
                let (mut outcome, files) = stored::whole_outcome(outcome).await;
                host.add_stored(&mut outcome.files, files);
                let outcome = Arc::new(outcome);
                step.outcome.set(Some(outcome.clone()));
                if let Some(former) = &stored.former {
                    step.former.set(Some(former_run(former, &outcome, host).await));
                }
            }
        }
    }
}

/// Returns what a step had produced before, compared to what it produces now.
async fn former_run(former: &FormerOutcome, now: &Outcome, host: &Host) -> Arc<FormerRun> {
    let (mut outcome, files) = stored::whole_outcome(&former.outcome).await;
    let (before, after) = former.began;
    let changes = log::changes(
        log::Run { outcome: &outcome, ms: before },
        log::Run { outcome: now, ms: after },
    );
    host.add_stored(&mut outcome.files, files);
    Arc::new(FormerRun { outcome: Arc::new(outcome), changes })
}

/// Returns a turn as a conversation remembers it.
fn past(PastTurn { messages, local, widest, .. }: PastTurn) -> Past {
    let mode = match widest {
        log::Disclosure::Shape => Mode::Shape,
        log::Disclosure::Ask => Mode::Ask,
        log::Disclosure::Printed => Mode::Printed,
    };
    Past { messages, local, mode }
}
