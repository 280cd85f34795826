//! The stored sessions of the page: each stores what happens in it, whether it is shown or not.
//! Restores one when the page opens, shows another, and hands them on. [`crate::storage`] has the
//! records; what the page does with a session is carried out by its [`Program`].

mod choice;
mod contents;
mod handover;
pub(crate) mod list;
mod page;
mod queue;
mod receiver;
mod room;
mod runtime;
mod session;
mod switching;

pub(crate) use self::choice::is_stored;
pub(crate) use self::page::{open_sessions, opened, restore, settled, shown, shown_id};
pub(crate) use self::receiver::Receiver;
pub(crate) use self::session::{Program, Restored, RestoredFile, Shown, StoredSession};
