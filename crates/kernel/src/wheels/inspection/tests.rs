//! Honest wheels, damaged ones, and ones that were made to do harm.

use std::io::{Cursor, Read};

use zip::{CompressionMethod, ZipArchive};

use crate::wheels::inspection::testing::{Recipe, line, runtime, wasm, zip};
use crate::wheels::inspection::{archive, inspect};
use crate::wheels::{Facts, MAX_PARTS, Refusal, Wheel};

const FILE: &str = "good-1.0-py3-none-any.whl";
const CODE: (&str, &[u8]) = ("good/__init__.py", b"WHO = 'good'\n");

fn read(recipe: Recipe) -> Result<Wheel, Refusal> {
    inspect(FILE, &recipe.wheel(), &runtime())
}

/// Returns why a wheel of these files, besides its own, is refused.
#[track_caller]
fn refused(recipe: Recipe) -> Refusal {
    read(recipe).map(|wheel| wheel.facts).unwrap_err()
}

fn suspicious(why: &str) -> Refusal {
    Refusal::Suspicious(why.to_owned())
}

fn taken(what: &str) -> Refusal {
    Refusal::Taken(what.to_owned())
}

fn damaged(why: &str) -> Refusal {
    Refusal::Damaged(why.to_owned())
}

/// Returns the entries of an archive, which are stored.
fn entries(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let count = archive.len();
    let read = |at: usize| {
        let mut part = archive.by_index(at).unwrap();
        assert_eq!(part.compression(), CompressionMethod::Stored);
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        (part.name().to_owned(), bytes)
    };
    (0..count).map(read).collect()
}

#[test]
fn the_facts_of_a_wheel_come_from_its_bytes_and_its_libraries_are_packed() {
    let metadata = b"Metadata-Version: 2.1\nName: Good\nVersion: 1.0\nRequires-Dist: Scikit_Learn >=1\n\
        Requires-Dist: other-one\nRequires-Dist: polars ; sys_platform != 'win32'\nRequires-Dist: attrs\n\
        Requires-Dist: pytest ; extra == 'test'\n\nProse.\n";
    let compiled = wasm(&["PyInit__native"]);
    let recipe = Recipe::with(&[
        CODE,
        ("good/", b""),
        ("good/data/\u{e4}.json", b"{}"),
        ("good/inner.pth", b"import os"),
        ("good/__pycache__/__init__.cpython-314.pyc", b"stale"),
        ("good.libs/README", b"x"),
        ("good-1.0.data/purelib/more.py", b"MORE = 1\n"),
        ("good-1.0.data/platlib/_native.cpython-314-wasm32-emscripten.so", &compiled),
        ("good-1.0.data/scripts/good", b"#!python"),
        ("good-1.0.data/scripts/better", b"#!python"),
        ("good-1.0.data/headers/good.h", b"int x;"),
        ("good-1.0.data/data/share/man/good.1", b"GOOD"),
        ("good-1.0.dist-info/entry_points.txt", b"[console_scripts]\ngood = good:main\n"),
        ("good-1.0.dist-info/licenses/LICENSE", b"MIT"),
    ]);
    let recipe = recipe.part("good-1.0.dist-info/METADATA", Some(metadata));
    let bytes = recipe.wheel();
    let Wheel { facts, archive } = inspect(FILE, &bytes, &runtime()).unwrap();
    let packed = entries(&archive);
    let paths: Vec<&str> = packed.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "_native.cpython-314-wasm32-emscripten.so",
            "good-1.0.dist-info/METADATA",
            "good-1.0.dist-info/RECORD",
            "good-1.0.dist-info/WHEEL",
            "good-1.0.dist-info/licenses/LICENSE",
            "good.libs/README",
            "good/__init__.py",
            "good/data/\u{e4}.json",
            "good/inner.pth",
            "more.py",
        ]
    );
    assert_eq!((&packed[0].1, &packed[6].1[..]), (&compiled, CODE.1));
    let size: usize = packed.iter().map(|(_, bytes)| bytes.len()).sum();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let expected = Facts {
        file: FILE.to_owned(),
        name: "Good".to_owned(),
        version: "1.0".to_owned(),
        sha256: archive::digest(&bytes),
        bytes: bytes.len() as u64,
        installed_bytes: size as u64,
        files: packed.len(),
        native: true,
        modules: words(&["_native", "good", "more"]),
        missing: words(&["attrs", "polars (where sys_platform != 'win32')"]),
        left_out: words(&[
            "entry points",
            "2 programs",
            "1 header",
            "1 other data file",
            "1 bytecode file",
        ]),
    };
    assert_eq!(facts, expected);
    assert_eq!(
        inspect(FILE, &bytes, &runtime()).unwrap().archive,
        archive,
        "the same wheel is the same archive"
    );
}

#[test]
fn a_wheel_of_source_alone_is_not_native() {
    let facts = read(Recipe::with(&[CODE])).unwrap().facts;
    assert_eq!(
        (facts.native, facts.modules, facts.missing, facts.left_out),
        (false, vec!["good".to_owned()], vec![], vec![])
    );
}

#[test]
fn a_wheel_for_another_interpreter_is_refused() {
    for tags in ["cp313-cp313-pyemscripten_2025_0_wasm32", "cp314-cp314-manylinux_2_17_x86_64"] {
        let wheel = Recipe::with(&[CODE]).wheel();
        let refused = inspect(&format!("good-1.0-{tags}.whl"), &wheel, &runtime());
        assert_eq!(refused.unwrap_err(), Refusal::Tags(tags.to_owned()));
    }
    // The file was renamed.
    let text = b"Wheel-Version: 1.0\nTag: cp314-cp314-manylinux_2_17_x86_64\n";
    let refusal = refused(Recipe::with(&[CODE]).part("good-1.0.dist-info/WHEEL", Some(text)));
    assert_eq!(refusal, Refusal::Tags("py3-none-any".to_owned()));
    for text in ["Wheel-Version: 2.0\nTag: py3-none-any\n", "Tag: py3-none-any\n"] {
        let refusal =
            refused(Recipe::with(&[CODE]).part("good-1.0.dist-info/WHEEL", Some(text.as_bytes())));
        assert_eq!(refusal, damaged("its WHEEL is not of version 1"));
    }
}

#[test]
fn a_wheel_takes_nobodys_place() {
    let with = |path: &str| refused(Recipe::with(&[CODE, (path, b"x")]));
    for (path, module, owner) in [
        ("json/__init__.py", "json", "Python's standard library"),
        ("json.py", "json", "Python's standard library"),
        ("zoneinfo.pyc", "zoneinfo", "Python's standard library"),
        ("_socket.cpython-314-wasm32-emscripten.so", "_socket", "Python's standard library"),
        ("insitu/kernel.py", "insitu", "the page's own Python"),
        ("js.py", "js", "the page's own Python"),
        ("pyodide_js/__init__.py", "pyodide_js", "the page's own Python"),
        ("sitecustomize.py", "sitecustomize", "the page's own Python"),
        ("__main__.py", "__main__", "the page's own Python"),
        ("sklearn/__init__.py", "sklearn", "scikit-learn"),
        ("sklearn/only/data.txt", "sklearn", "scikit-learn"),
        ("_build_utils.py", "_build_utils", "scikit-learn"),
        ("good-1.0.data/purelib/sklearn.py", "sklearn", "scikit-learn"),
        ("shared/other.py", "shared", "scikit-learn"),
        ("shared.py", "shared", "scikit-learn"),
        ("other.py", "other", "Other_One, which you dropped before"),
    ] {
        assert_eq!(
            with(path),
            taken(&format!("its module {module:?} belongs to {owner}")),
            "{path}"
        );
    }
    assert_eq!(
        with("scikit_learn.libs/b.so"),
        taken("its part \"scikit_learn.libs\" belongs to a package of this Python")
    );
    let named = |name: &str| {
        let recipe = Recipe::with(&[CODE]);
        let info = format!("{name}-1.0.dist-info");
        let move_there = |(path, bytes): (String, Vec<u8>)| {
            let bytes =
                String::from_utf8(bytes).unwrap().replace("Name: good", &format!("Name: {name}"));
            (path.replace("good-1.0.dist-info", &info), bytes.into_bytes())
        };
        let parts = recipe.parts.into_iter().map(move_there).collect();
        let recipe = Recipe { parts, info: Box::leak(info.into_boxed_str()), record: None };
        inspect(&format!("{name}-1.0-py3-none-any.whl"), &recipe.wheel(), &runtime()).unwrap_err()
    };
    assert_eq!(named("Scikit.Learn"), taken("scikit-learn is a package of this Python"));
    assert_eq!(named("other_one"), Refusal::Installed("Other_One".to_owned()));
}

#[test]
fn nothing_that_python_would_run_or_read_by_itself_is_installed() {
    let with = |path: &str| refused(Recipe::with(&[CODE, (path, b"import os")]));
    for (path, why) in [
        ("sklearn-9.dist-info/METADATA", "it describes 2 packages instead of one"),
        (
            "good-1.0.data/purelib/sklearn-9.dist-info/METADATA",
            "its part \"sklearn-9.dist-info/METADATA\" describes another package",
        ),
        (
            "sklearn.egg-info/PKG-INFO",
            "its part \"sklearn.egg-info/PKG-INFO\" describes another package",
        ),
        ("sklearn.egg-link", "its part \"sklearn.egg-link\" describes another package"),
        ("other-1.0.data/purelib/x.py", "its part \"other-1.0.data/purelib/x.py\" belongs nowhere"),
        (
            "good-1.0.data/elsewhere/x.py",
            "its part \"good-1.0.data/elsewhere/x.py\" belongs nowhere",
        ),
        (
            "\u{ff4e}umpy/__init__.py",
            "its part \"\u{ff4e}umpy/__init__.py\" has a name that no module has",
        ),
    ] {
        assert_eq!(with(path), suspicious(why), "{path}");
    }
    assert_eq!(with("good.pth"), Refusal::Startup("\"good.pth\"".to_owned()));
    assert_eq!(with("good-1.0.data/purelib/z.pth"), Refusal::Startup("\"z.pth\"".to_owned()));
}

#[test]
fn no_path_leads_out_of_its_folder() {
    for (path, why) in [
        ("../evil.py", "leads out of its folder"),
        ("good/../../evil.py", "leads out of its folder"),
        ("/lib/python3.14/json.py", "leads out of its folder"),
        ("good//evil.py", "leads out of its folder"),
        ("./good/evil.py", "leads out of its folder"),
        ("good-1.0.data/purelib/../../../evil.py", "leads out of its folder"),
        ("good\\..\\evil.py", "has characters in its path that no file of a package has"),
        ("C:evil.py", "has characters in its path that no file of a package has"),
        ("good/evil\n.py", "has characters in its path that no file of a package has"),
        ("good/\u{202e}yp.live", "has characters in its path that no file of a package has"),
    ] {
        let shown = archive::shown(path);
        let expected = suspicious(&format!("its part {shown} {why}"));
        assert_eq!(refused(Recipe::with(&[CODE, (path, b"x")])), expected, "{path}");
    }
    let long = format!("good/{}.py", "x".repeat(400));
    let expected =
        suspicious(&format!("its part {} has a path that is too long", archive::shown(&long)));
    assert_eq!(refused(Recipe::with(&[CODE, (&long, b"x")])), expected);
}

#[test]
fn a_wheel_describes_exactly_one_package_and_that_is_its_own() {
    let wheel = Recipe::with(&[CODE]).wheel();
    let as_file = |file: &str| inspect(file, &wheel, &runtime()).unwrap_err();
    let misfit = suspicious("its folder \"good-1.0.dist-info\" does not fit its file name");
    assert_eq!(as_file("better-1.0-py3-none-any.whl"), misfit);
    assert_eq!(as_file("good-1.1-py3-none-any.whl"), misfit);
    let none = zip(&[("good.py".to_owned(), b"x".to_vec())], CompressionMethod::Deflated);
    assert_eq!(
        inspect(FILE, &none, &runtime()).unwrap_err(),
        suspicious("it describes 0 packages instead of one")
    );
    for name in ["METADATA", "WHEEL"] {
        let path = format!("good-1.0.dist-info/{name}");
        assert_eq!(
            refused(Recipe::with(&[CODE]).part(&path, None)),
            damaged(&format!("it has no {path:?}"))
        );
        assert_eq!(
            refused(Recipe::with(&[CODE]).part(&path, Some(b"\xff\xfe"))),
            damaged(&format!("{path:?} is not text in UTF-8"))
        );
    }
    assert_eq!(refused(Recipe::with(&[("good-stubs/x.pyi", b"")])), Refusal::Empty);
}

#[test]
fn every_file_is_the_one_that_the_list_has() {
    let own = |recipe: &Recipe| -> String {
        recipe.parts.iter().map(|(path, bytes)| line(path, bytes)).collect()
    };
    let with = |change: &dyn Fn(String) -> String| {
        let recipe =
            Recipe::with(&[CODE, ("good-1.0.data/scripts/run", b"x"), ("good/a, \"b\".py", b"y")]);
        let record = change(own(&recipe));
        read(recipe.record(&record)).map(|wheel| wheel.facts.files)
    };
    assert_eq!(with(&|record| record), Ok(5));
    let refusals: [(&dyn Fn(String) -> String, &str); 7] = [
        (
            &|record| record.replace("__init__.py,sha256=", "__init__.py,sha256=."),
            "its RECORD has no SHA-256 for \"good/__init__.py\"",
        ),
        (
            &|record| record.replace(&line(CODE.0, CODE.1), &line(CODE.0, b"other")),
            "\"good/__init__.py\" is not the file that its RECORD lists",
        ),
        (
            &|record| record.replace(&line(CODE.0, CODE.1), ""),
            "its RECORD does not list \"good/__init__.py\"",
        ),
        (
            &|record| record.replace(&line("good-1.0.data/scripts/run", b"x"), ""),
            "its RECORD does not list \"good-1.0.data/scripts/run\"",
        ),
        (&|record| record + &line("good/gone.py", b""), "\"good/gone.py\" is listed and missing"),
        (
            &|record| record + &line(CODE.0, b"other"),
            "its RECORD has two hashes for \"good/__init__.py\"",
        ),
        (
            &|record| record.replace("__init__.py,sha256=", "__init__.py,md5="),
            "its RECORD has no SHA-256 for \"good/__init__.py\"",
        ),
    ];
    for (change, why) in refusals {
        assert_eq!(with(change), Err(damaged(why)));
    }
}

#[test]
fn compiled_files_are_webassembly_without_javascript() {
    let with = |path: &str, bytes: &[u8]| refused(Recipe::with(&[CODE, (path, bytes)]));
    let path = "good/_x.cpython-314-wasm32-emscripten.so";
    assert_eq!(with(path, b"\x7fELF"), Refusal::Foreign(path.to_owned()));
    assert_eq!(with(path, &wasm(&["PyInit__x", "__em_js__run"])), Refusal::Eval(path.to_owned()));
    assert_eq!(
        with("good.libs/lib.so", &wasm(&["__start_em_asm"])),
        Refusal::Eval("good.libs/lib.so".to_owned())
    );
}

#[test]
fn a_wheel_that_inflates_to_too_much_is_refused_before_it_is_inflated() {
    let bomb = vec![0; 1 << 20];
    assert_eq!(
        refused(Recipe::with(&[CODE, ("good/bomb.bin", &bomb)])),
        suspicious("its part \"good/bomb.bin\" inflates to 1048576 bytes")
    );
    // Parts that exceed the bound together, each of which claims as much as a part may.
    let names: Vec<String> = (0..9).map(|at| format!("good/{at}.bin")).collect();
    let noise = |seed: u32| {
        (0..44_000_u32).flat_map(move |at| (at ^ seed).wrapping_mul(2_654_435_761).to_le_bytes())
    };
    let mut parts: Vec<(String, Vec<u8>)> =
        names.into_iter().zip((0..).map(|seed| noise(seed).collect())).collect();
    parts.push(("good-1.0.dist-info/WHEEL".to_owned(), b"x".to_vec()));
    let wheel = zip(&parts, CompressionMethod::Stored);
    let wheel = changed(&wheel, &176_000_u32.to_le_bytes(), &(32_u32 << 20).to_le_bytes());
    // Only the claims of the content: the parts themselves are as large as before.
    let wheel = compressed_again(wheel, 32 << 20, 176_000);
    let refusal = inspect(FILE, &wheel, &runtime()).unwrap_err();
    assert_eq!(
        refusal,
        Refusal::TooLarge { what: "content", bytes: 9 * (32 << 20) + 1, most: 256 << 20 }
    );
    let large = vec![0; (64 << 20) + 1];
    let refusal = inspect(FILE, &large, &runtime()).unwrap_err();
    assert_eq!(refusal, Refusal::TooLarge { what: "file", bytes: (64 << 20) + 1, most: 64 << 20 });
    let names: Vec<String> = (0..=MAX_PARTS).map(|at| format!("good/{at}.py")).collect();
    let parts: Vec<(String, Vec<u8>)> = names.into_iter().map(|name| (name, Vec::new())).collect();
    let many = zip(&parts, CompressionMethod::Stored);
    assert_eq!(inspect(FILE, &many, &runtime()).unwrap_err(), Refusal::TooMany(MAX_PARTS + 1));
}

/// Restores the sizes of what is stored, which stand before those of the content.
fn compressed_again(mut wheel: Vec<u8>, claimed: u32, stored: u32) -> Vec<u8> {
    for (magic, offset) in [(&b"PK\x03\x04"[..], 18), (b"PK\x01\x02", 20)] {
        let headers: Vec<usize> =
            (0..wheel.len() - 46).filter(|at| wheel[*at..].starts_with(magic)).collect();
        for at in headers.into_iter().map(|at| at + offset) {
            if wheel[at..].starts_with(&claimed.to_le_bytes()) {
                wheel[at..at + 4].copy_from_slice(&stored.to_le_bytes());
            }
        }
    }
    wheel
}

#[test]
fn a_part_has_the_size_that_it_claims() {
    let content = [b"NUMBER = ".to_vec(), vec![b'1'; 5_000]].concat();
    let wheel = Recipe::with(&[CODE, ("good/long.py", &content)]).wheel();
    for claimed in [10, 5_000, 5_010] {
        let refusal = inspect(
            FILE,
            &changed(&wheel, &5_009_u32.to_le_bytes(), &u32::to_le_bytes(claimed)),
            &runtime(),
        );
        match refusal.unwrap_err() {
            Refusal::Damaged(why) => assert!(why.starts_with("\"good/long.py\": "), "{why}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Replaces each occurrence of some bytes with as many others.
fn changed(wheel: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut wheel = wheel.to_vec();
    let places: Vec<usize> =
        (0..=wheel.len() - from.len()).filter(|at| wheel[*at..].starts_with(from)).collect();
    assert!(!places.is_empty());
    for at in places {
        wheel[at..at + to.len()].copy_from_slice(to);
    }
    wheel
}

#[test]
fn an_archive_that_can_be_read_in_two_ways_is_refused() {
    let wheel = Recipe::with(&[CODE, ("good/evil.py", b"x")]).wheel();
    let read = |bytes: &[u8]| inspect(FILE, bytes, &runtime()).map(|wheel| wheel.facts.files);
    assert_eq!(read(&wheel), Ok(5));
    let around = suspicious("it has bytes before or after its archive");
    let before = [b"#!/bin/sh\n", &wheel[..]].concat();
    assert_eq!(read(&before), Err(around.clone()));
    let comment = [&wheel[..wheel.len() - 2], &[3, 0], b"abc"].concat();
    assert_eq!(read(&comment), Err(around.clone()));
    assert_eq!(read(&[&wheel[..], b"abc"].concat()), Err(around));
    // The same name twice, of which the last would win.
    let same = Recipe::with(&[CODE, ("good/__inip__.py", b"x")]).wheel();
    let same = changed(&same, b"good/__inip__.py", CODE.0.as_bytes());
    assert_eq!(read(&same), Err(suspicious("it has a part twice")));
    let folder = Recipe::with(&[CODE, ("good/a", b"x"), ("good/a/b.py", b"x")]);
    assert_eq!(refused(folder), suspicious("it has \"good/a\" twice"));
    let folder = Recipe::with(&[CODE, ("m", b"x"), ("good-1.0.data/purelib/m/b.py", b"x")]);
    assert_eq!(refused(folder), suspicious("it has \"m\" twice"));
    let merged = Recipe::with(&[CODE, ("m.py", b"x"), ("good-1.0.data/purelib/m.py", b"x")]);
    assert_eq!(refused(merged), suspicious("it has \"m.py\" twice"));
}

#[test]
fn encrypted_parts_links_and_other_compressions_are_refused() {
    let wheel = Recipe::with(&[CODE, ("good/link.py", b"/etc/passwd")]).wheel();
    let read = |bytes: &[u8]| inspect(FILE, bytes, &runtime()).unwrap_err();
    let headers = |bytes: &[u8], local: usize, central: usize, value: &[u8]| {
        let mut bytes = bytes.to_vec();
        for (magic, offset) in [(b"PK\x03\x04", local), (b"PK\x01\x02", central)] {
            let at =
                (0..bytes.len() - 4).find(|at| bytes[*at..].starts_with(magic)).unwrap() + offset;
            bytes[at..at + value.len()].copy_from_slice(value);
        }
        bytes
    };
    let of = |why: &str| suspicious(&format!("its part \"good/__init__.py\" {why}"));
    assert_eq!(read(&headers(&wheel, 6, 8, &[1, 0])), of("is encrypted"));
    assert_eq!(
        read(&headers(&wheel, 8, 10, &[12, 0])),
        of("is compressed in a way that wheels do not use")
    );
    let mut link = wheel.clone();
    let at = (0..link.len()).find(|at| link[*at..].starts_with(b"PK\x01\x02")).unwrap();
    link[at + 5] = 3;
    link[at + 38..at + 42].copy_from_slice(&(0o120_777_u32 << 16).to_le_bytes());
    assert_eq!(read(&link), of("is a link"));
}

#[test]
fn what_is_no_archive_or_only_a_part_of_one_is_refused() {
    let wheel = Recipe::with(&[CODE]).wheel();
    for bytes in [&b""[..], b"PK", &[0; 100], &wheel[..wheel.len() / 2], &wheel[..wheel.len() - 1]]
    {
        match inspect(FILE, bytes, &runtime()).unwrap_err() {
            Refusal::Damaged(_) => {}
            other => panic!("{other:?}"),
        }
    }
    // No change of any single byte ends the program, and none goes unnoticed.
    for at in 0..wheel.len() {
        let mut bytes = wheel.clone();
        bytes[at] ^= 0x55;
        if let Ok(read) = inspect(FILE, &bytes, &runtime()) {
            let expected = inspect(FILE, &wheel, &runtime()).unwrap();
            assert_eq!(read.archive, expected.archive, "byte {at}");
            assert_ne!(read.facts.sha256, expected.facts.sha256);
        }
    }
}
