//! What is said of files and wheels whose content is not there.

use session::log::{Kept, Wheel};

use super::{
    Absence, Keeping, MAX_UNASKED, StorageError, StoredFile, Wants, absence, keeping, missing,
};

const NAME: &str = "attrs-26.1.0-py3-none-any.whl";

fn file(name: &str) -> StoredFile {
    StoredFile {
        id: 1,
        name: name.to_owned(),
        own_name: name.to_owned(),
        former: None,
        bytes: 5,
        kept: Kept::Handle,
        wheel: None,
        encoding: None,
        choices: Vec::new(),
        dismissed: Vec::new(),
        absent: None,
    }
}

fn wheel(confirmed: bool) -> StoredFile {
    let (name, version, sha256) = ("attrs".to_owned(), "26.1.0".to_owned(), "ab".repeat(32));
    StoredFile { wheel: Some(Wheel { name, version, sha256, confirmed }), ..file(NAME) }
}

fn failure(kind: &str, message: &str, askable: bool) -> StorageError {
    StorageError { kind: kind.to_owned(), message: message.to_owned(), askable }
}

fn absent(file: StoredFile, why: Option<&StorageError>) -> StoredFile {
    let absent = Some(absence(&file, why));
    StoredFile { absent, ..file }
}

fn asked() -> String {
    let hash = "ab".repeat(32);
    format!(
        "The session uses attrs 26.1.0 from this wheel, which is not installed. Drop {NAME} with the SHA-256 {hash} onto the page to go on with it."
    )
}

#[test]
fn a_wheel_that_nobody_has_confirmed_here_is_asked_for() {
    assert!(!wheel(false).may_be_read() && wheel(true).may_be_read() && file("a").may_be_read());
    let unconfirmed = absent(wheel(false), None);
    assert_eq!(unconfirmed.absent, Some(Absence { why: asked(), wants: None }));
    assert_eq!(
        missing(&[unconfirmed]),
        format!("drop {NAME} onto the page, the wheel of attrs 26.1.0")
    );
    assert_eq!(missing(&[wheel(true)]), "");
}

#[test]
fn a_confirmed_wheel_that_has_changed_is_never_gone_on_with() {
    let why = format!("The file is no longer the wheel that you have confirmed. {}", asked());
    let changed = absence(&wheel(true), Some(&failure("changed", "It has other content.", false)));
    assert_eq!(changed, Absence { why, wants: None });
}

#[test]
fn a_confirmed_wheel_waits_for_permission_like_other_files_and_one_that_is_gone_is_asked_for() {
    let waiting = absent(wheel(true), Some(&failure("permission", "Allow it.", true)));
    assert_eq!(waiting.wants(), Some(Wants::Permission));
    assert_eq!(missing(&[waiting]), format!("allow reading {NAME} again, below the files"));
    let gone = absence(&wheel(true), Some(&failure("missing", "It is not where it was.", false)));
    assert_eq!(gone, Absence { why: asked(), wants: None });
}

#[test]
fn the_reason_says_what_the_user_can_do() {
    let add = "Its content is not stored in this browser. Add it again to go on with it.";
    let copy = StoredFile { kept: Kept::Copy, ..file("a.csv") };
    for (file, why, expected, wants) in [
        (&copy, None, add, None),
        (&copy, Some(&failure("missing", "Gone.", false)), add, None),
        (&file("a.csv"), Some(&failure("missing", "Gone.", false)), "Gone.", None),
        (&file("a.csv"), Some(&failure("permission", "Refused.", false)), "Refused.", None),
        (
            &file("a.csv"),
            Some(&failure("changed", "It grew.", false)),
            "It grew.",
            Some(Wants::Changed),
        ),
    ] {
        assert_eq!(absence(file, why), Absence { why: expected.to_owned(), wants });
    }
}

#[test]
fn what_is_missing_is_listed_by_what_there_is_to_do() {
    let files = [
        absent(file("a.csv"), Some(&failure("permission", "", true))),
        absent(file("b.csv"), Some(&failure("permission", "", true))),
        absent(file("c.csv"), Some(&failure("changed", "It grew.", false))),
        absent(file("d.csv"), None),
        file("e.csv"),
        absent(wheel(true), None),
    ];
    assert_eq!(
        missing(&files),
        format!(
            "allow reading a.csv, b.csv again, below the files; choose below the files whether to go on with the changed c.csv; add d.csv again, whose content this browser does not have; drop {NAME} onto the page, the wheel of attrs 26.1.0"
        )
    );
}

#[test]
fn small_files_are_kept_unasked_unless_the_user_or_the_operator_says_no() {
    for (chosen, is_unasked, together, expected) in [
        (None, true, MAX_UNASKED, Keeping::Copy),
        (None, true, MAX_UNASKED + 1, Keeping::Ask),
        (None, false, 1, Keeping::Ask),
        (Some(false), true, 1, Keeping::Reference),
        (Some(false), false, 1, Keeping::Reference),
        (Some(true), false, MAX_UNASKED + 1, Keeping::Copy),
    ] {
        assert_eq!(keeping(chosen, is_unasked, together), expected, "{chosen:?} {together}");
    }
}
