//! Resolution of dependencies in a small manifest with a cycle.

use super::*;

fn package(name: &str, depends: &[&str], imports: &[&str], up_front: bool) -> Package {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Package {
        name: name.to_owned(),
        version: "1".to_owned(),
        asset: Asset {
            url: format!("/runtime/{name}.whl"),
            bytes: 1,
            sha256: "00".to_owned(),
            tree: None,
        },
        depends: owned(depends),
        imports: owned(imports),
        up_front,
        rank: up_front.then_some(0),
        untested: false,
        modified: None,
    }
}

fn manifest() -> Manifest {
    Manifest {
        pyodide: "314.0.3".to_owned(),
        core: vec![],
        packages: vec![
            package("pandas", &["numpy", "six"], &["pandas"], true),
            package("six", &[], &["six"], false),
            package("numpy", &[], &["numpy"], true),
            package(
                "seaborn",
                &["pandas", "matplotlib", "not-in-the-runtime"],
                &["seaborn"],
                false,
            ),
            package("matplotlib", &["numpy", "cycler"], &["matplotlib", "pylab"], false),
            package("cycler", &["matplotlib"], &["cycler"], false),
            package("arro3-core", &[], &["arro3.core"], false),
            package("arro3-io", &["arro3-core"], &["arro3.io"], false),
        ],
    }
}

fn check(modules: &[&str], loaded: &[&str], packages: &[&str]) {
    let manifest = manifest();
    let modules: Vec<String> = modules.iter().map(|module| (*module).to_owned()).collect();
    let found = manifest.resolve(&modules, &loaded.iter().map(|name| (*name).to_owned()).collect());
    let names: Vec<&str> = found.iter().map(|package| package.name.as_str()).collect();
    assert_eq!(names, packages, "packages for {modules:?}");
}

#[test]
fn dependencies_come_first_and_each_package_once() {
    check(&["pandas"], &[], &["numpy", "six", "pandas"]);
    check(&["pandas", "numpy", "pandas"], &[], &["numpy", "six", "pandas"]);
}

#[test]
fn loaded_packages_are_not_handed_over_again() {
    check(&["pandas"], &["numpy", "six"], &["pandas"]);
    check(&["pandas"], &["pandas", "numpy", "six"], &[]);
}

#[test]
fn a_cycle_and_a_dependency_outside_the_runtime_end() {
    check(&["cycler"], &[], &["numpy", "matplotlib", "cycler"]);
    check(&["seaborn"], &["pandas"], &["numpy", "cycler", "matplotlib", "seaborn"]);
}

#[test]
fn a_module_that_no_package_provides_is_left_out() {
    check(&["torch"], &[], &[]);
    check(&["quantlib", "six"], &[], &["six"]);
}

#[test]
fn a_namespace_that_packages_share_is_all_of_them() {
    check(&["arro3"], &[], &["arro3-core", "arro3-io"]);
    check(&["arro"], &[], &[]);
}
