//! The state of one session that the page shows, as signals.
//!
//! The views read it and write what the user chooses; the composition root in the browser writes
//! the rest. It does no IO, and contains nothing that is not shown but for which of the page's
//! sessions it is.

mod about;
mod advice;
mod agreement;
mod archive;
mod changed_reading;
mod changes;
pub mod completion;
mod console;
mod endpoint;
mod failure;
pub mod forms;
mod functions;
mod ledger;
mod listed;
mod listed_model;
mod model;
mod model_menu;
mod model_words;
mod new_file;
mod open_models;
mod preview;
mod progress;
mod reading;
mod recall;
pub mod recorder;
mod reveal;
mod seal;
pub mod seed;
mod session_side;
mod settings;
mod sql_cell;
mod sql_completion;
pub mod stored;
mod streamed;
mod tab_model;
mod table_id;
mod tables;
mod theme;
mod turn;
mod usage;
pub mod variables;
mod version;
mod written_table;

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use kernel::Profile;
use kernel::manifest::Package;
use kernel::wheels::Facts;
use leptos::prelude::*;
use text::first_rows::FirstRows;

pub use self::about::{
    About, Facts as AnswerFacts, Note, NoteKind, checked, is_doubted, steps_line,
};
pub use self::advice::advice;
pub use self::agreement::{
    AgreedModel, agree, missing as missing_agreement, question as agreement_question, revoke,
};
pub use self::archive::{Archive, LocalTime, is_of_system};
pub use self::changed_reading::{ChangedReading, ReadingChange, unreadable};
pub use self::changes::{
    Codes, Correction, EditedRun, Ending, Freshness, StepCode, Versions, ended_by, is_reliable,
};
pub use self::console::{
    Console, ConsoleEntry, ConsoleRow, MAX_ENTRIES, Produced, rows as console_rows,
};
pub use self::endpoint::{EndpointDialog, EndpointKind, EndpointStep, EndpointTest, ModelStep};
pub use self::failure::cell;
pub use self::functions::{
    Definers, Description, Edited, Found, FunctionEdit, FunctionList, Savable, SavedFunction, find,
    headings, mentioned, normalised, proposals, summary,
};
pub use self::ledger::{
    Contact, LedgerEntry, Question, columns, contacts_sentence, headings as ledger_headings,
    note_contact, sent_sentence, sent_words,
};
pub use self::listed::{Doing, ExportForm, ListOrder, ListedSession, SessionList};
pub use self::listed_model::{ListedModel, found};
pub use self::model_menu::ModelMenu;
pub use self::model_words::{ConnectionTest, ModelTest};
pub use self::new_file::{
    FileDifference, FormerRun, NewFile, NewFileStage, RanAgain, former_words, numbered, value_words,
};
pub use self::open_models::{OpenModels, Progress as FetchProgress, Stage, Way};
pub use self::preview::{Preview, PreviewContent, Reader};
pub use self::reveal::{Reveal, Spot, spot};
pub use self::seal::{Seal, badge, exits_summary, judged};
pub use self::session_side::SessionSide;
pub use self::settings::{
    Field, Given, MAX_INSTRUCTIONS, MAX_STEPS, STEPS, Settings, SettingsForm,
};
pub use self::sql_cell::python_of;
pub use self::sql_completion::complete_sql;
pub use self::streamed::{RefusedCall, StreamedTurn, WrittenCall, not_run};
pub use self::tab_model::{TabAct, TabButton, TabModel, TabState};
pub use self::table_id::TableId;
pub use self::tables::{
    ALL_ROWS, FIRST_ROWS, FileTables, ReadTable, ReadingControl, Tab, TableContent, conversions,
    shown as shown_table, tabs,
};
pub use self::theme::Theme;
pub use self::turn::{Difference, Phase, Reran, Step, Turn, ended_as};
pub use self::usage::{used, used_in_parts};
pub use self::variables::{Variable, Variables};
pub use self::version::{PageVersions, Server};
pub use self::written_table::WrittenTable;
pub use model::{HERE, IN_TAB, Model, PLANNER};
pub use progress::Progress;
pub use reading::{Asked, Bar, Chip, Choice, Reading, Second};
pub use recall::Recall;

/// The id of a turn, a step, a file or a notice of this page.
pub type Id = u32;

/// Everything that the page shows. Copied freely: each field is a handle.
#[derive(Clone, Copy)]
pub struct Session {
    /// Which of the sessions that the page has opened it is, from 1.
    pub number: u32,
    /// The turns, oldest first.
    pub turns: RwSignal<Vec<Turn>>,
    /// The files, in the order in which they came.
    pub files: RwSignal<Vec<FileEntry>>,
    /// The tables of the files, above the conversation.
    pub tables: RwSignal<FileTables>,
    /// Files that were added again under their names with other content.
    pub new_files: RwSignal<Vec<NewFile>>,
    /// What the panel of files asks the user.
    pub file_questions: RwSignal<stored::FileQuestions>,
    /// The kernel's state.
    pub kernel: RwSignal<KernelState>,
    /// Whether code can be stopped without losing the variables.
    pub interruptible: RwSignal<bool>,
    /// Bytes of Python's memory after the last execution; 0 while unknown.
    pub memory: RwSignal<u64>,
    /// What code may use.
    pub limits: RwSignal<Limits>,
    /// Whether the device has so little memory that Python starts with less.
    pub little_memory: RwSignal<bool>,
    /// Whether touch is the only way to point, and the keyboard is on the screen.
    pub touch: RwSignal<bool>,
    /// How Python was started; `None` until it has been.
    pub startup: RwSignal<Option<Startup>>,
    /// The packages of Python; empty until they are listed.
    pub packages: RwSignal<Vec<Package>>,
    /// The self-test of the seal.
    pub seal: RwSignal<Seal>,
    /// What code asks the user for, while it waits for a line.
    pub line: RwSignal<Option<String>>,
    /// The code that can be run again after variables were lost.
    pub rerun: RwSignal<Rerun>,
    /// The models that can be chosen; the first is the built-in planner.
    pub models: RwSignal<Vec<Model>>,
    /// Index into `models` of the one that answers.
    pub model: RwSignal<usize>,
    /// What the menu of models shows beside the models.
    pub model_menu: RwSignal<ModelMenu>,
    /// A model from a file in this tab.
    pub tab_model: RwSignal<TabModel>,
    /// How models are asked; none until the user has chosen anything.
    pub settings: RwSignal<Option<Settings>>,
    /// What was typed into the form of the settings.
    pub settings_form: RwSignal<SettingsForm>,
    /// The console.
    pub console: Console,
    /// The list of stored sessions, the same for all sessions of the page.
    pub sessions: RwSignal<SessionList>,
    /// Whether the list is at the side, the same for all sessions of the page.
    pub side: RwSignal<SessionSide>,
    /// The functions that the user has saved, for all sessions; none until they are read.
    pub saved_functions: RwSignal<Option<Vec<SavedFunction>>>,
    /// Their list.
    pub functions: RwSignal<FunctionList>,
    /// The dialog in which one is saved, while it is open.
    pub edited_function: RwSignal<Option<FunctionEdit>>,
    /// The dialog that connects an endpoint, which is the same for all sessions of the page.
    pub endpoint: RwSignal<EndpointDialog>,
    /// What stands after the last turn.
    pub ending: RwSignal<Ending>,
    /// The list of Python's variables.
    pub variables: RwSignal<Variables>,
    /// The dialog of open models.
    pub open_models: RwSignal<OpenModels>,
    /// What the built-in planner can do, as Markdown; empty while unknown.
    pub abilities: RwSignal<String>,
    /// What the model may see.
    pub disclosure: RwSignal<Disclosure>,
    /// The models elsewhere for which the user has agreed in this browser, the same for all
    /// sessions of the page.
    pub agreed: RwSignal<Vec<AgreedModel>>,
    /// What waits for the user's consent.
    pub consent: RwSignal<Option<Consent>>,
    /// The question about wheels that waits for the user.
    pub wheel: RwSignal<Option<WheelQuestion>>,
    /// The document that is shown over the page.
    pub preview: RwSignal<Option<Preview>>,
    /// The title; empty before the first question.
    pub title: RwSignal<String>,
    /// Requests that left the browser, oldest first.
    pub ledger: RwSignal<Vec<LedgerEntry>>,
    /// Endpoints that were asked without a body in this tab, the same for all sessions of the page.
    pub contacts: RwSignal<Vec<Contact>>,
    /// Things the user should know, newest last, until dismissed.
    pub notices: RwSignal<Vec<Notice>>,
    /// Other versions of the page that are offered, the same for all sessions of the page.
    pub versions: RwSignal<PageVersions>,
    /// First questions that fit the files, ready to be asked.
    pub suggestions: RwSignal<Vec<String>>,
    /// The text in the composer.
    pub draft: RwSignal<String>,
    /// The query that the user puts together without a question; none while there is no such bar.
    pub bar: RwSignal<Option<Reading>>,
    /// The chip that takes the focus once its turn is shown, since the user has just changed it.
    pub refocus: RwSignal<Option<u32>>,
}

impl Session {
    /// Returns an empty session: no files, no turns, the kernel not yet loading, the planner alone.
    pub fn new() -> Self {
        Self {
            number: 1,
            turns: RwSignal::new(Vec::new()),
            files: RwSignal::new(Vec::new()),
            tables: RwSignal::new(FileTables::default()),
            new_files: RwSignal::new(Vec::new()),
            file_questions: RwSignal::new(stored::FileQuestions::default()),
            kernel: RwSignal::new(KernelState::Loading(Progress::default())),
            interruptible: RwSignal::new(true),
            memory: RwSignal::new(0),
            limits: RwSignal::new(Limits::default()),
            little_memory: RwSignal::new(false),
            touch: RwSignal::new(false),
            startup: RwSignal::new(None),
            packages: RwSignal::new(Vec::new()),
            seal: RwSignal::new(Seal::default()),
            line: RwSignal::new(None),
            rerun: RwSignal::new(Rerun::default()),
            models: RwSignal::new(vec![Model::planner()]),
            model: RwSignal::new(0),
            model_menu: RwSignal::new(ModelMenu::default()),
            tab_model: RwSignal::new(TabModel::default()),
            settings: RwSignal::new(None),
            settings_form: RwSignal::new(SettingsForm::default()),
            console: Console::new(),
            sessions: RwSignal::new(SessionList::default()),
            side: RwSignal::new(SessionSide::default()),
            saved_functions: RwSignal::new(None),
            functions: RwSignal::new(FunctionList::default()),
            edited_function: RwSignal::new(None),
            endpoint: RwSignal::new(EndpointDialog::default()),
            ending: RwSignal::new(Ending::default()),
            variables: RwSignal::new(Variables::default()),
            open_models: RwSignal::new(OpenModels::default()),
            abilities: RwSignal::new(String::new()),
            disclosure: RwSignal::new(Disclosure::Printed),
            consent: RwSignal::new(None),
            wheel: RwSignal::new(None),
            preview: RwSignal::new(None),
            title: RwSignal::new(String::new()),
            ledger: RwSignal::new(Vec::new()),
            contacts: RwSignal::new(Vec::new()),
            agreed: RwSignal::new(Vec::new()),
            notices: RwSignal::new(Vec::new()),
            versions: RwSignal::new(PageVersions::default()),
            suggestions: RwSignal::new(Vec::new()),
            draft: RwSignal::new(String::new()),
            bar: RwSignal::new(None),
            refocus: RwSignal::new(None),
        }
    }

    /// Returns whether a turn is under way, or earlier code is run again.
    pub fn busy(&self) -> bool {
        self.rerun.with(|rerun| rerun.running.is_some())
            || self.new_files.with(|files| files.iter().any(NewFile::is_under_way))
            || self
                .turns
                .with(|turns| turns.last().is_some_and(|turn| turn.phase.get() != Phase::Done))
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

/// How Python was started. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Startup {
    /// From the snapshot of its memory.
    Snapshot,
    /// An ordinary start, and why.
    Ordinary(String),
}

impl Display for Startup {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Snapshot => out.write_str(words::session_python_was_started_from()),
            Self::Ordinary(why) => {
                let why = why.trim_end_matches('.');
                out.write_str(&words::session_python_was_started_without(&why))
            }
        }
    }
}

/// A file of the session.
#[derive(Clone, Copy)]
pub struct FileEntry {
    /// The file's id.
    pub id: Id,
    /// The entry's own id: a file that was missing has another entry once it is there.
    pub key: Id,
    /// Its name.
    pub name: RwSignal<String>,
    /// Its size in bytes.
    pub bytes: u64,
    /// What is known about it.
    pub state: RwSignal<FileState>,
    /// Whether the browser keeps a copy of it.
    pub kept: RwSignal<bool>,
    /// How the search for its keys has ended.
    pub search: RwSignal<kernel::keys::Search>,
    /// Describes the file in whose place it is, if it is in one's.
    pub former: RwSignal<Option<String>>,
    /// Its first rows, until its table is shown as its profile reads it.
    pub first_rows: RwSignal<Option<Arc<FirstRows>>>,
}

/// What is known about a file.
#[derive(Clone, Debug, PartialEq)]
pub enum FileState {
    /// It waits for the kernel.
    Waiting,
    /// The kernel profiles it.
    Reading,
    /// The kernel has profiled it; `Profile::error` may say that it could not be read.
    Ready(Arc<Profile>),
    /// It could not be mounted, with the reason.
    Failed(String),
    /// It is a wheel whose package is installed.
    Installed(Arc<Facts>),
    /// It is a wheel that the session names and that is not installed, with the reason.
    NotInstalled(NamedWheel, String),
}

/// A wheel that a session names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedWheel {
    /// The name of its file.
    pub file: String,
    /// The package's name.
    pub name: String,
    /// The package's version.
    pub version: String,
    /// SHA-256 of the wheel in hexadecimal.
    pub sha256: String,
}

/// A question to the user about wheels.
#[derive(Clone, Debug, PartialEq)]
pub enum WheelQuestion {
    /// Whether this one is to be installed.
    Install {
        /// What is in it.
        facts: Arc<Facts>,
        /// How it compares to a wheel that the session names, as a sentence; empty if it names none
        /// like it.
        note: String,
    },
    /// Whether code is to run although these are not installed.
    Missing(Vec<NamedWheel>),
}

/// The user's answer to a [`WheelQuestion`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelVerdict {
    /// Install it; or run the code without.
    Accept,
    /// Do not.
    Decline,
}

/// The kernel's state.
#[derive(Clone, Debug, PartialEq)]
pub enum KernelState {
    /// It is being loaded.
    Loading(Progress),
    /// It waits for code.
    Idle,
    /// It runs code.
    Busy,
    /// It fetches these packages, which the code needs.
    Fetching(String),
    /// It cannot be started, with the reason and what to do.
    Failed(String),
}

/// What code may use, as the user chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Seconds of one execution; 0 for no limit.
    pub seconds: u32,
    /// Bytes of Python's memory from the next start on; 0 for as much as the browser allows.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        // Twice the time that comparable products allow, since plots of big files are slow.
        Self { seconds: 60, memory: 2 << 30 }
    }
}

/// Code of a lost interpreter that can be run again, is running again, or has run again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rerun {
    /// The notice that offers it; 0 if nothing is offered.
    pub notice: Id,
    /// How many pieces of code there are.
    pub pieces: usize,
    /// Which of them runs, from 1.
    pub running: Option<usize>,
    /// How it ended, as a sentence.
    pub ended: Option<String>,
}

/// What the model may see of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// Everything printed, capped.
    Printed,
    /// Each tool result is shown to the user before it is sent.
    Ask,
    /// Columns, types, counts and errors without cell values.
    Shape,
}

/// Returns how a choice of what the model may see is offered.
pub fn choice_name(disclosure: Disclosure) -> &'static str {
    match disclosure {
        Disclosure::Printed => words::session_everything_printed(),
        Disclosure::Ask => words::session_ask_me_first(),
        Disclosure::Shape => words::session_column_info_only(),
    }
}

/// What waits for consent.
#[derive(Clone, Debug, PartialEq)]
pub enum Consent {
    /// A tool result.
    Result {
        /// Exactly the text that would be sent.
        text: String,
        /// How many pictures would be sent with it.
        images: usize,
        /// The text that is sent instead if the user declines.
        instead: String,
    },
    /// Before the first question, that everything printed goes to a model elsewhere.
    Printed {
        /// The model, and where it runs.
        model: String,
        /// The file that the example is from; empty without one.
        file: String,
        /// Some values of the file, as code prints them.
        example: String,
    },
}

/// The user's answer to a [`Consent`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Send it.
    Send,
    /// Send only the shape.
    Shape,
    /// End the turn.
    Stop,
}

/// Something the user should know.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The notice's id.
    pub id: Id,
    /// What happened and what to do.
    pub text: String,
    /// Whether it is a problem rather than news.
    pub problem: bool,
}
