//! Arithmetic: questions that are a calculation, and Python that the user wrote.
//!
//! An expression consists of numbers, operators and parentheses only, so that a question can never become other code
//! by accident.

use crate::plan::Plan;

const OPENINGS: [&str; 6] = ["what is", "what's", "calculate", "compute", "how much is", "evaluate"];

const SIGNS: [(&str, &str); 6] =
    [("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**"), (" plus ", "+"), (" times ", "*")];

/// Returns the plan for a question that is a calculation or Python.
pub(crate) fn read(question: &str) -> Option<Plan> {
    let text = question.trim();
    if let Some(code) =
        text.get(..7).filter(|head| head.eq_ignore_ascii_case("python:")).and_then(|_| text.get(7..))
    {
        return Some(Plan::Python(code.trim().to_owned()));
    }
    let lower = text.to_lowercase();
    let mut expression = lower.trim_end_matches(['?', '=', '.', ' ']).to_owned();
    for opening in OPENINGS {
        if let Some(rest) = expression.strip_prefix(opening) {
            expression = rest.trim().to_owned();
        }
    }
    for (sign, python) in SIGNS {
        expression = expression.replace(sign, python);
    }
    let known = expression.chars().all(|c| c.is_ascii_digit() || "+-*/().,% ".contains(c));
    let computes = expression.trim_start_matches(['-', '(', ' ']).contains(['+', '*', '/', '%'])
        || expression.contains(" - ");
    let numbers = expression.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).count();
    // "2025-06-14" and "1/2/2025" are dates.
    let short = expression.len() <= 200 && !expression.contains("***") && numbers >= 2;
    (known && computes && short).then(|| Plan::Arithmetic(expression.replace(',', "")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_operators_become_an_expression() {
        let is = |question: &str| match read(question) {
            Some(Plan::Arithmetic(expression)) => expression,
            Some(Plan::Python(code)) => format!("python {code}"),
            _ => String::new(),
        };
        assert_eq!(is("What is 17 × 23?"), "17 * 23");
        assert_eq!(is("(1 + 2) * 3"), "(1 + 2) * 3");
        assert_eq!(is("python: print(1)"), "python print(1)");
        assert_eq!(is("total revenue"), "");
        assert_eq!(is("2025"), "");
        assert_eq!(is("__import__('os')"), "");
    }
}
