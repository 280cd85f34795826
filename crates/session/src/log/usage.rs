//! The tokens of a model's replies and what they cost, at the price that was configured when they
//! were used.
//!
//! Knows no provider: who reports nothing has used nothing that is known of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The currency of a price that names none.
const CURRENCY: &str = "USD";

/// The tokens of one reply of a model, as its provider reported them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Tokens {
    /// Tokens of the request, with those read from a cache.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub input: u64,
    /// Tokens of the request that were read from the provider's cache.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub cached: u64,
    /// Tokens of the request that the provider wrote into its cache.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    #[serde(skip_serializing_if = "is_zero")]
    pub cache_written: u64,
    /// Tokens of the reply, with those of its reasoning.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub output: u64,
    /// Tokens of the reply's reasoning.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub reasoning: u64,
}

/// What a million tokens of a model cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Price {
    /// Tokens of requests.
    pub input: f64,
    /// Tokens that are read from the provider's cache; as `input` if it is not said.
    #[serde(default)]
    pub cached_input: Option<f64>,
    /// Tokens that are written into the provider's cache; as `input` if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_write: Option<f64>,
    /// Tokens of replies.
    pub output: f64,
    /// The currency, as ISO 4217 names it; `USD` if it is not said.
    #[serde(default)]
    pub currency: Option<String>,
}

/// What several replies have used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// How many replies there were.
    pub replies: u32,
    /// Of how many of them the provider reported the tokens.
    pub reported: u32,
    /// Of how many of those the price is known.
    pub priced: u32,
    /// The tokens of those that were reported.
    #[serde(flatten)]
    pub tokens: Tokens,
    /// What those with a price have cost, by currency.
    pub costs: BTreeMap<String, f64>,
}

impl Tokens {
    /// Adds those of another reply.
    fn add(&mut self, other: &Self) {
        let Self { input, cached, cache_written, output, reasoning } = *other;
        self.input = self.input.saturating_add(input);
        self.cached = self.cached.saturating_add(cached);
        self.cache_written = self.cache_written.saturating_add(cache_written);
        self.output = self.output.saturating_add(output);
        self.reasoning = self.reasoning.saturating_add(reasoning);
    }
}

impl Price {
    /// Returns what these tokens cost.
    pub fn cost(&self, tokens: &Tokens) -> f64 {
        let Tokens { input, cached, cache_written, output, .. } = *tokens;
        let cached = cached.min(input);
        let written = cache_written.min(input - cached);
        let millionths = number(input - cached - written) * self.input
            + number(cached) * self.cached_input.unwrap_or(self.input)
            + number(written) * self.cache_write.unwrap_or(self.input)
            + number(output) * self.output;
        millionths / 1e6
    }

    /// Returns the currency.
    pub fn currency(&self) -> &str {
        self.currency.as_deref().unwrap_or(CURRENCY)
    }

    /// Returns whether its numbers are prices.
    fn is_sound(&self) -> bool {
        let numbers = [Some(self.input), self.cached_input, self.cache_write, Some(self.output)];
        numbers.into_iter().flatten().all(|number| number.is_finite() && number >= 0.0)
    }
}

impl Usage {
    /// Adds a reply.
    pub(crate) fn add(&mut self, tokens: Option<&Tokens>, price: Option<&Price>) {
        self.replies += 1;
        let Some(tokens) = tokens else { return };
        self.reported += 1;
        self.tokens.add(tokens);
        if let Some(price) = price.filter(|price| price.is_sound()) {
            self.priced += 1;
            *self.costs.entry(price.currency().to_owned()).or_default() += price.cost(tokens);
        }
    }

    /// Adds what other replies have used.
    pub(crate) fn add_all(&mut self, other: &Self) {
        self.replies += other.replies;
        self.reported += other.reported;
        self.priced += other.priced;
        self.tokens.add(&other.tokens);
        for (currency, cost) in &other.costs {
            *self.costs.entry(currency.clone()).or_default() += cost;
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[expect(clippy::cast_precision_loss, reason = "a number of tokens")]
fn number(tokens: u64) -> f64 {
    tokens as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(cached_input: Option<f64>, currency: Option<&str>) -> Price {
        Price {
            input: 2.0,
            cached_input,
            cache_write: None,
            output: 10.0,
            currency: currency.map(str::to_owned),
        }
    }

    fn tokens(input: u64, cached: u64, output: u64) -> Tokens {
        Tokens { input, cached, output, ..Tokens::default() }
    }

    #[test]
    fn tokens_from_the_cache_cost_less_where_their_price_is_known() {
        let cases = [
            (price(None, None), tokens(1_000_000, 400_000, 100_000), 3.0),
            (price(Some(0.5), None), tokens(1_000_000, 400_000, 100_000), 2.4),
            // A provider that counts the cached ones apart.
            (price(Some(0.5), None), tokens(100, 1_000_000, 0), 0.000_05),
            (price(None, None), tokens(0, 0, 0), 0.0),
        ];
        for (price, tokens, cost) in cases {
            assert!(
                (price.cost(&tokens) - cost).abs() < 1e-12,
                "{price:?} {tokens:?}: {}",
                price.cost(&tokens)
            );
        }
    }

    #[test]
    fn tokens_that_the_cache_takes_cost_what_is_configured_for_them() {
        let written = |cache_written| Tokens { cache_written, ..tokens(1_000_000, 400_000, 0) };
        let priced = |cache_write| Price { cache_write, ..price(Some(0.5), None) };
        for (price, tokens, cost) in [
            (priced(Some(2.5)), written(200_000), 0.8 + 0.2 + 0.5),
            (priced(None), written(200_000), 1.2 + 0.2),
            (priced(Some(2.5)), written(0), 1.2 + 0.2),
            // Never more of them than the request has.
            (priced(Some(2.5)), written(5_000_000), 0.2 + 1.5),
        ] {
            assert!(
                (price.cost(&tokens) - cost).abs() < 1e-12,
                "{price:?} {tokens:?}: {}",
                price.cost(&tokens)
            );
        }
    }

    #[test]
    fn a_log_without_tokens_of_the_cache_reads_as_before() {
        let tokens = r#"{"input":900,"cached":400,"output":120,"reasoning":20}"#;
        let price = r#"{"input":0.25,"cached_input":0.025,"output":2.0,"currency":null}"#;
        let (read, at): (Tokens, Price) =
            (serde_json::from_str(tokens).unwrap(), serde_json::from_str(price).unwrap());
        assert_eq!((read.cache_written, at.cache_write), (0, None));
        assert!(
            (at.cost(&read) - (500.0 * 0.25 + 400.0 * 0.025 + 120.0 * 2.0) / 1e6).abs() < 1e-12
        );
        assert_eq!(serde_json::to_string(&read).unwrap(), tokens);
        assert_eq!(serde_json::to_string(&at).unwrap(), price);
    }

    #[test]
    fn replies_are_summed_and_what_is_not_known_is_counted() {
        let mut usage = Usage::default();
        usage.add(Some(&tokens(1_000_000, 0, 0)), Some(&price(None, None)));
        usage.add(Some(&tokens(0, 0, 1_000_000)), Some(&price(None, Some("EUR"))));
        usage.add(Some(&tokens(5, 0, 2)), None);
        usage.add(Some(&tokens(5, 0, 2)), Some(&Price { input: f64::NAN, ..price(None, None) }));
        usage.add(None, Some(&price(None, None)));
        let costs = BTreeMap::from([("USD".to_owned(), 2.0), ("EUR".to_owned(), 10.0)]);
        let expected = Usage {
            replies: 5,
            reported: 4,
            priced: 2,
            tokens: tokens(1_000_010, 0, 1_000_004),
            costs,
        };
        assert_eq!(usage, expected);
        let mut twice = usage.clone();
        twice.add_all(&usage);
        assert_eq!((twice.replies, twice.tokens.input), (10, 2_000_020));
        assert_eq!(twice.costs.get("EUR"), Some(&20.0));
    }
}
