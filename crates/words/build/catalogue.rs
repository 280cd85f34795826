//! Turns catalogues in Fluent's syntax into Rust: one function for each message, with one argument
//! for each variable, in alphabetical order.
//!
//! A message without variables becomes a `&'static str`. A variable that selects a plural is a
//! `u64`, any other one is whatever can be displayed. What Fluent has besides these is refused,
//! so that every sentence is one message and nothing is looked up when the page runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use fluent_syntax::unicode::unescape_unicode_to_string;

/// The messages of one language by their ids.
type Messages<'a> = BTreeMap<&'a str, Message<'a>>;

/// The variables of a message, and whether each selects a plural.
type Variables<'a> = BTreeMap<&'a str, bool>;

struct Message<'a> {
    pattern: Pattern<&'a str>,
    variables: Variables<'a>,
}

/// Returns the source of the functions, and of the enum of the languages.
///
/// * `languages` - the name and the text of each catalogue; the first decides which messages there
///   are
///
/// # Errors
/// If a catalogue has what is not supported, or not the messages and variables of the first.
pub(crate) fn functions(languages: &[(String, String)]) -> Result<String, String> {
    let mut catalogues = Vec::new();
    for (name, text) in languages {
        let found = messages(text).map_err(|why| format!("{name}.ftl: {why}"))?;
        catalogues.push((variant_name(name), found));
    }
    let Some(((_, first), others)) = catalogues.split_first() else {
        return Err("locales has no catalogue".to_owned());
    };
    for (name, other) in others {
        same(first, other).map_err(|why| format!("{name}: {why}"))?;
    }
    let mut out = String::from(
        "/// The languages of the page.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Language {\n",
    );
    for (name, _) in &catalogues {
        line(&mut out, &format!("    {name},"));
    }
    out.push_str("}\n");
    for (id, message) in first {
        let arguments: Vec<String> = message
            .variables
            .iter()
            .map(|(name, counts)| {
                let kind = if *counts { "u64" } else { "&dyn ::std::fmt::Display" };
                format!("{}: {kind}", identifier(name))
            })
            .collect();
        let result = if arguments.is_empty() { "&'static str" } else { "String" };
        let name = identifier(id);
        line(&mut out, "#[must_use]");
        line(&mut out, &format!("pub fn {name}({}) -> {result} {{", arguments.join(", ")));
        line(&mut out, "    match crate::language() {");
        for (language, catalogue) in &catalogues {
            let Some(message) = catalogue.get(id) else { continue };
            let value = match plain(&message.pattern) {
                Some(text) if message.variables.is_empty() => format!("{text:?}"),
                _ => formatted(&message.pattern, &message.variables, language),
            };
            line(&mut out, &format!("        Language::{language} => {value},"));
        }
        out.push_str("    }\n}\n");
    }
    Ok(out)
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

/// Returns the messages of a catalogue.
fn messages(text: &str) -> Result<Messages<'_>, String> {
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let at = |start: usize| text[..start].lines().count();
        let shown = errors.iter().map(|error| format!("line {}: {error}", at(error.pos.start)));
        shown.collect::<Vec<_>>().join("; ")
    })?;
    let mut found = Messages::new();
    for entry in resource.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => continue,
            Entry::Term(term) => return Err(format!("{} is a term", term.id.name)),
            Entry::Junk { content } => return Err(format!("not a message: {content}")),
        };
        let id = message.id.name;
        let Some(pattern) = message.value else { return Err(format!("{id} has no text")) };
        if !message.attributes.is_empty() {
            return Err(format!("{id} has attributes; write a message for each"));
        }
        let mut variables = Variables::new();
        read(&pattern, &mut variables).map_err(|why| format!("{id}: {why}"))?;
        if found.insert(id, Message { pattern, variables }).is_some() {
            return Err(format!("{id} is there twice"));
        }
    }
    Ok(found)
}

/// Adds the variables of a pattern.
fn read<'a>(pattern: &Pattern<&'a str>, variables: &mut Variables<'a>) -> Result<(), String> {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(InlineExpression::StringLiteral { .. }) => {}
            Expression::Inline(InlineExpression::VariableReference { id }) => {
                variables.entry(id.name).or_default();
            }
            Expression::Select {
                selector: InlineExpression::VariableReference { id },
                variants,
            } => {
                variables.insert(id.name, true);
                for variant in variants {
                    category(&variant.key)?;
                    read(&variant.value, variables)?;
                }
            }
            _ => return Err("only variables and plurals of variables may be in braces".to_owned()),
        }
    }
    Ok(())
}

/// Checks that two languages have the same messages with the same variables.
fn same(first: &Messages<'_>, other: &Messages<'_>) -> Result<(), String> {
    let ids = |messages: &Messages<'_>| -> BTreeSet<String> {
        messages.keys().map(|id| (*id).to_owned()).collect()
    };
    let differing: Vec<String> = ids(first).symmetric_difference(&ids(other)).cloned().collect();
    if !differing.is_empty() {
        return Err(format!("one of the languages does not have {}", differing.join(", ")));
    }
    for (id, message) in first {
        let names = |message: &Message<'_>| -> Vec<String> {
            message.variables.keys().map(|name| (*name).to_owned()).collect()
        };
        let there = other.get(id).map(names).unwrap_or_default();
        if names(message) != there {
            return Err(format!("{id} has the variables {there:?}, not {:?}", names(message)));
        }
    }
    Ok(())
}

/// Returns the text of a pattern without variables.
fn plain(pattern: &Pattern<&str>) -> Option<String> {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => text.push_str(&unescape_unicode_to_string(value)),
            PatternElement::Placeable { .. } => return None,
        }
    }
    Some(text)
}

/// Returns the expression that formats a pattern.
fn formatted(pattern: &Pattern<&str>, variables: &Variables<'_>, language: &str) -> String {
    if let Some(text) = plain(pattern) {
        return format!("String::from({text:?})");
    }
    if let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] =
        pattern.elements.as_slice()
    {
        return choice(selector, variants, variables, language);
    }
    let mut template = String::new();
    let mut arguments = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => template.push_str(&escaped(value)),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::StringLiteral { value } => {
                    template.push_str(&escaped(&unescape_unicode_to_string(value)));
                }
                InlineExpression::VariableReference { id } => {
                    let name = identifier(id.name);
                    template.push_str("{}");
                    let counts = variables.get(id.name).copied().unwrap_or_default();
                    let value = if counts { format!("crate::count({name})") } else { name };
                    arguments += &format!(", {value}");
                }
                _ => {}
            },
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                template.push_str("{}");
                arguments += &format!(", {}", choice(selector, variants, variables, language));
            }
        }
    }
    format!("format!({template:?}{arguments})")
}

/// Returns the expression that chooses among the forms of a plural.
fn choice(
    selector: &InlineExpression<&str>,
    variants: &[Variant<&str>],
    variables: &Variables<'_>,
    language: &str,
) -> String {
    let InlineExpression::VariableReference { id } = selector else { return String::new() };
    let arms: String = variants.iter().map(|one| arm(one, variables, language)).collect();
    let name = identifier(id.name);
    format!("match crate::category(Language::{language}, {name}) {{ {arms}}}")
}

fn arm(variant: &Variant<&str>, variables: &Variables<'_>, language: &str) -> String {
    let value = formatted(&variant.value, variables, language);
    match category(&variant.key) {
        Ok(name) if !variant.default => format!("crate::Category::{name} => {value}, "),
        _ => format!("_ => {value}, "),
    }
}

/// Returns the name of the category of a plural.
fn category(key: &VariantKey<&str>) -> Result<String, String> {
    const NAMES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
    match key {
        VariantKey::Identifier { name } if NAMES.contains(name) => Ok(variant_name(name)),
        _ => Err(format!("a plural has the categories {}", NAMES.join(", "))),
    }
}

/// Returns a text for the template of `format!`.
fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// Returns the Rust name of a message or a variable.
fn identifier(id: &str) -> String {
    id.replace('-', "_")
}

/// Returns the name of a variant of an enum: `En`, `PtBr`.
fn variant_name(name: &str) -> String {
    let mut out = String::new();
    for part in name.split(['-', '_']) {
        let mut letters = part.chars();
        if let Some(first) = letters.next() {
            let _ = write!(out, "{}{}", first.to_ascii_uppercase(), letters.as_str());
        }
    }
    out
}
