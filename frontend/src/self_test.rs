//! The self-test of the seal: the kernel runs the egress probes, and a script judges what they
//! found.

use app::session::{Seal, Session, badge, exits_summary};
use automation::JudgedProbe;
use js_sys::{Function, JSON};
use leptos::prelude::{Update, WithUntracked};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use crate::dialogs;
use crate::foreign::{plain, promise};
use crate::host::Host;

/// Returns the function that runs the self-test, towards the address that it gets or one of its
/// own.
pub(crate) fn self_test(host: &Host) -> Function {
    let host = host.clone();
    let function = Closure::<dyn Fn(JsValue) -> JsValue>::new(move |target| {
        let host = host.clone();
        promise(async move { run(&host, target).await })
    });
    function.into_js_value().unchecked_into()
}

/// Runs the self-test, and shows its result.
pub(crate) fn show(session: Session, host: &Host) {
    let host = host.clone();
    session.seal.update(|seal| {
        seal.running = true;
        "Trying every exit".clone_into(&mut seal.word);
    });
    let opened = session.seal.with_untracked(|seal| seal.opened);
    spawn_local(async move {
        let probes = async {
            let probes = run(&host, JsValue::UNDEFINED).await?;
            let probes =
                JSON::stringify(&probes).ok().and_then(|text| text.as_string()).unwrap_or_default();
            serde_json::from_str::<Vec<JudgedProbe>>(&probes).map_err(|error| error.to_string())
        };
        let probes = probes.await;
        session.seal.update(|seal| {
            if let Ok(probes) = &probes {
                seal.badge = badge(probes);
            }
            // One that was opened again since begins anew.
            if seal.opened == opened {
                let before = std::mem::take(&mut seal.probes);
                let (word, probes) = match probes {
                    Ok(probes) => (exits_summary(&probes), probes),
                    Err(why) => (why, before),
                };
                *seal = Seal { running: false, word, probes, ..seal.clone() };
            }
        });
    });
}

async fn run(host: &Host, target: JsValue) -> Result<JsValue, String> {
    let target = dialogs::run("exitTarget", &[&target]).await?;
    let probes = host.run_egress_probes(target.as_string().unwrap_or_default()).await?;
    dialogs::run("judge", &[&plain(&probes)?, &target]).await
}
