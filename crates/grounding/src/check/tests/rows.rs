//! Which row a number belongs to, in tables, lists and JSON.

use super::{printed, supports};

/// The same values, as different code prints them.
const FORMS: [&str; 9] = [
    "region\nNorth    120\nSouth     80\nEast      64\nName: sales, dtype: int64",
    "        sales  orders\nregion               \nNorth     120      31\nSouth      80      17\nEast       64      12",
    "North | 120 | 31\nSouth | 80 | 17\nEast | 64 | 12",
    r#"{"regions": 3, "by_region": {"North": {"sales": 120, "orders": 31}, "South": {"sales": 80, "orders": 17}, "East": {"sales": 64, "orders": 12}}}"#,
    "The record:\n{\n  \"rows\": [\n    {\"region\": \"North\", \"sales\": 120},\n    {\"region\": \"South\", \"sales\": 80},\n    {\"region\": \"East\", \"sales\": 64}\n  ]\n}\nDone.",
    r#"{"North": 120, "South": 80, "East": 64}"#,
    "{'North': np.float64(120.0), 'South': np.float64(80.0), 'East': np.float64(64.0)}",
    r#"[["North", 120], ["South", 80], ["East", 64]]"#,
    r#"{"result": {"table": [{"region": "North", "total": {"sales": 120}}, {"region": "South", "total": {"sales": 80}}, {"region": "East", "total": {"sales": 64}}]}}"#,
];

#[test]
fn numbers_of_rows_are_found_and_those_of_other_rows_are_not() {
    let right = [
        "North leads with 120, ahead of South with 80 and East with 64.",
        "120 in the North, 80 in the South and 64 in the East.",
        "North, South and East come to 120, 80 and 64.",
        "- **North**: 120\n- **South**: 80\n- **East**: 64",
        "| Region | Sales |\n|---|---|\n| North | 120 |\n| South | 80 |\n| East | 64 |",
        "North is first: it has 120. South has 80.",
        "North is first. It has 120 against 80.",
    ];
    let wrong = [
        ("North leads with 80, ahead of South with 120.", 2),
        ("80 in the North and 120 in the South.", 2),
        ("North, South and East come to 120, 64 and 80.", 2),
        ("- **North**: 80\n- **South**: 80\n- **East**: 64", 1),
        ("| Region | Sales |\n|---|---|\n| North | 64 |\n| South | 80 |\n| East | 120 |", 2),
        ("North has 64.", 1),
    ];
    for form in FORMS {
        let evidence = printed("", form);
        for answer in right {
            let other = supports(answer, "", &evidence);
            assert!(
                !other.iter().any(|support| !support.ends_with("exact")),
                "{form}\n{answer}\n{other:?}"
            );
        }
        for (answer, marks) in wrong {
            let supports = supports(answer, "", &evidence);
            let marked = supports.iter().filter(|support| support.ends_with("other row")).count();
            assert_eq!(marked, marks, "{form}\n{answer}\n{supports:?}");
        }
    }
}

#[test]
fn labels_of_measures_may_be_said_in_other_words() {
    let evidence = printed("", r#"{"count": 891, "mean": 32.2, "std": 49.7, "max": 512.33}"#);
    let answer =
        "The mean fare of the 891 passengers is 32.2, with a deviation of 49.7 and 512.33 at most.";
    assert_eq!(
        supports(answer, "", &evidence),
        ["891: exact", "32.2: exact", "49.7: exact", "512.33: exact"]
    );
}

#[test]
fn a_number_of_few_digits_in_a_long_result_needs_the_name_of_its_row() {
    let lines: String = (0..400).map(|at| format!("town{at:03}  {}\n", (at * 37) % 500)).collect();
    let evidence = printed("", &lines);
    assert_eq!(supports("There are 74.", "", &evidence), ["74: by chance"]);
    assert_eq!(supports("In town002 there are 74.", "", &evidence), ["74: exact"]);
    assert_eq!(supports("In town003 there are 74.", "", &evidence), ["74: other row"]);
}

#[test]
fn a_long_output_is_known_by_its_first_and_last_lines() {
    let lines = "nothing is here\n".repeat(5_000);
    let evidence =
        printed("", &format!("first 70,123\n{lines}middle 140,456\n{lines}last 210,789\n"));
    let check = |answer: &str| supports(answer, "", &evidence);
    assert_eq!(check("The first is 70,123."), ["70,123: exact"]);
    assert_eq!(check("The last is 210,789."), ["210,789: exact"]);
    assert_eq!(check("The middle is 140,456."), ["140,456: not found"]);
}

#[test]
fn a_name_that_is_stated_as_a_result_is_somewhere() {
    let evidence = printed("", "North  120\nSouth  80");
    let check = |answer: &str| supports(answer, "Which region sells most?", &evidence);
    assert_eq!(check("North has the highest sales."), [""; 0]);
    assert_eq!(check("Wessex has the highest sales."), ["Wessex: unknown name"]);
    assert_eq!(check("The best region is **Wessex**, in March."), ["Wessex: unknown name"]);
    assert_eq!(check("Overall, the North did best."), [""; 0]);
}

#[test]
fn what_the_answer_lists_and_what_the_code_compares_with_is_counted_and_used() {
    let evidence = printed("print(df[df.amount > 250])", "North  1200\nSouth  800");
    assert_eq!(
        supports("2 regions are above 250:\n\n- North\n- South\n- both", "", &evidence),
        ["2: exact", "250: parameter"]
    );
    assert_eq!(supports("These 3:\n\n- North\n- South\n- both", "", &evidence), ["3: count"]);
}

#[test]
fn a_table_that_was_shown_twice_is_one_table() {
    let mut evidence = printed("", FORMS[0]);
    let again = kernel::Outcome { stdout: FORMS[0].to_owned(), ..kernel::Outcome::default() };
    evidence.add_outcome(1, "", &again);
    assert_eq!(
        supports("North comes to 80 and South to 120.", "", &evidence),
        ["80: other row", "120: other row"]
    );
    assert_eq!(
        supports("North comes to 120 and South to 80.", "", &evidence),
        ["120: exact", "80: exact"]
    );
}
