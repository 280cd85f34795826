//! What a model can do, what it costs and what a test has found, in words.

use std::fmt::Display;

use serde::Serialize;
use text::format;

use super::listed_model::{ListedModel, ListedPrice};
use super::model::PLANNER;
use super::usage::money;

impl ListedModel {
    /// Returns its marks: a word or two for each thing that it can do.
    pub fn marks(&self) -> Vec<String> {
        if self.id == PLANNER {
            return Vec::new();
        }
        let calls = match self.tools {
            _ if self.code_blocks => Some(words::model_words_code_blocks()),
            Some(true) => Some(words::model_words_tools()),
            _ => None,
        };
        let price = |ListedPrice { input, output, currency, .. }: &ListedPrice| {
            words::model_words_in_out(&money(*input, currency), &money(*output, currency))
        };
        let known = |count: Option<u64>, words: fn(&dyn Display) -> String| {
            count.filter(|count| *count > 0).map(|count| words(&short(count)))
        };
        let marks = [
            calls.map(str::to_owned),
            self.images.then(|| words::model_words_figures().to_owned()),
            self.reasoning.then(|| words::model_words_reasoning().to_owned()),
            known(self.window, words::model_words_window),
            known(self.parameters, words::model_words_parameters),
            self.price.as_ref().map(price),
        ];
        marks.into_iter().flatten().collect()
    }

    /// Says what it can do, in a sentence or two.
    pub fn about(&self) -> String {
        if self.id == PLANNER {
            return words::model_words_rules_not_a_language(
                &words::model_words_nothing_leaves_this_browser(),
            );
        }
        let calls = match self.tools {
            _ if self.code_blocks => words::model_words_writes_code_blocks(),
            Some(false) => words::model_words_writes_code_blocks(),
            Some(true) => words::model_words_calls_tools(),
            None => words::model_words_calls_tools_or_writes(),
        };
        let sees = if self.images {
            words::model_words_sees_figures()
        } else {
            words::model_words_does_not_see_figures()
        };
        let can = if self.reasoning {
            words::model_words_and_thinks_before_it(&calls, &sees)
        } else {
            words::model_words_and(&calls, &sees)
        };
        let mut parts = vec![words::model_words_a_language_model_that(&can)];
        if let Some(window) = self.window.filter(|window| *window > 0) {
            parts.push(words::model_words_its_window_has_tokens(&format::count(window)));
        }
        parts.extend(self.price.as_ref().map(ListedPrice::words));
        if self.is_in_page() {
            parts.push(words::model_words_nothing_leaves_this_browser().to_owned());
        }
        parts.join(" ")
    }
}

impl ListedPrice {
    fn words(&self) -> String {
        let Self { input, cached_input, cache_write, output, currency } = self;
        let money = |amount: f64| money(amount, currency);
        // Most providers charge nothing more for what they write into a cache.
        let written = cache_write.filter(|price| price.to_bits() != input.to_bits());
        let caches = [
            cached_input.map(|price| words::model_words_from_a_cache(&money(price))),
            written.map(|price| words::model_words_into_a_cache(&money(price))),
        ];
        let caches: Vec<String> = caches.into_iter().flatten().collect();
        let caches =
            if caches.is_empty() { String::new() } else { format!(" ({})", caches.join(", ")) };
        words::model_words_a_million_tokens_cost(&caches, &money(*input), &money(*output))
    }
}

/// Returns a large number as it is usually said: 128k, 1M, 7.6B.
fn short(count: u64) -> String {
    let count = count as f64;
    let units = [("B", 1e9), ("M", 1e6), ("k", 1e3)];
    let (unit, size) =
        units.into_iter().find(|(_, size)| count >= 0.9995 * size).unwrap_or(("", 1.0));
    let amount = count / size;
    let rounded = if amount < 10.0 { (amount * 10.0).round() / 10.0 } else { amount.round() };
    format!("{rounded}{unit}")
}

/// What the test of a connection has found; `ConnectionTest` in `web/types/page.ts`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ConnectionTest {
    /// Milliseconds to the first piece of the reply; none if no piece came.
    pub ms: Option<f64>,
    /// Whether it called the tool that it was offered; none if it was offered none.
    pub called: Option<bool>,
    /// Why it does not answer, as a sentence.
    pub error: Option<String>,
}

impl ConnectionTest {
    /// Says what it has found.
    pub fn words(&self) -> String {
        if let Some(error) = &self.error {
            return words::model_words_it_does_not_answer(&error);
        }
        let Some(ms) = self.ms else {
            return words::model_words_it_answered_without_a().to_owned();
        };
        let tools = match self.called {
            None => words::model_words_it_writes_code_blocks(),
            Some(true) => words::model_words_it_calls_tools(),
            Some(false) => words::model_words_it_did_not_call(),
        };
        let seconds = format::fixed(ms / 1000.0, usize::from(ms < 10_000.0));
        words::model_words_it_answers_s_to(&seconds, &tools)
    }
}

/// Where the test of a model's connection is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ModelTest {
    /// It has not begun.
    #[default]
    Untested,
    /// It is under way.
    UnderWay,
    /// It has ended.
    Ended(ConnectionTest),
}

impl ModelTest {
    /// Says where it is; empty before it has begun.
    pub fn words(&self) -> String {
        match self {
            Self::Untested => String::new(),
            Self::UnderWay => words::model_words_waiting_for_its_first().to_owned(),
            Self::Ended(test) => test.words(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::listed_model::tests::{everything, listed};
    use super::{ConnectionTest, short};

    #[test]
    fn what_a_model_can_do_is_said_in_marks_and_in_a_sentence() {
        let fast = listed("fast", "server", everything("GPT-5 mini"));
        assert_eq!(
            fast.marks(),
            ["tools", "figures", "reasoning", "400k window", "$0.25 in, $2.00 out"]
        );
        assert_eq!(
            fast.about(),
            "A language model that calls tools, sees figures and thinks before it answers. Its window has 400,000 tokens. \
             A million tokens cost $0.25 ($0.025 from a cache, $0.31 into a cache) read and $2.00 written."
        );
        let model = |insitu| listed("x", "server", insitu);
        let local =
            model(json!({ "fenced": "always", "parameters": 7_600_000_000_u64, "window": 32_768 }));
        assert_eq!(local.marks(), ["code blocks", "33k window", "7.6B parameters"]);
        assert_eq!(
            local.about(),
            "A language model that writes code blocks and does not see figures. Its window has 32,768 tokens."
        );
        let beta = model(json!({ "fenced": "always", "window": 8192 }));
        assert_eq!(beta.marks(), ["code blocks", "8.2k window"]);
        assert_eq!(model(json!({ "parameters": 494_000_000 })).marks(), ["494M parameters"]);
        assert!(model(json!({})).marks().is_empty());
        let price = json!({ "input": 3, "output": 15, "currency": "EUR" });
        assert_eq!(
            model(json!({ "tools": true, "price": price })).marks(),
            ["tools", "€3.00 in, €15.00 out"]
        );
    }

    #[test]
    fn tokens_are_said_shortly() {
        for (tokens, words) in [
            (512, "512"),
            (8192, "8.2k"),
            (8250, "8.3k"),
            (128_000, "128k"),
            (999_999, "1M"),
            (1_048_576, "1M"),
        ] {
            assert_eq!(short(tokens), words);
        }
    }

    #[test]
    fn the_result_of_a_connection_test_is_a_plain_sentence() {
        for (ms, called, error, words) in [
            (Some(842.0), Some(true), None, "It answers: 0.8 s to the first word. It calls tools."),
            (
                Some(12_700.0),
                None,
                None,
                "It answers: 13 s to the first word. It writes code blocks; tools were not tried.",
            ),
            (
                Some(100.0),
                Some(false),
                None,
                "It answers: 0.1 s to the first word. It did not call the tool that it was offered; it may write code blocks.",
            ),
            (None, Some(false), None, "It answered without a word. Choose another model."),
            (
                None,
                Some(false),
                Some("The key is refused."),
                "It does not answer. The key is refused.",
            ),
            (Some(5.0), Some(true), Some("It broke off."), "It does not answer. It broke off."),
        ] {
            let error = error.map(str::to_owned);
            assert_eq!(ConnectionTest { ms, called, error }.words(), words);
        }
    }
}
