//! The answer of a turn as views, which stay cheap while it grows: only the parts that change are
//! made anew, and only some at a time.

use std::sync::Arc;
use std::time::Duration;

use grounding::Claim;
use leptos::prelude::*;
use markdown::{Parsed, parts};

use super::{claim::Claims, markdown::nodes};
use crate::session::Id;

/// How much of an answer is made anew in one task, in bytes, so that a long one does not block the
/// page.
const MAX_AT_ONCE: usize = 8_000;

/// A part of the answer as it is shown. Where all of it stays the same, its view is kept.
#[derive(Clone)]
struct Part {
    /// Another one for each change.
    version: usize,
    said: Arc<Said>,
}

/// What the view of a part depends on.
struct Said {
    source: String,
    claims: Claims,
    /// The ranks of the headings before it.
    above: Vec<u8>,
    parsed: Parsed,
}

/// The answer, as Markdown, with what supports its numbers once it is complete.
#[component]
pub(super) fn Answer(
    turn: Id,
    text: RwSignal<String>,
    claims: RwSignal<Vec<Claim>>,
) -> impl IntoView {
    let shown = RwSignal::new(Vec::<Part>::new());
    let (again, latest) = (RwSignal::new(0usize), StoredValue::new(0usize));
    Effect::new(move |_| {
        again.track();
        let claims = Claims { turn, first: 0, list: claims.get() };
        let before = shown.get_untracked();
        let (mut after, mut made, mut above) = (Vec::new(), 0, Vec::new());
        text.with(|text| {
            let divided = parts::divide(text);
            for (at, range) in divided.ranges.iter().enumerate() {
                let part = text.get(range.clone()).unwrap_or_default();
                let (source, prefix) = divided.source(part);
                let claims = claims.within(range);
                let same = |old: &&Part| {
                    let said = &old.said;
                    said.source == source && said.claims == claims && said.above == above
                };
                let part = match before.get(at).filter(same) {
                    Some(kept) => kept.clone(),
                    None if made >= MAX_AT_ONCE => {
                        // The rest is shown as it was, until the next task.
                        after.extend(before.iter().skip(at).cloned());
                        set_timeout(move || again.update(|count| *count += 1), Duration::ZERO);
                        break;
                    }
                    None => {
                        made += part.len();
                        latest.update_value(|latest| *latest += 1);
                        let spans = claims.spans(range.start, prefix);
                        let parsed = markdown::parse_part(&source, &spans, &above);
                        let said =
                            Said { source, claims, above: std::mem::take(&mut above), parsed };
                        Part { version: latest.get_value(), said: Arc::new(said) }
                    }
                };
                above.clone_from(&part.said.parsed.above);
                after.push(part);
            }
        });
        shown.set(after);
    });
    view! {
        <div class="prose">
            <For each=move || shown.get() key=|part| part.version let(part)>
                {nodes(part.said.parsed.nodes.clone(), &part.said.claims)}
            </For>
        </div>
    }
    .into_any()
}
