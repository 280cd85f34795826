//! A turn as a model writes it: text that becomes the answer or, once the model calls for code, the
//! remark before a step; and steps whose code grows.

use std::cell::{Cell, RefCell};

use leptos::prelude::{GetUntracked, Owner, Set, Update};

use super::{Id, Step, Turn};

/// A call for code, as far as a model has written it.
pub struct WrittenCall<'a> {
    /// Its arguments, which may end anywhere.
    pub arguments: &'a str,
    /// The code that they have so far.
    pub code: String,
    /// What it is for.
    pub purpose: String,
}

/// A call that was answered without running anything.
pub struct RefusedCall<'a> {
    /// Its arguments.
    pub arguments: &'a str,
    /// Why, as the model reads it.
    pub why: &'a str,
}

/// The parts of a turn that change while it is answered.
pub struct StreamedTurn {
    turn: Turn,
    owner: Owner,
    next_id: fn() -> Id,
    /// Steps of the reply that is being written, with their arguments so far.
    writing: RefCell<Vec<(Step, String)>>,
    /// How many of the turn's refusals are shown already.
    refusals: Cell<usize>,
}

impl StreamedTurn {
    /// Returns the parts of a turn; signals of its steps live as long as `owner`, and `next_id`
    /// returns their ids.
    pub fn new(turn: Turn, owner: Owner, next_id: fn() -> Id) -> Self {
        Self { turn, owner, next_id, writing: RefCell::default(), refusals: Cell::default() }
    }

    /// Returns the turn.
    pub fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Shows a reply as far as it is written: its text as the answer; once there are calls, as
    /// their remark.
    pub fn paint<'a>(&self, text: &str, calls: impl IntoIterator<Item = WrittenCall<'a>>) {
        let mut count = 0;
        for (at, written) in calls.into_iter().enumerate() {
            count = at + 1;
            let mut writing = self.writing.borrow_mut();
            if at == writing.len() {
                // Several calls of one answer share one remark, which precedes the first.
                let remark = if at == 0 { text.to_owned() } else { String::new() };
                writing.push((self.add_step(remark), String::new()));
            }
            if let Some((step, arguments)) = writing.get_mut(at)
                && *arguments != written.arguments
            {
                written.arguments.clone_into(arguments);
                step.code.set(written.code);
                step.purpose.set(written.purpose);
            }
        }
        if count == 0 && !text.is_empty() {
            self.turn.answer.set(text.to_owned());
        } else if count > 0 && !self.turn.answer.get_untracked().is_empty() {
            self.turn.answer.set(String::new());
        }
    }

    /// Completes the reply: of its calls these run, by purpose and code, and others were refused,
    /// of which `refused` has all of the turn. Returns the steps that run; what is left of the reply
    /// is marked as not run.
    pub fn settle<'a>(
        &self,
        running: impl IntoIterator<Item = (&'a str, &'a str)>,
        refused: &[RefusedCall<'_>],
    ) -> Vec<Step> {
        let mut writing = self.writing.take();
        self.show_refusals(&mut writing, refused);
        let mut written = writing.into_iter().map(|(step, _)| step);
        let steps = running
            .into_iter()
            .map(|(purpose, code)| {
                let step = written.next().unwrap_or_else(|| self.add_step(String::new()));
                step.code.set(code.to_owned());
                step.purpose.set(purpose.to_owned());
                step
            })
            .collect();
        written.for_each(not_run);
        steps
    }

    /// Marks the steps whose calls were answered without running anything, and removes them from
    /// `writing`.
    fn show_refusals(&self, writing: &mut Vec<(Step, String)>, refused: &[RefusedCall<'_>]) {
        for call in refused.iter().skip(self.refusals.get()) {
            let at = writing.iter().position(|(_, arguments)| arguments == call.arguments);
            let step = match at {
                Some(at) => writing.remove(at).0,
                None => self.add_step(String::new()),
            };
            step.refused.set(Some(call.why.to_owned()));
        }
        self.refusals.set(refused.len());
    }

    fn add_step(&self, remark: String) -> Step {
        let step = self.owner.with(|| Step::new((self.next_id)(), remark));
        self.turn.steps.update(|steps| steps.push(step));
        step
    }
}

/// Shows that the turn ended before a step.
pub fn not_run(step: Step) {
    step.refused.set(Some(words::shown_not_run_the_answer().to_owned()));
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use leptos::prelude::GetValue;

    use super::*;

    static NEXT: AtomicU32 = AtomicU32::new(1);

    fn streamed() -> StreamedTurn {
        let owner = Owner::new();
        let turn = owner.with(|| Turn::new(0, "How many?".to_owned(), "m".to_owned()));
        StreamedTurn::new(turn, owner, || NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn call<'a>(arguments: &'a str, code: &str) -> WrittenCall<'a> {
        WrittenCall { arguments, code: code.to_owned(), purpose: "Count".to_owned() }
    }

    /// Returns the remark, the code, and why it was not run, of each step.
    fn steps(turn: &StreamedTurn) -> Vec<(String, String, Option<String>)> {
        let steps = turn.turn().steps.get_untracked().into_iter();
        let parts = |step: Step| {
            (step.remark.get_value(), step.code.get_untracked(), step.refused.get_untracked())
        };
        steps.map(parts).collect()
    }

    fn step(remark: &str, code: &str) -> (String, String, Option<String>) {
        (remark.to_owned(), code.to_owned(), None)
    }

    #[test]
    fn text_is_the_answer_until_a_call_follows_and_then_the_remark_before_it() {
        let turn = streamed();
        turn.paint("I count", []);
        turn.paint("I count the rows.", []);
        assert_eq!(turn.turn().answer.get_untracked(), "I count the rows.");
        turn.paint("I count the rows.", [call("{\"code\":\"le", "le")]);
        turn.paint("I count the rows.", [call("{\"code\":\"len(df)\"", "len(df)")]);
        assert_eq!(turn.turn().answer.get_untracked(), "");
        assert_eq!(steps(&turn), [step("I count the rows.", "len(df)")]);
        turn.paint("", []);
        assert_eq!(turn.turn().answer.get_untracked(), "", "a reply that has not begun");
    }

    #[test]
    fn several_calls_of_a_reply_share_one_remark_and_run_in_their_order() {
        let turn = streamed();
        turn.paint("Both.", [call("a", "1"), call("b", "2")]);
        let running = turn.settle([("One", "1"), ("Two", "2"), ("Three", "3")], &[]);
        assert_eq!(running.len(), 3, "one that was never painted is shown too");
        assert_eq!(steps(&turn), [step("Both.", "1"), step("", "2"), step("", "3")]);
        assert_eq!(running[2].purpose.get_untracked(), "Three");
    }

    #[test]
    fn a_refused_call_says_why_at_its_step_and_is_shown_once() {
        let turn = streamed();
        turn.paint("", [call("bad", ""), call("good", "1")]);
        let refused = [RefusedCall { arguments: "bad", why: "Unknown tool." }];
        let running = turn.settle([("One", "1")], &refused);
        let why = |step: &Step| step.refused.get_untracked();
        assert_eq!(running.iter().map(why).collect::<Vec<_>>(), [None]);
        assert_eq!(steps(&turn)[0].2.as_deref(), Some("Unknown tool."));
        turn.settle([], &refused);
        assert_eq!(steps(&turn).len(), 2);
        let unseen = RefusedCall { arguments: "unseen", why: "No code." };
        let [first] = refused;
        turn.settle([], &[first, unseen]);
        assert_eq!(steps(&turn)[2].2.as_deref(), Some("No code."));
    }

    #[test]
    fn code_that_was_written_when_the_turn_ended_is_marked_as_not_run() {
        let turn = streamed();
        turn.paint("", [call("half", "le")]);
        assert!(turn.settle([], &[]).is_empty());
        assert_eq!(steps(&turn)[0].2.as_deref(), Some(words::shown_not_run_the_answer()));
    }
}
