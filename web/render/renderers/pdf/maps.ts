// The character maps of Asian encodings that PDFs name without embedding them, in the library's
// packed form, with their licence.

import licence from "pdfjs-dist/cmaps/LICENSE" with { type: "text" };

/** Returns a character map by its name, or undefined. Each is unpacked on request. */
self.insituMaps = (name) => {
  try {
    return require(`../../../../node_modules/pdfjs-dist/cmaps/${name}.bcmap`).slice();
  } catch {
    return undefined;
  }
};

self.insituMaps.licence = licence;
