//! What a session is called as a file, and what is said of it.

use session::log::{Body, Event, encode};

use super::{SessionInfo, lines, number_of};
use crate::session::ExportForm;
use crate::session::forms::file_name;

/// The largest output of a document, in bytes; each kind of document leaves larger ones out. A
/// session file has all.
pub const MAX_OUTPUT: u64 = 64 << 20;

/// The largest session file, in bytes, see `MAX_TOTAL_BYTES` in
/// `crates/session/src/file/bounds.rs`.
pub const MAX_FILE: u64 = 512 << 20;

impl ExportForm {
    /// Returns the form of this name, see [`Self::word`].
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.word() == word)
    }

    /// Returns its name in the export module.
    pub fn kind(self) -> &'static str {
        match self {
            Self::FileWithData => Self::File.word(),
            other => other.word(),
        }
    }

    /// Returns whether it is a session file.
    pub fn is_file(self) -> bool {
        matches!(self, Self::File | Self::FileWithData)
    }

    /// Returns its media type. That of a session file is not zip, since a browser may unpack what
    /// has it.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Notebook => "application/x-ipynb+json",
            Self::Script => "text/x-python",
            Self::Markdown => "text/markdown",
            Self::Report | Self::Audit => "text/html",
            Self::File | Self::FileWithData => "application/octet-stream",
        }
    }

    /// Returns the name of a file for a session of this title: its first words.
    pub fn file_name(self, title: &str) -> String {
        let ending = match self {
            Self::Notebook => "ipynb",
            Self::Script => "py",
            Self::Markdown => "md",
            Self::Report => "html",
            // So that both reports can lie in one folder.
            Self::Audit => "audit.html",
            Self::File | Self::FileWithData => "insitu",
        };
        file_name(title, "session", ending)
    }
}

/// Returns the record that gives a session with these records the title that the list of sessions
/// has, to be read after them.
///
/// # Errors
/// A sentence for the user, if there are no records.
pub fn renamed(records: &str, info: &SessionInfo) -> Result<String, String> {
    let last = lines(records).map(number_of).filter(|number| *number > 0.0).last();
    let last = last.ok_or(words::stored_handover_there_is_nothing_in())?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
    let (last, ms) = (last as u64, info.changed as u64);
    let body = Body::Renamed { title: info.title.clone() };
    encode(&Event { seq: last.saturating_add(1), ms, body }, last)
        .map_err(|error| error.to_string())
}

/// Says that this many outputs are not part of a file; none if it has all.
pub fn left_out(outputs: usize) -> Option<String> {
    (outputs > 0).then(|| words::stored_handover_left_out(outputs as u64))
}

#[cfg(test)]
mod tests {
    use session::log::{OpenLog, State, read};

    use super::{SessionInfo, left_out, renamed};
    use crate::session::ExportForm;

    #[test]
    fn records_are_exported_under_the_title_of_the_list() {
        let (_, mut records) = OpenLog::create("a", 5).unwrap();
        let info =
            SessionInfo { title: "Sales".to_owned(), changed: 7.0, ..SessionInfo::default() };
        records.push_str(&renamed(&records, &info).unwrap());
        let log = read(records.as_bytes()).unwrap();
        let state = State::of(&log.events);
        assert_eq!((state.title(), state.changed_ms()), ("Sales".to_owned(), 7));
        assert!(log.damage.is_empty(), "{:?}", log.damage);
        assert!(renamed("", &info).is_err());
    }

    #[test]
    fn a_file_is_named_after_the_first_words_of_the_title() {
        for (form, title, expected) in [
            (ExportForm::Notebook, "Revenue by region?", "revenue-by-region.ipynb"),
            (ExportForm::Script, "Revenue by region?", "revenue-by-region.py"),
            (ExportForm::Markdown, "  ", "session.md"),
            (ExportForm::Report, "Übersicht: 2024/25", "übersicht-2024-25.html"),
            (ExportForm::Audit, "Übersicht: 2024/25", "übersicht-2024-25.audit.html"),
            (ExportForm::File, "a b c d e f g h i", "a-b-c-d-e-f-g-h.insitu"),
        ] {
            assert_eq!(form.file_name(title), expected);
        }
        let long = ExportForm::FileWithData.file_name(&"x".repeat(200));
        assert_eq!(long, format!("{}.insitu", "x".repeat(80)));
    }

    #[test]
    fn forms_are_found_by_their_words() {
        for form in ExportForm::ALL {
            assert_eq!(ExportForm::of_word(form.word()), Some(form));
        }
        assert_eq!(ExportForm::of_word("pdf"), None);
    }

    #[test]
    fn what_is_left_out_is_counted() {
        assert_eq!(left_out(0), None);
        let rest = "no longer stored or too large, and not part of the file.";
        assert_eq!(left_out(1), Some(format!("One output is {rest}")));
        assert_eq!(left_out(3), Some(format!("3 outputs are {rest}")));
    }
}
