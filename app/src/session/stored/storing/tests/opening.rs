//! A stored session is opened: after the page was closed at any moment, in a second tab, with a
//! damaged log, and by a page that is older.

use session::log::{Body, End, Event, Stream, encode_all, read};

use super::super::super::StoredSession;
use super::super::super::tests::browser::{Tab, World};
use super::{ID, answered, asked, console, ended, pair, said, settled, stored, turn, with_turn};

const CLOSED: &str = "The page was closed before this was complete.";

/// Returns the answer, the end and the message of the turns that a tab shows.
fn turns(tab: &StoredSession<Tab>) -> Vec<(String, Option<End>)> {
    let log = tab.0.log.borrow();
    log.state().path().iter().map(|turn| (turn.answer.clone(), turn.end)).collect()
}

#[test]
fn killed_at_any_moment_a_session_has_what_was_stored_and_says_what_was_cut_off() {
    let expected = {
        let (world, tab) = with_turn();
        in_the_middle(&tab);
        assert_eq!(settled(&world, &tab), Some(None));
        world.kinds(ID).len()
    };
    for kept in 0..=expected {
        let (world, tab) = with_turn();
        let before = world.kinds(ID).len();
        world.disk.slow("append");
        in_the_middle(&tab);
        world.run();
        let stored_then = kept.min(world.disk.count("append"));
        for _ in 0..stored_then {
            world.release("append", Some(0));
        }
        world.kill(&tab);
        world.release("append", None);
        let kinds = world.kinds(ID);
        assert_eq!(kinds.len(), before + stored_then, "it is a prefix");
        let (next, shown) = world.open(ID);
        assert_eq!(next.page().said.take(), [""; 0], "{kept}: nothing is damaged");
        let shown = shown.unwrap();
        assert_eq!(shown.read.turns[0].turn.answer, "Answer 10.", "{kept}: the earlier turn");
        assert_eq!(settled(&world, &next), Some(None));
        let Some(found) = shown.read.turns.get(1) else {
            assert!(!kinds.contains(&"text-received".to_owned()) || kinds.len() == before);
            continue;
        };
        let over = kinds.last().unwrap() == "turn-ended";
        let (end, message) = (found.turn.end, found.turn.message.as_deref());
        let cut_off = (Some(End::CutOff), Some(CLOSED));
        let expected = if over { (Some(End::Answered), None) } else { cut_off };
        assert_eq!((end, message), expected, "{kept}: {kinds:?}");
        assert!("Answer 20. It is the second.".starts_with(found.turn.answer.trim_end()), "{kept}");
        // Once more: nothing ends twice.
        world.kill(&next);
        let (again, _) = world.open(ID);
        let ends = |kinds: &[String]| kinds.iter().filter(|kind| *kind == "turn-ended").count();
        assert_eq!(settled(&world, &again), Some(None));
        assert_eq!(ends(&world.kinds(ID)), 2, "{kept}");
        turn(&again, 30);
        assert_eq!(settled(&world, &again), Some(None));
        assert_eq!(stored(&world, ID).last(), Some(&pair(30)), "{kept}: it goes on");
    }
}

/// Records a turn whose records are stored one by one.
fn in_the_middle(tab: &StoredSession<Tab>) {
    tab.record(asked(20));
    tab.record(console(21));
    tab.piece(20, Stream::Answer, "Answer 20. ");
    tab.piece(20, Stream::Answer, "It is the second. ");
    let Body::AnswerFinished { turn, .. } = answered(20) else { return };
    let text = "Answer 20. It is the second.".to_owned();
    let mut answer = answered(turn);
    if let Body::AnswerFinished { text: answer, .. } = &mut answer {
        *answer = text;
    }
    tab.record(answer);
    tab.record(ended(20));
}

#[test]
fn a_second_tab_reads_along_asks_nothing_and_goes_on_once_the_first_is_closed() {
    let (world, first) = with_turn();
    let (second, shown) = world.open(ID);
    assert!(shown.unwrap().reading && second.is_reading());
    assert!(second.refusal().unwrap().starts_with("This session is open in another tab"));
    second.record(asked(50));
    assert_eq!(settled(&world, &second), Some(None), "it stores nothing");
    first.record(asked(20));
    first.piece(20, Stream::Answer, "Half an answer. ");
    world.run();
    assert!(second.page().followed.borrow().is_empty(), "it waits for more");
    world.pass(250);
    assert_eq!(second.page().followed.take().len(), 1, "many records are shown once");
    assert_eq!(turns(&second)[1], ("Half an answer. ".to_owned(), None));
    world.kill(&first);
    let followed = second.page().followed.take();
    let [taken] = followed.as_slice() else { panic!("{}", followed.len()) };
    assert!(!taken.reading && !second.is_reading() && second.refusal().is_none());
    assert_eq!(taken.read.turns[1].turn.message.as_deref(), Some(CLOSED));
    turn(&second, 30);
    assert_eq!(settled(&world, &second), Some(None));
    assert_eq!(
        stored(&world, ID),
        [pair(10), ("Question 20?".to_owned(), "Half an answer. ".to_owned()), pair(30)]
    );
}

#[test]
fn a_refresh_that_is_read_after_the_tab_has_taken_over_is_dropped() {
    for slow in ["read", "file"] {
        let (world, first) = with_turn();
        let data = super::super::super::tests::browser::file("data.csv", "1");
        first.keep_file(15, "data.csv".to_owned(), &data, None);
        assert_eq!(settled(&world, &first), Some(None));
        let (second, _) = world.open(ID);
        first.record(asked(20));
        world.run();
        world.disk.slow(slow);
        world.pass(250);
        assert_eq!(world.disk.count(slow), 1, "{slow}: the refresh reads");
        // What is stored meanwhile, it has not read.
        turn(&first, 30);
        assert_eq!(settled(&world, &first), Some(None));
        world.kill(&first);
        // The tab that takes over is faster.
        while world.disk.count(slow) > 1 {
            world.release(slow, Some(1));
        }
        assert!(!second.is_reading());
        assert_eq!(second.page().followed.borrow().len(), 1, "{slow}: it has taken over");
        turn(&second, 40);
        assert_eq!(settled(&world, &second), Some(None));
        world.release(slow, None);
        let followed = second.page().followed.take();
        assert_eq!(followed.len(), 1, "{slow}: what is older is not shown");
        assert!(!followed[0].reading);
        turn(&second, 50);
        assert_eq!(settled(&world, &second), Some(None), "{slow}: its log goes on without a gap");
        assert_eq!(stored(&world, ID).last(), Some(&pair(50)), "{slow}");
        assert_eq!(turns(&second).len(), 5, "{slow}");
    }
}

#[test]
fn a_session_of_another_tab_that_was_not_asked_for_is_left_to_it() {
    let (world, first) = with_turn();
    let second = world.tab();
    let opening = second.clone();
    let info = super::super::super::SessionInfo { id: ID.to_owned(), ..<_>::default() };
    let shown = world.done(async move { opening.open(&info, false).await.is_some() });
    assert_eq!(shown, Some(false));
    assert!(second.is_blank() && !second.is_reading());
    turn(&first, 20);
    turn(&second, 10);
    for tab in [&first, &second] {
        assert_eq!(settled(&world, tab), Some(None));
    }
    assert_eq!(stored(&world, ID), [pair(10), pair(20)]);
    assert_eq!(stored(&world, "session-2"), [pair(10)]);
}

/// Damages the record of the second of three turns.
fn damaged() -> World {
    let (world, tab) = with_turn();
    let data = super::super::super::tests::browser::file("data.csv", "1");
    tab.page().copies.set(Some(true));
    tab.keep_file(15, "data.csv".to_owned(), &data, None);
    turn(&tab, 20);
    turn(&tab, 30);
    assert_eq!(settled(&world, &tab), Some(None));
    world.kill(&tab);
    let mut rows = world.disk.rows.borrow_mut();
    let records = &mut rows.get_mut(ID).unwrap().records;
    let at = records.iter().position(|record| record.contains("Question 20?")).unwrap();
    records[at] = records[at].replace("Question 20?", "Question 21?");
    drop(rows);
    world
}

#[test]
fn a_damaged_session_becomes_a_new_one_with_its_files_and_the_old_one_is_removed() {
    let world = damaged();
    let (tab, shown) = world.open(ID);
    let shown = shown.unwrap();
    assert_eq!(said(&tab, "A part of this session could not be read"), 1);
    assert_eq!(tab.id(), "session-2");
    assert!(world.disk.rows.borrow()[ID].removed);
    assert_eq!(shown.files.len(), 1);
    assert!(shown.files[0].content.is_some(), "its files come with it");
    turn(&tab, 40);
    assert_eq!(settled(&world, &tab), Some(None));
    let (before, after) = (stored(&world, "session-2"), turns(&tab));
    assert_eq!((before.first(), before.last()), (Some(&pair(10)), Some(&pair(40))));
    assert_eq!(before.len(), after.len());
    world.kill(&tab);
    let (again, _) = world.open("session-2");
    assert_eq!(again.page().said.take(), [""; 0], "it is sound");
}

#[test]
fn a_damaged_session_stays_where_its_copy_is_not_stored_whole() {
    for (failing, kind, words) in [
        ("copy", "quota", "The session as it was stays in the list of sessions."),
        ("append", "quota", "in this tab only"),
        ("append", "broken", "What happens from now on is not stored."),
        ("create", "quota", "It is quota."),
    ] {
        let world = damaged();
        world.disk.failing(failing, kind);
        let (tab, _) = world.open(ID);
        world.run();
        assert_eq!(said(&tab, words), 1, "{failing} {kind}: {:?}", tab.page().said.borrow());
        assert!(!world.disk.rows.borrow()[ID].removed, "{failing} {kind}");
    }
}

#[test]
fn a_session_of_a_newer_version_is_named_and_left_as_it_is() {
    let (world, tab) = with_turn();
    world.kill(&tab);
    let newer = include_str!("../../../../../../crates/session/golden/log/newer/v9.jsonl");
    let records: Vec<String> = super::super::lines(newer).map(str::to_owned).collect();
    world.disk.rows.borrow_mut().get_mut(ID).unwrap().records.clone_from(&records);
    let (tab, shown) = world.open(ID);
    assert!(shown.is_none());
    assert_eq!(said(&tab, "A new one begins in the list of sessions."), 1);
    turn(&tab, 20);
    assert!(settled(&world, &tab).unwrap().unwrap().starts_with("What happened is not stored."));
    assert_eq!(world.disk.rows.borrow()[ID].records, records);
    let other = world.tab();
    turn(&other, 20);
    assert_eq!(settled(&world, &other), Some(None), "another session can be begun");
}

#[test]
fn a_log_of_the_first_version_goes_on_as_one_of_the_present() {
    let world = World::default();
    let tab = world.tab();
    turn(&tab, 10);
    world.run();
    world.kill(&tab);
    let old = include_str!("../../../../../../crates/session/golden/log/v1/two-turns.jsonl");
    let records = super::super::lines(old).map(str::to_owned).collect();
    world.disk.rows.borrow_mut().get_mut(ID).unwrap().records = records;
    let (tab, shown) = world.open(ID);
    let shown = shown.unwrap().read.turns;
    assert_eq!(shown.len(), 2);
    assert_eq!(shown[0].turn.question, "How many rows are there?");
    assert_eq!(shown[0].turn.answer, "There are **500** rows.");
    assert_eq!((tab.page().said.take().len(), tab.id().as_str()), (0, "session-2"));
    turn(&tab, 500);
    assert_eq!(settled(&world, &tab), Some(None));
    let text = world.disk.rows.borrow()["session-2"].records.concat();
    let log = read(text.as_bytes()).unwrap();
    assert_eq!(log.schema, session::log::SCHEMA);
    assert!(log.events.iter().map(|Event { seq, .. }| *seq).eq(1..=log.events.len() as u64));
    assert_eq!(encode_all(&log.events).unwrap(), text);
}
