//! The configuration that variables lead to, and the errors about wrong ones.

use super::*;

fn read(variables: &[(&str, &str)]) -> Result<Config, String> {
    let lookup = |name: &str| {
        variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| (*value).to_owned())
    };
    Config::read(lookup).map_err(|error| error.to_string())
}

#[test]
fn without_variables_the_server_is_local_and_has_no_model() {
    let wanted = Config {
        addr: SocketAddr::from(([127, 0, 0, 1], 3000)),
        site: PathBuf::from("target/site"),
        hosts: Vec::new(),
        model: None,
    };
    assert_eq!(read(&[]), Ok(wanted.clone()));
    assert_eq!(read(&[("INSITU_BASE_URL", " "), ("INSITU_ADDR", "")]), Ok(wanted));
}

#[test]
fn every_variable_is_read() {
    let wanted = Config {
        addr: SocketAddr::from(([0, 0, 0, 0], 80)),
        site: PathBuf::from("/srv/insitu"),
        hosts: vec!["data.example.org".into(), "insitu".into()],
        model: Some(Model {
            name: "small".into(),
            base: Url::parse("http://127.0.0.1:11434/v1").unwrap(),
            key: Secret::new("k"),
            images: true,
            fenced: Fenced::Always,
        }),
    };
    let variables = [
        ("INSITU_ADDR", "0.0.0.0:80"),
        ("INSITU_SITE", "/srv/insitu"),
        ("INSITU_HOSTS", "Data.example.org, insitu"),
        ("INSITU_BASE_URL", "http://127.0.0.1:11434/v1"),
        ("INSITU_MODEL", "small"),
        ("INSITU_API_KEY", "k"),
        ("INSITU_IMAGES", "true"),
        ("INSITU_FENCED", "always"),
    ];
    assert_eq!(read(&variables), Ok(wanted));
}

#[test]
fn a_wrong_variable_is_named_with_what_to_change() {
    let check =
        |variables: &[(&str, &str)], wanted: &str| assert_eq!(read(variables), Err(wanted.to_owned()));
    let base = ("INSITU_BASE_URL", "http://127.0.0.1:11434/v1");
    check(
        &[("INSITU_ADDR", "3000")],
        "INSITU_ADDR: `3000` is no address with a port; write it like 127.0.0.1:3000 or [::1]:3000",
    );
    check(
        &[("INSITU_HOSTS", "https://a.example")],
        "INSITU_HOSTS: `https://a.example` is no host name; write names without scheme and port, separated by commas",
    );
    check(
        &[base],
        "INSITU_MODEL: is not set, though INSITU_BASE_URL is; set it to the name of the provider's model",
    );
    check(
        &[("INSITU_API_KEY", "k")],
        "INSITU_BASE_URL: is not set, though a model or a key is; set it to the provider's address, \
         https://api.openai.com/v1 for instance",
    );
    check(
        &[("INSITU_BASE_URL", "localhost:11434"), ("INSITU_MODEL", "small")],
        "INSITU_BASE_URL: `localhost:11434` is no address; write it like http://127.0.0.1:11434/v1",
    );
    check(
        &[("INSITU_BASE_URL", "http://a/v1/chat/completions/"), ("INSITU_MODEL", "small")],
        "INSITU_BASE_URL: ends in /chat/completions; leave that off, it is appended",
    );
    check(
        &[("INSITU_BASE_URL", "http://me:key@a/v1"), ("INSITU_MODEL", "small")],
        "INSITU_BASE_URL: may hold no name, password, query or fragment; put the key into INSITU_API_KEY",
    );
    check(
        &[base, ("INSITU_MODEL", "small"), ("INSITU_API_KEY", "a\nb")],
        "INSITU_API_KEY: holds characters that no key has; copy it again",
    );
    check(&[("INSITU_IMAGES", "yes")], "INSITU_IMAGES: `yes` is neither `true` nor `false`; set one of them");
    check(&[("INSITU_FENCED", "on")], "INSITU_FENCED: `on` is unknown; set `auto`, `always` or `never`");
}

#[test]
fn debug_output_hides_a_key() {
    assert_eq!(format!("{:?}", Secret::new("sk-1")), "Secret");
}
