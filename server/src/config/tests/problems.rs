//! What is wrong with a configuration is named, with what to change.

use super::*;

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
        (
            "[server]\naddress = 3000",
            "server.address: is of the type integer; write text in quotation marks",
        ),
        (
            "[server]\naddress = \"localhost\"",
            "server.address: `localhost` is not an address with a port; write it like 127.0.0.1:3000 or [::1]:3000",
        ),
        ("[server]\nsite = \" \"", "server.site: is empty; set it or leave it out"),
        (
            "[server]\nhosts = \"a\"",
            "server.hosts: is of the type string; write a list such as [\"one\", \"two\"]",
        ),
        (
            "[server]\nhosts = [5]",
            "server.hosts: has an entry that is not text; put each into quotation marks",
        ),
        (
            "[server]\nallowed_origins = [\"*\"]",
            "server.allowed_origins: `*` would let every website use the keys; list the origins that may",
        ),
        (
            "[server]\nallowed_origins = [\"https://a.example/path\"]",
            "server.allowed_origins: `https://a.example/path` is not an origin; write it like https://notebook.example.org, without a path",
        ),
        (
            "[server]\nembed_in = [\"*\"]",
            "server.embed_in: `*` would let every website embed the page; list the origins that may",
        ),
        (
            "[server]\nembed_in = [\"http://[::1]:8000\"]",
            "server.embed_in: `http://[::1]:8000` has a numeric IPv6 address, which a policy cannot name; use a host name",
        ),
        (
            "[server]\ntab_models = [\"a.bin\"]",
            "server.tab_models: `a.bin` is not a GGUF file; name files that end in .gguf",
        ),
        (
            "[server]\ntab_models = [\"a b.gguf\"]",
            "server.tab_models: `a b.gguf` has a name with other characters than letters, digits, dots, - and _; rename it",
        ),
        (
            "[server]\ntab_models = [\"none.gguf\"]",
            "server.tab_models: `none.gguf` cannot be read (No such file or directory (os error 2))",
        ),
        (
            "[server]\ndrain_seconds = -1",
            "server.drain_seconds: is -1; set a number from 0 to 3600",
        ),
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
            "access.proxy_header: is not a header name; write it like X-Forwarded-User",
        ),
        (
            "[access]\ntrusted_proxies = [\"ten\"]",
            "access.trusted_proxies: `ten` is not an address; write it like 10.0.0.0/8 or 10.1.2.3",
        ),
        (
            "[access]\nmode = \"users\"\nusers = [{ name = \"a\", password_hash = \"hunter2\" }]",
            "access.users.password_hash: is not a hash of argon2id; it begins with $argon2id$, and is not a password",
        ),
        (
            "[limits]\nqueue = \"long\"",
            "limits.queue: is of the type string; write a whole number, without quotation marks",
        ),
        ("[limits]\nconcurrent = 0", "limits.concurrent: is 0; set a number from 1 to 1000000"),
        (
            "[limits]\ncost_per_day = -0.5",
            "limits.cost_per_day: is -0.5; set a number from 0 upwards",
        ),
        (
            "[limits]\ncost_per_day = nan",
            "limits.cost_per_day: is nan; set a number from 0 upwards",
        ),
        (
            "[limits]\nbody_megabytes = 2\nimage_megabytes = 5",
            "limits.image_megabytes: is larger than `body_megabytes`, 2; an image is part of a request",
        ),
        (
            "[limits]\nredis = { env = \"SET\" }",
            "limits.redis: is not an address of Redis; the variable or file holds one like redis://127.0.0.1:6379",
        ),
        (
            "[discovery]\nlocal = \"yes\"",
            "discovery.local: is of the type string; write `true` or `false`, without quotation marks",
        ),
        (
            "[discovery]\nports = [0]",
            "discovery.ports: has an entry that is not a number from 1 to 65535",
        ),
        (
            "[telemetry]\notlp_endpoint = \"collector\"",
            "telemetry.otlp_endpoint: `collector` is not an address; write it like http://127.0.0.1:11434/v1",
        ),
        (
            "[provider]",
            "provider: is of the type table; write a list of tables, each below [[provider]]",
        ),
        (
            "[server]\nlog = ",
            "is not valid TOML here: string values must be quoted, expected literal string",
        ),
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
        (
            "headers = { \"a b\" = \"x\" }",
            "headers: `a b` is not a header name; write it like X-Title",
        ),
        (
            "query = { api_key = \"sk-very-secret\" }",
            "query: `api_key` would put a key into addresses; use `key` and `auth`",
        ),
        (
            "query = { version = 5 }",
            "query: the value of `version` is not text; put it into quotation marks",
        ),
    ] {
        let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("nowhere").display().to_string();
        let text = format!("{provider}{line}");
        let said = parse(&text, &[]).unwrap_err();
        assert!(!said.contains("sk-very-secret"), "{said}");
        let first = said.lines().next().unwrap();
        assert_eq!(
            first,
            format!("insitu.toml:4: provider.{}", wanted.replace("NOWHERE", &nowhere))
        );
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
        (
            "fallback = \"m\"",
            "fallback: leads back to `m` (m → m); let the last one have no fallback",
        ),
        (
            "price = { input = 1 }",
            "price.output: is missing; a price has `input` and `output`, for a million tokens each",
        ),
        (
            "price = { input = 1, output = 2, currency = \"euro\" }",
            "price.currency: is not a currency; it has the three letters of ISO 4217, as \"USD\" or \"EUR\"",
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
    let provider =
        |id: &str| format!("[[provider]]\nid = \"{id}\"\nbase_url = \"http://127.0.0.1:1/v1\"\n");
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
            "insitu.toml:4: provider.base_url: this is not an address; write it like http://127.0.0.1:11434/v1",
            "insitu.toml:5: provider.id: `a b` is not an id; write letters, digits, `.`, `-` and `_`",
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
