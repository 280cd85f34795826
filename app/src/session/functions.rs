//! Functions that the user has saved for all sessions: what Python finds in code, which of them are
//! defined before which code, and what their dialogs and the steps show. Knows neither how code
//! runs nor where they are stored.

mod definitions;
mod description;
mod dialogs;
mod names;

use serde::{Deserialize, Serialize};

pub use self::definitions::{Definers, headings, mentioned};
pub use self::description::{Description, Found, normalised, proposals, summary};
pub use self::dialogs::{Edited, FunctionEdit, FunctionList, Savable};

/// A saved function; `SavedFunction` in `web/types/storage.ts`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedFunction {
    /// Its name.
    pub name: String,
    /// Its name and parameters, without the values of defaults.
    pub signature: String,
    /// Its docstring.
    pub docstring: String,
    /// Imports, and one definition.
    pub source: String,
    /// The global names that it needs and does not import.
    pub names: Vec<String>,
    /// When it was saved first, in milliseconds since 1970.
    pub created: f64,
    /// When it was saved last.
    pub changed: f64,
    /// The id of the session that it was saved in; empty if there was none.
    pub session: String,
}

/// Returns the function of this name.
pub fn find<'a>(saved: &'a [SavedFunction], name: &str) -> Option<&'a SavedFunction> {
    saved.iter().find(|one| one.name == name)
}
