//! The keys between the files: names of columns that are listed anyway, and counts.

use std::fmt::Write as _;

use kernel::{Key, Profile};

/// The most keys that are listed.
const MAX_KEYS: usize = 20;

/// Adds the keys between the files that the user has not dismissed.
pub(super) fn write<'a>(text: &mut String, files: impl Iterator<Item = &'a Profile> + Clone) {
    let there = |key: &&Key| files.clone().any(|file| file.name == key.other_file);
    let keys = files.clone().flat_map(|file| {
        let used = file.keys.iter().filter(|key| !key.dismissed).filter(there);
        used.map(move |key| (file, key))
    });
    let lines: Vec<String> = keys.take(MAX_KEYS).map(|(file, key)| line(file, key)).collect();
    if lines.is_empty() {
        return;
    }
    text.push_str(
        "\nKeys between these tables. Join with how=\"left\" and validate=; say how many rows go in, come out and find no match.\n",
    );
    for line in lines {
        let _ = writeln!(text, "- {line}");
    }
}

fn line(file: &Profile, key: &Key) -> String {
    let table = |name: &str, sheet: &Option<String>| match sheet {
        Some(sheet) => format!("{name:?} sheet {sheet:?}"),
        None => format!("{name:?}"),
    };
    format!(
        "{} {:?} → {} {:?}: {}{} % of rows found, {}",
        table(&file.name, &key.sheet),
        key.column,
        table(&key.other_file, &key.other_sheet),
        key.other_column,
        if key.sampled { "about " } else { "" },
        key.percent(),
        key.cardinality()
    )
}

#[cfg(test)]
mod tests {
    use agent::FencedMode;
    use kernel::{Key, Profile};

    use crate::Mode;
    use crate::fixtures::{context, others, sales};
    use crate::prompt::system;

    /// Returns the lines about keys in the prompt for two files.
    fn lines(key: &Key, other_file: bool) -> Vec<String> {
        let orders = Profile { keys: vec![key.clone()], ..(*sales("CELL")).clone() };
        let mut files = vec![orders.into()];
        if other_file {
            files.push(others("CELL")[0].clone());
        }
        let prompt = system(&context(files, FencedMode::Auto, Mode::Shape), "");
        let found = prompt.lines().filter(|line| line.contains(" → "));
        found.map(str::to_owned).collect()
    }

    #[test]
    fn keys_are_listed_with_whole_percentages_unless_they_are_dismissed() {
        let key = Key {
            column: "customer".to_owned(),
            other_file: others("CELL")[0].name.clone(),
            other_column: "column 1".to_owned(),
            rows: 1_234,
            found: 1_201,
            ..Key::default()
        };
        let name = &key.other_file;
        let listed = format!(
            "- \"sales.csv\" \"customer\" → {name:?} \"column 1\": 97 % of rows found, many to one"
        );
        assert_eq!(lines(&key, true), [listed]);
        assert_eq!(lines(&key, false), [""; 0], "the other file is not there");
        let dismissed = Key { dismissed: true, ..key };
        assert_eq!(lines(&dismissed, true), [""; 0]);
    }
}
