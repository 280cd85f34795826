// Converts terminal output to styled runs: colours as classes, redrawn lines in their last state, all other codes dropped. Knows no
// elements. Colours become one of a terminal's basic eight, since only these are known to be legible in light and dark.

import { visible } from "../dialogs/visible.js";

/** A control sequence, an operating-system command, or another escape, also if truncated. */
// eslint-disable-next-line no-control-regex
const ESCAPE = /\u001b(?:\[([0-?]*)[ -/]*([@-~]?)|\][^\u0007\u001b]*(?:\u0007|\u001b\\|$|(?=\u001b))|[^[\]]|$)/g;

/**
 * How text looks; a colour is the index of one of the basic eight.
 *
 * @typedef {{ colour: number | null, background: number | null, bold: boolean, faint: boolean, italic: boolean, underline: boolean, strike: boolean }} Style
 */

/**
 * A piece of text in one style.
 *
 * @typedef {{ text: string, classes: string[] }} Run
 */

/** @type {Style} */
const PLAIN = { colour: null, background: null, bold: false, faint: false, italic: false, underline: false, strike: false };

/**
 * Splits a text into runs of one style, with hidden characters escaped.
 *
 * @param {string} text
 * @returns {Run[]} adjacent runs differ in their classes
 */
export function runs(text) {
  /** @type {Run[]} */
  const found = [];
  let style = PLAIN;
  /** @param {string} piece */
  const add = (piece) => {
    if (piece === "") return;
    const classes = classesOf(style);
    const last = found.at(-1);
    if (last && last.classes.join() === classes.join()) last.text += piece;
    else found.push({ text: piece, classes });
  };
  const source = redrawn(text);
  let end = 0;
  for (const match of source.matchAll(ESCAPE)) {
    add(source.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[2] === "m") style = styled(style, match[1]);
  }
  add(source.slice(end));
  return found.map(({ text: piece, classes }) => ({ text: visible(piece), classes }));
}

/**
 * Returns the text without any codes.
 *
 * @param {string} text
 */
export const plain = (text) => redrawn(text).replace(ESCAPE, "");

/**
 * Applies carriage returns, which restart their line, as progress bars do; codes before them stay in effect.
 *
 * @param {string} text
 */
function redrawn(text) {
  if (!text.includes("\r")) return text;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  return lines
    .map((line) => {
      const parts = line.replace(/\r+$/, "").split("\r");
      const last = parts.pop();
      return parts.map((part) => (part.match(ESCAPE) ?? []).join("")).join("") + last;
    })
    .join("\n");
}

/**
 * @param {Style} before
 * @param {string} parameters
 */
function styled(before, parameters) {
  const codes = parameters.split(/[;:]/).map((code) => Number.parseInt(code || "0", 10));
  const style = { ...before };
  while (codes.length > 0) {
    const code = /** @type {number} */ (codes.shift());
    if (code === 0) Object.assign(style, PLAIN);
    else if (code === 1) style.bold = true;
    else if (code === 2) style.faint = true;
    else if (code === 3) style.italic = true;
    else if (code === 4) style.underline = true;
    else if (code === 9) style.strike = true;
    else if (code === 22) style.bold = style.faint = false;
    else if (code === 23) style.italic = false;
    else if (code === 24) style.underline = false;
    else if (code === 29) style.strike = false;
    else if (code === 38) style.colour = extended(codes);
    else if (code === 48) style.background = extended(codes);
    else if (code === 39) style.colour = null;
    else if (code === 49) style.background = null;
    else if (code >= 30 && code <= 37) style.colour = code - 30;
    else if (code >= 90 && code <= 97) style.colour = code - 90;
    else if (code >= 40 && code <= 47) style.background = code - 40;
    else if (code >= 100 && code <= 107) style.background = code - 100;
  }
  return style;
}

/**
 * Returns the nearest of the eight colours for one of the 256, or for one of red, green and blue.
 *
 * @param {number[]} codes the parameters after 38 or 48, of which it removes those that it reads
 */
function extended(codes) {
  const kind = codes.shift();
  if (kind === 2) return nearest(codes.splice(0, 3));
  if (kind !== 5) return null;
  const index = codes.shift() ?? 0;
  if (index < 16) return index % 8;
  if (index >= 232) return nearest(Array(3).fill((index - 232) * 10 + 8));
  const cube = index - 16;
  return nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((part) => part * 51));
}

/** @param {number[]} parts red, green and blue, up to 255 */
function nearest([red = 0, green = 0, blue = 0]) {
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return most > 127 ? 7 : 0;
  return (red > most * 0.6 ? 1 : 0) + (green > most * 0.6 ? 2 : 0) + (blue > most * 0.6 ? 4 : 0);
}

/**
 * Returns the classes of a style. On a background colour the text has the page's text colour, so that no code can hide it.
 *
 * @param {Style} style
 */
function classesOf(style) {
  const colour = style.background !== null ? `ansi-on-${style.background}` : style.colour !== null ? `ansi-${style.colour}` : null;
  const flags = /** @type {const} */ (["bold", "faint", "italic", "underline", "strike"]).filter((flag) => style[flag]).map((flag) => `ansi-${flag}`);
  return colour ? [colour, ...flags] : flags;
}
