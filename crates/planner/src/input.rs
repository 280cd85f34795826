//! What the planner is told: files as they were profiled and executions as they ended.
//!
//! The types read the JSON of the kernel's profile and outcome and keep only what the planner uses, so that this crate
//! needs no kernel.

use serde::Deserialize;
use serde_json::Value;

/// One file of the session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct File {
    /// Its name, which works bare in Python.
    pub name: String,
    /// Its path under `/data`.
    pub path: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it is: `csv`, `excel`, `image` …
    pub kind: String,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Facts in words.
    pub notes: Vec<String>,
    /// Why it could not be read.
    pub error: Option<String>,
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
    /// Whether `rows` was counted.
    pub rows_exact: bool,
    /// Whether the columns' measures come from the first rows only.
    pub sampled: bool,
    /// Rows that repeat an earlier one.
    pub duplicates: u64,
    /// The columns in order.
    pub columns: Vec<Column>,
    /// The table that stands beside it, where two are one; no profile says so.
    #[serde(skip)]
    pub joined: Option<Join>,
    /// The columns of periods that were made rows; no profile says so.
    #[serde(skip)]
    pub long: Option<Long>,
}

impl Table {
    /// Whether it was made of others and does not stand in a file as it is.
    pub(crate) fn is_derived(&self) -> bool {
        self.joined.is_some() || self.long.is_some()
    }
}

/// Columns that are periods, read as one column of dates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Long {
    /// Each column's name and the first day of its period (ISO).
    pub periods: Vec<(String, String)>,
}

/// A second table whose columns are put beside those of the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Join {
    /// The Python expression that reads it.
    pub reader: String,
    /// What it is called.
    pub name: String,
    /// The first table's column that names a row of the second.
    pub key: String,
    /// The second table's column that it names it by.
    pub other_key: String,
    /// What is added to a name that both have.
    pub suffix: String,
}

/// One column of a table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Column {
    /// Its name as it stands in the file.
    pub name: String,
    /// What its values are.
    pub r#type: ColumnType,
    /// The type that pandas gave it.
    pub dtype: String,
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
}

/// What a column's values are.
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
    /// Whether one can calculate with it.
    pub fn is_number(&self) -> bool {
        matches!(self.r#type, ColumnType::Integer | ColumnType::Number | ColumnType::NumberText)
    }

    /// Whether it holds texts.
    pub fn is_text(&self) -> bool {
        matches!(self.r#type, ColumnType::Category | ColumnType::Text)
    }

    /// Whether it holds points in time.
    pub fn is_date(&self) -> bool {
        self.r#type == ColumnType::Date
    }
}

impl Table {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// One execution of this turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// What was asked for.
    pub call: chat::ToolCall,
    /// What came of it.
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
    /// What it printed to standard error.
    pub stderr: String,
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
    /// The head of a table, where the value is one.
    pub data: Option<Data>,
}

/// The head of a table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Data {
    /// Column names, index levels first.
    pub columns: Vec<String>,
    /// How many of the first columns are index levels.
    pub index_columns: usize,
    /// The first rows.
    pub rows: Vec<Vec<Value>>,
    /// How many rows the whole table has.
    pub total_rows: u64,
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
    /// The table that the last expression showed.
    pub fn table(&self) -> Option<&Data> {
        self.results.iter().rev().find(|shown| shown.main).and_then(|shown| shown.data.as_ref())
    }

    /// The text of the last expression's value.
    pub fn value(&self) -> Option<&str> {
        self.results.iter().rev().find(|shown| shown.main).map(|shown| shown.text.as_str())
    }
}
