//! What an execution says of the data that its output does not: selections that match no row, text
//! in the place of numbers, and joins that multiply or lose rows. The interpreter finds it; code can forge it as it can forge
//! everything in an outcome.

use serde::{Deserialize, Serialize};

/// A finding. Its texts hold values of the session's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Finding {
    /// No row of a column passes a test with a constant of the code.
    NoMatch {
        /// The column's name; empty if it has none.
        column: String,
        /// The test: `==`, or the name of a method such as `isin` or `contains`.
        test: String,
        /// The constant.
        value: String,
        /// The column's values that are nearest to it, the nearest first; of a column with few
        /// values, all.
        nearest: Vec<String>,
        /// Number of distinct values of the column.
        distinct: u64,
    },
    /// A statement that failed needs numbers, and takes them from a column of text.
    NotNumbers {
        /// The column's name.
        column: String,
        /// Number of its values that are not numbers.
        count: u64,
        /// Number of its values that are not missing, as far as they were looked at.
        of: u64,
        /// The forms of the values that are not numbers.
        forms: Vec<Form>,
        /// A few of them.
        examples: Vec<String>,
    },
    /// A join of two tables multiplies rows, or leaves more than 1 % of them without a match.
    Join {
        /// How: `inner`, `left`, `right` or `outer`.
        how: String,
        /// Number of rows of the left table.
        left: u64,
        /// Number of rows of the right table.
        right: u64,
        /// Number of rows of the result.
        rows: u64,
        /// Number of rows of the left table without a match in the right one.
        left_alone: u64,
        /// Number of rows of the right table without a match in the left one.
        right_alone: u64,
    },
}

impl Finding {
    /// Says what a join does to the rows of its tables, each number as `number` writes it; none of
    /// another finding, and of a join that no tables can have.
    pub fn joined(&self, number: impl Fn(u64) -> String) -> Option<String> {
        let Self::Join { how, left, right, rows, left_alone, right_alone } = self else {
            return None;
        };
        let how = ["inner", "left", "right", "outer"].into_iter().find(|known| known == how)?;
        if left_alone > left || right_alone > right {
            return None;
        }
        let matched = rows
            .saturating_sub(if matches!(how, "left" | "outer") { *left_alone } else { 0 })
            .saturating_sub(if matches!(how, "right" | "outer") { *right_alone } else { 0 });
        let kept = if how == "right" {
            right.saturating_sub(*right_alone)
        } else {
            left.saturating_sub(*left_alone)
        };
        let multiplied = if matched > kept { ", so that some occur more than once" } else { "" };
        let [left, right, rows, left_alone, right_alone] =
            [left, right, rows, left_alone, right_alone].map(|count| number(*count));
        Some(format!(
            "A join ({how}) of {left} and {right} rows has {rows} rows{multiplied}. Without a match: {left_alone} of the first table, {right_alone} of the second."
        ))
    }
}

/// The form of a value that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// Nothing but white space.
    Blank,
    /// `1,200`
    Thousands,
    /// `1.200,50`
    DecimalComma,
    /// `12 %`
    Percent,
    /// `$ 12`
    Currency,
    /// `10-20`
    Range,
    /// `12 kg`, `5*`
    Unit,
    /// Text without digits.
    Words,
}

#[cfg(test)]
mod tests {
    use text::format;

    use super::*;

    fn join(how: &str, counts: [u64; 5]) -> Finding {
        let [left, right, rows, left_alone, right_alone] = counts;
        Finding::Join { how: how.to_owned(), left, right, rows, left_alone, right_alone }
    }

    #[test]
    fn a_join_says_how_many_rows_go_in_come_out_and_have_no_match() {
        let lost = "A join (inner) of 1,000 and 18 rows has 900 rows. Without a match: 100 of the first table, 0 of the second.";
        let twice = "A join (left) of 100 and 22 rows has 115 rows, so that some occur more than once. Without a match: 5 of the first table, 0 of the second.";
        for (finding, expected) in [
            (join("inner", [1_000, 18, 900, 100, 0]), Some(lost)),
            (join("left", [100, 22, 115, 5, 0]), Some(twice)),
            (join("forged", [1, 1, 1, 0, 0]), None),
            (join("inner", [10, 10, 5, 11, 0]), None),
            (join("left", [10, 10, 10, 0, u64::MAX]), None),
        ] {
            assert_eq!(finding.joined(format::count).as_deref(), expected, "{finding:?}");
        }
    }
}
