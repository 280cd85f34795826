//! Questions that need more than one measure, from end to end: the numbers in the answers are
//! compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, clippy::print_stdout, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod check;
    pub mod python;
}

use native_pandas::check::check;
use native_pandas::python::Python;

#[test]
fn growth_matches_pandas() {
    check(&[
        (
            "sales",
            "month on month growth of revenue",
            "(lambda m: f'{m.index[-1]};{m.iloc[-1]:,.2f};{m.iloc[-2]:,.2f};{(m.iloc[-1] / m.iloc[-2] - 1) * 100:+.1f}%;{((m / m.shift()) - 1).max() * 100:+.1f}% in {(m / m.shift()).idxmax()}')(sales[sales.date < '3'].groupby(sales.date.str[:7]).revenue.sum())",
        ),
        (
            "sales",
            "year-over-year revenue",
            "(lambda m: f'2026 against 2025, the same 5 months;{m[\"2025-01\":\"2025-05\"].sum():,.2f} to {m[\"2026-01\":\"2026-05\"].sum():,.2f} ({m[\"2026-01\":\"2026-05\"].sum() / m[\"2025-01\":\"2025-05\"].sum() - 1:+.1%})')(sales[sales.date < '3'].groupby(sales.date.str[:7]).revenue.sum())",
        ),
    ]);
}

#[test]
fn outliers_classes_and_funnels_match_pandas() {
    check(&[
        (
            "sales",
            "outliers in revenue",
            "(lambda v, q: f'{((v < q[0.25] - 1.5 * (q[0.75] - q[0.25])) | (v > q[0.75] + 1.5 * (q[0.75] - q[0.25]))).sum():,} of {len(v):,} values;{q[0.75] + 1.5 * (q[0.75] - q[0.25]):,.2f}')(sales.revenue.dropna(), sales.revenue.quantile([0.25, 0.75]))",
        ),
        (
            "sales",
            "ABC analysis of products by revenue",
            "(lambda t: f'{(t.cumsum() - t < 0.8 * t.sum()).sum()} of 6 product;{t[t.cumsum() - t < 0.8 * t.sum()].sum() / t.sum():.1%};Class A: {(t.cumsum() - t < 0.8 * t.sum()).sum()} with {t[t.cumsum() - t < 0.8 * t.sum()].sum():,.2f};{t.sum():,.2f}')(sales.groupby('product').revenue.sum().sort_values(ascending=False))",
        ),
        (
            "sales",
            "pareto of customers",
            "(lambda t: f'{t.index[0]} | {t.iloc[0]:,.2f} | {t.iloc[0] / t.sum() * 100:.1f}%')(sales.groupby('customer').revenue.sum().sort_values(ascending=False))",
        ),
        (
            "funnel",
            "conversion funnel",
            "(lambda u: f'Of {u[\"visit\"]:,} in visit, {u[\"paid\"]:,} reach paid: {u[\"paid\"] / u[\"visit\"]:.1%};from visit to cart only {u[\"cart\"] / u[\"visit\"]:.1%}')({s: len(set(funnel[funnel.stage == s].user_id)) for s in set(funnel.stage)})",
        ),
    ]);
}

#[test]
fn comparisons_match_pandas() {
    check(&[
        (
            "sales",
            "compare revenue in West and East",
            "(lambda a, b: f'{a.sum():,.2f};{b.sum():,.2f};{abs(a.sum() - b.sum()):,.2f};{max(a.mean(), b.mean()):,.2f};{1.96 * (a.var() / a.count() + b.var() / b.count()) ** 0.5:,.2f}')(sales[sales.region == 'West'].revenue, sales[sales.region == 'East'].revenue)",
        ),
        (
            "people",
            "average salary of Finance vs Engineering",
            "f'{people[people.Department == \"Finance\"].Salary.mean():,.2f};{people[people.Department == \"Engineering\"].Salary.mean():,.2f}'",
        ),
    ]);
}

#[test]
fn several_questions_in_one_message_are_answered_in_order() {
    check(&[(
        "sales",
        "What is the total revenue? And by region? Only 2026.",
        "f'### What is the total revenue?;{sales.revenue.sum():,.2f};East | {sales[sales.region == \"East\"].revenue.sum():,.2f};East | {sales[(sales.region == \"East\") & sales.date.str.startswith(\"2026\")].revenue.sum():,.2f}'",
    )]);
}

#[test]
fn follow_ups_keep_what_was_asked_and_change_what_they_name() {
    let (mut python, files) = Python::start();
    let sales: Vec<planner::File> =
        files.into_iter().filter(|file| file.name == "sales.csv").collect();
    let cases = [
        (
            "top 2 customers by revenue",
            "and by region?",
            "f'{sales.groupby(\"region\").revenue.sum().idxmax()}** has the highest;{sales.groupby(\"region\").revenue.sum().max():,.2f}'",
        ),
        (
            "top 2 customers by revenue",
            "and by quantity?",
            "f'{sales.groupby(\"customer\").quantity.sum().idxmax()}** has the highest total quantity;{sales.groupby(\"customer\").quantity.sum().max():,}'",
        ),
        (
            "revenue in East",
            "how many rows is that",
            "f'{(sales.region == \"East\").sum():,} rows'",
        ),
        (
            "revenue by region",
            "as a pie",
            "f'{sales.groupby(\"region\").revenue.sum().max():,.2f}'",
        ),
        (
            "average price by category",
            "as a pie",
            "f'{sales.groupby(\"category\").price.mean().max():,.2f}'",
        ),
        (
            "ABC analysis of products by revenue",
            "only 2026",
            "f'{sales[sales.date.str.startswith(\"2026\")].groupby(\"product\").revenue.sum().sum():,.2f}'",
        ),
        (
            "How many rows? Then the total revenue by region.",
            "only Books",
            "f'{sales[(sales.region == \"East\") & (sales.category == \"Books\")].revenue.sum():,.2f}'",
        ),
        (
            "outliers in revenue",
            "and price?",
            "f'of {len(sales):,} values;{sales.price.max():,.2f}'",
        ),
    ];
    for (earlier, question, expression) in cases {
        let mut before = Vec::new();
        for part in earlier.split_inclusive(['.', '?']) {
            before.push(python.exchange(part.trim(), &before, &sales));
        }
        let turn = python.turn(question, &before, &sales);
        let wanted = python.value(expression);
        for part in wanted.split(';') {
            assert!(
                turn.answer.contains(part),
                "{earlier} / {question}: {part} is not in {}",
                turn.answer
            );
        }
        if earlier.starts_with("average") {
            assert!(turn.answer.contains("A pie needs parts"), "{}", turn.answer);
        } else if question == "as a pie" {
            let code = &turn.attempts.last().expect("a program").call.arguments;
            assert!(code.contains("ax.pie("), "no pie is drawn");
        }
    }
}
