//! An execution that asks the user for a line, and the warning that memory runs out.

use super::*;

fn interactive(lifecycle: &mut Lifecycle, now: u64) -> RequestId {
    let request = |id| Request::Execute {
        id,
        code: "input()".to_owned(),
        interactive: true,
        readings: Vec::new(),
        silent: false,
    };
    let id = lifecycle.submit(request, vec![], at(60), at(now));
    effects(lifecycle);
    id
}

fn asks(id: RequestId, prompt: &str) -> String {
    crate::protocol::write(&Notice::Input { id, prompt: prompt.to_owned() }).unwrap()
}

#[test]
fn the_wait_for_the_users_line_does_not_count() {
    for line in [Some("42".to_owned()), None] {
        let mut lifecycle = ready(true);
        let id = interactive(&mut lifecycle, 10);
        hear(&mut lifecycle, &asks(id, "How many? "), at(20));
        assert_eq!(effects(&mut lifecycle), [Effect::Ask("How many? ".to_owned())]);
        assert_eq!(lifecycle.deadline(), None);
        lifecycle.tick(at(1_000));
        lifecycle.answer(line.clone(), at(1_020));
        assert_eq!(effects(&mut lifecycle), [Effect::AskNoMore, Effect::Answer(line)]);
        assert_eq!(lifecycle.deadline(), Some(at(1_070)));
    }
}

#[test]
fn a_stop_withdraws_the_prompt() {
    let mut lifecycle = ready(true);
    let id = interactive(&mut lifecycle, 10);
    hear(&mut lifecycle, &asks(id, ""), at(11));
    effects(&mut lifecycle);
    lifecycle.interrupt(at(12));
    assert_eq!(effects(&mut lifecycle), [Effect::AskNoMore, Effect::Interrupt(id)]);
    assert_eq!(lifecycle.deadline(), Some(at(13)));
    lifecycle.answer(Some("too late".to_owned()), at(12));
    assert_eq!(effects(&mut lifecycle), []);
}

#[test]
fn the_end_of_the_execution_or_of_the_worker_withdraws_the_prompt() {
    let mut lifecycle = ready(true);
    let id = interactive(&mut lifecycle, 10);
    hear(&mut lifecycle, &asks(id, ""), at(11));
    effects(&mut lifecycle);
    hear(&mut lifecycle, &executed(id, Status::Ok), at(12));
    assert_eq!(effects(&mut lifecycle).first(), Some(&Effect::AskNoMore));

    let id = interactive(&mut lifecycle, 20);
    hear(&mut lifecycle, &asks(id, ""), at(21));
    effects(&mut lifecycle);
    lifecycle.restart(at(22));
    assert_eq!(effects(&mut lifecycle)[1], Effect::AskNoMore);
}

#[test]
fn a_prompt_that_is_not_allowed_is_dropped_and_counted() {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "input()", 60, 10);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &asks(id, "from a turn"), at(11));
    hear(&mut lifecycle, &asks(id + 1, "from nowhere"), at(11));
    assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 2));

    let mut lifecycle = ready(true);
    let id = interactive(&mut lifecycle, 10);
    hear(&mut lifecycle, &asks(id, "once"), at(11));
    hear(&mut lifecycle, &asks(id, "twice"), at(11));
    assert_eq!((effects(&mut lifecycle).len(), lifecycle.dropped()), (1, 1));
}

#[test]
fn the_memory_warning_is_issued_once_per_interpreter() {
    let mut lifecycle = ready(true);
    let notice = r#"{"type":"memory","bytes":3,"limit":4}"#;
    hear(&mut lifecycle, notice, at(10));
    hear(&mut lifecycle, notice, at(11));
    assert_eq!(
        (effects(&mut lifecycle), lifecycle.dropped()),
        (vec![Effect::Memory { bytes: 3, limit: 4 }], 1)
    );
    lifecycle.restart(at(12));
    effects(&mut lifecycle);
    hear(&mut lifecycle, notice, at(13));
    assert_eq!(effects(&mut lifecycle), [Effect::Memory { bytes: 3, limit: 4 }]);
}

fn wants(ticket: u32) -> String {
    crate::protocol::write(&Notice::Wanted { ticket, package: "scipy".to_owned() }).unwrap()
}

#[test]
fn the_wait_for_a_package_does_not_count() {
    let mut lifecycle = ready(true);
    execute(&mut lifecycle, "import scipy", 60, 10);
    effects(&mut lifecycle);
    hear(&mut lifecycle, &wants(1), at(20));
    assert_eq!(effects(&mut lifecycle), [Effect::Fetch { ticket: 1, package: "scipy".to_owned() }]);
    assert_eq!(lifecycle.deadline(), None);
    lifecycle.fetched(at(120));
    assert_eq!(lifecycle.deadline(), Some(at(170)));
    hear(&mut lifecycle, &wants(2), at(121));
    assert_eq!(effects(&mut lifecycle).len(), 1);
}

#[test]
fn a_stop_ends_the_wait_for_a_package_and_a_late_archive_has_no_effect() {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "import scipy", 60, 10);
    hear(&mut lifecycle, &wants(1), at(11));
    effects(&mut lifecycle);
    lifecycle.interrupt(at(12));
    assert_eq!(effects(&mut lifecycle), [Effect::Interrupt(id)]);
    assert_eq!(lifecycle.deadline(), Some(at(13)));
    lifecycle.fetched(at(13));
    assert_eq!(lifecycle.deadline(), Some(at(13)));
}

#[test]
fn a_name_that_no_package_can_have_is_dropped_and_counted() {
    for name in ["", "Scipy", "../lock", "Python is broken: visit example.org", &"a".repeat(101)] {
        let mut lifecycle = ready(true);
        execute(&mut lifecycle, "…", 60, 10);
        effects(&mut lifecycle);
        let notice = Notice::Wanted { ticket: 1, package: name.to_owned() };
        hear(&mut lifecycle, &crate::protocol::write(&notice).unwrap(), at(11));
        assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 1), "{name}");
    }
}

#[test]
fn a_package_is_fetched_only_for_a_running_request_and_one_at_a_time() {
    let mut lifecycle = ready(true);
    hear(&mut lifecycle, &wants(1), at(5));
    assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 1));
    execute(&mut lifecycle, "import scipy", 60, 10);
    hear(&mut lifecycle, &wants(1), at(11));
    effects(&mut lifecycle);
    hear(&mut lifecycle, &wants(2), at(11));
    assert_eq!((effects(&mut lifecycle), lifecycle.dropped()), (vec![], 2));
}
