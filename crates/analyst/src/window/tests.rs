use agent::well_formed;
use chat::{Image, ToolCall};

use super::*;

/// Returns a turn with one call, whose result has so many characters.
fn turn(number: usize, result: usize) -> Vec<Message> {
    let call = ToolCall {
        id: format!("c{number}"),
        name: "run_python".into(),
        arguments: "{}".into(),
        extra: None,
    };
    vec![
        Message::user(format!("Question {number}?")),
        Message::Assistant { text: String::new(), calls: vec![call], reasoning: Vec::new() },
        Message::tool(format!("c{number}"), "r".repeat(result)),
        Message::assistant(format!("Answer {number}. {}", "a".repeat(2_000))),
    ]
}

/// Returns a conversation of so many earlier turns and one under way, where its turns begin, and
/// where its question is.
fn conversation(earlier: usize, result: usize) -> (Vec<Message>, Vec<usize>, usize) {
    let mut messages = vec![Message::System("Be exact.".into())];
    let mut turns = Vec::new();
    for number in 0..earlier {
        turns.push(messages.len());
        messages.extend(turn(number, result));
    }
    let question = messages.len();
    messages.extend(turn(earlier, result).into_iter().take(3));
    (messages, turns, question)
}

#[test]
fn a_request_is_shortened_step_by_step_and_never_longer_than_the_limit() {
    let (messages, turns, question) = conversation(4, 3_000);
    let whole = tokens(&messages);
    let case = |limit: usize| {
        let (fit, fitted) = fit(messages.clone(), &turns, question, limit)?;
        assert!(tokens(&fit) <= limit, "{limit}");
        assert_eq!(well_formed(&fit), Ok(()), "{limit}");
        assert_eq!(fit.first(), messages.first(), "{limit}");
        assert!(fit.contains(&Message::user("Question 4?")), "{limit}");
        Some(fitted)
    };
    let done = |shortened, summarised, left_out| Some(Fitted { shortened, summarised, left_out });
    assert_eq!(case(whole), done(0, 0, 0));
    assert_eq!(case(whole - 1), done(1, 0, 0));
    assert_eq!(case(7_000), done(2, 0, 0));
    assert_eq!(case(5_000), done(4, 0, 0));
    assert_eq!(case(4_000), done(4, 1, 0));
    assert_eq!(case(2_000), done(4, 4, 0));
    assert_eq!(case(1_500), done(4, 2, 2));
    assert_eq!(case(1_100), done(4, 0, 4));
    assert_eq!(case(800), done(5, 0, 4));
    assert_eq!(case(100), None);
    for limit in (400..whole).step_by(37) {
        case(limit);
    }
}

#[test]
fn the_latest_result_stays_whole_as_long_as_anything_else_can_be_shortened() {
    let (messages, turns, question) = conversation(3, 3_000);
    let latest = messages.last().cloned();
    let (shorter, _) = fit(messages, &turns, question, 1_200).unwrap();
    assert_eq!(shorter.last(), latest.as_ref());
}

#[test]
fn figures_go_with_the_results_that_are_shortened() {
    let image = Image { media_type: "image/png".into(), base64: "AAAA".into(), detail: None };
    let mut result =
        Message::Tool { call_id: "a".into(), text: "2".into(), images: vec![image.clone()] };
    assert!(shorten(&mut result, SHORTENED));
    assert_eq!(result, Message::tool("a", format!("2\n{EARLIER_FIGURE}")));
    assert!(!shorten(&mut result, SHORTENED));
    let mut written = Message::User(vec![Part::Text("2".into()), Part::Image(image)]);
    assert!(shorten(&mut written, SHORTENED));
    assert_eq!(
        written,
        Message::User(vec![Part::Text("2".into()), Part::Text(EARLIER_FIGURE.into())])
    );
}

#[test]
fn the_user_reads_what_was_done() {
    let check = |shortened, summarised, left_out, wanted: Option<&str>| {
        let fitted = Fitted { shortened, summarised, left_out };
        assert_eq!(fitted.sentence().as_deref(), wanted);
    };
    check(0, 0, 0, None);
    check(1, 0, 0, Some("To fit what the model can read, Insitu shortened 1 result."));
    check(0, 2, 0, Some("To fit what the model can read, Insitu summarised 2 earlier questions."));
    check(
        3,
        2,
        1,
        Some(
            "To fit what the model can read, Insitu shortened 3 results, summarised 2 earlier questions and left out 1 earlier question.",
        ),
    );
}

#[test]
fn an_answer_keeps_its_part_of_the_window() {
    for (window, wanted) in [(1_000, 625), (4_096, 2_672), (32_768, 24_176), (400_000, 383_216)] {
        assert_eq!(limit(window), wanted, "{window}");
    }
}
