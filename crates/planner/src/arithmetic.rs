//! Arithmetic: questions that are a calculation, and Python that the user wrote.
//!
//! An expression is parsed and rebuilt from numbers, operators and known functions only, so that a question
//! can never become other code by accident.

use crate::plan::Plan;

const OPENINGS: [&str; 14] = [
    "what is",
    "what's",
    "whats",
    "what are",
    "calculate",
    "compute",
    "how much is",
    "evaluate",
    "solve",
    "was ist",
    "wieviel ist",
    "wie viel ist",
    "combien font",
    "cuanto es",
];

const WORDS: [(&str, &str); 14] = [
    ("multiplied by", "*"),
    ("divided by", "/"),
    ("to the power of", "**"),
    ("square root of", "sqrt"),
    ("percent of", "/100*"),
    ("% of", "/100*"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("squared", "**2"),
    ("cubed", "**3"),
    ("modulo", "%"),
    ("×", "*"),
    ("÷", "/"),
];

const MATH: [&str; 27] = [
    "sqrt",
    "cbrt",
    "exp",
    "log",
    "log2",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "factorial",
    "gcd",
    "lcm",
    "comb",
    "perm",
    "floor",
    "ceil",
    "degrees",
    "radians",
    "pi",
    "e",
];

const BUILTIN: [&str; 6] = ["abs", "round", "min", "max", "pow", "sum"];

/// Returns the plan for a question that is a calculation or Python.
pub(crate) fn read(question: &str) -> Option<Plan> {
    let text = question.trim();
    if let Some(code) = own_python(text) {
        return Some(Plan::Python(code));
    }
    let mut text = text.to_lowercase();
    text = text.trim_end_matches(['?', '=', '.', '!', ' ']).to_owned();
    for opening in OPENINGS {
        if let Some(rest) = text.strip_prefix(opening).filter(|rest| rest.starts_with(' ')) {
            text = rest.trim().trim_start_matches("the ").to_owned();
            break;
        }
    }
    for (word, sign) in WORDS {
        text = text.replace(word, sign);
    }
    let (expression, functions) = expression(&text)?;
    Some(Plan::Arithmetic { expression, functions })
}

fn own_python(text: &str) -> Option<String> {
    let fence = "```";
    if let Some(start) = text.find(fence) {
        let block = &text[start + fence.len()..];
        let block = block.strip_prefix("python").or_else(|| block.strip_prefix("py")).unwrap_or(block);
        return Some(block.split(fence).next()?.trim().to_owned() + "\n").filter(|code| code.len() > 1);
    }
    let lower = text.to_lowercase();
    let length =
        ["python:", "run:", ">>>"].iter().find(|head| lower.starts_with(**head)).map(|head| head.len())?;
    Some(text.get(length..)?.trim().to_owned() + "\n").filter(|code| code.len() > 1)
}

/// Returns the expression as Python with conventional spaces, and the functions of `math` in it.
fn expression(text: &str) -> Option<(String, Vec<String>)> {
    let chars: Vec<char> = text.chars().collect();
    let (mut parts, mut functions): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let (mut i, mut operators, mut powers, mut depth) = (0, 0, 0, 0);
    while let Some(&c) = chars.get(i) {
        let start = i;
        if c == ' ' {
            i += 1;
            continue;
        } else if c.is_ascii_digit() || (c == '.' && chars.get(i + 1).is_some_and(char::is_ascii_digit)) {
            let grouped = |i: usize| {
                let group = chars.iter().skip(i + 1).take_while(|c| c.is_ascii_digit()).count();
                chars[i] == ',' && group == 3 && functions.is_empty()
            };
            while i < chars.len() && (chars[i].is_ascii_digit() || chars[i] == '.' || grouped(i)) {
                i += 1;
            }
            let number: String = chars[start..i].iter().filter(|c| **c != ',').collect();
            number.parse::<f64>().ok()?;
            let number = number.trim_start_matches('0');
            parts.push(if number.is_empty() || number.starts_with('.') {
                format!("0{number}")
            } else {
                number.to_owned()
            });
        } else if c.is_ascii_alphabetic() {
            while chars.get(i).is_some_and(char::is_ascii_alphanumeric) {
                i += 1;
            }
            let name: String = chars[start..i].iter().collect();
            let name = name
                .strip_prefix("math")
                .filter(|rest| rest.is_empty())
                .map_or(name.clone(), |_| String::new());
            if name.is_empty() && chars.get(i) == Some(&'.') {
                i += 1;
                continue;
            }
            if MATH.contains(&name.as_str()) {
                functions.push(name.clone());
            } else if !BUILTIN.contains(&name.as_str()) {
                return None;
            }
            operators += 1;
            parts.push(name);
        } else {
            i += 1;
            let two = chars.get(i).is_some_and(|next| *next == c) && ['*', '/', '<', '>', '='].contains(&c);
            let sign = match c {
                '^' => "**".to_owned(),
                '*' | '/' | '<' | '>' | '=' if two => {
                    i += 1;
                    format!("{c}{c}")
                }
                '+' | '-' | '*' | '/' | '%' | '(' | ')' | ',' | '<' | '>' | '[' | ']' => c.to_string(),
                _ => return None,
            };
            powers += usize::from(sign == "**");
            depth += if c == '(' || c == '[' { 1 } else { 0 };
            depth -= if c == ')' || c == ']' { 1 } else { 0 };
            operators += usize::from(!"()[],".contains(c));
            parts.push(sign);
        }
        if depth < 0 {
            return None;
        }
    }
    // A tower of powers would block the interpreter beyond any interrupt.
    let ends = parts.last().is_some_and(|last| !"+-*/%<>=(**".contains(last.as_str()));
    let digits =
        text.chars().any(|c| c.is_ascii_digit()) || functions.iter().any(|name| name == "pi" || name == "e");
    if operators == 0 || powers > 1 || depth != 0 || !ends || !digits {
        return None;
    }
    functions.sort();
    functions.dedup();
    Some((spaced(&parts), functions))
}

fn spaced(parts: &[String]) -> String {
    let mut out = String::new();
    for (i, part) in parts.iter().enumerate() {
        let before = i.checked_sub(1).map_or("", |j| parts[j].as_str());
        let operand = |text: &str| text.ends_with(|c: char| c.is_alphanumeric() || c == ')' || c == ']');
        let call = before.ends_with(char::is_alphabetic) && part == "(";
        // A function name before a number without brackets: "sqrt 2".
        if before.ends_with(char::is_alphabetic)
            && part.starts_with(|c: char| c.is_ascii_digit())
            && BUILTIN.iter().chain(&MATH).any(|name| *name == before)
        {
            out.push_str(&format!("({part})"));
            continue;
        }
        let binary = !"()[],".contains(part.as_str()) && !operand(part) && operand(before);
        let after_binary = i >= 2 && !operand(before) && !"()[],".contains(before) && operand(&parts[i - 2]);
        if !call && (binary || after_binary || before == ",") {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_parts_form_a_calculation() {
        let cases: [(&str, Option<(&str, &str)>); 14] = [
            ("what is 17*23", Some(("17 * 23", ""))),
            ("2**100", Some(("2 ** 100", ""))),
            ("sqrt(2)", Some(("sqrt(2)", "sqrt"))),
            ("What is the square root of 2?", Some(("sqrt(2)", "sqrt"))),
            ("15% of 200", Some(("15 / 100 * 200", ""))),
            ("1,000 plus 2,500.50", Some(("1000 + 2500.50", ""))),
            ("what's 7 squared?", Some(("7 ** 2", ""))),
            ("-3 + 4 * (2 - 1)", Some(("-3 + 4 * (2 - 1)", ""))),
            ("max(3, 4) / math.pi", Some(("max(3, 4) / pi", "pi"))),
            ("9**9**9", None),
            ("__import__('os')", None),
            ("2026", None),
            ("top 5", None),
            ("what is the average price", None),
        ];
        for (question, wanted) in cases {
            let found = match read(question) {
                Some(Plan::Arithmetic { expression, functions }) => Some((expression, functions.join(" "))),
                _ => None,
            };
            assert_eq!(found, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())), "{question}");
        }
    }
}
