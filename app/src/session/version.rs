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
            Self::Absent => words::version_the_server_cannot_be(),
            Self::Asked => words::version_asking_the_server(),
            Self::StillAbsent => words::version_the_server_still_cannot(),
        }
    }
}
