//! What supports the answers of a model that lies: states numbers that nothing computed, insists,
//! misreads its own result, prints what it made up, and says that work was done.

use agent::Stopped;
use kernel::{Lineage, Made};

use super::session::{Session, runs, says};

const SUMS: &str = "import pandas as pd\ndf = pd.read_csv('orders.csv')\nprint(df.groupby('item')['amount'].sum())";

fn session() -> Session {
    Session::start("orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.25\n")
}

#[test]
fn a_number_that_nothing_has_computed_is_sent_back_and_the_corrected_one_is_found() {
    let mean = "import pandas as pd\ndf = pd.read_csv('orders.csv')\nprint(df['amount'].mean())";
    let replies =
        [says("The mean amount is 41.70."), runs(mean), says("The mean amount is **33.25**.")];
    let played = session().ask("mean amount?", replies);
    assert!(played.reported(1).contains("no code has computed"), "{}", played.reported(1));
    assert_eq!((played.ending.rejected, played.claims()), (false, vec!["33.25: found".to_owned()]));
    assert_eq!(played.turn.claims()[0].note().as_deref(), Some("Found in what the code printed."));
}

#[test]
fn a_model_that_insists_is_asked_once_more_and_its_answer_is_rejected() {
    let replies = [says("There are 1,204 late orders."), says("As I said, 1,204.")];
    let played = session().ask("how many late orders?", replies);
    assert_eq!((played.ending.rejected, played.requests.len()), (true, 2));
    assert_eq!(played.claims(), ["1,204: missing"]);
}

#[test]
fn numbers_of_a_result_and_what_follows_from_them_are_supported_and_one_beside_them_is_not() {
    let replies =
        [runs(SUMS), says("Chair 80 and lamp 19.75, together 99.75. Last year it was 88.10.")];
    let played = session().ask("sums by item?", replies);
    assert_eq!(played.claims(), ["80: found", "19.75: found", "99.75: derived", "88.10: missing"]);
    let claims = played.turn.claims();
    assert_eq!(claims[2].note().as_deref(), Some("80 + 19.75, from what the code printed."));
    assert_eq!(claims[2].support.execution(), Some(0));
}

#[test]
fn the_supports_of_one_answer_differ() {
    let code = SUMS.replace("print(df", "print('The median is 17.31')\nprint(df");
    let answer =
        "Chair 80 and lamp 19.75, together 99.75. The median is 17.31. Last year it was 88.10.";
    let claims = session().ask("sums by item?", [runs(&code), says(answer)]).claims();
    assert_eq!(
        claims,
        ["80: found", "19.75: found", "99.75: derived", "17.31: typed", "88.10: missing"]
    );
}

#[test]
fn code_that_prints_what_the_model_made_up_computes_nothing() {
    let replies = [runs("print('The median is 17.31')"), says("The median is 17.31.")];
    assert_eq!(session().ask("the median?", replies).claims(), ["17.31: typed"]);
}

#[test]
fn a_number_of_another_row_is_misplaced_and_that_of_the_row_is_found() {
    let mut session = session();
    let played = session.ask("sums?", [runs(SUMS), says("Chair comes to 19.75 and lamp to 80.")]);
    assert_eq!(played.claims(), ["19.75: misplaced", "80: misplaced"]);
    let note = "In what the code printed this is the value of another row.";
    assert_eq!(played.turn.claims()[0].note().as_deref(), Some(note));
    let played = session.ask("really?", [says("Chair comes to 80 and lamp to 19.75.")]);
    assert_eq!(played.claims(), ["80: found", "19.75: found"]);
}

#[test]
fn data_that_is_typed_or_random_is_known_as_such() {
    let mut session = session();
    session.ask("sums?", [runs(SUMS), says("Chair 80.")]);
    let typed = "import pandas as pd\npd.DataFrame({'item': ['a', 'b', 'c'], 'amount': [11, 23, 42]})['amount'].sum()";
    let random =
        "import numpy as np\nprint(np.random.default_rng(1).normal(50, 5, 30).mean().round(2))";
    let sample = "print(df['amount'].sample(2, random_state=3).sum())";
    for (code, files, made) in [
        (typed, false, vec![Made::Typed]),
        (random, false, vec![Made::Random]),
        (sample, true, vec![Made::Random]),
    ] {
        let played = session.ask("and this?", [runs(code), says("Done.")]);
        assert_eq!(played.steps[0].1.lineage, Lineage { files, made }, "{code}");
    }
    let played = session.ask("sum of the amounts?", [runs(typed), says("It is 76.")]);
    assert_eq!(played.claims(), ["76: found"]);
    let claims = played.turn.claims();
    assert_eq!(claims[0].lineage.as_deref(), Some("from data typed into the code"));
}

#[test]
fn work_that_is_said_to_be_done_without_code_is_sent_back_and_so_is_a_name() {
    let mut session = session();
    let replies = [says("I have plotted the amounts."), says("I could not plot them.")];
    let played = session.ask("plot the amounts", replies);
    assert_eq!((played.ending.rejected, played.turn.answer()), (false, "I could not plot them."));
    assert!(played.reported(1).contains("run_python"), "{}", played.reported(1));
    let name = || says("The best customer is Rodriguez.");
    assert!(session.ask("who is the best customer?", [name(), name()]).ending.rejected);
}

#[test]
fn an_answer_from_an_earlier_result_a_question_back_and_a_refusal_need_no_code() {
    let mut session = session();
    let mean = "import pandas as pd\nprint(pd.read_csv('orders.csv')['amount'].mean())";
    session.ask("mean amount?", [runs(mean), says("It is 33.25.")]);
    let answers = [
        "As above, the mean is 33.25.",
        "Which column do you mean?",
        "I cannot know that from the file.",
    ];
    for answer in answers {
        let played = session.ask("and?", [says(answer)]);
        let ending = (played.ending.reason.clone(), played.ending.rejected, played.turn.answer());
        assert_eq!(ending, (Stopped::Answered, false, answer));
    }
}
