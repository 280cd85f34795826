//! Queries as the user changes them: their parts and menus from the planner, and a query that is
//! asked.

use app::actions::ReadingActions;
use app::session::{Asked, Bar, Choice, Reading};
use leptos::prelude::{GetUntracked, Set, Update};
use serde_json::Value;

use crate::notices;
use crate::planner::{self, MenuOf};
use crate::session_controller::SessionController;

/// The most characters of a title that is made of a query.
const MAX_TITLE_LENGTH: usize = 200;

impl ReadingActions for SessionController {
    fn chips(&self, bar: Bar) {
        bar.chips.set(planner::chips(&bar.query.get_untracked(), &self.store.profiles()).0);
    }

    fn menu(&self, bar: Bar, chip: u32, word: Option<String>, typed: &str) {
        let query = bar.query.get_untracked();
        let of = MenuOf { query: &query, chip, word: word.as_deref(), typed };
        bar.choices.set(planner::menu(of, &self.store.profiles()));
    }

    fn follow_ups(&self, query: &Value) -> Vec<Choice> {
        planner::follow_ups(query, &self.store.profiles())
    }

    fn show_bar(&self) {
        let profiles = self.store.profiles();
        if let Some(query) = planner::first_query(&profiles) {
            let (chips, _) = planner::chips(&query, &profiles);
            self.session.bar.set(Some(Reading { query, chips, own: true, ..Reading::default() }));
        }
    }

    fn ask_query(&self, asked: Asked) {
        let controller = self.clone();
        if let Some(why) = self.recorder.refusal() {
            notices::notify(self.session, why, true);
            return;
        }
        notices::attempt(self.session, async move {
            let mut asked = asked;
            if asked.question.is_empty() {
                let (_, words) = planner::chips(&asked.query, &controller.store.profiles());
                asked.question = words.chars().take(MAX_TITLE_LENGTH).collect();
            }
            if let Some(turn) = asked.of {
                controller.show_before(turn).await?;
            }
            controller.session.bar.set(None);
            controller.answer_as(asked).await;
            Ok(())
        });
    }
}

impl SessionController {
    /// Puts the parts of stored queries beside them.
    pub(crate) fn show_chips(&self) {
        let profiles = self.store.profiles();
        for turn in self.session.turns.get_untracked() {
            let Some(Reading { query, .. }) = turn.reading.get_untracked() else { continue };
            let (chips, _) = planner::chips(&query, &profiles);
            turn.reading.update(|reading| {
                reading.iter_mut().for_each(|reading| reading.chips.clone_from(&chips));
            });
        }
    }
}
