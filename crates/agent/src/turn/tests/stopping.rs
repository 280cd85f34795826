//! Input that was not asked for, and a turn that is stopped anywhere.

use super::*;

#[test]
fn unexpected_input_is_a_violation_and_changes_nothing() {
    let reply = |id: &str| ToolReply {
        call_id: id.into(),
        text: "x".into(),
        images: vec![],
        failed: false,
        next: None,
        if_repeated: None,
    };
    let no_model = |turn: &mut Turn| {
        let before = (turn.next(0.0), turn.messages().to_vec());
        assert_eq!(turn.delta(Delta::Text("x".into())), Err(Violation::NoModelCall));
        assert_eq!(turn.model_ended(), Err(Violation::NoModelCall));
        assert_eq!(turn.model_failed("x".into()), Err(Violation::NoModelCall));
        assert_eq!((turn.next(0.0), turn.messages().to_vec()), before);
    };
    let mut turn = turn(FencedMode::Auto);
    assert_eq!(turn.delta(Delta::Text("early".into())), Err(Violation::NoModelCall));
    let asked = turn.next(0.0);
    assert_eq!(turn.tool_result(reply("a")), Err(Violation::NoToolCall));
    assert_eq!(turn.next(0.0), asked);
    answer(&mut turn, &calls(&[("a", "run", r#"{"code":"1"}"#), ("b", "run", r#"{"code":"2"}"#)]));
    no_model(&mut turn);
    assert_eq!(turn.tool_result(reply("c")), Err(Violation::UnknownCall("c".into())));
    turn.tool_result(reply("a")).unwrap();
    assert_eq!(turn.tool_result(reply("a")), Err(Violation::AnsweredTwice("a".into())));
    let Step::RunTools(open) = turn.next(0.0) else { panic!("one call is open") };
    assert_eq!(open.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["b"]);
    turn.stop();
    no_model(&mut turn);
    assert_eq!(turn.tool_result(reply("b")), Err(Violation::NoToolCall));
    let ended = turn.messages().to_vec();
    turn.stop();
    assert_eq!(turn.messages(), ended);
}

/// One action of a driver.
enum Event {
    Next,
    Delta(Delta),
    End,
    Result,
}

#[test]
fn stopping_anywhere_leaves_a_well_formed_transcript() {
    let parallel = calls(&[
        ("", "run", r#"{"code":"1"}"#),
        ("", "walk", "{"),
        ("", "run", r#"{"code":"fail"}"#),
    ]);
    let native = vec![parallel.clone(), run("2"), parallel, text("Done.")];
    let fenced =
        vec![text(BLOCK), text("Let me:\n```py\nfail\n```"), text("```py\n3\n```"), text("Done.")];
    for (script, mode) in
        [(&native, FencedMode::Auto), (&fenced, FencedMode::Auto), (&fenced, FencedMode::Always)]
    {
        let mut events = Vec::new();
        for deltas in script {
            events.push(Event::Next);
            events.extend(deltas.iter().cloned().map(Event::Delta));
            events.push(Event::End);
            events.push(Event::Next);
            events.extend((0..3).map(|_| Event::Result));
        }
        for stop_at in 0..=events.len() {
            let mut turn = turn(mode);
            for event in &events[..stop_at] {
                match event {
                    Event::Next => drop(turn.next(1.0)),
                    Event::Delta(delta) => drop(turn.delta(delta.clone())),
                    Event::End => drop(turn.model_ended()),
                    Event::Result => {
                        if let Step::RunTools(calls) = turn.next(1.0) {
                            turn.tool_result(reply(&calls[0])).unwrap();
                        }
                    }
                }
                assert_eq!(well_formed(turn.messages()), Ok(()), "before the stop at {stop_at}");
            }
            turn.stop();
            assert_eq!(well_formed(turn.messages()), Ok(()), "after the stop at {stop_at}");
            assert!(matches!(turn.next(1.0), Step::Done(_)));
            let mut longer = turn.messages().to_vec();
            longer.push(Message::user("And now?"));
            assert_eq!(well_formed(&longer), Ok(()), "with a further question");
        }
    }
}
