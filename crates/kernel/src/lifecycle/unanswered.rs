//! Replies to requests that the worker did not answer itself, and the sentences in them.

use std::time::Duration;

use super::retained::listed;
use crate::{Outcome, PythonError, Reply, Request, RequestId, Status};

/// The cause of a termination.
pub(super) enum Cause {
    Restart,
    Ignored,
    TimedOut(Duration),
    Crashed(String),
}

fn outcome(status: Status, name: &str, value: String) -> Outcome {
    let error = PythonError { name: name.to_owned(), traceback: format!("{name}: {value}"), value };
    Outcome { status, error: Some(error), ..Outcome::default() }
}

/// Returns the outcome of an execution whose interpreter was terminated.
pub(super) fn killed(cause: &Cause) -> Outcome {
    let status = match cause {
        Cause::TimedOut(_) => Status::Timeout,
        Cause::Restart | Cause::Ignored | Cause::Crashed(_) => Status::Killed,
    };
    outcome(status, "KernelKilled", sentence(cause))
}

/// Returns the outcome of an execution that waited when the interpreter was terminated.
pub(super) fn dropped(cause: &Cause) -> Outcome {
    outcome(Status::Killed, "KernelKilled", sentence(cause))
}

/// Returns the outcome of an execution that the worker did not answer with one; the code may have
/// run.
pub(super) fn refused(message: &str) -> Outcome {
    outcome(Status::Killed, "KernelUnavailable", message.to_owned())
}

/// Returns the outcome of an execution that was not posted, since there is no kernel.
pub(super) fn not_posted(message: &str) -> Outcome {
    Outcome { kernel_unavailable: true, ..refused(message) }
}

/// Returns the reply to a request about a result of an earlier interpreter.
pub(super) fn gone(id: RequestId) -> Reply {
    let message =
        "Python was started afresh and no longer has this result. Run its code again.".to_owned();
    Reply::Failed { id, message }
}

/// Returns the reply to a request that was cancelled while it waited.
pub(super) fn before_it_ran(request: &Request) -> Reply {
    let id = request.id();
    let message = "Stopped before it ran.";
    match request {
        Request::Execute { .. } => {
            let outcome = outcome(Status::Interrupted, "KeyboardInterrupt", message.to_owned());
            Reply::Executed { id, outcome }
        }
        _ => Reply::Failed { id, message: message.to_owned() },
    }
}

/// Returns the reply of a request, with an interrupt turned into a timeout if it was caused by the
/// time limit.
pub(super) fn with_limit(reply: Reply, limit: Option<Duration>) -> Reply {
    match (reply, limit) {
        (Reply::Executed { id, mut outcome }, Some(limit))
            if outcome.status == Status::Interrupted =>
        {
            let value = format!(
                "Stopped after {}, the most that code may take. Variables are kept.",
                seconds(limit)
            );
            outcome.status = Status::Timeout;
            outcome.error = Some(PythonError {
                name: "TimeoutError".to_owned(),
                value,
                traceback: String::new(),
            });
            Reply::Executed { id, outcome }
        }
        (reply, _) => reply,
    }
}

/// Returns what happened to a posted request.
pub(super) fn sentence(cause: &Cause) -> String {
    format!("{} All variables are lost; the files are still there.", description(cause))
}

/// The message about an outcome above the maximum length.
pub(super) const TOO_LONG: &str =
    "The result is too large for the page. Show fewer or smaller figures.";
/// The message about an answer that cannot be parsed.
pub(super) const UNREADABLE: &str = "The answer of Python could not be read.";

/// Returns the reply to a request whose answer cannot be used.
pub(super) fn without_answer(request: &Request, why: &str) -> Reply {
    let (id, message) = (request.id(), why.to_owned());
    match request {
        Request::Execute { .. } => {
            Reply::Executed { id, outcome: outcome(Status::Error, "OutcomeError", message) }
        }
        _ => Reply::Failed { id, message },
    }
}

/// Returns the reply without the parts whose attachments are missing.
pub(super) fn without_attachments(reply: Reply) -> Reply {
    match reply {
        Reply::Executed { id, mut outcome } if !outcome.files.is_empty() => {
            let count = outcome.files.len();
            outcome.files.clear();
            outcome
                .stderr
                .push_str(&format!("\n[{count} written files did not come with the result]\n"));
            Reply::Executed { id, outcome }
        }
        Reply::Content { id, .. } | Reply::Saved { id, .. } | Reply::Vectored { id } => {
            Reply::Failed {
                id,
                message: "The file's bytes did not come with the answer.".to_owned(),
            }
        }
        other => other,
    }
}

fn description(cause: &Cause) -> String {
    match cause {
        Cause::Restart => "Python was restarted.".to_owned(),
        Cause::Ignored => {
            "The code could not be interrupted, so Python was killed and started afresh.".to_owned()
        }
        Cause::TimedOut(limit) => format!(
            "The code ran longer than {} and could not be interrupted, so Python was killed and started afresh.",
            seconds(*limit)
        ),
        Cause::Crashed(cause) => format!("Python died ({cause}) and was started afresh."),
    }
}

/// Returns the message to the user that variables are lost: which ones, and how many files that
/// code had written are kept.
pub(super) fn lost(cause: &Cause, variables: &[String], written: usize) -> String {
    let variables = match listed(variables) {
        names if names.is_empty() => String::new(),
        names => format!(" ({names})"),
    };
    let written = match written {
        0 => String::new(),
        1 => ", and so is the file that code had written".to_owned(),
        count => format!(", and so are the {count} files that code had written"),
    };
    format!(
        "{} All variables are lost{variables}; your files are still there{written}.",
        description(cause)
    )
}

/// Returns the message to the user that the kernel cannot be started.
pub(super) fn start_failed(cause: &str) -> String {
    let cause = cause.trim_end_matches('.');
    format!("Python could not be started: {cause}. Press restart to try again.")
}

fn seconds(limit: Duration) -> String {
    let tenths = limit.as_millis() / 100;
    if tenths.is_multiple_of(10) {
        format!("{} s", tenths / 10)
    } else {
        format!("{}.{} s", tenths / 10, tenths % 10)
    }
}
