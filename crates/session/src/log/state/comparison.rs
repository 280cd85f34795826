//! Code that ran again: how its outcome differs from the stored one, and which runtimes have run
//! it.

use kernel::Outcome;

use super::{Execution, State, Step};
use crate::log::{BlobRef, Cause, Run, Runtime, attach, detach, differences};

impl State {
    /// Returns how an outcome differs from the stored one of an execution, in words; none if there
    /// is not a stored one. What is no longer stored of that one is not compared: `find` returns
    /// the bytes of the rest. `ended` says when the code had run again, in milliseconds since 1970.
    pub fn differences(
        &self,
        execution: &Execution,
        after: Outcome,
        ended: u64,
        find: impl Fn(&BlobRef) -> Option<Vec<u8>>,
    ) -> Option<Vec<String>> {
        let (before, missing) = attach(execution.outcome.as_deref()?, find);
        let after = detach(after, missing.into_iter().cloned().collect()).inline;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is not negative"
        )]
        let began = ended.saturating_sub(after.duration_ms.max(0.0) as u64);
        Some(differences(
            Run { outcome: &before, ms: execution.ms },
            Run { outcome: &after, ms: began },
        ))
    }

    /// Returns the execution whose outcome is shown for a step: the newest that has one, of those
    /// that read the files as they are if there are any.
    pub fn shown_execution(&self, step: &Step) -> Option<&Execution> {
        let newest = || step.executions.iter().rev().filter_map(|id| self.execution(*id));
        let has_outcome = |execution: &&Execution| execution.outcome.is_some();
        let current = newest().filter(has_outcome).find(|one| one.data == self.data);
        current.or_else(|| newest().find(has_outcome))
    }

    /// Returns whether the log has the versions of a runtime.
    pub fn has_versions(&self, manifest: &str) -> bool {
        self.runtimes.get(manifest).is_some_and(|versions| !versions.is_empty())
    }

    /// Returns what the runtimes say of an outcome that differed when the code ran again; none
    /// if it did not.
    pub fn cause(&self, execution: &Execution) -> Option<Cause> {
        let compared =
            execution.compared.as_ref().filter(|compared| !compared.differences.is_empty())?;
        let (Some(before), Some(now)) = (&execution.runtime, &compared.runtime) else {
            return Some(Cause::Unrecorded);
        };
        let versions = |manifest: &String| self.runtimes.get(manifest).cloned().unwrap_or_default();
        Some(if before == now {
            Cause::Same
        } else {
            Cause::between(&versions(before), &versions(now))
        })
    }

    /// Takes in a runtime that ran code; returns its manifest.
    pub(super) fn ran_by(&mut self, runtime: Option<&Runtime>) -> Option<String> {
        let Runtime { manifest, versions } = runtime?;
        let known = self.runtimes.entry(manifest.clone()).or_default();
        if !versions.is_empty() {
            known.clone_from(versions);
        }
        Some(manifest.clone())
    }
}
