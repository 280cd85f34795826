//! When a provider is asked again, and how long to wait before. Pure: chance and time are passed
//! in.

use std::time::{Duration, SystemTime};

/// The longest wait before the first repetition. It doubles with each one.
const BASE: Duration = Duration::from_millis(500);

/// The longest wait before any repetition.
const CAP: Duration = Duration::from_secs(8);

/// The longest wait that a provider may demand with `Retry-After`. Beyond it the client is better
/// off to know, and to decide itself.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(20);

/// No provider's demand counts beyond a day.
const DAY: Duration = Duration::from_secs(86_400);

/// Returns how long to wait before repetition number `retry`, from 0, or `None` if the provider
/// demands a longer wait than is worth it. `chance` is a number from 0 up to 1: spread over the
/// whole range, so that clients that failed together do not come back together ("full jitter").
pub(crate) fn delay(retry: u32, chance: f64, demanded: Option<Duration>) -> Option<Duration> {
    let most = BASE.saturating_mul(2_u32.saturating_pow(retry)).min(CAP);
    let jitter = most.mul_f64(chance.clamp(0.0, 1.0));
    match demanded {
        Some(demanded) if demanded > MAX_WAIT => None,
        // Never earlier than demanded, and a little later: others have heard the same number.
        Some(demanded) => Some(demanded.saturating_add(jitter.min(BASE))),
        None => Some(jitter),
    }
}

/// Returns the wait in a `Retry-After` header: seconds, or a date.
pub(crate) fn demanded(header: &str, now: SystemTime) -> Option<Duration> {
    let header = header.trim();
    if let Ok(seconds) = header.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).ok().filter(|wait| *wait <= DAY);
    }
    let date = httpdate::parse_http_date(header).ok()?;
    // A date that has passed demands nothing.
    Some(date.duration_since(now).unwrap_or_default()).filter(|wait| *wait <= DAY)
}

/// Returns a random number from 0 up to 1, from the operating system.
pub(crate) fn chance() -> f64 {
    // Without random numbers the longest wait is the safe one.
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_the_wait_doubles_up_to_its_cap() {
        for (retry, most) in
            [(0, 500), (1, 1000), (2, 2000), (4, 8000), (5, 8000), (u32::MAX, 8000)]
        {
            let wait = |chance| delay(retry, chance, None);
            assert_eq!(wait(0.0), Some(Duration::ZERO), "{retry}");
            assert_eq!(wait(0.5), Some(Duration::from_millis(most / 2)), "{retry}");
            assert_eq!(wait(1.0), Some(Duration::from_millis(most)), "{retry}");
        }
    }

    #[test]
    fn a_demanded_wait_is_kept_within_its_bound() {
        let seconds = Duration::from_secs;
        for (demanded, wanted) in [
            (seconds(0), Some(Duration::from_millis(250))),
            (seconds(7), Some(Duration::from_millis(7250))),
            (seconds(20), Some(Duration::from_millis(20_250))),
            (seconds(21), None),
            (Duration::MAX, None),
        ] {
            assert_eq!(delay(0, 0.5, Some(demanded)), wanted, "{demanded:?}");
        }
        assert_eq!(delay(5, 1.0, Some(seconds(1))), Some(Duration::from_millis(1500)));
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = httpdate::parse_http_date("Wed, 21 Oct 2026 07:28:00 GMT").unwrap();
        for (header, wanted) in [
            ("7", Some(7_000)),
            (" 0.25 ", Some(250)),
            ("0", Some(0)),
            ("Wed, 21 Oct 2026 07:28:30 GMT", Some(30_000)),
            ("Wed, 21 Oct 2026 07:27:30 GMT", Some(0)),
            ("Fri, 23 Oct 2026 07:28:30 GMT", None),
            ("86401", None),
            ("-1", None),
            ("NaN", None),
            ("1e300", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(demanded(header, now), wanted.map(Duration::from_millis), "{header}");
        }
    }

    #[test]
    fn chance_is_spread_over_its_range() {
        let numbers: Vec<f64> = std::iter::repeat_with(chance).take(200).collect();
        assert!(numbers.iter().all(|number| (0.0..=1.0).contains(number)), "{numbers:?}");
        assert!(
            numbers.iter().any(|number| *number < 0.5)
                && numbers.iter().any(|number| *number > 0.5)
        );
    }
}
