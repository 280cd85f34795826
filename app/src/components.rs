//! The page's views, one component per file; its stylesheet has the same name under
//! `style/components/`.

#![allow(
    unreachable_pub,
    reason = "the component macro writes `pub` items whatever the component's own visibility"
)]

mod answer;
mod button;
mod claim;
mod code;
mod composer;
mod consent;
mod console;
mod console_entry;
mod conversation;
mod corrections;
mod differs;
mod disclosure;
mod editor;
mod encodings;
mod ending;
mod endpoint;
pub(crate) mod failure;
mod file;
mod file_questions;
mod files;
mod functions;
mod header;
pub(crate) mod icon;
mod kernel_badge;
mod ledger;
mod line;
mod local_models;
mod markdown;
mod modal;
mod models;
mod notices;
mod open_models;
mod outcome;
mod packages;
pub(crate) mod page;
mod preview;
mod printed;
mod profile;
mod query;
mod readings;
mod result;
mod results;
mod samples;
mod seal;
mod session_list;
mod step;
mod step_changes;
mod suggestions;
mod tables;
mod thoughts;
mod traceback;
mod turn;
mod variables;
mod versions;
mod welcome;
mod wheel;

use leptos::{html, prelude::*};

use crate::{actions::ActionsHandle, session::Session};

/// Returns the session of this page, which [`page::App`] puts into the context.
fn session() -> Session {
    expect_context()
}

/// Returns the user's actions of one kind, which [`page::App`] puts into the context.
fn actions<T: ?Sized + 'static>() -> ActionsHandle<T> {
    expect_context()
}

/// Returns a reference to the field that takes the focus when it is there.
fn first_field() -> NodeRef<html::Input> {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            drop(field.focus());
        }
    });
    field
}
