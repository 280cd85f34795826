//! The configuration, read once from environment variables.

use std::{fmt, net::SocketAddr, path::PathBuf};

use reqwest::Url;
use thiserror::Error;

/// The configuration of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `INSITU_ADDR`: where to listen; port 0 takes any free one.
    pub addr: SocketAddr,
    /// `INSITU_SITE`: the folder with the built site.
    pub site: PathBuf,
    /// `INSITU_HOSTS`: further names under which the server is reached, separated by commas.
    pub hosts: Vec<String>,
    /// The model, where one is connected.
    pub model: Option<Model>,
}

/// The model that answers and how it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// `INSITU_MODEL`: the provider's name of it.
    pub name: String,
    /// `INSITU_BASE_URL`: the address that `/chat/completions` is appended to.
    pub base: Url,
    /// `INSITU_API_KEY`: empty if the provider needs none.
    pub key: Secret,
    /// `INSITU_IMAGES`: whether it understands images.
    pub images: bool,
    /// `INSITU_FENCED`: whether its fenced Python is run.
    pub fenced: Fenced,
}

/// Whether fenced Python in a model's answer is run as if it were a tool call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fenced {
    /// If the model turns out to write no tool calls.
    Auto,
    /// Always; the model is offered no tools.
    Always,
    /// Never.
    Never,
}

impl Fenced {
    /// Returns the word for it, in the environment and for the page.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }
    }
}

/// Text that must not be shown; its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps `text`.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// A variable that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{variable}: {problem}")]
pub struct ConfigError {
    variable: &'static str,
    problem: String,
}

impl ConfigError {
    fn new(variable: &'static str, problem: impl Into<String>) -> Self {
        Self { variable, problem: problem.into() }
    }
}

impl Config {
    /// Reads the variables through `lookup`. An empty one counts as not set.
    ///
    /// # Errors
    /// A variable with a value that cannot be used, or missing beside another.
    pub fn read(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get =
            |name: &str| lookup(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let addr = get("INSITU_ADDR").unwrap_or_else(|| "127.0.0.1:3000".to_owned());
        let addr = addr.parse().map_err(|_| {
            let problem =
                format!("`{addr}` is no address with a port; write it like 127.0.0.1:3000 or [::1]:3000");
            ConfigError::new("INSITU_ADDR", problem)
        })?;
        let hosts = get("INSITU_HOSTS").unwrap_or_default();
        let hosts = hosts
            .split(',')
            .map(str::trim)
            .filter(|host| !host.is_empty())
            .map(host)
            .collect::<Result<_, _>>()?;
        let site = PathBuf::from(get("INSITU_SITE").unwrap_or_else(|| "target/site".to_owned()));
        Ok(Self { addr, site, hosts, model: model(&get)? })
    }
}

fn host(host: &str) -> Result<String, ConfigError> {
    let plain = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    if plain {
        Ok(host.to_ascii_lowercase())
    } else {
        let problem =
            format!("`{host}` is no host name; write names without scheme and port, separated by commas");
        Err(ConfigError::new("INSITU_HOSTS", problem))
    }
}

fn model(get: &impl Fn(&str) -> Option<String>) -> Result<Option<Model>, ConfigError> {
    let images = match get("INSITU_IMAGES").as_deref() {
        None | Some("false") => false,
        Some("true") => true,
        Some(other) => {
            return Err(ConfigError::new(
                "INSITU_IMAGES",
                format!("`{other}` is neither `true` nor `false`; set one of them"),
            ));
        }
    };
    let fenced = match get("INSITU_FENCED").as_deref() {
        None | Some("auto") => Fenced::Auto,
        Some("always") => Fenced::Always,
        Some("never") => Fenced::Never,
        Some(other) => {
            let problem = format!("`{other}` is unknown; set `auto`, `always` or `never`");
            return Err(ConfigError::new("INSITU_FENCED", problem));
        }
    };
    let (base, name, key) = (get("INSITU_BASE_URL"), get("INSITU_MODEL"), get("INSITU_API_KEY"));
    let Some(base) = base else {
        if name.is_some() || key.is_some() {
            let problem = "is not set, though a model or a key is; set it to the provider's address, \
                           https://api.openai.com/v1 for instance";
            return Err(ConfigError::new("INSITU_BASE_URL", problem));
        }
        return Ok(None);
    };
    let name = name.ok_or_else(|| {
        ConfigError::new(
            "INSITU_MODEL",
            "is not set, though INSITU_BASE_URL is; set it to the name of the provider's model",
        )
    })?;
    let key = key.unwrap_or_default();
    if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(ConfigError::new("INSITU_API_KEY", "holds characters that no key has; copy it again"));
    }
    Ok(Some(Model { name, base: address(&base)?, key: Secret(key), images, fenced }))
}

fn address(base: &str) -> Result<Url, ConfigError> {
    let wrong = |problem: String| Err(ConfigError::new("INSITU_BASE_URL", problem));
    let url = match Url::parse(base) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => url,
        _ => return wrong(format!("`{base}` is no address; write it like http://127.0.0.1:11434/v1")),
    };
    if !url.username().is_empty()
        || url.password().is_some()
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return wrong(
            "may hold no name, password, query or fragment; put the key into INSITU_API_KEY".to_owned(),
        );
    }
    if url.path().trim_end_matches('/').ends_with("/chat/completions") {
        return wrong("ends in /chat/completions; leave that off, it is appended".to_owned());
    }
    Ok(url)
}

#[cfg(test)]
mod tests;
