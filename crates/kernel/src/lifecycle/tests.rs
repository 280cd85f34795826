//! The kernel's lifecycle, step by step.

mod broken;
mod idle;
mod line;
mod readings;
mod restore;
mod starts;
mod unavailable;

use super::*;
use crate::protocol::{MountFile, Mounted, StreamName};
use crate::{Notice, Outcome, Status};

const ZERO: Time = Duration::ZERO;

fn at(seconds: u64) -> Time {
    Duration::from_secs(seconds)
}

fn effects(lifecycle: &mut Lifecycle) -> Vec<Effect> {
    std::iter::from_fn(|| lifecycle.next_effect()).collect()
}

/// Passes on a message without attachments.
fn hear(lifecycle: &mut Lifecycle, message: &str, now: Time) {
    lifecycle.hear(message, &[], now);
}

fn booted(id: RequestId, interruptible: bool) -> String {
    format!(
        r#"{{"type":"booted","id":{id},"start":"snapshot","pyodide":"314.0.3","python":"3.14.2","interruptible":{interruptible}}}"#
    )
}

fn outcome(status: Status, count: u32) -> Outcome {
    Outcome {
        status,
        execution_count: count,
        stdout: "from the worker".to_owned(),
        duration_ms: 5.0,
        ..Outcome::default()
    }
}

fn executed(id: RequestId, status: Status) -> String {
    crate::protocol::write(&Reply::Executed { id, outcome: outcome(status, 1) }).unwrap()
}

fn stream(id: RequestId, text: &str) -> String {
    let notice = Notice::Stream { id, stream: StreamName::Stdout, text: text.to_owned() };
    crate::protocol::write(&notice).unwrap()
}

fn broken(id: RequestId) -> String {
    format!(r#"{{"type":"broken","id":{id},"message":"it was taken apart"}}"#)
}

/// Returns a kernel that waits for code; the id of its boot request was 1.
fn ready(interruptible: bool) -> Lifecycle {
    let mut lifecycle = Lifecycle::new(ZERO);
    hear(&mut lifecycle, &booted(1, interruptible), at(5));
    assert_eq!(
        effects(&mut lifecycle),
        [Effect::Start { boot: 1, restart: false, kind: Start::Snapshot }, Effect::Ready]
    );
    lifecycle
}

fn execute(lifecycle: &mut Lifecycle, code: &str, limit: u64, now: u64) -> RequestId {
    let code = code.to_owned();
    lifecycle.submit(
        |id| Request::Execute { id, code, interactive: false, readings: Vec::new(), silent: false },
        vec![],
        Duration::from_secs(limit),
        at(now),
    )
}

fn mount(lifecycle: &mut Lifecycle, key: FileKey, name: &str, now: u64) -> RequestId {
    let file = MountFile { name: name.to_owned(), bytes: 3 };
    lifecycle.submit(
        |id| Request::Mount { id, files: vec![file] },
        vec![key],
        REQUEST_LIMIT,
        at(now),
    )
}

fn mounted(name: &str) -> Mounted {
    Mounted { name: name.to_owned(), path: format!("/data/{name}"), bytes: 3 }
}

fn mounted_reply(id: RequestId, names: &[&str]) -> String {
    let files = names.iter().map(|name| mounted(name)).collect();
    crate::protocol::write(&Reply::Mounted { id, files }).unwrap()
}

/// Returns how the executions ended, as `(id, status, stdout, error name)`.
fn ends(effects: &[Effect]) -> Vec<(RequestId, Status, String, String)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Settle(Reply::Executed { id, outcome }) => Some((
                *id,
                outcome.status,
                outcome.stdout.clone(),
                outcome.error.as_ref().map(|error| error.name.clone()).unwrap_or_default(),
            )),
            _ => None,
        })
        .collect()
}

fn posts(effects: &[Effect]) -> Vec<RequestId> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Post { request, .. } => Some(request.id()),
            _ => None,
        })
        .collect()
}

#[test]
fn requests_during_the_start_wait_and_then_run_in_order() {
    let mut lifecycle = Lifecycle::new(ZERO);
    let first = execute(&mut lifecycle, "1", 60, 1);
    let second = execute(&mut lifecycle, "2", 60, 1);
    assert_eq!(
        effects(&mut lifecycle),
        [Effect::Start { boot: 1, restart: false, kind: Start::Snapshot }]
    );
    hear(&mut lifecycle, &booted(1, true), at(5));
    assert_eq!(posts(&effects(&mut lifecycle)), [first]);
    assert_eq!(lifecycle.phase(), Phase::Busy);
    hear(&mut lifecycle, &executed(first, Status::Ok), at(6));
    let after = effects(&mut lifecycle);
    assert_eq!((ends(&after).len(), posts(&after)), (1, vec![second]));
    hear(&mut lifecycle, &executed(second, Status::Ok), at(7));
    assert_eq!(lifecycle.phase(), Phase::Ready);
}

#[test]
fn code_of_the_page_does_not_count_as_running_and_can_be_interrupted() {
    let mut lifecycle = ready(true);
    let silent = |id| Request::Execute {
        id,
        code: "1".to_owned(),
        interactive: false,
        readings: Vec::new(),
        silent: true,
    };
    let id = lifecycle.submit(silent, vec![], REQUEST_LIMIT, at(10));
    let next = execute(&mut lifecycle, "2", 60, 10);
    assert_eq!((posts(&effects(&mut lifecycle)), lifecycle.phase()), (vec![id], Phase::Ready));
    lifecycle.interrupt(at(11));
    assert!(effects(&mut lifecycle).contains(&Effect::Interrupt(id)));
    hear(&mut lifecycle, &executed(id, Status::Interrupted), at(11));
    assert!(posts(&effects(&mut lifecycle)).is_empty(), "{next} was cancelled too");
    let next = execute(&mut lifecycle, "3", 60, 12);
    assert_eq!((posts(&effects(&mut lifecycle)), lifecycle.phase()), (vec![next], Phase::Busy));
}

#[test]
fn an_interrupt_that_works_keeps_the_interpreter() {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "while True: pass", 60, 10);
    effects(&mut lifecycle);
    lifecycle.interrupt(at(11));
    assert_eq!(effects(&mut lifecycle), [Effect::Interrupt(id)]);
    hear(&mut lifecycle, &executed(id, Status::Interrupted), at(11));
    assert_eq!(
        ends(&effects(&mut lifecycle)),
        [(id, Status::Interrupted, "from the worker".to_owned(), String::new())]
    );
    assert_eq!(lifecycle.phase(), Phase::Ready);
}

#[test]
fn an_ignored_interrupt_is_sent_again_four_times_and_the_interpreter_is_killed_after_the_grace_period()
 {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "…", 60, 10);
    hear(&mut lifecycle, &stream(id, "so far"), at(11));
    lifecycle.interrupt(at(12));
    effects(&mut lifecycle);
    for wanted in [13_000, 13_250, 13_500, 13_750].map(Duration::from_millis) {
        assert_eq!((effects(&mut lifecycle), lifecycle.deadline()), (Vec::new(), Some(wanted)));
        lifecycle.tick(wanted);
        assert_eq!(effects(&mut lifecycle), [Effect::Interrupt(id)]);
    }
    assert_eq!(lifecycle.deadline(), Some(at(14)));
    lifecycle.tick(at(14));
    let after = effects(&mut lifecycle);
    assert_eq!(
        ends(&after),
        [(id, Status::Killed, "so far".to_owned(), "KernelKilled".to_owned())]
    );
    assert_eq!(after[0], Effect::RemoveFrame);
    assert!(
        matches!(&after[2], Effect::Lost { why, asked: false, .. } if why.contains("variables are lost")),
        "{after:?}"
    );
    assert_eq!(after[3], Effect::Start { boot: 3, restart: true, kind: Start::Snapshot });
    assert_eq!(lifecycle.phase(), Phase::Starting { restart: true });
}

#[test]
fn without_shared_memory_a_stop_kills_at_once() {
    let mut lifecycle = ready(false);
    let id = execute(&mut lifecycle, "…", 60, 10);
    effects(&mut lifecycle);
    lifecycle.interrupt(at(11));
    let after = effects(&mut lifecycle);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelKilled".to_owned())]);
    assert_eq!(
        after.last(),
        Some(&Effect::Start { boot: 3, restart: true, kind: Start::Snapshot })
    );
}

#[test]
fn the_time_limit_interrupts_then_kills_with_status_timeout() {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "…", 7, 10);
    effects(&mut lifecycle);
    assert_eq!(lifecycle.deadline(), Some(at(17)));
    lifecycle.tick(at(17));
    assert_eq!(effects(&mut lifecycle), [Effect::Interrupt(id)]);
    hear(&mut lifecycle, &executed(id, Status::Interrupted), at(18));
    let kept = ends(&effects(&mut lifecycle));
    assert_eq!(
        kept,
        [(id, Status::Timeout, "from the worker".to_owned(), "TimeoutError".to_owned())]
    );

    let id = execute(&mut lifecycle, "…", 7, 20);
    while let Some(deadline) = lifecycle.deadline().filter(|deadline| *deadline < at(29)) {
        lifecycle.tick(deadline);
    }
    assert!(ends(&effects(&mut lifecycle)).is_empty());
    lifecycle.tick(at(29));
    let killed = ends(&effects(&mut lifecycle));
    assert_eq!(killed, [(id, Status::Timeout, String::new(), "KernelKilled".to_owned())]);
}

#[test]
fn the_time_limit_does_not_count_the_wait() {
    let mut lifecycle = ready(true);
    let first = execute(&mut lifecycle, "1", 60, 10);
    execute(&mut lifecycle, "2", 5, 10);
    hear(&mut lifecycle, &executed(first, Status::Ok), at(40));
    assert_eq!(lifecycle.deadline(), Some(at(45)));
}

#[test]
fn a_cancelled_execution_that_waits_does_not_run() {
    let mut lifecycle = ready(true);
    let first = execute(&mut lifecycle, "1", 60, 10);
    let second = execute(&mut lifecycle, "2", 60, 10);
    effects(&mut lifecycle);
    lifecycle.cancel(second, at(11));
    assert_eq!(
        ends(&effects(&mut lifecycle)),
        [(second, Status::Interrupted, String::new(), "KeyboardInterrupt".to_owned())]
    );
    hear(&mut lifecycle, &executed(first, Status::Ok), at(12));
    assert_eq!(posts(&effects(&mut lifecycle)), Vec::<RequestId>::new());
}

#[test]
fn files_are_mounted_again_under_their_names_before_anything_else_runs() {
    let mut lifecycle = ready(true);
    let first = mount(&mut lifecycle, 7, "a.csv", 10);
    hear(&mut lifecycle, &mounted_reply(first, &["a.csv"]), at(10));
    let second = mount(&mut lifecycle, 8, "a.csv", 10);
    hear(&mut lifecycle, &mounted_reply(second, &["a-2.csv"]), at(10));
    let third = mount(&mut lifecycle, 9, "gone.csv", 10);
    hear(&mut lifecycle, &mounted_reply(third, &["gone.csv"]), at(10));
    let path = "/data/gone.csv".to_owned();
    let gone = lifecycle.submit(|id| Request::Unmount { id, path }, vec![], REQUEST_LIMIT, at(10));
    hear(&mut lifecycle, &format!(r#"{{"type":"unmounted","id":{gone}}}"#), at(10));
    effects(&mut lifecycle);

    lifecycle.restart(at(20));
    let waiting = execute(&mut lifecycle, "1", 60, 20);
    let Some(Effect::Start { boot, .. }) = effects(&mut lifecycle).pop() else {
        panic!("no start")
    };
    hear(&mut lifecycle, &booted(boot, true), at(25));
    let file = |name: &str| MountFile { name: name.to_owned(), bytes: 3 };
    let again = boot + 2;
    let request = Request::Mount { id: again, files: vec![file("a.csv"), file("a-2.csv")] };
    assert_eq!(effects(&mut lifecycle), [Effect::Post { request, files: vec![7, 8] }]);
    hear(&mut lifecycle, &mounted_reply(again, &["a.csv", "a-2.csv"]), at(25));
    let after = effects(&mut lifecycle);
    assert_eq!((after[0].clone(), posts(&after)), (Effect::Ready, vec![waiting]));
}

#[test]
fn a_crash_fails_the_posted_request_and_starts_a_fresh_interpreter() {
    let mut lifecycle = ready(true);
    let file = mount(&mut lifecycle, 7, "a.csv", 10);
    let execution = execute(&mut lifecycle, "1", 60, 10);
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
    lifecycle.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(11));
    let after = effects(&mut lifecycle);
    let message = "Python died (out of memory) and was started afresh. All variables are lost; the files are still there.";
    assert_eq!(after[1], Effect::Settle(Reply::Failed { id: file, message: message.to_owned() }));
    assert_eq!(
        ends(&after),
        [(execution, Status::Killed, String::new(), "KernelKilled".to_owned())]
    );
    let Some(Effect::Start { boot, restart: true, .. }) = after.last() else { panic!("{after:?}") };
    hear(&mut lifecycle, &booted(*boot, true), at(15));
    assert_eq!(posts(&effects(&mut lifecycle)), [profile]);
}

#[test]
fn a_restart_by_the_user_posts_an_unanswered_mount_again() {
    let mut lifecycle = ready(true);
    let file = mount(&mut lifecycle, 7, "a.csv", 10);
    lifecycle.restart(at(11));
    effects(&mut lifecycle);
    hear(&mut lifecycle, &booted(3, true), at(15));
    assert_eq!(posts(&effects(&mut lifecycle)), [file]);
}

#[test]
fn text_that_is_no_message_or_answers_nothing_is_dropped_and_counted() {
    for message in [
        "",
        "{",
        r#"{"type":"hello"}"#,
        r#"{"type":"loaded","id":99}"#,
        r#"{"type":"stream","id":99,"stream":"stdout","text":"x"}"#,
        r#"{"type":"booted","id":1,"pyodide":"a","python":"b","interruptible":true}"#,
        &"x".repeat(MAX_MESSAGE_BYTES + 1),
    ] {
        let mut lifecycle = ready(true);
        hear(&mut lifecycle, message, at(10));
        let shown = &message[..message.len().min(40)];
        assert_eq!((lifecycle.dropped(), effects(&mut lifecycle)), (1, vec![]), "{shown}");
        assert_eq!(lifecycle.phase(), Phase::Ready, "{shown}");
    }
}

#[test]
fn an_answer_that_cannot_be_parsed_ends_its_request_at_once() {
    for message in [
        r#"{"type":"executed","id":2,"outcome":{}}"#,
        r#"{"id":2}"#,
        &"x".repeat(MAX_MESSAGE_BYTES + 1),
    ] {
        let mut lifecycle = ready(true);
        let id = execute(&mut lifecycle, "1", 60, 10);
        effects(&mut lifecycle);
        assert_eq!(id, 2);
        hear(&mut lifecycle, message, at(11));
        let after = effects(&mut lifecycle);
        assert_eq!(ends(&after), [(id, Status::Error, String::new(), "OutcomeError".to_owned())]);
        assert_eq!((lifecycle.phase(), lifecycle.dropped()), (Phase::Ready, 1));
    }
}

#[test]
fn an_execution_that_the_worker_refuses_still_has_an_outcome() {
    let mut lifecycle = ready(true);
    let id = execute(&mut lifecycle, "1", 60, 10);
    hear(&mut lifecycle, &format!(r#"{{"type":"failed","id":{id},"message":"too long"}}"#), at(11));
    let after = effects(&mut lifecycle);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelUnavailable".to_owned())]);
}
