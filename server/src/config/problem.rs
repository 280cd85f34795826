//! The problems of a configuration: where each is, and what to change. All of them are collected
//! before any is reported, so that a file is corrected in one go.
//!
//! Knows no key of the configuration. No problem quotes a value that may be a secret; whoever
//! reports one decides.

use std::{cell::RefCell, fmt, ops::Range};

/// One value that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// File and line, separated by a colon; `None` for a variable of the environment.
    pub place: Option<String>,
    /// The key, `model.provider` for instance, or the variable.
    pub key: String,
    /// What is wrong with it and what to change.
    pub problem: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(formatter, "{place}: ")?;
        }
        if self.key.is_empty() {
            return formatter.write_str(&self.problem);
        }
        write!(formatter, "{}: {}", self.key, self.problem)
    }
}

/// A configuration that cannot be used, with everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The problems, in the order of the file; at least one.
    pub problems: Vec<Problem>,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigError {}

/// The problems found so far in one file and the environment.
#[derive(Debug)]
pub(super) struct Problems {
    file: String,
    /// The offset at which each line begins.
    lines: Vec<usize>,
    found: RefCell<Vec<(usize, Problem)>>,
}

impl Problems {
    pub(super) fn new(file: &str, text: &str) -> Self {
        let breaks = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(offset, _)| offset + 1);
        Self {
            file: file.to_owned(),
            lines: [0].into_iter().chain(breaks).collect(),
            found: RefCell::default(),
        }
    }

    /// Reports what is wrong with `key` at `span` of the file.
    pub(super) fn at(&self, span: &Range<usize>, key: &str, problem: impl Into<String>) {
        let line = self.lines.partition_point(|start| *start <= span.start);
        self.add(line, Some(format!("{}:{line}", self.file)), key, problem.into());
    }

    /// Reports what is wrong with a variable.
    pub(super) fn variable(&self, name: &str, problem: impl Into<String>) {
        self.add(0, None, name, problem.into());
    }

    fn add(&self, line: usize, place: Option<String>, key: &str, problem: String) {
        self.found.borrow_mut().push((line, Problem { place, key: key.to_owned(), problem }));
    }

    /// Returns `value` if nothing is wrong.
    pub(super) fn result<T>(self, value: T) -> Result<T, ConfigError> {
        let mut found = self.found.into_inner();
        if found.is_empty() {
            return Ok(value);
        }
        found.sort_by_key(|(line, _)| *line);
        Err(ConfigError { problems: found.into_iter().map(|(_, problem)| problem).collect() })
    }
}
