//! A session's title, made from its first question without a model.

/// The most characters of a title: one line of the list of sessions.
const MAX_TITLE_LENGTH: usize = 60;

/// Returns the title for a question: one line, cut at a word's end.
pub fn title(question: &str) -> String {
    let clean: String = question
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= MAX_TITLE_LENGTH {
        return line;
    }
    // One character is for the mark of what was left out.
    let end = line.char_indices().nth(MAX_TITLE_LENGTH - 1).map_or(line.len(), |(at, _)| at);
    let (head, rest) = line.split_at(end);
    let at_word =
        if rest.starts_with(' ') { Some(head) } else { head.rfind(' ').map(|at| &head[..at]) };
    // A word that fills half of the title is cut rather than left out.
    let kept = at_word.filter(|kept| kept.chars().count() >= MAX_TITLE_LENGTH / 2).unwrap_or(head);
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '-', '–', '(']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_that_ends_with_a_word() {
        let cases = [
            ("", ""),
            ("  Mean of sales? ", "Mean of sales?"),
            ("Two\n\tlines\r\nof it", "Two lines of it"),
            ("a\u{0}b", "a b"),
            (
                "What is the average revenue per customer in each of the regions in 2024?",
                "What is the average revenue per customer in each of the…",
            ),
            (
                "Please show the total quantity by month and by product line, as a chart",
                "Please show the total quantity by month and by product…",
            ),
            (
                "123456789 123456789 123456789 123456789 123456789 123456789 and more",
                "123456789 123456789 123456789 123456789 123456789 123456789…",
            ),
            (
                "123456789 123456789 123456789 123456789 123456789 123456789x and more",
                "123456789 123456789 123456789 123456789 123456789…",
            ),
        ];
        for (question, expected) in cases {
            assert_eq!(title(question), expected, "{question:?}");
        }
    }

    #[test]
    fn a_title_has_at_most_sixty_characters_in_any_script() {
        for unit in ["x", "ä", "語", "👩‍🔬", "wort ", "語 語"] {
            for count in [1, 20, 59, 60, 61, 200] {
                let made = title(&unit.repeat(count));
                assert!(
                    (1..=MAX_TITLE_LENGTH).contains(&made.chars().count()),
                    "{unit} × {count}: {made}"
                );
            }
        }
    }
}
