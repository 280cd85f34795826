//! `insitu check`: whether configuration, site and providers can be used. Before a reload, which
//! would keep the configuration before, and after a copy.

use server::{
    Config, reach,
    site::{Site, check::check},
};

use crate::{cli::Options, print, problems};

/// The most problems of a site that are listed: one that is not built has hundreds.
const SHOWN: usize = 10;

/// Says whether they can be used; asks no provider if `offline`.
pub(crate) async fn run(options: &Options, offline: bool) -> Result<(), String> {
    let config = Config::read(|name| options.variable(name))
        .map_err(|error| format!("The configuration cannot be used. {}", problems(&error)))?;
    let (providers, models) = (config.providers.len(), config.models.len());
    print(&format!("The configuration can be used. Providers: {providers}. Models: {models}."));
    let mut wrong = Vec::new();
    match site(&config) {
        Ok(text) => print(&text),
        Err(problem) => wrong.push(problem),
    }
    if !offline {
        for provider in reach(&config).await.map_err(|error| error.to_string())? {
            match provider {
                Ok(text) => print(&text),
                Err(problem) => wrong.push(problem),
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Checks the site's files.
fn site(config: &Config) -> Result<String, String> {
    let site = Site::find(config.server.site.as_deref()).map_err(|error| error.to_string())?;
    match check(&site) {
        Ok(checked) => {
            let megabytes = checked.bytes / 1_000_000;
            Ok(format!(
                "The site is complete: {} files, {megabytes} MB, each with its hash.",
                checked.files
            ))
        }
        Err(mut wrong) => {
            let more = wrong.len().saturating_sub(SHOWN);
            wrong.truncate(SHOWN);
            if more > 0 {
                wrong.push(format!("And {more} more."));
            }
            Err(format!("The site cannot be used.\n{}", wrong.join("\n")))
        }
    }
}
