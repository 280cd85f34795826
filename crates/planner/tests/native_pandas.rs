//! Questions from end to end: the planner's code runs with native pandas, and the numbers in its
//! answers are compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod check;
    pub mod python;
}

use native_pandas::check::check;
use native_pandas::python::Python;
use planner::File;

#[test]
fn sales_answers_match_pandas() {
    check(&[
        (
            "sales",
            "top 5 customers by revenue",
            "';'.join(f'{k};{v:,.2f}' for k, v in sales.groupby('customer').revenue.sum().nlargest(5).items())",
        ),
        (
            "sales",
            "monthly revenue as a chart",
            "';'.join(f'{k};{v:,.2f}' for k, v in sales.assign(m=pd.to_datetime(sales.date, errors='coerce').dt.strftime('%Y-%m')).groupby('m').revenue.sum().items())",
        ),
        ("sales", "Give me an overview", "f'{len(sales):,} rows and 8 columns'"),
        (
            "sales",
            "What is the data quality?",
            "f'{sales.duplicated().sum()} of them repeat;customer**: {sales.customer.isna().sum()} missing;{(sales.date == \"not a date\").sum()} unreadable'",
        ),
        (
            "sales",
            "total revenue by region in 2026",
            "';'.join(f'{k} | {v:,.2f}' for k, v in sales[sales.date.str.startswith('2026')].groupby('region').revenue.sum().items())",
        ),
        (
            "sales",
            "average price by category",
            "';'.join(f'{k} | {v:,.2f}' for k, v in sales.groupby('category').price.mean().items())",
        ),
        (
            "sales",
            "distribution of price",
            "f'{sales.price.median():,.2f};{sales.price.max():,.2f};{sales.price.mean():,.2f}'",
        ),
        (
            "sales",
            "median quantity by product where region = West",
            "';'.join(f'{k} | {v:g}' for k, v in sales[sales.region == 'West'].groupby('product').quantity.median().items())",
        ),
        (
            "sales",
            "how many rows per quarter",
            "f'2024Q3 | {sales.date.between(\"2024-07-01\", \"2024-09-30\").sum()};{(sales.date == \"not a date\").sum()} of 3,020'",
        ),
        (
            "sales",
            "bottom 3 products by quantity",
            "';'.join(f'{k} | {v:,}' for k, v in sales.groupby('product').quantity.sum().nsmallest(3).items())",
        ),
        (
            "sales",
            "best products by revenue",
            "f'{sales.groupby(\"product\").revenue.sum().idxmax()}** has the highest'",
        ),
        (
            "sales",
            "top 5 customers by total sales",
            "f'{sales.groupby(\"customer\").revenue.sum().max():,.2f};highest total revenue'",
        ),
        ("sales", "total sales", "f'{sales.revenue.sum():,.2f}'"),
        (
            "sales",
            "What was the total turnover in March 2025?",
            "f'{sales[sales.date.str.startswith(\"2025-03\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "revenue since 2025-06 by category",
            "f'{sales[(sales.date >= \"2025-06-01\") & (sales.date < \"3\") & (sales.category == \"Books\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "total revenue between 2025-01-01 and 2025-03-31",
            "f'{sales[sales.date.between(\"2025-01-01\", \"2025-03-31\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "how many customers are there?",
            "f'{sales.customer.nunique()} different values of customer'",
        ),
        ("sales", "How many rows are there?", "f'{len(sales):,} rows'"),
        ("sales", "what is the average price", "f'{sales.price.mean():,.2f}'"),
        (
            "sales",
            "average price of Books",
            "f'{sales[sales.category == \"Books\"].price.mean():,.2f}'",
        ),
        (
            "sales",
            "total revenue for Acme Corp without duplicates",
            "f'{sales.drop_duplicates()[lambda d: d.customer == \"Acme Corp\"].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "total quantity where price > 100",
            "f'{sales[sales.price > 100].quantity.sum():,}'",
        ),
        ("sales", "how many rows with more than 5 units", "f'{(sales.quantity > 5).sum():,} rows'"),
        (
            "sales",
            "revenue by category excluding Books",
            "f'2 groups together: {sales[(sales.category != \"Books\")].revenue.sum():,.2f}'",
        ),
        (
            "sales",
            "what percentage of revenue comes from the West",
            "f'{sales[sales.region == \"West\"].revenue.sum() / sales.revenue.sum():.1%}'",
        ),
        (
            "sales",
            "share of revenue by region",
            "f'{sales[sales.region == \"East\"].revenue.sum() / sales.revenue.sum():.1%}'",
        ),
        (
            "sales",
            "revenue by region and category",
            "f'{sales.groupby([\"region\", \"category\"]).revenue.sum().max():,.2f}'",
        ),
        (
            "sales",
            "monthly revenue by region",
            "f'{sales[(sales.region == \"East\") & (sales.date < \"3\")].assign(m=lambda d: d.date.str[:7]).groupby(\"m\").revenue.sum().max():,.2f}'",
        ),
        (
            "sales",
            "which month of one year had the highest revenue?",
            "f'**{sales[sales.date < \"3\"].assign(m=lambda d: d.date.str[:7]).groupby(\"m\").revenue.sum().idxmax()}**'",
        ),
        ("sales", "revenue over time", "f'{sales[sales.date < \"3\"].revenue.sum():,.2f}'"),
        (
            "sales",
            "revenue by weekday",
            "f'{sales[sales.date < \"3\"].assign(d=lambda d: pd.to_datetime(d.date).dt.day_name()).groupby(\"d\").revenue.sum().max():,.2f}'",
        ),
        (
            "sales",
            "number of customers per region",
            "f'West | {sales[sales.region == \"West\"].customer.nunique()}'",
        ),
        (
            "sales",
            "revenue last month",
            "f'{sales[sales.date.str[:7] == sales[sales.date < \"3\"].date.max()[:7]].revenue.sum():,.2f}'",
        ),
        ("sales", "what is the highest price", "f'{sales.price.max():,.2f}'"),
        (
            "sales",
            "which product has the maximum price",
            "f'{sales.groupby(\"product\").price.max().idxmax()};{sales.price.max():,.2f}'",
        ),
        ("sales", "show the first 10 rows", "f'10 rows;{sales.revenue[3]:.2f}'"),
        ("sales", "list the columns", "'8 columns;quantity;revenue'"),
        (
            "sales",
            "correlation between price and quantity",
            "f'{sales.price.corr(sales.quantity):.2f}'",
        ),
        ("sales", "rows where region = \"Atlantis\"", "'No row matches'"),
        (
            "sales",
            "sum of quantity by custmer",
            "f'{sales.groupby(\"customer\").quantity.sum().max():,}'",
        ),
        (
            "sales",
            "yearly revenue",
            "f'{sales[sales.date.str.startswith(\"2025\")].revenue.sum():,.2f}'",
        ),
        ("sales", "average revenue", "f'{sales.revenue.mean():,.2f}'"),
        (
            "sales",
            "which region has the most revenue?",
            "f'{sales.groupby(\"region\").revenue.sum().idxmax()}** has the highest'",
        ),
        (
            "sales",
            "how much revenue did Globex have in 2025?",
            "f'{sales[(sales.customer == \"Globex\") & sales.date.str.startswith(\"2025\")].revenue.sum():,.2f}'",
        ),
    ]);
}

#[test]
fn answers_on_other_tables_match_pandas() {
    check(&[
        (
            "funnel",
            "how many rows per stage",
            "f'visit | {(funnel.stage == \"visit\").sum():,};paid | {(funnel.stage == \"paid\").sum():,}'",
        ),
        (
            "funnel",
            "how many users with stage paid",
            "f'{funnel[funnel.stage == \"paid\"].user_id.nunique():,}'",
        ),
        (
            "funnel",
            "number of users by stage",
            "f'cart | {funnel[funnel.stage == \"cart\"].user_id.nunique():,}'",
        ),
        ("funnel", "daily visits as a bar chart", "f'{(funnel.stage == \"visit\").sum():,}'"),
        (
            "ums",
            "top 2 Kundenname by total `Umsatz (brutto)`",
            "f'{umsätze.groupby(\"Kundenname\").apply(lambda d: d.iloc[:, -2].str[:-4].str.replace(\".\", \"\").str.replace(\",\", \".\").astype(float).sum()).max():,.2f}'",
        ),
        (
            "ums",
            "average Stückzahl per Kundenname",
            "f'{umsätze.groupby(\"Kundenname\").Stückzahl.mean().max():,.2f}'",
        ),
        (
            "ums",
            "monthly total `Umsatz (brutto)`",
            "f'2025-02 | {umsätze[umsätze.Datum.str.contains(\".02.2025\", regex=False)].iloc[:, 3].str[:-4].str.replace(\".\", \"\").str.replace(\",\", \".\").astype(float).sum():,.2f}'",
        ),
        (
            "ums",
            "total `Umsatz (brutto)` in Munchen in March 2025",
            "f'{umsätze[umsätze.Datum.str.contains(\".03.2025\", regex=False) & (umsätze.Stadt == \"München\")].iloc[:, 3].str[:-4].str.replace(\".\", \"\").str.replace(\",\", \".\").astype(float).sum():,.2f}'",
        ),
        ("ums", "How many rows are there?", "'400 rows'"),
        (
            "weather",
            "average temperature by station",
            "f'Oslo | {weather[weather.station == \"Oslo\"].temperature_c.mean():,.2f}'",
        ),
        (
            "weather",
            "monthly average temperature in Rome in 2023",
            "f'{weather[(weather.station == \"Rome\") & weather.day.str.startswith(\"2023-04\")].temperature_c.mean():,.2f}'",
        ),
        (
            "weather",
            "total precipitation by year",
            "f'{weather[weather.day.str.startswith(\"2023\")].precipitation_mm.sum():,.2f}'.rstrip('0').rstrip('.')",
        ),
        (
            "weather",
            "which station has the maximum temperature",
            "f'Rome;{weather.temperature_c.max():g}'",
        ),
        ("weather", "histogram of wind speed", "f'{weather.windSpeed.mean():.2f}'"),
        (
            "weather",
            "correlation",
            "f'{weather.iloc[:, 2:].corr().where(lambda m: m < 1).abs().max().max():.3f}'",
        ),
        (
            "people",
            "average salary by department",
            "f'{people[people.Department == \"Finance\"].Salary.mean():,.2f}'",
        ),
        (
            "people",
            "what is the average salary in Sales",
            "f'{people[people.Department == \"Sales\"].Salary.mean():,.2f}'",
        ),
        (
            "people",
            "How many people work in the Human Resources department?",
            "f'{(people.Department == \"Human Resources\").sum()} rows'",
        ),
        ("people", "top 3 employees by salary", "f'{people.Salary.max():,}'"),
        (
            "people",
            "median age by gender",
            "f'{people[people.Gender == \"female\"].Age.median():g}'",
        ),
        ("people", "average age where age > 40", "f'{people[people.Age > 40].Age.mean():,.2f}'"),
        (
            "people",
            "how many rows per year",
            "f'{people.HireDate.str[:4].value_counts().max()}** and'",
        ),
        (
            "people",
            "average salary where remote is true",
            "f'{people[people.Remote].Salary.mean():,.2f}'",
        ),
        (
            "awkward",
            "average `Größe $x$` by `{name}`",
            "f'{awkward.groupby(\"{name}\")[awkward.columns[2]].mean().max():.2f}'.rstrip('0')",
        ),
        (
            "awkward",
            "total 売上 by `a\"]; import os #`",
            "f'{awkward[awkward.columns[5]].sum():,}'",
        ),
        ("awkward", "rows by `line\nbreak`", "f'{(awkward[awkward.columns[1]] == \"one\").sum()}'"),
        ("awkward", "sum of count", "f'{awkward[\"count\"].sum():,}'"),
        ("awkward", "Give me an overview", "'200 rows and 6 columns'"),
        ("awkward", "What is the data quality?", "'No column has missing'"),
    ]);
}

#[test]
fn follow_ups_refer_to_the_question_before() {
    let (mut python, files) = Python::start();
    let sales: Vec<File> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let before = [python.exchange("total revenue by region in 2025", &[], &sales)];
    let cases = [
        (
            "and by category?",
            "f'{sales[sales.date.str.startswith(\"2025\") & (sales.category == \"Home\")].revenue.sum():,.2f}'",
        ),
        (
            "what about 2026?",
            "f'{sales[sales.date.str.startswith(\"2026\") & (sales.region == \"West\")].revenue.sum():,.2f}'",
        ),
        (
            "only Books",
            "f'{sales[sales.date.str.startswith(\"2025\") & (sales.region == \"West\") & (sales.category == \"Books\")].revenue.sum():,.2f}'",
        ),
    ];
    for (question, expression) in cases {
        let turn = python.turn(question, &before, &sales);
        let wanted = python.value(expression);
        assert!(turn.answer.contains(&wanted), "{question}: {wanted} is not in {}", turn.answer);
    }
}

#[test]
fn a_figure_that_fails_does_not_lose_the_answer() {
    let (mut python, files) = Python::start();
    let sales: Vec<File> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    python.value("__import__('matplotlib.pyplot').pyplot.__dict__.pop('subplots') is None");
    let turn = python.turn("total revenue by region", &[], &sales);
    let wanted = python.value("f'West | {sales[sales.region == \"West\"].revenue.sum():,.2f}'");
    let statuses: Vec<&str> =
        turn.attempts.iter().map(|attempt| attempt.outcome.status.as_str()).collect();
    assert_eq!(statuses.last(), Some(&"error"));
    assert!(turn.answer.contains("The figure could not be drawn"), "{}", turn.answer);
    assert!(turn.answer.contains(&wanted), "{wanted} is not in {}", turn.answer);
}

#[test]
fn every_suggested_question_is_answered() {
    let (mut python, files) = Python::start();
    for file in &files {
        let one = [file.clone()];
        let questions = planner::suggestions(&one);
        assert!((3..=4).contains(&questions.len()), "{}: {questions:?}", file.name);
        for question in questions {
            let turn = python.turn(&question, &[], &one);
            let statuses: Vec<&str> =
                turn.attempts.iter().map(|attempt| attempt.outcome.status.as_str()).collect();
            assert!(
                !statuses.is_empty() && statuses.iter().all(|status| *status == "ok"),
                "{}: {question}: {}",
                file.name,
                turn.answer
            );
            let reading = turn.reading.expect("a reading");
            assert!(
                !reading.doubtful && reading.unused.is_empty(),
                "{}: {question}: {reading:?}",
                file.name
            );
        }
    }
}
