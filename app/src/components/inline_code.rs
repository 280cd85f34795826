//! Sentences that have names between backticks, as answers show them.

use leptos::prelude::*;
use text::inline_code::{Piece, pieces};
use text::visible;

/// Returns a sentence with its names as code.
pub(super) fn with_code(sentence: &str) -> AnyView {
    let piece = |piece: Piece<'_>| match piece {
        Piece::Text(words) => visible(words).into_any(),
        Piece::Code(name) => view! { <code class="inline-code">{visible(name)}</code> }.into_any(),
    };
    pieces(sentence).into_iter().map(piece).collect_view().into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn names_are_code_and_hide_no_characters() {
        let html = with_code("`day`: month first · `a<b\u{202e}`: text").to_html();
        let code = |name: &str| format!("<code class=\"inline-code\">{name}</code>");
        assert_eq!(
            html.replace("<!>", ""),
            format!("{}: month first · {}: text", code("day"), code("a&lt;b⟨U+202E⟩"))
        );
    }
}
