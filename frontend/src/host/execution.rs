//! Executions: whatever happens, each has an outcome.

use std::time::Duration;

use kernel::{Outcome, PythonError, Reply, Request, Status};
use leptos::prelude::{GetUntracked, Set};

use super::Host;
use super::requests::{OnStream, RequestOptions, unexpected};
use crate::failure;

impl Host {
    /// Runs code. Always returns an outcome, whatever happens. Without a `limit` the user's choice applies;
    /// `interactive` code may ask the user for a line.
    pub(crate) async fn execute(
        &self,
        code: &str,
        limit: Option<Duration>,
        interactive: bool,
        on_stream: OnStream,
    ) -> Outcome {
        failure::note_code(code);
        let cancellation = self.0.cancellation.borrow().clone();
        if let Err(message) = self.provide(code, &cancellation).await {
            return failed(Status::Error, "PackageUnavailable", message);
        }
        if cancellation.is_cancelled() {
            return failed(Status::Interrupted, "KeyboardInterrupt", "Stopped before it ran.".to_owned());
        }
        let code = code.to_owned();
        let limit = limit.unwrap_or_else(|| match self.0.session.limits.get_untracked().seconds {
            0 => Duration::MAX,
            seconds => Duration::from_secs(seconds.into()),
        });
        let options = RequestOptions { on_stream: Some(on_stream), limit, ..RequestOptions::default() };
        match self.ask_with(|id| Request::Execute { id, code, interactive }, options).await {
            Ok((Reply::Executed { outcome, .. }, _)) => {
                self.0.session.memory.set(outcome.memory_bytes);
                outcome
            }
            Ok((other, _)) => failed(Status::Killed, "KernelUnavailable", unexpected(&other)),
            Err(message) => failed(Status::Killed, "KernelUnavailable", message),
        }
    }
}

/// Returns the outcome of code that did not reach the kernel, or got no outcome from it.
fn failed(status: Status, name: &str, value: String) -> Outcome {
    let error = PythonError { name: name.to_owned(), traceback: format!("{name}: {value}"), value };
    Outcome { status, error: Some(error), ..Outcome::default() }
}
