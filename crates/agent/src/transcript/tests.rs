use chat::{Message, ToolCall};

use super::{Malformed, well_formed};

fn assistant(text: &str, ids: &[&str]) -> Message {
    let call = |id: &&str| ToolCall {
        id: (*id).into(),
        name: "run".into(),
        arguments: "{}".into(),
        extra: None,
    };
    Message::Assistant {
        text: text.into(),
        calls: ids.iter().map(call).collect(),
        reasoning: Vec::new(),
    }
}

fn result(id: &str) -> Message {
    Message::tool(id, "x")
}

#[test]
fn each_rule_of_a_transcript_is_checked() {
    let user = || Message::user("q");
    let unreadable = Message::Assistant {
        text: String::new(),
        calls: vec![ToolCall {
            id: "a".into(),
            name: "run".into(),
            arguments: "{".into(),
            extra: None,
        }],
        reasoning: Vec::new(),
    };
    let cases = [
        (
            vec![
                Message::System("s".into()),
                user(),
                assistant("", &["a", "b"]),
                result("a"),
                result("b"),
                assistant("x", &[]),
            ],
            Ok(()),
        ),
        (vec![user(), Message::System("s".into())], Err(Malformed::LateSystem(1))),
        (vec![user(), user()], Err(Malformed::UserTwice(1))),
        (vec![Message::User(vec![])], Err(Malformed::Empty(0))),
        (vec![user(), assistant(" ", &[])], Err(Malformed::Empty(1))),
        (vec![assistant("", &[""])], Err(Malformed::BadId(0))),
        (vec![assistant("", &["a"]), result("a"), assistant("", &["a"])], Err(Malformed::BadId(2))),
        (vec![unreadable], Err(Malformed::BadArguments(0))),
        (vec![assistant("", &["a"])], Err(Malformed::Unanswered(1))),
        (vec![assistant("", &["a"]), user()], Err(Malformed::Unanswered(1))),
        (vec![assistant("", &["a", "b"]), result("b"), result("a")], Err(Malformed::Orphan(1))),
        (vec![assistant("", &["a"]), result("a"), result("a")], Err(Malformed::Orphan(2))),
    ];
    for (messages, expected) in cases {
        assert_eq!(well_formed(&messages), expected, "{messages:?}");
    }
}
