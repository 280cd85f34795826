//! What `describe.py` has answered, checked: code in the kernel may have changed what runs there,
//! so nothing of the answer is relied on before. Knows neither the kernel nor the page.

use std::collections::HashSet;

use serde_json::Value;

use super::names::{defined, is_import, is_name, split};

/// The most characters of a text that is shown, and of a docstring.
const MAX_TEXT_LENGTH: usize = 600;
const MAX_DOC_LENGTH: usize = 2_000;
/// The most functions of a piece of code, and names that one needs.
const MAX_FUNCTIONS: usize = 50;
const MAX_NAMES: usize = 200;

/// The comment by which a model proposes to keep the function below it.
const PROPOSED: &str = "# insitu: save";

/// A function of a piece of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Its name.
    pub name: String,
    /// Its name and parameters, without the values of defaults.
    pub signature: String,
    /// Its docstring.
    pub doc: String,
    /// Its definition, with the imports that it needs.
    pub source: String,
    /// The global names that it needs beyond those.
    pub names: Vec<String>,
    /// Whether it would hide one of Python's own.
    pub reserved: bool,
}

/// What Python reads of a piece of code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Its functions.
    pub functions: Vec<Found>,
    /// Whether it has nothing else but imports.
    pub alone: bool,
    /// The line of the value that it shows at its end, from 1.
    pub result: Option<usize>,
    /// Where it is not valid Python, as a sentence; empty if it is.
    pub error: String,
}

impl Description {
    /// Returns the description of this code from what the kernel has answered; `None` if that does
    /// not describe it. `normalised` returns a text as Python compares names, in NFKC.
    pub fn checked(
        code: &str,
        answer: &Value,
        normalised: impl Fn(&str) -> String,
    ) -> Option<Self> {
        let lines = lines(code);
        let functions = answer["functions"].as_array()?.iter().take(MAX_FUNCTIONS);
        let error = match &answer["error"] {
            Value::Null => String::new(),
            error => {
                let place = error["line"]
                    .as_i64()
                    .map_or(words::functions_description_the_code().to_owned(), |line| {
                        words::functions_description_line(&line)
                    });
                let message: String = error["message"]
                    .as_str()
                    .unwrap_or_default()
                    .chars()
                    .take(MAX_TEXT_LENGTH)
                    .collect();
                words::functions_description_is_not_valid_python(&message, &place)
            }
        };
        Some(Self {
            functions: functions
                .map(|one| found(&lines, one, &normalised))
                .collect::<Option<_>>()?,
            alone: answer["alone"] == true,
            result: whole(&answer["result"]).filter(|line| (1..=lines.len()).contains(line)),
            error,
        })
    }

    /// Returns the function that is to be saved.
    ///
    /// # Errors
    /// Why the code cannot be saved as one, as a sentence.
    pub fn only(&self) -> Result<&Found, String> {
        if !self.error.is_empty() {
            return Err(self.error.clone());
        }
        let why = match self.functions.as_slice() {
            [] => words::functions_description_there_is_no_function().to_owned(),
            [one] if self.alone && one.reserved => {
                words::functions_description_python_has_already_choose(&one.name)
            }
            [one] if self.alone && one.name.starts_with('_') => {
                words::functions_description_choose_a_name_that().to_owned()
            }
            [one] if self.alone => return Ok(one),
            _ => words::functions_description_keep_one_function_with().to_owned(),
        };
        Err(why)
    }
}

fn found(lines: &[&str], one: &Value, normalised: &impl Fn(&str) -> String) -> Option<Found> {
    let text = |key: &str| one[key].as_str();
    let (name, signature, doc) = (text("name")?, text("signature")?, text("doc")?);
    let (from, to) = (whole(&one["from"])?, whole(&one["to"])?);
    if !is_name(name) || from < 1 || to < from {
        return None;
    }
    let definition = lines.get(from - 1..to)?.join("\n");
    let (imports, names) = (texts(&one["imports"], is_import)?, texts(&one["names"], is_name)?);
    let normal = normalised(&definition);
    let words: HashSet<&str> = split(&normal).0.into_iter().collect();
    let only = |text: &str| split(&normalised(text)).0.iter().all(|word| words.contains(word));
    // The signature is sent to models: it has words of the definition, and no value of a default.
    let plain = split(&signature.replace("=…", "")).1;
    let is_value = |character: char| {
        character.is_numeric() || matches!(character, '\'' | '"' | '`' | '\\' | '\n' | '\r' | '=')
    };
    let begins = signature.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    if !begins || signature.chars().count() > MAX_TEXT_LENGTH || plain.contains(is_value) {
        return None;
    }
    if !words.contains(name) || !only(signature) {
        return None;
    }
    let above = imports.iter().map(|import| format!("{import}\n")).collect::<String>();
    let gap = if imports.is_empty() { "" } else { "\n\n" };
    Some(Found {
        name: name.to_owned(),
        signature: signature.to_owned(),
        // An escape in a docstring makes words that its source does not have; without a description
        // the function still works.
        doc: if only(doc) { doc.chars().take(MAX_DOC_LENGTH).collect() } else { String::new() },
        source: format!("{above}{gap}{definition}\n"),
        names: names.into_iter().take(MAX_NAMES).collect(),
        reserved: one["reserved"] == true,
    })
}

fn texts(list: &Value, fits: fn(&str) -> bool) -> Option<Vec<String>> {
    let text = |one: &Value| {
        let text =
            one.as_str().filter(|text| text.chars().count() <= MAX_TEXT_LENGTH && fits(text))?;
        Some(text.to_owned())
    };
    list.as_array()?.iter().map(text).collect()
}

fn whole(number: &Value) -> Option<usize> {
    number.as_u64().and_then(|number| usize::try_from(number).ok())
}

fn lines(code: &str) -> Vec<&str> {
    code.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect()
}

/// Returns source as it is stored.
pub fn normalised(source: &str) -> String {
    format!("{}\n", lines(source).join("\n").trim())
}

/// Returns code without a function as the body of one, which returns the value of the line
/// `result`, counted from 1.
pub(super) fn wrapped(code: &str, result: Option<usize>) -> String {
    let mut function = "def my_function():\n    \"\"\"Say here what it does.\"\"\"\n".to_owned();
    for (line, at) in lines(code.trim_end()).into_iter().zip(1..) {
        if !line.trim().is_empty() {
            let returns = if result == Some(at) { "return " } else { "" };
            function.push_str(&format!("    {returns}{line}"));
        }
        function.push('\n');
    }
    function
}

/// Returns what is said of a function in one line: the first paragraph of its docstring.
pub fn summary(doc: &str) -> String {
    let paragraph = doc.trim().lines().take_while(|line| !line.trim().is_empty());
    paragraph.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Returns the names of the functions that code proposes to keep: the comment is above the
/// definition, or above its decorators. `normalised` is that of [`Description::checked`].
pub fn proposals(code: &str, normalised: impl Fn(&str) -> String) -> Vec<String> {
    let lines = lines(code);
    let mut names = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim_end_matches([' ', '\t']) != PROPOSED {
            continue;
        }
        let below = lines[at + 1..].iter().find(|line| !line.starts_with('@'));
        if let Some(name) = below.and_then(|line| defined(line)).map(&normalised)
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    names
}

#[cfg(test)]
mod tests;
