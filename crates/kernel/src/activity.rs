//! What the page has done lately, and what it has begun and not ended.
//!
//! [`Ring`] keeps the last page events, [`Pending`] what a session has to end before it is idle.
//! Neither knows the browser, a clock, or what any of it is about: times come in as numbers.

mod pending;
mod ring;

pub use pending::{Open, Pending, Task, Ticket};
pub use ring::{MAX_EVENTS, Ring};
