//! The list of sessions at the side of a wide page: whether it is there.

use super::SessionList;

/// What the page knows of the list at its side, the same for all sessions of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSide {
    /// Whether the page has room for it: a narrow one has none, nor one within another page.
    pub fits: bool,
    /// Whether sessions were stored when the page began to show the present one. The list never
    /// appears beside a conversation, which would move.
    pub is_due: bool,
    /// Whether the user has folded it.
    pub folded: bool,
    /// What is searched in it.
    pub search: String,
    /// How far it is scrolled, in pixels: another session has another view.
    pub scrolled: i32,
}

impl SessionSide {
    /// Returns whether the page keeps room for the list, also before the sessions are read.
    pub fn is_open(&self) -> bool {
        self.fits && self.is_due && !self.folded
    }

    /// Returns whether the user may fold and unfold it: not before there is something to list.
    pub fn is_offered(&self, list: &SessionList) -> bool {
        self.fits && self.is_due && list.is_read
    }

    /// Takes note of what is listed. If there are no sessions, the list stays away until the page
    /// shows another one.
    pub fn listed(&mut self, list: &SessionList) {
        self.is_due &= !(list.is_read && list.sessions.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::SessionSide;
    use crate::session::{ListedSession, SessionList};

    #[test]
    fn there_is_room_for_the_list_if_the_page_is_wide_and_sessions_were_stored_before() {
        let unread = SessionList::default();
        let empty = SessionList { is_read: true, ..SessionList::default() };
        let one = SessionList { sessions: vec![ListedSession::default()], ..empty.clone() };
        let side = SessionSide { fits: true, is_due: true, ..SessionSide::default() };
        let folded = SessionSide { folded: true, ..side.clone() };
        let narrow = SessionSide { fits: false, ..side.clone() };
        let first = SessionSide { is_due: false, ..side.clone() };
        for (what, mut side, list, open, offered) in [
            ("sessions", side.clone(), &one, true, true),
            ("not read yet", side.clone(), &unread, true, false),
            ("none is left", side, &empty, false, false),
            ("folded", folded.clone(), &one, false, true),
            ("folded, not read yet", folded, &unread, false, false),
            ("a narrow page", narrow, &one, false, false),
            ("the first session of all", first, &one, false, false),
        ] {
            side.listed(list);
            assert_eq!((side.is_open(), side.is_offered(list)), (open, offered), "{what}");
        }
    }

    #[test]
    fn the_list_does_not_come_back_beside_the_conversation_after_everything_was_deleted() {
        let mut side = SessionSide { fits: true, is_due: true, ..SessionSide::default() };
        let mut list = SessionList { is_read: true, ..SessionList::default() };
        side.listed(&list);
        list.sessions.push(ListedSession::default());
        side.listed(&list);
        assert!(!side.is_open() && !side.is_offered(&list));
    }
}
