//! The code of trends: one line over time, or one per group.

use super::{Writer, column_of, floor, frequency, partial, period_names, resampled};
use crate::label;
use crate::literal::{fill, number, text};
use crate::plan::{Chart, Grain, Measure, Order};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/", $name, ".py"))
    };
}

impl Writer<'_> {
    pub(super) fn trend(
        &self,
        measure: &Measure,
        date: &str,
        grain: Grain,
        rank: Option<(Order, usize)>,
        chart: Chart,
    ) -> String {
        let dated = format!("df.dropna(subset=[{}]).set_index({})", text(date), text(date));
        let resampled = resampled(date, grain, self.table);
        let series = match column_of(measure) {
            // A column that becomes the index is gone; counting distinct dates needs it.
            Some(column) if column == text(date) => format!(
                "df.dropna(subset=[{column}]).set_index({column}, drop=False)[{column}].{resampled}.{}()",
                measure.op.method()
            ),
            Some(column) => format!("{dated}[{column}].{resampled}.{}()", measure.op.method()),
            None => format!("{dated}.{resampled}.size()"),
        };
        let measured = label::unlike(&label::measure(measure), grain.name());
        let together = if measure.op.adds_up() {
            format!(
                "print(f\"Together: {{trend.sum():,{}}} in {{len(trend):,}} {}s\")",
                self.digits(measure),
                grain.name()
            )
        } else {
            String::new()
        };
        let table = match rank {
            Some((order, n)) => {
                let method = if order == Order::Top { "nlargest" } else { "nsmallest" };
                format!("trend.{method}({n})")
            }
            None if self.query.newest_first => "trend.iloc[::-1]".to_owned(),
            None => "trend".to_owned(),
        };
        let draw = match chart {
            Chart::Bar => format!("ax.bar(trend.index, trend, width={})", days(grain)),
            _ => "ax.plot(known.index, known, marker=\"o\" if len(known) < 60 else \"\")".to_owned(),
        };
        let result =
            format!("{table}.rename_axis(\"{}\").reset_index(name={})", grain.name(), text(&measured));
        fill(
            template!("trend"),
            &[
                ("series", series),
                ("draw", draw),
                ("floor", floor(measure, "trend.min()")),
                ("digits", self.digits(measure)),
                ("title", text(&label::title(self.query))),
                ("grain", text(grain.name())),
                ("label_text", text(&label::plain(&measured))),
                ("names", period_names(grain, "trend")),
                ("together", together),
                ("only", super::only(self.query, "trend")),
                ("partial", partial(template!("partial"), grain, date, self.table)),
                ("result", result),
            ],
        )
    }

    pub(super) fn split_trend(&self, measure: &Measure, date: &str, grain: Grain, split: &str) -> String {
        let weekly = if grain == Grain::Week { ", label=\"left\", closed=\"left\"" } else { "" };
        let frequency = if grain == Grain::Week { "W-MON" } else { frequency(grain) };
        let keys = format!("[pd.Grouper(key={}, freq=\"{frequency}\"{weekly}), {}]", text(date), text(split));
        let series = match column_of(measure) {
            Some(column) => format!("df.groupby({keys})[{column}].{}()", measure.op.method()),
            None => format!("df.groupby({keys}).size()"),
        };
        let fill_value = if measure.op.adds_up() { "fill_value=0" } else { "" };
        fill(
            template!("split_trend"),
            &[
                ("series", series),
                ("fill", fill_value.to_owned()),
                ("floor", floor(measure, "table.min().min()")),
                ("digits", self.digits(measure)),
                ("title", text(&label::title(self.query))),
                ("grain", text(grain.name())),
                ("label_text", text(&label::plain(&label::measure(measure)))),
                ("second_text", text(&label::plain(split))),
                ("names", period_names(grain, "table")),
            ],
        )
    }
}

/// Returns the width of a bar in days.
fn days(grain: Grain) -> String {
    number(match grain {
        Grain::Hour => 0.03,
        Grain::Day | Grain::Weekday => 0.8,
        Grain::Week => 5.0,
        Grain::Month => 22.0,
        Grain::Quarter => 70.0,
        Grain::Year => 280.0,
    })
}
