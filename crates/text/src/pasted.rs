//! Whether pasted text is a table, and the table as a file.
//!
//! Spreadsheets put cells on the clipboard as text with tabs: a cell with a line break, a tab or a
//! quote is in quotes, except if the program leaves a quote as it is. That the cells are a
//! spreadsheet's, only the HTML beside it says.

use crate::cells::{Cell, cell};

/// A table as the file that it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastedTable {
    /// The file's name.
    pub name: &'static str,
    /// The file's content.
    pub content: String,
}

/// What the HTML of spreadsheets has, in lower case: of Excel, Google Sheets, and LibreOffice.
const SPREADSHEETS: [&str; 4] = [
    "urn:schemas-microsoft-com:office:excel",
    "google-sheets-html-origin",
    "data-sheets-",
    "libreoffice",
];

/// Returns pasted text as a table, if it is one: cells of a spreadsheet in several rows, or lines
/// that all have the same number of tabs, or of commas or semicolons that are not part of
/// sentences. `html` is what the clipboard has beside the text; it may be empty.
pub fn table(text: &str, html: &str) -> Option<PastedTable> {
    let rows = rows(text, '\t');
    let width = rows.first().map_or(0, Vec::len);
    let is_regular = rows.len() > 1 && rows.iter().all(|row| row.len() == width);
    if is_regular && width > 1 {
        return Some(PastedTable { name: "pasted.tsv", content: written(&rows, '\t') });
    }
    if is_regular && is_spreadsheet(html) {
        return Some(PastedTable { name: "pasted.csv", content: written(&rows, ',') });
    }
    is_delimited(text).then(|| PastedTable { name: "pasted.csv", content: text.to_owned() })
}

fn is_spreadsheet(html: &str) -> bool {
    let html = html.to_lowercase();
    html.contains("<table") && SPREADSHEETS.iter().any(|mark| html.contains(mark))
        || html.contains("<google-sheets-html-origin")
}

/// Returns whether lines have a constant number of commas or semicolons outside quotes.
fn is_delimited(text: &str) -> bool {
    // In prose a comma is followed by a space, in a table hardly ever.
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let is_prose = |line: &&&str| {
        let separated = rows(line, ',').iter().flatten().skip(1).any(|cell| cell.starts_with(' '));
        separated || line.ends_with(['.', ':', '{'])
    };
    if lines.iter().filter(is_prose).count() * 2 > lines.len() {
        return false;
    }
    [',', ';'].into_iter().any(|delimiter| {
        let rows = rows(text, delimiter);
        let width = rows.first().map_or(0, Vec::len);
        width > 1 && rows.len() > 2 && rows.iter().all(|row| row.len() == width)
    })
}

/// Splits a text into rows of cells. Lines without a cell are left out if they have no delimiter;
/// those of a table of one column are empty cells, except at the end.
fn rows(text: &str, delimiter: char) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut rest = text.trim_end_matches(['\r', '\n']);
    loop {
        let Cell { text, after, .. } = cell(rest, delimiter);
        row.push(text.into_owned());
        match after.strip_prefix(delimiter) {
            Some(next) => rest = next,
            None => {
                rows.push(std::mem::take(&mut row));
                let next = after.strip_prefix("\r\n").or_else(|| after.strip_prefix(['\n', '\r']));
                let Some(next) = next else { break };
                rest = next;
            }
        }
    }
    let is_blank = |row: &Vec<String>| matches!(&row[..], [only] if only.trim().is_empty());
    let is_narrow = rows.iter().all(|row| row.len() == 1);
    rows.retain(|row| is_narrow || !is_blank(row));
    if rows.iter().all(is_blank) {
        rows.clear();
    }
    rows
}

/// Writes rows with quotes if a cell needs them.
fn written(rows: &[Vec<String>], delimiter: char) -> String {
    let mut text = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                text.push(delimiter);
            }
            // A line without anything is not a row to a reader of tables.
            let is_empty_row = row.len() == 1 && cell.is_empty();
            if is_empty_row || cell.contains([delimiter, '"', '\n', '\r']) {
                text.push('"');
                text.push_str(&cell.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(cell);
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXCEL: &str =
        "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><body><table><tr><td>1</table>";
    const SHEETS: &str =
        "<google-sheets-html-origin><style></style><table data-sheets-root=\"1\"><tr><td>1</table>";
    const CALC: &str = "<html><meta name=\"generator\" content=\"LibreOffice 24.2\"/><body><table><tr><td>1</table>";
    const PAGE: &str = "<meta charset=\"utf-8\"><p>Text</p>";

    fn check(text: &str, html: &str, expected: Option<(&str, &str)>) {
        let found = table(text, html);
        let found = found.as_ref().map(|table| (table.name, table.content.as_str()));
        assert_eq!(found, expected, "{text:?} {html}");
    }

    #[test]
    fn cells_with_tabs_are_a_table_wherever_they_come_from() {
        for html in [EXCEL, SHEETS, CALC, PAGE, ""] {
            check("a\tb\r\n1\t2\r\n", html, Some(("pasted.tsv", "a\tb\n1\t2\n")));
            check("a\tb\n1\t\n\t\n", html, Some(("pasted.tsv", "a\tb\n1\t\n\t\n")));
            check("a\tb\n1\t2\t3\n", html, None);
            check("a\tb", html, None);
        }
    }

    #[test]
    fn quoted_cells_keep_their_line_breaks_commas_and_quotes() {
        let cases = [
            ("note\tn\r\n\"one\ntwo\"\t1\r\n", "note\tn\n\"one\ntwo\"\t1\n"),
            ("note\tn\r\n\"one\n\n\ttwo\"\t1\r\n", "note\tn\n\"one\n\n\ttwo\"\t1\n"),
            ("note\tn\r\n\"say \"\"hi\"\"\"\t1\r\n", "note\tn\n\"say \"\"hi\"\"\"\t1\n"),
            ("note\tn\nSmith, Ann\t1\n", "note\tn\nSmith, Ann\t1\n"),
            // Google Sheets leaves quotes as they are if the cell has no line break.
            ("note\tn\n\"Big\" Bob\t1\n", "note\tn\n\"\"\"Big\"\" Bob\"\t1\n"),
            ("size\tn\n5\" pipe\t1\n\"\t2\n", "size\tn\n\"5\"\" pipe\"\t1\n\"\"\"\"\t2\n"),
        ];
        for (text, content) in cases {
            check(text, EXCEL, Some(("pasted.tsv", content)));
        }
    }

    #[test]
    fn one_column_is_a_table_where_it_is_a_spreadsheets() {
        for html in [EXCEL, SHEETS, CALC] {
            check(
                "name\r\nSmith, Ann\r\nBob\r\n",
                html,
                Some(("pasted.csv", "name\n\"Smith, Ann\"\nBob\n")),
            );
            check("n\r\n1\r\n\r\n3\r\n", html, Some(("pasted.csv", "n\n1\n\"\"\n3\n")));
            check("note\r\n\"one\ntwo\"\r\n", html, Some(("pasted.csv", "note\n\"one\ntwo\"\n")));
            check("only this cell", html, None);
            check("\"one\ntwo\"", html, None);
            check("\n\n", html, None);
        }
        for html in [PAGE, ""] {
            check("name\nSmith\nBob\n", html, None);
            check("What is the total?\nBy region.", html, None);
        }
    }

    #[test]
    fn commas_and_semicolons_are_a_table_outside_quotes_and_sentences() {
        let same = |text| check(text, "", Some(("pasted.csv", text)));
        same("a,b\n1,2\n3,4\n");
        same("a;b\n1,5;2\n3;4,5\n");
        same("name,n\n\"Smith, Ann\",1\n\"Bob \"\"B\"\", Al\",2\n");
        same("note,n\n\"one\ntwo\",1\nthree,2\n");
        check("a,b\n1,2\n", "", None);
        check("a,b\n1,2\n3,4,5\n", "", None);
        check("Dear Ann, hello\nI am here, as you see\nYours, Bob\n", "", None);
        check("if a:\n  f(1,2):\n  g(1,2):\n", "", None);
        check("", "", None);
    }
}
