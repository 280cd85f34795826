//! What outlives an interpreter: the user's wheels, the mounted files, the files that code wrote
//! under `/out` and, to inform the user, the names of its variables and the code that made them.

use super::FileKey;
use crate::protocol::{Limits, Mounted, WheelRef};
use crate::{FileRef, Outcome, Request, Status, reading};

/// The folder that code writes to.
const OUT: &str = "/out/";
/// Maximum number of cells that are kept to be run again; a user with more than that has a script.
const MAX_CELLS: usize = 500;
/// Maximum length of a variable's name that is reported, in bytes.
const MAX_NAME_BYTES: usize = 60;

/// The retained state of the present interpreter and its predecessors.
#[derive(Clone, Debug, Default)]
pub(super) struct Retained {
    /// The installed wheels, by the owner's keys.
    pub(super) wheels: Vec<(FileKey, WheelRef)>,
    /// The mounted files, by the owner's keys.
    pub(super) mounted: Vec<(FileKey, Mounted)>,
    /// The files that code wrote, each path once, the latest last, by the owner's keys.
    pub(super) written: Vec<(FileKey, FileRef)>,
    /// The variables of the present interpreter.
    pub(super) variables: Vec<String>,
    /// The code of the present interpreter that succeeded, in order.
    pub(super) cells: Vec<String>,
    next_key: FileKey,
}

impl Retained {
    /// Records an execution and assigns a key to each of its files; returns the keys.
    pub(super) fn executed(&mut self, request: &Request, outcome: &mut Outcome) -> Vec<FileKey> {
        // Names come from the worker, which is not trusted, and are shown to the user.
        let is_name = |name: &&mut String| {
            name.len() <= MAX_NAME_BYTES
                && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
        };
        self.variables = outcome.variables.iter_mut().filter(is_name).map(std::mem::take).collect();
        outcome.variables.clone_from(&self.variables);
        if let Request::Execute { code, readings, silent, .. } = request {
            // The page shows, stores and exports the code with what was added to it, so nothing
            // else may be.
            if !reading::are_of(&outcome.additions, code, readings) {
                outcome.additions.clear();
            }
            let name = |file: &String| readings.iter().any(|reading| reading.name == *file);
            outcome
                .deviations
                .retain_mut(|deviation| name(&deviation.file) && deviation.keep_known());
            if !silent && outcome.status == Status::Ok && self.cells.len() < MAX_CELLS {
                self.cells.push(reading::completed(code, &outcome.additions));
            }
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

    /// Returns the files that code wrote, with names relative to the folder that they are restored
    /// to.
    pub(super) fn names(&self) -> impl Iterator<Item = (FileKey, &str, u64)> {
        self.written
            .iter()
            .filter_map(|(key, file)| Some((*key, file.path.strip_prefix(OUT)?, file.bytes)))
    }

    /// Drops the oldest files beyond the limit of `/out`: a killed execution reports no deletions,
    /// and a file that it deleted must not take the room of another.
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

/// Formats names for a sentence: "df, totals and 3 more".
pub(super) fn listed(names: &[String]) -> String {
    const MAX_NAMES: usize = 8;
    let shown = names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
