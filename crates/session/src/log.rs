//! The append-only log of one session: its events in one versioned schema, and the state that
//! follows from them.
//!
//! [`event`] is the schema, [`mod@record`] the form of a line, [`reading`] what is read back from a
//! damaged or older log, [`state`] the fold. Knows no page, no storage and no network: text and
//! bytes come in and go out, time is passed in as a number. Documented in `docs/sessions.md`.

pub mod blob;
pub mod bounds;
pub mod cause;
pub mod compact;
pub mod compare;
mod damage;
pub mod event;
mod migrate;
mod open;
pub mod reading;
pub mod record;
pub mod space;
pub mod state;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod thoughts;
mod titles;
pub mod usage;
mod writer;

pub use blob::{
    BlobRef, LargePart, MAX_INLINE_BYTES, Place, StoredOutcome, StoredPart, attach, detach,
    large_parts,
};
pub use bounds::{MAX_THOUGHTS, TooLarge, check};
pub use cause::{Cause, OtherVersion};
pub use compact::{Coalescer, Stream, compact, encode_all};
pub use compare::{
    Cell, Changes, NewValue, ResultChange, Run, TOLERANCE, TableChange, changes, differences,
    result_of,
};
pub use damage::Damage;
pub use event::{
    Body, Compared, Disclosure, DroppedOutput, End, Event, Id, Kept, Origin, RemarkClaims, Runtime,
    SCHEMA, Setting, StartCause, Wheel,
};
pub use open::{OpenLog, Opened, PAGE_CLOSED};
pub use reading::{Header, Log, ReadError, read};
pub use record::encode;
pub use space::{Droppable, Drops, StoredSession, drops, outputs, to_drop};
pub use state::{
    Change, Check, Comparison, DisclosedText, Execution, File, Freshness, History, PastTurn,
    Problem, Rerun, Sent, Settings, State, Step, Turn, next_rerun,
};
pub use thoughts::Thoughts;
pub use titles::title;
pub use usage::{Price, Tokens, Usage};
pub use writer::{WriteError, Writer};
