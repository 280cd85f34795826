//! The catalog that follows from the lists, checked on small ones.

use super::*;

fn catalog() -> Catalog {
    let package = |name: &str, depends: &[&str]| LockPackage {
        name: name.into(),
        version: "1".into(),
        file_name: format!("{name}-1-cp314-wasm32.whl"),
        sha256: "00".into(),
        depends: depends.iter().map(|&name| name.into()).collect(),
        imports: vec![name.replace('-', "_")],
    };
    let packages = [
        package("table", &["array", "time_zones"]),
        package("array", &[]),
        package("time-zones", &[]),
        package("models", &["array", "jobs"]),
        package("jobs", &[]),
        package("unasked", &[]),
    ];
    let lock = Lock {
        info: serde_json::Value::Null,
        packages: packages.into_iter().map(|package| (package.name.clone(), package)).collect(),
    };
    let wishes = Wishes {
        up_front: vec!["table".into()],
        likely: vec!["models".into()],
        on_demand: vec!["models".into(), "unasked".into()],
        drop: vec![],
        absent: [("models", "Use a ruler."), ("torch", "Use a candle.")]
            .map(|(module, instead)| (module.into(), instead.into()))
            .into(),
    };
    let extra = Extra {
        name: "time-zones".into(),
        version: "2".into(),
        file: "time_zones-2-cp312-linux.whl".into(),
        sha256: "11".into(),
        depends: vec![],
        imports: vec!["time_zones".into()],
    };
    Catalog::combine("1.0".into(), lock, wishes, vec![extra]).unwrap()
}

fn names(catalog: &Catalog) -> Vec<(&str, bool)> {
    catalog.wanted.iter().map(|package| (package.name.as_str(), package.up_front)).collect()
}

#[test]
fn dependencies_are_included_and_inherit_up_front() {
    let expected = [
        ("array", true),
        ("jobs", false),
        ("models", false),
        ("table", true),
        ("time-zones", true),
        ("unasked", false),
    ];
    assert_eq!(names(&catalog()), expected);
}

#[test]
fn packages_up_front_rank_first_and_likely_ones_next_with_their_dependencies() {
    let catalog = catalog();
    let ranks: Vec<_> = catalog.wanted.iter().map(|package| (package.name.as_str(), package.rank)).collect();
    let expected = [
        ("array", Some(0)),
        ("jobs", Some(1)),
        ("models", Some(1)),
        ("table", Some(0)),
        ("time-zones", Some(0)),
        ("unasked", None),
    ];
    assert_eq!(ranks, expected);
}

#[test]
fn an_extra_takes_precedence_over_the_distribution_and_is_named_as_pure() {
    let catalog = catalog();
    let zones = catalog.wanted.iter().find(|package| package.name == "time-zones").unwrap();
    assert_eq!((zones.origin, zones.version.as_str()), (Origin::Extra, "2"));
    assert_eq!(zones.published_file(), "time_zones-2-py3-none-any.whl");
}

#[test]
fn a_package_whose_dependency_is_missing_is_absent_too() {
    let mut catalog = catalog();
    let modules = |catalog: &Catalog| catalog.absent().into_keys().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(modules(&catalog), ["torch"]);
    catalog.keep(|package| package.name != "jobs");
    assert_eq!(names(&catalog), [("array", true), ("table", true), ("time-zones", true), ("unasked", false)]);
    assert_eq!(modules(&catalog), ["models", "torch"]);
}

#[test]
fn a_missing_package_that_is_needed_up_front_is_an_error() {
    let mut catalog = catalog();
    assert!(catalog.check_up_front().is_ok());
    catalog.keep(|package| package.name != "array");
    let complaint = catalog.check_up_front().unwrap_err().to_string();
    assert!(complaint.starts_with("could not get table "), "{complaint}");
}

#[test]
fn the_lists_of_this_repository_are_well_formed() {
    let wishes: Wishes = read("xtask/data/packages.json").unwrap();
    for (module, instead) in &wishes.absent {
        assert!(instead.ends_with('.') && instead.len() > 10, "{module}: {instead}");
    }
    let extras: Vec<Extra> = read("xtask/data/extras.json").unwrap();
    for extra in &extras {
        assert_eq!(extra.sha256.len(), 64, "{}", extra.name);
        assert_eq!(normalised(&extra.name), extra.name);
    }
}
