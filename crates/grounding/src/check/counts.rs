//! Counts: what the profile of a file counts, and the items that the answer lists.

use super::scope::Scopes;
use super::{Arithmetic, Support};
use crate::evidence::{Known, NONE, Place, Source};
use crate::quantity::Number;

/// Parts of words for what a profile counts, in the order of [`Counted`].
const COUNTED: [&[&str]; 6] = [
    &["row", "record", "observation", "entr", "line"],
    &["column", "field", "variable"],
    &["missing", "null", "empty", "without a value"],
    &["distinct", "unique", "different"],
    &["duplicate", "repeat"],
    &["byte", "sheet", "table", "file"],
];

/// The rows and the distinct values among these.
const ROWS: u32 = 0;
const DISTINCT: u32 = 3;

/// Words after the number of what a list leaves out.
const REST: [&str; 4] = ["further", "more", "other", "others"];

/// Returns whether a number is written as the count of what a profile counts there. A profile has
/// so many small counts that any other number would often equal one of them.
pub(super) fn is_count(number: &Number, counted: u32, scopes: &Scopes<'_>, at: usize) -> bool {
    let sentence = scopes.words(at);
    let words = COUNTED.get(counted as usize).copied().unwrap_or_default();
    // "12 cities" are the rows, or the different values, of a file with a column `city`.
    let things = || {
        matches!(counted, ROWS | DISTINCT)
            && number.digits > 1
            && scopes.names_a_column(scopes.beside(&scopes.span(at)).1)
    };
    number.resolution == 1.0
        && !number.percent
        && (words.iter().any(|word| sentence.contains(word)) || things())
}

/// Returns the support of a number that counts the items of a list or the rows of a table in the
/// answer, or those of the result that it leaves out.
pub(super) fn listed(number: &Number, after: &str, scopes: &Scopes<'_>) -> Option<Support> {
    let plain = number.resolution == 1.0 && !number.percent && !number.factor;
    let source = Source { at: 0, place: Place::Answer };
    for right in
        scopes.listed.iter().filter(|count| plain && **count > 1).map(|count| f64::from(*count))
    {
        if right == number.value {
            return Some(Support::Derived {
                source,
                how: Arithmetic::Count,
                left: right,
                right: 0.0,
            });
        }
        // "23 more rows" than the answer lists.
        let left = right + number.value;
        let total = |known: &&Known| {
            REST.contains(&after)
                && known.row == NONE
                && known.resolution == 0.0
                && known.value == left
        };
        if let Some(total) =
            scopes.values.iter().flat_map(|values| values.between(left, left)).find(total)
        {
            return Some(Support::Derived {
                source: total.source,
                how: Arithmetic::Difference,
                left,
                right,
            });
        }
    }
    None
}
