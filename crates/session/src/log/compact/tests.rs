//! How text is joined, while it arrives and afterwards.

use super::*;
use crate::log::testing::{answered, asked, log};

/// Pieces of text with their times.
type Pieces<'a> = &'a [(&'a str, u64)];

/// Feeds pieces with their times, and returns the texts of the events in their order, the flushed
/// one last.
fn written(pieces: Pieces<'_>) -> Vec<String> {
    let mut coalescer = Coalescer::default();
    let mut bodies: Vec<Body> = Vec::new();
    for (piece, ms) in pieces {
        bodies.extend(coalescer.push(1, Stream::Answer, piece, *ms));
    }
    bodies.extend(coalescer.flush());
    assert_eq!(coalescer.flush(), None);
    texts(&bodies)
}

fn texts<'a>(bodies: impl IntoIterator<Item = &'a Body>) -> Vec<String> {
    bodies
        .into_iter()
        .filter_map(|body| match body {
            Body::TextReceived { turn, text } => Some(format!("{turn}:{text}")),
            _ => None,
        })
        .collect()
}

#[test]
fn a_sentence_or_a_line_is_one_event() {
    let cases: [(Pieces<'_>, &[&str]); 8] = [
        (&[], &[]),
        (&[("", 0)], &[]),
        (&[("One", 0), (" word", 1)], &["1:One word"]),
        (&[("The", 0), (" end.", 1), (" Next", 2)], &["1:The end. ", "1:Next"]),
        (&[("3.5 is it! And", 0), (" so", 1)], &["1:3.5 is it! ", "1:And so"]),
        (&[("a\nb\nc", 0)], &["1:a\nb\n", "1:c"]),
        (&[("slow", 0), (" text", 1_000), (" here", 1_001)], &["1:slow text", "1: here"]),
        (&[("これ。それ", 0)], &["1:これ。", "1:それ"]),
    ];
    for (pieces, expected) in cases {
        assert_eq!(written(pieces), expected, "{pieces:?}");
    }
    let long = "x".repeat(MAX_WAITING_BYTES);
    assert_eq!(written(&[(&long, 0), ("y", 0)]), [format!("1:{long}"), "1:y".to_owned()]);
}

#[test]
fn text_of_another_turn_ends_what_was_pending() {
    let mut coalescer = Coalescer::default();
    assert_eq!(coalescer.push(1, Stream::Answer, "one", 0), []);
    assert_eq!(texts(&coalescer.push(2, Stream::Answer, "two", 0)), ["1:one"]);
    assert_eq!(texts(&coalescer.flush()), ["2:two"]);
}

#[test]
fn thoughts_are_an_event_only_after_a_second_or_two_kilobytes() {
    let thought = |text: &str| Body::ThoughtsReceived { turn: 1, text: text.to_owned() };
    let answer = |text: &str| Body::TextReceived { turn: 1, text: text.to_owned() };
    let mut coalescer = Coalescer::default();
    assert_eq!(coalescer.push(1, Stream::Thoughts, "First. ", 0), []);
    assert_eq!(coalescer.push(1, Stream::Thoughts, "Then. ", 999), []);
    assert_eq!(coalescer.push(1, Stream::Thoughts, "Last", 1_000), [thought("First. Then. Last")]);
    assert_eq!(coalescer.push(1, Stream::Thoughts, "Hm", 1_001), []);
    assert_eq!(
        coalescer.push(1, Stream::Answer, "Two. So", 1_002),
        [thought("Hm"), answer("Two. ")]
    );
    assert_eq!(coalescer.push(1, Stream::Thoughts, "Hm", 1_003), [answer("So")]);
    assert_eq!(coalescer.flush(), Some(thought("Hm")));
}

#[test]
fn text_of_complete_answers_is_left_out_and_the_rest_joined() {
    let text = |turn: Id, text: &str| Body::TextReceived { turn, text: text.to_owned() };
    let bodies = [
        vec![asked(1, None), text(1, "a"), text(1, "b")],
        answered(1).to_vec(),
        vec![
            asked(2, Some(1)),
            text(2, "c"),
            text(2, "d"),
            Body::VariablesDeleted,
            text(2, "e"),
            text(2, "f"),
        ],
    ]
    .concat();
    let events = compact(log(bodies));
    assert_eq!(texts(events.iter().map(|event| &event.body)), ["2:cd", "2:ef"]);
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 4, 5, 6, 8, 9, 11]);
}
