//! Calls that a model writes as text: a fenced code block, or the JSON of a tool call.

mod strings;

use chat::Tool;
use serde_json::Value;

use strings::Strings;

use crate::{
    arguments::lenient_json,
    settings::{Fenced, FencedMode},
};

/// Phrases that announce that a reply's block is further work rather than a record of what was
/// done.
const ANNOUNCEMENTS: &[&str] = &[
    "let me",
    "let's",
    "let us",
    "i will",
    "i'll",
    "i need to",
    "we need to",
    "i am going to",
    "i'm going to",
    "next step",
    "next,",
    "now i",
    "now we",
    "run the following",
    "try again",
    "try this",
    "instead",
];

/// The languages of blocks whose strings are followed; code without a label may be Python.
const PYTHON: &[&str] = &["python", "py", "python3", ""];

/// A fenced block of Markdown.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    language: String,
    code: String,
    closed: bool,
    /// Its end in the text, in bytes.
    end: usize,
}

/// The code of a reply, and the text around it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// The reply without the blocks.
    pub(crate) prose: String,
    /// The prose before the last of the blocks. What follows was written before the code ran, and
    /// so is made up.
    pub(crate) lead: String,
    /// The end of the last block in the text, in bytes.
    pub(crate) end: usize,
    /// The blocks in the wanted languages, in order, as one piece: later ones build on earlier
    /// ones.
    pub(crate) code: String,
    /// Whether the last block was closed.
    pub(crate) closed: bool,
}

/// Returns the code in the languages that `fenced` names, or `None` if the text has none.
pub(crate) fn code(text: &str, fenced: &Fenced) -> Option<Code> {
    let (prose, blocks) = blocks(text);
    let labelled =
        |block: &&Block| !block.language.is_empty() && fenced.languages.contains(&block.language);
    let mut chosen: Vec<&Block> = blocks.iter().filter(labelled).collect();
    if chosen.is_empty()
        && fenced.mode == FencedMode::Always
        && fenced.languages.iter().any(String::is_empty)
    {
        chosen = blocks.iter().filter(|block| block.language.is_empty()).collect();
    }
    let code = chosen.iter().map(|block| block.code.trim_end()).collect::<Vec<_>>().join("\n\n");
    let (closed, end) = chosen.last().map(|block| (block.closed, block.end))?;
    let (lead, _) = self::blocks(&text[..end]);
    (!code.trim().is_empty()).then_some(Code { prose, lead, end, code, closed })
}

/// Returns whether the prose around a block announces further work.
pub(crate) fn announces(prose: &str) -> bool {
    let prose = prose.to_lowercase().replace('’', "'");
    ANNOUNCEMENTS.iter().any(|phrase| prose.contains(phrase))
}

/// Returns whether the text names a tool as calls and schemas do: `"run"` or `run(`.
pub(crate) fn mentions_call(text: &str, tool: &str) -> bool {
    text.match_indices(tool).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + tool.len()..].chars().next();
        matches!((before, after), (Some('"' | '\''), Some('"' | '\''))) || after == Some('(')
    })
}

fn blocks(text: &str) -> (String, Vec<Block>) {
    let mut prose = String::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<(char, usize, usize)> = None;
    let mut end = 0;
    // Where the Python string ends that contains what looks like the end of the block, in bytes.
    let mut string_end = 0;
    let mut strings = Strings::default();
    for line in text.split_inclusive('\n') {
        end += line.len();
        let line = line.trim_end_matches(['\n', '\r']);
        let indent = line.len() - line.trim_start().len();
        let rest = line.trim_start();
        let mark = rest.chars().next().filter(|mark| matches!(mark, '`' | '~'));
        let length = mark.map_or(0, |mark| rest.chars().take_while(|other| *other == mark).count());
        match open {
            Some((fence, min_length, _))
                if mark == Some(fence)
                    && length >= min_length
                    && rest[length..].trim().is_empty()
                    && !within_string(&text[end..], &strings, fence, end, &mut string_end) =>
            {
                if let Some(block) = blocks.last_mut() {
                    block.closed = true;
                    block.end = end;
                }
                open = None;
            }
            Some((_, _, stripped)) => {
                if let Some(block) = blocks.last_mut() {
                    // A block inside a list is indented as a whole.
                    block.code.push_str(&line[indent.min(stripped)..]);
                    block.code.push('\n');
                    block.end = end;
                    if PYTHON.contains(&block.language.as_str()) {
                        strings.read(line);
                    }
                }
            }
            None => match mark {
                Some(fence) if length >= 3 && !(fence == '`' && rest[length..].contains('`')) => {
                    let language = rest[length..]
                        .split(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ','))
                        .find(|word| !word.is_empty())
                        .unwrap_or_default();
                    let language = language.trim_start_matches('.').to_lowercase();
                    blocks.push(Block { language, code: String::new(), closed: false, end });
                    open = Some((fence, length, indent));
                    strings = Strings::default();
                }
                _ => {
                    prose.push_str(line);
                    prose.push('\n');
                }
            },
        }
    }
    (prose.trim().to_owned(), blocks)
}

/// Returns whether a fence is part of a string of the code: one is open, and both it and the block
/// end later, in `rest`, which begins at `at` of the text. If they do not, the string is a
/// mistake, and the fence ends the block.
fn within_string(
    rest: &str,
    strings: &Strings,
    fence: char,
    at: usize,
    string_end: &mut usize,
) -> bool {
    if !strings.inside() {
        return false;
    }
    if at <= *string_end {
        return true;
    }
    let mut strings = *strings;
    let mut end = at;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        let line = line.trim();
        if strings.inside() {
            strings.read(line);
            if !strings.inside() {
                *string_end = end;
            }
        } else if line.len() >= 3 && line.chars().all(|other| other == fence) {
            return true;
        } else {
            strings.read(line);
        }
    }
    *string_end = 0;
    false
}

/// Returns whether the text ends within the tags of a call.
pub(crate) fn breaks_off(text: &str) -> bool {
    text.rsplit("<tool_call>")
        .next()
        .is_some_and(|rest| rest.len() < text.len() && !rest.contains("</tool_call>"))
}

/// A call in the text as JSON.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WrittenCall {
    pub(crate) name: String,
    pub(crate) arguments: String,
}

/// Returns the calls between `<tool_call>` tags; otherwise the call of a reply that is, or has a
/// `json` block that is, `{"name": <a known tool>, "arguments": …}`. Text between tags that cannot
/// be parsed becomes a call of `fallback`, so that the model learns what is wrong.
pub(crate) fn written_calls(text: &str, tools: &[Tool], fallback: &str) -> Vec<WrittenCall> {
    let tagged: Vec<&str> = text
        .split("<tool_call>")
        .skip(1)
        .map(|rest| rest.split("</tool_call>").next().unwrap_or(rest).trim())
        .filter(|inner| !inner.is_empty())
        .collect();
    if !tagged.is_empty() {
        let unreadable =
            |inner: &str| WrittenCall { name: fallback.to_owned(), arguments: inner.to_owned() };
        return tagged
            .into_iter()
            .map(|inner| written(inner).unwrap_or_else(|| unreadable(inner)))
            .collect();
    }
    let known = |call: &WrittenCall| tools.iter().any(|tool| tool.name == call.name);
    if let Some(call) = written(text).filter(known) {
        return vec![call];
    }
    let (_, blocks) = blocks(text);
    let json =
        blocks.iter().filter(|block| matches!(block.language.as_str(), "json" | "tool_call" | ""));
    json.filter_map(|block| written(&block.code)).filter(known).collect()
}

/// Returns whether the text has the JSON of a call of any tool; with `alone`, whether it contains
/// nothing else.
pub(crate) fn has_call(text: &str, alone: bool) -> bool {
    let (prose, blocks) = blocks(text);
    let in_block = || blocks.iter().any(|block| written(&block.code).is_some());
    written(text).is_some() || ((prose.is_empty() || !alone) && in_block())
}

fn written(text: &str) -> Option<WrittenCall> {
    let value = lenient_json(text.trim()).ok()?;
    let value = value.get("function").filter(|function| function.is_object()).unwrap_or(&value);
    let name = value.get("name")?.as_str()?.to_owned();
    let arguments = match value.get("arguments").or_else(|| value.get("parameters"))? {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Some(WrittenCall { name, arguments })
}
