//! Requests of scripts about tables: checks the options in every form that scripts may write, and
//! turns them into the one form of the worker protocol (`docs/protocol.md`).
//!
//! Columns may be given by name, which the kernel does not know: whoever sends a request that
//! [`names_columns`](TableQuery::names_columns) first fills [`ColumnNames`].

use serde_json::{Map, Value, json};

use super::options::Op;

const MAX_ROWS: u64 = 1000;
/// The largest whole number that JavaScript can tell from its neighbours.
const MAX_INTEGER: u64 = 9_007_199_254_740_991;

/// A request for a window of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableQuery {
    /// The number of matching rows before the window.
    pub offset: u64,
    /// The maximum number of rows.
    pub limit: u64,
    /// Whether to describe each column as well.
    pub stats: bool,
    /// Which cells are not shortened, as in the protocol; null for none.
    pub whole: Value,
    /// The number of columns before those of the window; null for none.
    pub first_column: Value,
    /// Which rows, in which order.
    pub rows: RowQuery,
}

/// Which rows of a table, in which order, as in the protocol once columns are resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct RowQuery {
    /// `[{ column, descending }]`.
    pub sort: Value,
    /// `[{ column, op, value }]`.
    pub filter: Value,
    /// Text that a row has to contain; empty for any row.
    pub search: String,
}

/// A request for a table as a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveQuery {
    /// `csv` or `xlsx`.
    pub format: String,
    /// Which rows, in which order.
    pub rows: RowQuery,
}

/// The names of a table's columns, from windows of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnNames {
    names: Vec<Value>,
    first: u64,
    is_complete: bool,
}

/// Checks the id of a result.
///
/// # Errors
/// A sentence.
pub fn result_id(id: Option<&str>) -> Result<String, String> {
    id.filter(|id| !id.is_empty())
        .map(str::to_owned)
        .ok_or_else(|| "The first argument is the id of a result.".to_owned())
}

/// Checks the path of a document.
///
/// # Errors
/// A sentence.
pub fn document_path(path: Option<&str>) -> Result<String, String> {
    path.filter(|path| !path.is_empty())
        .map(str::to_owned)
        .ok_or_else(|| "preview wants the path of a file, such as /out/report.xlsx.".to_owned())
}

/// Returns the code that imports what reads a document of this name, if that is not loaded at the
/// start and the document is not a table.
pub fn document_import(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default().to_lowercase().as_str() {
        "docx" => "import docx",
        "pptx" => "import pptx",
        "bmp" | "tif" | "tiff" => "import PIL",
        _ => "",
    }
}

impl TableQuery {
    /// Reads the options of `table`; null if there are none.
    ///
    /// # Errors
    /// A sentence that says which option is invalid.
    pub fn of(options: &Value) -> Result<Self, String> {
        let mut options = checked_options(options)?;
        let mut integer = |name, default, most| {
            options.remove(name).map_or(Ok(default), |value| whole_number(name, &value, most))
        };
        let offset = integer("offset", 0, MAX_INTEGER)?;
        let limit = integer("limit", 100, MAX_ROWS)?;
        let first_column = integer("firstColumn", 0, MAX_INTEGER)?;
        let stats = options.remove("stats").is_some_and(|stats| is_truthy(&stats));
        let whole = options.remove("whole").filter(|whole| *whole != false).unwrap_or_default();
        if !whole.is_null() && limit != 1 {
            return Err("Whole cells come a row at a time: set limit to 1.".to_owned());
        }
        let first_column = if first_column == 0 { Value::Null } else { first_column.into() };
        Ok(Self { offset, limit, stats, whole, first_column, rows: RowQuery::of(options)? })
    }

    /// Returns whether a column is given by its name.
    pub fn names_columns(&self) -> bool {
        is_name(&self.whole) || self.rows.names_columns()
    }

    /// Replaces names by positions.
    ///
    /// # Errors
    /// A sentence, if there is no such column.
    pub fn resolve(&mut self, columns: &ColumnNames) -> Result<(), String> {
        if is_name(&self.whole) {
            self.whole = columns.position(&self.whole)?;
        }
        self.rows.resolve(columns)
    }
}

impl SaveQuery {
    /// Reads the options of `saveTable`; null if there are none.
    ///
    /// # Errors
    /// A sentence that says which option is invalid.
    pub fn of(options: &Value) -> Result<Self, String> {
        let mut options = checked_options(options)?;
        let format = match options.remove("format") {
            None => "csv",
            Some(Value::String(format)) if format == "csv" => "csv",
            Some(Value::String(format)) if format == "xlsx" => "xlsx",
            Some(_) => return Err("format must be \"csv\" or \"xlsx\".".to_owned()),
        };
        Ok(Self { format: format.to_owned(), rows: RowQuery::of(options)? })
    }

    /// Returns the code that imports what writes such a file, if that is not loaded at the start.
    pub fn import(&self) -> &'static str {
        if self.format == "xlsx" { "import xlsxwriter" } else { "" }
    }
}

impl RowQuery {
    /// Returns the query for all rows in their order.
    pub fn all() -> Self {
        Self { sort: json!([]), filter: json!([]), search: String::new() }
    }

    fn of(mut options: Map<String, Value>) -> Result<Self, String> {
        let [sort, filter, search] =
            ["sort", "filter", "search"].map(|name| options.remove(name).unwrap_or_default());
        if let Some(stray) = options.keys().next() {
            return Err(format!("There is no option \"{stray}\"."));
        }
        let (texts, conditions): (Vec<_>, Vec<_>) =
            list(filter).into_iter().partition(Value::is_string);
        let searched = Some(search).filter(|search| !search.is_null()).into_iter().chain(texts);
        let mut words = searched.map(text).filter(|word| !word.is_empty());
        let search = words.next().unwrap_or_default();
        if words.next().is_some() {
            return Err("One text can be searched for at a time.".to_owned());
        }
        let filter = conditions.into_iter().map(condition).collect::<Result<Value, _>>()?;
        let sort = list(sort).into_iter().map(sort_key).collect();
        Ok(Self { sort, filter, search })
    }

    /// Returns whether a column is given by its name.
    pub fn names_columns(&self) -> bool {
        [&self.sort, &self.filter]
            .into_iter()
            .filter_map(Value::as_array)
            .flatten()
            .any(|item| !item["column"].is_i64())
    }

    /// Replaces names by positions.
    ///
    /// # Errors
    /// A sentence, if there is no such column.
    pub fn resolve(&mut self, columns: &ColumnNames) -> Result<(), String> {
        let items = [&mut self.sort, &mut self.filter].into_iter().filter_map(Value::as_array_mut);
        for item in items.flatten() {
            item["column"] = columns.position(&item["column"])?;
        }
        Ok(())
    }
}

impl ColumnNames {
    /// Returns the request for the next window that has names, until all are known.
    pub fn next(&self) -> Option<TableQuery> {
        let first_column = if self.first == 0 { Value::Null } else { self.first.into() };
        let (whole, rows) = (Value::Null, RowQuery::all());
        (!self.is_complete).then_some(TableQuery {
            offset: 0,
            limit: 1,
            stats: false,
            whole,
            first_column,
            rows,
        })
    }

    /// Takes the names from that window, which begins with the columns of the index.
    pub fn add(&mut self, window: &Value) {
        let columns = window["columns"].as_array().map(Vec::as_slice).unwrap_or_default();
        let count = |name: &str| window[name].as_u64().unwrap_or_default();
        let index = usize::try_from(count("indexColumns")).unwrap_or(usize::MAX);
        let own = columns.get(index..).unwrap_or_default();
        self.names.extend_from_slice(if self.first == 0 { columns } else { own });
        self.first += (own.len() as u64).max(1);
        self.is_complete = self.first >= count("allColumns");
    }

    fn position(&self, column: &Value) -> Result<Value, String> {
        let found = match column.as_i64() {
            Some(position) => usize::try_from(position).ok(),
            None => self.names.iter().position(|name| column.is_string() && name == column),
        };
        found.map(Value::from).ok_or_else(|| {
            let names: Vec<String> = self.names.iter().map(Value::to_string).collect();
            format!("There is no column {column}; there are {}.", names.join(", "))
        })
    }
}

fn checked_options(options: &Value) -> Result<Map<String, Value>, String> {
    match options {
        Value::Null => Ok(Map::new()),
        Value::Object(options) => Ok(options.clone()),
        _ => Err("The options are an object.".to_owned()),
    }
}

fn whole_number(name: &str, value: &Value, most: u64) -> Result<u64, String> {
    value
        .as_u64()
        .filter(|number| *number <= most)
        .ok_or_else(|| format!("{name} must be a whole number from 0 to {most}."))
}

/// Returns a condition as in the protocol.
fn condition(given: Value) -> Result<Value, String> {
    let Value::Object(mut given) = given else {
        return Err("A filter is a text or { column, op, value }.".to_owned());
    };
    let op = given.remove("op").map_or(Ok(Op::Equals), serde_json::from_value::<Op>);
    let op = op.map_err(|_| {
        let words = Op::ALL.map(|op| text(json!(op)));
        format!("op must be one of {}.", words.join(", "))
    })?;
    let mut take = |name| given.remove(name).unwrap_or_default();
    Ok(json!({ "column": take("column"), "op": op, "value": take("value") }))
}

/// Returns a key of a sort order as in the protocol.
fn sort_key(given: Value) -> Value {
    match given {
        Value::Object(mut key) => {
            let descending = key.get("descending").is_some_and(is_truthy);
            let column = key.remove("column").unwrap_or_default();
            json!({ "column": column, "descending": descending })
        }
        column => json!({ "column": column, "descending": false }),
    }
}

/// Returns one value or a list of them as a list.
fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(values) => values,
        one => vec![one],
    }
}

/// Returns a value as text.
fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Returns whether a column, or whose cells are whole, is not given by position.
fn is_name(whole: &Value) -> bool {
    !matches!(whole, Value::Null | Value::Bool(_)) && !whole.is_i64()
}

/// Returns whether JavaScript takes a value for true.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(value) => *value,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(_) | Value::Object(_) => true,
    }
}

#[cfg(test)]
mod tests;
