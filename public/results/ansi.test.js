// `node --test public/results/`; the last cases are those of `app/src/visible.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { plain, runs } from "./ansi.js";

/**
 * Checks texts with their runs, written as `[classes, text]`.
 *
 * @param {Array<[text: string, ...wanted: Array<[classes: string, text: string]>]>} cases
 */
const check = (cases) => {
  for (const [text, ...wanted] of cases)
    assert.deepEqual(
      runs(text).map(({ classes, text: piece }) => [classes.join(" "), piece]),
      wanted,
      JSON.stringify(text),
    );
};

test("colours and emphasis become classes until they are reset", () => {
  check([
    ["plain", ["", "plain"]],
    ["\u001b[31mred\u001b[0m not", ["ansi-1", "red"], ["", " not"]],
    ["\u001b[1;32mbold\u001b[22m thin\u001b[39m", ["ansi-2 ansi-bold", "bold"], ["ansi-2", " thin"]],
    ["\u001b[3;4;9mall\u001b[23;24;29m none", ["ansi-italic ansi-underline ansi-strike", "all"], ["", " none"]],
    ["\u001b[91mbright\u001b[m", ["ansi-1", "bright"]],
    ["\u001b[33ma\u001b[33mb", ["ansi-3", "ab"]],
  ]);
});

test("any other colour becomes the nearest of the eight", () => {
  check([
    ["\u001b[38;5;196mred", ["ansi-1", "red"]],
    ["\u001b[38;5;2mgreen", ["ansi-2", "green"]],
    ["\u001b[38;2;30;60;250mblue", ["ansi-4", "blue"]],
    ["\u001b[38;5;250mgrey\u001b[38;2;255;200;0mamber", ["ansi-7", "grey"], ["ansi-3", "amber"]],
    ["\u001b[38;5mcut", ["ansi-0", "cut"]],
  ]);
});

test("no code hides text: a background sets the text colour, and concealing does nothing", () => {
  check([
    ["\u001b[31;41msecret", ["ansi-on-1", "secret"]],
    ["\u001b[8msecret", ["", "secret"]],
    ["\u001b[38;2;255;255;255;48;2;255;255;255msecret", ["ansi-on-7", "secret"]],
  ]);
});

test("all other codes are dropped, and hidden characters are escaped", () => {
  check([
    ["\u001b]8;;https://a.b\u0007link\u001b]8;;\u001b\\", ["", "link"]],
    ["\u001b[2J\u001b[Htop", ["", "top"]],
    ["10%\r50%\r100%\ndone", ["", "100%\ndone"]],
    ["\u001b[32m10%\r100%\u001b[0m\n.", ["ansi-2", "100%"], ["", "\n."]],
    ["dos\r\nlines\r\n", ["", "dos\nlines\n"]],
    ["cut \u001b[", ["", "cut "]],
    ["cut \u001b]8;;x", ["", "cut "]],
    ["a\u202eb\u0007", ["", "a⟨U+202E⟩b⟨U+0007⟩"]],
    ["", ...[]],
  ]);
});

test("plain text has no codes", () => {
  assert.equal(plain("\u001b[31mred\u001b[0m and\rblue"), "blue");
});
