//! The colour scheme of the page.

/// What the user has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The scheme of the system, as it is at any time.
    #[default]
    System,
    /// Light, always.
    Light,
    /// Dark, always.
    Dark,
}

impl Theme {
    /// All of them, as they are offered.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Returns how it is offered.
    pub fn label(self) -> &'static str {
        match self {
            Self::System => words::theme_system(),
            Self::Light => words::theme_light(),
            Self::Dark => words::theme_dark(),
        }
    }

    /// Returns its name in the document and in the browser's storage; none for the system's.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }

    /// Returns the one with this name, else the system's.
    pub fn from_word(word: Option<&str>) -> Self {
        Self::ALL.into_iter().find(|theme| theme.word() == word).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Theme;

    #[test]
    fn a_stored_name_is_read_as_the_theme_that_has_it_and_any_other_as_that_of_the_system() {
        for theme in Theme::ALL {
            assert_eq!(Theme::from_word(theme.word()), theme);
        }
        assert_eq!(Theme::from_word(Some("purple")), Theme::System);
    }
}
