//! Requests a minute, of each client and of all, as this instance counts them.

use std::num::NonZeroU32;

use governor::{
    NotUntil, Quota, RateLimiter,
    clock::{Clock, DefaultClock},
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed, keyed::HashMapStateStore},
};

use super::refusal::{Refusal, Scope};
use crate::access::client::Client;

/// Maximum number of clients that are kept. When more were there within a minute, they share one
/// rate.
const MAX_CLIENTS: usize = 50_000;

/// The rates; zero stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PerMinute {
    pub(super) client: u64,
    pub(super) all: u64,
}

type Limiter<Store, Key, C> = RateLimiter<Key, Store, C, NoOpMiddleware<<C as Clock>::Instant>>;

/// The requests of the last minute. The key `None` stands for all clients for whom there is no
/// room.
pub(super) struct Rates<C: Clock = DefaultClock> {
    limits: PerMinute,
    clients: Option<Limiter<HashMapStateStore<Option<Client>>, Option<Client>, C>>,
    all: Option<Limiter<InMemoryState, NotKeyed, C>>,
    clock: C,
}

impl Rates {
    pub(super) fn new(limits: PerMinute) -> Self {
        Self::with_clock(limits, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Rates<C> {
    fn with_clock(limits: PerMinute, clock: C) -> Self {
        let clients =
            quota(limits.client).map(|quota| RateLimiter::hashmap_with_clock(quota, clock.clone()));
        let all =
            quota(limits.all).map(|quota| RateLimiter::direct_with_clock(quota, clock.clone()));
        Self { limits, clients, all, clock }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// The client, or all together, have sent too many.
    pub(super) fn check(&self, client: &Client) -> Result<(), Refusal> {
        if let Some(clients) = &self.clients {
            if clients.len() >= MAX_CLIENTS {
                clients.retain_recent();
            }
            let key = (clients.len() < MAX_CLIENTS).then(|| client.clone());
            clients
                .check_key(&key)
                .map_err(|until| self.refusal(Scope::Client, self.limits.client, &until))?;
        }
        if let Some(all) = &self.all {
            all.check().map_err(|until| self.refusal(Scope::All, self.limits.all, &until))?;
        }
        Ok(())
    }

    fn refusal(&self, scope: Scope, limit: u64, until: &NotUntil<C::Instant>) -> Refusal {
        let wait = until.wait_time_from(self.clock.now());
        Refusal::Rate { scope, limit, seconds: wait.as_secs() + u64::from(wait.subsec_nanos() > 0) }
    }
}

fn quota(per_minute: u64) -> Option<Quota> {
    NonZeroU32::new(u32::try_from(per_minute).unwrap_or(u32::MAX)).map(Quota::per_minute)
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, time::Duration};

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn client(number: u32) -> Client {
        Client::Address(IpAddr::V4(number.into()).into())
    }

    #[test]
    fn each_client_and_all_together_have_a_rate() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(PerMinute { client: 2, all: 3 }, clock.clone());
        let own = Err(Refusal::Rate { scope: Scope::Client, limit: 2, seconds: 30 });
        let all = |seconds| Err(Refusal::Rate { scope: Scope::All, limit: 3, seconds });
        assert_eq!([1, 1, 1].map(|number| rates.check(&client(number))), [Ok(()), Ok(()), own]);
        assert_eq!([2, 2].map(|number| rates.check(&client(number))), [Ok(()), all(20)]);
        clock.advance(Duration::from_millis(19_500));
        assert_eq!(rates.check(&client(3)), all(1));
        clock.advance(Duration::from_millis(500));
        assert_eq!(rates.check(&client(3)), Ok(()));
    }

    #[test]
    fn zero_is_no_limit() {
        let rates = Rates::new(PerMinute { client: 0, all: 0 });
        assert!((0..1000).all(|_| rates.check(&client(1)).is_ok()));
    }

    #[test]
    fn the_memory_of_clients_is_bounded() {
        let clock = FakeRelativeClock::default();
        let rates = Rates::with_clock(PerMinute { client: 1, all: 0 }, clock.clone());
        let most = u32::try_from(MAX_CLIENTS).unwrap();
        assert!((0..most).all(|number| rates.check(&client(number)).is_ok()));
        assert_eq!(rates.check(&client(most)), Ok(()), "the rate that those beyond share");
        assert!(rates.check(&client(most + 1)).is_err());
        let kept = rates.clients.as_ref().unwrap().len();
        assert!(kept <= MAX_CLIENTS + 1, "{kept}");
        clock.advance(Duration::from_secs(120));
        assert_eq!(rates.check(&client(most + 1)), Ok(()));
        assert_eq!(
            rates.clients.as_ref().unwrap().len(),
            1,
            "those of earlier minutes are forgotten"
        );
    }
}
