//! What came of asking an endpoint for its models, and what to do, in plain words.

use super::address::Address;
use super::{LOCAL, LocalServer};

/// Why a request got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The browser does not say why.
    Blocked,
    /// The page's own policy.
    Policy,
    /// No answer came in time.
    Silent,
}

impl Reason {
    /// Returns the reason of that name.
    pub fn from_word(word: &str) -> Self {
        match word {
            "policy" => Self::Policy,
            "silent" => Self::Silent,
            _ => Self::Blocked,
        }
    }
}

/// What came of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// Whether the endpoint answers as it should.
    pub ok: bool,
    /// That as a sentence.
    pub sentence: String,
    /// What to do.
    pub advice: Vec<Advice>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What, as a sentence.
    pub text: String,
    /// The command or the setting for it.
    pub code: Option<String>,
}

impl Finding {
    /// Returns all of it as one text.
    pub fn text(&self) -> String {
        let mut text = self.sentence.clone();
        for Advice { text: what, code } in &self.advice {
            text += &match code {
                Some(code) => format!(" {what} ({code})"),
                None => format!(" {what}"),
            };
        }
        text
    }

    fn failed(sentence: String, advice: Vec<Advice>) -> Self {
        Self { ok: false, sentence, advice }
    }
}

fn advice(text: impl Into<String>) -> Advice {
    Advice { text: text.into(), code: None }
}

fn with_code(text: impl Into<String>, code: impl Into<String>) -> Advice {
    Advice { text: text.into(), code: Some(code.into()) }
}

/// Explains a request of a page with this origin that got no answer. Browsers report a server that
/// is not there and one that does not allow the page in the same way.
pub fn unanswered(address: &Address, reason: Reason, page: &str) -> Finding {
    let host = &address.host;
    match reason {
        Reason::Policy => Finding::failed(
            format!("This page may not connect to {host} yet."),
            vec![advice(
                "Choose “Change address” and continue: the page then loads with a policy that admits it.",
            )],
        ),
        Reason::Silent => Finding::failed(
            format!("{host} did not answer in time."),
            vec![advice("See whether it is overloaded, or still loads a model, and try again.")],
        ),
        Reason::Blocked => {
            let mut steps =
                if address.local { locally(address, page) } else { elsewhere(host, page) };
            if address.local && page.starts_with("https:") {
                steps.push(advice(
                    "Some browsers let no encrypted page reach an address with http://, Safari for instance. Chrome asks \
                     whether this page may reach the local network: allow it.",
                ));
            }
            let sentence = format!(
                "{host} gave this page no answer that it may read. Either nothing answers there, or it does not allow this \
                 page (CORS)."
            );
            Finding::failed(sentence, steps)
        }
    }
}

/// Says how a local server is made to allow the page: the one at this port, or any.
fn locally(address: &Address, page: &str) -> Vec<Advice> {
    let allow = |server: LocalServer| match server {
        LocalServer::Ollama => with_code(
            "Ollama: set this variable for its server, and start it again.",
            format!("OLLAMA_ORIGINS={page}"),
        ),
        LocalServer::LmStudio => with_code(
            "LM Studio: turn on “Enable CORS” in the settings of its server, or start it like this.",
            "lms server start --cors",
        ),
        LocalServer::LlamaCpp => with_code(
            "llama.cpp: its server allows every page unless a proxy is in between. See whether it runs at this port.",
            "llama-server --port 8080",
        ),
        LocalServer::Vllm | LocalServer::Other => with_code(
            "vLLM: start it with the page's origin.",
            format!("vllm serve MODEL --allowed-origins '[\"{page}\"]'"),
        ),
    };
    let known = |server: &LocalServer| {
        server.port().map(|port| port.to_string()).as_ref() == Some(&address.port)
    };
    let servers =
        LOCAL.into_iter().find(known).map_or_else(|| LOCAL.to_vec(), |server| vec![server]);
    let first = advice("See whether the server runs, and whether the port is right.");
    std::iter::once(first).chain(servers.into_iter().map(allow)).collect()
}

fn elsewhere(host: &str, page: &str) -> Vec<Advice> {
    vec![
        advice("See whether the address is right, without the path of a request behind it."),
        with_code(
            format!(
                "The endpoint has to allow pages of this origin. Where {host} is yours, set it there; many providers allow none."
            ),
            page,
        ),
        advice(
            "Without that, have the operator of this server add the endpoint: the server may ask it.",
        ),
    ]
}

/// Explains an error response to a request for the list of models.
pub fn refused(address: &Address, status: u16, has_key: bool) -> Finding {
    let Address { base, host, .. } = address;
    let (sentence, step) = match status {
        401 | 403 if has_key => (
            format!("{host} refused the key (HTTP {status})."),
            "Copy the key again, and see whether it is meant for this address.",
        ),
        401 | 403 => {
            (format!("{host} wants a key (HTTP {status})."), "Enter the key, and test again.")
        }
        404 | 405 => {
            let sentence = format!(
                "{host} answers, but has no list of models at {base}/models (HTTP {status})."
            );
            return Finding::failed(
                sentence,
                with_version(address, "Type the model's name as its provider writes it."),
            );
        }
        429 => (format!("{host} is asked too often (HTTP 429)."), "Try again in a minute."),
        500.. => {
            (format!("{host} has a fault of its own (HTTP {status})."), "Try again in a moment.")
        }
        _ => (
            format!("{host} refused to list its models (HTTP {status})."),
            "See whether kind and address belong together.",
        ),
    };
    Finding::failed(sentence, vec![advice(step)])
}

/// Explains an answer that is not a list of models.
pub fn unreadable(address: &Address) -> Finding {
    let sentence = format!("{} answers, but not with a list of models.", address.host);
    Finding::failed(
        sentence,
        with_version(address, "See whether kind and address belong together."),
    )
}

/// Returns a step, after the one that adds a version to an address without one.
fn with_version(address: &Address, step: &str) -> Vec<Advice> {
    let version = (!address.has_version())
        .then(|| advice(format!("Try the address with /v1 at its end: {}/v1", address.base)));
    version.into_iter().chain([advice(step)]).collect()
}

/// Says that an endpoint answers, with so many models.
pub fn answered(address: &Address, models: usize) -> Finding {
    let host = &address.host;
    let sentence = match models {
        0 => format!("{host} answers, but lists no model. Load one there, or type its name."),
        1 => format!("{host} answers, and lists one model."),
        _ => format!("{host} answers, and lists {models} models."),
    };
    Finding { ok: true, sentence, advice: Vec::new() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::super::address::tests::split;
    use super::*;

    const PAGE: &str = "https://data.example.org";

    fn at(base: &str) -> Address {
        Address::parse(base, split).unwrap()
    }

    fn codes(finding: &Finding) -> Vec<&str> {
        finding.advice.iter().filter_map(|one| one.code.as_deref()).collect()
    }

    #[test]
    fn a_local_server_is_allowed_in_its_own_way() {
        for (base, expected) in [
            ("http://localhost:11434/v1", "OLLAMA_ORIGINS=https://data.example.org"),
            ("http://127.0.0.1:1234/v1", "lms server start --cors"),
            ("http://localhost:8080/v1", "llama-server --port 8080"),
            (
                "http://localhost:8000/v1",
                "vllm serve MODEL --allowed-origins '[\"https://data.example.org\"]'",
            ),
        ] {
            let finding = unanswered(&at(base), Reason::Blocked, PAGE);
            assert!(!finding.ok);
            assert_eq!(codes(&finding), [expected], "{base}");
            assert!(finding.advice[0].text.contains("whether the server runs"));
            let last = &finding.advice.last().unwrap().text;
            assert!(last.contains("Safari"), "an encrypted page and an address that is not");
        }
        let finding =
            unanswered(&at("http://localhost:5000"), Reason::Blocked, "http://localhost:3000");
        assert_eq!(codes(&finding).len(), 4, "at an unknown port it may be any of them");
        assert!(!finding.text().contains("Safari"));
        assert!(
            finding
                .text()
                .contains("start it again. (OLLAMA_ORIGINS=http://localhost:3000) LM Studio")
        );
    }

    #[test]
    fn another_host_has_to_allow_the_origin_of_the_page_or_the_server_asks_it() {
        let finding = unanswered(&at("https://api.example.com/v1"), Reason::Blocked, PAGE);
        assert!(
            finding
                .sentence
                .starts_with("api.example.com gave this page no answer that it may read. ")
        );
        assert!(finding.sentence.contains("(CORS)"));
        let codes: Vec<_> = finding.advice.iter().map(|one| one.code.as_deref()).collect();
        assert_eq!(codes, [None, Some(PAGE), None]);
    }

    #[test]
    fn the_policy_of_the_page_and_silence_are_no_matter_of_the_settings_of_the_endpoint() {
        for (word, expected) in
            [("policy", "may not connect to a.example yet"), ("silent", "did not answer in time")]
        {
            let finding = unanswered(&at("https://a.example"), Reason::from_word(word), PAGE);
            assert!(finding.sentence.contains(expected), "{}", finding.sentence);
        }
    }

    #[test]
    fn a_response_is_explained_with_what_to_do() {
        let (with, without) = (at("https://a.example/v1"), at("https://a.example"));
        for (finding, sentence, first) in [
            (refused(&with, 401, true), "refused the key (HTTP 401)", "Copy the key again"),
            (refused(&with, 403, false), "wants a key (HTTP 403)", "Enter the key"),
            (
                refused(&with, 404, true),
                "no list of models at https://a.example/v1/models",
                "Type the model's name",
            ),
            (
                refused(&without, 405, true),
                "no list of models",
                "/v1 at its end: https://a.example/v1",
            ),
            (refused(&with, 429, true), "asked too often", "in a minute"),
            (refused(&with, 503, true), "fault of its own", "in a moment"),
            (refused(&with, 400, true), "refused to list its models", "belong together"),
            (unreadable(&with), "not with a list of models", "belong together"),
            (unreadable(&without), "not with a list of models", "/v1 at its end"),
        ] {
            assert!(!finding.ok && finding.sentence.contains(sentence), "{}", finding.sentence);
            assert!(finding.advice[0].text.contains(first), "{}", finding.advice[0].text);
        }
        for (models, expected) in
            [(0, "lists no model."), (1, "lists one model."), (2, "lists 2 models.")]
        {
            let finding = answered(&with, models);
            assert!(finding.ok && finding.sentence.contains(expected) && finding.advice.is_empty());
        }
    }
}
