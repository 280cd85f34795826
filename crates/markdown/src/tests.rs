//! Well-meant and hostile Markdown.

use super::*;

fn check(cases: &[(&str, Vec<Node>)]) {
    for (source, tree) in cases {
        assert_eq!(&parse(source), tree, "{source:?}");
    }
}

fn text(text: &str) -> Node {
    Node::Text(text.to_owned())
}

fn paragraph(children: Vec<Node>) -> Node {
    Node::Element(Kind::Paragraph, children)
}

fn link(href: &str, shown: &str) -> Node {
    Node::Link { href: href.to_owned(), children: vec![text(shown)] }
}

#[test]
fn raw_html_is_shown_as_text() {
    check(&[
        (
            "<img src=x onerror=alert(1)>",
            vec![paragraph(vec![text("<img src=x onerror=alert(1)>")])],
        ),
        ("a <b>bold</b>", vec![paragraph(vec![text("a <b>bold</b>")])]),
        ("<!-- hidden -->\n", vec![paragraph(vec![text("<!-- hidden -->\n")])]),
    ]);
}

#[test]
fn links_lead_to_the_web_or_to_mail_only() {
    check(&[
        ("[a](https://a.example/)", vec![paragraph(vec![link("https://a.example/", "a")])]),
        ("[a](HTTP://a.example)", vec![paragraph(vec![link("HTTP://a.example", "a")])]),
        ("<me@a.example>", vec![paragraph(vec![link("mailto:me@a.example", "me@a.example")])]),
        ("[a](javascript:alert(1))", vec![paragraph(vec![text("a")])]),
        ("[a](data:text/html,x)", vec![paragraph(vec![text("a")])]),
        ("[a](/v1/models)", vec![paragraph(vec![text("a")])]),
        ("[a](//b.example)", vec![paragraph(vec![text("a")])]),
        ("[a](<https://a.example/ b>)", vec![paragraph(vec![text("a")])]),
    ]);
}

#[test]
fn pictures_are_links_or_words_but_never_loaded() {
    check(&[
        (
            "![sales](https://a.example/p.png)",
            vec![paragraph(vec![link("https://a.example/p.png", "sales")])],
        ),
        ("![sales](data:image/png;base64,AA)", vec![paragraph(vec![text("sales")])]),
        ("![](sandbox:/mnt/data/a.png)", vec![paragraph(vec![text("picture")])]),
    ]);
}

#[test]
fn a_table_keeps_its_alignment() {
    let cell = |right, shown| Node::Element(Kind::Cell(right), vec![text(shown)]);
    check(&[(
        "| a | n |\n|---|--:|\n| x | 1 |\n",
        vec![Node::Element(
            Kind::Table,
            vec![
                Node::Element(Kind::Head, vec![cell(false, "a"), cell(true, "n")]),
                Node::Element(Kind::Row, vec![cell(false, "x"), cell(true, "1")]),
            ],
        )],
    )]);
}

#[test]
fn code_keeps_its_language_and_its_text() {
    let block = |language: &str, code: &str| Node::Block {
        language: language.to_owned(),
        code: code.to_owned(),
    };
    check(&[
        ("```Python title=x\nprint('<b>')\n```", vec![block("python", "print('<b>')\n")]),
        ("```\nstill gro", vec![block("", "still gro")]),
        ("    indented\n", vec![block("", "indented\n")]),
    ]);
}

#[test]
fn headings_are_nested_without_gaps_whatever_their_ranks() {
    for (source, depths) in [
        ("## A\n\n## B", vec![1, 1]),
        ("# A\n\n### B\n\n## C\n\n# D", vec![1, 2, 2, 1]),
        ("### A\n\n## B\n\n> #### C", vec![1, 1, 2]),
    ] {
        assert_eq!(depths_of(&parse(source)), depths, "{source}");
    }
}

fn depths_of(nodes: &[Node]) -> Vec<u8> {
    let depth = |node: &Node| match node {
        Node::Element(Kind::Heading(depth), _) => vec![*depth],
        Node::Element(_, children) => depths_of(children),
        _ => Vec::new(),
    };
    nodes.iter().flat_map(depth).collect()
}

#[test]
fn lists_headings_tasks_and_emphasis_are_kept() {
    let item = |children| Node::Element(Kind::Item, children);
    check(&[
        ("# Top", vec![Node::Element(Kind::Heading(1), vec![text("Top")])]),
        ("3. c\n", vec![Node::Element(Kind::Ordered(3), vec![item(vec![text("c")])])]),
        (
            "- [x] did",
            vec![Node::Element(Kind::List, vec![item(vec![Node::Check(true), text("did")])])],
        ),
        (
            "**a** ~~b~~",
            vec![paragraph(vec![
                Node::Element(Kind::Strong, vec![text("a")]),
                text(" "),
                Node::Element(Kind::Strike, vec![text("b")]),
            ])],
        ),
    ]);
}

#[test]
fn nesting_is_bounded() {
    fn depth(nodes: &[Node]) -> usize {
        let below = |node: &Node| match node {
            Node::Link { children, .. } | Node::Element(_, children) => 1 + depth(children),
            _ => 0,
        };
        nodes.iter().map(below).max().unwrap_or(0)
    }
    assert_eq!(depth(&parse(&format!("{}x", "> ".repeat(3000)))), DEPTH);
}

#[test]
fn spans_of_the_source_are_marked_in_its_text_alone() {
    let mark = |index, marked: &str| Node::Element(Kind::Mark(index), vec![text(marked)]);
    let check = |source: &str, spans: &[(usize, usize)], tree: Node| {
        let spans: Vec<Range<usize>> = spans.iter().map(|&(start, end)| start..end).collect();
        assert_eq!(parse_marked(source, &spans), [tree], "{source:?}");
    };
    check("It is 32.2.", &[(6, 10)], paragraph(vec![text("It is "), mark(0, "32.2"), text(".")]));
    check("1 and 2", &[(0, 1), (6, 7)], paragraph(vec![mark(0, "1"), text(" and "), mark(1, "2")]));
    let strong = Node::Element(Kind::Strong, vec![mark(0, "1.2")]);
    check("**1.2** million", &[(2, 15)], paragraph(vec![strong, mark(0, " million")]));
    let block = Node::Block { language: String::new(), code: "x = 12\n".to_owned() };
    check("```\nx = 12\n```", &[(8, 10)], block);
    check("é 5", &[(1, 3), (90, 99)], paragraph(vec![text("é 5")]));
}
