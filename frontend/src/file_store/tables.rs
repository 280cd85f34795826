//! Reads the tables of the files to show them above the conversation.

use std::sync::Arc;

use app::session::{ChangedReading, ReadingChange, TableContent, TableId, conversions};
use kernel::activity::Task;
use kernel::protocol::TableOf;
use leptos::prelude::Update;
use leptos::task::spawn_local;

use super::FileStore;
use crate::activity;

impl FileStore {
    /// Shows the first `rows` rows of a table, as the profile of its file reads it.
    pub(super) fn read_table(&self, table: TableId, rows: u32) {
        let found = self.with(table.file, |held| {
            let profile = held.profile.as_ref()?.tables.get(table.at)?;
            let name = profile.sheet.clone().unwrap_or_else(|| held.name.clone());
            let (reader, conversions) = (profile.reader.clone(), conversions(profile));
            Some((held.path.clone()?, TableOf { reader, name, rows, conversions }))
        });
        let Some((path, of)) = found.flatten() else { return };
        let number = self.0.tables_read.get() + 1;
        self.0.tables_read.set(number);
        self.set_content(number, TableContent::Reading);
        let (store, doing) = (self.clone(), activity::begin(self.0.session, Task::File));
        spawn_local(async move {
            let read = store.0.host.preview(path, Some(of), "").await;
            let content = match read {
                Ok((results, said)) => match results.into_iter().next() {
                    Some(result) => TableContent::Rows(Arc::new(result), said.unwrap_or_default()),
                    None => TableContent::Failed(said.unwrap_or_default()),
                },
                Err(why) => TableContent::Failed(why),
            };
            if store.set_content(number, content) {
                store.forget_first_rows(table.file);
            }
            drop(doing);
        });
    }

    /// Has a table read otherwise, and returns what has come of it; none if its file is gone.
    pub(crate) async fn change_reading(
        &self,
        table: TableId,
        change: &ReadingChange,
    ) -> Option<ChangedReading> {
        let (before, is_open) =
            self.with(table.file, |held| (held.profile.clone(), held.open.is_some()))?;
        if is_open {
            return Some(change.not_made(table, words::file_store_tables_wait_until_the_file()));
        }
        let before = before?;
        let choices = change.choices(&before, table.at);
        self.read_again(table.file, |held| held.choices = choices).await;
        let after = self.with(table.file, |held| {
            let after = held.profile.clone();
            // Without those that do not fit the file.
            held.choices = after.as_ref().map(|profile| profile.choices()).unwrap_or_default();
            after
        })??;
        Some(change.outcome(table, &before, &after))
    }

    /// Sets the content that was read for the `number`th time; returns false if another one was
    /// requested meanwhile.
    fn set_content(&self, number: u32, content: TableContent) -> bool {
        let is_last = self.0.tables_read.get() == number;
        if is_last {
            self.0.session.tables.update(|tables| tables.content = content);
        }
        is_last
    }
}
