//! Which results of a turn a later step replaced: code that corrects how the data is read makes the
//! same results again, and a figure that is drawn again takes the place of the one before.
//!
//! Code that differs from earlier code in its values only, such as the year of a filter, computes
//! something else and replaces nothing.

use std::collections::HashSet;

use kernel::{Outcome, Shown, Status};

/// How much of the earlier code, in lines, the later code repeats if it corrects it.
const SHARED_LINES: f64 = 0.5;
/// How many of the words that two outputs print both have, if they are outputs of the same code.
const SHARED_WORDS: f64 = 0.6;
/// Parts of code that read, convert or leave out data: a change of these lines is a correction.
const READS: [&str; 22] = [
    "read_",
    "to_datetime",
    "to_numeric",
    "to_timedelta",
    "astype",
    "dtype",
    "dayfirst",
    "format=",
    "dropna",
    "fillna",
    "drop_duplicates",
    "errors=",
    "encoding",
    "decimal",
    "thousands",
    "parse_dates",
    "skiprows",
    "header=",
    "skipfooter",
    ".replace(",
    ".strip(",
    "combine_first",
];

/// An execution of a turn: its code, and what names the results that it showed.
#[derive(Clone, Debug)]
pub struct Run {
    code: String,
    succeeded: bool,
    /// Whether it showed anything to replace.
    showed: bool,
    /// For each result its name, if it is a figure that has one.
    figures: Vec<Option<String>>,
    /// The columns of its tables.
    columns: HashSet<Vec<String>>,
    /// The words that it printed; of a record in JSON its keys.
    words: HashSet<String>,
}

/// Returns which results a later execution of the same turn drew again or replaced: for each run,
/// the indices of its results, in order.
pub fn superseded(runs: &[Run]) -> Vec<Vec<usize>> {
    let of_run = |(at, earlier): (usize, &Run)| {
        let again = |index: &usize| {
            let mut later = runs.iter().skip(at + 1);
            later.any(|later| later.replaces(earlier) || later.redraws(earlier, *index))
        };
        (0..earlier.results()).filter(again).collect()
    };
    runs.iter().enumerate().map(of_run).collect()
}

impl Run {
    /// Returns what is compared of an execution of `code`.
    pub fn new(code: &str, outcome: &Outcome) -> Self {
        let succeeded = outcome.status == Status::Ok;
        let tables = outcome.results.iter().filter_map(|shown| shown.data.as_ref());
        Self {
            code: code.trim().to_owned(),
            succeeded,
            showed: succeeded || !outcome.results.is_empty(),
            figures: outcome.results.iter().map(figure).collect(),
            columns: tables.map(|data| data.columns.clone()).collect(),
            words: words(&outcome.stdout),
        }
    }

    /// Returns how many results the execution showed.
    pub fn results(&self) -> usize {
        self.figures.len()
    }

    /// Returns the code that ran.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Returns whether this execution replaced all that an earlier one of its turn showed: it
    /// succeeded, shows the same again, and its code is the earlier code with another way to read
    /// the data.
    pub fn replaces(&self, earlier: &Self) -> bool {
        let drawn = |name: &Option<String>| name.is_none() || self.figures.contains(name);
        earlier.showed
            && self.succeeded
            && self.corrects(earlier)
            && earlier.figures.iter().all(drawn)
            && earlier.columns.is_subset(&self.columns)
            && alike(&self.words, &earlier.words)
    }

    /// Returns whether this execution drew the figure with this index of an earlier one of its turn
    /// again: under the same title with the same axes, by code that differs in more than its
    /// values, or by the same code.
    pub fn redraws(&self, earlier: &Self, index: usize) -> bool {
        let varies = self.code != earlier.code
            && without_values(&self.code) == without_values(&earlier.code);
        let name = earlier.figures.get(index).and_then(Option::as_ref);
        self.succeeded
            && !varies
            && name.is_some_and(|name| self.figures.iter().flatten().any(|own| own == name))
    }

    fn corrects(&self, earlier: &Self) -> bool {
        let (old, new) = (lines(&earlier.code), lines(&self.code));
        let before: HashSet<&str> = old.iter().copied().collect();
        let after: HashSet<&str> = new.iter().copied().collect();
        let kept = before.intersection(&after).count();
        // Lines that are as before but for a value read nothing in another way.
        let shapes: HashSet<String> = old.iter().map(|line| without_values(line)).collect();
        let changed =
            |line: &&&str| !before.contains(**line) && !shapes.contains(&without_values(line));
        kept as f64 >= SHARED_LINES * before.len() as f64
            && new.iter().filter(changed).any(|line| READS.iter().any(|part| line.contains(part)))
    }
}

fn lines(code: &str) -> Vec<&str> {
    code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Returns what names a figure: its title and the labels of its axes, without the entries of its
/// legend.
fn figure(shown: &Shown) -> Option<String> {
    let name = shown.text.strip_prefix("Figure: ")?;
    let name = name.split(" [").next().unwrap_or(name).trim().to_lowercase();
    (!name.is_empty() && !name.starts_with('(')).then_some(name)
}

/// Returns whether two outputs have most of their words in common.
fn alike(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    one.intersection(other).count() as f64 >= SHARED_WORDS * one.union(other).count() as f64
}

fn words(text: &str) -> HashSet<String> {
    if let Ok(serde_json::Value::Object(record)) = serde_json::from_str(text.trim()) {
        return record.keys().cloned().collect();
    }
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns the code with `0` for each number and each text.
fn without_values(code: &str) -> String {
    let mut plain = String::with_capacity(code.len());
    let mut characters = code.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\'' => {
                while let Some(next) = characters.next() {
                    match next {
                        '\\' => _ = characters.next(),
                        end if end == character => break,
                        _ => {}
                    }
                }
                plain.push('0');
            }
            '0'..='9' if !plain.ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
                while characters.next_if(|next| next.is_ascii_digit() || *next == '.').is_some() {}
                plain.push('0');
            }
            ' ' | '\t' => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(status: Status, figure: &str, stdout: &str) -> Outcome {
        let shown = Shown { text: figure.to_owned(), ..Shown::default() };
        let results = if figure.is_empty() { Vec::new() } else { vec![shown] };
        Outcome { status, results, stdout: stdout.to_owned(), ..Outcome::default() }
    }

    const READ: &str = "import pandas as pd\ndf = pd.read_csv('bank.csv')\n";
    const DATES: &str = "df['date'] = pd.to_datetime(df['date'])\n";
    const DAY_FIRST: &str = "df['date'] = pd.to_datetime(df['date'], dayfirst=True)\n";
    const DRAW: &str = "df.plot(title='Balance')\n";
    const BALANCE: &str = "Figure: Balance (x: date)";

    #[test]
    fn a_correction_of_how_data_is_read_replaces_what_was_shown() {
        let code = |parts: &[&str]| parts.concat();
        let filter = |year: u16| format!("{READ}{DATES}df = df[df.date.dt.year == {year}]\n{DRAW}");
        let wrong = code(&[READ, DATES, DRAW]);
        let right = code(&[READ, DAY_FIRST, DRAW]);
        let other = code(&[READ, DATES, "df = df[df.amount > 0]\n", DRAW]);
        let redrawn = "fig, ax = plt.subplots()\nax.plot(df.date, df.balance)\nax.set(title='Balance', xlabel='date')";
        // What is replaced: everything, and the figure.
        let cases = [
            ("dates day first", wrong.as_str(), right.as_str(), BALANCE, [true, true]),
            ("another figure", &wrong, &right, "Figure: Spending (x: date)", [false, false]),
            ("no title", &wrong, &right, "Figure: (x: date)", [false, false]),
            ("another year", &filter(2023), &filter(2024), BALANCE, [false, false]),
            ("other rows", &wrong, &other, BALANCE, [false, true]),
            ("drawn again", &wrong, redrawn, BALANCE, [false, true]),
            ("run again", &wrong, &wrong, BALANCE, [false, true]),
            ("other code", DRAW, &right, "", [false, false]),
        ];
        for (name, before, after, figure, expected) in cases {
            let (old, new) = (outcome(Status::Ok, BALANCE, ""), outcome(Status::Ok, figure, ""));
            let (old, new) = (Run::new(before, &old), Run::new(after, &new));
            assert_eq!([new.replaces(&old), new.redraws(&old, 0)], expected, "{name}");
        }
    }

    #[test]
    fn what_failed_replaces_nothing_and_other_output_is_not_replaced() {
        let (wrong, right) =
            (format!("{READ}{DATES}print(df)"), format!("{READ}{DAY_FIRST}print(df)"));
        let record =
            |rows: u32| format!("{{\"rows\": {rows}, \"notes\": [\"{rows} of 90 left out\"]}}");
        let cases = [
            ("the same words", Status::Ok, "Rent 5\nFood 7", "Rent 8\nFood 2", true),
            ("failed", Status::Error, "Rent 5\nFood 7", "Rent 8\nFood 2", false),
            ("other words", Status::Ok, "Rent 5\nFood 7", "shape 8 2", false),
            ("records", Status::Ok, &record(5), &record(80), true),
        ];
        for (name, status, before, after, expected) in cases {
            let (old, new) = (outcome(Status::Ok, "", before), outcome(status, "", after));
            let (old, new) = (Run::new(&wrong, &old), Run::new(&right, &new));
            assert_eq!(new.replaces(&old), expected, "{name}");
        }
    }
}
