use super::*;

fn cell(code: &str) -> Cell<'_> {
    Cell::read(code).unwrap_or_else(|| Cell { code: "", mask: String::new() })
}

#[test]
fn the_last_expression_is_found_and_nothing_else_is_taken_for_one() {
    for (code, last) in [
        ("", None),
        ("# a comment\n", None),
        ("x = 1", None),
        ("x = 1\nx", Some("x")),
        ("x  # y = 2\n\n# end", Some("x")),
        ("df.plot(x=1)", Some("df.plot(x=1)")),
        ("df.plot();", None),
        ("a = 1; a + 1", Some("a + 1")),
        ("for i in x: i; j", None),
        ("if x:\n    y\nelse:\n    z", None),
        ("with a as b: b", None),
        ("x: int = 3", None),
        ("x: int", None),
        ("x += 1", None),
        ("x <<= 1", None),
        ("x <= 1", Some("x <= 1")),
        ("x == 1", Some("x == 1")),
        ("x != 1", Some("x != 1")),
        ("x === 1", Some("x === 1")),
        ("f = lambda x=1: x", None),
        ("lambda x=1: x", Some("lambda x=1: x")),
        ("(y := 3)", Some("(y := 3)")),
        ("df[1:2]", Some("df[1:2]")),
        ("{1: 2}", Some("{1: 2}")),
        ("(\n  a # b\n  + 1\n)", Some("(\n  a # b\n  + 1\n)")),
        ("a + \\\n  b", Some("a + \\\n  b")),
        ("'''x\ny = 1'''", Some("'''x\ny = 1'''")),
        ("f'{d['a']:>{w}}' # x", Some("f'{d['a']:>{w}}'")),
        ("f\"{{x = {y!r}\"", Some("f\"{{x = {y!r}\"")),
        ("r'\\' + x", None),
        ("type(x)", Some("type(x)")),
        ("match.group(1)", Some("match.group(1)")),
        ("match x:\n  case 1: y", None),
        ("type X = int", None),
        ("größe", Some("größe")),
        ("await f()", Some("await f()")),
        ("@d\ndef f(): pass", None),
        ("not x", Some("not x")),
        ("(a", None),
    ] {
        let cell = cell(code);
        assert_eq!(cell.last_expression().map(|place| &code[place]), last, "{code:?}");
    }
}

#[test]
fn a_last_expression_is_handed_to_the_function_that_shows_it() {
    for (code, shown) in [
        ("x = 1\nx  # note", "x = 1\nshow(x)  # note"),
        ("a, b", "show((a, b))"),
        ("f(a, b)", "show(f(a, b))"),
        ("print(1)", "print(1)"),
        ("print(1) or 2", "show(print(1) or 2)"),
        ("x = 1", "x = 1"),
    ] {
        assert_eq!(cell(code).showing("show"), shown, "{code:?}");
    }
}

#[test]
fn only_what_awaits_outside_of_functions_needs_a_notebook() {
    for (code, awaits) in [
        ("await x", true),
        ("y = [i async for i in x]", true),
        ("if a:\n    async with b: pass", true),
        ("async def f():\n    await x\n\n    await y", false),
        ("async def f(): await x", false),
        ("async def f():\n    await x\nawait f()", true),
        ("class A:\n    async def f(self):\n        await x\n    y = 1", false),
        ("'await x' # await", false),
        ("awaited = 1", false),
    ] {
        assert_eq!(cell(code).awaits(), awaits, "{code:?}");
    }
}

#[test]
fn literals_and_comments_cannot_end_early() {
    assert_eq!(literal("a\"\\\n\r\u{202e}é"), "\"a\\\"\\\\\\n\\U0000000d\\U0000202eé\"");
    assert_eq!(
        block_literal("x = \"\"\"\\\n\0"),
        "\"\"\"\\\nx = \\\"\\\"\\\"\\\\\n\\U00000000\n\"\"\""
    );
    assert_eq!(comment("a\rb\u{2028}c\n\nd"), "# a\n# b⟨U+2028⟩c\n#\n# d\n");
}
