use agent::{Ending, FencedMode};
use chat::{Delta, FinishReason};
use grounding::Support;
use kernel::Outcome;

mod format;

use super::{Step, Turn};
use crate::{
    Conversation, Facts, Mode, disclose,
    fixtures::{context, sales, silent},
};

fn outcome(stdout: &str) -> Box<Outcome> {
    Box::new(Outcome { stdout: stdout.to_owned(), ..silent() })
}

fn failure() -> Box<Outcome> {
    Box::new(Outcome { status: kernel::Status::Error, ..*outcome("17\n") })
}

/// Plays a model: each reply is an answer, or `run` followed by the outcome of the code.
enum Reply {
    Says(&'static str),
    Runs(Box<Outcome>),
}
use Reply::{Runs, Says};

fn play(conversation: &mut Conversation, files: usize, replies: Vec<Reply>) -> (Turn, Ending) {
    play_in(Mode::Printed, conversation, files, replies)
}

fn play_in(
    mode: Mode,
    conversation: &mut Conversation,
    files: usize,
    replies: Vec<Reply>,
) -> (Turn, Ending) {
    let files = vec![sales("cell"); files];
    let turn =
        conversation.begin("mean of the amounts?", &context(files, FencedMode::Auto, mode), 0.0);
    let (turn, ending, _) = play_turn(turn, replies);
    conversation.finish(&turn);
    (turn, ending)
}

/// Plays the turn to its end; returns each request's messages too.
fn play_turn(mut turn: Turn, replies: Vec<Reply>) -> (Turn, Ending, Vec<Vec<chat::Message>>) {
    let mode = turn.disclosure;
    let mut requests = Vec::new();
    let mut replies = replies.into_iter();
    let mut pending = None;
    loop {
        match turn.next(0.0) {
            Step::CallModel(request) => {
                requests.push(request.messages);
                let deltas = match replies.next().unwrap() {
                    Says(text) => {
                        vec![Delta::Text(text.to_owned()), Delta::Finish(FinishReason::Stop)]
                    }
                    Runs(outcome) => {
                        pending = Some(outcome);
                        let arguments = r#"{"code": "print(df)"}"#.to_owned();
                        let name = Some("run_python".to_owned());
                        let call = Delta::ToolCall {
                            index: 0,
                            id: Some("a".to_owned()),
                            name,
                            arguments,
                            extra: None,
                        };
                        vec![call, Delta::Finish(FinishReason::ToolCalls)]
                    }
                };
                deltas.into_iter().for_each(|delta| turn.delta(delta).unwrap());
                turn.model_ended().unwrap();
            }
            Step::RunPython(calls) => {
                let outcome = pending.take().or_else(|| match replies.next() {
                    Some(Runs(outcome)) => Some(outcome),
                    _ => None,
                });
                let (outcome, code) = (outcome.unwrap(), &calls[0].run.code);
                turn.executed(7, code, &outcome);
                let facts = Facts {
                    question: "",
                    code,
                    profiles: &[],
                    images_allowed: false,
                    pictures: &[],
                };
                turn.tool_result(&calls[0].id, disclose(mode, &outcome, &facts)).unwrap();
            }
            Step::Done(ending) => {
                assert_eq!(replies.count(), 0, "the whole script was played");
                return (turn, ending, requests);
            }
        }
    }
}

#[test]
fn an_answer_that_nothing_has_computed_is_sent_back_once_and_then_marked() {
    let cases: [(&str, Vec<Reply>, bool, &str); 8] = [
        ("computed", vec![Runs(outcome("32.2")), Says("It is 32.2.")], false, "It is 32.2."),
        (
            "asked again",
            vec![Says("It is 32.2."), Runs(outcome("17")), Says("It is 17.")],
            false,
            "It is 17.",
        ),
        ("invented twice", vec![Says("It is 32.2."), Says("It is 32.3.")], true, "It is 32.3."),
        (
            "a name",
            vec![Says("The best is Berlin."), Says("I cannot say.")],
            false,
            "I cannot say.",
        ),
        (
            "work",
            vec![Says("I have plotted it."), Says("I have plotted it.")],
            true,
            "I have plotted it.",
        ),
        (
            "failed code",
            vec![Runs(failure()), Says("It is 32.2."), Says("It is 32.2.")],
            true,
            "It is 32.2.",
        ),
        (
            "silent code",
            vec![Runs(outcome(" ")), Says("It is 32.2."), Says("It failed.")],
            false,
            "It failed.",
        ),
        (
            "a question back",
            vec![Says("Which column do you mean?")],
            false,
            "Which column do you mean?",
        ),
    ];
    for (name, replies, rejected, answer) in cases {
        let (turn, ending) = play(&mut Conversation::default(), 1, replies);
        assert_eq!((ending.rejected, turn.answer()), (rejected, answer), "{name}");
    }
}

#[test]
fn earlier_results_and_sessions_without_files_need_no_execution() {
    let mut conversation = Conversation::default();
    play(&mut conversation, 1, vec![Runs(outcome("mean 32.2")), Says("It is 32.2.")]);
    let (turn, ending) = play(&mut conversation, 1, vec![Says("As before, 32.2.")]);
    assert!(!ending.rejected);
    assert!(matches!(turn.claims()[0].support, Support::Found { source, .. } if source.at == 7));

    let (turn, ending) = play(&mut Conversation::default(), 0, vec![Says("It appeared in 1991.")]);
    assert!(!ending.rejected && turn.claims().is_empty());
}

#[test]
fn counts_that_the_prompt_states_need_no_execution() {
    let rows = sales("cell").tables[0].rows;
    let play = |answer: String| {
        let says = || Says(answer.clone().leak());
        play(&mut Conversation::default(), 1, vec![says(), says()])
    };
    let stays = format!("It has {rows} rows.");
    let mut conversation = Conversation::default();
    assert!(!self::play(&mut conversation, 1, vec![Says(stays.leak())]).1.rejected);
    for invented in [format!("The mean is {rows}."), format!("The mean of the rows is {rows}.00.")]
    {
        assert!(play(invented.clone()).1.rejected, "{invented}");
    }
}

#[test]
fn a_model_cannot_find_out_values_that_it_may_not_see_by_stating_guesses() {
    let cases = [
        (Mode::Printed, Mode::Printed, false),
        (Mode::Printed, Mode::Shape, true),
        (Mode::Shape, Mode::Shape, true),
        (Mode::Shape, Mode::Printed, true),
    ];
    for (earlier, now, rejected) in cases {
        let mut conversation = Conversation::default();
        play_in(
            earlier,
            &mut conversation,
            1,
            vec![Runs(outcome("mean 32.2")), Says("It is shown above.")],
        );
        let guess = || Says("It is 32.2.");
        let replies = if rejected { vec![guess(), guess()] } else { vec![guess()] };
        let (_, ending) = play_in(now, &mut conversation, 1, replies);
        assert_eq!(ending.rejected, rejected, "{earlier:?}, then {now:?}");
    }
}

#[test]
fn a_model_that_writes_a_failing_program_again_is_asked_at_another_temperature() {
    let context = context(vec![sales("cell")], FencedMode::Always, Mode::Printed);
    let mut turn = Conversation::default().begin("mean of the amounts?", &context, 0.0);
    let error = kernel::PythonError {
        name: "KeyError".into(),
        value: "a".into(),
        traceback: String::new(),
    };
    let failed = Outcome { status: kernel::Status::Error, error: Some(error), ..silent() };
    let facts =
        Facts { question: "", code: "", profiles: &[], images_allowed: false, pictures: &[] };
    let mut temperatures = Vec::new();
    for _ in 0..3 {
        let Step::CallModel(request) = turn.next(0.0) else {
            panic!("a call of the model is next")
        };
        temperatures.push(request.options.temperature);
        turn.delta(Delta::Text("```python\nprint(df)\n```".into())).unwrap();
        turn.delta(Delta::Finish(FinishReason::Stop)).unwrap();
        turn.model_ended().unwrap();
        if let Step::RunPython(calls) = turn.next(0.0) {
            turn.executed(7, &calls[0].run.code, &failed);
            turn.tool_result(&calls[0].id, disclose(Mode::Printed, &failed, &facts)).unwrap();
        }
    }
    assert_eq!(temperatures, [None, None, Some(super::VARIED)]);
}
