//! Checks that views contain no elements that Leptos would build by setting inner HTML, which the
//! page's policy forbids.

use std::{error::Error, fs, path::Path};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use rstml::node::{KVAttributeValue, Node, NodeAttribute, NodeName};
use syn::{Expr, ExprLit, Lit};

#[test]
fn no_element_below_the_top_of_a_view_is_wholly_literal() -> Result<(), Box<dyn Error>> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/components")];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(path)? {
                open.push(entry?.path());
            }
            continue;
        }
        let source: TokenStream = fs::read_to_string(&path)?.parse()?;
        let mut here = Vec::new();
        views(source, &mut here);
        found.extend(here.into_iter().map(|element| format!("{}: {element}", path.display())));
    }
    assert_eq!(found, Vec::<String>::new(), "put the text or the class of these into braces");
    Ok(())
}

#[test]
fn a_literal_element_is_found_and_one_with_braces_is_not() -> Result<(), Box<dyn Error>> {
    for (source, wanted) in [
        (r#"view! { <p>"top"</p> }"#, vec![]),
        (r#"view! { <p><b>"inner"</b></p> }"#, vec!["b"]),
        (r#"view! { <p><b>{"inner"}</b></p> }"#, vec![]),
        (r#"view! { <p><i class="dot"></i></p> }"#, vec!["i"]),
        (r#"view! { <p><i class={"dot"}></i></p> }"#, vec![]),
        (r#"view! { <p>{ok.then(|| view! { <p><b>"deep"</b></p> })}</p> }"#, vec!["b"]),
    ] {
        let mut found = Vec::new();
        views(source.parse()?, &mut found);
        assert_eq!(found, wanted, "{source}");
    }
    Ok(())
}

/// Finds such elements in every `view! { … }` at any depth.
fn views(source: TokenStream, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = source.into_iter().collect();
    for (index, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else { continue };
        views(group.stream(), found);
        let is_view = group.delimiter() == Delimiter::Brace
            && index >= 2
            && matches!(&trees[index - 2], TokenTree::Ident(name) if name == "view")
            && matches!(&trees[index - 1], TokenTree::Punct(mark) if mark.as_char() == '!');
        if is_view {
            for node in rstml::parse2(group.stream()).unwrap() {
                below(&node, found);
            }
        }
    }
}

fn below(node: &Node, found: &mut Vec<String>) {
    for child in node.children().into_iter().flatten() {
        match child {
            Node::Element(element)
                if inert(child)
                    && !(element.attributes().is_empty() && element.children.is_empty()) =>
            {
                found.push(element.name().to_string());
            }
            other => below(other, found),
        }
    }
}

/// Returns whether an element and everything in it is literal; components (upper case) never are.
fn inert(node: &Node) -> bool {
    match node {
        Node::Text(_) | Node::RawText(_) => true,
        Node::Element(element) => {
            let component = element.name().to_string().starts_with(char::is_uppercase);
            !component
                && !matches!(element.name(), NodeName::Block(_))
                && element.attributes().iter().all(literal)
                && element.children.iter().all(inert)
        }
        _ => false,
    }
}

fn literal(attribute: &NodeAttribute) -> bool {
    let NodeAttribute::Attribute(attribute) = attribute else { return false };
    let name = attribute.key.to_string();
    let special =
        ["style:", "prop:", "on:", "use:", "bind"].iter().any(|prefix| name.starts_with(prefix));
    match attribute.possible_value.to_value().map(|value| &value.value) {
        None => true,
        Some(KVAttributeValue::Expr(expression)) => {
            !special && matches!(expression, Expr::Lit(ExprLit { lit: Lit::Str(_), .. }))
        }
        Some(_) => false,
    }
}
