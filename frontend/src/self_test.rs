//! The self-test of the seal: the kernel runs the egress probes, and what arrived at the server
//! decides what they found. Each test has its own address there, which answers every request and
//! records it.

use app::session::{Session, badge, exits_summary, judged};
use js_sys::Function;
use kernel::EgressProbe;
use kernel::automation::JudgedProbe;
use leptos::prelude::Update;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Response, Url};

use crate::clock;
use crate::foreign::device::new_id;
use crate::foreign::{self, plain, promise, window};
use crate::host::Host;
use crate::storage::parsed;

/// The beginning of the addresses of tests, relative to the document. A static host has nothing
/// there, so that arrivals are unknown.
const EXITS: &str = "kernel/exit/";
/// How long a request that failed may still take to arrive, in milliseconds.
const ARRIVAL_MS: u32 = 500;

/// Returns the function that runs the self-test, towards the address that it gets or one of its
/// own.
pub(crate) fn self_test(host: &Host) -> Function {
    let host = host.clone();
    let function = Closure::<dyn Fn(JsValue) -> JsValue>::new(move |target: JsValue| {
        let host = host.clone();
        promise(async move { plain(&run(&host, target.as_string()).await?) })
    });
    foreign::function(function)
}

/// Runs the self-test, and shows its result.
pub(crate) fn show(session: Session, host: &Host) {
    let host = host.clone();
    session.seal.update(|seal| {
        seal.running = true;
        words::self_test_trying_every_exit().clone_into(&mut seal.word);
    });
    spawn_local(async move {
        let probes = run(&host, None).await;
        session.seal.update(|seal| {
            seal.running = false;
            // One that fails makes no statement, also not the one of the test before.
            let (word, probes) = match probes {
                Ok(probes) => (exits_summary(&probes), probes),
                Err(why) => (why, Vec::new()),
            };
            seal.badge = badge(&probes);
            (seal.word, seal.probes) = (word, probes);
        });
    });
}

async fn run(host: &Host, target: Option<String>) -> Result<Vec<JudgedProbe>, String> {
    let target = match target {
        Some(target) => target,
        None => begin().await?,
    };
    let probes = host.run_egress_probes(target.clone()).await?;
    Ok(judge(probes, &target).await)
}

/// Begins a test; returns the new address that it tries to reach.
///
/// # Errors
/// If the browser makes no address.
pub(crate) async fn begin() -> Result<String, String> {
    let target = format!("{}{}", exits(), new_id()?);
    note(&target, "begin").await;
    Ok(target)
}

/// Decides what came of probes that tried to reach the address.
pub(crate) async fn judge(probes: Vec<EgressProbe>, target: &str) -> Vec<JudgedProbe> {
    judged(probes, arrivals(target).await.as_deref())
}

/// Returns which probes arrived; `None` if that is unknown.
async fn arrivals(target: &str) -> Option<Vec<String>> {
    if !target.starts_with(&exits()) {
        return None;
    }
    clock::sleep(ARRIVAL_MS).await;
    // This request and that of the beginning prove that the server recorded requests during the
    // whole test.
    note(target, "end").await;
    let answer = get(&format!("{target}/arrivals")).await.ok()?;
    let came: Vec<String> = parsed(&JsFuture::from(answer.json().ok()?).await.ok()?).ok()?;
    let has = |one: &str| came.iter().any(|arrived| arrived == one);
    (has("begin") && has("end")).then_some(came)
}

async fn note(target: &str, word: &str) {
    get(&format!("{target}?exit={word}")).await.ok();
}

async fn get(address: &str) -> Result<Response, JsValue> {
    JsFuture::from(window().fetch_with_str(address)).await.map(JsCast::unchecked_into)
}

/// Returns the absolute form of [`EXITS`].
fn exits() -> String {
    let base = window().document().and_then(|document| document.base_uri().ok().flatten());
    let url = Url::new_with_base(EXITS, &base.unwrap_or_default());
    url.map(|url| url.href()).unwrap_or_default()
}
