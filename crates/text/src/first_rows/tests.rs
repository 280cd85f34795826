use super::*;

/// Returns the names of the columns and the rows of a file that is read as a whole, with bars
/// between the cells.
fn shown(head: &[u8], is_whole: bool) -> Option<String> {
    let FirstRows { columns, rows, .. } = first_rows(head, is_whole)?;
    Some([columns].into_iter().chain(rows).map(|row| row.join("|")).collect::<Vec<_>>().join("\n"))
}

fn check(text: &str, expected: Option<&str>) {
    assert_eq!(shown(text.as_bytes(), true).as_deref(), expected, "{text:?}");
}

#[test]
fn cells_stay_as_they_are_written() {
    check("id,amount\n007,1.50\n008, 2\n", Some("id|amount\n007|1.50\n008| 2"));
    check("id;amount\r\n007;1,50\r\n\r\n", Some("id|amount\n007|1,50"));
    check("id\tnote\rA\tx,y\rB\tNA\r", Some("id|note\nA|x,y\nB|NA"));
    check("id|note\n+49 1|=1+1\n", Some("id|note\n+49 1|=1+1"));
    check("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n", Some("a|b\nx, y|say \"hi\""));
    check("a,b\n\"one\n\ntwo\",2\n", Some("a|b\none\n\ntwo|2"));
    check("a,b\n5\" pipe,\"Big\" Bob\n", Some("a|b\n5\" pipe|\"Big\" Bob"));
    check("a,b\n,\n,2\n", Some("a|b\n|\n|2"));
    check("\u{feff}a,b\n1,2", Some("a|b\n1|2"));
}

#[test]
fn the_first_row_is_a_header_if_it_is_texts_that_differ() {
    check("region,Q1,2nd half\nA,1,2\n", Some("region|Q1|2nd half\nA|1|2"));
    for first in ["1,2", "A,2024-01-02", "a,a", "a,", "a, ", "region,2023", "-,x", "a,€5", "A,12%"]
    {
        let expected = format!("Column 1|Column 2\n{}\nx|y", first.replace(',', "|"));
        check(&format!("{first}\nx,y\n"), Some(&expected));
    }
}

#[test]
fn rows_that_do_not_agree_are_not_a_table() {
    for text in [
        "",
        "\n\n",
        "only\none\ncolumn\n",
        "a,b\n",
        "a,b\n1,2\n3,4,5\n",
        "Report of May\n\na,b\n1,2\n",
        "a,b\n1,2\nSource: us, all\tof us\nof 2024\n",
        // Both commas and semicolons divide it.
        "1,5;2,5\n3,5;4,5\n",
        "<html>\n<p>a, b</p>\n</html>\n",
        "{\"a\": 1,\n\"b\": 2}\n",
        "a,b\n1,2\0\n",
        "a,b\n1,\u{1b}[31m2\n",
        "a,b\n1,\u{85}2\n",
    ] {
        check(text, None);
    }
}

#[test]
fn a_row_that_may_be_cut_off_is_left_out() {
    let cut = |text: &str, expected: Option<&str>| {
        assert_eq!(shown(text.as_bytes(), false).as_deref(), expected, "{text:?}");
    };
    cut("a,b\n1,2\n3,4", Some("a|b\n1|2"));
    cut("a,b\n1,2\n3,\"4\"", Some("a|b\n1|2"));
    cut("a,b\n1,2\n3,\"4\n5,6\n7,8\n", Some("a|b\n1|2"));
    cut("a,b\n1,2\n3", Some("a|b\n1|2"));
    cut("a,b\r\n1,2\r", Some("a|b\n1|2"));
    cut("a,b\n1,2", None);
    cut("a,\"b\n1,2\n3,4\n", None);
    // Nothing follows, so the quote is a part of its cell.
    check("a,b\n1,2\n3,\"4\n", Some("a|b\n1|2\n3|\"4"));
}

#[test]
fn text_is_utf_8_or_says_what_it_is() {
    let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(order).collect()
    };
    let text = "stadt,n\nKöln 😀,1\n";
    for head in
        [text.as_bytes().to_vec(), utf16(text, u16::to_le_bytes), utf16(text, u16::to_be_bytes)]
    {
        assert_eq!(shown(&head, true).as_deref(), Some("stadt|n\nKöln 😀|1"));
    }
    // The end of the head may be within a character, the end of a file may not.
    for head in [
        "a,b\n1,2\nx😀".as_bytes().split_last().map(|(_, start)| start.to_vec()),
        utf16("a,b\n1,2\nx😀", u16::to_le_bytes).split_last().map(|(_, start)| start.to_vec()),
        Some(utf16("a,b\n1,2\nx😀", u16::to_be_bytes)).map(|head| head[..head.len() - 2].to_vec()),
    ] {
        let head = head.expect("bytes");
        assert_eq!(shown(&head, false).as_deref(), Some("a|b\n1|2"), "{head:?}");
        assert_eq!(shown(&head, true), None, "{head:?}");
    }
    // Latin-1, UTF-16 without its mark, a workbook.
    for head in [&b"stadt,n\nK\xf6ln,1\n"[..], b"a\0,\0b\0\n\0", b"PK\x03\x04,\n,\n"] {
        assert_eq!(shown(head, true), None, "{head:?}");
    }
}

#[test]
fn what_is_shown_is_bounded() {
    let long = format!("a,b\n{},\u{202e}2\n", "x".repeat(100_000));
    let found = first_rows(long.as_bytes(), true).expect("a table");
    assert_eq!(found.rows[0][0].chars().count(), MAX_CELL);
    assert!(found.rows[0][0].ends_with("x…"));
    assert_eq!(found.rows[0][1], "\u{202e}2");

    let many = format!("a,b\n{}", "1,2\n".repeat(5_000));
    assert_eq!(first_rows(many.as_bytes(), true).expect("a table").rows.len(), MAX_ROWS);

    let wide = |columns: usize| {
        let row = |name: &dyn Fn(usize) -> String| {
            (0..columns).map(name).collect::<Vec<_>>().join(",") + "\n"
        };
        row(&|at| format!("c{at}")) + &row(&|_| "1".to_owned())
    };
    let found = first_rows(wide(20_000).as_bytes(), true).expect("a table");
    assert_eq!((found.columns.len(), found.rows[0].len()), (MAX_COLUMNS, MAX_COLUMNS));
    assert_eq!(found.all_columns, 20_000);
    // The first line alone is longer than what is read.
    let head = &wide(100_000).into_bytes()[..HEAD_BYTES];
    assert_eq!(first_rows(head, false), None);
    // One cell is.
    let head = format!("a,b\n\"{}", "x\n".repeat(HEAD_BYTES / 2));
    assert_eq!(first_rows(head.as_bytes(), false), None);
}

#[test]
fn names_say_which_files_have_delimited_text() {
    for (name, expected) in [
        ("a.csv", Some(Compression::Plain)),
        ("A.TSV", Some(Compression::Plain)),
        ("a.csv.gz", Some(Compression::Gzip)),
        ("a.gz", None),
        ("a.xlsx", None),
        ("csv", None),
        ("notes.txt", None),
    ] {
        assert_eq!(compression(name), expected, "{name}");
    }
}
