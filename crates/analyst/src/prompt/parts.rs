//! What stands above, beneath and between the rows of a table, without a value of it: numbers of
//! lines, positions of rows, and units that are units in every file.

use std::fmt::Write as _;

use kernel::Table;
use text::format;

/// The most positions of totals that are listed.
const MAX_LISTED_TOTALS: usize = 40;

/// Units that a model may see; any other text of a row of units might be a value.
const UNITS: &[&str] = &[
    "%",
    "€",
    "$",
    "£",
    "¥",
    "°c",
    "°f",
    "k",
    "c",
    "g",
    "mg",
    "kg",
    "t",
    "mm",
    "cm",
    "m",
    "km",
    "m2",
    "m²",
    "km2",
    "km²",
    "m3",
    "m³",
    "l",
    "ml",
    "s",
    "ms",
    "min",
    "h",
    "hours",
    "days",
    "years",
    "v",
    "a",
    "w",
    "kw",
    "mw",
    "wh",
    "kwh",
    "mwh",
    "j",
    "kj",
    "n",
    "pa",
    "hpa",
    "bar",
    "hz",
    "ohm",
    "w/m2",
    "m/s",
    "km/h",
    "usd",
    "eur",
    "gbp",
    "chf",
    "persons",
    "number",
    "count",
    "units",
    "thousand",
    "thousands",
    "million",
    "millions",
    "billion",
    "usd m",
    "eur m",
    "$m",
    "€m",
    "usd bn",
    "eur bn",
    "percent",
    "index",
    "ppm",
];

/// Writes the parts of the table that are not its rows, and the rows that sum up others.
pub(super) fn write(text: &mut String, table: &Table) {
    let left_out =
        [(table.titles.len(), "above the header"), (table.footnotes.len(), "beneath the data")];
    for (lines, place) in left_out.into_iter().filter(|(lines, _)| *lines > 0) {
        let _ = writeln!(
            text,
            "({} {place} left out by this call)",
            format::plural(lines as u64, "line")
        );
    }
    if !table.units.is_empty() {
        text.push_str("(a row of units beneath the header, left out by this call)\n");
    }
    if let Some(code) = without_totals(table) {
        let _ = writeln!(
            text,
            "Some of the rows are totals or averages of others. Leave them out of sums, averages, counts and rankings, right after reading: {code}"
        );
    } else if !table.totals.is_empty() {
        text.push_str("Many of the rows are totals of others: look at the labels, and leave them out of sums, averages, counts and rankings.\n");
    }
    if let Some(note) = &table.uncertain {
        text.push_str(if super::harmless(note, 400) {
            note
        } else {
            "Check where the table begins and ends."
        });
        text.push('\n');
    }
}

/// Returns the statement that drops the totals by their positions, which contains no label.
pub(super) fn without_totals(table: &Table) -> Option<String> {
    let mut rows: Vec<u64> =
        table.totals.iter().flat_map(|total| total.rows.iter().copied()).collect();
    rows.sort_unstable();
    rows.dedup();
    let listed = (1..=MAX_LISTED_TOTALS).contains(&rows.len());
    listed.then(|| format!("df = df.drop(index=df.index[{rows:?}])"))
}

/// Returns the unit of a column if it is a common one.
pub(super) fn unit(table: &Table, column: usize) -> Option<&str> {
    let unit = table.units.get(column)?.trim();
    let bare = unit.trim_matches(['(', ')', '[', ']']).trim();
    UNITS.contains(&bare.to_lowercase().as_str()).then_some(bare)
}
