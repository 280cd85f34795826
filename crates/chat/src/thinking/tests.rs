//! Thoughts in the text, in every division of it.

use super::*;
use crate::FinishReason;

/// Returns the thoughts, joined by `|`, and the text.
fn joined(deltas: Vec<Delta>) -> (String, String) {
    let (mut thoughts, mut text) = (Vec::<(usize, String)>::new(), String::new());
    for delta in deltas {
        match delta {
            Delta::Text(more) => text.push_str(&more),
            Delta::Reasoning { index, part } => match thoughts.last_mut() {
                Some((last, whole)) if *last == index => whole.push_str(&part.text),
                _ => thoughts.push((index, part.text)),
            },
            _ => {}
        }
    }
    (thoughts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("|"), text)
}

/// Checks a text that comes as a whole, in every two pieces, and letter by letter.
#[track_caller]
fn check(source: &str, thoughts: &str, text: &str) {
    let whole = std::iter::once(vec![source.to_owned()]);
    let halves =
        source.char_indices().map(|(at, _)| vec![source[..at].to_owned(), source[at..].to_owned()]);
    let letters = std::iter::once(source.chars().map(String::from).collect());
    for pieces in whole.chain(halves).chain(letters) {
        let mut filter = Thoughts::default();
        let mut deltas = Vec::new();
        for piece in &pieces {
            deltas.extend(filter.convert(vec![Delta::Text(piece.clone())]));
        }
        deltas.extend(filter.convert(vec![Delta::Finish(FinishReason::Stop)]));
        assert_eq!(joined(deltas), (thoughts.to_owned(), text.to_owned()), "{pieces:?}");
    }
}

#[test]
fn what_is_between_tags_at_the_beginning_is_reasoning() {
    check("<think>\nHm.\n</think>\n\nTwo.", "\nHm.\n", "Two.");
    check("\n <think>größer</think>Two.", "größer", "Two.");
    check("<thinking>a</thinking> b", "a", "b");
    check("[THINK]a[/THINK]b", "a", "b");
    check("<think></think>\nTwo.", "", "Two.");
    check("<think>a</think>\n<think>b</think>\nTwo.", "a|b", "Two.");
    check("<think>a < b, </thin, <think></think>c", "a < b, </thin, <think>", "c");
}

#[test]
fn a_thought_that_is_not_closed_is_reasoning_to_its_end() {
    check("<think>a\n```python\n1\n```", "a\n```python\n1\n```", "");
    check("<think>a</thi", "a</thi", "");
    check("<think>", "", "");
}

#[test]
fn tags_elsewhere_are_what_the_model_writes_about() {
    for text in [
        "Use <think>a</think> for it.",
        "`<think>`",
        "<thin",
        "<",
        "<thinker>a",
        "<table>",
        "[TH",
        "a",
    ] {
        check(text, "", text);
    }
    check("<think>a</think>b <think>c</think>", "a", "b <think>c</think>");
}

#[test]
fn calls_and_reasoning_keep_their_order() {
    let call =
        Delta::ToolCall { index: 0, id: None, name: None, arguments: "{}".into(), extra: None };
    let part = |text: &str| Reasoning { text: text.into(), ..Reasoning::default() };
    let mut filter = Thoughts::default();
    let converted = filter.convert(vec![
        Delta::Reasoning { index: 0, part: part("before") },
        Delta::Text("<think>a</".into()),
        call.clone(),
        Delta::Text("b".into()),
    ]);
    let expected = [
        Delta::Reasoning { index: 0, part: part("before") },
        Delta::Reasoning { index: 1, part: part("a") },
        Delta::Reasoning { index: 1, part: part("</") },
        call,
        Delta::Reasoning { index: 1, part: part("b") },
    ];
    assert_eq!(converted, expected);
}

#[test]
fn a_thought_without_an_opening_tag_ends_at_a_tag_that_ends_its_line() {
    for (text, thought, answer) in [
        ("Hm.\n</think>\n\nTwo.", "Hm.\n", "Two."),
        ("Hm.</think> \nTwo.", "Hm.", "Two."),
        ("Hm.\n[/THINK]\nTwo.", "Hm.\n", "Two."),
    ] {
        let found = end_of_unopened(text).map(|(end, begin)| (&text[..end], &text[begin..]));
        assert_eq!(found, Some((thought, answer)), "{text:?}");
    }
    for text in [
        "`</think>` ends a thought.\nSo.",
        "a </think> b\n",
        "Hm.</think>",
        "So:\n<think>\na\n</think>\n",
        "Two.",
    ] {
        assert_eq!(end_of_unopened(text), None, "{text:?}");
    }
}
