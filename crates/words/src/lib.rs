//! What the page says: one function for each message of `locales/en.ftl`, grouped there by view.
//!
//! The functions are written when the crate is built, so that a message or an argument that is
//! missing is an error of the compiler, and nothing is parsed or fetched when the page runs.
//! Arguments are in alphabetical order. Knows no view, and nothing of what it says.

use text::format::count;

#[allow(missing_docs, reason = "each function is the message of its name in `locales/en.ftl`")]
mod catalogue {
    include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));
}

pub use catalogue::*;

/// A message without variables, for tables of constants.
pub type Message = fn() -> &'static str;

/// The categories of plurals that Unicode's CLDR has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Category {
    One,
    Other,
}

/// Returns the language in which the page speaks.
fn language() -> Language {
    Language::En
}

/// Returns the category of the plural for a count.
fn category(language: Language, count: u64) -> Category {
    match language {
        Language::En if count == 1 => Category::One,
        Language::En => Category::Other,
    }
}
