//! What the page says is in the catalogue, and the page says all of it.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use fluent_syntax::{ast::Entry, parser};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::LitStr;

/// The sources of the page.
const PAGE: [&str; 2] = ["app/src", "frontend/src"];

/// Files of tests.
const TESTS: [&str; 2] = ["tests.rs", "trusted_types.rs"];

/// Attributes and properties whose values nobody reads. So is every one that begins with `class`.
const UNREAD: [&str; 21] = [
    "aria-controls",
    "aria-describedby",
    "aria-labelledby",
    "autocomplete",
    "content",
    "d",
    "data-testid",
    "for",
    "href",
    "id",
    "inputmode",
    "media",
    "name",
    "placement",
    "rel",
    "role",
    "style",
    "target",
    "type",
    "value",
    "viewBox",
];

/// Methods and macros that take no text for a user.
const CALLS: [&str; 9] = [
    "closest",
    "contains",
    "ends_with",
    "expect",
    "query_selector",
    "query_selector_all",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
];

/// Literals that read like words and are none of the page's: names of keys, formats, providers and
/// currencies, columns of the samples, questions as the built-in planner reads them, code, and
/// values of styles and protocols. Each with its file.
const OTHER: &str = include_str!("other.txt");

/// How much of such a literal is listed.
const MAX_SHOWN: usize = 60;

#[test]
fn every_message_is_used() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalogue = fs::read_to_string(root.join("locales/en.ftl"))?;
    let resource = parser::parse(catalogue.as_str()).map_err(|(_, errors)| errors[0].clone())?;
    let ids = resource.body.iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message.id.name.replace('-', "_")),
        _ => None,
    });
    let ids: Vec<String> = ids.collect();
    assert!(ids.len() > 500, "the catalogue was read");
    let mut used = BTreeSet::new();
    for path in sources()? {
        let source = fs::read_to_string(path)?;
        let after = source.split("words::").skip(1);
        used.extend(after.map(|rest| {
            let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            rest[..end.unwrap_or(rest.len())].to_owned()
        }));
    }
    let unused: Vec<&String> = ids.iter().filter(|id| !used.contains(*id)).collect();
    assert!(unused.is_empty(), "the page does not say these: {unused:?}");
    Ok(())
}

#[test]
fn the_page_has_no_words_of_its_own() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let other: BTreeSet<&str> = OTHER.lines().collect();
    let mut unknown = Vec::new();
    let mut seen = BTreeSet::new();
    for path in sources()? {
        let mut found = Vec::new();
        words(fs::read_to_string(&path)?.parse()?, Place::default(), &mut found);
        let file = path.strip_prefix(&root)?.display();
        for text in found {
            let text: String = text.replace('\n', " ").chars().take(MAX_SHOWN).collect();
            let line = format!("{file}: {}", text.trim_end());
            match other.get(line.as_str()) {
                Some(known) => drop(seen.insert(*known)),
                None => unknown.push(line),
            }
        }
    }
    assert_eq!(unknown, Vec::<String>::new(), "put these into locales/en.ftl");
    let gone: Vec<&&str> = other.difference(&seen).collect();
    assert!(gone.is_empty(), "tests/other.txt has what the page does not: {gone:?}");
    Ok(())
}

#[test]
fn words_are_found_where_a_user_reads_them() -> Result<(), Box<dyn Error>> {
    for (source, expected) in [
        (r#"view! { <p>"save"</p> }"#, vec!["save"]),
        (r#"view! { <p>{words::save()}</p> }"#, vec![]),
        (r#"view! { <p>{"Save"}</p> }"#, vec!["Save"]),
        (r#"view! { <p>{"save"}</p> }"#, vec!["save"]),
        (r#"view! { <p>"…"</p> }"#, vec![]),
        (r#"view! { <b title="save">{name}</b> }"#, vec!["save"]),
        (r#"view! { <b aria-label="save">{name}</b> }"#, vec!["save"]),
        (r#"view! { <b aria-label={"save"}>{name}</b> }"#, vec!["save"]),
        (
            r#"view! { <b aria-label=move || if on { "Save it" } else { "off" } /> }"#,
            vec!["Save it", "off"],
        ),
        (r#"view! { <input placeholder="find" /> }"#, vec!["find"]),
        (r#"view! { <Pick label="find" /> }"#, vec!["find"]),
        (r#"view! { <b class="button is-quiet" data-testid="Save it" /> }"#, vec![]),
        (r#"view! { <b class=move || if on { "is on" } else { "is off" } /> }"#, vec![]),
        (r#"view! { <b class={"button is-quiet"}>{name}</b> }"#, vec![]),
        (r#"let why = format!("{name} is not there");"#, vec!["{name} is not there"]),
        (r#"match why { "It is gone" => 1, _ => 2 }"#, vec![]),
        (r#"if kind == "Some Kind" { 1 } else { 2 }"#, vec![]),
        (r#"value.expect("a value is there")"#, vec![]),
        (r#"#[expect(lint, reason = "it is so")] fn one() {}"#, vec![]),
        (r#"#[cfg(test)] mod tests { const NAME: &str = "a long name"; }"#, vec![]),
        (
            r#"/// A comment.
            fn one() {}"#,
            vec![],
        ),
    ] {
        let mut found = Vec::new();
        words(source.parse()?, Place::default(), &mut found);
        assert_eq!(found, expected, "{source}");
    }
    Ok(())
}

/// Returns the files of the page, without those of tests.
fn sources() -> io::Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open: Vec<PathBuf> = PAGE.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "tests" {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if name.to_string_lossy().ends_with(".rs")
            && !TESTS.contains(&&*name.to_string_lossy())
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Where a group of tokens is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Whether it is within `view! { … }`.
    in_view: bool,
    /// Whether it is the value of an attribute that is read out or shown.
    is_shown: bool,
}

/// Finds the literals that a user may read.
fn words(source: TokenStream, place: Place, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = source.into_iter().collect();
    let mut index = 0;
    while index < trees.len() {
        match &trees[index] {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                index = after_attribute(&trees, index);
                continue;
            }
            TokenTree::Group(group) => inside(&trees, index, group, place, found),
            TokenTree::Literal(literal) => {
                let text = syn::parse_str::<LitStr>(&literal.to_string());
                if let Ok(text) = text.map(|text| text.value())
                    && is_read(&trees, index, &text, place)
                {
                    found.push(text);
                }
            }
            _ => {}
        }
        index += 1;
    }
}

/// Returns the index after an attribute, and after the module of tests that has it.
fn after_attribute(trees: &[TokenTree], at: usize) -> usize {
    let inner = usize::from(is_mark(trees.get(at + 1), '!'));
    let Some(TokenTree::Group(group)) = trees.get(at + 1 + inner) else { return at + 1 };
    let end = at + 2 + inner;
    let text = group.stream().to_string();
    let is_test = inner == 0 && text.starts_with("cfg") && text.contains("test");
    let module = trees[end..].iter().position(
        |tree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    let names_module = trees[end..].iter().take(12).any(|tree| is_name(Some(tree), "mod"));
    match module {
        Some(module) if is_test && names_module => end + module + 1,
        _ => end,
    }
}

/// Finds the literals in a group.
fn inside(trees: &[TokenTree], at: usize, group: &Group, place: Place, found: &mut Vec<String>) {
    let before = |steps: usize| at.checked_sub(steps).and_then(|index| trees.get(index));
    let called = if is_mark(before(1), '!') { before(2) } else { before(1) };
    if group.delimiter() == Delimiter::Parenthesis
        && matches!(called, Some(TokenTree::Ident(name)) if CALLS.contains(&&*name.to_string()))
    {
        return;
    }
    let in_view = is_mark(before(1), '!') && is_name(before(2), "view");
    let attribute = attribute(trees, at, place);
    if attribute.as_deref().is_some_and(is_unread) {
        return;
    }
    let is_block = group.delimiter() == Delimiter::Brace;
    let is_shown = match &attribute {
        Some(name) => is_shown(name),
        None => place.in_view && is_block,
    };
    let inner = Place { in_view: in_view || place.in_view && !is_block, is_shown };
    words(group.stream(), inner, found);
}

/// Returns whether a user may read a literal.
fn is_read(trees: &[TokenTree], at: usize, text: &str, place: Place) -> bool {
    if !text.contains(|letter: char| letter.is_alphabetic()) {
        return false;
    }
    let before = |steps: usize| at.checked_sub(steps).and_then(|index| trees.get(index));
    let is_compared =
        is_mark(before(1), '=') && (is_mark(before(2), '=') || is_mark(before(2), '!'));
    let is_pattern = is_mark(trees.get(at + 1), '|')
        || is_mark(trees.get(at + 1), '=') && is_mark(trees.get(at + 2), '>');
    if is_compared || is_pattern {
        return false;
    }
    match attribute(trees, at, place) {
        Some(name) if is_unread(&name) => return false,
        Some(name) if is_shown(&name) => return true,
        _ if place.is_shown && trees.len() == 1 => return true,
        _ => {}
    }
    let is_node = is_mark(before(1), '>') && !is_mark(before(2), '=') && !is_mark(before(2), '-')
        || is_mark(trees.get(at + 1), '<');
    place.in_view && is_node || reads_as_words(text)
}

/// Returns the name of the attribute whose value is at this place: what is before the nearest `=`,
/// which in a view is not necessarily beside it.
fn attribute(trees: &[TokenTree], at: usize, place: Place) -> Option<String> {
    let mut equals = at.checked_sub(1)?;
    while !is_mark(trees.get(equals), '=') {
        if !place.in_view || is_mark(trees.get(equals), '<') || is_mark(trees.get(equals), '>') {
            return None;
        }
        equals = equals.checked_sub(1)?;
    }
    let mut name = String::new();
    for tree in trees[..equals].iter().rev() {
        match tree {
            // Two names beside each other are not one.
            TokenTree::Ident(part) if name.is_empty() || name.starts_with(['-', ':']) => {
                name.insert_str(0, &part.to_string());
            }
            TokenTree::Punct(mark) if matches!(mark.as_char(), '-' | ':') && !name.is_empty() => {
                name.insert(0, mark.as_char());
            }
            _ => break,
        }
    }
    Some(name)
}

fn is_unread(attribute: &str) -> bool {
    attribute.starts_with("class") || UNREAD.contains(&attribute)
}

fn is_shown(attribute: &str) -> bool {
    ["title", "label", "aria-label", "placeholder", "alt"].contains(&attribute)
}

/// Returns whether a text has several words, a word beside a placeholder, or is one word in upper
/// case.
fn reads_as_words(text: &str) -> bool {
    let mut bare = String::new();
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(letter),
            _ => {}
        }
    }
    let has_two = |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    let several = bare.split_whitespace().filter(has_two).count() > 1;
    let is_word = |word: &str| {
        let word = word.trim_matches(|letter: char| ".,:;…()“” ".contains(letter));
        word.chars().count() > 1 && word.chars().all(char::is_alphabetic)
    };
    let is_sentence = several && bare.contains(char::is_lowercase);
    let begins_upper = text.trim_start_matches([' ', '(', '“']).starts_with(char::is_uppercase);
    let beside = text.contains('{') && text.contains(' ') && bare.split(' ').any(is_word);
    is_sentence || begins_upper && is_word(text) || beside
}

fn is_mark(tree: Option<&TokenTree>, wanted: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(mark)) if mark.as_char() == wanted)
}

fn is_name(tree: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(name)) if name == wanted)
}
