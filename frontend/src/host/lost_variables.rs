//! The variables that were lost with an interpreter: the code that made them, and whether a model
//! knows.

use std::cell::{Cell, RefCell};

/// What the interpreter that was lost last had.
#[derive(Default)]
pub(super) struct LostVariables {
    /// The code that succeeded in it, which the user can run again.
    cells: RefCell<Vec<String>>,
    /// Whether a model may still rely on the variables.
    unreported: Cell<bool>,
}

impl LostVariables {
    /// Records a loss. An interpreter in which no code succeeded leaves the code of an earlier one.
    pub(super) fn record(&self, cells: Vec<String>) {
        self.unreported.set(true);
        if !cells.is_empty() {
            self.cells.replace(cells);
        }
    }

    /// Returns the code to run again.
    pub(super) fn cells(&self) -> Vec<String> {
        self.cells.borrow().clone()
    }

    /// Returns whether variables were lost since the last call.
    pub(super) fn take_unreported(&self) -> bool {
        self.unreported.take()
    }
}
