//! The stored sessions of the page: restores one when the page opens, shows another, and hands them
//! on. `app::session::stored` decides what is stored when; what it needs of the browser is in
//! [`Browser`]. [`crate::storage`] has the records; what the page does with a session is carried
//! out by its [`Program`].

mod browser;
mod choice;
mod contents;
mod handover;
pub(crate) mod list;
mod page;
mod receiver;
mod room;
mod runtime;
mod switching;

use app::session::stored;
use web_sys::File;

pub(crate) use self::browser::{Browser, Program};
pub(crate) use self::choice::is_stored;
pub(crate) use self::contents::{part_bytes, parts_of, time, whole_outcome, with_bodies};
pub(crate) use self::page::{open_sessions, opened, restore, settled, shown, shown_id};
pub(crate) use self::receiver::Receiver;

/// A session of the page in the browser's storage.
pub(crate) type StoredSession = stored::StoredSession<Browser>;
/// The same as the page shows it.
pub(crate) type Restored = stored::Restored<File>;
/// A file of it.
pub(crate) type RestoredFile = stored::RestoredFile<File>;
/// What is shown of it.
pub(crate) type Shown = stored::Shown<File>;
