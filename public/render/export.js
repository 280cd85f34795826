// A result as a document of its own, which opens without network and reaches nothing either. Knows what the frame runs, and
// puts it together with the content; neither can end the other early.

import { PAPER } from "./theme.js";

/** What a saved document may do: draw, from what stands in it. */
const POLICY = {
  drawn: "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; form-action 'none'; base-uri 'none'",
  still: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'; form-action 'none'; base-uri 'none'",
};

/**
 * @param {{ kind: string, content: string | ArrayBuffer, title: string, height?: number, script: Blob | null }} result
 * @returns {Promise<Blob>} a text/html document
 */
export async function standAlone({ kind, content, title, height, script }) {
  if (typeof content !== "string") throw new Error("A document is saved as it is, not as a page.");
  if (kind === "latex") throw new Error("A formula is saved as its text, not as a page.");
  if (!script) {
    // In a frame without any right: what it holds could otherwise send whoever opens the file elsewhere, which no policy rules out.
    const frame = `<iframe sandbox title="${inText(title ?? "Result")}" srcdoc="${inText(content)}"></iframe>`;
    return blob(head(title, POLICY.still), "<style>body{margin:0}iframe{display:block;width:100%;height:100vh;border:0}</style>", frame);
  }
  const source = await script.text();
  const job = inScript(JSON.stringify({ kind, content, title, height, theme: PAPER, helpers: [] }));
  const start = "insituRender.draw(document.querySelector('main'), JSON.parse(document.querySelector('[type=\"application/json\"]').textContent));";
  return blob(
    head(title, POLICY.drawn),
    "<main></main>",
    `<script type="application/json">${job}</script>`,
    `<script>${source.replaceAll(/<(?=\/script|!--)/gi, "\\x3c")}</script>`,
    `<script>${start}</script>`,
  );
}

/** JSON that can stand in a script element: nothing in it ends the element or opens a comment. */
export function inScript(json) {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Text that can stand in an element, and between double quotes in an attribute. */
export function inText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function head(title, policy) {
  const style = `:root{color-scheme:light}body{margin:1.5rem;font-family:${PAPER.sans};color:${PAPER.ink};background:#fff}`;
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${inText(title ?? "Result")}</title><style>${style}</style>`
  );
}

function blob(...parts) {
  return new Blob(parts, { type: "text/html" });
}
