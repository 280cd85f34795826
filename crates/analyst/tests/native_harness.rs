//! Turns from end to end with the real harness under CPython: what is reported to a model of what
//! its code did, and what supports its answers. The page's part, who asks and who shows, is tested
//! in browsers.
#![allow(clippy::expect_used, missing_docs, unreachable_pub)]

mod native_harness {
    pub mod answers;
    pub mod calls;
    pub mod mistakes;
    pub mod python;
    pub mod reported;
    pub mod session;
}
