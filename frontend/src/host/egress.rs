//! The self-test: runs every egress probe of worker, Python and frame.

use std::cell::RefCell;

use futures::channel::oneshot;
use futures::future::{Either, select};
use kernel::protocol::Control;
use kernel::{EgressProbe, Reply, Request};

use super::Host;
use super::requests::unexpected;
use crate::clock;

/// The frame's time limit, in milliseconds. It needs less than three seconds on an idle machine;
/// each probe may wait for six.
const FRAME_LIMIT_MS: u32 = 40_000;

/// The caller that waits for the frame's part of the self-test.
#[derive(Default)]
pub(super) struct FrameProbes(RefCell<Option<oneshot::Sender<Vec<EgressProbe>>>>);

impl FrameProbes {
    fn wait(&self) -> oneshot::Receiver<Vec<EgressProbe>> {
        let (sender, receiver) = oneshot::channel();
        self.0.replace(Some(sender));
        receiver
    }

    /// Returns whether somebody waits.
    pub(super) fn is_awaited(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Hands over what the frame found.
    pub(super) fn answer(&self, probes: Vec<EgressProbe>) {
        if let Some(waiting) = self.0.take() {
            waiting.send(probes).ok();
        }
    }
}

impl Host {
    /// Runs each probe and returns what it found. `target` is the address that the probes try to
    /// reach.
    ///
    /// # Errors
    /// Why they could not be run.
    pub(crate) async fn run_egress_probes(
        &self,
        target: String,
    ) -> Result<Vec<EgressProbe>, String> {
        self.ready().await?;
        let request = |id| Request::SelfTest { id, target: target.clone() };
        let mut probes = match self.ask(request).await? {
            Reply::SelfTested { probes, .. } => probes,
            other => return Err(unexpected(&other)),
        };
        // Not at the same time: in Firefox, a worker and its document that both start workers can
        // wait for each other forever.
        let receiver = self.0.frame_probes.wait();
        self.control(&Control::SelfTest { target });
        match select(receiver, clock::sleep(FRAME_LIMIT_MS)).await {
            Either::Left((Ok(frame), _)) => probes.extend(frame),
            _ => return Err(words::host_egress_the_frame_did_not().to_owned()),
        }
        Ok(probes)
    }
}
