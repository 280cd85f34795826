use kernel::{Outcome, Shown, TableData};
use serde_json::json;

use super::*;
use crate::unsupported;

mod names;
mod rows;

fn printed(code: &str, stdout: &str) -> Evidence {
    let mut evidence = Evidence::default();
    evidence.add_outcome(0, code, &Outcome { stdout: stdout.to_owned(), ..Outcome::default() });
    evidence
}

/// Returns the numbers of the answer with what supports each.
fn supports(answer: &str, question: &str, evidence: &Evidence) -> Vec<String> {
    let describe = |claim: Claim| {
        let written = &answer[claim.span.clone()];
        let support = match claim.support {
            Support::Found { r#match, .. } => format!("{:?}", r#match).to_lowercase(),
            Support::Derived { how, .. } => format!("{how:?}").to_lowercase(),
            Support::Question => "question".to_owned(),
            Support::Typed { .. } => "typed".to_owned(),
            Support::Parameter => "parameter".to_owned(),
            Support::OtherRow { .. } => "other row".to_owned(),
            Support::ByChance { .. } => "by chance".to_owned(),
            Support::Replaced { .. } => "replaced".to_owned(),
            Support::NotFound => "not found".to_owned(),
            Support::UnknownName => "unknown name".to_owned(),
        };
        format!("{written}: {support}")
    };
    check(answer, question, evidence).into_iter().map(describe).collect()
}

#[test]
fn numbers_are_found_in_the_forms_in_which_answers_state_them() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("32.204207968574636", "The mean is 32.20.", &["32.20: rounded"]),
        ("32.204207968574636", "The mean is 32.204207968574636.", &["32.204207968574636: exact"]),
        ("32.204207968574636", "The mean is 33.20.", &["33.20: not found"]),
        ("32.204207968574636", "The mean is 32.21.", &["32.21: not found"]),
        ("891", "891 rows", &["891: exact"]),
        ("891", "892 rows", &["892: not found"]),
        ("44871", "about 45,000", &["45,000: rounded"]),
        ("44871", "45,000", &["45,000: not found"]),
        ("44871", "44,871", &["44,871: exact"]),
        ("1234567.8", "1.2 million", &["1.2 million: rounded"]),
        ("1234567.8", "1.3 million", &["1.3 million: not found"]),
        ("0.3838", "38.4 %", &["38.4 %: fraction"]),
        ("0.3838", "38 percent", &["38 percent: fraction"]),
        ("38.38%", "38.4%", &["38.4%: rounded"]),
        ("-12.5", "it fell by 12.5", &["12.5: magnitude"]),
        ("-12.5", "a change of -12.5", &["-12.5: exact"]),
        ("12.5", "a change of -12.5", &["-12.5: not found"]),
        ("4.6", "5 of them", &["5: not found"]),
        (
            "2015-03-14 00:00:00    7.25",
            "On 14 March 2015: 7.25. In March 2015. In 2015.",
            &["14 March 2015: date", "7.25: exact", "March 2015: date", "2015: date"],
        ),
        ("2015-03-14    7.25", "On 15 March 2015", &["15 March 2015: not found"]),
        ("count  891.000000", "There are 891.", &["891: exact"]),
    ];
    for (stdout, answer, expected) in cases {
        assert_eq!(
            supports(answer, "", &printed("print(df)", stdout)),
            *expected,
            "{stdout} | {answer}"
        );
    }
}

#[test]
fn arithmetic_on_found_numbers_counts_and_says_how() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "male 577\nfemale 314",
            "577 men and 314 women, 891 in all",
            &["577: exact", "314: exact", "891: sum"],
        ),
        (
            "male 577\nfemale 314",
            "577 men and 314 women, 263 more men",
            &["577: exact", "314: exact", "263: difference"],
        ),
        (
            "a 120\nb 80",
            "120 against 80, 1.5 times as many",
            &["120: exact", "80: exact", "1.5: ratio"],
        ),
        (
            "a 120\nb 80",
            "It rose from 80 to 120, by 50%.",
            &["80: exact", "120: exact", "50%: change"],
        ),
        ("male 577\nfemale 314", "35.2% are women", &["35.2%: share"]),
        ("male 577\nfemale 314", "all 891 people", &["891: total"]),
        ("yes 38.4%", "38.4% did, the other 61.6% did not", &["38.4%: exact", "61.6%: complement"]),
        (
            "a 120\nb 80",
            "120 against 80, 1.7 times as many",
            &["120: exact", "80: exact", "1.7: not found"],
        ),
    ];
    for (stdout, answer, expected) in cases {
        assert_eq!(
            supports(answer, "", &printed("print(df)", stdout)),
            *expected,
            "{stdout} | {answer}"
        );
    }
}

#[test]
fn what_the_question_states_and_what_the_code_quotes_are_distinguished() {
    let evidence = printed(
        "print('The mean is 42.17')\nprint(f'{x:.2f} of 99.5')",
        "The mean is 42.17\n17.30 of 99.5",
    );
    assert_eq!(supports("42.17", "", &evidence), ["42.17: typed"]);
    assert_eq!(supports("17.3", "", &evidence), ["17.3: exact"]);
    assert_eq!(
        supports("The top 10 above 99.5", "top 10 above 99.5", &evidence),
        ["10: question", "99.5: question"]
    );
}

#[test]
fn a_formula_that_the_answer_writes_out_is_followed_and_a_wrong_result_of_it_is_not() {
    let mut apart = Evidence::default();
    for (at, value) in ["36109.0", "709235.7"].into_iter().enumerate() {
        apart.add_outcome(at, "x", &Outcome { stdout: value.to_owned(), ..Outcome::default() });
    }
    // The answer, and what supports its percentage.
    let cases = [
        ("The margin is **5.1 %** (36,109 / 709,235.7).", "5.1 %: share"),
        ("`36,109 / 709,235.7 = 5.1 %`", "5.1 %: share"),
        ("Profit is 36,109 and sales are 709,235.7: the margin is 5.1 %.", "5.1 %: share"),
        ("The overall profit margin is 5.1 %.", "5.1 %: share"),
        ("The margin is **5.4 %** (36,109 / 709,235.7).", "5.4 %: not found"),
        ("`36,109 / 709,235.7 = 50.1 %`", "50.1 %: not found"),
        ("Profit is 36,109 and sales are 709,235.7: the margin is 4.8 %.", "4.8 %: not found"),
    ];
    for (answer, expected) in cases {
        let supports = supports(answer, "", &apart);
        assert!(supports.contains(&expected.to_owned()), "{answer}\n{supports:?}");
    }
}

#[test]
fn a_number_that_is_stated_for_another_measure_is_not_supported() {
    let table = "region   sales   profit\nWest   725458   108418\nEast   678781   91523\nSouth   391722   46749";
    let described = "count    318.00\nmean     229.86\nstd      623.25\nmin        0.44\n50%       54.49\nmax    22638.48";
    let cases: &[(&str, &str, &[&str])] = &[
        (table, "West has a profit of 108,418.", &["108,418: exact"]),
        (table, "West has a profit of 725,458.", &["725,458: other row"]),
        (table, "West: sales of 725,458, profit of 108,418", &["725,458: exact", "108,418: exact"]),
        (
            table,
            "West: sales of 108,418, profit of 725,458",
            &["108,418: other row", "725,458: other row"],
        ),
        (table, "| region | profit |\n| --- | --- |\n| East | 678,781 |", &["678,781: other row"]),
        (described, "The mean is 229.86 and the median 54.49.", &["229.86: exact", "54.49: exact"]),
        (described, "The mean is 54.49.", &["54.49: other row"]),
        (described, "The standard deviation is 54.49.", &["54.49: other row"]),
        (described, "It ranges from 0.44 to 22,638.48.", &["0.44: exact", "22,638.48: exact"]),
    ];
    for (stdout, answer, expected) in cases {
        assert_eq!(supports(answer, "", &printed("print(df)", stdout)), *expected, "{answer}");
    }
}

#[test]
fn what_a_later_step_replaced_supports_nothing_and_doubts_go_with_the_mark() {
    let read = "df = pd.read_csv('bank.csv')\ndf['date'] = pd.to_datetime(df['date'])\nprint(df)";
    let corrected = read.replace("(df['date'])", "(df['date'], dayfirst=True)");
    let record = |total: u32, left_out: u32| {
        format!(
            "{{\"total\": {total}, \"rows\": 318, \"notes\": [\"{left_out} of 318 rows have no readable date and are left out.\"]}}"
        )
    };
    let mut evidence = Evidence::default();
    evidence.set_files([]);
    for (at, (code, stdout)) in
        [(read, record(4471, 200)), (&*corrected, record(9613, 3))].into_iter().enumerate()
    {
        evidence.add_outcome(at, code, &Outcome { stdout, ..Outcome::default() });
    }
    assert_eq!(supports("The total is 4,471.", "", &evidence), ["4,471: replaced"]);
    let claims = check("The total is 9,613.", "", &evidence);
    assert!(!claims[0].support.is_marked());
    assert_eq!(claims[0].doubts, ["3 of 318 rows have no readable date and are left out."]);
    let note =
        "Found in what the code printed. 3 of 318 rows have no readable date and are left out.";
    assert_eq!(claims[0].note().as_deref(), Some(note));
}

#[test]
fn values_of_tables_are_found_with_their_place() {
    let data = TableData {
        columns: vec!["region".to_owned(), "sales".to_owned()],
        types: vec!["text".to_owned(), "number".to_owned()],
        index_columns: 1,
        rows: vec![vec![json!("North"), json!(1234.567)], vec![json!("South"), json!(765.433)]],
        tail: Vec::new(),
        total_rows: 2,
        all_columns: None,
    };
    let shown = Shown { data: Some(data), ..Shown::default() };
    let mut evidence = Evidence::default();
    evidence.add_outcome(
        4,
        "df",
        &Outcome { results: vec![Shown::default(), shown], ..Outcome::default() },
    );
    let claims = check("North has 1,234.57, together 2,000.", "", &evidence);
    let source = Source { at: 4, place: crate::Place::Result(1) };
    let supports: Vec<Support> = claims.iter().map(|claim| claim.support).collect();
    assert_eq!(supports[0], Support::Found { source, r#match: Match::Rounded, value: 1234.567 });
    assert_eq!(
        supports[1],
        Support::Derived { source, how: Arithmetic::Total, left: 2000.0, right: 2.0 }
    );
    assert!(!unsupported("**North** has 1,234.57", "", &evidence));
    assert!(unsupported("**East** has 1,234.57", "", &evidence));
}

#[test]
fn what_names_the_rows_of_a_table_is_not_added_up() {
    let guests = [18, 34, 50, 66, 82, 98, 114, 130, 146, 162, 178, 194];
    let data = TableData {
        columns: vec!["month".to_owned(), "guests".to_owned()],
        types: vec!["number".to_owned(), "number".to_owned()],
        index_columns: 1,
        rows: guests
            .iter()
            .zip(1..)
            .map(|(guests, month)| vec![json!(month), json!(guests)])
            .collect(),
        tail: Vec::new(),
        total_rows: 12,
        all_columns: None,
    };
    let shown = Shown { data: Some(data), ..Shown::default() };
    let mut evidence = Evidence::default();
    evidence.add_outcome(0, "df", &Outcome { results: vec![shown], ..Outcome::default() });
    // 4 of 78 are 5.1 %, of the months' own numbers.
    for (answer, expected) in [
        ("In January there were 18 guests; that is 1.4 % of all.", ["18: exact", "1.4 %: share"]),
        (
            "In January there were 18 guests; that is 5.1 % of all.",
            ["18: exact", "5.1 %: not found"],
        ),
    ] {
        assert_eq!(supports(answer, "", &evidence), expected);
    }
}

#[test]
fn an_answer_without_executions_states_no_numbers_names_or_work() {
    let evidence = Evidence::default();
    for answer in [
        "The mean fare is 32.2.",
        "The region with the highest sales is North.",
        "I have plotted the sales.",
        "The chart above shows it.",
        "The cleaned file has been saved.",
        "It is **Berlin**.",
    ] {
        assert!(unsupported(answer, "mean fare by region?", &evidence), "{answer}");
    }
    for answer in [
        "Which of the columns do you mean?",
        "I cannot answer that without a file. Please add one.",
        "Hello! I can analyse your data.",
        "The mean is the sum divided by the count.",
    ] {
        assert!(!unsupported(answer, "mean fare by region?", &evidence), "{answer}");
    }
}

#[test]
fn code_and_addresses_state_nothing() {
    let evidence = printed("", "12");
    let answer = "12 of\n```python\ndf.head(77)\n```\n[page 3](https://a.example/99) **13**";
    assert_eq!(supports(answer, "", &evidence), ["12: exact", "3: not found", "13: not found"]);
    assert_eq!(supports("```\n77", "", &evidence), Vec::<String>::new());
}

#[test]
fn a_value_that_the_interpreter_found_near_is_a_known_name_and_its_digits_are_no_results() {
    let mut evidence = Evidence::default();
    let finding = kernel::Finding::NoMatch {
        column: "type".into(),
        test: "==".into(),
        value: "criminal".into(),
        nearest: vec!["Criminal Case 4711".into()],
        distinct: 3,
    };
    let outcome = Outcome { stdout: "0".into(), findings: vec![finding], ..Outcome::default() };
    evidence.add_outcome(0, "print((df['type'] == 'criminal').sum())", &outcome);
    assert!(evidence.mentions("Criminal Case") && !evidence.mentions("Civil"));
    let claims = crate::check("There are 4711.", "", &evidence);
    assert!(matches!(claims[..], [Claim { support: Support::NotFound, .. }]), "{claims:?}");
}
