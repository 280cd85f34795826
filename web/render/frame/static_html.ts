// Shows content without scripts: svg as an image; html, mathml, and latex as MathML in a nested
// frame without permissions. Owns that frame's height; what the content may reach is decided by the
// frame's sandbox and by this document's policy, which it inherits.
//
// A frame without scripts cannot report its height, and this document cannot look into it:
// `allow-same-origin` would not help, since within an opaque origin each frame gets another one,
// and `frame-sizing` does not support opaque origins. So the content is laid out a second time, in
// a shadow tree of this document, without the elements and attributes that act, measured and
// discarded. No inline script runs in this document either: its policy allows one script by its
// hash, and blobs, of which the content has none.

import { FORMULAS, addFormulaFont } from "./styles.ts";
import type { Theme } from "../theme.ts";
import type { Drawing, FormulaRenderer, TextJob } from "./frame.ts";

/** Default maximum height, beyond which the content scrolls, in CSS pixels. */
const MAX_HEIGHT = 640;

/**
 * Elements that act, load or navigate, and do not affect the layout. The frame's sandbox and policy
 * block them too.
 */
const ACTING =
  "script, iframe, frame, frameset, object, embed, applet, portal, fencedframe, link, base, meta, template[shadowrootmode], dialog:not([open])";

/** Draws untrusted html, svg, mathml or latex. */
export const still = (place: HTMLElement, job: TextJob): Promise<Drawing> =>
  job.kind === "svg" ? image(place, job) : nested(place, job);

/** Draws html, mathml or latex in a frame without permissions. */
async function nested(
  place: HTMLElement,
  { kind, content, title, height, theme, helpers }: TextJob,
): Promise<Drawing> {
  let shown = theme;
  let width = 0;
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "");
  frame.setAttribute("title", title);
  Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: "0" });

  const font = helpers.length > 0 ? await addFormulaFont(helpers[0]) : "";
  // The styles of our own renderer; the content's own styles follow them.
  const own = kind === "latex" ? (self.insituRender as FormulaRenderer).style : "";
  const draw = async () => {
    width = place.clientWidth;
    const inner = parsed(
      kind === "latex" ? (self.insituRender as FormulaRenderer).markup(content) : content,
    );
    const needed = await measured(place, inner, width, shown, own);
    frame.srcdoc = composed(inner, shown, font + own);
    if (!frame.isConnected) place.replaceChildren(frame);
    frame.style.height = `${Math.min(needed, height ?? MAX_HEIGHT)}px`;
  };
  await draw();
  new ResizeObserver(() => place.clientWidth !== width && place.clientWidth > 0 && draw()).observe(
    place,
  );
  return {
    async restyle(theme) {
      shown = theme;
      await draw();
    },
  };
}

/**
 * Draws an svg as an image: every browser runs no script in it, loads nothing, follows no link, and
 * knows its size.
 */
async function image(place: HTMLElement, { content, title }: TextJob): Promise<Drawing> {
  const image = document.createElement("img");
  image.alt = title;
  // Drawings are made for paper, and often black, so they have a white background in dark mode too.
  Object.assign(image.style, {
    display: "block",
    maxWidth: "100%",
    height: "auto",
    boxSizing: "border-box",
    padding: "8px",
    background: "#fff",
    border: "1px solid var(--line)",
    borderRadius: "10px",
  });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withNamespace(content))}`;
  await image.decode().catch(() => Promise.reject(new Error("The SVG is not well-formed.")));
  place.replaceChildren(image);
  return { restyle() {} };
}

/** Adds the namespace, which browsers require in an image and code often omits. */
function withNamespace(svg: string) {
  return /<svg[^>]*\sxmlns\s*=/i.test(svg)
    ? svg
    : svg.replace(/<svg(?=[\s>])/i, '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** Parses the content to a document in which nothing runs and nothing loads. */
function parsed(content: string) {
  const inner = new DOMParser().parseFromString(content, "text/html");
  for (const one of inner.querySelectorAll(ACTING)) one.remove();
  for (const one of inner.querySelectorAll("*")) {
    // An empty corner cell of a table is not a header.
    if (
      one.localName === "th" &&
      one.textContent.trim() === "" &&
      one.childElementCount === 0 &&
      !one.hasAttribute("role")
    )
      one.setAttribute("role", "cell");
    for (const { name, value } of [...one.attributes]) {
      if (
        name.startsWith("on") ||
        name === "ping" ||
        name === "target" ||
        name === "formaction" ||
        name === "srcdoc"
      )
        one.removeAttribute(name);
      else if (
        (name === "href" || name === "xlink:href") &&
        ["a", "area"].includes(one.localName) &&
        !value.startsWith("#")
      ) {
        // The title shows the address; following the link would only replace the result with an
        // error.
        one.removeAttribute(name);
        if (!(one as HTMLElement).title && one instanceof HTMLElement)
          one.title = value.slice(0, 500);
      }
    }
  }
  return inner;
}

/**
 * Measures how high the content is at a width.
 *
 * @param own styles of our own renderer
 */
async function measured(
  place: HTMLElement,
  inner: Document,
  width: number,
  theme: Theme,
  own: string,
) {
  const holder = document.createElement("div");
  holder.inert = true;
  Object.assign(holder.style, {
    position: "absolute",
    visibility: "hidden",
    insetInlineStart: "0",
    top: "0",
    width: `${width}px`,
    contain: "layout style",
  });
  const shadow = holder.attachShadow({ mode: "closed" });
  const sheet = document.createElement("style");
  sheet.textContent = `:host { all: initial; } ${base(":host", theme)} .body { display: flow-root; ${BODY} } ${ends(".body")} ${own}`;
  const body = document.createElement("div");
  body.className = "body";
  body.style.cssText = inner.body.style.cssText;
  for (const one of inner.body.childNodes) body.append(document.importNode(one, true));
  shadow.append(
    sheet,
    ...Array.from(inner.head.querySelectorAll("style"), (one) => document.importNode(one, true)),
    body,
  );
  place.append(holder);
  await Promise.all(Array.from(body.querySelectorAll("img"), loaded));
  if (theme.dark) readable(inner.body, body);
  const extent = body.scrollWidth > width ? SCROLLBAR : 0;
  // A formula's last line may reach below its box.
  const height =
    Math.max(Math.ceil(body.getBoundingClientRect().height), body.scrollHeight) + extent;
  holder.remove();
  return height;
}

// Waits for its size only, and does not decode it: decoding a truncated picture crashes WebKitGTK.
function loaded(image: HTMLImageElement) {
  image.loading = "eager";
  if (image.complete) return null;
  return new Promise((resolve) => {
    image.onload = image.onerror = resolve;
  });
}

/** The largest number of elements whose background is checked. */
const MAX_BACKGROUNDS = 20_000;

/**
 * Makes text dark on elements that set a light background and no colour: such content was written
 * for a light page.
 *
 * @param laid the copy of it that is laid out
 */
function readable(body: HTMLElement, laid: HTMLElement) {
  const copies = laid.querySelectorAll("*");
  const own = getComputedStyle(laid).color;
  (body.querySelectorAll("*") as NodeListOf<HTMLElement>).forEach((one, at) => {
    if (at >= MAX_BACKGROUNDS || !copies[at] || !one.style) return;
    const { backgroundColor, color } = getComputedStyle(copies[at]);
    const [red, green, blue, alpha = 1] = (
      backgroundColor.match(/^rgba?\(([^)]*)\)$/)?.[1] ?? "0,0,0,0"
    )
      .split(/[ ,/]+/)
      .map(Number);
    if (color === own && alpha > 0.5 && 0.299 * red + 0.587 * green + 0.114 * blue > 140)
      one.style.color = "#1f1e1b";
  });
}

/** Height of a horizontal scroll bar, in CSS pixels. */
const SCROLLBAR = 16;

const BODY = "margin: 0; padding: 2px; box-sizing: border-box; overflow-wrap: break-word;";

/**
 * Removes the margins above the first element and below the last, unless the content sets them.
 *
 * @param body a selector
 */
const ends = (body: string) =>
  `:where(${body} > :first-child) { margin-block-start: 0; } :where(${body} > :last-child) { margin-block-end: 0; }`;

/**
 * Returns the default styles of content.
 *
 * @param root a selector
 */
function base(root: string, theme: Theme) {
  return `${root} { color-scheme: ${theme.dark ? "dark" : "light"}; color: ${theme.ink}; font: 14px/1.5 ${theme.sans}; }
    a { color: ${theme.accent}; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: 0.25em 0.75em; text-align: start; }
    .dataframe :is(th, td), [id^="T_"] :is(th, td) { text-align: end; }
    thead th { border-bottom: 1px solid ${theme.edge}; }
    tbody tr + tr > * { border-top: 1px solid ${theme.line}; }
    pre, code { font-family: ${theme.mono}; }
    img, svg { max-width: 100%; }
    math { font-family: "${FORMULAS}", math; font-size: 1.2em; }`;
}

/**
 * Returns the document of the nested frame. The defaults come first, so that the content's own
 * styles override them.
 *
 * @param own styles of our own renderer
 */
function composed(inner: Document, theme: Theme, own: string) {
  const look = `<style>${base("html", theme)} body { ${BODY} } ${ends("body")} ${own}</style>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${look}${inner.head.innerHTML}</head>${inner.body.outerHTML}</html>`;
}
