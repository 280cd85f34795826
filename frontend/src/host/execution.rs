//! Executions: whatever happens, each has an outcome.

use std::sync::Arc;
use std::time::Duration;

use app::session::{FileEntry, FileState};
use kernel::activity::Task;
use kernel::automation::{AuthorWord, Happening};
use kernel::{Outcome, Profile, PythonError, Reading, Reply, Request, Status, reading};
use leptos::prelude::{GetUntracked, Set, WithUntracked};

use super::Host;
use super::requests::{OnStream, RequestOptions, unexpected};
use crate::{activity, failure, notices};

/// Whose code it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Author {
    /// A model's.
    Model,
    /// The user's: it may ask the user for a line.
    User,
    /// The page's own, which asks the interpreter about its state: it is not part of the session.
    Page,
}

impl Host {
    /// Runs code. Always returns an outcome, whatever happens. Without a `limit` the user's choice
    /// applies.
    pub(crate) async fn execute(
        &self,
        code: &str,
        limit: Option<Duration>,
        author: Author,
        on_stream: OnStream,
    ) -> Outcome {
        let session = self.0.session;
        let _doing = activity::begin(session, Task::Execution);
        let execution = notices::next_id();
        let author_word = match author {
            Author::Model => AuthorWord::Model,
            Author::User => AuthorWord::User,
            Author::Page => AuthorWord::Page,
        };
        activity::happened(session, execution, Happening::ExecutionBegan { author: author_word });
        let outcome = self.executed(code, limit, author, on_stream).await;
        let [results, files] = [outcome.results.len(), outcome.files.len()]
            .map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let ended = Happening::ExecutionEnded { status: outcome.status, results, files };
        activity::happened(session, execution, ended);
        outcome
    }

    async fn executed(
        &self,
        code: &str,
        limit: Option<Duration>,
        author: Author,
        on_stream: OnStream,
    ) -> Outcome {
        let (interactive, silent) = (author == Author::User, author == Author::Page);
        if !silent {
            failure::note_code(code);
        }
        let cancellation = self.0.cancellation.borrow().clone();
        if let Err(message) = self.provide(code, &cancellation).await {
            return failed(Status::Error, "PackageUnavailable", message);
        }
        if cancellation.is_cancelled() {
            return failed(
                Status::Interrupted,
                "KeyboardInterrupt",
                words::host_execution_stopped_before_it_ran().to_owned(),
            );
        }
        let code = code.to_owned();
        let readings = if silent { Vec::new() } else { self.readings() };
        let limit = limit.unwrap_or_else(|| match self.0.session.limits.get_untracked().seconds {
            0 => Duration::MAX,
            seconds => Duration::from_secs(seconds.into()),
        });
        let options =
            RequestOptions { on_stream: Some(on_stream), limit, ..RequestOptions::default() };
        match self
            .ask_with(|id| Request::Execute { id, code, interactive, readings, silent }, options)
            .await
        {
            Ok((Reply::Executed { outcome, .. }, _)) => {
                self.0.session.memory.set(outcome.memory_bytes);
                outcome
            }
            Ok((other, _)) => failed(Status::Killed, "KernelUnavailable", unexpected(&other)),
            Err(message) => failed(Status::Killed, "KernelUnavailable", message),
        }
    }

    /// Returns how the profiles of the session's files say that they are read.
    fn readings(&self) -> Vec<Reading> {
        let profile = |entry: &FileEntry| match entry.state.get_untracked() {
            FileState::Ready(profile) => Some(profile),
            _ => None,
        };
        let profiles: Vec<Arc<Profile>> =
            self.0.session.files.with_untracked(|files| files.iter().filter_map(profile).collect());
        reading::of(profiles.iter().map(Arc::as_ref))
    }
}

/// Returns the outcome of code that did not reach the kernel, or got no outcome from it.
fn failed(status: Status, name: &str, value: String) -> Outcome {
    let error = PythonError { name: name.to_owned(), traceback: format!("{name}: {value}"), value };
    Outcome { status, error: Some(error), ..Outcome::default() }
}
