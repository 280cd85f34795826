//! The catalog that follows from the lists, checked on small ones.

use super::*;

pub(in crate::runtime) fn lock() -> Lock {
    let package = |name: &str, depends: &[&str], install_dir: &str| LockPackage {
        name: name.into(),
        version: "1".into(),
        file_name: format!("{name}-1-cp314-wasm32.whl"),
        install_dir: install_dir.into(),
        sha256: "00".into(),
        depends: depends.iter().map(|&name| name.into()).collect(),
        imports: vec![name.replace('-', "_")],
    };
    let packages = [
        package("table", &["array", "time_zones"], "site"),
        package("array", &[], "site"),
        package("models", &["array", "jobs"], "site"),
        package("jobs", &[], "site"),
        package("maps", &["models", "points"], "site"),
        package("points", &["array"], "site"),
        package("rivers", &["libwater"], "site"),
        package("libwater", &[], "dynlib"),
        package("time-zones", &[], "site"),
    ];
    Lock {
        info: serde_json::Value::Null,
        packages: packages.into_iter().map(|package| (package.name.clone(), package)).collect(),
    }
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn choice(distribution: &[&str]) -> Choice {
    Choice {
        distribution: owned(distribution),
        up_front: owned(&["table"]),
        likely: owned(&["models"]),
        drop: vec![],
        absent: [("maps", "Use a ruler."), ("torch", "Use a candle.")]
            .map(|(module, instead)| (module.into(), instead.into()))
            .into(),
    }
}

fn extras() -> Vec<Extra> {
    let extra = |name: &str, file: &str, import: &str| Extra {
        name: name.into(),
        version: "2".into(),
        file: file.into(),
        sha256: "11".into(),
        depends: vec![],
        imports: owned(&[import]),
    };
    vec![
        extra("time-zones", "time_zones-2-cp312-cp312-manylinux2014_x86_64.whl", "time_zones"),
        extra(
            "arrow-core",
            "arrow_core-2-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
            "arrow.core",
        ),
    ]
}

fn font(name: &str) -> Font {
    Font {
        name: name.to_owned(),
        version: "1.2.3".to_owned(),
        npm: format!("@fonts/{name}"),
        font: "400Regular/Thai.ttf".to_owned(),
        sha256: "pinned".to_owned(),
    }
}

fn combined(
    distribution: &[&str],
    change: impl Fn(&mut Choice, &mut Vec<Extra>),
) -> Result<Catalog> {
    let (mut choice, mut extras) = (choice(distribution), extras());
    change(&mut choice, &mut extras);
    Catalog::combine(
        "1.0".into(),
        &lock(),
        choice,
        extras,
        vec![font("noto-sans-thai")],
        Vec::new(),
    )
}

pub(in crate::runtime) fn catalog() -> Catalog {
    combined(&["array", "jobs", "models", "table"], |_, _| ()).unwrap()
}

#[test]
fn the_set_is_what_the_lists_name_and_ranked_with_dependencies() {
    let catalog = catalog();
    let found: Vec<_> = catalog
        .wheels
        .iter()
        .map(|wheel| (wheel.name.as_str(), wheel.version.as_str(), wheel.up_front, wheel.rank))
        .collect();
    let expected = [
        ("array", "1", true, Some(0)),
        ("arrow-core", "2", false, None),
        ("jobs", "1", false, Some(1)),
        ("models", "1", false, Some(1)),
        ("noto-sans-thai", "1.2.3", false, None),
        ("table", "1", true, Some(0)),
        // As the extra is pinned, although the lock has another version.
        ("time-zones", "2", true, Some(0)),
    ];
    assert_eq!(found, expected);
    assert!(catalog.wheels.iter().all(|wheel| wheel.tested));
}

#[test]
fn an_extra_is_made_pure_unless_it_is_compiled_for_this_runtime() {
    let catalog = catalog();
    let made_pure =
        |name: &str| catalog.wheels.iter().find(|wheel| wheel.name == name).unwrap().made_pure();
    assert_eq!(["time-zones", "arrow-core", "array"].map(made_pure), [true, false, false]);
}

#[test]
fn a_set_that_is_not_closed_is_an_error() {
    type Change = fn(&mut Choice, &mut Vec<Extra>);
    let all = ["array", "jobs", "models", "table"];
    let cases: [(&[&str], Change, &str); 6] = [
        (
            &["array", "jobs", "table", "models", "sundial"],
            |_, _| (),
            "`sundial`, which is not in Pyodide's lock",
        ),
        (
            &["array", "models", "table"],
            |_, _| (),
            "`models` needs `jobs`, which neither packages.json nor",
        ),
        (
            &all,
            |_, extras| extras.clear(),
            "`table` needs `time-zones`, which neither packages.json nor",
        ),
        (
            &["array", "jobs", "models", "table", "time-zones"],
            |_, _| (),
            "`time-zones` is twice in",
        ),
        (
            &all,
            |choice, _| choice.likely = owned(&["maps"]),
            "ranks `maps`, which is not in the set",
        ),
        (
            &all,
            |choice, _| drop(choice.absent.insert("arrow".into(), "Use a quiver.".into())),
            "says that `arrow` is absent, but a package provides it",
        ),
    ];
    for (distribution, change, expected) in cases {
        let complaint = combined(distribution, change).err().map(|error| error.to_string());
        assert!(
            complaint.as_ref().is_some_and(|text| text.contains(expected)),
            "{expected}: {complaint:?}"
        );
    }
}

#[test]
fn a_module_that_an_addition_provides_is_not_absent() {
    let mut catalog = catalog();
    let modules =
        |catalog: &Catalog| catalog.absent().into_keys().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(modules(&catalog), ["maps", "torch"]);
    catalog.wheels.push(Wheel::named("maps", "1"));
    assert_eq!(modules(&catalog), ["torch"]);
}

#[test]
fn the_lists_of_this_repository_are_well_formed() {
    let choice: Choice = read("xtask/data/packages.json").unwrap();
    for (module, instead) in &choice.absent {
        assert!(instead.ends_with('.') && instead.len() > 10, "{module}: {instead}");
    }
    let extras: Vec<Extra> = read("xtask/data/extras.json").unwrap();
    for extra in &extras {
        assert_eq!(extra.sha256.len(), 64, "{}", extra.name);
        assert_eq!(normalised(&extra.name), extra.name);
    }
}

#[test]
fn a_font_is_a_package_that_nothing_fetches_before_it_is_needed() {
    let catalog = catalog();
    let wheel = catalog.wheels.iter().find(|wheel| wheel.name == "noto-sans-thai").unwrap();
    let expected = Wheel {
        sha256: "pinned".into(),
        origin: Origin::Font {
            npm: "@fonts/noto-sans-thai".into(),
            path: "400Regular/Thai.ttf".into(),
        },
        ..Wheel::named("noto-sans-thai", "1.2.3")
    };
    assert_eq!(*wheel, expected);
    assert!(!wheel.made_pure());
}
