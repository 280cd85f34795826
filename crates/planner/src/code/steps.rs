//! The code of funnels whose stages are in several columns or tables: the size of each stage, in total and by
//! group.

use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Stage, Steps};

/// Returns lines that store the stages' sizes in `sizes`, the largest first.
pub(super) fn sizes(steps: &Steps) -> String {
    match steps {
        Steps::Columns(columns) => {
            fill(include_str!("../../templates/funnel/columns.py"), &[("columns", list(columns))])
        }
        Steps::Tables(stages) => {
            let reached = stages.iter().enumerate().map(|(at, stage)| reached(stage, at));
            let reached = format!("reached = {{}}\n{}", reached.collect::<Vec<_>>().join("\n"));
            fill(include_str!("../../templates/funnel/tables.py"), &[("reached", reached)])
        }
    }
}

/// Returns lines that add the people of one table to `reached`; the first table is read already.
fn reached(stage: &Stage, at: usize) -> String {
    let (who, name) = (text(&stage.who), text(&label::plain(&stage.name)));
    let (frame, read) = match at {
        0 => ("df".to_owned(), String::new()),
        _ => (format!("table_{}", at + 1), format!("table_{} = {}\n", at + 1, stage.reader.trim())),
    };
    let mut pieces = vec![("frame", frame), ("who", who), ("name", name)];
    let template = match &stage.stage {
        Some(stage) => {
            pieces.push(("stage", text(stage)));
            include_str!("../../templates/funnel/reached_stages.py")
        }
        None => include_str!("../../templates/funnel/reached.py"),
    };
    read + fill(template, &pieces).trim_end()
}

/// Returns an expression for the stages' sizes by the values of a column of the first table.
pub(super) fn cells(steps: &Steps, split: &str) -> String {
    let split = text(split);
    match steps {
        Steps::Columns(columns) => format!("df.groupby({split})[{}].sum()", list(columns)),
        Steps::Tables(stages) => {
            let who = text(stages.first().map_or("", |stage| stage.who.as_str()));
            format!(
                "pd.DataFrame({{name: df.drop_duplicates({who})[lambda first: first[{who}].isin(found)].groupby({split}).size() for name, found in through.items()}}).fillna(0).astype(int)"
            )
        }
    }
}
