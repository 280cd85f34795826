//! Files that say which headers common static hosts should send. The page works without any of them: what only a header can do is said in `docs/deploy.md`.

/// The headers of every file: those of `headers::common`, which isolate the page and keep other sites out.
const HEADERS: [(&str, &str); 6] = [
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    // What a document cannot say of itself.
    ("Content-Security-Policy", "frame-ancestors 'self'"),
];
const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK: &str = "no-cache";
/// Folders whose files have a hash in their names.
const HASHED: [&str; 3] = ["kernel", "pkg", "runtime"];

/// Returns the files' names and contents.
pub(super) fn files() -> [(&'static str, String); 3] {
    [("_headers", netlify()), ("insitu.nginx.conf", nginx()), ("insitu.Caddyfile", caddy())]
}

/// `_headers` of Netlify and Cloudflare Pages. Rules add up, so that no file gets two of one name.
fn netlify() -> String {
    let headers: String = HEADERS.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect();
    let forever: String =
        HASHED.iter().map(|folder| format!("/{folder}/*\n  Cache-Control: {FOREVER}\n")).collect();
    let ask: String = ["/", "/index.html", "/service-worker.js"]
        .iter()
        .map(|path| format!("{path}\n  Cache-Control: {ASK}\n"))
        .collect();
    format!("/*\n{headers}{forever}{ask}")
}

/// For `include` in a `server` block of nginx whose `root` is the folder.
fn nginx() -> String {
    let headers: String =
        HEADERS.iter().map(|(name, value)| format!("    add_header {name} \"{value}\" always;\n")).collect();
    let folders = HASHED.join("|");
    format!(
        "# In a server block, with `root` set to this folder: include /path/to/insitu.nginx.conf;\n\
         # Below a path, put it in front of the paths of both locations.\n\
         location ~ ^/(?:{folders})/ {{\n    gzip_static on;\n{headers}    add_header Cache-Control \"{FOREVER}\" always;\n}}\n\
         location / {{\n    index index.html;\n    gzip_static on;\n{headers}    add_header Cache-Control \"{ASK}\" always;\n}}\n"
    )
}

/// For `import` in a site of Caddy's.
fn caddy() -> String {
    let headers: String = HEADERS.iter().map(|(name, value)| format!("    {name} \"{value}\"\n")).collect();
    let paths: Vec<_> = HASHED.iter().map(|folder| format!("*/{folder}/*")).collect();
    format!(
        "# In a site: root * /path/to/this/folder, then import /path/to/insitu.Caddyfile\n\
         header {{\n{headers}    Cache-Control {ASK}\n}}\n@hashed path {}\nheader @hashed Cache-Control \"{FOREVER}\"\n\
         file_server {{\n    precompressed zstd br gzip\n}}\n",
        paths.join(" ")
    )
}
