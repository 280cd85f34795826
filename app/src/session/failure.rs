//! The code that is saved after a failure of the page's program.

/// Divides pieces of code in the saved file; notebooks and editors read it as the beginning of a
/// cell.
const CELL: &str = "# %%";

/// Returns a piece of code as a cell. Cells are joined by a line break.
pub fn cell(code: &str) -> String {
    format!("{CELL}\n{}\n", code.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_of_code_is_a_cell_of_one_python_file() {
        for (pieces, expected) in [
            (&[][..], ""),
            (&["1 + 1"], "# %%\n1 + 1\n"),
            (&["a = 1\n\n", "print(a)\nb = 2"], "# %%\na = 1\n\n# %%\nprint(a)\nb = 2\n"),
        ] {
            let cells: Vec<String> = pieces.iter().map(|piece| cell(piece)).collect();
            assert_eq!(cells.join("\n"), expected);
        }
    }
}
