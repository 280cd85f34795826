// Data that a PDF may use without embedding it: the symbol fonts, in this bundle, and the character maps of Asian encodings, which are
// large and loaded when a document needs the first of them. Letters use the system's fonts, which include some of each kind.

import dingbats from "pdfjs-dist/standard_fonts/FoxitDingbats.pfb";
import symbol from "pdfjs-dist/standard_fonts/FoxitSymbol.pfb";

/** @type {{ [name: string]: Uint8Array }} */
const FONTS = { "FoxitDingbats.pfb": dingbats, "FoxitSymbol.pfb": symbol };

/**
 * Returns the class that the library asks for data that is not in the document.
 *
 * @param {(name: string) => Promise<void>} need gets a script from the page and runs it
 */
export function ownData(need) {
  return class {
    /**
     * @param {{ kind: string, filename: string }} wanted
     * @returns {Promise<Uint8Array>}
     */
    async fetch({ kind, filename }) {
      if (kind === "cMapUrl") {
        await need("pdf-maps");
        const map = self.insituMaps(filename.replace(/\.bcmap$/, ""));
        if (map) return map;
      }
      const font = kind === "standardFontDataUrl" && Object.hasOwn(FONTS, filename) ? FONTS[filename] : undefined;
      if (!font) throw new Error(`${filename} is not here.`);
      return font.slice();
    }
  };
}
