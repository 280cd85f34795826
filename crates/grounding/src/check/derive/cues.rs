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
