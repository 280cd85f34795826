//! Outcomes whose parts are taken out and put back.

use std::collections::HashMap;

use kernel::{FileRef, Shown, TableData};
use serde_json::{Value, json};

use super::*;

fn outcome() -> Outcome {
    let long = |text: &str| text.repeat(MAX_INLINE_BYTES);
    let mut chart: Value =
        serde_json::from_str(include_str!("../../../../charts/golden/line.json")).unwrap();
    chart["title"] = json!(long("t"));
    let mime = [
        ("text/plain", "short".to_owned()),
        ("text/html", long("<b>")),
        ("image/png", BASE64_STANDARD.encode(long("\u{1}\u{2}"))),
        ("image/jpeg", format!("{}!", long("no base64 "))),
        ("image/svg+xml", long("<svg>")),
    ];
    let table = TableData {
        columns: vec!["a".to_owned()],
        types: vec!["text".to_owned()],
        index_columns: 0,
        rows: (0..500).map(|row| vec![json!(format!("row {row}"))]).collect(),
        tail: vec![vec![json!(null)]],
        total_rows: 501,
        all_columns: None,
    };
    Outcome {
        stdout: long("xy"),
        stderr: "short".to_owned(),
        results: vec![
            Shown::default(),
            Shown {
                mime: mime.into_iter().map(|(form, text)| (form.to_owned(), text)).collect(),
                data: Some(table),
                chart: Some(serde_json::from_value(chart).unwrap()),
                ..Shown::default()
            },
        ],
        files: vec![FileRef { path: "/out/a.csv".to_owned(), bytes: 5, kept: None }],
        ..Outcome::default()
    }
}

/// Stores the parts under made-up hashes.
fn stored(outcome: &Outcome) -> (StoredOutcome, HashMap<String, Vec<u8>>) {
    let mut bytes = HashMap::new();
    let parts = large_parts(outcome).into_iter().enumerate().map(|(at, part)| {
        let sha256 = format!("{at}");
        let blob = BlobRef {
            sha256: sha256.clone(),
            media_type: part.media_type,
            bytes: part.bytes.len() as u64,
        };
        bytes.insert(sha256, part.bytes);
        StoredPart { place: part.place, blob }
    });
    let parts = parts.collect();
    (detach(outcome.clone(), parts), bytes)
}

#[test]
fn what_is_taken_out_and_put_back_is_the_same() {
    let outcome = outcome();
    let (stored, bytes) = stored(&outcome);
    let places: Vec<String> = stored.parts.iter().map(|part| format!("{:?}", part.place)).collect();
    assert_eq!(
        places,
        [
            "Stdout",
            "Form { result: 1, form: \"image/jpeg\", base64: false }",
            "Form { result: 1, form: \"image/png\", base64: true }",
            "Form { result: 1, form: \"image/svg+xml\", base64: false }",
            "Form { result: 1, form: \"text/html\", base64: false }",
            "Table { result: 1 }",
            "Chart { result: 1 }",
        ]
    );
    assert_eq!(
        bytes["2"],
        "\u{1}\u{2}".repeat(MAX_INLINE_BYTES).into_bytes(),
        "pictures are stored as themselves"
    );
    assert!(serde_json::to_string(&stored).unwrap().len() < MAX_INLINE_BYTES);
    assert_eq!(attach(&stored, |blob| bytes.get(&blob.sha256).cloned()), (outcome, vec![]));
}

#[test]
fn parts_whose_bytes_are_gone_are_named_and_the_rest_is_put_back() {
    let outcome = outcome();
    let (stored, bytes) = stored(&outcome);
    let (some, missing) =
        attach(&stored, |blob| bytes.get(&blob.sha256).cloned().filter(|_| blob.sha256 != "5"));
    assert_eq!(missing, [&stored.parts[5]]);
    let mut expected = outcome;
    expected.results[1].data = None;
    assert_eq!(some, expected);
    // Bytes that are not what the place needs, and a place that the outcome does not have.
    let (none, missing) = attach(&stored, |_| Some(vec![0xff]));
    assert_eq!(missing.len(), 6, "any bytes are a picture");
    assert_eq!(none.stdout, "");
    let mut strange = stored;
    strange.parts.truncate(1);
    strange.parts[0].place = Place::Table { result: 9 };
    assert_eq!(attach(&strange, |_| Some(b"{}".to_vec())).1.len(), 1);
}
