// Shows a PDF: its pages below each other, drawn as they come into view, under a text layer for selection and screen readers.
// The document's scripts do not run, and its links do nothing: the library's layers for these are not included.

import { GlobalWorkerOptions, TextLayer, getDocument } from "pdfjs-dist/build/pdf.mjs";
import { ownData } from "./pdf/data.js";
import { STYLES } from "./pdf/styles.js";

/** @typedef {import("pdfjs-dist").PDFPageProxy} PDFPageProxy */

self.insituRender = { draw };

/** Default maximum height, beyond which the pages scroll, in CSS pixels. */
const MOST = 720;

/** The largest canvas of a page, in pixels. */
const PIXELS = 16 << 20;

/** Pages beyond this many are counted, not laid out. */
const PAGES = 500;

/**
 * @param {HTMLElement} place
 * @param {Omit<import("../frame/frame.js").Job, "content"> & { content: ArrayBuffer }} job
 * @returns {Promise<import("../frame/frame.js").Drawing>}
 */
async function draw(place, { content, title, height, helpers, need }) {
  const style = document.createElement("style");
  style.textContent = STYLES;
  document.head.append(style);
  const viewer = document.createElement("div");
  viewer.className = "pdf";
  viewer.tabIndex = 0;
  viewer.setAttribute("aria-label", title);
  viewer.setAttribute("role", "region");
  place.append(viewer);

  // A classic worker: a module does not start from a blob in an opaque origin.
  GlobalWorkerOptions.workerPort = new Worker(URL.createObjectURL(helpers[0]), { name: "insitu-pdf" });
  const data = ownData(need);
  let pages = await open(content, data);
  let width = 0;
  /** @type {IntersectionObserver | null} */
  let sight = null;

  const lay = () => {
    width = place.clientWidth;
    sight?.disconnect();
    sight = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (!isIntersecting) continue;
          /** @type {IntersectionObserver} */ (sight).unobserve(target);
          paint(/** @type {HTMLElement} */ (target)).catch(() => target.classList.add("is-broken"));
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
      viewer.append(Object.assign(document.createElement("p"), { textContent: `${pages.count - PAGES} more pages: save the document to see them.` }));
    const needed = sheets.reduce((sum, sheet) => sum + Number.parseFloat(sheet.style.height) + 16, 16);
    viewer.style.height = `${Math.min(needed, height ?? MOST)}px`;
    for (const sheet of sheets) sight.observe(sheet);
  };

  /** @param {HTMLElement} sheet */
  const paint = async (sheet) => {
    const { page } = pages.list[Number(sheet.dataset.page) - 1];
    const scale = Number(sheet.style.getPropertyValue("--scale-factor"));
    const shown = page.getViewport({ scale });
    const dense = Math.min(Math.max(devicePixelRatio, 1), Math.sqrt(PIXELS / (shown.width * shown.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.floor(shown.width * dense);
    canvas.height = Math.floor(shown.height * dense);
    canvas.setAttribute("aria-hidden", "true");
    sheet.append(canvas);
    await page.render({ canvas, viewport: page.getViewport({ scale: scale * dense }) }).promise;
    const text = document.createElement("div");
    text.className = "textLayer";
    sheet.append(text);
    await new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport: shown }).render();
  };

  lay();
  new ResizeObserver(() => place.clientWidth > 0 && place.clientWidth !== width && lay()).observe(place);
  return {
    restyle() {},
    /** @param {ArrayBuffer} next */
    async update(next) {
      pages = await open(next, data);
      lay();
    },
  };
}

/**
 * Reads a document, and prepares its pages.
 *
 * @param {ArrayBuffer} bytes
 * @param {ReturnType<typeof ownData>} BinaryDataFactory
 */
async function open(bytes, BinaryDataFactory) {
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
      error?.name === "PasswordException" ? "The document is protected with a password. Save it to open it elsewhere." : "It is not a PDF that could be read.",
    );
  });
  /** @type {Array<{ number: number, page: PDFPageProxy }>} */
  const list = [];
  for (let number = 1; number <= Math.min(document.numPages, PAGES); number += 1) list.push({ number, page: await document.getPage(number) });
  return { list, count: document.numPages };
}
