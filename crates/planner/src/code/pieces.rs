//! The names and values that templates contain, as Python: one table for all templates.

use super::Writer;
use crate::columns::{is_identifier, is_measure, is_money, is_years};
use crate::input::{Column, ColumnType};
use crate::label;
use crate::literal::{Pieces, list, number, text};
use crate::query::{Chart, Focus, Kind, Order, Part, Sign, Test};
use crate::shape::{Shape, is_shared};
use crate::terms::{Key, Term, Unit, period};
use crate::wording;

/// Returns a piece that conditions of templates ask for.
fn flag(set: bool) -> String {
    if set { "True".to_owned() } else { String::new() }
}

/// Returns what comes before a number in a comparison of Python.
fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Equal => "==",
        Sign::NotEqual => "!=",
        Sign::Greater => ">",
        Sign::AtLeast => ">=",
        Sign::Less => "<",
        Sign::AtMost => "<=",
    }
}

impl Writer<'_> {
    /// Returns the pieces of the query.
    pub(super) fn pieces(&self) -> Pieces {
        let (query, terms) = (self.query, &self.terms);
        let (measure, keys) = (&terms.measure, &terms.keys);
        let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
        let label = self.label();
        let first = keys.first();
        let column = match self.shape {
            Shape::Lines => keys.get(1).map_or("", |key| key.name.as_str()),
            Shape::Crossed
            | Shape::Grouped
            | Shape::Within
            | Shape::Rates
            | Shape::Comparison
            | Shape::ComparedWithin
            | Shape::Pareto
            | Shape::Funnel => first.map_or("", |key| key.name.as_str()),
            Shape::Returning => measure.columns.first().map_or("", String::as_str),
            _ => &measure.name,
        };
        let counted = |term: &Term| {
            if term.counts() {
                "len(df)".to_owned()
            } else {
                format!("df[{}].count()", text(&term.name))
            }
        };
        let second = terms.second.as_ref();
        let mut pieces = vec![
            ("title", text(&self.title)),
            ("column", if column.is_empty() { String::new() } else { text(column) }),
            ("column_text", text(&label::plain(column))),
            // A column that is itself called "class" must not collide with the one of A, B and C.
            ("class", text(if column == "class" { "ABC class" } else { "class" })),
            ("label", text(&label)),
            ("label_head", text(&label::capital(&label))),
            ("digits", measure.digits().to_owned()),
            ("counts", flag(measure.counts())),
            ("value", if measure.counts() { String::new() } else { text(&measure.name) }),
            ("of", text(&query.measure.as_ref().map_or("rows".to_owned(), wording::measure))),
            ("used", counted(measure)),
            ("measured", measure.of_groups()),
            (
                "total",
                match query.kind {
                    Kind::Distinct if query.measure.is_none() => {
                        ".drop_duplicates().shape[0]".to_owned()
                    }
                    _ => measure.of_rows(),
                },
            ),
            ("fill", if measure.adds_up() { "fill_value=0" } else { "" }.to_owned()),
            ("sums", flag(measure.adds_up() || matches!(measure.unit, Unit::Count))),
            ("adds_up", if measure.adds_up() { "True" } else { "False" }.to_owned()),
            ("adding", flag(measure.adds_up())),
            ("numbers", flag(!matches!(measure.unit, Unit::Text))),
            ("second", second.map(|term| text(&self.second_label(term))).unwrap_or_default()),
            ("second_value", second.map(|term| text(&term.name)).unwrap_or_default()),
            ("second_measured", second.map(Term::of_groups).unwrap_or_default()),
            ("second_total", second.map(Term::of_rows).unwrap_or_default()),
            ("second_used", second.map(counted).unwrap_or_default()),
            (
                "keys",
                match names.as_slice() {
                    [one] => text(one),
                    names => list(names),
                },
            ),
            ("levels", names.len().to_string()),
            ("crossed", flag(names.len() > 1)),
            ("groups", text(&label::groups(query))),
            ("last_group", text(&query.groups.last().map(label::group).unwrap_or_default())),
            ("share", flag(is_shared(query))),
            ("together", flag(is_shared(query) && query.sort.is_some() && query.limit.is_some())),
            (
                "having",
                query
                    .having
                    .map(|(by, value)| format!("{} {}", sign(by), number(value)))
                    .unwrap_or_default(),
            ),
            ("sorted", self.sorted()),
            ("nth", flag(query.nth)),
            ("limit", query.limit.map(|limit| limit.to_string()).unwrap_or_default()),
            ("ordered", flag(first.is_some_and(|key| key.ordered || key.part.is_some()))),
            (
                "drawn",
                text(if is_shared(query) || self.shape == Shape::Rates {
                    "share %"
                } else {
                    &label
                }),
            ),
            ("draw", self.draw().to_owned()),
            ("bars", flag(self.draw() == "bar")),
            ("points", flag(self.draw() == "scatter")),
            ("line", flag(self.draw() == "plot")),
            ("crossed_by", flag(self.shape == Shape::Missing && !names.is_empty())),
            ("means", flag(self.shape == Shape::Comparison && self.is_mean())),
            ("range", flag(self.is_range())),
            ("report", flag(self.in_report)),
            ("returning", flag(self.shape == Shape::Returning)),
            ("kinds", self.kinds()),
        ];
        if let Some(key) = first {
            pieces.extend(self.dates(key));
        }
        match self.shape {
            Shape::Overview => pieces.push(("panels", self.panels())),
            Shape::Rows => pieces.extend(self.rows()),
            Shape::Matrix | Shape::Against => {
                let numbers = self
                    .table
                    .columns
                    .iter()
                    .filter(|column| is_measure(column) || measure.name == column.name);
                let names =
                    numbers.map(|column| &column.name).filter(|name| **name != measure.name);
                pieces.push(("columns", list(names)));
            }
            Shape::Pair => {
                let other = second.map_or("", |term| term.name.as_str());
                pieces.push(("columns", list([measure.name.as_str(), other])));
            }
            // The first of a name counts, and a comparison has its own order.
            Shape::Comparison | Shape::ComparedWithin => {
                pieces.splice(0..0, self.sided()).for_each(drop)
            }
            _ => {}
        }
        pieces
    }

    /// Returns the pieces of a comparison: its sides, their order, and what lies between them.
    fn sided(&self) -> Pieces {
        let (query, measure, keys) = (self.query, &self.terms.measure, &self.terms.keys);
        let each = keys.get(1).map_or("", |key| key.name.as_str());
        let whole = keys
            .first()
            .filter(|key| key.part.is_none())
            .and_then(|key| self.table.column(&key.column));
        let ordered = keys.first().is_some_and(|key| key.ordered || key.part.is_some());
        let gap = !matches!(measure.unit, Unit::Text | Unit::Date);
        let (percent, factor) = (query.focus == Focus::Percent, query.focus == Focus::Factor);
        let limited = |order| gap && query.sort == Some(order) && query.limit.is_some();
        let (top, bottom) = (limited(Order::Top), limited(Order::Bottom));
        vec![
            ("sides", self.side_values()),
            ("whole", flag(whole.is_some_and(|column| column.r#type == ColumnType::Integer))),
            ("ordered", flag(ordered)),
            ("each", text(each)),
            ("each_text", text(&label::plain(each))),
            ("filled", if measure.adds_up() { ", fill_value=0" } else { "" }.to_owned()),
            ("gap", flag(gap)),
            ("named", flag(gap && query.sort.is_some())),
            ("pair", if ordered { "> 1" } else { "== 2" }.to_owned()),
            (
                "pair_ends",
                if ordered { "sides[0], sides[-1]" } else { "sides[1], sides[0]" }.to_owned(),
            ),
            ("percent", flag(gap && percent)),
            ("factor", flag(gap && factor)),
            ("difference", flag(gap && !percent && !factor)),
            ("top", flag(top)),
            ("bottom", flag(bottom)),
            ("ranked", flag(gap && query.sort.is_some() && !top && !bottom)),
            (
                "ascending",
                if query.sort == Some(Order::Bottom) { "True" } else { "False" }.to_owned(),
            ),
        ]
    }

    /// Returns whether both ends stand beside a range: of numbers, in one group at most.
    fn is_range(&self) -> bool {
        let measure = &self.terms.measure;
        let numbers = measure.aggregate == Some(crate::query::Aggregate::Range)
            && !matches!(self.query.measure.as_ref().map(crate::query::Measure::columns).as_deref(), Some([name]) if self.table.column(name).is_some_and(Column::is_date));
        numbers
            && self.terms.second.is_none()
            && matches!(self.shape, Shape::Scalar | Shape::Grouped)
    }

    /// Returns whether a comparison is one of sums or averages of numbers, so that chance may
    /// explain it.
    fn is_mean(&self) -> bool {
        use crate::query::Aggregate;
        matches!(self.terms.measure.aggregate, Some(Aggregate::Total | Aggregate::Average))
            && self.terms.measure.ratio.is_none()
            && !matches!(self.terms.measure.unit, Unit::Date | Unit::Text)
    }

    /// Returns the head of the result's column of numbers, unlike those of its groups.
    pub(super) fn label(&self) -> String {
        let keys = self.terms.keys.iter().map(|key| key.name.as_str());
        match self.shape {
            Shape::Histogram => label::unlike(&label::plain(&self.terms.measure.name), ["figure"]),
            Shape::Funnel | Shape::Returning => self.terms.measure.label.clone(),
            _ => label::unlike(&self.terms.measure.label, keys),
        }
    }

    fn second_label(&self, term: &Term) -> String {
        let first = self.label();
        let keys = self.terms.keys.iter().map(|key| key.name.as_str());
        label::unlike(&term.label, keys.chain([first.as_str()]))
    }

    /// Returns the pieces of a first group that has dates.
    fn dates(&self, key: &Key) -> Pieces {
        let years = self.has_years();
        let grain = key.part.map_or_else(
            || if years { "year".to_owned() } else { label::plain(&key.name) },
            |part| wording::part(part).to_owned(),
        );
        let frequency = key.frequency().unwrap_or("YS");
        let weekly =
            if key.part == Some(Part::Week) { ", label=\"left\", closed=\"left\"" } else { "" };
        let named = match key.part {
            Some(Part::Year) => "strftime(\"%Y\")",
            Some(Part::Quarter) => "to_period(\"Q\").astype(str)",
            Some(Part::Month) => "strftime(\"%Y-%m\")",
            Some(Part::Hour) => "strftime(\"%Y-%m-%d %H:00\")",
            Some(Part::Week | Part::Day) => "strftime(\"%Y-%m-%d\")",
            _ => "astype(str)",
        };
        let yearly = self.shape == Shape::YearOnYear && !years;
        let last = if yearly { Some(Part::Month) } else { key.part };
        let noted = matches!(last, Some(Part::Week | Part::Month | Part::Quarter | Part::Year));
        vec![
            ("date", text(&key.column)),
            ("years", flag(key.part.is_none() || !key.is_period())),
            ("grain", text(&label::unlike(&grain, [self.label().as_str()]))),
            ("grain_name", grain.replace(['"', '{', '}', '\\', '\n'], " ")),
            ("grain_names", format!("{}s", grain.replace(['"', '{', '}', '\\', '\n'], " "))),
            ("frequency", format!("\"{frequency}\"{weekly}")),
            ("named", named.to_owned()),
            ("partial", flag(noted && key.is_period())),
            ("period", text(last.map_or("M", period))),
            ("last", last.map(wording::part).unwrap_or_default().to_owned()),
        ]
    }

    /// Returns the method that orders groups and keeps the first ones. Everything that shares the
    /// last place is kept.
    fn sorted(&self) -> String {
        let (query, keys) = (self.query, &self.terms.keys);
        let text = matches!(self.terms.measure.unit, Unit::Text);
        let ascending = if query.sort == Some(Order::Bottom) { "True" } else { "False" };
        let by_value = format!("sort_values(ascending={ascending}, kind=\"stable\")");
        let own = match keys.as_slice() {
            [one] => one.ordered || one.part.is_some() || text,
            _ => text,
        };
        let head = query.limit.map(|limit| format!(".head({limit})")).unwrap_or_default();
        match (query.sort, query.limit) {
            (Some(_), Some(_)) if self.shape == Shape::Within => by_value,
            (Some(_), Some(limit)) if !text && query.nth => {
                format!(
                    "loc[lambda numbers: numbers.rank(method=\"dense\", ascending={ascending}) == {limit}]"
                )
            }
            (Some(order), Some(limit)) if !text => {
                let method = if order == Order::Top { "nlargest" } else { "nsmallest" };
                format!("{method}({limit}, keep=\"all\")")
            }
            (Some(_), _) => by_value + &head,
            (None, _) if own => "sort_index()".to_owned() + &head,
            (None, _) => by_value + &head,
        }
    }

    fn draw(&self) -> &'static str {
        let many = |key: &Key| {
            key.part.is_none()
                && self.table.column(&key.column).is_some_and(|column| column.distinct > 60)
        };
        match self.query.chart {
            Chart::Line => "plot",
            Chart::Points => "scatter",
            Chart::Bars => "bar",
            _ if self.in_report => "bar",
            _ if self.shape == Shape::Periods || self.query.kind == crate::query::Kind::Trend => {
                "plot"
            }
            _ if self.terms.keys.first().is_some_and(many) => "plot",
            _ => "bar",
        }
    }

    /// Returns the pieces of a list of rows: their order, how many there are, and which columns are
    /// first.
    fn rows(&self) -> Pieces {
        let (query, measure) = (self.query, &self.terms.measure);
        let keys: Vec<&str> = self.terms.keys.iter().map(|key| key.name.as_str()).collect();
        let numeric = !matches!(measure.unit, Unit::Text)
            && measure.columns.iter().all(|name| {
                self.table.column(name).is_some_and(|column| column.is_number() || column.is_date())
            });
        let ascending = if query.sort == Some(Order::Bottom) { "True" } else { "False" };
        let sorted = query.sort.filter(|_| !measure.counts()).map(|order| {
            let column = text(&measure.name);
            let method = if order == Order::Top { "nlargest" } else { "nsmallest" };
            match query.limit.filter(|_| keys.is_empty() && numeric) {
                Some(limit) if query.nth => format!(
                    ".loc[lambda rows: rows[{column}].rank(method=\"dense\", ascending={ascending}) == {limit}]"
                ),
                Some(limit) => format!(".{method}({limit}, {column}, keep=\"all\")"),
                None => format!(
                    ".dropna(subset=[{column}]).sort_values({column}, ascending={ascending}, kind=\"stable\")"
                ),
            }
        });
        let head = match (query.limit, keys.as_slice()) {
            (Some(_), []) if sorted.is_some() && numeric => String::new(),
            (Some(limit), []) => format!(".head({limit})"),
            (Some(limit), keys) => format!(".groupby({}).head({limit})", list(keys)),
            (None, _) => String::new(),
        };
        let mut shown: Vec<&str> = keys;
        shown.extend(query.show.iter().map(String::as_str));
        if !measure.counts() && !shown.is_empty() {
            shown.push(&measure.name);
        }
        let mut once: Vec<&str> = Vec::new();
        for name in shown {
            if !once.contains(&name) {
                once.push(name);
            }
        }
        let name = query.show.first().filter(|name| **name != measure.name);
        vec![
            ("chosen", format!("{}{head}", sorted.unwrap_or_default())),
            ("show", if once.is_empty() { String::new() } else { list(&once) }),
            ("row_name", name.map(|name| text(name)).unwrap_or_default()),
        ]
    }

    /// Returns the sides of a comparison, as texts; none if all groups are compared.
    fn side_values(&self) -> String {
        match self.sides().map(|filter| &filter.test) {
            Some(Test::OneOf { values, .. }) => list(values),
            _ => String::new(),
        }
    }

    /// Returns whether the first group's numbers state years.
    pub(super) fn has_years(&self) -> bool {
        let first = self.terms.keys.first().filter(|key| key.part.is_none());
        first.and_then(|key| self.table.column(&key.column)).is_some_and(is_years)
    }

    fn kinds(&self) -> String {
        let kind = |column: &Column| {
            if is_years(column) {
                "integer".to_owned()
            } else {
                format!("{:?}", column.r#type).to_lowercase()
            }
        };
        list(self.table.columns.iter().map(kind))
    }

    /// Returns up to four columns worth a small figure: a date, the main number, two categories.
    fn panels(&self) -> String {
        let useful = |fits: &dyn Fn(&Column) -> bool, most: usize| {
            let mut found: Vec<&Column> = self
                .table
                .columns
                .iter()
                .filter(|column| fits(column) && column.distinct > 1)
                .collect();
            found.sort_by_key(|column| (is_identifier(column), !is_money(column)));
            found.truncate(most);
            found
        };
        let mut panels = useful(&|column| column.is_date() && !is_years(column), 1);
        panels.extend(useful(&is_measure, 1));
        panels
            .extend(useful(&|column| column.is_text() && column.distinct <= 60, 4 - panels.len()));
        if panels.is_empty() {
            panels.extend(self.table.columns.first());
        }
        list(panels.iter().map(|column| &column.name))
    }
}
