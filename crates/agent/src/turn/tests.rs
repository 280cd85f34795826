mod review;
mod stopping;
mod written;

use chat::{Delta, FinishReason, Image, Message, Reasoning, ReasoningKind, Tool, ToolCall, Usage};

use crate::{
    Ending, Fenced, FencedMode, PartialCall, Settings, Step, Stopped, ToolReply, Turn, Violation,
    well_formed,
};

const BLOCK: &str = "```python\nprint(1)\n```";

fn settings(mode: FencedMode) -> Settings {
    let parameters = serde_json::json!({
        "type": "object",
        "properties": { "code": { "type": "string" }, "purpose": { "type": "string" } },
        "required": ["code"]
    });
    let mut settings = Settings::new(vec![Tool {
        name: "run".into(),
        description: "Runs.".into(),
        parameters,
        strict: None,
    }]);
    settings.fenced = Fenced {
        mode,
        languages: vec!["python".into(), "py".into(), String::new()],
        tool: "run".into(),
        argument: "code".into(),
        after_success: "Answer in words.".into(),
        after_failure: "Correct it.".into(),
        instead: "Write code.".into(),
        ..Fenced::never()
    };
    settings
}

fn question() -> Vec<Message> {
    vec![Message::System("Be brief.".into()), Message::user("How many?")]
}

fn turn(mode: FencedMode) -> Turn {
    Turn::new(settings(mode), question(), 0.0)
}

fn text(text: &str) -> Vec<Delta> {
    vec![Delta::Text(text.into()), Delta::Finish(FinishReason::Stop)]
}

fn piece(index: usize, id: &str, name: &str, arguments: &str) -> Delta {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Delta::ToolCall {
        index,
        id: some(id),
        name: some(name),
        arguments: arguments.into(),
        extra: None,
    }
}

fn calls(calls: &[(&str, &str, &str)]) -> Vec<Delta> {
    let pieces = calls
        .iter()
        .enumerate()
        .map(|(index, (id, name, arguments))| piece(index, id, name, arguments));
    pieces.chain([Delta::Finish(FinishReason::ToolCalls)]).collect()
}

fn run(code: &str) -> Vec<Delta> {
    calls(&[("", "run", &serde_json::json!({ "code": code }).to_string())])
}

fn answer(turn: &mut Turn, deltas: &[Delta]) {
    for delta in deltas {
        turn.delta(delta.clone()).unwrap();
    }
    turn.model_ended().unwrap();
}

fn reply(call: &ToolCall) -> ToolReply {
    ToolReply {
        call_id: call.id.clone(),
        text: "output".into(),
        images: vec![],
        failed: call.arguments.contains("fail"),
        next: None,
        if_repeated: Some(vec!["Convert it.".into(), "Take another way.".into()]),
    }
}

/// Plays the replies in order; code that contains "fail" fails. Returns the ending and the code
/// that ran.
fn play(turn: &mut Turn, replies: &[Vec<Delta>]) -> (Ending, Vec<String>) {
    let mut replies = replies.iter();
    let mut ran = Vec::new();
    loop {
        assert_eq!(well_formed(turn.messages()), Ok(()));
        match turn.next(1.0) {
            Step::CallModel(messages) => {
                assert_eq!(well_formed(&messages[..]), Ok(()));
                answer(turn, replies.next().expect("the script has a further reply"));
            }
            Step::RunTools(calls) => {
                for call in calls {
                    let arguments: serde_json::Value =
                        serde_json::from_str(&call.arguments).unwrap();
                    ran.push(arguments["code"].as_str().unwrap().to_owned());
                    turn.tool_result(reply(&call)).unwrap();
                }
            }
            Step::Review(_) => panic!("the settings ask for no review"),
            Step::Done(ending) => {
                assert_eq!(well_formed(turn.messages()), Ok(()));
                assert!(
                    matches!(turn.messages().last(), Some(Message::Assistant { calls, .. }) if calls.is_empty())
                );
                assert_eq!(replies.len(), 0, "the whole script was played");
                return (ending, ran);
            }
        }
    }
}

#[track_caller]
fn check(mode: FencedMode, replies: &[Vec<Delta>], reason: Stopped, ran: &[&str], answer: &str) {
    let mut turn = turn(mode);
    let (ending, actual) = play(&mut turn, replies);
    let actual: Vec<&str> = actual.iter().map(String::as_str).collect();
    assert_eq!((ending.reason, actual.as_slice(), turn.answer()), (reason, ran, answer));
}

#[test]
fn tool_calls_lead_to_an_answer() {
    use FencedMode::{Auto, Never};
    check(Never, &[text("Hello.")], Stopped::Answered, &[], "Hello.");
    check(Auto, &[run("1"), text("One.")], Stopped::Answered, &["1"], "One.");
    check(Auto, &[run("fail"), run("2"), text("Two.")], Stopped::Answered, &["fail", "2"], "Two.");
    let parallel = calls(&[("a", "run", r#"{"code":"1"}"#), ("b", "run", r#"{"code":"2"}"#)]);
    check(Auto, &[parallel, text("Both.")], Stopped::Answered, &["1", "2"], "Both.");
    check(Never, &[text(BLOCK)], Stopped::Answered, &[], BLOCK);
}

#[test]
fn figures_belong_to_the_results_and_reasoning_to_the_calls() {
    let mut turn = turn(FencedMode::Never);
    turn.next(0.0);
    let part = |text: &str, signature: Option<&str>| Reasoning {
        text: text.into(),
        signature: signature.map(Into::into),
        ..Reasoning::default()
    };
    for (index, part) in
        [(0, part("H", None)), (0, part("m.", Some("s1"))), (1, part("Two.", None))]
    {
        turn.delta(Delta::Reasoning { index, part }).unwrap();
    }
    answer(&mut turn, &calls(&[("a", "run", r#"{"code":"1"}"#), ("b", "run", r#"{"code":"2"}"#)]));
    let image = Image { media_type: "image/png".into(), base64: "AAAA".into(), detail: None };
    for id in ["b", "a"] {
        let images = vec![image.clone()];
        turn.tool_result(ToolReply {
            call_id: id.into(),
            text: format!("of {id}"),
            images,
            failed: false,
            next: None,
            if_repeated: None,
        })
        .unwrap();
    }
    let call = |id: &str, code: &str| ToolCall {
        id: id.into(),
        name: "run".into(),
        arguments: format!(r#"{{"code":"{code}"}}"#),
        extra: None,
    };
    let expected = vec![
        Message::Assistant {
            text: String::new(),
            calls: vec![call("a", "1"), call("b", "2")],
            reasoning: vec![part("Hm.", Some("s1")), part("Two.", None)],
        },
        Message::Tool { call_id: "a".into(), text: "of a".into(), images: vec![image.clone()] },
        Message::Tool { call_id: "b".into(), text: "of b".into(), images: vec![image] },
    ];
    assert_eq!(&turn.messages()[2..], expected);
}

#[test]
fn unknown_tools_and_invalid_arguments_are_reported_to_the_model() {
    let cases = [
        (
            ("a", "walk", "{}"),
            r#"There is no tool named "walk". The tools are: run({"code": <string>, "purpose": <string>})."#,
        ),
        (
            ("a", "run", "{\"code\": "),
            "The arguments of run are not valid JSON: EOF while parsing a value at line 1 column 9. Expected an object of this shape: {\"code\": <string>, \"purpose\": <string>}",
        ),
        (
            ("a", "run", "[]"),
            "The arguments of run must be a JSON object of this shape: {\"code\": <string>, \"purpose\": <string>}",
        ),
        (
            ("a", "run", ""),
            "The call of run lacks code. Expected an object of this shape: {\"code\": <string>, \"purpose\": <string>}",
        ),
    ];
    for (call, message) in cases {
        let mut turn = turn(FencedMode::Auto);
        let (ending, ran) = play(&mut turn, &[calls(&[call]), text("Sorry.")]);
        assert_eq!((ending.reason, ran, ending.steps), (Stopped::Answered, vec![], 1));
        assert_eq!(turn.messages()[3], Message::tool("a", message));
        assert_eq!(turn.refusals()[0].text, message);
    }
}

#[test]
fn missing_and_repeated_ids_are_replaced() {
    let one = r#"{"code":"1"}"#;
    for ids in [["", ""], ["x", "x"], ["", "x"]] {
        let mut turn = turn(FencedMode::Auto);
        let parallel = calls(&[(ids[0], "run", one), (ids[1], "run", one)]);
        let (ending, ran) = play(&mut turn, &[parallel.clone(), parallel, text("Done.")]);
        assert_eq!((ending.reason, ran.len()), (Stopped::Answered, 4), "{ids:?}");
    }
}

#[test]
fn two_calls_at_one_index_are_distinguished_by_their_ids() {
    let mut deltas = vec![
        piece(0, "a", "run", r#"{"code":"#),
        piece(0, "", "", r#""1"}"#),
        piece(0, "b", "run", r#"{"code":"2"}"#),
    ];
    deltas.push(Delta::Finish(FinishReason::ToolCalls));
    check(FencedMode::Auto, &[deltas, text("Done.")], Stopped::Answered, &["1", "2"], "Done.");
}

#[test]
fn a_failing_call_never_runs_again_and_ends_the_turn_if_it_comes_too_often() {
    check(FencedMode::Auto, &vec![run("fail"); 4], Stopped::Repeats, &["fail"], "");
    check(
        FencedMode::Auto,
        &[text("```python\nfail\n```"), text("```py\nfail \n```"), run(" fail"), run("fail")],
        Stopped::Repeats,
        &["fail"],
        "",
    );
    check(
        FencedMode::Auto,
        &[run("fail 1"), run("2"), run("fail 1"), run("fail 2"), text("2")],
        Stopped::Answered,
        &["fail 1", "2", "fail 2"],
        "2",
    );
    check(
        FencedMode::Auto,
        &[run("1"), run("1"), run("1"), run("1"), text("1")],
        Stopped::Answered,
        &["1"; 4],
        "1",
    );
}

#[test]
fn a_model_that_repeats_a_failing_call_reads_so_and_what_to_do() {
    let block = || text("```python\nfail\n```");
    for (mode, failing) in [
        (FencedMode::Auto, [run("fail"), run(" fail "), run("fail")]),
        (FencedMode::Always, [block(), block(), block()]),
    ] {
        let mut turn = turn(mode);
        let (_, ran) = play(&mut turn, &[&failing[..], &[text("It fails.")]].concat());
        let read: Vec<String> =
            turn.messages().iter().map(|message| format!("{message:?}")).collect();
        let with = |words: &str| read.iter().filter(|message| message.contains(words)).count();
        assert_eq!(
            (
                ran,
                with("so it was not run again"),
                with("output"),
                with("Convert it."),
                with("Take another way.")
            ),
            (vec!["fail".to_owned()], 2, 3, 1, 1),
            "{read:#?}"
        );
        assert_eq!((turn.refusals().len(), turn.repeats()), (2, 2));
    }
}

#[test]
fn a_call_that_has_not_run_may_run_again() {
    let mut turn = turn(FencedMode::Auto);
    for (tried, if_repeated, expected) in
        [(1, None, true), (2, Some(vec![]), true), (3, None, false)]
    {
        turn.next(0.0);
        answer(&mut turn, &run("fail"));
        let Step::RunTools(calls) = turn.next(0.0) else {
            assert!(!expected, "{tried}");
            return;
        };
        assert!(expected, "{tried}");
        turn.tool_result(ToolReply { if_repeated, ..reply(&calls[0]) }).unwrap();
    }
}

#[test]
fn at_the_step_limit_the_model_answers_without_tools() {
    for (last, answer) in [(text("So far 1."), "So far 1."), (run("9"), ""), (text(BLOCK), BLOCK)] {
        let mut settings = settings(FencedMode::Auto);
        settings.max_steps = 2;
        let mut turn = Turn::new(settings, question(), 0.0);
        let (ending, ran) = play(&mut turn, &[run("1"), run("2"), last]);
        assert_eq!(
            (ending.reason, ending.steps, ran.len(), turn.answer()),
            (Stopped::Steps, 2, 2, answer)
        );
        assert!(ending.message.is_some() && turn.tools().is_empty());
    }
}

#[test]
fn the_limits_of_time_and_tokens_end_a_turn() {
    let mut late = turn(FencedMode::Auto);
    late.next(0.0);
    late.delta(Delta::Text("So".into())).unwrap();
    assert!(matches!(late.next(600_000.0), Step::CallModel(_)));
    assert!(matches!(late.next(600_001.0), Step::Done(Ending { reason: Stopped::Time, .. })));
    assert_eq!((late.answer(), well_formed(late.messages())), ("So", Ok(())));

    let mut waited = turn(FencedMode::Auto);
    waited.waited(50_000.0);
    assert!(matches!(waited.next(650_000.0), Step::CallModel(_)));
    assert!(matches!(waited.next(650_001.0), Step::Done(Ending { reason: Stopped::Time, .. })));

    let mut settings = settings(FencedMode::Auto);
    settings.max_tokens = Some(100);
    let mut costly = Turn::new(settings, question(), 0.0);
    let mut first = run("1");
    first.push(Delta::Usage(Usage { input: 90, output: 10, ..Usage::default() }));
    let (ending, _) = play(&mut costly, &[first]);
    assert_eq!(
        (ending.reason, ending.usage),
        (Stopped::Tokens, Usage { input: 90, output: 10, ..Usage::default() })
    );
}

#[test]
fn an_incomplete_stream_fails_the_turn_and_keeps_the_text() {
    let part = Reasoning { kind: ReasoningKind::Text, text: "Hm.".into(), ..Reasoning::default() };
    let thought = || Delta::Reasoning { index: 0, part: part.clone() };
    let cases: [(Vec<Delta>, &str, &str); 6] = [
        (
            vec![Delta::Text("One and".into())],
            "One and",
            "The model's answer was cut off before its end. Ask again.",
        ),
        (
            vec![piece(0, "a", "run", "{\"code\": \"1\"}")],
            "",
            "The model's answer was cut off before its end. Ask again.",
        ),
        (
            vec![thought(), Delta::Finish(FinishReason::Stop)],
            "",
            "The model thought, but wrote no answer. Ask again, or choose another model.",
        ),
        (
            vec![thought(), Delta::Finish(FinishReason::Length)],
            "",
            "The model reached its limit of tokens before it wrote an answer. Ask again with less reasoning effort, or choose another model.",
        ),
        (text(""), "", "The model returned an empty answer. Ask again, or choose another model."),
        (
            vec![Delta::Text("One".into()), Delta::Finish(FinishReason::Filtered)],
            "One",
            "The provider withheld the rest of the answer. Ask in other words.",
        ),
    ];
    for (deltas, kept, message) in cases {
        check(FencedMode::Auto, &[deltas], Stopped::Failed(message.into()), &[], kept);
    }
    let mut refused = turn(FencedMode::Auto);
    refused.next(0.0);
    refused.model_failed("The key is not valid.".into()).unwrap();
    let Step::Done(ending) = refused.next(0.0) else { panic!("it is over") };
    assert_eq!(ending.reason, Stopped::Failed("The key is not valid.".into()));
}

#[test]
fn streamed_text_is_shown_as_an_answer_or_as_a_call() {
    let mut turn = turn(FencedMode::Auto);
    turn.next(0.0);
    turn.delta(Delta::Text("Counting.\n".into())).unwrap();
    assert_eq!((turn.answer(), turn.partial().calls.len()), ("Counting.\n", 0));
    turn.delta(Delta::Text("```python\nlen(".into())).unwrap();
    let call = PartialCall { name: "run".into(), arguments: r#"{"code":"len("}"#.into() };
    assert_eq!(
        (turn.answer(), turn.partial().text.as_ref(), turn.partial().calls),
        ("", "Counting.", vec![call])
    );
    let mut native = self::turn(FencedMode::Auto);
    native.next(0.0);
    native.delta(piece(0, "a", "run", "{\"co")).unwrap();
    let call = PartialCall { name: "run".into(), arguments: "{\"co".into() };
    assert_eq!((native.answer(), native.partial().calls), ("", vec![call]));
}
