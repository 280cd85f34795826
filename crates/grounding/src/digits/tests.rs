use kernel::Outcome;

use super::as_printed;
use crate::Evidence;

fn evidence(printed: &str) -> Evidence {
    let mut evidence = Evidence::default();
    let outcome = Outcome { stdout: printed.to_owned(), ..Outcome::default() };
    evidence.add_outcome(0, "print(total)", &outcome);
    evidence
}

#[test]
fn digits_that_are_grouped_wrongly_are_written_as_the_result_has_them() {
    for (printed, answer, expected) in [
        ("1012505879", "The sum is 101,250,5879.", "The sum is 1,012,505,879."),
        ("1012505879", "**101,250,5879** in all", "**1,012,505,879** in all"),
        ("1012505879", "| total | $10,125,05,879 |", "| total | $1,012,505,879 |"),
        ("1012505879", "It is -1,01,25,05,879, as counted.", "It is -1,012,505,879, as counted."),
        ("1234567.89", "It is 12,345,67.89 €", "It is 1,234,567.89 €"),
        ("1234567.89", "It is 1,234,56789.", "It is 1,234,567.89."),
        ("1234567.891", "It is 12,34,567.89.", "It is 1,234,567.89."),
        ("1234567.89", "Es sind 12.345.67,89 Euro", "Es sind 1.234.567,89 Euro"),
        ("1012505879", "It is 101’250’5879", "It is 1’012’505’879"),
        ("250000\n1012505879", "250,000 and 101,250,5879", "250,000 and 1,012,505,879"),
        (
            "1012505879 7654321",
            "101,250,5879 and 76,543,21 and 765,4321",
            "1,012,505,879 and 7,654,321 and 765,4321",
        ),
    ] {
        let found = as_printed(answer, &evidence(printed));
        assert_eq!(
            found.as_deref(),
            (expected != answer).then_some(expected),
            "{printed}: {answer}"
        );
    }
}

#[test]
fn a_number_that_can_be_read_and_what_is_no_number_stay() {
    for (printed, answer) in [
        // The digits are others.
        ("1012505879", "The sum is 101,250,5878."),
        ("1012505879", "The sum is 101,250,587."),
        // They are read as they stand, whatever their value.
        ("1012505879", "The sum is 1,012,505,879."),
        ("1012505879", "The sum is 101,250,587.9."),
        ("1012505879", "The sum is 1012505879."),
        ("1012505879", "The sum is 1012505,879."),
        ("12505879", "It is $125,058.79"),
        ("1012505879", "The sum is 1.012.505.879."),
        // Two numbers have these digits.
        ("1012505879 101250587.9", "The sum is 101,250,5879."),
        // Dates, versions, addresses, lists, names and code.
        ("20240115", "On 2024.01.15 it was"),
        ("1921681254", "The host 192.168.1.254"),
        ("123456", "of 12.34.56"),
        ("101250 101 250", "rows 101,250"),
        ("101250587 101 250 587", "the rows 101,250,587"),
        ("1012505879 101 250 5879", "the rows 101,250,5879"),
        ("1012505879", "`101,250,5879x` and a101,250,5879 and 101,250,5879-b"),
        ("1012505879", "```\n101,250,5879\n```"),
        ("1012505879", "https://example.org/101,250,5879"),
        ("123", "the items 1,2,3"),
        ("201920202021", "in 2019,2020,2021"),
        ("", "The sum is 101,250,5879."),
    ] {
        assert_eq!(as_printed(answer, &evidence(printed)), None, "{printed}: {answer}");
    }
}

#[test]
fn a_number_that_the_code_only_quotes_is_none() {
    let mut evidence = Evidence::default();
    let outcome = Outcome { stdout: "1012505879\n".to_owned(), ..Outcome::default() };
    evidence.add_outcome(0, "print(\"1012505879\")", &outcome);
    assert_eq!(as_printed("It is 101,250,5879.", &evidence), None);
}

#[test]
fn no_digit_ever_changes() {
    let evidence = evidence("1012505879\n1234567.89\n99999.5\n0.001234567\n1e15\n7654321");
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    for number in [
        "1012505879",
        "123456789",
        "999995",
        "1234567",
        "1000000000000000",
        "7654321",
        "10125058790",
    ] {
        for first in 1..number.len() {
            for second in first + 1..number.len() {
                for marks in [",,", ",.", ".,", "''"] {
                    let mut marks = marks.chars();
                    let answer = format!(
                        "x {}{}{}{}{} y",
                        &number[..first],
                        marks.next().unwrap(),
                        &number[first..second],
                        marks.next().unwrap(),
                        &number[second..]
                    );
                    if let Some(shown) = as_printed(&answer, &evidence) {
                        assert_eq!(digits(&shown), digits(&answer), "{answer}");
                        let [quantity] = &crate::stated(&shown)[..] else { panic!("{shown}") };
                        assert_eq!(quantity.span, 2..shown.len() - 2, "{answer} {shown}");
                    }
                }
            }
        }
    }
}
