//! The cases that the page's JavaScript shares, on this crate's functions.

use serde_json::Value;
use text::format::{bytes, count, fixed, grouped, plural, share, short};

#[test]
fn every_shared_case_holds() -> Result<(), serde_json::Error> {
    let cases: Value = serde_json::from_str(include_str!("cases.json"))?;
    for (function, cases) in cases.as_object().unwrap() {
        assert!(cases[0].is_array(), "{function} has no cases");
        for case in cases.as_array().unwrap() {
            let (expected, arguments) = case.as_array().unwrap().split_last().unwrap();
            let whole = |at: usize| arguments[at].as_u64().unwrap();
            let number = |at: usize| arguments[at].as_f64().unwrap();
            let words = |at: usize| arguments[at].as_str().unwrap();
            let text = match function.as_str() {
                "count" => count(whole(0)),
                "plural" => plural(whole(0), words(1)),
                "bytes" => bytes(whole(0)),
                "fixed" => fixed(number(0), usize::try_from(whole(1)).unwrap()),
                "share" => share(number(0)),
                "short" => short(number(0)),
                "grouped" => grouped(words(0)),
                "visible" => text::visible(words(0)),
                other => panic!("there is no function {other}"),
            };
            assert_eq!(text, *expected, "{function}{arguments:?}");
        }
    }
    Ok(())
}
