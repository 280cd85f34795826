//! What is stored in which order, and what is said where something is not.

use std::rc::Rc;

use futures::channel::oneshot;
use kernel::Outcome;
use kernel::automation::Happening;
use session::log::Stream;

use super::super::super::tests::browser::World;
use super::{ID, answered, asked, console, ended, pair, said, settled, stored, turn, with_turn};

const IN_THIS_TAB: &str = "in this tab only";

#[test]
fn what_happens_is_stored_in_its_order_also_where_the_first_of_it_is_slow() {
    // Whatever is slow, the rest is as fast as it can be.
    for slow in ["create", "open", "append", "blob", "title", "flush"] {
        let world = World::default();
        let tab = world.tab();
        world.disk.slow(slow);
        tab.record(asked(10));
        tab.keep_request(Some(10), "m".to_owned(), "ab".repeat(32), "{}".to_owned());
        tab.record(console(11));
        tab.ended(11, Outcome::default(), Vec::new());
        tab.piece(10, Stream::Answer, "A sentence. Half");
        tab.record(answered(10));
        tab.record(ended(10));
        assert_eq!(settled(&world, &tab), None, "{slow}: it is claimed to be stored");
        world.release(slow, None);
        assert_eq!(settled(&world, &tab), Some(None), "{slow}");
        let expected = [
            "created",
            "question-asked",
            "request-sent",
            "execution-began",
            "execution-ended",
            "text-received",
            "text-received",
            "answer-finished",
            "turn-ended",
        ];
        assert_eq!(world.kinds(ID), expected, "{slow}");
        assert_eq!(stored(&world, ID), [pair(10)], "{slow}");
        assert_eq!(tab.page().said.take(), [""; 0], "{slow}");
    }
}

#[test]
fn the_session_is_created_once_and_named_after_its_first_question() {
    let (world, tab) = with_turn();
    turn(&tab, 20);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(world.disk.rows.borrow().len(), 1);
    assert_eq!(world.disk.rows.borrow()[ID].title, "Question 10?");
    assert_eq!((tab.title().as_str(), tab.page().chosen.take().as_str()), ("Question 10?", ID));
}

#[test]
fn text_of_a_model_is_stored_after_a_second_also_if_it_is_no_sentence() {
    let (world, tab) = with_turn();
    tab.record(asked(20));
    tab.piece(20, Stream::Answer, "It begins. And anoth");
    tab.piece(20, Stream::Answer, "er one");
    world.run();
    assert_eq!(world.stored(ID).turn(20).unwrap().answer, "It begins. ");
    world.pass(999);
    assert_eq!(world.stored(ID).turn(20).unwrap().answer, "It begins. ");
    world.pass(1);
    assert_eq!(world.stored(ID).turn(20).unwrap().answer, "It begins. And another one");
}

#[test]
fn settled_waits_for_comparisons_actions_text_and_the_disk() {
    let (world, tab) = with_turn();
    tab.record(asked(20));
    tab.piece(20, Stream::Answer, "No sentence");
    let (compared, comparing) = oneshot::channel();
    tab.page().comparing.replace(Some(comparing));
    world.disk.slow("flush");
    let waiting = tab.clone();
    let mut settled = world.begin(async move { waiting.settled().await });
    assert_eq!(settled.try_recv(), Ok(None));
    assert_eq!(world.stored(ID).turn(20).unwrap().answer, "No sentence");
    compared.send(()).unwrap();
    world.run();
    assert_eq!(settled.try_recv(), Ok(None));
    world.release("flush", None);
    assert_eq!(settled.try_recv(), Ok(Some(None)));
}

#[test]
fn a_write_that_fails_is_said_once_and_nothing_later_is_claimed_as_stored() {
    let (world, tab) = with_turn();
    world.disk.failing("append", "broken");
    turn(&tab, 20);
    let why = "What happened is not stored. It is broken. What happens from now on is not stored.";
    assert_eq!(settled(&world, &tab), Some(Some(why.to_owned())));
    world.disk.mended();
    turn(&tab, 30);
    assert_eq!(settled(&world, &tab), Some(Some(why.to_owned())));
    assert_eq!(said(&tab, "It is broken."), 1);
    assert_eq!(stored(&world, ID), [pair(10)]);
    assert!(tab.own_log().is_none() && !tab.why_unstored().is_empty());
    let stored =
        |what: &Happening| matches!(what, Happening::Stored { .. } | Happening::NotStored { .. });
    let last = tab.page().happened.take().into_iter().rfind(stored);
    assert!(matches!(last, Some(Happening::NotStored { .. })), "{last:?}");
}

#[test]
fn a_session_that_cannot_be_created_is_said_once_and_stores_nothing() {
    for failing in ["create", "open"] {
        let world = World::default();
        let tab = world.tab();
        world.disk.failing(failing, "denied");
        turn(&tab, 10);
        let why = "What happened is not stored. It is denied.";
        assert_eq!(settled(&world, &tab), Some(Some(why.to_owned())), "{failing}");
        assert_eq!(said(&tab, "It is denied."), 1, "{failing}");
        let is_stored = |what: &Happening| matches!(what, Happening::Stored { .. });
        assert!(!tab.page().happened.take().iter().any(is_stored), "{failing}: scripts learn that");
    }
}

#[test]
fn while_there_is_no_space_records_wait_in_the_tab_and_are_stored_once_there_is_some() {
    let (world, tab) = with_turn();
    world.disk.failing("append", "quota");
    turn(&tab, 20);
    world.run();
    turn(&tab, 30);
    world.run();
    assert_eq!((said(&tab, IN_THIS_TAB), said(&tab, "")), (1, 1), "it is said once");
    assert_eq!(Rc::strong_count(&tab.page().warning), 2, "who closes the page is warned");
    assert_eq!(stored(&world, ID), [pair(10)]);
    world.pass(10_000);
    assert_eq!(stored(&world, ID), [pair(10)], "there is none yet");
    world.disk.mended();
    world.pass(9_999);
    assert_eq!(said(&tab, "There is space again"), 0);
    world.pass(1);
    assert_eq!(stored(&world, ID), [pair(10), pair(20), pair(30)]);
    assert_eq!(said(&tab, "There is space again: what was only in this tab is stored."), 1);
    assert_eq!(Rc::strong_count(&tab.page().warning), 1);
    turn(&tab, 40);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(stored(&world, ID).last(), Some(&pair(40)));
}

#[test]
fn what_is_not_on_the_disk_is_not_settled() {
    let (world, tab) = with_turn();
    world.disk.failing("flush", "quota");
    let why = settled(&world, &tab).unwrap().unwrap();
    assert_eq!(why, "It is quota. Until then, what happened is in this tab only.");
    world.disk.mended();
    world.disk.failing("flush", "closed");
    assert_eq!(settled(&world, &tab), Some(None), "what was closed has stored all of it");
}

#[test]
fn a_request_enters_the_log_also_if_its_body_is_not_kept() {
    let (world, tab) = with_turn();
    world.disk.failing("blob", "quota");
    tab.keep_request(Some(10), "m".to_owned(), "ab".repeat(32), "{}".to_owned());
    assert_eq!(settled(&world, &tab), Some(None));
    let state = world.stored(ID);
    let [request] = state.requests() else { panic!("{:?}", state.requests()) };
    assert_eq!((request.bytes, &request.body), (2, &None));
}
