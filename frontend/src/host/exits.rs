//! The self-test: has every exit of worker, Python and frame tried.

use futures::channel::oneshot;
use futures::future::{Either, select};
use kernel::life::REQUEST_LIMIT;
use kernel::protocol::Control;
use kernel::{Exit, Reply, Request};

use super::{Host, unexpected};
use crate::clock;
use crate::foreign::window;

/// What is tried to be reached: this server answers there whoever comes.
const TARGET: &str = "/kernel/exit";
/// How long the frame may take, in milliseconds; it takes less than three seconds.
const FRAME_LIMIT_MS: i32 = 20_000;

impl Host {
    /// Each exit and what became of it. `target` is the address that is tried, or one of this server.
    ///
    /// # Errors
    /// Why they could not be tried.
    pub(crate) async fn try_exits(&self, target: Option<String>) -> Result<Vec<Exit>, String> {
        self.ready().await?;
        let own = || window().location().origin().map(|origin| origin + TARGET).unwrap_or_default();
        let target = target.unwrap_or_else(own);
        let (sender, receiver) = oneshot::channel();
        *self.0.exits.borrow_mut() = Some(sender);
        self.control(&Control::SelfTest { target: target.clone() });
        let request = |id| Request::SelfTest { id, target };
        let mut exits = match self.ask(request, vec![], None, REQUEST_LIMIT).await? {
            Reply::SelfTested { exits, .. } => exits,
            other => return Err(unexpected(&other)),
        };
        match select(receiver, Box::pin(clock::sleep(FRAME_LIMIT_MS))).await {
            Either::Left((Ok(frame), _)) => exits.extend(frame),
            _ => return Err("The frame did not try its exits.".to_owned()),
        }
        Ok(exits)
    }
}
