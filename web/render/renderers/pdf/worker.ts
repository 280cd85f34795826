// The parser of PDFs, for a worker of the frame; it starts by itself in a worker.

import "pdfjs-dist/build/pdf.worker.mjs";
