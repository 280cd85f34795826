//! `[[model]]`: what clients may ask for, and what it can do.

use super::section::Section;

/// `[[model]]`: a model of a provider. What is `None` is read from its endpoint, if that says
/// it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What clients ask for and the page lists.
    pub id: String,
    /// The id of its provider.
    pub provider: String,
    /// The provider's name of it.
    pub name: String,
    /// What the page shows.
    pub label: String,
    /// How many tokens a request and its answer may have together.
    pub window: Option<u64>,
    /// How many tokens an answer may have.
    pub max_output: Option<u64>,
    /// Whether it calls tools.
    pub tools: Option<bool>,
    /// Whether it understands images.
    pub vision: Option<bool>,
    /// Whether it thinks before it answers, and takes an effort for that.
    pub reasoning: Option<bool>,
    /// Whether it keeps to a schema that is demanded of its answer.
    pub structured: Option<bool>,
    /// Whether fenced Python in its answers is run.
    pub fenced: Fenced,
    /// What it costs.
    pub price: Option<Price>,
    /// Whether it answers requests without a model; at most one does.
    pub default: bool,
    /// Whether clients may ask for it; otherwise it is a fallback only.
    pub offered: bool,
    /// The id of the model that answers if this one cannot.
    pub fallback: Option<String>,
}

/// Whether fenced Python in a model's answer is run as if it were a tool call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fenced {
    /// If the model turns out to write no tool calls.
    #[default]
    Auto,
    /// Always; the model is offered no tools.
    Always,
    /// Never.
    Never,
}

impl Fenced {
    /// Returns the word for it, in the configuration and for the page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// A price for a million tokens of each kind, in whichever currency the operator counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Tokens of requests.
    pub input: f64,
    /// Tokens of requests that the provider has cached; as much as the others unless set.
    pub cached_input: f64,
    /// Tokens of requests that the provider writes into its cache; as much as the others unless
    /// set.
    pub cache_write: f64,
    /// Tokens of answers.
    pub output: f64,
    /// The currency, for those who read it.
    pub currency: Currency,
}

/// A currency by its three letters, as ISO 4217 names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Currency([u8; 3]);

impl Currency {
    /// US dollars, in which most providers bill.
    pub const USD: Self = Self(*b"USD");

    /// Returns the currency of these three letters.
    pub(super) fn from_code(code: &str) -> Option<Self> {
        let code: [u8; 3] = code.as_bytes().try_into().ok()?;
        code.iter().all(u8::is_ascii_uppercase).then_some(Self(code))
    }

    /// Returns the three letters.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Model {
    /// Creates a model that is called the same everywhere, with nothing known of it.
    pub fn new(id: impl Into<String>, provider: impl Into<String>) -> Self {
        let id = id.into();
        Self {
            name: id.clone(),
            label: id.clone(),
            id,
            provider: provider.into(),
            window: None,
            max_output: None,
            tools: None,
            vision: None,
            reasoning: None,
            structured: None,
            fenced: Fenced::Auto,
            price: None,
            default: false,
            offered: true,
            fallback: None,
        }
    }
}

/// A model with the table that it was read from.
pub(super) type Read<'a> = (Section<'a>, Model);

const FENCED: [(&str, Fenced); 3] =
    [("auto", Fenced::Auto), ("always", Fenced::Always), ("never", Fenced::Never)];

/// The most tokens that a window may have.
const MAX_WINDOW_TOKENS: u64 = 1_000_000_000;

/// The longest id in bytes.
const MAX_ID_BYTES: usize = 200;

/// What Anthropic charges for a token that its cache takes, in prices of a token that is read.
/// Source: "Prompt caching" in the documentation of the Claude API, for entries of five minutes.
const ANTHROPIC_CACHE_WRITE: f64 = 1.25;

/// Reads the tables. One that cannot be used is reported and left out. `is_anthropic` says whether
/// the provider with an id speaks Anthropic Messages.
pub(super) fn read<'a>(
    sections: Vec<Section<'a>>,
    is_anthropic: &dyn Fn(&str) -> bool,
) -> Vec<Read<'a>> {
    let mut models: Vec<Read<'a>> = Vec::new();
    for section in sections {
        let model = one(&section, is_anthropic);
        section.finish();
        let Some(model) = model else { continue };
        if models.iter().any(|(_, other)| other.id == model.id) {
            section
                .problem("id", format!("`{}` is there twice; rename one of the models", model.id));
        } else {
            models.push((section, model));
        }
    }
    models
}

fn one(section: &Section<'_>, is_anthropic: &dyn Fn(&str) -> bool) -> Option<Model> {
    for key in ["id", "provider"] {
        if !section.has(key) {
            section.problem(key, "is missing; each model has an id and the id of its provider");
        }
    }
    let id = section.string("id").filter(|id| {
        let usable =
            id.len() <= MAX_ID_BYTES && !id.chars().any(|character| character.is_control());
        if !usable {
            section.problem(
                "id",
                format!(
                    "is longer than {MAX_ID_BYTES} bytes or has control characters; shorten it"
                ),
            );
        }
        usable
    });
    let provider = section.string("provider");
    let write_factor =
        if provider.as_deref().is_some_and(is_anthropic) { ANTHROPIC_CACHE_WRITE } else { 1.0 };
    let name = section.string("name");
    let label = section.string("label");
    let (window, max_output) = (
        section.integer("window", 256..=MAX_WINDOW_TOKENS),
        section.integer("max_output", 1..=MAX_WINDOW_TOKENS),
    );
    if let (Some(window), Some(most)) = (window, max_output)
        && most > window
    {
        section.problem(
            "max_output",
            format!("is larger than `window`, {window}; an answer is part of the window"),
        );
    }
    let mut model = Model {
        window,
        max_output,
        tools: section.boolean("tools"),
        vision: section.boolean("vision"),
        reasoning: section.boolean("reasoning"),
        structured: section.boolean("structured"),
        fenced: section.choice("fenced", &FENCED).unwrap_or_default(),
        price: price(&section.table("price"), write_factor),
        default: section.boolean("default").unwrap_or(false),
        offered: section.boolean("offered").unwrap_or(true),
        fallback: section.string("fallback"),
        ..Model::new(String::new(), String::new())
    };
    if model.default && !model.offered {
        section.problem(
            "default",
            "is true, though `offered` is false; a model that answers has to be offered",
        );
    }
    let (id, provider) = (id?, provider?);
    model.name = name.unwrap_or_else(|| id.clone());
    model.label = label.unwrap_or_else(|| id.clone());
    Some(Model { id, provider, ..model })
}

/// Reads a price; `write_factor` times the price of input is what a token costs that the cache
/// takes, unless the table says it.
fn price(section: &Section<'_>, write_factor: f64) -> Option<Price> {
    let input = section.number("input");
    let cached_input = section.number("cached_input");
    let cache_write = section.number("cache_write");
    let output = section.number("output");
    let currency = section.string("currency").and_then(|code| {
        let known = Currency::from_code(&code);
        if known.is_none() {
            section.problem(
                "currency",
                "is not a currency; it has the three letters of ISO 4217, as \"USD\" or \"EUR\"",
            );
        }
        known
    });
    section.finish();
    for key in ["input", "output"] {
        if section.exists() && !section.has(key) {
            section.problem(
                key,
                "is missing; a price has `input` and `output`, for a million tokens each",
            );
        }
    }
    let input = input?;
    let currency = currency.unwrap_or(Currency::USD);
    Some(Price {
        input,
        cached_input: cached_input.unwrap_or(input),
        cache_write: cache_write.unwrap_or(input * write_factor),
        output: output?,
        currency,
    })
}
