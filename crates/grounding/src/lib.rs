//! Compares the numbers of an answer with what the turn's executions produced.
//!
//! Each number that an answer states is looked for among the values of the results, as it stands or
//! rounded, as a percentage, with thousands separators, scaled, or as part of a date; what is not
//! found is tried as simple arithmetic on numbers that were. Knows nothing of models, views or IO.
//! Strict where an invented number could pass by chance, since a mark that cannot be relied on is
//! worth nothing.

mod check;
mod digits;
mod doubts;
mod evidence;
mod labels;
mod literals;
mod note;
mod prose;
mod quantity;
mod replaced;

pub use check::{Arithmetic, Claim, Match, Support, check};
pub use digits::as_printed;
pub use doubts::doubts;
pub use evidence::{Evidence, Place, Readable, Source};
pub use prose::{announces_work, names};
pub use quantity::{Date, Number, Quantity, Value, printed, stated};
pub use replaced::{Run, superseded};

/// Returns whether an answer states something that no execution can have produced: a number or a
/// name that neither the evidence nor the question has, or work that is said to be done. For an
/// answer of a turn in which nothing ran.
pub fn unsupported(answer: &str, question: &str, evidence: &Evidence) -> bool {
    check(answer, question, evidence).iter().any(|claim| matches!(claim.support, Support::NotFound))
        || names(answer).iter().any(|name| {
            !evidence.mentions(name) && !question.to_lowercase().contains(&name.to_lowercase())
        })
        || announces_work(answer)
}
