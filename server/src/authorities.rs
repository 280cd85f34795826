//! The certificate authorities by which other servers are known: the system's, or, if it has
//! none, as in an empty container, those that Mozilla trusts, which are in the program.

#[cfg(all(unix, not(target_vendor = "apple")))]
use std::sync::LazyLock;

use reqwest::{Certificate, Client, ClientBuilder};

/// Returns the builder of a client that knows authorities.
pub(crate) fn client() -> ClientBuilder {
    if system_has_some() { Client::builder() } else { with_own(Client::builder()) }
}

/// Returns whether the system has certificates of authorities. Looked up once, since each client
/// reads them all again.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn system_has_some() -> bool {
    static FOUND: LazyLock<bool> =
        LazyLock::new(|| !rustls_native_certs::load_native_certs().certs.is_empty());
    *FOUND
}

/// Apple's and Microsoft's systems always have some.
#[cfg(not(all(unix, not(target_vendor = "apple"))))]
const fn system_has_some() -> bool {
    true
}

/// Has the client know the authorities in the program, and no others.
fn with_own(builder: ClientBuilder) -> ClientBuilder {
    let own = webpki_root_certs::TLS_SERVER_ROOT_CERTS;
    builder.tls_certs_only(
        own.iter().filter_map(|certificate| Certificate::from_der(certificate).ok()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_can_be_built_with_the_authorities_in_the_program() {
        assert!(with_own(Client::builder()).build().is_ok());
        let own = webpki_root_certs::TLS_SERVER_ROOT_CERTS;
        assert!(
            own.len() > 100 && own.iter().all(|one| Certificate::from_der(one).is_ok()),
            "{}",
            own.len()
        );
    }
}
