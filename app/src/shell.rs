//! The document around the page: head, assets and the script that starts the browser's program.
//!
//! Knows where the assets are and the response's nonce; the content of the page is [`App`]'s.

use leptos::prelude::*;
use serde::Deserialize;

use crate::{App, FailureTemplate, Sprite, actions::Actions, session::Session};

/// The addresses of the built assets, from `assets.json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Assets {
    /// The page's JavaScript module, which loads `page_wasm`.
    #[serde(rename = "page.js")]
    pub page_js: String,
    /// The page's WebAssembly.
    #[serde(rename = "page.wasm")]
    pub page_wasm: String,
    /// The source of the script that begins Python's start, which is inline in the document. Not in
    /// `assets.json`.
    #[serde(skip)]
    pub runtime_script: String,
    /// The source of the script that registers the service worker, inline as well. Not in
    /// `assets.json`.
    #[serde(skip)]
    pub offline_script: String,
    /// The address of the runtime's manifest.
    #[serde(rename = "manifest.json")]
    pub manifest: String,
    /// The manifest's entries for the files that a start takes, as JSON. Not in `assets.json`.
    #[serde(skip)]
    pub core: String,
    /// The stylesheet.
    #[serde(rename = "page.css")]
    pub page_css: String,
    /// The module that highlights Python, loaded with the first code that is shown.
    #[serde(rename = "highlight.js")]
    pub highlight_js: String,
    /// The completion for editors, loaded when one of them is opened.
    #[serde(rename = "console.js")]
    pub console_js: String,
    /// The code editor, loaded with the first code that a user edits.
    #[serde(rename = "editor.js")]
    pub editor_js: String,
    /// The widgets that show results, loaded with the first of them.
    #[serde(rename = "results.js")]
    pub results_js: String,
    /// The module that starts that worker.
    #[serde(rename = "exports.js")]
    pub exports_js: String,
    /// The script of the worker that exports, which loads `export_module_wasm`; loaded when a
    /// session is exported or opened from a file.
    #[serde(rename = "export_module.js")]
    pub export_module_js: String,
    /// The exports.
    #[serde(rename = "export_module.wasm")]
    pub export_module_wasm: String,
    /// The storage for sessions, loaded when a stored session is restored, and otherwise once Python runs.
    #[serde(rename = "storage.js")]
    pub storage_js: String,
    /// The module that asks the user's endpoint from the page, loaded when one is connected.
    #[serde(rename = "endpoint.js")]
    pub endpoint_js: String,
    /// The module that runs a model from a file in the tab, loaded when the menu of models is
    /// opened.
    #[serde(rename = "local_model.js")]
    pub local_model_js: String,
    /// The script of its worker, and llama.cpp, loaded with a model.
    #[serde(rename = "local_model_worker.js")]
    pub local_model_worker_js: String,
    /// llama.cpp.
    #[serde(rename = "local_model_engine.wasm")]
    pub local_model_engine_wasm: String,
    /// The engine for browsers without 64-bit memory, and its script.
    #[serde(rename = "local_model_engine_32.wasm")]
    pub local_model_engine_32_wasm: String,
    /// See `local_model_engine_32_wasm`.
    #[serde(rename = "local_model_engine_32.js")]
    pub local_model_engine_32_js: String,
    /// The module that talks with the page around this one, loaded if there is one that may
    /// embed it.
    #[serde(rename = "embedding.js")]
    pub embedding_js: String,
}

/// Returns an address of the site relative to the document.
fn relative(address: &str) -> String {
    format!(".{address}")
}

/// Renders the whole document. `nonce` is the one that the response's content security policy
/// allows for scripts. `endpoint` is the origin that the policy admits besides this server, empty
/// if none, and `None` where no user may choose one. `embed_in` has the origins whose pages may
/// embed this one. `keep_files` says whether the browser keeps small files of the user without
/// asking, and `offline` whether the browser may keep the page for when the server cannot
/// be reached.
pub fn shell(
    assets: &Assets,
    nonce: &str,
    endpoint: Option<&str>,
    embed_in: &[String],
    keep_files: bool,
    offline: bool,
) -> impl IntoView + use<> {
    let Assets {
        page_js,
        page_wasm,
        runtime_script,
        offline_script,
        manifest,
        core,
        page_css,
        highlight_js,
        console_js,
        editor_js,
        results_js,
        exports_js,
        export_module_js,
        export_module_wasm,
        storage_js,
        endpoint_js,
        local_model_js,
        local_model_worker_js,
        local_model_engine_wasm,
        local_model_engine_32_wasm,
        local_model_engine_32_js,
        embedding_js,
    } = assets.clone();
    // Debug would quote as Rust does; JSON's quoting is JavaScript's, and `<` must not end the
    // script early.
    let quoted = |text: &str| serde_json::Value::from(text).to_string().replace('<', "\\u003c");
    // Relative to the document, which may be in a folder of its host.
    let quoted_address = |address: &str| quoted(&relative(address));
    // What a module gets would be relative to the module.
    let resolved = |address: &str| format!("at({})", quoted_address(address));
    // Only a script can write `import()`, so this one leaves what imports the others where the
    // page's program finds them.
    let start = format!(
        "import init, * as page from {}; const at = (address) => new URL(address, document.baseURI).href; const parts = globalThis.insituPage ??= {{}}; \
         await init({{ module_or_path: {} }}); \
         parts.results = () => import({}); \
         parts.console = () => import({}); \
         parts.editor = () => import({}); \
         parts.storage = () => import({}); \
         parts.endpointOrigin ??= {}; \
         parts.endpoint = () => import({}); \
         parts.localModel = async () => {{ const model = await import({}); model.useEngine([{}, {}, {}, {}], page.Sha256); return model; }}; \
         parts.exports = async () => (await import({})).openExports({}, {}); \
         parts.highlighter = () => import({}).then((module) => {{ parts.highlight = module.tokens; }}); page.hydrate();",
        quoted_address(&page_js),
        resolved(&page_wasm),
        quoted_address(&results_js),
        quoted_address(&console_js),
        quoted_address(&editor_js),
        quoted_address(&storage_js),
        quoted(endpoint.unwrap_or_default()),
        quoted_address(&endpoint_js),
        quoted_address(&local_model_js),
        resolved(&local_model_worker_js),
        resolved(&local_model_engine_wasm),
        resolved(&local_model_engine_32_wasm),
        resolved(&local_model_engine_32_js),
        quoted_address(&exports_js),
        resolved(&export_module_js),
        resolved(&export_module_wasm),
        quoted_address(&highlight_js)
    );
    // The page around this one waits for this module's answer.
    let start = if embed_in.is_empty() {
        start
    } else {
        let origins = embed_in.iter().map(|origin| quoted(origin)).collect::<Vec<_>>().join(", ");
        let module = quoted_address(&embedding_js);
        format!(
            "{start} if (parent !== self) import({module}).then((module) => module.listen([{origins}]));"
        )
    };
    let nonce = nonce.to_owned();
    let endpoints = endpoint.is_none().then_some("off");
    let keep_files = (!keep_files).then_some("ask");
    let limits = serde_json::to_string(&kernel::protocol::Limits::default()).unwrap_or_default();
    let offline = offline.then(|| {
        view! {
            <link rel="manifest" href="./manifest.webmanifest" />
            <script nonce=nonce.clone()>{offline_script}</script>
        }
    });
    view! {
        <!DOCTYPE html>
        <html lang="en" data-endpoints=endpoints data-keep-files=keep_files>
            <head>
                <meta charset="utf-8" />
                <meta name="insitu:core" content=core />
                <meta name="insitu:manifest" content=manifest />
                <meta name="insitu:limits" content=limits />
                <link rel="modulepreload" href=relative(&page_js) nonce=nonce.clone() />
                <link rel="preload" href=relative(&page_wasm) r#as="fetch" r#type="application/wasm" crossorigin="anonymous" />
                <script nonce=nonce.clone()>{runtime_script}</script>
                {offline}
                <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
                <meta name="color-scheme" content="light dark" />
                <meta name="theme-color" content="#faf9f7" media="(prefers-color-scheme: light)" />
                <meta name="theme-color" content="#171715" media="(prefers-color-scheme: dark)" />
                <title inner_html=words::shell_insitu_ask_your_data()></title>
                <meta
                    name="description"
                    content=words::shell_a_code_interpreter_that()
                />
                <link rel="icon" type="image/svg+xml" href="./icons/insitu.svg" />
                <link rel="stylesheet" href=relative(&page_css) />
                <meta name="insitu:highlight" content=relative(&highlight_js) />

                <script type="module" nonce=nonce>
                    {start}
                </script>
            </head>
            <body>
                <App session=Session::new() actions=Actions::inert() />
                <Sprite />
                <FailureTemplate />
            </body>
        </html>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> Assets {
        Assets {
            page_js: "/pkg/a.js".to_owned(),
            page_wasm: "/pkg/a.wasm".to_owned(),
            runtime_script: String::new(),
            offline_script: String::new(),
            core: String::new(),
            manifest: "/kernel/m.json".to_owned(),
            page_css: "/pkg/a.css".to_owned(),
            highlight_js: "/pkg/h.js".to_owned(),
            console_js: "/pkg/o.js".to_owned(),
            editor_js: "/pkg/c.js".to_owned(),
            results_js: "/pkg/r.js".to_owned(),
            exports_js: "/pkg/i.js".to_owned(),
            export_module_js: "/pkg/x.js".to_owned(),
            export_module_wasm: "/pkg/x.wasm".to_owned(),
            storage_js: "/pkg/s.js".to_owned(),
            endpoint_js: "/pkg/n.js".to_owned(),
            local_model_js: "/pkg/t.js".to_owned(),
            local_model_worker_js: "/pkg/u.js".to_owned(),
            local_model_engine_wasm: "/pkg/u.wasm".to_owned(),
            local_model_engine_32_wasm: "/pkg/v.wasm".to_owned(),
            local_model_engine_32_js: "/pkg/v.js".to_owned(),
            embedding_js: "/pkg/b.js".to_owned(),
        }
    }

    #[test]
    fn assets_are_read_under_their_logical_names() -> Result<(), serde_json::Error> {
        let json = r#"{"page.js":"/pkg/a.js","page.wasm":"/pkg/a.wasm","page.css":"/pkg/a.css","highlight.js":"/pkg/h.js",
            "console.js":"/pkg/o.js","editor.js":"/pkg/c.js","manifest.json":"/kernel/m.json","results.js":"/pkg/r.js","storage.js":"/pkg/s.js","exports.js":"/pkg/i.js",
            "export_module.js":"/pkg/x.js","export_module.wasm":"/pkg/x.wasm",
            "endpoint.js":"/pkg/n.js","local_model.js":"/pkg/t.js","local_model_worker.js":"/pkg/u.js","local_model_engine.wasm":"/pkg/u.wasm","local_model_engine_32.wasm":"/pkg/v.wasm","local_model_engine_32.js":"/pkg/v.js","embedding.js":"/pkg/b.js","more":"x"}"#;
        assert_eq!(serde_json::from_str::<Assets>(json)?, assets());
        Ok(())
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn the_document_starts_the_page_with_the_nonce_and_styles_nothing_inline() {
        let assets = Assets {
            runtime_script: "if (1 < 2) begin(() => {});".to_owned(),
            offline_script: "if (2 < 3) keep();".to_owned(),
            core: "[7]".to_owned(),
            ..assets()
        };
        let document = Owner::new().with(|| {
            shell(&assets, "n0nce", Some("https://api.example.org"), &[], true, false).to_html()
        });
        for part in [
            "<!DOCTYPE html><html lang=\"en\">",
            "<title>Insitu: ask your data, in your browser</title>",
            "<script type=\"module\" nonce=\"n0nce\">import init, * as page from \"./pkg/a.js\"; \
             const at = (address) => new URL(address, document.baseURI).href; const parts = globalThis.insituPage ??= {};",
            "await init({ module_or_path: at(\"./pkg/a.wasm\") });",
            "parts.results = () => import(\"./pkg/r.js\");",
            "parts.console = () => import(\"./pkg/o.js\");",
            "parts.editor = () => import(\"./pkg/c.js\");",
            "parts.storage = () => import(\"./pkg/s.js\");",
            "parts.endpointOrigin ??= \"https://api.example.org\"; parts.endpoint = () => import(\"./pkg/n.js\");",
            "parts.exports = async () => (await import(\"./pkg/i.js\")).openExports(at(\"./pkg/x.js\"), at(\"./pkg/x.wasm\"));",
            "parts.highlighter = () => import(\"./pkg/h.js\").then((module) => { \
             parts.highlight = module.tokens; }); page.hydrate();",
            "<script nonce=\"n0nce\">if (1 < 2) begin(() => {});</script>",
            "<meta name=\"insitu:core\" content=\"[7]\">",
            "<meta name=\"insitu:manifest\" content=\"/kernel/m.json\">",
            "<meta name=\"insitu:limits\" content=\"{&quot;streamBytes&quot;:1048576,",
            "<link rel=\"stylesheet\" href=\"./pkg/a.css\">",
            "<meta name=\"insitu:highlight\" content=\"./pkg/h.js\">",
            "data-testid=\"sample-sales\"",
            "<template id=\"failure\"><dialog",
            "<use href=\"#icon-send\"></use>",
            "<symbol id=\"icon-check\" viewBox=\"0 0 16 16\"><path d=\"M3.5 8.5l3 3 6-7\">",
        ] {
            assert!(document.contains(part), "{part} is missing in {document}");
        }
        assert!(
            !document.contains(" style=") && !document.contains("data-endpoints"),
            "{document}"
        );
        assert!(
            !document.contains("keep()") && !document.contains("manifest.webmanifest"),
            "{document}"
        );
        let without =
            Owner::new().with(|| shell(&assets, "n0nce", None, &[], true, false).to_html());
        for part in ["<html lang=\"en\" data-endpoints=\"off\">", "parts.endpointOrigin ??= \"\";"]
        {
            assert!(without.contains(part), "{part} is missing in {without}");
        }
        assert!(!without.contains("/pkg/b.js"), "it may not be embedded: {without}");
        let kept = Owner::new().with(|| shell(&assets, "n0nce", None, &[], true, true).to_html());
        for part in [
            "<script nonce=\"n0nce\">if (2 < 3) keep();</script>",
            "<link rel=\"manifest\" href=\"./manifest.webmanifest\">",
        ] {
            assert!(kept.contains(part), "{part} is missing in {kept}");
        }
        let origins = ["https://a.example".to_owned(), "http://localhost:8000".to_owned()];
        let embedded =
            Owner::new().with(|| shell(&assets, "n0nce", None, &origins, false, false).to_html());
        let part = "page.hydrate(); if (parent !== self) import(\"./pkg/b.js\").then((module) => \
                    module.listen([\"https://a.example\", \"http://localhost:8000\"]));";
        for part in [part, "<html lang=\"en\" data-endpoints=\"off\" data-keep-files=\"ask\">"] {
            assert!(embedded.contains(part), "{part} is missing in {embedded}");
        }
    }
}
