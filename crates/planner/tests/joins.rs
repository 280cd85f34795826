//! Questions over two files that a key joins, of several domains. The numbers in the answers are
//! compared with ones that pandas computes here in another way, without a merge.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use native_pandas::python::Python;
use planner::{File, input::Key, with_joins};

/// Two files with their keys; the first file's column names rows of the second.
struct Domain {
    own: (&'static str, String),
    other: (&'static str, String),
    keys: Vec<(&'static str, &'static str)>,
}

/// Returns the text of a CSV file with this header and these rows.
fn csv(header: &str, rows: impl Iterator<Item = String>) -> String {
    std::iter::once(header.to_owned()).chain(rows).map(|line| line + "\n").collect()
}

/// Orders of which five find no customer, and customers of which one is there twice and two have no
/// order. Both have an id and a name.
fn shop() -> Domain {
    let orders = (0..100).map(|n| {
        let customer = if n % 20 == 7 { 900 + n } else { 11 + n % 18 };
        format!("{n},{customer},item {},{}.5", n % 7, 10 + n * 3 % 41)
    });
    let customer = |n: usize| {
        let country = ["Germany", "France", "Spain"][n % 3];
        let segment = ["retail", "wholesale"][n % 2];
        format!("{n},Customer {n},{country},{segment}")
    };
    Domain {
        own: ("orders.csv", csv("id,customer_id,name,amount", orders)),
        other: (
            "customers.csv",
            csv("id,name,country,segment", (11..31).chain([12]).map(customer)),
        ),
        keys: vec![("customer_id", "id")],
    }
}

/// Flights with two columns that name airports; all are found.
fn travel() -> Domain {
    let codes = ["JFK", "LAX", "SFO", "ORD", "BOS", "SEA"];
    let flights = (0..90).map(|n| {
        let (from, to) = (codes[n % 6], codes[(n * 5 + 1) % 6]);
        format!("{},{from},{to},{},{}", 1000 + n, n * 7 % 60, 300 + n * 13 % 900)
    });
    let airports = codes.iter().enumerate().map(|(at, code)| {
        let zone = ["East", "West", "Central"][at % 3];
        format!("{code},{code} International,{zone},{}", 10 + at)
    });
    Domain {
        own: ("flights.csv", csv("flight,origin,dest,delay,distance", flights)),
        other: ("airports.csv", csv("faa,airport,zone,altitude", airports)),
        keys: vec![("origin", "faa"), ("dest", "faa")],
    }
}

/// Stays in a hospital, with semicolons and decimal commas, and a list of wards.
fn hospital() -> Domain {
    let stays = (0..80).map(|n| format!("S{n};W{};{},5;2025-0{}-11", n % 5, 1 + n % 9, 1 + n % 6));
    let wards = (0..6).map(|n| {
        let kind = ["surgical", "medical"][n % 2];
        format!("W{n};{kind};{}", 12 + n)
    });
    Domain {
        own: ("stays.csv", csv("stay;ward;days;admitted", stays)),
        other: ("wards.csv", csv("ward;department;beds", wards)),
        keys: vec![("ward", "ward")],
    }
}

/// Returns the files of a domain as the page passes them on.
fn files(python: &mut Python, domain: &Domain) -> Vec<File> {
    let mut own = python.take_content(domain.own.0, domain.own.1.as_bytes());
    let other = python.take_content(domain.other.0, domain.other.1.as_bytes());
    let key = |(column, other_column): &(&str, &str)| Key {
        column: (*column).to_owned(),
        other_file: domain.other.0.to_owned(),
        other_column: (*other_column).to_owned(),
        rows: 100,
        found: 95,
        ..Key::default()
    };
    own.keys = domain.keys.iter().map(key).collect();
    with_joins(vec![own, other])
}

/// Asks each question about a domain; the answer must contain each part, divided by `;`, of the
/// text of an expression. Without `doubts`, no reading may be doubtful.
fn check(domain: &Domain, doubts: bool, cases: &[(&str, &str)]) {
    let mut python = Python::without_files();
    let files = files(&mut python, domain);
    let mut wrong = Vec::new();
    for (question, expression) in cases {
        let expected = python.value(expression);
        assert!(expected.split(';').all(|part| !part.trim().is_empty()), "{question}: {expected}");
        let turn = python.turn(question, &[], &files);
        let code: Vec<&str> =
            turn.attempts.iter().map(|attempt| attempt.call.arguments.as_str()).collect();
        if std::env::var("INSITU_SHOW").is_ok() {
            let code = code.join("\n--\n").replace("\\n", "\n").replace("\\\"", "\"");
            println!("\n===== {question}\n{code}\n-----\n{}", turn.answer);
        }
        let missing: Vec<&str> =
            expected.split(';').filter(|part| !turn.answer.contains(part.trim())).collect();
        let doubtful = turn.reading.is_some_and(|reading| reading.doubtful);
        if !missing.is_empty() || doubtful && !doubts {
            let error = turn.attempts.iter().find_map(|attempt| attempt.outcome.error.clone());
            wrong.push(format!(
                "{question}\n  lacks {missing:?}, doubtful: {doubtful}, {error:?}\n  {}",
                turn.answer
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// The country of each order, looked up without a merge.
const COUNTRY: &str =
    "orders.customer_id.map(customers.drop_duplicates('id').set_index('id').country)";
const SEGMENT: &str =
    "orders.customer_id.map(customers.drop_duplicates('id').set_index('id').segment)";

#[test]
fn orders_are_grouped_and_chosen_by_what_is_known_of_their_customers() {
    let pairs =
        |series: &str| format!("';'.join(f'| {{k}} | {{v:,.2f}} |' for k, v in {series}.items())");
    let by_country = pairs(&format!("orders.amount.groupby({COUNTRY}).sum()"));
    let per_country =
        format!("';'.join(f'| {{k}} | {{v}} |' for k, v in {COUNTRY}.value_counts().items())");
    let by_segment = format!(
        "';'.join(f'{{k}} | {{v:,.2f}}' for k, v in orders.amount.groupby({SEGMENT}).mean().items())"
    );
    let germany = format!("format(orders[{COUNTRY} == 'Germany'].amount.sum(), ',')");
    let german = format!("format(({COUNTRY} == 'Germany').sum(), ',') + ' rows'");
    let top = format!("'**' + orders.amount.groupby({COUNTRY}).sum().idxmax() + '**'");
    check(
        &shop(),
        false,
        &[
            ("total amount by country", &by_country),
            ("total amount by customer country", &by_country),
            ("total order amount by country of the customer", &by_country),
            ("orders per country", &per_country),
            ("how many orders per country?", &per_country),
            ("average amount by segment", &by_segment),
            ("total amount of orders from Germany", &germany),
            ("how many orders came from Germany?", &german),
            ("which country has the highest total amount?", &top),
        ],
    );
}

#[test]
fn what_did_not_match_is_named_with_the_rows_that_go_in_and_come_out() {
    check(
        &shop(),
        false,
        &[(
            "total amount by country",
            "'100 rows of orders.csv are joined with customers.csv by customer\\\\_id = id: 100 rows result.;\
             Rows of orders.csv without a match in customers.csv: 5 of 100 (5.0%).;\
             Rows of customers.csv without a match in orders.csv: 2 of 20.;\
             Rows of customers.csv that repeat the id of an earlier row are left out, so that nothing is counted twice: 1.'",
        )],
    );
}

#[test]
fn a_question_about_one_table_is_not_asked_of_two() {
    let mut python = Python::without_files();
    let files = files(&mut python, &shop());
    for (question, file) in [
        ("total amount", "orders.csv"),
        ("how many customers per country?", "customers.csv"),
        ("how many rows are in customers.csv", "customers.csv"),
        ("total amount by name", "orders.csv"),
        ("give me an overview", "orders.csv"),
    ] {
        let turn = python.turn(question, &[], &files);
        let table = turn.reading.map(|reading| reading.query.table.file);
        assert_eq!(table.as_deref(), Some(file), "{question}: {}", turn.answer);
        assert!(!turn.answer.contains("joined"), "{question}: {}", turn.answer);
    }
}

#[test]
fn flights_are_grouped_by_what_is_known_of_an_airport() {
    let zone = "(lambda column: flights[column].map(airports.set_index('faa').zone))";
    let delays = format!(
        "';'.join(f'{{k}} | {{v:,.2f}}' for k, v in flights.delay.groupby({zone}('origin')).mean().items())"
    );
    let distances = format!(
        "';'.join(f'| {{k}} | {{v:,}} |' for k, v in flights.distance.groupby({zone}('dest')).sum().items())"
    );
    let longest = format!("format(flights.distance[{zone}('dest') == 'West'].max(), ',')");
    check(
        &travel(),
        true,
        &[
            ("average delay by origin zone", &delays),
            ("average delay by zone of the origin", &delays),
            ("total distance by dest zone", &distances),
            ("longest distance with dest zone West", &longest),
        ],
    );
}

#[test]
fn of_two_keys_to_the_same_table_the_other_one_is_offered() {
    let mut python = Python::without_files();
    let files = files(&mut python, &travel());
    let shown = python.turn("average delay by zone", &[], &files).reading.expect("a reading");
    assert_eq!(shown.query.table.file, "flights.csv + airports.csv");
    let second = shown.second.expect("a second reading").query;
    assert_eq!(second.table.file, "flights.csv + airports.csv (dest)");
    let turn = python.query(&second, &files);
    let expected = python.value(
        "';'.join(f'| {k} | {v:,.2f} |' for k, v in flights.delay.groupby(flights.dest.map(airports.set_index('faa').zone)).mean().items())",
    );
    for part in expected.split(';') {
        assert!(turn.answer.contains(part), "{part} is not in {}", turn.answer);
    }
}

#[test]
fn conversions_of_both_tables_hold_in_the_joined_one() {
    let department = "stays.ward.map(wards.set_index('ward').department)";
    let days = format!(
        "';'.join(f'| {{k}} | {{v:,.0f}} |' for k, v in stays.days.groupby({department}).sum().items())"
    );
    let admitted = format!(
        "format(stays[({department} == 'surgical') & (stays.admitted.astype(str).str[:7] == '2025-03')].days.sum(), ',.0f')"
    );
    check(
        &hospital(),
        false,
        &[
            ("total days by department", &days),
            ("total days in the surgical department in March 2025", &admitted),
            (
                "how many stays per department?",
                &format!(
                    "';'.join(f'| {{k}} | {{v:,}} |' for k, v in {department}.value_counts().items())"
                ),
            ),
        ],
    );
}

#[test]
fn a_key_that_was_dismissed_or_whose_file_is_gone_joins_nothing() {
    let mut python = Python::without_files();
    let all = files(&mut python, &shop());
    let own: Vec<File> = all.iter().take(2).cloned().collect();
    assert_eq!((own.len(), all.len()), (2, 3));
    let mut dismissed = own.clone();
    dismissed[0].keys[0].dismissed = true;
    assert_eq!(with_joins(dismissed).len(), 2);
    assert_eq!(with_joins(own[..1].to_vec()).len(), 1);
}

#[test]
fn rows_without_a_match_in_the_other_table_are_counted_and_listed() {
    let unordered = "customers[~customers.id.isin(orders.customer_id)]";
    let unknown = "orders[~orders.customer_id.isin(customers.id)]";
    let names = |rows: &str| format!("';'.join({rows}.name)");
    let ordered = "customers[customers.id.isin(orders.customer_id)]";
    let count = |rows: &str| format!("f'{{len({rows}):,}} rows'");
    check(
        &shop(),
        false,
        &[
            ("customers without orders", &names(unordered)),
            ("which customers have no orders?", &names(unordered)),
            ("list the customers that never ordered anything", &names(unordered)),
            ("how many customers have no orders", &count(unordered)),
            ("how many customers have not placed an order?", &count(unordered)),
            ("number of customers who never ordered", &count(unordered)),
            ("how many customers have at least one order", &count(ordered)),
            ("how many orders have no customer", &count(unknown)),
            ("how many orders are without a matching customer?", &count(unknown)),
            ("orders without a customer", &format!("';'.join({unknown}.id.astype(str))")),
            (
                "how many customers without orders by country",
                &format!(
                    "';'.join(f'{{k}} | {{v}} |' for k, v in {unordered}.country.value_counts().items())"
                ),
            ),
        ],
    );
    let empty = "wards[~wards.ward.isin(stays.ward)]";
    check(
        &hospital(),
        false,
        &[
            ("wards without stays", &format!("';'.join({empty}.ward)")),
            ("how many beds are in wards without stays?", &format!("str({empty}.beds.sum())")),
            ("how many wards had no stay", "'**1 row**'"),
        ],
    );
}
