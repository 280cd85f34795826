// The fonts of signs that a PDF may use without bringing them, from this bundle: nothing is fetched. Letters are drawn in the fonts
// of the system, which has some of each kind; the tables of Asian encodings, which are large, are left out.

import dingbats from "pdfjs-dist/standard_fonts/FoxitDingbats.pfb";
import symbol from "pdfjs-dist/standard_fonts/FoxitSymbol.pfb";

const FONTS = { "FoxitDingbats.pfb": dingbats, "FoxitSymbol.pfb": symbol };

/** What the library asks for data that is not in the document. */
export class OwnFonts {
  async fetch({ kind, filename }) {
    const font = kind === "standardFontDataUrl" ? FONTS[filename] : undefined;
    if (!font) throw new Error(`${filename} is not here.`);
    return font.slice();
  }
}
