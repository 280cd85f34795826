//! Studies: the questions that need more than one measure, as plain data.
//!
//! Each study has one template of its name under `templates/`. How a study is recognised is not known here.

use super::{Grain, Measure, Order};

/// A time span: its first day, the day after its last (both ISO), and its name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) name: String,
}

/// The studies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Study {
    /// Each period compared with the one before, or with the same one a year before.
    Growth { measure: Measure, date: String, grain: Grain, yearly: bool },
    /// Which groups grew or shrank most from the first half of the time span to the second.
    Growers {
        measure: Measure,
        date: String,
        by: String,
        order: Order,
        years: bool,
        periods: Option<[Span; 2]>,
    },
    /// A moving average over a window of periods.
    Rolling { measure: Measure, date: String, grain: Grain, window: usize },
    /// Values far from the others.
    Outliers { column: String },
    /// Which few groups make up most of the whole, in classes A, B and C.
    Pareto { measure: Measure, by: String },
    /// How many reach each stage; `split` shows it for each value of another column.
    Funnel { measure: Measure, stage: String, split: Option<String> },
    /// A funnel whose stages are in several columns or tables.
    Steps { steps: Steps, split: Option<String> },
    /// A comparison of two values of a column.
    Compare { measure: Measure, column: String, values: [String; 2] },
    /// Where a change between two periods arose; without periods, between the last two whole months.
    Change { measure: Measure, date: String, periods: Option<[Span; 2]>, by: Vec<String> },
    /// Several parts in one document.
    Report(Report),
}

/// Stages that are not the values of one column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Steps {
    /// Columns that each count one stage.
    Columns(Vec<String>),
    /// Tables that each list who reached a stage; the first one is the query's own.
    Tables(Vec<Stage>),
}

/// A table as a stage of a funnel, or as several if a column of it holds stages.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    pub(crate) name: String,
    /// The Python expression that reads it.
    pub(crate) reader: String,
    /// The column that identifies someone.
    pub(crate) who: String,
    pub(crate) stage: Option<String>,
}

impl Steps {
    /// Returns the columns of the query's own table that it counts by.
    fn columns(&self) -> Vec<&str> {
        match self {
            Self::Columns(columns) => columns.iter().map(String::as_str).collect(),
            Self::Tables(stages) => {
                let own = stages.first().into_iter();
                own.flat_map(|own| std::iter::once(own.who.as_str()).chain(own.stage.as_deref())).collect()
            }
        }
    }
}

/// A document and its parts. A workbook is always written, a PDF if `pdf` is set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    pub(crate) measure: Measure,
    pub(crate) parts: Vec<Part>,
    pub(crate) pdf: bool,
    /// The column of dates by whose months the workbook is split into sheets.
    pub(crate) monthly_sheets: Option<String>,
}

/// One part of a report.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// The measure by period.
    Trend { date: String, grain: Grain },
    /// The top groups.
    Top { by: String, limit: usize },
    /// The classes A, B and C.
    Pareto { by: String },
    /// The funnel.
    Funnel { measure: Measure, stage: String },
    /// A funnel whose stages are in several columns or tables.
    Steps(Steps),
    /// Without stages: how many came back how often.
    Returning { who: String },
}

impl Study {
    /// Returns the measure that it is about.
    pub(crate) fn measure(&self) -> Option<&Measure> {
        match self {
            Self::Growth { measure, .. }
            | Self::Growers { measure, .. }
            | Self::Rolling { measure, .. }
            | Self::Pareto { measure, .. }
            | Self::Funnel { measure, .. }
            | Self::Compare { measure, .. }
            | Self::Change { measure, .. }
            | Self::Report(Report { measure, .. }) => Some(measure),
            Self::Outliers { .. } | Self::Steps { .. } => None,
        }
    }

    /// Returns the column of dates that it runs along.
    pub(crate) fn date(&self) -> Option<&str> {
        match self {
            Self::Growth { date, .. }
            | Self::Growers { date, .. }
            | Self::Rolling { date, .. }
            | Self::Change { date, .. } => Some(date),
            _ => None,
        }
    }

    /// Returns the columns that rows are grouped by.
    pub(crate) fn groups(&self) -> Vec<&str> {
        match self {
            Self::Pareto { by, .. } | Self::Growers { by, .. } => vec![by],
            Self::Funnel { stage, split, .. } => {
                std::iter::once(stage.as_str()).chain(split.as_deref()).collect()
            }
            Self::Steps { steps, split } => steps.columns().into_iter().chain(split.as_deref()).collect(),
            Self::Compare { column, .. } => vec![column],
            Self::Change { by, .. } => by.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether it shows whole rows or examines every column.
    pub(crate) fn whole_rows(&self) -> bool {
        matches!(self, Self::Outliers { .. } | Self::Report(_))
    }
}
