//! Whether pasted text is a table.

/// Returns the file name for pasted text, or `None` if it is not a table: several lines that all have the
/// same number of tabs, or of commas or semicolons that are not part of sentences.
pub(crate) fn file_name(text: &str) -> Option<&'static str> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let regular = |delimiter: char, least_lines: usize| {
        let count = |line: &&str| line.matches(delimiter).count();
        let first = lines.first().map_or(0, count);
        first > 0 && lines.len() >= least_lines && lines.iter().all(|line| count(line) == first)
    };
    // In prose a comma is followed by a space, in a table hardly ever.
    let prose = lines.iter().filter(|line| line.contains(", ") || line.ends_with(['.', ':', '{'])).count()
        * 2
        > lines.len();
    if regular('\t', 2) {
        Some("pasted.tsv")
    } else if !prose && (regular(',', 3) || regular(';', 3)) {
        Some("pasted.csv")
    } else {
        None
    }
}
