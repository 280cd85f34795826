//! `[server]`: where the server listens, what it serves, and how it ends.

use std::{
    collections::BTreeSet,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use reqwest::Url;

use super::{problem::Problems, seconds, secret::Sources, section::Section};

/// `[server]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Where to listen; port 0 takes any free one.
    pub address: SocketAddr,
    /// The folder or the archive with the built site, if it is not the one in the program.
    pub site: Option<PathBuf>,
    /// Further names under which the server is reached, in lower case, without port.
    pub hosts: Vec<String>,
    /// The origins whose scripts may use `/v1`, as browsers write them.
    pub allowed_origins: Vec<String>,
    /// The origins whose pages may embed the page, as browsers write them.
    pub embed_in: Vec<String>,
    /// Models that users may run in their tab: GGUF files, each with a name of its own.
    pub tab_models: Vec<PathBuf>,
    /// The folder that open models are fetched into; `None` if there is none.
    pub model_folder: Option<PathBuf>,
    /// Whether users may connect the page to an endpoint of their own, past this server.
    pub direct_endpoints: bool,
    /// How long open streams may go on after SIGTERM.
    pub drain: Duration,
    /// How the log is written.
    pub log: LogFormat,
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl Default for Server {
    fn default() -> Self {
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 3000)),
            site: None,
            hosts: Vec::new(),
            allowed_origins: Vec::new(),
            embed_in: Vec::new(),
            tab_models: Vec::new(),
            model_folder: None,
            direct_endpoints: true,
            drain: Duration::from_secs(30),
            log: LogFormat::Text,
        }
    }
}

/// Reads the table; INSITU_ADDR, INSITU_SITE, INSITU_HOSTS and INSITU_MODEL_FOLDER come before it.
pub(super) fn read(section: &Section<'_>, problems: &Problems, sources: &Sources<'_>) -> Server {
    let default = Server::default();
    let variable = |name: &str| (sources.variable)(name);

    // Read whatever the environment has, so that what is wrong in the file is found before it is
    // needed.
    let in_file = section.string("address").and_then(|text| {
        address(&text).map_err(|problem| section.problem("address", problem)).ok()
    });
    let in_environment = variable("INSITU_ADDR").and_then(|text| {
        address(&text).map_err(|problem| problems.variable("INSITU_ADDR", problem)).ok()
    });

    let site = section.string("site").map(|site| sources.folder.join(site));
    let site = variable("INSITU_SITE").map(PathBuf::from).or(site);

    let mut hosts: Vec<_> = section
        .strings("hosts")
        .iter()
        .filter_map(|name| host(name).map_err(|problem| section.problem("hosts", problem)).ok())
        .collect();
    if let Some(names) = variable("INSITU_HOSTS") {
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        hosts = names
            .filter_map(|name| {
                host(name).map_err(|problem| problems.variable("INSITU_HOSTS", problem)).ok()
            })
            .collect();
    }

    let allowed_origins = origins(section, "allowed_origins", "use the keys", |_| None);
    let embed_in = origins(section, "embed_in", "embed the page", |origin| {
        origin
            .contains('[')
            .then_some("has a numeric IPv6 address, which a policy cannot name; use a host name")
    });
    let tab_models = tab_models(section, sources);
    let model_folder = section.string("model_folder").map(|folder| sources.folder.join(folder));
    let model_folder = variable("INSITU_MODEL_FOLDER").map(PathBuf::from).or(model_folder);
    let model_folder = model_folder.or_else(|| usual_model_folder(&variable));
    let direct_endpoints = section.boolean("direct_endpoints");
    let drain = seconds(section, "drain_seconds", 0..=3600, default.drain);
    let log = section.choice("log", &[("text", LogFormat::Text), ("json", LogFormat::Json)]);
    section.finish();
    Server {
        address: in_environment.or(in_file).unwrap_or(default.address),
        site,
        hosts,
        allowed_origins,
        embed_in,
        tab_models,
        model_folder,
        direct_endpoints: direct_endpoints.unwrap_or(default.direct_endpoints),
        drain,
        log: log.unwrap_or_default(),
    }
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| {
        format!(
            "`{text}` is not an address with a port; write it like 127.0.0.1:3000 or [::1]:3000"
        )
    })
}

fn host(name: &str) -> Result<String, String> {
    let plain =
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    if plain {
        Ok(name.to_ascii_lowercase())
    } else {
        Err(format!(
            "`{name}` is not a host name; write names without scheme and port, separated by commas"
        ))
    }
}

/// Reads a list of origins. `every` is what `*` would let every website do, and `unfit` why an
/// origin cannot be listed.
fn origins(
    section: &Section<'_>,
    key: &str,
    every: &str,
    unfit: fn(&str) -> Option<&'static str>,
) -> Vec<String> {
    let read = |text: &String| {
        let parsed = Url::parse(text).map(|url| url.origin().ascii_serialization());
        let problem = match parsed {
            Ok(origin) if origin == text.to_ascii_lowercase() && origin.starts_with("http") => {
                match unfit(&origin) {
                    Some(why) => format!("`{text}` {why}"),
                    None => return Some(origin),
                }
            }
            _ if text == "*" => {
                format!("`*` would let every website {every}; list the origins that may")
            }
            _ => format!(
                "`{text}` is not an origin; write it like https://notebook.example.org, without a path"
            ),
        };
        section.problem(key, problem);
        None
    };
    section.strings(key).iter().filter_map(read).collect()
}

/// Returns the folder for models if none is named: where this system keeps programs' data of one
/// user, if that user has a home.
fn usual_model_folder(variable: &impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let below = |name: &str, path: &str| Some(PathBuf::from(variable(name)?).join(path));
    let data = if cfg!(windows) {
        below("LOCALAPPDATA", "")
    } else if cfg!(target_vendor = "apple") {
        below("HOME", "Library/Application Support")
    } else {
        below("XDG_DATA_HOME", "").or_else(|| below("HOME", ".local/share"))
    };
    Some(data.filter(|folder| folder.is_absolute())?.join("insitu/models"))
}

/// The largest file that a browser runs, in bytes.
const MAX_TAB_MODEL_BYTES: u64 = 2 << 30;

/// Reads the list of models for tabs.
fn tab_models(section: &Section<'_>, sources: &Sources<'_>) -> Vec<PathBuf> {
    let mut names = BTreeSet::new();
    let mut read = |text: String| {
        let path = sources.folder.join(&text);
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
        let problem = match path.metadata() {
            _ if !name.ends_with(".gguf") => {
                "is not a GGUF file; name files that end in .gguf".to_owned()
            }
            _ if !plain => {
                "has a name with other characters than letters, digits, dots, - and _; rename it"
                    .to_owned()
            }
            Err(error) => format!("cannot be read ({error})"),
            Ok(file) if file.len() > MAX_TAB_MODEL_BYTES => {
                "has more than 2 GiB, which a browser does not run; choose a smaller model"
                    .to_owned()
            }
            Ok(_) if !names.insert(name.to_owned()) => {
                "has the name of another one; rename it".to_owned()
            }
            Ok(_) => return Some(path),
        };
        section.problem("tab_models", format!("`{text}` {problem}"));
        None
    };
    section.strings("tab_models").into_iter().filter_map(&mut read).collect()
}
