//! What the user changes of how a table is read: the choices that follow from it, the code that the
//! log has of it, and what is said of it.

use kernel::choices::{ChosenType, ColumnChoice, DecimalMark, TableChoice};
use kernel::{Column, Profile, Table};
use text::{file_name, truncated, visible};

use super::TableId;

#[cfg(test)]
mod tests;

/// The most characters of a value that is quoted.
const MAX_QUOTED: usize = 40;

/// The most columns that are named.
const MAX_NAMES: usize = 3;

/// Rows that the code reads of a table of which the profile has read the first rows only.
const ROWS: &str = "nrows=50_000";

/// What a user changes, one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingChange {
    /// The line of the header, from 1; 0 for none.
    Header(u32),
    /// The header is where the profile finds it.
    HeaderAsFound,
    /// What the values of a column are.
    Type(String, ChosenType),
    /// Whether the day is before the month in the dates of a column.
    DayFirst(String, bool),
    /// The decimal mark of the numbers of a column.
    Decimal(String, DecimalMark),
    /// A column is read as the profile finds it.
    AsFound(String),
    /// The last change of a column, or of the header, is undone: these are the file's choices
    /// before it.
    Undo(Option<String>, Vec<TableChoice>),
}

/// The change that was made last, and what has come of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedReading {
    /// The table.
    pub table: TableId,
    /// The column; none for the header.
    pub column: Option<String>,
    /// What is said of it.
    pub said: String,
    /// Whether it was refused.
    pub refused: bool,
    /// The code that the log has of it; empty if it has none.
    pub code: String,
    /// What undoes it, if it can be undone.
    pub undo: Option<ReadingChange>,
}

impl ReadingChange {
    /// Returns the column that is changed; none if it is the header.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Header(_) | Self::HeaderAsFound | Self::Undo(None, _) => None,
            Self::Type(name, _)
            | Self::DayFirst(name, _)
            | Self::Decimal(name, _)
            | Self::AsFound(name)
            | Self::Undo(Some(name), _) => Some(name),
        }
    }

    /// Returns the choices of the file after the change, which is of its table at this place.
    #[must_use]
    pub fn choices(&self, profile: &Profile, at: usize) -> Vec<TableChoice> {
        if let Self::Undo(_, before) = self {
            return before.clone();
        }
        let sheet = profile.tables.get(at).and_then(|table| table.sheet.clone());
        let mut all = profile.choices();
        if !all.iter().any(|choice| choice.sheet == sheet) {
            all.push(TableChoice { sheet: sheet.clone(), ..TableChoice::default() });
        }
        for choice in all.iter_mut().filter(|choice| choice.sheet == sheet) {
            self.change(choice);
        }
        all.retain(|choice| choice.header.is_some() || !choice.columns.is_empty());
        all
    }

    fn change(&self, choice: &mut TableChoice) {
        let mut of = |name: &String, change: &dyn Fn(&mut ColumnChoice)| {
            change(choice.columns.entry(name.clone()).or_default());
        };
        match self {
            Self::Header(line) => choice.header = Some(*line),
            Self::HeaderAsFound => choice.header = None,
            // Of another type, what was chosen for the type before has no meaning.
            Self::Type(name, kind) => of(name, &|column| {
                let (date, number) = (*kind == ChosenType::Date, *kind == ChosenType::Number);
                *column = ColumnChoice {
                    r#type: Some(*kind),
                    day_first: column.day_first.filter(|_| date),
                    decimal: column.decimal.filter(|_| number),
                };
            }),
            Self::DayFirst(name, first) => of(name, &|column| {
                column.day_first = Some(*first);
                column.decimal = None;
            }),
            Self::Decimal(name, mark) => of(name, &|column| {
                column.decimal = Some(*mark);
                column.day_first = None;
            }),
            Self::AsFound(name) => {
                choice.columns.remove(name);
            }
            Self::Undo(..) => {}
        }
    }

    /// Returns what has come of the change: `before` is the profile before it, `after` the one that
    /// was made for it.
    #[must_use]
    pub fn outcome(&self, table: TableId, before: &Profile, after: &Profile) -> ChangedReading {
        let column = self.column().map(str::to_owned);
        let found = after.tables.get(table.at);
        let refused = match found {
            Some(found) => self.refusal(before, (table.at, found), after),
            None => Some(words::changed_reading_the_table_cannot_be().to_owned()),
        };
        let is_undo = matches!(self, Self::Undo(..));
        let undo = (refused.is_none() && !is_undo)
            .then(|| Self::Undo(column.clone(), before.choices()))
            .filter(|_| before.choices() != after.choices());
        let code = found.filter(|_| refused.is_none()).map(|found| self.code(found, after));
        let said = match (&refused, found) {
            (Some(why), _) => words::changed_reading_it_is_read_as(&why),
            (None, Some(found)) => {
                let how = self.said(found);
                match self.dropped(before, (table.at, found)) {
                    Some(dropped) => format!("{how} {dropped}"),
                    None => how,
                }
            }
            (None, None) => String::new(),
        };
        let code = code.unwrap_or_default();
        ChangedReading { table, column, said, refused: refused.is_some(), code, undo }
    }

    /// Returns that the change was not made, and why, as a sentence.
    #[must_use]
    pub fn not_made(&self, table: TableId, why: &str) -> ChangedReading {
        ChangedReading {
            table,
            column: self.column().map(str::to_owned),
            said: why.to_owned(),
            refused: true,
            code: String::new(),
            undo: None,
        }
    }

    /// Says why the table at this place is not read as the user wants it; none if it is.
    fn refusal(
        &self,
        before: &Profile,
        (at, table): (usize, &Table),
        after: &Profile,
    ) -> Option<String> {
        if let Self::Header(line) = self {
            let is_so = table.header.chosen && table.header.line.unwrap_or(0) == *line;
            return (!is_so).then(|| words::changed_reading_the_table_cannot_be().to_owned());
        }
        if after.error.is_some() {
            return Some(words::changed_reading_the_file_cannot_be().to_owned());
        }
        if let Self::Undo(_, wanted) = self {
            let is_so = after.choices() == *wanted;
            return (!is_so).then(|| words::changed_reading_the_change_cannot_be().to_owned());
        }
        let name = self.column()?;
        let Some(column) = column_of(table, name) else {
            return Some(words::changed_reading_the_column_is_gone(&quoted(name)));
        };
        let wanted = self.choices(before, at).into_iter().find(|all| all.sheet == table.sheet);
        let wanted = wanted.and_then(|all| all.columns.get(name).copied());
        if !column.reading.refused {
            let is_so = column.reading.chosen == wanted;
            return (!is_so).then(|| words::changed_reading_cannot_be_read_so(&quoted(name)));
        }
        let what = match self {
            Self::Type(_, ChosenType::Date) | Self::DayFirst(..) => words::changed_reading_a_date(),
            _ => words::changed_reading_a_number(),
        };
        let such =
            column.examples.first().map(|value| words::changed_reading_such_as(&quoted(value)));
        let such = such.unwrap_or_default();
        Some(words::changed_reading_no_value_of_can(&quoted(&column.name), &such, &what))
    }

    /// Says how the table is read now, and which values cannot be read so.
    fn said(&self, table: &Table) -> String {
        let name = self.column().map(quoted).unwrap_or_default();
        let how = match self {
            Self::Header(0) => words::changed_reading_the_table_has_no().to_owned(),
            Self::Header(line) => words::changed_reading_line_is_the_header(&line),
            Self::HeaderAsFound => words::changed_reading_the_header_row_is().to_owned(),
            Self::Type(_, ChosenType::Text) => words::changed_reading_is_read_as_text(&name),
            Self::Type(_, ChosenType::Number) => words::changed_reading_is_read_as_numbers(&name),
            Self::Type(_, ChosenType::Date) => words::changed_reading_is_read_as_dates(&name),
            Self::DayFirst(_, true) => words::changed_reading_is_read_with_the(&name),
            Self::DayFirst(_, false) => words::changed_reading_is_read_with_the_month(&name),
            Self::Decimal(_, DecimalMark::Point) => {
                words::changed_reading_is_read_with_decimal(&name)
            }
            Self::Decimal(_, DecimalMark::Comma) => {
                words::changed_reading_is_read_with_decimal_commas(&name)
            }
            Self::AsFound(_) => words::changed_reading_is_read_as_it(&name),
            Self::Undo(..) => words::changed_reading_the_change_is_undone().to_owned(),
        };
        let column = self.column().and_then(|name| column_of(table, name));
        match column.and_then(unreadable) {
            Some(missing) => format!("{how} {missing}"),
            None => how,
        }
    }

    /// Says which choices of columns were lost with another header row, which has other names;
    /// none if all still fit.
    fn dropped(&self, before: &Profile, (at, table): (usize, &Table)) -> Option<String> {
        if !matches!(self, Self::Header(_) | Self::HeaderAsFound) {
            return None;
        }
        let wanted = self.choices(before, at).into_iter().find(|all| all.sheet == table.sheet)?;
        let chosen =
            |name: &str| column_of(table, name).is_some_and(|it| it.reading.chosen.is_some());
        let names: Vec<_> = wanted.columns.keys().filter(|name| !chosen(name)).collect();
        let shown: Vec<_> = names.iter().take(MAX_NAMES).map(|name| quoted(name)).collect();
        let more = names.len().saturating_sub(MAX_NAMES) as u64;
        let more = (more > 0).then(|| words::changed_reading_and(more));
        (!names.is_empty()).then(|| {
            words::changed_reading_what_you_chose_for(&more.unwrap_or_default(), &shown.join(", "))
        })
    }

    /// Returns what a notebook's reader would write: the call that reads the table, and the
    /// column's values in a summary. It binds no name, and keeps no table in memory.
    fn code(&self, table: &Table, profile: &Profile) -> String {
        let reader = bounded(&table.reader, table.sampled);
        let (what, expression) = match self.column().and_then(|name| column_of(table, name)) {
            None => ("header row".to_owned(), format!("{reader}.dtypes")),
            Some(column) => {
                let values = match &column.conversion {
                    Some(code) => format!("{reader}.pipe(lambda df: {code})"),
                    None => format!("{reader}[{}]", key(table, &column.name)),
                };
                let how = format!("`{}`: {}", file_name(&column.name), words(column));
                (how, format!("{values}.describe()"))
            }
        };
        let sheet = table.sheet.as_deref().map(|sheet| format!(", {}", file_name(sheet)));
        let file = format!("{}{}", file_name(&profile.name), sheet.unwrap_or_default());
        format!("import pandas as pd\n\n# Set at the table of {file}: {what}\n{expression}")
    }
}

/// Says which values of a column do not fit its type; none if all do.
#[must_use]
pub fn unreadable(column: &Column) -> Option<String> {
    if column.bad == 0 {
        return None;
    }
    let such = column.reading.unreadable.first().map(|value| quoted(value));
    let such = such.map(|value| words::changed_reading_example(&value)).unwrap_or_default();
    let is_date = column.r#type == kernel::ColumnType::Date;
    let not =
        if is_date { words::changed_reading_not_dates } else { words::changed_reading_not_numbers };
    Some(not(&such, column.bad))
}

/// Returns how a column is read, in a few words.
fn words(column: &Column) -> String {
    use kernel::ColumnType::{Boolean, Category, Date, Empty, Integer, Number, NumberText, Text};
    let (kind, more) = match (column.r#type, &column.reading) {
        (Date, reading) => {
            ("dates", reading.day_first.map(|day| if day { "day first" } else { "month first" }))
        }
        (Integer | Number | NumberText, reading) => (
            "numbers",
            reading.decimal.map(|mark| match mark {
                DecimalMark::Point => "decimal points",
                DecimalMark::Comma => "decimal commas",
            }),
        ),
        (Boolean, _) => ("yes/no", None),
        (Empty, _) => ("empty", None),
        (Text | Category, _) => ("text", None),
    };
    more.map_or_else(|| kind.to_owned(), |more| format!("{kind}, {more}"))
}

fn column_of<'a>(table: &'a Table, name: &str) -> Option<&'a Column> {
    table.columns.iter().find(|column| column.name == name)
}

/// Returns the Python literal of a column's name. Without a header, names are numbers.
fn key(table: &Table, name: &str) -> String {
    let is_number = name.parse::<u32>().is_ok_and(|number| number.to_string() == name);
    if table.header.line.is_none() && !table.header.lines.is_empty() && is_number {
        return name.to_owned();
    }
    serde_json::Value::from(name).to_string()
}

/// Returns a reading call that ends after some rows, if the table has many and the call takes that.
fn bounded(reader: &str, sampled: bool) -> String {
    let has_limit = ["nrows=", "skipfooter=", ")."].iter().any(|part| reader.contains(part));
    let is_call = ["pd.read_csv(", "pd.read_fwf(", "pd.read_excel("]
        .iter()
        .any(|function| reader.starts_with(function));
    match reader.strip_suffix(')') {
        Some(call) if sampled && is_call && !has_limit => format!("{call}, {ROWS})"),
        _ => reader.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    format!("“{}”", truncated(&visible(text), MAX_QUOTED))
}
