// Interactive figures of an HTML report: adds the scripts that draw them, so that the file shows
// them without this site and without network. Each is drawn in a sandboxed frame of its own; the
// report's policy admits these scripts by their hashes and nothing else. Knows the report's markup
// (`crates/exports/src/report.rs`).

import { asset } from "./assets.ts";
import { prepare } from "./kinds.ts";
import { PAPER } from "./theme.ts";

/** The attributes of a figure in the report. */
const FIGURES = /<figure class="drawing" data-kind="(\w+)" data-figure="([A-Za-z0-9+/=]*)">/g;

/** How each of them begins, and how much of a report is looked through at once, in bytes. */
const FIGURE = '<figure class="drawing" data-kind=';
const PIECE = 4 << 20;

/** The policy of a report, up to its end. */
const POLICY = /(<meta http-equiv="Content-Security-Policy" content="default-src 'none';)/;

/**
 * Returns a report with what draws its interactive figures; the report itself if it has none,
 * for which it is looked through piece by piece, since it may be large.
 */
export async function drawnReport(report: Blob) {
  for (let at = 0; at < report.size; at += PIECE) {
    const text = await report.slice(at, at + PIECE + FIGURE.length).text();
    if (text.includes(FIGURE)) return new Blob([await withFigures(await report.text())]);
  }
  return report;
}

/**
 * Returns a report with what draws its interactive figures; the report itself if it has none.
 *
 * @param get returns a renderer by its name
 */
export async function withFigures(report: string, get: typeof asset = asset) {
  const renderers = new Map<string, string>();
  for (const [, kind, base64] of report.matchAll(FIGURES)) {
    const name = rendererOf(kind, base64);
    if (name && !renderers.has(name)) renderers.set(name, inline(await (await get(name)).text()));
  }
  if (renderers.size === 0) return report;
  const inside = inline(`(${drawInside})();`);
  const show = inline(`(${showFigures})(${JSON.stringify(PAPER)});`);
  const hashes = await Promise.all([show, inside, ...renderers.values()].map(hashOf));
  const texts = [...renderers, ["inside", inside] as const].map(
    ([name, text]) => `<script type="text/plain" data-renderer="${name}">${text}</script>\n`,
  );
  const named = report.replace(FIGURES, (figure, kind, base64) => {
    const name = rendererOf(kind, base64);
    return name ? figure.replace(">", ` data-draws="${name}">`) : figure;
  });
  return named
    .replace(
      POLICY,
      (policy) => `${policy} script-src ${hashes.map((hash) => `'sha256-${hash}'`).join(" ")};`,
    )
    .replace(
      /<\/body>\n<\/html>\n$/,
      () => `${texts.join("")}<script>${show}</script>\n</body>\n</html>\n`,
    );
}

/** Returns which renderer draws a figure; null if none does. */
function rendererOf(kind: string, base64: string) {
  try {
    return prepare(kind, textOf(base64)).script;
  } catch {
    // Its description is shown.
    return null;
  }
}

/** @param base64 of UTF-8 */
const textOf = (base64: string) =>
  new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));

/**
 * Returns a script so that it does not end the element that it stands in, nor begins a comment
 * there.
 */
const inline = (script: string) =>
  script.replace(/<(?=\/script|!--|script)/gi, "\\x3c").replaceAll("\r", "");

/** Returns the SHA-256 of a text in base64. */
async function hashOf(text: string) {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return btoa(String.fromCharCode(...digest));
}

/**
 * Shows the figures of the report that it stands in. It is written into the report, so that it
 * refers to nothing of this module.
 */
function showFigures(theme: typeof PAPER) {
  const text = (name: string | undefined) =>
    document.querySelector(`script[data-renderer="${name}"]`)?.textContent;
  for (const figure of document.querySelectorAll("figure[data-draws]") as NodeListOf<HTMLElement>) {
    const { kind, figure: base64 = "", draws } = figure.dataset;
    const note = figure.querySelector("p");
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.title = note?.textContent ?? "Figure";
    frame.srcdoc = `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0;background:#fff}</style><main></main><script>${text(draws)}</script><script>${text("inside")}</script>`;
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      if (data === "ready") {
        const content = new TextDecoder().decode(
          Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
        );
        frame.contentWindow?.postMessage({ kind, content, title: frame.title, theme }, "*");
      } else if (data.drawn > 0) {
        frame.style.height = `${Math.min(data.drawn, 4000)}px`;
        note?.remove();
      } else {
        // What cannot be drawn is described.
        frame.remove();
      }
    });
    figure.prepend(frame);
  }
}

/** Draws the figure that the report hands in. It is written into the report too. */
function drawInside() {
  addEventListener(
    "message",
    async ({ data }) => {
      const place = document.querySelector("main") as HTMLElement;
      try {
        await (self as any).insituRender.draw(place, {
          ...data,
          helpers: [],
          need: () => Promise.reject(new Error("Nothing is loaded here.")),
        });
        parent.postMessage({ drawn: Math.ceil(place.getBoundingClientRect().height) }, "*");
      } catch {
        parent.postMessage({ drawn: 0 }, "*");
      }
    },
    { once: true },
  );
  parent.postMessage("ready", "*");
}
