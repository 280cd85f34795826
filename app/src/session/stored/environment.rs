//! What exports and the log say of the interpreter: the versions of Python and of packages, from
//! the site's manifest, and the seed of the random numbers, from a session's log.

use std::collections::{BTreeMap, HashSet};

use kernel::manifest::Manifest;
use serde_json::{Value, json};
use session::log::{Body, Runtime};

use super::super::seed::SEED;

/// Returns the version of Python, which is the first number of Pyodide's without the point; none if
/// it is not.
fn python(pyodide: &str) -> Option<String> {
    let (number, _) = pyodide.split_once('.')?;
    let (major, minor) = number.split_at_checked(1)?;
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (are_digits(major) && are_digits(minor)).then(|| format!("{major}.{minor}"))
}

/// Returns the environment of a session with these records, see `Interpreter` in
/// `crates/session/src/file/transcript.rs`: the packages are those that its code imports.
pub fn environment(manifest: &Manifest, log: &str) -> Value {
    let imported = imported(log);
    let used = manifest
        .packages
        .iter()
        .filter(|package| package.imports.iter().any(|name| imported.contains(name.as_str())));
    let packages: BTreeMap<&str, &str> =
        used.map(|package| (package.name.as_str(), package.version.as_str())).collect();
    json!({ "python": python(&manifest.pyodide), "seed": seed(log), "packages": packages })
}

/// Returns the first seed that the records of a session set, see [`seed`](super::super::seed).
fn seed(log: &str) -> Option<u32> {
    let set = format!("{SEED} = ");
    log.match_indices(&set).find_map(|(at, _)| {
        let rest = &log[at + set.len()..];
        let digits =
            rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
        rest[..digits].parse().ok()
    })
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Returns the names after `import` and `from` in the records of a session, in which a line break
/// is written as `\n`.
fn imported(log: &str) -> HashSet<&str> {
    ["import", "from"]
        .into_iter()
        .flat_map(|word| log.match_indices(word))
        .filter_map(|(at, word)| {
            let (before, after) = (&log[..at], &log[at + word.len()..]);
            let begins = before.ends_with("\\n") || !before.ends_with(is_word);
            let name = after.trim_start();
            let length = name.len() - name.trim_start_matches(is_word).len();
            (begins && name.len() < after.len() && length > 0).then(|| &name[..length])
        })
        .collect()
}

/// Returns an event with the runtime, if it is one of code that runs: `address` is that of the
/// manifest, which has its hash, and without the manifest the versions are not known.
pub fn runtime(body: Body, address: &str, manifest: Option<&Manifest>) -> Body {
    let hash = || {
        let (_, hash) = address.strip_suffix(".json")?.rsplit_once('.')?;
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (!hash.is_empty() && hash.bytes().all(is_hex)).then(|| Runtime {
            manifest: hash.to_owned(),
            versions: manifest.map(versions).unwrap_or_default(),
        })
    };
    match body {
        Body::ExecutionBegan { execution, origin, code, runtime } => {
            Body::ExecutionBegan { execution, origin, code, runtime: hash().or(runtime) }
        }
        Body::Replayed { executions, failed, compared, runtime } => {
            Body::Replayed { executions, failed, compared, runtime: hash().or(runtime) }
        }
        other => other,
    }
}

/// Returns the versions of Python, Pyodide and the packages by name.
fn versions(Manifest { pyodide, packages, .. }: &Manifest) -> BTreeMap<String, String> {
    let named = packages.iter().map(|package| (package.name.clone(), package.version.clone()));
    python(pyodide)
        .map(|python| ("Python".to_owned(), python))
        .into_iter()
        .chain([("Pyodide".to_owned(), pyodide.clone())])
        .chain(named)
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kernel::manifest::Manifest;
    use serde_json::{Value, json};
    use session::log::{Body, Origin, Runtime};

    use super::{environment, runtime};

    fn manifest(pyodide: &str, packages: &[(&str, &str, &str)]) -> Manifest {
        let package = |(name, version, import): &(&str, &str, &str)| {
            json!({
                "name": name, "version": version, "imports": [import], "depends": [],
                "asset": { "url": "", "bytes": 0, "sha256": "" }, "upFront": false, "rank": null,
            })
        };
        let packages: Vec<Value> = packages.iter().map(package).collect();
        let manifest = json!({ "pyodide": pyodide, "core": [], "packages": packages });
        serde_json::from_value(manifest).unwrap()
    }

    #[test]
    fn an_environment_has_the_packages_that_the_code_imports_by_their_own_names() {
        let packages = [
            ("pandas", "3.0.0", "pandas"),
            ("scikit-learn", "1.8", "sklearn"),
            ("altair", "6.3.0", "altair"),
        ];
        let code = "import pandas as pd\nfrom sklearn.cluster import KMeans\nprint('altair')";
        let log = json!({ "code": code }).to_string();
        let expected = json!({
            "python": "3.14", "seed": null, "packages": { "pandas": "3.0.0", "scikit-learn": "1.8" },
        });
        assert_eq!(environment(&manifest("314.0.3", &packages), &log), expected);
    }

    #[test]
    fn an_environment_has_the_first_seed_that_the_session_has_set() {
        for (log, seed) in [
            (
                r#"{"code":"import random\n_session_seed = 4294967295\n"}{"code":"_session_seed = 3"}"#,
                json!(4_294_967_295_u32),
            ),
            (r#"{"code":"np.random.rand()"}"#, Value::Null),
        ] {
            assert_eq!(environment(&manifest("314.0.3", &[]), log)["seed"], seed, "{log}");
        }
    }

    #[test]
    fn code_that_runs_has_the_hash_of_the_manifest_and_the_versions_once_they_are_known() {
        let address = "/kernel/manifest.0a1b2c3d4e5f.json";
        let origin = Origin::Console { after: None };
        let began = |runtime| Body::ExecutionBegan {
            execution: 1,
            origin,
            code: "x = 1".to_owned(),
            runtime,
        };
        let replayed = |runtime| Body::Replayed {
            executions: vec![1],
            failed: None,
            compared: Vec::new(),
            runtime,
        };
        let known = manifest("314.0.3", &[("pandas", "3.0.1", "pandas")]);
        let versions: BTreeMap<String, String> =
            [("Python", "3.14"), ("Pyodide", "314.0.3"), ("pandas", "3.0.1")]
                .map(|(name, version)| (name.to_owned(), version.to_owned()))
                .into();
        let of = |versions| Some(Runtime { manifest: "0a1b2c3d4e5f".to_owned(), versions });
        assert_eq!(runtime(began(None), address, None), began(of(BTreeMap::new())));
        assert_eq!(runtime(began(None), address, Some(&known)), began(of(versions.clone())));
        assert_eq!(runtime(replayed(None), address, Some(&known)), replayed(of(versions)));
        assert_eq!(runtime(began(None), "/kernel/manifest.json", Some(&known)), began(None));
        let other = Body::FileRemoved { file: 1 };
        assert_eq!(runtime(other.clone(), address, Some(&known)), other);
    }

    #[test]
    fn a_pyodide_whose_version_does_not_name_python_has_no_version_of_python() {
        for pyodide in ["next", "3", "3.1", ".5"] {
            let environment = environment(&manifest(pyodide, &[]), "");
            assert_eq!(environment["python"], Value::Null, "{pyodide}");
        }
    }
}
