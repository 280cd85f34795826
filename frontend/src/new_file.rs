//! A file takes the place of another one: the session's code runs again with it, and what it
//! produces stands beside what it produced before. Undo shows that again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use app::session::stored::RanCode;
use app::session::{Id, NewFileStage, RanAgain, Turn, is_reliable};
use chat::ToolCall;
use grounding::Evidence;
use js_sys::Date;
use kernel::{Outcome, Status};
use leptos::prelude::{GetUntracked, GetValue, Set};
use leptos::task::spawn_local;
use session::log;

use crate::cancellation::CancellationToken;
use crate::notices;
use crate::planner::{self, Attempt};
use crate::recorder::Origin;
use crate::session_controller::SessionController;
use crate::stored::time;

impl SessionController {
    /// Puts the new file in the place of the one that had its name, and runs all code that is shown
    /// again.
    pub(crate) fn put_in_place(&self, of: Id) {
        if self.is_refused() {
            return;
        }
        let controller = self.clone();
        spawn_local(async move {
            let session = controller.session;
            let cancellation = controller.begin_cancellable();
            let act = controller.clone().replace_and_run(of, cancellation);
            if let Err(why) =
                controller.recorder.hold(true, words::new_file_code_runs_again(), act).await
            {
                notices::notify(session, why, true);
            }
            controller.end_cancellable();
        });
    }

    /// Puts the former file back, and shows what was shown with it. Nothing runs.
    pub(crate) fn put_back(&self, file: Id) {
        if self.is_refused() {
            return;
        }
        let controller = self.clone();
        notices::attempt(self.session, async move {
            let shown = controller.clone();
            let act = async move {
                shown.store.take_back(file).await?;
                shown.restart().await?;
                shown.recorder.all_stored().await;
                let steps = shown.recorder.log().path_steps();
                shown.show_turns(None, false, &steps).await
            };
            controller.recorder.hold(true, words::new_file_python_is_restarting(), act).await
        });
    }

    /// Tells the user why no file can be replaced at present, if that is so.
    fn is_refused(&self) -> bool {
        let why = match self.recorder.shown_turns() {
            Some(_) => return false,
            None if self.recorder.is_own() => words::changes_wait_until_the_answer(),
            None => words::recorder_the_session_is_not(),
        };
        notices::notify(self.session, why.to_owned(), true);
        true
    }

    async fn replace_and_run(self, of: Id, cancellation: CancellationToken) -> Result<(), String> {
        let _work = self.work().await;
        self.expect_wheels().await?;
        let pieces = self.recorder.log().renewable();
        let (file, name) = self.store.replace(of).await?;
        let ran = if pieces.is_empty() {
            Ok(RanAgain::default())
        } else {
            self.run_with(&pieces, (file, &name), &cancellation).await
        };
        self.store.set_new(
            file,
            &name,
            match ran {
                Ok(ran) => NewFileStage::Done(ran.sentence(&name)),
                Err(why) => NewFileStage::Failed(why),
            },
        );
        Ok(())
    }

    /// Runs code in a fresh interpreter that has the new file. A piece that fails does not end it.
    async fn run_with(
        &self,
        pieces: &[RanCode],
        (file, name): (Id, &str),
        cancellation: &CancellationToken,
    ) -> Result<RanAgain, String> {
        self.restart().await?;
        self.recorder.all_stored().await;
        self.show_turns(None, true, &HashSet::new()).await?;
        self.store.settled().await;
        let mut ended = RanAgain { pieces: (0, pieces.len()), ..RanAgain::default() };
        let mut outcomes = HashMap::new();
        for (at, piece) in pieces.iter().enumerate() {
            if cancellation.is_cancelled() {
                break;
            }
            self.store.set_new(file, name, NewFileStage::Running(at + 1, pieces.len()));
            let origin = piece.step.map(|(turn, step)| Origin::Step { turn, step });
            let outcome = self.run_as(&piece.code, origin).await;
            if !is_reliable(outcome.status) {
                break;
            }
            ended.pieces.0 = at + 1;
            match piece.step {
                Some((_, step)) => {
                    let found = self.compared(piece, &outcome).await;
                    ended.failed += usize::from(found.failed.is_some());
                    ended.changed += usize::from(found.failed.is_none() && !found.is_empty());
                    outcomes.insert(step, Arc::new(outcome));
                }
                None => self.note_console(piece, outcome).await,
            }
        }
        self.answer_anew(&outcomes);
        self.recorder.all_stored().await;
        let changed = outcomes.into_keys().collect();
        self.show_turns(None, ended.pieces.0 == ended.pieces.1, &changed).await?;
        Ok(ended)
    }

    /// Compares what a step produced with what it had produced before.
    async fn compared(&self, piece: &RanCode, after: &Outcome) -> log::Changes {
        let Ok((before, _)) = self.recorder.whole_outcome(piece.execution).await else {
            return log::Changes::default();
        };
        let began = self.recorder.log().began(piece.execution);
        log::changes(
            log::Run { outcome: &before, ms: began },
            log::Run { outcome: after, ms: time(Date::now() - after.duration_ms) },
        )
    }

    /// Records how what the console shows differs by now.
    async fn note_console(&self, piece: &RanCode, outcome: Outcome) {
        let succeeded = outcome.status == Status::Ok;
        let compared = self.recorder.differences(piece.execution, outcome, Date::now()).await;
        let executions = if succeeded { vec![piece.execution] } else { Vec::new() };
        self.recorder.replayed(executions, None, &compared.into_iter().collect::<Vec<_>>());
    }

    /// Rewrites the planner's answers to what has run again. Those of models stay, and say that
    /// they were made from a former file: only the model can write another one.
    fn answer_anew(&self, outcomes: &HashMap<Id, Arc<Outcome>>) {
        let profiles = self.store.profiles();
        let mut evidence = Evidence::default();
        evidence.set_files(profiles.iter().map(AsRef::as_ref));
        for (at, turn) in self.session.turns.get_untracked().into_iter().enumerate() {
            let steps = turn.steps.get_untracked();
            let mut attempts = Vec::new();
            for step in &steps {
                let Some(outcome) = outcomes.get(&step.id) else { continue };
                let code = step.code.get_untracked();
                evidence.add_outcome(step.id as usize, &code, outcome);
                attempts.push(Attempt {
                    call: called(step.id, &code, &step.purpose.get_untracked()),
                    outcome: outcome.clone(),
                });
            }
            let is_whole = attempts.len() == steps.len() && !attempts.is_empty();
            if is_whole && self.recorder.log().is_local(turn.id) {
                self.write_answer(turn, at, &attempts, &evidence);
            }
        }
    }

    fn write_answer(&self, turn: Turn, at: usize, attempts: &[Attempt], evidence: &Evidence) {
        let question = turn.question.get_value();
        let reading = turn.reading.get_untracked().unwrap_or_default();
        let query = Some(&reading.query).filter(|query| !query.is_null());
        let mut exchanges = self.exchanges.borrow_mut();
        let history = exchanges.get(..at).unwrap_or_default();
        let profiles = self.store.profiles();
        let query = (query, reading.own);
        let Some(text) = planner::answer_anew(&question, &profiles, history, attempts, query)
        else {
            return;
        };
        let shows = attempts.last().is_some_and(|attempt| !attempt.outcome.results.is_empty());
        let claims = if shows && !reading.doubtful {
            grounding::check(&text, &question, evidence)
        } else {
            Vec::new()
        };
        if let Some(exchange) = exchanges.get_mut(at) {
            exchange.answer.clone_from(&text);
        }
        turn.answer.set(text);
        turn.claims.set(claims);
        self.recorder.answer(&turn, None);
    }
}

/// Returns a step's call, as the planner made it.
fn called(step: Id, code: &str, purpose: &str) -> ToolCall {
    let arguments = serde_json::json!({ "code": code, "purpose": purpose }).to_string();
    let name = analyst::call::RUN_PYTHON.to_owned();
    ToolCall { id: step.to_string(), name, arguments, extra: None }
}
