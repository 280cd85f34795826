//! Questions in everyday language: columns of years, booleans, spelling errors, pronouns. The numbers in the
//! answers are compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod check;
    pub mod python;
}

use native_pandas::check::check;
use native_pandas::python::Python;

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
            "f'{lands[lands.lifeExp < 60].country.nunique()} different values of country'",
        ),
        (
            "lands",
            "number of rows where the country ends with \"3\"",
            "f'{lands.country.str.endswith(\"3\").sum()} rows;country ends with “3”'",
        ),
        (
            "lands",
            "how many countries end with \"3\"",
            "f'{lands[lands.country.str.endswith(\"3\")].country.nunique()} different values of country'",
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
fn places_modes_rates_and_each_of_several_values() {
    check(&[
        (
            "sales",
            "which region has the second highest total revenue",
            "(lambda r: f'{r.index[1]}** has the 2nd highest total revenue: **{r.iloc[1]:,.2f}')(sales.groupby('region').revenue.sum().nlargest(2))",
        ),
        (
            "people",
            "who has the third lowest salary",
            "(lambda p: f'{p.FullName} | {p.Salary:,} |;3rd lowest')(people.nsmallest(3, 'Salary').iloc[2])",
        ),
        (
            "people",
            "most common number of years employed",
            "(lambda y: f'{y.index[0]}** has the most rows: **{y.iloc[0]}' if y.iloc[0] > y.iloc[1] else f'have the most rows: **{y.iloc[0]}')(people.YearsEmployed.value_counts())",
        ),
        (
            "guests",
            "how many have paid yes but survived no",
            "f'{((guests.paid == \"yes\") & (guests.survived == 0)).sum()} rows'",
        ),
        ("guests", "how many guests came on saturday", "f'{(guests.day == \"Sat\").sum()} rows'"),
        (
            "guests",
            "survival rate by sex",
            "f'| female | {guests[guests.sex == \"female\"].survived.sum()} |;{guests[guests.sex == \"female\"].survived.mean():.1%}'",
        ),
        (
            "sales",
            "revenue at Globex and at Hooli",
            "';'.join(f'{k} | {v:,.2f}' for k, v in sales[sales.customer.isin(['Globex', 'Hooli'])].groupby('customer').revenue.sum().items())",
        ),
        (
            "lands",
            "percentage of lands in the north since 2000 that have a lifeExp above 60",
            "(lambda n: f'{(n.lifeExp > 60).mean():.1%}')(lands[(lands.area == 'North') & (lands.year >= 2000)])",
        ),
    ]);
}

#[test]
fn what_stands_for_something_else_is_doubtful() {
    let (mut python, files) = Python::start();
    let cases = [
        ("sales", "how many complaints", true),
        ("sales", "how many different shops are there", true),
        ("sales", "how many sales are there", false),
        ("people", "combined salary of the 5 oldest people", true),
        ("sales", "how many had a price above 20 percent of the revenue", true),
        ("people", "how many slow learners in Finance", true),
        ("people", "how many people are in Finance", false),
        ("people", "how many people are under 30", false),
        ("sales", "which product is the best", true),
        ("guests", "how many guests came on both Saturday and Sunday", true),
        ("guests", "how many guests came last", true),
        ("lands", "how many countries were above 80 in every year", true),
        ("sales", "how many sales in the West", false),
    ];
    for (name, question, doubtful) in cases {
        let of: Vec<_> = files.iter().filter(|file| file.name.starts_with(name)).cloned().collect();
        let turn = python.turn(question, &[], &of);
        let reading = turn.reading.expect("a reading");
        assert_eq!(reading.doubtful, doubtful, "{question}: {}", turn.answer);
    }
}

#[test]
fn what_is_not_used_is_said_and_the_second_reading_is_carried_out() {
    let (mut python, files) = Python::start();
    // A file, a question, and what of it no part of a query can use.
    let cases = [
        ("sales", "which month was the rainiest", "rainiest"),
        ("guests", "average delivery by sex", "delivery"),
        ("people", "top 5 departments by happiness", "happiness"),
        ("sales", "predict next year's revenue", "predict"),
        ("people", "average happiness and wellbeing of the departments", "wellbeing"),
    ];
    for (name, question, word) in cases {
        let of: Vec<_> = files.iter().filter(|file| file.name.starts_with(name)).cloned().collect();
        let turn = python.turn(question, &[], &of);
        let reading = turn.reading.expect("a reading");
        assert!(reading.unused.iter().any(|unused| unused == word), "{question}: {reading:?}");
        // Nothing is said of a doubtful reading before what was read and what was not used.
        if reading.unused.len() > 1 {
            assert!(reading.doubtful, "{question}: {reading:?}");
        }
        if reading.doubtful {
            let head = turn.answer.lines().next().unwrap_or_default();
            assert!(
                head.starts_with("I read this as: ") && head.contains(&format!("*{word}*")),
                "{question}: {head}"
            );
        }
        if let Some(second) = reading.second {
            let other = python.query(&second.query, &of);
            assert!(
                other.answer.contains("**") && !other.answer.contains("Python still says"),
                "{}",
                other.answer
            );
            assert_eq!(other.reading.expect("a reading").query, second.query);
        }
    }
}

#[test]
fn a_question_of_nothing_here_opens_the_empty_query() {
    let (mut python, files) = Python::start();
    for question in ["Wie hoch war der Umsatz im letzten Monat?", "qwertz asdf yxcv"] {
        let of: Vec<_> = files.iter().filter(|file| file.name == "sales.csv").cloned().collect();
        let turn = python.turn(question, &[], &of);
        assert!(!turn.answer.contains("**"), "{question}: {}", turn.answer);
        let reading = turn.reading.expect("the empty query");
        assert!(
            reading.doubtful && reading.query.table.file == "sales.csv",
            "{question}: {reading:?}"
        );
        assert!(
            reading.query.filters.is_empty() && reading.query.measure.is_none(),
            "{question}: {reading:?}"
        );
    }
}

#[test]
fn values_are_found_where_they_are_and_totals_are_left_out() {
    check(&[
        (
            "people",
            "how many people are in Finance",
            "f'{(people.Department == \"Finance\").sum()} rows'",
        ),
        (
            "sales",
            "total revenue in the west region except books",
            "f'{sales[(sales.region == \"West\") & (sales.category != \"Books\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "how many different customers begin with A",
            "f'{sales[sales.customer.str.lower().str.startswith(\"a\", na=False)].customer.nunique()} value of customer'",
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
    let before = [python.exchange("revenue by region", &[], &sales)];
    let turn = python.turn("now as a table", &before, &sales);
    let code = &turn.attempts.last().expect("a program").call.arguments;
    assert!(!code.contains("plt."), "{code}");
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
        assert!(
            turn.attempts.iter().all(|attempt| attempt.outcome.status == "ok"),
            "{question}: {}",
            turn.answer
        );
        for word in ["incomplete", "data ends on"] {
            assert!(!turn.answer.contains(word), "{question}: {}", turn.answer);
        }
    }
}

#[test]
fn spellings_of_a_group_are_one_and_money_in_and_out_are_told_apart() {
    check(&[
        (
            "account",
            "how much did I spend by kind",
            "';'.join(f'{k} | {round(v, 2):,}' for k, v in account['money out'].groupby(account.kind.str.strip().str.capitalize()).sum().items()) + ';that differ only in case or spaces are one'",
        ),
        (
            "account",
            "number of rows by kind",
            "';'.join(f'{k} | {v}' for k, v in account.kind.str.strip().str.capitalize().value_counts().items())",
        ),
        (
            "account",
            "how many different kinds",
            "f'{account.kind.str.strip().str.capitalize().nunique()} different values'",
        ),
        (
            "account",
            "total money in minus money out in the first half of 2024",
            "(lambda a: f'{a[\"money in\"].sum() - a[\"money out\"].sum():,.2f}')(account[account.date < '2024-07-01'])",
        ),
        ("account", "average balance", "f'{account.balance.mean():,.2f}'"),
    ]);
}
