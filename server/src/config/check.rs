//! What values of different tables contradict.

use super::{
    Access, AccessMode, Model, Server, models, problem::Problems, providers, section::Section,
};

/// Reports providers and fallbacks that do not exist, circles of fallbacks, and a second default.
pub(super) fn references(providers: &[providers::Read<'_>], models: &[models::Read<'_>]) {
    let ids = |all: &mut dyn Iterator<Item = &str>| {
        let all: Vec<_> = all.map(|id| format!("`{id}`")).collect();
        if all.is_empty() {
            "there is none".to_owned()
        } else {
            format!("there are {}", all.join(", "))
        }
    };
    let mut default: Option<&str> = None;
    for (section, model) in models {
        if !providers.iter().any(|(_, provider)| provider.id == model.provider) {
            let known = ids(&mut providers.iter().map(|(_, provider)| provider.id.as_str()));
            let problem = format!("no [[provider]] has the id `{}`; {known}", model.provider);
            section.problem("provider", problem);
        }
        if let Some(fallback) = &model.fallback {
            if !models.iter().any(|(_, other)| other.id == *fallback) {
                let known = ids(&mut models.iter().map(|(_, other)| other.id.as_str()));
                section
                    .problem("fallback", format!("no [[model]] has the id `{fallback}`; {known}"));
            } else if let Some(circle) = circle(model, models) {
                let problem = format!(
                    "leads back to `{}` ({circle}); let the last one have no fallback",
                    model.id
                );
                section.problem("fallback", problem);
            }
        }
        match default {
            Some(other) if model.default => {
                section.problem(
                    "default",
                    format!("is true for `{other}` already; leave it at one of them"),
                );
            }
            _ if model.default => default = Some(&model.id),
            _ => {}
        }
    }
}

/// Returns the way from a model along its fallbacks back to itself, if there is one.
fn circle(model: &Model, models: &[models::Read<'_>]) -> Option<String> {
    let mut way = vec![model.id.as_str()];
    let mut at = model;
    while let Some(next) = &at.fallback {
        at = models.iter().map(|(_, other)| other).find(|other| other.id == *next)?;
        if at.id == model.id {
            way.push(&model.id);
            return Some(way.join(" → "));
        }
        if way.contains(&at.id.as_str()) {
            // A circle further on, which its own members report.
            return None;
        }
        way.push(&at.id);
    }
    None
}

/// Reports a server that others can reach and everybody may use.
pub(super) fn exposure(
    server: &Server,
    access: &Access,
    section: &Section<'_>,
    problems: &Problems,
) {
    if access.mode != AccessMode::Open || server.address.ip().is_loopback() {
        return;
    }
    let problem = format!(
        "is `open`, though the server listens at {}, where others can reach it and use its keys; set it to `token`, \
         `users` or `proxy` (INSITU_TOKEN alone sets a token), or listen at 127.0.0.1",
        server.address
    );
    if section.has("mode") {
        section.problem("mode", problem);
    } else {
        problems.variable("access.mode", problem);
    }
}

/// Makes the first model that is offered the default, if the file names none.
pub(super) fn choose_default(models: &mut [Model]) {
    if models.iter().any(|model| model.default) {
        return;
    }
    if let Some(model) = models.iter_mut().find(|model| model.offered) {
        model.default = true;
    }
}
