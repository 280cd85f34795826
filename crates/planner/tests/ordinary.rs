//! Questions in everyday language: columns of years, booleans, spelling errors, pronouns. The numbers in the
//! answers are compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod check;
    pub mod python;
}

use native_pandas::check::check;
use native_pandas::python::Python;
use planner::Exchange;

#[test]
fn a_column_of_years_is_a_column_of_dates() {
    check(&[
        (
            "lands",
            "total pop growth year on year",
            "(lambda p: f'{p[2005]:,} against {p[2000]:,};1995 | {p[1995]:,} | {p[1990]:,}')(lands.groupby('year')['pop'].sum())",
        ),
        (
            "lands",
            "average gdp per capita by area since 2000",
            "';'.join(f'{k} | {v:,.2f}' for k, v in lands[lands.year >= 2000].groupby('area').gdp_per_capita.mean().items())",
        ),
        (
            "lands",
            "how many countries with life expectancy below 60",
            "f'{lands[lands.lifeExp < 60].country.nunique()} different country'",
        ),
        (
            "lands",
            "number of rows where the country ends with \"3\"",
            "f'{lands.country.str.endswith(\"3\").sum()} rows;country ending with 3'",
        ),
        (
            "lands",
            "how many countries end with \"3\"",
            "f'{lands[lands.country.str.endswith(\"3\")].country.nunique()} different country'",
        ),
    ]);
}

#[test]
fn boolean_columns_filter_rows_or_become_shares() {
    check(&[
        ("guests", "how many survived?", "f'{guests.survived.sum()} rows'"),
        (
            "guests",
            "total balance",
            "(lambda b: f'{b.sum():,.2f}')(guests.balance.str.replace(r'[$,)]', '', regex=True).str.replace('(', '-').astype(float))",
        ),
    ]);
}

#[test]
fn what_is_unclear_is_asked_back_with_questions_that_are_answered() {
    let (mut python, files) = Python::start();
    // A file, a question, what the question back quotes, and a choice that it offers.
    let cases = [
        ("sales", "which month was the rainiest", "“rainiest”", None),
        ("guests", "average delivery by sex", "“delivery”", Some("Average `age` by `sex`")),
        (
            "people",
            "top 5 departments by happiness",
            "“happiness”",
            Some("Top 5 `Department` by average `Salary`"),
        ),
        ("sales", "best products", "“best”", Some("Top 1 `product` by total `revenue`")),
        (
            "sales",
            "which month had the highest revenue?",
            "several years",
            Some("which calendar month had the highest revenue?"),
        ),
        (
            "sales",
            "how many orders were there in March 2025?",
            "“orders”",
            Some("Number of rows in March 2025"),
        ),
        (
            "sales",
            "revenue of West and East",
            "together, or each by itself",
            Some("Total `revenue` where `region` = \"West\" or \"East\""),
        ),
        ("people", "salary by department", "average or the total", Some("Average `Salary` by `Department`")),
        ("sales", "customers who never bought Books", "“", None),
        ("sales", "predict next year's revenue", "“predict”", None),
    ];
    for (name, question, quoted, choice) in cases {
        let of: Vec<_> = files.iter().filter(|file| file.name.starts_with(name)).cloned().collect();
        let turn = python.turn(question, &[], &of);
        assert!(turn.answer.contains(quoted), "{question}: {}", turn.answer);
        assert!(!turn.answer.contains("**"), "{question}: {}", turn.answer);
        match choice {
            Some(choice) => {
                assert!(turn.choices.iter().any(|one| one == choice), "{question}: {:?}", turn.choices)
            }
            None => assert!(turn.choices.is_empty(), "{question}: {:?}", turn.choices),
        }
        for choice in turn.choices {
            let chosen = python.turn(&choice, &[], &of);
            assert!(
                chosen.choices.is_empty() && chosen.answer.contains("**"),
                "{question}: {choice}: {}",
                chosen.answer
            );
        }
    }
}

#[test]
fn values_are_found_where_they_are_and_totals_are_left_out() {
    check(&[
        ("people", "how many people are in Finance", "f'{(people.Department == \"Finance\").sum()} rows'"),
        (
            "sales",
            "total revenue in the west region except books",
            "f'{sales[(sales.region == \"West\") & (sales.category != \"Books\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "how many different customers begin with A",
            "f'{sales[sales.customer.str.lower().str.startswith(\"a\", na=False)].customer.nunique()} different customer'",
        ),
        (
            "sales",
            "which customers have more than 370 rows",
            "(lambda c: f'{(c > 370).sum()} of {len(c)} values of customer')(sales.customer.value_counts())",
        ),
    ]);
}

#[test]
fn a_table_alone_is_shown_without_a_figure() {
    let (mut python, files) = Python::start();
    let sales: Vec<_> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let before = [Exchange { question: "revenue by region".to_owned(), answer: String::new() }];
    let turn = python.turn("now as a table", &before, &sales);
    assert!(!turn.attempts[0].call.arguments.contains("plt."), "{}", turn.attempts[0].call.arguments);
    assert!(turn.answer.contains("| region |"), "{}", turn.answer);
}

#[test]
fn dates_that_begin_a_period_stand_for_the_whole_period() {
    check(&[
        (
            "jobs",
            "what was the most frequent mood?",
            "f'calm** has the most rows: **{(jobs.mood == \"calm\").sum()}'",
        ),
        ("jobs", "least common mood", "'busy and odd** have the fewest rows: **30'"),
    ]);
    let (mut python, files) = Python::start();
    for (file, question) in [
        ("power.csv", "average output by year"),
        ("jobs.csv", "year on year growth of total building"),
        ("jobs.csv", "average building by quarter"),
    ] {
        let of: Vec<_> = files.iter().filter(|f| f.name == file).cloned().collect();
        let turn = python.turn(question, &[], &of);
        assert_eq!(turn.attempts.len(), 1, "{question}: {}", turn.answer);
        for word in ["incomplete", "data ends on"] {
            assert!(!turn.answer.contains(word), "{question}: {}", turn.answer);
        }
    }
}
