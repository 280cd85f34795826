//! Programs in the form in which two are equal if Python reads them as the same: without comments,
//! blank lines, line breaks within brackets, the width of indentation, and the kind of quotation
//! marks.

#[cfg(test)]
mod tests;

/// Returns the canonical form of code. Each statement begins with a line break and its depth, so
/// that the form of a program's end is the end of its form.
pub(crate) fn canonical(code: &str) -> String {
    let mut reader = Reader { rest: code, ..Reader::default() };
    while !reader.rest.is_empty() {
        reader.line();
    }
    reader.form
}

#[derive(Default)]
struct Reader<'a> {
    rest: &'a str,
    form: String,
    /// How many brackets are open.
    brackets: usize,
    /// The widths of the indentations that are open.
    indents: Vec<usize>,
    /// Whether the line goes on that the last one began: in brackets, or after a backslash.
    continues: bool,
}

impl<'a> Reader<'a> {
    /// Reads one line, with the strings that it begins.
    fn line(&mut self) {
        let indent = self.skip(|c| matches!(c, ' ' | '\t' | '\u{c}')).len();
        if !self.continues && !self.rest.starts_with(['\n', '\r', '#']) && !self.rest.is_empty() {
            self.indents.retain(|width| *width < indent);
            if indent > 0 {
                self.indents.push(indent);
            }
            self.begin();
        }
        self.continues = false;
        while let Some(next) = self.rest.chars().next() {
            match next {
                '\n' => {
                    self.take(1);
                    self.continues = self.brackets > 0;
                    return;
                }
                '\\' if self.rest[1..].starts_with(['\n', '\r']) => {
                    self.skip(|c| matches!(c, '\\' | '\r'));
                    self.take(1);
                    self.continues = true;
                    return;
                }
                '#' => {
                    self.skip(|c| c != '\n');
                }
                ';' => {
                    self.take(1);
                    let more = self.rest.trim_start_matches([' ', '\t']);
                    if !more.is_empty() && !more.starts_with(['\n', '\r', '#']) {
                        self.begin();
                    }
                }
                '\'' | '"' => self.string(),
                c if c.is_whitespace() => {
                    self.take(c.len_utf8());
                }
                c if is_word(c) => {
                    let word = self.skip(is_word);
                    // The letters before a string are its prefix; they are written before its text.
                    let is_prefix = self.rest.starts_with(['\'', '"']) && word.len() < 3;
                    self.push(&if is_prefix { word.to_lowercase() } else { word.to_owned() });
                }
                c => {
                    match c {
                        '(' | '[' | '{' => self.brackets += 1,
                        ')' | ']' | '}' => {
                            self.brackets = self.brackets.saturating_sub(1);
                            // A comma before a bracket says something only after the one item of a
                            // tuple.
                            if self.form.ends_with(" ,") && c != ')' {
                                self.form.truncate(self.form.len() - 2);
                            }
                        }
                        _ => {}
                    }
                    let sign = self.take(c.len_utf8());
                    self.push(sign);
                }
            }
        }
    }

    /// Begins a statement.
    fn begin(&mut self) {
        self.form.push_str(&format!("\n{}", self.indents.len()));
    }

    fn push(&mut self, token: &str) {
        self.form.push(' ');
        self.form.push_str(token);
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    fn skip(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is(c)).unwrap_or(self.rest.len());
        self.take(end)
    }

    /// Reads a string. One without an end goes to the end of its line, or of the code.
    fn string(&mut self) {
        let quote = &self.rest[..1];
        let triple = quote.repeat(3);
        let quotes = if self.rest.starts_with(&triple) { triple } else { quote.to_owned() };
        self.take(quotes.len());
        let mut escaped = false;
        let long = quotes.len() > 1;
        let end = self.rest.char_indices().find(|(at, c)| {
            let ends = !escaped && (self.rest[*at..].starts_with(&quotes) || *c == '\n' && !long);
            escaped = *c == '\\' && !escaped;
            ends
        });
        let text = self.take(end.map_or(self.rest.len(), |(at, _)| at));
        if self.rest.starts_with(&quotes) {
            self.take(quotes.len());
        }
        // Quotation marks that need no backslash under the other kind of quotes.
        let text = text.replace("\\'", "'").replace("\\\"", "\"");
        self.push(&format!("{text:?}"));
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
