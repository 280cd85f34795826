//! `/kernel/exit`: what the kernel's self-test tries to reach. It answers everybody, so that a refusal can only come from the
//! seal, and counts who came to the address of each test, which that test's page asks for afterwards.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use crate::headers;

/// Tests that are remembered; the oldest goes first.
const MOST_TESTS: usize = 64;
/// Probes of one test that are remembered, and how long the names of tests and probes may be, in bytes.
const MOST_PROBES: usize = 256;
const LONGEST_NAME: usize = 64;

/// The name of a test, and the probes that led to its address.
type Test = (String, BTreeSet<String>);

/// Who came, by test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrivals(Arc<Mutex<VecDeque<Test>>>);

/// The probe that leads here, as the test wrote it into the address.
#[derive(Debug, Deserialize)]
pub(crate) struct Came {
    exit: Option<String>,
}

impl Arrivals {
    fn note(&self, test: String, probe: String) {
        if test.len() > LONGEST_NAME || probe.len() > LONGEST_NAME {
            return;
        }
        let mut tests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = tests.iter().position(|(name, _)| *name == test).unwrap_or_else(|| {
            if tests.len() == MOST_TESTS {
                tests.pop_front();
            }
            tests.push_back((test, BTreeSet::new()));
            tests.len() - 1
        });
        if let Some((_, probes)) = tests.get_mut(at)
            && probes.len() < MOST_PROBES
        {
            probes.insert(probe);
        }
    }

    fn of(&self, test: &str) -> BTreeSet<String> {
        let tests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tests.iter().find(|(name, _)| name == test).map(|(_, probes)| probes.clone()).unwrap_or_default()
    }
}

/// The answer, whatever is asked and from wherever.
pub(crate) async fn answer(
    State(arrivals): State<Arrivals>,
    Path(test): Path<String>,
    Query(came): Query<Came>,
) -> Response {
    if let Some(probe) = came.exit {
        arrivals.note(test, probe);
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let answer = response.headers_mut();
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_ORIGIN.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_METHODS.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_HEADERS.as_str(), "*");
    headers::set(answer, "cross-origin-resource-policy", "cross-origin");
    headers::never_keep(answer);
    response
}

/// Which probes came to a test's address.
pub(crate) async fn arrivals(State(arrivals): State<Arrivals>, Path(test): Path<String>) -> Response {
    let mut response = Json(arrivals.of(&test)).into_response();
    headers::never_keep(response.headers_mut());
    response
}
