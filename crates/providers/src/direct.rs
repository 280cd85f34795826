//! The user's endpoint, which a page asks by itself: its address, what is remembered of it,
//! the requests to it, and what it answers, or why it does not, in words.
//!
//! Splits no address by itself, asks nobody, and gets no key: a failure comes without it.

mod address;
mod connection;
mod finding;
mod request;
mod window;

pub use address::{Address, Split, is_loopback};
pub use connection::{Chosen, Connection};
pub use finding::{Advice, Finding, Reason, answered, refused, unanswered, unreadable};
pub use request::{Refusal, body, headers, key_header, sentence};
pub use window::{ids, listed_window, models, window_path, window_there};

use crate::local_server::LocalServer;

/// The local servers that are named to a user.
pub const LOCAL: [LocalServer; 4] =
    [LocalServer::Ollama, LocalServer::LmStudio, LocalServer::LlamaCpp, LocalServer::Vllm];

/// Returns the address that a local server has unless it is configured otherwise.
pub fn local_address(server: LocalServer) -> String {
    format!("http://localhost:{}/v1", server.port().unwrap_or_default())
}
