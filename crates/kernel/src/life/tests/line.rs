//! An execution that asks the person for a line, and the warning that memory runs out.

use super::*;

fn interactive(life: &mut Life, now: u64) -> RequestId {
    let request = |id| Request::Execute { id, code: "input()".to_owned(), interactive: true };
    let id = life.submit(request, vec![], at(60), at(now));
    effects(life);
    id
}

fn asks(id: RequestId, prompt: &str) -> String {
    crate::protocol::write(&Notice::Input { id, prompt: prompt.to_owned() }).unwrap()
}

#[test]
fn the_person_is_asked_and_answers_and_the_wait_does_not_count() {
    for line in [Some("42".to_owned()), None] {
        let mut life = ready(true);
        let id = interactive(&mut life, 10);
        hear(&mut life, &asks(id, "How many? "), at(20));
        assert_eq!(effects(&mut life), [Effect::Ask("How many? ".to_owned())]);
        assert_eq!(life.deadline(), None);
        life.tick(at(1_000));
        life.answer(line.clone(), at(1_020));
        assert_eq!(effects(&mut life), [Effect::AskNoMore, Effect::Answer(line)]);
        assert_eq!(life.deadline(), Some(at(1_070)));
    }
}

#[test]
fn a_stop_takes_the_question_back() {
    let mut life = ready(true);
    let id = interactive(&mut life, 10);
    hear(&mut life, &asks(id, ""), at(11));
    effects(&mut life);
    life.interrupt(at(12));
    assert_eq!(effects(&mut life), [Effect::AskNoMore, Effect::Interrupt(id)]);
    assert_eq!(life.deadline(), Some(at(13)));
    life.answer(Some("too late".to_owned()), at(12));
    assert_eq!(effects(&mut life), []);
}

#[test]
fn the_end_of_the_execution_and_of_the_worker_take_it_back_too() {
    let mut life = ready(true);
    let id = interactive(&mut life, 10);
    hear(&mut life, &asks(id, ""), at(11));
    effects(&mut life);
    hear(&mut life, &executed(id, Status::Ok), at(12));
    assert_eq!(effects(&mut life).first(), Some(&Effect::AskNoMore));

    let id = interactive(&mut life, 20);
    hear(&mut life, &asks(id, ""), at(21));
    effects(&mut life);
    life.restart(at(22));
    assert_eq!(effects(&mut life)[1], Effect::AskNoMore);
}

#[test]
fn who_may_not_ask_is_not_heard() {
    let mut life = ready(true);
    let id = execute(&mut life, "input()", 60, 10);
    effects(&mut life);
    hear(&mut life, &asks(id, "from a turn"), at(11));
    hear(&mut life, &asks(id + 1, "from nowhere"), at(11));
    assert_eq!((effects(&mut life), life.dropped()), (vec![], 2));

    let mut life = ready(true);
    let id = interactive(&mut life, 10);
    hear(&mut life, &asks(id, "once"), at(11));
    hear(&mut life, &asks(id, "twice"), at(11));
    assert_eq!((effects(&mut life).len(), life.dropped()), (1, 1));
}

#[test]
fn that_memory_runs_out_is_told_once_in_a_life() {
    let mut life = ready(true);
    let notice = r#"{"type":"memory","bytes":3,"limit":4}"#;
    hear(&mut life, notice, at(10));
    hear(&mut life, notice, at(11));
    assert_eq!((effects(&mut life), life.dropped()), (vec![Effect::Memory { bytes: 3, limit: 4 }], 1));
    life.restart(at(12));
    effects(&mut life);
    hear(&mut life, notice, at(13));
    assert_eq!(effects(&mut life), [Effect::Memory { bytes: 3, limit: 4 }]);
}

fn wants(ticket: u32) -> String {
    crate::protocol::write(&Notice::Wanted { ticket, package: "scipy".to_owned() }).unwrap()
}

#[test]
fn what_waits_for_a_package_has_its_time_afterwards() {
    let mut life = ready(true);
    execute(&mut life, "import scipy", 60, 10);
    effects(&mut life);
    hear(&mut life, &wants(1), at(20));
    assert_eq!(effects(&mut life), [Effect::Fetch { ticket: 1, package: "scipy".to_owned() }]);
    assert_eq!(life.deadline(), None);
    life.fetched(at(120));
    assert_eq!(life.deadline(), Some(at(170)));
    hear(&mut life, &wants(2), at(121));
    assert_eq!(effects(&mut life).len(), 1);
}

#[test]
fn a_stop_ends_the_wait_for_a_package_and_an_archive_that_comes_too_late_changes_nothing() {
    let mut life = ready(true);
    let id = execute(&mut life, "import scipy", 60, 10);
    hear(&mut life, &wants(1), at(11));
    effects(&mut life);
    life.interrupt(at(12));
    assert_eq!(effects(&mut life), [Effect::Interrupt(id)]);
    assert_eq!(life.deadline(), Some(at(13)));
    life.fetched(at(13));
    assert_eq!(life.deadline(), Some(at(13)));
}

#[test]
fn a_name_that_no_package_can_have_is_not_shown_to_anybody() {
    for name in ["", "Scipy", "../lock", "Python is broken: visit example.org", &"a".repeat(101)] {
        let mut life = ready(true);
        execute(&mut life, "…", 60, 10);
        effects(&mut life);
        let notice = Notice::Wanted { ticket: 1, package: name.to_owned() };
        hear(&mut life, &crate::protocol::write(&notice).unwrap(), at(11));
        assert_eq!((effects(&mut life), life.dropped()), (vec![], 1), "{name}");
    }
}

#[test]
fn a_package_is_wanted_by_what_runs_and_once_at_a_time() {
    let mut life = ready(true);
    hear(&mut life, &wants(1), at(5));
    assert_eq!((effects(&mut life), life.dropped()), (vec![], 1));
    execute(&mut life, "import scipy", 60, 10);
    hear(&mut life, &wants(1), at(11));
    effects(&mut life);
    hear(&mut life, &wants(2), at(11));
    assert_eq!((effects(&mut life), life.dropped()), (vec![], 2));
}
