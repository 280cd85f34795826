//! One page with several sessions, of which another one is shown.

use std::rc::Rc;

use futures::channel::oneshot;
use session::log::Stream;

use super::super::super::tests::browser::{Tab, World};
use super::super::super::{Sessions, StoredSession};
use super::{ID, asked, pair, settled, stored, turn};
use crate::session::Doing;

type Switched = Result<(), String>;

/// Begins to show a session; the result has what comes of it.
fn leave_for(
    world: &World,
    page: &Rc<Sessions<Tab>>,
    id: &'static str,
) -> oneshot::Receiver<Switched> {
    let page = page.clone();
    world.begin(async move { page.leave_for(id).await })
}

/// Shows a session.
fn left_for(world: &World, page: &Rc<Sessions<Tab>>, id: &'static str) -> StoredSession<Tab> {
    assert_eq!(leave_for(world, page, id).try_recv(), Ok(Some(Ok(()))), "{id}");
    page.shown().unwrap()
}

/// Returns a page with two sessions, of which the second is shown.
fn with_two() -> (World, Rc<Sessions<Tab>>) {
    let world = World::default();
    let page = world.page();
    turn(&page.shown().unwrap(), 10);
    turn(&left_for(&world, &page, "new"), 10);
    world.run();
    assert_eq!(page.shown().unwrap().id(), "session-2");
    (world, page)
}

#[test]
fn a_switch_waits_for_what_is_being_written_and_the_one_that_is_left_sleeps() {
    let (world, page) = with_two();
    let before = page.shown().unwrap();
    world.disk.slow("append");
    before.record(asked(20));
    before.piece(20, Stream::Answer, "Half a sen");
    let mut switched = leave_for(&world, &page, ID);
    before.piece(20, Stream::Answer, "tence");
    world.run();
    assert_eq!(switched.try_recv(), Ok(None));
    assert!(page.shown().unwrap().is(&before) && before.is_shown());
    world.release("append", None);
    assert_eq!(switched.try_recv(), Ok(Some(Ok(()))));
    let after = page.shown().unwrap();
    assert_eq!((after.id().as_str(), after.page().chosen.take().as_str()), (ID, ID));
    assert!(after.is_shown() && !before.is_shown());
    assert!(before.page().asleep.get() && !after.page().asleep.get());
    assert_eq!(world.stored("session-2").turn(20).unwrap().answer, "Half a sentence");
    let (other, shown) = world.open("session-2");
    assert!(!shown.unwrap().reading && !other.is_reading(), "another tab may have it");
}

#[test]
fn two_switches_are_done_one_after_the_other() {
    let (world, page) = with_two();
    world.disk.slow("open");
    let mut first = leave_for(&world, &page, ID);
    let mut second = leave_for(&world, &page, "new");
    let mut third = leave_for(&world, &page, "session-2");
    assert_eq!((first.try_recv(), second.try_recv()), (Ok(None), Ok(None)));
    while world.disk.count("open") > 0 {
        assert_eq!(world.disk.count("open"), 1, "they do not run into each other");
        world.release("open", Some(0));
    }
    for switched in [&mut first, &mut second, &mut third] {
        assert_eq!(switched.try_recv(), Ok(Some(Ok(()))));
    }
    assert_eq!(page.shown().unwrap().id(), "session-2");
    assert_eq!(world.disk.shown.take(), [2, 1, 3, 2]);
    let shown = page.all().iter().filter(|session| session.is_shown()).count();
    assert_eq!((page.all().len(), shown), (3, 1));
}

#[test]
fn a_turn_goes_on_while_another_session_is_shown_and_its_end_is_news() {
    let (world, page) = with_two();
    let second = page.shown().unwrap();
    second.record(asked(20));
    second.page().doing.set(Doing::Computing);
    let first = left_for(&world, &page, ID);
    assert!(!second.page().asleep.get(), "it computes");
    assert_eq!(second.listed_doing(), Doing::Computing);
    second.piece(20, Stream::Answer, "Answer 20.");
    second.record(super::answered(20));
    second.record(super::ended(20));
    turn(&first, 20);
    second.page().doing.set(Doing::Nothing);
    second.idle();
    assert_eq!(second.listed_doing(), Doing::Answer);
    world.pass(1_000);
    assert!(second.page().asleep.get());
    assert_eq!(stored(&world, "session-2"), [pair(10), pair(20)]);
    assert!(left_for(&world, &page, "session-2").is(&second));
    assert_eq!((second.listed_doing(), second.page().asleep.get()), (Doing::Nothing, false));
    let followed = second.page().followed.take();
    assert_eq!(followed.last().unwrap().read.turns.len(), 2, "it is shown with its answer");
    for session in [&first, &second] {
        turn(session, 30);
        assert_eq!(settled(&world, session), Some(None));
    }
    assert_eq!(stored(&world, ID), [pair(10), pair(20), pair(30)]);
    assert_eq!(stored(&world, "session-2"), [pair(10), pair(20), pair(30)]);
}

#[test]
fn a_blank_session_is_shown_again_instead_of_a_new_one() {
    let (world, page) = with_two();
    let blank = left_for(&world, &page, "new");
    assert!(blank.is_blank() && left_for(&world, &page, "new").is(&blank));
    left_for(&world, &page, ID);
    assert!(left_for(&world, &page, "new").is(&blank));
    assert_eq!(blank.page().chosen.take(), "new");
    assert_eq!((page.all().len(), world.disk.rows.borrow().len()), (3, 2));
}

#[test]
fn while_too_many_compute_or_code_runs_by_itself_the_session_stays() {
    let (world, page) = with_two();
    let third = left_for(&world, &page, "new");
    for session in page.all() {
        session.page().doing.set(Doing::Computing);
    }
    let mut switched = leave_for(&world, &page, "new");
    assert_eq!(switched.try_recv(), Ok(Some(Ok(()))), "it is shown already");
    turn(&third, 10);
    world.run();
    let why = leave_for(&world, &page, "new").try_recv().unwrap().unwrap().unwrap_err();
    assert!(why.contains("are computing"), "{why}");
    assert_eq!(page.all().len(), 3);
    left_for(&world, &page, ID);
    let shown = page.shown().unwrap();
    let (over, running) = oneshot::channel::<()>();
    let holding = shown.clone();
    world.start(async move {
        let act = async { running.await.map_err(|_| String::new()) };
        holding.hold(true, "It runs again.", act).await.ok();
    });
    assert!(shown.refusal().is_some() && shown.held_by().is_some());
    let why = leave_for(&world, &page, "session-2").try_recv().unwrap().unwrap().unwrap_err();
    assert!(why.starts_with("It runs again."), "{why}");
    over.send(()).unwrap();
    assert_eq!(left_for(&world, &page, "session-2").id(), "session-2");
}

#[test]
fn beside_a_session_that_cannot_be_opened_another_one_is_shown_and_stored() {
    let (world, page) = with_two();
    let newer = "{\"crc\":\"00000000\",\"v\":999,\"seq\":1,\"after\":0,\"ms\":0,\"body\":{}}\n";
    let closed = page.all()[0].clone();
    assert!(closed.page().asleep.get());
    world.disk.rows.borrow_mut().get_mut(ID).unwrap().records = vec![newer.to_owned()];
    let failed = left_for(&world, &page, ID);
    assert_eq!(super::said(&failed, "cannot be opened"), 1);
    assert!(!failed.why_unstored().is_empty() && !failed.is_blank());
    let blank = left_for(&world, &page, "new");
    turn(&blank, 10);
    assert_eq!(settled(&world, &blank), Some(None));
    assert_eq!(stored(&world, "session-3"), [pair(10)]);
    assert_eq!(world.disk.rows.borrow()[ID].records, [newer.to_owned()], "it is as it was");
}
