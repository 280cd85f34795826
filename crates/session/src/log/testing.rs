//! Events for tests: short constructors, sessions as a page would write them, and events without
//! any sense.

mod nonsense;
mod sessions;

use std::sync::Arc;

use kernel::{Outcome, Shown, Status};

use crate::log::{
    BlobRef, Body, Disclosure, End, Event, Id, Kept, Origin, Place, Runtime, StoredOutcome,
    StoredPart, Wheel,
};

pub(crate) use nonsense::{every_kind, nonsense};
pub(crate) use sessions::{executions, session};

/// A small generator of random numbers (xorshift): the same seed yields the same test on every
/// machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as u32) % end.max(1)
    }

    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize].clone()
    }

    /// Returns text with everything that could disturb a line of JSON.
    pub(crate) fn text(&mut self) -> String {
        let pieces = [
            "a",
            "x = 1",
            "\n",
            "\"",
            "\\",
            "{\"crc\":\"",
            "ä",
            "語",
            "👩‍🔬",
            "\u{0}",
            "\u{2028}",
            "}",
            " ",
            ". ",
            "\r\n",
        ];
        (0..self.below(8)).map(|_| self.pick(&pieces)).collect()
    }
}

/// Numbers these events from 1, a second apart.
pub(crate) fn log(bodies: impl IntoIterator<Item = Body>) -> Vec<Event> {
    (1..)
        .zip(bodies)
        .map(|(seq, body)| Event { seq, ms: 1_764_000_000_000 + seq * 1_000, body })
        .collect()
}

pub(crate) fn asked(turn: Id, parent: Option<Id>) -> Body {
    Body::QuestionAsked {
        turn,
        parent,
        text: format!("Question {turn}?"),
        model: "m".to_owned(),
        local: false,
    }
}

pub(crate) fn edited(turn: Id, of: Id) -> Body {
    Body::QuestionEdited {
        turn,
        of,
        text: format!("Question {turn}?"),
        model: "m".to_owned(),
        local: false,
    }
}

pub(crate) fn called(turn: Id, step: Id, code: &str) -> Body {
    Body::StepCalled {
        turn,
        step,
        reply: step,
        call: format!("call_{step}"),
        remark: String::new(),
        purpose: format!("Purpose {step}"),
        code: code.to_owned(),
    }
}

pub(crate) fn code_edited(turn: Id, step: Id, code: &str) -> Body {
    Body::CodeEdited { turn, step, code: code.to_owned() }
}

pub(crate) fn began(execution: Id, turn: Id, step: Id, code: &str) -> Body {
    let origin = Origin::Step { turn, step };
    Body::ExecutionBegan { execution, origin, code: code.to_owned(), runtime: None }
}

/// A runtime with these versions.
pub(crate) fn runtime(manifest: &str, versions: &[(&str, &str)]) -> Option<Runtime> {
    let versions =
        versions.iter().map(|&(name, version)| (name.to_owned(), version.to_owned())).collect();
    Some(Runtime { manifest: manifest.to_owned(), versions })
}

pub(crate) fn ended(execution: Id, status: Status) -> Body {
    let inline = Outcome { status, stdout: format!("printed {execution}"), ..Outcome::default() };
    let parts = Vec::new();
    Body::ExecutionEnded { execution, outcome: Arc::new(StoredOutcome { inline, parts }) }
}

/// A step's code that runs and succeeds.
pub(crate) fn ran(execution: Id, turn: Id, step: Id, code: &str) -> [Body; 2] {
    [began(execution, turn, step, code), ended(execution, Status::Ok)]
}

/// Code of the console that runs and succeeds.
pub(crate) fn console(execution: Id, after: Option<Id>, code: &str) -> [Body; 2] {
    let origin = Origin::Console { after };
    let code = code.to_owned();
    [Body::ExecutionBegan { execution, origin, code, runtime: None }, ended(execution, Status::Ok)]
}

pub(crate) fn disclosed(execution: Id, mode: Disclosure) -> Body {
    Body::ResultDisclosed { execution, mode, text: format!("disclosed {execution}"), images: 0 }
}

pub(crate) fn answered(turn: Id) -> [Body; 2] {
    [
        Body::AnswerFinished {
            turn,
            text: format!("Answer {turn}."),
            for_model: None,
            claims: Vec::new(),
            remarks: Vec::new(),
            choices: Vec::new(),
            not_computed: false,
        },
        Body::TurnEnded { turn, end: End::Answered, message: None },
    ]
}

/// A wheel of this package.
pub(crate) fn wheel(name: &str) -> Body {
    let (version, sha256) = ("26.1.0".to_owned(), "ab".repeat(32));
    let wheel = Wheel { name: name.to_owned(), version, sha256, confirmed: true };
    Body::FileAdded {
        file: 9,
        name: "attrs-26.1.0-py3-none-any.whl".to_owned(),
        path: None,
        bytes: 67_548,
        sha256: Some("ab".repeat(32)),
        kept: Kept::Copy,
        wheel: Some(wheel),
    }
}

/// A figure of an execution as a blob of this many bytes.
pub(crate) fn figure(execution: Id, sha256: &str, bytes: u64) -> Body {
    let inline = Outcome { results: vec![Shown::default()], ..Outcome::default() };
    let place = Place::Form { result: 0, form: "image/png".to_owned(), base64: true };
    let blob = BlobRef { sha256: sha256.to_owned(), media_type: "image/png".to_owned(), bytes };
    let parts = vec![StoredPart { place, blob }];
    Body::ExecutionEnded { execution, outcome: Arc::new(StoredOutcome { inline, parts }) }
}
