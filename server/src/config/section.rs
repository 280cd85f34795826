//! One table of the configuration file while it is read: typed values by key, and the keys that
//! nobody asked for.
//!
//! Each key that is asked for is known from then on; [`Section::finish`] reports the others. So the
//! code that reads a table is also its schema.

use std::{cell::RefCell, ops::Range, ops::RangeInclusive, rc::Rc};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::problem::Problems;

/// Keys more similar to a known one than this are taken for misspelt.
const SIMILAR: f64 = 0.8;

/// The names of all keys that were asked for, in order: what the documentation has to describe.
pub(super) type Asked = Rc<RefCell<Vec<String>>>;

/// One table, which may be missing.
pub(super) struct Section<'a> {
    table: Option<&'a DeTable<'a>>,
    span: Range<usize>,
    path: String,
    problems: &'a Problems,
    known: RefCell<Vec<String>>,
    asked: Asked,
}

impl<'a> Section<'a> {
    /// Creates the section for a whole file.
    pub(super) fn root(table: &'a DeTable<'a>, problems: &'a Problems, asked: Asked) -> Self {
        Self {
            table: Some(table),
            span: 0..0,
            path: String::new(),
            problems,
            known: RefCell::default(),
            asked,
        }
    }

    /// Returns whether the file has this table.
    pub(super) fn exists(&self) -> bool {
        self.table.is_some()
    }

    /// Returns whether the table has the key. The key stays unknown until it is read.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.is_some_and(|table| table.contains_key(key))
    }

    /// Reports a problem of `key`, at its line if it is there, else at the line of the table.
    pub(super) fn problem(&self, key: &str, problem: impl Into<String>) {
        let value = self.table.and_then(|table| table.get(key));
        let span = value.map_or_else(|| self.span.clone(), Spanned::span);
        self.problems.at(&span, &self.name(key), problem);
    }

    /// Returns the full name of a key.
    pub(super) fn name(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Returns a value as it is.
    pub(super) fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        if !self.known.borrow().iter().any(|known| known == key) {
            self.known.borrow_mut().push(key.to_owned());
        }
        let name = self.name(key);
        if !self.asked.borrow().contains(&name) {
            self.asked.borrow_mut().push(name);
        }
        self.table?.get(key)
    }

    /// Returns a string that is not empty.
    pub(super) fn string(&self, key: &str) -> Option<String> {
        match self.value(key)?.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => {
                return Some(text.trim().to_owned());
            }
            DeValue::String(_) => self.problem(key, "is empty; set it or leave it out"),
            other => self.wrong_type(key, other, "text in quotation marks"),
        }
        None
    }

    /// Returns a boolean.
    pub(super) fn boolean(&self, key: &str) -> Option<bool> {
        match self.value(key)?.get_ref() {
            DeValue::Boolean(value) => return Some(*value),
            other => self.wrong_type(key, other, "`true` or `false`, without quotation marks"),
        }
        None
    }

    /// Returns a whole number within `range`.
    pub(super) fn integer(&self, key: &str, range: RangeInclusive<u64>) -> Option<u64> {
        match self.value(key)?.get_ref() {
            DeValue::Integer(number) => {
                match u64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) if range.contains(&number) => return Some(number),
                    _ => {
                        let (least, most) = range.into_inner();
                        self.problem(
                            key,
                            format!("is {number}; set a number from {least} to {most}"),
                        );
                    }
                }
            }
            other => self.wrong_type(key, other, "a whole number, without quotation marks"),
        }
        None
    }

    /// Returns a number that is not negative.
    pub(super) fn number(&self, key: &str) -> Option<f64> {
        let text = match self.value(key)?.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            other => {
                self.wrong_type(key, other, "a number, without quotation marks");
                return None;
            }
        };
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        if number.is_none() {
            self.problem(key, format!("is {text}; set a number from 0 upwards"));
        }
        number
    }

    /// Returns the value that a word of `words` stands for.
    pub(super) fn choice<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Option<T> {
        let word = self.string(key)?;
        let found = words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value);
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.problem(key, format!("`{word}` is unknown; set one of {}", words.join(", ")));
        }
        found
    }

    /// Returns the strings of a list.
    pub(super) fn strings(&self, key: &str) -> Vec<String> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            self.wrong_type(key, value.get_ref(), "a list such as [\"one\", \"two\"]");
            return Vec::new();
        };
        let mut strings = Vec::new();
        for item in list {
            match item.get_ref().as_str().map(str::trim) {
                Some(text) if !text.is_empty() => strings.push(text.to_owned()),
                _ => self.problems.at(
                    &item.span(),
                    &self.name(key),
                    "has an entry that is not text; put each into quotation marks",
                ),
            }
        }
        strings
    }

    /// Returns the numbers of a list, each within `range`.
    pub(super) fn integers(&self, key: &str, range: RangeInclusive<u64>) -> Option<Vec<u64>> {
        let value = self.value(key)?;
        let Some(list) = value.get_ref().as_array() else {
            self.wrong_type(key, value.get_ref(), "a list of numbers such as [8080, 8000]");
            return None;
        };
        let mut numbers = Vec::new();
        for item in list {
            let number =
                item.get_ref().as_integer().and_then(|number| number.as_str().parse().ok());
            match number.filter(|number| range.contains(number)) {
                Some(number) => numbers.push(number),
                None => {
                    let problem = format!(
                        "has an entry that is not a number from {} to {}",
                        range.start(),
                        range.end()
                    );
                    self.problems.at(&item.span(), &self.name(key), problem);
                }
            }
        }
        Some(numbers)
    }

    /// Returns the names and values of a table with free names.
    pub(super) fn entries(&self, key: &str) -> Vec<(String, &'a Spanned<DeValue<'a>>)> {
        let Some(value) = self.value(key) else { return Vec::new() };
        match value.get_ref().as_table() {
            Some(table) => {
                table.iter().map(|(name, value)| (name.get_ref().to_string(), value)).collect()
            }
            None => {
                self.wrong_type(key, value.get_ref(), "a table such as { \"name\" = \"value\" }");
                Vec::new()
            }
        }
    }

    /// Returns a table below this one, empty if it is missing.
    pub(super) fn table(&self, key: &str) -> Section<'a> {
        let value = self.value(key);
        let table = value.and_then(|value| value.get_ref().as_table());
        if let Some(value) = value.filter(|_| table.is_none()) {
            self.wrong_type(key, value.get_ref(), "a table");
        }
        self.below(key, table, value.map_or(self.span.clone(), Spanned::span))
    }

    /// Returns the tables of a list.
    pub(super) fn tables(&self, key: &str) -> Vec<Section<'a>> {
        let Some(value) = self.value(key) else { return Vec::new() };
        let Some(list) = value.get_ref().as_array() else {
            let brackets = format!("a list of tables, each below [[{}]]", self.name(key));
            self.wrong_type(key, value.get_ref(), &brackets);
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in list {
            match item.get_ref().as_table() {
                Some(table) => tables.push(self.below(key, Some(table), item.span())),
                None => self.problems.at(
                    &item.span(),
                    &self.name(key),
                    "has an entry that is not a table",
                ),
            }
        }
        tables
    }

    fn below(&self, key: &str, table: Option<&'a DeTable<'a>>, span: Range<usize>) -> Section<'a> {
        let (path, problems, asked) = (self.name(key), self.problems, self.asked.clone());
        Section { table, span, path, problems, known: RefCell::default(), asked }
    }

    fn wrong_type(&self, key: &str, value: &DeValue<'_>, wanted: &str) {
        self.problem(key, format!("is of the type {}; write {wanted}", value.type_str()));
    }

    /// Reports the keys that nobody asked for.
    pub(super) fn finish(&self) {
        let known = self.known.borrow();
        for (key, _) in self.table.into_iter().flatten() {
            let name = key.get_ref();
            if known.iter().any(|known| known.as_str() == name) {
                continue;
            }
            let similar = known
                .iter()
                .map(|known| (strsim::jaro_winkler(known, name), known))
                .filter(|(similarity, _)| *similarity >= SIMILAR)
                .max_by(|(one, _), (other, _)| one.total_cmp(other));
            let problem = match similar {
                Some((_, known)) => format!("is an unknown key; did you mean `{known}`?"),
                None => format!("is an unknown key; known here: {}", known.join(", ")),
            };
            self.problems.at(&key.span(), &self.name(name), problem);
        }
    }
}
