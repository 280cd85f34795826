//! The configurations that files and variables lead to, and the errors about wrong ones.

use std::net::SocketAddr;

use super::*;

/// Reads the file's text and variables as the server does.
fn parse(text: &str, variables: &[(&str, &str)]) -> Result<Config, String> {
    let lookup = |name: &str| {
        variables.iter().find(|(variable, _)| *variable == name).map(|(_, value)| (*value).to_owned())
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

#[test]
fn every_variable_is_read() {
    let model =
        Model { vision: Some(true), fenced: Fenced::Always, default: true, ..Model::new("small", "env") };
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
            site: PathBuf::from("/srv/insitu"),
            hosts: vec!["data.example.org".into(), "insitu".into()],
            ..Server::default()
        },
        access: Access {
            mode: AccessMode::Token,
            token: Some(Secret::new("0123456789abcdef")),
            ..Access::default()
        },
        discovery: Discovery { local: true, ..Config::default().discovery },
        providers: vec![provider],
        models: vec![model],
        ..Config::default()
    };
    let variables = [
        ("INSITU_ADDR", "0.0.0.0:80"),
        ("INSITU_SITE", "/srv/insitu"),
        ("INSITU_HOSTS", "Data.example.org, insitu"),
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

const FULL: &str = r#"
[server]
address = "[::]:8443"
site = "site"
hosts = ["Data.example.org"]
allowed_origins = ["https://notebook.example.org"]
direct_endpoints = false
drain_seconds = 5
log = "json"

[access]
mode = "users"
cookie_key = { env = "COOKIE_KEY" }
session_hours = 2
proxy_header = "Remote-User"
trusted_proxies = ["10.0.0.0/8", "::1"]

[[access.users]]
name = "ada"
password_hash = "$argon2id$v=19$x"

[[access.users]]
name = "grace"
password_hash = { env = "HASH" }

[limits]
body_megabytes = 40
messages = 10
images = 3
image_megabytes = 2
concurrent = 8
queue = 9
queue_seconds = 4
client_requests_per_minute = 0
requests_per_minute = 5
client_tokens_per_day = 6
tokens_per_day = 7
client_cost_per_day = 1.5
cost_per_day = 20
redis = { env = "REDIS_URL" }

[upstream]
connect_seconds = 1
first_byte_seconds = 2
idle_seconds = 3
retries = 0

[discovery]
local = true
ports = [11434]

[metrics]
enabled = false

[telemetry]
otlp_endpoint = "http://127.0.0.1:4318"

[[provider]]
id = "azure"
kind = "chat-completions"
base_url = "https://name.openai.azure.com/openai/deployments/mini"
key = { env = "AZURE_KEY" }
auth = "api-key"
headers = { "X-Title" = "Insitu", "X-Extra" = { env = "EXTRA" } }
query = { "api-version" = "2024-10-21" }

[[provider]]
id = "claude"
kind = "anthropic"
base_url = "https://api.anthropic.com/v1"

[[model]]
id = "fast"
provider = "azure"
name = "gpt-5-mini"
label = "GPT-5 mini"
window = 400_000
max_output = 16384
tools = true
vision = true
reasoning = false
structured = true
fenced = "never"
price = { input = 0.25, cached_input = 0.025, cache_write = 0.3125, output = 2 }
fallback = "spare"

[[model]]
id = "spare"
provider = "claude"
offered = false
price = { input = 3, output = 15.0, currency = "EUR" }
"#;

const FULL_VARIABLES: [(&str, &str); 5] = [
    ("COOKIE_KEY", "0123456789abcdef0123456789abcdef"),
    ("HASH", "$argon2id$v=19$y"),
    ("REDIS_URL", "redis://:pw@127.0.0.1/"),
    ("AZURE_KEY", "ak"),
    ("EXTRA", "extra value"),
];

#[test]
fn every_key_is_read() {
    let user = |name: &str, hash: &str| User { name: name.into(), password_hash: Secret::new(hash) };
    let wanted = Config {
        server: Server {
            address: "[::]:8443".parse().unwrap(),
            site: Path::new(env!("CARGO_MANIFEST_DIR")).join("site"),
            hosts: vec!["data.example.org".into()],
            allowed_origins: vec!["https://notebook.example.org".into()],
            direct_endpoints: false,
            drain: Duration::from_secs(5),
            log: LogFormat::Json,
        },
        access: Access {
            mode: AccessMode::Users,
            token: None,
            cookie_key: Some(Secret::new("0123456789abcdef0123456789abcdef")),
            session: Duration::from_secs(7200),
            proxy_header: "remote-user".into(),
            trusted_proxies: vec!["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()],
            users: vec![user("ada", "$argon2id$v=19$x"), user("grace", "$argon2id$v=19$y")],
        },
        limits: Limits {
            body_megabytes: 40,
            messages: 10,
            images: 3,
            image_megabytes: 2,
            concurrent: 8,
            queue: 9,
            queue_wait: Duration::from_secs(4),
            client_requests_per_minute: 0,
            requests_per_minute: 5,
            client_tokens_per_day: 6,
            tokens_per_day: 7,
            client_cost_per_day: 1.5,
            cost_per_day: 20.0,
            redis: Some(Secret::new("redis://:pw@127.0.0.1/")),
        },
        upstream: Timeouts {
            connect: Duration::from_secs(1),
            first_byte: Duration::from_secs(2),
            idle: Duration::from_secs(3),
            retries: 0,
        },
        discovery: Discovery { local: true, ports: vec![11434] },
        metrics: Metrics { enabled: false },
        telemetry: Telemetry { otlp_endpoint: Some(Url::parse("http://127.0.0.1:4318").unwrap()) },
        providers: vec![
            Provider {
                id: "azure".into(),
                kind: ProviderKind::ChatCompletions,
                base: Url::parse("https://name.openai.azure.com/openai/deployments/mini").unwrap(),
                key: Some(Secret::new("ak")),
                auth: Auth::ApiKey,
                headers: vec![
                    ("x-extra".into(), Secret::new("extra value")),
                    ("x-title".into(), Secret::new("Insitu")),
                ],
                query: vec![("api-version".into(), "2024-10-21".into())],
            },
            Provider {
                id: "claude".into(),
                kind: ProviderKind::Anthropic,
                base: Url::parse("https://api.anthropic.com/v1").unwrap(),
                key: None,
                auth: Auth::XApiKey,
                headers: Vec::new(),
                query: Vec::new(),
            },
        ],
        models: vec![
            Model {
                id: "fast".into(),
                provider: "azure".into(),
                name: "gpt-5-mini".into(),
                label: "GPT-5 mini".into(),
                window: Some(400_000),
                max_output: Some(16384),
                tools: Some(true),
                vision: Some(true),
                reasoning: Some(false),
                structured: Some(true),
                fenced: Fenced::Never,
                price: Some(Price {
                    input: 0.25,
                    cached_input: 0.025,
                    cache_write: 0.3125,
                    output: 2.0,
                    currency: Currency::USD,
                }),
                default: true,
                offered: true,
                fallback: Some("spare".into()),
            },
            Model {
                offered: false,
                price: Some(Price {
                    input: 3.0,
                    cached_input: 3.0,
                    cache_write: 3.0,
                    output: 15.0,
                    currency: Currency::from_code("EUR").unwrap(),
                }),
                ..Model::new("spare", "claude")
            },
        ],
    };
    let config = parse(FULL, &FULL_VARIABLES).unwrap();
    assert_eq!(config, wanted);
    let azure = &config.providers[0];
    assert_eq!(
        azure.endpoint().as_str(),
        "https://name.openai.azure.com/openai/deployments/mini/chat/completions?api-version=2024-10-21"
    );
    assert_eq!(azure.request_headers()[0], ("api-key".to_owned(), Secret::new("ak")));
    // What this file lacks: the token of another mode, and the second of two defaults.
    let missing = |key: &&String| !FULL.contains(&format!("{} =", key.rsplit('.').next().unwrap()));
    let keys = keys();
    let lacks: Vec<_> = keys.iter().filter(|key| key.contains('.')).filter(missing).collect();
    assert_eq!(lacks, ["access.token", "access.users", "model.default"]);
}

#[test]
fn a_wrong_variable_is_named_with_what_to_change() {
    let check =
        |variables: &[(&str, &str)], wanted: &str| assert_eq!(read(variables), Err(wanted.to_owned()));
    let base = ("INSITU_BASE_URL", "http://127.0.0.1:11434/v1");
    let small = ("INSITU_MODEL", "small");
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
        &[("INSITU_BASE_URL", "localhost:11434"), small],
        "INSITU_BASE_URL: `localhost:11434` is no address; write it like http://127.0.0.1:11434/v1",
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
    check(&[("INSITU_IMAGES", "yes")], "INSITU_IMAGES: `yes` is neither `true` nor `false`; set one of them");
    check(&[("INSITU_FENCED", "on")], "INSITU_FENCED: `on` is unknown; set `auto`, `always` or `never`");
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
fn debug_output_hides_a_key() {
    assert_eq!(format!("{:?}", Secret::new("sk-1")), "Secret");
    let shown = format!("{:?}", parse(FULL, &FULL_VARIABLES).unwrap());
    for (name, secret) in FULL_VARIABLES {
        assert!(!shown.contains(secret) || secret.len() < 3, "{name}");
    }
}

#[test]
fn a_wrong_line_is_named_with_what_to_change() {
    let provider = "[[provider]]\nid = \"p\"\nbase_url = \"http://127.0.0.1:1/v1\"\n";
    let model = "[[model]]\nid = \"m\"\nprovider = \"p\"\n";
    let check = |text: &str, wanted: &str| {
        // What is missing is reported at its table, the first line of these files.
        let line = if wanted.contains("is missing, though") { 1 } else { text.lines().count() };
        let wanted = format!("insitu.toml:{line}: {wanted}");
        assert_eq!(parse(text, &[("SET", "value with spaces")]), Err(wanted), "{text}");
    };
    for (text, wanted) in [
        ("[servers]", "servers: is an unknown key; did you mean `server`?"),
        ("[metrics]\nzzz = 1", "metrics.zzz: is an unknown key; known here: enabled"),
        ("[server]\naddress = 3000", "server.address: is of the type integer; write text in quotation marks"),
        (
            "[server]\naddress = \"localhost\"",
            "server.address: `localhost` is no address with a port; write it like 127.0.0.1:3000 or [::1]:3000",
        ),
        ("[server]\nsite = \" \"", "server.site: is empty; set it or leave it out"),
        (
            "[server]\nhosts = \"a\"",
            "server.hosts: is of the type string; write a list such as [\"one\", \"two\"]",
        ),
        (
            "[server]\nhosts = [5]",
            "server.hosts: has an entry that is no text; put each into quotation marks",
        ),
        (
            "[server]\nallowed_origins = [\"*\"]",
            "server.allowed_origins: `*` would let every website use the keys; list the origins that may",
        ),
        (
            "[server]\nallowed_origins = [\"https://a.example/path\"]",
            "server.allowed_origins: `https://a.example/path` is no origin; write it like https://notebook.example.org, without a path",
        ),
        ("[server]\ndrain_seconds = -1", "server.drain_seconds: is -1; set a number from 0 to 3600"),
        (
            "[server]\ndrain_seconds = 1.5",
            "server.drain_seconds: is of the type float; write a whole number, without quotation marks",
        ),
        ("[server]\nlog = \"xml\"", "server.log: `xml` is unknown; set one of `text`, `json`"),
        (
            "[access]\nmode = \"token\"",
            "access.token: is missing, though `mode` is `token`; write { env = \"INSITU_TOKEN\" }",
        ),
        (
            "[access]\nmode = \"users\"",
            "access.users: is missing, though `mode` is `users`; list names with password hashes",
        ),
        (
            "[access]\nmode = \"proxy\"",
            "access.trusted_proxies: is missing, though `mode` is `proxy`; list the addresses of the proxies, since anyone else could name any user",
        ),
        (
            "[access]\nmode = \"token\"\ntoken = \"sk-very-secret\"",
            "access.token: holds the secret itself; move it out of this file and write { env = \"NAME\" } or { file = \"/path\" }",
        ),
        (
            "[access]\nmode = \"token\"\ntoken = { env = \"UNSET\" }",
            "access.token: the variable UNSET is not set; set it before the server starts, or name another one",
        ),
        (
            "[access]\nmode = \"token\"\ntoken = { env = \"SET\" }",
            "access.token: holds characters that no key has, such as spaces or line breaks; copy it again",
        ),
        (
            "[access]\nmode = \"token\"\ntoken = { env = \"A\", file = \"b\" }",
            "access.token: needs either `env` or `file`; write { env = \"NAME\" } or { file = \"/path\" }",
        ),
        (
            "[access]\ncookie_key = { env = \"SET\" }",
            "access.cookie_key: is shorter than 32 characters; use a longer random one",
        ),
        (
            "[access]\nproxy_header = \"a b\"",
            "access.proxy_header: is no header name; write it like X-Forwarded-User",
        ),
        (
            "[access]\ntrusted_proxies = [\"ten\"]",
            "access.trusted_proxies: `ten` is no address; write it like 10.0.0.0/8 or 10.1.2.3",
        ),
        (
            "[access]\nmode = \"users\"\nusers = [{ name = \"a\", password_hash = \"hunter2\" }]",
            "access.users.password_hash: is no hash of argon2id; it begins with $argon2id$, and is no password",
        ),
        (
            "[limits]\nqueue = \"long\"",
            "limits.queue: is of the type string; write a whole number, without quotation marks",
        ),
        ("[limits]\nconcurrent = 0", "limits.concurrent: is 0; set a number from 1 to 1000000"),
        ("[limits]\ncost_per_day = -0.5", "limits.cost_per_day: is -0.5; set a number from 0 upwards"),
        ("[limits]\ncost_per_day = nan", "limits.cost_per_day: is nan; set a number from 0 upwards"),
        (
            "[limits]\nbody_megabytes = 2\nimage_megabytes = 5",
            "limits.image_megabytes: is larger than `body_megabytes`, 2; an image is part of a request",
        ),
        (
            "[limits]\nredis = { env = \"SET\" }",
            "limits.redis: is no address of Redis; the variable or file holds one like redis://127.0.0.1:6379",
        ),
        (
            "[discovery]\nlocal = \"yes\"",
            "discovery.local: is of the type string; write `true` or `false`, without quotation marks",
        ),
        ("[discovery]\nports = [0]", "discovery.ports: has an entry that is no number from 1 to 65535"),
        (
            "[telemetry]\notlp_endpoint = \"collector\"",
            "telemetry.otlp_endpoint: `collector` is no address; write it like http://127.0.0.1:11434/v1",
        ),
        ("[provider]", "provider: is of the type table; write a list of tables, each below [[provider]]"),
        ("[server]\nlog = ", "is no TOML here: string values must be quoted, expected literal string"),
    ] {
        check(text, wanted);
    }
    for (line, wanted) in [
        (
            "kind = \"chat\"",
            "kind: `chat` is unknown; set one of `chat-completions`, `responses`, `anthropic`",
        ),
        (
            "key = \"sk-very-secret\"",
            "key: holds the secret itself; move it out of this file and write { env = \"NAME\" } or { file = \"/path\" }",
        ),
        (
            "key = { file = \"nowhere\" }",
            "key: the file NOWHERE cannot be read (it does not exist); create it or name another one",
        ),
        ("key = { enf = \"A\" }", "key.enf: is an unknown key; did you mean `env`?"),
        (
            "headers = { Authorization = \"Bearer sk-very-secret\" }",
            "headers: `Authorization` is set by the relay; put a key into `key`, and choose `auth`",
        ),
        ("headers = { \"a b\" = \"x\" }", "headers: `a b` is no header name; write it like X-Title"),
        (
            "query = { api_key = \"sk-very-secret\" }",
            "query: `api_key` would put a key into addresses; use `key` and `auth`",
        ),
        ("query = { version = 5 }", "query: the value of `version` is no text; put it into quotation marks"),
    ] {
        let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("nowhere").display().to_string();
        let text = format!("{provider}{line}");
        let said = parse(&text, &[]).unwrap_err();
        assert!(!said.contains("sk-very-secret"), "{said}");
        let first = said.lines().next().unwrap();
        assert_eq!(first, format!("insitu.toml:4: provider.{}", wanted.replace("NOWHERE", &nowhere)));
    }
    for (line, wanted) in [
        ("window = 0", "window: is 0; set a number from 256 to 1000000000"),
        (
            "window = 1000\nmax_output = 2000",
            "max_output: is larger than `window`, 1000; an answer is part of the window",
        ),
        ("fenced = true", "fenced: is of the type boolean; write text in quotation marks"),
        (
            "offered = false\ndefault = true",
            "default: is true, though `offered` is false; a model that answers has to be offered",
        ),
        ("fallback = \"spare\"", "fallback: no [[model]] has the id `spare`; there are `m`"),
        ("fallback = \"m\"", "fallback: leads back to `m` (m → m); let the last one have no fallback"),
        (
            "price = { input = 1 }",
            "price.output: is missing; a price has `input` and `output`, for a million tokens each",
        ),
        (
            "price = { input = 1, output = 2, currency = \"euro\" }",
            "price.currency: is no currency; it has the three letters of ISO 4217, as \"USD\" or \"EUR\"",
        ),
    ] {
        check(&format!("{provider}{model}{line}"), &format!("model.{wanted}"));
    }
}

#[test]
fn what_belongs_together_is_compared() {
    let check = |text: &str, wanted: &[&str]| {
        let said = parse(text, &[]).unwrap_err();
        assert_eq!(said.lines().collect::<Vec<_>>(), wanted, "{text}");
    };
    let provider = |id: &str| format!("[[provider]]\nid = \"{id}\"\nbase_url = \"http://127.0.0.1:1/v1\"\n");
    let model = |id: &str, provider: &str, more: &str| {
        format!("[[model]]\nid = \"{id}\"\nprovider = \"{provider}\"\n{more}\n")
    };
    check(
        &(provider("p")
            + &provider("p")
            + &model("m", "q", "default = true")
            + &model("m", "p", "")
            + &model("n", "p", "default = true")),
        &[
            "insitu.toml:5: provider.id: `p` is there twice; rename one of the providers",
            "insitu.toml:9: model.provider: no [[provider]] has the id `q`; there are `p`",
            "insitu.toml:12: model.id: `m` is there twice; rename one of the models",
            "insitu.toml:18: model.default: is true for `m` already; leave it at one of them",
        ],
    );
    check(
        &(provider("p")
            + &model("a", "p", "fallback = \"b\"")
            + &model("b", "p", "fallback = \"c\"")
            + &model("c", "p", "fallback = \"b\"")),
        &[
            "insitu.toml:11: model.fallback: leads back to `b` (b → c → b); let the last one have no fallback",
            "insitu.toml:15: model.fallback: leads back to `c` (c → b → c); let the last one have no fallback",
        ],
    );
    check(
        "[[provider]]\nid = \"env\"\n[[provider]]\nbase_url = \"me:sk-very-secret@host\"\nid = \"a b\"\n",
        &[
            "insitu.toml:1: provider.base_url: is missing; each provider has an id and a base_url",
            "insitu.toml:2: provider.id: `env` stands for the provider of INSITU_BASE_URL; choose another id",
            "insitu.toml:4: provider.base_url: this is no address; write it like http://127.0.0.1:11434/v1",
            "insitu.toml:5: provider.id: `a b` is no id; write letters, digits, `.`, `-` and `_`",
        ],
    );
    check(
        "[server]\naddress = \"0.0.0.0:80\"\n[access]\nmode = \"open\"\n",
        &[
            "insitu.toml:4: access.mode: is `open`, though the server listens at 0.0.0.0:80, where others can reach it and use its keys; \
           set it to `token`, `users` or `proxy` (INSITU_TOKEN alone sets a token), or listen at 127.0.0.1",
        ],
    );
    check(
        "[access]\ntoken = { env = \"A\" }\n",
        &[
            "insitu.toml:1: access.mode: is `open`, so that neither `token` nor `users` is asked for; set the mode, or leave them out",
            "insitu.toml:2: access.token: the variable A is not set; set it before the server starts, or name another one",
        ],
    );
}

#[test]
fn models_of_the_environment_come_before_those_of_the_file() {
    let text = "[[provider]]\nid = \"p\"\nbase_url = \"http://127.0.0.1:1/v1\"\n[[model]]\nid = \"m\"\nprovider = \"p\"\ndefault = true\n";
    let variables = [("INSITU_BASE_URL", "http://127.0.0.1:2/v1"), ("INSITU_MODEL", "small")];
    let config = parse(text, &variables).unwrap();
    let models: Vec<_> = config.models.iter().map(|model| (model.id.as_str(), model.default)).collect();
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
