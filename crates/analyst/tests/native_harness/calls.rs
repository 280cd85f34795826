//! Models with typical behaviour: they write fenced Python, call what does not exist, and repeat
//! what fails.

use agent::Stopped;
use kernel::Status;

use super::session::{Session, calls, runs, says};

const BLOCK: &str =
    "```python\nfenced = globals().get('fenced', 0) + 1\nprint('fenced ran', fenced)\n```";

fn session() -> Session {
    Session::start("orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n")
}

#[test]
fn a_guessed_column_comes_back_as_an_error_and_the_model_corrects_itself() {
    let guess = "import pandas as pd\ndf = pd.read_csv('orders.csv')\ndf['price'].sum()";
    let replies =
        [runs(guess), runs("df['amount'].sum()"), says("The orders come to **100.0** in total.")];
    let played = session().ask("what do the orders come to?", replies);
    let statuses: Vec<Status> = played.steps.iter().map(|(_, outcome)| outcome.status).collect();
    assert_eq!(statuses, [Status::Error, Status::Ok]);
    let reported = played.reported(1);
    assert!(reported.contains("KeyError: 'price'") && reported.contains("line 3"), "{reported}");
    assert!(played.reported(2).contains("100"), "{}", played.reported(2));
    assert_eq!(played.claims(), ["100.0: found"]);
}

#[test]
fn calls_of_one_reply_run_in_order_and_are_each_answered_once() {
    let code = |code: &str| serde_json::json!({ "code": code }).to_string();
    let codes = ["a = 20", "b = a + 1\nb", "b * 2"].map(code);
    let three = codes.each_ref().map(|code| ("run_python", code.as_str()));
    let played =
        session().ask("compute in three steps", [calls(&three), says("The answer is 42.")]);
    let results = played.results(1);
    assert_eq!(results.len(), 3);
    assert!(results[1].ends_with("[1] 21") && results[2].ends_with("[1] 42"), "{results:?}");
}

#[test]
fn arguments_that_do_not_parse_and_tools_that_do_not_exist_go_back_to_the_model() {
    let replies = [
        calls(&[("run_python", r#"{"code": "1+"#)]),
        calls(&[("run_shell", r#"{"command": "ls"}"#), ("run_python", r#"{"text": "1 + 1"}"#)]),
        runs("6 * 7"),
        says("Forty-two."),
    ];
    let played = session().ask("try hard", replies);
    assert_eq!((played.turn.answer(), played.steps.len()), ("Forty-two.", 1));
    let result = |request: usize, at: usize| played.results(request)[at].clone();
    assert!(result(1, 0).starts_with("The arguments are not valid JSON: "), "{}", result(1, 0));
    let unknown = "There is no tool named \"run_shell\". The tools are: run_python(";
    assert!(result(2, 1).starts_with(unknown), "{}", result(2, 1));
    let without = "The arguments have no \"code\"; they have: text.";
    assert!(result(2, 2).starts_with(without), "{}", result(2, 2));
}

#[test]
fn a_model_that_repeats_the_same_failing_call_ends_its_turn() {
    let played = session().ask("loop for me", std::iter::repeat_n(runs("undefined_name"), 4));
    assert_eq!((played.ending.reason.clone(), played.requests.len()), (Stopped::Repeats, 4));
    assert_eq!(played.steps.len(), 1, "it ran once");
    let message = "The model made the same failing call 4 times, so the answer was stopped. Ask in other words.";
    assert_eq!(played.ending.message.as_deref(), Some(message));
}

#[test]
fn fenced_python_runs_as_a_call_and_code_in_the_final_answer_does_not_run_again() {
    let first = format!("Let me compute that.\n\n{BLOCK}");
    let last = format!("It ran. The code was:\n\n{BLOCK}");
    let played = session().ask("count", [says(&first), says(&last)]);
    assert_eq!((played.steps.len(), played.turn.answer()), (1, last.as_str()));
    assert_eq!(played.steps[0].1.stdout, "fenced ran 1\n");
    assert!(played.reported(1).contains("fenced ran 1"), "{}", played.reported(1));
}

#[test]
fn a_model_that_writes_fenced_python_is_offered_no_tools_from_then_on_and_what_it_prints_is_the_answer()
 {
    let mut session = session();
    let tools = session.ask("count", [says(BLOCK), says("It ran.")]).requests[0].tools.len();
    assert_eq!(tools, 1);
    let question = "How many rows? Answer format: @rows[number of rows, an integer]";
    let played = session.ask(question, [says("```python\nprint(f'@rows[{len(df)}]')\n```")]);
    assert_eq!((played.turn.answer(), played.requests.len()), ("@rows[3]", 1));
    let (code, _) = &played.steps[0];
    assert!(
        code.contains("df = pd.read_csv(\"orders.csv\")"),
        "what it left out is part of the code: {code}"
    );
    assert!(played.requests[0].tools.is_empty());
    assert!(played.reported(0).contains("print(f\"@rows[{rows}]\")"), "{}", played.reported(0));
}

#[test]
fn the_line_that_a_question_asks_for_stays_as_it_was_printed_whatever_the_model_says() {
    let code =
        "import pandas as pd\nprint(f\"@total[{pd.read_csv('orders.csv').amount.sum() / 3}]\")";
    let question = "A third of the total? Answer format: @total[total, rounded to two decimals]";
    let played = session().ask(question, [runs(code), says("It is about 33 in total.")]);
    assert_eq!(played.turn.answer(), "It is about 33 in total.\n\n@total[33.33]");
}
