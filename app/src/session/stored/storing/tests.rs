//! What is stored when: in two tabs, with a storage that is slow, full or fails, and when the page
//! is closed at any moment.

mod files;
mod opening;
mod presence;
mod switching;
mod writing;

use session::log::{Body, End, Origin, Stream};

use super::super::StoredSession;
use super::super::tests::browser::{Tab, World};

/// The id of the session that a first tab creates.
const ID: &str = "session-1";

fn asked(turn: u32) -> Body {
    Body::QuestionAsked {
        turn,
        parent: turn.checked_sub(10).filter(|before| *before > 0),
        text: format!("Question {turn}?"),
        model: "m".to_owned(),
        local: false,
    }
}

fn answered(turn: u32) -> Body {
    Body::AnswerFinished {
        turn,
        text: format!("Answer {turn}."),
        for_model: None,
        claims: Vec::new(),
        remarks: Vec::new(),
        choices: Vec::new(),
        not_computed: false,
    }
}

fn ended(turn: u32) -> Body {
    Body::TurnEnded { turn, end: End::Answered, message: None }
}

fn console(execution: u32) -> Body {
    Body::ExecutionBegan {
        execution,
        origin: Origin::Console { after: None },
        code: format!("x = {execution}"),
        runtime: None,
    }
}

/// Records a turn that is complete.
fn turn(tab: &StoredSession<Tab>, id: u32) {
    tab.record(asked(id));
    tab.piece(id, Stream::Answer, &format!("Answer {id}."));
    tab.record(answered(id));
    tab.record(ended(id));
}

/// Returns a world whose first tab has stored a complete turn.
fn with_turn() -> (World, StoredSession<Tab>) {
    let world = World::default();
    let tab = world.tab();
    turn(&tab, 10);
    assert_eq!(settled(&world, &tab), Some(None));
    (world, tab)
}

/// Returns what is said of what is not on the disk, if nothing has to be waited for.
fn settled(world: &World, tab: &StoredSession<Tab>) -> Option<Option<String>> {
    let tab = tab.clone();
    world.done(async move { tab.settled().await })
}

/// Returns whether a tab has said something with these words, and how often.
fn said(tab: &StoredSession<Tab>, words: &str) -> usize {
    tab.page().said.borrow().iter().filter(|said| said.contains(words)).count()
}

/// Returns the questions and answers that a session has stored.
fn stored(world: &World, id: &str) -> Vec<(String, String)> {
    let state = world.stored(id);
    state.path().iter().map(|turn| (turn.question.clone(), turn.answer.clone())).collect()
}

fn pair(turn: u32) -> (String, String) {
    (format!("Question {turn}?"), format!("Answer {turn}."))
}
