//! Tables that an answer states itself: the same rows need not be shown twice, and they can be
//! copied.

use grounding::{Value, printed};
use kernel::TableData;
use markdown::{Kind, Node};
use serde_json::Value as Json;

/// A table in Markdown, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenTable {
    /// The names of its columns.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}

impl WrittenTable {
    /// Returns the tables of a text, but not those within others.
    pub fn all(text: &str) -> Vec<Self> {
        if !text.contains('|') {
            return Vec::new();
        }
        let mut found = Vec::new();
        collect(&markdown::parse_part(text, &[], &[]).nodes, &mut found);
        found
    }

    /// Returns the table that these parsed rows make.
    pub fn of(rows: &[Node]) -> Self {
        let mut table = Self::default();
        for row in rows {
            let Node::Element(kind, cells) = row else { continue };
            let texts = cells.iter().map(text_of).collect();
            if *kind == Kind::Head { table.head = texts } else { table.rows.push(texts) }
        }
        table
    }

    /// Returns whether it has all rows and columns of a result's table, whose numbers it may round.
    /// It need not have the positions that rows had before they were filtered or sorted.
    pub fn is_all_of(&self, data: &TableData) -> bool {
        let is_whole = data.rows.len() as u64 == data.total_rows && data.all_columns.is_none();
        let left_out = data.columns.len().saturating_sub(self.head.len());
        is_whole
            && self.rows.len() == data.rows.len()
            && self.head.len() + left_out == data.columns.len()
            && (left_out == 0 || left_out == 1 && begins_with_positions(data))
            && self.rows.iter().zip(&data.rows).all(|(written, row)| {
                written.len() + left_out == row.len()
                    && written
                        .iter()
                        .zip(&row[left_out..])
                        .all(|(written, cell)| says(written, cell))
            })
    }

    /// Returns it as lines with tabs between the cells, as spreadsheets take it.
    pub fn as_tsv(&self) -> String {
        let cell = |cell: &String| cell.replace(['\t', '\n', '\r'], " ");
        let line = |cells: &Vec<String>| cells.iter().map(cell).collect::<Vec<_>>().join("\t");
        let lines = std::iter::once(&self.head).chain(&self.rows).map(line);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Returns whether the first column is an index without a name that has whole numbers.
fn begins_with_positions(data: &TableData) -> bool {
    data.index_columns == 1
        && data.columns.first().is_some_and(|name| name == "index")
        && data.types.first().is_some_and(|kind| kind == "integer")
}

fn collect(nodes: &[Node], found: &mut Vec<WrittenTable>) {
    for node in nodes {
        match node {
            Node::Element(Kind::Table, rows) => found.push(WrittenTable::of(rows)),
            Node::Element(_, children) => collect(children, found),
            _ => {}
        }
    }
}

fn text_of(node: &Node) -> String {
    match node {
        Node::Text(text) | Node::Code(text) => text.clone(),
        Node::Element(_, children) | Node::Link { children, .. } => {
            children.iter().map(text_of).collect()
        }
        Node::Break => " ".to_owned(),
        _ => String::new(),
    }
}

/// Returns whether a written cell says what a cell of a result has.
fn says(written: &str, cell: &Json) -> bool {
    let written = written.trim();
    match cell {
        Json::Null => written.chars().all(|c| !c.is_alphanumeric()) || is_blank(written),
        Json::Number(number) => {
            let Some(value) = number.as_f64() else { return false };
            matches!(printed(written).as_slice(), [one] if is_rounded(&one.value, value))
        }
        Json::Bool(value) => written.eq_ignore_ascii_case(&value.to_string()),
        Json::String(text) => {
            let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let (written, text) = (plain(written), plain(text));
            // A date without the time of midnight, or only the part that its period needs.
            written == text
                || (text.contains("T00:00:00") && text.starts_with(&written) && written.len() >= 4)
        }
        _ => false,
    }
}

fn is_blank(written: &str) -> bool {
    ["nan", "none", "missing", "(missing)", "n/a"].contains(&written.to_lowercase().as_str())
}

/// Returns whether a number as it is written is this one, rounded.
fn is_rounded(written: &Value, value: f64) -> bool {
    match written {
        Value::Number(number) => {
            let near = number.resolution / 2.0 + 1e-9 * value.abs();
            let negative = number.value.is_sign_negative() == value.is_sign_negative();
            (number.value.abs() - value.abs()).abs() <= near && (negative || value == 0.0)
        }
        // A year is read as a date.
        Value::Date(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn data(rows: Vec<Vec<Json>>, total_rows: u64) -> TableData {
        TableData {
            columns: vec!["month".to_owned(), "amount".to_owned()],
            types: vec!["datetime".to_owned(), "number".to_owned()],
            index_columns: 1,
            rows,
            tail: Vec::new(),
            total_rows,
            all_columns: None,
        }
    }

    #[test]
    fn a_table_of_the_answer_has_all_of_a_result_if_each_cell_says_the_same() {
        let table = "Text.\n\n| Month | Total |\n|---|---:|\n| 2024-01-01 | 59,435.20 |\n| **2024-02-01** | -7.3 |\n\nMore.";
        let written = WrittenTable::all(table);
        assert_eq!(written.len(), 1);
        let first = vec![json!("2024-01-01T00:00:00"), json!(59435.2)];
        let second = |value: f64| vec![json!("2024-02-01T00:00:00"), json!(value)];
        let cases = [
            ("the same", data(vec![first.clone(), second(-7.3)], 2), true),
            ("rounded", data(vec![first.clone(), second(-7.28)], 2), true),
            ("another number", data(vec![first.clone(), second(-7.5)], 2), false),
            ("another sign", data(vec![first.clone(), second(7.3)], 2), false),
            ("more rows", data(vec![first.clone(), second(-7.3)], 40), false),
            ("fewer rows", data(vec![first.clone()], 1), false),
        ];
        for (name, data, expected) in cases {
            assert_eq!(written[0].is_all_of(&data), expected, "{name}");
        }
        assert_eq!(written[0].as_tsv(), "Month\tTotal\n2024-01-01\t59,435.20\n2024-02-01\t-7.3");
        assert_eq!(WrittenTable::all("No | table"), Vec::new());
    }

    #[test]
    fn positions_of_filtered_rows_need_not_be_written() {
        let written = WrittenTable::all("| id | name |\n|---|---|\n| C2 | Ada |\n| C7 | Grace |");
        let rows = vec![
            vec![json!(1), json!("C2"), json!("Ada")],
            vec![json!(6), json!("C7"), json!("Grace")],
        ];
        let data = |index: &str, kind: &str| TableData {
            columns: [index, "id", "name"].map(str::to_owned).to_vec(),
            types: [kind, "text", "text"].map(str::to_owned).to_vec(),
            index_columns: 1,
            rows: rows.clone(),
            tail: Vec::new(),
            total_rows: 2,
            all_columns: None,
        };
        assert!(written[0].is_all_of(&data("index", "integer")));
        assert!(!written[0].is_all_of(&data("customer", "integer")), "a name says what they are");
        assert!(!written[0].is_all_of(&data("index", "text")));
        let column = TableData { index_columns: 0, ..data("index", "integer") };
        assert!(!written[0].is_all_of(&column), "a column of the file");
    }
}
