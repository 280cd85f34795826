//! What outlives an interpreter: files that code wrote, the code itself, the names of variables.

use super::*;
use crate::FileRef;
use crate::protocol::WheelRef;

fn wrote(files: &[(&str, u64)], variables: &[&str]) -> Outcome {
    Outcome {
        files: files
            .iter()
            .map(|(path, bytes)| FileRef { path: (*path).to_owned(), bytes: *bytes, kept: None })
            .collect(),
        variables: variables.iter().map(|name| (*name).to_owned()).collect(),
        ..outcome(Status::Ok, 1)
    }
}

/// Runs code with this outcome, with a `Blob` for each file.
fn run(lifecycle: &mut Lifecycle, code: &str, outcome: Outcome) -> Vec<Effect> {
    let id = execute(lifecycle, code, 60, 10);
    effects(lifecycle);
    let blobs = vec![Attachment::Blob; outcome.files.len()];
    lifecycle.hear(
        &crate::protocol::write(&Reply::Executed { id, outcome }).unwrap(),
        &blobs,
        at(11),
    );
    effects(lifecycle)
}

/// Crashes the worker and boots the next one; returns the reason and the cells that were reported,
/// and the effects of the boot.
fn crash(lifecycle: &mut Lifecycle) -> (String, Vec<String>, Vec<Effect>) {
    lifecycle.hear_frame(FrameNotice::Died { message: "out of memory".to_owned() }, at(20));
    let after = effects(lifecycle);
    let [
        Effect::RemoveFrame,
        Effect::Lost { why, asked: false, cells },
        Effect::Start { boot, .. },
    ] = &after[..]
    else {
        panic!("{after:?}")
    };
    hear(lifecycle, &booted(*boot, true), at(25));
    (why.clone(), cells.clone(), effects(lifecycle))
}

fn wheel(name: &str) -> WheelRef {
    WheelRef { name: name.to_owned(), version: "1.0".to_owned(), sha256: "ab".repeat(32) }
}

/// Installs a wheel, which the worker confirms.
fn install(lifecycle: &mut Lifecycle, key: FileKey, name: &str) {
    let wheel = wheel(name);
    let id =
        lifecycle.submit(|id| Request::Install { id, wheel }, vec![key], REQUEST_LIMIT, at(10));
    hear(lifecycle, &format!(r#"{{"type":"installed","id":{id}}}"#), at(10));
    assert_eq!(effects(lifecycle).last(), Some(&Effect::Settle(Reply::Installed { id })));
}

/// Returns what the effects install: the requests' ids, the packages and the keys.
fn installs(effects: &[Effect]) -> Vec<(RequestId, String, Vec<FileKey>)> {
    let install = |effect: &Effect| match effect {
        Effect::Post { request: Request::Install { id, wheel }, files } => {
            Some((*id, wheel.name.clone(), files.clone()))
        }
        _ => None,
    };
    effects.iter().filter_map(install).collect()
}

fn file(name: &str, bytes: u64) -> MountFile {
    MountFile { name: name.to_owned(), bytes }
}

#[test]
fn written_files_are_restored_after_the_mounted_ones_in_their_latest_version() {
    let mut lifecycle = ready(true);
    let mount = mount(&mut lifecycle, 7, "a.csv", 10);
    hear(&mut lifecycle, &mounted_reply(mount, &["a.csv"]), at(10));
    effects(&mut lifecycle);
    let first =
        run(&mut lifecycle, "1", wrote(&[("/out/a.csv", 5), ("/out/folder/b.png", 0)], &[]));
    assert_eq!(first[0], Effect::Keep(vec![0, 1]));
    let second = run(&mut lifecycle, "2", wrote(&[("/out/a.csv", 6)], &[]));
    assert_eq!(second[0], Effect::Keep(vec![2]));
    let Effect::Settle(Reply::Executed { outcome, .. }) = &second[1] else { panic!("{second:?}") };
    assert_eq!(outcome.files[0].kept, Some(2), "the page finds the content by it");

    let (why, _, after) = crash(&mut lifecycle);
    assert_eq!(
        why,
        "Python died (out of memory) and was started afresh. All variables are lost; your files are still there, and so are \
         the 2 files that code had written."
    );
    let [Effect::Post { request: Request::Mount { id, .. }, files }] = &after[..] else {
        panic!("{after:?}")
    };
    assert_eq!(files, &[7]);
    hear(&mut lifecycle, &mounted_reply(*id, &["a.csv"]), at(26));
    let after = effects(&mut lifecycle);
    let [Effect::Post { request: Request::Restore { id, files }, files: keys }] = &after[..] else {
        panic!("{after:?}")
    };
    assert_eq!(
        (files.as_slice(), keys.as_slice()),
        (&[file("folder/b.png", 0), file("a.csv", 6)][..], &[1, 2][..])
    );
    hear(&mut lifecycle, &format!(r#"{{"type":"restored","id":{id}}}"#), at(27));
    assert_eq!((effects(&mut lifecycle), lifecycle.phase()), (vec![Effect::Ready], Phase::Ready));
}

#[test]
fn wheels_are_installed_again_in_their_order_before_files_are_mounted() {
    let mut lifecycle = ready(true);
    let mount = mount(&mut lifecycle, 7, "a.csv", 10);
    hear(&mut lifecycle, &mounted_reply(mount, &["a.csv"]), at(10));
    install(&mut lifecycle, 8, "attrs");
    install(&mut lifecycle, 9, "cattrs");
    let (_, _, after) = crash(&mut lifecycle);
    let [(first, name, keys)] = &installs(&after)[..] else { panic!("{after:?}") };
    assert_eq!((name.as_str(), &keys[..]), ("attrs", &[8][..]));
    hear(&mut lifecycle, &format!(r#"{{"type":"installed","id":{first}}}"#), at(26));
    let after = effects(&mut lifecycle);
    let [(second, name, keys)] = &installs(&after)[..] else { panic!("{after:?}") };
    assert_eq!((name.as_str(), &keys[..]), ("cattrs", &[9][..]));
    hear(&mut lifecycle, &format!(r#"{{"type":"installed","id":{second}}}"#), at(26));
    let after = effects(&mut lifecycle);
    assert!(
        matches!(&after[..], [Effect::Post { request: Request::Mount { .. }, .. }]),
        "{after:?}"
    );
}

#[test]
fn a_wheel_that_cannot_be_installed_again_is_named_and_not_tried_forever() {
    let mut lifecycle = ready(true);
    install(&mut lifecycle, 8, "attrs");
    install(&mut lifecycle, 9, "cattrs");
    let (_, _, after) = crash(&mut lifecycle);
    let [(id, ..)] = installs(&after)[..] else { panic!("{after:?}") };
    hear(&mut lifecycle, &format!(r#"{{"type":"failed","id":{id},"message":"No."}}"#), at(26));
    let after = effects(&mut lifecycle);
    assert_eq!(after[0], Effect::FilesLost(vec![8], "No.".to_owned()));
    let [(id, ..)] = installs(&after)[..] else { panic!("{after:?}") };
    hear(&mut lifecycle, &format!(r#"{{"type":"installed","id":{id}}}"#), at(26));
    assert_eq!(effects(&mut lifecycle), [Effect::Ready]);
    let (_, _, after) = crash(&mut lifecycle);
    assert_eq!(
        installs(&after).into_iter().map(|(_, name, _)| name).collect::<Vec<_>>(),
        ["cattrs"]
    );
}

#[test]
fn a_wheel_that_was_removed_is_not_installed_again_and_one_that_was_refused_never_was() {
    let mut lifecycle = ready(true);
    install(&mut lifecycle, 8, "attrs");
    let refused = wheel("cattrs");
    let id = lifecycle.submit(
        |id| Request::Install { id, wheel: refused },
        vec![9],
        REQUEST_LIMIT,
        at(10),
    );
    hear(&mut lifecycle, &format!(r#"{{"type":"failed","id":{id},"message":"No."}}"#), at(10));
    lifecycle.forget_wheel(8);
    effects(&mut lifecycle);
    let (_, _, after) = crash(&mut lifecycle);
    assert_eq!(after, [Effect::Ready]);
}

#[test]
fn a_restart_by_the_user_keeps_written_files() {
    let mut lifecycle = ready(true);
    run(&mut lifecycle, "1", wrote(&[("/out/a.csv", 5)], &["df"]));
    lifecycle.restart(at(20));
    let after = effects(&mut lifecycle);
    let sentence = "Python was restarted. All variables are lost (df); your files are still there, and so is the file that code had written.";
    assert_eq!(
        after[1],
        Effect::Lost { why: sentence.to_owned(), asked: true, cells: vec!["1".to_owned()] }
    );
}

#[test]
fn files_that_cannot_be_restored_are_named_and_the_kernel_is_ready() {
    let mut lifecycle = ready(true);
    run(&mut lifecycle, "1", wrote(&[("/out/a.csv", 5)], &[]));
    let (_, _, after) = crash(&mut lifecycle);
    let [Effect::Post { request, .. }] = &after[..] else { panic!("{after:?}") };
    hear(
        &mut lifecycle,
        &format!(r#"{{"type":"failed","id":{},"message":"No space."}}"#, request.id()),
        at(26),
    );
    let sentence = "Code no longer finds what it had written (a.csv): No space. What was written can still be saved from its answer.";
    assert_eq!(effects(&mut lifecycle), [Effect::WrittenLost(sentence.to_owned()), Effect::Ready]);
    let (_, _, after) = crash(&mut lifecycle);
    assert_eq!(after, [Effect::Ready], "they are not tried forever");
}

#[test]
fn after_a_crash_during_restoration_the_next_interpreter_tries_again() {
    let mut lifecycle = ready(true);
    run(&mut lifecycle, "1", wrote(&[("/out/a.csv", 5)], &[]));
    crash(&mut lifecycle);
    let (_, cells, after) = crash(&mut lifecycle);
    assert_eq!(cells, Vec::<String>::new());
    assert!(
        matches!(&after[..], [Effect::Post { request: Request::Restore { .. }, .. }]),
        "{after:?}"
    );
}

#[test]
fn lost_variables_are_named_and_the_code_that_succeeded_is_handed_over() {
    let mut lifecycle = ready(true);
    run(&mut lifecycle, "df = 1", wrote(&[], &["df"]));
    run(&mut lifecycle, "1/0", Outcome { status: Status::Error, ..wrote(&[], &["df", "x"]) });
    let names: Vec<String> = (0..10).map(|number| format!("größe_{number}")).collect();
    let long = "x".repeat(61);
    let mut reported: Vec<&str> = names.iter().map(String::as_str).collect();
    reported.extend(["<b>", "two words", &long]);
    run(&mut lifecycle, "größe_0 = 2", wrote(&[], &reported));
    let (why, cells, _) = crash(&mut lifecycle);
    assert_eq!(
        why,
        "Python died (out of memory) and was started afresh. All variables are lost (größe_0, größe_1, größe_2, größe_3, \
         größe_4, größe_5, größe_6, größe_7 and 2 more); your files are still there."
    );
    assert_eq!(cells, ["df = 1", "größe_0 = 2"]);
    let (why, cells, _) = crash(&mut lifecycle);
    assert_eq!(
        (why.contains("größe"), cells.len()),
        (false, 0),
        "what was lost once is not lost again"
    );
}

#[test]
fn old_files_make_room_for_new_ones() {
    let mut lifecycle = ready(true);
    let half = crate::protocol::Limits::default().out_bytes / 2;
    for (code, path) in [("1", "/out/1"), ("2", "/out/2"), ("3", "/out/3")] {
        run(&mut lifecycle, code, wrote(&[(path, half)], &[]));
    }
    let (_, _, after) = crash(&mut lifecycle);
    let [Effect::Post { request: Request::Restore { files, .. }, .. }] = &after[..] else {
        panic!("{after:?}")
    };
    assert_eq!(files, &[file("2", half), file("3", half)]);
}

#[test]
fn attachments_of_another_number_or_kind_are_dropped_and_counted() {
    use Attachment::{Blob, Bytes, Other};
    let two = &[("/out/a", 1), ("/out/b", 1)][..];
    for (files, attachments, stderr) in [
        (two, &[][..], "\n[2 written files did not come with the result]\n"),
        (two, &[Blob], "\n[2 written files did not come with the result]\n"),
        (two, &[Blob, Bytes], "\n[2 written files did not come with the result]\n"),
        (two, &[Blob, Other], "\n[2 written files did not come with the result]\n"),
        (two, &[Blob, Blob, Blob], "\n[2 written files did not come with the result]\n"),
        (&[], &[Blob], ""),
    ] {
        let mut lifecycle = ready(true);
        let id = execute(&mut lifecycle, "1", 60, 10);
        effects(&mut lifecycle);
        let reply = Reply::Executed { id, outcome: wrote(files, &[]) };
        lifecycle.hear(&crate::protocol::write(&reply).unwrap(), attachments, at(11));
        let outcome = Outcome { stderr: stderr.to_owned(), ..wrote(&[], &[]) };
        let settled = Effect::Settle(Reply::Executed { id, outcome });
        assert_eq!(
            (effects(&mut lifecycle), lifecycle.dropped()),
            (vec![settled], 1),
            "{attachments:?}"
        );
    }
    let read = |id| Request::Read { id, path: "/out/a".to_owned() };
    let content = |id| Reply::Content { id, path: "/out/a".to_owned() };
    let vectors = |id| Request::Vectors { id, result: "f".to_owned() };
    for (request, reply, attachments, dropped) in [
        (read as fn(_) -> _, content as fn(_) -> _, &[Bytes][..], 0),
        (read, content, &[], 1),
        (read, content, &[Blob], 1),
        (read, content, &[Bytes, Bytes], 1),
        (save, |id| Reply::Saved { id, name: "t.csv".to_owned() }, &[Blob], 0),
        (save, |id| Reply::Saved { id, name: "t.csv".to_owned() }, &[Bytes], 1),
        (vectors, |id| Reply::Vectored { id }, &[Blob], 0),
        (vectors, |id| Reply::Vectored { id }, &[], 1),
    ] {
        let mut lifecycle = ready(true);
        let id = lifecycle.submit(request, vec![], REQUEST_LIMIT, at(10));
        effects(&mut lifecycle);
        lifecycle.hear(&crate::protocol::write(&reply(id)).unwrap(), attachments, at(11));
        let after = effects(&mut lifecycle);
        let failed = matches!(&after[..], [Effect::Settle(Reply::Failed { .. })]);
        assert_eq!(
            (failed, lifecycle.dropped()),
            (dropped == 1, dropped),
            "{reply:?} {attachments:?}"
        );
    }
}

fn save(id: RequestId) -> Request {
    let (sort, filter) = (serde_json::json!([]), serde_json::json!([]));
    Request::Save {
        id,
        result: "t".to_owned(),
        format: "csv".to_owned(),
        sort,
        filter,
        search: String::new(),
    }
}

#[test]
fn a_request_about_a_result_of_an_earlier_interpreter_fails_at_once() {
    let failed = |lifecycle: &mut Lifecycle| -> Vec<RequestId> {
        let gone = |effect| match effect {
            Effect::Settle(Reply::Failed { id, message })
                if message.contains("Run its code again") =>
            {
                Some(id)
            }
            _ => None,
        };
        effects(lifecycle).into_iter().filter_map(gone).collect()
    };
    // One that is posted, one that waits behind it, and one that is submitted before the next
    // interpreter runs.
    let mut lifecycle = ready(true);
    lifecycle.submit(save, vec![], REQUEST_LIMIT, at(10));
    assert_eq!(lifecycle.phase(), Phase::Ready, "nothing runs");
    let waiting = lifecycle.submit(save, vec![], REQUEST_LIMIT, at(10));
    effects(&mut lifecycle);
    lifecycle.restart(at(11));
    assert_eq!(failed(&mut lifecycle), [waiting]);
    let late = lifecycle.submit(save, vec![], REQUEST_LIMIT, at(11));
    assert_eq!(failed(&mut lifecycle), [late]);
}

#[test]
fn deleted_files_are_not_restored() {
    let mut lifecycle = ready(true);
    run(&mut lifecycle, "1", wrote(&[("/out/a.csv", 5), ("/out/b.csv", 6)], &[]));
    run(&mut lifecycle, "2", Outcome { removed: vec!["/out/a.csv".to_owned()], ..wrote(&[], &[]) });
    let (_, _, after) = crash(&mut lifecycle);
    let restored: Vec<&Request> = after
        .iter()
        .filter_map(|effect| match effect {
            Effect::Post { request: request @ Request::Restore { .. }, .. } => Some(request),
            _ => None,
        })
        .collect();
    let [Request::Restore { files, .. }] = restored[..] else { panic!("{after:?}") };
    assert_eq!(files, &[file("b.csv", 6)]);
}
