//! Which form of a file is sent, by the `Accept-Encoding` of the request.

use axum::http::{HeaderMap, header};

/// A form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Decompresses fastest, so that it is preferred.
    Zstd,
    /// Brotli.
    Brotli,
    /// The content itself.
    Plain,
}

impl Form {
    /// All forms, the preferred one first.
    pub(super) const ALL: [Self; 3] = [Self::Zstd, Self::Brotli, Self::Plain];

    /// Returns its name in `Content-Encoding`.
    pub(super) const fn encoding(self) -> Option<&'static str> {
        match self {
            Self::Zstd => Some("zstd"),
            Self::Brotli => Some("br"),
            Self::Plain => None,
        }
    }

    /// Returns the name of the file that has it.
    pub(super) fn file(self, name: &str) -> String {
        match self {
            Self::Zstd => format!("{name}.zst"),
            Self::Brotli => format!("{name}.br"),
            Self::Plain => name.to_owned(),
        }
    }
}

/// Returns the form that the client wants most of those that `exists` says are there; of equals the
/// preferred one. A client that accepts none of them gets the content in plain.
pub(super) fn choose(headers: &HeaderMap, exists: impl Fn(Form) -> bool) -> Form {
    let mut best = (Form::Plain, 0.0);
    for form in Form::ALL.into_iter().filter(|form| exists(*form)) {
        let quality = quality(headers, form.encoding().unwrap_or("identity"));
        // What the content itself is worth, if nothing is said of it: less than anything that is
        // accepted.
        let quality = quality.unwrap_or(if form == Form::Plain { 0.0001 } else { 0.0 });
        if quality > best.1 {
            best = (form, quality);
        }
    }
    best.0
}

/// Returns the quality that the request states for an encoding.
fn quality(headers: &HeaderMap, encoding: &str) -> Option<f32> {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .find_map(|part| {
            let mut parts = part.split(';').map(str::trim);
            if !parts.next()?.eq_ignore_ascii_case(encoding) {
                return None;
            }
            let stated = parts.find_map(|parameter| parameter.strip_prefix("q="));
            Some(stated.map_or(1.0, |number| number.parse().unwrap_or(0.0)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_that_is_wanted_most_is_chosen() {
        for (accepted, forms, wanted) in [
            ("gzip, deflate, br, zstd", &[Form::Zstd, Form::Brotli, Form::Plain][..], Form::Zstd),
            ("gzip, deflate, br, zstd", &[Form::Brotli, Form::Plain], Form::Brotli),
            ("gzip, deflate, BR", &[Form::Zstd, Form::Brotli, Form::Plain], Form::Brotli),
            ("br;q=0.5, zstd; q=0.4", &[Form::Zstd, Form::Brotli, Form::Plain], Form::Brotli),
            ("br;q=0, gzip", &[Form::Brotli, Form::Plain], Form::Plain),
            ("br;q=0.5, identity", &[Form::Brotli, Form::Plain], Form::Plain),
            ("br;q=odd", &[Form::Brotli, Form::Plain], Form::Plain),
            ("gzip", &[Form::Zstd, Form::Brotli, Form::Plain], Form::Plain),
            ("", &[Form::Zstd, Form::Brotli, Form::Plain], Form::Plain),
            ("br, zstd", &[Form::Plain], Form::Plain),
        ] {
            let headers =
                HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().unwrap())]);
            assert_eq!(
                choose(&headers, |form| forms.contains(&form)),
                wanted,
                "{accepted} of {forms:?}"
            );
        }
        assert_eq!(choose(&HeaderMap::new(), |_| true), Form::Plain);
    }
}
