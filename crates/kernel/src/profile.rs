//! Profiles of files: their tables and columns, found by the kernel without running a model's code.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::choices::{ColumnReading, HeaderReading, TableChoice};

/// The profile of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Its path under `/data`.
    pub path: String,
    /// Its name, which works as a path too: the working directory links to it.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its kind: `csv`, `excel`, `json`, `jsonl`, `parquet`, `arrow`, `stata`, `sas`, `sqlite`,
    /// `html`, `xml`, `text`, `image`, `pdf`, `zip`, `empty`, `binary`.
    pub kind: String,
    /// Its tables: one for a CSV, one per sheet for a workbook, none for an image.
    pub tables: Vec<Table>,
    /// Notable facts in words: "encoding latin-1", "no header row", "1200 × 800 pixels".
    pub notes: Vec<String>,
    /// Why it could not be read, and what to do.
    pub error: Option<String>,
    /// The encodings that its text may have, at most three, the most likely first; none without a
    /// doubt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<EncodingCandidate>,
    /// The one of them that the user has chosen; without a choice the first is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen_encoding: Option<String>,
    /// Its columns that name rows of other tables. The page finds them, not the kernel.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
}

impl Profile {
    /// Returns the choices that the profile was made with.
    pub fn choices(&self) -> Vec<TableChoice> {
        let of_table = |table: &Table| TableChoice {
            sheet: table.sheet.clone(),
            header: table.header.chosen.then(|| table.header.line.unwrap_or(0)),
            columns: table
                .columns
                .iter()
                .filter_map(|column| Some((column.name.clone(), column.reading.chosen?)))
                .collect(),
        };
        let is_any = |choice: &TableChoice| choice.header.is_some() || !choice.columns.is_empty();
        self.tables.iter().map(of_table).filter(is_any).collect()
    }
}

/// An encoding that a file's text may have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EncodingCandidate {
    /// Python's name: `cp1251`.
    pub name: String,
    /// A line of the file as it reads in this encoding, or a part of one. Shown to the user only.
    pub sample: String,
}

/// One table of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// The sheet's name in a workbook.
    pub sheet: Option<String>,
    /// One Python expression that reads the table, given `import pandas as pd`:
    /// `pd.read_csv("a.csv", sep=";", decimal=",", encoding="latin-1")`.
    pub reader: String,
    /// Number of rows.
    pub rows: u64,
    /// Whether `rows` was counted (true) or estimated.
    pub rows_exact: bool,
    /// Whether the columns' statistics come from the first rows only.
    pub sampled: bool,
    /// Number of rows that repeat an earlier one, among the rows read.
    pub duplicates: u64,
    /// The columns in order.
    pub columns: Vec<Column>,
    /// The lines above the header, which the reader skips. Shown to the user only.
    #[serde(default)]
    pub titles: Vec<String>,
    /// The row of units beneath the header, which the reader skips: one text for each column, empty
    /// if there is none; no texts if there is no such row. Shown to the user only.
    #[serde(default)]
    pub units: Vec<String>,
    /// Rows that sum up others. They are among the rows that the reader returns.
    #[serde(default)]
    pub totals: Vec<Total>,
    /// A Python expression for the rows without the totals, given `df` as the reader returns it. It
    /// may contain labels.
    #[serde(default)]
    pub without_totals: Option<String>,
    /// The lines beneath the data, which the reader leaves out. Shown to the user only.
    #[serde(default)]
    pub footnotes: Vec<String>,
    /// What was assumed if the table's parts or its columns' values are uncertain, in words
    /// without any value.
    #[serde(default)]
    pub uncertain: Option<String>,
    /// Number of lines that the reader leaves out because they have more cells than the header.
    #[serde(default)]
    pub unread: u64,
    /// Where the header is.
    #[serde(default)]
    pub header: HeaderReading,
}

/// Rows of a table that sum up other rows of it, or average them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Total {
    /// The column that has the label; none if only the numbers show it.
    pub column: Option<String>,
    /// The labels as in the file.
    pub labels: Vec<String>,
    /// The positions of the rows, from zero; at most the first 1,000.
    pub rows: Vec<u64>,
    /// What they sum up: `total` (everything), `subtotal` (a part) or `mean` (an average).
    pub kind: String,
    /// How that is known: `sum` (the numbers were added up) or `label` (there is nothing to add
    /// up).
    pub how: String,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Its name in the file.
    pub name: String,
    /// The type of its values.
    pub r#type: ColumnType,
    /// Its dtype in pandas.
    pub dtype: String,
    /// Number of missing values, among the rows read.
    pub missing: u64,
    /// Number of distinct values, among the rows read.
    pub distinct: u64,
    /// Number of values that do not fit the column's type, such as text in a column of dates.
    pub bad: u64,
    /// A few values as text: the most frequent for categories, the first otherwise. Shown to the
    /// user only.
    pub examples: Vec<String>,
    /// Smallest value (numbers as numbers, dates as ISO text). Shown to the user only.
    pub min: Option<Value>,
    /// Largest value. Shown to the user only.
    pub max: Option<Value>,
    /// The Python expression that converts the values to their type, given `df` as the reader
    /// returns it and `import pandas as pd`; none if the reader does. Contains no value of the
    /// file.
    #[serde(default)]
    pub conversion: Option<String>,
    /// What was assumed if the values may be read in several ways, in words without any value.
    #[serde(default)]
    pub doubt: Option<String>,
    /// How the values are read, as far as the user can change it.
    #[serde(default)]
    pub reading: ColumnReading,
    /// Number of distinct texts that differ from a more frequent one only in case or spaces.
    #[serde(default)]
    pub spellings: u64,
}

/// The type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// Numbers that the reader left as text ("1.234,50 €").
    NumberText,
    /// True and false.
    Boolean,
    /// Dates with or without a time of day, including text that parses as such.
    Date,
    /// Text with few distinct values.
    Category,
    /// Other text.
    Text,
    /// No values.
    Empty,
}

/// A column of a file that names rows of another table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Key {
    /// The sheet of the column, in a workbook.
    pub sheet: Option<String>,
    /// The column.
    pub column: String,
    /// The file of the other table, by the name in its profile.
    pub other_file: String,
    /// The sheet of the other table.
    pub other_sheet: Option<String>,
    /// The column of the other table that is named.
    pub other_column: String,
    /// Number of rows that have a value and were compared.
    pub rows: u64,
    /// Number of them whose value is in the other column.
    pub found: u64,
    /// Whether no two rows have the same value.
    pub unique: bool,
    /// Number of values of the other column that occur more than once.
    pub repeated: u64,
    /// Whether only some of the rows were compared.
    pub sampled: bool,
    /// Whether the user ignores it.
    pub dismissed: bool,
}

impl Key {
    /// Returns how many of the rows find one, in whole percent; 100 and 0 only if all or none do.
    pub fn percent(&self) -> u64 {
        match (self.found, self.rows) {
            (0, _) | (_, 0) => 0,
            (found, rows) if found >= rows => 100,
            (found, rows) => (found.saturating_mul(100) / rows).clamp(1, 99),
        }
    }

    /// Returns how many rows have how many others: `many to one`. Of some of the rows only that a
    /// value occurs more than once is certain.
    pub fn cardinality(&self) -> &'static str {
        match (self.unique, self.repeated, self.sampled) {
            (true, 0, false) => "one to one",
            (true, 0, true) => "probably one to one",
            (false, 0, false) => "many to one",
            (false, 0, true) => "probably many to one",
            (true, _, false) => "one to many",
            (true, _, true) => "probably one to many",
            (false, ..) => "many to many",
        }
    }

    /// Returns the key without what was counted and decided: the columns with their tables.
    #[must_use]
    pub fn columns(&self) -> Self {
        let Self { sheet, column, other_file, other_sheet, other_column, .. } = self.clone();
        Self { sheet, column, other_file, other_sheet, other_column, ..Self::default() }
    }

    /// Returns whether two keys join the same columns.
    pub fn is_same(&self, other: &Self) -> bool {
        self.columns() == other.columns()
    }
}
