//! What a codec has to know of a provider and its model, and what is known of the usual hosts.

/// The options of a provider and its model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The provider's name of the model, which replaces that of the request.
    pub model: String,
    /// Whether the model understands images. If not, a note replaces them.
    pub images: bool,
    /// Whether to ask for the usage at the end of a stream. Some servers of Chat Completions refuse a request that
    /// does. The other wires always report it.
    pub usage: bool,
    /// Whether the limit of tokens is called `max_completion_tokens`, as newer models of OpenAI's demand,
    /// which refuse `max_tokens`; other servers of Chat Completions know only the latter.
    pub completion_limit: bool,
    /// Whether the model is a small one: it is asked without randomness, and for no more tokens than a program
    /// needs, since such models may repeat themselves without end.
    pub small: bool,
    /// The most tokens of one answer that the model can write, where known. Anthropic demands a limit, see
    /// [`crate::DEFAULT_MAX_TOKENS`].
    pub max_output: Option<u32>,
    /// Whether the model refuses `temperature`, `top_p` and penalties, as the reasoning models of OpenAI's do.
    pub fixed_sampling: bool,
    /// How reasoning is returned by Chat Completions. The other wires always return what came by them.
    pub reasoning_return: ReasoningReturn,
    /// How a model of Anthropic's is asked to think.
    pub thinking: Thinking,
    /// Whether to set marks for the provider's cache, which make the parts of a conversation that repeat cheaper.
    pub caching: bool,
    /// Whether the seed is called `random_seed`, as Mistral names it.
    pub random_seed: bool,
}

/// How Chat Completions returns a model's reasoning with the conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReasoningReturn {
    /// Not at all. Local servers and OpenAI ignore it or refuse it.
    #[default]
    None,
    /// As `reasoning_details`, unchanged, as OpenRouter demands.
    Details,
    /// As text in `reasoning_content`, with the tool calls of the turn that is not finished, as DeepSeek and Kimi demand.
    Content,
}

/// How a model of Anthropic's is asked to think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// As much as it sees fit, with an effort: Claude 4.6 and later.
    #[default]
    Adaptive,
    /// With a budget of tokens: Claude 3.7 to 4.5.
    Budget,
    /// Not at all: Claude 3.5 and earlier.
    Never,
}
