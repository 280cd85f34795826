//! What an operator may add, and what is refused, on a small distribution and small wheels.

use std::io::Write as _;

use super::super::catalog::tests::{catalog, lock};
use super::*;

/// A folder with `packages.toml`'s wheels.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("insitu-additions-{name}-{}", std::process::id()));
        crate::runtime::reset(&folder).unwrap();
        Self(folder)
    }

    /// Writes a wheel with these files; returns its entry in `packages.toml`.
    fn wheel(&self, file: &str, paths: &[&str]) -> String {
        let mut archive = zip::ZipWriter::new(fs::File::create(self.0.join(file)).unwrap());
        for path in paths {
            archive.start_file(*path, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(b"here = True\n").unwrap();
        }
        archive.finish().unwrap();
        entry(file, &digest::of_file(&self.0.join(file)).unwrap())
    }

    /// Returns what the wheels of a `packages.toml` are, or why there are none.
    fn added(&self, text: &str) -> Result<Vec<Wheel>, String> {
        let taken = BTreeSet::from(["insitu", "json", "table"].map(str::to_owned));
        Additions::parse(text)
            .and_then(|additions| {
                additions.wheels_from(&self.0, &catalog().wheels, &lock(), &taken)
            })
            .map_err(|error| format!("{error:#}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn entry(file: &str, sha256: &str) -> String {
    format!("[[wheel]]\nfile = \"{file}\"\nsha256 = \"{sha256}\"\n")
}

#[test]
fn a_package_of_the_distribution_comes_with_what_it_needs() {
    let found = Folder::new("distribution").added("distribution = [\"maps\"]").unwrap();
    let found: Vec<_> = found
        .iter()
        .map(|wheel| (wheel.name.as_str(), wheel.tested, wheel.rank, wheel.up_front))
        .collect();
    assert_eq!(found, [("maps", false, None, false), ("points", false, None, false)]);
}

#[test]
fn a_wheel_of_ones_own_is_read_for_its_modules() {
    let folder = Folder::new("wheel");
    let paths = [
        "acme/__init__.py",
        "acme/parts/one.py",
        "acme_tool.py",
        "_acme.cpython-314-wasm32-emscripten.so",
    ];
    let about = ["acme-1.2.dist-info/METADATA", "acme-1.2.data/scripts/acme"];
    let file = "Acme_Tools-1.2-cp314-cp314-pyemscripten_2026_0_wasm32.whl";
    let text = folder.wheel(file, &[paths.as_slice(), &about].concat())
        + "depends = [\"table\", \"Time_Zones\"]\n";
    let sha256 = digest::of_file(&folder.0.join(file)).unwrap();
    let expected = Wheel {
        name: "acme-tools".into(),
        version: "1.2".into(),
        file: file.into(),
        sha256,
        depends: vec!["table".into(), "time-zones".into()],
        imports: ["_acme", "acme", "acme_tool"].map(str::to_owned).to_vec(),
        origin: Origin::File(folder.0.join(file)),
        tested: false,
        modified: None,
        up_front: false,
        rank: None,
    };
    assert_eq!(folder.added(&text), Ok(vec![expected]));
}

#[test]
fn the_example_of_the_documentation_is_read() {
    let document = fs::read_to_string(project::path("docs/deploy.md")).unwrap();
    let section = document.split_once("\n## Python packages\n").unwrap().1;
    let example = section.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0;
    let found = Additions::parse(example).unwrap();
    assert_eq!(found.distribution, ["shapely", "statsmodels"]);
    let wheels: Vec<_> =
        found.wheel.iter().map(|own| own.file.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(wheels, ["acme-1.2.0-py3-none-any.whl"]);
}

#[test]
fn nothing_is_added_by_an_empty_file() {
    assert_eq!(Folder::new("empty").added("# Nothing yet.\n"), Ok(vec![]));
}

#[test]
fn what_is_not_exactly_right_is_refused() {
    let folder = Folder::new("refused");
    let pure =
        |name: &str, paths: &[&str]| folder.wheel(&format!("{name}-1-py3-none-any.whl"), paths);
    let acme = pure("acme", &["acme.py"]);
    fs::write(folder.0.join("text-1-py3-none-any.whl"), "no archive").unwrap();
    let text = digest::of(b"no archive");
    let zeros = "0".repeat(64);
    let cases = [
        ("distributions = []".to_owned(), "unknown field `distributions`"),
        (
            "distribution = \"maps\"".to_owned(),
            "invalid type: string \"maps\", expected a sequence",
        ),
        (acme.clone() + "imports = []\n", "unknown field `imports`"),
        ("[[wheel]]\nfile = \"acme-1-py3-none-any.whl\"\n".to_owned(), "missing field `sha256`"),
        ("distribution = [\"sundial\"]".to_owned(), "`sundial` is not in the Pyodide distribution"),
        ("distribution = [\"Maps\"]".to_owned(), "`Maps` is written `maps`"),
        ("distribution = [\"table\"]".to_owned(), "`table` is in the build already"),
        ("distribution = [\"maps\", \"points\"]".to_owned(), "`points` is in the build already"),
        (
            "distribution = [\"rivers\"]".to_owned(),
            "`libwater` is a shared library of the distribution",
        ),
        (
            entry("acme-1-py3-none-any.whl", &zeros),
            "acme-1-py3-none-any.whl is another file than the pinned one",
        ),
        (entry("gone-1-py3-none-any.whl", &zeros), "cannot read"),
        (entry("acme.whl", &zeros), "`acme.whl` is not the file name of a wheel"),
        (
            entry("acme-1-cp312-cp312-manylinux2014_x86_64.whl", &zeros),
            "acme-1-cp312-cp312-manylinux2014_x86_64.whl is not for this Python",
        ),
        (entry("text-1-py3-none-any.whl", &text), "text-1-py3-none-any.whl is not a wheel"),
        (pure("bare", &["bare-1.dist-info/METADATA"]), "bare-1-py3-none-any.whl holds no module"),
        (acme.clone() + &acme, "`acme` is in the build already"),
        (pure("array", &["other.py"]), "`array` is in the build already"),
        (
            pure("other", &["insitu/__init__.py"]),
            "`other` holds the module `insitu`, which this Python has already",
        ),
        (
            pure("codec", &["json.py"]),
            "`codec` holds the module `json`, which this Python has already",
        ),
        (
            pure("panel", &["table/more.py"]),
            "`panel` holds the module `table`, which this Python has already",
        ),
        (
            acme + "depends = [\"sundial\"]\n",
            "`acme` needs `sundial`, which is not in the build: add it too",
        ),
    ];
    for (text, expected) in cases {
        let found = folder.added(&text).unwrap_err();
        assert!(found.contains(expected), "{text}\nexpected: {expected}\nfound: {found}");
    }
}
