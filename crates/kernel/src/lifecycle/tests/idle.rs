//! An idle worker that no longer answers.

use super::*;

fn ms(milliseconds: u64) -> Time {
    Duration::from_millis(milliseconds)
}

/// Ticks at the deadline and returns the ping that is posted then.
fn ping(lifecycle: &mut Lifecycle) -> RequestId {
    let now = lifecycle.deadline().unwrap();
    lifecycle.tick(now);
    match effects(lifecycle).as_slice() {
        [Effect::Post { request: Request::Ping { id }, .. }] => *id,
        other => panic!("{other:?}"),
    }
}

fn pong(id: RequestId) -> String {
    format!(r#"{{"type":"pong","id":{id}}}"#)
}

#[test]
fn an_idle_worker_is_pinged_four_times_a_second_and_stays_ready_while_it_answers() {
    let mut lifecycle = ready(true);
    for quarter in 21..30 {
        assert_eq!(lifecycle.deadline(), Some(ms(quarter * 250)));
        let id = ping(&mut lifecycle);
        assert_eq!(lifecycle.deadline(), Some(ms(quarter * 250 + 1_500)));
        hear(&mut lifecycle, &pong(id), ms(quarter * 250));
        assert_eq!(
            (effects(&mut lifecycle), lifecycle.phase(), lifecycle.dropped()),
            (vec![], Phase::Ready, 0)
        );
    }
}

#[test]
fn a_worker_that_does_not_answer_within_two_seconds_is_dead() {
    let mut lifecycle = ready(true);
    ping(&mut lifecycle);
    lifecycle.tick(ms(6_749));
    assert_eq!(effects(&mut lifecycle), []);
    lifecycle.tick(ms(6_750));
    let after = effects(&mut lifecycle);
    assert_eq!(after[0], Effect::RemoveFrame);
    let sentence = "Python died (it no longer answers) and was started afresh. All variables are lost; your files are still there.";
    assert_eq!(after[1], Effect::Lost { why: sentence.to_owned(), asked: false, cells: vec![] });
    assert!(matches!(after[2], Effect::Start { restart: true, .. }), "{after:?}");
}

#[test]
fn a_late_check_extends_the_wait_for_the_answer_once() {
    // A tab in the background: the timer fires a minute late, and the answer comes right after it.
    let mut lifecycle = ready(true);
    let id = ping(&mut lifecycle);
    lifecycle.tick(at(70));
    assert_eq!((effects(&mut lifecycle), lifecycle.deadline()), (vec![], Some(ms(71_500))));
    hear(&mut lifecycle, &pong(id), at(70));
    assert_eq!((lifecycle.phase(), lifecycle.deadline()), (Phase::Ready, Some(ms(70_250))));

    // Without an answer, the worker is dead after all.
    ping(&mut lifecycle);
    lifecycle.tick(at(200));
    effects(&mut lifecycle);
    lifecycle.tick(at(300));
    assert_eq!(effects(&mut lifecycle).first(), Some(&Effect::RemoveFrame));
}

#[test]
fn a_worker_that_fails_a_ping_is_alive() {
    let mut lifecycle = ready(true);
    let id = ping(&mut lifecycle);
    hear(&mut lifecycle, &format!(r#"{{"type":"failed","id":{id},"message":"unknown"}}"#), at(6));
    assert_eq!(
        (effects(&mut lifecycle), lifecycle.phase(), lifecycle.deadline()),
        (vec![], Phase::Ready, Some(ms(6_250)))
    );
}

#[test]
fn a_busy_worker_is_not_pinged_and_a_late_answer_has_no_effect() {
    let mut lifecycle = ready(true);
    let asked = ping(&mut lifecycle);
    let id = execute(&mut lifecycle, "1", 60, 7);
    assert_eq!((posts(&effects(&mut lifecycle)), lifecycle.deadline()), (vec![id], Some(at(67))));
    hear(&mut lifecycle, &pong(asked), at(30));
    assert_eq!(
        (effects(&mut lifecycle), lifecycle.phase(), lifecycle.dropped()),
        (vec![], Phase::Busy, 0)
    );
    hear(&mut lifecycle, &executed(id, Status::Ok), at(31));
    assert_eq!(lifecycle.deadline(), Some(ms(31_250)));
}

#[test]
fn an_answer_to_no_ping_is_dropped_and_counted() {
    let mut lifecycle = ready(true);
    let id = ping(&mut lifecycle);
    hear(&mut lifecycle, &pong(id + 7), at(6));
    assert_eq!((lifecycle.dropped(), lifecycle.deadline()), (1, Some(ms(6_750))));
    hear(&mut lifecycle, &pong(id), at(6));
    hear(&mut lifecycle, &pong(id), at(6));
    assert_eq!(lifecycle.dropped(), 2);
}
