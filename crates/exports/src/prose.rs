//! The safe tree of a model's Markdown, written as Markdown again: for readers of the Markdown that
//! would render markup, load pictures or read `$` as a formula.

use markdown::{Kind, Node};

/// Returns Markdown that shows what the page shows of this one.
pub(crate) fn safe(source: &str) -> String {
    blocks(&markdown::parse(source)).join("\n")
}

/// Returns plain text as Markdown that shows it as it is, within a line.
pub(crate) fn plain(source: &str) -> String {
    escaped(&text::file_name(source), false)
}

/// Returns plain text as Markdown that shows it as it is, at the beginning of a line.
pub(crate) fn plain_line(source: &str) -> String {
    escaped(&text::file_name(source), true)
}

/// Returns a fenced block of code. The fence is longer than any row of backticks in the code.
pub(crate) fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat(longest_row(code).max(2) + 1);
    let plain = |&character: &char| character.is_ascii_alphanumeric() || "+-_#".contains(character);
    let language: String = language.chars().filter(plain).take(30).collect();
    format!("{fence}{language}\n{}\n{fence}", text::visible(code.trim_end_matches('\n')))
}

fn longest_row(code: &str) -> usize {
    code.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

/// Returns the lines of blocks. Inline nodes in a row are a paragraph.
fn blocks(nodes: &[Node]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut rest = nodes;
    let mut after_inlines = false;
    while let Some(first) = rest.first() {
        let inlines = rest.iter().take_while(|node| is_inline(node)).count();
        let block = if inlines > 0 { paragraph(&rest[..inlines]) } else { block(first) };
        rest = &rest[inlines.max(1)..];
        if block.iter().all(|line| line.trim().is_empty()) {
            continue;
        }
        // The items of a list without blank lines are not paragraphs.
        let tight =
            after_inlines && matches!(first, Node::Element(Kind::List | Kind::Ordered(1), _));
        if !lines.is_empty() && !tight {
            lines.push(String::new());
        }
        lines.extend(block);
        after_inlines = inlines > 0;
    }
    lines
}

fn is_inline(node: &Node) -> bool {
    match node {
        Node::Block { .. } | Node::Rule => false,
        Node::Element(kind, _) => {
            matches!(
                kind,
                Kind::Group | Kind::Emphasis | Kind::Strong | Kind::Strike | Kind::Mark(_)
            )
        }
        _ => true,
    }
}

fn paragraph(nodes: &[Node]) -> Vec<String> {
    inline(nodes, true, false).trim().lines().map(str::to_owned).collect()
}

fn block(node: &Node) -> Vec<String> {
    let (kind, children) = match node {
        Node::Block { language, code } => {
            return fenced(language, code).lines().map(str::to_owned).collect();
        }
        Node::Element(kind, children) => (*kind, children.as_slice()),
        _ => return vec!["---".to_owned()],
    };
    match kind {
        Kind::Heading(rank) => {
            // A question is a heading of rank 2.
            let marks = "#".repeat(usize::from(rank.saturating_add(2).min(6)));
            vec![format!("{marks} {}", inline(children, false, false).replace('\n', " ").trim())]
        }
        Kind::Quote => indented(&blocks(children), "> ", "> "),
        Kind::List => children.iter().flat_map(|item| list_item(item, "- ")).collect(),
        Kind::Ordered(first) => {
            let items = children.iter().zip(first.min(900_000_000)..);
            items.flat_map(|(item, number)| list_item(item, &format!("{number}. "))).collect()
        }
        Kind::Table => table(children),
        _ => blocks(children),
    }
}

fn list_item(item: &Node, mark: &str) -> Vec<String> {
    let children = match item {
        Node::Element(_, children) => children.as_slice(),
        other => std::slice::from_ref(other),
    };
    let lines = blocks(children);
    if lines.is_empty() {
        vec![mark.to_owned()]
    } else {
        indented(&lines, mark, &" ".repeat(mark.len()))
    }
}

fn indented(lines: &[String], first: &str, others: &str) -> Vec<String> {
    let prefix = |at| if at == 0 { first } else { others };
    lines
        .iter()
        .enumerate()
        .map(|(at, line)| format!("{}{line}", prefix(at)).trim_end().to_owned())
        .collect()
}

fn table(rows: &[Node]) -> Vec<String> {
    let mut lines = Vec::new();
    for row in rows {
        let Node::Element(kind, cells) = row else { continue };
        let mut line = String::from("|");
        let mut rule = String::from("|");
        for cell in cells {
            let (right, children) = match cell {
                Node::Element(Kind::Cell(right), children) => (*right, children.as_slice()),
                other => (false, std::slice::from_ref(other)),
            };
            line.push_str(&format!(
                " {} |",
                inline(children, false, true).replace('\n', " ").trim()
            ));
            rule.push_str(if right { " ---: |" } else { " --- |" });
        }
        lines.push(line);
        if *kind == Kind::Head {
            lines.push(rule);
        }
    }
    lines
}

/// Returns inline nodes; `start` says whether a line begins here, where more characters have a
/// meaning.
fn inline(nodes: &[Node], start: bool, in_table: bool) -> String {
    let mut line = String::new();
    for node in nodes {
        let start = line.ends_with('\n') || (start && line.is_empty());
        match node {
            Node::Text(text) => line.push_str(&escaped(text, start)),
            Node::Code(code) => line.push_str(&code_span(code, in_table)),
            Node::Break => line.push_str(if in_table { " " } else { "  \n" }),
            Node::Check(done) => line.push_str(if *done { "[x] " } else { "[ ] " }),
            Node::Link { href, children } => {
                let href = href
                    .replace('<', "%3C")
                    .replace('>', "%3E")
                    .replace('\\', "%5C")
                    .replace('|', "%7C");
                line.push_str(&format!("[{}](<{href}>)", inline(children, false, in_table).trim()));
            }
            Node::Element(kind, children) => {
                let inner = inline(children, start, in_table);
                let mark = match kind {
                    Kind::Emphasis => "*",
                    Kind::Strong => "**",
                    Kind::Strike => "~~",
                    _ => "",
                };
                let bare = inner.trim();
                if bare.is_empty() {
                    continue;
                }
                let (before, after) = inner.split_once(bare).unwrap_or_default();
                line.push_str(&format!("{before}{mark}{bare}{mark}{after}"));
            }
            Node::Block { code, .. } => line.push_str(&code_span(code, in_table)),
            Node::Rule => {}
        }
    }
    line
}

fn code_span(code: &str, in_table: bool) -> String {
    let code = text::file_name(code);
    let fence = "`".repeat(longest_row(&code) + 1);
    let code = if in_table { code.replace('|', "\\|") } else { code };
    // Without spaces, a backtick at an end would belong to the fence.
    let pad = if code.starts_with('`') || code.ends_with('`') || code.trim().is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{code}{pad}{fence}")
}

/// Escapes what Markdown, HTML or a formula would begin with.
fn escaped(source: &str, start: bool) -> String {
    let mut shown = String::with_capacity(source.len() + 8);
    let mut before = ' ';
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied().unwrap_or(' ');
        let line_start = start && shown.trim().is_empty();
        match character {
            // With another backslash, notebooks would read a formula.
            '\\' => shown.push_str("&#92;"),
            '`' | '*' | '[' | ']' | '<' | '>' | '|' | '$' | '~' | '&' => {
                shown.extend(['\\', character])
            }
            '_' if !(before.is_alphanumeric() && next.is_alphanumeric()) => shown.push_str("\\_"),
            '#' | '+' | '-' | '=' if line_start => shown.extend(['\\', character]),
            '.' | ')'
                if start
                    && !shown.is_empty()
                    && shown.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                shown.extend(['\\', character]);
            }
            '\n' | '\r' => shown.push(' '),
            '\0' => shown.push('\u{fffd}'),
            _ => shown.push(character),
        }
        before = character;
    }
    shown
}

#[cfg(test)]
mod tests;
