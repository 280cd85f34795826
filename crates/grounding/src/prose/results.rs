//! Names that a sentence states as its result: "Paris has the highest sales".

use std::ops::Range;

use super::{is_common, sentence};

/// Words with which a sentence names the first or the last of several.
const SUPERLATIVES: [&str; 24] = [
    "best",
    "biggest",
    "fewest",
    "first",
    "greatest",
    "highest",
    "largest",
    "last",
    "lead",
    "leading",
    "leads",
    "least",
    "led",
    "longest",
    "lowest",
    "maximum",
    "minimum",
    "most",
    "second",
    "shortest",
    "smallest",
    "strongest",
    "top",
    "worst",
];
/// Verbs after the name with which a sentence begins; other words at its beginning have a capital
/// anyway.
const VERBS: [&str; 18] = [
    "are", "came", "comes", "earned", "had", "has", "have", "is", "leads", "led", "made", "ranks",
    "reached", "recorded", "shows", "sold", "was", "won",
];
/// Names that are not names of groups.
const CALENDAR: [&str; 19] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// Returns where an answer names a result.
pub(crate) fn named_results(answer: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < answer.len() {
        let whole = sentence(answer, &(at..at));
        let text = answer.get(whole.clone()).unwrap_or_default();
        let compares = text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| SUPERLATIVES.contains(&word.to_lowercase().as_str()));
        if compares && !text.trim_start().starts_with(['|', '#']) {
            found.extend(
                names(text)
                    .into_iter()
                    .map(|name| whole.start + name.start..whole.start + name.end),
            );
        }
        at = whole.end.max(at + 1);
        while !answer.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

/// Returns the runs of words with a capital in a sentence.
fn names(text: &str) -> Vec<Range<usize>> {
    let words: Vec<Range<usize>> = text
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let named = |index: usize| {
            let word = &text[words[index].clone()];
            let plain = word.chars().all(|c| c.is_alphabetic() || c == '\'' || c == '’');
            word.starts_with(char::is_uppercase)
                && plain
                && word.chars().count() > 2
                && !is_common(word)
        };
        if !named(at) {
            at += 1;
            continue;
        }
        let first = at;
        // Only a space joins two words of one name.
        while at + 1 < words.len()
            && named(at + 1)
            && &text[words[at].end..words[at + 1].start] == " "
        {
            at += 1;
        }
        let next = words.get(at + 1).map(|next| text[next.clone()].to_lowercase());
        let begins = first == 0 || text[..words[first].start].trim_end().ends_with(':');
        let verb = next.is_some_and(|next| VERBS.contains(&next.as_str()));
        if !begins || verb {
            found.push(words[first].start..words[at].end);
        }
        at += 1;
    }
    found.retain(|name| {
        !text[name.clone()].split(' ').any(|word| CALENDAR.contains(&word.to_lowercase().as_str()))
    });
    found
}
