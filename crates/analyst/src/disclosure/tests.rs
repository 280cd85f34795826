//! What each mode discloses of an outcome.

mod charts;

use chat::Image;
use kernel::{Addition, Deviation, Finding, Form, Outcome, PythonError, Shown, Status, TableData};

use super::{
    Disclosed, Facts, MAX_IMAGE_BYTES, MAX_RESULT_LENGTH, Mode, NotRun, clip, coarse::coarse,
    disclose,
};
use crate::fixtures::{everything, golden, sales, shown, silent};

const CODE: &str = "totals = df.groupby('customer')['revenue'].sum()\ntotals.to_csv('totals.csv')\ntotal = 1\ntotals";

/// Discloses an outcome whose every picture is `AAAA` to a model that accepts pictures.
fn disclose_outcome(mode: Mode, outcome: &Outcome) -> Disclosed {
    let pictures: Vec<_> = (0..outcome.results.len()).map(|at| (at, image("AAAA"))).collect();
    let facts = Facts {
        question: "",
        code: CODE,
        profiles: &[sales("cell")],
        images_allowed: true,
        pictures: &pictures,
    };
    disclose(mode, outcome, &facts)
}

fn image(base64: &str) -> Image {
    Image { media_type: "image/png".into(), base64: base64.into(), detail: None }
}

/// Returns words that no code, column or fixed list contains: letters, digits, signs, other
/// scripts, and text with a meaning elsewhere.
fn secrets() -> Vec<String> {
    let mut seed = 42_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    let alphabet: Vec<char> =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äéßжλ漢".chars().collect();
    let mut secrets: Vec<String> = (0..300)
        .map(|_| {
            let length = 6 + random() as usize % 14;
            std::iter::once('Q')
                .chain((0..length).map(|_| alphabet[random() as usize % alphabet.len()]))
                .collect()
        })
        .collect();
    secrets.extend(
        ["4929123456789012", "jane.doe@example.org", "…Zürich…", "__secretvalue__", "98765432"]
            .map(str::to_owned),
    );
    secrets
}

#[test]
fn each_mode_says_how_files_were_read_in_known_names_alone() {
    let addition = |file: &str, arguments: &[&str]| Addition {
        at: 1,
        text: ", na_values=[\"Qsecret\"]".into(),
        file: file.into(),
        arguments: arguments.iter().map(|name| (*name).into()).collect(),
    };
    let deviation =
        |file: &str, name: &str| Deviation { file: file.into(), arguments: vec![name.into()] };
    let outcome = Outcome {
        additions: vec![
            addition("sales.csv", &["sep", "decimal", "Qsecret"]),
            addition("Qsecret.csv", &["sep"]),
        ],
        deviations: vec![
            deviation("sales.csv", "encoding"),
            deviation("sales.csv", "Qsecret"),
            deviation("Qsecret.csv", "sep"),
        ],
        ..Outcome::default()
    };
    for mode in [Mode::Shape, Mode::Ask, Mode::Printed] {
        let disclosed = disclose_outcome(mode, &outcome);
        let text = disclosed.text();
        assert!(text.contains("as the files' profiles say: sales.csv (sep, decimal).\n"), "{text}");
        assert!(
            text.contains("otherwise than the profile says: sales.csv (encoding). Columns"),
            "{text}"
        );
        assert!(!text.contains("Qsecret"), "{text}");
        let silent = disclose_outcome(mode, &Outcome::default());
        assert!(!silent.text().contains("profile"), "{}", silent.text());
    }
}

#[test]
fn shape_mode_discloses_no_text_of_an_execution() {
    for secret in secrets() {
        let mut hostile = everything(&secret);
        if let Some(error) = &mut hostile.error {
            error.name.clone_from(&secret);
        }
        let mut named = everything(&secret);
        named.files.reverse();
        named.results.reverse();
        for outcome in [everything(&secret), hostile, named] {
            let disclosed = disclose_outcome(Mode::Shape, &outcome);
            assert!(!disclosed.text().contains(&secret), "{secret} in {}", disclosed.text());
            let besides =
                format!("{:?} {:?}", disclosed.error(), disclosed.remedy()).to_lowercase();
            assert!(!besides.contains(&secret.to_lowercase()), "{secret} in {besides}");
            assert_eq!(disclosed.images(), []);
            for word in
                secret.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3)
            {
                assert!(
                    !disclosed.text().to_lowercase().contains(&word.to_lowercase()),
                    "{word} in {}",
                    disclosed.text()
                );
            }
            assert!(
                disclose_outcome(Mode::Printed, &outcome).text().contains(&secret),
                "the test would notice {secret}"
            );
        }
    }
}

#[test]
fn what_a_remedy_says_of_an_outcome_stands_in_the_text() {
    for secret in secrets() {
        let mut outcome = everything(&secret);
        for (class, message) in [
            ("TypeError", format!("dtype 'str' does not support operation 'mean' {secret}")),
            ("KeyError", format!("'{secret}'")),
            ("NameError", format!("name '{secret}' is not defined")),
        ] {
            outcome.error =
                Some(PythonError { name: class.into(), value: message, traceback: String::new() });
            for mode in [Mode::Shape, Mode::Ask, Mode::Printed] {
                let disclosed = disclose_outcome(mode, &outcome);
                let remedy = disclosed.remedy().unwrap_or_default();
                assert!(!remedy.is_empty());
                assert!(
                    !remedy.contains(&secret)
                        || mode != Mode::Shape && disclosed.text().contains(&secret),
                    "{remedy}"
                );
            }
        }
    }
}

#[test]
fn findings_have_values_only_where_everything_printed_is_disclosed() {
    let no_match = |column: &str, test: &str, value: &str, nearest: &[&str]| Finding::NoMatch {
        column: column.into(),
        test: test.into(),
        value: value.into(),
        nearest: nearest.iter().map(|value| (*value).into()).collect(),
        distinct: 12,
    };
    let not_numbers = |column: &str, count: u64, forms: &[Form]| Finding::NotNumbers {
        column: column.into(),
        count,
        of: 345,
        forms: forms.to_vec(),
        examples: vec!["Qsecret".into()],
    };
    let hidden = "A selection of the code matches no row.";
    for (finding, printed, shape) in [
        (
            no_match("customer", "==", "spelt", &["Qsecret", "Q|2"]),
            "No row matches \"customer\" == \"spelt\". Nearest values of \"customer\" (12 distinct): \"Qsecret\", \"Q\\\\|2\".",
            hidden,
        ),
        (
            no_match("customer", "==", "totals.csv", &[]),
            "No row matches \"customer\" == \"totals.csv\". None of the 12 values of \"customer\" is like it.",
            "No row matches \"customer\" == \"totals.csv\".",
        ),
        (
            no_match("customer", "==", "1", &[]),
            "No row matches \"customer\" == \"1\". None",
            "No row matches \"customer\" == \"1\".",
        ),
        // A value that is the name of a column.
        (
            no_match("customer", "==", "Revenue", &[]),
            "No row matches \"customer\" == \"Revenue\". \"revenue\" is a column: the rows in which it has a value are df[df[\"revenue\"].notna()].",
            hidden,
        ),
        // Forged: a column, a constant or a test that the model does not know.
        (no_match("Qsecret", "==", "revenue", &[]), "No row matches \"Qsecret\"", hidden),
        (
            no_match("customer", "==", "Qsecret", &[]),
            "No row matches \"customer\" == \"Qsecret\"",
            hidden,
        ),
        (
            no_match("customer", "Qsecret", "revenue", &[]),
            "No row matches \"customer\" Qsecret",
            hidden,
        ),
        (
            not_numbers("unit_price", 123, &[Form::Words, Form::Thousands, Form::Words]),
            "\"unit_price\" is text: 123 of 345 values are not numbers, such as \"Qsecret\".",
            "\"unit_price\" is text: about 100 of about 300 values are not numbers (separators of thousands, words).",
        ),
        (
            Finding::Join {
                how: "left".into(),
                left: 1_234,
                right: 56,
                rows: 1_345,
                left_alone: 17,
                right_alone: 3,
            },
            "A join (left) of 1,234 and 56 rows has 1,345 rows, so that some occur more than once. Without a match: 17 of the first table, 3 of the second.",
            "A join (left) of about 1,000 and about 50 rows has about 1,000 rows, so that some occur more than once. Without a match: about 10 of the first table, 3 of the second.",
        ),
        (
            not_numbers("unit_price", 0, &[]),
            "\"unit_price\" has numbers that are stored as text.",
            "\"unit_price\" has numbers that are stored as text.",
        ),
        (
            not_numbers("Qsecret", 1, &[]),
            "\"Qsecret\" is text: 1 of 345 values are not numbers",
            "A column that the code uses as numbers is text.",
        ),
    ] {
        let outcome = Outcome { findings: vec![finding; 20], ..silent() };
        for (mode, expected) in
            [(Mode::Printed, printed), (Mode::Ask, printed), (Mode::Shape, shape)]
        {
            let disclosed = disclose_outcome(mode, &outcome);
            assert!(
                disclosed.text().contains(expected),
                "{mode:?} {}\n{expected}",
                disclosed.text()
            );
            assert!(
                mode != Mode::Shape || !disclosed.text().contains("Qsecret"),
                "{}",
                disclosed.text()
            );
            assert!(disclosed.text().matches("is text").count() <= 8, "{}", disclosed.text());
        }
    }
}

#[test]
fn disclosed_text_matches_the_golden_files() {
    golden(
        "disclosed/printed.txt",
        disclose_outcome(Mode::Printed, &everything("Northwind")).text(),
    );
    golden("disclosed/shape.txt", disclose_outcome(Mode::Shape, &everything("Northwind")).text());
    let missing = Outcome {
        status: Status::Error,
        error: Some(PythonError {
            name: "KeyError".into(),
            value: "'price'".into(),
            traceback:
                "Traceback (most recent call last):\n  Cell [1], line 1, in <module>\nKeyError: 'price'"
                    .into(),
        }),
        ..silent()
    };
    let facts = Facts {
        question: "",
        code: "df['price']",
        profiles: &[sales("cell")],
        images_allowed: false,
        pictures: &[],
    };
    golden("disclosed/printed-key-error.txt", disclose(Mode::Printed, &missing, &facts).text());
    golden("disclosed/shape-key-error.txt", disclose(Mode::Shape, &missing, &facts).text());
}

#[test]
fn ask_mode_discloses_the_same_as_printed_mode() {
    let [ask, printed] =
        [Mode::Ask, Mode::Printed].map(|mode| disclose_outcome(mode, &everything("Northwind")));
    assert_eq!((ask.text(), ask.images()), (printed.text(), printed.images()));
}

#[test]
fn each_status_and_an_empty_outcome_have_their_own_text() {
    let cases = [
        (
            Status::Ok,
            "The code ran. (1.2 s)\n\nIt showed nothing. Print a value or end the code with an expression to see it.",
        ),
        (Status::Interrupted, "The user stopped the code. Variables are kept. (1.2 s)"),
        (
            Status::Timeout,
            "The code took too long and was stopped. Variables are kept. Use less data or a faster way. (1.2 s)",
        ),
        (
            Status::Killed,
            "Python had to be restarted. All variables are lost; read the files again. (1.2 s)",
        ),
    ];
    for (status, expected) in cases {
        let disclosed = disclose_outcome(Mode::Printed, &Outcome { status, ..silent() });
        assert_eq!((disclosed.text(), disclosed.failed()), (expected, status != Status::Ok));
    }
    assert!(Disclosed::not_run(NotRun::NoKernel).failed());
}

#[test]
fn large_output_is_capped_to_head_and_tail_with_a_note_of_the_cut() {
    let flood = Outcome {
        stdout: format!("head{}tail", "ä漢🙂\n".repeat(200_000)),
        stderr: "e".repeat(100_000),
        results: (0..50).map(|_| shown(&"v".repeat(50_000), &[], None)).collect(),
        ..everything("x")
    };
    for mode in [Mode::Printed, Mode::Shape] {
        let text = disclose_outcome(mode, &flood).text().to_owned();
        assert!(text.chars().count() <= MAX_RESULT_LENGTH, "{mode:?}: {}", text.chars().count());
    }
    let alone = Outcome { stdout: flood.stdout.clone(), ..silent() };
    let text = disclose_outcome(Mode::Printed, &alone).text().to_owned();
    assert!(
        text.contains("head")
            && text.ends_with("tail")
            && text.contains("… 795,048 characters cut …"),
        "{text}"
    );
}

#[test]
fn clipped_text_keeps_its_bound_and_short_text_is_unchanged() {
    for (text, most) in
        [("short".to_owned(), 100), ("🙂".repeat(101), 100), ("a".repeat(5000), 400)]
    {
        let cut = clip(&text, most);
        assert!(cut.chars().count() <= most);
        assert_eq!(cut == text, text.chars().count() <= most);
    }
}

#[test]
fn a_picture_of_exactly_the_most_bytes_is_attached() {
    let most = MAX_IMAGE_BYTES.div_ceil(3) * 4;
    for (letters, expected) in [(most, 1), (most + 4, 0)] {
        let results = vec![shown("Revenue", &[("image/png", "unscaled")], None)];
        let pictures = [(0, image(&"A".repeat(letters)))];
        let facts = Facts {
            question: "",
            code: "",
            profiles: &[],
            images_allowed: true,
            pictures: &pictures,
        };
        let disclosed = disclose(Mode::Printed, &Outcome { results, ..silent() }, &facts);
        assert_eq!(disclosed.images().len(), expected, "{letters}");
    }
}

#[test]
fn pictures_are_attached_only_if_scaled_and_allowed_and_small_enough() {
    let large = "A".repeat(300_000);
    let odd = Image { media_type: "image/svg+xml".into(), base64: "AAAA".into(), detail: None };
    let cases = [
        (true, 1, vec![(0, image("AAAA"))], 1, ""),
        (false, 1, vec![(0, image("AAAA"))], 0, ""),
        (true, 1, vec![], 0, " (not attached: too large or too many)"),
        (true, 1, vec![(1, image("AAAA"))], 0, " (not attached: too large or too many)"),
        (true, 1, vec![(0, image(&large))], 0, " (not attached: too large or too many)"),
        (true, 1, vec![(0, odd)], 0, " (not attached: too large or too many)"),
        (
            true,
            6,
            (0..6).map(|at| (at, image("AAAA"))).collect(),
            4,
            " (not attached: too large or too many)",
        ),
    ];
    for (images_allowed, figures, pictures, expected, note) in cases {
        let results = vec![shown("Revenue", &[("image/png", "unscaled")], None); figures];
        let outcome = Outcome { results, ..silent() };
        for mode in [Mode::Printed, Mode::Ask, Mode::Shape] {
            let facts = Facts {
                question: "",
                code: "",
                profiles: &[],
                images_allowed,
                pictures: &pictures,
            };
            let disclosed = disclose(mode, &outcome, &facts);
            let expected = if mode == Mode::Shape { 0 } else { expected };
            assert_eq!(disclosed.images(), vec![image("AAAA"); expected], "{mode:?} {pictures:?}");
            if mode != Mode::Shape {
                assert!(
                    disclosed
                        .text()
                        .ends_with(&format!("Figure, shown to the user{note}: Revenue"))
                );
            }
        }
    }
}

#[test]
fn a_table_shows_head_and_tail_and_where_the_rest_is() {
    let rows = |rows: std::ops::Range<u64>| rows.map(|row| vec![row.into()]).collect();
    for (first, last, total_rows, about, head, tail) in [
        (0..20, 0..0, 20, "", 0..20, 0..0),
        (0..60, 0..0, 60, "; the first 15 and the last 5 rows; the whole is Out[1]", 0..15, 55..60),
        (
            0..100,
            44_995..45_000,
            45_000,
            "; the first 15 and the last 5 rows; the whole is Out[1]",
            0..15,
            44_995..45_000,
        ),
        (
            0..100,
            100..102,
            102,
            "; the first 18 and the last 2 rows; the whole is Out[1]",
            0..18,
            100..102,
        ),
        // Forged: no tail, one that is too long, rows that are not there.
        (0..100, 0..0, 45_000, "; the first 20 rows; the whole is Out[1]", 0..20, 0..0),
        (
            0..100,
            0..9_000,
            45_000,
            "; the first 15 and the last 5 rows; the whole is Out[1]",
            0..15,
            8_995..9_000,
        ),
        (0..0, 0..3, 3, "; the first 0 rows; the whole is Out[1]", 0..0, 0..0),
    ] {
        let data = TableData {
            columns: vec!["n".into()],
            types: vec!["integer".into()],
            index_columns: 0,
            rows: rows(first),
            tail: rows(last),
            total_rows,
            all_columns: None,
        };
        let outcome = Outcome { results: vec![shown("", &[], Some(data))], ..silent() };
        let lines =
            |rows: std::ops::Range<u64>| rows.map(|row| format!("\n| {row} |")).collect::<String>();
        let cut = if tail.is_empty() { "" } else { "\n…" };
        let body = format!("{}{cut}{}", lines(head), lines(tail));
        let table = format!(
            "[1] Table of {} rows and 1 columns{about}:\n| n (integer) |\n| --- |{body}",
            text::format::count(total_rows)
        );
        let disclosed = disclose_outcome(Mode::Printed, &outcome);
        assert!(disclosed.text().ends_with(&table), "{}\n{table}", disclosed.text());
    }
}

#[test]
fn cut_output_and_values_name_where_the_whole_is() {
    let long = "x".repeat(20_000);
    let value = Shown { main: true, ..shown(&long, &[], None) };
    let path = |path: &str| Some(path.to_owned());
    for (output, named) in [
        (path("/out/.outputs/1.txt"), true),
        (path("/out/.outputs/../secret"), false),
        (None, false),
    ] {
        let outcome =
            Outcome { stdout: long.clone(), results: vec![value.clone()], output, ..silent() };
        let disclosed = disclose_outcome(Mode::Printed, &outcome);
        assert_eq!(
            disclosed.text().contains("stdout (cut; all of it is in /out/.outputs/1.txt):"),
            named
        );
        assert!(disclosed.text().contains("[1] (cut; the whole is Out[1]) xxx"));
    }
    let short = Outcome { stdout: "short".into(), output: path("/out/.outputs/1.txt"), ..silent() };
    assert!(disclose_outcome(Mode::Printed, &short).text().ends_with("\n\nstdout:\nshort"));
}

#[test]
fn a_traceback_keeps_the_codes_own_frames_and_where_it_was_raised() {
    let outcome = Outcome {
        status: Status::Error,
        error: Some(PythonError {
            name: "KeyError".into(),
            value: "'price'".into(),
            traceback: "KeyError: 'price'\n\nThe above exception was the direct cause of the following exception:\n\n\
                 Traceback (most recent call last):\n  Cell [3], line 2, in <module>\n    total(df)\n  Cell [1], line 5, in total\n        4 def \
                 total(frame):\n    --> 5     frame['price']\n    ~~~~~^^^^^^^^^\n  File \"/lib/python3.14/site-packages/pandas/core/frame.py\", line 4102, in __getitem__\n    \
                 indexer = self.columns.get_loc(key)\n  File \"/lib/python3.14/site-packages/pandas/core/indexes/base.py\", line 3812, in \
                 get_loc\n    raise KeyError(key) from err\nKeyError: 'price'"
                .into(),
        }),
        ..silent()
    };
    let facts =
        Facts { question: "", code: "", profiles: &[], images_allowed: false, pictures: &[] };
    assert_eq!(
        disclose(Mode::Printed, &outcome, &facts).text(),
        "The code failed. (1.2 s)\n\nTraceback (most recent call last):\n  Cell [3], line 2, in <module>\n    total(df)\n  \
         Cell [1], line 5, in total\n    --> 5     frame['price']\n    ~~~~~^^^^^^^^^\n  (raised in pandas/core/indexes/base.py, line 3812, in get_loc)\n\
         KeyError: 'price'"
    );
}

#[test]
fn similar_variables_are_suggested_only_where_everything_printed_is_disclosed() {
    let outcome = Outcome {
        status: Status::Error,
        error: Some(PythonError {
            name: "NameError".into(),
            value: "name 'totals' is not defined".into(),
            traceback: String::new(),
        }),
        variables: vec!["totals_Zürich_4929".into(), "other".into()],
        ..silent()
    };
    for (mode, expected) in [(Mode::Printed, true), (Mode::Ask, true), (Mode::Shape, false)] {
        let disclosed = disclose_outcome(mode, &outcome);
        assert_eq!(
            disclosed.text().contains(r#"Nearest variables: "totals_Zürich_4929""#),
            expected
        );
        assert_eq!(disclosed.text().contains("4929"), expected);
        assert!(!disclosed.text().contains("other\""));
    }
}

#[test]
fn numbers_are_truncated_to_their_first_digits() {
    let cases = [
        (0, 1, "0"),
        (7, 1, "7"),
        (46, 1, "about 40"),
        (45_678, 3, "about 45,600"),
        (45_000, 3, "45,000"),
    ];
    for (number, digits, expected) in cases {
        assert_eq!(coarse(number, digits), expected);
    }
    assert_eq!(coarse(u64::MAX, 1), "about 10,000,000,000,000,000,000");
}
