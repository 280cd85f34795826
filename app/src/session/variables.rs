//! The list of the interpreter's variables, which any code may have made: what is listed is
//! checked.

use std::sync::Arc;

use kernel::Outcome;
use serde_json::Value;

use super::Id;

/// The most variables that are listed, and the longest text of one field in characters;
/// `frontend/src/variables.py` bounds them too.
const MAX_VARIABLES: usize = 500;
const MAX_TEXT_LENGTH: usize = 100;

/// The dialog with the variables.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variables {
    /// Whether it is shown.
    pub shown: bool,
    /// Tells this opening of it from others.
    pub opened: Id,
    /// What has happened, as a sentence.
    pub status: String,
    /// The variables.
    pub list: Vec<Variable>,
    /// The value of the one that was chosen, as a result of an outcome.
    pub value: Option<(Arc<Outcome>, usize)>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The name of its type.
    pub kind: String,
    /// Its dimensions or length in words; may be empty.
    pub shape: String,
    /// The memory of its own, without that of objects that it refers to; empty if it is not known.
    pub size: String,
}

/// Reads what the interpreter has printed of its variables, of which these are `known`; none if it
/// has printed something else.
pub fn parse(printed: &str, known: &[String]) -> Option<Vec<Variable>> {
    let Ok(Value::Array(answer)) = serde_json::from_str(printed) else { return None };
    let text = |one: &Value, key: &str| -> String {
        one.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .chars()
            .take(MAX_TEXT_LENGTH)
            .collect()
    };
    let variable = |one: Value| {
        let name = one.get("name")?.as_str()?.to_owned();
        // It is run to show the value.
        if !is_name(&name) || !known.contains(&name) {
            return None;
        }
        let size = one.get("bytes").and_then(Value::as_f64).map(size).unwrap_or_default();
        Some(Variable { name, kind: text(&one, "type"), shape: text(&one, "shape"), size })
    };
    Some(answer.into_iter().filter_map(variable).take(MAX_VARIABLES).collect())
}

/// Returns whether it is what Python calls a variable.
fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

fn size(bytes: f64) -> String {
    if bytes < 1e3 {
        format!("{bytes} B")
    } else if bytes < 1e6 {
        format!("{:.1} KB", bytes / 1e3)
    } else {
        format!("{:.1} MB", bytes / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_variables_that_the_interpreter_has_are_listed() {
        let variable = |name: &str, kind: &str, shape: &str, size: &str| {
            let [name, kind, shape, size] = [name, kind, shape, size].map(str::to_owned);
            Variable { name, kind, shape, size }
        };
        let known = ["frame", "größe", "x); evil(", "n"].map(str::to_owned);
        let printed = r#"[{"name":"frame","type":"DataFrame","shape":"1,000 × 1","bytes":8132},
            {"name":"größe","type":"int","shape":"","bytes":28},{"name":"n","type":7,"shape":null,"bytes":"many"},
            {"name":"other","type":"int","shape":"","bytes":1},{"name":"x); evil(","type":"int"},{"type":"int"},7]"#;
        let expected = vec![
            variable("frame", "DataFrame", "1,000 × 1", "8.1 KB"),
            variable("größe", "int", "", "28 B"),
            variable("n", "", "", ""),
        ];
        assert_eq!(parse(printed, &known), Some(expected));
        let long = format!(r#"[{{"name":"n","type":"{}","bytes":2500000}}]"#, "é".repeat(120));
        assert_eq!(parse(&long, &known), Some(vec![variable("n", &"é".repeat(100), "", "2.5 MB")]));
        for nothing in ["", "{}", "no list", "null"] {
            assert_eq!(parse(nothing, &known), None, "{nothing}");
        }
    }
}
