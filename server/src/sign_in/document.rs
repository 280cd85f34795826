//! The documents that a browser gets without access: signing in, signing out, and why there is no
//! access. Plain HTML that works without script, under a policy that allows nothing but its own
//! style and forms.

use std::sync::LazyLock;

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};

use crate::{access::Asks, digest::integrity, headers};

/// The product's tokens, and the rules of these documents.
const STYLE: &str =
    concat!(include_str!("../../../style/tokens.css"), include_str!("document.css"));

static POLICY: LazyLock<Option<HeaderValue>> = LazyLock::new(|| {
    let style = integrity(STYLE);
    let policy = format!(
        "default-src 'none'; style-src '{style}'; img-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).ok()
});

/// What stands above the form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notice {
    /// What went wrong with the last try.
    pub(super) problem: Option<String>,
    /// What else the user should know.
    pub(super) remark: Option<&'static str>,
}

/// Returns the document for signing in. `name` is what was typed before.
pub(super) fn sign_in(status: StatusCode, asks: Asks, name: &str, notice: &Notice) -> Response {
    let remark =
        notice.remark.map(|remark| format!("<p class=\"remark\">{remark}</p>")).unwrap_or_default();
    let problem = notice.problem.as_deref().map(|problem| {
        format!("<p class=\"problem\" role=\"alert\" id=\"problem\">{}</p>", escape(problem))
    });
    let invalid =
        if problem.is_some() { " aria-invalid=\"true\" aria-describedby=\"problem\"" } else { "" };
    // After a mistake the secret is typed again, the name rarely.
    let (first, second) = if name.is_empty() { (" autofocus", "") } else { ("", " autofocus") };
    let fields = match asks {
        Asks::Token => format!(
            "<label for=\"token\">Token</label>\
             <input id=\"token\" name=\"token\" type=\"password\" autocomplete=\"current-password\" required autofocus \
             aria-describedby=\"hint{described}\"{invalid}>\
             <p class=\"hint\" id=\"hint\">Everyone who uses this server has the same one. Ask whoever runs it.</p>",
            described = if problem.is_some() { " problem" } else { "" },
            invalid = if problem.is_some() { " aria-invalid=\"true\"" } else { "" },
        ),
        Asks::Password => format!(
            "<label for=\"name\">Name</label>\
             <input id=\"name\" name=\"name\" value=\"{}\" autocomplete=\"username\" autocapitalize=\"none\" \
             spellcheck=\"false\" required{first}{invalid}>\
             <label for=\"password\">Password</label>\
             <input id=\"password\" name=\"password\" type=\"password\" autocomplete=\"current-password\" \
             required{second}{invalid}>",
            escape(name)
        ),
    };
    let problem = problem.unwrap_or_default();
    let title = if problem.is_empty() { "Sign in" } else { "Error: Sign in" };
    let content = format!(
        "<h1>Sign in</h1>{problem}{remark}\
         <form method=\"post\" action=\"/login\">{fields}<button class=\"main\">Sign in</button></form>"
    );
    document(status, title, "", &content)
}

/// Returns the document for signing out; `name` is empty if everybody has the same token.
pub(super) fn sign_out(name: &str) -> Response {
    let who = if name.is_empty() {
        String::new()
    } else {
        format!(" as <strong>{}</strong>", escape(name))
    };
    let content = format!(
        "<h1>Sign out</h1><p>You are signed in{who}. Your sessions stay stored in this browser: delete them \
         on the page first if others use it too.</p>\
         <form method=\"post\" action=\"/logout\"><div class=\"choices\"><button class=\"main\">Sign out</button>\
         <a class=\"other\" href=\"/\">Back to Insitu</a></div></form>"
    );
    document(StatusCode::OK, "Sign out", "", &content)
}

/// Returns the document that says why there is no access.
pub(super) fn refused(status: StatusCode, why: &str) -> Response {
    let content =
        format!("<h1>No access</h1><p>{}</p><p><a href=\"/\">Try again</a></p>", escape(why));
    document(status, "No access", "", &content)
}

/// Returns a document that opens the page once more, from this server: browsers do not send our
/// cookie with a request that a link on another site made.
pub(super) fn onward() -> Response {
    let refresh = "<meta http-equiv=\"refresh\" content=\"0; url=/\">";
    document(
        StatusCode::OK,
        "Opening",
        refresh,
        "<h1>Opening…</h1><p><a href=\"/\">Open Insitu</a></p>",
    )
}

fn document(status: StatusCode, title: &str, head: &str, content: &str) -> Response {
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{head}\
         <title>{title} – Insitu</title><link rel=\"icon\" href=\"/icons/favicon.svg\" type=\"image/svg+xml\">\
         <style>{STYLE}</style></head><body><main>\
         <p class=\"brand\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
         <path class=\"mark-frame\" d=\"M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3\"/>\
         <path class=\"mark-bars\" d=\"M8 16v-3M12 16V8M16 16v-5\"/></svg>Insitu</p>\
         <div class=\"card\">{content}</div></main></body></html>"
    );
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    let answer = response.headers_mut();
    match &*POLICY {
        Some(policy) => {
            answer.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        }
        None => headers::set(answer, "content-security-policy", "default-src 'none'"),
    }
    headers::set(answer, "content-type", "text/html; charset=utf-8");
    headers::set(answer, "permissions-policy", headers::PERMISSIONS_POLICY);
    // Under `no-referrer` a form's origin would be `null`, which the check of origins refuses.
    headers::set(answer, "referrer-policy", "same-origin");
    headers::set_no_store(answer);
    response
}

/// Returns text that is safe within elements and quoted attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(escape("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
    }

    #[test]
    fn the_style_ends_where_its_element_does() {
        assert!(!STYLE.contains("</"));
        assert!(!STYLE.contains("@import") && !STYLE.contains("url("));
    }
}
