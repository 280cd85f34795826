//! The attachments of a message, checked before anything uses them.

use crate::Reply;

/// One attachment, by its type in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// An `ArrayBuffer`.
    Bytes,
    /// A `Blob`.
    Blob,
    /// Anything else.
    Other,
}

/// Returns whether these are the attachments that `reply` needs, by number and kind.
pub(super) fn fit(reply: &Reply, attachments: &[Attachment]) -> bool {
    let (count, kind) = match reply {
        Reply::Executed { outcome, .. } => (outcome.files.len(), Attachment::Blob),
        Reply::Content { .. } => (1, Attachment::Bytes),
        Reply::Saved { .. } | Reply::Vectored { .. } => (1, Attachment::Blob),
        _ => (0, Attachment::Other),
    };
    attachments.len() == count && attachments.iter().all(|attachment| *attachment == kind)
}
