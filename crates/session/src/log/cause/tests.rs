use std::collections::BTreeMap;

use super::Cause;

fn versions(list: &[(&str, &str)]) -> BTreeMap<String, String> {
    list.iter().map(|&(name, version)| (name.to_owned(), version.to_owned())).collect()
}

#[test]
fn a_cause_names_the_versions_that_are_others_those_of_numbers_first() {
    let base = [("Python", "3.13"), ("Pyodide", "0.28.0"), ("numpy", "2.2.0"), ("pandas", "2.3.1")];
    for (before, now, sentence) in [
        (
            &base[..],
            &[("Python", "3.14"), ("Pyodide", "314.0.3"), ("numpy", "2.4.1"), ("pandas", "3.0.0")]
                [..],
            "The runtime has changed since: Python 3.13 before, 3.14 now; Pyodide 0.28.0 before, 314.0.3 now; \
             numpy 2.2.0 before, 2.4.1 now; pandas 2.3.1 before, 3.0.0 now.",
        ),
        (
            &base,
            &base,
            "The runtime has changed since: it is another build with the same versions of Python and its packages.",
        ),
        (
            &[("Python", "3.14"), ("altair", "6"), ("numpy", "2.4.1")],
            &[("Python", "3.14"), ("numpy", "2.5.0"), ("xarray", "2026.1")],
            "The runtime has changed since: numpy 2.4.1 before, 2.5.0 now; altair 6 before, not there now; \
             xarray not there before, 2026.1 now.",
        ),
        (
            &[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1"), ("e", "1"), ("f", "1"), ("g", "1")],
            &[("a", "2"), ("b", "2"), ("c", "2"), ("d", "2"), ("e", "2"), ("f", "2"), ("g", "2")],
            "The runtime has changed since: a 1 before, 2 now; b 1 before, 2 now; c 1 before, 2 now; \
             d 1 before, 2 now; e 1 before, 2 now; f 1 before, 2 now; and 1 other.",
        ),
        (&[], &base, "The runtime has changed since; its versions then are not recorded."),
        (&base, &[], "The runtime has changed since; its versions then are not recorded."),
    ] {
        assert_eq!(Cause::between(&versions(before), &versions(now)).to_string(), sentence);
    }
}

#[test]
fn what_no_runtime_explains_is_said_too() {
    for (cause, sentence) in [
        (
            Cause::Same,
            "The runtime is the same; the data, the time or random numbers without a seed may be the reason.",
        ),
        (
            Cause::Unrecorded,
            "This was made with an earlier version of Insitu, which did not record its runtime.",
        ),
    ] {
        assert_eq!(cause.to_string(), sentence);
    }
}
