//! What the page has done lately, as `events` lists it: types, ids, counts and states.
//!
//! Nothing of it can be the user's text: [`Happening`] is `Copy`, so that no variant can hold a
//! `String`, and its words are those of enums. What a file, a question, code or a key says has no
//! place here.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer};
use serde::{Deserialize, Serialize};

use crate::Status;

/// Something that has happened in the page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageEvent {
    /// Its number, from 1 and without gaps.
    pub n: u32,
    /// When, in milliseconds since the page was opened.
    pub at: f64,
    /// Which of the sessions that the page has opened, from 1; null for what belongs to none.
    pub session: Option<u32>,
    /// What it is about: a turn, an execution, a file, a notice or a drawing by its number; null
    /// if there is only one thing of the kind.
    pub id: Option<u32>,
    /// What has happened.
    #[serde(flatten)]
    pub what: Happening,
}

/// What has happened, and its counts and states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub enum Happening {
    /// The kernel is in another state.
    Kernel {
        /// The state.
        state: KernelWord,
    },
    /// Code begins to run, or to wait for the interpreter.
    ExecutionBegan {
        /// Whose code it is.
        author: AuthorWord,
    },
    /// Code has run.
    ExecutionEnded {
        /// How it ended.
        status: Status,
        /// How many results it showed.
        results: u32,
        /// How many files it wrote.
        files: u32,
    },
    /// A question was asked.
    TurnBegan {},
    /// A turn does something else than before.
    TurnPhase {
        /// What it does.
        phase: PhaseWord,
    },
    /// A turn is complete.
    TurnEnded {
        /// How it ended.
        end: TurnEnd,
        /// How many steps it has.
        steps: u32,
    },
    /// A request was written into the ledger, and leaves the page.
    RequestSent {
        /// The size of its body.
        bytes: u32,
    },
    /// Something else is known of a file: it is mounted, profiled, or gone.
    File {
        /// What.
        state: FileWord,
    },
    /// A result begins to be drawn in a frame.
    RenderBegan {
        /// What is drawn.
        kind: RenderKind,
    },
    /// The drawing of a result is over.
    RenderEnded {
        /// How.
        end: RenderEnd,
    },
    /// Records were handed to the browser's storage, and are there.
    Stored {
        /// How many.
        records: u32,
    },
    /// Records could not be stored.
    NotStored {
        /// How many.
        records: u32,
    },
    /// A notice is shown.
    NoticeShown {
        /// Whether it is a problem rather than news.
        problem: bool,
    },
    /// A notice was dismissed by the user, or is no longer so.
    NoticeDismissed {},
    /// A session is shown, restored, put to sleep, and so on.
    Session {
        /// What.
        state: SessionWord,
    },
    /// The service worker, or what the browser stores of the page, is in another state.
    Offline {
        /// The state.
        state: OfflineWord,
    },
}

/// Defines an enum of words, which are written in kebab case.
macro_rules! words {
    ($(#[$docs:meta])* $name:ident { $($(#[$variant_docs:meta])* $variant:ident,)* }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$variant_docs])* $variant,)*
        }
    };
}

words! {
    /// The states of a kernel.
    KernelWord {
        /// Python starts.
        Loading,
        /// A fresh interpreter starts in place of another one.
        Restarting,
        /// It waits for code.
        Idle,
        /// It runs code.
        Busy,
        /// It waits for a package.
        Fetching,
        /// It cannot be started.
        Failed,
        /// There is no interpreter, since the session is not shown and computes nothing.
        Asleep,
    }
}

words! {
    /// Whose code runs.
    AuthorWord {
        /// A model's.
        Model,
        /// The user's, or a script's.
        User,
        /// The page's own, which asks the interpreter about its state.
        Page,
    }
}

words! {
    /// What a turn does.
    PhaseWord {
        /// It waits for Python or for a file's profile.
        Waiting,
        /// The model is writing.
        Thinking,
        /// Python runs.
        Running,
        /// It waits for the user's consent.
        Consent,
        /// It is over.
        Over,
    }
}

words! {
    /// How a turn ended.
    TurnEnd {
        /// With an answer.
        Answered,
        /// It reached a limit.
        Limit,
        /// The user or a script stopped it.
        User,
        /// The model or the kernel failed.
        Error,
    }
}

words! {
    /// What is known of a file.
    FileWord {
        /// It waits for the kernel.
        Waiting,
        /// It is mounted, and being profiled.
        Reading,
        /// It has its profile.
        Ready,
        /// It could not be mounted or profiled.
        Failed,
        /// It was removed.
        Removed,
    }
}

words! {
    /// What is drawn in a frame, see `web/render/kinds.ts`.
    RenderKind {
        /// A figure of Plotly.
        Plotly,
        /// A figure of Vega-Lite.
        Vegalite,
        /// A figure of Vega.
        Vega,
        /// A chart as numbers.
        Chart,
        /// Laid-out markup.
        Html,
        /// A vector graphic.
        Svg,
        /// A formula.
        Mathml,
        /// A formula.
        Latex,
        /// Pages of a document.
        Pdf,
    }
}

words! {
    /// How the drawing of a result ended.
    RenderEnd {
        /// It is drawn, and its frame has its height.
        Drawn,
        /// It could not be drawn.
        Failed,
        /// It is not shown any more.
        Removed,
    }
}

words! {
    /// What happens to a session.
    SessionWord {
        /// The page has it now.
        Opened,
        /// What is stored of it is shown, if anything is.
        Restored,
        /// The page shows it.
        Shown,
        /// The page shows another one.
        Hidden,
        /// Its interpreter is ended until it is needed.
        Asleep,
        /// It is there again.
        Awake,
        /// Code of it runs again by itself, or its turns are exchanged.
        Held,
        /// That is over.
        Released,
    }
}

words! {
    /// The states of the service worker, and of what the browser stores for a visit without
    /// network.
    OfflineWord {
        /// A version is being stored.
        Installing,
        /// A version is stored as a whole.
        Installed,
        /// It takes over.
        Activating,
        /// It answers from now on.
        Activated,
        /// A version was not stored, or another one has taken its place.
        Redundant,
        /// Another version answers the requests of this page than before.
        Controlling,
        /// More files of the next visit are stored.
        FilesStored,
        /// The browser keeps nothing.
        Failed,
    }
}

impl Happening {
    /// Returns what the page's scripts report as a type and a state; none if it is nothing that
    /// they may report.
    #[must_use]
    pub fn reported(kind: &str, state: &str) -> Option<Self> {
        match kind {
            "render-began" => word(state).map(|kind| Self::RenderBegan { kind }),
            "render-ended" => word(state).map(|end| Self::RenderEnded { end }),
            "offline" => word(state).map(|state| Self::Offline { state }),
            _ => None,
        }
    }
}

/// Returns the variant of this word.
fn word<T: DeserializeOwned>(word: &str) -> Option<T> {
    T::deserialize(IntoDeserializer::<Error>::into_deserializer(word)).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(what: Happening, expected: serde_json::Value) {
        let event = PageEvent { n: 7, at: 12.5, session: Some(1), id: None, what };
        let mut written = json!({ "n": 7, "at": 12.5, "session": 1, "id": null });
        let fields = expected.as_object().unwrap().clone();
        written.as_object_mut().unwrap().extend(fields);
        assert_eq!(serde_json::to_value(event).unwrap(), written);
        assert_eq!(serde_json::from_value::<PageEvent>(written).unwrap(), event);
    }

    #[test]
    fn an_event_has_a_type_and_data() {
        let state = KernelWord::Restarting;
        check(
            Happening::Kernel { state },
            json!({ "type": "kernel", "data": { "state": "restarting" } }),
        );
        check(Happening::TurnBegan {}, json!({ "type": "turn-began", "data": {} }));
        let ended = Happening::ExecutionEnded { status: Status::Killed, results: 2, files: 0 };
        let data = json!({ "status": "killed", "results": 2, "files": 0 });
        check(ended, json!({ "type": "execution-ended", "data": data }));
    }

    #[test]
    fn scripts_report_words_that_are_known_and_nothing_else() {
        for (kind, state, expected) in [
            ("render-began", "vegalite", Happening::RenderBegan { kind: RenderKind::Vegalite }),
            ("render-ended", "drawn", Happening::RenderEnded { end: RenderEnd::Drawn }),
            ("offline", "files-stored", Happening::Offline { state: OfflineWord::FilesStored }),
        ] {
            assert_eq!(Happening::reported(kind, state), Some(expected), "{kind} {state}");
        }
        for (kind, state) in [
            ("render-began", "a secret"),
            ("render-ended", "Drawn"),
            ("offline", ""),
            ("kernel", "idle"),
            ("stored", ""),
            ("session", "held"),
            ("notice-shown", "true"),
            ("a secret", "drawn"),
        ] {
            assert_eq!(Happening::reported(kind, state), None, "{kind} {state}");
        }
    }
}
