//! `insitu health`: asks `/readyz` of the server that this configuration starts, on this machine.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use server::Config;

use crate::{cli::Options, print, problems};

/// How long the server may take: a little more than its counters, which it asks itself.
const PATIENCE: Duration = Duration::from_secs(3);

/// Asks the server.
pub(crate) async fn run(options: &Options) -> Result<(), String> {
    let config = Config::read(|name| options.variable(name))
        .map_err(|error| format!("The configuration cannot be used. {}", problems(&error)))?;
    let address = reachable(config.server.address);
    if address.port() == 0 {
        return Err(
            "A server at port 0 chooses its port itself; set the one that it has with INSITU_ADDR."
                .to_owned(),
        );
    }
    // Over plain HTTP, so that no authority has to be known, which a system may lack.
    let client = reqwest::Client::builder().tls_certs_only([]).no_proxy().timeout(PATIENCE).build();
    let client = client.map_err(|error| format!("No request can be sent ({error})."))?;
    let response = client.get(format!("http://{address}/readyz")).send().await.map_err(|error| {
        let reason = if error.is_timeout() { "it did not answer in time" } else { "nothing listens there" };
        format!("No server answers at {address}: {reason}. Start it with `insitu serve`, or set INSITU_ADDR to where it is.")
    })?;
    let status = response.status();
    let text = response.text().await.unwrap_or_default();
    if status.is_success() {
        print(&text);
        Ok(())
    } else {
        Err(format!("The server at {address} wants no requests ({status}): {text}"))
    }
}

/// Returns the address under which this machine reaches a server that listens at `address`.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_listens_everywhere_is_asked_on_loopback() {
        for (listens, asked) in [
            ("0.0.0.0:3000", "127.0.0.1:3000"),
            ("[::]:3000", "[::1]:3000"),
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("10.1.2.3:80", "10.1.2.3:80"),
        ] {
            assert_eq!(reachable(listens.parse().unwrap()).to_string(), asked, "{listens}");
        }
    }
}
