//! The one tool, `run_python`, and the forms in which models call it.

#[cfg(test)]
mod tests;

use agent::lenient_json;
use chat::Tool;
use serde_json::{Value, json};

/// The tool's name.
pub const RUN_PYTHON: &str = "run_python";

/// The names that models use for the argument with the code.
const CODE: &[&str] = &["code", "python", "source", "script", "python_code", "query", "input"];

/// The names that models use for the argument with the purpose.
const PURPOSE: &[&str] = &["purpose", "description", "title", "reason", "goal"];

/// The most characters of a comment that serve as a purpose: one line of a step's head.
const MAX_PURPOSE_LENGTH: usize = 80;

/// The arguments of a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunPython {
    /// Python source.
    pub code: String,
    /// Its purpose in a few words; empty if the model stated none.
    pub purpose: String,
}

/// Returns the tools that a model is offered.
pub fn tools() -> Vec<Tool> {
    vec![Tool {
        name: RUN_PYTHON.to_owned(),
        description: "Run Python in the user's browser, in a persistent notebook-like session: variables, imports and files stay \
                      between calls. Returns what was printed, the value of the last expression, figures, new files and errors. \
                      The files are in the working directory under their bare names. There is no network. \
                      For SQL, import duckdb: duckdb.sql(\"select … from 'a.csv' join df using (id)\") reads files and DataFrames by name."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "purpose": { "type": "string", "description": "What this code is for, in at most ten words, for the user." },
                "code": { "type": "string", "description": "Python source. End with the expression to show, or print it." }
            },
            "required": ["code"]
        }),
        strict: None,
    }]
}

/// Reads arguments for [`agent::ReadArguments`]: returns JSON with `code` and `purpose`, or a
/// sentence for the model.
///
/// Besides well-formed JSON it accepts what small models write: other names for `code`, a bare JSON
/// string, unescaped line breaks inside strings, and Python without any JSON around it.
///
/// # Errors
/// A sentence that says what is wrong, where, and what is expected.
pub fn read(_tool: &Tool, arguments: &str) -> Result<String, String> {
    let run = RunPython::parse(arguments)?;
    Ok(json!({ "code": run.code, "purpose": run.purpose }).to_string())
}

impl RunPython {
    /// Reads the arguments of a complete call.
    ///
    /// # Errors
    /// A sentence for the model that says what is wrong, where, and what is expected.
    pub fn parse(arguments: &str) -> Result<Self, String> {
        const EXPECTED: &str = r#"Call run_python with a JSON object like {"purpose": "count the rows", "code": "len(df)"}."#;
        let text = unfenced(arguments.trim());
        if text.is_empty() {
            return Err(format!("The call has no code. {EXPECTED}"));
        }
        let run = match lenient_json(text) {
            Ok(Value::Object(object)) => {
                let pick = |names: &[&str]| {
                    names.iter().find_map(|name| object.get(*name)).and_then(text_of)
                };
                match pick(CODE) {
                    Some(code) => Self {
                        code: unfenced(&code).to_owned(),
                        purpose: pick(PURPOSE).unwrap_or_default(),
                    },
                    None => {
                        let names: Vec<&str> = object.keys().map(String::as_str).collect();
                        return Err(format!(
                            "The arguments have no \"code\"; they have: {}. {EXPECTED}",
                            names.join(", ")
                        ));
                    }
                }
            }
            // Code that is itself one JSON literal, such as `[1, 2]` or `3`, is accepted.
            Ok(Value::String(code)) => {
                Self { code: unfenced(&code).to_owned(), purpose: String::new() }
            }
            Ok(_) => Self { code: text.to_owned(), purpose: String::new() },
            Err(error) if looks_like_json(text) => {
                return Err(format!(
                    "The arguments are not valid JSON: {error}. {EXPECTED} Write line breaks in the code as \\n."
                ));
            }
            Err(_) => Self { code: text.to_owned(), purpose: String::new() },
        };
        if run.code.trim().is_empty() {
            Err(format!("The code is empty. {EXPECTED}"))
        } else {
            Ok(run.with_purpose())
        }
    }

    /// Uses the code's last comment as the purpose if the model stated none: the last comment
    /// describes the result, the first ones only how the code begins.
    fn with_purpose(mut self) -> Self {
        if self.purpose.trim().is_empty() {
            let comment =
                self.code.lines().rev().find_map(|line| line.trim_start().strip_prefix('#'));
            let comment = comment.map(|text| text.trim_start_matches(['#', '!', ' ']).trim());
            self.purpose = comment.unwrap_or_default().chars().take(MAX_PURPOSE_LENGTH).collect();
        }
        self
    }
}

/// Reads arguments that are still streaming, for display: as much of the code and the purpose as
/// has arrived.
pub fn so_far(arguments: &str) -> RunPython {
    RunPython::parse(arguments).unwrap_or_else(|_| RunPython {
        code: CODE.iter().find_map(|name| string_so_far(arguments, name)).unwrap_or_default(),
        purpose: PURPOSE.iter().find_map(|name| string_so_far(arguments, name)).unwrap_or_default(),
    })
}

/// Returns a string, or a list of strings joined as lines.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => lines
            .iter()
            .map(Value::as_str)
            .collect::<Option<Vec<_>>>()
            .map(|lines| lines.join("\n")),
        _ => None,
    }
}

/// Returns whether the text was meant as JSON: it begins like a string, or like an object with a
/// quoted key. A Python set or dict display makes no useful tool call.
fn looks_like_json(text: &str) -> bool {
    text.strip_prefix('{')
        .is_some_and(|rest| rest.trim_start().starts_with(['"', '}']) || rest.trim().is_empty())
        || text.starts_with('"') && !text.starts_with("\"\"\"")
}

/// Returns the code inside a fence that encloses all of the text.
fn unfenced(text: &str) -> &str {
    let inner = text.trim();
    let Some(rest) = inner.strip_prefix("```") else { return text };
    let Some((_, body)) = rest.split_once('\n') else { return text };
    body.trim_end().strip_suffix("```").unwrap_or(body).trim_end()
}

/// Returns the unescaped value of a string property in JSON that may break off.
fn string_so_far(json: &str, name: &str) -> Option<String> {
    let (_, rest) = json.split_once(&format!("\"{name}\""))?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    let mut end = rest.len();
    let mut escaped = false;
    for (at, character) in rest.char_indices() {
        if character == '"' && !escaped {
            end = at;
            break;
        }
        escaped = character == '\\' && !escaped;
    }
    let mut raw = &rest[..end];
    // An incomplete escape is left out until the rest arrives.
    loop {
        if let Ok(Value::String(text)) = lenient_json(&format!("\"{raw}\"")) {
            return Some(text);
        }
        let cut = raw.rfind('\\')?;
        raw = &raw[..cut];
    }
}
