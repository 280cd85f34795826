//! Failed sign-ins, limited for each client's address. Knows neither names nor passwords; time is
//! passed in.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::client::Block;

/// How many may fail at once: a user who tries all their passwords stays below.
const BURST: u64 = 10;
/// How long until another may fail, in seconds: 120 an hour are too few to guess a password.
const REFILL_SECONDS: u64 = 30;
/// Maximum number of addresses that are kept. Those beyond share one allowance.
const MAX_ADDRESSES: usize = 10_000;

/// The failed sign-ins of each address, as the time until which its allowance is used up.
#[derive(Debug, Default)]
pub(crate) struct Attempts(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    used_until: HashMap<Block, u64>,
    others_used_until: u64,
}

impl Table {
    /// Returns the entry of an address, or the one of all addresses for which there is no room.
    fn entry(&mut self, client: Block, now: u64) -> &mut u64 {
        if self.used_until.len() >= MAX_ADDRESSES && !self.used_until.contains_key(&client) {
            self.used_until.retain(|_, until| *until > now);
            if self.used_until.len() >= MAX_ADDRESSES {
                return &mut self.others_used_until;
            }
        }
        self.used_until.entry(client).or_default()
    }
}

impl Attempts {
    /// Counts an attempt as failed before it is examined, so that many at once are not more than
    /// one after the other. `now` is in seconds.
    ///
    /// # Errors
    /// The number of seconds to wait, if too many have failed.
    pub(crate) fn begin(&self, client: Block, now: u64) -> Result<(), u64> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let used_until = table.entry(client, now);
        let next = (*used_until).max(now) + REFILL_SECONDS;
        let full = now + BURST * REFILL_SECONDS;
        if next > full {
            return Err(next - full);
        }
        *used_until = next;
        Ok(())
    }

    /// Takes back the count of an attempt that did not fail.
    pub(crate) fn forget(&self, client: Block, now: u64) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let used_until = table.entry(client, now);
        *used_until = used_until.saturating_sub(REFILL_SECONDS);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn client(number: u32) -> Block {
        IpAddr::V4(Ipv4Addr::from(number)).into()
    }

    #[test]
    fn ten_may_fail_and_then_one_each_half_minute() {
        let attempts = Attempts::default();
        for _ in 0..BURST {
            assert_eq!(attempts.begin(client(1), 1000), Ok(()));
        }
        for (now, wanted) in [
            (1000, Err(30)),
            (1029, Err(1)),
            (1030, Ok(())),
            (1030, Err(30)),
            (1090, Ok(())),
            (1090, Ok(())),
            (1090, Err(30)),
        ] {
            assert_eq!(attempts.begin(client(1), now), wanted, "at {now}");
        }
        assert_eq!(attempts.begin(client(2), 1000), Ok(()), "another address is not concerned");
        assert_eq!(attempts.begin(client(1), 9_000_000), Ok(()));
    }

    #[test]
    fn attempts_that_succeed_do_not_count() {
        let attempts = Attempts::default();
        for _ in 0..100 {
            assert_eq!(attempts.begin(client(1), 1000), Ok(()));
            attempts.forget(client(1), 1000);
        }
    }

    #[test]
    fn addresses_beyond_the_maximum_share_one_allowance_until_there_is_room() {
        let attempts = Attempts::default();
        for number in 0..u32::try_from(MAX_ADDRESSES).unwrap() {
            assert_eq!(attempts.begin(client(number), 1000), Ok(()));
        }
        for number in 0..10 {
            assert_eq!(attempts.begin(client(0x0100_0000 + number), 1000), Ok(()));
        }
        assert_eq!(attempts.begin(client(0x0200_0000), 1000), Err(30));
        assert_eq!(attempts.begin(client(1), 1000), Ok(()), "one that is kept has its own");
        assert_eq!(attempts.begin(client(0x0200_0000), 1031), Ok(()));
        assert!(attempts.0.lock().unwrap().used_until.len() <= 2);
    }
}
