//! Elements of HTML, with every text escaped.

use markdown::{Kind, Node};

use crate::forms::Grid;

/// Escapes a text, for content and for attributes in double quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\0' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Returns a table.
pub(crate) fn table(grid: &Grid) -> String {
    let mut table = String::from("<table>\n<thead>\n<tr>");
    let class = |column: usize| {
        if grid.numeric.get(column) == Some(&true) { " class=\"number\"" } else { "" }
    };
    for (column, name) in grid.head.iter().enumerate() {
        table.push_str(&format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(name)));
    }
    table.push_str("</tr>\n</thead>\n<tbody>\n");
    let row = |cells: &[String]| {
        let mut row = String::from("<tr>");
        for (column, cell) in cells.iter().enumerate() {
            let class = class(column);
            row.push_str(&if column < grid.index {
                format!("<th scope=\"row\"{class}>{}</th>", escaped(cell))
            } else {
                format!("<td{class}>{}</td>", escaped(cell))
            });
        }
        row + "</tr>\n"
    };
    table.extend(grid.rows.iter().map(|cells| row(cells)));
    if !grid.tail.is_empty() {
        table.push_str(&format!("<tr><td colspan=\"{}\">…</td></tr>\n", grid.head.len()));
        table.extend(grid.tail.iter().map(|cells| row(cells)));
    }
    table.push_str("</tbody>\n</table>");
    if let Some(note) = &grid.note {
        table.push_str(&format!("\n<p class=\"note\">{}</p>", escaped(note)));
    }
    table
}

/// Returns the safe tree of a Markdown text. `mark` writes the span with this index around its
/// content.
pub(crate) fn prose(nodes: &[Node], mark: &dyn Fn(usize, &str) -> String) -> String {
    nodes.iter().map(|node| node_of(node, mark)).collect()
}

fn node_of(node: &Node, mark: &dyn Fn(usize, &str) -> String) -> String {
    match node {
        Node::Text(text) => escaped(text),
        Node::Code(code) => format!("<code>{}</code>", escaped(&text::visible(code))),
        Node::Block { code, .. } => code_block(code),
        Node::Break => "<br>".to_owned(),
        Node::Rule => "<hr>\n".to_owned(),
        Node::Check(done) => (if *done { "☑ " } else { "☐ " }).to_owned(),
        Node::Link { href, children } => format!(
            "<a href=\"{}\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">{}</a>",
            escaped(href),
            prose(children, mark)
        ),
        Node::Element(Kind::Table, rows) => table_of(rows, mark),
        Node::Element(kind, children) => element(*kind, &prose(children, mark), mark),
    }
}

/// Returns a block of code.
pub(crate) fn code_block(code: &str) -> String {
    let code = code.trim_end_matches('\n');
    format!(
        "<pre class=\"code{}\"><code>{}</code></pre>\n",
        short(code),
        escaped(&text::visible(code))
    )
}

/// Returns the class of a block that a page of paper does not divide.
pub(crate) fn short(block: &str) -> &'static str {
    if block.lines().count() <= 25 { " short" } else { "" }
}

fn element(kind: Kind, inner: &str, mark: &dyn Fn(usize, &str) -> String) -> String {
    let wrapped = |name: &str| format!("<{name}>{inner}</{name}>");
    match kind {
        Kind::Group | Kind::Table => inner.to_owned(),
        Kind::Paragraph => wrapped("p") + "\n",
        // A question is a heading of rank 2.
        Kind::Heading(1) => wrapped("h3") + "\n",
        Kind::Heading(2) => wrapped("h4") + "\n",
        Kind::Heading(_) => wrapped("h5") + "\n",
        Kind::Quote => wrapped("blockquote") + "\n",
        Kind::List => wrapped("ul") + "\n",
        Kind::Ordered(first) => format!("<ol start=\"{first}\">{inner}</ol>\n"),
        Kind::Item => wrapped("li"),
        Kind::Emphasis => wrapped("em"),
        Kind::Strong => wrapped("strong"),
        Kind::Strike => wrapped("del"),
        Kind::Head | Kind::Row => wrapped("tr"),
        Kind::Cell(right) => {
            format!("<td{}>{inner}</td>", if right { " class=\"number\"" } else { "" })
        }
        Kind::Mark(index) => mark(index, inner),
    }
}

fn table_of(rows: &[Node], mark: &dyn Fn(usize, &str) -> String) -> String {
    let (mut head, mut body) = (String::new(), String::new());
    for row in rows {
        match row {
            Node::Element(Kind::Head, cells) => {
                for cell in cells {
                    let cell = node_of(cell, mark);
                    let inner =
                        cell.strip_prefix("<td").and_then(|cell| cell.strip_suffix("</td>"));
                    head.push_str(
                        &inner
                            .map_or(cell.clone(), |inner| format!("<th scope=\"col\"{inner}</th>")),
                    );
                }
            }
            other => body.push_str(&node_of(other, mark)),
        }
    }
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody>\n</table></div>\n"
    )
}
