//! Python source, read as far as its logical lines: where strings and comments are, whether a cell
//! awaits at its top level, and where its last expression stands.
//!
//! No parser: what is not understood is `None`, and the caller hands the cell to Python as a text.

mod mask;

use std::ops::Range;

/// Words that begin a statement which is not an expression.
const STATEMENTS: [&str; 29] = [
    "import",
    "from",
    "def",
    "class",
    "if",
    "for",
    "while",
    "with",
    "try",
    "return",
    "del",
    "assert",
    "raise",
    "pass",
    "break",
    "continue",
    "global",
    "nonlocal",
    "async",
    "else",
    "elif",
    "except",
    "finally",
    "yield",
    "match",
    "case",
    "type",
    "print_function",
    "exec",
];

/// A cell's source and its mask: the same bytes, with fillers for strings and comments, and without
/// line ends inside of statements.
pub(crate) struct Cell<'a> {
    code: &'a str,
    mask: String,
}

/// Returns a text with `\n` as its only line end.
pub(crate) fn normalised(code: &str) -> String {
    code.replace("\r\n", "\n").replace('\r', "\n")
}

impl<'a> Cell<'a> {
    /// Reads a cell; `None` if a string or a bracket does not end.
    pub(crate) fn read(code: &'a str) -> Option<Self> {
        mask::mask(code).map(|mask| Self { code, mask })
    }

    /// Returns the logical lines that are not blank, with their indentation and place.
    fn lines(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let mut at = 0;
        self.mask.split('\n').filter_map(move |line| {
            let start = at;
            at += line.len() + 1;
            let bare = line.trim_start();
            let indent = line.len() - bare.len();
            (!bare.trim_end().is_empty())
                .then(|| (indent, start + indent..start + line.trim_end().len()))
        })
    }

    /// Returns whether the cell awaits outside of any function, which only notebooks allow.
    pub(crate) fn awaits(&self) -> bool {
        let mut function = None;
        for (indent, place) in self.lines() {
            if function.is_some_and(|outer| indent > outer) {
                continue;
            }
            let words: Vec<_> = words(&self.mask[place]).collect();
            let defines = words.starts_with(&["def"]) || words.starts_with(&["async", "def"]);
            function = defines.then_some(indent);
            if !defines && words.iter().any(|&word| word == "await" || word == "async") {
                return true;
            }
        }
        false
    }

    /// Returns whether a line is a magic, a shell command or a request for help.
    pub(crate) fn has_magic(&self) -> bool {
        self.lines().any(|(_, place)| {
            let line = &self.mask[place];
            line.starts_with(['%', '!', '?']) || line.ends_with('?')
        })
    }

    /// Returns the lines that import from `__future__`, which a file allows only at its beginning.
    pub(crate) fn futures(&self) -> Vec<Range<usize>> {
        let of_future =
            |place: &Range<usize>| self.mask[place.clone()].starts_with("from __future__ import");
        self.lines().map(|(_, place)| place).filter(of_future).collect()
    }

    /// Returns where the last expression stands, if the last statement is one whose value a
    /// notebook shows.
    pub(crate) fn last_expression(&self) -> Option<Range<usize>> {
        let (indent, line) = self.lines().last()?;
        if indent > 0 || self.mask[line.clone()].ends_with(';') {
            return None;
        }
        let starts_a_block =
            words(&self.mask[line.clone()]).next().is_some_and(|word| STATEMENTS.contains(&word));
        let start = match at_depth_zero(&self.mask[line.clone()], |byte, _| byte == b';').last() {
            Some(_) if starts_a_block => return None,
            Some(&semicolon) => line.start + semicolon + 1,
            None => line.start,
        };
        let start = start + self.mask[start..line.end].len()
            - self.mask[start..line.end].trim_start().len();
        is_expression(&self.mask[start..line.end]).then_some(start..line.end)
    }

    /// Returns the cell with its last expression handed to a function, unless it prints or shows by
    /// itself.
    pub(crate) fn showing(&self, function: &str) -> String {
        let Some(place) = self.last_expression() else { return self.code.to_owned() };
        let masked = &self.mask[place.clone()];
        let prints =
            ["print(", "display(", "plt.show("].iter().any(|call| masked.starts_with(call));
        if prints
            && at_depth_zero(masked, |byte, _| byte == b')').first() == Some(&(masked.len() - 1))
        {
            return self.code.to_owned();
        }
        let tuple = !at_depth_zero(masked, |byte, _| byte == b',').is_empty();
        let (open, close) = if tuple { ("((", "))") } else { ("(", ")") };
        let (before, after) = (&self.code[..place.start], &self.code[place.end..]);
        format!("{before}{function}{open}{}{close}{after}", &self.code[place])
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|character: char| !character.is_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
}

/// Returns the places of bytes outside of all brackets; the predicate gets the byte and its place.
/// A closing bracket counts as outside.
fn at_depth_zero(masked: &str, wanted: impl Fn(u8, usize) -> bool) -> Vec<usize> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (place, byte) in masked.bytes().enumerate() {
        if matches!(byte, b')' | b']' | b'}') {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 && wanted(byte, place) {
            found.push(place);
        }
        if matches!(byte, b'(' | b'[' | b'{') {
            depth += 1;
        }
    }
    found
}

fn is_expression(masked: &str) -> bool {
    if masked.is_empty() || masked.starts_with('@') {
        return false;
    }
    let first = words(masked).next().unwrap_or_default();
    // Those three are names as well: `type(x)`, `match.group()`.
    let soft = matches!(first, "match" | "case" | "type" | "exec" | "print_function");
    if STATEMENTS.contains(&first) && masked.starts_with(first) && !soft {
        return false;
    }
    // After `lambda` a colon and an equals sign do not belong to a statement.
    let end = words_at(masked, "lambda").unwrap_or(masked.len());
    let bytes = masked.as_bytes();
    at_depth_zero(&masked[..end], |byte, place| match byte {
        b':' => bytes.get(place + 1) != Some(&b'='),
        b'=' => {
            let before = masked[..place].trim_end_matches('=');
            let compared =
                before.ends_with(['<', '>']) && !before.ends_with("<<") && !before.ends_with(">>");
            let doubled = bytes.get(place + 1) == Some(&b'=') || before.len() < place;
            !(compared || doubled || before.ends_with(['!', ':']))
        }
        _ => false,
    })
    .is_empty()
}

fn words_at(masked: &str, wanted: &str) -> Option<usize> {
    let whole = |place: usize| {
        let is_name = |byte: Option<&u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        };
        let bytes = masked.as_bytes();
        !is_name(place.checked_sub(1).and_then(|before| bytes.get(before)))
            && !is_name(bytes.get(place + wanted.len()))
    };
    masked.match_indices(wanted).map(|(place, _)| place).find(|&place| whole(place))
}

/// Returns a text as a literal of a Python string.
pub(crate) fn literal(source: &str) -> String {
    let mut literal = String::from("\"");
    for character in source.chars() {
        match character {
            '"' | '\\' => literal.extend(['\\', character]),
            '\n' => literal.push_str("\\n"),
            _ => push_escaped(&mut literal, character),
        }
    }
    literal + "\""
}

/// Returns a text of several lines as a literal in three quotes, which can be read like the text.
pub(crate) fn block_literal(source: &str) -> String {
    let mut literal = String::from("\"\"\"\\\n");
    for character in source.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"").chars() {
        match character {
            '\n' => literal.push('\n'),
            _ => push_escaped(&mut literal, character),
        }
    }
    literal + "\n\"\"\""
}

fn push_escaped(literal: &mut String, character: char) {
    if character != '\t'
        && (character.is_control() || text::visible(character.encode_utf8(&mut [0; 4])).len() > 4)
    {
        literal.push_str(&format!("\\U{:08x}", u32::from(character)));
    } else {
        literal.push(character);
    }
}

/// Returns a text as comment lines.
pub(crate) fn comment(source: &str) -> String {
    let mut lines = String::new();
    for line in text::visible(&normalised(source)).lines() {
        lines.push_str(format!("# {line}").trim_end());
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests;
