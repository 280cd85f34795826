//! A session of the page without the page: a scripted model, the analyst's turns, and the harness
//! that runs their code.

use std::sync::Arc;

use analyst::{
    Context, Conversation, Ending, Facts, FencedMode, Mode, Preferences, Step, Turn, disclose,
};
use chat::{Delta, FinishReason, Message, Part, Request};
use grounding::{Claim, Support};
use kernel::{Outcome, Profile};
use serde_json::json;

use super::python::Python;

/// One reply of the scripted model.
#[derive(Clone, Debug)]
pub enum Reply {
    /// An answer.
    Says(String),
    /// Calls of tools, each a name with its arguments as the model writes them.
    Calls(Vec<(String, String)>),
}

/// Returns an answer.
pub fn says(text: &str) -> Reply {
    Reply::Says(text.to_owned())
}

/// Returns a call of the tool with this code.
pub fn runs(code: &str) -> Reply {
    calls(&[("run_python", &json!({ "code": code }).to_string())])
}

/// Returns calls of tools.
pub fn calls(calls: &[(&str, &str)]) -> Reply {
    Reply::Calls(
        calls.iter().map(|&(name, arguments)| (name.to_owned(), arguments.to_owned())).collect(),
    )
}

/// The session.
pub struct Session {
    python: Python,
    files: Vec<Arc<Profile>>,
    conversation: Conversation,
    fenced: FencedMode,
    executions: usize,
}

/// A turn that is over.
pub struct Played {
    pub turn: Turn,
    pub ending: Ending,
    /// What the model was asked, oldest first.
    pub requests: Vec<Request>,
    /// What ran, each with its outcome.
    pub steps: Vec<(String, Outcome)>,
}

impl Session {
    /// Starts a session with one file.
    pub fn start(name: &str, content: &str) -> Self {
        let (python, profile) = Python::start(name, content);
        let (conversation, fenced) = (Conversation::default(), FencedMode::Auto);
        Self { python, files: vec![profile], conversation, fenced, executions: 0 }
    }

    /// Plays a turn in which the model may see everything printed.
    pub fn ask(&mut self, question: &str, replies: impl IntoIterator<Item = Reply>) -> Played {
        let mut turn = self.conversation.begin(question, &self.context(), 0.0);
        let (mut requests, mut steps) = (Vec::new(), Vec::new());
        let mut replies = replies.into_iter();
        let ending = loop {
            match turn.next(0.0) {
                Step::CallModel(request) => {
                    requests.push(*request);
                    let reply = replies.next().expect("the script has a further reply");
                    deltas(reply)
                        .into_iter()
                        .for_each(|delta| turn.delta(delta).expect("it was asked for"));
                    turn.model_ended().expect("it was asked for");
                }
                Step::RunPython(calls) => {
                    for call in calls {
                        let outcome = self.python.run(&call.run.code);
                        turn.executed(self.executions, &call.run.code, &outcome);
                        self.executions += 1;
                        let facts = Facts {
                            question,
                            code: &call.run.code,
                            profiles: &self.files,
                            images_allowed: false,
                            pictures: &[],
                        };
                        let disclosed = disclose(Mode::Printed, &outcome, &facts);
                        turn.tool_result(&call.id, disclosed).expect("it was asked for");
                        steps.push((call.run.code, outcome));
                    }
                }
                Step::Done(ending) => break ending,
            }
        };
        assert_eq!(replies.count(), 0, "the whole script was played");
        self.conversation.finish(&turn);
        // As the page remembers it of a model.
        self.fenced = if turn.fences() { FencedMode::Always } else { FencedMode::Auto };
        Played { turn, ending, requests, steps }
    }

    /// Has the model run this code; returns what is reported to it of the outcome.
    pub fn reported(&mut self, code: &str) -> String {
        self.ask("do it", [runs(code), says("Done.")]).reported(1)
    }

    fn context(&self) -> Context {
        Context {
            files: self.files.clone(),
            model: None,
            fenced: self.fenced,
            images: false,
            window: None,
            disclosure: Mode::Printed,
            functions: Vec::new(),
            packages: Vec::new(),
            forgotten: false,
            local: false,
            preferences: Preferences::default(),
        }
    }
}

impl Played {
    /// Returns the last message of a request as text.
    pub fn reported(&self, request: usize) -> String {
        text(self.requests[request].messages.last().expect("a request has messages"))
    }

    /// Returns the results of tools in a request as text, oldest first.
    pub fn results(&self, request: usize) -> Vec<String> {
        let messages = self.requests[request].messages.iter();
        messages.filter(|message| matches!(message, Message::Tool { .. })).map(text).collect()
    }

    /// Returns each number of the answer with what supports it, in one word.
    pub fn claims(&self) -> Vec<String> {
        let answer = self.turn.answer();
        let one = |claim: Claim| {
            let support = match claim.support {
                Support::Found { .. } => "found",
                Support::Derived { .. } => "derived",
                Support::Question => "question",
                Support::Parameter => "used",
                Support::Typed { .. } => "typed",
                Support::OtherRow { .. } => "misplaced",
                Support::ByChance { .. } => "chance",
                Support::NotFound | Support::UnknownName => "missing",
                Support::Replaced { .. } => "replaced",
            };
            format!("{}: {support}", &answer[claim.span])
        };
        self.turn.claims().into_iter().map(one).collect()
    }
}

fn deltas(reply: Reply) -> Vec<Delta> {
    match reply {
        Reply::Says(text) => vec![Delta::Text(text), Delta::Finish(FinishReason::Stop)],
        Reply::Calls(calls) => {
            let delta = |(index, (name, arguments))| Delta::ToolCall {
                index,
                id: None,
                name: Some(name),
                arguments,
                extra: None,
            };
            let deltas = calls.into_iter().enumerate().map(delta);
            deltas.chain([Delta::Finish(FinishReason::ToolCalls)]).collect()
        }
    }
}

fn text(message: &Message) -> String {
    match message {
        Message::System(text) | Message::Assistant { text, .. } | Message::Tool { text, .. } => {
            text.clone()
        }
        Message::User(parts) => {
            let texts = parts
                .iter()
                .map(|part| if let Part::Text(text) = part { text.as_str() } else { "" });
            texts.collect()
        }
    }
}
