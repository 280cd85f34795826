//! A cell of SQL in the console, as the Python that runs it.

/// The first line of a cell of SQL, as in notebooks.
const SQL: &str = "%%sql";

/// Returns the Python of what the user has written in the console: of a cell of SQL the call that
/// runs it, so that the log and exports have code that runs anywhere, else what was written.
#[must_use]
pub fn python_of(written: &str) -> String {
    let query = query_start(written).map(|start| written[start..].trim());
    let Some(query) = query.filter(|query| !query.is_empty()) else {
        return written.to_owned();
    };
    let text = query.replace('\\', r"\\").replace(r#"""""#, r#"\"\"\""#);
    format!("import duckdb\n\nduckdb.sql(\"\"\"\n{text}\n\"\"\")")
}

/// Returns where the query begins in a cell of SQL, in bytes; `None` for other code.
pub(super) fn query_start(written: &str) -> Option<usize> {
    let query = written.trim_start().strip_prefix(SQL)?;
    let is_blank = query.is_empty() || query.starts_with(char::is_whitespace);
    is_blank.then(|| written.len() - query.len())
}

#[cfg(test)]
mod tests {
    use super::python_of;

    #[test]
    fn a_cell_of_sql_is_run_by_duckdb_and_other_code_stays() {
        let sql = |query: &str| format!("import duckdb\n\nduckdb.sql(\"\"\"\n{query}\n\"\"\")");
        for (written, expected) in [
            ("%%sql\nselect 1", sql("select 1")),
            ("\n%%sql select 1\n", sql("select 1")),
            ("%%sql\nselect 'a\\b'", sql(r"select 'a\\b'")),
            (r#"%%sql select """"#, sql(r#"select \"\"\""#)),
            ("%%sql", "%%sql".to_owned()),
            ("%%sqlite\nselect 1", "%%sqlite\nselect 1".to_owned()),
            ("a = 1", "a = 1".to_owned()),
        ] {
            assert_eq!(python_of(written), expected, "{written}");
        }
    }
}
