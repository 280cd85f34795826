// The tables of Asian encodings that PDFs name without bringing them, as the library packs them, with the licence that they come under.

import licence from "pdfjs-dist/cmaps/LICENSE" with { type: "text" };

/** The table of a name, or nothing. Each is unpacked when it is asked for. */
self.insituMaps = (name) => {
  try {
    return require(`../../../../node_modules/pdfjs-dist/cmaps/${name}.bcmap`).slice();
  } catch {
    return undefined;
  }
};

self.insituMaps.licence = licence;
