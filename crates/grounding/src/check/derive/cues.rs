//! Words that say how a number follows from others.

use crate::check::Arithmetic;

/// Parts of words that say how a number follows from others.
pub(super) const CUES: [(&[Arithmetic], &[&str]); 4] = [
    (
        &[Arithmetic::Sum, Arithmetic::Total],
        &[
            "total",
            "together",
            "these",
            "combin",
            "both",
            "overall",
            "altogether",
            " all",
            "whole",
            "come to",
            "make up",
            "among",
            "sum",
        ],
    ),
    (
        &[Arithmetic::Difference, Arithmetic::Change, Arithmetic::Complement],
        &[
            "more", "less", "fewer", "gap", "differ", "lead", "ahead", "behind", " by ", " up ",
            "down", "rose", "fell", "drop", "gr", "crease", "los", "gain", "other", "remain",
            "rest", "taller", "higher", "lower", "larger", "smaller", "older", "younger", "chang",
            "than", "declin", "not", "→", "above", "below", "apart", "spread", "span", "compared",
        ],
    ),
    (
        &[Arithmetic::Ratio],
        &["times", " per ", "ratio", "each", "twice", "factor", "average", "×", "÷", " / "],
    ),
    (
        &[Arithmetic::Share],
        &[
            " of ",
            "share",
            "make",
            "made",
            "account",
            "represent",
            "missing",
            "portion",
            "total",
            "among",
            "that is",
            "half",
            "margin",
            " rate",
            "ratio",
            "proportion",
            "fraction",
            " per ",
            " out of ",
            " / ",
            "÷",
        ],
    ),
];

/// Parts of words that say that something grew, and that it shrank.
const UPWARDS: [&str; 9] =
    [" grew", " grow", " rose", " ris", " increas", " more", " higher", " up ", " gain"];
const DOWNWARDS: [&str; 10] = [
    " fell", " fall", " drop", " declin", " decreas", " less", " lower", " down", " fewer", " shr",
];

/// Returns whether a text says that something grew, or that it shrank; `None` if it says neither or
/// both.
pub(super) fn direction(text: &str) -> Option<bool> {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    match (says(&UPWARDS), says(&DOWNWARDS)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
