//! The list of stored sessions, as its dialog shows it.

use serde::Deserialize;
use text::format;

/// What the dialog shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SessionList {
    /// Whether it is open.
    pub shown: bool,
    /// How many times it was opened.
    pub opened: u32,
    /// The sessions, in the order in which they are listed.
    pub sessions: Vec<ListedSession>,
    /// How many there are, or how what was done last went.
    pub status: String,
    /// Whether everything is being deleted, or was: until it is opened again, nothing is listed.
    pub erased: bool,
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
            Self::Computing => "Computing",
            Self::Consent => "Waits for your consent",
            Self::Line => "Waits for your line",
            Self::Answer => "New answer",
            Self::End => "Ended without an answer",
        }
    }
}

impl ListedSession {
    /// Returns what the session is called.
    pub fn name(&self) -> String {
        if self.title.is_empty() {
            "A session without a question".to_owned()
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

    /// Lists other sessions: pinned ones first, then those that were changed last.
    pub fn list(&mut self, mut sessions: Vec<ListedSession>) {
        sessions.sort_by(|one, other| {
            other.pinned.cmp(&one.pinned).then(other.changed.total_cmp(&one.changed))
        });
        self.sessions = sessions;
    }

    /// Returns how many there are, and whether the browser has promised to keep them.
    pub fn summary(&self, promised: bool) -> String {
        if self.sessions.is_empty() {
            return String::new();
        }
        let bytes = self.sessions.iter().map(|one| one.bytes).sum();
        let kept = if promised {
            "The browser has promised to keep them."
        } else {
            "The browser may delete them when it runs out of space."
        };
        let count = format::plural(self.sessions.len() as u64, "session");
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
            Self::Notebook => "Notebook (.ipynb)",
            Self::Script => "Python script (.py)",
            Self::Markdown => "Markdown (.md)",
            Self::Report => "Report (.html)",
            Self::Audit => "Audit report (.html)",
            Self::File => "Insitu file (.insitu)",
            Self::FileWithData => "Insitu file with data",
        }
    }

    /// Returns what it contains, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Notebook => "Questions and answers with their code, for Jupyter",
            Self::Script => "All code in order, for Python",
            Self::Markdown => "Questions, answers, code and tables as text",
            Self::Report => "Answers with their figures and tables, for readers",
            Self::Audit => "Answers with everything that ran, to be checked",
            Self::File => "The session, for another Insitu page",
            Self::FileWithData => "The session and its data files, for another Insitu page",
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
    use super::{Doing, ListedSession, SessionList};

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

    #[test]
    fn pinned_sessions_are_first_then_those_that_were_changed_last() {
        let mut list = SessionList::default();
        let pinned = ListedSession { pinned: true, ..session("old", 1.0) };
        list.list(vec![session("middle", 5.0), pinned, session("new", 9.0)]);
        assert_eq!(ids(&list.sessions), ["old", "new", "middle"]);
    }

    #[test]
    fn a_search_keeps_what_can_still_be_restored() {
        let mut list = SessionList::default();
        let deleted =
            ListedSession { deleted: true, title: "Stock".to_owned(), ..session("b", 2.0) };
        list.list(vec![
            session("a", 1.0),
            deleted,
            ListedSession { title: String::new(), ..session("c", 0.0) },
        ]);
        assert_eq!(ids(&list.matching(" SALES ")), ["b", "a"]);
        assert_eq!(ids(&list.matching("without a question")), ["b", "c"]);
    }

    #[test]
    fn the_summary_counts_and_says_what_the_browser_promises() {
        let mut list = SessionList::default();
        assert_eq!(list.summary(true), "");
        list.list(vec![session("a", 1.0)]);
        assert_eq!(list.summary(true), "1 session, 2 KB. The browser has promised to keep them.");
        list.list(vec![session("a", 1.0), session("b", 1.0)]);
        assert_eq!(
            list.summary(false),
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
