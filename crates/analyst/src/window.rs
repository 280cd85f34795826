//! Fits a request into the model's context window: older results are shortened first, then earlier
//! turns are summarised by rule, then left out.
//!
//! Tokens are estimated, since each model counts its own: three bytes of text for one, which is
//! more than English and code need, and 1,500 tokens for an image, the most that a provider of a
//! scaled figure charges. Knows no model.

use chat::{Message, Part};

#[cfg(test)]
mod tests;

/// Bytes of text that are counted as one token.
const BYTES_PER_TOKEN: usize = 3;

/// Tokens that are counted for an image.
const IMAGE_TOKENS: usize = 1_500;

/// Tokens that are counted for a message's role and separators, and for a call's name and id.
const OVERHEAD_TOKENS: usize = 16;

/// Tokens of the description of the tool, which is sent beside the messages.
const TOOL_TOKENS: usize = 400;

/// The most characters that are kept of a result that is shortened, and of a question or an answer
/// that is summarised.
pub(crate) const SHORTENED: usize = 400;

/// The fewest characters of the latest result: with less of it the model has nothing to answer
/// from.
const LATEST: usize = 1_000;

/// What stands in place of a figure that is not sent again.
pub(crate) const EARLIER_FIGURE: &str = "(A figure, shown earlier.)";

/// What was done to a request so that it fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fitted {
    /// How many results were shortened.
    pub shortened: usize,
    /// How many earlier turns were summarised.
    pub summarised: usize,
    /// How many earlier turns were left out.
    pub left_out: usize,
}

impl Fitted {
    /// Returns a sentence for the user; `None` if nothing was done.
    pub fn sentence(&self) -> Option<String> {
        let turns = |count: usize| text::format::plural(count as u64, "earlier question");
        let parts: Vec<String> = [
            (
                self.shortened,
                format!("shortened {}", text::format::plural(self.shortened as u64, "result")),
            ),
            (self.summarised, format!("summarised {}", turns(self.summarised))),
            (self.left_out, format!("left out {}", turns(self.left_out))),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(_, part)| part)
        .collect();
        let (last, others) = parts.split_last()?;
        let parts = if others.is_empty() {
            last.clone()
        } else {
            format!("{} and {last}", others.join(", "))
        };
        Some(format!("To fit what the model can read, Insitu {parts}."))
    }
}

/// Returns how many tokens the messages may have in a window of so many tokens: a quarter of it,
/// and at most 16,384, is left to the answer.
pub(crate) fn limit(window: u32) -> usize {
    let window = window as usize;
    window - (window / 4).min(16_384) - TOOL_TOKENS.min(window / 8)
}

/// Shortens `messages` until they have at most `limit` tokens. `turns` are the positions at which
/// earlier turns begin, `question` is that of the question. Returns `None` if what must be sent is
/// longer.
pub(crate) fn fit(
    mut messages: Vec<Message>,
    turns: &[usize],
    question: usize,
    limit: usize,
) -> Option<(Vec<Message>, Fitted)> {
    let mut fitted = Fitted::default();
    let mut size = tokens(&messages);
    let latest = messages.iter().rposition(|message| !matches!(message, Message::Assistant { .. }));
    for (at, message) in messages.iter_mut().enumerate() {
        if size <= limit {
            break;
        }
        let is_result = at != question && !turns.contains(&at) && Some(at) != latest;
        if is_result {
            let before = tokens_of(message);
            if shorten(message, SHORTENED) {
                fitted.shortened += 1;
            }
            size = size - before + tokens_of(message);
        }
    }
    let ends = turns.iter().skip(1).copied().chain([question]);
    let ranges: Vec<_> = turns.iter().copied().zip(ends).collect();
    let mut earlier: Vec<Vec<Message>> = ranges
        .iter()
        .filter_map(|(from, to)| messages.get(*from..*to).map(<[Message]>::to_vec))
        .collect();
    let first = turns.first().copied().unwrap_or(question);
    let mut rest = messages.split_off(question.min(messages.len()));
    messages.truncate(first);
    for turn in &mut earlier {
        if size <= limit {
            break;
        }
        let before = tokens(turn);
        *turn = summary(turn);
        fitted.summarised += 1;
        size = size - before + tokens(turn);
    }
    while size > limit && !earlier.is_empty() {
        size -= tokens(&earlier.remove(0));
        fitted.left_out += 1;
        fitted.summarised = fitted.summarised.saturating_sub(1);
    }
    if size > limit
        && let Some(last) =
            rest.iter_mut().skip(1).rfind(|message| !matches!(message, Message::Assistant { .. }))
    {
        let (whole, before) = (last.clone(), tokens_of(last));
        let mut most = before * BYTES_PER_TOKEN;
        while size - before + tokens_of(last) > limit && most > LATEST {
            most = (most / 4 * 3).max(LATEST);
            *last = whole.clone();
            shorten(last, most);
        }
        fitted.shortened += usize::from(*last != whole);
        size = size - before + tokens_of(last);
    }
    messages.extend(earlier.into_iter().flatten());
    messages.append(&mut rest);
    (size <= limit).then_some((messages, fitted))
}

/// Returns a turn in short: its question and the beginning of its answer, without what was computed
/// between.
pub(crate) fn summary(turn: &[Message]) -> Vec<Message> {
    let question = turn.first().map(|message| match message {
        Message::User(parts) => parts.iter().filter_map(text_of).collect::<Vec<_>>().join("\n"),
        _ => String::new(),
    });
    let answer = turn.iter().rev().find_map(|message| match message {
        Message::Assistant { text, calls, .. } if calls.is_empty() => Some(text.as_str()),
        _ => None,
    });
    let answer =
        answer.map_or_else(|| "(No answer.)".to_owned(), |answer| text::clip(answer, SHORTENED));
    vec![
        Message::user(text::clip(&question.unwrap_or_default(), SHORTENED)),
        Message::assistant(format!("(In short.) {answer}")),
    ]
}

/// Shortens a result to so many characters, and leaves out its figures. Returns whether that
/// changed it.
pub(crate) fn shorten(message: &mut Message, most: usize) -> bool {
    let clip = |text: &mut String| {
        let clipped = text::clip(text, most);
        let changed = clipped.len() < text.len();
        if changed {
            *text = clipped;
        }
        changed
    };
    match message {
        Message::Tool { text, images, .. } => {
            let figures = images.len();
            images.clear();
            let changed = clip(text);
            for _ in 0..figures {
                text.push('\n');
                text.push_str(EARLIER_FIGURE);
            }
            changed || figures > 0
        }
        Message::User(parts) => {
            let mut changed = false;
            for part in parts {
                changed |= match part {
                    Part::Text(text) => clip(text),
                    Part::Image(_) => {
                        *part = Part::Text(EARLIER_FIGURE.to_owned());
                        true
                    }
                };
            }
            changed
        }
        Message::System(_) | Message::Assistant { .. } => false,
    }
}

fn text_of(part: &Part) -> Option<&str> {
    match part {
        Part::Text(text) => Some(text),
        Part::Image(_) => None,
    }
}

/// Returns the tokens of messages, as estimated.
pub(crate) fn tokens(messages: &[Message]) -> usize {
    messages.iter().map(tokens_of).sum()
}

fn tokens_of(message: &Message) -> usize {
    let of = |bytes: usize| bytes.div_ceil(BYTES_PER_TOKEN);
    let content = match message {
        Message::System(text) => of(text.len()),
        Message::User(parts) => {
            parts.iter().map(|part| text_of(part).map_or(IMAGE_TOKENS, |text| of(text.len()))).sum()
        }
        Message::Tool { text, images, .. } => of(text.len()) + images.len() * IMAGE_TOKENS,
        Message::Assistant { text, calls, reasoning } => {
            let calls: usize =
                calls.iter().map(|call| of(call.arguments.len()) + OVERHEAD_TOKENS).sum();
            let thoughts = reasoning
                .iter()
                .map(|part| part.text.len() + part.data.as_ref().map_or(0, String::len));
            of(text.len()) + calls + of(thoughts.sum())
        }
    };
    content + OVERHEAD_TOKENS
}
