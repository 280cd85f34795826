//! Replies that contain their calls as text, and replies that cannot be an answer.

use super::*;

#[test]
fn a_fenced_block_runs_unless_it_belongs_to_the_answer() {
    use FencedMode::{Always, Auto};
    let repeated = format!("There is 1. The code was:\n{BLOCK}");
    let other = "There is 1. In plain Python:\n```python\nsum(x)\n```";
    let goes_on = "Let me check the rest:\n```python\nsum(x)\n```";
    for mode in [Auto, Always] {
        check(mode, &[text(BLOCK), text("One.")], Stopped::Answered, &["print(1)"], "One.");
        check(mode, &[text(BLOCK), text(&repeated)], Stopped::Answered, &["print(1)"], &repeated);
        check(mode, &[text(BLOCK), text(other)], Stopped::Answered, &["print(1)"], other);
        check(
            mode,
            &[text(BLOCK), text(goes_on), text("Two.")],
            Stopped::Answered,
            &["print(1)", "sum(x)"],
            "Two.",
        );
        check(
            mode,
            &[text(BLOCK), text("```py\nsum(x)\n```"), text("2")],
            Stopped::Answered,
            &["print(1)", "sum(x)"],
            "2",
        );
        check(
            mode,
            &[text(BLOCK), text(BLOCK), text("One.")],
            Stopped::Answered,
            &["print(1)"],
            "One.",
        );
        let failing = "Counting:\n```python\nfail\n```";
        check(
            mode,
            &[text(failing), text(other), text("2")],
            Stopped::Answered,
            &["fail", "sum(x)"],
            "2",
        );
    }
    check(Auto, &[run("print(1)"), text(&repeated)], Stopped::Answered, &["print(1)"], &repeated);
    check(Auto, &[text("```\na b\n```")], Stopped::Answered, &[], "```\na b\n```");
    check(Always, &[text("```\na\n```"), text("A.")], Stopped::Answered, &["a"], "A.");
}

#[test]
fn fences_are_parsed_in_every_form_that_models_write() {
    #[track_caller]
    fn runs(reply: &str, code: &str) {
        check(FencedMode::Auto, &[text(reply), text("Done.")], Stopped::Answered, &[code], "Done.");
    }
    runs("~~~python\n1\n~~~", "1");
    runs("```Python title=\"a.py\"\n1\n```", "1");
    runs("```{.python}\n1\n```", "1");
    runs("Here:\n```python\n1\n2", "1\n2");
    runs("```python\na = 1\n```\nand then\n```python\na + 1\n```", "a = 1\n\na + 1");
    runs("````python\ns = '''\n```\n'''\n````", "s = '''\n```\n'''");
    runs("1. First:\n   ```python\n   if a:\n       b\n   ```", "if a:\n    b");
    runs("```text\nno\n```\n```python\nyes\n```", "yes");
    runs(
        "<tool_call>\n{\"name\": \"run\", \"arguments\": {\"code\": \"1\n2\"}}\n</tool_call>",
        "1\n2",
    );
    let triple = "```json\n{\"name\": \"run\", \"arguments\": {\"code\": \"\"\"\nprint(\"a\\n\")\n\"\"\"}}\n```";
    runs(triple, "\nprint(\"a\\n\")\n");
    runs("```json\n{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}\n```", "1");
    runs(r#"{"name": "run", "parameters": {"code": "1"}}"#, "1");
    runs(r#"{"function": {"name": "run", "arguments": "{\"code\": \"1\"}"}}"#, "1");
}

#[test]
fn a_fence_within_a_string_is_part_of_the_code() {
    #[track_caller]
    fn runs(reply: &str, code: &str) {
        check(FencedMode::Auto, &[text(reply), text("Done.")], Stopped::Answered, &[code], "Done.");
    }
    let code = "s = \"\"\"\n```\na\n```\n\"\"\"\nprint(s)";
    runs(&format!("```python\n{code}\n```"), code);
    runs(&format!("```python\n{code}\n```\nand\n```python\n1\n```"), &format!("{code}\n\n1"));
    let raw = "s = r'''\n```python\nx = \"\"\"\n```\n'''  # it's ''' here\nt = \"it's '''\"";
    runs(&format!("```py\n{raw}\n```"), raw);
    let escaped = "s = '''\\'''\n```\n'''";
    runs(&format!("```python\n{escaped}\n```"), escaped);
    // A string without an end is a mistake, and the fence ends the block.
    runs("```python\ns = '''a\n```\nThen it's done.", "s = '''a");
    runs("```python\n# don't '''\nx = 1\n```\n'''\n```", "# don't '''\nx = 1");
    runs("```text\n'''\n```\n```python\n1\n```", "1");
}

#[test]
fn a_thought_in_the_text_is_not_an_answer_and_does_not_run() {
    let thought = "First:\n```python\nprint(0)\n```\nNo.\n</think>\n\n";
    for (rest, code) in [(BLOCK, Some("print(1)")), ("One.", None)] {
        let reply = format!("{thought}{rest}");
        for pieces in [vec![reply.clone()], reply.chars().map(String::from).collect()] {
            let mut turn = turn(FencedMode::Auto);
            turn.next(0.0);
            for piece in pieces {
                turn.delta(Delta::Text(piece)).unwrap();
            }
            assert_eq!(turn.unopened_thought(), Some("First:\n```python\nprint(0)\n```\nNo.\n"));
            turn.delta(Delta::Finish(FinishReason::Stop)).unwrap();
            turn.model_ended().unwrap();
            let ran = match turn.next(0.0) {
                Step::RunTools(calls) => Some(calls[0].arguments.clone()),
                _ => None,
            };
            assert_eq!(ran, code.map(|code| serde_json::json!({ "code": code }).to_string()));
            assert_eq!(turn.answer(), if code.is_some() { "" } else { "One." });
        }
    }
}

#[test]
fn a_call_that_was_cut_at_the_limit_does_not_run() {
    for cut in ["{\"code\": \"del", "x = 1\ndel x"] {
        let deltas = vec![
            piece(0, "a", "run", r#"{"code":"1"}"#),
            piece(1, "b", "run", cut),
            Delta::Finish(FinishReason::Length),
        ];
        check(FencedMode::Auto, &[deltas, text("One.")], Stopped::Answered, &["1"], "One.");
    }
    let tagged = "<tool_call>\n{\"name\": \"run\", \"arguments\": {\"code\": \"1\"}}";
    let cut = vec![Delta::Text(tagged.into()), Delta::Finish(FinishReason::Length)];
    check(FencedMode::Auto, &[cut, text("One.")], Stopped::Answered, &[], "One.");
    check(FencedMode::Auto, &[text(tagged), text("One.")], Stopped::Answered, &["1"], "One.");
}

#[test]
fn text_after_a_block_is_dropped() {
    let mut turn = turn(FencedMode::Auto);
    let made_up = format!("First I count:\n{BLOCK}\n\nThere are 42.");
    assert!(matches!(turn.next(0.0), Step::CallModel(_)));
    turn.delta(Delta::Text(made_up)).unwrap();
    assert_eq!(turn.partial().text, "First I count:");
    turn.delta(Delta::Finish(FinishReason::Stop)).unwrap();
    turn.model_ended().unwrap();
    play(&mut turn, &[text("One.")]);
    let kept = format!("First I count:\n{BLOCK}");
    assert_eq!(turn.messages()[2], Message::assistant(kept));
}

#[test]
fn a_block_truncated_by_the_token_limit_does_not_run() {
    let truncated = vec![Delta::Text("```python\ndel".into()), Delta::Finish(FinishReason::Length)];
    check(FencedMode::Always, &[truncated], Stopped::Answered, &[], "```python\ndel");
}

#[test]
fn results_of_fenced_code_are_sent_as_user_messages() {
    let mut turn = turn(FencedMode::Always);
    assert!(turn.tools().is_empty());
    play(&mut turn, &[text(BLOCK), text("One.")]);
    let expected = vec![
        Message::System("Be brief.".into()),
        Message::user("How many?"),
        Message::assistant(BLOCK),
        Message::user("output\n\nAnswer in words."),
        Message::assistant("One."),
    ];
    assert_eq!((turn.messages(), turn.fences()), (expected.as_slice(), true));
}

#[test]
fn a_reply_that_cannot_be_an_answer_is_sent_back_once() {
    use FencedMode::{Always, Auto, Never};
    let schema = "<tools>\n{\"function\": {\"name\": \"run\", \"parameters\": {}}}\n</tools>";
    let called = "run(code='1')";
    let invented = "```json\n{\"name\": \"plotly\", \"arguments\": {\"x\": \"Date\"}}\n```";
    let announced = &format!("This draws it:\n{invented}");
    for (mode, unusable) in
        [(Auto, schema), (Auto, called), (Auto, invented), (Auto, announced), (Always, invented)]
    {
        check(
            mode,
            &[text(unusable), text(BLOCK), text("1.")],
            Stopped::Answered,
            &["print(1)"],
            "1.",
        );
        check(mode, &[text(unusable), text(unusable)], Stopped::Answered, &[], unusable);
    }
    check(Auto, &[text("There are 42.")], Stopped::Answered, &[], "There are 42.");
    check(
        Auto,
        &[text("I can run code for you.")],
        Stopped::Answered,
        &[],
        "I can run code for you.",
    );
    check(Never, &[text(schema)], Stopped::Answered, &[], schema);
    check(Always, &[text("There are 42.")], Stopped::Answered, &[], "There are 42.");
    check(Always, &[text("Hello.")], Stopped::Answered, &[], "Hello.");
    check(Always, &[text(BLOCK), text("42.")], Stopped::Answered, &["print(1)"], "42.");
    // Once something has run, JSON next to text belongs to the answer.
    let replies = [run("1"), text(invented), text("```python\nprint(2)\n```"), text("Two.")];
    check(Auto, &replies, Stopped::Answered, &["1", "print(2)"], "Two.");
    check(Auto, &[run("1"), text(announced)], Stopped::Answered, &["1"], announced);
    check(
        Auto,
        &[text("```json\n{\"name\": \"West\"}\n```")],
        Stopped::Answered,
        &[],
        "```json\n{\"name\": \"West\"}\n```",
    );
    check(Never, &[text(invented)], Stopped::Answered, &[], invented);

    let mut turn = turn(Auto);
    play(&mut turn, &[text(schema), text("No.")]);
    let expected = vec![
        Message::System("Be brief.".into()),
        Message::user("How many?"),
        Message::assistant(schema),
        Message::user("Write code."),
        Message::assistant("No."),
    ];
    assert_eq!(
        (turn.messages(), turn.fences(), turn.tools()),
        (expected.as_slice(), true, [].as_slice())
    );
}

#[test]
fn a_model_that_writes_its_calls_as_text_is_noticed() {
    let noticed = [(run("1"), false), (text(BLOCK), true)].map(|(first, expected)| {
        let mut turn = turn(FencedMode::Auto);
        play(&mut turn, &[first, text("One.")]);
        turn.fences() == expected
    });
    assert_eq!(noticed, [true, true]);
}

#[test]
fn code_is_completed_with_the_setup_until_some_has_succeeded() {
    let mut settings = settings(FencedMode::Always);
    settings.fenced.complete = |code, setup| format!("{setup}{code}");
    settings.fenced.setup = "x = 1; ".into();
    let mut turn = Turn::new(settings, question(), 0.0);
    let block = |code: &str| text(&format!("```python\n{code}\n```"));
    let replies = [
        block("fail(x)"),
        block("print(x)"),
        block("print(x)"),
        block("print(x + 1)"),
        text("Two."),
    ];
    let (_, ran) = play(&mut turn, &replies);
    assert_eq!(ran, ["x = 1; fail(x)", "x = 1; print(x)", "print(x + 1)"]);
    assert_eq!(turn.refusals().len(), 1, "the same code is not run again");
}

#[test]
fn the_question_follows_a_long_result_again() {
    for (length, repeated) in [(100, false), (3_000, true)] {
        let mut settings = settings(FencedMode::Always);
        settings.fenced.again = "My question is: how many?".into();
        let mut turn = Turn::new(settings, question(), 0.0);
        turn.next(0.0);
        answer(&mut turn, &text(BLOCK));
        let Step::RunTools(calls) = turn.next(0.0) else { panic!("no call") };
        turn.tool_result(ToolReply { text: "x".repeat(length), ..reply(&calls[0]) }).unwrap();
        let sent = format!("{:?}", turn.messages().last());
        assert_eq!(sent.contains("My question is: how many?"), repeated, "{length}");
    }
}

#[test]
fn code_at_the_last_step_is_not_an_answer_if_none_has_succeeded() {
    let attempts = |count: usize, what: &str| -> Vec<Vec<Delta>> {
        (0..count).map(|at| text(&format!("```python\n{what}({at})\n```"))).collect()
    };
    let mut failing = turn(FencedMode::Auto);
    let (ending, ran) = play(&mut failing, &attempts(9, "fail"));
    assert_eq!((ending.reason, ran.len(), failing.answer()), (Stopped::Steps, 8, ""));
    assert!(ending.message.unwrap().starts_with("None of the 8 programs"));
    let mut working = turn(FencedMode::Auto);
    let (ending, _) = play(&mut working, &attempts(9, "print"));
    assert_eq!((ending.reason, working.answer()), (Stopped::Steps, "```python\nprint(8)\n```"));
}
