//! `[access]`: who may use the server.

use std::time::Duration;

use ipnet::IpNet;
use toml::de::DeValue;

use super::{
    secret::{Secret, Sources},
    section::Section,
};

/// The shortest key that signs cookies, in bytes: as long as the SHA-256 that uses it.
const MIN_COOKIE_KEY_BYTES: usize = 32;

/// The shortest shared token in bytes. Whoever can reach the server can try tokens.
const MIN_TOKEN_BYTES: usize = 16;

/// `[access]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// How clients prove who they are.
    pub mode: AccessMode,
    /// The shared token of the mode `token`.
    pub token: Option<Secret>,
    /// What signs cookies; without it each start makes a random one.
    pub cookie_key: Option<Secret>,
    /// How long a cookie is valid.
    pub session: Duration,
    /// The header in which a trusted proxy names the user, in lower case.
    pub proxy_header: String,
    /// The addresses of trusted proxies.
    pub trusted_proxies: Vec<IpNet>,
    /// The users of the mode `users`.
    pub users: Vec<User>,
}

/// How clients prove who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessMode {
    /// Not at all, on loopback only.
    Open,
    /// With one token for all.
    Token,
    /// With name and password.
    Users,
    /// A proxy has checked it, and names the user in a header.
    Proxy,
}

/// A user with a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The name, unique.
    pub name: String,
    /// The password's hash, in argon2's own notation.
    pub password_hash: Secret,
}

impl Default for Access {
    fn default() -> Self {
        Self {
            mode: AccessMode::Open,
            token: None,
            cookie_key: None,
            session: Duration::from_secs(12 * 3600),
            proxy_header: "x-forwarded-user".to_owned(),
            trusted_proxies: Vec::new(),
            users: Vec::new(),
        }
    }
}

const MODES: [(&str, AccessMode); 4] = [
    ("open", AccessMode::Open),
    ("token", AccessMode::Token),
    ("users", AccessMode::Users),
    ("proxy", AccessMode::Proxy),
];

/// Reads the table. If neither `mode` nor `token` is there, INSITU_TOKEN alone stands for both.
pub(super) fn read(section: &Section<'_>, sources: &Sources<'_>) -> Access {
    let default = Access::default();
    let mode = section.choice("mode", &MODES);
    let token = sources.header(section, "token");
    let in_environment = (!section.has("mode") && !section.has("token"))
        .then(|| (sources.variable)("INSITU_TOKEN").map(Secret::new))
        .flatten();
    let mode =
        mode.unwrap_or(if in_environment.is_some() { AccessMode::Token } else { default.mode });
    let token = token.or(in_environment);
    if token.as_ref().is_some_and(|token| token.reveal().len() < MIN_TOKEN_BYTES) {
        section.problem(
            "token",
            format!("is shorter than {MIN_TOKEN_BYTES} characters; use a longer random one"),
        );
    }
    let cookie_key = sources.secret(section, "cookie_key");
    if cookie_key.as_ref().is_some_and(|key| key.reveal().len() < MIN_COOKIE_KEY_BYTES) {
        let problem =
            format!("is shorter than {MIN_COOKIE_KEY_BYTES} characters; use a longer random one");
        section.problem("cookie_key", problem);
    }
    let hours = section.integer("session_hours", 1..=24 * 365);
    let access = Access {
        mode,
        token,
        cookie_key,
        session: hours.map_or(default.session, |hours| Duration::from_secs(hours * 3600)),
        proxy_header: proxy_header(section).unwrap_or(default.proxy_header),
        trusted_proxies: networks(section),
        users: users(section, sources),
    };
    complete(section, &access);
    section.finish();
    access
}

/// Reports what the mode needs and is missing, and what no mode uses.
fn complete(section: &Section<'_>, access: &Access) {
    match access.mode {
        AccessMode::Token if access.token.is_none() && !section.has("token") => {
            section.problem(
                "token",
                "is missing, though `mode` is `token`; write { env = \"INSITU_TOKEN\" }",
            );
        }
        AccessMode::Users if access.users.is_empty() && !section.has("users") => {
            section.problem(
                "users",
                "is missing, though `mode` is `users`; list names with password hashes",
            );
        }
        AccessMode::Proxy
            if access.trusted_proxies.is_empty() && !section.has("trusted_proxies") =>
        {
            let problem = "is missing, though `mode` is `proxy`; list the addresses of the proxies, since anyone else \
                           could name any user";
            section.problem("trusted_proxies", problem);
        }
        AccessMode::Open if section.has("token") || !access.users.is_empty() => {
            let problem = "is `open`, so that neither `token` nor `users` is asked for; set the mode, or leave them out";
            section.problem("mode", problem);
        }
        _ => {}
    }
}

fn proxy_header(section: &Section<'_>) -> Option<String> {
    let name = section.string("proxy_header")?;
    let parsed = axum::http::HeaderName::from_bytes(name.as_bytes());
    if parsed.is_err() {
        section.problem("proxy_header", "is not a header name; write it like X-Forwarded-User");
    }
    parsed.ok().map(|name| name.as_str().to_owned())
}

fn networks(section: &Section<'_>) -> Vec<IpNet> {
    let network = |text: &String| {
        let network =
            text.parse().or_else(|_| text.parse().map(|address: std::net::IpAddr| address.into()));
        if network.is_err() {
            let problem =
                format!("`{text}` is not an address; write it like 10.0.0.0/8 or 10.1.2.3");
            section.problem("trusted_proxies", problem);
        }
        network.ok()
    };
    section.strings("trusted_proxies").iter().filter_map(network).collect()
}

fn users(section: &Section<'_>, sources: &Sources<'_>) -> Vec<User> {
    let mut users: Vec<User> = Vec::new();
    for user in section.tables("users") {
        let name = user.string("name");
        // A hash may be in the file, unlike a password.
        let literal = matches!(
            user.value("password_hash").map(|value| value.get_ref()),
            Some(DeValue::String(_))
        );
        let hash = if literal {
            user.string("password_hash").map(Secret::new)
        } else {
            sources.secret(&user, "password_hash")
        };
        user.finish();
        for key in ["name", "password_hash"] {
            if !user.has(key) {
                user.problem(key, "is missing; each user has a name and a password hash");
            }
        }
        let hash = hash.filter(|hash| {
            let argon2 = hash.reveal().starts_with("$argon2id$");
            if !argon2 {
                user.problem(
                    "password_hash",
                    "is not a hash of argon2id; it begins with $argon2id$, and is not a password",
                );
            }
            argon2
        });
        let name = name.filter(|name| {
            let taken = users.iter().any(|user| user.name == *name);
            if taken {
                user.problem("name", format!("`{name}` is there twice; rename one of the users"));
            }
            !taken
        });
        if let (Some(name), Some(password_hash)) = (name, hash) {
            users.push(User { name, password_hash });
        }
    }
    users
}
