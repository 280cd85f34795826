//! The kernel's life, told step by step.

mod broken;
mod fresh;
mod idle;
mod line;

use super::*;
use crate::protocol::Start;
use crate::protocol::{MountFile, Mounted, StreamName};
use crate::{Notice, Outcome, Status};

const ZERO: Time = Duration::ZERO;

fn at(seconds: u64) -> Time {
    Duration::from_secs(seconds)
}

fn effects(life: &mut Life) -> Vec<Effect> {
    std::iter::from_fn(|| life.next_effect()).collect()
}

/// Hears a message with nothing attached.
fn hear(life: &mut Life, message: &str, now: Time) {
    life.hear(message, &[], now);
}

fn booted(id: RequestId, interruptible: bool) -> String {
    format!(
        r#"{{"type":"booted","id":{id},"start":"snapshot","pyodide":"314.0.3","python":"3.14.2","interruptible":{interruptible}}}"#
    )
}

fn start(boot: RequestId, restart: bool, kind: Start) -> Effect {
    Effect::Start { boot, restart, kind }
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

/// A kernel that waits for code; its boot request was 1.
fn ready(interruptible: bool) -> Life {
    let mut life = Life::new(ZERO);
    hear(&mut life, &booted(1, interruptible), at(5));
    assert_eq!(
        effects(&mut life),
        [Effect::Start { boot: 1, restart: false, kind: Start::Snapshot }, Effect::Ready]
    );
    life
}

fn execute(life: &mut Life, code: &str, limit: u64, now: u64) -> RequestId {
    let code = code.to_owned();
    life.submit(
        |id| Request::Execute { id, code, interactive: false },
        vec![],
        Duration::from_secs(limit),
        at(now),
    )
}

fn mount(life: &mut Life, key: FileKey, name: &str, now: u64) -> RequestId {
    let file = MountFile { name: name.to_owned(), bytes: 3 };
    life.submit(|id| Request::Mount { id, files: vec![file] }, vec![key], REQUEST_LIMIT, at(now))
}

fn mounted(name: &str) -> Mounted {
    Mounted { name: name.to_owned(), path: format!("/data/{name}"), bytes: 3 }
}

fn mounted_reply(id: RequestId, names: &[&str]) -> String {
    let files = names.iter().map(|name| mounted(name)).collect();
    crate::protocol::write(&Reply::Mounted { id, files }).unwrap()
}

/// What became of the executions, as `(id, status, stdout, error name)`.
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
fn what_is_asked_before_the_start_is_over_waits_and_then_runs_in_order() {
    let mut life = Life::new(ZERO);
    let first = execute(&mut life, "1", 60, 1);
    let second = execute(&mut life, "2", 60, 1);
    assert_eq!(effects(&mut life), [Effect::Start { boot: 1, restart: false, kind: Start::Snapshot }]);
    hear(&mut life, &booted(1, true), at(5));
    assert_eq!(posts(&effects(&mut life)), [first]);
    assert_eq!(life.phase(), Phase::Busy);
    hear(&mut life, &executed(first, Status::Ok), at(6));
    let after = effects(&mut life);
    assert_eq!((ends(&after).len(), posts(&after)), (1, vec![second]));
    hear(&mut life, &executed(second, Status::Ok), at(7));
    assert_eq!(life.phase(), Phase::Ready);
}

#[test]
fn an_interrupt_that_works_keeps_the_interpreter() {
    let mut life = ready(true);
    let id = execute(&mut life, "while True: pass", 60, 10);
    effects(&mut life);
    life.interrupt(at(11));
    assert_eq!(effects(&mut life), [Effect::Interrupt(id)]);
    hear(&mut life, &executed(id, Status::Interrupted), at(11));
    assert_eq!(
        ends(&effects(&mut life)),
        [(id, Status::Interrupted, "from the worker".to_owned(), String::new())]
    );
    assert_eq!(life.phase(), Phase::Ready);
}

#[test]
fn an_interrupt_that_is_swallowed_is_sent_once_more_then_kills_after_the_grace_and_says_what_was_lost() {
    let mut life = ready(true);
    let id = execute(&mut life, "…", 60, 10);
    hear(&mut life, &stream(id, "so far"), at(11));
    life.interrupt(at(12));
    effects(&mut life);
    life.tick(at(13));
    assert_eq!((effects(&mut life), life.deadline()), (vec![Effect::Interrupt(id)], Some(at(14))));
    life.tick(at(14));
    let after = effects(&mut life);
    assert_eq!(ends(&after), [(id, Status::Killed, "so far".to_owned(), "KernelKilled".to_owned())]);
    assert_eq!(after[0], Effect::RemoveFrame);
    assert!(
        matches!(&after[2], Effect::Lost { why, asked: false, .. } if why.contains("variables are lost")),
        "{after:?}"
    );
    assert_eq!(after[3], Effect::Start { boot: 3, restart: true, kind: Start::Snapshot });
    assert_eq!(life.phase(), Phase::Starting { restart: true });
}

#[test]
fn without_shared_memory_a_stop_kills_at_once() {
    let mut life = ready(false);
    let id = execute(&mut life, "…", 60, 10);
    effects(&mut life);
    life.interrupt(at(11));
    let after = effects(&mut life);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelKilled".to_owned())]);
    assert_eq!(after.last(), Some(&Effect::Start { boot: 3, restart: true, kind: Start::Snapshot }));
}

#[test]
fn the_time_limit_takes_the_same_ladder_and_is_called_timeout() {
    let mut life = ready(true);
    let id = execute(&mut life, "…", 7, 10);
    effects(&mut life);
    assert_eq!(life.deadline(), Some(at(17)));
    life.tick(at(17));
    assert_eq!(effects(&mut life), [Effect::Interrupt(id)]);
    hear(&mut life, &executed(id, Status::Interrupted), at(18));
    let kept = ends(&effects(&mut life));
    assert_eq!(kept, [(id, Status::Timeout, "from the worker".to_owned(), "TimeoutError".to_owned())]);

    let id = execute(&mut life, "…", 7, 20);
    life.tick(at(27));
    life.tick(at(28));
    effects(&mut life);
    life.tick(at(29));
    let killed = ends(&effects(&mut life));
    assert_eq!(killed, [(id, Status::Timeout, String::new(), "KernelKilled".to_owned())]);
}

#[test]
fn the_time_limit_does_not_count_the_wait() {
    let mut life = ready(true);
    let first = execute(&mut life, "1", 60, 10);
    execute(&mut life, "2", 5, 10);
    hear(&mut life, &executed(first, Status::Ok), at(40));
    assert_eq!(life.deadline(), Some(at(45)));
}

#[test]
fn a_stop_takes_back_what_has_not_run() {
    let mut life = ready(true);
    let first = execute(&mut life, "1", 60, 10);
    let second = execute(&mut life, "2", 60, 10);
    effects(&mut life);
    life.cancel(second, at(11));
    assert_eq!(
        ends(&effects(&mut life)),
        [(second, Status::Interrupted, String::new(), "KeyboardInterrupt".to_owned())]
    );
    hear(&mut life, &executed(first, Status::Ok), at(12));
    assert_eq!(posts(&effects(&mut life)), Vec::<RequestId>::new());
}

#[test]
fn files_are_mounted_again_under_their_names_before_anything_else_runs() {
    let mut life = ready(true);
    let first = mount(&mut life, 7, "a.csv", 10);
    hear(&mut life, &mounted_reply(first, &["a.csv"]), at(10));
    let second = mount(&mut life, 8, "a.csv", 10);
    hear(&mut life, &mounted_reply(second, &["a-2.csv"]), at(10));
    let third = mount(&mut life, 9, "gone.csv", 10);
    hear(&mut life, &mounted_reply(third, &["gone.csv"]), at(10));
    let path = "/data/gone.csv".to_owned();
    let gone = life.submit(|id| Request::Unmount { id, path }, vec![], REQUEST_LIMIT, at(10));
    hear(&mut life, &format!(r#"{{"type":"unmounted","id":{gone}}}"#), at(10));
    effects(&mut life);

    life.restart(at(20));
    let waiting = execute(&mut life, "1", 60, 20);
    let Some(Effect::Start { boot, .. }) = effects(&mut life).pop() else { panic!("no start") };
    hear(&mut life, &booted(boot, true), at(25));
    let file = |name: &str| MountFile { name: name.to_owned(), bytes: 3 };
    let again = boot + 2;
    let request = Request::Mount { id: again, files: vec![file("a.csv"), file("a-2.csv")] };
    assert_eq!(effects(&mut life), [Effect::Post { request, files: vec![7, 8] }]);
    hear(&mut life, &mounted_reply(again, &["a.csv", "a-2.csv"]), at(25));
    let after = effects(&mut life);
    assert_eq!((after[0].clone(), posts(&after)), (Effect::Ready, vec![waiting]));
}

#[test]
fn the_death_of_the_worker_fails_what_it_was_asked_and_starts_anew() {
    let mut life = ready(true);
    let file = mount(&mut life, 7, "a.csv", 10);
    let execution = execute(&mut life, "1", 60, 10);
    let profile =
        life.submit(|id| Request::Profile { id, path: "/data/b".to_owned() }, vec![], REQUEST_LIMIT, at(10));
    effects(&mut life);
    life.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(11));
    let after = effects(&mut life);
    let message = "Python died (out of memory) and was started afresh. All variables are lost; the files are still there.";
    assert_eq!(after[1], Effect::Settle(Reply::Failed { id: file, message: message.to_owned() }));
    assert_eq!(ends(&after), [(execution, Status::Killed, String::new(), "KernelKilled".to_owned())]);
    let Some(Effect::Start { boot, restart: true, .. }) = after.last() else { panic!("{after:?}") };
    hear(&mut life, &booted(*boot, true), at(15));
    assert_eq!(posts(&effects(&mut life)), [profile]);
}

#[test]
fn a_restart_by_the_person_lets_files_that_are_being_read_be_read_again() {
    let mut life = ready(true);
    let file = mount(&mut life, 7, "a.csv", 10);
    life.restart(at(11));
    effects(&mut life);
    hear(&mut life, &booted(3, true), at(15));
    assert_eq!(posts(&effects(&mut life)), [file]);
}

#[test]
fn a_snapshot_that_does_not_fit_is_followed_by_ordinary_starts_until_somebody_restarts() {
    let mut life = Life::new(ZERO);
    effects(&mut life);
    assert_eq!(life.start_kind(), (Start::Snapshot, None));
    hear(&mut life, r#"{"type":"failed","id":1,"message":"the table is another"}"#, at(2));
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    hear(&mut life, &booted(2, true), at(5));
    assert_eq!((effects(&mut life), life.phase()), (vec![Effect::Ready], Phase::Ready));
    assert_eq!(life.start_kind(), (Start::Ordinary, Some("the table is another")));
    life.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(6));
    assert_eq!(effects(&mut life).last(), Some(&start(3, true, Start::Ordinary)));
    life.restart(at(7));
    assert_eq!(effects(&mut life).last(), Some(&start(4, true, Start::Snapshot)));
    assert_eq!(life.start_kind(), (Start::Snapshot, None));
}

#[test]
fn a_worker_that_dies_of_the_snapshot_counts_as_one_that_it_does_not_fit() {
    let mut life = Life::new(ZERO);
    effects(&mut life);
    life.hear_frame(FrameNotice::Died { message: "unreachable".to_owned() }, at(2));
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    assert_eq!(life.start_kind(), (Start::Ordinary, Some("unreachable")));
}

#[test]
fn a_start_that_fails_twice_without_the_snapshot_is_given_up_with_a_sentence_and_restart_tries_again() {
    let mut life = Life::new(ZERO);
    let id = execute(&mut life, "1", 60, 1);
    effects(&mut life);
    for (boot, kind) in [(1, Start::Ordinary), (3, Start::Ordinary)] {
        hear(&mut life, &format!(r#"{{"type":"failed","id":{boot},"message":"no wasm"}}"#), at(2));
        assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(boot.max(2) + 1, false, kind)]);
    }
    life.start_failed("the network is gone.", at(3));
    let after = effects(&mut life);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelUnavailable".to_owned())]);
    let sentence = "Python could not be started: the network is gone. Press restart to try again.";
    assert_eq!(life.phase(), Phase::Failed(sentence));
    assert_eq!(life.deadline(), None);

    let late = execute(&mut life, "2", 60, 4);
    assert_eq!(
        ends(&effects(&mut life)),
        [(late, Status::Killed, String::new(), "KernelUnavailable".to_owned())]
    );
    life.restart(at(5));
    assert_eq!(effects(&mut life), [start(6, false, Start::Snapshot)]);
    hear(&mut life, &booted(6, true), at(9));
    assert_eq!((effects(&mut life), life.phase()), (vec![Effect::Ready], Phase::Ready));
}

#[test]
fn a_start_without_progress_is_not_waited_for_for_ever() {
    let mut life = Life::new(ZERO);
    effects(&mut life);
    life.bytes_came(7, at(100));
    assert_eq!(life.deadline(), Some(at(280)));
    hear(&mut life, r#"{"type":"progress","stage":"Starting Python","done":1,"total":9}"#, at(200));
    assert_eq!(life.deadline(), Some(at(380)));
    effects(&mut life);
    life.tick(at(380));
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    life.bytes_came(0, at(400));
    assert_eq!(life.deadline(), Some(at(490)));
    life.tick(at(490));
    let again = start(3, false, Start::Ordinary);
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, again], "it may have hung");
    life.bytes_came(0, at(500));
    life.tick(at(590));
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(4, false, Start::Ordinary)]);
    life.tick(at(770));
    assert!(matches!(life.phase(), Phase::Failed(_)), "{:?}", life.phase());
}

#[test]
fn a_start_that_hangs_is_begun_anew_from_the_snapshot_once_and_again_after_one_that_ended_well() {
    let mut life = Life::new(ZERO);
    effects(&mut life);
    for (boot, began, restart) in [(1, 0, false), (3, 100, true)] {
        life.bytes_came(0, at(began));
        assert_eq!(life.deadline(), Some(at(began + 30)));
        life.tick(at(began + 30));
        assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(boot + 1, restart, Start::Snapshot)]);
        hear(&mut life, &booted(boot + 1, true), at(began + 40));
        assert_eq!(life.start_kind(), (Start::Snapshot, None));
        life.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(began + 50));
        effects(&mut life);
    }
    life.bytes_came(0, at(200));
    life.tick(at(230));
    life.bytes_came(0, at(231));
    effects(&mut life);
    life.tick(at(261));
    assert_eq!(effects(&mut life).last(), Some(&start(7, true, Start::Ordinary)));
}

#[test]
fn a_page_that_was_asleep_takes_no_start_for_silent() {
    let mut life = Life::new(ZERO);
    effects(&mut life);
    life.bytes_came(0, at(1));
    life.tick(at(600));
    assert_eq!((effects(&mut life), life.deadline()), (vec![], Some(at(630))));
    life.tick(at(630));
    assert_eq!(effects(&mut life), [Effect::RemoveFrame, start(2, false, Start::Snapshot)]);
}

#[test]
fn what_is_no_message_or_answers_nothing_is_dropped_and_counted() {
    for message in [
        "",
        "{",
        r#"{"type":"hello"}"#,
        r#"{"type":"loaded","id":99}"#,
        r#"{"type":"stream","id":99,"stream":"stdout","text":"x"}"#,
        r#"{"type":"booted","id":1,"pyodide":"a","python":"b","interruptible":true}"#,
        &"x".repeat(MOST_MESSAGE_BYTES + 1),
    ] {
        let mut life = ready(true);
        hear(&mut life, message, at(10));
        let shown = &message[..message.len().min(40)];
        assert_eq!((life.dropped(), effects(&mut life)), (1, vec![]), "{shown}");
        assert_eq!(life.phase(), Phase::Ready, "{shown}");
    }
}

#[test]
fn an_answer_that_cannot_be_read_ends_its_request_at_once() {
    for message in
        [r#"{"type":"executed","id":2,"outcome":{}}"#, r#"{"id":2}"#, &"x".repeat(MOST_MESSAGE_BYTES + 1)]
    {
        let mut life = ready(true);
        let id = execute(&mut life, "1", 60, 10);
        effects(&mut life);
        assert_eq!(id, 2);
        hear(&mut life, message, at(11));
        let after = effects(&mut life);
        assert_eq!(ends(&after), [(id, Status::Error, String::new(), "OutcomeError".to_owned())]);
        assert_eq!((life.phase(), life.dropped()), (Phase::Ready, 1));
    }
}

#[test]
fn an_execution_that_the_worker_refuses_still_has_an_outcome() {
    let mut life = ready(true);
    let id = execute(&mut life, "1", 60, 10);
    hear(&mut life, &format!(r#"{{"type":"failed","id":{id},"message":"too long"}}"#), at(11));
    let after = effects(&mut life);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelUnavailable".to_owned())]);
}
