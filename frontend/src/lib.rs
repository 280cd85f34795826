#![cfg(target_arch = "wasm32")]
//! The browser composition root.
