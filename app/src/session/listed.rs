//! The list of stored sessions, as the page shows it.

use std::collections::HashMap;

use serde::Deserialize;
use text::format;

/// What the dialog and the side of the page show, the same for all sessions of the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionList {
    /// Whether the dialog is open.
    pub shown: bool,
    /// How many times it was opened.
    pub opened: u32,
    /// Whether the sessions were read.
    pub is_read: bool,
    /// The sessions, in the order in which they are listed.
    pub sessions: Vec<ListedSession>,
    /// How many there are, or why they are not known.
    pub summary: String,
    /// How what was done last went; empty while there is nothing to say.
    pub status: String,
    /// Whether everything is being deleted, or was: until the dialog is opened again, nothing is
    /// listed.
    pub erased: bool,
}

/// The order in which the sessions are listed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOrder {
    /// Pinned ones first, then those that were changed last.
    Changed,
    /// The same for those that were not listed before; the others stay where they are, so that
    /// nothing moves under the pointer.
    Kept,
}

/// A stored session.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListedSession {
    /// Its id.
    pub id: String,
    /// Its title; empty without a question.
    pub title: String,
    /// When something happened in it last, in milliseconds since 1970.
    pub changed: f64,
    /// The same in the user's language.
    pub when: String,
    /// Whether it is listed first.
    pub pinned: bool,
    /// Whether it is deleted; that can be undone.
    pub deleted: bool,
    /// The size of what is stored of it, in bytes.
    pub bytes: u64,
    /// What it does.
    pub doing: Doing,
    /// Whether it is the one that the page shows.
    pub is_shown: bool,
}

/// What a session does in this page, or has done since it was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Doing {
    /// Nothing that the user has not seen.
    #[default]
    Nothing,
    /// It answers, or runs code.
    Computing,
    /// It asks whether a result may be sent.
    Consent,
    /// Its code asks for a line.
    Line,
    /// It has answered.
    Answer,
    /// It has ended without an answer.
    End,
}

impl Doing {
    /// Returns this in words; empty for nothing.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Computing => words::listed_computing(),
            Self::Consent => words::listed_waits_for_your_consent(),
            Self::Line => words::listed_waits_for_your_line(),
            Self::Answer => words::listed_new_answer(),
            Self::End => words::listed_ended_without_an_answer(),
        }
    }
}

impl ListedSession {
    /// Returns what the session is called.
    pub fn name(&self) -> String {
        if self.title.is_empty() {
            words::listed_a_session_without_a().to_owned()
        } else {
            self.title.clone()
        }
    }

    /// Returns when it was changed, and its size.
    pub fn facts(&self) -> String {
        format!("{} · {}", self.when, format::bytes(self.bytes))
    }

    /// Returns whether it does something that can be stopped from the list: the one that is shown
    /// has a button of its own.
    pub fn can_be_stopped(&self) -> bool {
        !self.is_shown && matches!(self.doing, Doing::Computing | Doing::Consent | Doing::Line)
    }
}

impl SessionList {
    /// Returns the session with this id.
    pub fn find(&self, id: &str) -> Option<&ListedSession> {
        self.sessions.iter().find(|one| one.id == id)
    }

    /// Returns those that have `wanted` in their name, and those that are deleted.
    pub fn matching(&self, wanted: &str) -> Vec<ListedSession> {
        let wanted = wanted.trim().to_lowercase();
        let fits =
            |one: &&ListedSession| one.deleted || one.name().to_lowercase().contains(&wanted);
        self.sessions.iter().filter(fits).cloned().collect()
    }

    /// Returns the sessions with a question that were changed last, at most `count`, without the
    /// one that is shown.
    pub fn recent(&self, count: usize) -> Vec<ListedSession> {
        let mut recent: Vec<_> = self
            .sessions
            .iter()
            .filter(|one| !one.deleted && !one.is_shown && !one.title.is_empty())
            .cloned()
            .collect();
        recent.sort_by(|one, other| other.changed.total_cmp(&one.changed));
        recent.truncate(count);
        recent
    }

    /// Lists the stored sessions.
    pub fn list(&mut self, mut sessions: Vec<ListedSession>, order: ListOrder) {
        let listed = self.sessions.iter().filter(|_| order == ListOrder::Kept);
        let places: HashMap<&str, usize> =
            listed.zip(0..).map(|(one, at)| (&*one.id, at)).collect();
        sessions.sort_by(|one, other| {
            // Those without a place are first.
            let by_place = places.get(&*one.id).cmp(&places.get(&*other.id));
            let by_change = other.changed.total_cmp(&one.changed);
            other.pinned.cmp(&one.pinned).then(by_place).then(by_change)
        });
        self.sessions = sessions;
        self.is_read = true;
    }

    /// Returns how many there are, and whether the browser has promised to keep them.
    pub fn count(&self, promised: bool) -> String {
        if self.sessions.is_empty() {
            return String::new();
        }
        let bytes = self.sessions.iter().map(|one| one.bytes).sum();
        let kept = if promised {
            words::listed_the_browser_has_promised()
        } else {
            words::listed_the_browser_may_delete()
        };
        let count = words::listed_sessions(self.sessions.len() as u64);
        format!("{count}, {}. {kept}", format::bytes(bytes))
    }
}

/// What a session is exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// A Jupyter notebook.
    Notebook,
    /// A Python script.
    Script,
    /// Markdown.
    Markdown,
    /// A page with the answers, which draws its figures.
    Report,
    /// The same with everything that ran.
    Audit,
    /// A session file.
    File,
    /// The same with the user's data files.
    FileWithData,
}

impl ExportForm {
    /// All of them, as they are offered.
    pub const ALL: [Self; 7] = [
        Self::Report,
        Self::Audit,
        Self::Notebook,
        Self::Script,
        Self::Markdown,
        Self::File,
        Self::FileWithData,
    ];

    /// Returns how it is offered.
    pub fn label(self) -> &'static str {
        match self {
            Self::Notebook => words::listed_notebook_ipynb(),
            Self::Script => words::listed_python_script_py(),
            Self::Markdown => words::listed_markdown_md(),
            Self::Report => words::listed_report_html(),
            Self::Audit => words::listed_audit_report_html(),
            Self::File => words::listed_insitu_file_insitu(),
            Self::FileWithData => words::listed_insitu_file_with_data(),
        }
    }

    /// Returns what it contains, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Notebook => words::listed_questions_and_answers_with(),
            Self::Script => words::listed_all_code_in_order(),
            Self::Markdown => words::listed_questions_answers_code_and(),
            Self::Report => words::listed_answers_with_their_figures(),
            Self::Audit => words::listed_answers_with_everything_that(),
            Self::File => words::listed_the_session_for_another(),
            Self::FileWithData => words::listed_the_session_and_its(),
        }
    }

    /// Returns its name for `insitu.sessions.exportAs`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Notebook => "notebook",
            Self::Script => "script",
            Self::Markdown => "markdown",
            Self::Report => "report",
            Self::Audit => "audit",
            Self::File => "insitu",
            Self::FileWithData => "insitu-with-data",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Doing, ListOrder, ListedSession, SessionList};

    fn session(id: &str, changed: f64) -> ListedSession {
        ListedSession {
            id: id.to_owned(),
            title: format!("Sales {id}"),
            changed,
            bytes: 1_500,
            ..ListedSession::default()
        }
    }

    fn ids(sessions: &[ListedSession]) -> Vec<&str> {
        sessions.iter().map(|one| one.id.as_str()).collect()
    }

    fn listed(sessions: Vec<ListedSession>) -> SessionList {
        let mut list = SessionList::default();
        list.list(sessions, ListOrder::Kept);
        list
    }

    #[test]
    fn pinned_sessions_are_first_then_those_that_were_changed_last() {
        let pinned = ListedSession { pinned: true, ..session("old", 1.0) };
        let list = listed(vec![session("middle", 5.0), pinned, session("new", 9.0)]);
        assert_eq!(ids(&list.sessions), ["old", "new", "middle"]);
    }

    #[test]
    fn a_session_that_changes_stays_where_it_is_until_the_order_is_asked_for() {
        let mut list = listed(vec![session("a", 9.0), session("b", 5.0), session("c", 1.0)]);
        let now = || vec![session("a", 9.0), session("b", 5.0), session("c", 20.0)];
        list.list(now(), ListOrder::Kept);
        assert_eq!(ids(&list.sessions), ["a", "b", "c"]);
        list.list([now(), vec![session("d", 2.0), session("e", 3.0)]].concat(), ListOrder::Kept);
        assert_eq!(ids(&list.sessions), ["e", "d", "a", "b", "c"], "new ones are first");
        let pinned = ListedSession { pinned: true, ..session("b", 5.0) };
        list.list(vec![session("c", 20.0), session("a", 9.0), pinned], ListOrder::Kept);
        assert_eq!(ids(&list.sessions), ["b", "a", "c"], "a pinned one is first");
        list.list(now(), ListOrder::Changed);
        assert_eq!(ids(&list.sessions), ["c", "a", "b"]);
    }

    #[test]
    fn a_search_keeps_what_can_still_be_restored() {
        let deleted =
            ListedSession { deleted: true, title: "Stock".to_owned(), ..session("b", 2.0) };
        let list = listed(vec![
            session("a", 1.0),
            deleted,
            ListedSession { title: String::new(), ..session("c", 0.0) },
        ]);
        assert_eq!(ids(&list.matching(" SALES ")), ["b", "a"]);
        assert_eq!(ids(&list.matching("without a question")), ["b", "c"]);
    }

    #[test]
    fn the_count_says_how_many_there_are_and_what_the_browser_promises() {
        assert_eq!(SessionList::default().count(true), "");
        let list = listed(vec![session("a", 1.0)]);
        assert_eq!(list.count(true), "1 session, 2 KB. The browser has promised to keep them.");
        let list = listed(vec![session("a", 1.0), session("b", 1.0)]);
        assert_eq!(
            list.count(false),
            "2 sessions, 3 KB. The browser may delete them when it runs out of space."
        );
    }

    #[test]
    fn another_session_is_stopped_from_the_list_while_it_does_something() {
        let doing = |doing, is_shown| {
            ListedSession { doing, is_shown, ..session("a", 1.0) }.can_be_stopped()
        };
        assert!(doing(Doing::Computing, false) && doing(Doing::Line, false));
        assert!(
            !doing(Doing::Computing, true)
                && !doing(Doing::Answer, false)
                && !doing(Doing::Nothing, false)
        );
    }
}
