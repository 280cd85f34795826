// What a PDF may use without bringing it: the fonts of signs, in this bundle, and the tables of Asian encodings, which are large and come
// when a document asks for the first of them. Letters are drawn in the fonts of the system, which has some of each kind.

import dingbats from "pdfjs-dist/standard_fonts/FoxitDingbats.pfb";
import symbol from "pdfjs-dist/standard_fonts/FoxitSymbol.pfb";

const FONTS = { "FoxitDingbats.pfb": dingbats, "FoxitSymbol.pfb": symbol };

/**
 * What the library asks for data that is not in the document.
 *
 * @param {(name: string) => Promise<void>} need gets a script from the page and runs it
 */
export function ownData(need) {
  return class {
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
