//! Completes the code of models that leave out what they take for granted: imports, reading the
//! file, and showing the result. What is added is shown to the user with the code.

#[cfg(test)]
mod tests;

/// Returns the code with the statements of `setup` that it needs and does not have before it, and
/// ending in a value.
///
/// Each line of `setup` binds one name, or changes what an earlier line has bound.
pub(crate) fn completed(code: &str, setup: &str) -> String {
    let mut added: Vec<&str> = Vec::new();
    for line in setup.lines().rev() {
        let needed = bound(line).is_some_and(|name| {
            added.iter().any(|later| uses(later, name))
                || uses(code, name) && !binds_first(code, name)
        });
        if needed {
            added.push(line);
        }
    }
    let lines: Vec<&str> = added.into_iter().rev().chain([code]).collect();
    ending_in_a_value(&lines.join("\n"))
}

/// Returns the code, with the variable that its last line sets as an extra last line if it would
/// otherwise show nothing: small models compute an answer, keep it in a variable, and invent its
/// value.
fn ending_in_a_value(code: &str) -> String {
    let code = code.trim_end();
    let shows =
        ["print(", "display(", "plt.", ".plot", ".show("].iter().any(|call| code.contains(call));
    let last = code.lines().next_back().unwrap_or_default();
    let set = last
        .split_once('=')
        .filter(|(_, value)| !value.starts_with('='))
        .map(|(name, _)| name.trim_end());
    let is_name = |name: &&str| {
        name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && name.chars().next().is_some_and(|c| !c.is_numeric())
    };
    match set.filter(is_name) {
        Some(name) if !shows => format!("{code}\n{name}"),
        _ => code.to_owned(),
    }
}

/// Returns the name that a line of the setup binds: `pd` of `import pandas as pd`, `df` of `df = …`
/// and `df["a"] = …`.
fn bound(line: &str) -> Option<&str> {
    if line.starts_with("import ") || line.starts_with("from ") {
        line.rsplit(' ').next()
    } else {
        line.split([' ', '[', '=']).next().filter(|name| !name.is_empty())
    }
}

/// Returns whether the name occurs as a whole word that is not an attribute.
fn uses(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        !code[..at].ends_with(|c| word(c) || c == '.') && !code[at + name.len()..].starts_with(word)
    })
}

/// Returns whether the first line with the name binds it: by an import, or from something else.
fn binds_first(code: &str, name: &str) -> bool {
    let first = code.lines().map(str::trim).find(|line| !line.starts_with('#') && uses(line, name));
    first.is_some_and(|line| {
        let import = line.starts_with("import ") || line.starts_with("from ");
        let header = ["def ", "class ", "for ", "with "].iter().any(|word| line.starts_with(word));
        let set = line.split_once('=').is_some_and(|(left, right)| {
            uses(left, name)
                && !left.contains(['[', '('])
                && !right.starts_with('=')
                && !uses(right, name)
        });
        import || header || set
    })
}
