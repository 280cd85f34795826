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
            "life expectancy over time",
            "(lambda m: f'highest in **{m.idxmax()}** with **{m.max():.2f}**;lowest in **{m.idxmin()}** with **{m.min():.2f}**')(lands.groupby('year').lifeExp.mean())",
        ),
        (
            "lands",
            "top 3 countries by population in 2005",
            "';'.join(f'{r.country} | {r.pop_:,}' for r in lands[lands.year == 2005].rename(columns={'pop': 'pop_'}).nlargest(3, 'pop_').itertuples())",
        ),
        (
            "lands",
            "total pop growth year on year",
            "(lambda p: f'{p[2005]:,} against {p[2000]:,};1995 | {p[1995]:,} | {p[1990]:,}')(lands.groupby('year')['pop'].sum())",
        ),
        (
            "lands",
            "which area grew most in life expectancy?",
            "(lambda m: f'{(m[2005] - m[1990]).idxmax()} grew most;{(m[2005] - m[1990]).max():+.2f}')(lands.groupby(['area', 'year']).lifeExp.mean().unstack())",
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
        ("lands", "corelation betwen gdp and lifeExp", "f'{lands.gdp_per_capita.corr(lands.lifeExp):.2f}'"),
        ("lands", "lifeExp vs gdp", "f'{lands.gdp_per_capita.corr(lands.lifeExp):.2f}'"),
    ]);
}

#[test]
fn boolean_columns_filter_rows_or_become_shares() {
    check(&[
        ("guests", "how many guests survived?", "f'{guests.survived.sum()} different guest'"),
        (
            "guests",
            "survival rate by sex",
            "';'.join(f'{k} | {v:.2f}' for k, v in guests.groupby('sex').survived.mean().items())",
        ),
        ("guests", "average age of the survivors", "f'{guests[guests.survived == 1].age.mean():.2f}'"),
        (
            "guests",
            "how many women have not paid",
            "f'{((guests.sex == \"female\") & (guests.paid == \"no\")).sum()} rows'",
        ),
        ("guests", "how many are unpaid", "f'{(guests.paid == \"no\").sum()} rows'"),
        (
            "guests",
            "do those who paid tip more?",
            "';'.join(f'{k} | {v:.2f}' for k, v in guests.groupby('paid').tip.mean().items())",
        ),
        ("guests", "average tip on sundays", "f'{guests[guests.day == \"Sun\"].tip.mean():.2f}'"),
        ("guests", "how many above 60 by age", "f'{(guests.age > 60).sum()}'"),
        (
            "guests",
            "total balance",
            "(lambda b: f'{b.sum():,.2f}')(guests.balance.str.replace(r'[$,)]', '', regex=True).str.replace('(', '-').astype(float))",
        ),
    ]);
}

#[test]
fn columns_that_are_periods_form_a_time_series() {
    check(&[
        (
            "wide",
            "how did it develop over time?",
            "(lambda t: f'{t.index[0]};{t.iloc[0]:,};{t.max():,};from `Jan 2024` to `Jun 2025` as one column of dates')(wide.iloc[:, 2:].sum().rename(lambda c: str(pd.Period(c, \"M\"))))",
        ),
        (
            "wide",
            "monthly total by manager in 2025",
            "(lambda t: ';'.join(f'{k}: highest {v.max():,}' for k, v in t.iterrows()))(wide.groupby('manager')[[c for c in wide if '2025' in c]].sum())",
        ),
        ("wide", "total of Mar 2024", "f'{wide[\"Mar 2024\"].sum():,}'"),
        ("wide", "top 2 branch by May 2025", "f'{wide[\"May 2025\"].max():,}'"),
    ]);
}

#[test]
fn a_measure_without_a_column_is_queried_and_not_invented() {
    let (mut python, files) = Python::start();
    for (file, question, word) in [
        ("sales.csv", "which month was the rainiest", "rainiest"),
        ("guests.csv", "average delivery by sex", "delivery"),
        ("people.csv", "top 5 departments by happiness", "happiness"),
    ] {
        let of: Vec<_> = files.iter().filter(|f| f.name == file).cloned().collect();
        let turn = python.turn(question, &[], &of);
        assert!(turn.attempts.is_empty(), "{question}: {}", turn.answer);
        assert!(turn.answer.contains(&format!("“{word}”")), "{question}: {}", turn.answer);
    }
}

#[test]
fn pronouns_and_remarks_refer_to_the_answer_before() {
    let (mut python, files) = Python::start();
    let sales: Vec<_> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let top = "sales.groupby('customer').revenue.sum().nlargest(5)";
    let cases = [
        (vec!["revenue by region", "and how does it relate to price?"], "f'{sales.revenue.corr(sales.price):.2f}'".to_owned()),
        (
            vec!["top 5 customers by revenue", "plot them by month"],
            format!("(lambda t: ';'.join(f'{{name}}: highest {{t[t.customer == name].groupby(t.date.str[:7]).revenue.sum().max():,.2f}}' for name in {top}.index))(sales[sales.date < '3'])"),
        ),
        (
            vec!["top 5 customers by revenue", "and their average price?"],
            format!("';'.join(f'{{k}} | {{v:,.2f}}' for k, v in sales[sales.customer.isin({top}.index)].groupby('customer').price.mean().items())"),
        ),
        (
            vec!["top 5 customers by revenue", "sort them the other way"],
            format!("'\\n'.join(f'| {{k}} | {{v:,.2f}} |' for k, v in {top}[::-1].items())"),
        ),
        (
            vec!["revenue by region", "only those above 100000"],
            "(lambda r: f'{(r > 100000).sum()} of {len(r)} are')(sales.groupby('region').revenue.sum())".to_owned(),
        ),
        (
            vec!["revenue by region in 2025", "same for 2026", "and the median?"],
            "';'.join(f'{k} | {v:,.2f}' for k, v in sales[sales.date.str.startswith('2026')].groupby('region').revenue.median().items())".to_owned(),
        ),
        (
            vec!["revenue by region", "which of them grew most?"],
            "(lambda a, b: f'{(b - a).idxmax()} grew most;{(b - a).max():+,.2f}')(*[sales[(sales.date >= x) & (sales.date < y)].groupby('region').revenue.sum() for x, y in WINDOWS])".to_owned(),
        ),
        (
            vec!["revenue by region", "compare West and East"],
            "f'{sales[sales.region == \"West\"].revenue.sum():,.2f};{sales[sales.region == \"East\"].revenue.sum():,.2f}'".to_owned(),
        ),
        (
            vec!["revenue by category", "what about region West?"],
            "';'.join(f'{k} | {v:,.2f}' for k, v in sales[sales.region == 'West'].groupby('category').revenue.sum().items())".to_owned(),
        ),
    ];
    // Whole months, as many as fit twice, at most twelve.
    let windows = python.value("(lambda d: (lambda last, n: [[str((last - k * n + 1).start_time)[:10], str((last - k * n + n + 1).start_time)[:10]] for k in (2, 1)])(*(lambda last: (last, min(12, ((last - d.min().to_period('M')).n + 1) // 2)))(d.max().to_period('M') if d.max() == d.max().to_period('M').end_time.normalize() else d.max().to_period('M') - 1)))(pd.to_datetime(sales.date, errors='coerce').dropna())");
    for (questions, expression) in cases {
        let mut history = Vec::new();
        let mut answer = String::new();
        for question in &questions {
            let turn = python.turn(question, &history, &sales);
            answer = turn.answer;
            history.push(Exchange { question: (*question).to_owned(), answer: answer.clone() });
        }
        let wanted = python.value(&expression.replace("WINDOWS", &windows));
        for part in wanted.split(';') {
            assert!(answer.contains(part), "{questions:?}: {part} is not in {answer}");
        }
    }
}

#[test]
fn rows_with_missing_values_are_shown_like_others() {
    check(&[(
        "jobs",
        "show the first 30 rows",
        "f'| 2006-01-01 | {jobs.building[0]:,} | {jobs.factories[0]:,} | – |'",
    )]);
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
            "power",
            "which source grew most?",
            "(lambda p: f'{(p.loc[\"2017-01-01\"] - p.loc[\"2016-01-01\"]).idxmax()} grew most;{p.loc[\"2017-01-01\", \"Wind\"]:,.2f} (2017-01 to 2017-12)')(power.assign(year=power.year.astype(str)).set_index(['year', 'source']).output.unstack())",
        ),
        (
            "jobs",
            "when was building lowest?",
            "jobs.loc[jobs.building.idxmin(), 'month'][:7] + f';{jobs.building.min():,}'",
        ),
        (
            "jobs",
            "When was factories highest?",
            "jobs.loc[jobs.factories.idxmax(), 'month'][:7] + f';{jobs.factories.max():,}'",
        ),
        (
            "jobs",
            "what was the most frequent mood?",
            "f'calm** has the most rows: **{(jobs.mood == \"calm\").sum()}'",
        ),
        ("jobs", "least common mood", "'busy and odd** have the lowest number of rows: **30'"),
        (
            "jobs",
            "rolling mean of building over 12 months",
            "(lambda r: f'| --- | ---: | ---: |\\n| 2006-12 | {jobs.building[11]:,}.00 | {r[11]:,.2f};2007-11')(jobs.building.rolling(12).mean())",
        ),
    ]);
    let (mut python, files) = Python::start();
    for (file, question) in [
        ("power.csv", "why did output change between 2010 and 2017?"),
        ("power.csv", "output by year"),
        ("jobs.csv", "year on year growth of building"),
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
