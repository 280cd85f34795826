//! The two ways in which an answer names where a number stands in a table: by its row and by its
//! column.

use std::collections::HashMap;

use crate::evidence::{Known, Values};

/// Rows or columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Row,
    Column,
}

impl Axis {
    pub(super) const BOTH: [Self; 2] = [Self::Row, Self::Column];

    /// Returns the index of the row, or of the column, of a number.
    pub(super) fn of(self, known: &Known) -> u32 {
        match self {
            Self::Row => known.row,
            Self::Column => known.column,
        }
    }

    /// Returns the rows, or the columns, that have a label.
    pub(super) fn labels(self, values: &Values) -> &HashMap<String, Vec<u32>> {
        match self {
            Self::Row => &values.labels,
            Self::Column => &values.headings,
        }
    }

    /// Returns the table of a row or of a column.
    pub(super) fn table(self, values: &Values, index: u32) -> Option<u32> {
        match self {
            Self::Row => values.table(index),
            Self::Column => values.columns.get(index as usize).map(|column| column.table),
        }
    }

    /// Returns whether the labels are those of groups, of which an answer names the right one.
    pub(super) fn is_strict(self, values: &Values, known: &Known) -> bool {
        match self {
            Self::Row => values.table(known.row).is_some_and(|table| values.is_strict(table)),
            Self::Column => values.columns.get(known.column as usize).is_some_and(|column| {
                let columns = values.headings.get(&column.label);
                columns.is_some_and(|columns| columns.contains(&known.column))
            }),
        }
    }
}
