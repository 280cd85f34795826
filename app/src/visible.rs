//! Untrusted text made safe to look at: characters that hide or reorder text become visible.
//!
//! For code, file names and printed output. Prose is unchanged, since right-to-left languages need such
//! marks.

use std::borrow::Cow;

/// Writes control, bidirectional and zero-width characters as `⟨U+202E⟩`. Line breaks and tabs stay, and so
/// do the two joiners, which emoji and several scripts are written with.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if hides(character) {
            shown.push_str(&format!("⟨U+{:04X}⟩", u32::from(character)));
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Writes a file name as [`visible`] does, on one line.
pub fn file_name(name: &str) -> String {
    visible(name).replace(['\n', '\t'], " ")
}

/// The most printed text that the page lays out without blocking for longer than a frame or two, in bytes.
const LAID_OUT: usize = 16 << 10;

/// Returns head and tail of a long text with a line in between that says what is left out; a shorter text is
/// unchanged.
pub fn excerpt(text: &str) -> Cow<'_, str> {
    if text.len() <= LAID_OUT {
        return Cow::Borrowed(text);
    }
    let head = text.floor_char_boundary(LAID_OUT / 2);
    let tail = text.ceil_char_boundary(text.len() - LAID_OUT / 2);
    // Cuts at line ends, unless lines are too long for that.
    let near = LAID_OUT / 8;
    let head = text[..head].rfind('\n').map_or(head, |end| if end + near > head { end + 1 } else { head });
    let tail = text[tail..].find('\n').map_or(tail, |end| if end < near { tail + end + 1 } else { tail });
    let cut = crate::format::bytes((tail - head) as u64);
    let note = format!("[… {cut} of output are not shown here; write it to a file to keep all of it …]");
    Cow::Owned(format!("{}\n{note}\n\n{}", text[..head].trim_end_matches('\n'), &text[tail..]))
}

/// Returns what a terminal would show of printed text: colour codes are dropped, and a carriage return starts
/// its line again, as in progress bars.
pub fn printed(text: &str) -> String {
    let plain = without_escapes(text).replace("\r\n", "\n");
    let lines: Vec<&str> = plain
        .split('\n')
        .map(|line| line.trim_end_matches('\r').rsplit('\r').next().unwrap_or_default())
        .collect();
    visible(&lines.join("\n"))
}

fn hides(character: char) -> bool {
    matches!(character,
        '\u{00}'..='\u{08}' | '\u{0B}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
        | '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\u{1B}' {
            plain.push(character);
            continue;
        }
        match characters.next_if(|next| matches!(next, '[' | ']')) {
            // A control sequence ends with a letter or one of "@[\]^_`{|}~".
            Some('[') => {
                while characters.next().is_some_and(|next| !('\u{40}'..='\u{7E}').contains(&next)) {}
            }
            // An operating-system command ends with a bell or with "ESC \".
            Some(_) => {
                while let Some(next) = characters.next() {
                    if next == '\u{07}' || (next == '\u{1B}' && characters.next_if_eq(&'\\').is_some()) {
                        break;
                    }
                }
            }
            None => {
                characters.next();
            }
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(show: impl Fn(&str) -> String, cases: &[(&str, &str)]) {
        for (text, shown) in cases {
            assert_eq!(show(text), *shown, "{text:?}");
        }
    }

    #[test]
    fn characters_that_hide_or_reorder_text_are_written_out() {
        check(
            visible,
            &[
                ("a\tb\nc", "a\tb\nc"),
                ("if x:\u{202E} # esle", "if x:⟨U+202E⟩ # esle"),
                ("a\u{200B}b\u{FEFF}", "a⟨U+200B⟩b⟨U+FEFF⟩"),
                ("nul\0", "nul⟨U+0000⟩"),
                ("größe 数 ✓ 👩\u{200D}🔬", "größe 数 ✓ 👩\u{200D}🔬"),
            ],
        );
    }

    #[test]
    fn a_file_name_stays_on_one_line() {
        check(file_name, &[("a\nb.csv", "a b.csv"), ("fdp.\u{202E}exe", "fdp.⟨U+202E⟩exe")]);
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
                shown.starts_with('é') && shown.trim_end().ends_with('é') && shown.contains("KB of output")
            );
        }
    }

    #[test]
    fn printed_text_loses_its_terminal_codes() {
        check(
            printed,
            &[
                ("\u{1B}[31mred\u{1B}[0m", "red"),
                ("\u{1B}]8;;https://a.b\u{07}link\u{1B}]8;;\u{1B}\\", "link"),
                ("10%\r50%\r100%\ndone", "100%\ndone"),
                ("dos\r\nlines\r\n", "dos\nlines\n"),
                ("cut \u{1B}[", "cut "),
            ],
        );
    }
}
