//! What a call costs: estimated before it is made, and computed from what it used. Pure arithmetic.
//!
//! The estimate of the request is one token for each four bytes of its JSON without images, and
//! [`IMAGE_TOKENS`] for each image. The estimate of the answer is the maximum that the request asks
//! for; else [`ANSWER_TOKENS`], or what the model can write at most, if that is less.

use chat::Usage;

use crate::config::{Currency, Price};

/// What a model without a price costs: one that was found on this machine, for instance.
pub(crate) const FREE: Price =
    Price { input: 0.0, cached_input: 0.0, cache_write: 0.0, output: 0.0, currency: Currency::USD };

/// Bytes of a token: English prose has some four, code and other languages fewer, JSON's own
/// characters count as well.
const TOKEN_BYTES: u64 = 4;
/// Tokens of an image: what providers count for one of a thousand pixels a side, rounded up.
const IMAGE_TOKENS: u64 = 1_600;
/// Tokens of an answer that has no limit of its own: most have far fewer, and reserving a model's
/// maximum for each would refuse requests long before the budget is used.
const ANSWER_TOKENS: u64 = 4_096;
/// Billionths of the currency for each token, if a million tokens cost 1.
const NANOS_PER_TOKEN: f64 = 1_000.0;

/// Tokens and money together, as budgets count them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amount {
    /// Tokens of requests and answers.
    pub(crate) tokens: u64,
    /// Billionths of the currency.
    pub(crate) nanos: u64,
}

/// The size of a request, as far as it is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Size {
    /// Bytes of its JSON without the images.
    pub(crate) text_bytes: u64,
    /// Number of images.
    pub(crate) images: u64,
}

/// Returns what `usage` costs.
pub(crate) fn amount(price: Price, usage: Usage) -> Amount {
    let cached = usage.cached.min(usage.input);
    let written = usage.cache_written.min(usage.input - cached);
    let fresh = usage.input - cached - written;
    let cost = float(fresh) * price.input
        + float(cached) * price.cached_input
        + float(written) * price.cache_write
        + float(usage.output) * price.output;
    Amount {
        tokens: usage.input.saturating_add(usage.output),
        nanos: whole(cost * NANOS_PER_TOKEN),
    }
}

/// Returns the tokens that a call is expected to use. `asked` is the request's own limit of the
/// answer, `most` the model's.
pub(crate) fn expected(size: Size, asked: Option<u64>, most: Option<u64>) -> Usage {
    let output = asked.unwrap_or(ANSWER_TOKENS).min(most.unwrap_or(u64::MAX));
    Usage { input: request_tokens(size), output, ..Usage::default() }
}

/// Returns the tokens of a request by its size.
fn request_tokens(size: Size) -> u64 {
    text_tokens(size.text_bytes).saturating_add(size.images.saturating_mul(IMAGE_TOKENS))
}

/// Returns the tokens of a text by its length.
pub(crate) fn text_tokens(bytes: u64) -> u64 {
    bytes.div_ceil(TOKEN_BYTES)
}

/// Returns money as budgets count it.
pub(crate) fn nanos(money: f64) -> u64 {
    whole(money * 1e9)
}

#[expect(clippy::cast_precision_loss, reason = "no call has 2^53 tokens")]
fn float(count: u64) -> f64 {
    count as f64
}

/// Returns a number of billionths as a whole one, rounded up so that no call is free that is not.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, and negative prices are not accepted"
)]
fn whole(nanos: f64) -> u64 {
    // What a sum of binary fractions is too large by is not a billionth.
    (nanos - 1e-6).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_costs_what_its_tokens_do() {
        let price =
            Price { input: 0.25, cached_input: 0.025, cache_write: 0.3125, output: 2.0, ..FREE };
        for (input, cached, cache_written, output, tokens, nanos) in [
            (0, 0, 0, 0, 0, 0),
            (1_000_000, 0, 0, 0, 1_000_000, 250_000_000),
            (0, 0, 0, 1_000_000, 1_000_000, 2_000_000_000),
            (1_000_000, 1_000_000, 0, 0, 1_000_000, 25_000_000),
            (1_000, 400, 0, 10, 1_010, 150_000 + 10_000 + 20_000),
            (1_000, 400, 200, 0, 1_000, 100_000 + 10_000 + 62_500),
            (1, 0, 0, 0, 1, 250),
            // More cached than asked, as some provider may say.
            (10, 20, 20, 0, 10, 250),
        ] {
            let usage = Usage { input, output, cached, cache_written, reasoning: 0 };
            assert_eq!(amount(price, usage), Amount { tokens, nanos }, "{usage:?}");
        }
        let tiny = Price { input: 0.0001, ..FREE };
        assert_eq!(amount(tiny, Usage { input: 1, ..Usage::default() }).nanos, 1, "rounded up");
    }

    #[test]
    fn the_estimate_follows_the_documented_rule() {
        for (text_bytes, images, asked, most, input, output) in [
            (0, 0, None, None, 0, 4_096),
            (1, 0, None, Some(1_000), 1, 1_000),
            (4_000, 0, Some(100), Some(16_384), 1_000, 100),
            (4_001, 2, Some(50_000), Some(16_384), 1_001 + 3_200, 16_384),
            (0, 0, Some(50_000), None, 0, 50_000),
        ] {
            let tokens = expected(Size { text_bytes, images }, asked, most);
            assert_eq!(tokens, Usage { input, output, ..Usage::default() });
        }
    }

    #[test]
    fn money_is_counted_in_billionths() {
        assert_eq!((nanos(0.0), nanos(0.1), nanos(12.5)), (0, 100_000_000, 12_500_000_000));
    }
}
