//! What a message has with it, checked before anybody uses it.

use crate::Reply;

/// One attachment, by what the browser says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// An `ArrayBuffer`.
    Bytes,
    /// A `Blob`.
    Blob,
    /// Anything else.
    Other,
}

/// Whether these are the attachments that `reply` calls for, by number and kind.
pub(super) fn fit(reply: &Reply, attachments: &[Attachment]) -> bool {
    let (count, kind) = match reply {
        Reply::Executed { outcome, .. } => (outcome.files.len(), Attachment::Blob),
        Reply::Content { .. } => (1, Attachment::Bytes),
        Reply::Saved { .. } | Reply::Vectored { .. } => (1, Attachment::Blob),
        _ => (0, Attachment::Other),
    };
    attachments.len() == count && attachments.iter().all(|attachment| *attachment == kind)
}
