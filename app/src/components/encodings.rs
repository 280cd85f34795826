//! The choice among the encodings that a file's text may have.

use kernel::{EncodingCandidate, Profile};
use leptos::prelude::*;
use text::visible;

use super::actions;
use crate::{actions::FileActions, session::Id};

/// The doubt, with a button for each encoding that shows a line of the file in it.
#[component]
pub(super) fn Encodings(file: Id, profile: Profile) -> impl IntoView {
    let files = actions::<dyn FileActions>();
    let Profile { encodings, chosen_encoding: chosen, .. } = profile;
    let doubt = match &chosen {
        Some(_) => "You chose the encoding. What has run before is not run again.",
        None => "The encoding is not certain. Choose the line that reads right:",
    };
    let read = chosen.or_else(|| encodings.first().map(|first| first.name.clone()));
    let choices: Vec<_> = encodings
        .into_iter()
        .map(|EncodingCandidate { name, sample }| {
            let is_read = read.as_deref() == Some(name.as_str());
            let label = label(&name);
            view! {
                <li>
                    <button
                        class="encoding"
                        type="button"
                        aria-pressed=is_read.to_string()
                        on:click=move |_| {
                            files.with(|files| files.choose_encoding(file, name.clone()));
                        }
                    >
                        <span class="encoding-sample" dir="auto">{visible(&sample)}</span>
                        <span class="encoding-name">{label}</span>
                    </button>
                </li>
            }
            .into_any()
        })
        .collect();
    view! {
        <div class="encodings" role="group" aria-label="Encoding" data-testid="encodings">
            <p class="encodings-doubt">{doubt}</p>
            <ul class="encodings-list">{choices}</ul>
        </div>
    }
    .into_any()
}

/// Returns Python's name of an encoding with what it is for.
fn label(name: &str) -> String {
    let script = match name {
        "cp1252" | "latin-1" | "mac_roman" | "cp850" => "Western European",
        "cp1250" | "mac_latin2" => "Central European",
        "cp1251" | "koi8_r" | "cp866" | "mac_cyrillic" => "Cyrillic",
        "cp1253" => "Greek",
        "cp1254" => "Turkish",
        "cp1255" => "Hebrew",
        "cp1256" => "Arabic",
        "cp1257" => "Baltic",
        "cp874" => "Thai",
        "cp932" | "euc_jp" => "Japanese",
        "gb18030" => "Chinese, simplified",
        "big5" => "Chinese, traditional",
        "cp949" => "Korean",
        _ => return visible(name),
    };
    format!("{script} ({name})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_named_by_its_script_if_that_is_known() {
        let cases = [
            ("cp1251", "Cyrillic (cp1251)"),
            ("gb18030", "Chinese, simplified (gb18030)"),
            ("x", "x"),
        ];
        for (name, expected) in cases {
            assert_eq!(label(name), expected);
        }
    }
}
