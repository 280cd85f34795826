//! Users who sign in with a password, and out again.

use super::*;

#[tokio::test]
async fn people_sign_in_and_out() {
    for (router, right) in [
        (token(), format!("token=+{TOKEN}+")),
        (users(), "name=ada+&password=correct+horse".to_owned()),
    ] {
        let cookie = signed_in(&router, &right).await;
        let sent = [("cookie", cookie.as_str())];
        let peer = "198.51.100.7:2";
        assert_eq!(code(&router, "/v1/models", peer, &sent).await, (200, String::new()));
        let (status, ..) = ask(router.clone(), request("GET", "/", peer, &sent, "")).await;
        assert_eq!(status, 200);
        // Signing in again leads back, and signing out is offered.
        let (status, headers, _) =
            ask(router.clone(), request("GET", "/login", peer, &sent, "")).await;
        assert_eq!((status.as_u16(), &headers["location"]), (303, &"/".parse().unwrap()));
        let (status, _, body) =
            ask(router.clone(), request("GET", "/logout", peer, &sent, "")).await;
        assert!(status == 200 && body.contains("action=\"/logout\""), "{body}");
        let (status, headers, _) = form(&router, "/logout", &sent, "").await;
        assert_eq!((status, headers["location"].to_str().unwrap()), (303, "/login?signed-out"));
        let ended = headers["set-cookie"].to_str().unwrap();
        assert!(ended.starts_with("__Host-insitu=;") && ended.contains("Max-Age=0"), "{ended}");
        // Nobody is signed in, so there is nothing to sign out of.
        let (status, ..) = ask(router.clone(), request("GET", "/logout", peer, &[], "")).await;
        assert_eq!(status, 303);
        // A forged or truncated cookie.
        for forged in [&cookie[..cookie.len() - 1], &cookie.replace('.', ","), "__Host-insitu=x"] {
            let answer = code(&router, "/v1/models", peer, &[("cookie", forged)]).await;
            assert_eq!(answer, (401, "session_ended".to_owned()), "{forged}");
        }
        // The name that is used on loopback.
        let plain = cookie.replace("__Host-insitu", "insitu");
        assert_eq!(code(&router, "/v1/models", peer, &[("cookie", &plain)]).await.0, 401);
    }
}

#[tokio::test]
async fn relays_with_one_key_share_sessions_until_the_password_changes() {
    let cookie = signed_in(&users(), "name=ada&password=correct+horse").await;
    let sent = [("cookie", cookie.as_str())];
    assert_eq!(code(&users(), "/v1/models", "203.0.113.9:1", &sent).await.0, 200);
    // Another salt stands for another password.
    let changed = User { name: "ada".into(), password_hash: Secret::new(hash(b"other salt")) };
    let router =
        protected(Access { mode: AccessMode::Users, users: vec![changed], ..Access::default() });
    assert_eq!(
        code(&router, "/v1/models", "203.0.113.9:1", &sent).await,
        (401, "session_ended".to_owned())
    );
    assert_eq!(
        code(&token(), "/v1/models", "203.0.113.9:1", &sent).await,
        (401, "session_ended".to_owned())
    );
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_get_the_same_answer() {
    let router = users();
    let answer = async |name: &str, password: &str| {
        let (status, headers, body) =
            form(&router, "/login", &[], &format!("name={name}&password={password}")).await;
        assert!(!headers.contains_key("set-cookie"));
        (status, body.replace(name, "NAME"))
    };
    let (status, body) = answer("ada", "wrong").await;
    assert_eq!(status, 401);
    assert!(body.contains("Name and password do not match.") && !body.contains("wrong"), "{body}");
    assert_eq!((status, body), answer("xavier", "wrong").await);
    let long = "x".repeat(2000);
    assert_eq!(answer("ada", &long).await.0, 401);
    let (status, _, body) =
        form(&router, "/login", &[], &format!("name={}", "x".repeat(9000))).await;
    assert!(status == 400 && body.contains("could not be read"), "{status} {body}");
    let (status, _, body) =
        form(&router, "/login", &[], "name=%22%3E%3Cscript%3E&password=x").await;
    assert!(status == 401 && !body.contains("<script"), "{body}");
}

#[tokio::test]
async fn failed_sign_ins_are_limited_for_each_address() {
    let router = users();
    let attempt = async |peer: &str, password: &str| {
        let body = format!("name=ada&password={password}");
        let form = [("content-type", "application/x-www-form-urlencoded")];
        let (status, headers, body) =
            ask(router.clone(), request("POST", "/login", peer, &form, &body)).await;
        let retry = headers
            .get("retry-after")
            .map(|seconds| seconds.to_str().unwrap().parse::<u64>().unwrap());
        (status.as_u16(), retry, body)
    };
    for _ in 0..10 {
        assert_eq!(attempt("[2001:db8:1:2::1]:1", "wrong").await.0, 401);
    }
    // The right password as well, and from elsewhere in the same network.
    let (status, retry, body) = attempt("[2001:db8:1:2:3:4:5:6]:1", "correct+horse").await;
    assert_eq!(status, 429);
    assert!(retry.is_some_and(|seconds| (1..=30).contains(&seconds)), "{retry:?}");
    assert!(body.contains("Too many sign-ins from your network have failed."), "{body}");
    assert_eq!(attempt("[2001:db8:1:3::1]:1", "correct+horse").await.0, 303);
    // Those that succeed do not count.
    for _ in 0..12 {
        assert_eq!(attempt("203.0.113.9:1", "correct+horse").await.0, 303);
    }
}
