//! What the build script writes for a catalogue, and what it refuses.

#[path = "../build/catalogue.rs"]
mod catalogue;

use catalogue::functions;

fn written(catalogues: &[(&str, &str)]) -> Result<String, String> {
    let owned: Vec<(String, String)> =
        catalogues.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    functions(&owned)
}

#[test]
fn a_message_becomes_a_function_with_an_arm_for_each_language() -> Result<(), String> {
    let en = "hello = Hello\nread = { $name }, { $size }\n";
    let de = "hello = Hallo\nread = { $size } von { $name }\n";
    let source = written(&[("en", en), ("de", de)])?;
    for part in [
        "pub enum Language {\n    En,\n    De,\n}",
        "pub fn hello() -> &'static str {",
        "Language::En => \"Hello\",",
        "Language::De => \"Hallo\",",
        "pub fn read(name: &dyn ::std::fmt::Display, size: &dyn ::std::fmt::Display) -> String {",
        "Language::En => format!(\"{}, {}\", name, size),",
        "Language::De => format!(\"{} von {}\", size, name),",
    ] {
        assert!(source.contains(part), "{part} is missing in {source}");
    }
    Ok(())
}

#[test]
fn a_plural_takes_a_count_and_has_an_arm_for_each_category() -> Result<(), String> {
    let text = "rows = { $rows ->\n    [one] { $rows } row\n   *[other] { $rows } rows\n} here\n";
    let source = written(&[("en", text)])?;
    assert!(source.contains("pub fn rows(rows: u64) -> String {"), "{source}");
    let arms = "match crate::category(Language::En, rows) { \
                crate::Category::One => format!(\"{} row\", crate::count(rows)), \
                _ => format!(\"{} rows\", crate::count(rows)), }";
    assert!(source.contains(arms), "{source}");
    Ok(())
}

#[test]
fn a_form_of_a_plural_may_do_without_the_count() -> Result<(), String> {
    let text = "rows = { $rows ->\n    [one] one row\n   *[other] { $rows } rows\n}\n";
    let source = written(&[("en", text)])?;
    let arm = "Language::En => match crate::category(Language::En, rows) { \
               crate::Category::One => String::from(\"one row\"), ";
    assert!(source.contains(arm), "{source}");
    Ok(())
}

#[test]
fn braces_and_spaces_at_the_ends_are_kept() -> Result<(), String> {
    let text = "set = {\"{\"} { $name } {\"}\"}\nspaced = {\" \"}and\n";
    let source = written(&[("en", text)])?;
    assert!(source.contains("format!(\"{{ {} }}\", name)"), "{source}");
    assert!(source.contains("Language::En => \" and\","), "{source}");
    Ok(())
}

#[test]
fn what_would_be_missing_or_not_shown_is_refused() {
    for (en, de, why) in [
        (
            "hello = Hello\n",
            "bye = Bis bald\n",
            "De: one of the languages does not have bye, hello",
        ),
        (
            "read = { $name }\n",
            "read = { $size }\n",
            "De: read has the variables [\"size\"], not [\"name\"]",
        ),
        ("hello = Hello\nhello = Hi\n", "hello = Hallo\n", "en.ftl: hello is there twice"),
        ("hello =\n    .title = Hi\n", "", "en.ftl: hello has no text"),
        (
            "hello = Hi\n    .title = Hi\n",
            "",
            "en.ftl: hello has attributes; write a message for each",
        ),
        ("-brand = Insitu\n", "", "en.ftl: brand is a term"),
        (
            "hello = { other }\n",
            "",
            "en.ftl: hello: only variables and plurals of variables may be in braces",
        ),
        (
            "rows = { $rows ->\n    [1] a row\n   *[other] rows\n}\n",
            "",
            "en.ftl: rows: a plural has the categories zero, one, two, few, many, other",
        ),
    ] {
        assert_eq!(written(&[("en", en), ("de", de)]), Err(why.to_owned()), "{en}");
    }
}
