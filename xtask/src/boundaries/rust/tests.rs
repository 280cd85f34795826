//! Cycles and paths in crates that are made up.

use super::*;

/// Writes files, and returns what is found by the first of them.
fn with_files<T>(name: &str, files: &[(&str, &str)], found: impl FnOnce(&FilePath) -> T) -> T {
    let folder = std::env::temp_dir().join(format!("insitu-{name}-{}", std::process::id()));
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    let found = found(&folder.join("lib.rs"));
    fs::remove_dir_all(folder).expect("the folder");
    found
}

/// Returns the crate of these files.
pub(in crate::boundaries) fn crate_of(name: &str, files: &[(&str, &str)]) -> Crate {
    with_files(name, files, Crate::of).expect("Rust")
}

/// Returns the cycles of a crate of these files.
fn check(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    with_files(name, files, cycles_of).expect("Rust").0
}

#[test]
fn a_cycle_is_found_in_every_form_of_a_path() {
    let forms = [
        ("lines", "use crate::{\n    c,\n    b::{\n        self,\n        B,\n    },\n};"),
        ("super", "fn f() -> super::b::B { todo!() }"),
        ("macro", "fn f() { println!(\"{}\", crate::b::B::new()); }"),
        ("facade", "use crate::Passed;"),
        ("nested", "mod inner { fn f(_: super::super::b::B) {} }"),
        ("alias", "use crate::b as other;"),
        ("attribute", "#[cfg(feature = \"x\")]\nuse crate::b::B;"),
    ];
    let lib = "mod a;\nmod b;\nmod c;\npub use b::B as Passed;";
    for (name, a) in forms {
        let b = "pub struct B;\nuse crate::a;";
        let found = check(name, &[("lib.rs", lib), ("a.rs", a), ("b.rs", b), ("c.rs", "")]);
        assert_eq!(found, ["(a → b → a)"], "{name}");
    }
}

#[test]
fn a_cycle_below_a_module_is_found_there() {
    let files = [
        ("lib.rs", "mod top;"),
        ("top.rs", "mod a;\nmod b;\nuse a::A;"),
        ("top/a.rs", "use super::b::B;"),
        ("top/b/mod.rs", "use crate::top::a::A;"),
    ];
    assert_eq!(check("below", &files), ["top::(a → b → a)"]);
}

#[test]
fn parents_tests_comments_and_visibility_make_no_cycle() {
    let a = "use super::Shared;\nuse crate::b::B;\npub(in crate::b) struct A;";
    let b = "// use crate::a::A;\n#[cfg(test)]\nmod tests { use crate::a::A; }\n\
             #[cfg(test)]\nuse crate::a::A;\npub struct B;\nuse other::a::C;";
    let lib = "mod a;\nmod b;\npub struct Shared;\nuse a::A;\nuse b::B;";
    assert_eq!(check("none", &[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]), Vec::<String>::new());
}
