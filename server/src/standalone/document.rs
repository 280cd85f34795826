//! The page's document on a static host: its policy, and the names of what a server would answer at
//! fixed addresses.

use super::Form;
use crate::digest::integrity;

/// The web app manifest: with it, browsers offer to install the page.
pub(super) const MANIFEST: &str = r##"{
  "name": "Insitu",
  "short_name": "Insitu",
  "description": "Ask your data: Python runs in this browser, and no file leaves it.",
  "start_url": "./",
  "scope": "./",
  "display": "standalone",
  "background_color": "#faf9f7",
  "theme_color": "#faf9f7",
  "icons": [
    { "src": "icons/insitu.svg", "sizes": "any", "type": "image/svg+xml" },
    { "src": "icons/insitu-192.png", "sizes": "192x192", "type": "image/png" },
    { "src": "icons/insitu-512.png", "sizes": "512x512", "type": "image/png" }
  ]
}
"##;

/// What stands at the head of every document that the server renders.
const HEAD: &str = "<meta charset=\"utf-8\">";

/// The paths of what the page finds by name.
pub(super) struct Names<'a> {
    /// The document of the kernel's frame.
    pub(super) kernel: String,
    /// The document of the frame of rendered results.
    pub(super) render: String,
    /// The list of renderers.
    pub(super) manifest: String,
    /// Where the document is used.
    pub(super) form: &'a Form,
}

/// Returns `page`, which the server rendered with a nonce, as a document that needs no server: its
/// policy allows its scripts by their hashes, and `first`, which narrows the policy to the page's
/// address, runs before them.
///
/// # Errors
/// The page has not the form that the server writes.
pub(super) fn standalone(page: &str, first: &str, names: &Names<'_>) -> Result<String, String> {
    let page = without_nonces(page)?;
    let mut hashes = vec![hash(first)];
    hashes.extend(scripts(&page)?.into_iter().map(hash));
    let hashes = hashes.join(" ");
    let Names { kernel, render, manifest, form } = names;
    let form_meta = match form {
        Form::Exported { gzipped, .. } => {
            format!("<meta name=\"insitu:gzipped\" content=\"{}\">", gzipped.join(" "))
        }
        Form::Offline { .. } => "<meta name=\"insitu:offline\" content=\"yes\">".to_owned(),
    };
    let head = format!(
        "{HEAD}<meta http-equiv=\"Content-Security-Policy\" content=\"{}\"><meta name=\"insitu:scripts\" content=\"{hashes}\">\
         <meta name=\"insitu:kernel-frame\" content=\"./{kernel}\"><meta name=\"insitu:render-frame\" content=\"./{render}\">\
         <meta name=\"insitu:render-manifest\" content=\"./{manifest}\">{form_meta}<link rel=\"manifest\" href=\"./manifest.webmanifest\">\
         <link rel=\"apple-touch-icon\" href=\"./icons/insitu-192.png\"><script>{first}</script>",
        policy(&hashes, form)
    );
    if page.matches(HEAD).count() != 1 {
        return Err(format!("`{HEAD}` is not there once"));
    }
    Ok(page.replacen(HEAD, &head, 1))
}

/// Returns the document's policy. What depends on the address, `first` adds as a second one, which
/// can only narrow this.
fn policy(hashes: &str, form: &Form) -> String {
    // Only a page on a static host registers its service worker itself.
    let (worker, types) = match form {
        Form::Exported { .. } => ("'self'", "insitu-service-worker"),
        Form::Offline { .. } => ("'none'", "'none'"),
    };
    let endpoints = match form {
        Form::Exported { direct: false, .. } | Form::Offline { direct: false } => "",
        _ => " https: http://localhost:* http://127.0.0.1:*",
    };
    format!(
        "default-src 'none'; script-src 'self' {hashes} 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'{endpoints}; \
         img-src 'self' blob: data:; font-src 'self'; frame-src 'self'; worker-src {worker}; manifest-src 'self'; \
         form-action 'none'; base-uri 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types {types}"
    )
}

fn hash(script: &str) -> String {
    format!("'{}'", integrity(script))
}

/// Returns the page without the attributes that have the response's nonce.
fn without_nonces(page: &str) -> Result<String, String> {
    let (_, rest) = page.split_once(" nonce=\"").ok_or("it has no nonce")?;
    let (nonce, _) = rest.split_once('"').ok_or("its nonce has no end")?;
    Ok(page.replace(&format!(" nonce=\"{nonce}\""), ""))
}

/// Returns the sources of the scripts in the document, none of which can hold `</script`.
fn scripts(page: &str) -> Result<Vec<&str>, String> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, from)) = rest.split_once("<script") {
        let (attributes, body) = from.split_once('>').ok_or("a script has no beginning")?;
        let (source, after) = body.split_once("</script>").ok_or("a script has no end")?;
        if attributes.contains("src=") {
            return Err("a script is loaded by its address".to_owned());
        }
        found.push(source);
        rest = after;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(form: &Form) -> Names<'_> {
        Names {
            kernel: "kernel/k.html".to_owned(),
            render: "render/r.html".to_owned(),
            manifest: "m.json".to_owned(),
            form,
        }
    }

    fn exported() -> Form {
        Form::Exported { gzipped: Vec::new(), embedded: false, direct: true }
    }

    #[test]
    fn a_document_for_browsers_without_network_makes_no_worker_and_admits_endpoints_where_they_are_allowed()
    -> Result<(), String> {
        let page = "<meta charset=\"utf-8\"><script nonce=\"n\">a</script>";
        for (form, wanted) in [
            (
                exported(),
                [
                    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*;",
                    "worker-src 'self';",
                    "trusted-types insitu-service-worker\"",
                    "insitu:gzipped",
                ],
            ),
            (
                Form::Exported { gzipped: Vec::new(), embedded: false, direct: false },
                [
                    "connect-src 'self';",
                    "worker-src 'self';",
                    "trusted-types insitu-service-worker\"",
                    "insitu:gzipped",
                ],
            ),
            (
                Form::Offline { direct: true },
                [
                    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*;",
                    "worker-src 'none';",
                    "trusted-types 'none'\"",
                    "insitu:offline",
                ],
            ),
            (
                Form::Offline { direct: false },
                [
                    "connect-src 'self';",
                    "worker-src 'none';",
                    "trusted-types 'none'\"",
                    "insitu:offline",
                ],
            ),
        ] {
            let document = standalone(page, "first()", &names(&form))?;
            for part in wanted {
                assert!(document.contains(part), "{part} is missing: {document}");
            }
            assert_eq!(
                document.contains("insitu:offline"),
                matches!(form, Form::Offline { .. }),
                "a page on a static host has a server"
            );
        }
        Ok(())
    }

    #[test]
    fn every_script_of_the_document_is_allowed_by_its_hash_and_no_nonce_stays() -> Result<(), String>
    {
        let page = "<html><head><meta charset=\"utf-8\"><script nonce=\"n\">a(1 < 2)</script></head><body><script type=\"module\" nonce=\"n\">b</script></body></html>";
        let document = standalone(page, "first()", &names(&exported()))?;
        assert!(!document.contains("nonce"), "{document}");
        let sources = scripts(&document)?;
        assert_eq!(sources, ["first()", "a(1 < 2)", "b"]);
        for source in sources {
            assert_eq!(
                document.matches(&hash(source)).count(),
                2,
                "the policy and the list for `first` have it"
            );
        }
        Ok(())
    }

    #[test]
    fn a_page_of_another_form_is_refused() {
        for page in [
            "<meta charset=\"utf-8\"><script>a</script>",
            "<script nonce=\"n\">a</script>",
            "<meta charset=\"utf-8\"><script nonce=\"n\" src=\"x\"></script>",
            "<meta charset=\"utf-8\"><script nonce=\"n\">a",
        ] {
            assert!(standalone(page, "", &names(&exported())).is_err(), "{page}");
        }
    }
}
