use providers::{Auth, Wire};

use super::*;

const KEY: &str = "sk-abab/ab\"x1";

fn provider(secrets: &[&str]) -> Provider {
    let header = |secret: &&str| ("x-more".to_owned(), Secret::new(*secret));
    Provider {
        id: "p".into(),
        kind: Wire::ChatCompletions,
        base: "http://127.0.0.1:1".parse().unwrap(),
        key: secrets.first().map(|key| Secret::new(*key)),
        auth: Auth::Bearer,
        headers: secrets.iter().skip(1).map(header).collect(),
        query: Vec::new(),
    }
}

fn mask(secrets: &[&str]) -> Mask {
    Mask::of_answers(&provider(secrets))
}

/// Returns what is written of the pieces of a text.
fn written_of(mask: &Mask, pieces: &[&str]) -> String {
    let mut masking = Masking::new(mask.clone());
    let mut deltas: Vec<Delta> = Vec::new();
    for piece in pieces {
        deltas.extend(masking.pieces(vec![Delta::Text((*piece).to_owned())]));
    }
    deltas.extend(masking.rest());
    let text = deltas.into_iter().map(|delta| match delta {
        Delta::Text(text) => text,
        other => panic!("{other:?}"),
    });
    text.collect()
}

#[test]
fn a_secret_is_masked_however_an_answer_is_split() {
    let longer = format!("{KEY}-longer");
    let other = "abab-other";
    let mask = mask(&[KEY, &longer, other]);
    for (text, wanted) in [
        (format!("größer {KEY} 🙂"), "größer [key] 🙂".to_owned()),
        (format!("{KEY}{KEY}"), "[key][key]".to_owned()),
        (format!("sk-sk-{KEY}."), "sk-sk-[key].".to_owned()),
        (format!("{longer} {KEY}-lon"), "[key] [key]-lon".to_owned()),
        (format!("{KEY}-longer"), "[key]".to_owned()),
        ("sk-abab-other".to_owned(), "sk-[key]".to_owned()),
        (r#"sk-abab\/ab\"x1"#.to_owned(), "[key]".to_owned()),
        (KEY[..KEY.len() - 1].to_owned(), KEY[..KEY.len() - 1].to_owned()),
        ("nothing".to_owned(), "nothing".to_owned()),
    ] {
        let ends: Vec<usize> = (0..=text.len()).filter(|end| text.is_char_boundary(*end)).collect();
        for first in &ends {
            for second in ends.iter().filter(|second| *second >= first) {
                let pieces = [&text[..*first], &text[*first..*second], &text[*second..]];
                assert_eq!(written_of(&mask, &pieces), wanted, "{pieces:?}");
            }
        }
        let every: Vec<&str> = ends.windows(2).map(|pair| &text[pair[0]..pair[1]]).collect();
        assert_eq!(written_of(&mask, &every), wanted, "{every:?}");
    }
}

#[test]
fn each_text_of_an_answer_is_put_together_alone() {
    let (begin, end) = KEY.split_at(6);
    let mut masking = Masking::new(mask(&[KEY]));
    let thought = |index, text: &str| Delta::Reasoning {
        index,
        part: Reasoning {
            text: text.to_owned(),
            signature: Some(KEY.to_owned()),
            ..Reasoning::default()
        },
    };
    let call = |index, arguments: &str, name: &str| Delta::ToolCall {
        index,
        id: Some(format!("call-{name}")),
        name: Some(name.to_owned()),
        arguments: arguments.to_owned(),
        extra: Some(serde_json::json!({ name: [name] })),
    };
    let pieces = |with: &str| {
        vec![
            Delta::Text(with.to_owned()),
            thought(0, with),
            thought(1, with),
            call(0, with, KEY),
            call(1, with, KEY),
        ]
    };
    let mut deltas = masking.pieces(pieces(begin));
    deltas.extend(masking.pieces(pieces(end)));
    deltas.extend(masking.pieces(vec![Delta::Finish(FinishReason::Other(KEY.to_owned()))]));
    let shown = format!("{deltas:?}");
    assert!(!shown.contains("abab") && !shown.contains("x1"), "{shown}");
    // The five texts; the signatures; id, name and both halves of what goes back; and the reason.
    assert_eq!(shown.matches(MASKED).count(), 5 + 4 + 4 * 4 + 1, "{shown}");
}

#[test]
fn the_end_that_is_kept_comes_before_the_finish_or_at_the_end() {
    let mut masking = Masking::new(mask(&[KEY]));
    assert_eq!(masking.pieces(vec![Delta::Text("classes".into())]), [Delta::Text("classe".into())]);
    assert_eq!(
        masking.pieces(vec![Delta::Finish(FinishReason::Stop)]),
        [Delta::Text("s".into()), Delta::Finish(FinishReason::Stop)]
    );
    assert_eq!(masking.pieces(vec![Delta::Text("s".into())]), []);
    assert_eq!(masking.rest(), [Delta::Text("s".into())]);
    assert_eq!(masking.rest(), []);
}

#[test]
fn what_is_too_short_to_be_a_secret_is_left_alone() {
    for secrets in [&["seven77"][..], &[""], &[]] {
        let mask = mask(secrets);
        assert_eq!(written_of(&mask, &["seven", "77"]), "seven77");
    }
    assert_eq!(written_of(&mask(&["eight888"]), &["eight", "888"]), MASKED);
}

#[test]
fn the_escapes_of_json_hide_no_secret_in_an_error() {
    let mask = mask(&[KEY]);
    let escaped = KEY.bytes().map(|byte| format!("\\u{byte:04x}")).collect::<String>();
    for (body, wanted) in [
        (
            format!(r#"{{"error":{{"message":"bad {escaped}"}}}}"#),
            r#"{"error":{"message":"bad [key]"}}"#,
        ),
        (format!(r#"{{"{escaped}":["{escaped}",1]}}"#), r#"{"[key]":["[key]",1]}"#),
        (format!("<title>{KEY}</title>"), "<title>[key]</title>"),
        (r#"{"error": "sk-abab\/ab\"x1"#.to_owned(), r#"{"error": "[key]"#),
    ] {
        assert_eq!(mask.body(body), wanted);
    }
    let failure = Failure {
        message: KEY.into(),
        kind: Some(KEY.into()),
        code: None,
        param: Some(KEY.into()),
    };
    assert_eq!(
        mask.failure(failure),
        Failure {
            message: MASKED.into(),
            kind: Some(MASKED.into()),
            code: None,
            param: Some(MASKED.into())
        }
    );
}
