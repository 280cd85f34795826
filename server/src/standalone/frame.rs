//! The frames' documents on a static host: a document of the site's origin around the sandboxed
//! one.
//!
//! The outer document carries the policy, which the inner one inherits as every `srcdoc` does; the
//! outer one's script is fixed and does nothing but pass on the page's ports. So the inner document
//! has its opaque origin and its policy without any header, cannot leave for another address (the
//! outer policy allows no frame), and is isolated if the page is.

use axum::http::HeaderValue;

use crate::{StartError, assets, digest::integrity, headers, site::Site};

/// Passes the page's one message with its ports on to the inner document.
const PASS_ON: &str = "addEventListener(\"message\",(e)=>{if(e.source===parent)frames[0].postMessage(e.data,\"*\",[...e.ports])})";

/// Directives that a document cannot set for itself. The first is an attribute of the inner frame.
const ONLY_IN_HEADERS: [&str; 2] = ["sandbox", "frame-ancestors"];

/// Returns the kernel's document.
pub(super) fn kernel(site: &Site) -> Result<String, StartError> {
    around(site, "kernel/frame.js", "Insitu kernel", "", |hash| headers::frame_policy(hash, &[]))
}

/// Returns the document that shows rendered results. Its policy lets it style itself.
pub(super) fn render(site: &Site) -> Result<String, StartError> {
    let style = "<meta name=\"color-scheme\" content=\"light dark\"><style>html,body{margin:0;height:100%;background:transparent}\
                 iframe{display:block;width:100%;height:100%;border:0}</style>";
    around(site, "render/frame.js", "Insitu result", style, |hash| {
        headers::render_policy(hash, &[])
    })
}

fn around(
    site: &Site,
    path: &str,
    title: &str,
    head: &str,
    policy: fn(&str) -> Option<HeaderValue>,
) -> Result<String, StartError> {
    let wrong = |problem: &str| site.wrong(path, problem.to_owned());
    let script = assets::inline_script(site, path)?;
    let header = policy(&integrity(&script)).ok_or_else(|| wrong("its hash cannot be written"))?;
    let header = header.to_str().map_err(|_| wrong("its policy cannot be written"))?;
    let policy = in_document(header, Some(&integrity(PASS_ON)));
    // The inner document inherits the outer one's policy. It states its own too, since WebKit
    // reports violations of that one only.
    let own = in_document(header, None);
    let inner = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"{own}\">\
         <title>{title}</title><script>{script}</script></html>"
    );
    Ok(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\
         <title>{title}</title>{head}<body><iframe sandbox=\"allow-scripts\" allow=\"cross-origin-isolated\" title=\"{title}\" \
         srcdoc=\"{}\"></iframe><script>{PASS_ON}</script></body></html>",
        inner.replace('&', "&amp;").replace('"', "&quot;")
    ))
}

/// Returns a policy of a header as a document can have it, with one more script allowed if there is
/// one.
fn in_document(policy: &str, script: Option<&str>) -> String {
    let directives =
        policy.split(';').map(|directive| directive.split_whitespace().collect::<Vec<_>>());
    let kept =
        directives.filter(|words| !words.first().is_none_or(|name| ONLY_IN_HEADERS.contains(name)));
    let written = kept.map(|words| match (words.first(), script) {
        (Some(&"script-src"), Some(script)) => format!("{} '{script}'", words.join(" ")),
        _ => words.join(" "),
    });
    written.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_keeps_everything_that_a_document_can_have() {
        let header = "sandbox allow-scripts; default-src 'none'; script-src 'sha256-a'  'wasm-unsafe-eval'; connect-src 'none'; frame-ancestors 'self'";
        assert_eq!(
            in_document(header, Some("sha256-b")),
            "default-src 'none'; script-src 'sha256-a' 'wasm-unsafe-eval' 'sha256-b'; connect-src 'none'"
        );
        assert_eq!(
            in_document(header, None),
            "default-src 'none'; script-src 'sha256-a' 'wasm-unsafe-eval'; connect-src 'none'"
        );
    }
}
