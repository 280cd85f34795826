//! An idle worker that no longer answers.

use super::*;

fn ms(milliseconds: u64) -> Time {
    Duration::from_millis(milliseconds)
}

/// Ticks at the deadline and yields the question that is posted then.
fn question(life: &mut Life) -> RequestId {
    let now = life.deadline().unwrap();
    life.tick(now);
    match effects(life).as_slice() {
        [Effect::Post { request: Request::Ping { id }, .. }] => *id,
        other => panic!("{other:?}"),
    }
}

fn pong(id: RequestId) -> String {
    format!(r#"{{"type":"pong","id":{id}}}"#)
}

#[test]
fn an_idle_worker_is_asked_four_times_a_second_and_lives_while_it_answers() {
    let mut life = ready(true);
    for quarter in 21..30 {
        assert_eq!(life.deadline(), Some(ms(quarter * 250)));
        let id = question(&mut life);
        assert_eq!(life.deadline(), Some(ms(quarter * 250 + 1_500)));
        hear(&mut life, &pong(id), ms(quarter * 250));
        assert_eq!((effects(&mut life), life.phase(), life.dropped()), (vec![], Phase::Ready, 0));
    }
}

#[test]
fn one_that_does_not_answer_within_two_seconds_is_dead() {
    let mut life = ready(true);
    question(&mut life);
    life.tick(ms(6_749));
    assert_eq!(effects(&mut life), []);
    life.tick(ms(6_750));
    let after = effects(&mut life);
    assert_eq!(after[0], Effect::RemoveFrame);
    let sentence = "Python died (it no longer answers) and was started afresh. All variables are lost; your files are still there.";
    assert_eq!(after[1], Effect::Lost { why: sentence.to_owned(), asked: false, cells: vec![] });
    assert!(matches!(after[2], Effect::Start { restart: true, .. }), "{after:?}");
}

#[test]
fn a_late_look_gives_the_answer_one_more_chance() {
    // A tab in the background: the timer strikes a minute late, and the answer comes right after it.
    let mut life = ready(true);
    let id = question(&mut life);
    life.tick(at(70));
    assert_eq!((effects(&mut life), life.deadline()), (vec![], Some(ms(71_500))));
    hear(&mut life, &pong(id), at(70));
    assert_eq!((life.phase(), life.deadline()), (Phase::Ready, Some(ms(70_250))));

    // And where none comes, the worker is dead all the same.
    question(&mut life);
    life.tick(at(200));
    effects(&mut life);
    life.tick(at(300));
    assert_eq!(effects(&mut life).first(), Some(&Effect::RemoveFrame));
}

#[test]
fn a_worker_that_knows_no_such_question_lives() {
    let mut life = ready(true);
    let id = question(&mut life);
    hear(&mut life, &format!(r#"{{"type":"failed","id":{id},"message":"unknown"}}"#), at(6));
    assert_eq!((effects(&mut life), life.phase(), life.deadline()), (vec![], Phase::Ready, Some(ms(6_250))));
}

#[test]
fn while_something_runs_nobody_asks_and_a_late_answer_disturbs_nothing() {
    let mut life = ready(true);
    let asked = question(&mut life);
    let id = execute(&mut life, "1", 60, 7);
    assert_eq!((posts(&effects(&mut life)), life.deadline()), (vec![id], Some(at(67))));
    hear(&mut life, &pong(asked), at(30));
    assert_eq!((effects(&mut life), life.phase(), life.dropped()), (vec![], Phase::Busy, 0));
    hear(&mut life, &executed(id, Status::Ok), at(31));
    assert_eq!(life.deadline(), Some(ms(31_250)));
}

#[test]
fn an_answer_to_no_question_is_dropped_and_counted() {
    let mut life = ready(true);
    let id = question(&mut life);
    hear(&mut life, &pong(id + 7), at(6));
    assert_eq!((life.dropped(), life.deadline()), (1, Some(ms(6_750))));
    hear(&mut life, &pong(id), at(6));
    hear(&mut life, &pong(id), at(6));
    assert_eq!(life.dropped(), 2);
}
