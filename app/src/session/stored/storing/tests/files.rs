//! The user's files: kept, read again, waited for, and removed meanwhile.

use session::log::{Body, Kept};

use super::super::super::tests::browser::{Tab, World, file};
use super::super::super::{StoredSession, Wants};
use super::{ID, said, settled, turn, with_turn};

/// Returns a world whose session has these files, and a tab that was opened again; the files cannot
/// be read for this reason.
fn with_files(names: &[&str], why: Option<&'static str>) -> (World, StoredSession<Tab>) {
    let (world, first) = with_turn();
    first.page().copies.set(Some(true));
    for (id, name) in (100..).zip(names) {
        first.keep_file(id, (*name).to_owned(), &file(name, name), None);
    }
    assert_eq!(settled(&world, &first), Some(None));
    world.kill(&first);
    for (_, absent) in world.disk.rows.borrow_mut().get_mut(ID).unwrap().files.values_mut() {
        *absent = why;
    }
    let (tab, _) = world.open(ID);
    world.run();
    (world, tab)
}

fn waiting(tab: &StoredSession<Tab>) -> Vec<(u32, Wants)> {
    let questions = tab.page().questions.borrow();
    questions.waiting.iter().map(|waiting| (waiting.id, waiting.wants)).collect()
}

#[test]
fn files_that_wait_are_read_with_one_click_and_are_not_added_anew() {
    let (world, tab) = with_files(&["sales.csv", "stock.csv"], Some("permission"));
    assert_eq!(waiting(&tab), [(100, Wants::Permission), (101, Wants::Permission)]);
    world.disk.slow("file");
    let reading = tab.read_waiting(&[100, 101], false);
    assert_eq!(world.disk.count("file"), 2, "they are opened at once: the click does not last");
    world.start(reading);
    assert!(tab.page().files.borrow().is_empty());
    world.release("file", None);
    let read = tab.page().files.take();
    assert!(read.len() == 2 && read.iter().all(|read| read.content.is_some()));
    assert_eq!(waiting(&tab), []);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(world.stored(ID).files().len(), 2);
}

#[test]
fn a_file_that_was_removed_or_added_again_while_it_was_read_stays_so() {
    for slow in ["file", "digests"] {
        let (world, tab) = with_files(&["sales.csv", "stock.csv", "prices.csv"], Some("changed"));
        world.disk.slow(slow);
        world.start(tab.read_waiting(&[100, 101, 102], true));
        tab.record(Body::FileRemoved { file: 100 });
        let again = file("stock.csv", "another");
        tab.keep_file(103, "stock.csv".to_owned(), &again, None);
        world.run();
        world.release(slow, None);
        assert_eq!(settled(&world, &tab), Some(None));
        let shown: Vec<u32> = tab.page().files.take().iter().map(|read| read.file.id).collect();
        assert_eq!(shown, [102], "{slow}");
        assert_eq!(waiting(&tab), [], "{slow}");
        if slow == "file" {
            let files = world.stored(ID).files().to_vec();
            let stored: Vec<u32> = files.iter().map(|file| file.id).collect();
            assert!(!stored.contains(&100) && stored.contains(&103), "{slow}: {stored:?}");
        }
    }
}

#[test]
fn a_changed_file_is_gone_on_with_as_it_is() {
    let (world, tab) = with_files(&["sales.csv"], Some("changed"));
    assert_eq!(waiting(&tab), [(100, Wants::Changed)]);
    world.start(tab.read_waiting(&[100], false));
    assert_eq!(waiting(&tab), [(100, Wants::Changed)], "not without the user");
    world.start(tab.read_waiting(&[100], true));
    assert_eq!(waiting(&tab), []);
    assert_eq!(settled(&world, &tab), Some(None));
    let state = world.stored(ID);
    let [sales] = state.files() else { panic!("{:?}", state.files()) };
    assert_eq!((sales.id, sales.sha256.as_deref()), (100, Some("sales.csv")));
    assert_eq!(sales.kept, Kept::Handle);
}

#[test]
fn a_file_that_waits_is_asked_for_no_more_once_it_was_removed_or_added_again() {
    let (world, tab) = with_files(&["sales.csv", "stock.csv"], Some("permission"));
    tab.record(Body::FileRemoved { file: 100 });
    assert_eq!(waiting(&tab), [(101, Wants::Permission)]);
    tab.keep_file(102, "stock.csv".to_owned(), &file("stock.csv", "stock.csv"), None);
    assert_eq!(waiting(&tab), []);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(said(&tab, ""), 0, "it is the same file");
}

#[test]
fn without_a_copy_the_file_to_add_is_named_and_another_one_is_noticed() {
    let (world, first) = with_turn();
    first.keep_file(100, "stock.csv".to_owned(), &file("stock.csv", "4"), None);
    assert_eq!(settled(&world, &first), Some(None));
    assert!(first.page().questions.borrow().keep_copies, "copies are asked about");
    world.kill(&first);
    let (tab, shown) = world.open(ID);
    let shown = shown.unwrap();
    let why = "Before its code can run again, add stock.csv again, whose content this browser does not have.";
    assert!(shown.why.ends_with(why), "{}", shown.why);
    assert!(shown.files[0].content.is_none());
    tab.keep_file(101, "stock.csv".to_owned(), &file("stock.csv", "5"), None);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(said(&tab, "stock.csv is not the file that this session had under that name."), 1);
}

#[test]
fn copies_are_kept_of_the_files_so_far_once_the_user_agrees_to_them() {
    let (world, tab) = with_turn();
    let given = file("stock.csv", "4");
    tab.keep_file(100, "folder/stock.csv".to_owned(), &given, None);
    assert_eq!(settled(&world, &tab), Some(None));
    tab.keep_copies(true);
    turn(&tab, 20);
    assert_eq!(settled(&world, &tab), Some(None));
    assert!(!tab.page().questions.borrow().keep_copies);
    world.kill(&tab);
    let (_, shown) = world.open(ID);
    let shown = shown.unwrap();
    let [restored] = shown.files.as_slice() else { panic!("{}", shown.files.len()) };
    let content = restored.content.as_ref().map(|content| content.0.1.as_str());
    assert_eq!((restored.file.name.as_str(), content), ("folder/stock.csv", Some("4")));
}

#[test]
fn small_files_are_kept_unasked_and_a_copy_can_be_deleted_by_itself() {
    let (world, tab) = with_turn();
    tab.page().unasked.set(true);
    for (id, name) in [(100, "sales.csv"), (101, "stock.csv")] {
        tab.keep_file(id, name.to_owned(), &file(name, name), None);
    }
    assert_eq!(settled(&world, &tab), Some(None));
    assert!(!tab.page().questions.borrow().keep_copies, "nothing is asked");
    assert_eq!(*tab.page().kept.borrow(), [100, 101]);
    tab.delete_copy(100, "sales.csv".to_owned());
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(*tab.page().kept.borrow(), [101]);
    world.kill(&tab);
    let (_, shown) = world.open(ID);
    let shown = shown.unwrap();
    let there: Vec<bool> = shown.files.iter().map(|file| file.content.is_some()).collect();
    assert_eq!(there, [false, true]);
}

#[test]
fn a_file_in_the_place_of_another_one_has_its_name_and_the_content_of_both_is_kept() {
    let (world, first) = with_files(&["sales.csv", "sales (2).csv"], None);
    first.record(Body::FileReplaced { file: 100, by: 101 });
    assert_eq!(settled(&world, &first), Some(None));
    world.kill(&first);
    let (tab, shown) = world.open(ID);
    let shown = shown.unwrap();
    let [restored] = shown.files.as_slice() else { panic!("{}", shown.files.len()) };
    assert_eq!((restored.file.id, restored.file.own_name.as_str()), (101, "sales.csv"));
    assert!(restored.file.former.is_some());
    let content = restored.content.as_ref().map(|content| content.0.1.as_str());
    assert_eq!(content, Some("sales (2).csv"));
    let former = futures::executor::block_on(tab.content("sales.csv"));
    assert_eq!(former.map(|file| file.0.1.clone()), Ok("sales.csv".to_owned()));
    let gone = futures::executor::block_on(tab.content("other.csv"));
    assert!(gone.is_err_and(|why| !why.is_empty()));
}
