//! Who sends a request: the client's address, also behind proxies, and the name under which limits
//! count it. Knows no users and no passwords.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Maximum number of hops that are read of `X-Forwarded-For`; nobody has so many proxies.
const MAX_HOPS: usize = 32;

/// The one whose requests are counted together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    /// A user, by name.
    User(Arc<str>),
    /// Whoever uses this address.
    Address(Block),
}

/// `user:` or `address:` and the name: the key of this client's counters.
impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(name) => write!(formatter, "user:{name}"),
            Self::Address(block) => write!(formatter, "address:{block}"),
        }
    }
}

/// An IPv4 address, or the /64 network of an IPv6 address: a provider assigns at least that much to
/// one customer, who can change the rest at will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Block(IpAddr);

impl From<IpAddr> for Block {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            v4 => v4,
        })
    }
}

impl fmt::Display for Block {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(v4) => v4.fmt(formatter),
            IpAddr::V6(v6) => write!(formatter, "{v6}/64"),
        }
    }
}

/// Returns whether `address` belongs to a proxy that the operator trusts.
pub(crate) fn is_trusted(address: IpAddr, trusted: &[IpNet]) -> bool {
    let address = address.to_canonical();
    trusted.iter().any(|network| network.contains(&address))
}

/// Returns the client's address: the peer's, or, if the peer is a trusted proxy, the rightmost
/// address of `X-Forwarded-For` that is not one. What stands further left is the client's own
/// claim.
pub(crate) fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let hops = headers
        .get_all("x-forwarded-for")
        .iter()
        .rev()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.rsplit(','));
    let mut client = peer.to_canonical();
    for hop in hops.take(MAX_HOPS) {
        if !is_trusted(client, trusted) {
            break;
        }
        // What a trusted proxy wrote and cannot be read hides everything before it.
        let Some(before) = hop_address(hop.trim()) else { break };
        client = before;
    }
    client
}

/// Parses one hop: an address, with or without a port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare =
        hop.strip_prefix('[').and_then(|rest| rest.split_once(']')).map_or(hop, |(inner, _)| inner);
    let address = bare.parse().ok().or_else(|| bare.split_once(':')?.0.parse().ok());
    address.map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn headers(forwarded: &[&str]) -> HeaderMap {
        let name = HeaderName::from_static("x-forwarded-for");
        forwarded
            .iter()
            .map(|value| (name.clone(), HeaderValue::from_str(value).unwrap()))
            .collect()
    }

    #[test]
    fn the_client_is_the_rightmost_address_that_is_no_trusted_proxy() {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()];
        for (peer, forwarded, wanted) in [
            ("203.0.113.9", &[][..], "203.0.113.9"),
            // Nobody may claim another address but through a trusted proxy.
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("::ffff:10.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("fd00::1", &["2001:db8::7"], "2001:db8::7"),
            ("10.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
            ("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
            ("10.0.0.1", &["1.1.1.1", "198.51.100.1,10.9.9.9"], "198.51.100.1"),
            ("10.0.0.1", &["198.51.100.1:5050"], "198.51.100.1"),
            ("10.0.0.1", &["[2001:db8::7]:5050"], "2001:db8::7"),
            ("10.0.0.1", &["::ffff:198.51.100.1"], "198.51.100.1"),
            // All are proxies: the first of them is whom the request came from.
            ("10.0.0.1", &["10.2.2.2, 10.3.3.3"], "10.2.2.2"),
            ("10.0.0.1", &["1.1.1.1, unknown"], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
        ] {
            let found = address(peer.parse().unwrap(), &headers(forwarded), &trusted);
            assert_eq!(found, wanted.parse::<IpAddr>().unwrap(), "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn addresses_are_counted_by_network() {
        for (address, wanted) in [
            ("203.0.113.9", "address:203.0.113.9"),
            ("::ffff:203.0.113.9", "address:203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", "address:2001:db8:1:2::/64"),
        ] {
            let client = Client::Address(address.parse::<IpAddr>().unwrap().into());
            assert_eq!(client.to_string(), wanted);
        }
        assert_eq!(Client::User("ada".into()).to_string(), "user:ada");
    }
}
