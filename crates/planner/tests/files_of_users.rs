//! Files as they are, profiled by the harness; the planner's answers are compared with what pandas
//! computes here in another way.
//!
//! One comes from elsewhere: Italy's municipalities as the statistics office published them and a
//! Python package ships them. Semicolons, Latin-1, points as thousands separators ("2.644" are
//! people, not a fraction), an unnamed last column and eighteen blank lines at the end.
#![allow(clippy::expect_used, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use native_pandas::python::Python;
use planner::File;

const FILE: &str = "comuni_italiani/fixtures/elenco-comuni-italiani.csv";

/// The file with every cell as text, its columns, and its rows that name a region.
const AS_TEXT: &str =
    "pd.read_csv('elenco-comuni-italiani.csv', sep=';', encoding='latin-1', dtype=str)";
const ROWS: &str = "pd.read_csv('elenco-comuni-italiani.csv', sep=';', encoding='latin-1', dtype=str)\
                    .dropna(how='all').dropna(subset='Denominazione regione')";

/// Returns an expression for the people of each region, from the cells as text.
fn people() -> String {
    let cells =
        "rows['Popolazione legale 2011 (09/10/2011)'].str.strip().str.replace('.', '').astype(int)";
    format!("(lambda rows: {cells}.groupby(rows['Denominazione regione']).sum())({ROWS})")
}

/// Asks a question, and compares the answer's table with a series: each of its pairs, and the
/// greatest in the text.
fn check_pairs(question: &str, series: &str) {
    let (mut python, file) = Python::with_file_of_package(FILE);
    let answer = python.turn(question, &[], &[file]).answer;
    let pairs =
        python.value(&format!("';'.join(f'| {{k}} | {{v:,}} |' for k, v in {series}.items())"));
    assert!(pairs.split(';').count() >= 5, "{pairs}");
    for pair in pairs.split(';') {
        assert!(answer.contains(pair), "{pair} is not in {answer}");
    }
    let greatest = python.value(&format!(
        "(lambda s: f'highest for **{{s.idxmax()}}** with **{{s.max():,}}**')({series})"
    ));
    assert!(answer.contains(&greatest), "{greatest} is not in {answer}");
}

#[test]
fn the_expected_values_match_the_census() {
    let (mut python, _) = Python::with_file_of_package(FILE);
    assert_eq!(python.value(&format!("{}.sum()", people())), "59433744");
}

#[test]
fn the_profile_has_the_columns_of_the_file_with_their_accents() {
    let (mut python, File { name, tables, error, .. }) = Python::with_file_of_package(FILE);
    assert_eq!((name.as_str(), tables.len(), error), ("elenco-comuni-italiani.csv", 1, None));
    let mut names: Vec<&str> =
        tables[0].columns.iter().map(|column| column.name.as_str()).collect();
    assert!(names.contains(&"Denominazione regione"), "{names:?}");
    assert!(names.contains(&"Codice Città Metropolitana"), "{names:?}");
    // The last one has no name in the file.
    assert_eq!(names.pop(), Some("Unnamed: 25"));
    assert_eq!(python.value(&format!("';'.join({AS_TEXT}.columns[:-1])")), names.join(";"));
}

#[test]
fn an_overview_counts_the_lines_and_the_columns_of_the_file() {
    let (mut python, file) = Python::with_file_of_package(FILE);
    let answer = python.turn("give me an overview", &[], &[file]).answer;
    // As the file has them: with its blank lines, and its last column, which has no name.
    let size = python.value(&format!(
        "(lambda file: f'{{len(file):,}} rows and {{len(file.columns)}} columns')({AS_TEXT})"
    ));
    assert!(answer.contains(&size), "{size} is not in {answer}");
}

#[test]
fn rows_are_counted_by_part_of_the_country() {
    let counts = format!("{ROWS}['Ripartizione geografica'].value_counts()");
    check_pairs("how many rows by Ripartizione geografica", &counts);
}

#[test]
fn people_are_summed_by_region_from_numbers_with_points() {
    check_pairs("total Popolazione legale 2011 by Denominazione regione", &people());
}

#[test]
fn decimal_commas_and_dates_are_recognised() {
    let text = "Stra\u{df}e;Betrag;Tag\nM\u{fc}nchener Allee;1.234,50;31.01.2026\n\u{d6}lweg;99,90;01.02.2026\n\
                Am H\u{fc}gel;10,00;15.02.2026\n";
    let latin: Vec<u8> =
        text.chars().map(|letter| u8::try_from(letter).expect("a letter of Latin-1")).collect();
    let (mut python, file) = Python::with_file("latin.csv", &latin);
    let files = [file];
    let answer = python.turn("total Betrag in latin.csv", &[], &files).answer;
    assert!(answer.contains("1,344.4"), "{answer}");
    let answer = python.turn("total Betrag by month", &[], &files).answer;
    for month in ["| 2026-01 | 1,234.5 |", "| 2026-02 | 109.9 |"] {
        assert!(answer.contains(month), "{answer}");
    }
}
