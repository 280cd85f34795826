//! Which form of a result an export shows, and the texts around it.

use std::borrow::Cow;

use kernel::{Deviation, FileRef, Outcome, Shown, Status, TableData};
use serde_json::Value;
use text::format;

use crate::limits::{self, Budget, CELL, COLUMNS, FILES, ROWS};
use crate::{Step, Turn};

/// The forms that are images, the best first.
const IMAGES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/// The most files that were read otherwise than their profiles say, and are listed.
const MAX_LISTED_FILES: usize = 10;
const SVG: &str = "image/svg+xml";

/// A result in the form that is shown.
pub(crate) enum Form<'a> {
    /// An image: its media type, and its bytes in base64.
    Image(&'static str, String),
    /// A table.
    Table(&'a TableData),
    /// Formatted text.
    Markdown(&'a str),
    /// Printed text.
    Text(String),
}

/// Returns the form of a result; `svg` says whether an SVG image can be shown as an image.
pub(crate) fn form<'a>(shown: &'a Shown, svg: bool, budget: &mut Budget) -> Form<'a> {
    match image(shown, svg, budget) {
        Some(Ok((media, bytes))) => return Form::Image(media, bytes),
        Some(Err(note)) => {
            return Form::Text(format!("{}\n{note}", text_of(shown)).trim().to_owned());
        }
        None => {}
    }
    if let Some(table) = shown.data.as_ref().filter(|table| !table.columns.is_empty()) {
        return Form::Table(table);
    }
    match shown.mime.get("text/markdown") {
        Some(markdown) => Form::Markdown(markdown),
        None => Form::Text(text_of(shown)),
    }
}

/// The media types of interactive figures and what draws them, the newest first.
const INTERACTIVE: [(&str, &str); 6] = [
    ("application/vnd.plotly.v1+json", "plotly"),
    ("application/vnd.vegalite.v6+json", "vegalite"),
    ("application/vnd.vegalite.v5+json", "vegalite"),
    ("application/vnd.vegalite.v4+json", "vegalite"),
    ("application/vnd.vega.v6+json", "vega"),
    ("application/vnd.vega.v5+json", "vega"),
];

/// Returns the specification of an interactive figure in base64, and what draws it; none if it
/// has none, or if there is no place for it.
pub(crate) fn interactive(shown: &Shown, budget: &mut Budget) -> Option<(&'static str, String)> {
    let (kind, specification) =
        INTERACTIVE.iter().find_map(|(media, kind)| Some((*kind, shown.mime.get(*media)?)))?;
    budget.take(specification.len() / 3 * 4).ok()?;
    Some((kind, base64(specification.as_bytes())))
}

/// Returns whether a result is a picture or a chart.
pub(crate) fn is_figure(shown: &Shown) -> bool {
    shown.chart.is_some()
        || shown.mime.contains_key(SVG)
        || IMAGES.iter().any(|media| shown.mime.contains_key(*media))
        || INTERACTIVE.iter().any(|(media, _)| shown.mime.contains_key(*media))
}

/// Returns the plain text of a result.
pub(crate) fn text_of(shown: &Shown) -> String {
    limits::printed(
        shown.mime.get("text/plain").filter(|text| !text.trim().is_empty()).unwrap_or(&shown.text),
    )
}

/// Returns the image of a result: base64 and nothing else, so that it can stand in an attribute.
pub(crate) fn image(
    shown: &Shown,
    svg: bool,
    budget: &mut Budget,
) -> Option<Result<(&'static str, String), String>> {
    for media in IMAGES {
        let Some(bytes) = shown.mime.get(media) else { continue };
        let bytes: String =
            bytes.chars().filter(|character| !character.is_ascii_whitespace()).collect();
        if is_base64(&bytes) {
            return Some(budget.take(bytes.len()).map(|()| (media, bytes)));
        }
    }
    let drawing = shown.mime.get(SVG).filter(|_| svg)?;
    Some(budget.take(drawing.len() / 3 * 4).map(|()| (SVG, base64(drawing.as_bytes()))))
}

fn is_base64(bytes: &str) -> bool {
    let digits = bytes.trim_end_matches('=');
    !digits.is_empty()
        && bytes.len().is_multiple_of(4)
        && bytes.len() - digits.len() <= 2
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
}

/// Encodes bytes in base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut encoded = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte))
            << (8 * (3 - three.len()));
        for place in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * place) & 63];
            encoded.push(if place <= three.len() { char::from(digit) } else { '=' });
        }
    }
    encoded
}

/// A table, bounded, as texts.
pub(crate) struct Grid {
    /// The names of the columns.
    pub(crate) head: Vec<String>,
    /// Whether a column has numbers.
    pub(crate) numeric: Vec<bool>,
    /// How many of the first columns name the row.
    pub(crate) index: usize,
    /// The first rows.
    pub(crate) rows: Vec<Vec<String>>,
    /// The last rows, if others lie between.
    pub(crate) tail: Vec<Vec<String>>,
    /// What is left out, if anything is.
    pub(crate) note: Option<String>,
}

/// Returns a table as texts.
pub(crate) fn grid(table: &TableData) -> Grid {
    let width = table.columns.len().min(COLUMNS);
    let row = |cells: &Vec<Value>| {
        (0..width)
            .map(|column| cells.get(column).map_or_else(String::new, cell))
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = table.rows.iter().take(ROWS).map(row).collect();
    let mut tail: Vec<_> = if table.tail.is_empty() && table.rows.len() > ROWS {
        table.rows[table.rows.len().saturating_sub(5).max(ROWS)..].iter().map(row).collect()
    } else {
        table.tail.iter().take(5).map(row).collect()
    };
    for column in
        (0..width).filter(|&column| table.types.get(column).is_some_and(|of| of == "number"))
    {
        align(column, &mut rows, &mut tail);
    }
    let listed = (rows.len() + tail.len()) as u64;
    let beyond = table.all_columns.map_or(0, |all| {
        usize::try_from(all)
            .unwrap_or(usize::MAX)
            .saturating_sub(table.columns.len() - table.index_columns.min(table.columns.len()))
    });
    let hidden = (table.columns.len() - width).saturating_add(beyond);
    let note = match (table.total_rows > listed, hidden) {
        (false, 0) => None,
        (true, 0) => Some(format!(
            "{} of {}.",
            format::count(listed),
            format::plural(table.total_rows, "row")
        )),
        (_, hidden) => Some(format!(
            "{} of {}; {}.",
            format::count(listed),
            format::plural(table.total_rows.max(listed), "row"),
            format::plural(hidden as u64, "more column")
        )),
    };
    let head =
        table.columns.iter().take(width).map(|name| text::truncated(&text::file_name(name), CELL));
    let numeric = (0..width).map(|column| {
        table.types.get(column).is_some_and(|of| matches!(of.as_str(), "integer" | "number"))
    });
    Grid {
        head: head.collect(),
        numeric: numeric.collect(),
        index: table.index_columns.min(width),
        rows,
        tail,
        note,
    }
}

/// Writes the numbers of a column with the same number of digits after the point.
fn align(column: usize, rows: &mut [Vec<String>], tail: &mut [Vec<String>]) {
    let digits = |cell: &str| {
        let (whole, digits) = cell.split_once('.').unwrap_or((cell, ""));
        let is_plain = whole
            .trim_start_matches('-')
            .bytes()
            .chain(digits.bytes())
            .all(|byte| byte.is_ascii_digit());
        (is_plain && !cell.is_empty()).then_some(digits.len())
    };
    let cells = rows.iter().chain(tail.iter()).map(|row| row[column].as_str());
    let most = cells.filter_map(digits).filter(|&digits| digits <= 6).max().unwrap_or_default();
    for cell in rows.iter_mut().chain(tail).map(|row| &mut row[column]) {
        let Some(has) = digits(cell).filter(|&has| has < most) else { continue };
        if has == 0 {
            cell.push('.');
        }
        cell.extend(std::iter::repeat_n('0', most - has));
    }
}

/// Returns a cell as pandas prints it: at most six digits after the point.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) if (1e-4..1e15).contains(&float.abs()) => {
                let digits = format!("{float:.6}");
                digits.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            _ => number.to_string(),
        },
        Value::String(text) => text::truncated(&text::visible(text), CELL),
        other => text::truncated(&text::visible(&other.to_string()), CELL),
    }
}

/// Describes a figure, for readers who do not see it.
pub(crate) fn description(shown: &Shown) -> String {
    let said = shown.chart.as_ref().map(|chart| charts::summaries::description(chart).join(" "));
    let said = said.filter(|said| !said.is_empty()).unwrap_or_else(|| shown.text.clone());
    let said = text::truncated(text::file_name(&said).trim(), 1000);
    if said.is_empty() { "Figure".to_owned() } else { said }
}

/// Returns the title of a figure, if it has one.
pub(crate) fn title(shown: &Shown) -> String {
    limits::line(shown.chart.as_ref().map_or("", |chart| chart.axes().title.as_str()))
}

/// Describes which files the code read otherwise than their profiles say, if any.
pub(crate) fn unlike(outcome: &Outcome) -> Option<String> {
    let notes = outcome.deviations.iter().take(MAX_LISTED_FILES).map(Deviation::note);
    let notes: Vec<String> = notes.map(|note| limits::line(&note)).collect();
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// Describes how a step ended, unless it ended well.
pub(crate) fn ending(status: Status) -> Option<&'static str> {
    match status {
        Status::Ok | Status::Error => None,
        Status::Interrupted => Some("The user stopped this code."),
        Status::Timeout => Some("This code exceeded its time limit."),
        Status::Killed => Some("Python ended while this code ran; its variables were lost."),
    }
}

/// Returns the messages about a turn that its answer does not contain.
pub(crate) fn notices(turn: &Turn) -> Vec<Cow<'_, str>> {
    let mut notices: Vec<_> = read_as(turn).map(Cow::Owned).into_iter().collect();
    notices.extend(doubts(turn));
    notices
}

/// Says how the built-in rules read the question, if they did.
pub(crate) fn read_as(turn: &Turn) -> Option<String> {
    turn.read_as.as_ref().map(|read_as| format!("Read as: {}.", limits::line(read_as)))
}

/// Returns why an answer may be wrong or incomplete as a whole.
pub(crate) fn doubts(turn: &Turn) -> Vec<Cow<'_, str>> {
    let mut notices = Vec::new();
    if let Some(stopped) = &turn.stopped {
        notices.push(Cow::Owned(limits::line(stopped)));
    }
    if turn.cut_off {
        notices.push(Cow::Borrowed("The answer was cut off at the model's limit."));
    }
    if turn.not_computed {
        notices.push(Cow::Borrowed("Not computed: the answer states what no code has produced."));
    }
    let joins = kernel::join_notes(turn.steps.iter().map(|step| &step.outcome));
    notices.extend(joins.iter().take(MAX_LISTED_FILES).map(|note| Cow::Owned(limits::line(note))));
    notices
}

/// Returns the files that a step wrote, each with its size.
pub(crate) fn written(step: &Step) -> Vec<(String, String)> {
    let name = |file: &FileRef| limits::line(file.path.strip_prefix("/out/").unwrap_or(&file.path));
    step.outcome
        .files
        .iter()
        .take(FILES)
        .map(|file| (name(file), format::bytes(file.bytes)))
        .collect()
}

/// Returns what is said about each number of an answer: the number, the note, and whether nothing
/// supports it.
pub(crate) fn claims(turn: &Turn) -> Vec<(String, String, bool)> {
    let claims = turn.claims.iter().take(limits::RESULTS);
    claims
        .filter_map(|claim| {
            let number = turn.answer.get(claim.span.clone())?;
            Some((limits::line(number), limits::line(&claim.note), claim.marked))
        })
        .collect()
}
