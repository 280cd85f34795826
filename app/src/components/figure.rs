//! A figure that Python drew, with a way to save it.

use leptos::prelude::*;

use super::{
    actions,
    icon::{DOWN, Icon},
};
use crate::visible::visible;

/// A picture; `text` describes it.
#[component]
pub(super) fn Figure(mime: &'static str, base64: String, text: String) -> impl IntoView {
    let actions = actions();
    let name = file_name(&text, mime);
    let source = format!("data:{mime};base64,{base64}");
    let alt = if text.trim().is_empty() { "Figure without a title".to_owned() } else { visible(&text) };
    view! {
        <figure class="figure" data-testid="figure">
            <img src=source alt=alt />
            <button
                class="button is-quiet figure-save"
                type="button"
                on:click=move |_| { actions.with(|actions| actions.save_picture(name.clone(), mime, base64.clone())); }
            >
                <Icon path=DOWN />
                {"Save figure"}
            </button>
        </figure>
    }
    .into_any()
}

/// A name for the picture's file, from the first words of its description.
fn file_name(text: &str, mime: &str) -> String {
    let words: Vec<String> = text
        .lines()
        .next()
        .unwrap_or_default()
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(8)
        .map(str::to_lowercase)
        .collect();
    let stem = if words.is_empty() { "figure".to_owned() } else { words.join("-") };
    let ending = mime.rsplit('/').next().unwrap_or("png").replace("jpeg", "jpg");
    format!("{stem}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_saved_under_its_title() {
        for (text, mime, name) in [
            ("Revenue by month (EUR)\nx: month", "image/png", "revenue-by-month-eur.png"),
            ("", "image/jpeg", "figure.jpg"),
            ("../../etc", "image/png", "etc.png"),
        ] {
            assert_eq!(file_name(text, mime), name);
        }
    }
}
