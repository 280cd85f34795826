// Saves a result as a standalone document, which needs no network and cannot reach it. Combines the
// renderer's script with the content; neither can close the other's element early.

import { PAPER } from "./theme.ts";

/** The policies of saved documents, which may only draw what they contain. */
const POLICY = {
  drawn:
    "default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data: blob:; form-action 'none'; base-uri 'none'",
  still:
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'; form-action 'none'; base-uri 'none'",
};

/**
 * Returns a result as a web page.
 *
 * @returns a text/html document
 */
export async function standAlone({
  kind,
  content,
  title,
  height,
  script,
}: {
  kind: string;
  content: string | ArrayBuffer;
  title: string;
  height?: number;
  script: Blob | null;
}): Promise<Blob> {
  if (typeof content !== "string") throw new Error("A document is saved as it is, not as a page.");
  if (kind === "latex") throw new Error("A formula is saved as its text, not as a page.");
  if (!script) {
    // In a frame without permissions: its content could otherwise navigate the page to another
    // address, which no policy prevents.
    const frame = `<iframe sandbox title="${inText(title ?? "Result")}" srcdoc="${inText(content)}"></iframe>`;
    return blob(
      head(title, POLICY.still),
      "<style>body{margin:0}iframe{display:block;width:100%;height:100vh;border:0}</style>",
      frame,
    );
  }
  const source = await script.text();
  const job = inScript(JSON.stringify({ kind, content, title, height, theme: PAPER, helpers: [] }));
  const start =
    "insituRender.draw(document.querySelector('main'), JSON.parse(document.querySelector('[type=\"application/json\"]').textContent));";
  return blob(
    head(title, POLICY.drawn),
    "<main></main>",
    `<script type="application/json">${job}</script>`,
    `<script>${source.replaceAll(/<(?=\/script|!--)/gi, "\\x3c")}</script>`,
    `<script>${start}</script>`,
  );
}

/** Escapes JSON for a script element: nothing in it ends the element or opens a comment. */
export function inScript(json: string) {
  return json
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Escapes text for an element, and for an attribute in double quotes. */
export function inText(text: string) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function head(title: string | undefined, policy: string) {
  const style = `:root{color-scheme:light}body{margin:1.5rem;font-family:${PAPER.sans};color:${PAPER.ink};background:#fff}`;
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${inText(title ?? "Result")}</title><style>${style}</style>`
  );
}

function blob(...parts: string[]) {
  return new Blob(parts, { type: "text/html" });
}
