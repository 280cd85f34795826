//! The self-test: runs every egress probe of worker, Python and frame.

use futures::channel::oneshot;
use futures::future::{Either, select};
use kernel::lifecycle::REQUEST_LIMIT;
use kernel::protocol::Control;
use kernel::{EgressProbe, Reply, Request};

use super::{Host, unexpected};
use crate::clock;

/// The frame's time limit, in milliseconds; it needs less than three seconds.
const FRAME_LIMIT_MS: i32 = 20_000;

impl Host {
    /// Runs each probe and returns what it found. `target` is the address that the probes try to reach.
    ///
    /// # Errors
    /// Why they could not be run.
    pub(crate) async fn run_egress_probes(&self, target: String) -> Result<Vec<EgressProbe>, String> {
        self.ready().await?;
        let request = |id| Request::SelfTest { id, target: target.clone() };
        let mut probes = match self.ask(request, vec![], None, REQUEST_LIMIT).await? {
            Reply::SelfTested { probes, .. } => probes,
            other => return Err(unexpected(&other)),
        };
        // Not at the same time: in Firefox, a worker and its document that both start workers can wait for
        // each other forever.
        let (sender, receiver) = oneshot::channel();
        *self.0.probes.borrow_mut() = Some(sender);
        self.control(&Control::SelfTest { target });
        match select(receiver, Box::pin(clock::sleep(FRAME_LIMIT_MS))).await {
            Either::Left((Ok(frame), _)) => probes.extend(frame),
            _ => return Err("The frame did not try its probes.".to_owned()),
        }
        Ok(probes)
    }
}
