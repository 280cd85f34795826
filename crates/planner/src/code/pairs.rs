//! The code of two groups at once: pairs in order of size, or a table of one by the other.

use super::{Writer, group_name, python};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Group, Measure, Order};

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../templates/", $name, ".py"))
    };
}

impl Writer<'_> {
    /// Returns pairs of groups in order, largest first.
    pub(super) fn ranked(&self, measure: &Measure, by: &[Group], rank: Option<(Order, usize)>) -> String {
        let (order, n) = rank.unwrap_or((Order::Top, 10));
        let method = if order == Order::Top { "nlargest" } else { "nsmallest" };
        let by: Vec<&Group> = by.iter().collect();
        let measured = text(&label::measure(measure));
        let result = format!("result = values.{method}({n}).reset_index(name={measured})");
        let names = list(by.iter().map(|group| group_name(group)));
        fill(
            template!("grouped"),
            &[("values", self.values(measure, &by)), ("only", String::new()), ("result", result)],
        ) + &fill(
            "\nshown = result.assign(group=result[$names].astype(str).agg(\", \".join, axis=1))\n",
            &[("names", names)],
        ) + &fill(
            template!("bars"),
            &[
                ("group", "\"group\"".to_owned()),
                ("label", measured.clone()),
                ("label_text", measured),
                ("group_text", "\"\"".to_owned()),
                ("digits", self.digits(measure)),
                ("title", text(&label::title(self.query))),
            ],
        )
        .replace("shown = result.head(20)\n", "")
    }

    pub(super) fn crossed(&self, measure: &Measure, one: &Group, two: &Group) -> String {
        let fill_value = if measure.op.adds_up() { "fill_value=0" } else { "" };
        fill(
            template!("crossed"),
            &[
                ("values", self.values(measure, &[one, two])),
                ("fill", fill_value.to_owned()),
                ("stacked", format!("stacked={}", python(measure.op.adds_up()))),
                ("digits", self.digits(measure)),
                ("title", text(&label::title(self.query))),
                ("label_text", text(&label::plain(&label::measure(measure)))),
                ("group_text", text(&label::plain(&group_name(one)))),
                ("second_text", text(&label::plain(&group_name(two)))),
            ],
        )
    }
}
