// Which forms a result has, the best first, and under which name each is saved. Knows types and texts, nothing of views.

import { visible } from "../dialogs/visible.js";
import { picture } from "./picture.js";

/** @typedef {import("../types/kernel").Shown} Result */

/**
 * The kinds of views.
 *
 * @typedef {"plotly" | "vegalite" | "vega" | "figure" | "table" | "html" | "markdown" | "svg" | "mathml" | "latex" | "picture" | "code" | "json" | "text"} Kind
 */

/**
 * A form in which a result can be shown; `type` is null if the view is not made from the text of one type.
 *
 * @typedef {{ kind: Kind, label: string, type: string | null }} Form
 */

/**
 * Each kind of view: its label, and the media types that it shows, the better version first. The order is the order of preference:
 * interactive forms, then laid-out ones, then text.
 *
 * @type {Array<[Kind, string, string[]]>}
 */
const KINDS = [
  ["plotly", "Interactive chart", ["application/vnd.plotly.v1+json"]],
  ["vegalite", "Interactive chart", ["application/vnd.vegalite.v6+json", "application/vnd.vegalite.v5+json", "application/vnd.vegalite.v4+json"]],
  ["vega", "Interactive chart", ["application/vnd.vega.v6+json", "application/vnd.vega.v5+json"]],
  ["figure", "Figure", []],
  ["table", "Table", []],
  ["html", "HTML", ["text/html"]],
  ["markdown", "Markdown", ["text/markdown"]],
  ["svg", "Drawing", ["image/svg+xml"]],
  ["mathml", "Formula", ["application/mathml+xml"]],
  ["latex", "LaTeX", ["text/latex"]],
  ["picture", "Picture", []],
  ["code", "Code", ["text/x-code"]],
  ["json", "JSON", ["application/json"]],
  ["text", "Text", ["text/plain"]],
];

/**
 * The file extension of each type, and its label.
 *
 * @type {Record<string, [string, string]>}
 */
const FILES = {
  "application/vnd.plotly.v1+json": ["json", "Plotly JSON"],
  "application/json": ["json", "JSON"],
  "application/mathml+xml": ["mml", "MathML"],
  "image/png": ["png", "PNG"],
  "image/jpeg": ["jpg", "JPEG"],
  "image/gif": ["gif", "GIF"],
  "image/webp": ["webp", "WebP"],
  "image/svg+xml": ["svg", "SVG"],
  "text/html": ["html", "HTML"],
  "text/markdown": ["md", "Markdown"],
  "text/latex": ["tex", "LaTeX"],
  "text/plain": ["txt", "text"],
};

const SHOWN = new Set([...KINDS.flatMap(([, , types]) => types), "image/png", "image/jpeg", "image/gif", "image/webp"]);

/** A styled table of pandas: its HTML is preferred to its cells, since the colours are its purpose. */
const STYLED = /^\s*<style[^>]*>\s*(#T_|<\/style>\s*<table id="T_)/;

/**
 * Returns the forms in which a result can be shown, the best first.
 *
 * @param {{ mime?: Record<string, string>, data: object | null, chart: object | null, text: string, main?: boolean }} shown
 * @returns {Form[]}
 */
export function forms(shown) {
  const mime = shown.mime ?? {};
  /** @type {Form[]} */
  const found = [];
  for (const [kind, label, types] of KINDS) {
    const type = types.find((one) => typeof mime[one] === "string" && mime[one] !== "") ?? null;
    if (kind === "figure" ? isFigure(shown) : kind === "table" ? shown.data : kind === "picture" ? picture(shown) && !isFigure(shown) : type) {
      found.push({ kind, label, type });
    }
  }
  if (!found.some(({ kind }) => kind === "text") && shown.text) found.push({ kind: "text", label: "Text", type: null });
  return STYLED.test(mime["text/html"] ?? "") ? first(found, "html") : found;
}

/**
 * Returns whether a picture belongs to a chart, or is the result's only visual form.
 *
 * @param {{ mime?: Record<string, string>, chart: object | null }} shown
 */
function isFigure(shown) {
  const mime = shown.mime ?? {};
  return picture(shown) !== null && (Boolean(shown.chart) || !["text/html", "text/latex", "text/markdown"].some((type) => mime[type]));
}

/**
 * @param {Form[]} found
 * @param {Kind} kind
 */
const first = (found, kind) => [...found.filter((form) => form.kind === kind), ...found.filter((form) => form.kind !== kind)];

/**
 * Returns the types that cannot be shown.
 *
 * @param {{ mime?: Record<string, string> }} shown
 */
export function unshown(shown) {
  return Object.keys(shown.mime ?? {}).filter((type) => !SHOWN.has(type));
}

/**
 * Returns the file extension of a type and its label: `{ ending, name }`.
 *
 * @param {string} type
 */
export function fileOf(type) {
  if (FILES[type]) return { ending: FILES[type][0], name: FILES[type][1] };
  if (/vega-?lite/.test(type)) return { ending: "vl.json", name: "Vega-Lite JSON" };
  if (/vega/.test(type)) return { ending: "vg.json", name: "Vega JSON" };
  const subtype = /^[a-z]+\/(?:x-|vnd\.)?([a-z0-9]{1,8})/i.exec(type)?.[1] ?? "bin";
  return { ending: subtype.toLowerCase(), name: visible(type) };
}

/**
 * Returns whether the text of a type is base64.
 *
 * @param {string} type
 */
export const isBinary = (type) => /^(image\/(?!svg)|audio\/|video\/|application\/(pdf|octet-stream|zip))/.test(type);
