//! `cargo xtask packages`: the list of Python packages in the README, made from the set that the
//! runtime is built of.
//!
//! Owns where packages are named outside of the build: the README's list, and the sentence of the
//! system prompt. The page reads its list from the manifest, and the errors of imports theirs from
//! the index, so these need no check.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, bail, ensure};

use crate::project;
use crate::runtime::catalog::Catalog;
use crate::runtime::wheel::Wheel;
use crate::shell::say;

/// The file with the list, and the lines around it.
const FILE: &str = "README.md";
const BEGIN: &str = "<!-- packages: written by `cargo xtask packages` -->\n";
const END: &str = "<!-- end of packages -->\n";

/// The columns of a line of the list.
const COLUMNS: usize = 100;

/// The file with the sentence that names packages to models, the sentence's end, and its words that
/// are not names.
const PROMPT: &str = "crates/analyst/src/prompt.rs";
const SENTENCE: &str = " load when imported.";
const WORDS: [&str; 4] = ["and", "are", "ready", "others"];

/// Writes the list into the README.
pub(crate) fn run() -> Result<()> {
    let (text, wheels) = (read(FILE)?, wheels()?);
    let (before, _, after) = parts(&text)?;
    fs::write(project::path(FILE), [before, &list(&wheels), after].concat())?;
    say(&format!("{FILE} lists {} packages", wheels.len()));
    Ok(())
}

/// Fails if the README or the system prompt names other packages than the set has.
pub(crate) fn check() -> Result<()> {
    let (text, wheels) = (read(FILE)?, wheels()?);
    let (_, written, _) = parts(&text)?;
    if written.replace("\r\n", "\n") != list(&wheels) {
        bail!(
            "the packages that {FILE} lists are not those of the set; run `cargo xtask packages`"
        );
    }
    let unknown = unknown(&read(PROMPT)?, &wheels)?;
    if !unknown.is_empty() {
        bail!("{PROMPT} names {}, which the set does not have", unknown.join(", "));
    }
    say(&format!("{FILE} and {PROMPT} name the packages of the set"));
    Ok(())
}

fn wheels() -> Result<Vec<Wheel>> {
    crate::npm::install()?;
    Ok(Catalog::of_project()?.wheels)
}

fn read(file: &str) -> Result<String> {
    fs::read_to_string(project::path(file)).with_context(|| format!("cannot read {file}"))
}

/// Splits the README into what is before the list, the list, and what is after it.
fn parts(text: &str) -> Result<(&str, &str, &str)> {
    let begin = text.find(BEGIN).map(|at| at + BEGIN.len());
    let end = text.find(END);
    let (Some(begin), Some(end)) = (begin, end) else {
        bail!("{FILE} lacks the lines around the list of packages: {BEGIN}{END}");
    };
    ensure!(begin <= end, "{FILE} ends its list of packages before it begins");
    Ok((&text[..begin], &text[begin..end], &text[end..]))
}

/// Returns the list, in lines.
fn list(wheels: &[Wheel]) -> String {
    let names: Vec<&str> = wheels.iter().map(|wheel| wheel.name.as_str()).collect();
    let text = format!("{} packages: {}.", names.len(), names.join(", "));
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + 1 + word.len() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the names in the prompt's sentence that are those of neither a package nor a module.
fn unknown(prompt: &str, wheels: &[Wheel]) -> Result<Vec<String>> {
    let names: BTreeSet<&str> = wheels
        .iter()
        .flat_map(|wheel| wheel.imports.iter().chain([&wheel.name]))
        .map(String::as_str)
        .collect();
    let sentence = prompt
        .lines()
        .find_map(|line| line.strip_suffix(SENTENCE))
        .with_context(|| format!("{PROMPT} has no line that ends in `{SENTENCE}`"))?;
    let words = sentence.split(|sign: char| !(sign.is_alphanumeric() || "-_.".contains(sign)));
    let unknown =
        words.filter(|word| word.len() > 1 && !WORDS.contains(word) && !names.contains(word));
    Ok(unknown.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheels(names: &[&str]) -> Vec<Wheel> {
        names.iter().map(|name| Wheel::named(name, "1")).collect()
    }

    #[test]
    fn the_list_is_broken_into_lines() {
        assert_eq!(list(&wheels(&["array", "table"])), "2 packages: array, table.\n");
        let names: Vec<String> = (100..140).map(|number| format!("package-{number}")).collect();
        let text = list(&wheels(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        assert!(text.lines().all(|line| line.len() <= COLUMNS && !line.ends_with(' ')), "{text}");
        assert_eq!(text.replace('\n', " ").trim(), format!("40 packages: {}.", names.join(", ")));
    }

    #[test]
    fn the_list_is_what_stands_between_its_lines() {
        let text = format!("Above\n{BEGIN}2 packages\n{END}Below\n");
        let (before, written, after) = parts(&text).unwrap();
        assert_eq!(
            (before, written, after),
            (&*format!("Above\n{BEGIN}"), "2 packages\n", &*format!("{END}Below\n"))
        );
        for text in ["Above\n", BEGIN, &format!("{END}{BEGIN}")] {
            assert!(parts(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_name_in_the_prompt_that_no_package_has_is_found() {
        let prompt = "Python:\n- array and time_zones are ready; scikit-learn, maps and others load when imported.\n";
        let set = ["array", "time-zones", "scikit-learn"];
        assert_eq!(unknown(prompt, &wheels(&set)).unwrap(), ["maps"]);
        assert!(unknown("- Nothing.\n", &wheels(&set)).is_err());
    }
}
