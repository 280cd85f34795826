//! What an answer says besides numbers: names, and work that is said to be done.

use std::ops::Range;

mod results;

pub(crate) use results::named_results;

/// Words that begin with a capital without being the name of anything in the data.
const COMMON: &[&str] = &[
    "a",
    "an",
    "and",
    "as",
    "based",
    "because",
    "but",
    "by",
    "csv",
    "data",
    "excel",
    "figure",
    "for",
    "from",
    "here",
    "how",
    "however",
    "i",
    "if",
    "in",
    "insitu",
    "it",
    "its",
    "json",
    "matplotlib",
    "nan",
    "no",
    "none",
    "not",
    "note",
    "numpy",
    "of",
    "on",
    "or",
    "overall",
    "pandas",
    "please",
    "python",
    "so",
    "sorry",
    "that",
    "the",
    "then",
    "there",
    "therefore",
    "these",
    "they",
    "this",
    "those",
    "to",
    "we",
    "what",
    "when",
    "which",
    "yes",
    "you",
    "your",
];

/// Phrases that say that work was done.
const DONE: &[&str] = &[
    "has been created",
    "has been generated",
    "has been saved",
    "have been removed",
    "has been removed",
    "has been plotted",
    "was saved",
    "were removed",
    "chart above",
    "chart below",
    "chart shows",
    "plot above",
    "plot below",
    "plot shows",
    "figure above",
    "figure below",
    "table above",
    "saved it to",
    "saved to",
    "written to",
    "here is the chart",
    "here is the plot",
    "here's the chart",
    "here's the plot",
];

/// Verbs after "I have" and "I" that say the same.
const VERBS: &[&str] = &[
    "added",
    "aggregated",
    "analysed",
    "analyzed",
    "calculated",
    "cleaned",
    "computed",
    "converted",
    "counted",
    "created",
    "drawn",
    "drew",
    "dropped",
    "exported",
    "filtered",
    "fitted",
    "found",
    "generated",
    "grouped",
    "loaded",
    "made",
    "merged",
    "plotted",
    "ran",
    "removed",
    "run",
    "saved",
    "sorted",
    "written",
    "wrote",
];

/// Returns the Markdown with blocks of code and addresses replaced by as many spaces: their numbers
/// state nothing.
pub(crate) fn without_code(answer: &str) -> String {
    let mut bytes = answer.as_bytes().to_vec();
    let mut blank = |from: usize, to: usize| {
        bytes[from..to].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ')
    };
    let mut at = 0;
    let mut open = None;
    for line in answer.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        if fence || open.is_some() {
            blank(at, at + line.len());
        }
        open = if fence { open.is_none().then_some(()) } else { open };
        at += line.len();
    }
    for opening in ["](", "https://", "http://"] {
        for (at, _) in answer.match_indices(opening) {
            let rest = &answer[at..];
            let length = rest.find(|c: char| c == ')' || c.is_whitespace()).unwrap_or(rest.len());
            blank(at, at + length);
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| answer.to_owned())
}

/// What a point follows within a sentence.
const ABBREVIATIONS: [&str; 9] = ["i.e", "e.g", "approx", "ca", "avg", "incl", "vs", "resp", "z.b"];

/// Returns where the sentence stands that has this span; a line ends it too.
pub(crate) fn sentence(answer: &str, span: &Range<usize>) -> Range<usize> {
    // What a small letter follows was an abbreviation, as are these before a number.
    let ends = |at: &usize| {
        let before = answer[..*at].trim_end_matches([' ', '.', '!', '?', '*']);
        let word = before.rsplit([' ', '(', '\n']).next().unwrap_or_default().to_lowercase();
        !answer[*at..].starts_with(|c: char| c.is_lowercase())
            && !ABBREVIATIONS.contains(&word.as_str())
    };
    let cuts = |from: usize, to: usize| {
        let part = answer.get(from..to).unwrap_or_default();
        let points =
            [". ", "! ", "? ", ".** "].into_iter().flat_map(move |end| part.match_indices(end));
        let points = points.map(move |(at, end)| from + at + end.len()).filter(ends);
        points.chain(part.match_indices('\n').map(move |(at, _)| from + at + 1))
    };
    // Only the line of the span is looked at: an answer may have thousands of sentences.
    let line = answer[..span.start].rfind('\n').unwrap_or(0);
    let line_end = answer[span.end..].find('\n').map_or(answer.len(), |at| span.end + at + 1);
    // A point within a row of a table ends nothing.
    if answer[line..span.start].trim_start().starts_with('|') {
        return answer[line..].find('|').map_or(line, |at| line + at)..line_end;
    }
    let start = cuts(line, span.start).max().unwrap_or(0);
    start..cuts(span.end, line_end).min().unwrap_or(answer.len())
}

/// Returns the names that an answer states: what stands in bold, quotation marks or back ticks, and
/// capitalised words within a sentence.
pub fn names(answer: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (open, close) in [("**", "**"), ("`", "`"), ("\"", "\""), ("“", "”")] {
        let mut rest = answer;
        while let Some((_, tail)) = rest.split_once(open) {
            let Some((inside, after)) = tail.split_once(close) else { break };
            push(&mut found, inside);
            rest = after;
        }
    }
    let mut starts = true;
    let mut run: Vec<&str> = Vec::new();
    for word in answer.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if bare.starts_with(char::is_uppercase) && !starts && !is_common(bare) {
            run.push(bare);
        } else if !run.is_empty() {
            push(&mut found, &run.join(" "));
            run.clear();
        }
        // What follows punctuation is another name, and what ends a sentence is followed by a
        // capital anyway.
        if word.ends_with([',', ';', '.', '!', '?', ':']) && !run.is_empty() {
            push(&mut found, &run.join(" "));
            run.clear();
        }
        starts = word.ends_with(['.', '!', '?', ':'])
            || matches!(word, "-" | "*" | "•" | "|" | "#" | "##" | "###");
    }
    if !run.is_empty() {
        push(&mut found, &run.join(" "));
    }
    found
}

/// Returns whether the answer says that something was computed, drawn, changed or saved.
pub fn announces_work(answer: &str) -> bool {
    let text = answer.to_lowercase().replace('’', "'");
    DONE.iter().any(|phrase| text.contains(phrase))
        || ["i have ", "i've ", "i "].iter().any(|subject| {
            text.match_indices(subject).any(|(at, _)| {
                let begins = !text[..at].ends_with(char::is_alphanumeric);
                let rest = text[at + subject.len()..]
                    .trim_start_matches("now ")
                    .trim_start_matches("successfully ");
                let verb = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
                begins && VERBS.contains(&verb)
            })
        })
}

fn push(found: &mut Vec<String>, name: &str) {
    let name = name.trim();
    let lettered = name.chars().any(char::is_alphabetic);
    if lettered
        && name.chars().count() <= 60
        && !name.contains('\n')
        && !is_common(name)
        && !found.iter().any(|known| known == name)
    {
        found.push(name.to_owned());
    }
}

fn is_common(word: &str) -> bool {
    COMMON.contains(&word.to_lowercase().as_str())
}
