//! The console of a session, as the page shows it: what ran in it, and what is said of that.

use std::sync::Arc;

use kernel::{Outcome, Profile, Status};
use leptos::prelude::*;

use super::{FileEntry, FileState, Id, Reran, Turn};

/// How many of the newest entries are listed, and how many more on request.
pub const MAX_ENTRIES: usize = 50;

/// The state of the console. Copied freely: each field is a handle.
#[derive(Clone, Copy)]
pub struct Console {
    /// Whether it can be opened: the session is restored.
    pub offered: RwSignal<bool>,
    /// Whether it is open.
    pub open: RwSignal<bool>,
    /// What ran, in the order in which it is shown.
    pub entries: RwSignal<Vec<ConsoleEntry>>,
    /// How many entries are listed at most.
    pub most: RwSignal<usize>,
    /// How many earlier entries are not listed.
    pub earlier: RwSignal<usize>,
    /// Whether code that the user wrote in it runs.
    pub running: RwSignal<bool>,
    /// Whether another tab has the session, so that nothing can run here.
    pub reading: RwSignal<bool>,
    /// How what ran last ended, or why nothing can run, as a sentence; empty before.
    pub status: RwSignal<String>,
    /// Whether the editor is to take the focus.
    pub focus: RwSignal<bool>,
}

impl Console {
    /// Returns a console in which nothing ran.
    pub(super) fn new() -> Self {
        Self {
            offered: RwSignal::new(false),
            open: RwSignal::new(false),
            entries: RwSignal::new(Vec::new()),
            most: RwSignal::new(MAX_ENTRIES),
            earlier: RwSignal::new(0),
            running: RwSignal::new(false),
            reading: RwSignal::new(false),
            status: RwSignal::new(String::new()),
            focus: RwSignal::new(false),
        }
    }
}

/// Code that ran in the console. Copied freely: each field is a handle.
#[derive(Clone, Copy, Debug)]
pub struct ConsoleEntry {
    /// The entry's own id.
    pub key: Id,
    /// The execution's id, once it has begun.
    pub execution: Option<Id>,
    /// The last turn that was shown then, if there was one.
    pub after: Option<Id>,
    /// The code as it was written.
    pub code: StoredValue<String>,
    /// What was printed so far while it runs.
    pub live: RwSignal<String>,
    /// What came of it.
    pub produced: RwSignal<Produced>,
    /// What was doubtful about what it used, as sentences, when it ran; none if it ran before the
    /// page was opened.
    pub doubts: RwSignal<Option<Vec<String>>>,
    /// How its outcome differed when its code ran again, if it did.
    pub reran: RwSignal<Option<Reran>>,
    /// Whether the log has it.
    pub stored: bool,
}

impl ConsoleEntry {
    /// Returns an entry that is about to run. Its signals live as long as the current owner.
    pub fn new(key: Id, after: Option<Id>, code: String) -> Self {
        Self {
            key,
            execution: None,
            after,
            code: StoredValue::new(code),
            live: RwSignal::new(String::new()),
            produced: RwSignal::new(Produced::Running),
            doubts: RwSignal::new(None),
            reran: RwSignal::new(None),
            stored: false,
        }
    }
}

impl ConsoleEntry {
    /// Returns what is doubtful about what it used, as sentences: of the files that it read, and of
    /// those that the variables are from that it used.
    pub fn doubts_of(
        &self,
        outcome: &Outcome,
        files: &[FileEntry],
        turns: &[Turn],
        entries: &[Self],
    ) -> Vec<String> {
        let id = |entry: &Self| entry.execution.unwrap_or(entry.key);
        let mut before: Vec<(Id, String)> =
            entries.iter().map(|entry| (id(entry), entry.code.get_value())).collect();
        for turn in turns {
            let steps = turn.steps.get();
            let ran = steps.iter().filter(|step| step.outcome.with(Option::is_some));
            before.extend(ran.map(|step| (step.id, step.code.get())));
        }
        before.retain(|(at, _)| *at < id(self));
        before.sort_unstable_by_key(|(at, _)| std::cmp::Reverse(*at));
        let profiles: Vec<Arc<Profile>> = files
            .iter()
            .filter_map(|file| match file.state.get() {
                FileState::Ready(profile) => Some(profile),
                _ => None,
            })
            .collect();
        self.code.with_value(|code| {
            let before = before.iter().map(|(_, code)| code.as_str());
            grounding::doubts(code, outcome, profiles.iter().map(AsRef::as_ref), before)
        })
    }
}

/// What came of code in the console.
#[derive(Clone, Debug, PartialEq)]
pub enum Produced {
    /// It runs.
    Running,
    /// Its stored outcome is being read.
    Reading,
    /// Its outcome.
    Outcome(Arc<Outcome>),
    /// There is no outcome, with the reason as a sentence.
    Nothing(&'static str),
    /// Its stored outcome cannot be shown, with the reason as a sentence.
    Unreadable(String),
}

impl Produced {
    /// Returns this in a word, for the stylesheet.
    pub fn state(&self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Outcome(outcome) => match outcome.status {
                Status::Ok => "ok",
                Status::Error => "error",
                Status::Interrupted | Status::Timeout | Status::Killed => "stopped",
            },
            Self::Reading | Self::Nothing(_) | Self::Unreadable(_) => "stopped",
        }
    }
}

/// A row of the console.
#[derive(Clone, Copy, Debug)]
pub enum ConsoleRow {
    /// Says after which turn what follows ran.
    After(Id),
    /// An entry.
    Entry(ConsoleEntry),
}

/// Returns the rows of these entries, each with a key: that of a heading has the entry that it
/// precedes.
pub fn rows(entries: &[ConsoleEntry]) -> Vec<((Id, bool), ConsoleRow)> {
    let mut before = None;
    let mut rows = Vec::new();
    for entry in entries {
        // One that is not stored yet has no heading: its turn may be undone by the time that it is.
        if let Some(turn) = entry.after.filter(|turn| entry.stored && before != Some(*turn)) {
            rows.push(((entry.key, true), ConsoleRow::After(turn)));
        }
        if entry.stored {
            before = entry.after;
        }
        rows.push(((entry.key, false), ConsoleRow::Entry(*entry)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Step;

    #[test]
    fn a_heading_stands_where_the_turn_is_another_one_than_before() {
        Owner::new().with(|| {
            let entry = |(key, after, stored)| ConsoleEntry {
                stored,
                ..ConsoleEntry::new(key, after, String::new())
            };
            let turns = [None, None, Some(7), Some(7), Some(9)];
            let mut entries: Vec<_> =
                (1..).zip(turns).map(|(key, after)| entry((key, after, true))).collect();
            entries.push(entry((6, Some(11), false)));
            let keys: Vec<_> = rows(&entries).into_iter().map(|(key, _)| key).collect();
            let headed = [(3, true), (3, false), (4, false), (5, true), (5, false), (6, false)];
            assert_eq!(keys, [&[(1, false), (2, false)][..], &headed].concat());
        });
    }

    #[test]
    fn doubts_are_those_of_the_files_that_a_variable_is_from() {
        Owner::new().with(|| {
            let profile = serde_json::json!({
                "path": "/data/visits.csv", "name": "visits.csv", "bytes": 90, "kind": "csv",
                "error": null, "notes": [],
                "tables": [{
                    "sheet": null, "reader": "", "rows": 80, "rowsExact": true, "sampled": false,
                    "duplicates": 0,
                    "columns": [{
                        "name": "day", "type": "date", "dtype": "str", "missing": 0, "distinct": 9,
                        "bad": 0, "examples": [], "min": null, "max": null,
                        "doubt": "dates are read with the day first",
                    }],
                }],
            });
            let profile: Profile = serde_json::from_value(profile).expect("a profile");
            let file = FileEntry {
                id: 1,
                key: 1,
                name: RwSignal::new("visits.csv".to_owned()),
                bytes: 90,
                state: RwSignal::new(FileState::Ready(profile.into())),
                kept: RwSignal::new(true),
                search: RwSignal::default(),
                former: RwSignal::new(None),
                first_rows: RwSignal::new(None),
            };
            let turn = Turn::new(2, String::new(), String::new());
            let step = Step::new(4, String::new());
            step.code.set("df = pd.read_csv('visits.csv')".to_owned());
            step.outcome.set(Some(Outcome::default().into()));
            turn.steps.set(vec![step]);
            let entry = |key, code: &str| ConsoleEntry::new(key, None, code.to_owned());
            let entries =
                [entry(3, "df.day.min()"), entry(5, "late = df.day.max()"), entry(6, "1 + 1")];
            let said = |entry: &ConsoleEntry| {
                entry.doubts_of(&Outcome::default(), &[file], &[turn], &entries)
            };
            let doubt = ["About day: dates are read with the day first.".to_owned()];
            assert_eq!(said(&entries[0]), [""; 0], "nothing had read the file");
            assert_eq!(said(&entries[1]), doubt);
            assert_eq!(said(&entries[2]), [""; 0]);
            assert_eq!(said(&entry(7, "print(late, df.day)")), doubt);
        });
    }

    #[test]
    fn what_was_ended_or_has_no_outcome_counts_as_stopped() {
        let ended =
            |status| Produced::Outcome(Outcome { status, ..Outcome::default() }.into()).state();
        let statuses =
            [Status::Ok, Status::Error, Status::Interrupted, Status::Timeout, Status::Killed];
        assert_eq!(statuses.map(ended), ["ok", "error", "stopped", "stopped", "stopped"]);
        assert_eq!(Produced::Running.state(), "running");
        assert_eq!(Produced::Nothing("It has no result here.").state(), "stopped");
    }
}
