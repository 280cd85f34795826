//! Tokens and cost in words: what a turn has used, and a session.

use session::log::{Tokens, Usage};
use text::format::{count, fixed, grouped};
use text::visible;

/// The currencies with a sign of their own, as they are written in English.
const SIGNS: [(&str, &str); 18] = [
    ("AUD", "A$"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("CNY", "CN¥"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("HKD", "HK$"),
    ("ILS", "₪"),
    ("INR", "₹"),
    ("JPY", "¥"),
    ("KRW", "₩"),
    ("MXN", "MX$"),
    ("NZD", "NZ$"),
    ("PHP", "₱"),
    ("TWD", "NT$"),
    ("USD", "$"),
    ("VND", "₫"),
    ("XCD", "EC$"),
];

/// Returns an amount of money with as many digits as it needs, in a currency as ISO 4217 names it:
/// $1.24, $0.0031.
pub(super) fn money(amount: f64, currency: &str) -> String {
    // Two significant digits of a small amount; fewer than a cent's are not shown.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 2 to 20")]
    let places = if amount > 0.0 && amount < 1.0 {
        (1.0 - amount.log10().floor()).min(20.0) as usize
    } else {
        2
    };
    let scale = 10_f64.powi(i32::try_from(places).unwrap_or_default());
    let digits = grouped(&fixed((amount * scale).round() / scale, places));
    let least = digits.find('.').map_or(0, |point| point + 3);
    let (least, rest) = digits.split_at(least.min(digits.len()));
    let digits = format!("{least}{}", rest.trim_end_matches('0'));
    let code = currency.to_ascii_uppercase();
    match SIGNS.into_iter().find(|(name, _)| *name == code) {
        Some((_, sign)) => format!("{sign}{digits}"),
        None if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            format!("{code}\u{a0}{digits}")
        }
        // A configuration may name any currency.
        None => format!("{digits} {}", visible(currency)),
    }
}

/// Says what was used: "1,240 tokens, $0.003"; empty if no model elsewhere was asked.
pub fn used(usage: &Usage) -> String {
    let Usage { replies, reported, priced, tokens, costs } = usage;
    if *replies == 0 {
        return String::new();
    }
    if *reported == 0 {
        return words::usage_no_usage_reported().to_owned();
    }
    let tokens = words::usage_tokens(&count(tokens.input + tokens.output));
    let costs = costs.iter().map(|(currency, amount)| money(*amount, currency));
    let words = std::iter::once(tokens).chain(costs).collect::<Vec<_>>().join(", ");
    let is_incomplete = reported < replies || (*priced > 0 && priced < reported);
    if is_incomplete { words::usage_at_least(&words) } else { words }
}

/// Says what was used in all its parts.
pub fn used_in_parts(usage: &Usage) -> String {
    let Usage { replies, reported, priced, tokens, costs } = usage;
    let Tokens { input, cached, cache_written, output, reasoning } = *tokens;
    if *replies == 0 {
        return words::usage_no_model_elsewhere_was().to_owned();
    }
    let requests = words::usage_requests((*replies).into());
    if *reported == 0 {
        return words::usage_the_provider_reported_no(&requests);
    }
    let part = |tokens: u64, what: &str| match tokens {
        0 => String::new(),
        tokens => words::usage_of_them(&count(tokens), &what),
    };
    let from = part(cached, words::usage_from_the_providers_cache());
    let into = part(cache_written, words::usage_written_into_it());
    let mut parts = vec![
        requests,
        words::usage_tokens_read(&from, &count(input), &into),
        words::usage_tokens_written(&count(output), &part(reasoning, words::usage_reasoning())),
    ];
    if reported < replies {
        let missing = count((replies - reported).into());
        parts.push(words::usage_no_tokens_reported_for(&missing));
    }
    if costs.is_empty() {
        parts.push(words::usage_the_price_is_not().to_owned());
    } else if priced < reported {
        let missing = count((reported - priced).into());
        parts.push(words::usage_the_price_of_of(&missing));
    }
    format!("{}.", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use session::log::{Tokens, Usage};

    use super::{money, used, used_in_parts};

    #[test]
    fn money_has_as_many_digits_as_it_needs() {
        for (amount, currency, words) in [
            (0.0, "USD", "$0.00"),
            (0.003_123, "USD", "$0.0031"),
            (0.25, "EUR", "€0.25"),
            (0.125, "usd", "$0.13"),
            (12.345, "USD", "$12.35"),
            (1_234_567.891, "USD", "$1,234,567.89"),
            (1e-19, "USD", "$0.0000000000000000001"),
            (1e-24, "USD", "$0.00"),
            (1.5, "CHF", "CHF\u{a0}1.50"),
            (1.5, "credits", "1.50 credits"),
        ] {
            assert_eq!(money(amount, currency), words);
        }
    }

    #[test]
    fn usage_is_said_shortly_and_in_all_its_parts() {
        let costs = |costs: &[(&str, f64)]| -> BTreeMap<String, f64> {
            costs.iter().map(|(currency, cost)| ((*currency).to_owned(), *cost)).collect()
        };
        let tokens = Tokens { input: 1100, output: 140, ..Tokens::default() };
        let usage = || Usage {
            replies: 2,
            reported: 2,
            priced: 2,
            tokens,
            costs: costs(&[("USD", 0.003)]),
        };
        let cases = [
            (usage(), "1,240 tokens, $0.003", "2 requests; 1,100 tokens read; 140 tokens written."),
            (
                Usage {
                    tokens: Tokens { cached: 900, reasoning: 60, ..tokens },
                    costs: costs(&[]),
                    priced: 0,
                    ..usage()
                },
                "1,240 tokens",
                "2 requests; 1,100 tokens read, 900 of them from the provider’s cache; 140 tokens written, 60 of them reasoning; \
                 the price is not known.",
            ),
            (
                Usage { tokens: Tokens { cached: 500, cache_written: 300, ..tokens }, ..usage() },
                "1,240 tokens, $0.003",
                "2 requests; 1,100 tokens read, 500 of them from the provider’s cache, 300 of them written into it; 140 tokens \
                 written.",
            ),
            (
                Usage { replies: 3, ..usage() },
                "at least 1,240 tokens, $0.003",
                "3 requests; 1,100 tokens read; 140 tokens written; no tokens reported for 1 of the requests.",
            ),
            (
                Usage { priced: 1, ..usage() },
                "at least 1,240 tokens, $0.003",
                "2 requests; 1,100 tokens read; 140 tokens written; the price of 1 of the requests is not known.",
            ),
            (
                Usage {
                    reported: 0,
                    priced: 0,
                    tokens: Tokens::default(),
                    costs: costs(&[]),
                    ..usage()
                },
                "no usage reported",
                "2 requests; the provider reported no tokens.",
            ),
            (Usage { replies: 0, reported: 0, ..usage() }, "", "No model elsewhere was asked."),
            (
                Usage { costs: costs(&[("USD", 0.5), ("EUR", 2.0)]), ..usage() },
                "1,240 tokens, €2.00, $0.50",
                "2 requests; 1,100 tokens read; 140 tokens written.",
            ),
        ];
        for (usage, words, parts) in cases {
            assert_eq!((used(&usage).as_str(), used_in_parts(&usage).as_str()), (words, parts));
        }
    }
}
