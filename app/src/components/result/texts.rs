//! Text, code and Markdown that Python showed. Nothing in them acts, and hidden characters are
//! written out.

use leptos::{html, prelude::*};
use markdown::{Kind, Node};
use text::{format, visible};

use crate::actions::TextActions;
use crate::components::{actions, claim::Claims, markdown::nodes, printed};

/// A longer text is laid out in full only on request, in bytes.
const MAX_LAID_OUT: usize = 32_000;

/// A text, as a terminal shows it.
#[component]
pub(super) fn TextView(content: String) -> impl IntoView {
    long(content, words::result_texts_value().to_owned(), "code result-text", printed::styled)
}

/// Code; the first line names its language.
#[component]
pub(super) fn CodeView(content: String) -> impl IntoView {
    let (language, code) = content.split_once('\n').unwrap_or((&content, ""));
    source(code.to_owned(), &language.trim().to_lowercase())
}

/// Returns the view of code, highlighted if it is Python.
pub(in crate::components) fn source(code: String, language: &str) -> AnyView {
    let label = if language.is_empty() {
        words::result_texts_code().to_owned()
    } else {
        words::result_texts_code_in_language(&visible(language))
    };
    if !matches!(language, "python" | "python3" | "py" | "ipython") {
        return long(code, label, "code result-text result-code", |text| visible(text).into_any());
    }
    let texts = actions::<dyn TextActions>();
    let coloured = move |code: &str| {
        let parts = texts.with(|texts| texts.highlight(code)).unwrap_or_default();
        let part = |(class, text): (String, String)| match class.as_str() {
            "" => visible(&text).into_any(),
            _ => view! { <span class=class>{visible(&text)}</span> }.into_any(),
        };
        parts.into_iter().map(part).collect_view().into_any()
    };
    long(code, label, "code result-text result-code", coloured)
}

fn long(
    content: String,
    label: String,
    class: &'static str,
    draw: impl Fn(&str) -> AnyView + Send + Sync + 'static,
) -> AnyView {
    let is_whole = RwSignal::new(content.len() <= MAX_LAID_OUT);
    let place = NodeRef::<html::Pre>::new();
    let size = format::bytes(content.len() as u64);
    let shown = move || {
        let end =
            if is_whole.get() { content.len() } else { content.floor_char_boundary(MAX_LAID_OUT) };
        draw(content.get(..end).unwrap_or_default())
    };
    let show_rest = move |_| {
        is_whole.set(true);
        if let Some(place) = place.get_untracked() {
            // It can always take the focus.
            drop(place.focus());
        }
    };
    view! {
        <div class=class>
            <pre class="output is-value" tabindex="0" role="group" aria-label=label node_ref=place>{shown}</pre>
            {move || (!is_whole.get()).then(|| view! {
                <button class="button is-quiet result-rest" type="button" on:click=show_rest>
                    {words::result_texts_show_all_of_it(&size)}
                </button>
            })}
        </div>
    }
    .into_any()
}

/// Markdown, whose links are text, since Python may have put anything into their addresses.
#[component]
pub(super) fn MarkdownView(content: String) -> impl IntoView {
    let parsed = markdown::parse_part(&content, &[], &[]).nodes;
    let shown = nodes(parsed.into_iter().map(without_links).collect(), &Claims::default());
    view! { <div class="prose result-prose">{shown}</div> }.into_any()
}

fn without_links(node: Node) -> Node {
    let inner = |children: Vec<Node>| children.into_iter().map(without_links).collect::<Vec<_>>();
    match node {
        Node::Text(text) => Node::Text(visible(&text)),
        Node::Element(kind, children) => Node::Element(kind, inner(children)),
        Node::Link { href, children } => {
            let mut children = inner(children);
            let address = visible(&href);
            if children != [Node::Text(address.clone())] {
                // As code, so that a label cannot imitate it.
                children.extend([
                    Node::Text(" (".to_owned()),
                    Node::Code(href),
                    Node::Text(")".to_owned()),
                ]);
            }
            Node::Element(Kind::Group, children)
        }
        other => other,
    }
}
