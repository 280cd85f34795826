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
fn objects_in_single_quotes_and_last_commas_are_parsed_where_they_can_be_read_in_one_way() {
    let cases = [
        ("{'code': 'x'}", Some(json!({ "code": "x" }))),
        (
            r#"{'code': 'print("a")', "purpose": 'it\'s'}"#,
            Some(json!({ "code": "print(\"a\")", "purpose": "it's" })),
        ),
        ("{'code': 'a\n\tb', }", Some(json!({ "code": "a\n\tb" }))),
        (r"{'code': 'a\nb\\'}", Some(json!({ "code": "a\nb\\" }))),
        (
            "{'a': True, 'b': [None, False,], 'c': 1.5e3,}",
            Some(json!({ "a": true, "b": [null, false], "c": 1500.0 })),
        ),
        (r#"{"code": "it's, ]", }"#, Some(json!({ "code": "it's, ]" }))),
        (r#"{"a": {"b": [1, 2, ] , } }"#, Some(json!({ "a": { "b": [1, 2] } }))),
        ("[1, 2,]", Some(json!([1, 2]))),
        // The quotes inside may begin and end strings, or not.
        ("{'code': 'print('a')'}", None),
        ("{'code': 'print('a', 'b')'}", None),
        ("{'code': 'd = {'a': 1}'}", None),
        ("{'code': '''a'''}", None),
        ("{'code': 'it's'}", None),
        // Escapes of Python alone, and a line that goes on.
        (r"{'code': '\d'}", None),
        (r"{'code': '\x41'}", None),
        ("{'code': 'a\\\nb'}", None),
        // Code, and what is neither.
        ("'x'", None),
        ("['a', 'b']", None),
        ("[True]", None),
        ("{'a', 'b'}", None),
        ("{,}", None),
        ("[1,,]", None),
        ("{'a':,}", None),
        ("{'code': 'x", None),
        ("{'Trueish': Trueish}", None),
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
