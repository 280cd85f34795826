//! An interpreter that says of itself that it is beyond use: before the reply of the request that broke it, or after it.

use super::*;

const SENTENCE: &str = "Python died (it was taken apart) and was started afresh. All variables are lost; your files are still there.";

/// A kernel whose execution, which is named, has been answered.
fn answered() -> (Lifecycle, RequestId) {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "1", 60, 10);
    hear(&mut lifecycle, &executed(id, Status::Ok), at(11));
    effects(&mut lifecycle);
    (lifecycle, id)
}

fn statuses(effects: &[Effect]) -> Vec<(RequestId, Status)> {
    ends(effects).into_iter().map(|(id, status, ..)| (id, status)).collect()
}

/// Boots the interpreter that the last effect starts, and yields the requests that it is posted.
fn posted_afresh(lifecycle: &mut Lifecycle, after: &[Effect]) -> Vec<RequestId> {
    let Some(Effect::Start { boot, restart: true, .. }) = after.last() else { panic!("{after:?}") };
    hear(lifecycle, &booted(*boot, true), at(20));
    posts(&effects(lifecycle))
}

#[test]
fn the_last_outcome_of_a_broken_interpreter_is_told_before_a_fresh_one_starts_and_nothing_more_is_asked_of_it()
 {
    let mut lifecycle = ready(true);
    let last = execute(&mut lifecycle, "…", 60, 10);
    let waiting = execute(&mut lifecycle, "…", 60, 10);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(last), at(11));
    assert_eq!(effects(&mut lifecycle), []);
    hear(&mut lifecycle, &executed(last, Status::Ok), at(11));
    let after = effects(&mut lifecycle);
    let told: Vec<_> = ends(&after).into_iter().map(|(id, status, ..)| (id, status)).collect();
    assert_eq!(told, [(last, Status::Ok), (waiting, Status::Killed)]);
    assert!(posts(&after).is_empty());
    assert!(matches!(after.last(), Some(Effect::Start { restart: true, .. })), "{after:?}");
}

#[test]
fn an_idle_interpreter_that_is_broken_is_replaced_at_once() {
    let (mut lifecycle, id) = answered();
    hear(&mut lifecycle, &broken(id), at(12));
    let lost = Effect::Lost { why: SENTENCE.to_owned(), asked: false, cells: vec!["1".to_owned()] };
    let start = Effect::Start { boot: 3, restart: true, kind: Start::Snapshot };
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, lost, start]);
    assert_eq!((lifecycle.phase(), lifecycle.dropped()), (Phase::Starting { restart: true }, 0));
}

#[test]
fn one_that_is_asked_whether_it_lives_is_replaced_as_well() {
    let (mut lifecycle, id) = answered();
    lifecycle.tick(lifecycle.deadline().unwrap());
    assert_eq!(posts(&effects(&mut lifecycle)).len(), 1);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(after[0], Effect::RemoveFrame);
    assert!(posted_afresh(&mut lifecycle, &after).is_empty());
}

#[test]
fn what_was_posted_before_a_broken_interpreter_said_so_waits_for_the_next_ahead_of_the_rest() {
    let (mut lifecycle, id) = answered();
    let first = mount(&mut lifecycle, 7, "a.csv", 11);
    let second = mount(&mut lifecycle, 8, "b.csv", 11);
    assert_eq!(posts(&effects(&mut lifecycle)), [first]);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert!(!after.iter().any(|effect| matches!(effect, Effect::Settle(_))), "{after:?}");
    assert_eq!(posted_afresh(&mut lifecycle, &after), [first]);
    hear(&mut lifecycle, &mounted_reply(first, &["a.csv"]), at(21));
    assert_eq!(posts(&effects(&mut lifecycle)), [second]);
}

#[test]
fn an_execution_that_was_posted_before_ends_like_those_that_wait() {
    let (mut lifecycle, id) = answered();
    let posted = execute(&mut lifecycle, "2", 60, 11);
    let waiting = execute(&mut lifecycle, "3", 60, 11);
    assert_eq!(posts(&effects(&mut lifecycle)), [posted]);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(statuses(&after), [(posted, Status::Killed), (waiting, Status::Killed)]);
    let [one, other] = ends(&after).try_into().unwrap();
    assert_eq!((one.2, one.3), (other.2, other.3));
    assert!(posted_afresh(&mut lifecycle, &after).is_empty());
}

#[test]
fn an_execution_that_is_being_stopped_by_then_ends_once() {
    let (mut lifecycle, id) = answered();
    let posted = execute(&mut lifecycle, "2", 60, 11);
    lifecycle.interrupt(at(11));
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(statuses(&after), [(posted, Status::Killed)]);
    assert!(posted_afresh(&mut lifecycle, &after).is_empty());
}

#[test]
fn what_is_asked_about_a_result_of_a_broken_interpreter_ends_with_it() {
    let (mut lifecycle, id) = answered();
    let figure = lifecycle.submit(
        |id| Request::Vectors { id, result: "1a2b3c4d-2".to_owned() },
        vec![],
        REQUEST_LIMIT,
        at(11),
    );
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert!(after.contains(&Effect::Settle(unanswered::gone(figure))), "{after:?}");
    assert!(posted_afresh(&mut lifecycle, &after).is_empty());
}

#[test]
fn a_request_that_breaks_the_interpreter_is_answered_and_not_tried_again() {
    let mut lifecycle = ready(true);
    let profile = lifecycle.submit(
        |id| Request::Profile { id, path: "/data/b".to_owned() },
        vec![],
        REQUEST_LIMIT,
        at(10),
    );
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(profile), at(11));
    assert_eq!(effects(&mut lifecycle), []);
    let failed = Reply::Failed { id: profile, message: "Python broke down.".to_owned() };
    hear(&mut lifecycle, &crate::protocol::write(&failed).unwrap(), at(11));
    let after = effects(&mut lifecycle);
    assert_eq!(after[..2], [Effect::Settle(failed), Effect::RemoveFrame]);
    assert!(posted_afresh(&mut lifecycle, &after).is_empty());
}

#[test]
fn what_an_interpreter_that_starts_says_of_another_request_is_dropped_and_counted() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(99), at(1));
    assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 1));
    hear(&mut lifecycle, &booted(1, true), at(5));
    assert_eq!((effects(&mut lifecycle), lifecycle.phase()), (vec![Effect::Ready], Phase::Ready));
}
