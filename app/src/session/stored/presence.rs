//! Whether a session of the page has an interpreter: the shown one has, and one that computes. Any
//! other is ended, and started again when it is needed.

use crate::session::Doing;

/// The presence of one session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Presence {
    asleep: bool,
    /// How a turn has ended that was not shown then.
    news: Doing,
    /// How often the session was said to do nothing.
    idle: u32,
}

impl Presence {
    /// Returns whether the interpreter was ended.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Returns whether the interpreter may be ended.
    pub fn may_sleep(&self, shown: bool, doing: Doing) -> bool {
        !shown && !self.asleep && doing == Doing::Nothing
    }

    /// Says that the interpreter is ended.
    pub fn sleep(&mut self) {
        self.asleep = true;
    }

    /// Says that it was started again.
    pub fn wake(&mut self) {
        self.asleep = false;
    }

    /// Says that a turn has ended.
    pub fn turn_ended(&mut self, shown: bool, answered: bool) {
        if !shown {
            self.news = if answered { Doing::Answer } else { Doing::End };
        }
    }

    /// Says that the session is shown.
    pub fn seen(&mut self) {
        self.news = Doing::Nothing;
    }

    /// Returns what the list says of the session, which is doing this.
    pub fn doing(&self, shown: bool, doing: Doing) -> Doing {
        if doing == Doing::Nothing && !shown { self.news } else { doing }
    }

    /// Says that the session does nothing any more, and returns the number of that: the interpreter
    /// is ended later only if it is still the newest.
    pub fn idle(&mut self) -> u32 {
        self.idle += 1;
        self.idle
    }

    /// Returns whether this number is the newest.
    pub fn is_newest(&self, idle: u32) -> bool {
        self.idle == idle
    }
}

#[cfg(test)]
mod tests {
    use super::Presence;
    use crate::session::Doing;

    #[test]
    fn an_interpreter_is_ended_once_where_nothing_is_shown_or_done() {
        let mut presence = Presence::default();
        assert!(!presence.may_sleep(true, Doing::Nothing));
        assert!(!presence.may_sleep(false, Doing::Consent));
        assert!(presence.may_sleep(false, Doing::Nothing));
        presence.sleep();
        assert!(presence.is_asleep() && !presence.may_sleep(false, Doing::Nothing));
        presence.wake();
        assert!(presence.may_sleep(false, Doing::Nothing));
    }

    #[test]
    fn only_the_newest_wait_ends_an_interpreter() {
        let mut presence = Presence::default();
        let (earlier, later) = (presence.idle(), presence.idle());
        assert!(!presence.is_newest(earlier) && presence.is_newest(later));
    }

    #[test]
    fn a_turn_that_ended_while_its_session_was_not_shown_is_news_until_it_is() {
        let mut presence = Presence::default();
        for (answered, news) in [(true, Doing::Answer), (false, Doing::End)] {
            presence.turn_ended(false, answered);
            assert_eq!(presence.doing(false, Doing::Nothing), news);
        }
        assert_eq!(presence.doing(false, Doing::Line), Doing::Line);
        assert_eq!(presence.doing(true, Doing::Nothing), Doing::Nothing);
        presence.seen();
        presence.turn_ended(true, true);
        assert_eq!(presence.doing(false, Doing::Nothing), Doing::Nothing);
    }
}
