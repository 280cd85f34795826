//! What has left the browser, in words: how much, for which question, and which columns it names.

use std::sync::Arc;

use leptos::prelude::ArcRwSignal;
use serde_json::Value;
use text::format::bytes;

use super::{HERE, Id};

/// A request that left the browser.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerEntry {
    /// The time, in ISO 8601.
    pub at: String,
    /// The address.
    pub to: String,
    /// Size of the body in bytes.
    pub bytes: usize,
    /// SHA-256 of the body in hexadecimal.
    pub sha256: String,
    /// The body itself.
    pub body: Arc<str>,
    /// The question that it was sent for; none for the test of a model.
    pub question: Option<Question>,
    /// Whether the server has confirmed that it received exactly this body.
    pub confirmed: ArcRwSignal<bool>,
}

/// A question of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its turn.
    pub turn: Id,
    /// Its text.
    pub text: Arc<str>,
}

/// An endpoint of the user that the page has asked for its models, without a body.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct Contact {
    /// The endpoint's host.
    pub host: String,
    /// How many requests there were.
    pub requests: u32,
}

/// Notes that the page asks a host for its models.
pub fn note_contact(contacts: &mut Vec<Contact>, host: &str) {
    match contacts.iter_mut().find(|contact| contact.host == host) {
        Some(contact) => contact.requests += 1,
        None => contacts.push(Contact { host: host.to_owned(), requests: 1 }),
    }
}

/// Returns what has left the browser in a few words, and in fewer for a narrow page.
pub fn sent_words(entries: &[LedgerEntry], contacts: &[Contact]) -> (String, String) {
    let left = || entries.iter().filter(|entry| entry.to != HERE);
    match left().count() {
        0 if contacts.is_empty() => {
            (words::ledger_nothing_sent().to_owned(), words::ledger_nothing_sent().to_owned())
        }
        0 => (words::ledger_connection_tested().to_owned(), words::ledger_tested().to_owned()),
        count => {
            let size: usize = left().map(|entry| entry.bytes).sum();
            let words = words::ledger_sent(count as u64, &bytes(size as u64));
            (words, words::ledger_sent_short(&count))
        }
    }
}

/// Says what has left the browser, above the list of it.
pub fn sent_sentence(entries: &[LedgerEntry], contacts: &[Contact]) -> &'static str {
    if entries.is_empty() {
        words::ledger_no_file_no_question()
    } else if entries.iter().all(|entry| entry.to == HERE) && !contacts.is_empty() {
        words::ledger_no_file_no_question_and()
    } else if entries.iter().all(|entry| entry.to == HERE) {
        words::ledger_nothing_has_left_this()
    } else if entries.iter().any(|entry| entry.to == HERE) {
        words::ledger_every_request_is_listed()
    } else {
        words::ledger_every_request_is_listed_word()
    }
}

/// Says which endpoints were asked for their models; none if there were none.
pub fn contacts_sentence(contacts: &[Contact]) -> Option<String> {
    let one = |contact: &Contact| {
        format!("{} ({})", contact.host, words::ledger_requests(contact.requests.into()))
    };
    let hosts: Vec<String> = contacts.iter().map(one).collect();
    (!hosts.is_empty()).then(|| words::ledger_the_connection_was_tested(&hosts.join(", ")))
}

/// Returns for each entry what stands above it in the list: its question, or that it was a test, if
/// the entry before has another one.
pub fn headings(entries: &[LedgerEntry]) -> Vec<Option<Arc<str>>> {
    let mut before = None;
    entries
        .iter()
        .map(|entry| {
            let question = Some(&entry.question);
            let is_other = before != question;
            before = question;
            is_other.then(|| match &entry.question {
                Some(question) => question.text.clone(),
                None => Arc::from(words::ledger_test_of_a_model()),
            })
        })
        .collect()
}

/// The beginnings of the lines by which `analyst::prompt` describes columns, after their names.
const KINDS: [&str; 8] = [
    "whole numbers",
    "numbers",
    "numbers stored as text",
    "true/false",
    "dates",
    "categories",
    "text",
    "empty",
];

/// Returns the names of the columns that a body describes, in its order.
pub fn columns(body: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(body) = serde_json::from_str(body) else { return found };
    collect(&body, &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            for name in text.lines().filter_map(described) {
                if !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Object(fields) => fields.values().for_each(|field| collect(field, found)),
        _ => {}
    }
}

/// Returns the name of the column that a line describes, which is written as Rust's `Debug` does.
fn described(line: &str) -> Option<String> {
    let rest = line.strip_prefix("- \"")?;
    let mut name = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => match letters.next()? {
                'n' => name.push('\n'),
                'r' => name.push('\r'),
                't' => name.push('\t'),
                '0' => name.push('\0'),
                'u' => {
                    let code: String =
                        letters.by_ref().skip(1).take_while(|&letter| letter != '}').collect();
                    name.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                }
                other => name.push(other),
            },
            letter => name.push(letter),
        }
    }
    let kind = letters.as_str().strip_prefix(": ")?;
    let is_kind = |word: &&str| {
        kind.strip_prefix(*word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ' ', '(']))
    };
    KINDS.iter().any(is_kind).then_some(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn entry(to: &str, bytes: usize, question: Option<(Id, &str)>) -> LedgerEntry {
        LedgerEntry {
            at: String::new(),
            to: to.to_owned(),
            bytes,
            sha256: String::new(),
            body: Arc::from(""),
            question: question.map(|(turn, text)| Question { turn, text: Arc::from(text) }),
            confirmed: ArcRwSignal::new(false),
        }
    }

    fn words(entries: &[LedgerEntry], contacts: &[Contact]) -> [String; 2] {
        sent_words(entries, contacts).into()
    }

    #[test]
    fn nothing_is_sent_only_if_no_request_and_no_test_of_a_connection_left_the_browser() {
        let mut contacts = Vec::new();
        assert_eq!(words(&[], &contacts), ["Nothing sent", "Nothing sent"]);
        assert_eq!(words(&[entry(HERE, 900, None)], &contacts)[0], "Nothing sent");
        assert_eq!(contacts_sentence(&contacts), None);
        let in_tab = [entry(HERE, 900, None)];
        assert!(sent_sentence(&in_tab, &contacts).starts_with("Nothing has left"));
        note_contact(&mut contacts, "api.example.org");
        assert!(sent_sentence(&in_tab, &contacts).starts_with("No file, no question"));
        note_contact(&mut contacts, "api.example.org");
        assert_eq!(words(&[entry(HERE, 900, None)], &contacts), ["Connection tested", "Tested"]);
        assert!(
            contacts_sentence(&contacts)
                .is_some_and(|said| said.contains(": api.example.org (2 requests).")),
        );
        let sent = [entry("/v1", 1_000, None), entry(HERE, 900, None), entry("/v1", 11_000, None)];
        assert_eq!(words(&sent, &contacts), ["2 requests sent, 12 KB", "2 sent"]);
        assert_eq!(words(&sent[..1], &[]), ["1 request sent, 1 KB", "1 sent"]);
    }

    #[test]
    fn a_question_stands_above_the_first_of_its_requests() {
        let entries = [
            entry("/v1", 1, Some((1, "how many?"))),
            entry("/v1", 1, Some((1, "how many?"))),
            entry("/v1", 1, None),
            entry("/v1", 1, Some((2, "how many?"))),
        ];
        let headings: Vec<Option<String>> =
            headings(&entries).into_iter().map(|text| text.map(|text| text.to_string())).collect();
        let expected = [Some("how many?"), None, Some("Test of a model"), Some("how many?")]
            .map(|text| text.map(str::to_owned));
        assert_eq!(headings, expected);
    }

    #[test]
    fn the_columns_of_a_body_are_those_that_its_instructions_describe() {
        let prompt = include_str!("../../../crates/analyst/golden/prompt/calls.md");
        let body = json!({ "messages": [{ "role": "system", "content": prompt }] }).to_string();
        let found = columns(&body);
        assert_eq!(found[..3], ["order date", "customer", "unit_price"]);
        let lines = prompt.lines().filter(|line| line.starts_with("- \"")).count();
        assert_eq!(found.len(), lines);
    }

    #[test]
    fn a_name_is_read_as_it_is_and_other_lines_are_none() {
        let text = "- \"a \\\"b\\\"\\n\\u{202e}\": text\n- \"note\": see below\n- \"n\": numbersome\n\"x\": text";
        let body = json!({ "input": [{ "text": text }] }).to_string();
        assert_eq!(columns(&body), ["a \"b\"\n\u{202e}"]);
        assert_eq!(columns("The content of this request is not kept."), Vec::<String>::new());
    }
}
