//! Files that took the place of others, and what was made from which.
//!
//! Executions and answers state which files they were made from, as a number that is the same
//! again once a replacement was taken back. What is shown then is what was shown before it.

use std::hash::{DefaultHasher, Hash, Hasher};

use grounding::Claim;

use super::{Execution, File, State, Step, Turn};
use crate::log::{Event, Id};

/// A file that took the place of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replacement {
    /// The file that is set aside.
    file: Id,
    /// The file in its place.
    by: Id,
    /// The name under which code reads it.
    name: String,
}

/// An answer that was made from other files.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    data: u64,
    text: String,
    for_model: Option<String>,
    claims: Vec<Claim>,
    answered_at: u64,
    basis: u64,
}

impl State {
    /// Returns the files without those in whose place others are.
    pub fn current_files(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| !self.is_replaced(file.id))
    }

    /// Returns the file in whose place this one is, if it is still part of the session.
    pub fn former_file(&self, by: Id) -> Option<&File> {
        let replaced = self.replacements.iter().find(|one| one.by == by)?.file;
        self.files.iter().find(|file| file.id == replaced)
    }

    /// Returns the name under which code reads a file: its own, or that of the first file in
    /// whose place it came.
    pub fn name_of<'a>(&'a self, file: &'a File) -> &'a str {
        let replaced = self.replacements.iter().find(|one| one.by == file.id);
        replaced.map_or(&file.name, |one| &one.name)
    }

    /// Returns whether an answer was made from other files than there are now.
    pub fn is_former(&self, turn: Id) -> bool {
        let Some(last) = self.turn(turn).filter(|turn| turn.answered) else { return false };
        let ran = |turn: &&Turn| turn.steps.iter().any(|step| !step.executions.is_empty());
        last.data != self.data && self.lineage(turn).iter().any(ran)
    }

    /// Returns the execution of a step that was shown before its code ran again with other files;
    /// none if it has not.
    pub fn former_execution(&self, step: &Step) -> Option<&Execution> {
        let shown = self.shown_execution(step).filter(|shown| shown.data == self.data)?;
        let earlier = |one: &&Execution| {
            one.seq < shown.seq && one.data != shown.data && one.outcome.is_some()
        };
        step.executions.iter().rev().filter_map(|id| self.execution(*id)).find(earlier)
    }

    /// Returns the newest execution of a step, of those that read the files as they are if there
    /// are any.
    pub(super) fn latest(&self, step: &Step) -> Option<&Execution> {
        let newest = || step.executions.iter().rev().filter_map(|id| self.execution(*id));
        newest().find(|one| one.data == self.data).or_else(|| newest().next())
    }

    /// Puts a file in the place of another one, or takes that back.
    pub(super) fn replace(&mut self, file: Id, by: Id, event: &Event) {
        self.seen(file);
        self.seen(by);
        let taken_back =
            self.replacements.iter().position(|known| (known.file, known.by) == (by, file));
        if let Some(at) = taken_back {
            self.replacements.remove(at);
        } else if file == by || self.is_replaced(file) || self.is_replaced(by) {
            let text = format!("File {by} cannot take the place of file {file}.");
            return self.problem(event.seq, text);
        } else {
            let Some(known) = self.files.iter().find(|known| known.id == file) else {
                return self.unknown("file", file, event);
            };
            let name = self.name_of(known).to_owned();
            self.replacements.push(Replacement { file, by, name });
        }
        self.data = self.replacements.iter().fold(0, |before, one| {
            let mut hasher = DefaultHasher::new();
            (before, one.file, one.by).hash(&mut hasher);
            hasher.finish()
        });
        let data = self.data;
        self.turns.iter_mut().for_each(|turn| turn.take_answer_back(data));
    }

    fn is_replaced(&self, file: Id) -> bool {
        self.replacements.iter().any(|one| one.file == file)
    }
}

impl Turn {
    /// Keeps the answer, if there is one, for these files before another one of `data` is set.
    pub(super) fn set_answer_aside(&mut self, data: u64) {
        if self.answered && self.data != data {
            self.set_aside.retain(|other| other.data != self.data);
            self.set_aside.push(Answer {
                data: self.data,
                text: std::mem::take(&mut self.answer),
                for_model: self.for_model.take(),
                claims: std::mem::take(&mut self.claims),
                answered_at: self.answered_at,
                basis: self.basis,
            });
        }
        self.data = data;
    }

    /// Returns to the answer that was made from these files, if there is one.
    fn take_answer_back(&mut self, data: u64) {
        let Some(at) = self.set_aside.iter().position(|one| one.data == data) else { return };
        let answer = self.set_aside.swap_remove(at);
        self.set_answer_aside(data);
        self.answer = answer.text;
        self.for_model = answer.for_model;
        self.claims = answer.claims;
        self.answered_at = answer.answered_at;
        self.basis = answer.basis;
    }
}
