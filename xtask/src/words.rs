//! `cargo xtask words`: refuses the retired words of `docs/glossary.md` in every file of the repository.
//!
//! Owns how the glossary's table is read and what counts as an occurrence. Knows no word itself.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project;
use crate::shell::{command, output, say};

/// Where the table stands, and the heading above it.
const GLOSSARY: &str = "docs/glossary.md";
const HEADING: &str = "## Retired words";

/// Files that are not written here, or whose words are data: lock files, licences, the log of changes, and what users write.
const SKIPPED: [&str; 16] = [
    "docs/glossary.md",
    "CHANGELOG.md",
    "Cargo.lock",
    "package-lock.json",
    "LICENSE",
    "end2end/fixtures/v",
    "THIRD-PARTY-NOTICES",
    "bench/answers/blind.jsonl",
    "bench/answers/fresh.jsonl",
    "bench/answers/closed.jsonl",
    "bench/answers/more.jsonl",
    "bench/answers/plain.jsonl",
    "bench/answers/unseen.jsonl",
    "bench/answers/first_sight/",
    "crates/planner/grammar/",
    "samples/",
];

/// A row of the table.
#[derive(Debug, PartialEq, Eq)]
struct Retired {
    /// Words or phrases, in lower case.
    words: Vec<String>,
    /// What to write instead.
    instead: String,
    /// Prefixes of paths where the words have their ordinary meaning.
    except: Vec<String>,
}

/// Checks every text file that git knows.
///
/// # Errors
/// Lists each occurrence with its place and what to write instead; further, where the table or git is missing.
pub(crate) fn run() -> Result<()> {
    let table =
        fs::read_to_string(project::path(GLOSSARY)).with_context(|| format!("cannot read {GLOSSARY}"))?;
    let retired = parse(&table)?;
    let files = output(command("git").args(["ls-files"]).current_dir(project::path("")))
        .context("`cargo xtask words` needs a git checkout")?;
    let mut found = Vec::new();
    let mut checked = 0;
    for path in files.lines().filter(|path| !SKIPPED.iter().any(|skipped| path.starts_with(skipped))) {
        // What is no text has no words; what is listed but gone is being moved.
        let Ok(text) = fs::read_to_string(project::path(path)) else { continue };
        checked += 1;
        found.extend(occurrences(&retired, path, &text));
    }
    if !found.is_empty() {
        bail!("{} retired words, see {GLOSSARY}:\n  {}", found.len(), found.join("\n  "));
    }
    say(&format!(
        "words: none of {} retired words in {checked} files",
        retired.iter().map(|row| row.words.len()).sum::<usize>()
    ));
    Ok(())
}

/// Reads the table below the heading.
fn parse(glossary: &str) -> Result<Vec<Retired>> {
    let (_, section) =
        glossary.split_once(HEADING).with_context(|| format!("{GLOSSARY} has no section \"{HEADING}\""))?;
    let rows: Vec<Retired> = section
        .lines()
        .skip_while(|line| !line.starts_with("| ---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(row)
        .collect::<Result<_>>()?;
    if rows.is_empty() {
        bail!("the table of retired words in {GLOSSARY} is empty");
    }
    Ok(rows)
}

fn row(line: &str) -> Result<Retired> {
    let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
    let [words, instead, except] = cells[..] else { bail!("not three cells: {line}") };
    let list = |cell: &str| -> Vec<String> {
        cell.split(',')
            .map(|item| item.trim().trim_matches('`').to_owned())
            .filter(|item| !item.is_empty())
            .collect()
    };
    let words = list(&words.to_lowercase());
    if words.is_empty() {
        bail!("no word: {line}");
    }
    Ok(Retired { words, instead: instead.to_owned(), except: list(except) })
}

/// Returns each occurrence in a file as a line of the report.
fn occurrences(retired: &[Retired], path: &str, text: &str) -> Vec<String> {
    let rows: Vec<&Retired> = retired
        .iter()
        .filter(|row| !row.except.iter().any(|prefix| path.starts_with(prefix.as_str())))
        .collect();
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        for row in &rows {
            for word in row.words.iter().filter(|word| has_word(&line, word)) {
                found.push(format!("{path}:{}: \"{word}\"; use: {}", number + 1, row.instead));
            }
        }
    }
    found
}

/// Returns whether `line` has `word` between characters that are no letters or digits; an underscore ends a word too.
fn has_word(line: &str, word: &str) -> bool {
    let mut from = 0;
    while let Some(at) = line[from..].find(word) {
        let (start, end) = (from + at, from + at + word.len());
        let before = line[..start].chars().next_back();
        let after = line[end..].chars().next();
        if !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric) {
            return true;
        }
        from = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Glossary\n\n## Retired words\n\nText.\n\n| retired | use instead | except in |\n| --- | --- | --- |\n\
                         | the gizmo, Widget | user, zero | |\n| gadget | store | `samples/`, `end2end/` |\n\nMore | text |\n";

    fn check(path: &str, text: &str, expected: &[&str]) {
        assert_eq!(occurrences(&parse(TABLE).unwrap(), path, text), expected, "{path}: {text}");
    }

    #[test]
    fn whole_words_are_found_whatever_their_case() {
        check("a.rs", "one\nThe gizmo, who", &["a.rs:2: \"the gizmo\"; use: user, zero"]);
        check("a.rs", "is_widget_here(WIDGET)", &["a.rs:1: \"widget\"; use: user, zero"]);
        check("a.rs", "widgets, bookgadget, the gizmoal", &[]);
        check("a.rs", "bookgadget gadget", &["a.rs:1: \"gadget\"; use: store"]);
    }

    #[test]
    fn an_exception_holds_for_its_folder_only() {
        check("samples/a.csv", "gadget widget", &["samples/a.csv:1: \"widget\"; use: user, zero"]);
        check("sample.rs", "gadget", &["sample.rs:1: \"gadget\"; use: store"]);
    }

    #[test]
    fn a_table_that_cannot_be_read_is_an_error() {
        for broken in [
            "# Glossary",
            "## Retired words\n",
            "## Retired words\n| --- |\n| a | b |\n",
            "## Retired words\n| --- |\n| | b | |\n",
        ] {
            assert!(parse(broken).is_err(), "{broken}");
        }
    }
}
