//! Years of two digits: “in 93”, “since 85”, “'97 vs '99”.

use super::table::Table;

/// Words before a year, those between two years, and those after one.
const LEADS: [&str; 4] = ["in", "since", "until", "during"];
const LINKS: [&str; 6] = ["and", "to", "vs", "versus", "until", "-"];
const NEXT: [&str; 14] = [
    "and", "to", "vs", "versus", "until", "on", "by", "for", "the", "was", "were", "with", "in",
    "where",
];

/// Writes years of two digits in full, if one of the tables reaches over them and the words around
/// them say that they are years.
pub(super) fn in_full(question: &str, tables: &[Table]) -> String {
    let words: Vec<&str> = question.split(' ').collect();
    let bare = |at: usize| words.get(at).map_or("", |word| trimmed(word));
    let known = |year: f64| tables.iter().any(|table| reaches(table, year));
    let year = |at: usize| {
        let digits = bare(at).trim_start_matches(['\'', '’']);
        let two = digits.len() == 2 && digits.bytes().all(|c| c.is_ascii_digit());
        digits.parse::<f64>().ok().filter(|value| two && *value >= 30.0 && known(1900.0 + value))
    };
    let lower = |at: usize| bare(at).to_lowercase();
    let is = |at: usize, list: &[&str]| list.contains(&lower(at).as_str());
    let ends = |at: usize| {
        let end = at + 1 == words.len() || words[at].ends_with(['?', ',', '.', ';', ':', ')']);
        end || is(at + 1, &NEXT)
    };
    let marked = |at: usize| bare(at).starts_with(['\'', '’']);
    let mut written: Vec<bool> = vec![false; words.len()];
    for at in 0..words.len() {
        if year(at).is_none() || !(ends(at) || marked(at)) {
            continue;
        }
        let before = at > 0 && is(at - 1, &LEADS);
        let linked = at > 1 && is(at - 1, &LINKS) && written[at - 2];
        let pair = is(at + 1, &["vs", "versus"]) && year(at + 2).is_some() && ends(at + 2);
        written[at] = before || linked || pair || marked(at);
    }
    let full = words.iter().enumerate().map(|(at, word)| {
        let digits = trimmed(word).trim_start_matches(['\'', '’']);
        match written[at] {
            true => word.replace(trimmed(word), &format!("19{digits}")),
            false => (*word).to_owned(),
        }
    });
    full.collect::<Vec<_>>().join(" ")
}

fn trimmed(word: &str) -> &str {
    word.trim_end_matches(['?', ',', '.', ';', ':', ')', '!']).trim_start_matches('(')
}

/// Returns whether a table's years or dates reach over a year.
fn reaches(table: &Table, year: f64) -> bool {
    table.columns.iter().any(|column| {
        let dates = column.months.map(|(first, last)| ((first / 12) as f64, (last / 12) as f64));
        let years = column.min.zip(column.max).filter(|_| column.year);
        let own = column.year_of(year);
        years.is_some_and(|(first, last)| first <= own && own <= last)
            || dates.is_some_and(|(first, last)| first <= year && year <= last)
    })
}
