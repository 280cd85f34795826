//! Code of the session that runs again in a fresh interpreter: from a step on whose code the user
//! has edited, and all of it to compare what it produces.

use std::collections::HashSet;
use std::rc::Rc;

use app::actions::RerunActions;
use app::session::stored::{RanCode, ShownTurn};
use app::session::{Correction, EditedRun, Id, ended_by, is_reliable};
use js_sys::Date;
use kernel::automation::{ReplayDifference, ReplayVerdict, ReplayWord};
use kernel::{Outcome, Status};
use leptos::prelude::{RwSignal, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use session::log::{Body, Compared};

use crate::clock;
use crate::foreign::page;
use crate::host::Author;
use crate::recorder::{Origin, codes};
use crate::session_controller::SessionController;

/// Moves files between directories, so that code begins without those that it wrote, or has the
/// others again. Its name is of the harness's own kind, so that no variable of
/// the user is touched.
const MOVE_FILES: &str = include_str!("move_files.py");

/// Where the files are meanwhile.
const AWAY: &str = "/tmp/.insitu-out";

impl RerunActions for SessionController {
    fn run_from(&self, turn: Id, step: Id, code: String, run: RwSignal<EditedRun>) {
        if self.recorder.shown_turns().is_none() {
            run.set(EditedRun::Ended(words::changes_wait_until_the_answer().to_owned()));
            return;
        }
        run.set(EditedRun::Begun);
        let controller = self.clone();
        spawn_local(async move {
            let report = move |at, of| run.set(EditedRun::Running(at, of));
            run.set(match controller.run_edited((turn, step), code, report).await {
                Ok(None) => EditedRun::Done,
                Ok(Some(why)) | Err(why) => EditedRun::Ended(why),
            });
        });
    }

    fn check(&self) {
        let ending = self.session.ending;
        ending.update(|ending| {
            ending.progress = Some(words::replay_python_is_restarting().to_owned())
        });
        let codes = self.recorder.shown_turns().map(codes);
        let controller = self.clone();
        spawn_local(async move {
            let report = move |at, of| {
                ending.update(|ending| {
                    ending.progress = Some(words::replay_running_piece_of_again(&at, &of))
                });
            };
            let found = controller.replay(report).await;
            let words = found.map_or_else(|why| why, |verdict| verdict.sentence());
            ending.update(|ending| ending.judge(words, codes));
        });
    }

    fn run_with_new(&self, file: Id) {
        self.put_in_place(file);
    }

    fn keep_both(&self, file: Id) {
        let store = self.store.clone();
        spawn_local(async move { store.keep_both(file).await });
    }

    fn dismiss_new(&self, file: Id) {
        let store = self.store.clone();
        spawn_local(async move { store.dismiss_new(file).await });
    }

    fn take_back(&self, file: Id) {
        self.put_back(file);
    }

    fn redo(&self) {
        let ending = self.session.ending;
        let Some(turn) = ending.with_untracked(|ending| ending.undone) else { return };
        let say = move |redo| ending.update(|ending| ending.redo = Some(redo));
        if self.recorder.shown_turns().is_none() {
            return say(Correction::Refused);
        }
        say(Correction::Begun);
        let chosen = self.clone().choose_turns(Body::BranchChosen { turn });
        spawn_local(async move {
            if let Err(why) = chosen.await {
                say(Correction::Failed(why));
            }
        });
    }
}

impl SessionController {
    /// Runs the edited code of a step, and what comes after it, in a fresh interpreter in which the
    /// code before it has run again; returns why not all of it has run as it should.
    async fn run_edited(
        &self,
        (turn, step): (Id, Id),
        code: String,
        report: impl Fn(usize, usize) + 'static,
    ) -> Result<Option<String>, String> {
        let (before, after) =
            self.recorder.log().around(turn, step).ok_or(words::replay_this_step_is_not())?;
        let turns = self.recorder.shown_turns().unwrap_or_default();
        let at = turns
            .iter()
            .position(|shown| shown.id == turn)
            .ok_or(words::replay_this_step_is_not())?;
        let earlier = at.checked_sub(1).and_then(|at| turns.get(at)).map(|turn| turn.id);
        let steps = turns.into_iter().flat_map(|turn| turn.steps);
        let known = steps
            .into_iter()
            .find(|known| known.id == step)
            .map(|known| known.code)
            .ok_or(words::replay_this_step_is_not())?;
        let controller = self.clone();
        let act = async move {
            let recorder = &controller.recorder;
            controller.expect_wheels().await?;
            controller.restart().await?;
            if code != known.code {
                recorder.code_edited(turn, step, &code);
            }
            recorder.all_stored().await;
            controller.show_turns(None, true, &HashSet::new()).await?;
            let first = before.len();
            // It has no execution yet.
            let edited = RanCode { execution: 0, step: Some((turn, step)), code, ended: None };
            let pieces: Vec<RanCode> = before.into_iter().chain([edited]).chain(after).collect();
            let mut changed = HashSet::from([step]);
            let mut why = None;
            for (at, piece) in pieces.iter().enumerate() {
                report(at + 1, pieces.len());
                let origin = piece.step.filter(|_| at >= first);
                changed.extend(origin.map(|(_, step)| step));
                if at == first {
                    // It may call other saved functions than before.
                    let work = controller.work().await;
                    let stopped = controller.host.cancellation();
                    let needed = controller.definitions(&piece.code).await;
                    drop(work);
                    if !needed.is_empty() && !stopped.is_cancelled() {
                        controller.run_as(&needed, Some(Origin::Console { after: earlier })).await;
                    }
                    if stopped.is_cancelled() {
                        let outcome = Outcome { status: Status::Interrupted, ..Outcome::default() };
                        why = ended_by(&outcome, None, false, (at + 1, pieces.len()));
                        break;
                    }
                }
                let origin = origin.map(|(turn, step)| Origin::Step { turn, step });
                let outcome = controller.run_as(&piece.code, origin).await;
                why = ended_by(&outcome, piece.ended, piece.step.is_none(), (at + 1, pieces.len()));
                if at < first && is_reliable(outcome.status) {
                    let succeeded = vec![piece.execution];
                    let succeeded =
                        if outcome.status == Status::Ok { succeeded } else { Vec::new() };
                    let compared = controller
                        .recorder
                        .differences(piece.execution, outcome, Date::now())
                        .await?;
                    recorder.replayed(succeeded, None, &[compared]);
                }
                if why.is_some() {
                    break;
                }
            }
            recorder.all_stored().await;
            controller.show_turns(None, why.is_none(), &changed).await?;
            Ok(why)
        };
        self.recorder.hold(true, words::replay_the_code_of_the(), act).await
    }

    /// Does what `insitu.replay` does.
    ///
    /// # Errors
    /// A sentence, if there is nothing to run, a turn is under way, or another session is shown.
    pub(crate) async fn replay_for_script(&self) -> Result<ReplayVerdict, String> {
        if page::insitu() != self.insitu() {
            return Err(words::replay_this_session_is_not().to_owned());
        }
        self.replay(|_, _| ()).await
    }

    /// Runs all code that is shown again in a fresh interpreter, without the files that it wrote,
    /// and compares every outcome with the stored one.
    async fn replay(
        &self,
        report: impl Fn(usize, usize) + 'static,
    ) -> Result<ReplayVerdict, String> {
        if !self.recorder.is_own() {
            return Err(words::recorder_the_session_is_not().to_owned());
        }
        let turns = self.recorder.shown_turns().ok_or(words::changes_wait_until_the_answer())?;
        let pieces = self.recorder.log().reruns();
        if pieces.is_empty() {
            return Err(words::replay_no_code_of_this().to_owned());
        }
        let controller = self.clone();
        let act = async move {
            controller.expect_wheels().await?;
            let began = clock::now_ms();
            controller.restart().await?;
            controller.show_turns(None, true, &HashSet::new()).await?;
            controller.run_silently(&moving("/out", AWAY)).await;
            let (mut compared, mut succeeded, mut failed) = (Vec::new(), Vec::new(), None);
            for (at, piece) in pieces.iter().enumerate() {
                report(at + 1, pieces.len());
                let outcome = controller.run_as(&piece.code, None).await;
                if !is_reliable(outcome.status) {
                    failed = Some(piece.execution);
                    break;
                }
                if outcome.status == Status::Ok {
                    succeeded.push(piece.execution);
                }
                compared.push(
                    controller.recorder.differences(piece.execution, outcome, Date::now()).await?,
                );
            }
            controller.run_silently(&moving(AWAY, "/out")).await;
            controller.recorder.replayed(succeeded, failed, &compared);
            controller.recorder.all_stored().await;
            controller.show_turns(None, failed.is_none(), &HashSet::new()).await?;
            let differences = controller.differing(&compared, &pieces, &turns);
            let verdict = match differences.is_empty() {
                _ if failed.is_some() => ReplayWord::Incomplete,
                true => ReplayWord::Same,
                false => ReplayWord::Different,
            };
            Ok(ReplayVerdict {
                verdict,
                executions: pieces.len(),
                compared: compared.len(),
                differences,
                tolerance: session::log::TOLERANCE,
                duration_ms: clock::now_ms() - began,
            })
        };
        self.recorder.hold(true, words::replay_the_code_of_the_session(), act).await
    }

    /// Returns the outcomes that differ, with where they are shown.
    fn differing(
        &self,
        compared: &[Compared],
        pieces: &[RanCode],
        turns: &[ShownTurn],
    ) -> Vec<ReplayDifference> {
        let log = self.recorder.log();
        let found = |compared: &Compared| {
            let piece = pieces.iter().find(|piece| piece.execution == compared.execution)?;
            let place = piece.step.and_then(|(turn, step)| {
                let at = turns.iter().position(|shown| shown.id == turn)?;
                Some((at, turns.get(at)?.steps.iter().position(|known| known.id == step)?))
            });
            Some(ReplayDifference {
                turn: place.map(|(turn, _)| turn),
                step: place.map(|(_, step)| step),
                code: piece.code.clone(),
                differences: compared.differences.clone(),
                why: log.cause(compared.execution),
            })
        };
        compared
            .iter()
            .filter(|compared| !compared.differences.is_empty())
            .filter_map(found)
            .collect()
    }

    /// Runs code of the user, and records that under its origin; without one, it is not recorded.
    pub(crate) async fn run_as(&self, code: &str, origin: Option<Origin>) -> Outcome {
        if origin.is_none() {
            self.recorder.observe(code);
        }
        self.run(code, None, Author::User, origin, Rc::new(|_, _| {})).await
    }

    /// Waits until the wheels of the session are installed, or the user wants its code to run
    /// without.
    pub(crate) async fn expect_wheels(&self) -> Result<(), String> {
        if self.store.expect_wheels().await {
            return Ok(());
        }
        Err(words::replay_nothing_has_run_a().to_owned())
    }
}

/// Returns the code that moves the files of one directory to another.
fn moving(from: &str, to: &str) -> String {
    format!("{MOVE_FILES}__insitu_move__({from:?}, {to:?})\ndel __insitu_move__")
}
