// Globals of workers that TypeScript's library for documents lacks.

interface FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare var FileReaderSync: { new (): FileReaderSync };

declare function importScripts(...urls: string[]): void;
