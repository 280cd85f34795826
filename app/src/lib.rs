//! The page: Leptos views over a [`session::Session`], compiled for the browser and for the server.
//!
//! Knows what is shown and what a user can do ([`actions`]), not how it is done: no fetch, no
//! worker, no model.
//!
//! The page runs under `require-trusted-types-for 'script'`, so nothing may set inner HTML. Leptos
//! builds elements whose markup is wholly literal that way; static text and lone static classes are
//! therefore in braces (`<h2>{"Files"}</h2>`), which a test over the sources enforces.

pub mod actions;
mod components;
pub mod session;
mod shell;

pub use components::{failure::FailureTemplate, icon::Sprite, page::App};
pub use shell::{Assets, shell};

#[cfg(test)]
mod trusted_types;
