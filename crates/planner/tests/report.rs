//! The report: the sample of 45,000 sales becomes a PDF and a workbook whose numbers match pandas.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use std::path::Path;
use std::process::Command;

use native_pandas::python::Python;

const QUESTION: &str = "Analyze the attached sales data: monthly dynamics, top 10 products, ABC analysis, conversion funnel. \
                        Create a PDF report with visualizations";

/// The rows without repetitions, and the revenue by month and by product, as pandas has them.
const ROWS: &str = "sales.drop_duplicates()";
const MONTHS: &str = "sales.drop_duplicates()[lambda d: d.date.str.fullmatch(r'202[56]-(0[1-9]|1[0-2])-([0-2][0-9]|30|31)') & ~d.date.isin(['2026-02-30'])].assign(m=lambda d: d.date.str[:7]).groupby('m').revenue.sum()";
const PRODUCTS: &str =
    "sales.drop_duplicates().groupby('product').revenue.sum().sort_values(ascending=False)";

#[test]
fn the_sample_becomes_a_report_whose_numbers_match_pandas() {
    let (mut python, files) = Python::with_sample();
    let turn = python.turn(QUESTION, &[], &files);
    let statuses: Vec<&str> =
        turn.attempts.iter().map(|attempt| attempt.outcome.status.as_str()).collect();
    assert!(
        !statuses.is_empty() && statuses.iter().all(|status| *status == "ok"),
        "{}",
        turn.answer
    );
    check_answer(&mut python, &turn.answer);
    check_workbook(&mut python);
    check_pdf(&mut python);
    check_pages(&python.path("sales-report.pdf"));
}

/// Checks that the answer says what was cleaned and what was found.
fn check_answer(python: &mut Python, answer: &str) {
    let bought = "sales.drop_duplicates().customer.value_counts()";
    let expected = [
        "f'and are left out: 120 of 45,000.;Date: 5 blank cells;Date: 20 cells that cannot be read'"
            .to_owned(),
        format!("f'Customer: {{{ROWS}.customer.isna().sum()}} blank cells'"),
        format!(
            "(lambda m: f'highest in {{m.idxmax()}} with {{m.max():,.2f}};lowest in {{m.idxmin()}} with {{m.min():,.2f}};{{m.sum():,.2f}} in 22 months')({MONTHS})"
        ),
        format!(
            "(lambda m: f'{{m[\"2025-01\":\"2025-10\"].sum():,.2f}} to {{m[\"2026-01\":\"2026-10\"].sum():,.2f}}')({MONTHS})"
        ),
        format!(
            "(lambda p: f'{{p.index[0]}} with {{p.iloc[0]:,.2f}};first 10 make up {{p.iloc[:10].sum() / p.sum():.1%}}')({PRODUCTS})"
        ),
        format!("(lambda p: 'A: %d with' % (p.cumsum() - p < 0.8 * p.sum()).sum())({PRODUCTS})"),
        format!(
            "(lambda b: f'at least once {{len(b):,}};100 times or more {{(b >= 100).sum():,}}')({bought})"
        ),
    ];
    for expression in expected {
        let values = python.value(&expression);
        for value in values.split(';') {
            assert!(answer.contains(value), "{value} is not in {answer}");
        }
    }
}

/// Checks that the workbook has the totals of every month and product.
fn check_workbook(python: &mut Python) {
    let book = "pd.read_excel('sales-report.xlsx', sheet_name=None)";
    let checks = [
        (
            format!("list({book})"),
            "['Summary', 'By month', 'Top 10 by product', 'ABC by product', 'Conversion funnel']",
        ),
        (
            format!(
                "({book}['By month'].iloc[:, 1].to_numpy() - {MONTHS}.to_numpy()).__abs__().max() < 0.005"
            ),
            "True",
        ),
        (
            format!(
                "dict({book}['Top 10 by product'].iloc[:, :2].round(2).to_numpy().tolist()) == {PRODUCTS}.head(10).round(2).to_dict()"
            ),
            "True",
        ),
        (
            format!(
                "list({book}['Top 10 by product'].iloc[:, 0]) == list({PRODUCTS}.head(10).index)"
            ),
            "True",
        ),
        (
            format!(
                "len({book}['ABC by product']), {book}['ABC by product']['running %'].iloc[-1]"
            ),
            "(22, np.float64(100.0))",
        ),
        (format!("len({book}['Summary']) > 4"), "True"),
    ];
    for (expression, expected) in checks {
        assert_eq!(python.value(&expression), expected, "{expression}");
    }
}

/// Checks that the PDF has a cover and one page for each part, with text and a drawing.
fn check_pdf(python: &mut Python) {
    assert_eq!(python.value("open('sales-report.pdf', 'rb').read(5)"), "b'%PDF-'");
    let pages = "__import__('pypdf').PdfReader('sales-report.pdf').pages";
    let text = python.value(&format!("'\\n'.join(page.extract_text() for page in {pages})"));
    let best = python.value(&format!("{PRODUCTS}.index[0]"));
    for words in [
        "Findings",
        "What was cleaned",
        "By month",
        "Top 10 by product",
        "ABC",
        "Conversion funnel",
        &best,
    ] {
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let totals = python.value(&format!(
        "';'.join(f'{{v:.2f}}' for v in [*{MONTHS}.iloc[:20], {PRODUCTS}.iloc[0]])"
    ));
    assert_eq!(totals.split(';').count(), 21);
    let figures = text.replace(',', "");
    for total in totals.split(';') {
        assert!(figures.contains(total), "{total} is not in {figures}");
    }
    let drawn = format!(
        "[page.get_contents().get_data().count(b'\\nf') + len(page.images) for page in {pages}]"
    );
    let drawn: Vec<u32> = serde_json::from_str(&python.value(&drawn)).expect("a list of numbers");
    assert!(
        drawn.len() == 5 && drawn[1..].iter().all(|&shapes| shapes >= 2),
        "filled shapes: {drawn:?}"
    );
}

/// Checks that poppler, if it is installed, reads a heading on every page, and draws a figure
/// below it.
fn check_pages(file: &Path) {
    if Command::new("pdftotext").arg("-v").output().is_err() {
        println!("skipped: poppler-utils is not installed");
        return;
    }
    let text = Command::new("pdftotext")
        .arg("-layout")
        .arg(file)
        .arg("-")
        .output()
        .expect("pdftotext runs");
    let text = String::from_utf8(text.stdout).expect("text");
    let pages = text.split('\u{c}').map(str::trim).filter(|page| !page.is_empty());
    let headings: Vec<&str> = pages.filter_map(|page| page.lines().next()).collect();
    let expected = [
        "Total revenue: a report",
        "By month",
        "Top 10 by product",
        "ABC by product",
        "Conversion funnel",
    ];
    assert_eq!(headings, expected);
    for page in ["2", "3", "4", "5"] {
        let drawn =
            Command::new("pdftoppm").args(["-r", "20", "-f", page, "-l", page]).arg(file).output();
        let drawn = drawn.expect("pdftoppm runs").stdout;
        // `P6`, width, height and the greatest value, each followed by white space, then three
        // bytes a pixel.
        let head = drawn.iter().enumerate().filter(|(_, byte)| byte.is_ascii_whitespace()).nth(3);
        let pixels = &drawn[head.expect("an image").0 + 1..];
        let coloured = pixels.chunks_exact(3).filter(|pixel| {
            pixel
                .iter()
                .max()
                .zip(pixel.iter().min())
                .is_some_and(|(most, least)| most - least > 60)
        });
        let share = coloured.count() as f64 / (pixels.len() / 3) as f64;
        assert!(share > 0.01, "{:.2} % of page {page} is coloured", share * 100.0);
    }
}

#[test]
fn a_workbook_has_one_sheet_per_month_on_request() {
    let (mut python, files) = Python::start();
    let sales: Vec<planner::File> =
        files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let turn = python.turn("an Excel report with one sheet a month", &[], &sales);
    assert!(turn.attempts.iter().all(|attempt| attempt.outcome.status == "ok"), "{}", turn.answer);
    assert!(!turn.answer.contains(".pdf"), "{}", turn.answer);
    let months = "pd.read_excel('sales-report.xlsx', sheet_name=None)";
    let wanted = "sales.drop_duplicates()[lambda d: d.date < '3'].date.str[:7].value_counts().sort_index().to_dict()";
    let found =
        format!("{{name: len(table) for name, table in {months}.items() if name[:2] == '20'}}");
    assert_eq!(python.value(&found), python.value(wanted));
}
