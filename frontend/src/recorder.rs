//! The recorder of a session in the browser, with what needs the browser's bytes: restoring the
//! session, and reading the large parts of its log. `app::session::recorder` decides what is
//! recorded.

use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

pub(crate) use app::session::recorder::codes;
pub(crate) use session::log::Origin;

use analyst::{Disclosed, Mode};
use app::session::recorder;
use app::session::{Disclosure, Id, LedgerEntry, Session, Turn};
use js_sys::Date;
use kernel::Outcome;
use leptos::prelude::GetUntracked;
use leptos::task::spawn_local;
use session::log::{self, Compared};
use web_sys::{Blob, File};

use crate::ended::Ended;
use crate::host::Host;
use crate::stored::{self, Browser, Program, Restored};
use crate::{activity, notices};

/// A handle to the recorder.
#[derive(Clone)]
pub(crate) struct Recorder {
    own: recorder::Recorder<Browser>,
    session: Session,
    /// The notice that another tab has the session, and this one only shows it.
    reading: Rc<Cell<Option<Id>>>,
}

impl Deref for Recorder {
    type Target = recorder::Recorder<Browser>;

    fn deref(&self) -> &Self::Target {
        &self.own
    }
}

/// Returns the mode of disclosure that the user chose.
pub(crate) fn chosen_mode(session: Session) -> Mode {
    match session.disclosure.get_untracked() {
        Disclosure::Printed => Mode::Printed,
        Disclosure::Ask => Mode::Ask,
        Disclosure::Shape => Mode::Shape,
    }
}

impl Recorder {
    /// Returns a recorder that stores nothing yet.
    pub(crate) fn new(session: Session) -> Self {
        Self { own: recorder::Recorder::new(session), session, reading: Rc::default() }
    }

    /// Lets what happens be stored; returns the session that was stored, if there is one.
    /// `program` controls the session.
    pub(crate) async fn restore(&self, program: Box<dyn Program>) -> Option<Restored> {
        match stored::restore(self.session, self.log().clone(), program).await {
            Ok((stored, restored)) => {
                self.restored(Ok(stored));
                restored
            }
            Err(why) => {
                let why = words::recorder_what_happens_here_is(&why);
                notices::notify(self.session, why.clone(), true);
                self.restored(Err(why));
                None
            }
        }
    }

    /// Sets whether another tab has the session, so that this one only shows it.
    pub(crate) fn set_reading(&self, reading: bool) {
        if let Some(notice) = self.reading.take() {
            notices::remove(self.session, notice);
        }
        if let Some(why) = self.refusal().filter(|_| reading) {
            self.reading.set(Some(notices::notify(self.session, why, false)));
        }
    }

    /// Returns how the outcome of code that has run again until `ended` differs from the stored one
    /// of an execution.
    ///
    /// # Errors
    /// A sentence, if there is none.
    pub(crate) async fn differences(
        &self,
        execution: Id,
        outcome: Outcome,
        ended: f64,
    ) -> Result<Compared, String> {
        let stored = self.log().outcome(execution).ok_or(words::log_there_is_no_stored())?;
        let blobs = stored::parts_of(&stored).await;
        let find = |blob: &log::BlobRef| stored::part_bytes(&stored, &blobs, blob);
        let ended = stored::time(ended);
        let differences = self.log().differences(execution, find, outcome, ended)?;
        Ok(Compared { execution, differences })
    }

    /// Returns who receives the session's turns outside of this page, as the ledger names it;
    /// `None` if they stay here.
    pub(crate) fn receiver(&self) -> Option<String> {
        self.stored_session()?.page().receiver()
    }

    /// Hands out a turn as JSON.
    pub(crate) fn hand_out(&self, turn: &str) {
        if let Some(stored) = self.stored_session() {
            stored.page().hand_out(turn);
        }
    }

    /// Returns the stored outcome of an execution with its large parts, and the content of the
    /// files that it wrote, in their order.
    ///
    /// # Errors
    /// If it is not stored.
    pub(crate) async fn whole_outcome(
        &self,
        execution: Id,
    ) -> Result<(Outcome, Vec<Option<Blob>>), String> {
        let outcome = self.log().outcome(execution).filter(|_| self.stored_session().is_some());
        let outcome = outcome.ok_or(words::recorder_it_is_not_stored())?;
        Ok(stored::whole_outcome(&outcome).await)
    }

    /// Waits until all that has happened in the page's sessions is stored.
    ///
    /// # Errors
    /// A sentence that says what it waits for, if something cannot be stored.
    pub(crate) async fn settled(&self) -> Result<(), String> {
        while !self.is_restored() {
            activity::changed().await;
        }
        if let Some(why) = self.lost() {
            return Err(why);
        }
        if self.stored_session().is_none() {
            return Ok(());
        }
        stored::settled().await?.map_or(Ok(()), Err)
    }

    /// Stores a session file as a session and shows it; none of its code runs.
    pub(crate) fn open_file(file: &File) {
        let file = file.clone();
        spawn_local(async move { stored::list::open_file(&file).await });
    }

    /// Returns the requests that the stored session has sent.
    pub(crate) async fn stored_requests(&self) -> Vec<LedgerEntry> {
        stored::with_bodies(self.log().requests()).await
    }

    /// Notes that code begins to run now.
    pub(crate) fn observe(&self, code: &str) {
        self.own.observe(code, Date::now());
    }

    /// Records that code begins to run; returns the execution's id.
    pub(crate) fn began(&self, origin: Origin, code: &str) -> Id {
        let execution = notices::next_id();
        self.own.began(execution, origin, code, Date::now());
        execution
    }

    /// Records the outcome of an execution, with the files that it wrote.
    pub(crate) fn ended(&self, execution: Id, outcome: &Outcome, host: &Host) {
        let contents = outcome.files.iter().map(|file| host.written_file(file)).collect();
        self.own.ended(execution, outcome, contents);
    }

    /// Records what a model may read of an execution.
    pub(crate) fn disclosed(&self, execution: Id, disclosed: &Disclosed) {
        let mode = match disclosed.mode() {
            Mode::Shape => log::Disclosure::Shape,
            Mode::Ask => log::Disclosure::Ask,
            Mode::Printed => log::Disclosure::Printed,
        };
        self.own.disclosed(execution, mode, disclosed.text(), disclosed.images().len());
    }

    /// Records that a turn is over, and its steps that were not run.
    pub(crate) fn turn(&self, turn: &Turn, ended: &Ended) {
        self.turn_ended(turn, ended.stopped, ended.message.clone());
    }
}
