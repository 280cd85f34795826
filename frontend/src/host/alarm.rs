//! The one timer of the lifecycle's deadline.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use crate::clock;

/// The number of the timer that counts, and its deadline. Earlier timers still run, but do nothing.
#[derive(Default)]
pub(super) struct Alarm(Rc<Cell<(u32, Option<Duration>)>>);

impl Alarm {
    /// Calls `act` once `deadline` has come, unless another one is set before. Setting it again
    /// does nothing.
    pub(super) fn set(&self, deadline: Option<Duration>, act: impl FnOnce() + 'static) {
        let (timer, set_for) = self.0.get();
        if deadline == set_for {
            return;
        }
        let timer = timer.wrapping_add(1);
        self.0.set((timer, deadline));
        let Some(deadline) = deadline else { return };
        // One more millisecond, so that rounding does not wake it too early.
        let wait = deadline.saturating_sub(clock::now()).as_millis() + 1;
        let latest = self.0.clone();
        clock::after(
            u32::try_from(wait).unwrap_or(u32::MAX).min(i32::MAX.unsigned_abs()),
            move || {
                if latest.get().0 == timer {
                    latest.set((timer, None));
                    act();
                }
            },
        );
    }
}
