//! What corrects the usual mistakes with pandas and numpy, by the words of their messages. Contains
//! no name and no value.

/// Words of a message, in lower case, and the correction.
const CORRECTIONS: &[(&str, &str)] = &[
    (
        "unsupported format string passed to",
        "That value is a whole Series or table, not one value. Take one value of it first, with .max(), .loc[label] or .iloc[0].",
    ),
    (
        "unknown format code",
        "That value is text: print it without a number's format, or convert it with float() first.",
    ),
    ("positional argument", "Pass the arguments by their names."),
    (
        "truth value of a",
        "Combine conditions with &, | and ~, each in parentheses, instead of and, or and not; for one value use .any(), .all() or .item().",
    ),
    (
        "agg function failed",
        "Choose the numeric columns before aggregating, or convert with pd.to_numeric(…, errors=\"coerce\").",
    ),
    (
        "could not convert string",
        "Convert text with pd.to_numeric(…, errors=\"coerce\"), after removing everything that is not a digit.",
    ),
    ("contains nan", "Drop the rows with missing values first: .dropna(subset=[…])."),
    ("infs or nans", "Drop the rows with missing values first: .dropna(subset=[…])."),
    ("did not converge", "Drop the rows with missing values first: .dropna(subset=[…])."),
    ("nan to integer", "Drop the missing values first: .dropna()."),
    (
        "module '",
        "There is no such function in that library. Use another one, or compute it in steps.",
    ),
    ("cannot unpack", "That is one value, not several: assign it to one name."),
    (".str accessor", "Convert the column to text first: .astype(str)."),
    (".dt accessor", "Convert the column to dates first: pd.to_datetime(…)."),
    (
        "only length-1 arrays",
        "That is an array; take one value of it, or use the numpy function for arrays.",
    ),
    (
        "out of bounds",
        "The selection has fewer rows than that, perhaps none. Check the condition against df[column].unique().",
    ),
    (
        "out-of-bounds",
        "The selection has fewer rows than that, perhaps none. Check the condition against df[column].unique().",
    ),
    ("empty sequence", "The selection is empty. Check the condition against df[column].unique()."),
    ("f-string", "Compute the value in a variable first and put only its name between the braces."),
    ("invalid syntax", "Write only Python in the block, and the text to print in quotes."),
];

/// Returns the correction for a message.
pub(super) fn of(message: &str) -> Option<&'static str> {
    let message = message.to_lowercase();
    CORRECTIONS.iter().find(|(words, _)| message.contains(words)).map(|(_, correction)| *correction)
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn usual_messages_have_a_correction() {
        for (message, words) in [
            ("unsupported format string passed to Series.__format__", Some("one value")),
            ("Unknown format code 'f' for object of type 'str'", Some("text")),
            (
                "StringMethods.rsplit() takes from 1 to 2 positional arguments but 3 were given",
                Some("names"),
            ),
            ("The truth value of a Series is ambiguous.", Some("&")),
            ("Input X contains NaN.", Some("dropna")),
            ("single positional indexer is out-of-bounds", Some("unique()")),
            ("module 'pandas' has no attribute 'ols'", Some("another one")),
            ("cannot unpack non-iterable numpy.float64 object", Some("one name")),
            ("division by zero", None),
        ] {
            let found = of(message);
            assert_eq!(found.is_some(), words.is_some(), "{message}");
            assert!(
                words.is_none_or(|words| found.is_some_and(|found| found.contains(words))),
                "{message}"
            );
        }
    }
}
