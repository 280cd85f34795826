// What reads PDFs, in a worker of the frame's: it starts by itself when it is run as one.

import "pdfjs-dist/build/pdf.worker.mjs";
