//! The system prompt.

use crate::Context;

/// The instructions that stand before the conversation.
pub fn system(context: &Context) -> String {
    format!("You analyse data with Python. {} files.", context.files.len())
}
