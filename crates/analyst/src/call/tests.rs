use super::{RunPython, read, so_far, tools};

fn run(code: &str, purpose: &str) -> RunPython {
    RunPython { code: code.into(), purpose: purpose.into() }
}

#[test]
fn arguments_are_read_in_every_form_that_models_write() {
    let cases = [
        (r#"{"code": "a\nb", "purpose": "look"}"#, run("a\nb", "look")),
        (r#"{"code": "a"}"#, run("a", "")),
        (r#"{"python": "a", "description": "look"}"#, run("a", "look")),
        (r#"{"source": "a"}"#, run("a", "")),
        (r#"{"script": "a"}"#, run("a", "")),
        (r#"{"code": ["a", "b"]}"#, run("a\nb", "")),
        ("{\"code\": \"a\nif b:\n\tc\"}", run("a\nif b:\n\tc", "")),
        ("{\"code\": \"print(\\\"x\\\")\ny\"}", run("print(\"x\")\ny", "")),
        (r#""a\nb""#, run("a\nb", "")),
        ("import pandas as pd\ndf.head()", run("import pandas as pd\ndf.head()", "")),
        ("[1, 2]", run("[1, 2]", "")),
        ("```python\na\n```", run("a", "")),
        ("{\"code\": \"```python\\na\\n```\"}", run("a", "")),
        ("```json\n{\"code\": \"a\"}\n```", run("a", "")),
        ("\"\"\"A docstring\"\"\"\n1", run("\"\"\"A docstring\"\"\"\n1", "")),
    ];
    for (arguments, expected) in cases {
        assert_eq!(RunPython::parse(arguments), Ok(expected), "{arguments}");
    }
}

#[test]
fn unreadable_arguments_return_an_explanation_for_the_model() {
    const EXPECTED: &str = r#"Call run_python with a JSON object like {"purpose": "count the rows", "code": "len(df)"}."#;
    let cases = [
        ("", format!("The call has no code. {EXPECTED}")),
        ("{}", format!("The arguments have no \"code\"; they have: . {EXPECTED}")),
        (r#"{"text": 1}"#, format!("The arguments have no \"code\"; they have: text. {EXPECTED}")),
        (r#"{"code": " "}"#, format!("The code is empty. {EXPECTED}")),
        (
            r#"{"code": "a"#,
            format!(
                "The arguments are not valid JSON: EOF while parsing a string at line 1 column 11. {EXPECTED} Write line breaks in the code as \\n."
            ),
        ),
    ];
    for (arguments, expected) in cases {
        assert_eq!(RunPython::parse(arguments), Err(expected), "{arguments}");
    }
}

#[test]
fn a_call_without_a_purpose_is_named_after_its_last_comment() {
    let cases = [
        ("# Read.\nx\n# Total by month.\ny", "Total by month."),
        ("import a\n  ## why\nx", "why"),
        ("x = '#'", ""),
        ("# coding: it is a comment all the same", "coding: it is a comment all the same"),
    ];
    for (code, purpose) in cases {
        let arguments = serde_json::json!({ "code": code }).to_string();
        assert_eq!(RunPython::parse(&arguments), Ok(run(code, purpose)), "{code}");
    }
    assert_eq!(RunPython::parse(r##"{"code": "# a", "purpose": "b"}"##), Ok(run("# a", "b")));
}

#[test]
fn arguments_are_normalised_to_plain_json() {
    let read = read(&tools()[0], "{\"python\": \"a\nb\"}");
    assert_eq!(read, Ok(r#"{"code":"a\nb","purpose":""}"#.to_owned()));
}

#[test]
fn partial_arguments_are_readable_while_they_stream() {
    let whole = r#"{"purpose": "look \u00e4t", "code": "print(\"a\")\nb"}"#;
    let cases = [
        (0, run("", "")),
        (10, run("", "")),
        (17, run("", "look")),
        (22, run("", "look ")),
        (24, run("", "look ä")),
        (44, run("print(", "look ät")),
        (whole.len(), run("print(\"a\")\nb", "look ät")),
    ];
    for (length, expected) in cases {
        assert_eq!(so_far(&whole[..length]), expected, "{}", &whole[..length]);
    }
}
