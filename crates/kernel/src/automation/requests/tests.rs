use super::*;

fn query(options: Value) -> Result<TableQuery, String> {
    TableQuery::of(&options)
}

/// Resolves columns as those of a table with these two.
fn resolved(options: Value) -> Result<TableQuery, String> {
    let mut query = query(options)?;
    if query.names_columns() {
        query.resolve(&two_columns())?;
    }
    Ok(query)
}

fn two_columns() -> ColumnNames {
    let mut names = ColumnNames::default();
    names.add(&json!({ "columns": ["region", "revenue"], "rows": [] }));
    names
}

fn window() -> TableQuery {
    let (whole, first_column) = (Value::Null, Value::Null);
    TableQuery { offset: 0, limit: 100, stats: false, whole, first_column, rows: RowQuery::all() }
}

#[test]
fn sort_and_filter_are_accepted_in_every_documented_form() {
    let ascending = json!({ "column": 1, "descending": false });
    for (options, sort, filter, search) in [
        (Value::Null, json!([]), json!([]), ""),
        (json!({ "sort": 1 }), json!([ascending]), json!([]), ""),
        (json!({ "sort": "revenue" }), json!([ascending]), json!([]), ""),
        (
            json!({ "sort": { "column": "revenue", "descending": true } }),
            json!([{ "column": 1, "descending": true }]),
            json!([]),
            "",
        ),
        (
            json!({ "sort": ["region", { "column": 1, "descending": true }] }),
            json!([{ "column": 0, "descending": false }, { "column": 1, "descending": true }]),
            json!([]),
            "",
        ),
        (json!({ "filter": "we" }), json!([]), json!([]), "we"),
        (json!({ "search": "we" }), json!([]), json!([]), "we"),
        (
            json!({ "filter": { "column": 0, "value": "West" } }),
            json!([]),
            json!([{ "column": 0, "op": "equals", "value": "West" }]),
            "",
        ),
        (
            json!({ "filter": ["we", { "column": "revenue", "op": "atLeast", "value": 3 }] }),
            json!([]),
            json!([{ "column": 1, "op": "atLeast", "value": 3 }]),
            "we",
        ),
        (
            json!({ "filter": { "column": 1, "op": "missing" } }),
            json!([]),
            json!([{ "column": 1, "op": "missing", "value": null }]),
            "",
        ),
    ] {
        let rows = RowQuery { sort, filter, search: search.to_owned() };
        assert_eq!(resolved(options.clone()), Ok(TableQuery { rows, ..window() }), "{options}");
    }
}

#[test]
fn whole_cells_of_one_row_are_requested_with_true_a_name_or_a_position() {
    for (whole, expected) in [
        (json!(true), json!(true)),
        (json!("revenue"), json!(1)),
        (json!(0), json!(0)),
        (json!(false), Value::Null),
        (Value::Null, Value::Null),
    ] {
        let options = json!({ "offset": 7, "limit": 1, "whole": whole });
        let query = TableQuery { offset: 7, limit: 1, whole: expected, ..window() };
        assert_eq!(resolved(options), Ok(query), "{whole}");
    }
    let missing = resolved(json!({ "limit": 1, "whole": "price" }));
    assert!(missing.is_err_and(|why| why.contains("no column \"price\"")));
}

#[test]
fn invalid_options_are_rejected_with_a_sentence() {
    for (options, sentence) in [
        (json!({ "limit": 1001 }), "limit must be a whole number from 0 to 1000."),
        (json!({ "offset": -1 }), "offset must be a whole number from 0 to 9007199254740991."),
        (json!({ "offset": null }), "offset must be a whole number from 0 to 9007199254740991."),
        (json!({ "limit": 1.5 }), "limit must be a whole number from 0 to 1000."),
        (json!({ "whole": true }), "Whole cells come a row at a time: set limit to 1."),
        (json!({ "order": "x" }), "There is no option \"order\"."),
        (json!({ "filter": 7 }), "A filter is a text or { column, op, value }."),
        (
            json!({ "filter": { "column": 0, "op": "like" } }),
            "op must be one of contains, equals, atLeast, atMost, missing, present.",
        ),
        (json!({ "filter": ["a", "b"] }), "One text can be searched for at a time."),
        (json!("revenue"), "The options are an object."),
    ] {
        assert_eq!(query(options.clone()), Err(sentence.to_owned()), "{options}");
    }
    assert_eq!(
        resolved(json!({ "sort": "price" })),
        Err("There is no column \"price\"; there are \"region\", \"revenue\".".to_owned())
    );
    assert!(SaveQuery::of(&json!({ "format": "pdf" })).is_err_and(|why| why.contains("\"xlsx\"")));
    assert!(result_id(None).is_err() && result_id(Some("")).is_err());
    assert!(document_path(None).is_err() && document_path(Some("")).is_err());
}

#[test]
fn a_file_and_a_document_need_what_python_imports_for_them() {
    let saved = SaveQuery::of(&json!({ "format": "xlsx", "sort": 0 }));
    let sort = json!([{ "column": 0, "descending": false }]);
    let expected =
        SaveQuery { format: "xlsx".to_owned(), rows: RowQuery { sort, ..RowQuery::all() } };
    assert_eq!(saved, Ok(expected.clone()));
    assert_eq!(expected.import(), "import xlsxwriter");
    assert_eq!(SaveQuery::of(&Value::Null).map(|saved| saved.import()), Ok(""));
    for (path, import) in
        [("/out/a.xlsx", ""), ("/out/a.DOCX", "import docx"), ("/out/b.tif", "import PIL")]
    {
        assert_eq!(document_import(path), import, "{path}");
    }
}

#[test]
fn a_column_by_name_is_found_behind_those_of_the_first_window() {
    let names: Vec<String> = (0..450).map(|at| format!("c{at}")).collect();
    let (mut columns, mut asked) = (ColumnNames::default(), Vec::new());
    while let Some(query) = columns.next() {
        let first = query.first_column.as_u64().unwrap_or(0);
        asked.push(first);
        let own = names.iter().skip(usize::try_from(first).unwrap_or(0)).take(200);
        let shown: Vec<&str> = ["index"].into_iter().chain(own.map(String::as_str)).collect();
        columns.add(&json!({ "columns": shown, "indexColumns": 1, "allColumns": 450 }));
    }
    assert_eq!(asked, [0, 200, 400]);
    // The index is column 0.
    assert_eq!(columns.position(&json!("c449")), Ok(json!(450)));
    assert!(columns.position(&json!("c450")).is_err_and(|why| why.contains("\"c450\"")));
    assert!(columns.position(&json!(-1)).is_err());
}
