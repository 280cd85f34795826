//! The tables of the files, one of which is shown above the conversation.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::choices::HeaderReading;
use kernel::{Profile, Shown};
use text::{file_name, format, visible};

use super::{ChangedReading, Id, TableId};

/// The rows of a table that are shown at first: its profile has read as many.
pub const FIRST_ROWS: u32 = 50_000;

/// All rows of a table: the largest number of Python's machine, which has 32 bits.
pub const ALL_ROWS: u32 = i32::MAX.unsigned_abs();

/// The largest file of which all rows are shown, in bytes: they are in Python's memory meanwhile.
const MAX_WHOLE_BYTES: u64 = 200 << 20;

/// What is shown of the files' tables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileTables {
    /// The table that the user has chosen; the first one until then.
    pub chosen: Option<TableId>,
    /// What is shown of it.
    pub content: TableContent,
    /// Whether only the tabs are shown.
    pub folded: bool,
    /// The columns whose details are open at the side. A file's list is made again with each
    /// profile.
    pub open: Vec<(TableId, String)>,
    /// What was changed last of how tables are read.
    pub changed: Option<ChangedReading>,
    /// The control that takes the focus once it is there again: the one that was used last.
    pub focus: Option<ReadingControl>,
}

/// A control that changes how a table is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingControl {
    /// The table.
    pub table: TableId,
    /// The column; none for the header.
    pub column: Option<String>,
    /// Its name.
    pub label: &'static str,
}

/// What is shown of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum TableContent {
    /// Nothing yet.
    #[default]
    Nothing,
    /// It is being read.
    Reading,
    /// Its rows, and what is said of them; may be empty.
    Rows(Arc<Shown>, String),
    /// Why there are none, as a sentence.
    Failed(String),
}

/// A tab: a table that can be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// The table.
    pub table: TableId,
    /// The name of the file, with that of the sheet if it has several.
    pub name: String,
    /// The table as its file's profile reads it; none while only its first rows can be shown.
    pub read: Option<ReadTable>,
}

/// A table as its file's profile reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadTable {
    /// How the profile reads it.
    pub reader: String,
    /// Where its header is.
    pub header: HeaderReading,
    /// How the columns that the user has chosen something for are converted then, by name.
    pub conversions: BTreeMap<String, String>,
    /// Number of rows.
    pub rows: u64,
    /// Whether `rows` was counted rather than estimated.
    pub is_exact: bool,
    /// Number of columns.
    pub columns: usize,
    /// The size of its file, in bytes.
    pub bytes: u64,
}

impl ReadTable {
    /// Returns how many rows and columns it has, in words.
    #[must_use]
    pub fn size(&self) -> String {
        let about = if self.is_exact { "" } else { words::tables_about() };
        let rows = words::tables_rows(self.rows);
        format!("{about}{rows} · {}", words::tables_columns(self.columns as u64))
    }

    /// Returns what is said below the first `shown` rows, if there are more; and whether all of them
    /// can be shown.
    #[must_use]
    pub fn rest(&self, shown: u64) -> Option<(String, bool)> {
        let rows = words::tables_rows(shown);
        let about = if self.is_exact { "" } else { words::tables_about() };
        let all = format::count(self.rows);
        (shown < self.rows).then(|| {
            (words::tables_the_first_of_are(&about, &all, &rows), self.bytes <= MAX_WHOLE_BYTES)
        })
    }
}

/// Returns the tabs of files, by id, name and profile, in their order. A file without a profile has
/// one, for its first rows.
pub fn tabs<'a>(files: impl IntoIterator<Item = (Id, String, Option<&'a Profile>)>) -> Vec<Tab> {
    let of_file = |(file, name, profile): (Id, String, Option<&Profile>)| {
        let name = file_name(&name);
        let Some(profile) = profile else {
            return vec![Tab { table: TableId { file, at: 0 }, name, read: None }];
        };
        let several = profile.tables.len() > 1;
        let tab = |(at, table): (usize, &kernel::Table)| Tab {
            table: TableId { file, at },
            name: match &table.sheet {
                Some(sheet) if several => format!("{name} › {}", visible(sheet)),
                _ => name.clone(),
            },
            read: Some(ReadTable {
                reader: table.reader.clone(),
                header: table.header.clone(),
                conversions: conversions(table),
                rows: table.rows,
                is_exact: table.rows_exact,
                columns: table.columns.len(),
                bytes: profile.bytes,
            }),
        };
        profile.tables.iter().enumerate().map(tab).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(of_file).collect()
}

/// Returns the expressions that convert the columns that the user has chosen something for: the
/// others are shown as they are in the file.
#[must_use]
pub fn conversions(table: &kernel::Table) -> BTreeMap<String, String> {
    table
        .columns
        .iter()
        .filter(|column| column.reading.chosen.is_some())
        .filter_map(|column| Some((column.name.clone(), column.conversion.clone()?)))
        .collect()
}

/// Returns the tab that is shown: the chosen one if it is still there, else the first.
pub fn shown(tabs: &[Tab], chosen: Option<TableId>) -> Option<&Tab> {
    tabs.iter().find(|tab| Some(tab.table) == chosen).or_else(|| tabs.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(sheets: &[Option<&str>]) -> Profile {
        let tables: Vec<_> = sheets
            .iter()
            .map(|sheet| {
                serde_json::json!({
                    "sheet": sheet, "reader": "pd.read_csv(\"a.csv\")", "rows": 60_000,
                    "rowsExact": true, "sampled": true, "duplicates": 0, "columns": [],
                })
            })
            .collect();
        serde_json::from_value(serde_json::json!({
            "path": "/data/a.csv", "name": "a.csv", "bytes": 1_000, "kind": "csv",
            "tables": tables, "notes": [], "error": null,
        }))
        .expect("a profile")
    }

    #[test]
    fn sheets_are_named_only_where_a_file_has_several() {
        let (one, two) = (profile(&[Some("Only")]), profile(&[Some("May"), Some("June")]));
        let tabs = tabs([
            (1, "a.xlsx".to_owned(), Some(&one)),
            (2, "b.xlsx".to_owned(), Some(&two)),
            (3, "c.csv".to_owned(), None),
        ]);
        let names: Vec<&str> = tabs.iter().map(|tab| tab.name.as_str()).collect();
        assert_eq!(names, ["a.xlsx", "b.xlsx › May", "b.xlsx › June", "c.csv"]);
    }

    #[test]
    fn the_chosen_table_is_shown_until_its_file_is_removed() {
        let (one, two) = (profile(&[None]), profile(&[None, None]));
        let chosen = Some(TableId { file: 2, at: 1 });
        let both = tabs([(1, "a".to_owned(), Some(&one)), (2, "b".to_owned(), Some(&two))]);
        assert_eq!(shown(&both, chosen).map(|tab| tab.table), chosen);
        assert_eq!(shown(&both, None).map(|tab| tab.table), Some(TableId { file: 1, at: 0 }));
        let left = tabs([(1, "a".to_owned(), Some(&one))]);
        assert_eq!(shown(&left, chosen).map(|tab| tab.table), Some(TableId { file: 1, at: 0 }));
        assert_eq!(shown(&[], chosen), None);
    }

    #[test]
    fn all_rows_are_offered_of_files_that_fit() {
        let large = profile(&[None]);
        let tab = tabs([(1, "a".to_owned(), Some(&large))]).remove(0);
        let mut table = tab.read.expect("a table");
        let said = "The first 50,000 rows of 60,000 are shown.".to_owned();
        assert_eq!(table.rest(50_000), Some((said.clone(), true)));
        table.bytes = MAX_WHOLE_BYTES + 1;
        assert_eq!(table.rest(50_000), Some((said, false)));
        assert_eq!(table.rest(60_000), None);
    }
}
