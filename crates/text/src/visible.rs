//! Untrusted text made safe to look at: characters that hide or reorder text become visible.
//!
//! For code, file names and printed output. Prose is unchanged, since right-to-left languages need
//! such marks.

/// Writes control, bidirectional and zero-width characters as `⟨U+202E⟩`. Line breaks and tabs
/// stay, and so do the two joiners, which emoji and several scripts are written with.
#[must_use]
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
#[must_use]
pub fn file_name(name: &str) -> String {
    visible(name).replace(['\n', '\t'], " ")
}

fn hides(character: char) -> bool {
    matches!(character,
        '\u{00}'..='\u{08}' | '\u{0B}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
        | '\u{200B}' | '\u{200E}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_name_stays_on_one_line() {
        for (name, shown) in [("a\nb\tc.csv", "a b c.csv"), ("fdp.\u{202E}exe", "fdp.⟨U+202E⟩exe")]
        {
            assert_eq!(file_name(name), shown);
        }
    }
}
