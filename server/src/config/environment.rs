//! The model that variables of the environment alone connect: INSITU_BASE_URL, INSITU_MODEL,
//! INSITU_API_KEY, INSITU_IMAGES and INSITU_FENCED.

use super::{
    Auth, Fenced, Model, Provider, ProviderKind, Secret, models,
    problem::Problems,
    providers::{self, ENVIRONMENT},
    secret::{Sources, graphic},
};

/// Reads the variables; none if they connect no model.
pub(super) fn read(
    problems: &Problems,
    sources: &Sources<'_>,
    providers: &[providers::Read<'_>],
    models: &[models::Read<'_>],
) -> Option<(Provider, Model)> {
    let get = |name: &str| (sources.variable)(name);
    let vision = get("INSITU_IMAGES").and_then(|word| match word.as_str() {
        "true" => Some(true),
        "false" => Some(false),
        other => {
            problems.variable(
                "INSITU_IMAGES",
                format!("`{other}` is neither `true` nor `false`; set one of them"),
            );
            None
        }
    });
    let fenced = match get("INSITU_FENCED").as_deref() {
        None | Some("auto") => Fenced::Auto,
        Some("always") => Fenced::Always,
        Some("never") => Fenced::Never,
        Some(other) => {
            let problem = format!("`{other}` is unknown; set `auto`, `always` or `never`");
            problems.variable("INSITU_FENCED", problem);
            Fenced::Auto
        }
    };
    let (base, name, key) = (get("INSITU_BASE_URL"), get("INSITU_MODEL"), get("INSITU_API_KEY"));
    let Some(base) = base else {
        // With a file, the key may be one that the file names.
        if name.is_some() || (key.is_some() && providers.is_empty()) {
            let problem = "is not set, though a model or a key is; set it to the provider's address, \
                           https://api.openai.com/v1 for instance";
            problems.variable("INSITU_BASE_URL", problem);
        }
        return None;
    };
    if key.as_ref().is_some_and(|key| !graphic(key)) {
        problems.variable("INSITU_API_KEY", "holds characters that no key has; copy it again");
    }
    let base = providers::address(&base).and_then(providers::without_path).map_err(|problem| {
        problems.variable(
            "INSITU_BASE_URL",
            problem.replace("`key`, parameters into `query`", "INSITU_API_KEY"),
        );
    });
    let Some(name) = name else {
        let problem =
            "is not set, though INSITU_BASE_URL is; set it to the name of the provider's model";
        problems.variable("INSITU_MODEL", problem);
        return None;
    };
    if models.iter().any(|(_, model)| model.id == name) {
        let problem = format!(
            "`{name}` is the id of a model in the file already; leave INSITU_BASE_URL and INSITU_MODEL out"
        );
        problems.variable("INSITU_MODEL", problem);
        return None;
    }
    let provider = Provider {
        id: ENVIRONMENT.to_owned(),
        kind: ProviderKind::ChatCompletions,
        base: base.ok()?,
        key: key.map(Secret::new),
        auth: Auth::Bearer,
        headers: Vec::new(),
        query: Vec::new(),
    };
    let model = Model { vision, fenced, default: true, ..Model::new(name, ENVIRONMENT) };
    Some((provider, model))
}
