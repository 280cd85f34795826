//! The last page events, in their order.

use std::collections::VecDeque;

use crate::automation::{Happening, PageEvent};

/// The most events that are kept: those of the last minutes of a busy page, in some 200 KB of JSON.
pub const MAX_EVENTS: usize = 2_000;

/// The last page events; an older one makes place for each that comes.
#[derive(Clone, Debug, Default)]
pub struct Ring {
    events: VecDeque<PageEvent>,
    /// The number of the last event; 0 before the first.
    last: u32,
}

impl Ring {
    /// Adds what has happened at this time, in milliseconds.
    pub fn push(&mut self, at: f64, session: Option<u32>, id: Option<u32>, what: Happening) {
        self.last += 1;
        if self.events.len() == MAX_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(PageEvent { n: self.last, at, session, id, what });
    }

    /// Returns the events after this number, the oldest first, as far as they are kept.
    pub fn since(&self, n: u32) -> impl Iterator<Item = &PageEvent> {
        // Numbers have no gaps, so that the place follows from the number.
        let first = self.events.front().map_or(1, |event| event.n);
        let skipped =
            usize::try_from(n.saturating_add(1).saturating_sub(first)).unwrap_or(usize::MAX);
        self.events.iter().skip(skipped)
    }
}

#[cfg(test)]
mod tests {
    use crate::automation::{Happening, KernelWord};

    use super::*;

    fn filled(count: u32) -> Ring {
        let mut ring = Ring::default();
        for at in 1..=count {
            ring.push(f64::from(at), Some(1), Some(at), Happening::TurnBegan {});
        }
        ring
    }

    #[track_caller]
    fn check(ring: &Ring, n: u32, expected: Vec<u32>) {
        let found: Vec<u32> = ring.since(n).map(|event| event.n).collect();
        assert_eq!(found, expected, "since {n}");
    }

    #[test]
    fn events_are_numbered_and_listed_from_a_number_on() {
        let mut ring = Ring::default();
        check(&ring, 0, vec![]);
        ring.push(2.5, None, None, Happening::Kernel { state: KernelWord::Idle });
        ring.push(3.0, Some(2), Some(9), Happening::TurnBegan {});
        let what = Happening::TurnBegan {};
        let second = PageEvent { n: 2, at: 3.0, session: Some(2), id: Some(9), what };
        assert_eq!(ring.since(1).collect::<Vec<_>>(), [&second]);
        check(&ring, 0, vec![1, 2]);
        check(&ring, 2, vec![]);
        check(&ring, 99, vec![]);
        check(&ring, u32::MAX, vec![]);
    }

    #[test]
    fn an_older_event_makes_place_and_the_first_number_says_so() {
        let most = u32::try_from(MAX_EVENTS).unwrap();
        let ring = filled(most + 3);
        check(&ring, 0, (4..=most + 3).collect());
        check(&ring, 2, (4..=most + 3).collect());
        check(&ring, 3, (4..=most + 3).collect());
        check(&ring, 4, (5..=most + 3).collect());
        check(&ring, most + 2, vec![most + 3]);
    }
}
