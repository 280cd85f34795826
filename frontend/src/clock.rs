//! Time: the monotonic clock, sleeping, the next painted frame, and dates as text.
//!
//! Progress never depends on painting: a hidden tab paints nothing, so waiting for a frame ends
//! after a while.

use std::time::Duration;

use futures::future::{Either, select};
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use wasm_bindgen_futures::JsFuture;

use crate::foreign::window;

/// The longest wait for a frame, in milliseconds.
const MAX_FRAME_MS: u32 = 100;

/// Returns the time since the page was opened.
pub(crate) fn now() -> Duration {
    Duration::from_secs_f64(now_ms() / 1000.0)
}

/// Returns the same in milliseconds.
pub(crate) fn now_ms() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Returns the wall clock's time in ISO 8601.
pub(crate) fn timestamp() -> String {
    String::from(js_sys::Date::new_0().to_iso_string())
}

/// Waits for this many milliseconds.
pub(crate) fn sleep(milliseconds: u32) -> TimeoutFuture {
    TimeoutFuture::new(milliseconds)
}

/// Waits until the browser is about to paint, or for [`MAX_FRAME_MS`] if it does not.
pub(crate) async fn next_frame() {
    let painted = Promise::new(&mut |resolve, _| {
        window().request_animation_frame(&resolve).ok();
    });
    let painted = JsFuture::from(painted);
    match select(Box::pin(painted), sleep(MAX_FRAME_MS)).await {
        Either::Left(_) | Either::Right(_) => {}
    }
}

/// Calls `act` once after `milliseconds`.
pub(crate) fn after(milliseconds: u32, act: impl FnOnce() + 'static) {
    Timeout::new(milliseconds, act).forget();
}
