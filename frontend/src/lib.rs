#![cfg(target_arch = "wasm32")]
//! The browser's composition root: builds the real kernel, files, models and turns, and hydrates
//! the page with them.
//!
//! The only crate that touches the browser. One file per browser interface: [`frame`] the iframe
//! and its ports, [`runtime`] the download, [`relay`] the network to a model, [`answer`] what comes
//! from it, [`file_store`] dropped and pasted files, [`folders`] dropped folders, [`archive`] zip
//! archives, [`pictures`] pictures for models, [`results`] views of results, [`save`] downloads and
//! the clipboard, [`highlight`] the highlighter, [`editor`] the code editor, [`code_help`]
//! completion from the interpreter, [`planner`] the built-in model, [`open_models`] models that are
//! fetched, [`tab_model`] a model from a file, [`self_test`] the self-test, [`clock`] time,
//! [`failure`] panics. [`host`] drives the kernel's lifecycle, [`turns`] a turn, [`shown`] paints
//! it, [`rerun`] runs lost code again, [`replay`] code that was edited or is compared, [`comparer`]
//! compares it, [`stored`] stores the sessions in [`storage`], [`exports`] writes them down,
//! [`session_controller`] joins them all, [`open_sessions`] has those of the page,
//! [`automation`] offers them to scripts, [`activity`] has what the page has done lately, [`idle`]
//! says when that is over. What a user can do is implemented by what owns the work:
//! [`session_controller`], [`file_store`], [`result_actions`], [`privacy`] and [`texts`].

mod activity;
mod agreements;
mod answer;
mod archive;
mod automation;
mod cancellation;
mod choices;
mod clock;
mod code_help;
mod comparer;
mod complete_turn;
mod console;
mod corrections;
pub mod digest;
mod editor;
mod embedding;
mod ended;
mod endpoint;
mod exports;
mod failure;
mod file_store;
mod folders;
mod foreign;
mod frame;
mod function_dialogs;
mod functions;
mod highlight;
mod host;
mod idle;
mod live;
mod model_menu;
mod models;
mod new_file;
mod notices;
mod open_models;
mod open_sessions;
mod page_actions;
mod pictures;
mod planner;
mod preparation;
mod preview;
mod privacy;
mod program;
mod readings;
mod recorder;
mod relay;
mod replay;
mod rerun;
mod restore;
mod result_actions;
mod result_requests;
mod results;
mod runtime;
mod save;
mod self_test;
mod session_controller;
mod session_index;
mod session_list;
mod session_state;
mod shown;
mod storage;
mod stored;
mod tab_model;
mod texts;
mod theme;
mod turns;
mod variables;
mod versions;

use wasm_bindgen::prelude::wasm_bindgen;

/// Hydrates the page that the server rendered. Called once by the document's script.
#[wasm_bindgen]
pub fn hydrate() {
    failure::report_panics();
    open_sessions::hydrate();
}
