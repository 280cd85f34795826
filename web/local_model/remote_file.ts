// A file that a worker may not read itself (WebKit, in a worker from a `data:` URL): the page reads
// each piece of it. Has what wllama uses of a blob.

/** Reads bytes of a file, from the first to the one after the last. */
type Read = (file: number, from: number, to: number) => Promise<ArrayBuffer>;

export class RemoteFile {
  #read: Read;
  #file;
  #from;
  #to;

  /** @param file its place in the list */
  constructor(read: Read, file: number, from: number, to: number) {
    this.#read = read;
    this.#file = file;
    this.#from = from;
    this.#to = to;
  }

  get size() {
    return this.#to - this.#from;
  }

  /** Like a blob's. */
  slice(from = 0, to: number = this.size) {
    const end = Math.min(this.#to, this.#from + to);
    return new RemoteFile(this.#read, this.#file, Math.min(end, this.#from + from), end);
  }

  arrayBuffer() {
    return this.#read(this.#file, this.#from, this.#to);
  }
}

/** Returns files that can be read here: the same, or remote ones. */
export async function readable(read: Read, files: File[]): Promise<File[]> {
  try {
    await files[0].slice(0, 1).arrayBuffer();
    return files;
  } catch {
    return files.map(({ size }, file) => new RemoteFile(read, file, 0, size)) as unknown as File[];
  }
}
