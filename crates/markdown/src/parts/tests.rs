//! Parts parse to what the whole text parses to.

use super::*;
use crate::{Node, parse, parse_part};

/// Returns the nodes of all parts.
fn by_parts(text: &str) -> Vec<Node> {
    let parts = divide(text);
    let mut above = Vec::new();
    let mut nodes = Vec::new();
    for range in &parts.ranges {
        let parsed = parse_part(&parts.source(&text[range.clone()]).0, &[], &above);
        nodes.extend(parsed.nodes);
        above = parsed.above;
    }
    nodes
}

/// Blocks of every kind, each with one that it could be confused with.
const BLOCKS: [&str; 24] = [
    "A paragraph\nof two lines.",
    "# One",
    "### Three",
    "Two\n---",
    "- a\n- b",
    "- a\n\n- b\n\n  more of b",
    "1. a\n2. b\n\n   ```python\n   x\n\n   y\n   ```",
    "- ```\n  a\n\n  b",
    "```python\n# no heading\n\nx = '''\n\nNo paragraph.\n```",
    "~~~\n```\n\n# none\n~~~",
    "    indented\n\n    code",
    "| a | b |\n|---|--:|\n| 1 | 2 |",
    "> quoted\n\n> again\nand lazily",
    "<div>\n<b>a</b>\n</div>",
    "<!-- a\n\n# none\n\n-->",
    "<pre>\n\n# none\n\n</pre> after",
    "A [link][x], and [another].",
    "[x]: https://a.example/x\n[another]: https://a.example/another",
    "---",
    "* * *",
    "**bold** text\\\nand `code`",
    "2024 was a year.",
    "`````\n```\n\na\n`````",
    "größer 🙂",
];

#[test]
fn parts_parse_to_what_the_whole_parses_to() {
    let filler = "word ".repeat(220);
    for first in BLOCKS {
        for second in BLOCKS {
            for text in [
                format!("{filler}\n\n{first}\n\n{filler}\n\n{second}\n\n{filler}\n\n{first}"),
                format!("{first}\n\n{filler}\n\n{second}\n{filler}\n\n{first}\n\n{second}"),
            ] {
                assert_eq!(by_parts(&text), parse(&text), "{first:?} and {second:?}");
            }
        }
    }
}

#[test]
fn parts_of_a_text_that_grows_stay_as_they_are_but_for_the_last_two() {
    let filler = "word ".repeat(220);
    let text: String = BLOCKS.iter().map(|block| format!("{filler}\n\n{block}\n\n")).collect();
    let mut before = divide("");
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        let parts = divide(&text[..end]);
        let kept = before.ranges.len().saturating_sub(2);
        assert_eq!(parts.ranges[..kept], before.ranges[..kept], "at {end}");
        before = parts;
    }
    assert!(before.ranges.len() > 10, "{:?}", before.ranges);
}

#[test]
fn a_long_answer_has_many_parts_that_cover_it() {
    let text = "## Title\n\nA paragraph with **12** numbers.\n\n- a\n- b\n\n".repeat(500);
    let parts = divide(&text);
    assert!(parts.ranges.iter().all(|range| range.len() < 2 * MIN_PART_BYTES));
    assert_eq!(parts.ranges.iter().map(|range| &text[range.clone()]).collect::<String>(), text);
}
