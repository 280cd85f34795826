use serde_json::{Value, json};

use super::{Description, Found, normalised, proposals, summary, wrapped};

const CODE: &str = "x = 1\n@cache\ndef net(frame, rate=0.19):\n    \"\"\"Takes the tax off.\n\n    More.\"\"\"\n    return np.sum(frame) - helper(rate)\n";

fn net() -> Value {
    json!({
        "name": "net", "signature": "net(frame, rate=…)", "doc": "Takes the tax off.\n\nMore.", "from": 2, "to": 7,
        "imports": ["import numpy as np"], "names": ["cache", "helper"], "reserved": false,
    })
}

fn with(mut value: Value, change: &Value) -> Value {
    for (key, changed) in change.as_object().into_iter().flatten() {
        value[key] = changed.clone();
    }
    value
}

fn answer(change: &Value, more: &Value) -> Value {
    let functions = json!([with(net(), change)]);
    with(json!({ "functions": functions, "alone": false, "result": null, "error": null }), more)
}

fn checked(code: &str, answer: &Value) -> Option<Description> {
    Description::checked(code, answer, str::to_owned)
}

fn first(answer: &Value) -> Option<Found> {
    checked(CODE, answer)?.functions.into_iter().next()
}

#[test]
fn a_function_has_its_imports_above_it_and_its_source_is_that_of_the_code() {
    let found = Found {
        name: "net".to_owned(),
        signature: "net(frame, rate=…)".to_owned(),
        doc: "Takes the tax off.\n\nMore.".to_owned(),
        source: format!("import numpy as np\n\n\n{}", &CODE[6..]),
        names: vec!["cache".to_owned(), "helper".to_owned()],
        reserved: false,
    };
    assert_eq!(first(&answer(&json!({}), &json!({}))), Some(found));
}

#[test]
fn an_answer_that_is_not_of_this_code_is_refused() {
    for (name, change) in [
        ("a name that is not valid", json!({ "name": "net()", "signature": "net()()" })),
        ("a name of something else", json!({ "name": "gross", "signature": "gross(frame)" })),
        ("a signature of another name", json!({ "signature": "gross(frame)" })),
        ("a default value", json!({ "signature": "net(frame, rate=0.19)" })),
        ("a text", json!({ "signature": "net(frame, rate='more')" })),
        ("a number of another script", json!({ "signature": "net(frame, ٤٧)" })),
        ("a word that the code does not have", json!({ "signature": "net(frame, Anna_Weber)" })),
        ("a second line", json!({ "signature": "net(frame,\nrate)" })),
        ("lines before the code", json!({ "from": 0 })),
        ("lines after the code", json!({ "to": 900 })),
        ("a line that is a text", json!({ "from": "2" })),
        ("an import that does more", json!({ "imports": ["import os; os.remove('a')"] })),
        ("an import of two lines", json!({ "imports": ["import os\nx"] })),
        ("a needed name that is not valid", json!({ "names": ["<b>"] })),
        ("a text that is a number", json!({ "doc": 3 })),
    ] {
        assert_eq!(checked(CODE, &answer(&change, &json!({}))), None, "{name}");
    }
    for none in [
        json!(null),
        json!({}),
        json!({ "functions": 3 }),
        json!({ "functions": [null] }),
        json!("functions"),
    ] {
        assert_eq!(checked(CODE, &none), None, "{none}");
    }
}

#[test]
fn a_description_with_words_that_the_source_does_not_have_is_left_out() {
    let found = first(&answer(&json!({ "doc": "Anna Weber earns 4711." }), &json!({})));
    assert_eq!(found.map(|found| found.doc), Some(String::new()));
}

#[test]
fn what_cannot_be_saved_is_refused_with_a_sentence() {
    let why = |change: Value, more: Value| {
        let alone = with(json!({ "alone": true }), &more);
        let description = checked(CODE, &answer(&change, &alone));
        description.map(|description| description.only().map(|found| found.name.clone()))
    };
    assert_eq!(why(json!({}), json!({})), Some(Ok("net".to_owned())));
    for (change, more, sentence) in [
        (
            json!({}),
            json!({ "functions": [] }),
            "There is no function here. Begin it with def, and indent what belongs to it.",
        ),
        (
            json!({}),
            json!({ "alone": false }),
            "Keep one function, with the imports that it needs above it, and take out what else is there.",
        ),
        (
            json!({}),
            json!({ "functions": [net(), net()] }),
            "Keep one function, with the imports that it needs above it, and take out what else is there.",
        ),
        (json!({ "reserved": true }), json!({}), "Python has net already. Choose another name."),
        (
            json!({}),
            json!({ "error": { "message": "invalid syntax", "line": 3 } }),
            "Line 3 is not valid Python: invalid syntax.",
        ),
        (
            json!({}),
            json!({ "error": { "message": "source code cannot contain null bytes", "line": null } }),
            "The code is not valid Python: source code cannot contain null bytes.",
        ),
    ] {
        assert_eq!(why(change, more), Some(Err(sentence.to_owned())));
    }
    let hidden = json!({ "name": "_net", "signature": "_net()", "doc": "", "from": 1, "to": 1, "imports": [] });
    let hidden = checked("def _net(): pass", &answer(&hidden, &json!({ "alone": true })));
    let why = hidden.and_then(|description| description.only().err());
    assert_eq!(why.as_deref(), Some("Choose a name that does not begin with an underscore."));
}

#[test]
fn code_without_a_function_becomes_the_body_of_one_which_returns_what_the_code_shows() {
    assert_eq!(
        wrapped("x = 1\n\nif x:\n    y = 2\nx + 1\n", Some(5)),
        "def my_function():\n    \"\"\"Say here what it does.\"\"\"\n    x = 1\n\n    if x:\n        y = 2\n    return x + 1\n",
    );
    assert_eq!(normalised("\r\ndef f():\r\n  pass\n\n\n"), "def f():\n  pass\n");
    assert_eq!(summary("  Adds\n  up.\n\nMore."), "Adds up.");
}

#[test]
fn the_comment_above_a_definition_proposes_to_keep_it() {
    for (code, names) in [
        ("# insitu: save\ndef net(a):\n    pass", vec!["net"]),
        ("# insitu: save  \r\n@cache\r\n@other(1)\r\nasync def net(a):\r\n    pass", vec!["net"]),
        (
            "x = 1\n# insitu: save\ndef net(a): pass\n# insitu: save\ndef gross(a): pass",
            vec!["net", "gross"],
        ),
        ("# insitu: save\n\ndef net(a): pass", vec![]),
        ("# insitu: save\nx = 1\ndef net(a): pass", vec![]),
        ("class A:\n    # insitu: save\n    def net(a): pass", vec![]),
        ("x = 1 # insitu: save\ndef net(a): pass", vec![]),
        ("# please insitu: save\ndef net(a): pass", vec![]),
    ] {
        assert_eq!(proposals(code, str::to_owned), names, "{code}");
    }
}
