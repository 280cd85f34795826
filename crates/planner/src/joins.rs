//! Joined tables: where a key says that each row of a table belongs to a row of another, the two
//! are offered as one more table, with the columns of both, which is asked like any other.
//!
//! It has the rows of the table whose column is the key; no row is lost or multiplied. Does not
//! know how keys are found.

use crate::input::{Column, File, Join, Key, Relation, Table};
use crate::label;
use crate::query::{Kind, Measure, Query, TableName, Test};

/// A table, by its file and its number there.
type Place = (usize, usize);

/// The most joined tables.
const MAX_JOINS: usize = 12;

/// Returns the files, and after them the tables that their keys join, each as a file of its own.
pub fn with_joins(mut files: Vec<File>) -> Vec<File> {
    relate(&mut files);
    let mut joined: Vec<File> = Vec::new();
    for (at, file) in files.iter().enumerate() {
        for key in file.keys.iter().filter(|key| !key.dismissed) {
            let Some(one) = join(&files, at, key) else { continue };
            // Two columns may name rows of the same table.
            let is_taken = files.iter().chain(&joined).any(|known| known.name == one.name);
            let name =
                if is_taken { format!("{} ({})", one.name, key.column) } else { one.name.clone() };
            joined.push(File { name, ..one });
        }
    }
    joined.truncate(MAX_JOINS);
    files.append(&mut joined);
    files
}

/// Notes in each table which others its keys relate it to.
fn relate(files: &mut [File]) {
    let mut found: Vec<(Place, Relation)> = Vec::new();
    for at in 0..files.len() {
        for key in files[at].keys.iter().filter(|key| !key.dismissed) {
            let Some((own, other)) = places(files, at, key) else { continue };
            let relation = |column: &str, place: Place, other_column: &str| {
                let (file, table) = (&files[place.0], &files[place.0].tables[place.1]);
                Relation {
                    column: column.to_owned(),
                    table: TableName { file: file.name.clone(), sheet: table.sheet.clone() },
                    other_column: other_column.to_owned(),
                    reader: table.reader.clone(),
                    without_totals: table.without_totals.clone(),
                }
            };
            found.push((own, relation(&key.column, other, &key.other_column)));
            found.push((other, relation(&key.other_column, own, &key.column)));
        }
    }
    files.iter_mut().flat_map(|file| &mut file.tables).for_each(|table| table.relations.clear());
    for (at, relation) in found {
        files[at.0].tables[at.1].relations.push(relation);
    }
}

/// Returns the places of the table that has a key and of the one whose rows it names.
fn places(files: &[File], at: usize, key: &Key) -> Option<(Place, Place)> {
    let place = |file: &File, sheet: &Option<String>, column: &str| {
        let fits = |table: &Table| table.sheet == *sheet && table.column(column).is_some();
        file.tables.iter().position(fits)
    };
    let other = files.iter().position(|file| file.name == key.other_file)?;
    Some((
        (at, place(&files[at], &key.sheet, &key.column)?),
        (other, place(&files[other], &key.other_sheet, &key.other_column)?),
    ))
}

/// Returns the tables as the files have them.
pub(crate) fn plain(files: &[File]) -> impl DoubleEndedIterator<Item = (&File, &Table)> {
    let tables = files.iter().flat_map(|file| file.tables.iter().map(move |table| (file, table)));
    tables.filter(|(_, table)| table.join.is_none())
}

fn join(files: &[File], at: usize, key: &Key) -> Option<File> {
    let file = &files[at];
    let (own_at, other_at) = places(files, at, key)?;
    let name =
        |file: &File, sheet: &Option<String>| sheet.clone().unwrap_or_else(|| file.name.clone());
    let (own_name, other_name) =
        (name(file, &key.sheet), name(&files[other_at.0], &key.other_sheet));
    let own = &file.tables[own_at.1];
    let other = files[other_at.0].tables[other_at.1].clone();
    let mut columns = own.columns.clone();
    let mut renamed = Vec::new();
    for column in other.columns.iter().filter(|column| column.name != key.other_column) {
        let taken = |name: &str| columns.iter().any(|known| known.name == name);
        let mut new = column.name.clone();
        if taken(&new) {
            new = format!("{} {new}", label::stem(&other_name));
            while taken(&new) {
                new.push('_');
            }
            renamed.push((column.name.clone(), new.clone()));
        }
        columns.push(beside(column, new, key));
    }
    let join = Join {
        own: own_at,
        name: own_name.clone(),
        columns: own.columns.len(),
        at: other_at,
        other_name: other_name.clone(),
        key: key.column.clone(),
        other_key: key.other_column.clone(),
        renamed,
        other,
    };
    let table = Table {
        sheet: None,
        columns,
        join: Some(Box::new(join)),
        relations: Vec::new(),
        ..own.clone()
    };
    let name = format!("{own_name} + {other_name}");
    Some(File { name, bytes: file.bytes, tables: vec![table], ..File::default() })
}

/// Returns a column of the other table as it is beside the rows of the own one.
fn beside(column: &Column, name: String, key: &Key) -> Column {
    let [old, new] =
        [&column.name, &name].map(|name| format!("df[{}]", crate::literal::text(name)));
    let conversion = column.conversion.as_ref().map(|code| code.replace(&old, &new));
    // Rows that find no other have no value of it.
    let missing = column.missing.max(u64::from(key.found < key.rows));
    Column { name, conversion, missing, ..column.clone() }
}

impl Join {
    /// Returns the name that a column of the other table has beside the own ones.
    pub(crate) fn renamed<'a>(&'a self, name: &'a str) -> &'a str {
        let renamed = self.renamed.iter().find(|(old, _)| old == name);
        renamed.map_or(name, |(_, new)| new)
    }
}

/// Returns whether a query needs both tables of a joined one. `counted` says whether it counts the
/// rows of the own table.
pub(crate) fn needs_both(query: &Query, table: &Table, counted: bool) -> bool {
    let Some(join) = &table.join else { return true };
    if matches!(query.kind, Kind::Overview | Kind::Quality | Kind::Columns | Kind::Report) {
        return false;
    }
    let filters = query.filters.iter().chain(&query.base);
    let compared = filters.clone().filter_map(|filter| match &filter.test {
        Test::Compare(_, crate::query::Bound::Column(name)) => Some(name.as_str()),
        _ => None,
    });
    let groups = query.groups.iter().map(|group| group.column.as_str());
    let measures = query.measure.iter().chain(&query.second).flat_map(Measure::columns);
    let shown = query.show.iter().map(String::as_str);
    let names = filters.map(|filter| filter.column.as_str()).chain(compared).chain(groups);
    let mut places = names
        .chain(measures)
        .chain(shown)
        .filter_map(|name| table.columns.iter().position(|column| column.name == name));
    let (mut own, mut other) = (counted, false);
    for at in &mut places {
        own |= at < join.columns;
        other |= at >= join.columns;
    }
    own && other
}
