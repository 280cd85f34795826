//! Reads the configuration again while the server runs, which SIGHUP asks for, and says in the log
//! what came of it.

use crate::{Config, Live};

/// Reads the configuration and exchanges it. If it cannot be used, everything that is wrong with it
/// is in the log, and the one before stays in effect. Returns whether it was exchanged.
pub fn reload(live: &Live, lookup: impl Fn(&str) -> Option<String>) -> bool {
    let config = match Config::read(lookup) {
        Ok(config) => config,
        Err(error) => {
            for problem in &error.problems {
                tracing::error!(
                    "the configuration was not reloaded, the one before stays: {problem}"
                );
            }
            return false;
        }
    };
    match live.exchange(config) {
        Ok(fixed) => {
            let setup = live.current();
            let (providers, models) = (setup.config.providers.len(), setup.config.models.len());
            tracing::info!(providers, models, "the configuration was reloaded");
            for key in fixed {
                tracing::warn!(key, "this change needs a restart and is not in effect");
            }
            true
        }
        Err(error) => {
            tracing::error!("the configuration was not reloaded, the one before stays: {error}");
            false
        }
    }
}
