//! One question after another; each answer is compared with what pandas computes in another way.

use planner::File;

use super::python::Python;

/// A file, a question, and an expression whose text (parts divided by `;`) the answer must contain.
pub type Case = (&'static str, &'static str, &'static str);

/// Asks every question about its file alone.
pub fn check(cases: &[Case]) {
    let (mut python, files) = Python::start();
    let mut wrong = Vec::new();
    for (file, question, expression) in cases {
        let of: Vec<File> = files.iter().filter(|f| f.name.starts_with(file)).cloned().collect();
        let turn = python.turn(question, &[], &of);
        let wanted = python.value(expression);
        assert!(
            wanted.split(';').all(|part| !part.trim().is_empty()),
            "nothing to look for: {question}: {wanted:?}"
        );
        let failed = turn.attempts.iter().filter(|attempt| attempt.outcome.status != "ok").count();
        if std::env::var("INSITU_SHOW").is_ok() {
            let code: Vec<_> = turn
                .attempts
                .iter()
                .map(|a| a.call.arguments.replace("\\n", "\n").replace("\\\"", "\""))
                .collect();
            println!("\n===== {file}: {question}\n{}\n-----\n{}", code.join("\n--\n"), turn.answer);
        }
        let missing: Vec<&str> =
            wanted.split(';').filter(|part| !turn.answer.contains(part.trim())).collect();
        if !missing.is_empty() || failed > 0 {
            let error = turn.attempts.iter().find_map(|a| a.outcome.error.clone());
            wrong.push(format!(
                "{file}: {question}\n  lacks {missing:?} {error:?}\n  {}",
                turn.answer
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} wrong:\n\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n\n")
    );
}
