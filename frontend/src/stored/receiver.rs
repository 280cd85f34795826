//! Who receives a session's turns outside of this page, see `web/embedding`. Knows nothing of
//! what a turn is.

use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::File;

#[wasm_bindgen]
extern "C" {
    /// The page around this one, where it receives the session's turns.
    #[derive(Clone)]
    pub(crate) type Receiver;

    /// Returns its name for the ledger; none where it receives nothing any more.
    #[wasm_bindgen(method)]
    pub(super) fn to(this: &Receiver) -> Option<String>;

    /// Hands it a complete turn as JSON.
    #[wasm_bindgen(method)]
    pub(super) fn send(this: &Receiver, turn: &str);

    /// Says that a file was added.
    #[wasm_bindgen(method, js_name = fileAdded)]
    fn file_added(this: &Receiver, file: &File, name: &str);
}

/// What a session has for its receiver. Without one, its turns stay here.
#[derive(Default)]
pub(super) struct Receiving {
    receiver: Option<Receiver>,
    /// The files that were added before there was one.
    earlier: Vec<(File, String)>,
}

impl Receiving {
    /// Sets who receives the turns from now on; it learns of the files that were added before.
    pub(super) fn set(&mut self, to: Receiver) {
        for (file, name) in self.earlier.drain(..) {
            to.file_added(&file, &name);
        }
        self.receiver = Some(to);
    }

    /// Returns who receives them.
    pub(super) fn receiver(&self) -> Option<&Receiver> {
        self.receiver.as_ref()
    }

    /// Says that a file was added.
    pub(super) fn file_added(&mut self, file: &File, name: &str) {
        match &self.receiver {
            Some(to) => to.file_added(file, name),
            None => self.earlier.push((file.clone(), name.to_owned())),
        }
    }
}
