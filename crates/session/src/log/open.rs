//! The log of one session that is open: what happens becomes records, and the state follows them.
//! Storing the records is the caller's.

use kernel::Outcome;

use crate::log::blob::{StoredPart, detach};
use crate::log::{
    Body, Coalescer, End, Id, SCHEMA, StartCause, State, Stream, WriteError, Writer, encode_all,
    outputs, read,
};

/// The message of a turn during which the page was closed.
pub const PAGE_CLOSED: &str = "The page was closed before this was complete.";

/// The writer of a log, and the state that follows from what it has written.
#[derive(Default)]
pub struct OpenLog {
    writer: Writer,
    state: State,
    /// Text of the model that is not an event yet.
    text: Coalescer,
}

/// What is to be done with a stored session that was opened.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Opened {
    /// What cannot be read, as sentences.
    pub damage: Vec<String>,
    /// The records that replace the stored ones, where those are damaged or of an older version.
    pub rewrite: Option<Vec<String>>,
    /// The records to append then.
    pub ended: Vec<String>,
}

impl OpenLog {
    /// Begins the log of a new session with this id; returns its first record too.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn create(id: &str, ms: u64) -> Result<(Self, String), WriteError> {
        let mut log = Self::default();
        let record = log.push(ms, Body::Created { id: id.to_owned() })?;
        Ok((log, record))
    }

    /// Opens a stored log from its records; `reading` says that another tab writes it, so that
    /// nothing is appended. Otherwise what the page was closed during has ended.
    ///
    /// # Errors
    /// A sentence, if there is no record, or a newer version of the page wrote it.
    pub fn open(records: &str, ms: u64, reading: bool) -> Result<(Self, Opened), String> {
        let mut stored = read(records.as_bytes()).map_err(|error| error.to_string())?;
        let sound = stored.schema == SCHEMA && stored.damage.is_empty() && stored.torn_at.is_none();
        if !sound {
            // A storage takes no gaps.
            for (event, seq) in stored.events.iter_mut().zip(1..) {
                event.seq = seq;
            }
        }
        let last = stored.events.last().map_or(0, |event| event.seq);
        let mut log = Self {
            writer: Writer::after(last),
            state: State::of(&stored.events),
            text: Coalescer::default(),
        };
        let rewrite = if sound { None } else { Some(encode_all(&stored.events)) };
        let rewrite = rewrite.transpose().map_err(|error| error.to_string())?;
        let ended = if reading { Ok(Vec::new()) } else { log.end(ms) };
        let opened = Opened {
            damage: stored.damage.iter().map(ToString::to_string).collect(),
            rewrite: rewrite.map(|text| text.split_inclusive('\n').map(str::to_owned).collect()),
            ended: ended.map_err(|error| error.to_string())?,
        };
        Ok((log, opened))
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Appends an event; returns its record, after that of text that was pending, and nothing if
    /// the log says the same already.
    ///
    /// # Errors
    /// If the event exceeds a bound.
    pub fn append(&mut self, ms: u64, mut body: Body) -> Result<String, WriteError> {
        if let Body::ExecutionBegan { runtime: Some(runtime), .. }
        | Body::Replayed { runtime: Some(runtime), .. } = &mut body
            && self.state.has_versions(&runtime.manifest)
        {
            // They are many, and the same for each execution.
            runtime.versions.clear();
        }
        // After a reload each file is profiled again, usually with the same result.
        if let Body::FileProfiled { file, profile } = &body
            && self
                .state
                .files()
                .iter()
                .find(|known| known.id == *file)
                .is_some_and(|known| known.profile.as_ref() == Some(profile))
        {
            return Ok(String::new());
        }
        self.push(ms, body)
    }

    /// Adds text of a model, or what it thinks; returns the records of what is to be stored by now.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub fn piece(
        &mut self,
        ms: u64,
        turn: Id,
        stream: Stream,
        piece: &str,
    ) -> Result<String, WriteError> {
        let ready = self.text.push(turn, stream, piece, ms);
        self.write(ms, ready)
    }

    /// Returns the record of the text that is pending.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn flush(&mut self, ms: u64) -> Result<String, WriteError> {
        let pending = self.text.flush();
        self.write(ms, pending)
    }

    /// Appends the end of an execution: from its outcome, its parts that are stored apart, and the
    /// digests of those for which there was no space, to the records.
    ///
    /// # Errors
    /// If the outcome exceeds a bound.
    pub fn ended(
        &mut self,
        ms: u64,
        execution: Id,
        outcome: Outcome,
        (parts, lost): (Vec<StoredPart>, &[String]),
    ) -> Result<String, WriteError> {
        let outcome = detach(outcome, parts).into();
        let ended = self.push(ms, Body::ExecutionEnded { execution, outcome })?;
        let is_lost = |digest: &str| lost.iter().any(|lost| lost == digest);
        let dropped = outputs(&self.state, execution, is_lost);
        let more = if dropped.is_empty() { None } else { Some(Body::OutputsDropped { dropped }) };
        Ok(ended + &self.write(ms, more)?)
    }

    /// Appends an event after the text that is pending; returns their records.
    fn push(&mut self, ms: u64, body: Body) -> Result<String, WriteError> {
        let pending = self.text.flush();
        self.write(ms, pending.into_iter().chain([body]))
    }

    /// Ends what the page was closed during; returns the records.
    fn end(&mut self, ms: u64) -> Result<Vec<String>, WriteError> {
        let cut_off: Vec<_> = self.state.open_turns().map(|turn| turn.id).collect();
        let mut ended = Vec::new();
        for turn in cut_off {
            let message = Some(PAGE_CLOSED.to_owned());
            ended.push(self.push(ms, Body::TurnEnded { turn, end: End::CutOff, message })?);
        }
        ended.push(self.push(ms, Body::KernelStarted { cause: StartCause::Opened })?);
        Ok(ended)
    }

    fn write(
        &mut self,
        ms: u64,
        bodies: impl IntoIterator<Item = Body>,
    ) -> Result<String, WriteError> {
        let mut records = String::new();
        for body in bodies {
            let (event, record) = self.writer.append(ms, body)?;
            self.state.apply(&event);
            records.push_str(&record);
        }
        Ok(records)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::Profile;

    use super::OpenLog;
    use crate::log::testing::{asked, began};
    use crate::log::{Body, End, Kept, Runtime, SCHEMA, Stream, read};

    fn lines(records: &str) -> usize {
        records.split_inclusive('\n').count()
    }

    #[test]
    fn pending_text_precedes_whatever_follows_it() {
        let (mut log, _) = OpenLog::create("a", 0).unwrap();
        log.append(0, asked(1, None)).unwrap();
        assert_eq!(lines(&log.piece(0, 1, Stream::Answer, "One. Tw").unwrap()), 1);
        let ended = Body::TurnEnded { turn: 1, end: End::Stopped, message: None };
        assert_eq!(lines(&log.append(0, ended).unwrap()), 2);
        assert_eq!(log.state().turn(1).unwrap().answer, "One. Tw");
        assert_eq!(log.flush(0).unwrap(), "");
    }

    #[test]
    fn a_profile_that_is_the_same_after_a_reload_is_not_stored_again() {
        let (mut log, _) = OpenLog::create("a", 0).unwrap();
        let (name, sha256) = ("a.csv".to_owned(), None);
        let added = Body::FileAdded {
            file: 1,
            name,
            path: None,
            bytes: 1,
            sha256,
            kept: Kept::None,
            wheel: None,
        };
        log.append(0, added).unwrap();
        let profiled = |notes: &[&str]| {
            let profile = Profile {
                path: "/data/a.csv".to_owned(),
                name: "a.csv".to_owned(),
                bytes: 1,
                kind: "csv".to_owned(),
                tables: Vec::new(),
                notes: notes.iter().map(|note| (*note).to_owned()).collect(),
                error: None,
                encodings: Vec::new(),
                chosen_encoding: None,
                keys: Vec::new(),
            };
            Body::FileProfiled { file: 1, profile: Arc::new(profile) }
        };
        let mut records = |notes: &[&str]| lines(&log.append(0, profiled(notes)).unwrap());
        assert_eq!([records(&[]), records(&[]), records(&["no header row"])], [1, 0, 1]);
    }

    #[test]
    fn the_versions_of_a_runtime_are_stored_once() {
        let (mut log, _) = OpenLog::create("a", 0).unwrap();
        let mut of = |execution| {
            let Body::ExecutionBegan { origin, code, .. } = began(execution, 1, 2, "x") else {
                unreachable!()
            };
            let versions = [("Python".to_owned(), "3.14".to_owned())].into();
            let runtime = Some(Runtime { manifest: "ab".to_owned(), versions });
            let record = log.append(0, Body::ExecutionBegan { execution, origin, code, runtime });
            record.unwrap().contains("3.14")
        };
        assert_eq!([of(3), of(4)], [true, false]);
    }

    #[test]
    fn a_log_that_is_only_read_is_not_ended_and_one_with_gaps_is_numbered_anew() {
        let (mut log, mut records) = OpenLog::create("a", 0).unwrap();
        for turn in [1, 2, 3] {
            records += &log.append(0, asked(turn, None)).unwrap();
        }
        let (reading, opened) = OpenLog::open(&records, 0, true).unwrap();
        assert!(opened.ended.is_empty() && reading.state().open_turns().next().is_some());
        let gap: String = records
            .split_inclusive('\n')
            .filter(|record| !record.contains("Question 2?"))
            .collect();
        let (mut log, opened) = OpenLog::open(&gap, 0, false).unwrap();
        assert_eq!(opened.damage.len(), 1, "{:?}", opened.damage);
        let rewritten = opened.rewrite.unwrap().concat() + &opened.ended.concat();
        let rewritten = rewritten + &log.append(0, asked(4, None)).unwrap();
        let again = read(rewritten.as_bytes()).unwrap();
        assert!(again.damage.is_empty() && again.schema == SCHEMA);
        assert!(again.events.iter().map(|event| event.seq).eq(1..=again.events.len() as u64));
    }
}
