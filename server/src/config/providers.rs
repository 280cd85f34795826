//! `[[provider]]`: where models are, and how a request proves that it may use them.

use std::net::IpAddr;

use axum::http::HeaderName;
pub use providers::{Auth, Wire as ProviderKind};
use reqwest::Url;
use toml::de::DeValue;

use super::{
    secret::{Secret, Sources, graphic},
    section::Section,
};

/// `[[provider]]`: a service that runs models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    /// The id that models refer to.
    pub id: String,
    /// The wire format that it speaks.
    pub kind: ProviderKind,
    /// The address that the format's own path is appended to.
    pub base: Url,
    /// The key; none if it needs none.
    pub key: Option<Secret>,
    /// How the key is sent.
    pub auth: Auth,
    /// Further headers of each request, names in lower case.
    pub headers: Vec<(String, Secret)>,
    /// Query parameters of each request.
    pub query: Vec<(String, String)>,
}

impl Provider {
    /// Returns host and port, for display.
    pub fn host(&self) -> String {
        let host = self.base.host_str().unwrap_or_default();
        self.base.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
    }

    /// Returns whether it runs on this machine.
    pub fn is_local(&self) -> bool {
        let host = self.base.host_str().unwrap_or_default();
        let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }

    /// Returns whether it runs on this machine or in this network, so that it may be a server of
    /// local models, which is asked what it is.
    pub fn is_near(&self) -> bool {
        let host = self.base.host_str().unwrap_or_default();
        let private = match host.trim_start_matches('[').trim_end_matches(']').parse() {
            Ok(IpAddr::V4(address)) => address.is_private() || address.is_link_local(),
            Ok(IpAddr::V6(address)) => address.is_unique_local() || address.is_unicast_link_local(),
            // A name without a domain is one of this network, of a container for instance.
            Err(_) => {
                !host.contains('.')
                    || [".local", ".lan", ".internal"].iter().any(|end| host.ends_with(end))
            }
        };
        private || self.is_local()
    }

    /// Returns the address of its models' answers.
    pub fn endpoint(&self) -> Url {
        let mut address = self.base.clone();
        address.set_path(&format!(
            "{}/{}",
            self.base.path().trim_end_matches('/'),
            self.kind.path()
        ));
        if !self.query.is_empty() {
            address.query_pairs_mut().extend_pairs(&self.query);
        }
        address
    }

    /// Returns every header of a request that belongs to the provider: the key's, those of its
    /// format unless they are configured, and the further ones.
    pub fn request_headers(&self) -> Vec<(String, Secret)> {
        let key = self.key.as_ref().map(Secret::reveal).filter(|key| !key.is_empty());
        let key = key.and_then(|key| match self.auth {
            Auth::Bearer => Some(("authorization", format!("Bearer {key}"))),
            Auth::ApiKey => Some(("api-key", key.to_owned())),
            Auth::XApiKey => Some(("x-api-key", key.to_owned())),
            Auth::None => None,
        });
        let key = key.map(|(name, value)| (name.to_owned(), Secret::new(value)));
        let configured = |name: &str| self.headers.iter().any(|(other, _)| other == name);
        let format = self.kind.headers().iter().filter(|(name, _)| !configured(name));
        let format = format.map(|(name, value)| ((*name).to_owned(), Secret::new(*value)));
        key.into_iter().chain(format).chain(self.headers.iter().cloned()).collect()
    }
}

/// A provider with the table that it was read from.
pub(super) type Read<'a> = (Section<'a>, Provider);

const AUTHS: [(&str, Auth); 4] = [
    ("bearer", Auth::Bearer),
    ("api-key", Auth::ApiKey),
    ("x-api-key", Auth::XApiKey),
    ("none", Auth::None),
];

/// Headers that the relay or the key sets.
const OWN_HEADERS: [&str; 8] = [
    "authorization",
    "api-key",
    "x-api-key",
    "cookie",
    "host",
    "content-type",
    "content-length",
    "transfer-encoding",
];

/// Parameters of a query that are keys: a query is part of addresses, which end up in logs.
const KEY_PARAMETERS: [&str; 6] = ["key", "api_key", "api-key", "apikey", "token", "access_token"];

/// The id of the provider that variables of the environment add.
pub(super) const ENVIRONMENT: &str = "env";

/// Reads the tables. One that cannot be used is reported and left out.
pub(super) fn read<'a>(sections: Vec<Section<'a>>, sources: &Sources<'_>) -> Vec<Read<'a>> {
    let mut providers: Vec<Read<'a>> = Vec::new();
    for section in sections {
        let provider = one(&section, sources);
        section.finish();
        let Some(provider) = provider else { continue };
        if providers.iter().any(|(_, other)| other.id == provider.id) {
            section.problem(
                "id",
                format!("`{}` is there twice; rename one of the providers", provider.id),
            );
        } else {
            providers.push((section, provider));
        }
    }
    providers
}

fn one(section: &Section<'_>, sources: &Sources<'_>) -> Option<Provider> {
    let id = section.string("id").filter(|id| usable_id(section, id));
    let kind = section.choice("kind", &ProviderKind::ALL.map(|kind| (kind.word(), kind)));
    let base = section.string("base_url").and_then(|text| {
        let address = address(&text).and_then(without_path);
        address.map_err(|problem| section.problem("base_url", problem)).ok()
    });
    for key in ["id", "base_url"] {
        if !section.has(key) {
            section.problem(key, "is missing; each provider has an id and a base_url");
        }
    }
    let kind = kind.unwrap_or_default();
    let key = sources.header(section, "key");
    let auth = section.choice("auth", &AUTHS);
    if auth == Some(Auth::None) && section.has("key") {
        section.problem("auth", "is `none`, so that `key` is not sent; leave one of them out");
    }
    let auth = auth.unwrap_or(kind.auth());
    let (headers, query) = (headers(section, sources), query(section));
    Some(Provider { id: id?, kind, base: base?, key, auth, headers, query })
}

fn usable_id(section: &Section<'_>, id: &str) -> bool {
    let plain =
        id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    if !plain {
        section
            .problem("id", format!("`{id}` is not an id; write letters, digits, `.`, `-` and `_`"));
    } else if id == ENVIRONMENT {
        section
            .problem("id", "`env` stands for the provider of INSITU_BASE_URL; choose another id");
    }
    plain && id != ENVIRONMENT
}

fn headers(section: &Section<'_>, sources: &Sources<'_>) -> Vec<(String, Secret)> {
    let mut headers = Vec::new();
    for (name, value) in section.entries("headers") {
        let Ok(parsed) = HeaderName::from_bytes(name.as_bytes()) else {
            section.problem(
                "headers",
                format!("`{name}` is not a header name; write it like X-Title"),
            );
            continue;
        };
        if OWN_HEADERS.contains(&parsed.as_str()) {
            section.problem(
                "headers",
                format!("`{name}` is set by the relay; put a key into `key`, and choose `auth`"),
            );
            continue;
        }
        let value = match value.get_ref() {
            DeValue::String(text) => Some(Secret::open(text.as_ref())),
            _ => sources.secret(&section.table("headers"), &name),
        };
        let Some(value) = value else { continue };
        if value.reveal().bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
            headers.push((parsed.as_str().to_owned(), value));
        } else {
            section.problem(
                "headers",
                format!("the value of `{name}` has characters that no header has"),
            );
        }
    }
    headers
}

fn query(section: &Section<'_>) -> Vec<(String, String)> {
    let mut query = Vec::new();
    for (name, value) in section.entries("query") {
        if KEY_PARAMETERS.contains(&name.to_ascii_lowercase().as_str()) {
            section.problem(
                "query",
                format!("`{name}` would put a key into addresses; use `key` and `auth`"),
            );
        } else if let Some(text) = value.get_ref().as_str() {
            query.push((name, text.to_owned()));
        } else {
            section.problem(
                "query",
                format!("the value of `{name}` is not text; put it into quotation marks"),
            );
        }
    }
    query
}

/// Parses the address of a server. What may hold a key is not quoted.
pub(super) fn address(text: &str) -> Result<Url, String> {
    let secret = text.contains(['@', '?', '#']) || !graphic(text);
    let shown = if secret { "this".to_owned() } else { format!("`{text}`") };
    let url = match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => url,
        _ => {
            return Err(format!(
                "{shown} is not an address; write it like http://127.0.0.1:11434/v1"
            ));
        }
    };
    let named = !url.username().is_empty() || url.password().is_some();
    if named || url.query().is_some() || url.fragment().is_some() {
        return Err(
            "may hold no name, password, query or fragment; put a key into `key`, parameters into `query`"
                .to_owned(),
        );
    }
    Ok(url)
}

/// Refuses an address that has the path of a format already.
pub(super) fn without_path(url: Url) -> Result<Url, String> {
    for kind in ProviderKind::ALL {
        if url.path().trim_end_matches('/').ends_with(&format!("/{}", kind.path())) {
            return Err(format!("ends in /{}; leave that off, it is appended", kind.path()));
        }
    }
    Ok(url)
}
