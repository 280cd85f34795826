//! A table of questions over made-up tables, each with the one query that it is read as.

mod tables;

use std::collections::BTreeMap;

use super::lexicon::stem;
use super::lookup::{Found, Places, Whole, Within};
use super::*;
use crate::input::{self, ColumnType};
use crate::query::{Bound, Filter, Group, Operation, Query, Sign};
use tables::{Source, TABLES};

fn column((described, values): &Source) -> input::Column {
    let parts: Vec<&str> = described.split(':').collect();
    let value = |at: usize| {
        parts.get(at).map(|text| text.parse::<f64>().map_or((*text).into(), Into::into))
    };
    let number = |at: usize| parts.get(at).and_then(|text| text.parse().ok()).unwrap_or(0);
    input::Column {
        name: parts[0].to_owned(),
        r#type: match parts[1] {
            "integer" => ColumnType::Integer,
            "number" => ColumnType::Number,
            "date" => ColumnType::Date,
            "category" => ColumnType::Category,
            "boolean" => ColumnType::Boolean,
            _ => ColumnType::Text,
        },
        distinct: number(2),
        missing: number(3),
        min: value(4),
        max: value(5),
        examples: values.split('|').filter(|text| !text.is_empty()).map(str::to_owned).collect(),
        ..input::Column::default()
    }
}

fn file(name: &str) -> File {
    let (name, rows, sources) =
        TABLES.iter().find(|table| table.0 == name).expect("a table of that name");
    let table = input::Table {
        rows: *rows,
        columns: sources.iter().map(column).collect(),
        ..input::Table::default()
    };
    File { name: (*name).to_owned(), tables: vec![table], ..File::default() }
}

/// Finds texts as `templates/lookup.py` does, among the values that a table states here.
fn found(question: &str, files: &[File]) -> Found {
    let asked = texts(question, files);
    let places = |(f, t): (usize, usize)| {
        let mut places = Places { file: f, table: t, ..Places::default() };
        for column in files[f].tables[t].columns.iter().filter(|column| column.is_text()) {
            let mut parts: BTreeMap<String, Within> = BTreeMap::new();
            for value in &column.examples {
                let plain = value.to_lowercase();
                let words: Vec<String> =
                    plain.split(|c: char| !c.is_alphanumeric()).map(stem).collect();
                let (key, name) = (words.join(" "), column.name.clone());
                if let Some(forms) = asked.texts().get(&key) {
                    let exact = forms.contains(&plain);
                    places.whole.push(Whole {
                        text: key.clone(),
                        column: name.clone(),
                        value: value.clone(),
                        exact,
                        rows: 0,
                    });
                }
                for from in 0..words.len() {
                    for to in from + 1..=words.len() {
                        let run = words[from..to].join(" ");
                        if run != key && asked.texts().contains_key(&run) {
                            let empty = Within {
                                text: run.clone(),
                                column: name.clone(),
                                count: 0,
                                values: Vec::new(),
                                words: words.len(),
                            };
                            let part = parts.entry(run).or_insert(empty);
                            part.count += 1;
                            part.values.push(value.clone());
                        }
                    }
                }
            }
            places.within.extend(parts.into_values());
        }
        places
    };
    Found { tables: asked.places().iter().copied().map(places).collect() }
}

fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Equal => "=",
        Sign::NotEqual => "!=",
        Sign::Greater => ">",
        Sign::AtLeast => ">=",
        Sign::Less => "<",
        Sign::AtMost => "<=",
    }
}

fn measure(measure: &Measure) -> String {
    match measure {
        Measure::Column(name) => name.clone(),
        Measure::Computed { left, operation, right } => {
            let sign = match operation {
                Operation::Plus => "+",
                Operation::Minus => "-",
                Operation::Times => "*",
                Operation::DividedBy => "/",
                Operation::PercentChange => "%-",
            };
            format!("{left} {sign} {right}")
        }
        Measure::Added(names) => names.join(" + "),
    }
}

fn filter(filter: &Filter) -> String {
    let no = |not: &bool| if *not { "not " } else { "" };
    let test = match &filter.test {
        Test::OneOf { values, not } => format!("is {}{}", no(not), values.join("|")),
        Test::Text { place, text, not } => format!("{}{place:?} {text}", no(not)),
        Test::Compare(by, Bound::Number(value)) => format!("{} {value}", sign(*by)),
        Test::Compare(by, Bound::Average) => format!("{} average", sign(*by)),
        Test::Compare(by, Bound::Column(name)) => format!("{} `{name}`", sign(*by)),
        Test::Between(from, to) => format!("{from} to {to}"),
        Test::Period { from, to, .. } => {
            format!("{}..{}", from.as_deref().unwrap_or(""), to.as_deref().unwrap_or(""))
        }
        Test::Recurring(part, values) => format!("{part:?} {values:?}"),
        Test::Newest(part, count) => format!("newest {count} {part:?}"),
        Test::Filled(yes) => if *yes { "filled" } else { "missing" }.to_owned(),
        Test::Flag(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Test::Once => "once".to_owned(),
        Test::Matched { table, matched, .. } => {
            format!("{} {}", if *matched { "in" } else { "not in" }, table.file)
        }
        Test::Open => "open".to_owned(),
    };
    format!("{} {test}", filter.column)
}

fn group(group: &Group) -> String {
    match group.part {
        Some(part) => format!("{}/{part:?}", group.column),
        None => group.column.clone(),
    }
}

/// Returns a query in one line.
fn said(query: &Query) -> String {
    let mut out = vec![format!("{:?}", query.kind)];
    let list = |items: Vec<String>| items.join(", ");
    if let Some(of) = &query.measure {
        let aggregates = !matches!(
            query.kind,
            Kind::Rows
                | Kind::Distinct
                | Kind::Missing
                | Kind::Correlation
                | Kind::Distribution
                | Kind::Duplicates
                | Kind::Outliers
        );
        let how = if aggregates { format!("{:?} ", query.aggregate) } else { String::new() };
        out.push(format!("of {how}{}", measure(of)));
    } else if query.aggregate == Aggregate::RowsPerGroup {
        out.push("rows per group".to_owned());
    }
    out.extend(query.second.iter().map(|second| format!("and {}", measure(second))));
    if !query.groups.is_empty() {
        out.push(format!("by {}", list(query.groups.iter().map(group).collect())));
    }
    if !query.filters.is_empty() {
        out.push(format!("where {}", list(query.filters.iter().map(filter).collect())));
    }
    if !query.base.is_empty() {
        out.push(format!("of those {}", list(query.base.iter().map(filter).collect())));
    }
    out.extend(query.having.map(|(by, value)| format!("having {} {value}", sign(by))));
    if !query.show.is_empty() {
        out.push(format!("show {}", query.show.join(", ")));
    }
    out.extend(query.sort.map(|order| format!("{order:?}")));
    out.extend(query.limit.map(|limit| limit.to_string()));
    out.extend(query.nth.then(|| "nth".to_owned()));
    if query.focus != crate::query::Focus::Sides {
        out.push(format!("{:?}", query.focus));
    }
    if query.chart != Chart::Auto {
        out.push(format!("as {:?}", query.chart));
    }
    out.join(" ")
}

const CASES: &str = include_str!("cases.txt");

#[test]
fn each_question_is_read_as_one_query() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut name = "";
    for line in CASES.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(table) = line.strip_prefix("# ") {
            name = table;
            continue;
        }
        let (question, expected) = line.split_once(" => ").expect("a question and its query");
        let files = [file(name)];
        let readings = read(question, &[], &files, &found(question, &files));
        let read = readings.first().map_or("nothing".to_owned(), |reading| said(&reading.query));
        count += 1;
        if read != expected.trim() {
            wrong.push(format!("{question} => {read}\n    expected {expected}"));
        }
    }
    assert!(count >= 100, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Conversations: a table, the questions so far, the last question, and its query.
const CONVERSATIONS: [(&str, &[&str], &str, &str); 29] = [
    ("visits.csv", &["how many are insured"], "and men?", "Count where male yes"),
    (
        "visits.csv",
        &["most common ward"],
        "and for people over 70?",
        "Count by ward where age > 70 Top 1",
    ),
    (
        "fixtures.csv",
        &["highest attendance"],
        "when was that?",
        "Rows of attendance show date Top 1",
    ),
    ("sales.csv", &["how many were returned"], "in percent", "Share where Returned yes"),
    (
        "sales.csv",
        &["how many were returned"],
        "of those, how many in the West region",
        "Count where Region is West, Returned yes",
    ),
    (
        "sales.csv",
        &["customers that contain corp"],
        "and summit",
        "Rows where Customer Contains summit",
    ),
    ("sales.csv", &["average revenue by region"], "and how many in each", "Count by Region"),
    (
        "rain.csv",
        &["which city grew most in percent from 2019 to 2021"],
        "and in absolute numbers",
        "Rows of 2021 - 2019 show City Top 1",
    ),
    (
        "sales.csv",
        &["total revenue in the West region"],
        "same for each region",
        "Aggregate of Total Revenue by Region",
    ),
    (
        "cars.csv",
        &["which car has the highest price"],
        "and the lowest?",
        "Rows of Price ($) show Model Bottom 1",
    ),
    (
        "sales.csv",
        &["which region has the second highest revenue"],
        "top 3",
        "Aggregate of Total Revenue by Region Top 3",
    ),
    (
        "sales.csv",
        &["which region has the second highest revenue"],
        "and which was the lowest",
        "Aggregate of Total Revenue by Region Bottom 1",
    ),
    ("sales.csv", &["total revenue"], "and by region?", "Aggregate of Total Revenue by Region"),
    (
        "sales.csv",
        &["revenue by region"],
        "only 2025",
        "Aggregate of Total Revenue by Region where Date 2025-01-01..2026-01-01",
    ),
    (
        "sales.csv",
        &["revenue by region"],
        "as a pie",
        "Aggregate of Total Revenue by Region as Pie",
    ),
    (
        "sales.csv",
        &["revenue by region"],
        "by product instead",
        "Aggregate of Total Revenue by Product",
    ),
    ("sales.csv", &["revenue by region"], "top 3", "Aggregate of Total Revenue by Region Top 3"),
    (
        "sales.csv",
        &["top 5 customers by revenue"],
        "the other way round",
        "Aggregate of Total Revenue by Customer Bottom 5",
    ),
    (
        "sales.csv",
        &["average revenue by region"],
        "and quantity",
        "Aggregate of Average Quantity by Region",
    ),
    (
        "sales.csv",
        &["revenue in the West region"],
        "what about the East",
        "Aggregate of Total Revenue where Region is East",
    ),
    (
        "sales.csv",
        &["how many orders in 2024"],
        "and in 2025?",
        "Count where Date 2025-01-01..2026-01-01",
    ),
    ("sales.csv", &["total revenue"], "per month", "Trend of Total Revenue by Date/Month"),
    (
        "sales.csv",
        &["revenue by region", "only 2025"],
        "as bars",
        "Aggregate of Total Revenue by Region where Date 2025-01-01..2026-01-01 as Bars",
    ),
    ("sales.csv", &["total revenue"], "how many were returned", "Count where Returned yes"),
    (
        "staff.csv",
        &["average salary by department"],
        "now the median",
        "Aggregate of Median Salary by Department",
    ),
    (
        "staff.csv",
        &["average salary by department"],
        "only women",
        "Aggregate of Average Salary by Department where Gender is F",
    ),
    (
        "staff.csv",
        &["average salary by department"],
        "without Finance",
        "Aggregate of Average Salary by Department where Department is not Finance",
    ),
    (
        "sales.csv",
        &["plot revenue by month"],
        "which was the highest",
        "Aggregate of Total Revenue by Date/Month Top 1",
    ),
    (
        "nations.csv",
        &["total population by year"],
        "only Kenya",
        "Trend of Total population by year where country is Kenya",
    ),
];

#[test]
fn a_short_question_changes_the_last_query() {
    let mut wrong = Vec::new();
    for (table, before, question, expected) in CONVERSATIONS {
        let files = [file(table)];
        let mut history: Vec<Exchange> = Vec::new();
        for earlier in before {
            let query = read(earlier, &history, &files, &found(earlier, &files))
                .first()
                .map(|r| r.query.clone());
            history.push(Exchange {
                question: (*earlier).to_owned(),
                answer: String::new(),
                query,
                explained: Vec::new(),
            });
        }
        let readings = read(question, &history, &files, &found(question, &files));
        let read = readings.first().map_or("nothing".to_owned(), |reading| said(&reading.query));
        if read != expected {
            wrong.push(format!("{before:?} {question} => {read}\n    expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_explained_word_is_remembered() {
    let files = [file("team.csv")];
    let is_goalie = Filter {
        column: "Pos".to_owned(),
        test: Test::OneOf { values: vec!["G".to_owned()], not: false },
    };
    let explained =
        vec![Explained { word: "stoppers".to_owned(), filter: Some(is_goalie), column: None }];
    let history =
        [Exchange { question: String::new(), answer: String::new(), query: None, explained }];
    let question = "how many stoppers are there";
    let read = read(question, &history, &files, &found(question, &files));
    assert_eq!(
        read.first().map(|reading| said(&reading.query)).as_deref(),
        Some("Count where Pos is G")
    );
}

#[test]
fn names_of_files_are_no_words_of_the_question() {
    let files = ["sales.csv", "my sales.csv", "notes"]
        .map(|name| File { name: name.to_owned(), ..File::default() });
    let cases = [
        ("total by region in sales.csv", "total by region", vec![0]),
        ("total in the file `My Sales.csv` by region", "total by region", vec![1]),
        ("sales.csv: how many rows?", ": how many rows?", vec![0]),
        ("resales.csvs by notes", "resales.csvs by notes", vec![]),
    ];
    for (question, text, named) in cases {
        assert_eq!(without_file_names(question, &files), (text.to_owned(), named));
    }
}

#[test]
fn the_file_whose_columns_fit_is_taken() {
    let files = [file("sales.csv"), file("staff.csv"), file("nations.csv")];
    for (question, expected) in [
        ("average salary by department", "staff.csv"),
        ("total revenue by product", "sales.csv"),
        ("life expectancy in Peru over time", "nations.csv"),
    ] {
        let read = read(question, &[], &files, &found(question, &files));
        assert_eq!(
            read.first().map(|reading| reading.query.table.file.as_str()),
            Some(expected),
            "{question}"
        );
    }
}

#[test]
fn doubt_and_other_languages_are_noticed() {
    let files = [file("sales.csv")];
    let check = |question: &str| {
        let found = found(question, &files);
        (is_doubtful(&read(question, &[], &files, &found)), is_foreign(question, &files, &found))
    };
    for question in [
        "total revenue by region",
        "does North or South have more revenue in 2025",
        "lowest and highest unit price",
        "how many orders of pencil sets or desk lamps",
        "Identify the top 5 customers by revenue",
        "average revenue by region, rounded to 2 decimals",
        "total revenue of the 4 regions",
    ] {
        assert_eq!(check(question), (false, false), "{question}");
    }
    assert_eq!(check("how did the zebras outrun gazelles"), (true, false));
    // What a query cannot say, or leaves out, is not answered as if it did.
    for question in [
        "average revenue of the first ten rows",
        "how many orders came from Canada",
        "how many of the 10 largest orders were returned",
        "how many orders were returned or had more than 5 units",
        "which customers never returned anything",
        "compare the revenue of North and South over 50",
    ] {
        assert_eq!(check(question), (true, false), "{question}");
    }
    assert_eq!(check("wie hoch ist der Umsatz pro Kunde im letzten Jahr"), (true, true));
    assert_eq!(check("сколько строк в таблице"), (true, true));
}

#[test]
fn a_wide_table_is_read_as_a_narrow_one() {
    let mut files = [file("sales.csv")];
    for i in 0..500 {
        let name = format!("sensor {i} reading level");
        files[0].tables[0].columns.push(input::Column {
            name,
            r#type: ColumnType::Number,
            distinct: 300,
            ..input::Column::default()
        });
    }
    let question = "which region had the highest total revenue for office chairs in March 2025";
    let found = found(question, &files);
    let readings = read(question, &[], &files, &found);
    let expected = "Aggregate of Total Revenue by Region where Date 2025-03-01..2025-04-01, Product is Office Chair Top 1";
    assert_eq!(readings.first().map(|reading| said(&reading.query)).as_deref(), Some(expected));
}
