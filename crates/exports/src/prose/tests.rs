use super::*;

#[test]
fn markdown_is_written_as_it_was_read() {
    for source in [
        "A *b* **c** ~~d~~ `e` unit_price.",
        "- a\n- b\n  - c\n\n    d",
        "3. a\n4. b",
        "> a\n>\n> b",
        "| a | b |\n| --- | ---: |\n| x \\| y | `1\\|2` |",
        "```python\nx = 1\n```",
        "````\n```\n````",
        "[a](<https://example.org/(b>)",
        "- [x] done\n- [ ] open",
        "a  \nb",
        "`` a`b ``",
    ] {
        assert_eq!(
            markdown::parse(&safe(source)),
            markdown::parse(source),
            "{source}\n{}",
            safe(source)
        );
    }
    assert_eq!(safe("# a\n\n### b"), "### a\n\n#### b");
}

#[test]
fn nothing_of_a_hostile_answer_is_markup_or_loads_anything() {
    for (source, shown) in [
        ("<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"),
        ("![a](https://example.org/?q=1)", "[a](<https://example.org/?q=1>)"),
        ("[a](javascript:alert(1))", "a"),
        ("$x$ and \\\\(y\\\\)", "\\$x\\$ and &#92;(y&#92;)"),
        ("&lt;b&gt;", "\\<b\\>"),
        ("&amp;lt;", "\\&lt;"),
        ("\\# a", "\\# a"),
        ("1\\. a", "1\\. a"),
        ("a_ _b", "a\\_ \\_b"),
    ] {
        assert_eq!(safe(source), shown, "{source}");
    }
    assert_eq!(plain("1. <b>"), "1. \\<b\\>");
    assert_eq!(plain_line("# <b>\n*x*"), "\\# \\<b\\> \\*x\\*");
}

#[test]
fn a_fence_is_longer_than_any_row_of_backticks() {
    assert_eq!(fenced("py<b>", "````\n"), "`````pyb\n````\n`````");
    assert_eq!(fenced("", ""), "```\n\n```");
}
