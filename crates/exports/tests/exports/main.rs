//! The exports of small transcripts against golden files, of an empty one, of hostile ones and
//! of a very long one.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod answers;
mod markup;

use std::path::PathBuf;

use exports::{
    Check, Claim, DataFile, Entry, Environment, FormerFile, Step, Transcript, Turn, Usage, Wheel,
};
use kernel::{Deviation, FileRef, Outcome, PythonError, Shown, Status, TableData};
use serde_json::{Value, json};

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// Returns the exports by the endings of their files.
fn exported(transcript: &Transcript) -> [(&'static str, String); 5] {
    [
        ("ipynb", exports::notebook(transcript)),
        ("py", exports::script(transcript)),
        ("md", exports::markdown(transcript)),
        ("html", exports::audit(transcript)),
        ("report.html", exports::report(transcript)),
    ]
}

/// Returns the exports that have everything that ran: all but the report of the answers.
fn complete(transcript: &Transcript) -> impl Iterator<Item = (&'static str, String)> {
    exported(transcript).into_iter().filter(|(ending, _)| *ending != "report.html")
}

/// Compares with files under `golden/`; with `INSITU_BLESS` set, writes them instead.
#[track_caller]
fn golden(name: &str, transcript: &Transcript) {
    for (ending, actual) in exported(transcript) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("golden")
            .join(format!("{name}.{ending}"));
        if std::env::var_os("INSITU_BLESS").is_some() {
            std::fs::write(&path, &actual).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            actual,
            expected,
            "{} differs; if intended, run once with INSITU_BLESS=1",
            path.display()
        );
    }
}

#[test]
fn a_small_transcript_is_exported_as_its_golden_files() {
    let text = include_str!("../../golden/small.json");
    let transcript: Transcript = serde_json::from_str(text).unwrap();
    golden("small", &transcript);
    // The page's transcript comes as JSON.
    let again: Transcript =
        serde_json::from_value(serde_json::to_value(&transcript).unwrap()).unwrap();
    assert_eq!(again, transcript);
}

#[test]
fn an_empty_transcript_has_exports() {
    golden("empty", &Transcript::default());
}

#[test]
fn every_complete_export_names_files_digests_versions_seed_and_disclosure() {
    let transcript: Transcript =
        serde_json::from_str(include_str!("../../golden/small.json")).unwrap();
    let digest = transcript.files[0].sha256.clone().unwrap();
    for (ending, export) in complete(&transcript) {
        for fact in [
            "sales.csv",
            &digest,
            "pandas 3.0.2",
            "3.13.2",
            "20260301",
            "Column info only",
            "planner",
        ] {
            assert!(export.contains(fact), "{ending}: {fact}");
        }
    }
}

#[test]
fn every_export_says_whether_what_differs_is_from_another_runtime() {
    let mut transcript: Transcript =
        serde_json::from_str(include_str!("../../golden/small.json")).unwrap();
    for (other_runtime, said) in [
        (0, "3 results compared, 1 different (numbers compared to nine digits)"),
        (
            1,
            "3 results compared, 1 different, 1 of them from another runtime (numbers compared to nine digits)",
        ),
    ] {
        transcript.check.as_mut().unwrap().other_runtime = other_runtime;
        for (ending, export) in exported(&transcript) {
            assert!(export.contains(said), "{ending}: {said}");
        }
    }
}

#[test]
fn every_export_says_which_files_were_read_otherwise() {
    let deviation = Deviation { file: "a<b>.csv".to_owned(), arguments: vec!["sep".to_owned()] };
    let outcome = Outcome { deviations: vec![deviation], ..Outcome::default() };
    let step =
        Step { purpose: String::new(), code: "x = 1".to_owned(), outcome, ..Step::default() };
    let transcript = Transcript { entries: vec![Entry::Console(step)], ..Transcript::default() };
    for (format, export) in exported(&transcript) {
        assert!(
            export.contains("was read otherwise than its profile says (sep)"),
            "{format}: {export}"
        );
    }
    for (format, export) in
        exported(&Transcript { entries: vec![Entry::Console(Step::default())], ..transcript })
    {
        assert!(!export.contains("otherwise"), "{format}");
    }
}

#[test]
fn every_export_says_how_a_question_was_read() {
    let turn = Turn { read_as: Some("Total sales by region".to_owned()), ..Turn::default() };
    let transcript = Transcript { entries: vec![Entry::Turn(turn)], ..Transcript::default() };
    for (format, export) in exported(&transcript) {
        assert!(export.contains("Read as: Total sales by region."), "{format}: {export}");
    }
}

#[test]
fn every_complete_export_names_the_wheels_that_its_code_needs() {
    let sha256 = "ab".repeat(32);
    let wheel = Wheel {
        name: "attrs".to_owned(),
        version: "26.1.0".to_owned(),
        sha256,
        ..Wheel::default()
    };
    let transcript = Transcript { wheels: vec![wheel], ..Transcript::default() };
    let needs = format!("attrs==26.1.0, wheel sha256:{}", "ab".repeat(32));
    for (ending, export) in complete(&transcript) {
        assert!(export.contains("Packages from wheels"), "{ending}");
        assert!(export.replace("\\_", "_").contains(&needs), "{ending}: {export}");
    }
    for code in [exports::script(&transcript), exports::notebook(&transcript)] {
        assert!(code.contains(&format!("# needs {needs}")), "{code}");
    }
}

/// Returns a transcript with this text in each place that has one.
fn hostile(text: &str) -> Transcript {
    let word = || text.to_owned();
    let cells = vec![json!(text), json!({ text: [text] })];
    let table = TableData {
        columns: vec![word(), word()],
        types: vec![word()],
        index_columns: 7,
        rows: vec![cells.clone(), vec![]],
        tail: vec![cells],
        total_rows: u64::MAX,
        all_columns: None,
    };
    let forms = [
        "text/plain",
        "text/html",
        "text/markdown",
        "image/png",
        "image/svg+xml",
        "application/javascript",
        text,
    ];
    let mime = |kinds: &[&str]| kinds.iter().map(|kind| ((*kind).to_owned(), word())).collect();
    let shown = |kinds: &[&str]| Shown {
        id: word(),
        text: word(),
        mime: mime(kinds),
        main: true,
        ..Shown::default()
    };
    let results = vec![
        Shown { data: Some(table), ..shown(&forms[..2]) },
        shown(&forms),
        shown(&["text/markdown"]),
        shown(&["text/html"]),
        shown(&["image/png", "text/plain"]),
        shown(&[]),
    ];
    let outcome = |status, results: &[Shown]| Outcome {
        status,
        stdout: word(),
        stderr: word(),
        results: results.to_vec(),
        error: Some(PythonError { name: word(), value: word(), traceback: word() }),
        files: vec![FileRef { path: word(), bytes: u64::MAX, kept: None }],
        ..Outcome::default()
    };
    let step = |status| Step {
        purpose: word(),
        code: word(),
        outcome: outcome(status, &results),
        ..Step::default()
    };
    let all =
        [Status::Ok, Status::Error, Status::Interrupted, Status::Timeout, Status::Killed].map(step);
    let claim =
        |span| Claim { span, note: word(), marked: true, doubts: vec![word()], is_name: false };
    let usage = Usage {
        input: u64::MAX,
        output: u64::MAX,
        costs: [(word(), f64::INFINITY), (format!("{text}2"), f64::MAX)].into(),
        incomplete: true,
    };
    let turn = Turn {
        question: word(),
        read_as: Some(word()),
        model: Some(word()),
        usage: Some(usage.clone()),
        answer: word(),
        stopped: Some(word()),
        cut_off: true,
        not_computed: true,
        claims: vec![
            claim(1..text.len().min(3)),
            claim(0..usize::MAX),
            claim(std::ops::Range { start: 3, end: 1 }),
        ],
        steps: all.to_vec(),
    };
    let [console, ..] = all;
    Transcript {
        title: word(),
        created: Some(i64::MAX),
        updated: Some(i64::MIN),
        files: vec![DataFile {
            name: word(),
            path: word(),
            bytes: 1,
            sha256: Some(word()),
            former: vec![FormerFile { bytes: 1, sha256: Some(word()) }],
        }],
        wheels: vec![Wheel {
            name: word(),
            version: word(),
            file: word(),
            bytes: 1,
            sha256: word(),
        }],
        check: Some(Check {
            ms: i64::MAX,
            compared: usize::MAX,
            different: 1,
            other_runtime: 1,
            left_out: 1,
            tolerance: f64::NAN,
        }),
        environment: Environment {
            python: Some(word()),
            packages: [(word(), word())].into(),
            seed: Some(u32::MAX),
            disclosure: word(),
            models: vec![word()],
        },
        usage: Some(usage),
        entries: vec![Entry::Turn(turn), Entry::Console(console)],
    }
}

/// Texts that would be markup, load something, or end a comment, a fence or a literal.
const ATTACKS: [&str; 22] = [
    "<script>alert(1)</script>",
    "</title></style></pre></code><img src=x onerror=alert(1)>",
    "\" onload=\"alert(1)\" x='",
    "<svg onload=alert(1)><image href=\"https://example.org/x\"/></svg>",
    "![x](https://example.org/?q=secret) ![y][r]\n\n[r]: https://example.org/y",
    "[x](javascript:alert(1)) <javascript:alert(1)> [y](data:text/html,x)",
    "a | b\n--- | ---\n<b>x</b> | `</td>`\n",
    "```\n<script>alert(1)</script>\n``````\n<iframe src=//example.org>",
    "~~~html\n<script>\n~~~~\n<object data=x>",
    "x\nINJECTED = 1\r\nINJECTED = 2\rINJECTED = 3\u{2028}INJECTED = 4\u{c}INJECTED",
    "\"\"\"\nINJECTED = 1\n\"\"\"",
    "'''\nINJECTED = 1\n\"\"\"\"\\",
    "\\\"\"\"; INJECTED = 1 #",
    "coding: utf-7\n+AAo-INJECTED",
    "\u{202e}\u{200b}\0\u{1b}[31m\u{1b}]8;;https://example.org\u{7}x",
    "$\\href{javascript:alert(1)}{x}$ \\\\(\\style{background:url(https://example.org)}{x}\\\\)",
    "<!--",
    "]]>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<style>@import 'https://example.org'</style>",
    "é<𝕏",
    "  - <details open ontoggle=alert(1)>",
];

#[test]
fn nothing_of_a_hostile_transcript_becomes_markup() {
    for attack in ATTACKS {
        let transcript = hostile(attack);
        for html in [exports::audit(&transcript), exports::report(&transcript)] {
            markup::check_html(&html);
            assert!(html.contains(
                "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'"
            ));
            assert!(
                html.find("http-equiv").unwrap() < html.find("<title>").unwrap(),
                "the policy comes first"
            );
        }
        markup::check_markdown(&exports::markdown(&transcript));
        let notebook: Value = serde_json::from_str(&exports::notebook(&transcript)).unwrap();
        check_notebook(&notebook);
    }
}

/// Checks that the cells of a notebook have Markdown without markup, and outputs that run and load
/// nothing.
fn check_notebook(notebook: &Value) {
    let joined = |lines: &Value| {
        lines.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect::<String>()
    };
    let mut ids = std::collections::BTreeSet::new();
    for cell in notebook["cells"].as_array().unwrap() {
        let id = cell["id"].as_str().unwrap();
        assert!(ids.insert(id) && id.len() <= 64, "{id}");
        if cell["cell_type"] == "markdown" {
            markup::check_markdown(&joined(&cell["source"]));
            continue;
        }
        for output in cell["outputs"].as_array().unwrap() {
            for (media, form) in output["data"].as_object().into_iter().flatten() {
                match media.as_str() {
                    "text/plain" => {}
                    "text/html" => markup::check_html(&joined(form)),
                    "text/markdown" => markup::check_markdown(&joined(form)),
                    "image/png" => assert_eq!(form, PIXEL),
                    other => unreachable!("{other} is shown by a script or from an address"),
                }
            }
        }
    }
}

#[test]
fn an_image_is_base64_and_nothing_else() {
    for (bytes, is_shown) in [
        (PIXEL, true),
        ("iVBO\nRw0=", true),
        ("", false),
        ("iVBORw0", false),
        ("iVBORw0\"", false),
        ("====", false),
        ("iVB=ORw0", false),
    ] {
        let mut transcript = hostile("x");
        let Entry::Console(step) = &mut transcript.entries[1] else {
            unreachable!("a console's step")
        };
        step.outcome.results = vec![Shown {
            mime: [("image/png".to_owned(), bytes.to_owned())].into(),
            ..Shown::default()
        }];
        transcript.entries.remove(0);
        assert_eq!(exports::report(&transcript).contains("<img"), is_shown, "{bytes}");
        assert_eq!(exports::markdown(&transcript).contains("data:image"), is_shown, "{bytes}");
        assert_eq!(exports::notebook(&transcript).contains("image/png"), is_shown, "{bytes}");
    }
}

#[test]
fn an_interactive_figure_of_a_report_is_its_description_with_its_specification_in_base64() {
    let mut transcript = hostile("x");
    let Entry::Console(step) = &mut transcript.entries[1] else { unreachable!("a console's step") };
    let specification = r#"{"data":[]}"><script>"#;
    step.outcome.results = vec![Shown {
        mime: [("application/vnd.plotly.v1+json".to_owned(), specification.to_owned())].into(),
        text: "<b>Bars".to_owned(),
        ..Shown::default()
    }];
    let report = exports::report(&transcript);
    markup::check_html(&report);
    assert!(report.contains(r#"data-kind="plotly" data-figure="eyJkYXRhIjpbXX0iPjxzY3JpcHQ+">"#));
    assert!(report.contains("&lt;b&gt;Bars"));
}

#[test]
fn very_long_outputs_are_bounded_and_say_so() {
    let line = "0123456789 <&>\n";
    let mut transcript = hostile("x");
    let Entry::Console(step) = &mut transcript.entries[1] else { unreachable!("a console's step") };
    let long = line.repeat(50_000);
    let table = TableData {
        columns: (0..500).map(|number| format!("column {number}")).collect(),
        types: vec!["integer".to_owned(); 500],
        index_columns: 0,
        rows: vec![vec![json!(line.repeat(20)); 100]; 2000],
        tail: Vec::new(),
        total_rows: 2000,
        all_columns: None,
    };
    step.outcome = Outcome {
        stdout: long.clone(),
        stderr: long.clone(),
        results: vec![
            Shown { text: long.clone(), main: true, ..Shown::default() },
            Shown { data: Some(table), ..Shown::default() },
            Shown {
                mime: [("image/png".to_owned(), "A".repeat(16 << 20))].into(),
                text: "a figure".to_owned(),
                ..Shown::default()
            },
        ],
        error: Some(PythonError { name: long.clone(), value: long.clone(), traceback: long }),
        ..Outcome::default()
    };
    for (ending, export) in exported(&transcript) {
        assert!(export.len() < 6 << 20, "{ending} has {} bytes", export.len());
        if ending != "py" {
            for note in [
                "of output are not shown here",
                "105 of 2,000 rows; 460 more columns",
                "An image of 13 MB is left out",
            ] {
                assert!(export.contains(note), "{ending}: {note}");
            }
        }
    }
}
