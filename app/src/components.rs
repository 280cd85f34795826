//! The page's views, one component per file; its stylesheet has the same name under
//! `style/components/`.

#![allow(
    unreachable_pub,
    reason = "the component macro writes `pub` items whatever the component's own visibility"
)]

mod about;
mod answer;
mod button;
mod changed_results;
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
mod first_rows;
mod follow_ups;
mod functions;
mod header;
pub(crate) mod icon;
mod inline_code;
mod kernel_badge;
mod keys;
mod ledger;
mod line;
mod local_models;
mod markdown;
mod modal;
mod models;
mod new_files;
mod notices;
mod open_models;
mod outcome;
mod packages;
pub(crate) mod page;
mod page_menu;
mod preview;
mod printed;
mod privacy;
mod profile;
mod python;
mod query;
mod readings;
mod result;
mod results;
mod samples;
mod seal;
mod session_exports;
mod session_list;
mod session_rows;
mod session_side;
mod session_title;
mod shortcuts;
mod step;
mod step_changes;
mod steps;
mod suggestions;
mod table_reading;
mod tables;
mod theme;
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

/// The dialogs of the page that only its views open.
#[derive(Clone, Copy)]
struct Dialogs {
    /// Whether that of Python is shown.
    python: RwSignal<bool>,
    /// Whether the list of keyboard shortcuts is shown.
    shortcuts: RwSignal<bool>,
}

impl Dialogs {
    /// Returns them closed.
    fn new() -> Self {
        Self { python: RwSignal::new(false), shortcuts: RwSignal::new(false) }
    }
}

/// Returns the dialogs of this page, which [`page::App`] puts into the context.
fn dialogs() -> Dialogs {
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
