//! Queries of every kind from end to end: each is carried out by native pandas, and the numbers in
//! its answer are compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use native_pandas::python::Python;
use planner::{File, Query};
use serde_json::{Value, json};

/// Carries out each query of its file: its answer has to contain the parts of an expression's text,
/// divided by `;`.
fn check(cases: &[(&str, Value, &str)]) {
    let (mut python, files) = Python::start();
    let mut wrong = Vec::new();
    for (file, asked, expression) in cases {
        let of: Vec<File> =
            files.iter().filter(|known| known.name.starts_with(file)).cloned().collect();
        let mut whole = asked.clone();
        whole["table"] = json!({ "file": of[0].name });
        let query: Query = serde_json::from_value(whole).expect("a query");
        let turn = python.query(&query, &of);
        let expected = python.value(expression);
        let failed = turn.attempts.iter().filter(|attempt| attempt.outcome.status != "ok").count();
        if std::env::var("INSITU_SHOW").is_ok() {
            let code = turn
                .attempts
                .iter()
                .map(|a| a.call.arguments.replace("\\n", "\n").replace("\\\"", "\""));
            println!(
                "\n===== {asked}\n{}\n-----\n{}",
                code.collect::<Vec<_>>().join("\n--\n"),
                turn.answer
            );
        }
        let missing: Vec<&str> = expected
            .split(';')
            .filter(|part| part.trim().is_empty() || !turn.answer.contains(part.trim()))
            .collect();
        let ran = turn.reading.as_ref().map(|reading| &reading.query);
        if !missing.is_empty() || failed > 0 || (ran != Some(&query) && asked["kind"] != "report") {
            let error = turn.attempts.iter().find_map(|attempt| attempt.outcome.error.clone());
            wrong
                .push(format!("{file}: {asked}\n  lacks {missing:?} {error:?}\n  {}", turn.answer));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} wrong:\n\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n\n")
    );
}

fn column(name: &str) -> Value {
    json!({ "column": name })
}

fn by(name: &str) -> Value {
    json!([{ "column": name }])
}

fn part(name: &str, part: &str) -> Value {
    json!([{ "column": name, "part": part }])
}

fn is(name: &str, values: &[&str]) -> Value {
    json!({ "column": name, "test": { "oneOf": { "values": values } } })
}

fn test(name: &str, test: Value) -> Value {
    json!({ "column": name, "test": test })
}

#[test]
fn numbers_and_groups() {
    check(&[
        ("sales", json!({"kind": "count"}), "f'{len(sales):,} rows'"),
        (
            "sales",
            json!({"kind": "count", "measure": column("customer")}),
            "f'{sales.customer.count():,} values of customer'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue")}),
            "f'total revenue is **{sales.revenue.sum():,.2f}**'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "average", "measure": column("revenue"), "second": column("price")}),
            "f'{sales.revenue.mean():,.2f};average price is **{sales.price.mean():,.2f}**'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "range", "measure": column("price")}),
            "f'runs from **{sales.price.min():,.2f}** to **{sales.price.max():,.2f}**;**{sales.price.max() - sales.price.min():,.2f}**'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "range", "measure": column("price"), "groups": part("date", "year")}),
            "(lambda p: f'{p.max() - p.min():,.2f} | {p.min():,.2f} | {p.max():,.2f} |')(sales[sales.date.str.startswith('2025')].price)",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "range", "measure": column("price"), "groups": by("region")}),
            "(lambda p: f'| West | {p.max() - p.min():,.2f} | {p.min():,.2f} | {p.max():,.2f} |')(sales[sales.region == 'West'].price)",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "deviation", "measure": column("price")}),
            "f'{sales.price.std():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "distinct", "measure": column("customer")}),
            "f'{sales.customer.nunique()} different values of customer'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "groups": by("region"), "sort": "bottom", "limit": 3, "nth": true}),
            "(lambda r: f'{r.index[2]}** has the 3rd lowest total revenue: **{r.iloc[2]:,.2f}')(sales.groupby('region').revenue.sum().nsmallest(3))",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": by("customer"), "sort": "top", "limit": 2, "nth": true}),
            "(lambda c: f'{c.index[1]}** has the 2nd highest number of rows: **{c.iloc[1]}')(sales.customer.value_counts())",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "mostCommon", "measure": column("customer")}),
            "f'{sales.customer.value_counts().idxmax()}** has the most rows: **{sales.customer.value_counts().max()}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "highest", "measure": column("date")}),
            "sales[sales.date < '3'].date.max()",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "range", "measure": column("date")}),
            "str((pd.to_datetime(sales[sales.date < '3'].date).max() - pd.to_datetime(sales.date, errors='coerce').min()).days)",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "mostCommon", "measure": column("product"), "groups": by("region")}),
            "f'West | {sales[sales.region == \"West\"][\"product\"].mode()[0]}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "rowsPerGroup", "groups": by("customer")}),
            "f'{sales.customer.value_counts().mean():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": {"computed": {"left": "price", "operation": "times", "right": "quantity"}}}),
            "f'total price × quantity is **{(sales.price * sales.quantity).sum():,.2f}**'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "aggregate": "average", "measure": {"computed": {"left": "revenue", "operation": "dividedBy", "right": "quantity"}}, "groups": by("category")}),
            "f'Books | {(sales.revenue / sales.quantity)[sales.category == \"Books\"].mean():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": {"added": ["price", "quantity"]}}),
            "f'{(sales.price + sales.quantity).sum():,.2f}'",
        ),
        (
            "lands",
            json!({"kind": "aggregate", "measure": column("pop"), "groups": part("year", "decade")}),
            "f'1990 | {lands[lands.year // 10 == 199][\"pop\"].sum():,}'",
        ),
        (
            "guests",
            json!({"kind": "aggregate", "aggregate": "average", "measure": column("survived")}),
            "f'**{guests.survived.mean():.1%}**'",
        ),
        (
            "guests",
            json!({"kind": "aggregate", "aggregate": "average", "measure": column("survived"), "groups": by("sex"), "sort": "top", "limit": 1}),
            "f'{guests.groupby(\"sex\").survived.mean().max():.1%}**'",
        ),
        (
            "guests",
            json!({"kind": "aggregate", "measure": column("survived")}),
            "f'**{guests.survived.sum()}**'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": by("region"), "sort": "bottom", "limit": 2}),
            "f'{sales.region.value_counts().idxmin()}** has the fewest rows: **{sales.region.value_counts().min()}**'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": by("customer"), "having": [">", 370.0]}),
            "f'**{(sales.customer.value_counts() > 370).sum()} of {sales.customer.nunique()} values of customer**'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "second": column("quantity"), "groups": by("region")}),
            "f'East | {sales[sales.region == \"East\"].revenue.sum():,.2f} | {sales[sales.region == \"East\"].quantity.sum():,} |'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "groups": [{"column": "region"}, {"column": "product"}], "sort": "top", "limit": 1}),
            "(lambda s: ';'.join(f'{r} | {s[r].idxmax()} | {s[r].max():,.2f}' for r in ['East', 'North', 'South', 'West']))(sales.groupby(['region', 'product']).revenue.sum())",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "groups": [{"column": "region"}, {"column": "category"}]}),
            "f'{sales.groupby([\"region\", \"category\"]).revenue.sum().max():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "groups": [{"column": "region"}, {"column": "category"}, {"column": "product"}]}),
            "f'{sales.groupby([\"region\", \"category\", \"product\"]).revenue.sum().max():,.2f}'",
        ),
    ]);
}

#[test]
fn conditions() {
    let dates = "pd.to_datetime(sales.date, errors='coerce')";
    let count = |mask: &str| {
        format!("'There are **{{:,}} rows'.format(({mask}).sum())").replace("{dates}", dates)
    };
    let cases = [
        (is("region", &["West", "East"]), "sales.region.isin(['West', 'East'])"),
        (
            json!({"column": "customer", "test": {"oneOf": {"values": ["Globex"], "not": true}}}),
            "sales.customer.notna() & (sales.customer != 'Globex')",
        ),
        (
            json!({"column": "customer", "test": {"oneOf": {"values": ["Globex", "Hooli"], "not": true}}}),
            "sales.customer.notna() & ~sales.customer.isin(['Globex', 'Hooli'])",
        ),
        (is("quantity", &["3", "4"]), "sales.quantity.isin([3, 4])"),
        (
            test("customer", json!({"text": {"place": "begins", "text": "A"}})),
            "sales.customer.str.startswith('A', na=False)",
        ),
        (
            test("customer", json!({"text": {"place": "ends", "text": "LTD"}})),
            "sales.customer.str.endswith('Ltd', na=False)",
        ),
        (
            test("customer", json!({"text": {"place": "contains", "text": "&", "not": true}})),
            "sales.customer.notna() & ~sales.customer.str.contains('&', na=False)",
        ),
        (test("price", json!({"compare": [">", {"number": 100.0}]})), "sales.price > 100"),
        (test("quantity", json!({"compare": ["!=", {"number": 3.0}]})), "sales.quantity != 3"),
        (test("price", json!({"compare": [">", "average"]})), "sales.price > sales.price.mean()"),
        (
            test("price", json!({"compare": ["<", {"column": "quantity"}]})),
            "sales.price < sales.quantity",
        ),
        (test("price", json!({"between": [10.0, 20.0]})), "sales.price.between(10, 20)"),
        (
            test(
                "date",
                json!({"period": {"from": "2025-03-01", "to": "2025-04-01", "words": "March 2025"}}),
            ),
            "sales.date.str.startswith('2025-03')",
        ),
        (
            test("date", json!({"recurring": ["monthOfYear", [3, 4]]})),
            "{dates}.dt.month.isin([3, 4])",
        ),
        (
            test("date", json!({"recurring": ["month", [202503, 202504]]})),
            "sales.date.str[:7].isin(['2025-03', '2025-04'])",
        ),
        (
            test("date", json!({"recurring": ["weekday", [1, 7]]})),
            "{dates}.dt.day_name().isin(['Monday', 'Sunday'])",
        ),
        (test("date", json!({"recurring": ["quarter", [2]]})), "{dates}.dt.quarter == 2"),
        (
            test("date", json!({"newest": ["month", 2]})),
            "sales.date.str[:7].isin(sorted(sales[sales.date < '3'].date.str[:7].unique())[-2:])",
        ),
        (test("customer", json!({"filled": false})), "sales.customer.isna()"),
        (test("", json!("once")), "~sales.duplicated()"),
    ];
    let cases: Vec<_> = cases
        .into_iter()
        .map(|(filter, mask)| ("sales", json!({"kind": "count", "filters": [filter]}), count(mask)))
        .collect();
    let cases: Vec<_> = cases
        .iter()
        .map(|(file, query, expected)| (*file, query.clone(), expected.as_str()))
        .collect();
    check(&cases);
    check(&[
        (
            "guests",
            json!({"kind": "count", "filters": [test("survived", json!({"flag": false}))]}),
            "f'{(guests.survived == 0).sum()} rows'",
        ),
        (
            "lands",
            json!({"kind": "count", "filters": [test("year", json!({"period": {"from": "2000-01-01", "to": null, "words": "since 2000"}}))]}),
            "f'{(lands.year >= 2000).sum()} rows'",
        ),
        (
            "lands",
            json!({"kind": "count", "filters": [test("year", json!({"newest": ["year", 6]}))]}),
            "f'{(lands.year > lands.year.max() - 6).sum()} rows'",
        ),
        (
            "sales",
            json!({"kind": "rows", "filters": [is("region", &["Atlantis"])]}),
            "'No row matches;region is Atlantis;Values of `region` are for instance'",
        ),
        (
            "sales",
            json!({"kind": "count", "filters": [is("region", &["Atlantis"])]}),
            "'No row matches'",
        ),
        // Above the average of those that the other conditions keep.
        (
            "sales",
            json!({"kind": "count", "filters": [test("price", json!({"compare": [">", "average"]})), is("category", &["Books"])]}),
            "(lambda d: f'{(d.price > d.price.mean()).sum()} rows;average price is {d.price.mean():,.2f}')(sales[sales.category == 'Books'])",
        ),
    ]);
}

#[test]
fn shares() {
    check(&[
        (
            "sales",
            json!({"kind": "share", "filters": [is("region", &["West"])]}),
            "f'**{(sales.region == \"West\").mean():.1%}** of the rows: {(sales.region == \"West\").sum()} of {len(sales):,}'",
        ),
        (
            "sales",
            json!({"kind": "share", "measure": column("revenue"), "filters": [is("region", &["West"])]}),
            "f'{sales[sales.region == \"West\"].revenue.sum() / sales.revenue.sum():.1%}'",
        ),
        (
            "sales",
            json!({"kind": "share", "base": [is("category", &["Books"])], "filters": [is("region", &["West"])]}),
            "f'{(sales[sales.category == \"Books\"].region == \"West\").mean():.1%};The whole is the rows where category is Books'",
        ),
        (
            "sales",
            json!({"kind": "share", "measure": column("revenue"), "groups": by("region"), "base": [is("category", &["Books"])]}),
            "(lambda d: f'West | {d[d.region == \"West\"].revenue.sum():,.2f} | {d[d.region == \"West\"].revenue.sum() / d.revenue.sum():.1%};Out of the {len(d):,} of 3,020 rows')(sales[sales.category == 'Books'])",
        ),
        (
            "sales",
            json!({"kind": "share", "groups": by("customer"), "sort": "top", "limit": 2}),
            "f'**{sales.customer.value_counts().nlargest(2).sum() / sales.customer.count():.1%}** belong to these 2 together'",
        ),
        (
            "sales",
            json!({"kind": "share", "groups": by("region"), "filters": [is("category", &["Books"])], "sort": "top", "limit": 1}),
            "(lambda r: f'{r.idxmax()}** has the highest percentage of rows: **{r.max():.1%}**')(sales.category.eq('Books').groupby(sales.region).mean())",
        ),
        (
            "sales",
            json!({"kind": "share", "filters": [is("region", &["Atlantis"])]}),
            "'**0.0%** of the rows: 0 of 3,020'",
        ),
    ]);
}

#[test]
fn rows_and_values() {
    check(&[
        (
            "sales",
            json!({"kind": "rows", "limit": 3}),
            "f'first **3 rows**;{sales.revenue[0]:.2f}'",
        ),
        (
            "people",
            json!({"kind": "rows", "measure": column("Salary"), "sort": "top", "limit": 1, "show": ["FullName"]}),
            "f'**{people.loc[people.Salary.idxmax(), \"FullName\"]}** has the highest `Salary`: **{people.Salary.max():,}**'",
        ),
        (
            "people",
            json!({"kind": "rows", "measure": column("Salary"), "sort": "bottom", "limit": 3, "show": ["FullName"], "chart": "bars"}),
            "';'.join(f'| {n} | {s:,} |' for n, s in people.nsmallest(3, 'Salary')[['FullName', 'Salary']].itertuples(index=False))",
        ),
        (
            "sales",
            json!({"kind": "rows", "groups": by("region"), "measure": column("revenue"), "sort": "top", "limit": 1, "show": ["product"]}),
            "';'.join(f'| {r} | {d.loc[d.revenue.idxmax(), \"product\"]} | {d.revenue.max():,g}' for r, d in sales.groupby('region'))",
        ),
        (
            "sales",
            json!({"kind": "rows", "filters": [is("customer", &["Acme Corp"]), test("price", json!({"compare": [">", {"number": 130.0}]}))], "show": ["product", "price"]}),
            "f'{((sales.customer == \"Acme Corp\") & (sales.price > 130)).sum()} rows'",
        ),
        (
            "people",
            json!({"kind": "rows", "measure": column("Salary"), "sort": "top", "limit": 2, "nth": true, "show": ["FullName"]}),
            "(lambda p: f'{p.FullName}** has the 2nd highest `Salary`: **{p.Salary:,}')(people.nlargest(2, 'Salary').iloc[1])",
        ),
        (
            "sales",
            json!({"kind": "distinct", "measure": column("customer")}),
            "f'**{sales.customer.nunique()} different values of customer**;Globex | {(sales.customer == \"Globex\").sum()}'",
        ),
        (
            "sales",
            json!({"kind": "distinct", "measure": column("customer"), "having": [">", 370.0]}),
            "f'**{(sales.customer.value_counts() > 370).sum()} of {sales.customer.nunique()} values'",
        ),
        (
            "sales",
            json!({"kind": "distinct", "measure": column("customer"), "groups": by("region")}),
            "f'West | {sales[sales.region == \"West\"].customer.nunique()}'",
        ),
        (
            "sales",
            json!({"kind": "missing", "measure": column("customer")}),
            "f'**{sales.customer.isna().sum()} of 3,020 rows** have no `customer`'",
        ),
        (
            "sales",
            json!({"kind": "missing", "measure": column("customer"), "groups": by("region")}),
            "f'West | {sales[sales.region == \"West\"].customer.isna().sum()}'",
        ),
        (
            "sales",
            json!({"kind": "quality", "filters": [is("region", &["West"])]}),
            "f'{sales[sales.region == \"West\"].customer.isna().sum()} missing;{len(sales[sales.region == \"West\"])} rows'",
        ),
        (
            "sales",
            json!({"kind": "distinct"}),
            "f'**{len(sales.drop_duplicates()):,} different rows**'",
        ),
        (
            "sales",
            json!({"kind": "missing"}),
            "f'customer**: {sales.customer.isna().sum()} missing'",
        ),
        ("sales", json!({"kind": "duplicates"}), "f'{sales.duplicated().sum()} rows repeat'"),
        (
            "people",
            json!({"kind": "duplicates", "measure": column("FullName")}),
            "'value;`FullName`'",
        ),
        ("sales", json!({"kind": "columns"}), "'8 columns'"),
        ("sales", json!({"kind": "overview"}), "'3,020 rows and 8 columns'"),
        ("sales", json!({"kind": "quality"}), "f'{sales.duplicated().sum()} of them repeat'"),
        (
            "sales",
            json!({"kind": "outliers", "measure": column("revenue")}),
            "f'of {sales.revenue.count():,} values'",
        ),
    ]);
}

#[test]
fn relations_and_distributions() {
    check(&[
        (
            "sales",
            json!({"kind": "correlation", "measure": column("price"), "second": column("quantity")}),
            "f'r = {sales.price.corr(sales.quantity):.3f}'",
        ),
        (
            "sales",
            json!({"kind": "correlation", "measure": column("revenue")}),
            "f'r = {sales[[\"price\", \"quantity\"]].corrwith(sales.revenue).max():.3f}'",
        ),
        ("sales", json!({"kind": "correlation"}), "f'{sales.revenue.corr(sales.price):.3f}'"),
        (
            "sales",
            json!({"kind": "distribution", "measure": column("price")}),
            "f'{sales.price.median():,.2f};{sales.price.std():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "distribution", "measure": column("price"), "chart": "boxes"}),
            "f'{sales.price.median():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "distribution", "measure": column("region")}),
            "f'West | {(sales.region == \"West\").sum()}'",
        ),
        (
            "sales",
            json!({"kind": "distribution", "measure": column("date")}),
            "f'2025-03 | {sales.date.str.startswith(\"2025-03\").sum()}'",
        ),
        (
            "sales",
            json!({"kind": "distribution", "measure": column("price"), "groups": by("category")}),
            "f'Books;{sales[sales.category == \"Books\"].price.median():,.2f}'",
        ),
    ]);
}

#[test]
fn comparisons() {
    let of = |last: &str| {
        format!(
            "(lambda a, b: f'{{a:,.2f}};{{b:,.2f}};{last}')(*(sales[sales.region == r].revenue.sum() for r in ('West', 'East')))"
        )
    };
    let [sides, difference, percent, factor] = [
        "has the highest total revenue",
        "**{abs(a - b):,.2f}**",
        "**{(max(a, b) / min(a, b) - 1) * 100:.1f}%** more",
        "is **{max(a, b) / min(a, b):.2f}** times",
    ]
    .map(of);
    let query = |focus: &str| json!({"kind": "comparison", "measure": column("revenue"), "groups": by("region"), "filters": [is("region", &["West", "East"])], "focus": focus});
    check(&[
        ("sales", query("sides"), &sides),
        ("sales", query("difference"), &difference),
        ("sales", query("percent"), &percent),
        ("sales", query("factor"), &factor),
        (
            "sales",
            json!({"kind": "comparison", "groups": by("region")}),
            "f'**East and South** have the highest number of rows;{sales.region.value_counts().max()}'",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": part("date", "year"), "filters": [is("date", &["2024", "2025"])], "focus": "percent"}),
            "(lambda a, b: f'2025 has **{(b / a - 1) * 100:.1f}%** more than 2024')(*(sales[sales.date.str.startswith(y)].revenue.sum() for y in ('2024', '2025')))",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": [{"column": "date", "part": "year"}, {"column": "region"}], "filters": [is("date", &["2025", "2024"])], "focus": "difference", "sort": "top", "limit": 1}),
            "(lambda t: f'**{(t[1] - t[0]).idxmax()}** rose most in the total revenue: by **{(t[1] - t[0]).max():,.2f}**;(2024) to;2025 − 2024')([sales[sales.date.str.startswith(y)].groupby('region').revenue.sum() for y in ('2024', '2025')])",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": [{"column": "region"}, {"column": "category"}], "filters": [is("region", &["West", "East"])], "focus": "percent"}),
            "(lambda w, e: f'| Books | {w:,.2f} | {e:,.2f} | {(w / e - 1) * 100:.1f}% |')(*(sales[(sales.region == r) & (sales.category == 'Books')].revenue.sum() for r in ('West', 'East')))",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": [{"column": "date", "part": "year"}, {"column": "region"}], "focus": "difference", "sort": "bottom", "limit": 1}),
            "(lambda t: f'**{(t.iloc[:, -1] - t.iloc[:, 0]).idxmin()}**;{abs((t.iloc[:, -1] - t.iloc[:, 0]).min()):,.2f}')(sales[sales.date != 'not a date'].pivot_table(values='revenue', index='region', columns=sales.date.str[:4], aggfunc='sum'))",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": [{"column": "date", "part": "year"}, {"column": "date", "part": "monthOfYear"}], "filters": [is("date", &["2024", "2025"])]}),
            "(lambda a, b: f'| {a:,.2f} | {b:,.2f} |')(*(sales[sales.date.str.startswith(y + '-09')].revenue.sum() for y in ('2024', '2025')))",
        ),
        (
            "sales",
            json!({"kind": "comparison", "measure": column("revenue"), "groups": by("product"), "sort": "top", "limit": 2}),
            "(lambda t: f'**{t.index[0]}** has the highest total revenue: **{t.iloc[0]:,.2f}**. {t.index[0]} {t.iloc[0]:,.2f}, {t.index[1]} {t.iloc[1]:,.2f}')(sales.groupby('product').revenue.sum().nlargest(2))",
        ),
        (
            "sales",
            json!({"kind": "comparison", "aggregate": "average", "measure": column("price"), "groups": by("region"), "filters": [is("region", &["West"])]}),
            "f'Only one side has a value: West {sales[sales.region == \"West\"].price.mean():,.2f}'",
        ),
        (
            "guests",
            json!({"kind": "comparison", "aggregate": "average", "measure": column("age"), "groups": by("survived")}),
            "f'{guests[guests.survived == 1].age.mean():,.2f};{guests[guests.survived == 0].age.mean():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "comparison", "aggregate": "average", "measure": column("price"), "second": column("quantity")}),
            "f'average price;{sales.price.mean():,.2f};{sales.quantity.mean():,.2f}'",
        ),
    ]);
}

#[test]
fn times() {
    let months = "sales[sales.date < '3'].groupby(sales.date.str[:7]).revenue.sum()";
    let highest = format!(
        "(lambda m: f'**{{m.idxmax()}}** has the highest total revenue: **{{m.max():,.2f}}**')({months})"
    );
    let trend = format!(
        "(lambda m: f'highest in **{{m.idxmax()}}**;{{m.iloc[0]:,.2f}};{{len(m)}} months')({months})"
    );
    check(&[
        (
            "sales",
            json!({"kind": "trend", "measure": column("revenue"), "groups": part("date", "month")}),
            &trend,
        ),
        (
            "sales",
            json!({"kind": "trend", "measure": column("revenue"), "groups": part("date", "month"), "chart": "points"}),
            &trend,
        ),
        (
            "sales",
            json!({"kind": "aggregate", "measure": column("revenue"), "groups": part("date", "month"), "sort": "top", "limit": 1}),
            &highest,
        ),
        (
            "sales",
            json!({"kind": "trend", "measure": column("revenue"), "groups": [{"column": "date", "part": "month"}, {"column": "region"}]}),
            "f'{sales[(sales.region == \"East\") & (sales.date < \"3\")].assign(m=lambda d: d.date.str[:7]).groupby(\"m\").revenue.sum().max():,.2f}'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": part("date", "weekday")}),
            "f'Monday | {(pd.to_datetime(sales.date, errors=\"coerce\").dt.dayofweek == 0).sum()} |'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": part("date", "monthOfYear")}),
            "f'January | {(pd.to_datetime(sales.date, errors=\"coerce\").dt.month == 1).sum()} |'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": part("date", "quarter")}),
            "f'2024Q3 | {sales.date.between(\"2024-07-01\", \"2024-09-30\").sum()}'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": part("date", "week"), "sort": "top", "limit": 1}),
            "f'{pd.to_datetime(sales.date, errors=\"coerce\").dt.to_period(\"W\").value_counts().max()}'",
        ),
        (
            "sales",
            json!({"kind": "count", "groups": part("date", "decade")}),
            "f'2020 | {(sales.date < \"3\").sum():,}'",
        ),
        (
            "funnel",
            json!({"kind": "count", "groups": part("timestamp", "hourOfDay")}),
            "f'10 | {len(funnel):,}'",
        ),
        (
            "lands",
            json!({"kind": "trend", "measure": column("pop"), "groups": by("year")}),
            "f'2005 | {lands[lands.year == 2005][\"pop\"].sum():,}'",
        ),
        (
            "sales",
            json!({"kind": "growth", "measure": column("revenue"), "groups": part("date", "month")}),
            &format!(
                "(lambda m: f'{{m.index[-1]}};{{m.iloc[-1]:,.2f}} against {{m.iloc[-2]:,.2f}}')({months})"
            ),
        ),
        (
            "sales",
            json!({"kind": "growth", "measure": column("revenue"), "groups": part("date", "year")}),
            &format!(
                "(lambda m: f'2026 against 2025, the same 5 months;{{m[\"2025-01\":\"2025-05\"].sum():,.2f}} to {{m[\"2026-01\":\"2026-05\"].sum():,.2f}}')({months})"
            ),
        ),
        (
            "lands",
            json!({"kind": "growth", "measure": column("pop"), "groups": by("year")}),
            "(lambda p: f'{p[2005]:,} against {p[2000]:,};1995 | {p[1995]:,} | {p[1990]:,}')(lands.groupby('year')['pop'].sum())",
        ),
        (
            "sales",
            json!({"kind": "pareto", "measure": column("revenue"), "groups": by("product")}),
            "(lambda t: f'{(t.cumsum() - t < 0.8 * t.sum()).sum()} of 6 product;{t.sum():,.2f}')(sales.groupby('product').revenue.sum().sort_values(ascending=False))",
        ),
        (
            "funnel",
            json!({"kind": "funnel", "measure": column("user_id"), "groups": by("stage")}),
            "(lambda u: f'Of {u[\"visit\"]:,} in visit, {u[\"paid\"]:,} reach paid')({s: len(set(funnel[funnel.stage == s].user_id)) for s in set(funnel.stage)})",
        ),
        (
            "sales",
            json!({"kind": "funnel", "measure": column("customer")}),
            "f'at least once {sales.customer.nunique()}'",
        ),
        (
            "sales",
            json!({"kind": "report"}),
            "'sales-report.pdf;sales-report.xlsx;The report is ready'",
        ),
    ]);
}

#[test]
fn figures_in_the_form_that_is_asked_for() {
    let (mut python, files) = Python::start();
    let sales: Vec<File> = files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let total = json!({"kind": "aggregate", "measure": column("revenue"), "groups": by("region")});
    let mean = json!({"kind": "aggregate", "aggregate": "average", "measure": column("revenue"), "groups": by("region")});
    let cases = [
        (&total, "auto", "ax.barh(", ""),
        (&total, "pie", "ax.pie(", ""),
        (&total, "line", "ax.plot(", ""),
        (&total, "points", "ax.scatter(", ""),
        (&total, "boxes", "ax.boxplot(", ""),
        (&mean, "pie", "ax.barh(", "A pie needs parts of a whole"),
        (&total, "none", "", ""),
    ];
    for (query, chart, drawn, said) in cases {
        let mut query = query.clone();
        query["chart"] = json!(chart);
        query["table"] = json!({ "file": "sales.csv" });
        let query: Query = serde_json::from_value(query).expect("a query");
        let turn = python.query(&query, &sales);
        let code = &turn.attempts[0].call.arguments;
        assert_eq!(
            turn.attempts[0].outcome.status, "ok",
            "{chart}: {:?}",
            turn.attempts[0].outcome.error
        );
        assert!(
            code.contains(drawn) && code.contains("plt.") == (chart != "none"),
            "{chart}: {code}"
        );
        assert!(turn.answer.contains(said), "{chart}: {}", turn.answer);
    }
}

#[test]
fn what_cannot_be_carried_out_is_said_and_not_run() {
    let (_, files) = Python::start();
    let cases = [
        (json!({"kind": "aggregate", "measure": column("profit")}), "no column `profit`"),
        (json!({"kind": "aggregate", "measure": column("date")}), "`date` holds dates"),
        (
            json!({"kind": "count", "filters": [test("region", json!("open"))]}),
            "`region` is not complete",
        ),
        (
            json!({"kind": "count", "filters": [test("region", json!({"compare": [">", {"number": 1.0}]}))]}),
            "`region` does not hold numbers",
        ),
        (json!({"kind": "outliers"}), "not said of which column"),
        (
            json!({"kind": "growth", "measure": column("revenue"), "groups": by("region")}),
            "along which dates",
        ),
    ];
    for (asked, said) in cases {
        let mut whole = asked;
        whole["table"] = json!({ "file": "sales.csv" });
        let query: Query = serde_json::from_value(whole).expect("a query");
        let input = planner::Input {
            question: "",
            history: &[],
            files: &files,
            attempts: &[],
            query: Some(&query),
        };
        let reply = planner::reply(&input);
        assert!(reply.calls.is_empty() && reply.text.contains(said), "{}", reply.text);
    }
}

#[test]
fn a_place_among_texts_is_not_shown() {
    let (mut python, files) = Python::start();
    let of: Vec<_> = files.into_iter().filter(|file| file.name == "people.csv").collect();
    let query = json!({
        "table": { "file": "people.csv" }, "kind": "rows", "measure": column("Department"), "sort": "top", "limit": 2, "nth": true
    });
    let turn = python.query(&serde_json::from_value(query).expect("a query"), &of);
    assert!(turn.reading.is_some_and(|reading| !reading.query.nth), "{}", turn.answer);
    assert!(!turn.answer.contains("2nd"), "{}", turn.answer);
}
