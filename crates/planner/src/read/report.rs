//! Reports: the parts of a document that a question names and the table allows.

use super::{Outcome, Reader, ask};
use crate::input::Column;
use crate::label;
use crate::lexicon::is_a;
use crate::plan::{Filter, Grain, Group, Order, Rank, Report, Task};
use crate::spans::Meaning;

/// How many of the top items a report lists.
const LISTED: usize = 10;

impl Reader<'_> {
    pub(super) fn report(&mut self) -> Outcome<Task> {
        let text = self.question.to_lowercase();
        let excel = ["excel", "xlsx", "workbook"].iter().any(|word| text.contains(word));
        let pdf = text.contains("pdf") || !excel;
        let monthly_sheets = self.take("sheet a month");
        let (pareto, funnel, trend) = (self.take("pareto"), self.take("funnel"), self.take("trend"));
        let every = self.unused(|meaning| matches!(meaning, Meaning::Every(_)));
        let grain = every.last().and_then(|at| match self.spans[*at].meaning {
            Meaning::Every(grain) => Some(grain),
            _ => None,
        });
        let trend = trend || grain.is_some();
        let ranks = self.unused(|meaning| matches!(meaning, Meaning::Extreme(_) | Meaning::Judgement(_)));
        let limit = ranks.first().and_then(|at| self.limit_beside(*at));
        self.use_all(&[every, ranks.clone()].concat());
        let everything = !trend && ranks.is_empty() && !pareto && !funnel;
        let mut parts = Vec::new();
        // Things are ranked and classified, so that they are found before the measure takes a column.
        let by = if !ranks.is_empty() || pareto || everything { self.thing().ok() } else { None };
        let measure = self.additive()?;
        self.take("by");
        let date = self.all(Column::is_date).first().map(|column| column.name.clone());
        match &date {
            _ if !trend && !everything => {}
            Some(date) => {
                let (measure, date) = (measure.clone(), date.clone());
                let grain = grain.unwrap_or(Grain::Month);
                parts.push(Task::Trend { measure, date, grain, split: None, rank: None });
            }
            None => {
                let why = "The table has no column of dates, so nothing is shown over time.";
                self.assumed.push(why.to_owned());
            }
        }
        if let Some(by) = by {
            if !ranks.is_empty() || everything {
                let rank = Some(Rank { order: Order::Top, limit: limit.unwrap_or(LISTED) });
                let (measure, by) = (measure.clone(), vec![Group::Column(by.clone())]);
                parts.push(Task::Grouped { measure, by, rank, share: true, having: None });
            }
            if measure.op.adds_up() && (pareto || everything) {
                parts.push(Task::Pareto { measure: measure.clone(), by });
            }
        }
        if funnel {
            let who = self.all(|column| is_a(&column.name, "who") && column.distinct > 1);
            match (self.stages(), who.first()) {
                (Some((stage, who)), _) => parts.push(Task::Funnel { who, stage }),
                (None, Some(who)) => {
                    self.assumed.push(format!(
                        "The table has no stages such as visit, cart and paid, so the funnel shows how many of `{}` bought once, came back and became regulars.",
                        label::plain(&who.name)
                    ));
                    parts.push(Task::Returning { who: who.name.clone() });
                }
                _ => self.assumed.push("The table has no stages, so there is no funnel in it.".to_owned()),
            }
        }
        if parts.is_empty() {
            return ask("This table has neither dates nor things to rank, so there is nothing to report.");
        }
        self.filters.retain(|filter| *filter != Filter::Once);
        Ok(Task::Report(Report { measure, parts, pdf, monthly_sheets: date.filter(|_| monthly_sheets) }))
    }
}
