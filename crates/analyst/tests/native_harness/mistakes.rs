//! What small models do wrong: programs that fail again, selections that match nothing, digits in
//! wrong groups.

use super::session::{Reply, Session, runs, says};

const CASES: &str =
    "type,amount,Household Income\nCriminal case,\"1,200\",5\nCivil,unknown,6\nCivil,3,7\n";

fn session() -> Session {
    Session::start("cases.csv", CASES)
}

fn block(code: &str) -> Reply {
    says(&format!("```python\n{code}\n```"))
}

const READ: &str = "import pandas as pd\ndf = pd.read_csv('cases.csv')\n";

#[test]
fn a_program_that_failed_does_not_run_again_and_the_model_reads_the_remedy() {
    let failing = format!("{READ}print(df['amount'].mean())");
    let same = format!("# The mean.\n{READ}\nprint( df[\"amount\"].mean() )");
    for (form, forms) in
        [("blocks", [block(&failing), block(&same)]), ("calls", [runs(&failing), runs(&same)])]
    {
        let [first, second] = forms;
        let replies =
            [first, second, runs(&format!("{READ}print(len(df))")), says("There are 3 rows.")];
        let played = session().ask("What is the mean amount?", replies);
        assert_eq!(played.steps.len(), 2, "{form}");
        let read = played.reported(2);
        for part in [
            "so it was not run again",
            "\"amount\" is text: 2 of 3 values are not numbers, such as \"1,200\", \"unknown\".",
            "The same error again.",
            r#"df["amount"] = pd.to_numeric(df["amount"].astype(str).str.replace(r"[,\s]", "", regex=True), errors="coerce")"#,
            "\"Household Income\"",
        ] {
            assert!(read.contains(part), "{form}: {part} is missing in\n{read}");
        }
        assert!(!played.reported(1).contains("The same error again."), "{}", played.reported(1));
    }
}

#[test]
fn a_column_that_the_profile_reads_as_numbers_is_read_as_the_profile_says() {
    let failing = [
        runs(&format!("{READ}df['amount'].mean()")),
        runs(&format!("{READ}1\ndf['amount'].mean()")),
    ];
    let played = Session::start("cases.csv", &CASES.replace("unknown", "4"))
        .ask("What is the mean?", failing.into_iter().chain([says("It cannot be computed.")]));
    let read = played.reported(2);
    assert!(
        read.contains(
            "which make numbers of \"amount\": df = pd.read_csv(\"cases.csv\", thousands=\",\")"
        ),
        "{read}"
    );
}

#[test]
fn the_same_error_of_other_programs_brings_the_remedy_and_then_asks_for_another_approach() {
    let programs = ["df['amount'].mean()", "x = df['amount'].mean()", "y = 1\ndf['amount'].mean()"];
    let failing = programs.map(|program| runs(&format!("{READ}{program}")));
    let played = session().ask(
        "What is the mean amount?",
        failing.into_iter().chain([says("It cannot be computed.")]),
    );
    let read: Vec<[bool; 2]> = (1..4)
        .map(|request| {
            ["The same error again. Right", "take another approach"]
                .map(|words| played.reported(request).contains(words))
        })
        .collect();
    assert_eq!(read, [[false, false], [true, false], [false, true]]);
    assert_eq!(played.steps.len(), 3);
}

#[test]
fn a_selection_that_matches_nothing_is_answered_with_the_nearest_values() {
    let wrong = format!("{READ}print((df['type'] == 'criminal').sum())");
    let right = format!("{READ}print((df['type'] == 'Criminal case').sum())");
    let played = session().ask(
        "How many criminal cases are there? Answer format: @count[count]",
        [
            block(&wrong),
            block(
                &right
                    .replace("print(", "print('@count[' + str(")
                    .replace(".sum())", ".sum()) + ']')"),
            ),
        ],
    );
    let read = played.reported(1);
    assert!(
        read.contains("No row matches \"type\" == \"criminal\". Nearest values of \"type\" (2 distinct): \"Criminal case\", \"Civil\"."),
        "{read}"
    );
    assert!(read.contains("compare with it exactly as it is written there"), "{read}");
    assert_eq!(played.turn.answer(), "@count[1]");
}

#[test]
fn an_answer_that_a_misspelt_value_made_is_doubted_once() {
    let wrong = |space: &str| {
        format!("{READ}{space}print('@count[' + str((df['type'] == 'civil').sum()) + ']')")
    };
    for (again, steps) in
        [(block(&wrong("x = 1\n")), 2), (block(&wrong("")), 1), (says("@count[0]"), 1)]
    {
        let played =
            session().ask("How many? Answer format: @count[count]", [block(&wrong("")), again]);
        assert_eq!((played.turn.answer(), played.steps.len()), ("@count[0]", steps));
        assert_eq!(played.turn.answer_for_model(), None);
    }
}

#[test]
fn a_column_that_does_not_exist_is_answered_with_those_that_fit_the_question() {
    let failing = |line: &str| runs(&format!("{READ}{line}"));
    let played = session().ask(
        "What is the income of the households?",
        [
            failing("df['income_of_all']"),
            failing("1\ndf['income_of_all']"),
            says("There is no such column."),
        ],
    );
    let read = played.reported(2);
    assert!(
        read.contains("Use only these names, exactly as written here: \"Household Income\"."),
        "{read}"
    );
}

#[test]
fn the_digits_of_an_answer_are_those_of_the_result() {
    let played =
        session().ask("What is the sum?", [runs("print(1012505879)"), says("It is 101,250,5879.")]);
    assert_eq!(played.turn.answer(), "It is 1,012,505,879.");
    assert_eq!(played.turn.answer_for_model(), Some("It is 101,250,5879."));
    assert_eq!(played.claims(), ["1,012,505,879: found"]);
}
