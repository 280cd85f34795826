//! Events that fit nothing before them, of every kind.

use std::sync::Arc;

use kernel::{Profile, PythonError, Status};

use super::{Random, figure, runtime, wheel};
use crate::log::{
    BlobRef, Body, Compared, Disclosure, DroppedOutput, End, Event, Id, Kept, Origin, Price,
    Setting, StartCause, StoredOutcome, Tokens,
};

/// Returns random events with ids below eight, so that they often meet, and rarely in an order that
/// has sense.
pub(crate) fn nonsense(seed: u64, count: u32) -> Vec<Event> {
    let mut random = Random::new(seed);
    let bodies: Vec<Body> = (0..count)
        .map(|_| {
            let mut kinds = bodies(&mut random);
            let at = random.below(kinds.len() as u32) as usize;
            kinds.swap_remove(at)
        })
        .collect();
    super::log(bodies)
}

/// Returns one event of each kind at least.
pub(crate) fn every_kind() -> Vec<Event> {
    super::log(bodies(&mut Random::new(1)))
}

fn bodies(random: &mut Random) -> Vec<Body> {
    let mut id = || -> Id { random.below(8) };
    let (turn, of, step, execution, file) = (id(), id(), id(), id(), id());
    let parent = Some(id()).filter(|parent| parent % 3 != 0);
    let ids = vec![id(), id()];
    let [text, code, model, message] = [(); 4].map(|()| random.text());
    let blob = BlobRef {
        sha256: "ab".repeat(32),
        media_type: "application/json".to_owned(),
        bytes: 70_000,
    };
    let local = random.chance(50);
    let mode = random.pick(&[Disclosure::Shape, Disclosure::Ask, Disclosure::Printed]);
    let end = random.pick(&[End::Answered, End::Limit, End::Stopped, End::Error, End::CutOff]);
    let cause = random.pick(&[StartCause::Opened, StartCause::Restarted, StartCause::Lost]);
    let kept = random.pick(&[Kept::Handle, Kept::Copy, Kept::None]);
    let mut claims =
        grounding::check("It was 5 of 7.", "How many of 7?", &grounding::Evidence::default());
    claims.truncate(2);
    let setting = random.pick(&[
        Setting::Model { value: model.clone() },
        Setting::Disclosure { value: mode },
        Setting::Seconds { value: 60 },
        Setting::Memory { value: 2 << 30 },
        Setting::WritesBlocks { value: model.clone() },
        Setting::Temperature { value: Some(0.5) },
        Setting::Effort { value: Some(chat::Effort::Low) },
        Setting::Steps { value: Some(3) },
        Setting::Instructions { value: text.clone() },
    ]);
    let tokens =
        Tokens { input: 900, cached: 400, output: 120, reasoning: 20, ..Tokens::default() };
    let tokens = Some(tokens).filter(|_| turn % 4 != 3);
    let price = Price {
        input: 0.25,
        cached_input: Some(0.025),
        cache_write: None,
        output: 2.0,
        currency: None,
    };
    let price = Some(price).filter(|_| turn % 2 == 0);
    let profile = Profile {
        path: "/data/a.csv".to_owned(),
        name: "a.csv".to_owned(),
        bytes: 5,
        kind: "csv".to_owned(),
        tables: Vec::new(),
        notes: vec![text.clone()],
        error: None,
        encodings: Vec::new(),
        chosen_encoding: None,
        keys: Vec::new(),
    };
    let mut outcome = match figure(execution, &"cd".repeat(32), 9_000) {
        Body::ExecutionEnded { outcome, .. } => (*outcome).clone(),
        _ => StoredOutcome::default(),
    };
    outcome.inline.stdout.clone_from(&text);
    outcome.inline.status = random.pick(&[
        Status::Ok,
        Status::Error,
        Status::Interrupted,
        Status::Timeout,
        Status::Killed,
    ]);
    outcome.inline.error = Some(PythonError {
        name: "KeyError".to_owned(),
        value: message.clone(),
        traceback: code.clone(),
    });
    vec![
        Body::Created { id: text.clone() },
        Body::Renamed { title: text.clone() },
        Body::Pinned { pinned: local },
        Body::SettingChanged { setting },
        Body::FileAdded {
            file,
            name: text.clone(),
            path: Some("/data/a.csv".to_owned()),
            bytes: 5,
            sha256: Some("ef".repeat(32)),
            kept,
            wheel: None,
        },
        Body::FileProfiled { file, profile: Arc::new(profile) },
        Body::FileRemoved { file },
        Body::FileReplaced { file, by: of },
        Body::QuestionAsked { turn, parent, text: text.clone(), model: model.clone(), local },
        Body::QuestionEdited { turn, of, text: text.clone(), model, local },
        Body::BranchChosen { turn },
        Body::TurnUndone { turn },
        Body::RequestSent {
            turn: Some(turn),
            to: "/v1/chat/completions".to_owned(),
            bytes: 70_000,
            sha256: "ab".repeat(32),
            body: Some(blob),
        },
        Body::ReplyEnded { turn, tokens, price: price.clone() },
        Body::TestEnded { tokens, price },
        Body::FallbackAnswered { turn, model: text.clone() },
        Body::RequestFitted { turn, text: text.clone() },
        Body::ThoughtsReceived { turn, text: text.clone() },
        Body::QueryRead { turn, reading: text.clone() },
        Body::TextReceived { turn, text: text.clone() },
        Body::StepCalled {
            turn,
            step,
            reply: 0,
            call: "call_1".to_owned(),
            remark: text.clone(),
            purpose: message.clone(),
            code: code.clone(),
        },
        Body::StepRefused { turn, step, why: message.clone() },
        Body::CodeEdited { turn, step, code: code.clone() },
        Body::ExecutionBegan {
            execution,
            origin: Origin::Step { turn, step },
            code: code.clone(),
            runtime: runtime("0a1b2c3d4e5f", &[("Python", "3.14"), ("numpy", "2.4.1")]),
        },
        Body::ExecutionBegan {
            execution,
            origin: Origin::Console { after: parent },
            code,
            runtime: None,
        },
        Body::ExecutionEnded { execution, outcome: Arc::new(outcome) },
        Body::ResultDisclosed { execution, mode, text: text.clone(), images: 1 },
        Body::AnswerFinished {
            turn,
            text: text.clone(),
            for_model: Some(message.clone()).filter(|_| local),
            remarks: Vec::new(),
            claims,
            choices: vec![text],
            not_computed: local,
        },
        Body::TurnEnded { turn, end, message: Some(message) },
        Body::KernelStarted { cause },
        Body::VariablesDeleted,
        Body::Replayed {
            compared: ids
                .iter()
                .map(|id| Compared {
                    execution: *id,
                    differences: vec!["what it printed differs".to_owned()],
                })
                .collect(),
            executions: ids,
            failed: Some(execution),
            runtime: runtime("0a1b2c3d4e5f", &[]),
        },
        Body::OutputsDropped {
            dropped: vec![DroppedOutput {
                sha256: "cd".repeat(32),
                name: "result 1 (image/png)".to_owned(),
            }],
        },
        wheel("attrs"),
    ]
}
