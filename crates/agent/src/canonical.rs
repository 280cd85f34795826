//! The form of code in which repeated programs are equal.

/// Removes the differences of white space that a model makes when it repeats code.
pub(crate) fn normalised(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}
