//! Long texts, shortened: to their beginning, or to their beginning and end.

use std::borrow::Cow;

use crate::format;

/// The most printed text that the page lays out without blocking for longer than a frame or two, in
/// bytes.
const LAID_OUT: usize = 16 << 10;

/// Returns at most `most` characters of a text; if some are left out, the last one is an
/// ellipsis.
#[must_use]
pub fn truncated(text: &str, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Returns a text with spaces in place of line breaks and other control characters.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// Returns a text as a cell of a Markdown table, in at most `most` characters: on one line, with
/// bars escaped, which would separate cells.
#[must_use]
pub fn cell(text: &str, most: usize) -> String {
    truncated(&one_line(text).replace('|', "\\|"), most)
}

/// Returns the text if it has at most `most` characters, otherwise its head and tail with a note of
/// how much was cut.
#[must_use]
pub fn clip(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(40);
    let (head, tail) = (room - room / 3, room / 3);
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(length - tail).collect();
    format!("{start}\n… {} characters cut …\n{end}", format::count((length - head - tail) as u64))
}

/// Returns head and tail of a long output with a line in between that says what is left out; a
/// shorter one is unchanged.
#[must_use]
pub fn excerpt(output: &str) -> Cow<'_, str> {
    if output.len() <= LAID_OUT {
        return Cow::Borrowed(output);
    }
    let head = output.floor_char_boundary(LAID_OUT / 2);
    let tail = output.ceil_char_boundary(output.len() - LAID_OUT / 2);
    // Cuts at line ends, unless lines are too long for that.
    let near = LAID_OUT / 8;
    let head = output[..head]
        .rfind('\n')
        .map_or(head, |end| if end + near > head { end + 1 } else { head });
    let tail = output[tail..]
        .find('\n')
        .map_or(tail, |end| if end < near { tail + end + 1 } else { tail });
    let cut = format::bytes((tail - head) as u64);
    let note =
        format!("[… {cut} of output are not shown here; write it to a file to keep all of it …]");
    Cow::Owned(format!("{}\n{note}\n\n{}", output[..head].trim_end_matches('\n'), &output[tail..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_with_an_ellipsis() {
        for (text, most, shown) in
            [("", 0, ""), ("größe", 5, "größe"), ("größer", 5, "größ…"), ("ab", 1, "…")]
        {
            assert_eq!(truncated(text, most), shown, "{text:?}");
        }
    }

    #[test]
    fn a_cell_is_one_line_without_separators() {
        for (text, shown) in [
            ("a\r\nb\tc\u{9b}\0", "a  b c  "),
            ("a|b", "a\\|b"),
            ("12345678|", "12345678…"),
            ("né\u{200d}", "né\u{200d}"),
        ] {
            assert_eq!(cell(text, 9), shown, "{text:?}");
        }
    }

    #[test]
    fn a_clipped_text_keeps_its_head_and_tail_and_says_how_much_is_cut() {
        assert_eq!(clip("short", 5), "short");
        assert_eq!(clip(&"ä".repeat(2000), 46), "ääää\n… 1,994 characters cut …\nää");
    }

    #[test]
    fn a_long_output_keeps_whole_lines_of_its_head_and_tail_and_says_what_is_left_out() {
        let short = "line\n".repeat(100);
        assert_eq!(excerpt(&short), short);
        let long: String = (0..20_000).map(|number| format!("{number}\n")).collect();
        let shown = excerpt(&long);
        assert!(shown.starts_with("0\n1\n") && shown.ends_with("\n19998\n19999\n"));
        assert!(shown.len() < LAID_OUT + 200);
        let note = shown.lines().position(|line| line.starts_with("[… ")).unwrap_or_default();
        assert_eq!(
            shown.lines().nth(note - 1),
            Some((note - 1).to_string().as_str()),
            "the line before is whole"
        );
        for unbroken in ["é".repeat(100_000), format!("{}\n", "é".repeat(100_000))] {
            let shown = excerpt(&unbroken);
            assert!(
                shown.starts_with('é')
                    && shown.trim_end().ends_with('é')
                    && shown.contains("KB of output")
            );
        }
    }
}
