//! What of an interpreter outlives it: the files that were mounted, what code wrote under `/out`, and for telling the user, the
//! names of its variables and the code that made them.

use super::FileKey;
use crate::protocol::{Limits, Mounted};
use crate::{FileRef, Outcome, Request, Status};

/// Where code writes.
const OUT: &str = "/out/";
/// The most cells that are kept to be run again; who ran more than that has a script.
const MOST_CELLS: usize = 500;
/// The longest name of a variable that is told.
const LONGEST_NAME: usize = 60;

/// What is remembered of the present interpreter and its forebears.
#[derive(Clone, Debug, Default)]
pub(super) struct Retained {
    /// The files that are mounted, by the owner's keys.
    pub(super) mounted: Vec<(FileKey, Mounted)>,
    /// What code wrote, each path once, the latest last, by the owner's keys.
    pub(super) written: Vec<(FileKey, FileRef)>,
    /// Of the present interpreter.
    pub(super) variables: Vec<String>,
    /// Code of the present interpreter that went well, in order.
    pub(super) cells: Vec<String>,
    next_key: FileKey,
}

impl Retained {
    /// Notes what an execution did, and gives each of its files a key.
    pub(super) fn executed(&mut self, request: &Request, outcome: &mut Outcome) -> Vec<FileKey> {
        // Names come from the worker and go to the user: what is no name is none.
        let is_name = |name: &&mut String| {
            name.len() <= LONGEST_NAME && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        self.variables = outcome.variables.iter_mut().filter(is_name).map(std::mem::take).collect();
        outcome.variables.clone_from(&self.variables);
        if let (Request::Execute { code, .. }, Status::Ok) = (request, outcome.status)
            && self.cells.len() < MOST_CELLS
        {
            self.cells.push(code.clone());
        }
        self.written.retain(|(_, known)| !outcome.removed.contains(&known.path));
        let mut keys = Vec::new();
        for file in &mut outcome.files {
            let key = self.next_key;
            self.next_key += 1;
            file.kept = Some(key);
            keys.push(key);
            self.written.retain(|(_, known)| known.path != file.path);
            self.written.push((key, file.clone()));
        }
        self.forget_surplus();
        keys
    }

    /// What code wrote, as names relative to the place where it is written again.
    pub(super) fn names(&self) -> impl Iterator<Item = (FileKey, &str, u64)> {
        self.written.iter().filter_map(|(key, file)| Some((*key, file.path.strip_prefix(OUT)?, file.bytes)))
    }

    /// An execution that was killed tells of no deletions; so that what it deleted never takes another file's room, the oldest go.
    fn forget_surplus(&mut self) {
        let Limits { out_bytes, .. } = Limits::default();
        let mut room = out_bytes;
        let fitting = self.written.iter().rev().take_while(|(_, file)| {
            let fits = file.bytes <= room;
            room = room.saturating_sub(file.bytes);
            fits
        });
        let surplus = self.written.len() - fitting.count();
        self.written.drain(..surplus);
    }
}

/// Names for a sentence: "df, totals and 3 more".
pub(super) fn listed(names: &[String]) -> String {
    const MOST: usize = 8;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
