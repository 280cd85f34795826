//! Offers of another version of the page, which `web/static_host` makes: shown in the session
//! that is shown, until the user decides.

use std::cell::RefCell;

use app::actions::VersionActions;
use app::session::{PageVersions, Server};
use js_sys::{Function, Promise};
use leptos::prelude::{ArcRwSignal, GetUntracked, RwSignal, Update};
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::foreign::page::page;
use crate::foreign::window;

thread_local! {
    static OFFERS: ArcRwSignal<PageVersions> = ArcRwSignal::new(PageVersions::default());
    static SCRIPTS: RefCell<Scripts> = RefCell::default();
}

/// What the scripts have done if the user accepts.
#[derive(Clone, Default)]
struct Scripts {
    load_newer: Option<Function>,
    /// Resolves with whether the server answers.
    is_there: Option<Function>,
    load_from_server: Option<Function>,
}

/// The actions of the offers.
pub(crate) struct Versions;

/// Returns the offers, for the views of a session.
pub(crate) fn offers() -> RwSignal<PageVersions> {
    OFFERS.with(Clone::clone).into()
}

/// Lets the page's scripts offer other versions.
pub(crate) fn listen() {
    let newer = Closure::<dyn Fn(Function)>::new(|load: Function| {
        SCRIPTS.with_borrow_mut(|scripts| scripts.load_newer = Some(load));
        update(|offers| offers.newer = true);
    });
    page().set_offer_version(newer.into_js_value().unchecked_ref());
    let server = Closure::<dyn Fn(Function, Function)>::new(|is_there, load| {
        SCRIPTS.with_borrow_mut(|scripts| {
            (scripts.is_there, scripts.load_from_server) = (Some(is_there), Some(load));
        });
        update(|offers| offers.server = Some(Server::Absent));
        follow_network();
    });
    page().set_offer_server(server.into_js_value().unchecked_ref());
}

/// Shows from now on whether there is a network.
fn follow_network() {
    let show = || update(|offers| offers.offline = !window().navigator().on_line());
    show();
    let changed = Closure::<dyn Fn()>::new(show).into_js_value();
    for event in ["online", "offline"] {
        window().add_event_listener_with_callback(event, changed.unchecked_ref()).ok();
    }
}

impl VersionActions for Versions {
    fn load_newer(&self) {
        call(scripts().load_newer);
    }

    fn load_from_server(&self) {
        update(|offers| offers.server = Some(Server::Asked));
        spawn_local(async {
            let scripts = scripts();
            let asked = call(scripts.is_there).and_then(|asked| asked.dyn_into::<Promise>().ok());
            let is_there = match asked {
                Some(asked) => JsFuture::from(asked).await.is_ok_and(|is| is.is_truthy()),
                None => false,
            };
            // Unless the user has closed the offer meanwhile.
            let is_offered = offers().get_untracked().server.is_some();
            if is_there && is_offered {
                call(scripts.load_from_server);
            } else {
                update(|offers| offers.server = offers.server.map(|_| Server::StillAbsent));
            }
        });
    }
}

fn update(change: impl FnOnce(&mut PageVersions)) {
    OFFERS.with(Clone::clone).update(change);
}

fn scripts() -> Scripts {
    SCRIPTS.with_borrow(Clone::clone)
}

fn call(function: Option<Function>) -> Option<JsValue> {
    function?.call0(&JsValue::UNDEFINED).ok()
}
