//! Restores a stored session: its turns, its files, what models remember of it, and the code that
//! makes its variables.
//!
//! The session comes from [`crate::stored`].

use std::sync::Arc;

use analyst::{Mode, Past};
use app::actions::ConsoleActions;
use app::session::stored::{
    FormerOutcome, ReadSession, RestoredStep, RestoredTurn, StoredFile, released,
};
use app::session::{Disclosure, FormerRun, NamedWheel, Phase, Rerun, Settings, Step, Turn};
use grounding::Claim;
use kernel::Outcome;
use kernel::activity::Task;
use kernel::automation::{Happening, SessionWord};
use leptos::prelude::{GetUntracked, GetValue, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use session::log::{self, End, Kept, PastTurn, Wheel};

use crate::file_store::{Chosen, Names, StoredWheel};
use crate::host::Host;
use crate::planner::Exchange;
use crate::program::SessionProgram;
use crate::session_controller::SessionController;
use crate::stored::{self, Restored, RestoredFile, Shown};
use crate::{activity, notices, readings};

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
            stored.iter().map(|stored| shown_turn(stored, &before)).collect::<Vec<_>>()
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
            controller.set_reran(&controller.recorder.log().reran());
        });
    }

    fn set_reran(&self, reran: &[RestoredTurn]) {
        let turns = self.session.turns.get_untracked();
        for stored in reran {
            if let Some(turn) = turns.iter().find(|turn| turn.id == stored.turn.id) {
                set_all_reran(&turn.steps.get_untracked(), &stored.steps);
                set_claims(turn, &stored.claims);
            }
        }
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

/// Returns the turn as it is stored: one of `before`, if it is there already.
fn shown_turn(shown: &RestoredTurn, before: &[Turn]) -> Turn {
    let RestoredTurn { turn: stored, claims, is_former, steps: stored_steps } = shown;
    let known = before.iter().find(|turn| turn.id == stored.id).copied();
    let turn = known
        .unwrap_or_else(|| Turn::new(stored.id, stored.question.clone(), stored.model.clone()));
    if turn.is_former.get_untracked() != *is_former {
        turn.is_former.set(*is_former);
    }
    let steps = turn.steps.get_untracked();
    let changed = stored_steps.iter().any(|step| step.changed);
    if turn.phase.get_untracked() == Phase::Done && !changed {
        set_all_reran(&steps, stored_steps);
        set_claims(&turn, claims);
        return turn;
    }
    let step = |shown: &RestoredStep| {
        let stored = &shown.step;
        let known = steps.iter().find(|step| step.id == stored.id).copied();
        let step = known.unwrap_or_else(|| Step::new(stored.id, stored.remark.clone()));
        step.purpose.set(stored.purpose.clone());
        step.code.set(stored.code.clone());
        step.refused.set(stored.refused.clone());
        set_reran(&step, shown);
        if shown.changed {
            step.outcome.set(None);
            step.former.set(None);
        }
        step
    };
    turn.steps.set(stored_steps.iter().map(step).collect());
    turn.answer.set(stored.answer.clone());
    set_claims(&turn, claims);
    turn.reading.set(readings::stored(&stored.reading));
    turn.choices.set(stored.choices.clone());
    turn.not_computed.set(stored.not_computed);
    turn.cut_off.set(matches!(stored.end, Some(End::CutOff | End::Error)));
    turn.stopped.set(stored.message.clone());
    turn.fallback.set(stored.fallback.clone());
    turn.fitted.set(stored.fitted.clone());
    turn.thoughts.set(stored.thoughts.clone());
    turn.phase.set(if stored.end.is_some() { Phase::Done } else { Phase::Thinking });
    turn
}

/// Sets what supports the answer's numbers, which changes with the code and the outcomes that it
/// relies on.
fn set_claims(turn: &Turn, claims: &[Claim]) {
    if turn.claims.with_untracked(|known| known != claims) {
        turn.claims.set(claims.to_vec());
    }
}

/// Sets how the outcomes of these steps differed when their code ran again.
fn set_all_reran(steps: &[Step], stored: &[RestoredStep]) {
    for stored in stored {
        if let Some(step) = steps.iter().find(|step| step.id == stored.step.id) {
            set_reran(step, stored);
        }
    }
}

/// Sets how the outcome of a step differed when its code ran again, and what supports its remark.
fn set_reran(step: &Step, stored: &RestoredStep) {
    if step.reran.with_untracked(|known| *known != stored.reran) {
        step.reran.set(stored.reran.clone());
    }
    step.claims.set(stored.claims.clone());
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
