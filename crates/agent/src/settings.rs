//! The limits of a turn, and how it treats models that write code blocks instead of tool calls.

use chat::Tool;

use crate::{arguments, canonical};

/// A parser of the arguments of a call of the tool. Returns the text of a JSON object, which the
/// driver and the transcript get, or a sentence for the model that says what is wrong and what is
/// expected.
pub type ReadArguments = fn(tool: &Tool, arguments: &str) -> Result<String, String>;

/// The limits and the tools of a turn.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Maximum number of answers of the model that may run tools. After that the model is asked
    /// once more, without tools, to answer with what it has.
    pub max_steps: usize,
    /// Maximum duration of the turn, in milliseconds.
    pub max_wall_ms: f64,
    /// Maximum number of tokens, input and output of all calls together; unlimited if `None`.
    pub max_tokens: Option<u64>,
    /// How many times the same call may be made and fail before the turn ends. Code that has failed
    /// does not run again: the call is answered with its failure, and with what
    /// [`crate::ToolReply::if_repeated`] says.
    pub max_repeats: usize,
    /// Returns code in the form in which programs that do the same are equal, whatever their spaces
    /// and comments.
    pub canonical: fn(code: &str) -> String,
    /// The tools that exist.
    pub tools: Vec<Tool>,
    /// The parser of arguments; [`crate::strict`] requires JSON that has every required property.
    pub read: ReadArguments,
    /// What a fenced code block means.
    pub fenced: Fenced,
    /// Whether each answer is reviewed by the driver before it ends the turn; see
    /// [`crate::Step::Review`].
    pub review: bool,
}

impl Settings {
    /// Creates settings with the default limits: 8 steps, 10 minutes, no token limit, 4 repeats;
    /// code blocks are only text; programs are the same that differ in white space alone.
    pub fn new(tools: Vec<Tool>) -> Self {
        Self {
            max_steps: 8,
            max_wall_ms: 600_000.0,
            max_tokens: None,
            max_repeats: 4,
            canonical: canonical::normalised,
            tools,
            read: arguments::strict,
            fenced: Fenced::never(),
            review: false,
        }
    }
}

/// When and how a fenced code block is taken as a tool call.
#[derive(Clone, Debug)]
pub struct Fenced {
    /// When it is taken as one.
    pub mode: FencedMode,
    /// Info strings that mark such a block, in lower case. The empty one stands for blocks without
    /// a language, which count only in [`FencedMode::Always`] and only if a reply has no block
    /// with a language.
    pub languages: Vec<String>,
    /// The tool that is called.
    pub tool: String,
    /// Its argument that takes the code.
    pub argument: String,
    /// Completes a block's code if models leave something out, with the setup.
    pub complete: fn(code: &str, setup: &str) -> String,
    /// What the code may take for granted until some code of the turn has succeeded.
    pub setup: String,
    /// The note to the model after the result of a block that succeeded.
    pub after_success: String,
    /// The note to the model after the result of a block that failed.
    pub after_failure: String,
    /// The question again, for after a result that is long; nothing is added if it is empty.
    pub again: String,
    /// The message to the model about a reply that is neither a call that can be parsed nor an
    /// answer.
    pub instead: String,
}

impl Fenced {
    /// Returns settings under which code blocks are only text.
    pub fn never() -> Self {
        Self {
            mode: FencedMode::Never,
            languages: Vec::new(),
            tool: String::new(),
            argument: String::new(),
            complete: |code, _| code.to_owned(),
            setup: String::new(),
            after_success: String::new(),
            after_failure: String::new(),
            again: String::new(),
            instead: String::new(),
        }
    }
}

/// Whether a fenced code block is a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FencedMode {
    /// Tools are offered, and a reply without a tool call but with a block may be one; see
    /// [`crate::Turn`].
    Auto,
    /// Tools are not offered; blocks are the only way to call.
    Always,
    /// A block is only text.
    Never,
}
