//! The format in which a question wants its answer: found in the question, and looked for in what
//! code printed.
//!
//! A format is a line of text with slots, such as `@mean[the mean, rounded to two decimals]` or
//! `Total: <amount> USD`. Knows questions and printed text; nothing of models and executions.

mod matching;
mod template;
#[cfg(test)]
mod tests;
mod values;

use std::fmt::Write as _;

use template::Piece;
use values::Value;

/// A line with slots for values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnswerFormat {
    pieces: Vec<Piece>,
}

/// A part of a format that may be printed on a line of its own: a name and its value, mostly.
struct Field<'a> {
    /// The pieces; the last text is cut before the separator.
    pieces: Vec<Item<'a>>,
    /// What follows it in the format: a comma, for instance.
    separator: &'a str,
}

#[derive(Clone, Copy)]
enum Item<'a> {
    Text(&'a str),
    Value(&'a Value),
}

impl AnswerFormat {
    /// Finds the format that a question asks for.
    pub(crate) fn of(question: &str) -> Option<Self> {
        template::find(question).map(|pieces| Self { pieces })
    }

    /// Returns the answer in this format if the text has it: on one line, or each of its fields on
    /// a line. Numbers with more decimals than the question wants are rounded. The last one counts.
    ///
    /// If the format has one slot, its last line may also be the value alone, with a label or
    /// without.
    pub(crate) fn found(&self, printed: &str) -> Option<String> {
        let written = |loose| self.written(printed, loose);
        written(false).or_else(|| written(true)).or_else(|| self.filled(printed))
    }

    /// Returns whether the text has an answer in this format.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.written(text, false).is_some()
    }

    /// Returns the sentence that asks a model to print the answer.
    pub(crate) fn asks_for_statement(&self) -> String {
        format!("End the code with this line, with your own variables in it:\n{}", self.statement())
    }

    /// Returns the text with the answers that are in this format replaced by `line`; `line` is
    /// added if there is none. If the question wants a value and nothing else, that is all.
    pub(crate) fn put(&self, line: &str, text: &str) -> String {
        if self.pieces.iter().all(|piece| piece.value().is_some()) {
            return line.to_owned();
        }
        if text.contains(line) {
            return text.to_owned();
        }
        let other = |shown: &&str| {
            let fields = self.fields();
            fields.iter().all(|field| matches!(field.pieces.first(), Some(Item::Text(_))))
                && fields
                    .iter()
                    .any(|field| matching::matched(&field.pieces, shown, false).is_some())
        };
        let kept: Vec<&str> = text.lines().filter(|shown| !other(shown)).collect();
        format!("{}\n\n{line}", kept.join("\n").trim()).trim().to_owned()
    }

    /// Returns the Python statement that prints the answer in this format.
    pub(crate) fn statement(&self) -> String {
        let mut text = String::new();
        let mut names: Vec<String> = Vec::new();
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece {
                Piece::Text(literal) => {
                    for character in literal.chars() {
                        match character {
                            '{' | '}' => text.extend([character, character]),
                            '"' | '\\' => text.extend(['\\', character]),
                            '\n' => text.push_str("\\n"),
                            other => text.push(other),
                        }
                    }
                }
                Piece::Value(value) => {
                    let before = at.checked_sub(1).and_then(|before| self.pieces.get(before));
                    let mut name = match before {
                        Some(Piece::Text(literal)) if literal.ends_with(['[', '{']) => {
                            values::name(literal)
                        }
                        _ if values::is_name(&value.about) => Some(value.about.to_lowercase()),
                        Some(Piece::Text(literal)) => values::name(literal),
                        _ => None,
                    }
                    .unwrap_or_else(|| "answer".to_owned());
                    if names.contains(&name) {
                        let _ = write!(name, "_{}", names.len() + 1);
                    }
                    let places = value.decimals.filter(|places| *places > 0);
                    let places = places.map(|places| format!(":.{places}f")).unwrap_or_default();
                    let _ = write!(text, "{{{name}{places}}}");
                    names.push(name);
                }
            }
        }
        format!("print(f\"{text}\")")
    }

    fn whole(&self) -> Vec<Item<'_>> {
        self.pieces.iter().map(Item::of).collect()
    }

    /// Returns the answer as it is written out: on the last line that has all of it, or each field
    /// on a line. With `loose`, marks between and after the values may be missing.
    fn written(&self, text: &str, loose: bool) -> Option<String> {
        let last = |pieces: &[Item]| {
            text.lines().rev().find_map(|line| matching::matched(pieces, line, loose))
        };
        last(&self.whole()).or_else(|| self.by_fields(last))
    }

    fn by_fields(&self, last: impl Fn(&[Item]) -> Option<String>) -> Option<String> {
        let fields = self.fields();
        let named = |field: &Field| matches!(field.pieces.first(), Some(Item::Text(_)));
        if fields.len() < 2 || !fields.iter().all(named) {
            return None;
        }
        let mut line = String::new();
        for field in &fields {
            line.push_str(&last(&field.pieces)?);
            line.push_str(field.separator);
        }
        Some(line)
    }

    /// Divides the format where the text between two values has a separator.
    fn fields(&self) -> Vec<Field<'_>> {
        let mut fields = vec![Field { pieces: Vec::new(), separator: "" }];
        for (at, piece) in self.pieces.iter().enumerate() {
            let mut item = Item::of(piece);
            if let Item::Text(text) = item
                && at > 0
                && at + 1 < self.pieces.len()
                && let Some(start) = text.find([',', ';', '\n'])
            {
                let (head, rest) = text.split_at(start);
                let tail = rest.trim_start_matches([',', ';', '\n', ' ']);
                if let Some(field) = fields.last_mut() {
                    field.separator = &rest[..rest.len() - tail.len()];
                    if !head.is_empty() {
                        field.pieces.push(Item::Text(head));
                    }
                }
                fields.push(Field { pieces: Vec::new(), separator: "" });
                item = Item::Text(tail);
            }
            if !matches!(item, Item::Text("")) {
                fields.last_mut().into_iter().for_each(|field| field.pieces.push(item));
            }
        }
        fields
    }

    /// Fills the format's one slot with the value that the text ends with.
    fn filled(&self, printed: &str) -> Option<String> {
        let wanted: Vec<&Value> = self.pieces.iter().filter_map(Piece::value).collect();
        let &[value] = wanted.as_slice() else { return None };
        let lines: Vec<&str> =
            printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let last = *lines.last()?;
        let filled = match value.decimals {
            Some(_) => value.taken(last)?,
            None if lines.len() == 1
                && !last.contains([':', '='])
                && last.len() <= values::MAX_VALUE_BYTES =>
            {
                value.taken(last)?
            }
            None => return None,
        };
        let texts = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Value(_) => filled.as_str(),
        });
        Some(texts.collect())
    }
}

impl<'a> Item<'a> {
    fn of(piece: &'a Piece) -> Self {
        match piece {
            Piece::Text(text) => Self::Text(text),
            Piece::Value(value) => Self::Value(value),
        }
    }
}
