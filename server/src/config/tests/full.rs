//! A configuration with every key.

use super::*;

const FULL: &str = r#"
[server]
address = "[::]:8443"
site = "site"
hosts = ["Data.example.org"]
allowed_origins = ["https://notebook.example.org"]
embed_in = ["https://portal.example.org", "http://localhost:8000"]
tab_models = ["src/config/tests/tiny.gguf"]
model_folder = "models"
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

[storage]
keep_files = true

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
    let user =
        |name: &str, hash: &str| User { name: name.into(), password_hash: Secret::new(hash) };
    let wanted = Config {
        server: Server {
            address: "[::]:8443".parse().unwrap(),
            site: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("site")),
            hosts: vec!["data.example.org".into()],
            allowed_origins: vec!["https://notebook.example.org".into()],
            tab_models: vec![
                Path::new(env!("CARGO_MANIFEST_DIR")).join("src/config/tests/tiny.gguf"),
            ],
            model_folder: Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("models")),
            embed_in: vec!["https://portal.example.org".into(), "http://localhost:8000".into()],
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
        storage: Storage { keep_files: true },
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
                    cache_write: 3.75,
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
fn debug_output_hides_a_key() {
    assert_eq!(format!("{:?}", Secret::new("sk-1")), "Secret");
    let shown = format!("{:?}", parse(FULL, &FULL_VARIABLES).unwrap());
    for (name, secret) in FULL_VARIABLES {
        assert!(!shown.contains(secret) || secret.len() < 3, "{name}");
    }
}
