//! What a session consists of in the page: its signals, kernel, files and conversation. Knows nothing of turns.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use analyst::{Conversation, FencedMode};
use app::session::Session;

use crate::file_store::FileStore;
use crate::host::Host;
use crate::lazy_module::Reader;
use crate::planner::Exchange;
use crate::privacy::Privacy;
use crate::recorder::Recorder;
use crate::results::Views;

/// The state that turns and actions share.
pub(crate) struct SessionState {
    pub(crate) session: Session,
    pub(crate) host: Host,
    pub(crate) views: Views,
    pub(crate) store: FileStore,
    pub(crate) recorder: Recorder,
    pub(crate) reader: Reader,
    pub(crate) conversation: RefCell<Conversation>,
    /// Earlier questions and answers for the planner, whichever model answered.
    pub(crate) exchanges: RefCell<Vec<Exchange>>,
    /// How models call tools, by name, as far as it is known.
    pub(crate) fencing: RefCell<HashMap<String, FencedMode>>,
    pub(crate) privacy: Rc<Privacy>,
}
