//! Files that say which headers common static hosts should send. The page works without any of
//! them: what only a header can do is said in `docs/deploy.md`.

/// Returns the headers of every file: those of `headers::common`, which isolate the page, and which
/// sites may embed it.
fn headers(embed_in: &[String]) -> [(&'static str, String); 6] {
    let resources = if embed_in.is_empty() { "same-origin" } else { "cross-origin" };
    let ancestors =
        embed_in.iter().fold("'self'".to_owned(), |all, origin| format!("{all} {origin}"));
    [
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Embedder-Policy", "require-corp".to_owned()),
        ("Cross-Origin-Resource-Policy", resources.to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "no-referrer".to_owned()),
        // What a document cannot say of itself.
        ("Content-Security-Policy", format!("frame-ancestors {ancestors}")),
    ]
}

const FOREVER: &str = "public, max-age=31536000, immutable";
const ASK: &str = "no-cache";
/// The header of the script that pages of other sites load.
const FOR_OTHER_SITES: &str = "Access-Control-Allow-Origin: *";
/// Folders whose files have a hash in their names.
const HASHED: [&str; 3] = ["kernel", "pkg", "runtime"];

/// Returns the files' names and contents. Pages of the origins in `embed_in` may embed the page.
pub(super) fn files(embed_in: &[String]) -> [(&'static str, String); 3] {
    let headers = headers(embed_in);
    [
        ("_headers", netlify(&headers)),
        ("insitu.nginx.conf", nginx(&headers)),
        ("insitu.Caddyfile", caddy(&headers)),
    ]
}

/// `_headers` of Netlify and Cloudflare Pages. Rules add up, so that no file gets two of one name.
fn netlify(headers: &[(&str, String)]) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("  {name}: {value}\n")).collect();
    let forever: String =
        HASHED.iter().map(|folder| format!("/{folder}/*\n  Cache-Control: {FOREVER}\n")).collect();
    let ask: String = ["/", "/index.html", "/service-worker.js"]
        .iter()
        .map(|path| format!("{path}\n  Cache-Control: {ASK}\n"))
        .collect();
    format!("/*\n{headers}{forever}{ask}/embed.js\n  {FOR_OTHER_SITES}\n")
}

/// For `include` in a `server` block of nginx whose `root` is the folder.
fn nginx(headers: &[(&str, String)]) -> String {
    let headers: String = headers
        .iter()
        .map(|(name, value)| format!("    add_header {name} \"{value}\" always;\n"))
        .collect();
    let folders = HASHED.join("|");
    format!(
        "# In a server block, with `root` set to this folder: include /path/to/insitu.nginx.conf;\n\
         # Below a path, put it in front of the paths of the locations.\n\
         location ~ ^/(?:{folders})/ {{\n    gzip_static on;\n{headers}    add_header Cache-Control \"{FOREVER}\";\n}}\n\
         location = /embed.js {{\n    gzip_static on;\n{headers}    add_header Access-Control-Allow-Origin * always;\n    add_header Cache-Control \"{ASK}\" always;\n}}\n\
         location / {{\n    index index.html;\n    gzip_static on;\n{headers}    add_header Cache-Control \"{ASK}\" always;\n}}\n"
    )
}

/// For `import` in a site of Caddy's.
fn caddy(headers: &[(&str, String)]) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("    {name} \"{value}\"\n")).collect();
    let paths: Vec<_> = HASHED.iter().map(|folder| format!("*/{folder}/*")).collect();
    // Caddy applies a matcher-less directive last, so that each of the two needs one.
    let hashed = format!("    path {}\n    file\n", paths.join(" "));
    format!(
        "# In a site: root * /path/to/this/folder, then import /path/to/insitu.Caddyfile\n\
         header {{\n{headers}}}\n\
         @hashed {{\n{hashed}}}\nheader @hashed Cache-Control \"{FOREVER}\"\n\
         @other not {{\n{hashed}}}\nheader @other Cache-Control {ASK}\n\
         @embed path */embed.js\nheader @embed Access-Control-Allow-Origin *\n\
         file_server {{\n    precompressed zstd br gzip\n}}\n"
    )
}
