//! Writes the page in one of its states as a document without scripts, to inspect while styling.
//!
//! ```sh
//! cargo run -p app --features ssr --example preview -- \
//!     new|empty|loaded|running|talk page.css picture.png out.html
//! ```

use std::{collections::BTreeMap, env, error::Error, fs, sync::Arc};

use app::{
    App, Sprite,
    actions::Actions,
    session::{
        Consent, FileEntry, FileState, KernelState, LedgerEntry, Model, Notice, Phase, Progress,
        Session, Step, Turn,
    },
};
use kernel::{
    Column, ColumnType, FileRef, Outcome, Profile, PythonError, Shown, Status, Table, TableData,
};
use leptos::prelude::*;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [state, css, picture, out] = arguments.as_slice() else {
        return Err("arguments: state, stylesheet, base64 of a PNG, output".into());
    };
    let picture = fs::read_to_string(picture)?.trim().to_owned();
    let owner = Owner::new();
    let body = owner.with(|| {
        let session = Session::new();
        fill(session, state, &picture);
        view! { <App session=session actions=Actions::inert() /><Sprite /> }.to_html()
    });
    let css = fs::read_to_string(css)?;
    fs::write(
        out,
        format!(
            "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
             <meta name=color-scheme content='light dark'><title>Insitu</title><style>{css}</style><body>{body}"
        ),
    )?;
    Ok(())
}

pub(crate) fn fill(session: Session, state: &str, picture: &str) {
    if state == "new" {
        return;
    }
    session.kernel.set(KernelState::Loading(Progress {
        stage: "Downloading".to_owned(),
        permille: 420,
        bytes_left: 26_000_000,
        restart: false,
    }));
    if state == "empty" {
        return;
    }
    session.files.set(vec![
        file(0, "sales.csv", 3_412_882, FileState::Ready(Arc::new(sales()))),
        file(1, "notes\u{202E}txt.exe", 812, FileState::Failed("It could not be read: the text is not in a known encoding. Save it as UTF-8 and add it again.".to_owned())),
        file(2, "budget-2026-final-version-(2).xlsx", 48_200, FileState::Reading),
    ]);
    session.suggestions.set(
        [
            "Give me an overview of sales.csv",
            "Top 10 customer by revenue",
            "Monthly revenue as a chart",
        ]
        .map(str::to_owned)
        .to_vec(),
    );
    if state == "loaded" {
        session.kernel.set(KernelState::Idle);
        return;
    }
    let first = turn(0, "top 5 customers by revenue", Phase::Done);
    first.answer.set("The top 5 customers bring in **$1,284,902.17**, which is 18.4 % of all revenue. *Northwind* leads with $301,220.90.\n\n| customer | revenue |\n|---|--:|\n| Northwind | 301,220.90 |\n| Fabrikam | 288,411.05 |\n\n- Rows with a missing `customer` (112) are left out.\n- See [the documentation](https://pandas.pydata.org/) for how `groupby` counts.\n\n```python\ndf.groupby(\"customer\")\n```\n".to_owned());
    first.steps.set(vec![
        step(0, "Reading sales.csv and ranking customers", BAD, Some(failed())),
        step(1, "Ranking customers by revenue", GOOD, Some(outcome(picture))),
    ]);
    if state == "talk" {
        session.kernel.set(KernelState::Idle);
        session.suggestions.set(Vec::new());
        session.models.set(vec![
            Model::planner(),
            Model {
                name: "qwen2.5-coder-7b".to_owned(),
                label: "Qwen2.5 Coder 7B".to_owned(),
                builtin: false,
                direct: false,
                images: false,
                reasoning: false,
                info: serde_json::Value::Null,
            },
        ]);
        session.model.set(1);
        session.ledger.set(vec![LedgerEntry {
            at: "2026-11-21T10:22:33Z".to_owned(),
            to: "/v1/chat/completions".to_owned(),
            bytes: 12_345,
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_owned(),
            body: Arc::from("{\"messages\": []}"),
            question: None,
            confirmed: ArcRwSignal::new(true),
        }]);
        session.notices.set(vec![Notice {
            id: 0,
            text: "Python was restarted: variables are lost, files are kept.".to_owned(),
            problem: true,
        }]);
        session.turns.set(vec![first]);
        return;
    }
    session.kernel.set(KernelState::Busy);
    let second = turn(1, "and how has that developed month by month?", Phase::Running);
    let step = step(2, "Summing revenue by month", GOOD, None);
    step.live.set("reading …\n\u{1B}[32m45,000 rows\u{1B}[0m\n".to_owned());
    second.steps.set(vec![step]);
    session.turns.set(vec![first, second]);
    if state == "consent" {
        session.consent.set(Some(Consent::Result {
            text: "a".to_owned(),
            images: 1,
            instead: "b".to_owned(),
        }));
    }
}

fn file(id: u32, name: &str, bytes: u64, state: FileState) -> FileEntry {
    FileEntry {
        id,
        key: id,
        name: RwSignal::new(name.to_owned()),
        bytes,
        state: RwSignal::new(state),
        kept: RwSignal::new(true),
        search: RwSignal::default(),
        former: RwSignal::new(None),
        first_rows: RwSignal::new(None),
    }
}

fn turn(id: u32, question: &str, phase: Phase) -> Turn {
    let turn = Turn::new(id, question.to_owned(), "Built-in planner".to_owned());
    turn.phase.set(phase);
    turn
}

fn step(id: u32, purpose: &str, code: &str, outcome: Option<Outcome>) -> Step {
    let step = Step::new(id, String::new());
    step.purpose.set(purpose.to_owned());
    step.code.set(code.to_owned());
    step.outcome.set(outcome.map(Arc::new));
    step
}

const BAD: &str = "import pandas as pd\ndf = pd.read_csv(\"sales.csv\")\ndf.groupby(\"client\")[\"revenue\"].sum()\n";
const GOOD: &str = "import pandas as pd\nimport matplotlib.pyplot as plt\n\ndf = pd.read_csv(\"sales.csv\", parse_dates=[\"date\"])\ntop = df.groupby(\"customer\")[\"revenue\"].sum().nlargest(5)\ntop.plot.barh(title=\"Top 5 customers by revenue\")\nplt.show()\ntop.reset_index()\n";

fn failed() -> Outcome {
    Outcome {
        status: Status::Error,
        execution_count: 1,
        error: Some(PythonError {
            name: "KeyError".to_owned(),
            value: "'client'".to_owned(),
            traceback: "Traceback (most recent call last):\n  Cell 1, line 3\n    df.groupby(\"client\")\nKeyError: 'client'".to_owned(),
        }),
        duration_ms: 812.0,
        ..Outcome::default()
    }
}

fn outcome(picture: &str) -> Outcome {
    let names = ["Northwind", "Fabrikam", "Contoso", "Tailspin Toys", "Wingtip"];
    let table = TableData {
        columns: vec![
            "customer".to_owned(),
            "orders".to_owned(),
            "revenue".to_owned(),
            "first order".to_owned(),
        ],
        types: vec![
            "text".to_owned(),
            "integer".to_owned(),
            "number".to_owned(),
            "datetime".to_owned(),
        ],
        index_columns: 0,
        rows: (0..30)
            .map(|row| {
                json!([
                    names[row % 5],
                    1200 - row * 7,
                    301_220.9 - 12_809.85 * row as f64,
                    "2024-01-03T00:00:00"
                ])
                .as_array()
                .cloned()
                .unwrap_or_default()
            })
            .collect(),
        tail: Vec::new(),
        total_rows: 45_000,
        all_columns: None,
    };
    Outcome {
        status: Status::Ok,
        execution_count: 2,
        stdout: "rows: 45,000\ncustomers: 812\n".to_owned(),
        stderr: "UserWarning: 12 dates could not be parsed\n".to_owned(),
        results: vec![
            Shown {
                main: false,
                text: "Top 5 customers by revenue. x: revenue, y: customer".to_owned(),
                mime: BTreeMap::from([("image/png".to_owned(), picture.to_owned())]),
                ..Shown::default()
            },
            Shown { main: true, text: "table".to_owned(), data: Some(table), ..Shown::default() },
        ],
        files: vec![FileRef {
            path: "/out/top-customers.xlsx".to_owned(),
            bytes: 18_233,
            kept: None,
        }],
        duration_ms: 2134.0,
        ..Outcome::default()
    }
}

fn sales() -> Profile {
    let column = |name: &str,
                  r#type,
                  missing,
                  bad,
                  examples: &[&str],
                  range: Option<(serde_json::Value, serde_json::Value)>| Column {
        name: name.to_owned(),
        r#type,
        dtype: "object".to_owned(),
        missing,
        distinct: 812,
        bad,
        examples: examples.iter().map(|example| (*example).to_owned()).collect(),
        min: range.clone().map(|range| range.0),
        max: range.map(|range| range.1),
        conversion: None,
        doubt: None,
        reading: kernel::choices::ColumnReading::default(),
        spellings: 0,
    };
    Profile {
        path: "/data/sales.csv".to_owned(),
        name: "sales.csv".to_owned(),
        bytes: 3_412_882,
        kind: "csv".to_owned(),
        tables: vec![Table {
            sheet: None,
            reader: "pd.read_csv(\"sales.csv\")".to_owned(),
            rows: 45_000,
            rows_exact: true,
            sampled: false,
            duplicates: 225,
            columns: vec![
                column(
                    "date",
                    ColumnType::Date,
                    0,
                    12,
                    &[],
                    Some((json!("2024-01-01"), json!("2026-06-30"))),
                ),
                column(
                    "customer",
                    ColumnType::Text,
                    112,
                    0,
                    &["Northwind", "Fabrikam", "Contoso"],
                    None,
                ),
                column(
                    "category",
                    ColumnType::Category,
                    0,
                    0,
                    &["Furniture", "Office", "Technology"],
                    None,
                ),
                column("quantity", ColumnType::Integer, 0, 0, &[], Some((json!(1), json!(40)))),
                column("price", ColumnType::Number, 37, 0, &[], Some((json!(0.99), json!(2499.0)))),
            ],
            titles: Vec::new(),
            units: Vec::new(),
            totals: Vec::new(),
            without_totals: None,
            footnotes: Vec::new(),
            uncertain: None,
            unread: 0,
            header: kernel::choices::HeaderReading::default(),
        }],
        notes: vec!["encoding UTF-8".to_owned(), "separator ,".to_owned()],
        error: None,
        encodings: Vec::new(),
        chosen_encoding: None,
        keys: Vec::new(),
    }
}
