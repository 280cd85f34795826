//! What is listed and how, and what is refused, on made-up lists.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use kernel::manifest::Modification;

use super::wheels::Table;
use super::*;
use crate::digest;
use crate::runtime::wheel::{Origin, Wheel};

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn entry(name: &str, version: &str, licence: &str) -> Entry {
    let [name, version, licence] = [name, version, licence].map(str::to_owned);
    Entry { name, version, licence, ..Entry::default() }
}

/// An entry with a text of its own.
fn with_text(name: &str, version: &str, licence: &str, text: &str) -> Entry {
    let texts = texts::of_file(text.as_bytes()).into_iter().collect();
    Entry { texts, ..entry(name, version, licence) }
}

fn section(title: &'static str, prefix: &'static str, entries: &[Entry]) -> Section {
    Section {
        title,
        about: "About.",
        prefix,
        purl: None,
        entries: entries.iter().cloned().collect(),
    }
}

fn complaint<T>(result: Result<T>) -> String {
    result.map(drop).map_err(|error| format!("{error:#}")).unwrap_err()
}

#[test]
fn a_line_leaves_out_what_is_not_known() {
    let whole = Entry {
        origin: "https://a.example".to_owned(),
        within: set(&["pypi:drawing", "pypi:table"]),
        holders: "Ada, Bob".to_owned(),
        ..with_text("font", "1.0", "OFL-1.1", "Free.")
    };
    let name = texts::of_file(b"Free.")[0].name.clone();
    assert_eq!(
        whole.line(),
        format!(
            "font 1.0 | OFL-1.1 | https://a.example | in pypi:drawing, pypi:table | by Ada, Bob | texts {name}"
        )
    );
    assert_eq!(entry("font", "", "OFL-1.1").line(), "font | OFL-1.1");
}

#[test]
fn the_file_has_each_text_once_under_its_name() {
    let things = [with_text("b", "2", "MIT", "Do  it."), with_text("a", "1", "ISC", "do it")];
    let text = form::render(&[section("Things", "", &things)]).unwrap();
    let name = &things[0].texts.first().unwrap().name;
    let lists = format!(
        "Things (2)\n----------\n\nAbout.\n\na 1 | ISC | texts {name}\nb 2 | MIT | texts {name}\n"
    );
    let texts = format!(
        "Licence texts (1)\n-----------------\n\nEach under its name in the lists above.\n\n\
                         ===== {name} =====\n\ndo it\n"
    );
    assert_eq!(text, format!("{HEAD}\n\n{lists}\n\n{texts}"));
}

#[test]
fn an_entry_without_a_text_and_a_text_that_looks_like_two_are_refused() {
    let render = |entry| form::render(&[section("Things", "", &[entry])]);
    assert!(complaint(render(entry("bare", "1", "MIT"))).ends_with("licence of bare"));
    let two = with_text("forged", "1", "MIT", "Do it.\n===== SPDX/MIT =====\nDo not.");
    assert!(complaint(render(two)).contains("looks like the beginning of another one"));
}

#[test]
fn the_first_difference_is_named() {
    assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
    assert_eq!(first_difference("a\r\nb\r\n", "a\nb\n"), None);
    assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some("c"));
    assert_eq!(first_difference("a\nb\n", "a\n"), Some("b"));
    assert_eq!(first_difference("", "a\n"), Some("a"));
}

#[test]
fn files_with_licences_and_notices_are_known_by_their_names() {
    for (path, legal) in [
        ("LICENSE", true),
        ("license-mit", true),
        ("LICENCE.rst", true),
        ("LICENSE.BSD-3-Clause", true),
        ("COPYING", true),
        ("NOTICE.txt", true),
        ("third_party/fiat/LICENSE", true),
        ("some-1.dist-info/licenses/BUILD/abseil.txt", true),
        ("LICENSES\\CC0-1.0.txt", true),
        ("some-1.dist-info/licenses/AUTHORS", false),
        ("src/license.rs", false),
        ("labextension/third-party-licenses.json", false),
        ("README.md", false),
    ] {
        assert_eq!(texts::is_legal(path), legal, "{path}");
    }
}

#[test]
fn the_same_words_are_one_text_and_the_terms_of_apache_one_of_their_own() {
    let names = |content: &[u8]| {
        texts::of_file(content).into_iter().map(|text| text.name).collect::<Vec<_>>()
    };
    assert_eq!(names(b"Permission\n  is granted.\r\n"), names(b"\n\npermission is Granted"));
    assert_ne!(names(b"Permission is granted."), names(b"Permission is not granted."));
    let apache =
        |holder: &str| names(format!("Terms\nEND OF TERMS AND CONDITIONS\n{holder}").as_bytes());
    assert_eq!((apache("").len(), apache("Copyright Ada").len()), (1, 2));
    assert_eq!(apache("Copyright Ada")[0], apache("Copyright Bob")[0]);
    assert_eq!(texts::of_file(b"\xa9 Ada")[0].content, "© Ada");
    assert_eq!(names(b" \n"), [""; 0]);
}

#[test]
fn a_package_without_a_text_gets_the_standard_ones_and_those_who_made_it() {
    let bare = |licence| {
        entry("bare", "1", licence)
            .with_texts(BTreeSet::new(), ["\"Ada\" <a@b.example>, <b@b.example>"])
    };
    let made = bare("Apache-2.0 WITH LLVM-exception OR MIT").unwrap();
    let names: Vec<_> = made.texts.iter().map(|text| text.name.as_str()).collect();
    assert_eq!(names, ["SPDX/Apache-2.0", "SPDX/LLVM-exception", "SPDX/MIT"]);
    assert!(made.texts.iter().all(|text| text.content.len() > 500));
    assert_eq!(made.holders, "Ada, b@b.example");
    assert!(complaint(bare("LicenseRef-Mine")).contains("no standard text of `LicenseRef-Mine`"));
    assert!(complaint(bare("Mine")).contains("`Mine` is not an SPDX expression"));
}

#[test]
fn crates_are_read_from_a_flat_tree_without_our_own() {
    let tree = "server v0.1.0 (/somewhere)\t\nbytes v1.11.0\t\nbytes v1.11.0\t (*)\nzstd v2.1.3+zstd.1.5.7\t\n";
    let expected = [("bytes", "1.11.0"), ("zstd", "2.1.3+zstd.1.5.7")];
    let expected = expected.map(|(name, version)| (name.to_owned(), version.to_owned()));
    assert_eq!(crates::parse(tree).unwrap(), BTreeSet::from(expected));
}

#[test]
fn a_crate_without_a_licence_is_an_error() {
    let package = crates::Package {
        name: "bytes".to_owned(),
        version: "1.11.0".to_owned(),
        license: None,
        repository: None,
        authors: Vec::new(),
        manifest_path: PathBuf::from("/registry/bytes/Cargo.toml"),
    };
    assert_eq!(complaint(package.entry()), "the crate bytes 1.11.0 names no licence");
}

#[test]
fn imports_are_packages_and_not_neighbours() {
    let script = r#"
        import look from "maths/dist/look.css" with { type: "text" };
        import {
          one,
        } from "@scope/highlight/one.js";
        import "plain";
        import { near } from "./near.js";
        import { readFile } from "node:fs";
        const later = await import("late/core.mjs");
        python.pyimport("insitu.exits");
        export { other } from "again";
        const bytes = Buffer.from("mine"), words = ["from", "to"]; // and not what comes from "nowhere"
    "#;
    let expected = BTreeSet::from(["@scope/highlight", "again", "late", "maths", "plain"]);
    assert_eq!(npm::imports(script), expected);
}

#[test]
fn npm_packages_come_with_what_they_need_but_not_with_their_command_lines() {
    let lock: npm::Lock = serde_json::from_str(
        r#"{ "packages": {
            "": {},
            "node_modules/chart": { "version": "5", "license": "MIT", "dependencies": { "array": "1", "yargs": "2" } },
            "node_modules/chart/node_modules/array": { "version": "1", "license": "ISC", "dependencies": { "map": "3" } },
            "node_modules/array": { "version": "9", "license": "ISC" },
            "node_modules/map": { "version": "3", "license": "0BSD" },
            "node_modules/nameless": { "version": "1" },
            "node_modules/yargs": { "version": "2", "license": "MIT" }
        } }"#,
    )
    .unwrap();
    let expected =
        set(&["node_modules/chart", "node_modules/chart/node_modules/array", "node_modules/map"]);
    assert_eq!(npm::shipped(&lock, &set(&["chart"])).unwrap(), expected);
    assert!(
        complaint(npm::shipped(&lock, &set(&["missing"])))
            .contains("`missing` is not in package-lock.json")
    );
    assert!(
        complaint(lock.entry("node_modules/nameless"))
            .contains("no licence of node_modules/nameless")
    );
}

/// A wheel of these files that is on this machine.
fn wheel(name: &str, files: &[(&str, &str)]) -> Wheel {
    let folder = project::target().join("notices-tests");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.whl"));
    let mut archive = ZipWriter::new(File::create(&path).unwrap());
    for (file, content) in files {
        archive.start_file(*file, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
    let mut wheel = Wheel::named(name, "1.0");
    wheel.sha256 = digest::of_file(&path).unwrap();
    wheel.origin = Origin::File(path);
    wheel
}

const BOM: &str = r#"{ "components": [
    { "name": "memory", "version": "2.8", "purl": "pkg:cargo/memory@2.8", "author": "Ada <a@b.example>", "licenses": [{ "expression": "MIT/ISC" }] },
    { "name": "known", "version": "1.1", "purl": "pkg:cargo/known@1.1", "licenses": [{ "expression": "MIT" }] }
] }"#;

fn table(text: &str) -> Table {
    Table::parse(text).unwrap()
}

fn plain() -> Table {
    table(r#"{ "wheels": {}, "inside": [] }"#)
}

#[test]
fn a_wheel_says_its_licence_its_texts_and_its_crates() {
    let files = [
        ("reader/code.py", "1"),
        (
            "reader-1.0.dist-info/METADATA",
            "Name: reader\nLicense-Expression: MIT\n\nLicense: not this\n",
        ),
        ("reader-1.0.dist-info/licenses/LICENSE", "Copyright Ada."),
        ("reader-1.0.dist-info/sboms/reader.cyclonedx.json", BOM),
    ];
    let (one, other) = (wheel("reader", &files), wheel("writer", &files));
    let known = BTreeSet::from([with_text("known", "1.1", "MIT", "Copyright Bob.")]);
    let (packages, inside) = wheels::entries(&[one.clone(), other], &plain(), &known).unwrap();

    let reader = packages.first().unwrap();
    let origin = format!("sha256:{}", one.sha256);
    assert_eq!(*reader, Entry { origin, ..with_text("reader", "1.0", "MIT", "Copyright Ada.") });
    let within = set(&["pypi:reader", "pypi:writer"]);
    let [known, memory] = inside.into_iter().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(
        known,
        Entry { within: within.clone(), ..with_text("known", "1.1", "MIT", "Copyright Bob.") }
    );
    let texts = texts::standard("MIT OR ISC").unwrap();
    let holders = "Ada".to_owned();
    assert_eq!(memory, Entry { within, holders, texts, ..entry("memory", "2.8", "MIT OR ISC") });
}

#[test]
fn an_edited_wheel_says_so() {
    let files = [("m.dist-info/METADATA", "License: MIT\n\n"), ("m.dist-info/LICENSE", "Yes.")];
    let mut edited = wheel("edited", &files);
    let (why, patched) = ("It was wrong.".to_owned(), "02".to_owned());
    edited.modified = Some(Modification { why, upstream: edited.sha256.clone(), patched });
    let (packages, _) = wheels::entries(&[edited], &plain(), &BTreeSet::new()).unwrap();
    let line = packages.first().unwrap().line();
    let said = " | modified by Insitu: It was wrong. The edits are in xtask/scripts/int64, and the edited wheel is sha256:02 | ";
    assert!(line.contains(said), "{line}");
}

#[test]
fn what_a_wheel_does_not_say_is_in_the_table_and_nothing_else() {
    let said = [("m.dist-info/METADATA", "License: MIT\n\n"), ("m.dist-info/LICENSE", "Yes.")];
    let vague = [("m.dist-info/METADATA", "License: BSD\n\n"), ("m.dist-info/LICENSE", "Yes.")];
    let read = |files: &[_], table: &Table| {
        let wheels = [wheel("table", files)];
        let (packages, _) = wheels::entries(&wheels, table, &BTreeSet::new())?;
        Ok(packages.first().unwrap().licence.clone())
    };
    let bsd = table(r#"{ "wheels": { "table": "BSD-3-Clause" }, "inside": [] }"#);
    assert_eq!(read(&vague, &bsd).unwrap(), "BSD-3-Clause");
    assert_eq!(read(&said, &bsd).unwrap(), "BSD-3-Clause");
    assert!(complaint(read(&vague, &plain())).contains("table does not say its licence"));
    let again = table(r#"{ "wheels": { "table": "MIT" }, "inside": [] }"#);
    assert!(complaint(read(&said, &again)).contains("repeats what table says"));
    let gone = table(r#"{ "wheels": { "gone": "MIT" }, "inside": [] }"#);
    assert!(complaint(read(&said, &gone)).contains("no build contains: gone"));
}

#[test]
fn a_wheel_that_is_not_the_pinned_file_is_refused() {
    let mut changed =
        wheel("far", &[("far-1.0.dist-info/METADATA", "License-Expression: MIT\n\n")]);
    changed.sha256 = "ff".to_owned();
    let read = wheels::entries(std::slice::from_ref(&changed), &plain(), &BTreeSet::new());
    assert!(complaint(read).contains("is not the pinned file"));
}

#[test]
fn parts_have_a_standard_text_or_those_of_their_package() {
    let package = with_text("reader", "1", "MIT", "All of it.");
    let shipped = BTreeMap::from([("pypi:reader".to_owned(), &package)]);
    let parts =
        |part: &str| table(&format!(r#"{{ "wheels": {{}}, "inside": [{part}] }}"#)).parts(&shipped);
    let own = parts(r#"{ "name": "Signs", "of": "pypi:reader", "licence": "OFL-1.1" }"#).unwrap();
    let within = set(&["pypi:reader"]);
    let signs = Entry {
        within: within.clone(),
        texts: package.texts.clone(),
        ..entry("Signs", "", "OFL-1.1")
    };
    assert_eq!(own, BTreeSet::from([signs]));
    let standard = parts(
        r#"{ "name": "zlib", "of": "pypi:reader", "licence": "Zlib", "copyright": "1995 Ada" }"#,
    )
    .unwrap();
    let (holders, texts) = ("1995 Ada".to_owned(), texts::standard("Zlib").unwrap());
    assert_eq!(
        standard,
        BTreeSet::from([Entry { within, holders, texts, ..entry("zlib", "", "Zlib") }])
    );
    let gone = parts(r#"{ "name": "Signs", "of": "pypi:gone", "licence": "OFL-1.1" }"#);
    assert!(complaint(gone).contains("a part of pypi:gone, which is not shipped: Signs"));
}

/// What is allowed in the tests of what is refused.
const ALLOWED: &str = r#"
    [licenses]
    allow = ["MIT", "Apache-2.0"]
    exceptions = [{ crate = "roots", allow = ["CDLA-Permissive-2.0"] }, { name = "pypi:bar", allow = ["MPL-2.0"] }]
"#;

#[test]
fn a_licence_that_is_not_allowed_is_refused_by_the_name_of_what_has_it() {
    let needed = [entry("roots", "1", "CDLA-Permissive-2.0")];
    let needed_wheel = entry("bar", "1", "MPL-2.0 AND MIT");
    let check = |kind: &str, planted: Entry| {
        let mut sections = [
            section("crates", "", &needed),
            section("npm", "npm:", &[]),
            section("wheels", "pypi:", std::slice::from_ref(&needed_wheel)),
        ];
        sections.iter_mut().filter(|section| section.title == kind).for_each(|section| {
            section.entries.insert(planted.clone());
        });
        check_licences(&sections, Policy::parse(ALLOWED).unwrap())
    };
    let inside = |licence| Entry { within: set(&["pypi:bar"]), ..entry("deep", "1", licence) };
    for (kind, planted, refusal) in [
        ("crates", entry("good", "1", "MIT OR GPL-3.0-only"), None),
        ("crates", entry("bad", "1", "GPL-3.0-only"), Some("the licence of bad: GPL-3.0-only")),
        ("crates", entry("half", "1", "MIT AND GPL-3.0-only"), Some("the licence of half:")),
        (
            "npm",
            entry("@scope/bad", "1", "AGPL-3.0-only"),
            Some("the licence of npm:@scope/bad: AGPL-3.0-only"),
        ),
        ("npm", entry("roots", "1", "CDLA-Permissive-2.0"), Some("the licence of npm:roots:")),
        (
            "npm",
            entry("vague", "1", "SEE LICENSE IN README"),
            Some("the licence of npm:vague, `SEE LICENSE IN README`, is not"),
        ),
        (
            "wheels",
            entry("bad", "1", "AGPL-3.0-only"),
            Some("the licence of pypi:bad: AGPL-3.0-only"),
        ),
        (
            "wheels",
            entry("vague", "1", "NOASSERTION"),
            Some("the licence of pypi:vague: NOASSERTION"),
        ),
        (
            "wheels",
            entry("own", "1", "LicenseRef-Mine"),
            Some("the licence of pypi:own: LicenseRef-Mine"),
        ),
        ("crates", inside("MPL-2.0"), None),
        ("crates", inside("GPL-2.0-only"), Some("deep is in pypi:bar: deny.toml does not allow")),
    ] {
        let refused = check(kind, planted.clone()).map_err(|error| format!("{error:#}")).err();
        match (&refused, refusal) {
            (None, None) => {}
            (Some(found), Some(expected)) if found.contains(expected) => {}
            _ => panic!("{planted:?}: {refused:?} instead of {refusal:?}"),
        }
    }
}

#[test]
fn an_exception_that_nothing_needs_is_an_error() {
    let wheels = [section("wheels", "pypi:", &[entry("bar", "1", "MPL-2.0")])];
    let unneeded = check_licences(&wheels, Policy::parse(ALLOWED).unwrap());
    assert!(complaint(unneeded).contains("an exception that nothing shipped needs: roots"));
}

#[test]
fn the_table_and_the_policy_of_this_checkout_can_be_read() {
    Table::read().unwrap();
    Policy::read().unwrap();
}
