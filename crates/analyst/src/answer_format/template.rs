//! Finds the line with slots in a question.

use super::values::{Value, agreed, decimals, is_name};

/// What precedes a format. Whatever else they say, questions with these words name a form for the
/// answer.
const HEADS: &[&str] = &[
    "answer format",
    "output format",
    "response format",
    "format of the answer",
    "in the form of",
    "in the format of",
    "in the form",
    "in the format",
    "in this form",
    "in this format",
    "in exactly this form",
    "in exactly this format",
    "reply with only",
    "reply only with",
    "answer with only",
    "answer only with",
    "respond with only",
    "respond only with",
    "in the following form",
    "in the following format",
    "formatted as",
    "format:",
];

/// Heads after which words without a slot describe one value alone.
const ALONE: &[&str] = &["answer format", "output format", "response format", "format:", "only"];

/// Words that describe one value.
const NAMES_OF_VALUES: &[&str] =
    &["number", "integer", "value", "name", "word", "percentage", "date", "year"];

/// The longest format, in bytes: a longer text is a description.
const MAX_FORMAT_BYTES: usize = 600;

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that stays.
    Text(String),
    /// A slot.
    Value(Value),
}

impl Piece {
    pub(super) fn value(&self) -> Option<&Value> {
        match self {
            Self::Text(_) => None,
            Self::Value(value) => Some(value),
        }
    }
}

/// Returns the format's pieces, at least one of them a value.
pub(super) fn find(question: &str) -> Option<Vec<Piece>> {
    let mut pieces = tagged(question).map(|text| parsed(&text)).or_else(|| after_head(question))?;
    let values = || pieces.iter().filter_map(Piece::value).count();
    if values() == 0 {
        return None;
    }
    let single = values() == 1;
    let overall = agreed(question);
    for piece in &mut pieces {
        let Piece::Value(value) = piece else { continue };
        let clause = value.decimals.is_none().then(|| clause(question, &value.about)).flatten();
        value.decimals = value.decimals.or_else(|| clause.and_then(decimals));
        if value.decimals.is_none() && clause.is_none_or(|clause| !clause.contains("string")) {
            // With several values, some may be texts.
            *(if single { &mut value.decimals } else { &mut value.rounding }) = overall;
        }
    }
    Some(pieces)
}

/// Returns what the question says of a slot by its name: `"rate" is a number rounded to two
/// decimals`.
fn clause<'a>(question: &'a str, name: &str) -> Option<&'a str> {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    question.match_indices(name).filter(|_| is_name(name)).find_map(|(at, _)| {
        let rest = &question[at + name.len()..];
        let before = &question[..at];
        // A word such as "region" may begin a clause of the question itself.
        let refers = name.contains('_')
            || before.ends_with(['"', '\'', '`', '“', '‘'])
            || before.ends_with("where ");
        if !refers || before.ends_with(inside) || rest.starts_with(inside) {
            return None;
        }
        let rest = rest.trim_start_matches(['"', '\'', '`', '”', '’']).trim_start();
        let says = ["is ", "are ", "should ", "must ", "denotes ", "represents ", "= ", ": "];
        let end = rest.find(['\n', ';']).unwrap_or(rest.len());
        let end =
            rest.match_indices(". ").map(|(end, _)| end).next().map_or(end, |stop| stop.min(end));
        says.iter().any(|word| rest.starts_with(word)).then(|| &rest[..end])
    })
}

/// Returns the names with values in brackets, `@name[…]`, and what separates them.
fn tagged(question: &str) -> Option<String> {
    let mut text = String::new();
    let mut names = Vec::new();
    let mut end = 0;
    for (at, _) in question.match_indices('@') {
        let rest = &question[at + 1..];
        let name =
            rest.len() - rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        if name == 0 || !rest[name..].starts_with('[') {
            continue;
        }
        let Some(length) = rest.find(']') else { continue };
        // A name that comes again is an example.
        if names.contains(&&rest[..name]) {
            continue;
        }
        names.push(&rest[..name]);
        if !text.is_empty() {
            let between = question.get(end..at).unwrap_or_default();
            let separates = between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';'));
            text.push_str(if separates { between } else { ", " });
        }
        end = at + 1 + length + 1;
        text.push_str(&question[at..end]);
    }
    (!text.is_empty()).then_some(text)
}

fn after_head(question: &str) -> Option<Vec<Piece>> {
    let lower = question.to_ascii_lowercase();
    let (at, head) = HEADS
        .iter()
        .filter_map(|head| Some((lower.rfind(head)?, *head)))
        .max_by_key(|(at, head)| (at + head.len(), head.len()))?;
    let rest = question[at + head.len()..].trim_start_matches([':', ' ', '\n', '\r', '\t']);
    let opening = rest.chars().next()?;
    let closing = match opening {
        '"' | '\'' | '`' => Some(opening),
        '“' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    };
    let quoted = closing
        .and_then(|closing| rest[opening.len_utf8()..].split_once(closing))
        .map(|(inner, _)| inner);
    let text = quoted.unwrap_or_else(|| sentence(rest)).trim();
    if text.is_empty() || text.len() > MAX_FORMAT_BYTES {
        return None;
    }
    let pieces = parsed(text);
    if pieces.iter().any(|piece| piece.value().is_some()) {
        return Some(pieces);
    }
    let words = text.to_ascii_lowercase();
    let one =
        words.split(|c: char| !c.is_alphanumeric()).any(|word| NAMES_OF_VALUES.contains(&word));
    let alone = one && ALONE.iter().any(|word| head.contains(word));
    // Several values without a template could be written in many ways.
    let several = words.contains(" and ") || words.contains("list");
    (alone && !several && quoted.is_none()).then(|| vec![Piece::Value(Value::about(text))])
}

/// Returns the first sentence of the first line.
fn sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default().trim_end();
    let end = line
        .match_indices(". ")
        .map(|(at, _)| at)
        .find(|at| line[at + 2..].starts_with(char::is_uppercase));
    let line = end.map_or(line, |end| &line[..end]);
    line.strip_suffix('.').filter(|line| !line.ends_with('.')).unwrap_or(line)
}

/// Divides a line into texts and slots.
fn parsed(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut at = 0;
    while let Some(character) = line[at..].chars().next() {
        let rest = &line[at..];
        let after_name = text.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let Some((length, value, keeps)) = slot(rest, after_name) else {
            text.push(character);
            at += character.len_utf8();
            continue;
        };
        // Brackets directly after a name belong to the answer; others mark the place of a value.
        text.push_str(if keeps { &rest[..1] } else { "" });
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Value(value));
        text.push_str(if keeps { &rest[length - 1..length] } else { "" });
        at += length;
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// Returns the slot at the beginning: its length, what it stands for, and whether its brackets
/// stay.
fn slot(text: &str, after_name: bool) -> Option<(usize, Value, bool)> {
    for (open, close) in [('[', ']'), ('{', '}'), ('<', '>')] {
        if let Some(inner) = text.strip_prefix(open)
            && let Some(length) = inner.find(close)
            && !inner[..length].trim().is_empty()
        {
            let about = &inner[..length];
            return Some((length + 2, Value::about(about), after_name && open != '<'));
        }
    }
    for dots in ["...", "…"] {
        if text.starts_with(dots) {
            return Some((dots.len(), Value::about(""), false));
        }
    }
    let run = |mark: char| text.len() - text.trim_start_matches(mark).len();
    if run('_') > 1 {
        return Some((run('_'), Value::about(""), false));
    }
    if after_name {
        return None;
    }
    let word = &text[..text
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '.' | '-' | ':'))
        .unwrap_or(text.len())];
    let word = word.trim_end_matches(['.', ':', '-']);
    let made_of = |letters: &str| word.chars().all(|c| letters.contains(c));
    if word.len() > 1 && (made_of("X.") || made_of("x.")) {
        let places = word.split_once('.').map_or(0, |(_, places)| places.len());
        return Some((word.len(), Value { decimals: Some(places), ..Value::default() }, false));
    }
    (word.len() >= 4 && word.contains("YY") && made_of("YMDHhms-:."))
        .then(|| (word.len(), Value::about(word), false))
}
