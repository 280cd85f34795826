//! The settings of a session, as events name them.

use serde::{Deserialize, Serialize};

/// A setting with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Setting {
    /// The model that answers.
    Model {
        /// Its name.
        value: String,
    },
    /// What a model may see.
    Disclosure {
        /// The mode.
        value: Disclosure,
    },
    /// Seconds that one execution may take; 0 for no limit.
    Seconds {
        /// The number.
        value: u32,
    },
    /// Bytes of Python's memory; 0 for as much as the browser allows.
    Memory {
        /// The number.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        value: u64,
    },
    /// A model that was found to write code blocks instead of tool calls.
    WritesBlocks {
        /// Its name.
        value: String,
    },
    /// How random the model's answers are.
    Temperature {
        /// The temperature; none for the model's default.
        value: Option<f64>,
    },
    /// How much the model thinks before it answers.
    Effort {
        /// The effort; none for the model's default.
        #[cfg_attr(
            feature = "typescript",
            ts(
                type = "\"none\" | \"minimal\" | \"low\" | \"medium\" | \"high\" | \"xhigh\" | null"
            )
        )]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        value: Option<chat::Effort>,
    },
    /// How many replies of a turn may run code.
    Steps {
        /// The number; none for the page's default.
        value: Option<u32>,
    },
    /// What the user adds to the system prompt.
    Instructions {
        /// The text; empty for nothing.
        value: String,
    },
}

/// What a model may see of an outcome, from least to most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Disclosure {
    /// Columns, types, counts and errors without cell values.
    Shape,
    /// Everything printed, after the user has seen it and agreed.
    Ask,
    /// Everything printed, capped.
    Printed,
}
