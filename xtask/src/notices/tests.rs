//! What is listed and how, on made-up lists.

use super::wheels::Table;
use super::*;
use crate::runtime::catalog::Wheel;

fn entry(name: &str, version: &str, licence: &str, origin: &str) -> Entry {
    let [name, version, licence, origin] = [name, version, licence, origin].map(str::to_owned);
    Entry { name, version, licence, origin }
}

fn names(entries: &BTreeSet<Entry>) -> Vec<String> {
    entries.iter().map(|entry| format!("{} {}", entry.name, entry.version)).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn lines_leave_out_what_is_not_known() {
    let line = |version, origin| entry("font", version, "OFL-1.1", origin).line();
    assert_eq!(line("1.0", "https://a.example"), "font 1.0 | OFL-1.1 | https://a.example");
    assert_eq!(line("1.0", ""), "font 1.0 | OFL-1.1");
    assert_eq!(line("", "in drawing"), "font | OFL-1.1 | in drawing");
}

#[test]
fn a_section_says_how_many_it_has() {
    let entries = BTreeSet::from([entry("b", "2", "MIT", ""), entry("a", "1", "ISC", "")]);
    let text = render(&[Section { title: "Things", about: "About.", purl: None, entries }]);
    assert!(text.starts_with(HEAD));
    assert!(text.ends_with("\n\n\nThings (2)\n----------\n\nAbout.\n\na 1 | ISC\nb 2 | MIT\n"), "{text}");
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
fn crates_are_read_from_a_flat_tree_without_our_own() {
    let tree = "server v0.1.0 (/somewhere)\tMIT\t\t\n\
                bytes v1.11.0\tMIT\thttps://b.example\t\n\
                bytes v1.11.0\tMIT\thttps://b.example\t (*)\n\
                zstd v2.1.3+zstd.1.5.7\tMIT/Apache-2.0\t\t\n";
    let expected = BTreeSet::from([
        entry("bytes", "1.11.0", "MIT", "https://b.example"),
        entry("zstd", "2.1.3+zstd.1.5.7", "MIT OR Apache-2.0", ""),
    ]);
    assert_eq!(crates::parse(tree).unwrap(), expected);
}

#[test]
fn a_crate_without_a_licence_is_an_error() {
    let complaint = crates::parse("bytes v1.11.0\t\t\t\n").unwrap_err().to_string();
    assert_eq!(complaint, "the crate bytes 1.11.0 names no licence");
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
    assert_eq!(names(&npm::shipped(&lock, set(&["chart"])).unwrap()), ["array 1", "chart 5", "map 3"]);
    assert!(npm::shipped(&lock, set(&["missing"])).is_err());
    assert!(npm::shipped(&lock, set(&["nameless"])).is_err());
}

fn wheels_with(table: &str) -> Result<BTreeSet<Entry>> {
    let table: Table = serde_json::from_str(table).unwrap();
    wheels::of_wheels(&[Wheel::named("array", "2.1"), Wheel::named("table", "1")], &table)
}

#[test]
fn python_packages_have_the_licences_of_the_table() {
    let table = r#"{ "wheels": { "array": "MIT", "table": "BSD-3-Clause" }, "inside": [] }"#;
    let expected =
        BTreeSet::from([entry("array", "2.1", "MIT", ""), entry("table", "1", "BSD-3-Clause", "")]);
    assert_eq!(wheels_with(table).unwrap(), expected);
}

#[test]
fn a_licence_that_is_missing_or_too_many_is_an_error() {
    let complaint = |table| wheels_with(table).unwrap_err().to_string();
    let few = r#"{ "wheels": { "array": "MIT" }, "inside": [] }"#;
    assert!(complaint(few).contains("lacks table"));
    let many = r#"{ "wheels": { "array": "MIT", "table": "MIT", "gone": "MIT" }, "inside": [] }"#;
    assert!(complaint(many).contains(r#"["gone"]"#));
}

#[test]
fn parts_name_what_holds_them() {
    let table = r#"{ "wheels": {}, "inside": [{ "name": "Signs", "of": "reader", "licence": "OFL-1.1" }] }"#;
    let table: Table = serde_json::from_str(table).unwrap();
    assert_eq!(table.parts(), BTreeSet::from([entry("Signs", "", "OFL-1.1", "in reader")]));
}

#[test]
fn the_table_can_be_read() {
    assert!(!Table::read().unwrap().wheels.is_empty());
}
