//! Restores the wheels and the files of the previous interpreter in a fresh one, before anything
//! else runs.

use super::{Effect, Job, Lifecycle, REQUEST_LIMIT, retained::listed};
use crate::protocol::MountFile;
use crate::{Reply, Request};

impl Lifecycle {
    /// Installs wheels again, in their order, mounts files again under their names, then writes the
    /// files again that code had written.
    pub(super) fn restore_files(&mut self) {
        if !self.retained.written.is_empty() {
            let id = self.new_id();
            let (keys, files) = self
                .retained
                .names()
                .map(|(key, name, bytes)| (key, MountFile { name: name.to_owned(), bytes }))
                .unzip();
            let request = Request::Restore { id, files };
            self.queue.push_front(Job {
                request,
                files: keys,
                limit: REQUEST_LIMIT,
                restores: true,
            });
        }
        if !self.retained.mounted.is_empty() {
            let id = self.new_id();
            let (keys, files) = self
                .retained
                .mounted
                .iter()
                .map(|(key, file)| (*key, MountFile { name: file.name.clone(), bytes: file.bytes }))
                .unzip();
            let request = Request::Mount { id, files };
            self.queue.push_front(Job {
                request,
                files: keys,
                limit: REQUEST_LIMIT,
                restores: true,
            });
        }
        for (key, wheel) in self.retained.wheels.clone().into_iter().rev() {
            let request = Request::Install { id: self.new_id(), wheel };
            self.queue.push_front(Job {
                request,
                files: vec![key],
                limit: REQUEST_LIMIT,
                restores: true,
            });
        }
        self.ready_if_restored();
    }

    /// Handles the reply to such a request.
    pub(super) fn restored(&mut self, job: &Job, reply: Reply) {
        match (&job.request, reply) {
            (_, Reply::Mounted { files, .. }) => {
                self.retained.mounted = job.files.iter().copied().zip(files).collect();
            }
            (Request::Install { .. }, Reply::Failed { message, .. }) => {
                self.retained.wheels.retain(|(key, _)| !job.files.contains(key));
                self.effects.push_back(Effect::FilesLost(job.files.clone(), message));
            }
            (Request::Mount { .. }, Reply::Failed { message, .. }) => {
                self.retained.mounted.clear();
                self.effects.push_back(Effect::FilesLost(job.files.clone(), message));
            }
            (_, Reply::Failed { message, .. }) => {
                let names: Vec<String> =
                    self.retained.names().map(|(_, name, _)| name.to_owned()).collect();
                self.retained.written.clear();
                self.effects.push_back(Effect::WrittenLost(format!(
                    "Code no longer finds what it had written ({}): {message} What was written can still be saved from its \
                     answer.",
                    listed(&names)
                )));
            }
            _ => {}
        }
        self.ready_if_restored();
    }

    fn ready_if_restored(&mut self) {
        if !self.queue.iter().any(|job| job.restores) {
            self.effects.push_back(Effect::Ready);
        }
    }
}
