//! Reports: a page for each part, each of which is a query of its own, between one head and one
//! foot.

use super::{FIGURE, Writer, template};
use crate::columns::{adds_up, is_identifier};
use crate::input::{Column, Table};
use crate::label;
use crate::lexicon::{is_a, rank};
use crate::literal::{fill, list, text};
use crate::query::{Aggregate, Content, Group, Kind, Measure, Order, Part, Query};
use crate::shape::Shape;

/// How many of the top groups a report lists.
const LISTED: u32 = 10;

/// Returns a report with what it leaves open: the measure, the dates and the groups that the table
/// has.
pub(crate) fn complete(query: &Query, table: &Table) -> Query {
    let mut report = query.clone();
    if report.measure.is_none() {
        let named =
            |of| table.columns.iter().find(|column| adds_up(column) && is_a(&column.name, of));
        let amount = named("money").or_else(|| named("quantity"));
        report.measure = amount.map(|column| Measure::Column(column.name.clone()));
    }
    let dated = |group: &Group| table.column(&group.column).is_some_and(Column::is_date);
    if !report.groups.iter().any(dated)
        && let Some(date) = table.columns.iter().find(|column| column.is_date())
    {
        report.groups.insert(0, Group { column: date.name.clone(), part: Some(Part::Month) });
    }
    if !report.groups.iter().any(|group| !dated(group))
        && let Some(thing) = thing(table)
    {
        report.groups.push(Group { column: thing.name.clone(), part: None });
    }
    if report
        .contents
        .iter()
        .all(|content| matches!(content, Content::WorkbookOnly | Content::MonthlySheets))
    {
        report.contents.splice(0..0, [Content::Trend, Content::Top, Content::Classes]);
    }
    report
}

/// Returns the column whose values are ranked: products before customers before others.
fn thing(table: &Table) -> Option<&Column> {
    let fits = |column: &&Column| {
        column.is_text()
            && column.distinct > 1
            && column.distinct * 2 <= table.rows.max(4)
            && !is_identifier(column)
    };
    table.columns.iter().filter(fits).min_by_key(|column| {
        (
            rank(&column.name, "thing").unwrap_or(usize::MAX),
            std::cmp::Reverse(column.distinct.min(1000)),
        )
    })
}

/// Returns the columns of stages and of who goes through them.
fn stages(table: &Table) -> (Option<&Column>, Option<&Column>) {
    let stage = table.columns.iter().find(|column| {
        column.is_text() && is_a(&column.name, "stage") && (2..=12).contains(&column.distinct)
    });
    let who = table.columns.iter().find(|column| is_a(&column.name, "who") && column.distinct > 1);
    (stage, who)
}

impl Writer<'_> {
    /// Returns the queries of the parts, and what the report says of parts that the table does not
    /// have.
    fn parts(&self) -> (Vec<Query>, Vec<String>) {
        let (query, table) = (self.query, self.table);
        let has = |content| query.contents.contains(&content);
        let dated = |group: &&Group| table.column(&group.column).is_some_and(Column::is_date);
        let date = query.groups.iter().find(dated);
        let thing = query.groups.iter().find(|group| !dated(group));
        let base = Query {
            contents: Vec::new(),
            base: Vec::new(),
            filters: Vec::new(),
            limit: None,
            sort: None,
            ..query.clone()
        };
        let part =
            |kind, group: &Group| Query { kind, groups: vec![group.clone()], ..base.clone() };
        let (mut parts, mut said) = (Vec::new(), Vec::new());
        match date.filter(|_| has(Content::Trend)) {
            Some(date) => {
                let group = Group { part: date.part.or(Some(Part::Month)), ..date.clone() };
                parts.push(part(Kind::Trend, &group));
            }
            None if has(Content::Trend) => {
                said.push(
                    "The table has no column of dates, so nothing is shown over time.".to_owned(),
                );
            }
            None => {}
        }
        match thing {
            Some(thing) => {
                if has(Content::Top) {
                    let limit = Some(query.limit.unwrap_or(LISTED));
                    let kind = if query.measure.is_some() { Kind::Aggregate } else { Kind::Count };
                    parts.push(Query { limit, sort: Some(Order::Top), ..part(kind, thing) });
                }
                let adds_up = query.measure.is_none() || query.aggregate == Aggregate::Total;
                if has(Content::Classes) && adds_up {
                    parts.push(part(Kind::Pareto, thing));
                }
            }
            None if has(Content::Top) || has(Content::Classes) => {
                said.push(
                    "The table has nothing to rank, so there are no top groups and no classes."
                        .to_owned(),
                );
            }
            None => {}
        }
        if has(Content::Funnel) {
            let (stage, who) = stages(table);
            let measure = who.map(|who| Measure::Column(who.name.clone()));
            let groups: Vec<Group> = stage
                .iter()
                .map(|stage| Group { column: stage.name.clone(), part: None })
                .collect();
            if let (None, Some(who)) = (stage, who) {
                said.push(format!(
                    "The table has no stages such as visit, cart and paid, so the funnel shows how many of {} bought once, came back and became regulars.",
                    label::plain(&who.name)
                ));
            }
            if stage.is_some() || who.is_some() {
                parts.push(Query { kind: Kind::Funnel, measure, groups, ..base });
            } else {
                said.push("The table has no stages, so there is no funnel in it.".to_owned());
            }
        }
        (parts, said)
    }

    /// Returns what writes a report's files.
    pub(super) fn report(&self) -> (String, String) {
        let query = self.query;
        let (parts, said) = self.parts();
        let pages: String = parts.iter().map(|part| self.page(part)).collect();
        let stem: String = label::stem(&self.file.name)
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .take(60)
            .collect();
        let name = format!("{}-report", stem.trim_matches('-'));
        let (document, workbook) = (format!("{name}.pdf"), format!("{name}.xlsx"));
        let pdf = !query.contents.contains(&Content::WorkbookOnly);
        let files: Vec<&String> = pdf.then_some(&document).into_iter().chain([&workbook]).collect();
        let filters = label::filters(&query.filters);
        let headline = format!("{}: a report", label::capital(&self.terms.measure.label));
        let sheets = query.contents.contains(&Content::MonthlySheets);
        let date = query
            .groups
            .iter()
            .find(|group| self.table.column(&group.column).is_some_and(Column::is_date));
        let pieces = [
            (
                "headline",
                text(&if filters.is_empty() {
                    headline
                } else {
                    format!("{headline}, where {filters}")
                }),
            ),
            ("source", text(&label::plain(&self.file.name))),
            ("assumed", list(&said)),
            ("pdf", if pdf { text(&document) } else { String::new() }),
            ("workbook", text(&workbook)),
            ("files", list(&files)),
            ("date", date.filter(|_| sheets).map(|group| text(&group.column)).unwrap_or_default()),
        ];
        (
            format!(
                "{}{pages}{}",
                template!("report/head"),
                fill(template!("report/foot"), &pieces)
            ),
            "plt.show()\n".to_owned(),
        )
    }

    /// Returns one page: a query whose figure is drawn on the page.
    fn page(&self, part: &Query) -> String {
        let whole = |template: &str| format!("{template}{FIGURE}");
        let mut writer = Writer::new(part, self.file, self.table, self.fixes, String::new());
        writer.in_report = true;
        let by = label::groups(part);
        let (title, template, left) = match writer.shape {
            Shape::Periods => {
                let yearly = matches!(part.groups[0].part, Some(Part::Month | Part::Quarter));
                let years = if yearly {
                    template!("year_on_year").replace("$partial\n", "")
                } else {
                    "lines = []\n".to_owned()
                };
                let trend = writer.template().replace(FIGURE, &whole(template!("report/trend")));
                (format!("By {by}"), format!("{years}{trend}"), 0.18)
            }
            Shape::Grouped => (
                format!("Top {} by {by}", part.limit.unwrap_or(LISTED)),
                template!("report/top").to_owned(),
                0.3,
            ),
            Shape::Pareto => (format!("ABC by {by}"), writer.template(), 0.18),
            _ => ("Conversion funnel".to_owned(), writer.template(), 0.3),
        };
        let code = fill(&template, &writer.pieces());
        let (compute, figure) = code.split_once(FIGURE).unwrap_or((&code, ""));
        // The page takes the place of the figure that the first line makes.
        let (_, drawn) = figure.split_once('\n').unwrap_or_default();
        let title = text(&title);
        format!(
            "\n# {title}\n{}{compute}fig, ax = page({title}, findings, result, left={left})\n{drawn}",
            writer.keys()
        )
    }
}
