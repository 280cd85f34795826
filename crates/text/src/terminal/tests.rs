use super::{drop_overwritten, plain, runs};

/// Checks texts with their runs, written as `(classes, text)`.
fn check(cases: &[(&str, &[(&str, &str)])]) {
    for (text, expected) in cases {
        let runs: Vec<(String, String)> =
            runs(text).into_iter().map(|run| (run.style.classes(), run.text)).collect();
        let runs: Vec<(&str, &str)> =
            runs.iter().map(|(classes, text)| (&**classes, &**text)).collect();
        assert_eq!(runs, *expected, "{text:?}");
    }
}

#[test]
fn colours_and_emphases_hold_until_they_are_reset() {
    check(&[
        ("plain", &[("", "plain")]),
        ("\x1b[31mred\x1b[0m not", &[("ansi-1", "red"), ("", " not")]),
        (
            "\x1b[1;32mbold\x1b[22m thin\x1b[39m",
            &[("ansi-2 ansi-bold", "bold"), ("ansi-2", " thin")],
        ),
        (
            "\x1b[3;4;9mall\x1b[23;24;29m none",
            &[("ansi-italic ansi-underline ansi-strike", "all"), ("", " none")],
        ),
        ("\x1b[1;2mboth\x1b[24m\x1b[21m still", &[("ansi-bold ansi-faint", "both still")]),
        ("\x1b[91mbright\x1b[m", &[("ansi-1", "bright")]),
        ("\x1b[33ma\x1b[33mb", &[("ansi-3", "ab")]),
        ("\x1b[44ma\x1b[49mb\x1b[104mc", &[("ansi-on-4", "a"), ("", "b"), ("ansi-on-4", "c")]),
        ("\x1b[?25m\x1b[99999999999mplain", &[("", "plain")]),
    ]);
}

#[test]
fn any_other_colour_becomes_the_nearest_of_the_eight() {
    check(&[
        ("\x1b[38;5;196mred", &[("ansi-1", "red")]),
        ("\x1b[38;5;2mgreen\x1b[38;5;10m too", &[("ansi-2", "green too")]),
        ("\x1b[38;2;30;60;250mblue", &[("ansi-4", "blue")]),
        ("\x1b[38:2:30:60:250mblue", &[("ansi-4", "blue")]),
        ("\x1b[38;5;250mgrey\x1b[38;2;255;200;0mamber", &[("ansi-7", "grey"), ("ansi-3", "amber")]),
        ("\x1b[38;5;232mdark\x1b[38;5;999mlight", &[("ansi-0", "dark"), ("ansi-7", "light")]),
        ("\x1b[38;5mcut", &[("ansi-0", "cut")]),
        ("\x1b[31m\x1b[38;9mnone", &[("", "none")]),
    ]);
}

#[test]
fn no_code_hides_text() {
    check(&[
        ("\x1b[31;41msecret", &[("ansi-on-1", "secret")]),
        ("\x1b[8msecret", &[("", "secret")]),
        ("\x1b[38;2;255;255;255;48;2;255;255;255msecret", &[("ansi-on-7", "secret")]),
    ]);
}

#[test]
fn all_other_codes_are_dropped_also_when_they_are_cut_off() {
    check(&[
        ("\x1b]8;;https://a.b\x07link\x1b]8;;\x1b\\ end", &[("", "link end")]),
        ("\x1b]0;title\x1b[31mred", &[("ansi-1", "red")]),
        ("\x1b[2J\x1b[Htop", &[("", "top")]),
        ("\x1b[1 qshape\x1b[31\nline", &[("", "shape\nline")]),
        ("\x1b7saved\x1b8", &[("", "saved")]),
        ("cut \x1b", &[("", "cut ")]),
        ("cut \x1b[", &[("", "cut ")]),
        ("cut \x1b[38;5", &[("", "cut ")]),
        ("cut \x1b]8;;x", &[("", "cut ")]),
        ("é\x1bé数\x1b[31é", &[("", "é数é")]),
        ("bell\x07 and \u{202e}", &[("", "bell\x07 and \u{202e}")]),
        ("", &[]),
    ]);
}

#[test]
fn a_carriage_return_starts_its_line_again() {
    check(&[
        ("10%\r50%\r100%\ndone", &[("", "100%\ndone")]),
        ("head\n10%\r\r20%\ntail", &[("", "head\n20%\ntail")]),
        ("\x1b[32m10%\r100%\x1b[0m\n.", &[("ansi-2", "100%"), ("", "\n.")]),
        ("a\n\x1b[31mb\x1b[32mc\rd", &[("", "a\n"), ("ansi-2", "d")]),
        ("dos\r\nlines\r\n", &[("", "dos\nlines\n")]),
        ("  0%|\r100%|\r", &[("", "100%|")]),
        ("erased\r\x1b[0m", &[]),
        ("\rx", &[("", "x")]),
    ]);
}

#[test]
fn plain_text_has_no_codes() {
    assert_eq!(plain("\x1b[31mred\x1b[0m and\rblue \x1b[1mbold"), "blue bold");
}

#[test]
fn text_that_is_still_printed_keeps_the_last_state_of_its_last_line() {
    for (text, expected) in [
        ("a\rb\n10%\r20%\r30%", "a\rb\n30%"),
        ("10%\r20%\r", "20%\r"),
        ("10%\r", "10%\r"),
        ("line\n", "line\n"),
        ("\rx", "x"),
        ("", ""),
    ] {
        let mut printed = text.to_owned();
        drop_overwritten(&mut printed);
        assert_eq!(printed, expected, "{text:?}");
    }
}
