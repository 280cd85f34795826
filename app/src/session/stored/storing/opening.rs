//! Opens a stored session, follows the tab that writes it, and goes on with it once that tab has
//! left it.

use session::log::{OpenLog, Opened};

use super::super::{
    OpenSession, Page, ReadSession, Restored, SessionInfo, Shown, missing, restored,
};
use super::{StoredSession, lines, records_from};

/// How long further records are waited for before a session that another tab writes is shown anew,
/// in milliseconds.
const REFRESH_MS: u32 = 250;

impl<P: Page> StoredSession<P> {
    /// Opens a stored session; `wanted` says whether also if another tab has it.
    pub async fn open(&self, info: &SessionInfo, wanted: bool) -> Option<Restored<P::File>> {
        self.open_stored(&info.id, &info.title, wanted).await
    }

    pub(in crate::session::stored) async fn open_stored(
        &self,
        id: &str,
        title: &str,
        wanted: bool,
    ) -> Option<Restored<P::File>> {
        let own = self.clone();
        let on_records = move || {
            let refreshed = own.clone();
            own.0.page.spawn(async move { refreshed.refresh().await });
        };
        let opened = match self.0.page.open(id, on_records).await {
            Ok(opened) => opened,
            Err(error) => {
                self.fail(error.message);
                return None;
            }
        };
        if opened.is_writer() || wanted {
            return self.load(id, title, opened).await;
        }
        // Another tab has it, and this tab was not asked for it: it begins a session of its own.
        opened.close().await.ok();
        None
    }

    async fn load(&self, id: &str, title: &str, opened: P::Open) -> Option<Restored<P::File>> {
        let reading = !opened.is_writer();
        let (text, damaged) = records_from(&self.0.page, id, Some(opened.log())).await;
        let (log, read) = match OpenLog::open(&text, self.0.page.now(), reading) {
            Ok(read) => read,
            Err(why) => {
                opened.close().await.ok();
                self.fail(words::stored_storing_opening_this_session_cannot_be(&why));
                return None;
            }
        };
        let Opened { mut damage, rewrite, ended } = read;
        self.0.log.replace(log);
        let session = self.read();
        self.set_open(id, title, opened);
        self.0.storing.set(!reading);
        let anew = rewrite.or_else(|| {
            damaged.as_ref().map(|_| lines(&text).map(str::to_owned).collect::<Vec<_>>())
        });
        damage.extend(damaged.map(|error| error.message));
        if !damage.is_empty() {
            let text = words::stored_storing_opening_a_part_of_this(&damage.join(" "));
            self.notify(text, true);
        }
        if reading {
            let own = self.clone();
            self.0.page.spawn(async move { own.take_over().await });
        } else {
            if let Some(records) = anew {
                self.rewrite(&records).await;
            }
            for record in &ended {
                self.write(record);
            }
        }
        Some(
            self.complete(
                session,
                reading,
                words::stored_storing_opening_this_session_was_stored(),
            )
            .await,
        )
    }

    /// Stores the readable records of a damaged log, or of an older version, as a session in place
    /// of the stored one, with its outputs and files. The stored one is deleted, which the list of
    /// sessions can undo.
    async fn rewrite(&self, records: &[String]) {
        let Ok(fresh) = self.0.page.new_id().map_err(|why| self.fail(why)) else { return };
        let old = self.id();
        if !self.begin(&fresh).await {
            return;
        }
        for record in records {
            self.put(record).await;
        }
        if let Err(error) = self.0.page.copy_contents(&old, &fresh).await {
            self.notify(words::stored_storing_opening_the_session_as_it(&error.message), true);
            return;
        }
        // While records wait for space they are in this tab alone.
        if self.0.storing.get() && self.writer().is_some_and(|writer| writer.unsaved() == 0.0) {
            self.0.page.remove(&old).await.ok();
        }
    }

    /// Completes a session with what is stored apart from its log.
    pub(super) async fn complete(
        &self,
        read: ReadSession,
        reading: bool,
        why: &str,
    ) -> Restored<P::File> {
        let stored = restored::files(self.0.log.borrow().state());
        let files = self.with_contents(stored).await;
        self.ask_for(if reading { Vec::new() } else { files.clone() });
        let stored: Vec<_> = files.iter().map(|restored| restored.file.clone()).collect();
        let next = match missing(&stored).as_str() {
            "" => words::stored_storing_opening_its_variables_come_back().to_owned(),
            missing => words::stored_storing_opening_before_its_code_can(&missing),
        };
        Restored { read, files, reading, why: format!("{why} {next}") }
    }

    /// Returns what the log shows.
    pub(super) fn read(&self) -> ReadSession {
        ReadSession::of(self.0.log.borrow().state())
    }

    /// Reads the session's log as it is stored now, and returns the records that end it; `None` if
    /// this tab has begun or ceased to write it meanwhile, since `reading`.
    async fn current(&self, reading: bool) -> Option<Vec<String>> {
        let (text, _) = records_from(&self.0.page, &self.id(), None).await;
        if self.is_reading() != reading {
            return None;
        }
        match OpenLog::open(&text, self.0.page.now(), reading) {
            Ok((log, read)) => {
                self.0.log.replace(log);
                Some(read.ended)
            }
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
        self.0.page.sleep(REFRESH_MS).await;
        self.0.outdated.set(false);
        if self.is_reading() && self.current(true).await.is_some() {
            let shown = self
                .complete(
                    self.read(),
                    true,
                    words::stored_storing_opening_this_session_was_stored(),
                )
                .await;
            if self.is_reading() {
                self.follow(Shown::Session(Box::new(shown)));
            }
        }
    }

    /// Goes on with the session that the other tab has left.
    async fn take_over(&self) {
        let open = self.0.open.borrow().clone();
        let Some(open) = open else { return };
        if open.take_over().await.is_err() {
            return;
        }
        let Some(ended) = self.current(false).await else { return };
        self.0.storing.set(true);
        for record in &ended {
            self.write(record);
        }
        let shown = self
            .complete(self.read(), false, words::stored_storing_opening_this_session_was_stored())
            .await;
        self.follow(Shown::Session(Box::new(shown)));
    }
}
