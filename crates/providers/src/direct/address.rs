//! What a user types as the address of an endpoint.

/// An address as the browser's `URL` splits it, by the names of its properties.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// With a colon at its end.
    pub protocol: String,
    /// Without the port.
    pub hostname: String,
    /// With the port, if it is not the usual one.
    pub host: String,
    /// The port; empty if it is the usual one.
    pub port: String,
    /// The path.
    pub pathname: String,
    /// Protocol, host and port.
    pub origin: String,
    /// Whether it has a name or a password.
    pub has_user: bool,
    /// Whether it has a query or a fragment.
    pub has_rest: bool,
}

/// Where an endpoint is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// The base URL, without a slash at its end: the paths of requests are appended to it.
    pub base: String,
    /// Its origin.
    pub origin: String,
    /// Its host with the port, if it is not the usual one.
    pub host: String,
    /// The port; empty if it is the usual one.
    pub port: String,
    /// Whether it is on this machine.
    pub local: bool,
}

/// What the address of a request ends in: it is appended, so that a base URL must not have it.
const PATHS: [&str; 5] = ["chat/completions", "completions", "messages", "responses", "models"];

impl Address {
    /// Parses what a user typed as a base URL; `split` splits an address, if it is one.
    ///
    /// # Errors
    /// A sentence that says what to change.
    pub fn parse(typed: &str, split: impl Fn(&str) -> Option<Split>) -> Result<Self, String> {
        let typed = typed.trim();
        if typed.is_empty() {
            return Err(
                "Enter the address of the endpoint, like https://api.openai.com/v1.".to_owned()
            );
        }
        let host = typed.split([':', '/']).next().unwrap_or_default();
        let whole = match (has_scheme(typed), is_loopback(host)) {
            (true, _) => typed.to_owned(),
            (false, true) => format!("http://{typed}"),
            (false, false) => format!("https://{typed}"),
        };
        let Some(url) = split(&whole) else {
            return Err(format!(
                "“{typed}” is not an address. Write it like https://api.openai.com/v1."
            ));
        };
        let local = is_loopback(&url.hostname);
        let problem = if url.has_user {
            "The address must not have a name or password in it. Enter the key in the next step."
        } else if url.has_rest {
            "The address must not have a part behind “?” or “#”. Leave that off."
        } else if url.protocol != "https:" && !(url.protocol == "http:" && local) {
            "Only addresses that begin with https:// can be reached from the page, or http:// on this machine (localhost \
             or 127.0.0.1). For another machine of your network, have the server's operator add the endpoint to the server."
        } else if url.hostname.starts_with('[') {
            "The page's policy cannot name an IPv6 address. Write localhost instead of [::1]."
        } else {
            let base = format!("{}{}", url.origin, path(&url.pathname));
            return Ok(Self { base, origin: url.origin, host: url.host, port: url.port, local });
        };
        Err(problem.to_owned())
    }

    /// Returns whether its path has a version, like `/v1`.
    pub(super) fn has_version(&self) -> bool {
        self.base
            .match_indices("/v")
            .any(|(at, _)| self.base.as_bytes().get(at + 2).is_some_and(u8::is_ascii_digit))
    }
}

/// Returns whether a host name is this machine's own.
pub fn is_loopback(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let is_below = host.strip_suffix(".localhost").is_some_and(|rest| !rest.is_empty());
    let mut bytes = host.split('.');
    let is_number =
        |byte: &str| !byte.is_empty() && byte.bytes().all(|digit| digit.is_ascii_digit());
    host == "localhost"
        || is_below
        || host == "[::1]"
        || (bytes.next() == Some("127") && host.split('.').count() == 4 && bytes.all(is_number))
}

/// Returns whether a text begins with the scheme of an address.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once("://") else { return false };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.chars().all(|one| one.is_ascii_alphanumeric() || "+.-".contains(one))
}

/// Returns a path without what requests append.
fn path(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    let rest =
        PATHS.iter().find_map(|end| path.strip_suffix(end).filter(|rest| rest.ends_with('/')));
    rest.map_or(path, |rest| rest.trim_end_matches('/'))
}

#[cfg(test)]
pub(super) mod tests {
    use url::Url;

    use super::*;

    /// Splits an address as browsers do.
    pub(in super::super) fn split(address: &str) -> Option<Split> {
        let url = Url::parse(address).ok()?;
        let port = url.port().map(|port| port.to_string()).unwrap_or_default();
        let hostname = url.host_str().unwrap_or_default().to_owned();
        Some(Split {
            protocol: format!("{}:", url.scheme()),
            host: if port.is_empty() { hostname.clone() } else { format!("{hostname}:{port}") },
            hostname,
            port,
            pathname: url.path().to_owned(),
            origin: url.origin().ascii_serialization(),
            has_user: !url.username().is_empty() || url.password().is_some(),
            has_rest: url.query().is_some() || url.fragment().is_some(),
        })
    }

    #[test]
    fn a_base_url_is_completed_and_cleaned() {
        let openai = ("https://api.openai.com/v1", "https://api.openai.com", "api.openai.com");
        for (typed, (base, origin, host)) in [
            ("https://api.openai.com/v1", openai),
            (" https://API.openai.com:443/v1/ ", openai),
            ("https://api.openai.com/v1/chat/completions", openai),
            ("https://api.openai.com/v1//chat/completions//", openai),
            (
                "https://api.anthropic.com/v1/messages/",
                ("https://api.anthropic.com/v1", "https://api.anthropic.com", "api.anthropic.com"),
            ),
            (
                "openrouter.ai/api/v1",
                ("https://openrouter.ai/api/v1", "https://openrouter.ai", "openrouter.ai"),
            ),
            (
                "localhost:11434/v1",
                ("http://localhost:11434/v1", "http://localhost:11434", "localhost:11434"),
            ),
            (
                "http://127.0.0.1:1234",
                ("http://127.0.0.1:1234", "http://127.0.0.1:1234", "127.0.0.1:1234"),
            ),
            (
                "https://gateway.example.org:8443/a/b",
                (
                    "https://gateway.example.org:8443/a/b",
                    "https://gateway.example.org:8443",
                    "gateway.example.org:8443",
                ),
            ),
        ] {
            let parsed = Address::parse(typed, split)
                .map(|parsed| (parsed.base, parsed.origin, parsed.host));
            assert_eq!(
                parsed,
                Ok((base.to_owned(), origin.to_owned(), host.to_owned())),
                "{typed}"
            );
        }
    }

    #[test]
    fn an_address_that_the_page_cannot_reach_is_refused_with_what_to_change() {
        for (typed, why) in [
            ("", "Enter the address"),
            ("https://", "is not an address"),
            ("http://api.openai.com/v1", "begin with https"),
            ("http://192.168.1.20:11434", "another machine of your network"),
            ("http://localhost.example.org", "begin with https"),
            ("http://127.0.0.1.example.org", "begin with https"),
            ("ftp://localhost/", "begin with https"),
            ("javascript://localhost/%0aalert(1)", "begin with https"),
            ("https://me:key@api.openai.com/v1", "name or password"),
            ("https://api.openai.com/v1?key=1", "behind"),
            ("https://api.openai.com/v1#key", "behind"),
            ("http://[::1]:11434/v1", "localhost instead"),
        ] {
            let refused = Address::parse(typed, split).err().unwrap_or_default();
            assert!(refused.contains(why), "{typed}: {refused}");
        }
    }

    #[test]
    fn this_machine_has_few_names() {
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST", true),
            ("a.localhost", true),
            (".localhost", false),
            ("127.0.0.1", true),
            ("127.10.20.30", true),
            ("127.0.0", false),
            ("127.0.0.1.com", false),
            ("127.0.0.a", false),
            ("[::1]", true),
            ("10.0.0.1", false),
        ] {
            assert_eq!(is_loopback(host), expected, "{host}");
        }
    }
}
