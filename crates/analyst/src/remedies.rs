//! What to do about an error that came again: for each kind of error the way out of it, with the
//! names and the statements that it needs.
//!
//! Knows names of files and columns, types and counts, which every model knows, and of an outcome
//! only what [`crate::disclosure`] passes: the exception as it is disclosed, and which columns of
//! text were used as numbers. It holds no value of a cell.

use std::sync::Arc;

use kernel::{Column, ColumnType, Form, Profile};

use crate::conversion::{self, Conversion};
use crate::relevance;

#[cfg(test)]
mod tests;

/// The most columns that a remedy names.
const MAX_COLUMNS: usize = 12;
/// The most statements of one kind.
const MAX_STATEMENTS: usize = 3;

/// A failure, as far as a model may know it.
pub(crate) struct Failure<'a> {
    /// The exception's class.
    pub(crate) class: &'a str,
    /// Its message.
    pub(crate) message: &'a str,
    /// The name that its message says is missing.
    pub(crate) missing: Option<&'a str>,
    /// The code that failed.
    pub(crate) code: &'a str,
    /// The question of the turn.
    pub(crate) question: &'a str,
    pub(crate) profiles: &'a [Arc<Profile>],
    /// The columns of text that it used as numbers, with the forms of their values.
    pub(crate) not_numbers: Vec<(&'a str, &'a [Form])>,
}

/// A kind of error.
type Remedy = fn(&Failure) -> Option<String>;

/// The kinds: exceptions of any of these classes, or of any class if there are none, whose messages
/// have any of these words, or any message if there are none. The first that fits and has something
/// to say counts.
const KINDS: &[(&[&str], &[&str], Remedy)] = &[
    (
        &[],
        &[
            "datetime64",
            "timestamp",
            "offset-naive",
            ".dt accessor",
            "datetimearray",
            "datetimelike",
        ],
        dates,
    ),
    (
        &[],
        &[
            "does not support operation",
            "could not convert string",
            "convert string",
            "agg function failed",
            "cannot perform reduction",
            "perform reduction",
            "no numeric data",
            "can only concatenate str",
            "concatenate str",
            "unable to parse string",
            "invalid literal for int",
            "instances of 'str'",
            "instances of str",
        ],
        text_as_numbers,
    ),
    (&["TypeError"], &["unsupported operand"], text_as_numbers),
    (&["FileNotFoundError"], &[], files),
    (&["NameError", "UnboundLocalError"], &[], variables),
    (&["MergeError"], &[], keys),
    (&[], &["you are trying to merge", "trying to merge", "no common columns"], keys),
    (&["AttributeError"], &["'dataframe'", "dataframe"], columns),
    (&["KeyError", "UndefinedVariableError"], &[], columns),
    (&["ValueError"], &["column"], columns),
    (
        &[],
        &[
            "contains nan",
            "nan to integer",
            "non-finite",
            "infs or nans",
            "did not converge",
            "na or inf",
            "missing values",
        ],
        missing_values,
    ),
    (
        &[],
        &[
            "same length",
            "same first dimension",
            "same size",
            "length of values",
            "inconsistent numbers",
            "shapes",
            "shape mismatch",
            "broadcast",
        ],
        |_| {
            said(
                "The two sides have different numbers of rows. Take them from the same rows of one table, in one statement: \
             pair = df[[first, second]].dropna(), and then pair[first] and pair[second]. A result of groupby has one row for each group: \
             bring it back with .reset_index() or .transform().",
            )
        },
    ),
    (
        &[],
        &[
            "out of bounds",
            "out-of-bounds",
            "empty sequence",
            "empty series",
            "argmax of an empty",
            "attempt to get arg",
        ],
        |_| {
            said(
                "What you selected has no rows. Print the values of the column that you compare with before you compare: \
             print(df[column].value_counts().head(20)).",
            )
        },
    ),
    (&[], &["truth value"], |_| {
        said(
            "Write conditions on columns with & and |, each condition in parentheses: df[(df[a] > 1) & (df[b] == 2)].",
        )
    }),
    (&["SyntaxError", "IndentationError", "TabError"], &[], |_| {
        said(
            "Write one short statement on each line, with nothing but Python in the block. Compute each value in a variable first, \
             and print it with print(name, value) instead of within an f-string.",
        )
    }),
    (&["ModuleNotFoundError", "ImportError"], &[], |_| {
        said("Use only pandas, numpy, matplotlib and scipy, and import each by its own name.")
    }),
    (&[], &["scalar values", "unsupported format string"], |_| {
        said(
            "Take one value of the Series first, with .iloc[0], .max() or .loc[label], and print that.",
        )
    }),
    (&["TypeError"], &["unexpected keyword", "positional argument"], |_| {
        said("Leave that argument out, and do in a statement of its own what it was for.")
    }),
    (&["TypeError"], &["not callable"], |_| {
        said(
            "Columns and elements are taken with square brackets, df[\"name\"]; parentheses call a function. Do not use names of functions for variables.",
        )
    }),
    (
        &["AttributeError"],
        &["'int' object", "'int64' object", "'float' object", "'float64' object"],
        |_| {
            said(
                "That is a single number. idxmax() and idxmin() return the row's number, unless the column that you want is the index: \
             group by it first, as in df.groupby(column)[value].sum().idxmax(), or take it of that row, as in df.loc[row, column]. \
             Parts of dates are taken from the column: df[column].dt.day_name().",
            )
        },
    ),
    (&["AttributeError"], &[], |_| {
        said(
            "That object has no such method. Look at what it is with print(type(x)), and do the same in plain steps: select, groupby, \
             sort_values, head.",
        )
    }),
];

/// Returns what to do about a failure; `None` if its kind has no remedy.
pub(crate) fn of(failure: &Failure) -> Option<String> {
    let message = failure.message.to_lowercase();
    let fits = |classes: &[&str], words: &[&str]| {
        (classes.is_empty() || classes.contains(&failure.class))
            && (words.is_empty() || words.iter().any(|words| message.contains(words)))
    };
    KINDS
        .iter()
        .filter(|(classes, words, _)| fits(classes, words))
        .find_map(|(.., remedy)| remedy(failure))
}

fn said(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn tables<'a>(failure: &'a Failure) -> impl Iterator<Item = &'a kernel::Table> {
    failure.profiles.iter().flat_map(|profile| &profile.tables)
}

/// Returns the columns that the code names, of all tables.
fn used<'a>(failure: &'a Failure) -> impl Iterator<Item = &'a Column> {
    let named = |column: &&Column| {
        let (name, code) = (&column.name, failure.code);
        ['"', '\''].iter().any(|quote| code.contains(&format!("{quote}{name}{quote}")))
            || code.contains(&format!(".{name}"))
    };
    tables(failure).flat_map(|table| &table.columns).filter(named)
}

/// Returns the names of columns, those first that the question and the missing name are about.
fn fitting(failure: &Failure, columns: &[&Column]) -> Vec<String> {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let sought = format!("{} {}", failure.missing.unwrap_or_default(), failure.question);
    let found = relevance::fitting(&sought, &names);
    let first = if found.is_empty() { (0..names.len()).collect() } else { found };
    first.into_iter().take(MAX_COLUMNS).map(|at| format!("{:?}", names[at])).collect()
}

fn text_as_numbers(failure: &Failure) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    for (name, forms) in failure.not_numbers.iter().take(MAX_STATEMENTS) {
        parts.push(conversion_of(failure, name, forms));
    }
    if parts.is_empty() {
        let text = used(failure).filter(|column| matches!(column.r#type, ColumnType::NumberText));
        parts.extend(
            text.take(MAX_STATEMENTS).map(|column| conversion_of(failure, &column.name, &[])),
        );
    }
    let is_number =
        |column: &&Column| matches!(column.r#type, ColumnType::Integer | ColumnType::Number);
    let numbers: Vec<&Column> =
        tables(failure).flat_map(|table| &table.columns).filter(is_number).collect();
    if !numbers.is_empty() {
        let numbers = fitting(failure, &numbers).join(", ");
        parts.push(format!(
            "Compute with numbers alone: choose their columns before you group or aggregate. Columns of numbers: {numbers}."
        ));
    }
    (!parts.is_empty()).then(|| parts.join("\n"))
}

/// Returns what to do with a column of text: the statement that converts it, if its values allow
/// one.
fn conversion_of(failure: &Failure, name: &str, forms: &[Form]) -> String {
    let known = tables(failure).flat_map(|table| &table.columns).find(|column| column.name == name);
    if let Some(Conversion::Code(code)) = known.map(conversion::of) {
        return format!("Right after reading, convert it: df[{name:?}] = {code}");
    }
    let is_number =
        |column: &Column| matches!(column.r#type, ColumnType::Integer | ColumnType::Number);
    if known.is_some_and(is_number)
        && let Some(table) =
            tables(failure).find(|table| table.columns.iter().any(|column| column.name == name))
    {
        return format!(
            "Read the file with all of these arguments, which make numbers of {name:?}: df = {}",
            table.reader
        );
    }
    let has = |form| forms.contains(&form);
    if has(Form::Range) || has(Form::Unit) || has(Form::Thousands) && has(Form::DecimalComma) {
        return format!(
            "The values of {name:?} cannot be converted by one rule. Look at them first: print(df[{name:?}].value_counts().head(20)), and \
             nothing else yet."
        );
    }
    if !forms.is_empty() && forms.iter().all(|form| matches!(form, Form::Words | Form::Blank)) {
        return format!(
            "{name:?} has words. If they stand for missing numbers, convert it right after reading: df[{name:?}] = pd.to_numeric(df[{name:?}], \
             errors=\"coerce\"); if they are names, count them instead, or use another column."
        );
    }
    let marks: String = [(Form::Thousands, ","), (Form::Percent, "%"), (Form::Currency, ",$€£¥")]
        .into_iter()
        .filter(|(form, _)| has(*form))
        .map(|(_, marks)| marks)
        .collect();
    let without = if marks.is_empty() {
        String::new()
    } else {
        format!(".astype(str).str.replace(r\"[{marks}\\s]\", \"\", regex=True)")
    };
    let point = if has(Form::DecimalComma) {
        ".astype(str).str.replace(\".\", \"\").str.replace(\",\", \".\")"
    } else {
        ""
    };
    format!(
        "Right after reading, convert it: df[{name:?}] = pd.to_numeric(df[{name:?}]{without}{point}, errors=\"coerce\"). What cannot be \
         converted is missing then."
    )
}

fn files(failure: &Failure) -> Option<String> {
    let readers: Vec<String> = tables(failure)
        .take(MAX_STATEMENTS)
        .map(|table| format!("df = {}", table.reader))
        .collect();
    if readers.is_empty() {
        let names: Vec<String> = failure
            .profiles
            .iter()
            .take(MAX_COLUMNS)
            .map(|profile| format!("{:?}", profile.name))
            .collect();
        return (!names.is_empty()).then(|| {
            format!("The only files are {}, in the working directory.", names.join(", "))
        });
    }
    Some(format!(
        "The files are in the working directory under their bare names. Read them so:\n{}",
        readers.join("\n")
    ))
}

fn variables(failure: &Failure) -> Option<String> {
    let missing = failure.missing.map(|name| format!("{name} ")).unwrap_or_default();
    let readers: Vec<String> = tables(failure)
        .take(MAX_STATEMENTS)
        .map(|table| format!("df = {}", table.reader))
        .collect();
    Some(format!(
        "The name {missing}does not exist in this program. Write a whole program, which assigns every name before it uses it: the imports, \
         the reading of the file, then each step.\n{}",
        readers.join("\n")
    ))
}

fn columns(failure: &Failure) -> Option<String> {
    let all: Vec<&Column> = tables(failure).flat_map(|table| &table.columns).collect();
    if all.is_empty() {
        return None;
    }
    let exists = failure.missing.is_some_and(|name| all.iter().any(|column| column.name == name));
    if exists {
        return Some(
            "That column is in the file, but no longer in the table that you use. Take it from df as it was read, or keep it: \
             .reset_index() after groupby, and names in a list when you select."
                .to_owned(),
        );
    }
    let names = fitting(failure, &all).join(", ");
    Some(format!(
        "There is no such column. Use only these names, exactly as written here: {names}. If you meant a value of a column, compare: df[df[column] == value]."
    ))
}

fn dates(failure: &Failure) -> Option<String> {
    let dates = used(failure).filter(|column| column.r#type == ColumnType::Date);
    let converted = dates.take(MAX_STATEMENTS).map(|column| {
        let name = &column.name;
        match conversion::of(column) {
            Conversion::Code(code) => format!("df[{name:?}] = {code}"),
            _ => format!("df[{name:?}] = pd.to_datetime(df[{name:?}], errors=\"coerce\")"),
        }
    });
    let statements: Vec<String> = converted.collect();
    Some(format!(
        "Dates are compared with dates: pd.Timestamp(\"2024-01-31\"), not with text or with a plain date; years and months with \
         df[column].dt.year and .dt.month; without time zones: .dt.tz_localize(None). Convert right after reading:\n{}",
        if statements.is_empty() {
            "df[column] = pd.to_datetime(df[column], errors=\"coerce\")".to_owned()
        } else {
            statements.join("\n")
        }
    ))
}

fn keys(failure: &Failure) -> Option<String> {
    let mut tables = tables(failure);
    let (first, second) = (tables.next()?, tables.next()?);
    let names = |table: &kernel::Table| {
        table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>()
    };
    let (left, right) = (names(first), names(second));
    let common: Vec<String> = left
        .iter()
        .filter(|name| right.contains(name))
        .take(MAX_COLUMNS)
        .map(|name| format!("{name:?}"))
        .collect();
    Some(if common.is_empty() {
        "The tables have no column in common: name the one of each, left_on=… and right_on=…, and convert both to one type with .astype(str)."
            .to_owned()
    } else {
        format!(
            "Merge on columns that both tables have: {}. Convert both to one type first, with .astype(str).",
            common.join(", ")
        )
    })
}

fn missing_values(failure: &Failure) -> Option<String> {
    let incomplete = used(failure).filter(|column| column.missing > 0);
    let names: Vec<String> =
        incomplete.take(MAX_COLUMNS).map(|column| format!("{:?}", column.name)).collect();
    let names =
        if names.is_empty() { "the columns that you use".to_owned() } else { names.join(", ") };
    Some(format!(
        "Leave out the rows with missing values before you compute: df = df.dropna(subset=[{names}])."
    ))
}
