//! One request that is being answered: its place, and what it uses of the budgets.

use std::sync::Arc;

use chat::{Delta, Usage};
use futures::{Stream, StreamExt};
use tokio::sync::OwnedSemaphorePermit;

use super::{
    Limits,
    estimate::{self, Amount},
};
use crate::{access::client::Client, config::Price};

/// One request that is being answered. Dropped, it leaves its place to the next one, and what it
/// used is counted.
pub(crate) struct Call {
    limits: Arc<Limits>,
    client: Client,
    _place: OwnedSemaphorePermit,
    price: Price,
    expected: Usage,
    /// What is reserved, and on which day; `None` if there are no budgets.
    reserved: Option<(Amount, u64)>,
    progress: Progress,
}

/// What is known of a call's use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    /// No provider has been asked, or it has refused.
    Unused,
    /// A provider was asked, and has written so many bytes.
    Asked { written: u64 },
    /// The provider has said it.
    Said(Usage),
}

impl Progress {
    /// Returns what counts as used. If the provider has not said it, because the answer broke
    /// off, it is the estimate of the request, and what was written of the answer by its length.
    fn used(self, expected: Usage) -> Usage {
        match self {
            Self::Unused => Usage::default(),
            Self::Asked { written } => Usage { output: estimate::text_tokens(written), ..expected },
            Self::Said(usage) => usage,
        }
    }
}

impl Call {
    pub(super) fn new(
        limits: Arc<Limits>,
        client: Client,
        place: OwnedSemaphorePermit,
        price: Price,
        expected: Usage,
        reserved: Option<(Amount, u64)>,
    ) -> Self {
        Self {
            limits,
            client,
            _place: place,
            price,
            expected,
            reserved,
            progress: Progress::Unused,
        }
    }

    /// Notes what each delta of an answer uses, and is dropped at its end or when nobody reads it
    /// any more.
    pub(crate) fn count<E>(
        mut self,
        deltas: impl Stream<Item = Result<Delta, E>>,
    ) -> impl Stream<Item = Result<Delta, E>> {
        deltas.inspect(move |delta| match delta {
            Ok(Delta::Usage(usage)) => self.used(*usage),
            Ok(delta) => self.wrote(written(delta)),
            Err(_) => {}
        })
    }

    /// Notes that a provider is being asked for the answer, by a model of `price`.
    pub(crate) fn asks(&mut self, price: Price) {
        self.price = price;
        self.progress = Progress::Asked { written: 0 };
    }

    /// Notes that the provider did not answer, so that nothing was used.
    pub(crate) fn refused(&mut self) {
        self.progress = Progress::Unused;
    }

    /// Notes that the provider has written `bytes` more.
    pub(crate) fn wrote(&mut self, bytes: usize) {
        if let Progress::Asked { written } = &mut self.progress {
            *written = written.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        }
    }

    /// Notes what the provider says it has used.
    pub(crate) fn used(&mut self, usage: Usage) {
        self.progress = Progress::Said(usage);
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let Some((reserved, day)) = self.reserved else { return };
        let used = estimate::amount(self.price, self.progress.used(self.expected));
        let limits = Arc::clone(&self.limits);
        let client = self.client.clone();
        match (&self.limits.shared, tokio::runtime::Handle::try_current()) {
            (Some(shared), Ok(runtime)) => {
                let shared = Arc::clone(shared);
                runtime.spawn(async move {
                    shared.settle(&limits.budgets, &client, reserved, used, day).await
                });
            }
            // Outside of the runtime nothing is dropped but at the process's end.
            (Some(_), Err(_)) => {}
            (None, _) => limits.ledger.settle(&client, reserved, used, day),
        }
    }
}

/// Returns how many bytes a delta has that the model wrote.
fn written(delta: &Delta) -> usize {
    match delta {
        Delta::Text(text) => text.len(),
        Delta::ToolCall { name, arguments, .. } => {
            name.as_ref().map_or(0, String::len) + arguments.len()
        }
        Delta::Reasoning { part, .. } => {
            part.text.len() + part.data.as_ref().map_or(0, String::len)
        }
        Delta::Usage(_) | Delta::Finish(_) => 0,
    }
}
