//! Why a wheel is not installed, in sentences for the user.

use thiserror::Error;

/// Why a wheel is not installed.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Refusal {
    /// The file's name is not one that wheels have.
    #[error(
        "{0:?} is not the name of a wheel, such as name-1.0-py3-none-any.whl. Give the file the name that it had \
         where it was published."
    )]
    FileName(String),
    /// It is another kind of file, or only a part of one.
    #[error(
        "The file is not a wheel, or only a part of one: {0}. Download it again from where it was published."
    )]
    Damaged(String),
    /// It was built for another runtime.
    #[error(
        "The wheel is for {0}, and this Python needs one that ends in py3-none-any.whl or \
         cp314-cp314-pyemscripten_2026_0_wasm32.whl. Look for such a file where it was published."
    )]
    Tags(String),
    /// It exceeds a bound.
    #[error("The wheel's {what} has {}, and {} is the most.", text::format::bytes(*bytes), text::format::bytes(*most))]
    TooLarge {
        /// What.
        what: &'static str,
        /// Its size.
        bytes: u64,
        /// The most that is possible.
        most: u64,
    },
    /// It has too many parts.
    #[error("The wheel has {0} parts, and {most} is the most.", most = crate::wheels::MAX_PARTS)]
    TooMany(usize),
    /// It has something that no honest wheel has.
    #[error("The wheel was not installed: {0}. Install only wheels from people whom you trust.")]
    Suspicious(String),
    /// It has code that Python would run without an import.
    #[error(
        "The wheel was not installed: Python would run its part {0} at every start, and an installation must run nothing."
    )]
    Startup(String),
    /// It has no module.
    #[error("The wheel was not installed: it has nothing that can be imported.")]
    Empty,
    /// It would take the place of something.
    #[error("The wheel was not installed: {0}, and a wheel must not take its place.")]
    Taken(String),
    /// A compiled file is for another system.
    #[error(
        "The wheel was not installed: its compiled file {0:?} is not WebAssembly. Look for a wheel whose name ends in \
         cp314-cp314-pyemscripten_2026_0_wasm32.whl where it was published."
    )]
    Foreign(String),
    /// It needs what the page's policy rules out.
    #[error(
        "The wheel was not installed: its compiled file {0:?} needs JavaScript's `eval`, which this page's policy rules \
         out. There is no way around it; use another package."
    )]
    Eval(String),
    /// A wheel of the same package is in the session.
    #[error(
        "{0} is installed already. Remove that wheel from the files and restart Python before you install another one."
    )]
    Installed(String),
}

#[cfg(feature = "wheels")]
impl Refusal {
    pub(crate) fn damaged(why: impl ToString) -> Self {
        let why = why.to_string();
        Self::Damaged(why.trim_end_matches('.').to_owned())
    }
}
