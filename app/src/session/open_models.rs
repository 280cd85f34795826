//! The dialog of open models: what can be used, and what is under way.

use providers::open_models::{Device, Listed, Listing, size};

/// What the dialog shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenModels {
    /// Whether it is open. What it has begun goes on when it is closed.
    pub shown: bool,
    /// The models, and where each is; none until they are listed.
    pub listing: Listing,
    /// The machine that a model would run on.
    pub device: Device,
    /// Whether a static host serves the page.
    pub exported: bool,
    /// What is under way.
    pub stage: Stage,
    /// Why the last attempt failed, as a sentence; empty if none did.
    pub problem: String,
}

/// What is under way with one model, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The user chooses.
    #[default]
    Choosing,
    /// The server fetches it; so many bytes have come.
    Fetching(String, u64),
    /// This browser gets it from the server, or reads its copy.
    Reading(String, u64),
    /// The engine loads it.
    Loading(String),
}

impl Stage {
    /// Returns the name of the model, if something is under way.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Choosing => None,
            Self::Fetching(name, _) | Self::Reading(name, _) | Self::Loading(name) => Some(name),
        }
    }
}

/// How a model can be used here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is there: one click loads it. The text is the button's.
    Use(String),
    /// The server fetches it first, with one click.
    Fetch(String),
    /// Its operator does, with this command.
    Command(String),
}

impl OpenModels {
    /// Returns how a model can be used.
    pub fn way(&self, listed: &Listed) -> Way {
        let Listed { model, modified, partial } = listed;
        if modified.is_some() {
            return Way::Use(words::open_models_use(&model.label));
        }
        if !self.listing.may_fetch {
            return Way::Command(format!("{} {}", providers::open_models::COMMAND, model.name));
        }
        Way::Fetch(if *partial > 0 {
            words::open_models_resume_the_download_of(&size(model.bytes), &size(*partial))
        } else {
            words::open_models_download_and_use_it(&size(model.bytes))
        })
    }

    /// Returns what is under way.
    pub fn progress(&self) -> Option<Progress> {
        let model = &self.listing.find(self.stage.name()?)?.model;
        let (doing, come) = match self.stage {
            Stage::Choosing => return None,
            Stage::Fetching(_, come) => (words::open_models_the_server_downloads(), Some(come)),
            Stage::Reading(_, come) => (words::open_models_this_browser_reads_and(), Some(come)),
            Stage::Loading(_) => (words::open_models_this_browser_loads(), None),
        };
        let doing = format!("{doing} {}", model.label);
        Some(Progress { doing, part: come.map(|come| (come, model.bytes)) })
    }
}

/// How far what is under way has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done, in words that do not change meanwhile.
    pub doing: String,
    /// The bytes that are done, and all; `None` if that is not known.
    pub part: Option<(u64, u64)>,
}

impl Progress {
    /// Returns how much is done in words; empty if that is not known.
    pub fn amount(&self) -> String {
        self.part
            .map(|(come, bytes)| words::open_models_of(&size(come), &size(bytes)))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn a_model_is_used_fetched_resumed_or_left_to_the_operator() {
        let of = |may_fetch, modified, partial| {
            let mut state = OpenModels { listing: Listing::of_all(), ..OpenModels::default() };
            state.listing.may_fetch = may_fetch;
            let listed = Listed { modified, partial, ..state.listing.models[0].clone() };
            state.way(&listed)
        };
        let command = Way::Command("insitu model get qwen2.5-coder-1.5b".to_owned());
        for (may_fetch, modified, partial, expected) in [
            (true, Some(1), 0, Way::Use("Use Qwen2.5-Coder 1.5B Instruct".to_owned())),
            (false, Some(1), 0, Way::Use("Use Qwen2.5-Coder 1.5B Instruct".to_owned())),
            (true, None, 0, Way::Fetch("Download 1.1 GB and use it".to_owned())),
            (
                true,
                None,
                430_000_000,
                Way::Fetch("Resume the download (430 MB of 1.1 GB are here)".to_owned()),
            ),
            (false, None, 0, command.clone()),
            (false, None, 430_000_000, command),
        ] {
            assert_eq!(
                of(may_fetch, modified, partial),
                expected,
                "{may_fetch} {modified:?} {partial}"
            );
        }
    }

    #[test]
    fn what_is_under_way_is_in_words() {
        let name = "qwen2.5-coder-1.5b".to_owned();
        for (stage, expected) in [
            (Stage::Choosing, None),
            (Stage::Fetching("gpt".to_owned(), 1), None),
            (
                Stage::Fetching(name.clone(), 5_000_000),
                Some(("The server downloads", "5 MB of 1.1 GB")),
            ),
            (
                Stage::Reading(name.clone(), 1_000_000_000),
                Some(("This browser reads and checks", "1.0 GB of 1.1 GB")),
            ),
            (Stage::Loading(name), Some(("This browser loads", ""))),
        ] {
            let state = OpenModels { listing: Listing::of_all(), stage, ..OpenModels::default() };
            let expected = expected.map(|(doing, amount)| {
                (format!("{doing} Qwen2.5-Coder 1.5B Instruct"), amount.to_owned())
            });
            let progress = state.progress();
            assert_eq!(
                progress.map(|progress| (progress.doing.clone(), progress.amount())),
                expected
            );
        }
    }
}
