// A file that a worker may not read itself (WebKit, in a worker from a `data:` URL): the page reads
// each piece of it. Has what wllama uses of a blob.

/**
 * Reads bytes of a file, from the first to the one after the last.
 *
 * @typedef {(file: number, from: number, to: number) => Promise<ArrayBuffer>} Read
 */

export class RemoteFile {
  /** @type {Read} */
  #read;
  #file;
  #from;
  #to;

  /**
   * @param {Read} read
   * @param {number} file its place in the list
   * @param {number} from
   * @param {number} to
   */
  constructor(read, file, from, to) {
    this.#read = read;
    this.#file = file;
    this.#from = from;
    this.#to = to;
  }

  get size() {
    return this.#to - this.#from;
  }

  /** Like a blob's. @param {number} [from] @param {number} [to] */
  slice(from = 0, to = this.size) {
    const end = Math.min(this.#to, this.#from + to);
    return new RemoteFile(this.#read, this.#file, Math.min(end, this.#from + from), end);
  }

  arrayBuffer() {
    return this.#read(this.#file, this.#from, this.#to);
  }
}

/**
 * Returns files that can be read here: the same, or remote ones.
 *
 * @param {Read} read
 * @param {File[]} files
 * @returns {Promise<File[]>}
 */
export async function readable(read, files) {
  try {
    await files[0].slice(0, 1).arrayBuffer();
    return files;
  } catch {
    return /** @type {any} */ (files.map(({ size }, file) => new RemoteFile(read, file, 0, size)));
  }
}
