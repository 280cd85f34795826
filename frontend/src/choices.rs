//! Changes of how a table is read: the file is profiled again, and the change is code of the
//! session.

use std::rc::Rc;

use app::actions::{ChoiceActions, ConsoleActions};
use app::session::{ChangedReading, ReadingChange, TableId};
use leptos::prelude::{Update, untrack};
use leptos::task::spawn_local;

use crate::host::Author;
use crate::recorder::Origin;
use crate::session_controller::SessionController;

impl ChoiceActions for SessionController {
    fn change_reading(&self, table: TableId, change: ReadingChange) {
        let refusal = self.recorder.refusal().or_else(|| {
            untrack(|| self.session.busy())
                .then(|| words::choices_wait_until_the_answer().to_owned())
        });
        if let Some(said) = refusal {
            return self.show_change(change.not_made(table, &said));
        }
        let controller = self.clone();
        spawn_local(async move { controller.read_as(table, change).await });
    }
}

impl SessionController {
    /// Has a table read so, and records that as code that has run. Questions wait meanwhile.
    async fn read_as(&self, table: TableId, change: ReadingChange) {
        let _work = self.work().await;
        // The keys of a file that is shown already may still be looked for.
        self.store.settled().await;
        let _turn = self.no_turn().await;
        let Some(changed) = self.store.change_reading(table, &change).await else { return };
        let code = changed.code.clone();
        self.show_change(changed);
        if !code.is_empty() {
            let origin = Origin::Console { after: self.last_turn() };
            self.run(&code, None, Author::User, Some(origin), Rc::new(|_, _| {})).await;
            self.recorder.stored().await;
            self.list_console();
        }
    }

    fn show_change(&self, changed: ChangedReading) {
        self.session.tables.update(|tables| tables.changed = Some(changed));
    }
}
