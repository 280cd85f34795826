//! Markdown as views. The crate `markdown` decides what it may contain.

use std::time::Duration;

use leptos::prelude::*;
use markdown::{Kind, Node};

use super::{actions, claim::Claims, code::Code, icon::Icon};
use crate::{actions::TextActions, session::WrittenTable};

/// A text in Markdown.
#[component]
pub(super) fn Markdown(
    /// The Markdown.
    text: String,
    /// What supports its numbers.
    #[prop(optional)]
    claims: Claims,
) -> impl IntoView {
    let parsed = markdown::parse_part(&text, &claims.spans(0, 0), &[]);
    view! { <div class="prose">{nodes(parsed.nodes, &claims)}</div> }.into_any()
}

pub(super) fn nodes(list: Vec<Node>, claims: &Claims) -> Vec<AnyView> {
    list.into_iter().map(|item| node(item, claims)).collect()
}

fn node(node: Node, claims: &Claims) -> AnyView {
    match node {
        Node::Text(text) => text.into_any(),
        Node::Code(code) => view! { <code>{text::visible(&code)}</code> }.into_any(),
        Node::Block { language, code } => {
            let python = matches!(language.as_str(), "python" | "py" | "python3");
            let finished = Signal::stored(true);
            view! { <Code code=Signal::stored(code) language={if python { "python" } else { "" }} finished=finished /> }
                .into_any()
        }
        Node::Break => view! { <br /> }.into_any(),
        Node::Rule => view! { <hr /> }.into_any(),
        Node::Check(done) => view! {
            <span class="task" role="img" aria-label={if done { words::markdown_done() } else { words::markdown_to_do() }}>{if done { "☑ " } else { "☐ " }}</span>
        }
        .into_any(),
        Node::Link { href, children } => view! {
            <a class="leaves" href=href target="_blank" rel="noopener noreferrer nofollow">
                {nodes(children, claims)}
                <Icon name="external" />
                <span class="visually-hidden">{words::markdown_leaves_this_page()}</span>
            </a>
        }
        .into_any(),
        Node::Element(kind, children) => element(kind, children, claims),
    }
}

fn element(kind: Kind, children: Vec<Node>, claims: &Claims) -> AnyView {
    if kind == Kind::Table {
        return table(children, claims);
    }
    let inner = nodes(children, claims);
    match kind {
        Kind::Group | Kind::Table => inner.into_any(),
        Kind::Paragraph => view! { <p>{inner}</p> }.into_any(),
        // The question is a heading of rank 2, so headings of its answer start at 3.
        Kind::Heading(1) => view! { <h3>{inner}</h3> }.into_any(),
        Kind::Heading(2) => view! { <h4>{inner}</h4> }.into_any(),
        Kind::Heading(_) => view! { <h5>{inner}</h5> }.into_any(),
        Kind::Quote => view! { <blockquote>{inner}</blockquote> }.into_any(),
        Kind::List => view! { <ul>{inner}</ul> }.into_any(),
        Kind::Ordered(first) => view! { <ol start=first.to_string()>{inner}</ol> }.into_any(),
        Kind::Item => view! { <li>{inner}</li> }.into_any(),
        Kind::Emphasis => view! { <em>{inner}</em> }.into_any(),
        Kind::Strong => view! { <strong>{inner}</strong> }.into_any(),
        Kind::Strike => view! { <del>{inner}</del> }.into_any(),
        Kind::Head | Kind::Row => view! { <tr>{inner}</tr> }.into_any(),
        Kind::Cell(right) => view! { <td class:is-number=right>{inner}</td> }.into_any(),
        Kind::Mark(index) => claims.view(index, inner),
    }
}

fn table(rows: Vec<Node>, claims: &Claims) -> AnyView {
    let texts = actions::<dyn TextActions>();
    let written = StoredValue::new(WrittenTable::of(&rows));
    let copied = RwSignal::new(false);
    let copy = move |_| {
        texts.with(|texts| texts.copy(written.with_value(WrittenTable::as_tsv)));
        copied.set(true);
        // The table may have been removed from the page meanwhile.
        let reset = move || {
            let _ = copied.try_set(false);
        };
        set_timeout(reset, Duration::from_secs(2));
    };
    let (mut head, mut body) = (Vec::new(), Vec::new());
    for row in rows {
        match row {
            Node::Element(Kind::Head, cells) => {
                head.extend(cells.into_iter().map(|cell| heading(cell, claims)))
            }
            other => body.push(node(other, claims)),
        }
    }
    view! {
        <div class={"written-table"}>
            <div class="table-scroll" tabindex="0" role="group" aria-label=words::markdown_table()>
                <table>
                    <thead><tr>{head}</tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
            <button
                class="button is-quiet written-table-copy"
                type="button"
                aria-label=move || if copied.get() { words::markdown_copied() } else { words::markdown_copy_the_table() }
                title=words::markdown_copy_the_table()
                data-testid="copy-table"
                on:click=copy
            >
                {move || view! { <Icon name={if copied.get() { "check" } else { "copy" }} /> }}
            </button>
        </div>
    }
    .into_any()
}

fn heading(cell: Node, claims: &Claims) -> AnyView {
    match cell {
        Node::Element(Kind::Cell(right), children) => {
            view! { <th scope="col" class:is-number=right>{nodes(children, claims)}</th> }
                .into_any()
        }
        other => node(other, claims),
    }
}
