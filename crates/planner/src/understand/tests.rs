//! Questions and the plans that they must become.

use super::*;
use crate::input::{Column, ColumnType};
use crate::plan::{Chart, Filter, Grain, Group, Measure, Of, Op, Order, Share};

fn file() -> File {
    use ColumnType::{Category, Date, Integer, Number};
    let column = |name: &str, r#type, distinct, examples: &[&str]| Column {
        name: name.to_owned(),
        r#type,
        distinct,
        examples: examples.iter().map(|example| (*example).to_owned()).collect(),
        ..Column::default()
    };
    let columns = vec![
        column("Order Date", Date, 300, &["2025-01-03"]),
        column("customer_name", Category, 40, &["Acme Corp", "Globex"]),
        column("productCategory", Category, 3, &["Books", "Home"]),
        column("Région", Category, 4, &["West", "East"]),
        column("qty", Integer, 9, &[]),
        column("unit price", Number, 200, &[]),
        column("Net Sales", Number, 900, &[]),
    ];
    let table =
        Table { reader: "pd.read_csv(\"a.csv\")".to_owned(), rows: 1000, columns, ..Table::default() };
    File { name: "a.csv".to_owned(), tables: vec![table], ..File::default() }
}

fn column(name: &str) -> Group {
    Group::Column(name.to_owned())
}

fn of(op: Op, name: &str) -> Measure {
    Measure { op, of: Of::Column(name.to_owned()) }
}

fn grouped(measure: Measure, by: &str, rank: Option<(Order, usize)>) -> Task {
    Task::Grouped { measure, by: vec![column(by)], rank, share: Share::No, chart: Chart::Auto }
}

fn one_of(name: &str, value: &str, not: bool) -> Filter {
    Filter::OneOf { column: name.to_owned(), values: vec![value.to_owned()], not }
}

fn period(from: Option<&str>, to: Option<&str>, words: &str) -> Filter {
    let day = |day: Option<&str>| day.map(str::to_owned);
    Filter::Period { column: "Order Date".to_owned(), from: day(from), to: day(to), words: words.to_owned() }
}

fn check(cases: Vec<(&str, Task, Vec<Filter>)>) {
    for (question, task, filters) in cases {
        let plan = understand(question, &[], &[file()]);
        let found = query(&plan).map(|query| (query.task.clone(), query.filters.clone()));
        assert_eq!(found, Some((task, filters)), "{question}");
    }
}

#[test]
fn names_are_matched_by_part_case_plural_diacritic_and_family() {
    let sales = || of(Op::Sum, "Net Sales");
    check(vec![
        ("top 3 customers by revenue", grouped(sales(), "customer_name", Some((Order::Top, 3))), vec![]),
        ("NET SALES per region", grouped(sales(), "Région", None), vec![]),
        ("turnover by product category", grouped(sales(), "productCategory", None), vec![]),
        ("units by regoin", grouped(of(Op::Sum, "qty"), "Région", None), vec![]),
        ("average price by clients", grouped(of(Op::Mean, "unit price"), "customer_name", None), vec![]),
    ]);
}

#[test]
fn filters_are_read_from_periods_values_and_comparisons() {
    let total = || Task::Scalar { measure: of(Op::Sum, "Net Sales") };
    let compare = |sign, value| Filter::Compare { column: "qty".to_owned(), sign, value };
    check(vec![
        ("total revenue in 2026", total(), vec![period(Some("2026-01-01"), Some("2027-01-01"), "in 2026")]),
        (
            "total revenue in March 2025",
            total(),
            vec![period(Some("2025-03-01"), Some("2025-04-01"), "in March 2025")],
        ),
        (
            "total revenue in Q4 2025",
            total(),
            vec![period(Some("2025-10-01"), Some("2026-01-01"), "in Q4 2025")],
        ),
        ("total revenue since 2025-06", total(), vec![period(Some("2025-06-01"), None, "since June 2025")]),
        (
            "total revenue before 2025-03-31",
            total(),
            vec![period(None, Some("2025-03-31"), "before 2025-03-31")],
        ),
        (
            "total revenue from January to March 2025",
            total(),
            vec![period(Some("2025-01-01"), Some("2025-04-01"), "January 2025 to March 2025")],
        ),
        ("total revenue in the West", total(), vec![one_of("Région", "West", false)]),
        ("total revenue excluding Books", total(), vec![one_of("productCategory", "Books", true)]),
        ("total revenue where qty >= 3", total(), vec![compare(">=", 3.0)]),
        (
            "total revenue where quantity is between 2 and 4",
            total(),
            vec![compare(">=", 2.0), compare("<=", 4.0)],
        ),
        (
            "total revenue last month",
            total(),
            vec![Filter::Newest {
                column: "Order Date".to_owned(),
                grain: Grain::Month,
                count: 1,
                back: false,
            }],
        ),
    ]);
}

#[test]
fn rows_customers_and_periods_are_counted_as_the_question_says() {
    let rows = || Measure { op: Op::Count, of: Of::Rows };
    let trend = |measure, grain| Task::Trend {
        measure,
        date: "Order Date".to_owned(),
        grain,
        split: None,
        rank: None,
        chart: Chart::Auto,
    };
    check(vec![
        ("how many orders are there", Task::Scalar { measure: rows() }, vec![]),
        ("how many customers", Task::Scalar { measure: of(Op::Distinct, "customer_name") }, vec![]),
        ("how many orders per quarter", trend(rows(), Grain::Quarter), vec![]),
        ("monthly revenue as a chart", trend(of(Op::Sum, "Net Sales"), Grain::Month), vec![]),
        ("how many customers per month", trend(of(Op::Distinct, "customer_name"), Grain::Month), vec![]),
    ]);
}

#[test]
fn unanswerable_questions_are_beyond_and_without_a_file_there_is_no_table() {
    for (question, files, wanted) in [
        ("predict next year's revenue", vec![file()], Plan::Beyond),
        ("why are customers unhappy", vec![file()], Plan::Beyond),
        ("write me a novel about elephants dancing slowly", vec![file()], Plan::Beyond),
        (
            "conversion funnel by region",
            vec![file()],
            Plan::Lacks(
                "no column of stages, such as visit, cart and paid, no columns that count them, and no second table of the same people",
            ),
        ),
        ("top 5 customers", vec![], Plan::NoTable),
        ("hello", vec![], Plan::Hello),
        ("help", vec![file()], Plan::Help),
    ] {
        assert_eq!(understand(question, &[], &files), wanted, "{question}");
    }
}

#[test]
fn no_question_makes_the_planner_panic() {
    let pieces = [
        "top",
        "5",
        "by",
        "in",
        "2026",
        "March",
        "\"",
        "'",
        "`a",
        "west",
        "between",
        "and",
        "-",
        "10",
        ">",
        "=",
        "is",
        "not",
        "without",
        "blanks",
        "last",
        "3",
        "month",
        "price",
        "Région",
        "the",
        "9999999999999999999999",
        "2025-13-45",
        "1.2.3",
        "€",
        "%",
        "",
        "äöü",
        "(",
        "**",
        "sqrt",
        "Q1",
        "31",
        "February",
        "since",
        "to",
        "```",
        "contains",
        "customers",
        "revenue",
        "share",
        "売上",
    ];
    let mut state = 12345_u32;
    for _ in 0..200 {
        let mut question = String::new();
        for _ in 0..9 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            question += pieces[(state >> 16) as usize % pieces.len()];
            question += if state & 0x800 == 0 { " " } else { "" };
        }
        let input = crate::Input { question: &question, history: &[], files: &[file()], attempts: &[] };
        let reply = crate::reply(&input);
        assert!(!reply.text.is_empty() || !reply.calls.is_empty(), "{question}");
    }
}
