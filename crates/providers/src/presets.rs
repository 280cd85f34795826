//! What the documentation of the usual providers says of their deviations, by host and by name of
//! the model, as of November 2026. A server under another name says in its refusals which field it
//! does not take.

use crate::{Options, ReasoningReturn, Thinking};

impl Options {
    /// Returns the options for `model` at `host` (its name without a port), with the usage asked
    /// for and images shown.
    pub fn of(host: &str, model: &str) -> Self {
        let is = |domain: &str| {
            host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
        };
        let azure = is("openai.azure.com")
            || is("services.ai.azure.com")
            || is("cognitiveservices.azure.com");
        let openai = is("openai.com") || azure;
        let claude = claude_version(model);
        Self {
            model: model.to_owned(),
            images: true,
            // Mistral and Anthropic report it unasked; Mistral refuses to be asked.
            usage: !is("mistral.ai"),
            completion_limit: openai,
            reasoning: openai && thinks(model),
            fixed_sampling: (openai && thinks(model))
                || claude.is_some_and(|version| version >= (4, 7)),
            reasoning_return: if is("openrouter.ai") {
                ReasoningReturn::Details
            } else if is("deepseek.com") || is("moonshot.ai") || is("moonshot.cn") {
                ReasoningReturn::Content
            } else {
                ReasoningReturn::None
            },
            // A proxy under a name of its own may lead to Gemini too.
            call_extra: !(openai
                || ["mistral.ai", "groq.com", "deepseek.com", "moonshot.ai", "moonshot.cn"]
                    .into_iter()
                    .any(is)),
            thinking: match claude {
                Some(version) if version < (3, 7) => Thinking::Never,
                Some(version) if version >= (4, 6) => Thinking::Adaptive,
                _ => Thinking::Budget,
            },
            caching: true,
            mistral: is("mistral.ai"),
            ..Self::default()
        }
    }
}

/// Returns whether a model of OpenAI's thinks before it answers: o1 and later, GPT-5 and later
/// except their chat variants.
fn thinks(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let digits = |text: &str| {
        text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>().ok()
    };
    let series = name.strip_prefix('o').and_then(digits).is_some();
    let gpt = name.strip_prefix("gpt-").and_then(digits).is_some_and(|version| version >= 5);
    series || (gpt && !name.contains("-chat"))
}

/// Returns the version in a name of Claude: (4, 5) for `claude-haiku-4-5-20251001`, (3, 7) for
/// `claude-3-7-sonnet`. A name without one is taken for a current model.
pub(crate) fn claude_version(model: &str) -> Option<(u32, u32)> {
    let (_, name) = model.split_once("claude")?;
    // A date has more digits than a version.
    let mut numbers = name
        .split(['-', '.', '@', ':'])
        .map(|word| word.parse::<u32>().ok().filter(|_| word.len() < 3))
        .skip_while(Option::is_none);
    let major = numbers.next().flatten();
    Some(major.map_or((u32::MAX, 0), |major| (major, numbers.next().flatten().unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_claude_has_its_version() {
        for (name, version) in [
            ("claude-3-5-sonnet-20241022", Some((3, 5))),
            ("claude-3-opus-20240229", Some((3, 0))),
            ("claude-3-7-sonnet-latest", Some((3, 7))),
            ("claude-sonnet-4-20250514", Some((4, 0))),
            ("claude-haiku-4-5-20251001", Some((4, 5))),
            ("anthropic.claude-opus-4-6-v1", Some((4, 6))),
            ("anthropic/claude-opus-4.8", Some((4, 8))),
            ("claude-sonnet-5", Some((5, 0))),
            ("claude-mythos-preview", Some((u32::MAX, 0))),
            ("deepseek-chat", None),
        ] {
            assert_eq!(claude_version(name), version, "{name}");
        }
    }

    #[test]
    fn models_of_openais_that_think_are_recognised() {
        for (name, thinking) in [
            ("o3-mini", true),
            ("o4-mini", true),
            ("gpt-5-mini", true),
            ("gpt-5.2", true),
            ("gpt-6-astra", true),
            ("gpt-5-chat-latest", false),
            ("gpt-4o", false),
            ("omni-moderation-latest", false),
        ] {
            assert_eq!(thinks(name), thinking, "{name}");
        }
    }

    #[test]
    fn hosts_are_recognised_with_their_subdomains_only() {
        let check = |host: &str, limit: bool, back: ReasoningReturn, mistral: bool, extra: bool| {
            let Options { completion_limit, reasoning_return, mistral: is, call_extra, .. } =
                Options::of(host, "m");
            assert_eq!(
                (completion_limit, reasoning_return, is, call_extra),
                (limit, back, mistral, extra),
                "{host}"
            );
        };
        check("api.openai.com", true, ReasoningReturn::None, false, false);
        check("mine.openai.azure.com", true, ReasoningReturn::None, false, false);
        check("notopenai.com", false, ReasoningReturn::None, false, true);
        check("openrouter.ai", false, ReasoningReturn::Details, false, true);
        check("api.deepseek.com", false, ReasoningReturn::Content, false, false);
        check("api.mistral.ai", false, ReasoningReturn::None, true, false);
        check("generativelanguage.googleapis.com", false, ReasoningReturn::None, false, true);
        check("127.0.0.1", false, ReasoningReturn::None, false, true);
    }

    #[test]
    fn how_a_model_thinks_and_samples_follows_from_its_name() {
        for (host, model, thinking, fixed) in [
            ("api.anthropic.com", "claude-3-5-haiku-latest", Thinking::Never, false),
            ("api.anthropic.com", "claude-sonnet-4-5", Thinking::Budget, false),
            ("api.anthropic.com", "claude-sonnet-4-6", Thinking::Adaptive, false),
            ("api.anthropic.com", "claude-opus-5-5", Thinking::Adaptive, true),
            ("api.deepseek.com", "deepseek-flash", Thinking::Budget, false),
            ("api.openai.com", "gpt-5-mini", Thinking::Budget, true),
            ("api.openai.com", "gpt-4o", Thinking::Budget, false),
            ("openrouter.ai", "openai/gpt-5-mini", Thinking::Budget, false),
        ] {
            let options = Options::of(host, model);
            assert_eq!((options.thinking, options.fixed_sampling), (thinking, fixed), "{model}");
        }
    }
}
