//! An origin that the page's policy may name: `https` anywhere, `http` on this machine.
//!
//! It is made by parsing an address and writing its origin down, and consists of letters, digits,
//! `.`, `-`, `:` and `/` only, so that no character with a meaning in a policy or in a cookie can
//! be in it.

use reqwest::Url;
use thiserror::Error;

use crate::origin::is_loopback_name;

/// The reason why a text is not such an origin. `Display` is for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum OriginError {
    #[error(
        "This is not an origin. Write scheme, host and port only, like https://api.example.com."
    )]
    Form,
    #[error(
        "Only addresses that begin with https:// can be reached from the page, or http:// on this machine (localhost or 127.0.0.1)."
    )]
    Scheme,
    #[error(
        "A page's policy cannot name this host. Write localhost instead of [::1], and no IPv6 address."
    )]
    Host,
}

/// An origin, as browsers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin(String);

impl Origin {
    /// Parses an origin that is already written as browsers do.
    ///
    /// # Errors
    /// Anything else, such as a path behind it, and an origin that the policy may not name.
    pub(crate) fn parse(text: &str) -> Result<Self, OriginError> {
        let url = Url::parse(text).map_err(|_| OriginError::Form)?;
        let origin = url.origin().ascii_serialization();
        if origin != text {
            return Err(OriginError::Form);
        }
        let host = url.host_str().unwrap_or_default();
        match url.scheme() {
            "https" => {}
            "http" if is_loopback_name(host) => {}
            _ => return Err(OriginError::Scheme),
        }
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
        let labels = host.split('.').all(|label| !label.is_empty());
        if labels && host.bytes().all(plain) { Ok(Self(origin)) } else { Err(OriginError::Host) }
    }

    /// Returns the origin as text.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_encrypted_origins_and_those_of_this_machine_are_admitted() {
        for origin in [
            "https://api.openai.com",
            "https://gateway.example.org:8443",
            "https://192.168.1.20",
            "https://xn--bcher-kva.example",
            "http://localhost:11434",
            "http://127.0.0.1:1234",
            "http://models.localhost:8080",
        ] {
            assert_eq!(Origin::parse(origin).as_ref().map(Origin::as_str), Ok(origin));
        }
        for (text, error) in [
            ("http://api.openai.com", OriginError::Scheme),
            ("http://192.168.1.20:11434", OriginError::Scheme),
            ("http://localhost.example.org", OriginError::Scheme),
            ("ws://localhost:1", OriginError::Scheme),
            ("ftp://localhost", OriginError::Scheme),
            ("http://[::1]:11434", OriginError::Host),
            ("https://[2001:db8::1]", OriginError::Host),
            ("https://*.example.org", OriginError::Host),
            ("https://*", OriginError::Host),
            ("https://a_b.example", OriginError::Host),
            ("https://example.org.", OriginError::Host),
            ("https://a'b.example", OriginError::Host),
            ("https://a;b.example", OriginError::Host),
            ("https://a,b.example", OriginError::Host),
        ] {
            assert_eq!(Origin::parse(text), Err(error), "{text}");
        }
        for text in [
            "",
            "*",
            "https:",
            "https://",
            "'self'",
            "null",
            "data:text/plain,a",
            "blob:https://example.org/1",
            "https://example.org/",
            "https://example.org/v1",
            "https://example.org?a",
            "https://example.org:443",
            "https://EXAMPLE.org",
            "https://me@example.org",
            "https://me:key@example.org",
            "https://a b.example",
            " https://example.org",
            "https://example.org\n",
            "https://bücher.example",
            "http://127.1:80",
            "http://0x7f.0.0.1:1234",
            "https://example.org https://other.example",
        ] {
            assert_eq!(Origin::parse(text), Err(OriginError::Form), "{text}");
        }
    }
}
