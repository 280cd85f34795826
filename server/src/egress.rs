//! `/kernel/exit`: the target of the egress probes. It answers every request, so that a refusal can
//! only come from the seal, and records which probes arrived at the address of each self-test,
//! which that test's page asks for afterwards.

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

/// Maximum number of tests that are kept; the oldest is dropped first.
const MAX_TESTS: usize = 64;
/// Maximum number of probes kept per test, and maximum length of the names of tests and probes, in
/// bytes.
const MAX_PROBES: usize = 256;
const MAX_NAME_BYTES: usize = 64;

/// The name of a test, and the probes that arrived at its address.
type Test = (String, BTreeSet<String>);

/// The probes that arrived, by test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrivals(Arc<Mutex<VecDeque<Test>>>);

/// The query of a request: the name of the probe, as the test wrote it into the address.
#[derive(Debug, Deserialize)]
pub(crate) struct ArrivalQuery {
    exit: Option<String>,
}

impl Arrivals {
    fn record(&self, test: String, probe: String) {
        if test.len() > MAX_NAME_BYTES || probe.len() > MAX_NAME_BYTES {
            return;
        }
        let mut tests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = tests.iter().position(|(name, _)| *name == test).unwrap_or_else(|| {
            if tests.len() == MAX_TESTS {
                tests.pop_front();
            }
            tests.push_back((test, BTreeSet::new()));
            tests.len() - 1
        });
        if let Some((_, probes)) = tests.get_mut(at)
            && probes.len() < MAX_PROBES
        {
            probes.insert(probe);
        }
    }

    fn probes_of(&self, test: &str) -> BTreeSet<String> {
        let tests = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tests
            .iter()
            .find(|(name, _)| name == test)
            .map(|(_, probes)| probes.clone())
            .unwrap_or_default()
    }
}

/// Answers every request from everywhere, and records the probe.
pub(crate) async fn answer(
    State(arrivals): State<Arrivals>,
    Path(test): Path<String>,
    Query(query): Query<ArrivalQuery>,
) -> Response {
    if let Some(probe) = query.exit {
        arrivals.record(test, probe);
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    let answer = response.headers_mut();
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_ORIGIN.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_METHODS.as_str(), "*");
    headers::set(answer, header::ACCESS_CONTROL_ALLOW_HEADERS.as_str(), "*");
    headers::set(answer, "cross-origin-resource-policy", "cross-origin");
    headers::set_no_store(answer);
    response
}

/// Returns which probes arrived at a test's address.
pub(crate) async fn arrivals(
    State(arrivals): State<Arrivals>,
    Path(test): Path<String>,
) -> Response {
    let mut response = Json(arrivals.probes_of(&test)).into_response();
    headers::set_no_store(response.headers_mut());
    response
}
