use agent::{FencedMode, well_formed};
use chat::{Delta, FinishReason, Message, Part};

use super::Conversation;
use crate::{
    Context, Disclosed, Facts, Mode, Preferences, Step, Turn, disclose,
    fixtures::{context, sales, silent},
};

const SECRET: &str = "Sentinel9f3";

fn circumstances(fenced: FencedMode, disclosure: Mode, local: bool) -> Context {
    Context { local, ..context(vec![sales("cell")], fenced, disclosure) }
}

fn outcome() -> kernel::Outcome {
    kernel::Outcome { stdout: format!("{SECRET} {}", "x".repeat(3000)), ..silent() }
}

fn result(mode: Mode) -> Disclosed {
    disclose(
        mode,
        &outcome(),
        &Facts { question: "", code: "", profiles: &[], images_allowed: false, pictures: &[] },
    )
}

/// Runs a turn with one tool call whose result and answer contain the secret.
fn ask(conversation: &mut Conversation, question: &str, context: &Context) -> Turn {
    let mut turn = conversation.begin(question, context, 0.0);
    let call = Delta::ToolCall {
        index: 0,
        id: Some("same".into()),
        name: Some("run_python".into()),
        arguments: r#"{"code": "print(df)"}"#.into(),
        extra: None,
    };
    turn.next(0.0);
    for delta in [call, Delta::Finish(FinishReason::ToolCalls)] {
        turn.delta(delta).unwrap();
    }
    turn.model_ended().unwrap();
    let Step::RunPython(calls) = turn.next(0.0) else { panic!("a call was made") };
    assert_eq!(calls[0].run.code, "print(df)");
    turn.executed(0, &calls[0].run.code, &outcome());
    turn.tool_result(&calls[0].id, result(context.disclosure)).unwrap();
    turn.next(0.0);
    for delta in [Delta::Text(format!("It is {SECRET}.")), Delta::Finish(FinishReason::Stop)] {
        turn.delta(delta).unwrap();
    }
    turn.model_ended().unwrap();
    assert!(matches!(turn.next(0.0), Step::Done(_)));
    conversation.finish(&turn);
    turn
}

#[test]
fn history_is_well_formed_with_tool_calls_and_with_code_blocks() {
    let mut conversation = Conversation::default();
    let native = circumstances(FencedMode::Auto, Mode::Printed, false);
    ask(&mut conversation, "One?", &native);
    ask(&mut conversation, "Two?", &native);
    for fenced in [FencedMode::Auto, FencedMode::Always] {
        let mut turn =
            conversation.begin("Three?", &circumstances(fenced, Mode::Printed, false), 0.0);
        let Step::CallModel(request) = turn.next(0.0) else { panic!("the model is asked") };
        assert_eq!(well_formed(&request.messages), Ok(()));
        assert_eq!(request.tools.is_empty(), fenced == FencedMode::Always);
        let tool_roles =
            request.messages.iter().any(|message| matches!(message, Message::Tool { .. }));
        assert_eq!(tool_roles, fenced == FencedMode::Auto);
        assert!(
            matches!(&request.messages[0], Message::System(prompt) if prompt.contains("sales.csv"))
        );
        let asked = match fenced {
            FencedMode::Always => format!("Three?\n\n{}", crate::prompt::reminder("Three?")),
            _ => "Three?".to_owned(),
        };
        assert_eq!(request.messages.last(), Some(&Message::user(asked)));
    }
}

#[test]
fn history_includes_only_what_the_current_setting_allows() {
    let cases = [
        (Mode::Printed, false, Mode::Printed, false, true),
        (Mode::Printed, false, Mode::Ask, false, false),
        (Mode::Printed, false, Mode::Shape, false, false),
        (Mode::Ask, false, Mode::Printed, false, true),
        (Mode::Ask, false, Mode::Shape, false, false),
        (Mode::Printed, true, Mode::Printed, false, false),
        (Mode::Ask, true, Mode::Ask, false, false),
        (Mode::Shape, true, Mode::Shape, false, false),
        (Mode::Printed, true, Mode::Shape, true, true),
    ];
    for (then, was_local, now, is_local, goes) in cases {
        let mut conversation = Conversation::default();
        ask(&mut conversation, "One?", &circumstances(FencedMode::Auto, then, was_local));
        let history = conversation.history(&circumstances(FencedMode::Auto, now, is_local));
        let case = format!("{then:?} local {was_local} then, {now:?} local {is_local} now");
        assert_eq!(format!("{history:?}").contains(SECRET), goes, "{case}");
        let question = (is_local || !was_local).then(|| Message::user("One?"));
        assert_eq!(history.first(), question.as_ref(), "{case}");
        assert_eq!(well_formed(&history), Ok(()), "{case}");
    }
}

#[test]
fn the_history_keeps_its_budget_by_shortening_old_results_and_then_dropping_old_turns() {
    let context = circumstances(FencedMode::Auto, Mode::Printed, false);
    for budget in [0, 100, 1_000, 5_000, 20_000] {
        let mut conversation = Conversation::new(budget);
        for number in 0..5 {
            ask(&mut conversation, &format!("Question {number}?"), &context);
        }
        for fenced in [FencedMode::Auto, FencedMode::Always] {
            let history = conversation.history(&circumstances(fenced, Mode::Printed, false));
            assert_eq!(well_formed(&history), Ok(()));
            assert!(super::size(&history) <= budget);
            assert_eq!(history.is_empty(), budget < 100, "{budget}");
            let newest = history.iter().rev().find_map(|message| match message {
                Message::User(parts) => parts.iter().find_map(|part| match part {
                    Part::Text(text) if text.starts_with("Question") => Some(text.as_str()),
                    _ => None,
                }),
                _ => None,
            });
            assert_eq!(newest, (budget >= 100).then_some("Question 4?"));
        }
    }
}

#[test]
fn a_turn_can_follow_a_stopped_turn() {
    let context = circumstances(FencedMode::Auto, Mode::Printed, false);
    let mut conversation = Conversation::default();
    let mut turn = conversation.begin("One?", &context, 0.0);
    turn.next(0.0);
    turn.stop();
    conversation.finish(&turn);
    let mut next = conversation.begin("Two?", &context, 0.0);
    next.stop();
    assert_eq!(well_formed(next.messages()), Ok(()));
    conversation.clear();
    assert_eq!(conversation.history(&context), []);
}

#[test]
fn a_request_fits_the_window_of_the_model_or_the_turn_says_that_it_cannot() {
    let context = circumstances(FencedMode::Auto, Mode::Printed, false);
    let mut conversation = Conversation::default();
    for number in 0..4 {
        ask(&mut conversation, &format!("Question {number}?"), &context);
    }
    let fitted = |window: Option<u32>| {
        let mut turn = conversation.begin("Now?", &Context { window, ..context.clone() }, 0.0);
        let Step::CallModel(request) = turn.next(0.0) else { panic!("the model is asked") };
        assert_eq!(well_formed(&request.messages), Ok(()));
        (crate::window::tokens(&request.messages), turn.fitted())
    };
    let (whole, nothing) = fitted(None);
    assert_eq!(nothing, crate::Fitted::default());
    let (shorter, done) = fitted(Some(4_000));
    assert!(shorter <= crate::window::limit(4_000) && shorter < whole, "{shorter} of {whole}");
    assert!(done.shortened > 0);
    let mut turn =
        conversation.begin("Now?", &Context { window: Some(500), ..context.clone() }, 0.0);
    let Step::Done(ending) = turn.next(0.0) else { panic!("nothing is sent") };
    assert_eq!(
        ending.message.as_deref(),
        Some(
            "The question with what the model must know of the files is longer than the 500 tokens that this model can \
             read. Remove files that the question does not need, or choose another model."
        )
    );
}

#[test]
fn a_model_is_asked_as_the_user_wants_it() {
    let preferences = Preferences {
        temperature: Some(0.25),
        effort: Some(chat::Effort::Low),
        steps: Some(1),
        instructions: String::new(),
    };
    let asked = Context { preferences, ..circumstances(FencedMode::Auto, Mode::Printed, false) };
    let mut turn = Conversation::default().begin("How many?", &asked, 0.0);
    let Step::CallModel(request) = turn.next(0.0) else { panic!("the model is called") };
    assert_eq!(
        (request.options.temperature, request.options.effort),
        (Some(0.25), Some(chat::Effort::Low))
    );
    assert!(!request.tools.is_empty());
    let call = Delta::ToolCall {
        index: 0,
        id: Some("a".into()),
        name: Some("run_python".into()),
        arguments: r#"{"code": "1"}"#.into(),
        extra: None,
    };
    for delta in [call, Delta::Finish(FinishReason::ToolCalls)] {
        turn.delta(delta).unwrap();
    }
    turn.model_ended().unwrap();
    let Step::RunPython(calls) = turn.next(0.0) else { panic!("one step is allowed") };
    turn.tool_result(&calls[0].id, result(Mode::Printed)).unwrap();
    let Step::CallModel(request) = turn.next(0.0) else { panic!("the answer is asked for") };
    assert_eq!((request.tools.len(), request.options.temperature), (0, Some(0.25)));
}
