//! The page: Leptos views over a [`session::Session`], compiled for the browser and for the server.
//!
//! Knows what is shown and what a person can do ([`actions::Actions`]), not how it is done: no fetch, no worker, no model.

pub mod actions;
pub mod session;
