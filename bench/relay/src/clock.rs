//! The monotonic clock that stamps are taken from: nanoseconds since this process's first look at
//! it.

use std::{sync::LazyLock, time::Instant};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// What precedes a stamp in a chunk's text; it does not change when JSON is written again.
const MARK: &[u8] = b"@@";

/// The digits of a stamp, hexadecimal.
const DIGITS: usize = 16;

/// Returns the time.
pub(crate) fn now() -> u64 {
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Returns a chunk's text: the time now, for [`stamps`] to find.
pub(crate) fn stamp() -> String {
    format!("@@{:016x}", now())
}

/// Returns the stamps in `data`.
pub(crate) fn stamps(data: &[u8]) -> impl Iterator<Item = u64> {
    data.windows(MARK.len() + DIGITS).filter(|window| window.starts_with(MARK)).filter_map(
        |window| {
            let digits = std::str::from_utf8(window.get(MARK.len()..)?).ok()?;
            u64::from_str_radix(digits, 16).ok()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_found_in_the_order_of_their_chunks() {
        let before = now();
        let text = format!("{{\"content\":\"{}\"}} @ @@nothing-of-16-digits {}", stamp(), stamp());
        let found: Vec<u64> = stamps(text.as_bytes()).collect();
        assert_eq!(found.len(), 2);
        assert!(before <= found[0] && found[0] <= found[1]);
    }
}
