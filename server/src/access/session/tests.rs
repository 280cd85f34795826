//! Cookies: what is accepted, and what is not.

use axum::http::HeaderValue;

use super::*;

const KEY: &[u8] = b"0123456789abcdef0123456789abcdef";
const NOW: u64 = 1_800_000_000;

fn sessions(key: &[u8]) -> Sessions {
    Sessions::new(Some(key), 3600).unwrap()
}

/// Returns a request's headers with the cookie that `set_cookie` sets.
fn sent(set_cookie: &str) -> HeaderMap {
    let pair = set_cookie.split(';').next().unwrap();
    HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(pair).unwrap())])
}

#[test]
fn a_cookie_says_who_signed_in_and_is_bound_to_the_host() {
    let sessions = sessions(KEY);
    for (secure, name, attributes) in [
        (true, "__Host-insitu", "; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=3600"),
        (false, "insitu", "; HttpOnly; SameSite=Strict; Path=/; Max-Age=3600"),
    ] {
        let cookie = sessions.start("Ada Löwe; x=1", "hash", NOW, secure);
        assert!(cookie.starts_with(&format!("{name}=")), "{cookie}");
        assert!(cookie.ends_with(attributes), "{cookie}");
        let session = sessions.read(&sent(&cookie), NOW + 3599, secure).unwrap();
        assert_eq!(session.name, "Ada Löwe; x=1");
        assert_eq!(sessions.read(&sent(&cookie), NOW + 3600, secure), None, "expired");
        assert_eq!(sessions.read(&sent(&cookie), NOW, !secure), None, "the other name");
        assert!(
            Sessions::end(secure).starts_with(&format!("{name}=; HttpOnly")),
            "{}",
            Sessions::end(secure)
        );
        assert!(Sessions::end(secure).ends_with("Max-Age=0"));
    }
}

#[test]
fn a_session_ends_with_the_credential_that_started_it() {
    let sessions = sessions(KEY);
    let session =
        sessions.read(&sent(&sessions.start("ada", "old", NOW, true)), NOW, true).unwrap();
    assert!(sessions.proves(&session, "old"));
    assert!(!sessions.proves(&session, "new"));
}

#[test]
fn relays_with_one_key_share_sessions_and_others_do_not() {
    let cookie = sent(&sessions(KEY).start("ada", "hash", NOW, true));
    let session = sessions(KEY).read(&cookie, NOW, true).unwrap();
    assert!(sessions(KEY).proves(&session, "hash"));
    assert_eq!(sessions(b"another key of thirty-two bytes.").read(&cookie, NOW, true), None);
    assert_eq!(Sessions::new(None, 3600).unwrap().read(&cookie, NOW, true), None);
}

#[test]
fn forged_and_truncated_cookies_are_refused() {
    let sessions = sessions(KEY);
    let cookie = sessions.start("ada", "hash", NOW, true);
    let pair = cookie.split(';').next().unwrap();
    for length in 0..pair.len() {
        let headers = sent(&pair[..length]);
        assert_eq!(sessions.read(&headers, NOW, true), None, "cut to {length} bytes");
    }
    for at in "__Host-insitu=".len()..pair.len() {
        let mut bytes = pair.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let forged = String::from_utf8(bytes).unwrap();
        if forged != pair {
            assert_eq!(sessions.read(&sent(&forged), NOW, true), None, "changed at {at}: {forged}");
        }
    }
    let (value, later) = (pair.trim_start_matches("__Host-insitu="), NOW + 9_999_999);
    for forged in [
        value[44..].to_owned(),
        format!("{value}.x"),
        format!("{}session-1.{later}.0000000000000000.YWRh", &value[..44]),
        format!("session-1.{later}.0000000000000000.YWRh"),
        "é".repeat(30),
    ] {
        let value = HeaderValue::from_bytes(format!("__Host-insitu={forged}").as_bytes()).unwrap();
        assert_eq!(
            sessions.read(&HeaderMap::from_iter([(header::COOKIE, value)]), NOW, true),
            None,
            "{forged}"
        );
    }
}

#[test]
fn a_valid_cookie_is_found_beside_others() {
    let sessions = sessions(KEY);
    let cookie = sessions.start("ada", "hash", NOW, true);
    let pair = cookie.split(';').next().unwrap();
    let text = format!("theme=dark; __Host-insitu=planted; {pair}; insitu=other");
    let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(&text).unwrap())]);
    assert_eq!(sessions.read(&headers, NOW, true).unwrap().name, "ada");
    assert!(has_cookie(&headers, true));
    assert!(!has_cookie(&HeaderMap::new(), true));
}

#[test]
fn a_short_key_is_refused() {
    assert!(Sessions::new(Some(&KEY[1..]), 3600).is_none());
}
