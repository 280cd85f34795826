//! The refusal of a field that a wire format cannot carry.

use thiserror::Error;

/// A field of a request that a wire format cannot carry. `Display` names it and says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {problem}")]
pub struct Unsupported {
    /// Its name in Chat Completions, `seed` for instance.
    pub field: String,
    /// Why not, and what to change.
    pub problem: String,
}

impl Unsupported {
    /// Creates the refusal of `field`.
    pub(crate) fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }
}
