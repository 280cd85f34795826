//! What the menu of models shows beside the models.

use session::log::Usage;

/// What the menu shows beside the models.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelMenu {
    /// How often the models were asked for, of which the last time counts.
    pub asked: u32,
    /// Which time was answered.
    pub answered: u32,
    /// What the session has used; none if nothing is stored here.
    pub used: Option<Usage>,
    /// Whether the user is signed in, so that signing out is offered.
    pub signed_in: bool,
    /// Whether the sign-in is being ended.
    pub signing_out: bool,
    /// Whether that has failed.
    pub still_signed_in: bool,
}

impl ModelMenu {
    /// Returns whether an answer is expected.
    pub fn is_asking(&self) -> bool {
        self.asked != self.answered
    }

    /// Returns whether the models are known.
    pub fn is_listed(&self) -> bool {
        self.answered > 0
    }
}
