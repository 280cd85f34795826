//! The first part of every program: read the table, parse dates and numbers, keep the requested
//! rows, make the columns that are measured and grouped by, and note how many rows are left out.
//! Nothing is dropped silently.

use super::Writer;
use crate::columns::is_years;
use crate::currencies;
use crate::input::{Column, ColumnType};
use crate::label;
use crate::literal::{list, text};
use crate::query::{Bound, Filter, Kind, Test};
use crate::shape::Shape;

/// Above this size only the needed columns are read: a browser's Python has 2 to 4 GB for
/// everything.
const BIG: u64 = 150_000_000;

impl Writer<'_> {
    /// Returns the lines that prepare `df`.
    pub(super) fn prepare(&self) -> String {
        let (query, table) = (self.query, self.table);
        let used = self.used();
        let is_used = |column: &&Column| {
            used.as_ref().is_none_or(|used| used.contains(&column.name.as_str()))
        };
        let mut code = "notes, findings, record = [], [], {}\n".to_owned();
        code += &self.others(used.as_deref());
        code += &self.matches();
        code += &format!("df = {}\n", self.reader(used.as_deref()));
        code += &self.doubts(used.as_deref());
        code += &self.without_totals();
        code += &self.joined();
        code += &self.matched();
        code += &self.marked();
        let once = self.conditions().any(|filter| filter.test == Test::Once);
        let overview =
            matches!(query.kind, Kind::Quality | Kind::Missing) && query.measure.is_none();
        code += match () {
            () if query.kind == Kind::Report => {
                "all_rows = len(df)\ndf = df.drop_duplicates()\nfilled = df.notna().sum()\n"
            }
            () if overview => "given, repeats = df.notna(), df.duplicated()\n",
            () if once => {
                "repeated = df.duplicated().sum()\ndf = df.drop_duplicates()\n\
                 notes.append(f\"Rows that repeat an earlier one are left out, as asked: {repeated:,}.\")\n"
            }
            () if table.duplicates > 0 && !self.terms.measure.counts() && !self.is_big() => {
                "notes.append(f\"Rows that repeat an earlier row exactly are counted: {df.duplicated().sum():,}.\")\n"
            }
            () => "",
        };
        let along: Vec<&str> = self.along().collect();
        for column in table.columns.iter().filter(is_used) {
            code += &self.typed(column);
            if column.is_date() && !is_years(column) && along.contains(&column.name.as_str()) {
                code += &left_out("undated", "readable", &column.name);
            }
        }
        code.extend(self.spelled().map(one_spelling));
        if query.kind == Kind::Report {
            code += include_str!("../../templates/report/cleaning.py");
        }
        let terms = [Some(&self.terms.measure), self.terms.second.as_ref()];
        for term in terms.into_iter().flatten() {
            if let Some(made) = &term.code {
                code += &format!("df[{}] = {made}\n", text(&term.name));
            }
            // Only rows that have both are a part of either total.
            if let Some((left, right)) = &term.ratio {
                let both = list([left, right]);
                code += &format!("df[{both}] = df[{both}].where(df[{both}].notna().all(axis=1))\n");
            }
        }
        code += "rows = len(df)\n";
        // The newest periods are those of the whole table, whatever else is asked of its rows.
        let newest = |filter: &&Filter| matches!(filter.test, Test::Newest(..));
        code.extend(self.conditions().filter(newest).map(|filter| self.condition(filter)));
        let of_average = |filter: &&Filter| matches!(filter.test, Test::Compare(_, Bound::Average));
        code.extend(
            query.base.iter().filter(|filter| !newest(filter)).map(|filter| self.condition(filter)),
        );
        code += &self.above_average(&query.base.iter().filter(of_average).collect::<Vec<_>>());
        if query.kind == Kind::Share {
            code += "base = df\n";
        }
        // What is compared with an average comes last: the average is that of the rows that the
        // others keep.
        let (averages, plain): (Vec<_>, Vec<_>) =
            self.kept().filter(|filter| !newest(filter)).partition(of_average);
        code.extend(plain.iter().map(|filter| self.condition(filter)));
        code += &self.above_average(&averages);
        if overview {
            code += "filled, duplicates = given.loc[df.index].sum(), repeats[df.index].sum()\n";
        }
        code + &self.keys() + &self.gaps()
    }

    /// Returns all conditions.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Filter> {
        self.query.base.iter().chain(&self.query.filters)
    }

    /// Returns the conditions that rows are kept by; the one that names a comparison's sides is
    /// not.
    fn kept(&self) -> impl Iterator<Item = &Filter> {
        let sides = self.sides();
        self.query
            .filters
            .iter()
            .filter(move |filter| !sides.is_some_and(|sides| std::ptr::eq(sides, *filter)))
    }

    /// Returns the condition that names the sides of a comparison.
    pub(super) fn sides(&self) -> Option<&Filter> {
        let group = self.query.groups.first().filter(|_| self.query.kind == Kind::Comparison)?;
        let names = |filter: &&Filter| matches!(filter.test, Test::OneOf { not: false, .. });
        self.query.filters.iter().filter(names).find(|filter| filter.column == group.column)
    }

    /// Returns the columns of dates that groups and conditions go along.
    fn along(&self) -> impl Iterator<Item = &str> {
        let keys = self.terms.keys.iter().map(|key| key.column.as_str());
        let tested = self.conditions().filter(|filter| !matches!(filter.test, Test::Filled(_)));
        keys.chain(tested.map(|filter| filter.column.as_str()))
    }

    /// Returns the columns that rows are grouped by, or whose values are counted, of which the
    /// profile has a value in two spellings: “urgent” and “Urgent”. A condition on the column has
    /// the values as they are in the file, which then stay.
    fn spelled(&self) -> impl Iterator<Item = &str> {
        let measure = &self.terms.measure;
        let counted = measure.columns.iter().filter(|_| {
            measure.aggregate == Some(crate::query::Aggregate::Distinct)
                || self.query.kind == Kind::Distinct
        });
        let keys = self.terms.keys.iter().map(|key| &key.column);
        keys.chain(counted).map(String::as_str).filter(|name| {
            self.table.column(name).is_some_and(|column| column.spellings > 0)
                && !self.conditions().any(|filter| filter.column == *name)
        })
    }

    /// Returns the columns that the query uses, in the table's order; `None` if it uses all.
    fn used(&self) -> Option<Vec<&str>> {
        let query = self.query;
        let whole = match query.kind {
            Kind::Overview | Kind::Quality | Kind::Columns | Kind::Rows | Kind::Report => true,
            Kind::Duplicates | Kind::Missing | Kind::Distinct => query.measure.is_none(),
            Kind::Correlation => query.second.is_none(),
            _ => false,
        };
        if whole || self.conditions().any(|filter| filter.test == Test::Once) {
            return None;
        }
        let terms = [Some(&self.terms.measure), self.terms.second.as_ref()];
        let mut names: Vec<&str> = terms
            .into_iter()
            .flatten()
            .flat_map(|term| term.columns.iter().map(String::as_str))
            .collect();
        names.extend(self.terms.keys.iter().map(|key| key.column.as_str()));
        for filter in self.conditions() {
            names.push(&filter.column);
            if let Test::Compare(_, Bound::Column(name)) = &filter.test {
                names.push(name);
            }
        }
        let columns = self.table.columns.iter().map(|column| column.name.as_str());
        Some(columns.filter(|name| names.contains(name)).collect())
    }

    /// Returns whether the table is too large to be read whole.
    fn is_big(&self) -> bool {
        self.file.bytes > BIG || self.fixes.pieces
    }

    /// Returns the line that leaves total rows out, unless the question is about them.
    fn without_totals(&self) -> String {
        let labels: Vec<&String> =
            self.table.totals.iter().flat_map(|total| &total.labels).collect();
        let asked = self.conditions().any(|filter| {
            matches!(&filter.test, Test::OneOf { values, not: false } if values.iter().any(|value| labels.contains(&value)))
        });
        let whole = matches!(self.query.kind, Kind::Columns)
            || self.query.kind == Kind::Rows
                && self.query.measure.is_none()
                && self.query.filters.is_empty();
        match &self.table.without_totals {
            Some(expression) if !asked && !whole => format!(
                "with_totals = len(df)\ndf = {expression}\nnotes.append(f\"Rows of totals are left out: {{with_totals - len(df):,}}.\")\n"
            ),
            Some(_) if asked => {
                "notes.append(\"Rows of totals are not left out, as one is asked for.\")\n"
                    .to_owned()
            }
            Some(_) if self.query.kind == Kind::Rows => {
                "notes.append(\"Rows of totals are not left out.\")\n".to_owned()
            }
            _ => String::new(),
        }
    }

    /// Returns the expression that reads the table; if it is big, only the used columns of it.
    fn reader(&self, used: Option<&[&str]>) -> String {
        let reader = self.table.reader.trim();
        let call = reader.strip_prefix("pd.read_csv(").and_then(|call| call.strip_suffix(')'));
        let Some(call) = call.filter(|_| self.is_big()) else { return reader.to_owned() };
        let mut call = format!("pd.read_csv({call}");
        let used = used.map(|used| self.own(used));
        let own = self.table.join.as_ref().map_or(self.table.columns.len(), |join| join.columns);
        if let Some(used) = used.filter(|used| !used.is_empty() && used.len() < own)
            && self.table.without_totals.is_none()
            && !["usecols=", "parse_dates=", "na_values={"].iter().any(|word| call.contains(word))
        {
            call += &format!(", usecols={}", list(&used));
        }
        if self.fixes.pieces {
            format!("pd.concat({call}, chunksize=200_000), ignore_index=True)")
        } else {
            call + ")"
        }
    }

    /// Returns the lines that give a column's values their type, as the profile decided.
    fn typed(&self, column: &Column) -> String {
        let name = text(&column.name);
        let parsed = match (&column.conversion, column.r#type) {
            (Some(conversion), _) => conversion.clone(),
            (None, ColumnType::Integer) if is_years(column) && column.missing == 0 => {
                return String::new();
            }
            (None, _) if is_years(column) => format!("df[{name}].astype(\"Int64\")"),
            (None, ColumnType::Date) => format!("pd.to_datetime(df[{name}], errors=\"coerce\")"),
            (None, ColumnType::NumberText) => {
                format!("pd.to_numeric(df[{name}], errors=\"coerce\")")
            }
            (None, _) if column.is_number() && column.bad > 0 => {
                format!("pd.to_numeric(df[{name}], errors=\"coerce\")")
            }
            (None, _) => return String::new(),
        };
        format!("df[{name}] = {parsed}\n")
    }

    /// Returns the lines that note what was assumed of the used columns, and which lines of the
    /// file were not read.
    fn doubts(&self, used: Option<&[&str]>) -> String {
        let unread = match self.table.unread {
            0 => String::new(),
            1 => "notes.append(\"1 line of the file has more cells than the header and is left out.\")\n"
                .to_owned(),
            count => format!(
                "notes.append(f\"{{{count}:,}} lines of the file have more cells than the header and are left out.\")\n"
            ),
        };
        // A report uses dates and numbers of the whole table; for other kinds without a selection
        // of columns, those that are measured and tested are named, and the profile beside the
        // answer has them all.
        let named: Vec<&str> = match self.query.kind {
            Kind::Report => self.table.columns.iter().map(|column| column.name.as_str()).collect(),
            _ => {
                self.along().chain(self.terms.measure.columns.iter().map(String::as_str)).collect()
            }
        };
        let columns = self.table.columns.iter();
        let columns =
            columns.filter(|column| used.unwrap_or(&named).contains(&column.name.as_str()));
        let doubts = columns.filter_map(|column| {
            let doubt = currencies::said(column, self.query)?;
            Some(format!("About {}: {doubt}.", label::plain(&column.name)))
        });
        unread + &doubts.map(|line| format!("notes.append({})\n", text(&line))).collect::<String>()
    }

    /// Returns the lines that keep the rows that are compared with the averages of columns.
    fn above_average(&self, filters: &[&Filter]) -> String {
        let mut code = String::new();
        for (at, filter) in filters.iter().enumerate() {
            code += &format!(
                "average_{at} = df[{0}].mean()\nnotes.append(\"The average \" + {1} + f\" is {{average_{at}:,.2f}}.\")\n",
                text(&filter.column),
                text(&label::plain(&filter.column))
            );
        }
        let keep = filters.iter().enumerate().filter_map(|(at, filter)| match &filter.test {
            Test::Compare(sign, _) => Some(format!(
                "df = df[{}]\n",
                super::filters::compared(&filter.column, *sign, &format!("average_{at}"))
            )),
            _ => None,
        });
        code.extend(keep);
        code
    }

    /// Returns the lines that make the columns that rows are grouped by.
    pub(super) fn keys(&self) -> String {
        let frames: &[&str] =
            if self.query.kind == Kind::Share { &["base", "df"] } else { &["df"] };
        // Along periods, the dates themselves are resampled.
        let resampled = matches!(
            self.shape,
            Shape::Periods | Shape::Lines | Shape::Growth | Shape::YearOnYear | Shape::Report
        );
        let keys = self.terms.keys.iter().enumerate();
        let keys =
            keys.filter(|(at, key)| !(resampled && key.is_period()) || *at > 0).map(|(_, key)| key);
        let made = keys.flat_map(|key| {
            frames.iter().filter_map(|frame| {
                let code = key.code(frame, self.table)?;
                Some(format!("{frame} = {frame}.assign(**{{{}: {code}}})\n", text(&key.name)))
            })
        });
        made.collect()
    }

    /// Returns the lines that note how many rows have no value to measure or to group by, if
    /// there may be any.
    fn gaps(&self) -> String {
        let quiet = matches!(
            self.query.kind,
            Kind::Missing
                | Kind::Quality
                | Kind::Distinct
                | Kind::Duplicates
                | Kind::Columns
                | Kind::Overview
                | Kind::Correlation
                | Kind::Funnel
        );
        if quiet {
            return String::new();
        }
        let doubtful = |name: &str| {
            self.table.column(name).is_some_and(|column| {
                column.missing + column.bad > 0
                    || self.table.sampled
                    || column.r#type == ColumnType::NumberText
            })
        };
        let terms = [Some(&self.terms.measure), self.terms.second.as_ref()];
        let measured = terms.into_iter().flatten().filter(|term| {
            !term.counts()
                && (term.code.is_some() || term.columns.iter().any(|name| doubtful(name)))
        });
        let measured = measured.map(|term| {
            // A column that was made is named by what it was made of.
            let shown = if term.columns.len() == 1 { &term.columns[0] } else { &term.name };
            noted("gaps", "usable", &term.name, shown)
        });
        let groups = self.terms.keys.iter().filter(|key| {
            let dates = self.table.column(&key.column).is_some_and(Column::is_date);
            !dates && doubtful(&key.column) && !self.terms.measure.columns.contains(&key.column)
        });
        measured.chain(groups.map(|key| left_out("gaps", "usable", &key.column))).collect()
    }
}

/// Returns the lines that write each value of a column as it is written most often.
fn one_spelling(name: &str) -> String {
    format!(
        "alike = df[{0}].str.split().str.join(\" \").str.casefold()\n\
         df[{0}] = df[{0}].astype(object).groupby(alike).transform(lambda same: same.mode()[0])\n\
         notes.append(\"Spellings of \" + {1} + \" that differ only in case or spaces are one.\")\n",
        text(name),
        text(&label::plain(name))
    )
}

/// Returns the lines that note how many rows have no value in a column.
fn left_out(count: &str, kind: &str, name: &str) -> String {
    noted(count, kind, name, name)
}

fn noted(count: &str, kind: &str, name: &str, shown: &str) -> String {
    format!(
        "if {count} := df[{}].isna().sum():\n    notes.append(f\"{{{count}:,}} of {{len(df):,}} rows have no {kind} \" + {} + \" and are left out.\")\n",
        text(name),
        text(&label::plain(shown))
    )
}
