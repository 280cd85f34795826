//! A session that is not shown: it sleeps once it does nothing, and is shown again.

use session::log::{Body, Setting, Stream};

use super::{ID, asked, pair, settled, stored, turn, with_turn};
use crate::session::Doing;

#[test]
fn a_session_that_is_left_sleeps_once_it_does_nothing_and_another_tab_may_have_it() {
    let (world, tab) = with_turn();
    tab.idle_at_once();
    assert!(!tab.page().asleep.get(), "it is shown");
    tab.set_shown(false);
    tab.page().doing.set(Doing::Computing);
    tab.idle_at_once();
    assert!(!tab.page().asleep.get(), "it computes");
    tab.page().doing.set(Doing::Nothing);
    tab.idle();
    world.pass(999);
    assert!(!tab.page().asleep.get(), "a script may go on at once");
    tab.idle();
    world.pass(999);
    assert!(!tab.page().asleep.get(), "it did something since");
    world.pass(1);
    assert!(tab.page().asleep.get());
    let (second, shown) = world.open(ID);
    assert!(!shown.unwrap().reading);
    turn(&second, 20);
    assert_eq!(settled(&world, &second), Some(None));
    world.kill(&second);
    let waking = tab.clone();
    world.start(async move { waking.awake().await });
    assert!(!tab.page().asleep.get());
    let followed = tab.page().followed.take();
    assert_eq!(followed[0].read.turns.len(), 2, "it has what the other tab has stored");
    turn(&tab, 30);
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(stored(&world, ID), [pair(10), pair(20), pair(30)]);
}

#[test]
fn a_session_that_is_shown_again_keeps_the_settings_of_the_page() {
    let (world, tab) = with_turn();
    tab.record(Body::SettingChanged { setting: Setting::Seconds { value: 5 } });
    tab.set_shown(false);
    tab.idle_at_once();
    let waking = tab.clone();
    world.start(async move { waking.awake().await });
    assert!(tab.page().followed.take()[0].read.settings.is_none());
    world.kill(&tab);
    let (_, shown) = world.open(ID);
    assert_eq!(shown.unwrap().read.settings.unwrap().seconds, Some(5), "a reload restores them");
}

#[test]
fn a_session_sleeps_with_all_that_happened_stored_and_stays_open_where_it_is_not() {
    let (world, tab) = with_turn();
    tab.set_shown(false);
    world.disk.slow("append");
    tab.record(asked(20));
    tab.piece(20, Stream::Answer, "A sentence. ");
    tab.idle_at_once();
    world.run();
    assert_eq!(world.disk.count("close"), 0);
    world.disk.slow("close");
    world.release("append", None);
    assert_eq!(world.disk.count("close"), 1, "it is closed after what was being stored");
    world.release("close", None);
    assert_eq!(world.stored(ID).turn(20).unwrap().answer, "A sentence. ");

    let (world, tab) = with_turn();
    tab.set_shown(false);
    world.disk.failing("append", "quota");
    tab.record(asked(20));
    tab.idle_at_once();
    world.run();
    let (second, shown) = world.open(ID);
    assert!(shown.unwrap().reading && second.is_reading(), "what is only there is not given up");
    world.disk.mended();
    world.pass(10_000);
    assert!(world.stored(ID).turn(20).is_some());
}

#[test]
fn two_that_wake_a_session_wait_for_the_same() {
    let (world, tab) = with_turn();
    tab.set_shown(false);
    tab.idle_at_once();
    world.run();
    world.disk.slow("open");
    let waking = [tab.clone(), tab.clone()];
    let [mut one, mut other] = waking.map(|tab| world.begin(async move { tab.awake().await }));
    turn(&tab, 20);
    world.run();
    assert_eq!((one.try_recv(), other.try_recv()), (Ok(None), Ok(None)));
    assert_eq!(world.disk.count("open"), 1, "it is opened once");
    world.release("open", None);
    assert_eq!((one.try_recv(), other.try_recv()), (Ok(Some(())), Ok(Some(()))));
    assert_eq!(settled(&world, &tab), Some(None));
    assert_eq!(stored(&world, ID), [pair(10), pair(20)]);
}
