//! Quantiles of measured times.

use serde::Serialize;

/// Times in nanoseconds, as they are measured.
#[derive(Debug, Default)]
pub(crate) struct Times(Vec<u64>);

/// What is reported of times, in microseconds.
#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct Quantiles {
    count: usize,
    p50: f64,
    p99: f64,
    max: f64,
}

impl Times {
    pub(crate) fn add(&mut self, nanoseconds: u64) {
        self.0.push(nanoseconds);
    }

    /// Returns the quantiles, by the nearest rank; none without times.
    pub(crate) fn quantiles(mut self) -> Option<Quantiles> {
        self.0.sort_unstable();
        let at = |percent: usize| {
            let rank = (self.0.len() * percent).div_ceil(100).max(1);
            self.0.get(rank - 1).map(|&time| time as f64 / 1000.0)
        };
        Some(Quantiles { count: self.0.len(), p50: at(50)?, p99: at(99)?, max: at(100)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_nearest_rank() {
        let mut times = Times::default();
        assert_eq!(Times::default().quantiles(), None);
        for time in (1..=200).rev() {
            times.add(time * 1000);
        }
        let expected = Quantiles { count: 200, p50: 100.0, p99: 198.0, max: 200.0 };
        assert_eq!(times.quantiles(), Some(expected));
    }
}
