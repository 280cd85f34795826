//! Keys between the session's tables: a column whose values name rows of another table.
//!
//! Names and types decide which pairs of columns are [`candidates`] and how their tables are read
//! ([`request`]); the interpreter counts how many values the two have in common ([`Overlap`]); and
//! what was counted decides which of them are keys ([`chosen`]). A key holds names of columns and
//! counts, and no value. Does not know how the columns are compared, or what keys are used for.

mod likeness;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{Column, ColumnType, Key, Profile, Table};

/// The most files between which keys are looked for: a folder of more is seldom one of tables that
/// belong together, and each new file has the others read again.
const MAX_FILES: usize = 20;
/// The most pairs of columns that are compared at once.
const MAX_CANDIDATES: usize = 40;
/// The most keys between two tables.
const MAX_KEYS: usize = 3;
/// Rows from whose first ones a profile counts distinct values.
const PROFILED_ROWS: u64 = 50_000;
/// Up to this size in bytes any file is read whole; above it only CSV, in pieces.
const MAX_WHOLE: u64 = 64 << 20;
/// The most cells of a table that is read whole: a file that is compressed has many in few bytes.
const MAX_CELLS: u64 = 20_000_000;
/// Above this size in bytes only the first rows are compared.
const MAX_COUNTED: u64 = 256 << 20;
/// The first rows of such a file, and the rows of a piece.
const FIRST_ROWS: u32 = 500_000;
const PIECE_ROWS: u32 = 200_000;
/// From this likeness of names on, values need to agree less.
const NAMED: f64 = 0.9;
const RELATED: f64 = 0.7;

/// The place of a column: a profile, a table of it and a column of that, each by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The profile.
    pub file: usize,
    /// The table.
    pub table: usize,
    /// The column.
    pub column: usize,
}

/// A pair of columns that may be a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The column that may name rows.
    pub from: Place,
    /// The column that may be named.
    pub to: Place,
    /// How much the names speak for it, 0 to 1.
    likeness: f64,
}

/// What two columns have in common, as the interpreter counted it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Overlap {
    /// Rows of the first column with a value, and those of them whose value is in the second.
    pub rows: u64,
    /// See `rows`.
    pub found: u64,
    /// Distinct values of the first column, and those of them that are in the second.
    pub distinct: u64,
    /// See `distinct`.
    pub shared: u64,
    /// Distinct values of the second column.
    pub others: u64,
    /// Values of the first and of the second column that occur more than once.
    pub own_repeated: u64,
    /// See `own_repeated`.
    pub repeated: u64,
    /// Whether only some of the rows were compared.
    pub sampled: bool,
}

/// What the interpreter counted of all candidates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Overlaps {
    /// For each candidate what its columns have in common; none if they cannot be compared.
    pub overlaps: Vec<Option<Overlap>>,
    /// Whether the time ended before all tables were read.
    late: bool,
}

/// How a search for keys has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// What there is was found, or nothing was looked for yet.
    #[default]
    Complete,
    /// It ended before all tables were read.
    Late,
    /// It was stopped.
    Stopped,
}

impl Overlaps {
    /// Reads what the interpreter printed, and says how the search has ended.
    pub fn of(printed: &str) -> (Self, Search) {
        let Ok(found) = serde_json::from_str::<Self>(printed) else {
            return (Self::default(), Search::Stopped);
        };
        let lacks = found.late && found.overlaps.iter().any(Option::is_none);
        (found, if lacks { Search::Late } else { Search::Complete })
    }
}

impl Search {
    /// Says that keys may be missing; none if they are not.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::Complete => None,
            Self::Late => {
                Some("The search for keys to other tables ran out of time. Some may be missing.")
            }
            Self::Stopped => Some("The search for keys to other tables was stopped."),
        }
    }
}

/// Returns the pairs of columns between the tables of one file and all tables that may be keys, the
/// likeliest first.
pub fn candidates(profiles: &[&Profile], new: usize) -> Vec<Candidate> {
    if profiles.len() > MAX_FILES {
        return Vec::new();
    }
    let tables = |file: usize| (0..profiles[file].tables.len()).map(move |table| (file, table));
    let all = || (0..profiles.len()).flat_map(tables);
    let mut found = Vec::new();
    for from in all() {
        for to in all().filter(|to| *to != from && (from.0 == new || to.0 == new)) {
            found.extend(between(profiles, from, to));
        }
    }
    found.sort_by(|a: &Candidate, b| b.likeness.total_cmp(&a.likeness));
    found.truncate(MAX_CANDIDATES);
    found
}

/// Returns the candidates from one table to another.
fn between(profiles: &[&Profile], from: (usize, usize), to: (usize, usize)) -> Vec<Candidate> {
    let (a, b) = (&profiles[from.0].tables[from.1], &profiles[to.0].tables[to.1]);
    // Tables with the same columns are parts or versions of one.
    let names = |table: &Table| {
        table.columns.iter().map(|column| column.name.clone()).collect::<BTreeSet<_>>()
    };
    if names(a) == names(b) {
        return Vec::new();
    }
    if pieces(profiles[to.0], b, &[]).is_none_or(|(_, first)| first)
        || pieces(profiles[from.0], a, &[]).is_none()
    {
        return Vec::new();
    }
    let titles = |(file, table): (usize, usize)| {
        let sheet = profiles[file].tables[table].sheet.as_deref().unwrap_or_default();
        // Sheets are named after what they hold; then the file's name says little.
        if sheet.is_empty() { stem(&profiles[file].name).to_owned() } else { sheet.to_owned() }
    };
    let (title_a, title_b) = (titles(from), titles(to));
    let mut found = Vec::new();
    let named = b.columns.iter().enumerate().filter(|(_, column)| is_named(column, b));
    for (at_b, column_b) in named {
        for (at_a, column_a) in a.columns.iter().enumerate() {
            let names = ((&*column_a.name, &*title_a), (&*column_b.name, &*title_b));
            let numbers = column_a.r#type == ColumnType::Integer;
            if !fits(column_a, column_b) || numbers && !likeness::identify(names.0, names.1) {
                continue;
            }
            let likeness = likeness::of(names.0, names.1);
            if likeness < least(column_a, (a, column_b, b)) {
                continue;
            }
            found.push(Candidate {
                from: Place { file: from.0, table: from.1, column: at_a },
                to: Place { file: to.0, table: to.1, column: at_b },
                likeness,
            });
        }
    }
    found
}

/// Returns whether nearly each row of the table has its own value in a column.
fn is_named(column: &Column, table: &Table) -> bool {
    let kind = matches!(
        column.r#type,
        ColumnType::Integer | ColumnType::Category | ColumnType::Text | ColumnType::Date
    );
    let read = if table.sampled { table.rows.min(PROFILED_ROWS) } else { table.rows };
    let values = read.saturating_sub(column.missing);
    kind && column.distinct >= 2 && column.distinct.saturating_mul(10) >= values.saturating_mul(9)
}

/// Returns whether two columns have the same kind of values, and ranges that meet.
fn fits(a: &Column, b: &Column) -> bool {
    let text = |column: &Column| matches!(column.r#type, ColumnType::Category | ColumnType::Text);
    let limits = |column: &Column| {
        let number = |value: &Option<Value>| value.as_ref().and_then(Value::as_f64);
        number(&column.min).zip(number(&column.max))
    };
    let meet = match (limits(a), limits(b)) {
        (Some((low, high)), Some((from, to))) => low <= to && from <= high,
        _ => true,
    };
    a.distinct >= 2 && meet && (a.r#type == b.r#type || text(a) && text(b))
}

/// Returns the least likeness of names of a pair that is compared at all. Whole numbers and dates
/// meet by chance, and so do numbers that only count the rows of their tables.
fn least(a: &Column, (of_a, b, of_b): (&Table, &Column, &Table)) -> f64 {
    let counts = |column: &Column, table: &Table| {
        let (low, high) = (column.min.as_ref(), column.max.as_ref());
        let limits = low.and_then(Value::as_u64).zip(high.and_then(Value::as_u64));
        limits.is_some_and(|(low, high)| low <= 1 && high + 1 == table.rows + low)
    };
    match a.r#type {
        ColumnType::Date => NAMED,
        ColumnType::Integer if counts(a, of_a) && counts(b, of_b) => NAMED,
        ColumnType::Integer => RELATED,
        // Without a word in common nearly all values have to be found.
        _ if of_b.sampled || a.distinct <= b.distinct.saturating_add(b.distinct / 10) => 0.0,
        _ => RELATED,
    }
}

/// Returns what the interpreter is asked for: `{"tables": [{"frames", "columns"}], "pairs": [[table,
/// column, table, column]]}`, where `frames` is an expression for an iterable of data frames that
/// together are the table, given `import pandas as pd`.
pub fn request(profiles: &[&Profile], candidates: &[Candidate]) -> Value {
    let mut places: Vec<(usize, usize)> = candidates
        .iter()
        .flat_map(|pair| [pair.from, pair.to])
        .map(|place| (place.file, place.table))
        .collect();
    places.sort_unstable();
    places.dedup();
    let name =
        |place: Place| profiles[place.file].tables[place.table].columns[place.column].name.as_str();
    let tables = places.iter().map(|at| {
        let ends = candidates.iter().flat_map(|pair| [pair.from, pair.to]);
        let mut columns: Vec<&str> =
            ends.filter(|place| (place.file, place.table) == *at).map(name).collect();
        columns.sort_unstable();
        columns.dedup();
        let frames = pieces(profiles[at.0], &profiles[at.0].tables[at.1], &columns);
        let (frames, first) = frames.unwrap_or_default();
        json!({ "frames": frames, "columns": columns, "first": first })
    });
    let at = |place: Place| places.iter().position(|at| *at == (place.file, place.table));
    let pairs = candidates
        .iter()
        .map(|Candidate { from, to, .. }| json!([at(*from), name(*from), at(*to), name(*to)]));
    json!({ "tables": tables.collect::<Vec<_>>(), "pairs": pairs.collect::<Vec<_>>() })
}

/// Returns the expression for a table's data frames, and whether they are only its first rows; none
/// if the file is too large to be read again.
fn pieces(profile: &Profile, table: &Table, columns: &[&str]) -> Option<(String, bool)> {
    let reader = table.reader.trim();
    let call = reader.strip_prefix("pd.read_csv(").and_then(|call| call.strip_suffix(')'));
    // Arguments that name columns need all of them; what is at the end is not known in pieces.
    let bound = ["skipfooter=", "nrows="].iter().any(|word| reader.contains(word));
    let Some(call) = call.filter(|_| !bound) else {
        let cells = table.rows.saturating_mul(table.columns.len() as u64);
        let is_small = profile.bytes <= MAX_WHOLE && cells <= MAX_CELLS;
        return is_small.then(|| (format!("[{reader}]"), false));
    };
    let selects = ["usecols=", "parse_dates=", "na_values={"];
    let names = serde_json::to_string(columns).unwrap_or_default();
    let selected = match selects.iter().any(|word| call.contains(word)) {
        true => String::new(),
        false => format!(", usecols=lambda name: name in {names}"),
    };
    Some(if profile.bytes > MAX_COUNTED {
        (format!("[pd.read_csv({call}{selected}, nrows={FIRST_ROWS})]"), true)
    } else {
        (format!("pd.read_csv({call}{selected}, chunksize={PIECE_ROWS})"), false)
    })
}

/// Returns the keys among the candidates, each with the position of the profile that it belongs to:
/// the one of the column that names rows.
pub fn chosen(
    profiles: &[&Profile],
    candidates: &[Candidate],
    overlaps: &[Option<Overlap>],
) -> Vec<(usize, Key)> {
    let pairs = candidates.iter().zip(overlaps);
    let mut kept: Vec<(&Candidate, Overlap)> = pairs
        .filter_map(|(pair, overlap)| Some((pair, (*overlap)?)))
        .filter(|(pair, overlap)| is_key(pair.likeness, overlap))
        .collect();
    let share = |overlap: &Overlap| overlap.found as f64 / overlap.rows.max(1) as f64;
    let rank = |(pair, overlap): &(&Candidate, Overlap)| {
        // A name that fits outweighs a few rows that do not.
        share(overlap) + pair.likeness - 0.2 * f64::from(overlap.repeated > 0)
    };
    kept.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.0.from.cmp(&b.0.from)));
    let mut chosen: Vec<(&Candidate, Overlap)> = Vec::new();
    for (pair, overlap) in kept {
        let table = |place: Place| (place.file, place.table);
        let (from, to) = (table(pair.from), table(pair.to));
        let known = chosen.iter().filter(|(known, _)| {
            [(table(known.from), table(known.to)), (table(known.to), table(known.from))]
                .contains(&(from, to))
        });
        let taken = |(known, _): &&(&Candidate, Overlap)| {
            let ends = [known.from, known.to];
            ends.contains(&pair.from) || table(known.to) == from && ends.contains(&pair.to)
        };
        if known.clone().count() < MAX_KEYS && !known.clone().any(|one| taken(&one)) {
            chosen.push((pair, overlap));
        }
    }
    let key = |(pair, overlap): (&Candidate, Overlap)| {
        let table = |place: Place| &profiles[place.file].tables[place.table];
        let name = |place: Place| table(place).columns[place.column].name.clone();
        let key = Key {
            sheet: table(pair.from).sheet.clone(),
            column: name(pair.from),
            other_file: profiles[pair.to.file].name.clone(),
            other_sheet: table(pair.to).sheet.clone(),
            other_column: name(pair.to),
            rows: overlap.rows,
            found: overlap.found,
            unique: overlap.own_repeated == 0,
            repeated: overlap.repeated,
            sampled: overlap.sampled,
            dismissed: false,
        };
        (pair.from.file, key)
    };
    chosen.into_iter().map(key).collect()
}

/// Returns whether values agree enough for names that are this much alike.
fn is_key(likeness: f64, overlap: &Overlap) -> bool {
    let Overlap { rows, found, distinct, shared, others, .. } = *overlap;
    if rows == 0 || found > rows || shared > distinct || shared < 2 {
        return false;
    }
    let found = found as f64 / rows as f64;
    match likeness {
        likeness if likeness >= NAMED => found >= 0.5,
        likeness if likeness >= RELATED => found >= 0.7,
        likeness if likeness > 0.0 => found >= 0.9 && shared >= 3 && shared * 20 >= others,
        _ => found >= 0.95 && shared >= 5 && shared * 5 >= others,
    }
}

/// Returns a file's name without its extension.
fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}
