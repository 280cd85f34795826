use super::*;

/// Reads a text and writes down what it states: the written form, the value and the unit of the
/// last digit.
fn read(text: &str) -> Vec<String> {
    let describe = |quantity: Quantity| {
        let written = &text[quantity.span.clone()];
        match quantity.value {
            Value::Number(number) => {
                let marks = [
                    (number.percent, " %"),
                    (number.factor, " ×"),
                    (number.about, " about"),
                    (number.signed, " signed"),
                ];
                let marks: String =
                    marks.iter().filter(|(holds, _)| *holds).map(|(_, mark)| *mark).collect();
                format!("{written}: {} by {}{marks}", number.value, number.resolution)
            }
            Value::Date(date) => {
                format!(
                    "{written}: {:?}-{}-{:?}",
                    date.year.unwrap_or(0),
                    date.month,
                    date.day.unwrap_or(0)
                )
            }
        }
    };
    stated(text).into_iter().map(describe).collect()
}

#[test]
fn numbers_are_read_with_their_precision_and_unit() {
    let cases: &[(&str, &[&str])] = &[
        ("The mean is 32.20.", &["32.20: 32.2 by 0.01"]),
        ("45,000 rows and 1,234.5 €", &["45,000: 45000 by 1", "1,234.5: 1234.5 by 0.1"]),
        ("1 234 567 people", &["1: 1 by 1", "234: 234 by 1", "567: 567 by 1"]),
        ("1\u{202f}234\u{202f}567 people", &["1\u{202f}234\u{202f}567: 1234567 by 1"]),
        ("1.234.567,5", &["1.234.567,5: 1234567.5 by 0.1"]),
        ("Im Mittel 3,5. Das sind 1.234.", &["3,5: 3.5 by 0.1", "1.234: 1234 by 1"]),
        ("It is 3.5. That is 1,234.", &["3.5: 3.5 by 0.1", "1,234: 1234 by 1"]),
        ("38.4% or 38.4 percent", &["38.4%: 38.4 by 0.1 %", "38.4 percent: 38.4 by 0.1 %"]),
        (
            "$1.2 million, $3M, 5k",
            &["1.2 million: 1200000 by 100000", "3M: 3000000 by 1000000", "5k: 5000 by 1000"],
        ),
        ("fell by -3.5 (−4)", &["-3.5: -3.5 by 0.1 signed", "−4: -4 by 1 signed"]),
        ("-$5", &["-$5: -5 by 1 signed"]),
        (
            "10-20 or 2010–2015",
            &["10: 10 by 1", "20: 20 by 1", "2010: 2010 by 1", "2015: 2015 by 1"],
        ),
        ("2.5x as many, 3 times", &["2.5: 2.5 by 0.1 ×", "3: 3 by 1 ×"]),
        ("about 1,200, roughly **40**", &["1,200: 1200 by 1 about", "40: 40 by 1 about"]),
        ("p = 1.5e-05", &["1.5e-05: 0.000015 by 0.000001"]),
        (".75 of them", &[".75: 0.75 by 0.01"]),
        ("(1,2)", &["1,2: 1.2 by 0.1"]),
        ("50.", &["50: 50 by 1"]),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn numbers_that_count_nothing_are_left_out() {
    for text in [
        "1. First\n2. Second\n  3) Third",
        "the 3rd and the 21st",
        "Q1, col_2, h2o",
        "version 1.2.3",
        "a 3D chart",
    ] {
        assert_eq!(read(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn dates_are_read_in_the_usual_forms() {
    let cases: &[(&str, &[&str])] = &[
        ("on 2020-03-14 10:00", &["2020-03-14: 2020-3-14", "10: 10 by 1", "00: 0 by 1"]),
        ("in 2020-03", &["2020-03: 2020-3-0"]),
        ("14.03.2020 or 03/14/2020", &["14.03.2020: 2020-3-14", "03/14/2020: 2020-3-14"]),
        (
            "March 14, 2020; 14 March 2020; 14th of March",
            &["March 14, 2020: 2020-3-14", "14 March 2020: 2020-3-14", "14th of March: 0-3-14"],
        ),
        ("Mar 2020, Sept. 2021", &["Mar 2020: 2020-3-0", "Sept. 2021: 2021-9-0"]),
        ("they may 5 times", &["5: 5 by 1 ×"]),
        ("May 32", &["32: 32 by 1"]),
        ("2020-13", &["2020: 2020 by 1", "13: 13 by 1"]),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), *expected, "{text}");
    }
}

#[test]
fn any_text_is_read_without_a_panic() {
    for text in [
        "",
        "é1é",
        "−",
        "$",
        "1,",
        "1.",
        ",1",
        "1e",
        "1e+",
        "٣",
        "1’2",
        "99999999999999999999999999",
        "1e999",
        "12-",
        "May",
        "Mai 3",
        "1/2/3/4",
    ] {
        for quantity in stated(text).iter().chain(&printed(text)) {
            assert!(text.get(quantity.span.clone()).is_some(), "{text}");
        }
    }
}
