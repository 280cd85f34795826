use chat::Image;
use kernel::{Outcome, PythonError, Status};

use super::{Disclosed, Facts, MOST, Mode, NotRun, clip, coarse, disclose};
use crate::fixtures::{everything, golden, sales, shown, silent};

const CODE: &str =
    "totals = df.groupby('customer')['revenue'].sum()\ntotals.to_csv('totals.csv')\ntotal = 1\ntotals";

fn told(mode: Mode, outcome: &Outcome) -> Disclosed {
    disclose(mode, outcome, &Facts { code: CODE, profiles: &[sales("cell")], images_allowed: true })
}

/// Words that no code, column or fixed list has: letters, digits, signs, other scripts, and text that means something elsewhere.
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
fn shape_mode_passes_on_no_text_of_an_execution() {
    for secret in secrets() {
        let mut hostile = everything(&secret);
        if let Some(error) = &mut hostile.error {
            error.name.clone_from(&secret);
        }
        let mut named = everything(&secret);
        named.files.reverse();
        named.results.reverse();
        for outcome in [everything(&secret), hostile, named] {
            let disclosed = told(Mode::Shape, &outcome);
            assert!(!disclosed.text().contains(&secret), "{secret} in {}", disclosed.text());
            assert_eq!(disclosed.images(), []);
            for word in secret.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3) {
                assert!(
                    !disclosed.text().to_lowercase().contains(&word.to_lowercase()),
                    "{word} in {}",
                    disclosed.text()
                );
            }
            assert!(told(Mode::Printed, &outcome).text().contains(&secret), "the test would notice {secret}");
        }
    }
}

#[test]
fn what_is_disclosed_reads_as_the_golden_files_say() {
    golden("disclosed/printed.txt", told(Mode::Printed, &everything("Northwind")).text());
    golden("disclosed/shape.txt", told(Mode::Shape, &everything("Northwind")).text());
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
    let facts = Facts { code: "df['price']", profiles: &[sales("cell")], images_allowed: false };
    golden("disclosed/printed-key-error.txt", disclose(Mode::Printed, &missing, &facts).text());
    golden("disclosed/shape-key-error.txt", disclose(Mode::Shape, &missing, &facts).text());
}

#[test]
fn asking_first_shows_what_printed_would_send() {
    let [ask, printed] = [Mode::Ask, Mode::Printed].map(|mode| told(mode, &everything("Northwind")));
    assert_eq!((ask.text(), ask.images()), (printed.text(), printed.images()));
}

#[test]
fn nothing_shown_is_said_so_and_each_status_in_its_words() {
    let cases = [
        (
            Status::Ok,
            "The code ran. (1.2 s)\n\nIt showed nothing. Print a value or end the code with an expression to see it.",
        ),
        (Status::Interrupted, "The person stopped the code. Variables are kept. (1.2 s)"),
        (
            Status::Timeout,
            "The code took too long and was stopped. Variables are kept. Use less data or a faster way. (1.2 s)",
        ),
        (Status::Killed, "Python had to be restarted. All variables are lost; read the files again. (1.2 s)"),
    ];
    for (status, expected) in cases {
        let disclosed = told(Mode::Printed, &Outcome { status, ..silent() });
        assert_eq!((disclosed.text(), disclosed.failed()), (expected, status != Status::Ok));
    }
    assert!(Disclosed::not_run(NotRun::NoKernel).failed());
}

#[test]
fn a_flood_is_capped_with_head_and_tail_and_says_what_was_cut() {
    let flood = Outcome {
        stdout: format!("head{}tail", "ä漢🙂\n".repeat(200_000)),
        stderr: "e".repeat(100_000),
        results: (0..50).map(|_| shown(&"v".repeat(50_000), &[], None)).collect(),
        ..everything("x")
    };
    for mode in [Mode::Printed, Mode::Shape] {
        let text = told(mode, &flood).text().to_owned();
        assert!(text.chars().count() <= MOST, "{mode:?}: {}", text.chars().count());
    }
    let alone = Outcome { stdout: flood.stdout.clone(), ..silent() };
    let text = told(Mode::Printed, &alone).text().to_owned();
    assert!(
        text.contains("head") && text.ends_with("tail") && text.contains("… 795,048 characters cut …"),
        "{text}"
    );
}

#[test]
fn cut_text_keeps_its_bound_and_its_ends() {
    for (text, most) in [("short".to_owned(), 100), ("🙂".repeat(101), 100), ("a".repeat(5000), 400)] {
        let cut = clip(&text, most);
        assert!(cut.chars().count() <= most);
        assert_eq!(cut == text, text.chars().count() <= most);
    }
}

#[test]
fn pictures_go_only_where_allowed_and_small_enough() {
    let large = "A".repeat(500_000);
    let figures = |bodies: &[&str]| Outcome {
        results: bodies.iter().map(|body| shown("Revenue", &[("image/png", body)], None)).collect(),
        ..silent()
    };
    let cases = [
        (true, figures(&["AAAA"]), 1),
        (false, figures(&["AAAA"]), 0),
        (true, figures(&[&large]), 0),
        (true, figures(&["AAAA"; 6]), 4),
    ];
    for (images_allowed, outcome, expected) in cases {
        let disclosed = disclose(Mode::Printed, &outcome, &Facts { code: "", profiles: &[], images_allowed });
        let image = Image { media_type: "image/png".into(), base64: "AAAA".into() };
        assert_eq!(disclosed.images(), vec![image; expected]);
        assert!(disclosed.text().contains("Figure, shown to the person"));
    }
}

#[test]
fn numbers_are_rounded_to_their_first_digits() {
    let cases =
        [(0, 1, "0"), (7, 1, "7"), (46, 1, "about 40"), (45_678, 3, "about 45,600"), (45_000, 3, "45,000")];
    for (number, digits, expected) in cases {
        assert_eq!(coarse(number, digits), expected);
    }
    assert_eq!(coarse(u64::MAX, 1), "about 10,000,000,000,000,000,000");
}
