//! Two questions in one sentence: “plot sales by month, and which was the highest”.

use super::lexicon::superlative;
use super::sentence::Sentence;
use super::{lexicon, sentence};

/// The fewest tokens of a question that another one follows.
const MIN_QUESTION_TOKENS: usize = 3;

/// Splits a sentence into two questions if its second half asks for something of its own; the
/// second one may refer to the first.
pub fn split(question: &str) -> Option<(String, String)> {
    let sentence = Sentence::new(question, &|_| true);
    let length = sentence.len();
    let at = (MIN_QUESTION_TOKENS..length.saturating_sub(1)).find(|at| {
        sentence.is(*at, &["and"])
            && sentence.is(at + 1, &["which", "what", "who", "how", "when", "where"])
    })?;
    let own = |range: std::ops::Range<usize>| {
        range.clone().any(|at| {
            let key = sentence.key(at);
            superlative(key).is_some()
                || lexicon::base(key, "est").is_some()
                || sentence.length("how many", at) > 0
        }) || range
            .clone()
            .any(|at| ["average", "median", "total"].iter().any(|tag| sentence.length(tag, at) > 0))
    };
    let asks = |from: usize| {
        ["chart", "histogram", "line", "bars", "pie", "list", "compare", "over time"]
            .iter()
            .any(|tag| (from..at).any(|at| sentence.length(tag, at) > 0))
    };
    // “how many men and how many women worked in 1950” is one question.
    let one = at == MIN_QUESTION_TOKENS
        && [0, at + 1].iter().all(|from| sentence.length("how many", *from) == 2)
        && length > at + 1 + MIN_QUESTION_TOKENS;
    let both = !one && own(at + 1..length) && (own(0..at) || asks(0));
    let tokens: &[sentence::Token] = &sentence.tokens;
    both.then(|| {
        let first = question[..tokens[at].at.start].trim_end_matches([' ', ',']).to_owned();
        (first, question[tokens[at + 1].at.start..].to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_questions_are_not_taken_for_one() {
        let two = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        let cases = [
            (
                "plot sales by month, and which was the highest?",
                two("plot sales by month", "which was the highest?"),
            ),
            ("how many boys and how many girls", two("how many boys", "how many girls")),
            (
                "what is the average age and who is the oldest",
                two("what is the average age", "who is the oldest"),
            ),
            ("fastest time and who ran it", None),
            ("lowest rate in 2010 and which country", None),
            ("revenue of North and South", None),
            ("how many boys and how many girls were absent", None),
        ];
        for (question, expected) in cases {
            assert_eq!(split(question), expected, "{question}");
        }
    }
}
