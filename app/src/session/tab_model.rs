//! A model from a file in this tab: what `web/local_model` says of it, in words, and what the
//! user can do.

use providers::open_models::size;
use serde::Deserialize;
use text::{format, visible};

/// What the menu shows of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TabModel {
    /// Where the tab is with it; none while its module is not there.
    pub state: Option<TabState>,
    /// The name of the model that was loaded last, if its file can be opened again.
    pub last: Option<String>,
    /// The models that the operator offers, and those of which this browser has a copy.
    pub offers: Vec<TabOffer>,
    /// What has come of an act since, and whether it is a problem.
    pub said: Option<(String, bool)>,
    /// The device's memory in bytes, if the browser says it.
    pub memory: Option<f64>,
}

/// Where the tab is with a model; `State` in `web/types/local_model.ts`, as `watch` has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum TabState {
    /// There is none.
    None {
        /// Why not, as a sentence; empty without a reason.
        problem: String,
    },
    /// It is downloaded.
    Downloading(Transfer),
    /// The copy of it is compared with its hash.
    Comparing(Transfer),
    /// Its file is read.
    Checking {
        /// The name of the file.
        name: String,
    },
    /// It can be loaded.
    Checked(Candidate),
    /// It is being loaded.
    Loading(Candidate),
    /// It is loaded.
    Ready {
        /// Its id.
        id: String,
        /// Its name.
        label: String,
        /// About how much memory it needs, in bytes.
        memory: f64,
        /// How many threads compute it.
        threads: u32,
    },
}

/// What has come of a model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Transfer {
    label: String,
    come: u64,
    bytes: u64,
}

/// A model that can be loaded.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Candidate {
    label: String,
    architecture: String,
    parameters: f64,
    /// Of all files, in bytes.
    size: u64,
    window: u64,
    /// An estimate, in bytes.
    memory: f64,
}

/// A model that the operator offers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TabOffer {
    name: String,
    label: String,
    bytes: u64,
    /// Whether this browser has a copy.
    kept: bool,
}

/// What the user can do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TabAct {
    /// Choose a file.
    Choose,
    /// Load the last model again.
    Again,
    /// Forget the last model.
    Forget,
    /// Get the offered model of this name.
    Get(String),
    /// Delete the copy of it.
    ForgetCopy(String),
    /// Load the model that was checked.
    Load,
    /// End what is under way.
    Cancel,
    /// Remove the model that is loaded.
    Remove,
    /// Try every exit of its frame.
    TryExits,
}

/// A button of the menu.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TabButton {
    /// What it does.
    pub act: TabAct,
    /// Its text.
    pub words: String,
    /// Its name, if the text does not say enough.
    pub label: String,
    /// Its classes.
    pub class: &'static str,
}

impl TabAct {
    /// Returns its name in test ids.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Choose => "choose",
            Self::Again => "again",
            Self::Forget => "forget",
            Self::Get(_) => "offered",
            Self::ForgetCopy(_) => "forget-copy",
            Self::Load => "load",
            Self::Cancel => "cancel",
            Self::Remove => "remove",
            Self::TryExits => "exits",
        }
    }

    fn button(self, class: &'static str, words: impl Into<String>) -> TabButton {
        let words = words.into();
        TabButton { act: self, label: words.clone(), words, class }
    }
}

impl TabModel {
    /// Says where the tab is with the model, and whether that is a problem.
    pub fn status(&self) -> (String, bool) {
        if let Some((words, problem)) = &self.said {
            return (visible(words), *problem);
        }
        let come = |doing: &str, Transfer { label, come, bytes }: &Transfer| {
            words::tab_model_of(&size(*come), &doing, &visible(label), &size(*bytes))
        };
        let words = match &self.state {
            None => String::new(),
            Some(TabState::None { problem }) => return (visible(problem), !problem.is_empty()),
            Some(TabState::Downloading(transfer)) => come(words::tab_model_downloading(), transfer),
            Some(TabState::Comparing(transfer)) => come(words::tab_model_checking(), transfer),
            Some(TabState::Checking { name }) => words::tab_model_reading(&visible(name)),
            Some(TabState::Checked(candidate)) => candidate.words(self.memory),
            Some(TabState::Loading(Candidate { label, size: bytes, .. })) => {
                words::tab_model_loading(&visible(label), &size(*bytes))
            }
            Some(TabState::Ready { label, memory, threads, .. }) => {
                let threads = words::tab_model_threads(u64::from(*threads));
                let memory = memory_words(*memory);
                words::tab_model_is_loaded_with_and(&visible(label), &memory, &threads)
            }
        };
        (words, false)
    }

    /// Returns what the user can do now.
    pub fn buttons(&self) -> Vec<TabButton> {
        const MAIN: &str = "button is-main";
        const PLAIN: &str = "button";
        const QUIET: &str = "button is-quiet";
        match &self.state {
            None | Some(TabState::Checking { .. }) => Vec::new(),
            Some(TabState::None { problem }) => {
                let last = self.last.as_ref().filter(|_| problem.is_empty());
                let again = |label: &String| {
                    TabAct::Again.button(MAIN, words::tab_model_load_again(&visible(label)))
                };
                let mut buttons: Vec<TabButton> = last.map(again).into_iter().collect();
                buttons.push(TabAct::Choose.button(PLAIN, words::tab_model_choose_a_model_file()));
                buttons.extend(
                    last.map(|_| TabAct::Forget.button(QUIET, words::tab_model_forget_it())),
                );
                for TabOffer { name, label, bytes, kept } in &self.offers {
                    let (label, size) = (visible(label), size(*bytes));
                    let get =
                        if *kept { words::tab_model_choose() } else { words::tab_model_download() };
                    buttons.push(
                        TabAct::Get(name.clone()).button(PLAIN, format!("{get} {label}, {size}")),
                    );
                    if *kept {
                        let button = TabAct::ForgetCopy(name.clone())
                            .button(QUIET, words::tab_model_delete_the_copy());
                        let label = words::tab_model_delete_the_copy_of(&label);
                        buttons.push(TabButton { label, ..button });
                    }
                }
                buttons
            }
            Some(TabState::Downloading(_) | TabState::Comparing(_) | TabState::Loading(_)) => {
                vec![TabAct::Cancel.button(PLAIN, words::tab_model_cancel())]
            }
            Some(TabState::Checked(Candidate { label, .. })) => vec![
                TabAct::Load.button(MAIN, words::tab_model_load(&visible(label))),
                TabAct::Choose.button(QUIET, words::tab_model_choose_another_file()),
            ],
            Some(TabState::Ready { label, .. }) => vec![
                TabAct::Remove.button(PLAIN, words::tab_model_remove(&visible(label))),
                TabAct::TryExits.button(QUIET, words::tab_model_try_every_exit_of()),
            ],
        }
    }
}

impl Candidate {
    /// Says what the model is and needs, on a device with so much memory.
    fn words(&self, device: Option<f64>) -> String {
        let Self { label, architecture, parameters, size: bytes, window, memory } = self;
        let parameters = if *parameters >= 1e9 {
            words::tab_model_billion(&format_args!("{:.1}", parameters / 1e9))
        } else {
            words::tab_model_million(&format_args!("{:.0}", parameters / 1e6))
        };
        let little = if device.is_some_and(|device| device < *memory) {
            words::tab_model_this_device_may_have()
        } else {
            ""
        };
        words::tab_model_parameters_with_a_window(
            &visible(architecture),
            &visible(label),
            &little,
            &memory_words(*memory),
            &parameters,
            &size(*bytes),
            &format::count(*window),
        )
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate in bytes")]
fn memory_words(bytes: f64) -> String {
    size(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::{TabModel, TabOffer, TabState};

    fn model(state: &str) -> TabModel {
        let state: TabState = serde_json::from_str(state).unwrap();
        TabModel { state: Some(state), ..TabModel::default() }
    }

    fn names(model: &TabModel) -> Vec<&'static str> {
        model.buttons().iter().map(|button| button.act.name()).collect()
    }

    #[test]
    fn each_state_is_said_with_what_can_be_done() {
        let candidate = r#""label":"tiny","architecture":"llama","parameters":35000000,"size":36000000,"window":1024,"memory":1.2e9"#;
        let cases = [
            (r#"{"is":"none","problem":""}"#.to_owned(), "", vec!["choose"]),
            (r#"{"is":"none","problem":"It is long."}"#.to_owned(), "It is long.", vec!["choose"]),
            (
                r#"{"is":"downloading","label":"tiny","come":18000000,"bytes":36000000}"#
                    .to_owned(),
                "Downloading tiny: 18 MB of 36 MB",
                vec!["cancel"],
            ),
            (
                r#"{"is":"comparing","label":"tiny","come":0,"bytes":36000000}"#.to_owned(),
                "Checking tiny: 1 MB of 36 MB",
                vec!["cancel"],
            ),
            (r#"{"is":"checking","name":"a\u202eb"}"#.to_owned(), "Reading a⟨U+202E⟩b…", vec![]),
            (
                format!(r#"{{"is":"checked",{candidate}}}"#),
                "tiny: llama, 35 million parameters, 36 MB. With a window of 1,024 tokens it needs about 1.2 GB of memory.",
                vec!["load", "choose"],
            ),
            (format!(r#"{{"is":"loading",{candidate}}}"#), "Loading tiny, 36 MB…", vec!["cancel"]),
            (
                r#"{"is":"ready","id":"this tab/tiny","label":"tiny","memory":1.2e9,"threads":1}"#
                    .to_owned(),
                "tiny is loaded, with one thread and about 1.2 GB of memory.",
                vec!["remove", "exits"],
            ),
        ];
        for (state, status, buttons) in cases {
            let model = model(&state);
            assert_eq!(
                (model.status(), names(&model)),
                ((status.to_owned(), status == "It is long."), buttons)
            );
        }
        let checked = model(&format!(r#"{{"is":"checked",{candidate}}}"#));
        let small = TabModel { memory: Some(1e9), ..checked };
        assert!(
            small
                .status()
                .0
                .ends_with("too little: close other tabs first, or choose a smaller model.")
        );
    }

    #[test]
    fn what_was_loaded_and_what_is_offered_can_be_loaded() {
        let offer = |name: &str, kept| TabOffer {
            name: format!("{name}.gguf"),
            label: name.to_owned(),
            bytes: 36_000_000,
            kept,
        };
        let offers = vec![offer("one", false), offer("two", true)];
        let model = TabModel {
            last: Some("tiny".to_owned()),
            offers,
            ..model(r#"{"is":"none","problem":""}"#)
        };
        let words: Vec<(String, String)> =
            model.buttons().into_iter().map(|button| (button.words, button.label)).collect();
        let same = |words: &str| (words.to_owned(), words.to_owned());
        let expected = [
            same("Load tiny again"),
            same("Choose a model file"),
            same("Forget it"),
            same("Download one, 36 MB"),
            same("Choose two, 36 MB"),
            ("Delete the copy".to_owned(), "Delete the copy of two in this browser".to_owned()),
        ];
        assert_eq!(words, expected);
        let failed =
            TabModel { state: Some(TabState::None { problem: "No.".to_owned() }), ..model };
        assert_eq!(names(&failed), ["choose", "offered", "offered", "forget-copy"]);
    }
}
