// Shows a PDF: its pages below each other, drawn as they come into view, under a text layer for
// selection and screen readers. The document's scripts do not run, and its links do nothing: the
// library's layers for these are not included.

import { GlobalWorkerOptions, TextLayer, getDocument } from "pdfjs-dist/build/pdf.mjs";
import dingbats from "pdfjs-dist/standard_fonts/FoxitDingbats.pfb";
import symbol from "pdfjs-dist/standard_fonts/FoxitSymbol.pfb";
import { injectStyles } from "../frame/styles.ts";
import type { PDFPageProxy } from "pdfjs-dist";
import type { Drawing, Job } from "../frame/frame.ts";

self.insituRender = { draw };

/** Default maximum height, beyond which the pages scroll, in CSS pixels. */
const MAX_HEIGHT = 720;

/** The largest canvas of a page, in pixels. */
const PIXELS = 16 << 20;

/** Pages beyond this many are counted, not laid out. */
const PAGES = 500;

/**
 * The symbol fonts, which a PDF may use without embedding them. Letters use the system's fonts,
 * which include some of each kind.
 */
const FONTS: { [name: string]: Uint8Array } = {
  "FoxitDingbats.pfb": dingbats,
  "FoxitSymbol.pfb": symbol,
};

/**
 * The styles of the pages and of the text layer over them. The rules of the text layer are those
 * that the library requires.
 */
const STYLES = `
  .pdf { overflow: auto; background: var(--sunken); border-radius: 0.375rem; box-sizing: border-box; padding: 16px 0 0; }
  .pdf:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  .pdf .sheet { position: relative; margin: 0 auto 16px; background: #fff; box-shadow: 0 1px 3px rgb(0 0 0 / 25%); overflow: clip; }
  .pdf .sheet.is-broken::after { content: "This page could not be drawn."; position: absolute; inset: 1rem; color: #5f5b53; }
  .pdf .sheet canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
  .pdf p { text-align: center; color: var(--soft); }
  .textLayer { color-scheme: only light; position: absolute; inset: 0; overflow: clip; line-height: 1; text-align: initial; transform-origin: 0 0;
    text-size-adjust: none; forced-color-adjust: none; caret-color: CanvasText; z-index: 0; --min-font-size: 1; --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size)); --min-font-size-inv: calc(1 / var(--min-font-size)); }
  .textLayer :is(span, br) { color: transparent; position: absolute; white-space: pre; cursor: text; transform-origin: 0% 0%; }
  .textLayer > :not(.markedContent), .textLayer .markedContent span:not(.markedContent) { z-index: 1; --font-height: 0; font-size: calc(var(--text-scale-factor) * var(--font-height)); --scale-x: 1; --rotate: 0deg; transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv)); }
  .textLayer .markedContent { display: contents; }
  .textLayer ::selection { background: rgb(20 96 107 / 30%); }
  .textLayer br::selection { background: transparent; }
`;

async function draw(
  place: HTMLElement,
  { content, title, height, helpers, need }: Omit<Job, "content"> & { content: ArrayBuffer },
): Promise<Drawing> {
  injectStyles(STYLES);
  const viewer = document.createElement("div");
  viewer.className = "pdf";
  viewer.tabIndex = 0;
  viewer.setAttribute("aria-label", title);
  viewer.setAttribute("role", "region");
  place.append(viewer);

  // A classic worker: a module does not start from a blob in an opaque origin.
  GlobalWorkerOptions.workerPort = new Worker(URL.createObjectURL(helpers[0]), {
    name: "insitu-pdf",
  });
  const data = ownData(need);
  const pages = await open(content, data);
  let width = 0;
  let sight: IntersectionObserver | null = null;

  const lay = () => {
    width = place.clientWidth;
    sight?.disconnect();
    sight = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          (sight as IntersectionObserver).unobserve(target);
          paint(target as HTMLElement).catch(() => target.classList.add("is-broken"));
        }
      },
      { root: viewer, rootMargin: "100%" },
    );
    const sheets = pages.list.map(({ page, number }) => {
      const { width: wide, height: high } = page.getViewport({ scale: 1 });
      const sheet = document.createElement("div");
      sheet.className = "sheet";
      sheet.dataset.page = String(number);
      const scale = Math.min((width - 32) / wide, 1.5);
      Object.assign(sheet.style, { width: `${wide * scale}px`, height: `${high * scale}px` });
      sheet.style.setProperty("--total-scale-factor", String(scale));
      sheet.style.setProperty("--scale-factor", String(scale));
      sheet.setAttribute("role", "group");
      sheet.setAttribute("aria-label", `Page ${number} of ${pages.count}`);
      return sheet;
    });
    viewer.replaceChildren(...sheets);
    if (pages.count > PAGES)
      viewer.append(
        Object.assign(document.createElement("p"), {
          textContent: `${pages.count - PAGES} more pages: save the document to see them.`,
        }),
      );
    const needed = sheets.reduce(
      (sum, sheet) => sum + Number.parseFloat(sheet.style.height) + 16,
      16,
    );
    viewer.style.height = `${Math.min(needed, height ?? MAX_HEIGHT)}px`;
    for (const sheet of sheets) sight.observe(sheet);
  };

  const paint = async (sheet: HTMLElement) => {
    const { page } = pages.list[Number(sheet.dataset.page) - 1];
    const scale = Number(sheet.style.getPropertyValue("--scale-factor"));
    const shown = page.getViewport({ scale });
    const dense = Math.min(
      Math.max(devicePixelRatio, 1),
      Math.sqrt(PIXELS / (shown.width * shown.height)),
    );
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(shown.width * dense);
    canvas.height = Math.floor(shown.height * dense);
    canvas.setAttribute("aria-hidden", "true");
    sheet.append(canvas);
    await page.render({ canvas, viewport: page.getViewport({ scale: scale * dense }) }).promise;
    const text = document.createElement("div");
    text.className = "textLayer";
    sheet.append(text);
    await new TextLayer({
      textContentSource: page.streamTextContent(),
      container: text,
      viewport: shown,
    }).render();
  };

  lay();
  new ResizeObserver(() => place.clientWidth > 0 && place.clientWidth !== width && lay()).observe(
    place,
  );
  return { restyle() {} };
}

/** Reads a document, and prepares its pages. */
async function open(bytes: ArrayBuffer, BinaryDataFactory: ReturnType<typeof ownData>) {
  // No URLs are set: data that is not in the document comes from our own, or not at all.
  const options = {
    data: new Uint8Array(bytes.slice(0)),
    enableXfa: false,
    useWasm: false,
    useSystemFonts: true,
    useWorkerFetch: false,
    BinaryDataFactory,
    cMapPacked: true,
    verbosity: 0,
  };
  const document = await getDocument(options).promise.catch((error) => {
    throw new Error(
      error?.name === "PasswordException"
        ? "The document is protected with a password. Save it to open it elsewhere."
        : "It is not a PDF that could be read.",
    );
  });
  const list: Array<{ number: number; page: PDFPageProxy }> = [];
  for (let number = 1; number <= Math.min(document.numPages, PAGES); number += 1)
    list.push({ number, page: await document.getPage(number) });
  return { list, count: document.numPages };
}

/**
 * Returns the class that the library asks for data that is not in the document: the symbol fonts,
 * and the character maps of Asian encodings, which are large and requested when a document needs
 * the first of them.
 *
 * @param need gets a script from the page and runs it
 */
function ownData(need: (name: string) => Promise<void>) {
  return class {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind === "cMapUrl") {
        await need("pdf-maps");
        const map = self.insituMaps(filename.replace(/\.bcmap$/, ""));
        if (map) return map;
      }
      const font =
        kind === "standardFontDataUrl" && Object.hasOwn(FONTS, filename)
          ? FONTS[filename]
          : undefined;
      if (!font) throw new Error(`${filename} is not here.`);
      return font.slice();
    }
  };
}
