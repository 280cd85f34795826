//! What is doubtful about the values that an execution showed: rows that were left out, values that
//! cannot be read, what was guessed of a file. It goes with the mark of each number that relies on
//! them.

use kernel::{Outcome, Profile, Table};
use serde_json::Value as Json;

mod origins;

/// The most doubts of one execution: more are not read, only counted.
const MAX_DOUBTS: usize = 6;
/// The most characters of a doubt.
const MAX_DOUBT_LENGTH: usize = 240;
/// Parts of a profile's notes that say that something was lost or guessed.
const LOSSES: [&str; 11] = [
    "skipped",
    "left out",
    "could not",
    "cannot",
    "not read",
    "lost",
    "assum",
    "guess",
    "uncertain",
    "were looked at",
    "damaged",
];
/// Code that reads only a part, with what that means.
const CUTS: [(&str, &str); 4] = [
    ("nrows=", "The code reads only the first rows of the file."),
    ("on_bad_lines=", "Lines that cannot be read are left out without being counted."),
    ("error_bad_lines=", "Lines that cannot be read are left out without being counted."),
    ("encoding_errors=", "Characters that cannot be read are left out or replaced."),
];
/// Code that selects rows by their positions, as code does that leaves totals out.
const SELECTIONS: [&str; 4] = [".drop(", ".iloc[", "skipfooter", "[:-"];

/// What is doubtful about a file.
#[derive(Clone, Debug)]
pub(crate) struct FileDoubts {
    name: String,
    /// About the whole file, as sentences.
    file: Vec<String>,
    /// By the names of columns, as sentences: values that do not fit their type, and what was
    /// assumed.
    columns: Vec<(String, String)>,
    /// Which rows are totals of others, with the texts of code that knows of them.
    totals: Vec<(String, Vec<String>)>,
    /// How its tables are read.
    readers: Vec<String>,
}

impl FileDoubts {
    /// Returns what a profile says.
    pub(crate) fn of(profile: &Profile) -> Self {
        let lossy = |note: &&String| {
            let note = note.to_lowercase();
            LOSSES.iter().any(|loss| note.contains(loss))
        };
        let mut file: Vec<String> = Vec::new();
        for note in profile
            .notes
            .iter()
            .filter(lossy)
            .chain(profile.tables.iter().filter_map(|table| table.uncertain.as_ref()))
        {
            let said = sentence(note);
            if !file.contains(&said) {
                file.push(said);
            }
        }
        let columns = profile.tables.iter().flat_map(|table| {
            table.columns.iter().flat_map(|column| {
                let kernel::profile::Column { name, bad, doubt, .. } = column;
                let verb = if *bad == 1 { "value does" } else { "values do" };
                let unfit = (*bad > 0)
                    .then(|| format!("{bad} of {} {verb} not fit the type of {name}.", table.rows));
                let assumed = doubt.as_ref().map(|doubt| format!("About {name}: {doubt}."));
                unfit.into_iter().chain(assumed).map(|doubt| (name.clone(), doubt))
            })
        });
        Self {
            name: profile.name.clone(),
            columns: columns.collect(),
            totals: profile.tables.iter().filter_map(|table| totals(profile, table)).collect(),
            readers: profile.tables.iter().map(|table| table.reader.clone()).collect(),
            file,
        }
    }

    /// Returns whether a reader of the file has this part.
    fn has(&self, part: &str) -> bool {
        self.readers.iter().any(|reader| reader.contains(part))
    }
}

/// Says which rows of a table are totals of others.
fn totals(profile: &Profile, table: &Table) -> Option<(String, Vec<String>)> {
    let count: usize = table.totals.iter().map(|total| total.rows.len()).sum();
    let (rows, are, them) =
        if count == 1 { ("row", "is a total", "it") } else { ("rows", "are totals", "them") };
    let sentence =
        format!("{count} {rows} of {} {are} of others: leave {them} out of sums.", profile.name);
    let quoted = |label: &String| ['"', '\''].map(|quote| format!("{quote}{label}{quote}"));
    let labels = table.totals.iter().flat_map(|total| &total.labels).flat_map(quoted);
    (count > 0).then(|| (sentence, labels.chain(SELECTIONS.map(str::to_owned)).collect()))
}

/// Returns what is doubtful about an execution of `code`, as sentences; `before` is the code that
/// ran earlier, the newest first, whose variables it may use.
pub fn doubts<'a>(
    code: &str,
    outcome: &Outcome,
    profiles: impl IntoIterator<Item = &'a Profile>,
    before: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let files: Vec<FileDoubts> = profiles.into_iter().map(FileDoubts::of).collect();
    of_execution(code, outcome, &files, before)
}

/// Returns the same, given what is doubtful about the files.
pub(crate) fn of_execution<'a>(
    code: &str,
    outcome: &Outcome,
    files: &[FileDoubts],
    before: impl Iterator<Item = &'a str>,
) -> Vec<String> {
    let mut doubts: Vec<String> = Vec::new();
    let mut push = |doubt: String| {
        if !doubt.is_empty() && !doubts.contains(&doubt) {
            doubts.push(doubt);
        }
    };
    let notes = notes(&outcome.stdout);
    let has_record = notes.is_some();
    notes.unwrap_or_default().iter().for_each(|note| push(sentence(note)));
    let statements = origins::of(code, before);
    let is_read = |file: &&FileDoubts| {
        code.contains(&file.name) || statements.iter().any(|code| code.contains(&file.name))
    };
    let read: Vec<&FileDoubts> = files.iter().filter(is_read).collect();
    let shows = |name: &str| {
        let has = |table: &kernel::TableData| table.columns.iter().any(|column| column == name);
        names(code, name)
            || names(&outcome.stdout, name)
            || outcome.results.iter().filter_map(|shown| shown.data.as_ref()).any(has)
    };
    for file in &read {
        file.file.iter().cloned().for_each(&mut push);
        // A record says itself what it leaves out and assumes.
        if !has_record {
            let aware = |known: &[String]| known.iter().any(|text| code.contains(text.as_str()));
            let unaware = file.totals.iter().filter(|(_, known)| !aware(known));
            unaware.for_each(|(doubt, _)| push(doubt.clone()));
            let columns = file.columns.iter().filter(|(name, _)| shows(name));
            columns.for_each(|(_, doubt)| push(doubt.clone()));
        }
    }
    for (part, doubt) in CUTS {
        // What the profile's own reader leaves out are notes beneath the table.
        if code.contains(part) && !read.iter().any(|file| file.has(part)) {
            push(doubt.to_owned());
        }
    }
    if outcome.stderr.contains("Skipping line") {
        push(
            "Lines of the file were skipped, since they have other columns than the rest."
                .to_owned(),
        );
    }
    if doubts.len() > MAX_DOUBTS {
        let more = doubts.split_off(MAX_DOUBTS - 1).len();
        doubts.push(format!("{more} more doubts are listed with the files."));
    }
    doubts
}

/// Returns the notes of a record that was printed as JSON; `None` if there is no such record.
fn notes(stdout: &str) -> Option<Vec<String>> {
    let records = stdout.lines().filter(|line| line.starts_with('{') && line.contains("\"notes\""));
    let mut records = records.filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let notes = records.find_map(|record| record.get("notes").and_then(Json::as_array).cloned())?;
    Some(notes.iter().filter_map(Json::as_str).map(str::to_owned).collect())
}

/// Returns whether code contains a column's name as a whole word.
fn names(code: &str, name: &str) -> bool {
    let joined = |c: char| c.is_alphanumeric() || c == '_';
    !name.trim().is_empty()
        && code.match_indices(name).any(|(at, _)| {
            !code[..at].ends_with(joined) && !code[at + name.len()..].starts_with(joined)
        })
}

/// Returns a note as a sentence.
fn sentence(note: &str) -> String {
    let mut letters = note.trim().chars();
    let Some(first) = letters.next() else { return String::new() };
    let text: String = first.to_uppercase().chain(letters).take(MAX_DOUBT_LENGTH).collect();
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Vec<FileDoubts> {
        let column = |name: &str, bad: u64, doubt: Option<&str>| serde_json::json!({ "name": name, "type": "date", "dtype": "str", "missing": 0, "distinct": 9, "bad": bad, "examples": [], "min": null, "max": null, "doubt": doubt });
        let profile = serde_json::json!({
            "path": "/data/bank.csv", "name": "bank.csv", "bytes": 90, "kind": "csv", "error": null,
            "notes": ["encoding cp1252", "some rows have empty cells beyond the header", "some lines have more fields than the header and are skipped"],
            "tables": [{ "sheet": null, "reader": "pd.read_csv(\"bank.csv\", nrows=80)", "rows": 80, "rowsExact": true, "sampled": false, "duplicates": 0,
                "totals": [{ "column": "kind", "labels": ["Total"], "rows": [79], "kind": "total", "how": "sum" }],
                "columns": [column("date", 3, None), column("amount", 0, Some("points are read as decimal points"))] }],
        });
        vec![FileDoubts::of(&serde_json::from_value(profile).unwrap())]
    }

    #[test]
    fn doubts_are_those_of_the_files_and_columns_that_code_uses_and_of_its_own_record() {
        const SKIPPED: &str = "Some lines have more fields than the header and are skipped.";
        const DATES: &str = "3 of 80 values do not fit the type of date.";
        let read = "df = pd.read_csv('bank.csv')";
        let dates = "pd.read_csv('bank.csv').groupby('date').size()";
        let amount = "pd.read_csv('bank.csv').amount.sum()";
        let record = "{\"notes\": [\"5 of 80 rows have no readable date and are left out.\"]}\n";
        /// Name, code, the code before it, what it printed, its doubts.
        type Case<'a> = (&'a str, &'a str, &'a [&'a str], &'a str, &'a [&'a str]);
        const ASSUMED: &str = "About amount: points are read as decimal points.";
        const TOTAL: &str = "1 row of bank.csv is a total of others: leave it out of sums.";
        let cases: [Case<'_>; 13] = [
            ("a file", read, &[], "", &[SKIPPED, TOTAL]),
            ("a column", dates, &[], "", &[SKIPPED, TOTAL, DATES]),
            ("an assumption", amount, &[], "", &[SKIPPED, TOTAL, ASSUMED]),
            ("a printed column", read, &[], "   date\n0  5\n", &[SKIPPED, TOTAL, DATES]),
            ("a known total", "df[df.kind != 'Total']", &[read], "", &[SKIPPED]),
            (
                "what earlier code read",
                "df.date.max()",
                &["x = 1", read],
                "",
                &[SKIPPED, TOTAL, DATES],
            ),
            ("by way of others", "top.max()", &["top = df.head()", read], "", &[SKIPPED, TOTAL]),
            ("another variable", "other.max()", &[read], "", &[]),
            ("another name", "df.update()", &[read], "", &[SKIPPED, TOTAL]),
            ("nothing read", "print(1)", &["x = 1", read], "", &[]),
            (
                "a record",
                dates,
                &[],
                record,
                &["5 of 80 rows have no readable date and are left out.", SKIPPED],
            ),
            (
                "a part",
                "pd.read_csv('a.csv', nrows=50)",
                &[],
                "",
                &["The code reads only the first rows of the file."],
            ),
            (
                "the part that is the table",
                "pd.read_csv('bank.csv', nrows=80)",
                &[],
                "",
                &[SKIPPED, TOTAL],
            ),
        ];
        for (name, code, before, stdout, expected) in cases {
            let outcome = Outcome { stdout: stdout.to_owned(), ..Outcome::default() };
            assert_eq!(
                of_execution(code, &outcome, &files(), before.iter().copied()),
                expected,
                "{name}"
            );
        }
    }

    #[test]
    fn doubts_that_are_too_many_are_counted() {
        let notes: Vec<String> = (0..8).map(|at| format!("{at} rows are left out.")).collect();
        let stdout = serde_json::json!({ "notes": notes }).to_string();
        let outcome = Outcome { stdout, ..Outcome::default() };
        let said = of_execution("", &outcome, &[], std::iter::empty());
        assert_eq!(said[..5], notes[..5]);
        assert_eq!(said[5..], ["3 more doubts are listed with the files."]);
    }
}
