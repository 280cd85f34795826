//! Which saved functions are to be defined before code runs, in which order and as what source, and
//! what a model reads of each. Asks nobody.

use std::collections::{HashMap, HashSet};

use text::visible;

use super::description::summary;
use super::names::{defined, split};
use super::{SavedFunction, find};

/// How the comment begins that says what the code is.
const MARK: &str = "# Saved functions of the user";
/// The longest description of a function in a prompt, in characters.
const MAX_DESCRIPTION_LENGTH: usize = 240;
/// The most bytes of definitions that run at once.
const MAX_DEFINITION_BYTES: usize = 512 << 10;

/// What code of a session has defined so far.
#[derive(Debug, Default)]
pub struct Definers(HashMap<String, Definer>);

/// Code that defines a function, and when it ran, in milliseconds since 1970.
#[derive(Clone, Debug)]
struct Definer {
    code: String,
    at: f64,
}

impl Definers {
    /// Notes which functions code defines that begins to run at this time.
    pub fn observe(&mut self, code: &str, at: f64) {
        let code = code.replace("\r\n", "\n").replace('\r', "\n");
        for name in code.lines().filter_map(defined) {
            self.0.insert(name.to_owned(), Definer { code: code.clone(), at });
        }
    }

    /// Returns whether the interpreter has a function as it was before it was edited. Code of the
    /// session that defines a function of that name by itself keeps it.
    fn is_outdated(&self, saved: &SavedFunction) -> bool {
        let Some(Definer { code, at }) = self.0.get(&saved.name) else { return false };
        let is_same = code.contains(definition(&saved.source).trim_end());
        !is_same && (code.starts_with(MARK) || *at < saved.changed)
    }

    /// Returns source that defines the functions of these names, and those that they use, as far as
    /// the interpreter, which has these variables, does not have them or has them as they were
    /// before they were edited. Empty if there are none.
    pub fn missing(
        &self,
        saved: &[SavedFunction],
        names: &[String],
        variables: &[String],
    ) -> String {
        let is_missing =
            |one: &&SavedFunction| !variables.contains(&one.name) || self.is_outdated(one);
        let missing: Vec<_> = in_order(saved, names).into_iter().filter(is_missing).collect();
        written(&missing)
    }
}

/// Returns the names of the saved functions that code mentions. `normalised` returns a text as
/// Python compares names, in NFKC.
pub fn mentioned(
    saved: &[SavedFunction],
    code: &str,
    normalised: impl Fn(&str) -> String,
) -> Vec<String> {
    let code = normalised(code);
    let words: HashSet<&str> = split(&code).0.into_iter().collect();
    let names = saved.iter().map(|one| &one.name);
    names.filter(|name| words.contains(name.as_str())).cloned().collect()
}

/// Returns a line for each function for the prompt, the one that was changed last first:
/// `name(parameters): what it does`.
pub fn headings(saved: &[SavedFunction]) -> Vec<String> {
    let mut saved: Vec<_> = saved.iter().collect();
    saved.sort_by(|one, other| other.changed.total_cmp(&one.changed));
    saved.into_iter().map(heading).collect()
}

fn heading(saved: &SavedFunction) -> String {
    let what: String =
        visible(&summary(&saved.docstring)).chars().take(MAX_DESCRIPTION_LENGTH).collect();
    let gap = if what.is_empty() { "" } else { ": " };
    format!("{}{gap}{what}", visible(&saved.signature))
}

fn written(functions: &[&SavedFunction]) -> String {
    if functions.is_empty() {
        return String::new();
    }
    let [names, sources] =
        [|one: &SavedFunction| one.name.clone(), |one: &SavedFunction| one.source.clone()]
            .map(|part| functions.iter().map(|one| part(one)).collect::<Vec<_>>());
    let text = format!("{MARK}: {}.\n{}", names.join(", "), sources.join("\n\n"));
    // Without the definitions, the code's error says which function is missing.
    if text.len() > MAX_DEFINITION_BYTES { String::new() } else { text }
}

/// Returns the functions of these names and those that they use, each after those that it uses.
fn in_order<'a>(saved: &'a [SavedFunction], names: &[String]) -> Vec<&'a SavedFunction> {
    /// Functions that call each other are found again at the time of the call, in any order.
    fn visit<'a>(
        saved: &'a [SavedFunction],
        name: &str,
        visited: &mut HashSet<&'a str>,
        ordered: &mut Vec<&'a SavedFunction>,
    ) {
        if let Some(one) = find(saved, name).filter(|one| visited.insert(&one.name)) {
            one.names.iter().for_each(|name| visit(saved, name, visited, ordered));
            ordered.push(one);
        }
    }
    let (mut visited, mut ordered) = (HashSet::new(), Vec::new());
    names.iter().for_each(|name| visit(saved, name, &mut visited, &mut ordered));
    ordered
}

/// Returns a source without its imports.
pub(super) fn definition(source: &str) -> &str {
    let begins = |line: &&str| {
        let word = |word| {
            line.strip_prefix(word).is_some_and(|rest: &str| rest.starts_with(char::is_whitespace))
        };
        line.starts_with('@') || word("def") || word("async")
    };
    let above = source.split_inclusive('\n').take_while(|line| !begins(line)).map(str::len).sum();
    if above == source.len() { source } else { &source[above..] }
}

#[cfg(test)]
mod tests {
    use super::{Definers, MARK, definition, heading, in_order, mentioned, written};
    use crate::session::SavedFunction;

    fn saved(name: &str, names: &[&str]) -> SavedFunction {
        SavedFunction {
            name: name.to_owned(),
            signature: format!("{name}(a)"),
            source: format!("import os\n\n\ndef {name}(a):\n    return a\n"),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            created: 1.0,
            changed: 100.0,
            ..SavedFunction::default()
        }
    }

    fn ordered(all: &[SavedFunction], names: &[&str]) -> Vec<String> {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        in_order(all, &names).into_iter().map(|one| one.name.clone()).collect()
    }

    #[test]
    fn a_function_is_defined_after_those_that_it_uses_and_nothing_else_is() {
        let all = [
            saved("a", &["b", "c"]),
            saved("b", &["d", "unknown"]),
            saved("c", &["d"]),
            saved("d", &[]),
            saved("other", &[]),
        ];
        assert_eq!(ordered(&all, &["a"]), ["d", "b", "c", "a"]);
        assert_eq!(ordered(&all, &["d", "c"]), ["d", "c"]);
        assert!(ordered(&all, &["unknown"]).is_empty());
    }

    #[test]
    fn functions_that_call_each_other_are_each_defined_once() {
        let all = [saved("even", &["odd"]), saved("odd", &["even"]), saved("self", &["self"])];
        assert_eq!(ordered(&all, &["even", "self"]), ["odd", "even", "self"]);
    }

    #[test]
    fn the_source_says_that_these_are_saved_functions() {
        assert_eq!(written(&[]), "");
        let (a, b) = (saved("a", &[]), saved("b", &[]));
        assert_eq!(written(&[&a, &b]), format!("{MARK}: a, b.\n{}\n\n{}", a.source, b.source));
        assert_eq!(written(&[&SavedFunction { source: "#".repeat(600 << 10), ..a }]), "");
    }

    #[test]
    fn a_function_is_outdated_that_was_edited_after_the_interpreter_got_it() {
        let now = saved("net", &[]);
        let old = "def net(a):\n    return 0\n";
        assert!(!Definers::default().is_outdated(&now));
        for (code, at, outdated) in [
            (written(&[&now]), 50.0, false),
            (format!("x = 1\r\n{}", definition(&now.source).replace('\n', "\r\n")), 50.0, false),
            (old.to_owned(), 50.0, true),
            // The session's own function of that name, which came later.
            (old.to_owned(), 150.0, false),
            // What a resumed session ran again is as it was saved then.
            (format!("{MARK}: net.\n{old}"), 150.0, true),
        ] {
            let mut definers = Definers::default();
            definers.observe(&code, at);
            assert_eq!(definers.is_outdated(&now), outdated, "{code:?} at {at}");
        }
    }

    #[test]
    fn what_the_interpreter_has_is_not_defined_again() {
        let all = [saved("a", &["b"]), saved("b", &[])];
        let (names, there) = (["a".to_owned()], ["b".to_owned()]);
        assert_eq!(Definers::default().missing(&all, &names, &there), written(&[&all[0]]));
        assert_eq!(Definers::default().missing(&all, &there, &there), "");
    }

    #[test]
    fn a_function_is_mentioned_by_its_whole_name() {
        let all = [saved("net", &[]), saved("gross", &[])];
        assert_eq!(mentioned(&all, "print('net', nets)", str::to_owned), ["net"]);
        assert!(mentioned(&all, "x.net2 + ungross", str::to_owned).is_empty());
    }

    #[test]
    fn a_definition_is_the_source_without_its_imports() {
        for (source, shown) in [
            ("import os\n\n@cache\ndef net(a): pass\n", "@cache\ndef net(a): pass\n"),
            ("async def net(a): pass\n", "async def net(a): pass\n"),
            ("default = 1\n", "default = 1\n"),
        ] {
            assert_eq!(definition(source), shown);
        }
    }

    #[test]
    fn a_model_reads_one_line_of_each_function_and_no_hidden_character() {
        let with = |docstring: &str| SavedFunction {
            docstring: docstring.to_owned(),
            ..saved("net", &[])
        };
        for (docstring, line) in [
            ("Takes the tax\noff.\n\nAnna Weber.", "net(a): Takes the tax off."),
            ("", "net(a)"),
            ("a\u{202e}b", "net(a): a⟨U+202E⟩b"),
        ] {
            assert_eq!(heading(&with(docstring)), line);
        }
        assert!(heading(&with(&"w".repeat(9_000))).len() < 300);
    }
}
