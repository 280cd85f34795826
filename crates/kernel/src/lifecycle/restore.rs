//! What a fresh interpreter is given before anything else runs: the files of the one before it.

use super::{Effect, Job, Lifecycle, REQUEST_LIMIT, retained::listed};
use crate::protocol::MountFile;
use crate::{Reply, Request};

impl Lifecycle {
    /// Mounts files again under the names that they had, then writes again what code had written.
    pub(super) fn restore_files(&mut self) {
        if !self.retained.written.is_empty() {
            let id = self.name();
            let (keys, files) = self
                .retained
                .names()
                .map(|(key, name, bytes)| (key, MountFile { name: name.to_owned(), bytes }))
                .unzip();
            let request = Request::Restore { id, files };
            self.queue.push_front(Job { request, files: keys, limit: REQUEST_LIMIT, again: true });
        }
        if !self.retained.mounted.is_empty() {
            let id = self.name();
            let (keys, files) = self
                .retained
                .mounted
                .iter()
                .map(|(key, file)| (*key, MountFile { name: file.name.clone(), bytes: file.bytes }))
                .unzip();
            let request = Request::Mount { id, files };
            self.queue.push_front(Job { request, files: keys, limit: REQUEST_LIMIT, again: true });
        }
        self.ready_if_given();
    }

    /// What became of it.
    pub(super) fn given_again(&mut self, job: &Job, reply: Reply) {
        match (&job.request, reply) {
            (_, Reply::Mounted { files, .. }) => {
                self.retained.mounted = job.files.iter().copied().zip(files).collect();
            }
            (Request::Mount { .. }, Reply::Failed { message, .. }) => {
                self.retained.mounted.clear();
                self.effects.push_back(Effect::FilesLost(job.files.clone(), message));
            }
            (_, Reply::Failed { message, .. }) => {
                let names: Vec<String> = self.retained.names().map(|(_, name, _)| name.to_owned()).collect();
                self.retained.written.clear();
                self.effects.push_back(Effect::WrittenLost(format!(
                    "Code no longer finds what it had written ({}): {message} What was written can still be saved from its \
                     answer.",
                    listed(&names)
                )));
            }
            _ => {}
        }
        self.ready_if_given();
    }

    fn ready_if_given(&mut self) {
        if !self.queue.iter().any(|job| job.again) {
            self.effects.push_back(Effect::Ready);
        }
    }
}
