//! A call that a provider has not answered, and what can be done about it.

use std::time::Duration;

use providers::ProviderError;

/// Why a call was not answered, before anything of an answer has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) error: ProviderError,
    /// How long the provider demands to wait.
    pub(crate) retry_after: Option<Duration>,
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        Self { error, retry_after: None }
    }
}

impl Failure {
    /// Returns whether the same request may succeed a moment later.
    pub(crate) fn is_passing(&self) -> bool {
        match &self.error {
            ProviderError::Busy { .. }
            | ProviderError::Failed { .. }
            | ProviderError::Unreachable { .. }
            | ProviderError::CutOff => true,
            // What a server does not implement does not appear by asking again.
            ProviderError::Broken { status, .. } => !matches!(status, 501 | 505),
            // The server gave up waiting, had a conflict, or was asked too early.
            ProviderError::Refused { status, .. } => matches!(status, 408 | 409 | 425),
            // Who was silent for minutes is not asked for minutes again.
            ProviderError::Silent { .. } => false,
            _ => false,
        }
    }

    /// Returns whether another model may answer: the fault is with this one or its provider, and
    /// not with the request.
    pub(crate) fn is_of_the_model(&self) -> bool {
        self.is_passing()
            || matches!(
                self.error,
                ProviderError::Key { .. }
                    | ProviderError::Credit { .. }
                    | ProviderError::NotFound { .. }
                    | ProviderError::Broken { .. }
                    | ProviderError::Silent { .. }
                    | ProviderError::Corrupt { .. }
            )
    }
}

#[cfg(test)]
mod tests {
    use providers::error::Said;

    use super::*;

    #[test]
    fn each_fault_is_repeated_or_answered_elsewhere_as_it_makes_sense() {
        let said = Said::default;
        let refused = |status| ProviderError::Refused { status, said: said() };
        let broken = |status| ProviderError::Broken { status, said: said() };
        for (error, passing, elsewhere) in [
            (ProviderError::Busy { retry_after: None, said: said() }, true, true),
            (broken(500), true, true),
            (broken(529), true, true),
            (broken(501), false, true),
            (refused(408), true, true),
            (refused(409), true, true),
            (refused(400), false, false),
            (ProviderError::CutOff, true, true),
            (ProviderError::Failed { said: said() }, true, true),
            (ProviderError::Unreachable { host: "h".into() }, true, true),
            (ProviderError::Silent { host: "h".into(), seconds: 1 }, false, true),
            (ProviderError::Corrupt { problem: "p".into() }, false, true),
            (ProviderError::Key { status: 401, said: said() }, false, true),
            (ProviderError::Credit { said: said() }, false, true),
            (ProviderError::NotFound { status: 404, model: "m".into(), said: said() }, false, true),
            (ProviderError::TooLong { said: said() }, false, false),
            (ProviderError::Images { said: said() }, false, false),
            (ProviderError::Tools { said: said() }, false, false),
            (ProviderError::Unsupported { field: "f".into(), problem: "p".into() }, false, false),
        ] {
            let failure = Failure::from(error);
            assert_eq!(
                (failure.is_passing(), failure.is_of_the_model()),
                (passing, elsewhere),
                "{failure:?}"
            );
        }
    }
}
