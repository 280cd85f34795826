//! Texts that stand among numbers, such as “<0.5”, and ratios of totals, from end to end: the
//! numbers in the answers are compared with ones that pandas computes here in another way.
#![allow(clippy::expect_used, missing_docs, unreachable_pub, dead_code)]

mod native_pandas {
    pub mod python;
}

use native_pandas::python::Python;

/// Samples of which some are below a limit of detection or beyond a scale, and some without clicks.
fn samples() -> String {
    let row = |n: usize| {
        let lead = match n {
            _ if n.is_multiple_of(18) => "<0.5".to_owned(),
            _ if n.is_multiple_of(25) => "HI".to_owned(),
            _ => format!("{}.{}", 1 + n % 9, n % 10),
        };
        let clicks = if n.is_multiple_of(7) { String::new() } else { (n * 5 % 23).to_string() };
        format!("S{n},{},{lead},{clicks},0.{}\n", ["Mill", "Quay", "Weir"][n % 3], 10 + n * 7 % 89)
    };
    let rows: String = (1..=90).map(row).collect();
    format!("sample,site,lead,clicks,spend\n{rows}")
}

#[test]
fn marks_are_counted_and_totals_divided() {
    let mut python = Python::without_files();
    let file = python.take_content("samples.csv", samples().as_bytes());
    let files = [file];
    let by_site = "(lambda t: t.spend / t.clicks)\
                   (samples.dropna(subset='clicks').groupby('site')[['spend', 'clicks']].sum())";
    let cases = [
        (
            "how many lead values are below the detection limit?",
            "f'**{(samples.lead == \"<0.5\").sum()} rows**'".to_owned(),
        ),
        ("how often was lead HI", "f'**{(samples.lead == \"HI\").sum()} rows**'".to_owned()),
        (
            "spend per click by site",
            format!("';'.join(f'| {{k}} | {{v:.4g}}' for k, v in {by_site}.items())"),
        ),
        (
            "spend per click",
            "(lambda t: f'**{t.spend.sum() / t.clicks.sum():.4g}**')(samples.dropna(subset='clicks'))"
                .to_owned(),
        ),
        (
            "which site has the highest spend per click",
            format!("'**' + {by_site}.idxmax() + '**'"),
        ),
    ];
    let mut wrong = Vec::new();
    for (question, expression) in &cases {
        let expected = python.value(expression);
        let answer = python.turn(question, &[], &files).answer;
        if !expected.split(';').all(|part| answer.contains(part)) {
            wrong.push(format!("{question}: no {expected}\n{answer}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
