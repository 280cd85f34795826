//! Version 2: nothing says what the replies of a model have used, or how they are generated.
//!
//! | kind | in version 3 |
//! | --- | --- |
//! | `request-sent` | `turn` may be null, for the test of a connection |
//! | `setting-changed` | also `temperature`, `effort`, `steps` and `instructions` |
//! | | `reply-ended` is new |
//!
//! So every event of version 2 is one of version 3. It has a version of its own since a page that
//! leaves out the instructions or the step limit would ask a model something else than the user has
//! set.

use crate::log::record::Frame;

/// Returns the records of version 3.
pub(super) fn to_3(frames: Vec<Frame>) -> Vec<Frame> {
    frames
}
