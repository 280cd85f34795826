//! How a turn ended.

use kernel::automation::StopReason;

/// The end of a turn.
pub(crate) struct Ended {
    /// Why, if it did not end with an answer.
    pub(crate) stopped: Option<StopReason>,
    /// A sentence about it.
    pub(crate) message: Option<String>,
}
