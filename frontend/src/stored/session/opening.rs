//! Opens a stored session, follows the tab that writes it, and goes on with it once that tab has
//! left it.

use app::session::stored::{SessionInfo, missing};
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

use super::super::contents::{copy_contents, lines, records_from};
use super::{Restored, Shown, StoredSession, now};
use crate::clock;
use crate::foreign::device::new_id;
use crate::log::Opened;
use crate::storage::{self, OpenSession, done, object};

/// How long further records are waited for before a session that another tab writes is shown anew,
/// in milliseconds.
const REFRESH_MS: u32 = 250;

/// Why a session is shown that was stored.
pub(super) const STORED: &str = "This session was stored.";

impl StoredSession {
    /// Opens a stored session; `wanted` says whether also if another tab has it.
    pub(crate) async fn open(&self, info: &SessionInfo, wanted: bool) -> Option<Restored> {
        self.open_stored(&info.id, &info.title, wanted).await
    }

    pub(super) async fn open_stored(
        &self,
        id: &str,
        title: &str,
        wanted: bool,
    ) -> Option<Restored> {
        let own = self.clone();
        let on_records = Closure::<dyn Fn()>::new(move || {
            let own = own.clone();
            spawn_local(async move { own.refresh().await });
        });
        let options = object(&[("onRecords", &on_records.into_js_value())]);
        let opened = match storage::current() {
            Some(storage) => done(storage.open(id, &options)).await,
            None => Err(Default::default()),
        };
        let opened: OpenSession = match opened {
            Ok(opened) => opened.unchecked_into(),
            Err(error) => {
                self.fail(error.message);
                return None;
            }
        };
        if opened.writer().is_some() || wanted {
            return self.load(id, title, opened).await;
        }
        // Another tab has it, and this tab was not asked for it: it begins a session of its own.
        done(opened.close()).await.ok();
        None
    }

    async fn load(&self, id: &str, title: &str, opened: OpenSession) -> Option<Restored> {
        let reading = opened.writer().is_none();
        let storage = storage::current()?;
        let (text, damaged) = records_from(&storage, id, Some(opened.log())).await;
        let read = match self.0.log.open(&text, now(), reading) {
            Ok(read) => read,
            Err(why) => {
                done(opened.close()).await.ok();
                self.fail(format!(
                    "This session cannot be opened: {why}. A new one begins in the list of sessions."
                ));
                return None;
            }
        };
        let Opened { mut damage, rewrite, ended, session } = read;
        self.set_open(id, title, opened);
        self.0.storing.set(!reading);
        let anew = rewrite.or_else(|| {
            damaged.as_ref().map(|_| lines(&text).map(str::to_owned).collect::<Vec<_>>())
        });
        damage.extend(damaged.map(|error| error.message));
        if !damage.is_empty() {
            let text = format!("A part of this session could not be read: {}", damage.join(" "));
            self.notify(text, true);
        }
        if reading {
            let own = self.clone();
            spawn_local(async move { own.take_over().await });
        } else {
            if let Some(records) = anew {
                self.rewrite(&records).await;
            }
            for record in &ended {
                self.write(record);
            }
        }
        Some(self.complete(session, reading, STORED).await)
    }

    /// Stores the readable records of a damaged log, or of an older version, as a session in place
    /// of the stored one, with its outputs and files. The stored one is deleted, which the list of
    /// sessions can undo.
    async fn rewrite(&self, records: &[String]) {
        let Ok(fresh) = new_id().map_err(|why| self.fail(why)) else { return };
        let old = self.id();
        if !self.begin(&fresh).await {
            return;
        }
        let Some(storage) = storage::current() else { return };
        for record in records {
            self.put(record).await;
        }
        if let Err(error) = copy_contents(&storage, &old, &fresh).await {
            self.notify(
                format!("{} The session as it was stays in the list of sessions.", error.message),
                true,
            );
            return;
        }
        // While records wait for space they are in this tab alone.
        if self.0.storing.get() && self.writer().is_some_and(|writer| writer.unsaved() == 0.0) {
            done(storage.sessions().remove(&old)).await.ok();
        }
    }

    /// Completes a session with what is stored apart from its log.
    pub(super) async fn complete(&self, read: JsValue, reading: bool, why: &str) -> Restored {
        let files = self.with_contents(self.0.log.files()).await;
        self.ask_for(if reading { Vec::new() } else { files.clone() });
        let stored: Vec<_> = files.iter().map(|restored| restored.file.clone()).collect();
        let next = match missing(&stored).as_str() {
            "" => "Its variables come back when its code runs again.".to_owned(),
            missing => format!("Before its code can run again, {missing}."),
        };
        Restored { read, files, reading, why: format!("{why} {next}") }
    }

    /// Reads the session's log as it is stored now; `None` if this tab has begun or ceased to write
    /// it meanwhile, since `reading`.
    async fn current(&self, reading: bool) -> Option<Opened> {
        let (text, _) = records_from(&storage::current()?, &self.id(), None).await;
        if self.is_reading() != reading {
            return None;
        }
        match self.0.log.open(&text, now(), reading) {
            Ok(read) => Some(read),
            Err(why) => {
                self.fail(why);
                None
            }
        }
    }

    /// Shows the session as the other tab has stored it by now.
    async fn refresh(&self) {
        if self.0.outdated.get() || !self.is_reading() {
            return;
        }
        self.0.outdated.set(true);
        clock::sleep(REFRESH_MS).await;
        self.0.outdated.set(false);
        if self.is_reading()
            && let Some(read) = self.current(true).await
        {
            let shown = self.complete(read.session, true, STORED).await;
            if self.is_reading() {
                self.follow(Shown::Session(shown));
            }
        }
    }

    /// Goes on with the session that the other tab has left.
    async fn take_over(&self) {
        let open = self.0.open.borrow().clone();
        let Some(open) = open else { return };
        if done(open.take_over()).await.is_err() {
            return;
        }
        let Some(read) = self.current(false).await else { return };
        self.0.storing.set(true);
        for record in &read.ended {
            self.write(record);
        }
        let shown = self.complete(read.session, false, STORED).await;
        self.follow(Shown::Session(shown));
    }
}
