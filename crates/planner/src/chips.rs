//! Chips: a query as a line of parts, each of which can be changed.
//!
//! They are made from the query alone, so that nothing that is carried out is hidden. What a part
//! can become is found by [`crate::menu`].

use serde::Serialize;

use crate::input::File;
use crate::query::{Chart, Kind, Query, TableName};
use crate::wording;

/// A part of a query as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chip {
    /// Which part of the query it is; [`crate::menu`] takes it.
    pub id: u32,
    /// What the part is, in one or two words, for those who cannot see where it stands.
    pub part: &'static str,
    /// The words before it.
    pub before: String,
    /// What the query has there.
    pub label: String,
    /// Whether it begins a new part of the sentence.
    pub clause: bool,
    /// Whether it adds to the query rather than shows a part of it.
    pub adds: bool,
}

/// A place in a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    What,
    How,
    Measure,
    Second,
    AddGroup,
    Order,
    Having,
    AddFilter,
    Show,
    Base,
    Focus,
    Chart,
    Contents,
    DayFirst,
    Table,
    Group(usize),
    Filter(usize),
    BaseFilter(usize),
}

/// The places that exist once, by their id.
const SINGLE: [Slot; 15] = [
    Slot::What,
    Slot::How,
    Slot::Measure,
    Slot::Second,
    Slot::AddGroup,
    Slot::Order,
    Slot::Having,
    Slot::AddFilter,
    Slot::Show,
    Slot::Base,
    Slot::Focus,
    Slot::Chart,
    Slot::Contents,
    Slot::DayFirst,
    Slot::Table,
];

impl Slot {
    /// Returns its id: the same for the same place in every query.
    pub(crate) fn id(self) -> u32 {
        match self {
            Self::Group(at) => 100 + at as u32,
            Self::Filter(at) => 1000 + at as u32,
            Self::BaseFilter(at) => 2000 + at as u32,
            single => SINGLE.iter().position(|slot| *slot == single).unwrap_or_default() as u32,
        }
    }

    /// Returns the place of an id.
    pub(crate) fn of(id: u32) -> Option<Self> {
        let at = id as usize;
        match at {
            100..1000 => Some(Self::Group(at - 100)),
            1000..2000 => Some(Self::Filter(at - 1000)),
            2000..3000 => Some(Self::BaseFilter(at - 2000)),
            _ => SINGLE.get(at).copied(),
        }
    }

    fn part(self) -> &'static str {
        match self {
            Self::What => "What is asked",
            Self::How => "How values are put together",
            Self::Measure => "Measure",
            Self::Second => "Second measure",
            Self::AddGroup => "Add a group",
            Self::Order => "Order and number",
            Self::Having => "Condition on groups",
            Self::AddFilter => "Add a condition",
            Self::Show => "Columns shown",
            Self::Base => "What is 100 %",
            Self::Focus => "What is compared",
            Self::Chart => "Form",
            Self::Contents => "Contents",
            Self::DayFirst => "Order of dates",
            Self::Table => "Table",
            Self::Group(_) => "Group",
            Self::Filter(_) => "Condition",
            Self::BaseFilter(_) => "What is 100 %",
        }
    }
}

/// Returns the parts of a query in reading order.
pub fn chips(query: &Query, files: &[File]) -> Vec<Chip> {
    let mut line = Line { chips: Vec::new() };
    // Named in full: a new field of a query has to be shown too.
    let Query {
        table: name,
        kind,
        aggregate,
        measure,
        second,
        groups,
        filters,
        base,
        having,
        show,
        sort,
        limit,
        nth: _,
        focus,
        chart,
        contents,
        day_first,
    } = query;
    let uses = Uses::of(query);
    line.add(Slot::What, "", wording::what(query));
    if uses.aggregate || (*kind != Kind::Aggregate && *aggregate != Default::default()) {
        line.add(Slot::How, "of", wording::aggregate(*aggregate).to_lowercase());
    }
    if uses.measure || measure.is_some() {
        let word = match (kind, measure) {
            (Kind::Rows, None) => "",
            (Kind::Rows, Some(_)) => "by",
            _ => "of",
        };
        line.add(Slot::Measure, word, wording::measured(query));
    }
    if *kind == Kind::Correlation || second.is_some() {
        let word = if *kind == Kind::Correlation { "with" } else { "and" };
        line.add(
            Slot::Second,
            word,
            second.as_ref().map_or("all others".to_owned(), wording::measure),
        );
    }
    for (at, group) in groups.iter().enumerate() {
        let word = match (kind, at) {
            (Kind::Rows, 0) => "in each",
            (_, 0) => "by",
            _ => "and",
        };
        line.add(Slot::Group(at), word, wording::group(group));
    }
    if uses.groups && groups.len() < 2 {
        let first = if *kind == Kind::Rows { "+ in each" } else { "+ by" };
        line.offer(Slot::AddGroup, "", if groups.is_empty() { first } else { "+" });
    }
    if let Some((sign, number)) = having {
        line.begin(Slot::Having, "only groups with", wording::compared(*sign, *number));
    }
    if uses.order || sort.is_some() || limit.is_some() {
        line.begin(Slot::Order, "", wording::order(query));
    }
    if *kind == Kind::Rows || !show.is_empty() {
        let names: Vec<String> = show.iter().map(|name| wording::name(name)).collect();
        let label = if names.is_empty() { "all columns".to_owned() } else { names.join(", ") };
        line.begin(Slot::Show, "showing", label);
    }
    for (at, filter) in filters.iter().enumerate() {
        match at {
            0 => line.begin(Slot::Filter(at), "where", wording::filter(filter)),
            _ => line.add(Slot::Filter(at), "and", wording::filter(filter)),
        }
    }
    line.offer(Slot::AddFilter, "", if filters.is_empty() { "+ where" } else { "+" });
    for (at, filter) in base.iter().enumerate() {
        match at {
            0 => line.begin(Slot::BaseFilter(at), "out of", wording::filter(filter)),
            _ => line.add(Slot::BaseFilter(at), "and", wording::filter(filter)),
        }
    }
    if *kind == Kind::Share && base.is_empty() {
        line.begin(Slot::Base, "out of", "all".to_owned());
    }
    if *kind == Kind::Comparison || *focus != Default::default() {
        line.begin(Slot::Focus, "showing", wording::focus(*focus).to_owned());
    }
    if *kind == Kind::Report || !contents.is_empty() {
        line.begin(Slot::Contents, "with", wording::contents(contents));
    }
    if *chart != Chart::Auto || wording::fitting(query) != Chart::None {
        line.begin(Slot::Chart, "as", wording::chart(query));
    }
    if let Some(first) = wording::day_first(query, files) {
        line.begin(Slot::DayFirst, "dates with the", first.to_owned());
    } else if let Some(first) = day_first {
        line.begin(
            Slot::DayFirst,
            "dates with the",
            if *first { "day first" } else { "month first" }.to_owned(),
        );
    }
    // As long as no file has been read, as after a reload, there is nothing else that it could be
    // about.
    let tables: usize = files.iter().map(|file| file.tables.len()).sum();
    if tables > usize::from(wording::table_of(query, files).is_some()) {
        line.begin(Slot::Table, "in", wording::table(name));
    }
    line.chips
}

/// Returns chips as one line of text.
pub fn words(chips: &[Chip]) -> String {
    let mut text = String::new();
    for chip in chips.iter().filter(|chip| !chip.adds) {
        let apart = if chip.clause { " · " } else { " " };
        let words = format!("{} {}", chip.before, chip.label);
        text += &format!("{apart}{}", words.trim());
    }
    text.trim().to_owned()
}

/// Returns the query that a user fills in who has no question: how many rows the newest table has.
/// None without a table.
pub fn first_query(files: &[File]) -> Option<Query> {
    let (file, table) =
        crate::joins::plain(files).rev().find(|(_, table)| !table.columns.is_empty())?;
    let name = TableName { file: file.name.clone(), sheet: table.sheet.clone() };
    Some(Query { table: name, kind: Kind::Count, ..Query::default() })
}

/// Which parts a kind has, whether or not the query has something there.
struct Uses {
    aggregate: bool,
    measure: bool,
    groups: bool,
    order: bool,
}

impl Uses {
    fn of(query: &Query) -> Self {
        let grouped = !query.groups.is_empty();
        match query.kind {
            Kind::Overview | Kind::Quality | Kind::Columns | Kind::Report => {
                Self { aggregate: false, measure: false, groups: false, order: false }
            }
            Kind::Count | Kind::Share => {
                Self { aggregate: false, measure: true, groups: true, order: grouped }
            }
            Kind::Aggregate => Self {
                aggregate: false,
                measure: wording::measures(query),
                groups: true,
                order: grouped,
            },
            Kind::Rows => Self {
                aggregate: false,
                measure: true,
                groups: query.measure.is_some() && !grouped,
                order: true,
            },
            Kind::Distinct | Kind::Missing => {
                Self { aggregate: false, measure: true, groups: true, order: grouped }
            }
            Kind::Comparison | Kind::Trend | Kind::Growth | Kind::Pareto => {
                let groups = matches!(query.kind, Kind::Trend | Kind::Comparison) || !grouped;
                Self { aggregate: query.measure.is_some(), measure: true, groups, order: false }
            }
            Kind::Distribution => {
                Self { aggregate: false, measure: true, groups: true, order: false }
            }
            Kind::Funnel => {
                Self { aggregate: false, measure: true, groups: !grouped, order: false }
            }
            Kind::Duplicates | Kind::Outliers | Kind::Correlation => {
                Self { aggregate: false, measure: true, groups: false, order: false }
            }
        }
    }
}

/// The line as far as it is written.
struct Line {
    chips: Vec<Chip>,
}

impl Line {
    fn push(&mut self, slot: Slot, before: &str, label: String, (clause, adds): (bool, bool)) {
        let before = before.to_owned();
        self.chips.push(Chip { id: slot.id(), part: slot.part(), before, label, clause, adds });
    }

    fn add(&mut self, slot: Slot, before: &str, label: String) {
        self.push(slot, before, label, (false, false));
    }

    fn begin(&mut self, slot: Slot, before: &str, label: String) {
        self.push(slot, before, label, (true, false));
    }

    fn offer(&mut self, slot: Slot, before: &str, label: &str) {
        self.push(slot, before, label.to_owned(), (false, true));
    }
}

#[cfg(test)]
mod tests;
