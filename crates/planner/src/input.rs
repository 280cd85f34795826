//! The planner's input: files with their profiles and executions with their outcomes.
//!
//! The types read the JSON of the kernel's profile and outcome and keep only what the planner uses,
//! so that this crate needs no kernel.

use serde::Deserialize;
use serde_json::Value;

use crate::query::{Filter, TableName, Test};

/// One file of the session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct File {
    /// Its name, which Python opens without a path.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Why it could not be read.
    pub error: Option<String>,
    /// Its columns that name rows of other tables.
    pub keys: Vec<Key>,
}

/// A column that names rows of another table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Key {
    /// The sheet of the column.
    pub sheet: Option<String>,
    /// The column.
    pub column: String,
    /// The file of the other table.
    pub other_file: String,
    /// The sheet of the other table.
    pub other_sheet: Option<String>,
    /// The column of the other table that is named.
    pub other_column: String,
    /// Rows with a value.
    pub rows: u64,
    /// Those of them whose value is in the other column.
    pub found: u64,
    /// Whether the user ignores it.
    pub dismissed: bool,
}

/// One table of a file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Table {
    /// The sheet's name in a workbook.
    pub sheet: Option<String>,
    /// The Python expression that reads it, given `import pandas as pd`.
    pub reader: String,
    /// Number of rows.
    pub rows: u64,
    /// Whether the columns' statistics come from the first rows only.
    pub sampled: bool,
    /// Rows that repeat an earlier one.
    pub duplicates: u64,
    /// The columns in order.
    pub columns: Vec<Column>,
    /// Rows that sum others up, which the reader keeps.
    pub totals: Vec<Total>,
    /// A Python expression of the rows of `df` without `totals`.
    pub without_totals: Option<String>,
    /// Lines that the reader leaves out because they have more cells than the header.
    pub unread: u64,
    /// The table that it is joined with; none of a table as a file has it.
    #[serde(skip)]
    pub join: Option<Box<Join>>,
    /// The tables that a key relates it to; none of a joined table.
    #[serde(skip)]
    pub relations: Vec<Relation>,
}

/// A table that a key relates another one to: rows of the two match by a column of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relation {
    /// The own column.
    pub column: String,
    /// The other table.
    pub table: TableName,
    /// Its column.
    pub other_column: String,
    /// The Python expression that reads it.
    pub reader: String,
    /// A Python expression of its rows, as `df`, without those that sum others up.
    pub without_totals: Option<String>,
}

/// A table whose rows each belong to a row of another one: the columns of both, the own ones first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Join {
    /// The own table, by file and table.
    pub own: (usize, usize),
    /// The own table's name.
    pub name: String,
    /// How many columns are the own ones.
    pub columns: usize,
    /// The other table, by file and table.
    pub at: (usize, usize),
    /// The other table.
    pub other: Table,
    /// The other table's name.
    pub other_name: String,
    /// The own column that names rows of the other table.
    pub key: String,
    /// The column by which they are named.
    pub other_key: String,
    /// The other table's columns whose names the own table has as well, with their new names.
    pub renamed: Vec<(String, String)>,
}

/// Rows of a table that sum others up.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Total {
    /// Their labels.
    pub labels: Vec<String>,
}

/// One column of a table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Column {
    /// Its name as in the file.
    pub name: String,
    /// The type of its values.
    pub r#type: ColumnType,
    /// Missing values.
    pub missing: u64,
    /// Different values.
    pub distinct: u64,
    /// Values that do not fit the type.
    pub bad: u64,
    /// A few values as text.
    pub examples: Vec<String>,
    /// Smallest value.
    pub min: Option<Value>,
    /// Largest value.
    pub max: Option<Value>,
    /// The Python expression that converts the values to their type, given `df` as the reader
    /// returns it.
    pub conversion: Option<String>,
    /// What was assumed if the values may be read in several ways.
    pub doubt: Option<String>,
    /// Texts that differ from a more frequent one only in case or spaces.
    pub spellings: u64,
}

/// The types of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// Numbers that the reader left as text.
    NumberText,
    /// True and false.
    Boolean,
    /// Days or times.
    Date,
    /// Few different texts that recur.
    Category,
    /// Other text.
    #[default]
    Text,
    /// Nothing at all.
    Empty,
}

impl Column {
    /// Returns whether one can calculate with it.
    pub fn is_number(&self) -> bool {
        matches!(self.r#type, ColumnType::Integer | ColumnType::Number | ColumnType::NumberText)
    }

    /// Returns whether it holds texts.
    pub fn is_text(&self) -> bool {
        matches!(self.r#type, ColumnType::Category | ColumnType::Text)
    }

    /// Returns whether it holds points in time.
    pub fn is_date(&self) -> bool {
        self.r#type == ColumnType::Date
    }
}

impl Relation {
    /// Returns the other table's name: that of its sheet or file.
    pub(crate) fn name(&self) -> &str {
        self.table.sheet.as_ref().unwrap_or(&self.table.file)
    }

    /// Returns the test whether a row has a match in the other table.
    pub(crate) fn test(&self, matched: bool) -> Test {
        Test::Matched { table: self.table.clone(), column: self.other_column.clone(), matched }
    }
}

impl Table {
    /// Returns which relation a condition is about.
    pub(crate) fn relation(&self, filter: &Filter) -> Option<usize> {
        let Test::Matched { table, column, .. } = &filter.test else { return None };
        self.relations.iter().position(|relation| {
            relation.column == filter.column
                && relation.table == *table
                && relation.other_column == *column
        })
    }

    /// Returns the column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// One execution of this turn.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Attempt {
    /// The tool call.
    pub call: chat::ToolCall,
    /// Its outcome.
    pub outcome: Seen,
}

/// How an execution ended.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Seen {
    /// `ok`, `error`, `interrupted`, `timeout` or `killed`.
    pub status: String,
    /// What it printed.
    pub stdout: String,
    /// Figures and values.
    pub results: Vec<Shown>,
    /// The exception that ended it.
    pub error: Option<Raised>,
}

/// A figure or the value of the last expression.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Shown {
    /// Whether this is the value of the last expression.
    pub main: bool,
    /// A plain text form.
    pub text: String,
}

/// An exception.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Raised {
    /// Its class.
    pub name: String,
    /// Its message.
    pub value: String,
}

impl Seen {
    /// Returns the text of the last expression's value.
    pub fn value(&self) -> Option<&str> {
        self.results.iter().rev().find(|shown| shown.main).map(|shown| shown.text.as_str())
    }

    /// Returns the record that a program printed: the last line of its output, as JSON.
    pub(crate) fn record<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        self.stdout
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .and_then(|line| serde_json::from_str(line).ok())
    }
}
