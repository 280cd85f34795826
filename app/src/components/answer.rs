//! The answer of a turn as views, which stay cheap while it grows: only the parts that change are
//! made anew, and only some at a time.

use std::sync::Arc;
use std::time::Duration;

use grounding::Claim;
use leptos::prelude::*;
use markdown::{Kind, Node, Parsed, parts};

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
    /// How many of its blocks stand above the charts.
    head: usize,
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
    }
}

/// The answer, as Markdown, with what supports its numbers once it is complete. Its charts stand
/// after its first paragraph.
#[component]
pub(super) fn Answer(
    turn: Id,
    text: RwSignal<String>,
    claims: RwSignal<Vec<Claim>>,
    /// Whether it stands elsewhere, since it was made from other files.
    is_former: Memo<bool>,
    charts: AnyView,
) -> impl IntoView {
    let shown = RwSignal::new(Vec::<Part>::new());
    let (again, latest) = (RwSignal::new(0usize), StoredValue::new(0usize));
    Effect::new(move |_| {
        again.track();
        let before = shown.get_untracked();
        let (mut after, mut made, mut above) = (Vec::new(), 0, Vec::new());
        let is_former = is_former.get();
        text.with(|text| {
            let text = if is_former { "" } else { text.as_str() };
            let claims = Claims::of(turn, claims.get(), text);
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
                        let head = if at == 0 { head(&parsed.nodes) } else { 0 };
                        let above = std::mem::take(&mut above);
                        let said = Said { source, claims, above, parsed, head };
                        Part { version: latest.get_value(), said: Arc::new(said) }
                    }
                };
                above.clone_from(&part.said.parsed.above);
                after.push(part);
            }
        });
        shown.set(after);
    });
    let first = Memo::new(move |_| shown.with(|shown| shown.first().cloned()));
    let opening = move || {
        let Part { said, .. } = first.get()?;
        let blocks = said.parsed.nodes.iter().take(said.head).cloned().collect();
        Some(nodes(blocks, &said.claims))
    };
    view! {
        <div class="prose">{opening}</div>
        {charts}
        <div class="prose">
            <For each=move || shown.get() key=|part| part.version let(part)>
                {
                    let said = part.said;
                    nodes(said.parsed.nodes.iter().skip(said.head).cloned().collect(), &said.claims)
                }
            </For>
        </div>
    }
    .into_any()
}

/// Returns how many blocks an answer begins with that say it in one paragraph, with the headings
/// before it.
fn head(blocks: &[Node]) -> usize {
    let is = |block: &Node, kind: fn(&Kind) -> bool| matches!(block, Node::Element(found, _) if kind(found));
    let headings = blocks
        .iter()
        .take_while(|block| is(block, |kind| matches!(kind, Kind::Heading(_))))
        .count();
    match blocks.get(headings) {
        Some(block) if is(block, |kind| *kind == Kind::Paragraph) => headings + 1,
        _ => 0,
    }
}
