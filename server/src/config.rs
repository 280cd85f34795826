//! The configuration: `insitu.toml` and the environment, read into types. Everything that is wrong
//! is reported at once, with file, line and key.
//!
//! Knows nothing of how a value is used, except if two values contradict each other. Secrets are
//! read here and nowhere else.

mod access;
mod check;
mod environment;
mod limits;
mod models;
mod problem;
mod providers;
mod secret;
mod section;
mod server;

use std::{
    path::{Path, PathBuf},
    rc::Rc,
    time::Duration,
};

use reqwest::Url;
use toml::de::DeTable;

pub use access::{Access, AccessMode, User};
pub use limits::{Limits, Timeouts};
pub use models::{Currency, Fenced, Model, Price};
pub use problem::{ConfigError, Problem};
pub use providers::{Auth, Provider, ProviderKind};
pub use secret::Secret;
pub use server::{LogFormat, Server};

use self::{
    problem::Problems,
    secret::Sources,
    section::{Asked, Section},
};

/// The file that is read if INSITU_CONFIG names none, if it is there.
const FILE: &str = "insitu.toml";

/// The largest configuration file in bytes. A hundred models are some tens of kilobytes.
const MAX_CONFIG_BYTES: u64 = 4 * 1024 * 1024;

/// The configuration of the server.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// `[server]`: where it listens and what it serves.
    pub server: Server,
    /// `[access]`: who may use it.
    pub access: Access,
    /// `[limits]`: how much one request, one client and all clients may use.
    pub limits: Limits,
    /// `[upstream]`: how long providers may take, and how often they are asked again.
    pub upstream: Timeouts,
    /// `[storage]`: what browsers keep.
    pub storage: Storage,
    /// `[discovery]`: whether local models are looked for.
    pub discovery: Discovery,
    /// `[metrics]`: what is measured.
    pub metrics: Metrics,
    /// `[telemetry]`: where traces go.
    pub telemetry: Telemetry,
    /// `[[provider]]`, in the order of the file.
    pub providers: Vec<Provider>,
    /// `[[model]]`, in the order of the file. Each one's provider is among the providers, each
    /// fallback among the models.
    pub models: Vec<Model>,
}

/// `[storage]`: what browsers keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storage {
    /// Whether a browser keeps small files of its user without asking. Unless set, where nobody
    /// signs in.
    pub keep_files: bool,
}

/// `[discovery]`: whether and where local models are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    /// Whether the ports are asked. Unless set, if the server listens on loopback only.
    pub local: bool,
    /// The ports of 127.0.0.1 that are asked.
    pub ports: Vec<u16>,
}

/// The usual ports of Ollama, LM Studio, llama.cpp and vLLM.
const PORTS: [u16; 4] = [11434, 1234, 8080, 8000];

/// `[metrics]`: what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metrics {
    /// Whether `/metrics` answers.
    pub enabled: bool,
}

/// `[telemetry]`: where traces go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telemetry {
    /// The OTLP endpoint, over HTTP; none if no traces are sent.
    pub otlp_endpoint: Option<Url>,
}

impl Default for Config {
    /// Returns the configuration of a local server without a file and without variables.
    fn default() -> Self {
        Self {
            server: Server::default(),
            access: Access::default(),
            limits: Limits::default(),
            upstream: Timeouts::default(),
            storage: Storage { keep_files: true },
            discovery: Discovery { local: true, ports: PORTS.to_vec() },
            metrics: Metrics { enabled: true },
            telemetry: Telemetry::default(),
            providers: Vec::new(),
            models: Vec::new(),
        }
    }
}

impl Config {
    /// Reads the file that INSITU_CONFIG names, or `insitu.toml` if it is there, and the variables
    /// through `lookup`. An empty variable counts as not set.
    ///
    /// # Errors
    /// Everything that cannot be used.
    pub fn read(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let named = variable(&lookup, "INSITU_CONFIG");
        let path = PathBuf::from(named.as_deref().unwrap_or(FILE));
        let text = match text(&path) {
            Ok(text) => text,
            Err(None) if named.is_none() => return Self::parse(FILE, "", Path::new(""), &lookup),
            Err(reason) => {
                let reason = reason.unwrap_or_else(|| "it does not exist".to_owned());
                let problems = Problems::new(FILE, "");
                let problem = format!(
                    "{} cannot be read ({reason}); create it or name another file",
                    path.display()
                );
                problems.variable("INSITU_CONFIG", problem);
                return problems.result(Self::default());
            }
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self::parse(&path.display().to_string(), &text, &folder, &lookup)
    }

    /// Returns whether [`Config::read`] reads a file.
    pub fn has_file(lookup: impl Fn(&str) -> Option<String>) -> bool {
        variable(&lookup, "INSITU_CONFIG").is_some() || Path::new(FILE).exists()
    }

    /// Reads `text`, the content of the file called `name` in `folder`, and the variables through
    /// `lookup`.
    ///
    /// # Errors
    /// Everything that cannot be used.
    pub fn parse(
        name: &str,
        text: &str,
        folder: &Path,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        parse(name, text, folder, lookup, &Asked::default())
    }

    /// Returns the model that answers requests without a model.
    pub fn default_model(&self) -> Option<&Model> {
        self.models.iter().find(|model| model.default)
    }

    /// Takes over from `before` what holds until the end of the process. Returns the keys that this
    /// changes.
    pub(crate) fn keep_fixed(&mut self, before: &Self) -> Vec<&'static str> {
        let mut changed = Vec::new();
        let mut keep = |key, differs: bool| {
            if differs {
                changed.push(key);
            }
        };
        keep("server.address", self.server.address != before.server.address);
        keep("server.site", self.server.site != before.server.site);
        keep("server.hosts", self.server.hosts != before.server.hosts);
        keep(
            "server.allowed_origins",
            self.server.allowed_origins != before.server.allowed_origins,
        );
        keep(
            "server.direct_endpoints",
            self.server.direct_endpoints != before.server.direct_endpoints,
        );
        keep("server.embed_in", self.server.embed_in != before.server.embed_in);
        keep("server.tab_models", self.server.tab_models != before.server.tab_models);
        keep("server.model_folder", self.server.model_folder != before.server.model_folder);
        keep("server.drain_seconds", self.server.drain != before.server.drain);
        keep("server.log", self.server.log != before.server.log);
        keep("storage.keep_files", self.storage != before.storage);
        keep("metrics.enabled", self.metrics != before.metrics);
        keep("telemetry.otlp_endpoint", self.telemetry != before.telemetry);
        if self.server.address != before.server.address {
            // Its default follows an address that does not come into effect.
            self.discovery.local &=
                before.server.address.ip().is_loopback() || before.discovery.local;
        }
        self.server = before.server.clone();
        self.storage = before.storage;
        self.metrics = before.metrics;
        self.telemetry = before.telemetry.clone();
        changed
    }

    /// Returns whether others can reach the server, and everybody may use it.
    pub(crate) fn is_exposed(&self) -> bool {
        self.access.mode == AccessMode::Open && !self.server.address.ip().is_loopback()
    }

    /// Returns the provider of that id.
    pub fn provider(&self, id: &str) -> Option<&Provider> {
        self.providers.iter().find(|provider| provider.id == id)
    }
}

/// Returns the full name of every key that a file may have, in the order in which they are read:
/// what the documentation has to describe.
pub fn keys() -> Vec<String> {
    // A list that is missing has no keys, so one of each is there. What the file lacks besides does
    // not matter.
    let asked = Asked::default();
    let text = "[[access.users]]\n[[provider]]\n[[model]]\nprice = {}\n";
    let _ = parse(FILE, text, Path::new(""), |_| None, &asked);
    asked.take()
}

fn parse(
    name: &str,
    text: &str,
    folder: &Path,
    lookup: impl Fn(&str) -> Option<String>,
    asked: &Asked,
) -> Result<Config, ConfigError> {
    let problems = Problems::new(name, text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        for error in errors {
            // The message alone: the error as a whole quotes the line, which may hold a secret.
            let problem =
                format!("is not valid TOML here: {}", error.message().replace('\n', ", "));
            problems.at(&error.span().unwrap_or_default(), "", problem);
        }
        return problems.result(Config::default());
    }
    let get = |name: &str| variable(&lookup, name);
    let sources = Sources { variable: &get, folder: folder.to_owned() };
    let root = Section::root(table.get_ref(), &problems, Rc::clone(asked));

    let server = server::read(&root.table("server"), &problems, &sources);
    let access = access::read(&root.table("access"), &sources);
    let limits = limits::read(&root.table("limits"), &sources);
    let upstream = limits::read_timeouts(&root.table("upstream"));
    let storage = root.table("storage");
    let keep_files = storage.boolean("keep_files").unwrap_or(access.mode == AccessMode::Open);
    storage.finish();
    let discovery = discovery(&root.table("discovery"), &problems, &sources, &server);
    let metrics = root.table("metrics");
    let enabled = metrics.boolean("enabled").unwrap_or(true);
    metrics.finish();
    let telemetry = telemetry(&root.table("telemetry"));
    let mut providers = providers::read(root.tables("provider"), &sources);
    let is_anthropic = |id: &str| {
        providers
            .iter()
            .any(|(_, provider)| provider.id == id && provider.kind == ProviderKind::Anthropic)
    };
    let mut models = models::read(root.tables("model"), &is_anthropic);
    check::references(&providers, &models);
    root.finish();
    check::exposure(&server, &access, &root.table("access"), &problems);

    let connected = environment::read(&problems, &sources, &providers, &models);
    let mut config = Config {
        server,
        access,
        limits,
        upstream,
        storage: Storage { keep_files },
        discovery,
        metrics: Metrics { enabled },
        telemetry,
        providers: providers.drain(..).map(|(_, provider)| provider).collect(),
        models: models.drain(..).map(|(_, model)| model).collect(),
    };
    check::choose_default(&mut config.models);
    if let Some((provider, model)) = connected {
        config.models.iter_mut().for_each(|other| other.default = false);
        config.providers.push(provider);
        config.models.push(model);
    }
    problems.result(config)
}

fn discovery(
    section: &Section<'_>,
    problems: &Problems,
    sources: &Sources<'_>,
    server: &Server,
) -> Discovery {
    let local = section.boolean("local");
    let ports = section.integers("ports", 1..=65535);
    section.finish();
    let local = match (sources.variable)("INSITU_DISCOVERY").as_deref() {
        None => local,
        Some("true") => Some(true),
        Some("false") => Some(false),
        Some(other) => {
            problems.variable(
                "INSITU_DISCOVERY",
                format!("`{other}` is neither `true` nor `false`; set one of them"),
            );
            None
        }
    };
    let ports =
        ports.map(|ports| ports.into_iter().filter_map(|port| u16::try_from(port).ok()).collect());
    Discovery {
        // If others reach the server, its operator decides whether they may use what runs beside
        // it.
        local: local.unwrap_or(server.address.ip().is_loopback()),
        ports: ports.unwrap_or_else(|| PORTS.to_vec()),
    }
}

fn telemetry(section: &Section<'_>) -> Telemetry {
    let otlp_endpoint = section.string("otlp_endpoint").and_then(|address| {
        let address = providers::address(&address)
            .map_err(|problem| section.problem("otlp_endpoint", problem));
        address.ok()
    });
    section.finish();
    Telemetry { otlp_endpoint }
}

/// Returns a variable without the white space around it, if it is set and not empty.
fn variable(lookup: &impl Fn(&str) -> Option<String>, name: &str) -> Option<String> {
    lookup(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Returns the text of a file, or why there is none; no reason if it does not exist.
fn text(path: &Path) -> Result<String, Option<String>> {
    let reason = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => None,
        _ => Some(secret::reason(error)),
    };
    let size = std::fs::metadata(path).map_err(|error| reason(&error))?.len();
    if size > MAX_CONFIG_BYTES {
        return Err(Some("it is larger than 4 MB".to_owned()));
    }
    let bytes = std::fs::read(path).map_err(|error| reason(&error))?;
    String::from_utf8(bytes).map_err(|_| Some("it is not UTF-8".to_owned()))
}

/// Returns a number of seconds, if it is set.
fn seconds(
    section: &Section<'_>,
    key: &str,
    range: std::ops::RangeInclusive<u64>,
    default: Duration,
) -> Duration {
    section.integer(key, range).map_or(default, Duration::from_secs)
}

#[cfg(test)]
mod tests;
