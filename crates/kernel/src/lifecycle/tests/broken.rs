//! An interpreter that reports that it is unusable: before the reply to the request that broke it,
//! or after it.

use super::*;

const SENTENCE: &str = "Python died (it was taken apart) and was started afresh. All variables are lost; your files are still there.";

/// Returns a kernel and the id of its execution, which has been answered.
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

/// Boots the interpreter that the last effect starts, and returns the requests that are posted to
/// it.
fn posted_after_boot(lifecycle: &mut Lifecycle, after: &[Effect]) -> Vec<RequestId> {
    let Some(Effect::Start { boot, restart: true, .. }) = after.last() else { panic!("{after:?}") };
    hear(lifecycle, &booted(*boot, true), at(20));
    posts(&effects(lifecycle))
}

#[test]
fn the_last_outcome_of_a_broken_interpreter_is_settled_before_a_fresh_one_starts() {
    let mut lifecycle = ready(true);
    let last = execute(&mut lifecycle, "…", 60, 10);
    let waiting = execute(&mut lifecycle, "…", 60, 10);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(last), at(11));
    assert_eq!(effects(&mut lifecycle), []);
    hear(&mut lifecycle, &executed(last, Status::Ok), at(11));
    let after = effects(&mut lifecycle);
    let settled: Vec<_> = ends(&after).into_iter().map(|(id, status, ..)| (id, status)).collect();
    assert_eq!(settled, [(last, Status::Ok), (waiting, Status::Killed)]);
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
fn a_broken_interpreter_is_replaced_during_a_ping_as_well() {
    let (mut lifecycle, id) = answered();
    lifecycle.tick(lifecycle.deadline().unwrap());
    assert_eq!(posts(&effects(&mut lifecycle)).len(), 1);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(after[0], Effect::RemoveFrame);
    assert!(posted_after_boot(&mut lifecycle, &after).is_empty());
}

#[test]
fn a_request_posted_before_the_notice_waits_first_in_line_for_the_next_interpreter() {
    let (mut lifecycle, id) = answered();
    let first = mount(&mut lifecycle, 7, "a.csv", 11);
    let second = mount(&mut lifecycle, 8, "b.csv", 11);
    assert_eq!(posts(&effects(&mut lifecycle)), [first]);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert!(!after.iter().any(|effect| matches!(effect, Effect::Settle(_))), "{after:?}");
    assert_eq!(posted_after_boot(&mut lifecycle, &after), [first]);
    hear(&mut lifecycle, &mounted_reply(first, &["a.csv"]), at(21));
    assert_eq!(posts(&effects(&mut lifecycle)), [second]);
}

#[test]
fn an_execution_posted_before_the_notice_ends_like_those_that_wait() {
    let (mut lifecycle, id) = answered();
    let posted = execute(&mut lifecycle, "2", 60, 11);
    let waiting = execute(&mut lifecycle, "3", 60, 11);
    assert_eq!(posts(&effects(&mut lifecycle)), [posted]);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(statuses(&after), [(posted, Status::Killed), (waiting, Status::Killed)]);
    let [one, other] = ends(&after).try_into().unwrap();
    assert_eq!((one.2, one.3), (other.2, other.3));
    assert!(posted_after_boot(&mut lifecycle, &after).is_empty());
}

#[test]
fn an_execution_that_is_being_interrupted_ends_once() {
    let (mut lifecycle, id) = answered();
    let posted = execute(&mut lifecycle, "2", 60, 11);
    lifecycle.interrupt(at(11));
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(id), at(12));
    let after = effects(&mut lifecycle);
    assert_eq!(statuses(&after), [(posted, Status::Killed)]);
    assert!(posted_after_boot(&mut lifecycle, &after).is_empty());
}

#[test]
fn a_request_about_a_result_of_a_broken_interpreter_fails() {
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
    assert!(posted_after_boot(&mut lifecycle, &after).is_empty());
}

#[test]
fn a_request_that_breaks_the_interpreter_is_answered_and_not_repeated() {
    let mut lifecycle = ready(true);
    let profile = lifecycle.submit(
        |id| Request::Profile {
            id,
            path: "/data/b".to_owned(),
            encoding: None,
            choices: Vec::new(),
        },
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
    assert!(posted_after_boot(&mut lifecycle, &after).is_empty());
}

#[test]
fn a_broken_notice_about_another_request_during_a_start_is_dropped_and_counted() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &broken(99), at(1));
    assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 1));
    hear(&mut lifecycle, &booted(1, true), at(5));
    assert_eq!((effects(&mut lifecycle), lifecycle.phase()), (vec![Effect::Ready], Phase::Ready));
}

#[test]
fn an_execution_that_waited_reports_why_the_interpreter_was_terminated() {
    let mut lifecycle = ready(true);
    execute(&mut lifecycle, "…", 60, 10);
    let waiting = execute(&mut lifecycle, "…", 60, 10);
    effects(&mut lifecycle);
    lifecycle.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(11));
    let error = effects(&mut lifecycle).into_iter().find_map(|effect| match effect {
        Effect::Settle(Reply::Executed { id, outcome }) if id == waiting => outcome.error,
        _ => None,
    });
    let value = "Python died (out of memory) and was started afresh. All variables are lost; the files are still there.";
    assert_eq!(error.map(|error| error.value), Some(value.to_owned()));
}
