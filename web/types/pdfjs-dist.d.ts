// The files of pdfjs-dist that are imported by their paths. The package's types are those of its
// name.

declare module "pdfjs-dist/build/pdf.mjs" {
  export * from "pdfjs-dist";
}

declare module "pdfjs-dist/build/pdf.worker.mjs";

declare module "pdfjs-dist/standard_fonts/*.pfb" {
  const bytes: Uint8Array;
  export default bytes;
}

declare module "pdfjs-dist/cmaps/LICENSE" {
  const text: string;
  export default text;
}
