//! The models that run on this machine already, on the first screen: which server has them, and one
//! click to use one.

use leptos::prelude::*;
use text::visible;

use super::{actions, session};
use crate::{actions::ModelActions, session::Model};

/// The most models that have a button; the menu has all.
const MAX_BUTTONS: usize = 3;

/// A model: id, name as shown, and whether it answers now.
type Entry = (String, String, bool);

/// What is said of the models of one server of models.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    /// "Ollama runs on this machine".
    sentence: String,
    /// Its models.
    models: Vec<Entry>,
    /// How many more there are.
    more: usize,
}

/// Returns the servers of models among what is offered, with their models.
fn found(offered: &[Model], chosen: usize) -> Vec<Found> {
    let mut servers: Vec<(String, Vec<Entry>)> = Vec::new();
    for (at, model) in offered.iter().enumerate() {
        let about = &model.info["insitu"];
        if model.builtin || model.direct || about["local"].as_bool() != Some(true) {
            continue;
        }
        let name = server_name(about["provider"].as_str().unwrap_or_default());
        let entry = (model.name.clone(), visible(&model.label), at == chosen);
        match servers.iter_mut().find(|(other, _)| *other == name) {
            Some((_, models)) => models.push(entry),
            None => servers.push((name, vec![entry])),
        }
    }
    let said = |(name, mut models): (String, Vec<Entry>)| {
        // The one that answers is named whatever its place.
        models.sort_by_key(|(_, _, chosen)| !chosen);
        let more = models.len().saturating_sub(MAX_BUTTONS);
        models.truncate(MAX_BUTTONS);
        Found { sentence: words::local_models_runs_on_the_servers(&name), models, more }
    };
    servers.into_iter().map(said).collect()
}

/// Returns the name of a server of models by the id of its provider, which begins with its kind.
fn server_name(provider: &str) -> String {
    let kind = provider.split('-').next().unwrap_or_default();
    match kind {
        "ollama" => words::local_models_ollama().to_owned(),
        "lmstudio" => words::local_models_lm_studio().to_owned(),
        "llamacpp" => "llama.cpp".to_owned(),
        "vllm" => "vLLM".to_owned(),
        "local" => words::local_models_a_server_of_models().to_owned(),
        _ => words::local_models_a_server_of_models_named(&visible(provider)),
    }
}

/// The models of this machine; nothing if there are none.
#[component]
pub(super) fn LocalModels() -> impl IntoView {
    let (session, models) = (session(), actions::<dyn ModelActions>());
    let servers =
        Memo::new(move |_| session.models.with(|offered| found(offered, session.model.get())));
    let server = move |Found { sentence, models: listed, more }: Found| {
        let listed = listed.into_iter().map(|(id, label, chosen)| {
            if chosen {
                return view! { <span class="local-models-chosen">{words::local_models_answers(&label)}</span> }.into_any();
            }
            let choose = move |_| {
                models.with(|models| models.choose_model(&id));
            };
            view! {
                <button class="button" type="button" data-testid="local-model-use" on:click=choose>{words::local_models_use(&label)}</button>
            }
            .into_any()
        });
        let more = (more > 0).then(|| {
            view! { <span class="local-models-more">{words::local_models_more_in_the_model(&more)}</span> }
        });
        view! {
            <div class="samples" data-testid="local-models">
                <span class="samples-word">{sentence}</span>
                {listed.collect_view()}
                {more}
            </div>
        }
        .into_any()
    };
    (move || servers.get().into_iter().map(server).collect_view()).into_any()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn model(name: &str, insitu: serde_json::Value, direct: bool) -> Model {
        let info = json!({ "id": name, "insitu": insitu });
        Model {
            name: name.to_owned(),
            label: name.to_owned(),
            builtin: false,
            direct,
            info,
            ..Model::planner()
        }
    }

    #[test]
    fn servers_of_this_machine_are_named_with_their_models_the_one_that_answers_first() {
        let ollama = || json!({ "local": true, "provider": "ollama" });
        let offered = [
            Model::planner(),
            model("ollama/a", ollama(), false),
            model("far", json!({ "local": false, "provider": "openai" }), false),
            model("ollama/b", ollama(), false),
            model("ollama/c", ollama(), false),
            model("ollama/d\u{202e}", ollama(), false),
            model("lmstudio-1235/e", json!({ "local": true, "provider": "lmstudio-1235" }), false),
            model("own", json!({ "local": true, "provider": "lab" }), false),
            model("mine", json!({ "local": true, "provider": "ollama" }), true),
        ];
        let entry = |id: &str, label: &str, chosen| (id.to_owned(), label.to_owned(), chosen);
        let expected = vec![
            Found {
                sentence: "Ollama runs on the server’s machine.".to_owned(),
                models: vec![
                    entry("ollama/d\u{202e}", "ollama/d⟨U+202E⟩", true),
                    entry("ollama/a", "ollama/a", false),
                    entry("ollama/b", "ollama/b", false),
                ],
                more: 1,
            },
            Found {
                sentence: "LM Studio runs on the server’s machine.".to_owned(),
                models: vec![entry("lmstudio-1235/e", "lmstudio-1235/e", false)],
                more: 0,
            },
            Found {
                sentence: "A server of models (lab) runs on the server’s machine.".to_owned(),
                models: vec![entry("own", "own", false)],
                more: 0,
            },
        ];
        assert_eq!(found(&offered, 5), expected);
        assert_eq!(found(&offered[..1], 0), vec![]);
    }
}
