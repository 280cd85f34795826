//! What a dropped file holds, found by the kernel without running any model's code.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is known about one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// Its path under `/data`.
    pub path: String,
    /// Its name, which also works bare, since the working directory links to it.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it is: `csv`, `excel`, `json`, `jsonl`, `parquet`, `text`, `image`, `pdf`, `zip`, `empty`, `binary`.
    pub kind: String,
    /// Its tables: one of a CSV, one per sheet of a workbook, none of a picture.
    pub tables: Vec<Table>,
    /// Facts in words that are worth knowing: "encoding latin-1", "no header row", "1200 × 800 pixels".
    pub notes: Vec<String>,
    /// Why it could not be read, and what to do.
    pub error: Option<String>,
}

/// One table of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// The sheet's name in a workbook.
    pub sheet: Option<String>,
    /// One Python expression that reads the table, given `import pandas as pd`:
    /// `pd.read_csv("a.csv", sep=";", decimal=",", encoding="latin-1")`.
    pub reader: String,
    /// Number of rows.
    pub rows: u64,
    /// Whether `rows` was counted (true) or estimated.
    pub rows_exact: bool,
    /// Whether the columns' figures come from the first rows only.
    pub sampled: bool,
    /// Rows that repeat an earlier one, among those looked at.
    pub duplicates: u64,
    /// The columns in order.
    pub columns: Vec<Column>,
}

/// One column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Its name as it stands in the file.
    pub name: String,
    /// What its values are.
    pub r#type: ColumnType,
    /// The type that pandas gave it.
    pub dtype: String,
    /// Missing values, among the rows looked at.
    pub missing: u64,
    /// Different values, among the rows looked at.
    pub distinct: u64,
    /// Values that do not fit the column's type, such as text in a column of dates.
    pub bad: u64,
    /// A few values as text: the most frequent for categories, the first otherwise. Shown to the user only.
    pub examples: Vec<String>,
    /// Smallest value (numbers as numbers, dates as ISO text). Shown to the user only.
    pub min: Option<Value>,
    /// Largest value. Shown to the user only.
    pub max: Option<Value>,
}

impl Column {
    /// Whether it holds dates as text with the day before the month, which code has to say to read them: `13.01.2024`.
    pub fn is_day_first(&self) -> bool {
        self.examples.iter().any(|example| {
            let first = example.split(['.', '/', '-', ' ']).next().and_then(|part| part.parse::<u32>().ok());
            let dotted = example.find('.').is_some_and(|at| at <= 2);
            first.is_some_and(|first| (1..=31).contains(&first) && (dotted || first > 12))
        })
    }

    /// The arguments of `pd.to_datetime` that read it, where it holds dates as text.
    pub fn date_arguments(&self) -> Option<&'static str> {
        (self.r#type == ColumnType::Date && !self.dtype.starts_with("datetime")).then(|| {
            if self.is_day_first() { "dayfirst=True, errors=\"coerce\"" } else { "errors=\"coerce\"" }
        })
    }
}

/// What a column's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Numbers.
    Number,
    /// Numbers that the reader left as text ("1.234,50 €").
    NumberText,
    /// True and false.
    Boolean,
    /// Days, or times of day on days; text that parses as such counts.
    Date,
    /// Few different texts that recur.
    Category,
    /// Other text.
    Text,
    /// Nothing at all.
    Empty,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_as_text_say_how_they_are_read() {
        const DAY: Option<&str> = Some("dayfirst=True, errors=\"coerce\"");
        const PLAIN: Option<&str> = Some("errors=\"coerce\"");
        let cases = [
            ("str", "01.02.2024", DAY),
            ("str", "31/12/2024", DAY),
            ("str", "01/02/2024", PLAIN),
            ("str", "2024-02-01", PLAIN),
            ("str", "", PLAIN),
            ("datetime64[us]", "2024-02-01", None),
        ];
        for (dtype, example, expected) in cases {
            let column = Column { dtype: dtype.to_owned(), ..column(example) };
            assert_eq!(column.date_arguments(), expected, "{example}");
        }
        let text = Column { r#type: ColumnType::Text, ..column("01.02.2024") };
        assert_eq!(text.date_arguments(), None);
    }

    fn column(example: &str) -> Column {
        Column {
            name: "day".to_owned(),
            r#type: ColumnType::Date,
            dtype: "str".to_owned(),
            missing: 0,
            distinct: 1,
            bad: 0,
            examples: vec![example.to_owned()],
            min: None,
            max: None,
        }
    }
}
