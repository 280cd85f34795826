//! The self-test of the seal: the kernel runs the egress probes, and a script judges what they found.

use js_sys::Function;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use crate::dialogs;
use crate::foreign::{plain, promise};
use crate::host::Host;

/// Returns the function that runs the self-test, towards the address that it gets or one of its own.
pub(crate) fn self_test(host: &Host) -> Function {
    let host = host.clone();
    let function = Closure::<dyn Fn(JsValue) -> JsValue>::new(move |target| {
        let host = host.clone();
        promise(async move {
            let target = dialogs::run("exitTarget", &[&target]).await?;
            let probes = host.run_egress_probes(target.as_string().unwrap_or_default()).await?;
            dialogs::run("judge", &[&plain(&probes)?, &target]).await
        })
    });
    function.into_js_value().unchecked_into()
}
