//! A model's Markdown as a tree that is safe to show.
//!
//! Raw HTML is text, links lead to the web or to mail only, pictures are never loaded. Knows
//! nothing of views: the page builds them from the tree, which reaches it as JSON, since the parser
//! is in the lazy module.

pub mod parts;

use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag,
};
use serde::{Deserialize, Serialize};

/// The deepest nesting that is kept, deeper than users write; below it, children join their parent.
/// It bounds the recursion of every consumer.
const DEPTH: usize = 24;

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Node {
    /// Plain text.
    Text(String),
    /// Code within a line.
    Code(String),
    /// A block of code; `language` is the first word of its info string, in lower case.
    Block {
        /// The language, or empty.
        language: String,
        /// The code.
        code: String,
    },
    /// A hard line break.
    Break,
    /// A thematic break.
    Rule,
    /// The check box of a task list item.
    Check(bool),
    /// A link whose address is `http`, `https` or `mailto`.
    Link {
        /// The address.
        href: String,
        /// What is shown.
        children: Vec<Node>,
    },
    /// An element with children.
    Element(Kind, Vec<Node>),
}

/// The kinds of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// No element of its own: its children take its place.
    Group,
    /// A paragraph.
    Paragraph,
    /// A heading and its depth among the headings, 1 to 6.
    Heading(u8),
    /// A quotation.
    Quote,
    /// A list with bullets.
    List,
    /// A numbered list and its first number.
    Ordered(u64),
    /// An item of a list.
    Item,
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Struck out.
    Strike,
    /// A table: one [`Kind::Head`], then rows.
    Table,
    /// The head row of a table.
    Head,
    /// A row of a table.
    Row,
    /// A cell of a row or of the head; whether it is aligned to the right.
    Cell(bool),
    /// The marked span with this index, or a part of it.
    Mark(usize),
}

/// Parses Markdown; any text is valid, including one that is still growing.
pub fn parse(source: &str) -> Vec<Node> {
    parse_marked(source, &[])
}

/// A part of a text, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parsed {
    /// What it says.
    pub nodes: Vec<Node>,
    /// The ranks of the headings that the next part is below, as written.
    pub above: Vec<u8>,
}

/// Parses Markdown, and marks the text of these spans of the source, in bytes and in order. What a
/// span has in code or in the syntax of Markdown is not marked.
pub fn parse_marked(source: &str, spans: &[Range<usize>]) -> Vec<Node> {
    parse_part(source, spans, &[]).nodes
}

/// Parses a part of a text (see [`parts`]) as [`parse_marked`] does a text, below the headings of
/// the parts before.
pub fn parse_part(source: &str, spans: &[Range<usize>], above: &[u8]) -> Parsed {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut open = vec![Frame::new(Opened::Kind(Kind::Group))];
    let mut alignments = Vec::new();
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        match event {
            Event::Start(Tag::Table(columns)) => {
                alignments = columns;
                open.push(Frame::new(Opened::Kind(Kind::Table)));
            }
            Event::Start(Tag::TableCell) => {
                let column = open.last().map_or(0, |row| row.children.len());
                let right = alignments.get(column) == Some(&Alignment::Right);
                open.push(Frame::new(Opened::Kind(Kind::Cell(right))));
            }
            Event::Start(tag) => open.push(Frame::new(opened(tag))),
            Event::End(_) => close(&mut open),
            // Text with entities or escapes differs from its source, and has no numbers.
            Event::Text(text) if source.get(range.clone()) == Some(&*text) => {
                if let Some(frame) = open.last_mut() {
                    marked(&text, range.start, spans).into_iter().for_each(|node| frame.push(node));
                }
            }
            other => {
                if let Some(frame) = open.last_mut() {
                    frame.push(leaf(other));
                }
            }
        }
    }
    while open.len() > 1 {
        close(&mut open);
    }
    let mut nodes = open.pop().map(|frame| frame.children).unwrap_or_default();
    let mut above = above.to_vec();
    nest_headings(&mut nodes, &mut above);
    Parsed { nodes, above }
}

/// Divides a text, which begins at `start` of the source, at the spans.
fn marked(text: &str, start: usize, spans: &[Range<usize>]) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut done = 0;
    // A long answer has thousands of spans, and as many texts.
    let first = spans.partition_point(|span| span.end <= start);
    let here = spans
        .iter()
        .enumerate()
        .skip(first)
        .take_while(|(_, span)| span.start < start + text.len());
    for (index, span) in here {
        let from = span.start.saturating_sub(start).clamp(done, text.len());
        let to = span.end.saturating_sub(start).clamp(from, text.len());
        let (Some(before), Some(inside)) = (text.get(done..from), text.get(from..to)) else {
            continue;
        };
        if inside.is_empty() {
            continue;
        }
        if !before.is_empty() {
            nodes.push(Node::Text(before.to_owned()));
        }
        nodes.push(Node::Element(Kind::Mark(index), vec![Node::Text(inside.to_owned())]));
        done = to;
    }
    if let Some(rest) = text.get(done..).filter(|rest| !rest.is_empty() || nodes.is_empty()) {
        nodes.push(Node::Text(rest.to_owned()));
    }
    nodes
}

/// Sets the depth of each heading among the others, from 1 and without gaps: models begin with `##`
/// or skip from `#` to `###`, and users who navigate by headings would look for the missing ones.
/// `above` contains the ranks as written.
fn nest_headings(nodes: &mut [Node], above: &mut Vec<u8>) {
    for node in nodes {
        let Node::Element(kind, children) = node else { continue };
        if let Kind::Heading(rank) = kind {
            while above.last().is_some_and(|last| last >= rank) {
                above.pop();
            }
            above.push(*rank);
            *rank = u8::try_from(above.len()).unwrap_or(u8::MAX);
        }
        nest_headings(children, above);
    }
}

/// An open element.
struct Frame {
    opened: Opened,
    children: Vec<Node>,
}

enum Opened {
    Kind(Kind),
    Code(String),
    Link(Option<String>),
    Picture(Option<String>),
}

impl Frame {
    fn new(opened: Opened) -> Self {
        Self { opened, children: Vec::new() }
    }

    fn push(&mut self, node: Node) {
        // Adjacent texts are merged, so that views are few while an answer streams.
        match (self.children.last_mut(), node) {
            (Some(Node::Text(text)), Node::Text(more)) => text.push_str(&more),
            (_, node) => self.children.push(node),
        }
    }
}

fn close(open: &mut Vec<Frame>) {
    let Some(Frame { opened, children }) = open.pop() else { return };
    let depth = open.len();
    let Some(parent) = open.last_mut() else { return };
    let flat = depth > DEPTH;
    match opened {
        Opened::Code(language) => parent.push(Node::Block { language, code: plain(&children) }),
        Opened::Link(Some(href)) if !flat => parent.push(Node::Link { href, children }),
        Opened::Picture(href) => {
            let name = match plain(&children) {
                empty if empty.is_empty() => "picture".to_owned(),
                name => name,
            };
            parent.push(match href {
                Some(href) if !flat => Node::Link { href, children: vec![Node::Text(name)] },
                _ => Node::Text(name),
            });
        }
        Opened::Kind(kind) if !flat && kind != Kind::Group => {
            parent.push(Node::Element(kind, children))
        }
        Opened::Kind(_) | Opened::Link(_) => {
            children.into_iter().for_each(|child| parent.push(child))
        }
    }
}

fn opened(tag: Tag<'_>) -> Opened {
    Opened::Kind(match tag {
        Tag::Paragraph | Tag::HtmlBlock => Kind::Paragraph,
        Tag::Heading { level, .. } => Kind::Heading(rank(level)),
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::List(None) => Kind::List,
        Tag::List(Some(first)) => Kind::Ordered(first),
        Tag::Item => Kind::Item,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Strike,
        Tag::TableHead => Kind::Head,
        Tag::TableRow => Kind::Row,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
            return Opened::Code(info.split_whitespace().next().unwrap_or_default().to_lowercase());
        }
        Tag::CodeBlock(CodeBlockKind::Indented) => return Opened::Code(String::new()),
        Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
            return Opened::Link(address(&format!("mailto:{dest_url}")));
        }
        Tag::Link { dest_url, .. } => return Opened::Link(address(&dest_url)),
        Tag::Image { dest_url, .. } => return Opened::Picture(address(&dest_url)),
        _ => Kind::Group,
    })
}

fn leaf(event: Event<'_>) -> Node {
    match event {
        Event::Code(code) => Node::Code(code.into_string()),
        Event::HardBreak => Node::Break,
        Event::Rule => Node::Rule,
        Event::TaskListMarker(done) => Node::Check(done),
        Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
            Node::Text(text.into_string())
        }
        _ => Node::Text(" ".to_owned()),
    }
}

fn rank(level: HeadingLevel) -> u8 {
    level as u8
}

/// Returns the address if it may be followed. Relative ones may not: they would lead into this
/// site.
fn address(url: &str) -> Option<String> {
    let lower = url.to_ascii_lowercase();
    let known = ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    (known && !url.chars().any(|character| character.is_control() || character.is_whitespace()))
        .then(|| url.to_owned())
}

fn plain(nodes: &[Node]) -> String {
    let mut text = String::new();
    for node in nodes {
        match node {
            Node::Text(part) | Node::Code(part) => text.push_str(part),
            Node::Link { children, .. } | Node::Element(_, children) => {
                text.push_str(&plain(children))
            }
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests;
