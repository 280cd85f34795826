//! Starts that fail, hang or are silent for too long.

use super::*;

fn start(boot: RequestId, restart: bool, kind: Start) -> Effect {
    Effect::Start { boot, restart, kind }
}

#[test]
fn after_a_snapshot_that_does_not_fit_starts_are_ordinary_until_a_restart() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    assert_eq!(lifecycle.start_kind(), (Start::Snapshot, None));
    hear(&mut lifecycle, r#"{"type":"failed","id":1,"message":"the table is another"}"#, at(2));
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    hear(&mut lifecycle, &booted(2, true), at(5));
    assert_eq!((effects(&mut lifecycle), lifecycle.phase()), (vec![Effect::Ready], Phase::Ready));
    assert_eq!(lifecycle.start_kind(), (Start::Ordinary, Some("the table is another")));
    lifecycle.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(6));
    assert_eq!(effects(&mut lifecycle).last(), Some(&start(3, true, Start::Ordinary)));
    lifecycle.restart(at(7));
    assert_eq!(effects(&mut lifecycle).last(), Some(&start(4, true, Start::Snapshot)));
    assert_eq!(lifecycle.start_kind(), (Start::Snapshot, None));
}

#[test]
fn a_crash_during_a_snapshot_start_is_followed_by_an_ordinary_start() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    lifecycle.hear_frame(FrameNotice::Died { message: "unreachable".to_owned() }, at(2));
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    assert_eq!(lifecycle.start_kind(), (Start::Ordinary, Some("unreachable")));
}

#[test]
fn two_failed_ordinary_starts_end_in_an_error_until_a_restart() {
    let mut lifecycle = Lifecycle::new(ZERO);
    let id = execute(&mut lifecycle, "1", 60, 1);
    effects(&mut lifecycle);
    for (boot, kind) in [(1, Start::Ordinary), (3, Start::Ordinary)] {
        hear(
            &mut lifecycle,
            &format!(r#"{{"type":"failed","id":{boot},"message":"no wasm"}}"#),
            at(2),
        );
        assert_eq!(
            effects(&mut lifecycle),
            [Effect::RemoveFrame, start(boot.max(2) + 1, false, kind)]
        );
    }
    lifecycle.start_failed("the network is gone.", at(3));
    let after = effects(&mut lifecycle);
    assert_eq!(ends(&after), [(id, Status::Killed, String::new(), "KernelUnavailable".to_owned())]);
    let sentence = "Python could not be started: the network is gone. Press restart to try again.";
    assert_eq!(lifecycle.phase(), Phase::Failed(sentence));
    assert_eq!(lifecycle.deadline(), None);

    let late = execute(&mut lifecycle, "2", 60, 4);
    assert_eq!(
        ends(&effects(&mut lifecycle)),
        [(late, Status::Killed, String::new(), "KernelUnavailable".to_owned())]
    );
    lifecycle.restart(at(5));
    assert_eq!(effects(&mut lifecycle), [start(6, false, Start::Snapshot)]);
    hear(&mut lifecycle, &booted(6, true), at(9));
    assert_eq!((effects(&mut lifecycle), lifecycle.phase()), (vec![Effect::Ready], Phase::Ready));
}

#[test]
fn a_start_without_progress_ends_at_its_silence_limit() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    lifecycle.bytes_came(7, at(100));
    assert_eq!(lifecycle.deadline(), Some(at(280)));
    hear(
        &mut lifecycle,
        r#"{"type":"progress","stage":"Starting Python","done":1,"total":9}"#,
        at(200),
    );
    assert_eq!(lifecycle.deadline(), Some(at(380)));
    effects(&mut lifecycle);
    lifecycle.tick(at(380));
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, start(2, false, Start::Ordinary)]);
    lifecycle.bytes_came(0, at(400));
    assert_eq!(lifecycle.deadline(), Some(at(490)));
    lifecycle.tick(at(490));
    let again = start(3, false, Start::Ordinary);
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, again], "it may have hung");
    lifecycle.bytes_came(0, at(500));
    lifecycle.tick(at(590));
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, start(4, false, Start::Ordinary)]);
    lifecycle.tick(at(770));
    assert!(matches!(lifecycle.phase(), Phase::Failed(_)), "{:?}", lifecycle.phase());
}

#[test]
fn a_hanging_start_is_repeated_once_and_once_more_after_a_successful_one() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    for (boot, began, restart) in [(1, 0, false), (3, 100, true)] {
        lifecycle.bytes_came(0, at(began));
        assert_eq!(lifecycle.deadline(), Some(at(began + 30)));
        lifecycle.tick(at(began + 30));
        assert_eq!(
            effects(&mut lifecycle),
            [Effect::RemoveFrame, start(boot + 1, restart, Start::Snapshot)]
        );
        hear(&mut lifecycle, &booted(boot + 1, true), at(began + 40));
        assert_eq!(lifecycle.start_kind(), (Start::Snapshot, None));
        lifecycle
            .hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(began + 50));
        effects(&mut lifecycle);
    }
    lifecycle.bytes_came(0, at(200));
    lifecycle.tick(at(230));
    lifecycle.bytes_came(0, at(231));
    effects(&mut lifecycle);
    lifecycle.tick(at(261));
    assert_eq!(effects(&mut lifecycle).last(), Some(&start(7, true, Start::Ordinary)));
}

#[test]
fn time_in_a_frozen_page_does_not_count_as_silence() {
    let mut lifecycle = Lifecycle::new(ZERO);
    effects(&mut lifecycle);
    lifecycle.bytes_came(0, at(1));
    lifecycle.tick(at(600));
    assert_eq!((effects(&mut lifecycle), lifecycle.deadline()), (vec![], Some(at(630))));
    lifecycle.tick(at(630));
    assert_eq!(effects(&mut lifecycle), [Effect::RemoveFrame, start(2, false, Start::Snapshot)]);
}
