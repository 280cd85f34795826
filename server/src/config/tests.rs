//! The configurations that files and variables lead to, and the errors about wrong ones.

use std::net::SocketAddr;

use super::*;

mod full;
mod problems;

/// Reads the file's text and variables as the server does.
fn parse(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let lookup = |name: &str| {
        variables
            .iter()
            .find(|(variable, _)| *variable == name)
            .map(|(_, value)| (*value).to_owned())
    };
    Config::parse("insitu.toml", text, Path::new(env!("CARGO_MANIFEST_DIR")), lookup)
        .map_err(|error| error.to_string())
}

fn read(variables: &[(&str, &str)]) -> Result<Config, String> {
    parse("", variables)
}

#[test]
fn without_file_and_variables_the_server_is_local_and_has_no_model() {
    assert_eq!(read(&[]), Ok(Config::default()));
    assert_eq!(read(&[("INSITU_BASE_URL", " "), ("INSITU_ADDR", "")]), Ok(Config::default()));
    let config = Config::default();
    assert_eq!(config.server.address, SocketAddr::from(([127, 0, 0, 1], 3000)));
    assert_eq!((config.models, config.access.mode), (Vec::new(), AccessMode::Open));
}

#[cfg(all(unix, not(target_vendor = "apple")))]
#[test]
fn models_are_below_the_users_home_unless_a_folder_is_named() {
    let (home, data) = (("HOME", "/home/ada"), ("XDG_DATA_HOME", "/data"));
    for (text, variables, expected) in [
        ("", &[home][..], Some("/home/ada/.local/share/insitu/models")),
        ("", &[home, data], Some("/data/insitu/models")),
        ("", &[], None),
        ("", &[("XDG_DATA_HOME", "data")], None),
        ("[server]\nmodel_folder = '/srv/models'", &[home], Some("/srv/models")),
        (
            "[server]\nmodel_folder = '/srv/models'",
            &[("INSITU_MODEL_FOLDER", "/models")],
            Some("/models"),
        ),
    ] {
        let folder = parse(text, variables).unwrap().server.model_folder;
        assert_eq!(folder.as_deref(), expected.map(Path::new), "{text} {variables:?}");
    }
}

#[test]
fn every_variable_is_read() {
    let model = Model {
        vision: Some(true),
        fenced: Fenced::Always,
        default: true,
        ..Model::new("small", "env")
    };
    let provider = Provider {
        id: "env".into(),
        kind: ProviderKind::ChatCompletions,
        base: Url::parse("http://127.0.0.1:11434/v1").unwrap(),
        key: Some(Secret::new("k")),
        auth: Auth::Bearer,
        headers: Vec::new(),
        query: Vec::new(),
    };
    let wanted = Config {
        server: Server {
            address: SocketAddr::from(([0, 0, 0, 0], 80)),
            site: Some(PathBuf::from("/srv/insitu")),
            hosts: vec!["data.example.org".into(), "insitu".into()],
            model_folder: Some(PathBuf::from("/srv/models")),
            ..Server::default()
        },
        access: Access {
            mode: AccessMode::Token,
            token: Some(Secret::new("0123456789abcdef")),
            ..Access::default()
        },
        storage: Storage { keep_files: false },
        discovery: Discovery { local: true, ..Config::default().discovery },
        providers: vec![provider],
        models: vec![model],
        ..Config::default()
    };
    let variables = [
        ("INSITU_ADDR", "0.0.0.0:80"),
        ("INSITU_SITE", "/srv/insitu"),
        ("INSITU_HOSTS", "Data.example.org, insitu"),
        ("INSITU_MODEL_FOLDER", "/srv/models"),
        ("INSITU_TOKEN", "0123456789abcdef"),
        ("INSITU_DISCOVERY", "true"),
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
    let check = |variables: &[(&str, &str)], wanted: &str| {
        assert_eq!(read(variables), Err(wanted.to_owned()))
    };
    let base = ("INSITU_BASE_URL", "http://127.0.0.1:11434/v1");
    let small = ("INSITU_MODEL", "small");
    check(
        &[("INSITU_ADDR", "3000")],
        "INSITU_ADDR: `3000` is not an address with a port; write it like 127.0.0.1:3000 or [::1]:3000",
    );
    check(
        &[("INSITU_HOSTS", "https://a.example")],
        "INSITU_HOSTS: `https://a.example` is not a host name; write names without scheme and port, separated by commas",
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
        &[("INSITU_BASE_URL", "localhost:11434"), small],
        "INSITU_BASE_URL: `localhost:11434` is not an address; write it like http://127.0.0.1:11434/v1",
    );
    check(
        &[("INSITU_BASE_URL", "http://a/v1/chat/completions/"), small],
        "INSITU_BASE_URL: ends in /chat/completions; leave that off, it is appended",
    );
    check(
        &[("INSITU_BASE_URL", "http://me:key@a/v1"), small],
        "INSITU_BASE_URL: may hold no name, password, query or fragment; put a key into INSITU_API_KEY",
    );
    check(
        &[base, small, ("INSITU_API_KEY", "a\nb")],
        "INSITU_API_KEY: holds characters that no key has; copy it again",
    );
    check(
        &[("INSITU_IMAGES", "yes")],
        "INSITU_IMAGES: `yes` is neither `true` nor `false`; set one of them",
    );
    check(
        &[("INSITU_FENCED", "on")],
        "INSITU_FENCED: `on` is unknown; set `auto`, `always` or `never`",
    );
    check(
        &[("INSITU_DISCOVERY", "on")],
        "INSITU_DISCOVERY: `on` is neither `true` nor `false`; set one of them",
    );
    check(
        &[("INSITU_ADDR", "0.0.0.0:80")],
        "access.mode: is `open`, though the server listens at 0.0.0.0:80, where others can reach it and use its keys; set \
         it to `token`, `users` or `proxy` (INSITU_TOKEN alone sets a token), or listen at 127.0.0.1",
    );
}

#[test]
fn a_file_that_is_named_has_to_exist() {
    let lookup = |name: &str| (name == "INSITU_CONFIG").then(|| "nowhere/insitu.toml".to_owned());
    let wanted = "INSITU_CONFIG: nowhere/insitu.toml cannot be read (it does not exist); create it or name another file";
    assert_eq!(Config::read(lookup).map_err(|error| error.to_string()), Err(wanted.to_owned()));
}

#[test]
fn models_of_the_environment_come_before_those_of_the_file() {
    let text = "[[provider]]\nid = \"p\"\nbase_url = \"http://127.0.0.1:1/v1\"\n[[model]]\nid = \"m\"\nprovider = \"p\"\ndefault = true\n";
    let variables = [("INSITU_BASE_URL", "http://127.0.0.1:2/v1"), ("INSITU_MODEL", "small")];
    let config = parse(text, &variables).unwrap();
    let models: Vec<_> =
        config.models.iter().map(|model| (model.id.as_str(), model.default)).collect();
    assert_eq!(models, [("m", false), ("small", true)]);
    let same = [variables[0], ("INSITU_MODEL", "m")];
    let wanted = "INSITU_MODEL: `m` is the id of a model in the file already; leave INSITU_BASE_URL and INSITU_MODEL out";
    assert_eq!(parse(text, &same), Err(wanted.to_owned()));
    // A key that only the file refers to connects nothing by itself.
    let keyed = text.replace("[[model]]", "key = { env = \"INSITU_API_KEY\" }\n[[model]]");
    assert_eq!(parse(&keyed, &[("INSITU_API_KEY", "k")]).unwrap().models.len(), 1);
}

#[test]
fn local_models_are_looked_for_where_only_this_machine_reaches_the_server() {
    let token = [("INSITU_TOKEN", "0123456789abcdef")];
    for (text, local) in [
        ("", true),
        ("[server]\naddress = \"[::1]:3000\"\n", true),
        ("[server]\naddress = \"0.0.0.0:3000\"\n", false),
        ("[server]\naddress = \"0.0.0.0:3000\"\n[discovery]\nlocal = true\n", true),
        ("[discovery]\nlocal = false\n", false),
    ] {
        assert_eq!(parse(text, &token).unwrap().discovery.local, local, "{text}");
    }
}

#[test]
fn browsers_keep_small_files_unasked_where_nobody_signs_in() {
    let token = [("INSITU_TOKEN", "0123456789abcdef")];
    for (text, variables, kept) in [
        ("", &[][..], true),
        ("[storage]\nkeep_files = false\n", &[][..], false),
        ("", &token[..], false),
        ("[storage]\nkeep_files = true\n", &token[..], true),
    ] {
        assert_eq!(parse(text, variables).unwrap().storage.keep_files, kept, "{text}");
    }
}
