use agent::{Ending, FencedMode};
use chat::{Message, Part};

use super::{
    Reply::{self, Runs, Says},
    outcome, play_turn,
};
use crate::{
    Conversation, Mode, Turn,
    fixtures::{context, sales, silent},
};

const BLOCK: &str = "```python\nprint(1)\n```";

/// Plays a turn with a question that asks for a format.
fn play(fenced: FencedMode, mode: Mode, replies: Vec<Reply>) -> (Turn, Ending, Vec<Vec<Message>>) {
    let question = "The mean? Answer format: @mean[mean, rounded to two decimals]";
    let context = context(vec![sales("cell")], fenced, mode);
    play_turn(Conversation::default().begin(question, &context, 0.0), replies)
}

fn text(message: &Message) -> String {
    match message {
        Message::System(text) | Message::Assistant { text, .. } | Message::Tool { text, .. } => {
            text.clone()
        }
        Message::User(parts) => parts
            .iter()
            .map(|part| if let Part::Text(text) = part { text.as_str() } else { "" })
            .collect(),
    }
}

fn last(messages: &[Message]) -> String {
    text(messages.last().unwrap())
}

#[test]
fn a_printed_line_is_the_answer_of_a_model_that_writes_code_blocks() {
    for (mode, kept) in [
        (Mode::Printed, "@mean[17.46]"),
        (Mode::Ask, "@mean[17.46]"),
        (Mode::Shape, "(The user was shown what the code printed.)"),
    ] {
        let replies = vec![Says(BLOCK), Runs(outcome("rows 9\n@mean[17.4567]\n"))];
        let (turn, ending, requests) = play(FencedMode::Always, mode, replies);
        assert_eq!(
            (turn.answer(), ending.rejected, requests.len()),
            ("@mean[17.46]", false, 1),
            "{mode:?}"
        );
        assert_eq!(last(turn.messages()), kept, "{mode:?}");
    }
}

#[test]
fn nothing_of_an_undisclosed_line_reaches_the_model() {
    let mut conversation = Conversation::default();
    let context = context(vec![sales("cell")], FencedMode::Always, Mode::Shape);
    let turn = conversation.begin("Answer format: @mean[mean, two decimals]", &context, 0.0);
    let (turn, ..) = play_turn(turn, vec![Says(BLOCK), Runs(outcome("@mean[17.4567]"))]);
    conversation.finish(&turn);
    let sent: String =
        conversation.begin("And now?", &context, 0.0).messages().iter().map(text).collect();
    assert!(turn.answer().contains("17.46") && !sent.contains("17.4"), "{sent}");
}

#[test]
fn a_printed_line_replaces_the_wording_of_a_model_that_calls_tools() {
    for (answer, expected) in [
        ("It is 17.4567.", "It is 17.4567.\n\n@mean[17.46]"),
        ("@mean[17.4]", "@mean[17.46]"),
        ("Done: @mean[17.46]", "Done: @mean[17.46]"),
    ] {
        let replies = vec![Runs(outcome("@mean[17.4567]")), Says(answer)];
        let (turn, ending, _) = play(FencedMode::Auto, Mode::Printed, replies);
        assert_eq!((turn.answer(), ending.rejected), (expected, false), "{answer}");
        assert_eq!(last(turn.messages()), answer, "the transcript has the model's words");
    }
}

#[test]
fn an_answer_without_the_format_is_sent_back_once_and_then_stands() {
    let replies = vec![Runs(outcome("17.4 of 20")), Says("It is 17.4."), Says("I said 17.4.")];
    let (turn, ending, requests) = play(FencedMode::Auto, Mode::Printed, replies);
    assert_eq!((turn.answer(), ending.rejected), ("I said 17.4.", false));
    assert!(last(&requests[2]).contains("print(f\"@mean[{mean:.2f}]\")"), "{}", last(&requests[2]));
}

#[test]
fn code_that_misses_the_answer_is_sent_back_with_what_to_print() {
    let failed = |message: &str| {
        let error = kernel::PythonError {
            name: "KeyError".into(),
            value: message.into(),
            traceback: String::new(),
        };
        Box::new(kernel::Outcome { status: kernel::Status::Error, error: Some(error), ..silent() })
    };
    for (outcomes, same, said, statement, sent) in [
        (vec![outcome("")], false, "The code printed nothing.", true, 4),
        (vec![outcome("17.4 of 20")], false, "not the answer in the format", true, 4),
        (vec![outcome("@mean[nan]")], false, "The result is nan", false, 4),
        (vec![failed("a")], false, "Your code failed.", false, 4),
        (vec![failed("a"), failed("b")], false, "Your code failed.", false, 4),
        (vec![failed("a"), failed("a")], false, "The same error again", true, 4),
        // The code that failed twice is not shown; its error follows the question.
        (vec![failed("a"), failed("a")], true, "so it was not run again", true, 2),
    ] {
        let before = outcomes.len();
        let blocks = ["```python\nprint(1)\n```", "```python\nprint(2)\n```"];
        let mut replies: Vec<Reply> = outcomes
            .into_iter()
            .enumerate()
            .flat_map(|(at, outcome)| {
                // The same code does not run again.
                let runs = (!same || at == 0).then_some(Runs(outcome));
                std::iter::once(Says(blocks[if same { 0 } else { at }])).chain(runs)
            })
            .collect();
        replies.extend([Says("```python\nprint(3)\n```"), Runs(outcome("@mean[1]"))]);
        let (turn, _, requests) = play(FencedMode::Always, Mode::Printed, replies);
        let next = last(&requests[before]);
        assert_eq!(turn.answer(), "@mean[1]");
        assert!(next.contains(said) && next.contains("print(f") == statement, "{next}");
        assert_eq!(
            requests[before].len(),
            sent,
            "system prompt, question, and the latest attempt: {said}"
        );
    }
}

#[test]
fn what_to_do_next_depends_on_no_outcome_that_the_model_may_not_see() {
    let next = |printed: &str| {
        let replies = vec![Says(BLOCK), Runs(outcome(printed)), Says("It is shown.")];
        let requests = play(FencedMode::Always, Mode::Shape, replies).2;
        last(&requests[1])
    };
    assert_eq!(next("17.4 of 20"), next("17.4 of 30"));
    assert!(!next("17.4 of 20").contains("format"));
}
