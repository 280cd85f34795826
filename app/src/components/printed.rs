//! Printed text as a terminal shows it, safe to look at.

use leptos::{html, prelude::*};
use text::{terminal::Run, visible};

/// Returns the text without styles.
pub(super) fn plain(text: &str) -> String {
    visible(&text::terminal::plain(text))
}

/// Returns the view of the text, in the colours of its terminal codes.
pub(super) fn styled(text: &str) -> AnyView {
    views(text::terminal::runs(text))
}

/// Returns the same, with one of its lines marked, which takes the focus and so comes into view.
pub(super) fn with_line(text: &str, line: usize) -> AnyView {
    let [before, marked, after] = around(text::terminal::runs(text), line).map(views);
    let place = NodeRef::<html::Mark>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get() {
            // It takes the focus once what it is folded away in is open.
            request_animation_frame(move || drop(place.focus()));
        }
    });
    view! {
        {before}
        <mark class="output-found" tabindex="-1" node_ref=place data-testid="found">{marked}</mark>
        {after}
    }
    .into_any()
}

/// Divides runs into those before a line, those of it, and those after it.
fn around(runs: Vec<Run>, line: usize) -> [Vec<Run>; 3] {
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    let mut at = 0usize;
    for Run { text, style } in runs {
        for piece in text.split_inclusive('\n') {
            let (content, end) = match piece.strip_suffix('\n') {
                Some(content) => (content, true),
                None => (piece, false),
            };
            let part = at.cmp(&line) as isize + 1;
            let part = usize::try_from(part).unwrap_or_default();
            if !content.is_empty() {
                parts[part].push(Run { text: content.to_owned(), style });
            }
            if end {
                // The break after the line is not marked.
                let part = if part == 1 { 2 } else { part };
                parts[part].push(Run { text: "\n".to_owned(), style });
                at += 1;
            }
        }
    }
    parts
}

fn views(runs: Vec<Run>) -> AnyView {
    let runs = runs.into_iter().map(|run| match run.style.classes() {
        classes if classes.is_empty() => visible(&run.text).into_any(),
        classes => view! { <span class=classes>{visible(&run.text)}</span> }.into_any(),
    });
    runs.collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_and_nothing_that_hides_reaches_the_page() {
        let text = "10%\r\u{1B}[31mred \u{202E}<b>\u{1B}[0m end\u{7}\u{1B}[";
        assert_eq!(plain(text), "red ⟨U+202E⟩<b> end⟨U+0007⟩");
        #[cfg(feature = "ssr")]
        assert_eq!(
            styled(text).to_html(),
            "<span class=\"ansi-1\">red ⟨U+202E⟩&lt;b&gt;<!></span> end⟨U+0007⟩<!>"
        );
    }

    #[test]
    fn a_line_is_found_among_runs_of_any_style() {
        let text = "one\n\u{1b}[1mtwo\nthr\u{1b}[0mee\nfour";
        let parts = |line| {
            around(text::terminal::runs(text), line)
                .map(|runs| runs.into_iter().map(|run| run.text).collect::<String>())
        };
        let cases = [
            (0, ["", "one", "\ntwo\nthree\nfour"]),
            (2, ["one\ntwo\n", "three", "\nfour"]),
            (3, ["one\ntwo\nthree\n", "four", ""]),
            (9, ["one\ntwo\nthree\nfour", "", ""]),
        ];
        for (line, expected) in cases {
            assert_eq!(parts(line), expected, "{line}");
        }
    }
}
