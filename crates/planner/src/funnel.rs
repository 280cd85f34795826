//! Funnels whose stages are not in one column: columns that count one stage each, and tables with one stage
//! each.
//!
//! Determines which columns or tables are the stages; `templates/funnel/` counts them.

use crate::columns;
use crate::grammar::Grammar;
use crate::input::{Column, File, Table};
use crate::join;
use crate::plan::{Stage, Steps};
use crate::words::{fold, name_words, stem};

/// The most values of a column of stages.
pub(crate) const STAGES: u64 = 12;

/// Returns the number columns that each count one stage: visits, carts, orders.
pub(crate) fn columns(table: &Table) -> Option<Vec<String>> {
    let counted: Vec<String> = table
        .columns
        .iter()
        .filter(|column| {
            column.is_number() && !columns::is_identifier(column) && counts_a_stage(&column.name)
        })
        .map(|column| column.name.clone())
        .collect();
    (counted.len() >= 2).then_some(counted)
}

/// Returns whether a name counts a stage: "visits", "add_to_cart" and "Number of orders" do; "order value"
/// and "conversion rate" do not.
fn counts_a_stage(name: &str) -> bool {
    let words: Vec<String> = name_words(name).iter().map(|word| stem(word)).collect();
    let phrases = Grammar::get().list("name.stages");
    phrases.iter().any(|phrase| {
        let phrase: Vec<String> = phrase.iter().map(|word| stem(word)).collect();
        words.ends_with(&phrase)
    })
}

/// Returns the column whose values are stages.
pub(crate) fn stage(table: &Table) -> Option<&Column> {
    let fits = |column: &&Column| {
        let stages = columns::family(column).is_some_and(|(concept, _)| concept.name == "stage");
        stages && column.is_text() && (2..=STAGES).contains(&column.distinct)
    };
    table.columns.iter().find(fits)
}

/// Returns whether a column identifies someone: a user, a customer, a session.
pub(crate) fn says_who(column: &Column) -> bool {
    let words: Vec<String> = name_words(&column.name).iter().map(|word| stem(word)).collect();
    let who = Grammar::get().list("name.who");
    // "users" is a count; "user" and "user_id" identify a user.
    let many = column.is_number() && name_words(&column.name).last().is_some_and(|last| stem(last) != *last);
    !many
        && column.distinct > 1
        && words.iter().any(|word| who.iter().any(|phrase| phrase.as_slice() == [word.as_str()]))
}

/// A table, its indices, and the column that identifies someone.
struct Place<'a> {
    source: (usize, usize),
    name: String,
    table: &'a Table,
    who: &'a Column,
}

/// Returns the stages in different tables that name the same people, and the table to begin with: `begin`, or
/// the one with the most people.
pub(crate) fn tables(
    files: &[File],
    question: &str,
    begin: Option<(usize, usize)>,
) -> Option<((usize, usize), Steps)> {
    let all = files.iter().enumerate().flat_map(|(at, file)| {
        file.tables.iter().enumerate().map(move |(index, table)| ((at, index), file, table))
    });
    let tables: Vec<_> = all.filter(|(_, _, table)| !table.is_derived()).collect();
    let place = |(source, file, _): &((usize, usize), &File, &Table), who: &Column| {
        let (at, index) = *source;
        let table = &files[at].tables[index];
        let fits = |column: &&Column| join::same_kind(who, column) && alike(who, column);
        let found = table.columns.iter().filter(fits).max_by_key(|column| column.distinct)?;
        Some(Place { source: *source, name: join::title(file, table), table, who: found })
    };
    // The column that most tables share.
    let shared = tables
        .iter()
        .flat_map(|(_, _, table)| table.columns.iter().filter(|column| says_who(column)))
        .map(|who| tables.iter().filter_map(|at| place(at, who)).collect::<Vec<_>>())
        .max_by_key(Vec::len)?;
    let asked = fold(question);
    let named = |place: &Place| {
        let words = name_words(&place.name);
        !words.is_empty() && words.iter().all(|word| asked.contains(&stem(word)))
    };
    let named_two = shared.iter().filter(|place| named(place)).count() >= 2;
    let staged = shared.iter().any(|place| stage(place.table).is_some());
    // Beside a table of stages, a list of people is a stage only if its name says so.
    let fits = |place: &Place| match (named_two, staged) {
        (true, _) => named(place),
        (false, true) => {
            let list = place.who.distinct >= place.table.rows;
            stage(place.table).is_some() || (!list && counts_a_stage(&place.name))
        }
        (false, false) => true,
    };
    let mut places: Vec<Place> = shared.into_iter().filter(fits).collect();
    places.sort_by_key(|place| (Some(place.source) != begin, std::cmp::Reverse(place.who.distinct)));
    let first = places.first().filter(|first| begin.is_none_or(|begin| first.source == begin))?;
    let source = first.source;
    let stages = |place: &Place| Stage {
        name: place.name.clone(),
        reader: place.table.reader.clone(),
        who: place.who.name.clone(),
        stage: stage(place.table).map(|column| column.name.clone()),
    };
    (places.len() >= 2).then(|| (source, Steps::Tables(places.iter().map(stages).collect())))
}

/// Returns whether both columns identify the same: `user_id` and `User ID`, also `user_id` and `customer_id`.
fn alike(a: &Column, b: &Column) -> bool {
    let stems = |name: &str| name_words(name).iter().map(|word| stem(word)).collect::<Vec<_>>();
    let person = |name: &str| {
        let people = Grammar::get().list("name.person");
        stems(name).iter().any(|word| people.iter().any(|phrase| phrase.as_slice() == [word.as_str()]))
    };
    stems(&a.name) == stems(&b.name) || (says_who(b) && person(&a.name) && person(&b.name))
}
