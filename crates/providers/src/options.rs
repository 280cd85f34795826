//! What a codec has to know of a provider and its model.

/// The options of a provider and its model. Start with [`Options::of`], which knows the usual
/// hosts, and change what is configured otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The provider's name of the model, which replaces that of the request.
    pub model: String,
    /// Whether the model understands images. If not, a note replaces them.
    pub images: bool,
    /// Whether to ask for the usage at the end of a stream. Some servers of Chat Completions refuse
    /// a request that does. The other wires always report it.
    pub usage: bool,
    /// Whether the limit of tokens is called `max_completion_tokens`, as newer models of OpenAI's
    /// demand, which refuse `max_tokens`; other servers of Chat Completions know only the latter.
    pub completion_limit: bool,
    /// Whether the model is a small one: it is asked without randomness, and for no more tokens
    /// than a program needs, since such models may repeat themselves without end.
    pub small: bool,
    /// The most tokens of one answer that the model can write, if known. Anthropic demands a
    /// limit, see [`crate::DEFAULT_MAX_TOKENS`].
    pub max_output: Option<u32>,
    /// Whether the model is set up as one that thinks before it answers. It is then asked for what
    /// the provider demands back, and on Anthropic to think even if a request does not say how
    /// much.
    pub reasoning: bool,
    /// Whether the model refuses `temperature`, `top_p` and penalties, as the reasoning models of
    /// OpenAI's and Claude since 4.7 do.
    pub fixed_sampling: bool,
    /// How reasoning is returned by Chat Completions. The other wires always return what came by
    /// them.
    pub reasoning_return: ReasoningReturn,
    /// Whether Chat Completions returns the `extra_content` of calls. Gemini demands it; others
    /// refuse fields that they do not know.
    pub call_extra: bool,
    /// How a model is asked to think by Anthropic Messages.
    pub thinking: Thinking,
    /// Whether to set marks for the provider's cache by Anthropic Messages, which make the parts of
    /// a conversation that repeat cheaper. The other wires have caches that need none.
    pub caching: bool,
    /// Whether the server is Mistral's: the seed is called `random_seed`, and ids of calls have
    /// nine letters or digits.
    pub mistral: bool,
}

/// How Chat Completions returns a model's reasoning with the conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReasoningReturn {
    /// Not at all. Local servers and OpenAI ignore it or refuse it.
    #[default]
    None,
    /// As `reasoning_details`, unchanged, as OpenRouter demands.
    Details,
    /// As text in `reasoning_content` of every message with calls, as DeepSeek and Kimi demand.
    Content,
}

/// How a model is asked to think by Anthropic Messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// As much as it sees fit, with an effort: Claude 4.6 and later.
    #[default]
    Adaptive,
    /// With a budget of tokens: Claude 3.7 to 4.5, and models of others.
    Budget,
    /// Not at all: Claude 3.5 and earlier.
    Never,
}

/// The most tokens of a small model's answer.
const SMALL_ANSWER: u32 = 1_200;

impl Options {
    /// Returns the limit of tokens of an answer by a small model.
    pub(crate) fn small_limit(&self) -> Option<u32> {
        self.small.then_some(SMALL_ANSWER)
    }
}
