//! Offers of another version of the page: a newer one, or the server's in place of the stored one.

/// The offers that are shown, the same for all sessions of the page. Each stays until the user
/// decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageVersions {
    /// Whether a newer version is ready.
    pub newer: bool,
    /// What is known of the server of a stored page; `None` if nothing is offered.
    pub server: Option<Server>,
    /// Whether there is no network.
    pub offline: bool,
}

/// What is known of the server of a stored page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// It could not be reached when the page was loaded.
    Absent,
    /// It is asked.
    Asked,
    /// It could not be reached when the user had it asked.
    StillAbsent,
}

impl Server {
    /// Describes it in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Absent => {
                "The server cannot be reached; this is the page as your browser has stored it. The built-in planner, a model in this tab or an endpoint of yours can answer."
            }
            Self::Asked => "Asking the server…",
            Self::StillAbsent => {
                "The server still cannot be reached. You can go on with the stored page."
            }
        }
    }
}
