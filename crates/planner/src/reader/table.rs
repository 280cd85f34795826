//! Facts: what a table's columns are, by their types, limits and names.

use super::lexicon::{any_in, family, stem};
use super::names::name_words;
use super::sentence::Sentence;
use crate::columns;
use crate::input::{self, ColumnType, File};

/// What a column's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nature {
    Number,
    Date,
    Text,
    /// Two values, of which one is true.
    Flag,
    Empty,
}

/// What is known of a column.
#[derive(Clone, Debug)]
pub(crate) struct Column<'a> {
    pub(crate) name: &'a str,
    pub(crate) words: Vec<String>,
    pub(crate) stems: Vec<String>,
    pub(crate) nature: Nature,
    /// Whether it is a number that is 0 or 1, or is boolean.
    pub(crate) flag: bool,
    /// Whether its sum has a meaning.
    pub(crate) adds_up: bool,
    /// Whether its name says that its sum has none.
    pub(crate) level: bool,
    pub(crate) money: bool,
    /// Whether its numbers are years.
    pub(crate) year: bool,
    /// Whether its numbers identify something.
    pub(crate) code: bool,
    /// Whether its numbers are parts of dates, such as months.
    pub(crate) part: bool,
    /// Whether each row has its own value.
    pub(crate) unique: bool,
    pub(crate) whole: bool,
    pub(crate) missing: bool,
    pub(crate) distinct: u64,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    /// Its values for “yes” and “no”, if it also has others, such as “don't know”.
    pub(crate) answers: Option<(&'a str, &'a str)>,
    /// All its values, if each of these few is one letter.
    pub(crate) letters: Vec<&'a str>,
    /// Its two values, if these are one letter each.
    pub(crate) sides: Vec<&'a str>,
    /// Whether texts stand among its numbers, such as “<0.5”.
    pub(crate) marked: bool,
    /// First and last month, counted from the year 0.
    pub(crate) months: Option<(u64, u64)>,
}

impl Column<'_> {
    /// Returns whether one can calculate with it.
    pub(crate) fn is_measure(&self) -> bool {
        self.nature == Nature::Number && !self.code
    }

    /// Returns whether it measures something, rather than saying when or whether.
    pub(crate) fn is_amount(&self) -> bool {
        self.is_measure() && !self.year && !self.flag && !self.part
    }

    pub(crate) fn is_text(&self) -> bool {
        self.nature == Nature::Text
    }

    pub(crate) fn is_date(&self) -> bool {
        self.nature == Nature::Date
    }

    /// Returns whether rows can be grouped by it.
    pub(crate) fn is_group(&self) -> bool {
        matches!(self.nature, Nature::Text | Nature::Flag)
            || self.flag
            || self.year
            || self.part
            || self.code
    }
}

/// What is known of a table.
pub(crate) struct Table<'a> {
    pub(crate) file: &'a File,
    pub(crate) at: (usize, usize),
    pub(crate) columns: Vec<Column<'a>>,
    pub(crate) rows: u64,
    /// Stems of the words in the file's and the sheet's name.
    pub(crate) title: Vec<String>,
    /// The text that identifies rows.
    pub(crate) label: Option<usize>,
    /// That, or the most varied text.
    pub(crate) nearly_label: Option<usize>,
    /// Columns of dates, the most general first.
    pub(crate) dates: Vec<usize>,
    /// The first column that says when.
    pub(crate) time: Option<usize>,
    /// Columns that are named after years.
    pub(crate) wide: Vec<(i32, usize)>,
    /// The only number of a table that has one for each combination of the other columns.
    pub(crate) fact: Option<usize>,
    /// A column that says how often each row occurs.
    pub(crate) weight: Option<usize>,
    /// The table that it is joined with.
    pub(crate) join: Option<&'a input::Join>,
    /// The tables that keys relate it to.
    pub(crate) relations: &'a [input::Relation],
    /// Stems of the words in that table's name.
    pub(crate) other_title: Vec<String>,
    /// Those, and stems of the words in the key's name that say what it identifies.
    pub(crate) other_words: Vec<String>,
}

impl<'a> Table<'a> {
    /// Returns the facts of a table of a file.
    pub(crate) fn new(file: &'a File, at: (usize, usize)) -> Option<Self> {
        let source = file.tables.get(at.1)?;
        let columns: Vec<Column> =
            source.columns.iter().enumerate().map(|(i, column)| facts(column, i, source)).collect();
        let is = |fits: &dyn Fn(&Column) -> bool| -> Vec<usize> {
            (0..columns.len()).filter(|i| fits(&columns[*i])).collect()
        };
        let join = source.join.as_deref();
        let own_name = join.map_or(&file.name, |join| &join.name);
        let title =
            format!("{} {}", crate::label::stem(own_name), source.sheet.as_deref().unwrap_or(""));
        let stems = |name: &str| name_words(name).iter().map(|word| stem(word)).collect();
        let title: Vec<String> = stems(&title);
        let other_title: Vec<String> =
            join.map_or(Vec::new(), |join| stems(&crate::label::stem(&join.other_name)));
        let key: Vec<String> = join.map_or(Vec::new(), |join| stems(&join.key));
        let says = |word: &String| !family("identifier").contains(word);
        let other_words = other_title.iter().cloned().chain(key.into_iter().filter(says)).collect();
        let named = |i: &usize| {
            let words = &columns[*i].words;
            let name = words.len() == 1 && words[0] == "name";
            (any_in(words, "identifier"), !name, !any_in(words, "name words"), *i)
        };
        let nearly =
            |c: &Column| c.is_text() && c.distinct > 3 && c.distinct * 100 > source.rows * 90;
        let label = is(&nearly).into_iter().min_by_key(named);
        let varied = is(&|c| c.is_text() && c.distinct * 10 > source.rows * 3);
        let nearly_label = label.or_else(|| varied.into_iter().min_by_key(named));
        // Dates of birth are seldom what a period is about.
        let born = |i: &usize| {
            columns[*i].words.iter().any(|word| {
                matches!(word.as_str(), "birth" | "birthday" | "birthdate" | "dob" | "born")
            })
        };
        let mut dates = is(&|c| c.is_date());
        dates.sort_by_key(born);
        let years = is(&|c| c.year);
        let time = dates.first().or(years.first()).copied();
        let amounts = is(&|c| c.is_amount());
        let others = is(&|c| !c.is_amount() && c.nature != Nature::Empty && !(c.code && c.unique));
        let combinations =
            others.iter().fold(1u64, |all, i| all.saturating_mul(columns[*i].distinct.max(1)));
        let tally = |i: &usize| {
            matches!(columns[*i].name.to_lowercase().as_str(), "freq" | "frequency" | "n" | "count")
        };
        // Beside a number of things, their share says nothing else.
        let shares = |i: &usize| {
            columns[*i].words.iter().any(|word| {
                let word = super::lexicon::long_form(word).unwrap_or(word);
                matches!(word, "percent" | "percentage" | "share" | "proportion" | "prop")
            })
        };
        let counted: Vec<usize> = amounts.iter().copied().filter(|i| !shares(i)).collect();
        let amounts = match counted[..] {
            [one] if tally(&one) => counted,
            _ => amounts,
        };
        let fact = match amounts[..] {
            [one] if !columns[one].level && label.is_none() && !others.is_empty() => {
                let full =
                    source.rows <= combinations && source.rows.saturating_mul(4) > combinations;
                full.then_some(one)
            }
            _ => None,
        };
        let weight = fact.filter(|i| tally(i) && columns[*i].whole);
        let wide = wide(&columns);
        Some(Self {
            file,
            at,
            rows: source.rows,
            columns,
            title,
            label,
            nearly_label,
            dates,
            time,
            wide,
            fact,
            weight,
            join,
            relations: &source.relations,
            other_title,
            other_words,
        })
    }

    /// Returns whether a token is a word of the file's name, or means the same as one.
    pub(crate) fn says(&self, sentence: &Sentence, at: usize) -> bool {
        let Some(token) = sentence.tokens.get(at) else { return false };
        let same = || {
            super::lexicon::same(&token.stem).any(|word| self.title.iter().any(|own| own == word))
        };
        self.title.contains(&token.stem) || same()
    }

    /// Returns whether a column is one of the table that it is joined with.
    pub(crate) fn is_other(&self, index: usize) -> bool {
        self.join.is_some_and(|join| index >= join.columns)
    }

    pub(crate) fn column(&self, name: &str) -> Option<&Column<'a>> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Returns the measure of “best” and the like, if none is named: the first that adds up,
    /// else the first number.
    pub(crate) fn default_measure(&self) -> Option<usize> {
        let all = || (0..self.columns.len()).filter(|i| self.columns[*i].is_amount());
        // A few whole numbers are rather kinds than amounts: shifts, grades.
        let kinds = |i: &usize| {
            let column = &self.columns[*i];
            column.whole && column.distinct <= 6 && !column.adds_up && self.rows > 30
        };
        let amounts = || {
            let more = all().any(|i| !kinds(&i));
            all().filter(move |i| !more || !kinds(i))
        };
        let money = || amounts().find(|i| self.columns[*i].adds_up && self.columns[*i].money);
        self.fact
            .or_else(money)
            .or_else(|| amounts().find(|i| self.columns[*i].adds_up))
            .or_else(|| amounts().next())
    }
}

/// Returns what is known of a column.
fn facts<'a>(column: &'a input::Column, index: usize, table: &input::Table) -> Column<'a> {
    let words = name_words(&column.name);
    let words = if words.is_empty() { vec!["name".to_owned()] } else { words };
    let stems: Vec<String> = words.iter().map(|word| stem(word)).collect();
    let number =
        |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    let (min, max) = (number(&column.min), number(&column.max));
    let yes = columns::yes(column).is_some();
    let nature = match column.r#type {
        ColumnType::Integer | ColumnType::Number | ColumnType::NumberText => Nature::Number,
        ColumnType::Boolean => Nature::Flag,
        ColumnType::Date => Nature::Date,
        ColumnType::Category | ColumnType::Text if yes => Nature::Flag,
        ColumnType::Category | ColumnType::Text => Nature::Text,
        ColumnType::Empty => Nature::Empty,
    };
    let whole = column.r#type == ColumnType::Integer;
    let values = table.rows.saturating_sub(column.missing);
    let unique = values > 3 && column.distinct * 100 > values * 97;
    let is_number = nature == Nature::Number;
    let year = is_number && columns::is_years(column)
        || whole
            && column.distinct >= 3
            && min.is_some_and(|min| min >= if any_in(&words, "when") { 1000.0 } else { 1850.0 })
            && max.is_some_and(|max| max <= 2035.0)
            && !any_in(&words, "money");
    // “90” of a column “year”
    let short = whole
        && matches!(words.as_slice(), [word] if matches!(word.as_str(), "year" | "yr"))
        && min.is_some_and(|min| min >= SHORT_YEAR)
        && max.is_some_and(|max| max <= 99.0);
    let year = year || short;
    let counts_up = index == 0
        && whole
        && unique
        && !year
        && max.zip(min).is_some_and(|(max, min)| max - min + 1.0 == table.rows as f64);
    let named = whole && any_in(&words, "identifier") && !any_in(&words, "counted");
    // “game” from 1 to 30
    let counter = whole
        && words.len() == 1
        && any_in(&words, "things")
        && column.distinct >= 20
        && min == Some(1.0)
        && max == Some(column.distinct as f64);
    let code =
        is_number && !year && (named && identifies(&words, unique, column) || counts_up || counter);
    let part = columns::is_date_part(column);
    Column {
        name: &column.name,
        nature,
        flag: yes,
        adds_up: is_number && !year && !code && !part && adds_up(&words) == Some(true),
        level: adds_up(&words) == Some(false),
        money: is_number && any_in(&words, "money"),
        year,
        code,
        part,
        unique,
        whole,
        missing: column.missing > 0,
        distinct: column.distinct,
        min,
        max,
        answers: answers(column).filter(|_| !yes),
        letters: letters(column).filter(|values| !yes && values.len() > 2).unwrap_or_default(),
        sides: letters(column).filter(|values| !yes && values.len() == 2).unwrap_or_default(),
        marked: is_number && (column.bad > 0 || column.r#type == ColumnType::NumberText)
            || column.examples.iter().any(|text| text.trim_start().starts_with('<')),
        months: columns::months(column),
        words,
        stems,
    }
}

/// The least number of two digits that is taken for a year.
const SHORT_YEAR: f64 = 30.0;

impl Column<'_> {
    /// Returns a year of the question as the column has it: with two digits, if its years have two.
    pub(crate) fn year_of(&self, year: f64) -> f64 {
        let short = self.year && self.max.is_some_and(|max| max <= 99.0);
        if short && year >= 1000.0 { year % 100.0 } else { year }
    }
}

/// Returns all values of a column, if each of these few is one letter.
fn letters(column: &input::Column) -> Option<Vec<&str>> {
    let values: Vec<&str> = column.examples.iter().map(|text| text.trim()).collect();
    let letter = |text: &&str| text.len() == 1 && text.bytes().all(|c| c.is_ascii_alphabetic());
    let all = column.is_text() && values.len() as u64 == column.distinct && values.len() > 1;
    (all && values.iter().all(letter)).then_some(values)
}

/// Returns the values for “yes” and “no” of a column that has up to six different ones.
fn answers(column: &input::Column) -> Option<(&str, &str)> {
    if !column.is_text() || !(3..=6).contains(&column.distinct) {
        return None;
    }
    let has = |word: &str| {
        let same = |text: &&String| text.trim().eq_ignore_ascii_case(word);
        column.examples.iter().find(same).map(String::as_str)
    };
    has("yes").zip(has("no"))
}

/// Returns whether whole numbers of that name identify something rather than count it.
fn identifies(words: &[String], unique: bool, column: &input::Column) -> bool {
    let weak = ["number", "no", "nr", "index", "key"];
    let strong = words
        .iter()
        .any(|word| family("identifier").contains(&stem(word)) && !weak.contains(&word.as_str()));
    let first_is_number = words.first().is_some_and(|word| word == "number") && words.len() > 1;
    strong
        || (unique && !first_is_number)
        || (weak.contains(&words.last().map_or("", String::as_str)) && column.distinct > 30)
}

/// Returns whether the sum of numbers of that name has a meaning: the last word that says so
/// decides.
fn adds_up(words: &[String]) -> Option<bool> {
    let of = |word: &String| {
        let stem = stem(super::lexicon::long_form(word).unwrap_or(word));
        match (family("adds up").contains(&stem), family("level").contains(&stem)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    };
    // “price per unit”, “average sales”: a level, whatever stands beside it.
    let ratio = words.iter().any(|word| {
        matches!(
            word.as_str(),
            "per"
                | "percent"
                | "pct"
                | "avg"
                | "average"
                | "mean"
                | "rate"
                | "ratio"
                | "median"
                | "share"
                | "index"
        )
    });
    let unit = words.iter().any(|word| word == "unit") && any_in(words, "money");
    // Beside a budget
    if matches!(words, [word] if matches!(word.as_str(), "actual" | "forecast" | "planned")) {
        return Some(true);
    }
    if ratio || unit { Some(false) } else { words.iter().rev().find_map(of) }
}

/// Returns the columns that are named after years, by the same words before the year.
fn wide(columns: &[Column]) -> Vec<(i32, usize)> {
    let year = |column: &Column| {
        let name = column.name.trim();
        let (head, digits) = name.split_at_checked(name.len().checked_sub(4)?)?;
        let year: i32 = digits.parse().ok().filter(|year| (1800..2100).contains(year))?;
        let plain = head.trim_end_matches([' ', '_', '.', '-']);
        (!plain.ends_with(|c: char| c.is_ascii_digit())).then(|| (plain.to_owned(), year))
    };
    let found: Vec<(String, i32, usize)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.nature == Nature::Number)
        .filter_map(|(i, column)| year(column).map(|(head, year)| (head, year, i)))
        .collect();
    let Some(head) = found.iter().rev().map(|(head, ..)| head).max_by_key(|head| {
        let own = || found.iter().filter(|(other, ..)| other == *head);
        (own().count(), own().any(|(.., i)| columns[*i].adds_up))
    }) else {
        return Vec::new();
    };
    let mut wide: Vec<(i32, usize)> =
        found.iter().filter(|(other, ..)| other == head).map(|(_, year, i)| (*year, *i)).collect();
    wide.sort_unstable();
    // Of two columns, the words before the year have to say what both are.
    let pair = wide.len() == 2 && head.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    if wide.len() < 3 && !pair { Vec::new() } else { wide }
}
