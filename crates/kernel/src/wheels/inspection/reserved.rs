//! Names of modules that no wheel may have.

/// The modules of Python's standard library and of Pyodide, one a line; a test compares it with the
/// runtime.
const STANDARD_LIBRARY: &str = include_str!("standard_library.txt");

/// Returns what a module of this name would take the place of, as the end of a sentence.
pub(crate) fn owner(module: &str) -> Option<&'static str> {
    let is_ours = module.starts_with("insitu") || module == "js";
    let is_pyodides = ["pyodide", "_pyodide"].iter().any(|prefix| module.starts_with(prefix));
    // Python imports these by itself when it starts.
    let is_startup = matches!(module, "sitecustomize" | "usercustomize");
    if is_ours || is_pyodides || is_startup || module.starts_with("__") {
        Some("the page's own Python")
    } else if module == "test" || STANDARD_LIBRARY.lines().any(|known| known == module) {
        Some("Python's standard library")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn modules_of_the_library_the_harness_and_pyodide_have_an_owner() {
        for (module, expected) in [
            ("json", Some("Python's standard library")),
            ("_socket", Some("Python's standard library")),
            ("test", Some("Python's standard library")),
            ("insitu", Some("the page's own Python")),
            ("insitu_more", Some("the page's own Python")),
            ("js", Some("the page's own Python")),
            ("pyodide", Some("the page's own Python")),
            ("pyodide_js", Some("the page's own Python")),
            ("_pyodide_core", Some("the page's own Python")),
            ("sitecustomize", Some("the page's own Python")),
            ("__main__", Some("the page's own Python")),
            ("jsonlines", None),
            ("attrs", None),
            ("_attrs", None),
        ] {
            assert_eq!(owner(module), expected, "{module}");
        }
    }
}
