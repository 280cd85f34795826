//! Files and outcomes that several tests use.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use agent::FencedMode;
use charts::Chart;
use kernel::choices::{ColumnReading, FirstLine, HeaderReading};
use kernel::{
    Column, ColumnType, FileRef, Finding, Form, Outcome, Profile, PythonError, Shown, Status,
    Table, TableData,
};

use serde_json::json;

use crate::{Context, Mode};

fn column(name: &str, kind: ColumnType, missing: u64, cell: &str) -> Column {
    Column {
        name: name.into(),
        r#type: kind,
        dtype: "object".into(),
        missing,
        distinct: 1234,
        bad: u64::from(kind == ColumnType::Date) * 7,
        examples: vec![cell.into()],
        min: Some(cell.into()),
        max: Some(cell.into()),
        conversion: (kind == ColumnType::Date)
            .then(|| format!("pd.to_datetime(df[\"{name}\"], errors=\"coerce\")")),
        doubt: None,
        reading: ColumnReading { unreadable: vec![cell.into()], ..ColumnReading::default() },
        spellings: 0,
    }
}

/// Returns a CSV file of five columns whose every example is `cell`.
pub(crate) fn sales(cell: &str) -> Arc<Profile> {
    Arc::new(Profile {
        path: "/data/sales.csv".into(),
        name: "sales.csv".into(),
        bytes: 3_456_789,
        kind: "csv".into(),
        tables: vec![Table {
            sheet: None,
            reader: r#"pd.read_csv("sales.csv", sep=";", decimal=",", encoding="latin-1")"#.into(),
            rows: 45_000,
            rows_exact: true,
            sampled: false,
            duplicates: 120,
            columns: vec![
                column("order date", ColumnType::Date, 3, cell),
                column("customer", ColumnType::Category, 0, cell),
                column("unit_price", ColumnType::NumberText, 0, cell),
                column("quantity", ColumnType::Integer, 12, cell),
                column("revenue", ColumnType::Number, 0, cell),
            ],
            titles: Vec::new(),
            units: Vec::new(),
            totals: Vec::new(),
            without_totals: None,
            footnotes: Vec::new(),
            uncertain: None,
            unread: 0,
            header: HeaderReading {
                line: Some(1),
                chosen: false,
                lines: vec![FirstLine { line: 1, text: cell.into() }],
            },
        }],
        notes: vec![
            "encoding latin-1".into(),
            "decimal comma".into(),
            format!("first row is {cell}"),
        ],
        error: None,
        encodings: Vec::new(),
        chosen_encoding: None,
        keys: Vec::new(),
    })
}

/// Returns a workbook with a wide sheet, and a file that could not be read, for reasons that quote
/// `cell`.
pub(crate) fn others(cell: &str) -> [Arc<Profile>; 2] {
    let wide = (1..=70)
        .map(|number| column(&format!("column {number}"), ColumnType::Number, 0, cell))
        .collect();
    let table = Table {
        sheet: Some("Year 2026".into()),
        reader: r#"pd.read_excel("wide.xlsx", sheet_name="Year 2026")"#.into(),
        rows: 1_000_000,
        rows_exact: false,
        sampled: true,
        duplicates: 0,
        columns: wide,
        titles: Vec::new(),
        units: Vec::new(),
        totals: Vec::new(),
        without_totals: None,
        footnotes: Vec::new(),
        uncertain: None,
        unread: 0,
        header: HeaderReading {
            line: Some(1),
            chosen: false,
            lines: vec![FirstLine { line: 1, text: cell.into() }],
        },
    };
    let wide = Profile {
        path: "/data/wide.xlsx".into(),
        name: "wide.xlsx".into(),
        bytes: 99,
        kind: "excel".into(),
        tables: vec![table],
        notes: vec![],
        error: None,
        encodings: Vec::new(),
        chosen_encoding: None,
        keys: Vec::new(),
    };
    let broken = Profile {
        path: "/data/broken.json".into(),
        name: "broken.json".into(),
        kind: "json".into(),
        tables: vec![],
        error: Some(format!("unexpected {cell} at line 3")),
        ..wide.clone()
    };
    [Arc::new(wide), Arc::new(broken)]
}

/// Returns a context with these files.
pub(crate) fn context(files: Vec<Arc<Profile>>, fenced: FencedMode, disclosure: Mode) -> Context {
    Context {
        preferences: crate::Preferences::default(),
        files,
        model: None,
        fenced,
        images: false,
        window: None,
        disclosure,
        functions: Vec::new(),
        packages: Vec::new(),
        forgotten: false,
        local: false,
    }
}

/// Returns an outcome that shows nothing.
pub(crate) fn silent() -> Outcome {
    Outcome { execution_count: 1, duration_ms: 1234.0, ..Outcome::default() }
}

/// Returns a value, a table or a figure.
pub(crate) fn shown(text: &str, mime: &[(&str, &str)], data: Option<TableData>) -> Shown {
    let mime: BTreeMap<String, String> =
        mime.iter().map(|(kind, body)| ((*kind).into(), (*body).into())).collect();
    Shown { main: data.is_some(), text: text.into(), mime, data, ..Shown::default() }
}

/// Returns a line chart with `secret` in every field that is free text.
pub(crate) fn chart(secret: &str) -> Chart {
    let chart = json!({
        "type": "line", "title": format!("Revenue {secret}"), "xLabel": secret, "xUnit": secret, "xScale": secret,
        "yLabel": format!("revenue ({secret})"), "yUnit": secret, "yScale": "linear", "xTicks": [secret], "yTicks": [secret],
        "elements": [
            { "label": secret, "points": [[secret, 1000], ["Feb", 2_500.123_456], ["Mar", null], ["Apr", 1e-7]] },
            { "label": "West", "points": [["2026-01-31T00:00:00", 1], [2, 0.1]], "total": 9_000 },
        ],
    });
    serde_json::from_value(chart).unwrap()
}

/// Returns an outcome with every field filled, and `secret` in every place that the execution
/// fills.
pub(crate) fn everything(secret: &str) -> Outcome {
    let data = TableData {
        columns: vec![
            "customer".into(),
            secret.into(),
            format!("total / {secret}"),
            format!("{secret}|\n"),
        ],
        types: vec!["text".into(), "number".into(), secret.into(), "integer".into()],
        index_columns: 1,
        rows: vec![
            vec![secret.into(), 1.5.into(), serde_json::Value::Null, true.into()],
            vec![format!("a|b\n{secret}").into(), 2.into(), secret.into(), 3.into()],
        ],
        tail: vec![vec![secret.into(), 9.5.into(), serde_json::Value::Null, false.into()]],
        total_rows: 45_678,
        all_columns: None,
    };
    Outcome {
        status: Status::Error,
        stdout: format!("{secret}\n\u{1b}[31mred {secret}\u{1b}[0m\n"),
        stderr: format!("warning: {secret}"),
        results: vec![
            shown(secret, &[("text/plain", secret), ("text/html", secret)], Some(data)),
            shown(&format!("Revenue of {secret}"), &[("image/png", "AAAA"), ("text/plain", secret)], None),
            shown(secret, &[("text/plain", secret)], None),
            Shown { chart: Some(chart(secret)), ..shown(secret, &[("image/png", "AAAA")], None) },
            shown(
                "<HTML object>",
                &[("text/html", &format!("<style>p {{}}</style><p title='x'>{secret} &amp; <b>more</b></p>"))],
                None,
            ),
            shown("<Markdown object>", &[("text/markdown", &format!("# {secret}"))], None),
            shown(
                "Figure",
                &[(
                    "application/vnd.plotly.v1+json",
                    &json!({ "data": [{ "type": "bar", "name": secret, "y": [1, 2] }], "layout": { "title": { "text": secret } } })
                        .to_string(),
                )],
                None,
            ),
            shown(
                "alt.Chart(...)",
                &[(
                    "application/vnd.vegalite.v5+json",
                    &json!({ "mark": { "type": "bar" }, "encoding": { "x": { "field": secret } } }).to_string(),
                )],
                None,
            ),
        ],
        output: Some(format!("/out/.outputs/{secret}.txt")),
        error: Some(PythonError {
            name: "KeyError".into(),
            value: format!("'{secret}' is not in index of customer {secret}"),
            traceback: format!(
                "KeyError: {secret}\n\nTraceback (most recent call last):\n  Cell [1], line 2, in <module>\n    {secret}\n  \
                 File \"/lib/pandas/frame.py\", line 1\n    raise\nKeyError: '{secret}' is not in index of customer {secret}"
            ),
        }),
        files: vec![
            FileRef { path: "/out/totals.csv".into(), bytes: 12_345, kept: None },
            FileRef { path: format!("/out/{secret}.csv"), bytes: 1, kept: None },
        ],
        variables: vec![secret.into()],
        findings: vec![
            Finding::NoMatch {
                column: "customer".into(),
                test: "==".into(),
                value: secret.into(),
                nearest: vec![secret.into()],
                distinct: 98_765,
            },
            Finding::NotNumbers {
                column: "revenue".into(),
                count: 98_765,
                of: 98_766,
                forms: vec![Form::Currency],
                examples: vec![secret.into()],
            },
        ],
        ..silent()
    }
}

/// Compares with a file under `golden/`; with `INSITU_BLESS` set, writes it instead.
#[track_caller]
pub(crate) fn golden(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden").join(name);
    if std::env::var_os("INSITU_BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        actual, expected,
        "golden/{name} differs; if that is intended, run the tests once with INSITU_BLESS=1"
    );
}
