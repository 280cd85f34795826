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
        Some(_) => words::encodings_you_chose_the_encoding(),
        None => words::encodings_the_encoding_is_not(),
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
        <div class="encodings" role="group" aria-label=words::encodings_encoding() data-testid="encodings">
            <p class="encodings-doubt">{doubt}</p>
            <ul class="encodings-list">{choices}</ul>
        </div>
    }
    .into_any()
}

/// Returns Python's name of an encoding with what it is for.
fn label(name: &str) -> String {
    let script = match name {
        "cp1252" | "latin-1" | "mac_roman" | "cp850" | "iso8859_15" => {
            words::encodings_western_european()
        }
        "cp1250" | "mac_latin2" | "iso8859_2" | "cp852" => words::encodings_central_european(),
        "cp1251" | "koi8_r" | "cp866" | "mac_cyrillic" | "iso8859_5" => words::encodings_cyrillic(),
        "cp1253" | "iso8859_7" | "cp737" => words::encodings_greek(),
        "cp1254" => words::encodings_turkish(),
        "cp1255" => words::encodings_hebrew(),
        "cp1256" => words::encodings_arabic(),
        "cp1257" => words::encodings_baltic(),
        "cp874" => words::encodings_thai(),
        "cp932" | "euc_jp" => words::encodings_japanese(),
        "gb18030" => words::encodings_chinese_simplified(),
        "big5" => words::encodings_chinese_traditional(),
        "cp949" => words::encodings_korean(),
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
