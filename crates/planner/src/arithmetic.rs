//! Arithmetic: questions that are a calculation, and Python that the user wrote.
//!
//! An expression consists of numbers, operators and parentheses only, so that a question can never
//! become other code by accident.

const OPENINGS: [&str; 6] =
    ["what is", "what's", "calculate", "compute", "how much is", "evaluate"];

const SIGNS: [(&str, &str); 6] =
    [("×", "*"), ("÷", "/"), ("−", "-"), ("^", "**"), (" plus ", "+"), (" times ", "*")];

/// Returns the Python that the user wrote.
pub(crate) fn python(question: &str) -> Option<String> {
    let text = question.trim();
    let is_python = text.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("python:"));
    Some(text.get(7..).filter(|_| is_python)?.trim().to_owned())
}

/// Returns the expression of a question that is a calculation.
pub(crate) fn expression(question: &str) -> Option<String> {
    let text = question.trim();
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
    let numbers =
        expression.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).count();
    // "2025-06-14" and "1/2/2025" are dates.
    let short = expression.len() <= 200 && !expression.contains("***") && numbers >= 2;
    (known && computes && short).then(|| expression.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_and_operators_become_an_expression() {
        let is = |question: &str| expression(question).unwrap_or_default();
        assert_eq!(is("What is 17 × 23?"), "17 * 23");
        assert_eq!(is("(1 + 2) * 3"), "(1 + 2) * 3");
        assert_eq!(python("Python: print(1)").as_deref(), Some("print(1)"));
        assert_eq!(is("total revenue"), "");
        assert_eq!(is("2025"), "");
        assert_eq!(is("__import__('os')"), "");
    }
}
