use serde_json::json;

use super::{lenient_json, parsable};

#[test]
fn json_with_line_breaks_inside_strings_is_parsed() {
    let cases = [
        (r#"{"a": 1}"#, Some(json!({ "a": 1 }))),
        ("{\"a\":\n\t\"x\n\ty\r\n\"}", Some(json!({ "a": "x\n\ty\r\n" }))),
        ("\"say \\\"hi\\\"\nthere\"", Some(json!("say \"hi\"\nthere"))),
        ("\"a\\\\\"", Some(json!("a\\"))),
        ("\"path\\\\\nnext\"", Some(json!("path\\\nnext"))),
        ("{\"a\": \"x", None),
        ("import os", None),
    ];
    for (text, expected) in cases {
        assert_eq!(lenient_json(text).ok(), expected, "{text}");
    }
}

#[test]
fn the_transcript_holds_only_arguments_that_servers_can_parse() {
    let cases = [
        (r#"{"a": 1}"#, r#"{"a":1}"#),
        ("[1]", r#"{"unreadable":"[1]"}"#),
        ("{\"a\"", r#"{"unreadable":"{\"a\""}"#),
        ("", r#"{"unreadable":""}"#),
    ];
    for (arguments, expected) in cases {
        assert_eq!(parsable(arguments), expected);
    }
}
