//! Which statements of earlier code made the variables that code uses, as far as their text says.

use std::collections::HashSet;

/// Methods that add to what they are called on.
const ADDING: [&str; 5] = ["append", "extend", "update", "insert", "add"];

/// A statement at the beginning of a line, with the lines that belong to it.
struct Statement<'a> {
    text: &'a str,
    /// The names that it may bind, or whose values it may change.
    binds: Vec<&'a str>,
    /// What it computes from, if it assigns these names and does nothing else.
    value: Option<&'a str>,
}

/// Returns the statements whose variables code uses, directly or by way of others; `before` is the
/// code that ran earlier, the newest first.
pub(super) fn of<'a>(code: &str, before: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut used: HashSet<&str> = words(code).collect();
    let mut found = Vec::new();
    for piece in before {
        for statement in statements(piece).into_iter().rev() {
            if !statement.binds.iter().any(|name| used.contains(name)) {
                continue;
            }
            if statement.value.is_some() {
                // What the names meant before does not matter any more.
                used.retain(|name| !statement.binds.contains(name));
            }
            used.extend(words(statement.value.unwrap_or(statement.text)));
            found.push(statement.text);
        }
    }
    found
}

fn statements(code: &str) -> Vec<Statement<'_>> {
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        if !line.starts_with([' ', '\t', ')', ']', '}', '\n', '\r', '#']) {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(start, end)| Some(statement(code.get(*start..end)?)))
        .collect()
}

fn statement(text: &str) -> Statement<'_> {
    if let Some((head, value)) = text.split_once('=')
        && !value.starts_with('=')
        && head.chars().all(|c| is_of_name(c) || c == ',' || c == ' ')
        && !head.contains(" in ")
    {
        return Statement { text, binds: words(head).collect(), value: Some(value) };
    }
    let binds = text.lines().flat_map(|line| bound(line.trim_start())).collect();
    Statement { text, binds, value: None }
}

/// Returns the names that a line may bind or change.
fn bound(line: &str) -> impl Iterator<Item = &str> {
    let after = |word: &str, end: &str| {
        let (_, rest) = line.split_once(word)?;
        rest.split_once(end).map(|(names, _)| names)
    };
    let defined = ["def ", "class "]
        .into_iter()
        .filter_map(move |word| line.strip_prefix(word)?.split(|c| !is_of_name(c)).next());
    let loops = after("for ", " in ").into_iter().chain(after(" as ", ":"));
    let head = line.split_once('=').map(|(head, _)| head).filter(|head| !head.contains('('));
    let added = line.split_once('.').and_then(|(name, call)| {
        let method = call.split('(').next()?;
        ADDING.contains(&method).then_some(name)
    });
    defined.chain(loops.chain(head).chain(added).flat_map(words))
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the names in code, and the words in its texts.
fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_found_by_the_variables_that_they_make() {
        const LOADS: &str = "import pandas as pd\ndef load(name):\n    return pd.read_csv(name)\n";
        let cases: [(&str, &[&str], &[&str]); 9] = [
            ("a.sum()", &["a = read('a.csv')", "b = read('b.csv')"], &["a = read('a.csv')"]),
            (
                "c",
                &["b = 1\nc = b + a", "a = read('a.csv')"],
                &["c = b + a", "b = 1\n", "a = read('a.csv')"],
            ),
            ("a", &["a = 2", "a = read('a.csv')"], &["a = 2"]),
            ("a", &["a = a[a > 0]", "a = read('a.csv')"], &["a = a[a > 0]", "a = read('a.csv')"]),
            ("a", &["a['x'] = 1", "a = read('a.csv')"], &["a['x'] = 1", "a = read('a.csv')"]),
            ("a", &["a, b = read(\n    'a.csv',\n)\n"], &["a, b = read(\n    'a.csv',\n)\n"]),
            ("load('a.csv')", &[LOADS], &["def load(name):\n    return pd.read_csv(name)\n"]),
            (
                "rows",
                &[
                    "rows = []\nfor name in names:\n    rows.append(read(name))",
                    "names = ['a.csv']",
                ],
                &[
                    "for name in names:\n    rows.append(read(name))",
                    "rows = []\n",
                    "names = ['a.csv']",
                ],
            ),
            ("pd.DataFrame()", &["import pandas as pd\nprint(a == pd, sep='=')"], &[]),
        ];
        for (code, before, expected) in cases {
            assert_eq!(of(code, before.iter().copied()), expected, "{code} after {before:?}");
        }
    }
}
