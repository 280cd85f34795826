// The fonts that every PDF may use without bringing them, from this bundle: nothing is fetched. Slanted ones of the sans-serif are the
// system's; the tables of Asian encodings, which are large, are left out.

import dingbats from "pdfjs-dist/standard_fonts/FoxitDingbats.pfb";
import fixed from "pdfjs-dist/standard_fonts/FoxitFixed.pfb";
import fixedBold from "pdfjs-dist/standard_fonts/FoxitFixedBold.pfb";
import serif from "pdfjs-dist/standard_fonts/FoxitSerif.pfb";
import serifBold from "pdfjs-dist/standard_fonts/FoxitSerifBold.pfb";
import serifItalic from "pdfjs-dist/standard_fonts/FoxitSerifItalic.pfb";
import symbol from "pdfjs-dist/standard_fonts/FoxitSymbol.pfb";
import sansBold from "pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf";
import sans from "pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf";

const FONTS = {
  "FoxitDingbats.pfb": dingbats,
  "FoxitFixed.pfb": fixed,
  "FoxitFixedBold.pfb": fixedBold,
  "FoxitSerif.pfb": serif,
  "FoxitSerifBold.pfb": serifBold,
  "FoxitSerifItalic.pfb": serifItalic,
  "FoxitSymbol.pfb": symbol,
  "LiberationSans-Bold.ttf": sansBold,
  "LiberationSans-Regular.ttf": sans,
};

/** What the library asks for data that is not in the document. */
export class OwnFonts {
  async fetch({ kind, filename }) {
    const font = kind === "standardFontDataUrl" ? FONTS[filename] : undefined;
    if (!font) throw new Error(`${filename} is not here.`);
    return font.slice();
  }
}
