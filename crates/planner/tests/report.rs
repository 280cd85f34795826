//! The report: the sample of 45,000 sales becomes a PDF and a workbook whose numbers match pandas.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use native_pandas::python::Python;

const QUESTION: &str = "Analyze the attached sales data: monthly dynamics, top 10 products, ABC analysis, conversion funnel. \
                        Create a PDF report with visualizations";

#[test]
fn the_sample_becomes_a_report_whose_numbers_match_pandas() {
    let (mut python, files) = Python::with_sample();
    let turn = python.turn(QUESTION, &[], &files);
    let statuses: Vec<&str> = turn.attempts.iter().map(|attempt| attempt.outcome.status.as_str()).collect();
    assert_eq!(statuses, ["ok"], "{:?} {}", turn.attempts[0].outcome.error, turn.answer);
    println!("{}", turn.answer);
    // The answer: what was cleaned and what was found.
    let rows = "sales.drop_duplicates()";
    let month = "sales.drop_duplicates()[lambda d: d.date.str.fullmatch(r'202[56]-(0[1-9]|1[0-2])-([0-2][0-9]|30|31)') & ~d.date.isin(['2026-02-30'])].assign(m=lambda d: d.date.str[:7]).groupby('m').revenue.sum()";
    let product = "sales.drop_duplicates().groupby('product').revenue.sum().sort_values(ascending=False)";
    let bought = "sales.drop_duplicates().customer.value_counts()";
    let wanted = [
        "f'120 of 45,000 rows repeat;Date: 5 cells are blank;Date: 20 cells cannot be read'".to_owned(),
        format!("f'Customer: {{{rows}.customer.isna().sum()}} cells are blank'"),
        format!(
            "(lambda m: f'highest in {{m.idxmax()}} with {{m.max():,.2f}};lowest in {{m.idxmin()}} with {{m.min():,.2f}};{{m.sum():,.2f}} in 22 months')({month})"
        ),
        format!(
            "(lambda m: f'{{m[\"2025-01\":\"2025-10\"].sum():,.2f}} to {{m[\"2026-01\":\"2026-10\"].sum():,.2f}}')({month})"
        ),
        format!(
            "(lambda p: f'{{p.index[0]}} with {{p.iloc[0]:,.2f}};first 10 make up {{p.iloc[:10].sum() / p.sum():.1%}}')({product})"
        ),
        format!("(lambda p: 'A: %d with' % (p.cumsum() - p < 0.8 * p.sum()).sum())({product})"),
        format!(
            "(lambda b: f'at least once {{len(b):,}};100 times or more {{(b >= 100).sum():,}}')({bought})"
        ),
    ];
    for expression in wanted {
        let values = python.value(&expression);
        for value in values.split(';') {
            assert!(turn.answer.contains(value), "{value} is not in {}", turn.answer);
        }
    }
    // The files, read back in another way.
    let book = "pd.read_excel('sales-report.xlsx', sheet_name=None)";
    let checks = [
        (format!("list({book})"), "['Summary', 'By month', 'Top 10 by product', 'ABC by product', 'Conversion funnel']".to_owned()),
        (format!("({book}['By month'].iloc[:, 1].to_numpy() - {month}.to_numpy()).__abs__().max() < 0.005"), "True".to_owned()),
        (format!("dict({book}['Top 10 by product'].iloc[:, :2].round(2).to_numpy().tolist()) == {product}.head(10).round(2).to_dict()"), "True".to_owned()),
        (format!("len({book}['ABC by product']), {book}['ABC by product']['running %'].iloc[-1]"), "(22, np.float64(100.0))".to_owned()),
        ("open('sales-report.pdf', 'rb').read(5), open('sales-report.pdf', 'rb').read().count(b'/Type /Page ')".to_owned(), "(b'%PDF-', 5)".to_owned()),
    ];
    for (expression, wanted) in checks {
        assert_eq!(python.value(&expression), wanted, "{expression}");
    }
}

#[test]
fn a_workbook_has_one_sheet_per_month_on_request() {
    let (mut python, files) = Python::start();
    let sales: Vec<planner::File> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let turn = python.turn("an Excel report with one sheet a month", &[], &sales);
    assert_eq!(turn.attempts[0].outcome.status, "ok", "{:?}", turn.attempts[0].outcome.error);
    assert!(!turn.answer.contains(".pdf"), "{}", turn.answer);
    let months = "pd.read_excel('sales-report.xlsx', sheet_name=None)";
    let wanted =
        "sales.drop_duplicates()[lambda d: d.date < '3'].date.str[:7].value_counts().sort_index().to_dict()";
    let found = format!("{{name: len(table) for name, table in {months}.items() if name[:2] == '20'}}");
    assert_eq!(python.value(&found), python.value(wanted));
}
