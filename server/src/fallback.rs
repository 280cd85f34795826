//! Which model answers if the one that was asked for cannot.

use std::sync::Arc;

use chat::Request;

use crate::{
    Upstream,
    models::Models,
    upstream::{Answer, Failure, Observer},
};

/// Asks `first`, then its fallback and that one's in turn while the fault is with the model.
/// Returns the answer and who writes it.
///
/// # Errors
/// The failure of the last one that could be asked at all.
pub(crate) async fn ask(
    models: &Models,
    first: Arc<Upstream>,
    request: &Request,
    observer: &mut (impl Observer + Send),
) -> Result<(Arc<Upstream>, Answer), Failure> {
    let mut asked: Vec<String> = Vec::new();
    let mut upstream = first;
    let mut last: Option<Failure> = None;
    loop {
        let failure = match upstream.answer(request, observer).await {
            Ok(answer) => return Ok((upstream, answer)),
            // Whoever asked another model is not told what only the fallback cannot take.
            Err(failure) => match last {
                Some(before) if !failure.is_of_the_model() => return Err(before),
                _ => failure,
            },
        };
        if !failure.is_of_the_model() {
            return Err(failure);
        }
        asked.push(upstream.model().id.clone());
        let fallback = upstream.model().fallback.as_ref().filter(|id| !asked.contains(id));
        match fallback.and_then(|id| models.by_id(id)) {
            Some(next) => upstream = Arc::clone(next),
            None => return Err(failure),
        }
        observer.falls_back();
        last = Some(failure);
    }
}
