//! Printed text as a terminal shows it, safe to look at.

use leptos::prelude::*;
use text::visible;

/// Returns the text without styles.
pub(super) fn plain(text: &str) -> String {
    visible(&text::terminal::plain(text))
}

/// Returns the view of the text, in the colours of its terminal codes.
pub(super) fn styled(text: &str) -> AnyView {
    let runs = text::terminal::runs(text).into_iter().map(|run| match run.style.classes() {
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
}
