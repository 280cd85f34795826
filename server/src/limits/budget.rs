//! Budgets of tokens and money for a day, of each client and of all, as this instance counts them.
//! The day is passed in, as its number since 1970 in UTC.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::{
    estimate::Amount,
    refusal::{Exceeded, Scope, Unit},
};
use crate::access::client::Client;

/// Seconds of a day.
pub(super) const DAY: u64 = 86_400;
/// Maximum number of clients that are kept for a day. Those beyond share one budget.
const MAX_CLIENTS: usize = 100_000;

/// The budgets of a day; zero stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budgets {
    pub(super) client: Amount,
    pub(super) all: Amount,
}

/// One of the four budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    pub(super) scope: Scope,
    pub(super) unit: Unit,
    pub(super) limit: u64,
}

impl Budget {
    /// Returns the part of an amount that this budget counts.
    pub(super) fn of(&self, amount: Amount) -> u64 {
        match self.unit {
            Unit::Tokens => amount.tokens,
            Unit::Nanos => amount.nanos,
        }
    }

    /// Returns what is exceeded, if `expected` is more than what is left. `now` is in seconds since
    /// 1970.
    pub(super) fn exceeded(&self, spent: u64, expected: Amount, now: u64) -> Option<Exceeded> {
        let expected = self.of(expected);
        let Self { scope, unit, limit } = *self;
        let seconds = DAY - now % DAY;
        (spent.saturating_add(expected) > limit).then_some(Exceeded {
            scope,
            unit,
            limit,
            spent,
            expected,
            seconds,
        })
    }
}

impl Budgets {
    /// Returns those that are set, in the order in which they are examined.
    pub(super) fn set(&self) -> Vec<Budget> {
        let all = [
            (Scope::Client, Unit::Tokens, self.client.tokens),
            (Scope::Client, Unit::Nanos, self.client.nanos),
            (Scope::All, Unit::Tokens, self.all.tokens),
            (Scope::All, Unit::Nanos, self.all.nanos),
        ];
        let budgets = all.map(|(scope, unit, limit)| Budget { scope, unit, limit });
        budgets.into_iter().filter(|budget| budget.limit > 0).collect()
    }
}

/// What was spent today.
#[derive(Debug, Default)]
pub(super) struct Ledger(Mutex<Today>);

#[derive(Debug, Default)]
struct Today {
    day: u64,
    all: Amount,
    /// `None` are all clients for whom there is no room.
    clients: HashMap<Option<Client>, Amount>,
}

impl Today {
    /// Begins a new day, if it is one.
    fn turn_to(&mut self, day: u64) {
        if day > self.day {
            *self = Self { day, ..Self::default() };
        }
    }

    fn client(&mut self, client: &Client) -> &mut Amount {
        let key = Some(client.clone());
        let kept = self.clients.len() < MAX_CLIENTS || self.clients.contains_key(&key);
        self.clients.entry(key.filter(|_| kept)).or_default()
    }
}

impl Ledger {
    /// Counts what a call is expected to use. `now` is in seconds since 1970.
    ///
    /// # Errors
    /// It is more than what is left of a budget; nothing is counted then.
    pub(super) fn reserve(
        &self,
        budgets: &Budgets,
        client: &Client,
        expected: Amount,
        now: u64,
    ) -> Result<(), Exceeded> {
        let mut today = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        today.turn_to(now / DAY);
        for budget in budgets.set() {
            let spent = match budget.scope {
                Scope::Client => *today.client(client),
                Scope::All => today.all,
            };
            if let Some(exceeded) = budget.exceeded(budget.of(spent), expected, now) {
                return Err(exceeded);
            }
        }
        add(&mut today.all, expected);
        add(today.client(client), expected);
        Ok(())
    }

    /// Replaces what was reserved on `day` by what was used. A day that is over is not counted any
    /// more.
    pub(super) fn settle(&self, client: &Client, reserved: Amount, used: Amount, day: u64) {
        let mut today = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if today.day == day {
            replace(&mut today.all, reserved, used);
            replace(today.client(client), reserved, used);
        }
    }
}

fn add(sum: &mut Amount, more: Amount) {
    sum.tokens = sum.tokens.saturating_add(more.tokens);
    sum.nanos = sum.nanos.saturating_add(more.nanos);
}

fn replace(sum: &mut Amount, reserved: Amount, used: Amount) {
    sum.tokens = sum.tokens.saturating_sub(reserved.tokens).saturating_add(used.tokens);
    sum.nanos = sum.nanos.saturating_sub(reserved.nanos).saturating_add(used.nanos);
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: u64 = 20_000 * DAY + DAY / 2;

    fn amount(tokens: u64, nanos: u64) -> Amount {
        Amount { tokens, nanos }
    }

    fn user(name: &str) -> Client {
        Client::User(name.into())
    }

    #[test]
    fn the_first_budget_that_is_exceeded_is_named_and_nothing_is_counted() {
        let budgets = Budgets { client: amount(100, 1_000), all: amount(150, 10_000) };
        let ledger = Ledger::default();
        let reserve = |name, tokens, nanos| {
            let reserved = ledger.reserve(&budgets, &user(name), amount(tokens, nanos), NOON);
            reserved.map_err(|exceeded| {
                (exceeded.scope, exceeded.unit, exceeded.spent, exceeded.seconds)
            })
        };
        let half = DAY / 2;
        for (name, tokens, nanos, wanted) in [
            ("ada", 60, 100, Ok(())),
            ("ada", 41, 0, Err((Scope::Client, Unit::Tokens, 60, half))),
            ("ada", 1, 901, Err((Scope::Client, Unit::Nanos, 100, half))),
            ("ada", 40, 900, Ok(())),
            ("ada", 0, 1, Err((Scope::Client, Unit::Nanos, 1_000, half))),
            ("bob", 51, 0, Err((Scope::All, Unit::Tokens, 100, half))),
            ("bob", 50, 0, Ok(())),
        ] {
            assert_eq!(reserve(name, tokens, nanos), wanted, "{name} {tokens} {nanos}");
        }
    }

    #[test]
    fn what_was_reserved_is_replaced_by_what_was_used() {
        let budgets = Budgets { client: amount(100, 0), all: Amount::default() };
        let ledger = Ledger::default();
        let ada = user("ada");
        let reserve = |tokens, now| ledger.reserve(&budgets, &ada, amount(tokens, 0), now).is_ok();
        assert!(reserve(100, NOON));
        assert!(!reserve(1, NOON));
        ledger.settle(&ada, amount(100, 0), amount(30, 0), NOON / DAY);
        assert!(!reserve(71, NOON));
        assert!(reserve(70, NOON));
        // An answer longer than expected counts whole.
        ledger.settle(&ada, amount(70, 0), amount(500, 0), NOON / DAY);
        assert!(!reserve(1, NOON));
    }

    #[test]
    fn a_day_begins_with_whole_budgets_at_midnight_utc() {
        let budgets = Budgets { client: amount(100, 0), all: Amount::default() };
        let ledger = Ledger::default();
        let ada = user("ada");
        let (evening, morning) = (20_001 * DAY - 1, 20_001 * DAY);
        let reserve = |tokens, now| ledger.reserve(&budgets, &ada, amount(tokens, 0), now);
        assert_eq!(reserve(100, evening), Ok(()));
        assert_eq!(reserve(1, evening).unwrap_err().seconds, 1);
        assert_eq!(reserve(100, morning), Ok(()));
        // What yesterday's call used is not today's.
        ledger.settle(&ada, amount(100, 0), amount(0, 0), evening / DAY);
        assert!(reserve(1, morning).is_err());
        // A clock that is set back does not empty the ledger.
        assert!(reserve(1, evening).is_err());
    }

    #[test]
    fn clients_beyond_the_maximum_share_one_budget() {
        let budgets = Budgets { client: amount(10, 0), all: Amount::default() };
        let ledger = Ledger::default();
        let reserve =
            |name: &str| ledger.reserve(&budgets, &user(name), amount(10, 0), NOON).is_ok();
        assert!((0..MAX_CLIENTS).all(|number| reserve(&number.to_string())));
        assert_eq!(["one", "two", "5"].map(reserve), [true, false, false]);
    }
}
